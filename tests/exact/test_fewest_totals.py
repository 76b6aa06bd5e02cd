"""A number that the number of different totals is not below: against listing, and against a twin in plain integers."""

from collections import Counter
from fractions import Fraction
from random import Random

import pytest

from intervale.exact.fewest_totals import EXACT_FLOATS, Classes, _tracked, _whole, fewest_totals
from intervale.exact.multiplicities import Multiplicities
from tests.exact.test_multiplicities import ap, listed, random_ways, walks_of

KNOWN = {10: 810, 20: 644203, 30: 426591837}
"""How many values AP has."""


@pytest.mark.parametrize("most", [0, 8, 100])
@pytest.mark.parametrize("classes", [1, 200, 1 << 20])
def test_random_folds_have_no_fewer_totals(most, classes):
    random = Random(most + classes)
    for _ in range(60):
        length, ways = random.randint(1, 7), random_ways(random)
        assert 1 <= fewest_totals(Multiplicities.of(0, length, ways), most, classes) <= len(listed(0, length, ways))


@pytest.mark.parametrize("length", range(1, 14))
def test_ap_has_no_fewer_values(length):
    walks, values = Multiplicities.of(0, length, ap), len(listed(0, length, ap))
    assert fewest_totals(walks) == values
    for most in (0, 30, 300):
        assert 1 <= fewest_totals(walks, most) <= values


@pytest.mark.parametrize(("text", "length", "grades"), [("ERR", 11, 1), ("ERR", 6, 2)])
def test_err_has_no_fewer_values(text, length, grades):
    fold = walks_of(f"{text}@{length}", length, grades)
    assert 1 <= fewest_totals(Multiplicities.of(*fold), 20) <= len(listed(*fold))


@pytest.mark.parametrize("length", KNOWN)
def test_numbers_that_are_known_are_not_exceeded(length):
    found = fewest_totals(Multiplicities.of(0, length, ap))
    assert KNOWN[length] / 20 < found <= KNOWN[length]


def test_longer_runs_have_more():
    """The bound is far below the number of values, and grows."""
    sizes = [fewest_totals(Multiplicities.of(0, length, ap), 1 << 12, 1 << 16) for length in (20, 30, 40, 50)]
    assert sizes == sorted(sizes)


@pytest.mark.parametrize("length", [7, 10, 15])
def test_classes_are_kept_as_by_the_twin(length):
    walks = Multiplicities.of(0, length, ap)
    tracked = _tracked(walks, 0, 1 << 12)
    assert tracked
    table = Classes.of(walks, [{0}], 0, tracked)
    for step in range(1, length + 1):
        table = table.after(step)
    assert {n: part.sum() for n, part in enumerate(table.parts)} == twin(walks, tracked)


def graded(seen, rank):
    """Few states and many moves, so that numbers are soon too large for floats."""
    return [(min(seen + gain, 6), Fraction(gain * (seen + 1), rank), 1) for gain in range(5)]


@pytest.mark.parametrize("length", [80, 120])
def test_floats_above_whole_numbers_are_lowered_enough(length):
    """What rounding may have added is taken off, and hardly more, after every step."""
    walks = Multiplicities.of(0, length, graded)
    tracked = _tracked(walks, 0, 60)
    table, rounded = Classes.of(walks, [{0}], 0, tracked), 0
    for step in range(1, length + 1):
        sizes = twin(walks, tracked, step - 1) if step % 10 == 0 else {}
        if sizes:
            additions = table.additions + table.summed
            for state, found in enumerate(table.sizes):
                assert check_below(_whole(found, additions), sizes[state]), (step, state)
                rounded += int(found) != sizes[state]
            sides = {}
            fresh = walks.units[step] // walks.units[step - 1]
            for source, _, adds, _ in walks.steps[step - 1]:
                sides[adds % fresh] = max(sides.get(adds % fresh, 0), sizes[source])
            assert check_below(table.different(step), sum(sides.values())), step
        table = table.after(step)
    assert rounded


def check_below(found, exact):
    return found == exact if exact < EXACT_FLOATS else exact * (1 - Fraction(1, 2**40)) < found <= exact


@pytest.mark.parametrize("additions", [1, 7, 1000])
def test_the_worst_rounding_is_taken_off(additions):
    """From 2^53 to 2^54 floats are even, and what lies in the middle goes to a multiple of 4: 3 more become 4 more."""
    found, exact = 2.0**53, 2**53
    for _ in range(additions):
        found, exact = found + 3, exact + 3
    assert int(found) == exact + additions
    assert exact - 1 <= _whole(found, additions) <= exact


def twin(walks, tracked, steps=None):
    """The same with a dictionary of classes: for each state and residue, the largest of what comes from one side."""
    here, unit = {(0, ()): 1}, walks.units[-1]
    for step, edges in enumerate(walks.steps[:steps], start=1):
        fresh, scale = walks.units[step] // walks.units[step - 1], unit // walks.units[step]
        sides = {}
        for source, target, adds, _ in edges:
            for (state, residues), many in here.items():
                if state == source:
                    before = dict(residues)
                    after = tuple((p, (before.get(p, 0) + adds * scale) % p) for p in sorted(tracked))
                    side = target, after, adds % fresh
                    sides[side] = max(sides.get(side, 0), many)
        together = Counter()
        for (target, residues, _), many in sides.items():
            left = tuple((p, r) for p, r in residues if tracked[p][1] > step)
            together[target, left] += many
        here = dict(together)
    found = Counter()
    for (state, _), many in here.items():
        found[state] += many
    return dict(found)


def test_a_total_that_cannot_stay_is_not_counted_on():
    """Every walk ends in the same total: the last step takes back what the first ones added."""
    ways = {1: lambda state: [(n, Fraction(n, 7), 1) for n in range(5)], 2: lambda state: [(0, Fraction(-state, 7), 1)]}
    assert fewest_totals(Multiplicities.of(0, 2, lambda state, step: ways[step](state)), 0) == 1
