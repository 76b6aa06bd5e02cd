"""Rational values counted from two halves of the ranks, joined by the state between them.

The lists of both halves take megabytes, and what makes them, a measure on a space, some hundred bytes: other processes
are sent this, and list the values themselves.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from intervale.exact import Exact, LogSum
from intervale.exact.progress import parallel_map
from intervale.exact.sums import PairSums, Rebuilt, distinct, stretches
from intervale.scales.choices import Choices
from intervale.scales.counting import MOST_SHOWN, Counting
from intervale.scales.sizes import Level, Sizes

__all__ = ["Halves"]

Array = np.ndarray[Any, Any]
Weighted = tuple[Array, Array | None]
"""Different values in ascending order, and how many runs have each where that is wanted."""
Added = list[tuple[Array, Array, Array, Array]]
"""For each state in the middle, the values of the first half with the runs that have each, and those of the second with
the runs up to each.
"""
LARGEST = 1 << 62
PAIRS_A_SECOND, SEARCHES_A_SECOND = 30e6, 10e6
WORTH_SENDING = 0.5
"""Seconds: what takes less is not given to other processes."""


@dataclass(frozen=True, eq=False)
class Halves(Counting):
    """Values as whole numbers over one denominator: for each state between the halves, the values of the first ranks
    that lead to it, and what the last ranks add from there.
    """

    method = "halves"
    kept = True
    choices: Choices
    sizes: Sizes
    denominator: int
    recipe: Callable[[], Halves] | None = None
    """What makes the same counting anew, and can be pickled; without it other processes cannot help with runs, and are
    sent the lists of values.
    """

    @staticmethod
    def of(choices: Choices, sizes: Sizes, recipe: Callable[[], Halves] | None = None) -> Halves | None:
        """None where values are not rational, or too large for 64 bits."""
        if sizes.denominator is None or max(map(abs, sizes.extremes)) * sizes.denominator >= LARGEST:
            return None
        return Halves(choices, sizes, sizes.denominator, recipe)

    def __reduce__(self) -> Any:
        if self.recipe is None:
            raise TypeError("cannot pickle a counting without a recipe")
        return self.recipe, ()

    @staticmethod
    def costs(sizes: Sizes) -> dict[str, int]:
        """The values in one half, pairs of one from each, and values of second halves one after the other."""
        return {"half": max(sizes.first, sizes.last), "pairs": sizes.pairs, "second halves": sizes.grown}

    @cached_property
    def sums(self) -> PairSums:
        return PairSums(self._lists(), None if self.recipe is None else partial(_lists_of, self.recipe))

    def _lists(self) -> list[tuple[Array, Array]]:
        return [(first, last) for (first, _), (last, _) in self._parts(None)]

    @property
    def counted(self) -> bool:
        return "sums" in self.__dict__ and self.sums.counts is not None

    @property
    def size(self) -> int:
        return self.sums.size

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.sizes.extremes

    @property
    def most_values(self) -> int:
        return self.sizes.values

    @property
    def cost(self) -> float:
        return self.sizes.pairs / PAIRS_A_SECOND

    def seconds(self, asked: int) -> float:
        return 0.0 if self.counted else self.cost

    def state(self) -> dict[str, Any]:
        return {"bounds": self.sums.bounds.tolist(), "counts": self.sums.counts}

    def resume(self, state: Mapping[str, Any]) -> bool:
        bounds = self.sums.bounds.tolist()
        if state.get("bounds") != bounds or len(state["counts"]) != len(bounds) - 1:
            return False
        self.sums.counts = state["counts"]
        return True

    @property
    def values(self) -> list[Exact] | None:
        if self.sizes.pairs > MOST_SHOWN:
            return None
        return [Fraction(number, self.denominator) for number in self.sums.values.tolist()]

    def has(self, value: Exact) -> bool:
        if isinstance(value, LogSum):
            return False
        number = self._whole(value)
        if Fraction(number, self.denominator) != value:
            return False
        return any(
            bool((b[np.minimum(np.searchsorted(b, number - a), len(b) - 1)] == number - a).any())
            for a, b in self.sums.parts
        )

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return self.sums.at_most([self._whole(value) for value in values])

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        numbers = [self._whole(value) for value in values]
        each = self.sizes.first / SEARCHES_A_SECOND
        work = [numbers[some] for some in stretches(len(numbers), each)]
        local = self.recipe is None or len(numbers) * each < WORTH_SENDING
        added = Rebuilt(partial(_added_of, self))
        found = parallel_map(_ways_at_most, work, "counting runs", given=added, local=local)
        return [runs for some in found for runs in some]

    def ways(self, value: Exact) -> int:
        if not self.has(value):
            return 0
        number = self._whole(value)
        return _ways(self._added, number) - _ways(self._added, number - 1)

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        below, above = (
            None if number is None else Fraction(number, self.denominator)
            for number in self.sums.neighbours(self._whole(value))
        )
        return below, above

    @cached_property
    def _added(self) -> Added:
        """The parts with the runs that have each value, those of the second half added up."""
        runs = (sum(self.choices.times) if self.choices.closing is None else len(self.choices.of_grade)) ** len(
            self.sizes.levels
        )
        kind: Any = np.int64 if runs < LARGEST else object
        found = []
        for (a, ways), (b, others) in self._parts(kind):
            assert ways is not None
            assert others is not None
            found.append((a, ways, b, np.concatenate([np.zeros(1, dtype=kind), np.cumsum(others, dtype=kind)])))
        return found

    def _parts(self, kind: Any) -> list[tuple[Weighted, Weighted]]:
        """For each state in the middle, the values of both halves; with runs where a type for them is given."""
        levels, middle = self.sizes.levels, len(self.sizes.levels) // 2
        first = _grown({self.choices.start: _one(kind)}, levels[:middle], self.denominator)
        ends = {state: self._closed(state, kind) for ways in levels[-1].values() for state, _, _ in ways}
        last = _tails(ends, levels[middle:], self.denominator)
        return [(values, last[state]) for state, values in first.items()]

    def _closed(self, state: Any, kind: Any) -> Weighted:
        """What is still to come where a run has ended in a state, as often as such a run comes about."""
        nothing, runs = _one(kind)
        closing = self.choices.closing
        return nothing, runs if runs is None or closing is None else runs * closing(state)

    def _whole(self, value: Exact) -> int:
        """A value as a whole number over the denominator, rounded down: there is nothing between. What is larger than
        all is held within 64 bits.
        """
        number = int(Fraction(value) * self.denominator // 1)  # type: ignore[arg-type]
        return min(max(number, -LARGEST), LARGEST)


def _one(kind: Any) -> Weighted:
    return np.zeros(1, dtype=np.int64), None if kind is None else np.ones(1, dtype=kind)


def _grown(start: dict[Any, Weighted], levels: list[Level], denominator: int) -> dict[Any, Weighted]:
    """The values by the state they end in, grown rank by rank."""
    seen = start
    for level in levels:
        reached: dict[Any, list[Weighted]] = {}
        for state, (values, runs) in seen.items():
            for after, increment, times in level[state]:
                step = int(increment * denominator)  # type: ignore[arg-type]
                reached.setdefault(after, []).append((values + step, None if runs is None else runs * times))
        seen = {state: _merged(pieces) for state, pieces in reached.items()}
    return seen


def _tails(ends: dict[Any, Weighted], levels: list[Level], denominator: int) -> dict[Any, Weighted]:
    """For each state before the first of some levels the values that they add, grown from the last rank on: what
    follows a state is listed once, however many states lead to it.
    """
    found = ends
    for level in reversed(levels):
        grown = {}
        for state, steps in level.items():
            pieces = []
            for after, increment, times in steps:
                values, runs = found[after]
                step = int(increment * denominator)  # type: ignore[arg-type]
                pieces.append((values + step, None if runs is None else runs * times))
            grown[state] = _merged(pieces)
        found = grown
    return found


def _merged(pieces: list[Weighted]) -> Weighted:
    """Values from several lists in one, equal ones together."""
    values = np.concatenate([values for values, _ in pieces])
    weighted = [runs for _, runs in pieces if runs is not None]
    if not weighted:
        return distinct(values), None
    order = np.argsort(values, kind="stable")
    values = values[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    return values[starts], np.add.reduceat(np.concatenate(weighted)[order], starts)


# ---------------------------------------------------------------- what other processes do


def _lists_of(recipe: Callable[[], Halves]) -> list[tuple[Array, Array]]:
    return recipe()._lists()


def _added_of(halves: Halves) -> Added:
    return halves._added


def _ways_at_most(added: Rebuilt[Added], numbers: Sequence[int]) -> list[int]:
    return [_ways(added.value, number) for number in numbers]


def _ways(added: Added, number: int) -> int:
    """How many runs have at most this value."""
    return sum(int(runs @ before[np.searchsorted(b, number - a, side="right")]) for a, runs, b, before in added)
