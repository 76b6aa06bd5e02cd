"""The values of a measure on a run space, counted.

Four roads, each exact, and each with the first as its specification:

- :class:`Listed` keeps every value with the number of runs that have it;
- :class:`Halves` is for rational values that grow rank by rank: whole numbers over one denominator, the first ranks and
  the last ranks apart, joined by the state between them, so that the values themselves need never be kept;
- :class:`~intervale.exact.totals.Nested` and :class:`~intervale.exact.totals.HalfSums` are for sums over ranks that
  tell what was picked at each.

Where a theorem says that the values are the whole numbers up to one, :class:`Numbered` needs no counting. Functions
without exact values are in :mod:`intervale.scales.numeric`.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from math import comb, lcm
from typing import Any, Protocol

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, exact_sorted
from intervale.exact.sums import PairSums
from intervale.exact.work import each
from intervale.measures.measure import Fold

__all__ = ["Counting", "Halves", "Listed", "Numbered", "allowed_runs", "rank_levels", "values_of_runs", "within"]

Array = np.ndarray[Any, Any]
Weighted = tuple[Array, Array]
"""Distinct values in ascending order, and how many runs have each."""
Level = dict[Any, list[tuple[Any, Exact]]]
"""For each state before a rank, what each grade there leads to: the state after it, and what the value grows by."""
LARGEST = 1 << 62
MOST_SHOWN = 1 << 22
PAIRS_A_SECOND = 30e6
MOST_STATES = 20_000
"""With more states between two ranks than this, halves are not joined."""


class Counting(Protocol):
    """What an interval scale asks of the values of a measure. *Ways* are runs: in how many ways a value comes about."""

    @property
    def method(self) -> str:
        """How values are counted, in a word."""

    @property
    def assumption(self) -> str:
        """What the number of values rests on, in words; empty where it is proven."""

    @property
    def size(self) -> int:
        """How many different values there are."""

    @property
    def values(self) -> Sequence[Exact] | None:
        """The values themselves, in ascending order; None where they are too many to list."""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest value."""

    def seconds(self, asked: int) -> float:
        """About how long it takes to count for so many values."""

    def has(self, value: Exact) -> bool:
        """Whether some run has this value."""

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many different values are at most that: φ."""

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        """For each value, how many runs have at most that."""

    def ways(self, value: Exact) -> int:
        """How many runs have this value."""

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """The next lower and the next higher value."""


@dataclass(frozen=True, eq=False)
class Listed:
    """All values in ascending order, and how many runs have each."""

    values: list[Exact]
    runs: list[int]

    @property
    def method(self) -> str:
        return "listed"

    @property
    def assumption(self) -> str:
        return ""

    @staticmethod
    def of(fold: Fold, grades: int, most: int) -> Listed | None:
        """Rank by rank, runs with the same state and value so far being taken together; None where they are too
        many, at a rank or in all.
        """
        looked_at = 0
        seen: dict[tuple[Any, Exact], int] = {(fold.start, Fraction(0)): 1}
        for rank in range(1, fold.length + 1):
            steps = {state: _steps(fold, state, rank, grades) for state, _ in seen}
            following: dict[tuple[Any, Exact], int] = {}
            for (state, value), runs in seen.items():
                for after, increment in steps[state]:
                    key = after, value + increment if increment else value
                    following[key] = following.get(key, 0) + runs
            looked_at += len(following)
            if len(following) > most or looked_at > 5 * most:
                return None
            seen = following
        counted: dict[Exact, int] = {}
        for (_, value), runs in seen.items():
            counted[value] = counted.get(value, 0) + runs
        return Listed.of_counts(counted)

    @staticmethod
    def of_counts(counted: dict[Exact, int]) -> Listed:
        """From the number of runs that have each value."""
        values = exact_sorted(counted)
        return Listed(values, [counted[value] for value in values])

    @property
    def size(self) -> int:
        return len(self.values)

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.values[0], self.values[-1]

    def seconds(self, asked: int) -> float:
        return 0.0

    def has(self, value: Exact) -> bool:
        place = bisect_left(self.values, value)
        return place < self.size and self.values[place] == value

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [bisect_right(self.values, value) for value in values]

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self._before[place] for place in self.at_most(values)]

    def ways(self, value: Exact) -> int:
        return self.runs[self.at_most([value])[0] - 1] if self.has(value) else 0

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        place = self.at_most([value])[0]
        below = self.values[place - 2] if place >= 2 else None
        return below, self.values[place] if place < self.size else None

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

    @staticmethod
    def of(fold: Fold, grades: int, most: int) -> Halves | None:
        """None where values are not rational, too large for 64 bits, or a half has too many."""
        levels = rank_levels(fold, grades, most)
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
    def sums(self) -> PairSums:
        return PairSums([(first[0], last[0]) for first, last in self.parts])

    @property
    def size(self) -> int:
        return self.sums.size

    @property
    def method(self) -> str:
        return "halves"

    @property
    def assumption(self) -> str:
        return ""

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        ends = [(int(a[0] + b[0]), int(a[-1] + b[-1])) for a, b in self.sums.parts]
        low, high = min(low for low, _ in ends), max(high for _, high in ends)
        return Fraction(low, self.denominator), Fraction(high, self.denominator)

    def seconds(self, asked: int) -> float:
        return self.sums.pairs / PAIRS_A_SECOND if self.sums.counts is None else 0.0

    @property
    def values(self) -> list[Exact] | None:
        if self.sums.pairs > MOST_SHOWN:
            return None
        return [Fraction(number, self.denominator) for number in self.sums.values.tolist()]

    def has(self, value: Exact) -> bool:
        return self.ways(value) > 0

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return self.sums.at_most([self._whole(value) for value in values])

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return list(each(self._ways, [self._whole(value) for value in values], "counting runs"))

    def ways(self, value: Exact) -> int:
        if isinstance(value, LogSum):
            return 0
        number = self._whole(value)
        return 0 if Fraction(number, self.denominator) != value else self._ways(number) - self._ways(number - 1)

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        below, above = (
            None if number is None else Fraction(number, self.denominator)
            for number in self.sums.neighbours(self._whole(value))
        )
        return below, above

    def _ways(self, number: int) -> int:
        """How many runs have at most this value."""
        return sum(
            int(runs @ before[np.searchsorted(b, number - a, side="right")]) for a, runs, b, before in self._added
        )

    @cached_property
    def _added(self) -> list[tuple[Array, Array, Array, Array]]:
        """The parts, with the runs of the second half added up."""
        return [(a, runs, b, np.concatenate([[0], np.cumsum(others)])) for (a, runs), (b, others) in self.parts]

    def _whole(self, value: Exact) -> int:
        """A value as a whole number over the denominator, rounded down: there is nothing between. What is larger than
        all is held within 64 bits.
        """
        number = int(Fraction(value) * self.denominator // 1)  # type: ignore[arg-type]
        return min(max(number, -LARGEST), LARGEST)


@dataclass(frozen=True, eq=False)
class Numbered:
    """The whole numbers from 0 to the size less one, by a theorem about the measure."""

    size: int

    @property
    def method(self) -> str:
        return "numbered"

    @property
    def assumption(self) -> str:
        return ""

    @property
    def values(self) -> Sequence[Exact] | None:
        return range(self.size) if self.size <= MOST_SHOWN else None

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return 0, self.size - 1

    def seconds(self, asked: int) -> float:
        return 0.0

    def has(self, value: Exact) -> bool:
        return not isinstance(value, LogSum) and Fraction(value).denominator == 1 and 0 <= value < self.size

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [min(max(0, int(value // 1) + 1), self.size) for value in values]  # type: ignore[operator]

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError(
            "runs are too many here to count those with a value; ranks are to be had with ties='unq' only"
        )

    def ways(self, value: Exact) -> int:
        return self.ways_at_most([value])[0]

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        return value - 1 if value > 0 else None, value + 1 if value < self.size - 1 else None


def within(fold: Fold, length: int, most: Sequence[int]) -> Fold:
    """The fold on the runs of a length that a topic allows: ``most[g - 1]`` documents of grade g at most.

    Grade 0 has no limit, and a limit that no run can reach is none. Ranks that the fold does not look at take
    documents, too.
    """
    limited = tuple(grade for grade, cap in enumerate(most, start=1) if cap < length)
    if not limited:
        return fold
    caps = {grade: most[grade - 1] for grade in limited}
    place = {grade: n for n, grade in enumerate(limited)}

    def step(state: Any, grade: int, rank: int) -> tuple[Any, Exact] | None:
        inner, used = state
        if grade in caps:
            n = place[grade]
            if used[n] == caps[grade]:
                return None
            used = (*used[:n], used[n] + 1, *used[n + 1 :])
        found = fold.step(inner, grade, rank) if rank <= fold.length else (inner, Fraction(0))
        return None if found is None else ((found[0], used), found[1])

    return replace(fold, start=(fold.start, (0,) * len(limited)), step=step, length=length, weights=None)


def allowed_runs(length: int, grades: int, most: Sequence[int]) -> int:
    """How many runs of a length have at most so many documents of each grade from 1 on.

    >>> allowed_runs(3, 1, [1]), allowed_runs(3, 1, [3])
    (4, 8)
    """
    ways = [1, *(0,) * length]  # of filling so many ranks with the grades so far, in order
    for cap in (*most, length):
        ways = [
            sum(ways[filled - k] * comb(filled, k) for k in range(min(cap, filled) + 1)) for filled in range(length + 1)
        ]
    return ways[length]


def values_of_runs(exact: Callable[[tuple[int, ...]], Exact], runs: Iterable[tuple[int, ...]]) -> Listed:
    """The values of runs one by one, for a measure that is no fold."""
    return Listed.of_counts(dict(Counter(exact(run) for run in runs)))


def _steps(fold: Fold, state: Any, rank: int, grades: int) -> list[tuple[Any, Exact]]:
    """What each grade leads to, where it is possible."""
    return [found for grade in range(grades + 1) if (found := fold.step(state, grade, rank)) is not None]


def rank_levels(fold: Fold, grades: int, most: int) -> list[Level] | None:
    """What happens at each rank, from the states that can be there; None where these are too many."""
    levels, states = [], {fold.start: None}
    for rank in range(1, fold.length + 1):
        level = {state: _steps(fold, state, rank, grades) for state in states}
        levels.append(level)
        states = {after: None for steps in level.values() for after, _ in steps}
        if len(states) > min(most, MOST_STATES):
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
