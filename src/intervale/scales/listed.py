"""Values listed one by one, and values that a theorem numbers.

:class:`Listed` is the specification of every other counting: all values, each with the number of runs that have it.
Where the values are the multiples of one number, :class:`Numbered` needs no counting.
"""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Any

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum, exact_sorted
from intervale.scales.choices import Choices
from intervale.scales.counting import MOST_SHOWN, Counting
from intervale.scales.sizes import Sizes

__all__ = ["Listed", "Numbered", "values_of_runs"]


@dataclass(frozen=True, eq=False)
class Listed(Counting):
    """All values in ascending order, and how many runs have each."""

    method = "listed"
    listed: list[Exact]
    runs: list[int]

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
    def costs(sizes: Sizes) -> dict[str, int]:
        """The values at the rank where they are most, and at all ranks together."""
        return {"at a rank": sizes.widest, "at all ranks": sizes.looked_at}

    @staticmethod
    def of_counts(counted: dict[Exact, int]) -> Listed:
        """From the number of runs that have each value."""
        values = exact_sorted(counted)
        return Listed(values, [counted[value] for value in values])

    @property
    def how(self) -> str:
        return ", all listed"

    @property
    def values(self) -> list[Exact]:
        return self.listed

    @property
    def size(self) -> int:
        return len(self.listed)

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.listed[0], self.listed[-1]

    def has(self, value: Exact) -> bool:
        place = bisect_left(self.listed, value)
        return place < self.size and self.listed[place] == value

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [bisect_right(self.listed, value) for value in values]

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self._before[place] for place in self.at_most(values)]

    def ways(self, value: Exact) -> int:
        return self.runs[self.at_most([value])[0] - 1] if self.has(value) else 0

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        place = self.at_most([value])[0]
        below = self.listed[place - 2] if place >= 2 else None
        return below, self.listed[place] if place < self.size else None

    @cached_property
    def _before(self) -> list[int]:
        return [0, *accumulate(self.runs)]


@dataclass(frozen=True, eq=False)
class Numbered(Counting):
    """The least value and so many steps from there, by a theorem about the measure."""

    method = "numbered"
    equally_spaced = True
    number: int
    least: Fraction = Fraction(0)
    step: Fraction = Fraction(1)
    by_run: Callable[[], Counting | None] | None = None
    """Gives what counts the runs that have a value, where they are not too many."""

    @property
    def size(self) -> int:
        return self.number

    @property
    def values(self) -> Sequence[Exact] | None:
        return [self._value(n) for n in range(self.size)] if self.size <= MOST_SHOWN else None

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.least, self._value(self.size - 1)

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
            raise OptionError(
                "there are too many runs here to count those with a value: only tie_rule='unq' is supported here"
            )
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
