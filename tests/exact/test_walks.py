"""Bounds on how many walks have a total of at most x, against listing all totals with fractions."""

from collections import Counter
from fractions import Fraction
from itertools import accumulate
from math import comb
from random import Random

import pytest

import intervale as iv
from intervale.exact import smallest_walks, walk_tables
from intervale.exact.walk_places import WalkPlaces
from intervale.exact.walks import Walk
from tests.sizes import MORE


def all_totals(length, ways):
    """How many walks have each total: every state and total so far, one step after the other."""
    reached = Counter({(0, Fraction(0)): 1})
    for step in range(1, length + 1):
        after = Counter()
        for (state, total), many in reached.items():
            for target, adds, times in ways(state, step):
                after[target, total + adds] += many * times
        reached = after
    found = Counter()
    for (_, total), many in reached.items():
        found[total] += many
    return dict(sorted(found.items()))


def average_precision(random):
    times = random.randint(1, 3)
    return lambda seen, step: [(seen, Fraction(0), 1), (seen + 1, Fraction(seen + 1, step), times)]


def expected_reciprocal_rank(random):
    stop = Fraction(random.randint(1, 10), 10)
    return lambda seen, step: [(seen, Fraction(0), 1), (seen + 1, (1 - stop) ** seen * stop / step, 1)]


def anything(random):
    """Moves drawn at random, back to earlier states too."""
    states, table = random.randint(1, 4), {}

    def ways(state, step):
        if (state, step) not in table:
            table[state, step] = [
                (
                    random.randrange(states),
                    Fraction(random.randint(0, 20), random.randint(1, 30)),
                    random.randint(1, 2),
                )
                for _ in range(random.randint(1, 3))
            ]
        return table[state, step]

    return ways


KINDS = [average_precision, expected_reciprocal_rank, anything]


@pytest.fixture
def hardly_any_listed(monkeypatch):
    """Tables instead of lists, also for totals that few walks have."""
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", 20)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("seed", range(20 if MORE else 6))
def test_counts_are_inside(kind, seed, weighted, hardly_any_listed, monkeypatch):
    if weighted:  # as where numbers of walks are too large for floats
        monkeypatch.setattr(walk_tables, "LARGEST_LOG", -1.0)
    random = Random(seed)
    length, ways = random.randint(2, 11), kind(random)
    totals = all_totals(length, ways)
    walk = Walk.of(0, length, ways)
    places = WalkPlaces(walk, [random.choice([0.01, 0.1])])
    floats = list(map(float, totals))
    counts = list(accumulate(totals.values()))
    for count, (low, high) in zip(counts, places.bounds(floats), strict=True):
        assert low <= count <= high
    for below, count, (less, most, same) in zip([0, *counts[:-1]], counts, places.places(floats), strict=True):
        assert less <= below
        assert below + same <= count <= most
    assert places.size == counts[-1]
    assert walk.extremes == (
        (min(totals), totals[min(totals)]),
        (max(totals), totals[max(totals)]),
    )


def test_bounds_are_as_narrow_as_was_asked(hardly_any_listed):
    """At length 16, where single values no longer weigh much."""
    ways = average_precision(Random(1))
    totals = all_totals(16, ways)
    places = WalkPlaces(Walk.of(0, 16, ways), [0.05])
    many = [float(total) for total, count in zip(totals, accumulate(totals.values()), strict=True) if count > 2000]
    assert all((high - low) / high < 0.05 for low, high in places.bounds(many))


@pytest.mark.parametrize("ways_of_one", [1, 3])
@pytest.mark.parametrize("ways_of_none", [1, 3])
def test_lists_hold_numbers_of_walks_that_differ_much(ways_of_none, ways_of_one):
    """AP at 700: with three ways to be relevant the one run without any is one of 4^700."""
    length = 700
    walk = Walk.of(
        0, length, lambda n, step: [(n, Fraction(0), ways_of_none), (n + 1, Fraction(n + 1, step), ways_of_one)]
    )
    worst = ways_of_none**length
    single = worst // ways_of_none * ways_of_one
    places = WalkPlaces(walk)
    found = places.places([0.0, 1 / length, 1 / (length - 1)])
    for (less, most, same), above in zip(found, (0, worst, worst + single), strict=True):
        here = single if above else worst
        assert less <= above
        assert above + same <= above + here <= most
        assert (most - less - here) * 10**6 <= here + above


def test_walks_in_very_unequal_ways(monkeypatch):
    """Where floats cannot hold both, tables are made, and what they lose is in the bounds."""
    monkeypatch.setattr(smallest_walks, "MOST_LISTED", 3)
    ways = 10**156
    walk = Walk.of(0, 8, lambda state, step: [(0, Fraction(0), 1), (0, Fraction(1), ways)])
    counts = list(accumulate(comb(8, many) * ways**many for many in range(9)))
    for count, (low, high) in zip(counts, WalkPlaces(walk).bounds([float(many) for many in range(9)]), strict=True):
        assert low <= count <= high


@pytest.mark.parametrize(("stops", "length"), [(("7/10", "91/100"), 40), (("4/5", "24/25"), 100)])
def test_states_that_share_a_name_at_other_steps(stops, length):
    """(1 − 7/10)² is 1 − 91/100: in floats a state may be called as another one is at a later step."""
    stop = ",".join(f"{grade}:{chance}" for grade, chance in enumerate(stops, start=1))
    scale = iv.interval_scale(f"ERR(stop={{{stop}}})@{length}", grades=2, method="walks", tie_rule="mid")
    assert scale.extremes == (0, scale.value_of((2,) * length))


def test_few_walks_are_listed():
    """Their places are exact, but where totals cannot be told apart in floats."""
    ways = average_precision(Random(5))
    totals = all_totals(11, ways)
    places = WalkPlaces(Walk.of(0, 11, ways))
    counts = list(accumulate(totals.values()))
    found = places.bounds([float(total) for total in totals if total <= places.smallest.cut])
    assert len(found) > 100
    assert all(low <= count <= high for count, (low, high) in zip(counts, found, strict=False))
    assert places.smallest.apart
    assert found[:50] == [(count, count) for count in counts[:50]]
    assert not places.stretches


def test_the_same_bounds_in_any_order():
    walk = Walk.of(0, 60, average_precision(Random(1)))
    asked = [0.5, 3.0, 20.0]
    forwards, backwards = WalkPlaces(walk), WalkPlaces(walk)
    found = {x: forwards.bounds([x]) for x in asked}
    assert {x: backwards.bounds([x]) for x in reversed(asked)} == found


def test_too_many_moves_are_no_walk():
    assert Walk.of(0, 100, lambda state, step: [(2 * state, 0, 1), (2 * state + 1, 1, 1)], 1000) is None


@pytest.mark.parametrize("stop", [0.5, 0.3, 1.0])
def test_a_walk_in_floats_is_the_same_walk(stop):
    """Also where choices lead from one state to the same one: then they are one move."""

    def ways(on, step):
        return [(on, Fraction(0), 2), (on * (1 - Fraction(stop)), on * Fraction(stop) / step, 1)]

    plain = Walk.of(Fraction(1), 9, ways)
    moves = [(lambda on, step: (on, 0 * on), 2), (lambda on, step: (on * (1 - stop), on * stop / step), 1)]
    quick = Walk.in_floats(Fraction(1), 9, ways, moves)
    assert (quick.states, quick.count(), quick.extremes) == (plain.states, plain.count(), plain.extremes)
    asked = [0.0, 0.01, 0.1, 0.5]
    assert WalkPlaces(quick).bounds(asked) == WalkPlaces(plain).bounds(asked)


@pytest.mark.parametrize("stop", [Fraction(3, 10), Fraction(37, 100)])
def test_states_that_floats_name_otherwise(stop):
    """0.7 · 0.7 · … in floats is not what the fraction is in floats: extremes are exact all the same."""

    def ways(on, step):
        return [(on, Fraction(0), 1), (on * (1 - stop), on * stop / step, 1)]

    share = float(stop)
    moves = [(lambda on, step: (on, 0 * on), 1), (lambda on, step: (on * (1 - share), on * share / step), 1)]
    quick = Walk.in_floats(Fraction(1), 150, ways, moves)
    best = sum((1 - stop) ** n * stop / (n + 1) for n in range(150))
    assert quick.states == 151
    assert quick.extremes == ((0, 1), (best, 1))
