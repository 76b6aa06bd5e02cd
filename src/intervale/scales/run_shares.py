"""Which share of the runs of a space lies below a number: counted, or enclosed on a grid.

:class:`Counted` asks the counting of the interval mapping how many runs have at most a value. Where that is not known,
:class:`Enclosed` follows the value rank by rank in cells: what a document adds is rounded to a whole number of cells,
and the share of runs in each cell is a sum of products of positive floats. A run and its cell differ by the sum of the
roundings, which lies between the sums of the least and of the greatest rounding at each rank; the relative error of a
share is at most the number of operations behind it times the roundoff. Both widen the bounds, so that these are proven.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, floor, lcm
from typing import Any

import numpy as np

from intervale.exact import Exact, LogSum
from intervale.exact.totals import near_rational
from intervale.scales.choices import Choices
from intervale.scales.counting import Counting
from intervale.scales.sizes import Level, Sizes

__all__ = ["Bounds", "Counted", "Enclosed", "RunShares"]

Array = np.ndarray[Any, Any]
Bounds = tuple[Fraction, Fraction]
"""Between which numbers a number lies, both included; twice the number where it is known."""
HALF = Fraction(1, 2)
MOST_HALVINGS = 128
"""How often the range is halved in search of the median."""
MOST_STEPS, MOST_WORK, MOST_CELLS, MOST_HELD = 1 << 17, 1 << 29, 1 << 18, 1 << 24
"""How many steps there may be from a state at a rank to the next, how many cells are looked at in all, how many there
are, and how many are held at a time, those of all states together.
"""
LEAST_CELLS = 64
"""With fewer cells for each rank than this, bounds would say nothing."""
ROUNDOFF, LOST = 2.0**-52, 1e-250
"""The relative error of an operation, twice, and more than all shares that floats are too coarse for."""
NEARLY = Fraction(1, 10**30)
"""By more than this no sum over logarithms is off the fraction that stands for it here, for each 1 of its size."""


class RunShares(ABC):
    """The shares of runs below numbers."""

    @abstractmethod
    def below(self, numbers: Sequence[Exact]) -> list[Bounds]:
        """For each number, which share of the runs has a smaller value."""

    @abstractmethod
    def median(self) -> tuple[Exact, Exact]:
        """Between which numbers the median of the runs lies: the mean of the two in the middle where they are even."""


@dataclass(frozen=True, eq=False)
class Counted(RunShares):
    """Shares from the number of runs that have each value, exactly."""

    counting: Counting
    values: Sequence[Exact] | None
    """All values in ascending order; None where they are too many to list."""
    choices: Choices | None = None
    """What can come at each rank, where values grow rank by rank."""

    @cached_property
    def denominator(self) -> int | None:
        """Over which all values are whole numbers; None where that is not known."""
        return None if self.choices is None else _denominator(self.choices)

    @cached_property
    def runs(self) -> int:
        return self.counting.ways_at_most([self.counting.extremes[1]])[0]

    def below(self, numbers: Sequence[Exact]) -> list[Bounds]:
        upto = self.counting.ways_at_most(numbers)
        shares = (
            Fraction(ways - self.counting.ways(number), self.runs) for ways, number in zip(upto, numbers, strict=True)
        )
        return [(share, share) for share in shares]

    def median(self) -> tuple[Exact, Exact]:
        first, second = (self._value_at(place) for place in ((self.runs + 1) // 2, self.runs // 2 + 1))
        low, high = ((first[side] + second[side]) * HALF for side in (0, 1))
        return low, high

    def _value_at(self, place: int) -> tuple[Exact, Exact]:
        """The value of the run at a place, from 1, in the order of values; or between which numbers it lies."""
        values = self.values
        if values is not None:
            found = values[_first(len(values) - 1, lambda n: self._reaches(values[n], place))]
            return found, found
        low, high = self.counting.extremes
        if self.denominator is None or isinstance(low, LogSum) or isinstance(high, LogSum):
            return self._halved(low, high, place)
        unit = Fraction(1, self.denominator)
        least, number = Fraction(low), int(Fraction(high - low) / unit)
        if number.bit_length() > MOST_HALVINGS:
            return self._halved(low, high, place)
        found = least + unit * _first(number, lambda n: self._reaches(least + n * unit, place))
        return found, found

    def _reaches(self, number: Exact, place: int) -> bool:
        return self.counting.ways_at_most([number])[0] >= place

    def _halved(self, low: Exact, high: Exact, place: int) -> tuple[Exact, Exact]:
        """Bounds that are closer than floats tell."""
        if self._reaches(low, place):
            return low, low
        for _ in range(53):
            middle = near_rational((low + high) * HALF)
            low, high = (low, middle) if self._reaches(middle, place) else (middle, high)
        return low, high


def _first(number: int, holds: Callable[[int], bool]) -> int:
    """The first of the numbers from 0 on for which something holds that then holds for all larger ones; ``number``
    where it holds for no smaller one.
    """
    low, high = 0, number
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle + 1, high)
    return low


def _denominator(choices: Choices) -> int | None:
    """Over which all values are whole numbers; None where they are not rational, or too many to look at."""
    if choices.weights is None:
        sizes = Sizes.of(choices)
        return None if sizes is None else sizes.denominator
    numbers = [number for place in choices.places() for number in place]
    if any(isinstance(number, LogSum) for number in numbers):
        return None
    return lcm(*(number.denominator for number in numbers))  # type: ignore[union-attr]


# ---------------------------------------------------------------- cells


@dataclass(frozen=True, eq=False)
class Enclosed(RunShares):
    """Shares between proven bounds: those of the runs in each cell, from the least value on."""

    base: Fraction
    unit: Fraction
    """A cell k stands for base + k · unit."""
    upto: Array
    """The share of the runs in the cells before 0, 1, 2, …, in floats."""
    error: float
    """By which part of itself a share can be off."""
    slack: tuple[Fraction, Fraction]
    """A value less its cell lies between these."""

    @staticmethod
    def of(choices: Choices) -> Enclosed | None:
        """None where there are too many states."""
        levels = _levels(choices)
        if levels is None:
            return None
        steps = sum(len(ways) for level in levels for ways in level.values())
        cells = min(MOST_CELLS, MOST_WORK // steps, MOST_HELD // max(map(len, levels)))
        ends = [_ends([step for ways in level.values() for _, step, _ in ways]) for level in levels]
        reach = sum((high - low for low, high in ends), Fraction(0))
        if cells < LEAST_CELLS * len(levels):
            return None
        unit = reach / cells or Fraction(1)
        shares, slack, error = _followed(choices, levels, [low for low, _ in ends], unit)
        base = sum((low for low, _ in ends), Fraction(0))
        near = NEARLY * (abs(base) + reach + 1)
        upto = np.concatenate([[0.0], np.cumsum(shares)])
        return Enclosed(base, unit, upto, error + len(upto) * ROUNDOFF, (slack[0] - near, slack[1] + near))

    def below(self, numbers: Sequence[Exact]) -> list[Bounds]:
        found = []
        for number in numbers:
            place = near_rational(number) - self.base
            near = NEARLY * (abs(place) + 1)
            least = self._share(ceil((place - near - self.slack[1]) / self.unit), -1)
            most = self._share(ceil((place + near - self.slack[0]) / self.unit), 1)
            found.append((least, most))
        return found

    def median(self) -> tuple[Exact, Exact]:
        last = len(self.upto) - 1
        low = _first(last, lambda k: self._share(k + 1, 1) >= HALF)  # below it less than half of the runs
        high = _first(last, lambda k: self._share(k + 1, -1) > HALF)  # up to it more than half
        return self.base + low * self.unit + self.slack[0], self.base + high * self.unit + self.slack[1]

    def _share(self, cells: int, side: int) -> Fraction:
        """The share of the runs in so many cells, at least or at most."""
        share = float(self.upto[min(max(cells, 0), len(self.upto) - 1)])
        if cells <= 0:
            return Fraction(0)
        wide = share * (1 + side * self.error) + side * LOST
        return min(max(Fraction(wide), Fraction(0)), Fraction(1))


def _levels(choices: Choices) -> list[Level] | None:
    """What each state leads to at each rank; None where that is too much, or leaves too few cells."""
    levels: list[Level] = []
    most = min(MOST_STEPS, MOST_WORK // (LEAST_CELLS * choices.length))
    states, taken = [choices.start], 0
    for rank in range(1, choices.length + 1):
        taken += len(states) * choices.number
        if taken > most:
            return None
        levels.append({state: choices.steps(state, rank) for state in states})
        states = list(dict.fromkeys(after for ways in levels[-1].values() for after, _, _ in ways))
    return levels


def _ends(steps: list[Exact]) -> tuple[Fraction, Fraction]:
    near = [near_rational(step) for step in set(steps)]
    return min(near), max(near)


def _followed(
    choices: Choices, levels: list[Level], lows: list[Fraction], unit: Fraction
) -> tuple[Array, tuple[Fraction, Fraction], float]:
    """The share of the runs in each cell, the ends of the roundings, and the relative error of a share."""
    grades, operations = sum(choices.times), 0
    least = most = Fraction(0)
    seen: dict[Any, Array] = {choices.start: np.ones(1)}
    for level, low in zip(levels, lows, strict=True):
        exact = {step: near_rational(step) - low for ways in level.values() for _, step, _ in ways}
        cells = {step: floor(number / unit + HALF) for step, number in exact.items()}
        roundings = [number - cells[step] * unit for step, number in exact.items()]
        least, most = least + min(roundings), most + max(roundings)
        seen = _grown(seen, level, cells, grades)
        operations += 2 + max(Counter(after for ways in level.values() for after, _, _ in ways).values())
    whole = np.zeros(max(len(shares) for shares in seen.values()))
    for shares in seen.values():
        whole[: len(shares)] += shares
    return whole, (least, most), (operations + len(seen)) * ROUNDOFF


def _grown(seen: dict[Any, Array], level: Level, cells: dict[Exact, int], grades: int) -> dict[Any, Array]:
    sizes: dict[Any, int] = {}
    for state, ways in level.items():
        for after, step, _ in ways:
            sizes[after] = max(sizes.get(after, 0), len(seen[state]) + cells[step])
    found = {after: np.zeros(size) for after, size in sizes.items()}
    for state, ways in level.items():
        shares = seen[state]
        for after, step, times in ways:
            found[after][cells[step] : cells[step] + len(shares)] += shares * (times / grades)
    return found
