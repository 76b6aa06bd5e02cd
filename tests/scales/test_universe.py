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


def test_judged_runs_are_asked_which_measures_change_scale():
    changes = {
        change.measure: change for change in iv.scale_changes(iv.judge(QRELS, RUNS), ["P@1", "R@1", "AP", "P@2"])
    }
    assert changes["P@1"].keeps
    assert not changes["R@1"].keeps
    assert "from 1 (topic 2) to 3 (topic 1)" in changes["R@1"].reasons[0]
    assert len(changes["AP"].reasons) == 2  # the recall base, and runs of one and two documents
    assert "1 of 4 runs have fewer than 2 documents" in changes["P@2"].reasons[0]


def test_bad_calls():
    with pytest.raises(iv.OptionError, match="P, R, F"):
        universe_scale("AP", 2, 2)
    with pytest.raises(iv.OptionError, match="from 1 to 200"):
        universe_scale("P", 0, 2)
