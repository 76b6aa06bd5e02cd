"""Two roads to the values of a measure on a run space: listed one by one, or counted by halves of the ranks.

Both start from the fold of the measure. :class:`Listed` keeps every value with the number of runs that have it, in
exact numbers, and is the specification. :class:`Halves` is for rational values: whole numbers over one denominator,
the first ranks and the last ranks apart, joined by the state between them, so that the values themselves need never
be kept.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import lcm
from typing import Any, Protocol

import numpy as np

from intervale.exact import Exact
from intervale.exact.sums import all_sums, count_sums
from intervale.measures.measure import Fold

__all__ = ["Counting", "Halves", "Listed"]

Array = np.ndarray[Any, Any]
Weighted = tuple[Array, Array]
"""Distinct values in ascending order, and how many runs have each."""
Level = dict[Any, list[tuple[Any, Exact]]]
"""For each state before a rank, what each grade there leads to: the state after it, and what the value grows by."""
LARGEST = 1 << 62


class Counting(Protocol):
    """What an interval scale asks of the values of a measure."""

    method: str

    @property
    def size(self) -> int:
        """How many different values there are."""

    @property
    def values(self) -> list[Exact]:
        """The values themselves, in ascending order."""

    def has(self, value: Exact) -> bool:
        """Whether some run has this value."""

    def values_at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many different values are at most that: φ."""

    def runs_at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many runs have at most that."""

    def runs_with(self, value: Exact) -> int:
        """How many runs have this value."""


@dataclass(frozen=True, eq=False)
class Listed:
    """All values in ascending order, and how many runs have each."""

    values: list[Exact]
    runs: list[int]
    method = "listed"

    @staticmethod
    def of(fold: Fold, grades: int, most: int) -> Listed | None:
        """Rank by rank, runs with the same state and value so far being taken together; None where they are too
        many.
        """
        seen: dict[tuple[Any, Exact], int] = {(fold.start, Fraction(0)): 1}
        for rank in range(1, fold.length + 1):
            following: dict[tuple[Any, Exact], int] = {}
            for (state, value), runs in seen.items():
                for grade in range(grades + 1):
                    after, increment = fold.step(state, grade, rank)
                    key = after, value + increment
                    following[key] = following.get(key, 0) + runs
            if len(following) > most:
                return None
            seen = following
        counted: dict[Exact, int] = {}
        for (_, value), runs in seen.items():
            counted[value] = counted.get(value, 0) + runs
        values = sorted(counted)
        return Listed(values, [counted[value] for value in values])

    @property
    def size(self) -> int:
        return len(self.values)

    def has(self, value: Exact) -> bool:
        place = bisect_left(self.values, value)
        return place < self.size and self.values[place] == value

    def values_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [bisect_right(self.values, value) for value in values]

    def runs_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self._before[bisect_right(self.values, value)] for value in values]

    def runs_with(self, value: Exact) -> int:
        return self.runs[bisect_left(self.values, value)] if self.has(value) else 0

    @cached_property
    def _before(self) -> list[int]:
        return [0, *accumulate(self.runs)]


@dataclass(frozen=True, eq=False)
class Halves:
    """Rational values as whole numbers over one denominator: for each state between the halves, the values of the
    first ranks that lead to it, and what the last ranks add from there.
    """

    parts: list[tuple[Weighted, Weighted]]
    denominator: int
    method = "halves"

    @staticmethod
    def of(fold: Fold, grades: int, most: int) -> Halves | None:
        """None where values are not rational, too large for 64 bits, or a half has too many."""
        levels = _levels(fold, grades, most)
        if levels is None:
            return None
        by_rank = [[step for steps in level.values() for _, step in steps] for level in levels]
        if not all(isinstance(step, int | Fraction) for steps in by_rank for step in steps):
            return None
        rational: list[list[Fraction]] = [[Fraction(step) for step in steps] for steps in by_rank]  # type: ignore[arg-type]
        denominator = lcm(*(step.denominator for steps in rational for step in steps))
        largest = sum((max(map(abs, steps)) for steps in rational), Fraction(0))
        if largest * denominator >= LARGEST or (grades + 1) ** fold.length >= LARGEST:
            return None
        middle = fold.length // 2
        first = _grown({fold.start: _one()}, levels[:middle], denominator, most)
        if first is None:
            return None
        parts = []
        for state, values in first.items():
            last = _grown({state: _one()}, levels[middle:], denominator, most)
            if last is None:
                return None
            parts.append((values, _merged(list(last.values()))))
        return Halves(parts, denominator)

    @cached_property
    def size(self) -> int:
        return count_sums(self._bare, np.empty(0, dtype=np.int64))[0]

    @property
    def pairs(self) -> int:
        """How many sums there are to look at."""
        return sum(len(a) * len(b) for a, b in self._bare)

    @property
    def values(self) -> list[Exact]:
        return [Fraction(number, self.denominator) for number in all_sums(self._bare).tolist()]

    @cached_property
    def _bare(self) -> list[tuple[Array, Array]]:
        return [(first[0], last[0]) for first, last in self.parts]

    def has(self, value: Exact) -> bool:
        return self.runs_with(value) > 0

    def values_at_most(self, values: Sequence[Exact]) -> list[int]:
        found: list[int] = count_sums(self._bare, self._whole(values))[1].tolist()
        return found

    def runs_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self._runs(number) for number in self._whole(values).tolist()]

    def runs_with(self, value: Exact) -> int:
        number = Fraction(value) * self.denominator  # type: ignore[arg-type]
        return self._runs(int(number)) - self._runs(int(number) - 1) if number.denominator == 1 else 0

    def _runs(self, number: int) -> int:
        """How many runs have at most this value."""
        total = 0
        for (a, runs), (b, others) in self.parts:
            before = np.concatenate([[0], np.cumsum(others)])
            total += int(runs @ before[np.searchsorted(b, number - a, side="right")])
        return total

    def _whole(self, values: Sequence[Exact]) -> Array:
        """Values as whole numbers over the denominator, rounded down: there is nothing between."""
        return np.array([int(Fraction(v) * self.denominator // 1) for v in values], dtype=np.int64)  # type: ignore[arg-type]


def _levels(fold: Fold, grades: int, most: int) -> list[Level] | None:
    """What happens at each rank, from the states that can be there; None where these are too many."""
    levels, states = [], {fold.start: None}
    for rank in range(1, fold.length + 1):
        level = {state: [fold.step(state, grade, rank) for grade in range(grades + 1)] for state in states}
        levels.append(level)
        states = {after: None for steps in level.values() for after, _ in steps}
        if len(states) > most:
            return None
    return levels


def _one() -> Weighted:
    return np.zeros(1, dtype=np.int64), np.ones(1, dtype=np.int64)


def _grown(start: dict[Any, Weighted], levels: list[Level], denominator: int, most: int) -> dict[Any, Weighted] | None:
    """The values by the state they end in, grown rank by rank; None where they are too many."""
    seen = start
    for level in levels:
        reached: dict[Any, list[Weighted]] = {}
        for state, (values, runs) in seen.items():
            for after, increment in level[state]:
                step = int(increment * denominator)  # type: ignore[arg-type]
                reached.setdefault(after, []).append((values + step, runs))
        seen = {state: _merged(pieces) for state, pieces in reached.items()}
        if sum(len(values) for values, _ in seen.values()) > most:
            return None
    return seen


def _merged(pieces: list[Weighted]) -> Weighted:
    """Values from several lists in one, equal ones together."""
    values = np.concatenate([values for values, _ in pieces])
    runs = np.concatenate([runs for _, runs in pieces])
    order = np.argsort(values, kind="stable")
    values, runs = values[order], runs[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    return values[starts], np.add.reduceat(runs, starts)
