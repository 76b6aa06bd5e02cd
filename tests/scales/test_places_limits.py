"""Places where floats reach their limits: numbers of ways, ranks that are not looked at, small and large increments."""

from fractions import Fraction
from itertools import product
from math import log

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.exact import walk_places, walk_tables
from intervale.exact.walk_places import WalkPlaces
from intervale.exact.walks import Walk
from intervale.scales.choices import allowed_runs


def test_runs_of_a_topic_are_counted_in_whole_numbers():
    """Two grades of one gain: the last step of a walk comes about in more ways than floats hold."""
    scale = iv.interval_scale("AP@60", grades=2, most=(35, 35), tie_rule="max")
    assert scale.counting.places.size == allowed_runs(60, (35, 35))
    best = (2,) * 35 + (1,) * 25
    assert scale.rank_bounds_of([best], "max") == [(allowed_runs(60, (35, 35)),) * 2]


def test_more_ways_than_floats_reach_are_refused():
    with pytest.raises(OptionError, match="places among the runs of length 400 that a topic allows cannot be counted"):
        iv.interval_scale("AP@400", grades=9, most=(40,) * 9, tie_rule="max").rank_bounds_of([(0,) * 400], "max")


@pytest.mark.parametrize("rule", ["min", "mid", "max"])
def test_ranks_that_are_not_looked_at_are_counted(rule):
    enclosed = iv.interval_scale("AP@4", length=6, tie_rule=rule, method="walks")
    exact = iv.interval_scale("AP@4", length=6, tie_rule=rule)
    runs = list(product((0, 1), repeat=6))
    for (low, high), rank in zip(enclosed.rank_bounds_of(runs, rule), exact.ranks_of(runs, rule), strict=True):
        assert low <= rank <= high
    assert enclosed.ends(rule) == exact.ends(rule)


def test_increments_too_small_for_floats_are_refused():
    with pytest.raises(OptionError):
        iv.interval_scale("RBP(p=0.3)@1000", most=(20,), tie_rule="min").rank_bounds_of([(0,) * 1000], "min")
    scale = iv.interval_scale("RBP(p=0.3)@40", most=(3,), tie_rule="max", method="walks")
    assert scale.rank_bounds_of([(0,) * 39 + (1,)], "max") == [(2, 2)]


def test_states_that_floats_cannot_name_are_refused():
    scale = iv.interval_scale("ERR(stop={1:0.99999})@30", tie_rule="mid", method="walks")
    with pytest.raises(OptionError, match="states are too close to each other or to 0 for floats"):
        scale.rank_bounds_of([(1,) * 30], "mid")


def test_the_best_run_of_equal_weights_has_its_place():
    scale = iv.interval_scale("gP@300", grades=3, gains=(0, 1.234567, 2.718281, 3.141592), tie_rule="mid")
    ((low, high),) = scale.rank_bounds_of([(3,) * 300], "mid")
    assert low <= 4**300 <= high


def test_values_with_one_float_are_not_called_equal():
    measure, runs = "RBP(p=0.000000003)@4", list(product((0, 1), repeat=4))
    scale = iv.interval_scale(measure, tie_rule="min", method="walks")
    order = sorted(runs, key=lambda run: sum(Fraction(3, 10**9) ** n * grade for n, grade in enumerate(run)))
    for rule in ("min", "mid", "max"):
        for run, (low, high) in zip(runs, scale.rank_bounds_of(runs, rule), strict=True):
            assert low <= order.index(run) + 1 <= high


def logs(places, x):
    """Logarithms of numbers between which the number of walks with at most x lies."""
    ((low, high),) = places.bounds([float(x)])
    return log(low) if low else -1.0, log(high)


def counted(parts, x):
    """How many picks, one of each part, have a sum of at most x, by adding up."""
    found = {0: 1}
    for part in parts:
        after = {}
        for total, many in found.items():
            for number in part:
                after[total + number] = after.get(total + number, 0) + many
        found = after
    return sum(many for total, many in found.items() if total <= x)


@pytest.mark.parametrize("least", [0, 1, 10])
def test_sums_of_which_every_choice_adds_something(least):
    """1,100 picks of ``least`` or one more: logarithms of places are above 700, so that numbers are tilted."""
    steps = 1100
    walk = Walk.of(0, steps, lambda state, step: [(0, least, 1), (0, least + 1, 1)])
    places = WalkPlaces(walk, [0.5])
    for above in (250, 550):
        x = least * steps + above
        exact = log(counted([(0, 1)] * steps, above))
        low, high = logs(places, x)
        assert low <= exact + 1e-9
        assert exact - 1e-9 <= high


def test_the_low_end_of_a_wide_octave(monkeypatch):
    """1,200 dice: e to more than 700 lies between both ends of one octave."""
    monkeypatch.setattr(walk_tables, "MOST_CELLS", 1 << 13)
    monkeypatch.setattr(walk_places, "TRIES", 1)
    steps, sides = 1200, 8
    walk = Walk.of(0, steps, lambda state, step: [(0, side, 1) for side in range(sides + 1)])
    places = WalkPlaces(walk, [0.5])
    values = [1026, 1100, 1500, 2047]
    assert len({int(octave) for octave in places.octaves(np.array(values, dtype=float))}) == 1
    row = np.array([1] + [0] * (values[-1] + 1), dtype=object)
    for _ in range(steps):
        sums = np.concatenate([[0], np.cumsum(row)])
        row = np.array([sums[n + 1] - sums[max(0, n - sides)] for n in range(len(row))], dtype=object)
    for x in values:
        low, high = logs(places, x)
        exact = log(int(row[: x + 1].sum()))
        assert low <= exact + 1e-9
        assert exact - 1e-9 <= high
