"""Sums that were refused though they fit: counted by digits, filled, in large parts, or enclosed; against listing."""

from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import ClassVar

import numpy as np
import pytest

import intervale as iv
from intervale.errors import OptionError
from intervale.measures import load_measure
from intervale.measures.measure import Additive
from intervale.orders import RunSpace
from intervale.scales.counting_task import Task
from intervale.scales.covered import Covered
from intervale.scales.folds import fold_of
from intervale.scales.whole import Digits, Filled

RANDOM = np.random.default_rng(3)


class WithPowers(Additive):
    """A sum over ranks with weights i^power."""

    power: ClassVar[int]

    def gain(self, grade, top):
        return Fraction(grade)

    def weight(self, rank, a):
        return rank**self.power if self.power >= 0 else 1 / rank**-self.power


@dataclass(frozen=True, repr=False)
class Harmonic(WithPowers):
    power = -1
    cutoff: int | None = None


@dataclass(frozen=True, repr=False)
class Ranks(WithPowers):
    power = 1
    cutoff: int | None = None


@dataclass(frozen=True, repr=False)
class Squares(WithPowers):
    power = 2
    cutoff: int | None = None


@dataclass(frozen=True, repr=False)
class Cubes(WithPowers):
    power = 3
    cutoff: int | None = None


def task_of(measure, length, grades):
    space = RunSpace(length, grades)
    made = load_measure(measure) if isinstance(measure, str) else measure
    return Task(made, space, fold_of(made, space))


def check_like(counting, listed):
    """Every question is answered as by the list of all values."""
    assert counting.size == listed.size
    assert counting.extremes == listed.extremes
    assert list(counting.values) == listed.values
    some = listed.values[:: max(1, listed.size // 40)]
    between = [(a + b) / 2 for a, b in pairwise(some)] + [Fraction(-1), Fraction(10**6)]
    assert counting.at_most(some + between) == listed.at_most(some + between)
    assert [counting.neighbours(value) for value in some] == [listed.neighbours(value) for value in some]
    assert counting.step_range == listed.step_range
    assert counting.ways_at_most(some) == listed.ways_at_most(some)
    assert [counting.ways(value) for value in some] == [listed.ways(value) for value in some]
    assert [counting.has(value) for value in between] == [listed.has(value) for value in between]


@pytest.mark.parametrize("gains", ["1:1,2:3", "1:1,2:3,3:7,4:15", "1:2,2:3,3:9", "1:1,2:10,3:10"])
@pytest.mark.parametrize("p", ["0.5", "0.25", "0.2", "0.1"])
def test_digits_are_counted_like_listing(p, gains):
    grades = gains.count(":")
    for length in range(2, {2: 9, 3: 8, 4: 6}[grades]):
        task = task_of(f"gRBP(p={p},gains={{{gains}}})", length, grades)
        listed = iv.interval_scale(task.measure, length=length, grades=grades, method="listed").counting
        check_like(Digits.of(task.choices, task.places), listed)


def test_powers_that_are_none_are_no_digits():
    for measure in ("gRBP(p=0.8)", "gP", "INSQ"):
        task = task_of(measure, 6, 2)
        assert Digits.of(task.choices, task.places) is None


@pytest.mark.parametrize(
    ("measure", "length", "grades"),
    [(Squares(), 10, 1), (Squares(), 7, 2), (Squares(), 6, 3), (Ranks(), 9, 1), (Cubes(), 10, 1)],
)
def test_filled_values_are_counted_like_listing(measure, length, grades):
    task = task_of(measure, length, grades)
    listed = iv.interval_scale(measure, length=length, grades=grades, method="listed").counting
    check_like(Filled.of(task.places, lambda: listed), listed)


def test_values_that_leave_few_out_have_exact_ranks_at_any_length():
    scale = iv.interval_scale(Squares(), length=1000, grades=1)
    assert scale.method == "filled"
    assert scale.size == 1000 * 1001 * 2001 // 6 + 1 - 2 * 31  # 31 whole numbers are no sums of different squares
    assert scale.rank_of((1, *(0,) * 999)) == 2
    assert scale.rank_of((1,) * 999 + (0,)) == scale.size - 10**6 + 31  # all above are reached, but for the last 31
    assert scale.step_range[0] == 1
    with pytest.raises(OptionError, match="tie_rule='unq'"):
        scale.rank_of((1,) * 1000, "mid")


def test_graded_rbp_with_a_half_has_exact_ranks_at_any_length():
    scale = iv.interval_scale("gRBP(p=0.5,gains={1:1,2:3,3:7,4:15})", length=1000, grades=4)
    assert (scale.method, scale.exact, scale.assumption) == ("digits", True, "")
    assert scale.score_of((4,) * 1000) == 1
    assert scale.rank_of((0,) * 999 + (1,)) == 2
    half = scale.rank_of((4, *(0,) * 999))
    assert 0.45 < half / scale.size < 0.55
    assert scale.rank_of((4,) * 1000, "max") == 5**1000


@pytest.mark.parametrize(("measure", "length", "grades"), [("INSQ", 16, 1), ("INSQ(T=3)", 9, 2), ("INSQ(T=0.5)", 7, 3)])
def test_insq_in_parts_is_counted_like_listing(measure, length, grades):
    listed = iv.interval_scale(measure, length=length, grades=grades, method="listed").counting
    check_like(iv.interval_scale(measure, length=length, grades=grades, method="half sums").counting, listed)


def test_insq_in_large_parts_is_counted_like_two_halves():
    scale = iv.interval_scale("INSQ", length=16, grades=2, method="half sums")
    halves = iv.interval_scale("INSQ", length=16, grades=2, method="halves")
    runs = RANDOM.integers(0, 3, (40, 16)).tolist()
    assert scale.size == halves.size
    assert scale.ranks_of(runs) == halves.ranks_of(runs)
    assert scale.ranks_of(runs, "mid") == halves.ranks_of(runs, "mid")


@pytest.mark.parametrize(("measure", "length", "grades"), [("INSQ", 40, 1), ("INSQ(T=2)", 20, 2), (Harmonic(), 30, 2)])
def test_scores_are_enclosed_where_they_can_be_counted(measure, length, grades):
    exact = iv.interval_scale(measure, length=length, grades=grades)
    enclosed = iv.interval_scale(measure, length=length, grades=grades, method="covered")
    assert (exact.method, enclosed.exact) == ("half sums", False)
    runs = [(0,) * length, (grades,) * length, *map(tuple, RANDOM.integers(0, grades + 1, (60, length)).tolist())]
    runs += [(grades,) * n + (0,) * (length - n) for n in range(1, 5)]
    bounds = enclosed.score_bounds_of(runs)
    for score, (low, high) in zip(exact.scores_of(runs), bounds, strict=True):
        assert low <= score <= high
        assert high - low <= 2 * enclosed.error
    for rank, (low, high) in zip(exact.ranks_of(runs), enclosed.rank_bounds_of(runs), strict=True):
        assert low <= rank <= high
    assert bounds[0] == (0, 0)
    assert bounds[1] == (1, 1)
    assert enclosed.counting.most_values >= exact.size


def test_insq_at_1000_has_scores_between_proven_bounds():
    scale = iv.interval_scale("INSQ@1000")
    assert (scale.method, scale.known_size, scale.exact) == ("covered", None, False)
    assert scale.error < 0.005
    assert "proven" in scale.assumption
    first = (1, *(0,) * 999)
    ((low, high),) = scale.score_bounds_of([first])
    own = float(scale.value_of(first)) / float(scale.extremes[1])
    assert low < own < high  # nearly all multiples are values: the scale is nearly the measure itself
    scores, errors = scale.scored([first, (0,) * 1000])
    assert abs(scores[0] - own) <= errors[0]
    with pytest.raises(OptionError, match="not known"):
        _ = scale.size
    with pytest.raises(OptionError, match="tie_rule='unq'"):
        scale.score_bounds_of([first], "mid")


def test_what_is_enclosed_too_loosely_is_refused():
    with pytest.raises(OptionError, match="too many values"):
        iv.interval_scale("INSQ(T=3)", length=60, grades=1)
    assert Covered.of([[0, 1], [0, iv.exact.inverse_log(3)]]) is None


def test_graded_rbp_whose_gains_clash_is_refused_at_once():
    with pytest.raises(OptionError, match="too many values"):
        iv.interval_scale("gRBP(p=0.8,gains={1:1,2:3,3:7,4:15})", length=1000, grades=4)


@pytest.mark.parametrize(("measure", "grades"), [("INSQ(T=0.5)@1000", 1), ("INSQ(T=3)@1000", 2), ("INSQ@100", 4)])
def test_deep_insq_is_enclosed_with_any_patience(measure, grades):
    """With T = 1/2 the first rank weighs more than all others together: its totals lie apart."""
    scale = iv.interval_scale(measure, grades=grades)
    assert (scale.method, scale.error < 0.01) == ("covered", True)
    whole = float(scale.extremes[1])
    runs = [(grades, *(0,) * n, *(grades,) * (scale.space.length - n - 1)) for n in (0, 3, scale.space.length - 1)]
    for (low, high), value in zip(scale.score_bounds_of(runs), scale.values_of(runs), strict=True):
        assert 0 <= low <= high <= 1
        assert measure == "INSQ(T=0.5)@1000" or abs(float(value) / whole - (low + high) / 2) < 0.02
