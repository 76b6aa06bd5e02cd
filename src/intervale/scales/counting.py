"""The values of a measure on a run space, counted.

Four ways, each exact, and each with the first as its specification:

- :class:`Listed` keeps every value with the number of runs that have it;
- :class:`~intervale.scales.halves.Halves` is for rational values that grow rank by rank: whole numbers over one
  denominator, the first ranks and the last ranks apart, joined by the state between them, so that the values themselves
  need never be kept;
- :class:`~intervale.exact.totals.Nested` and :class:`~intervale.exact.totals.HalfSums` are for sums over ranks that
  tell what was picked at each.

Where a theorem says that the values are the multiples of one number, :class:`Numbered` needs no counting. Functions
without exact values are in :mod:`intervale.scales.numeric`.

A counting begins to count when it is first asked. Whether values are too many for it is decided before, from sizes
(:mod:`intervale.scales.sizes`).
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any, Protocol

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, exact_sorted
from intervale.scales.choices import Choices
from intervale.scales.sizes import Sizes

__all__ = ["MOST_SHOWN", "Counting", "Listed", "Numbered", "values_of_runs"]

MOST_SHOWN = 1 << 22


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
    def of(choices: Choices, sizes: Sizes) -> Listed:
        """Rank by rank, runs with the same state and value so far being taken together."""
        seen: dict[tuple[Any, Exact], int] = {(choices.start, Fraction(0)): 1}
        for level in sizes.levels:
            following: dict[tuple[Any, Exact], int] = {}
            for (state, value), runs in seen.items():
                for after, increment, times in level[state]:
                    key = after, value + increment if increment else value
                    following[key] = following.get(key, 0) + runs * times
            seen = following
        counted: dict[Exact, int] = {}
        for (state, value), runs in seen.items():
            ways = runs if choices.closing is None else runs * choices.closing(state)
            counted[value] = counted.get(value, 0) + ways
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
class Numbered:
    """The least value and so many steps from there, by a theorem about the measure."""

    size: int
    least: Fraction = Fraction(0)
    step: Fraction = Fraction(1)
    by_run: Callable[[], Counting | None] | None = None
    """Gives what counts the runs that have a value, where they are not too many."""

    @property
    def method(self) -> str:
        return "numbered"

    @property
    def assumption(self) -> str:
        return ""

    @property
    def values(self) -> Sequence[Exact] | None:
        return [self._value(n) for n in range(self.size)] if self.size <= MOST_SHOWN else None

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.least, self._value(self.size - 1)

    def seconds(self, asked: int) -> float:
        return 0.0

    def has(self, value: Exact) -> bool:
        return not isinstance(value, LogSum) and self._number(value).denominator == 1 and self._inside(value)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [min(max(0, int(self._number(value) // 1) + 1), self.size) for value in values]

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return self._runs.ways_at_most(values)

    def ways(self, value: Exact) -> int:
        return self._runs.ways(value)

    @cached_property
    def _runs(self) -> Counting:
        found = None if self.by_run is None else self.by_run()
        if found is None:
            raise OptionError("runs are too many here to count those with a value: only ties='unq' is supported here")
        return found

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        low, high = self.extremes
        return value - self.step if value > low else None, value + self.step if value < high else None

    def _value(self, number: int) -> Fraction:
        return self.least + number * self.step

    def _number(self, value: Exact) -> Fraction:
        """How many steps a value is from the least one."""
        return (Fraction(value) - self.least) / self.step  # type: ignore[arg-type]

    def _inside(self, value: Exact) -> bool:
        return bool(self.extremes[0] <= value <= self.extremes[1])


def values_of_runs(exact: Callable[[tuple[int, ...]], Exact], runs: Iterable[tuple[int, ...]]) -> Listed:
    """The values of runs one by one, for a measure that is no fold."""
    return Listed.of_counts(dict(Counter(exact(run) for run in runs)))
