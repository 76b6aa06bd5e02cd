"""Scales under orders that are made: generated, of one's own, with ties, and on more runs than can be listed; and over
explicit sets of grades.
"""

import numpy as np
import pytest

import intervale as iv
from intervale.orders import GeneratedOrder, OwnOrder, completed_rank


@pytest.mark.parametrize("measure", ["AP@4", "DCG@4", "RBP(p=0.5)@4", "P@4", "RR@4"])
@pytest.mark.parametrize("grades", [1, 2])
def test_moves_that_make_an_order_of_the_papers_give_its_verdicts(measure, grades):
    def named(known):
        return OwnOrder(f"my {known}", leq=lambda r, s: iv.order(known).leq(r, s))

    for made, known in (("replacement+swap", "rank-swap"), ("projection", "rank-total")):
        found = iv.scale(measure, grades=grades, order=[made, named(known)])
        assert found[made].scale == found[f"my {known}"].scale
        assert found[made].strict.holds == found[f"my {known}"].strict.holds


def test_neighbours_alone_are_listed():
    found = iv.scale("DCG@3", grades=2, order="replacement+neighbour-swap")["replacement+neighbour-swap"]
    assert found.scale == "ordinal"
    assert found.strict.proof == "exhaustive"


def test_ties_with_different_values_are_refuted():
    found = iv.scale("DCG@3", order="replacement+units")["replacement+units"]
    assert found.isotone.holds is False
    assert "although they are tied" in found.isotone.why
    assert iv.scale("P@3", order="replacement+units")["replacement+units"].scale == "interval"


def test_beyond_what_can_be_listed_a_sample_refutes_and_never_proves():
    by_key = OwnOrder("sum", key=sum)
    found = iv.scale("P@40", order=by_key)["sum"]
    assert (found.scale, found.isotone.undecided, found.strict.undecided) == (None, True, True)
    broken = iv.scale("DCG@40", order=by_key)["sum"]
    assert broken.isotone.holds is False
    low, high = broken.isotone.witness
    before, after = (iv.parse_measure("DCG").exact(run) for run in (low, high))
    assert before > after if sum(low) < sum(high) else (sum(low) == sum(high) and before != after)
    assert iv.scale("DCG@40", order=by_key)["sum"].isotone.witness == (low, high)

    by_leq = OwnOrder("last first", leq=lambda r, s: r[::-1] <= s[::-1])
    turned = iv.scale("DCG@40", order=by_leq)["last first"]
    low, high = turned.strict.witness
    assert low[::-1] < high[::-1]
    assert turned.at_most == "none"

    def covers(run):
        return [(*run[:i], 1, *run[i + 1 :]) for i, grade in enumerate(run) if not grade]

    raised = iv.scale("RR@40", order=OwnOrder("raised", covers=covers))["raised"]
    assert raised.isotone.undecided
    assert raised.strict.holds is False
    moves = iv.scale("P@40", grades=2, order="replacement+neighbour-swap")["replacement+neighbour-swap"]
    assert moves.isotone.undecided
    assert moves.strict.holds is False


@pytest.mark.parametrize(
    "order",
    [
        OwnOrder("nothing", leq=lambda r, s: r == s),
        OwnOrder("nothing", covers=lambda r: []),
        GeneratedOrder([lambda r: []], name="nothing"),
    ],
)
def test_where_nothing_compares_nothing_is_known(order):
    found = iv.scale("P@20", order=order, steps=50)["nothing"]
    assert found.isotone.undecided
    assert "no two runs of the sample can be compared" in found.isotone.why


def test_without_a_worst_run():
    apart = OwnOrder("apart", leq=lambda r, s: r[0] == s[0] and r[1] <= s[1])  # two chains side by side
    found = iv.scale("P@2", order=apart)["apart"]
    assert found.isotone.holds
    assert found.strict.holds
    assert found.affine.holds
    assert found.beta is None
    assert "no single worst run" in found.affine.why


def test_an_own_measure_over_a_set_of_grades():
    @iv.measure
    def total(grades):
        return grades.sum(-1)

    values = (0, 0.5, 2)
    own = iv.interval_scale(total, length=2, grades=values)
    assert [float(value) for value in own.values] == [0, 0.5, 1, 2, 2.5, 4]


@pytest.mark.parametrize("measure", ["DCG@3", "gP@3", "gRBP(p=0.25)@3", "P@3", "AP@3", "RR@3"])
def test_a_set_of_grades_is_levels_with_gains(measure):
    values = (0, 0.5, 2)
    named = {
        "DCG@3": "DCG(gains={1:0.5,2:2})@3",
        "gP@3": "gP(gains={1:0.5,2:2})@3",
        "gRBP(p=0.25)@3": "gRBP(p=0.25,gains={1:0.5,2:2})@3",
    }.get(measure, measure.replace("@", "(rel=2)@"))  # 0.5 is below 1, and not relevant
    ours, theirs = iv.scale(measure, grades=values), iv.scale(named, grades=2)
    assert {name: one.scale for name, one in ours.orders.items()} == {
        name: one.scale for name, one in theirs.orders.items()
    }
    assert iv.interval_scale(measure, grades=values).values == iv.interval_scale(named, grades=2).values
    assert {name: one.holds for name, one in iv.axioms(measure, grades=values).verdicts.items()} == {
        name: one.holds for name, one in iv.axioms(named, grades=2).verdicts.items()
    }


def test_a_set_of_grades_scores_as_data_do():
    grades = {"a": 0.5, "b": 2.0, "c": 0.0}
    scores = iv.evaluate({"q": grades}, {"A": {"q": {"b": 3.0, "c": 2.0, "a": 1.0}}}, ["DCG@3", "P@3"]).means("A")
    space = iv.RunSpace(3, (0, 0.5, 2))
    run = space.levels((2, 0, 0.5))
    for name in ("DCG@3", "P@3"):
        scale = iv.interval_scale(name, grades=(0, 0.5, 2))
        assert np.isclose(float(scale.measure.exact(run, grades=2)), scores[name])


def test_what_needs_whole_grades_is_refused():
    with pytest.raises(iv.MeasureError, match=r"ERR@3 is defined for whole grades 0\.\.c"):
        iv.scale("ERR@3", grades=(0, 0.5, 2))
    with pytest.raises(iv.MeasureError, match="has gains of whole grades"):
        iv.scale("DCG(gains={1:3})@3", grades=(0, 0.5, 2))
    with pytest.raises(iv.MeasureError, match="reaches rel=5"):
        iv.scale("P(rel=5)@3", grades=(0, 0.5, 2))
    with pytest.raises(iv.OptionError, match="must begin with 0 and increase"):
        iv.scale("DCG@3", grades=(0.5, 1))


def test_the_rank_in_the_completion_is_an_order_of_its_own():
    order = OwnOrder("completed", key=completed_rank)
    found = iv.scale("RBPO@4", order=order)["completed"]
    assert found.scale == "interval"
