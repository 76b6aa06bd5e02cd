"""Run length and recall base: Ferrante, Ferro and Fuhr 2021, §IV-C and D."""

from fractions import Fraction

import pytest

import intervale as iv
from intervale.scales.universe import UNIVERSE_MEASURES, order_flip, universe, universe_scale


def test_the_universe_2_2_is_the_one_of_the_paper():
    assert set(universe(2, 2)) == {
        (0, 1, 1), (0, 1, 2), (0, 2, 1), (0, 2, 2), (1, 2, 1), (1, 2, 2), (1, 1, 1), (1, 1, 2), (2, 2, 2),
    }  # fmt: skip


@pytest.mark.parametrize("longest", range(1, 6))
@pytest.mark.parametrize("base", range(1, 6))
def test_where_precision_recall_and_f_stay_equally_spaced(longest, base):
    """P for N ≤ 2, R for K ≤ 2, F for N = K = 1 only."""
    assert bool(universe_scale("P", longest, base)) == (longest <= 2)
    assert bool(universe_scale("R", longest, base)) == (base <= 2)
    assert bool(universe_scale("F", longest, base)) == (longest == base == 1)


def test_values_of_the_paper():
    def values(name, longest, base):
        return sorted({UNIVERSE_MEASURES[name](*run) for run in universe(longest, base)})

    third, half = Fraction(1, 3), Fraction(1, 2)
    assert values("P", 3, 1) == [0, third, half, 1]
    assert values("P", 3, 2) == [0, third, half, 2 * third, 1]
    assert values("F", 2, 1) == values("F", 1, 2) == [0, 2 * third, 1]
    assert values("F", 2, 2) == [0, half, 2 * third, 1]


def test_orders_flip():
    flip = order_flip("P", "R", 2, 2)
    assert flip.witness == ((1, 1, 2), (1, 2, 1))
    assert flip.why == "P: 1 and 1/2; R: 1/2 and 1"
    assert not order_flip("P", "F", 2, 2).holds
    assert order_flip("P", "R", 1, 1).holds


QRELS = {"1": {"a": 1, "b": 1, "c": 1}, "2": {"a": 1}}
RUNS = {"A": {"1": {"a": 3.0, "b": 2.0}, "2": {"a": 3.0, "x": 2.0}}, "B": {"1": {"c": 1.0}, "2": {"x": 2.0, "a": 1.0}}}


def asked(measures, qrels=QRELS, runs=RUNS):
    found = iv.scale_changes(iv.evaluate(qrels, runs, measures))
    assert found.to_arrow().column("keeps").to_pylist() == [change.keeps for change in found]
    return {change.measure: change for change in found}


def test_judged_runs_are_asked_which_measures_change_scale():
    changes = asked(
        ["P@1", "R@1", "AP", "P@2", "Rprec", "interval(AP@1)", "interval(P@1)", "interval(P@1,space='topic')"]
    )
    keeping = {name for name, change in changes.items() if change.keeps}
    assert keeping == {"P@1", "P@2", "interval(P@1)"}
    assert "0.3333 on topic 1 and 1 on topic 2" in changes["R@1"].reasons[0]
    assert len(changes["AP"].reasons) == 2  # the recall base, and runs of one and two documents
    assert "1 of 4 ranked lists have fewer than 2 documents: padded" in changes["P@2"].reasons[0]


def test_what_a_topic_divides_by_need_not_be_a_count():
    qrels, runs = {"1": {"a": 1}, "2": {"a": 2}}, {"A": {"1": {"a": 1.0}, "2": {"a": 1.0}}}
    assert {name: change.keeps for name, change in asked(["nDCG@1", "gR@1", "R@1", "DCG@1"], qrels, runs).items()} == {
        "nDCG@1": False,
        "gR@1": False,
        "R@1": True,
        "DCG@1": True,
    }


def test_an_own_measure_with_a_recall_base_may_change():
    own = iv.measure(lambda grades, recall_base=1: grades.sum(-1) / recall_base)
    assert asked({"own": own})["own"].keeps is False  # runs of one and of two documents
    assert asked({"own": own}, runs={"A": RUNS["A"]})["own"].keeps is None


def test_topics_with_the_same_judgments_share_a_scale():
    qrels = {"1": {"a": 1, "b": 0}, "2": {"x": 0, "y": 1}}
    runs = {"A": {"1": {"a": 2.0, "z": 1.0}, "2": {"x": 2.0, "y": 1.0}}}
    names = ["AP@2", "nDCG@2", "interval(AP@2)", "interval(AP@2,space='topic')", "INST@2", "Rprec", "Bpref", "SetF"]
    assert {change.keeps for change in asked(names, qrels, runs).values()} == {True}


def test_what_looks_at_the_run_alone_keeps_its_scale_and_what_looks_at_judgments_may_not():
    qrels = {"1": {"a": 1, "b": 0}, "2": {"x": 1}}
    runs = {"A": {"1": {"a": 2.0, "z": 1.0}, "2": {"x": 2.0, "y": 1.0}}}
    found = asked(["INST@2", "Rprec", "SetR", "Bpref"], qrels, runs)
    assert {name: one.keeps for name, one in found.items()} == {
        "INST@2": True,
        "Rprec": True,
        "SetR": True,
        "Bpref": None,
    }
    assert asked(["Rprec", "INST@1"])["Rprec"].keeps is False


@pytest.mark.parametrize("name", ["P", "R", "F"])
@pytest.mark.parametrize("size", [(1, 1), (2, 2), (3, 5), (5, 3), (9, 9)])
def test_the_verdict_is_that_of_all_triples_one_by_one(name, size):
    runs = {}
    for triple in universe(*size):
        runs.setdefault(UNIVERSE_MEASURES[name](*triple), triple)
    values = sorted(runs)
    uneven = next((n for n in range(1, len(values) - 1) if 2 * values[n] != values[n - 1] + values[n + 1]), None)
    found = universe_scale(name, *size)
    assert found.cases == len(list(universe(*size)))
    assert found.holds == (uneven is None)
    if uneven is not None:
        assert found.witness == tuple(runs[value] for value in values[uneven - 1 : uneven + 2])


@pytest.mark.parametrize("size", [(2.5, 1), ("3", 1), (None, 1), (1, 2.5), (True, 1), (201, 1), (1, 0)])
def test_sizes_are_whole_numbers(size):
    for ask in (universe, lambda *two: universe_scale("P", *two), lambda *two: order_flip("P", "R", *two)):
        with pytest.raises(iv.OptionError, match="must be a whole number from 1 to 200"):
            ask(*size)


def test_too_many_pairs_are_refused_before_any_is_made(monkeypatch):
    monkeypatch.setitem(order_flip.__globals__, "universe", None)
    with pytest.raises(iv.OptionError, match="2,726,700 runs are too many to compare"):
        order_flip("P", "R", 200, 200)


def test_bad_calls():
    with pytest.raises(iv.OptionError, match="from 1 to 200"):
        universe_scale("P", 0, 2)
    with pytest.raises(iv.OptionError, match="too many to compare"):
        order_flip("P", "R", 50, 50)
    with pytest.raises(iv.OptionError, match=r"iv\.scale_changes\(iv\.evaluate"):
        iv.scale_changes({})
    with pytest.raises(iv.OptionError, match="needs at least one measure"):
        iv.scale_changes(iv.evaluate(QRELS, RUNS))
    with pytest.raises(iv.OptionError, match="needs judged runs"):
        iv.scale_changes(iv.read_scores({"A": [1]}))
