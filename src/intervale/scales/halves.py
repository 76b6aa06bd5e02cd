"""Rational values counted from two halves of the ranks, joined by the state between them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from intervale.exact import Exact, LogSum
from intervale.exact.progress import parallel_map
from intervale.exact.sums import PairSums
from intervale.scales.choices import Choices
from intervale.scales.counting import MOST_SHOWN, Counting
from intervale.scales.sizes import Level, Sizes

__all__ = ["Halves"]

Array = np.ndarray[Any, Any]
Weighted = tuple[Array, Array | None]
"""Different values in ascending order, and how many runs have each where that is wanted."""
LARGEST = 1 << 62
PAIRS_A_SECOND = 30e6


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

    @staticmethod
    def of(choices: Choices, sizes: Sizes) -> Halves | None:
        """None where values are not rational, or too large for 64 bits."""
        if sizes.denominator is None or max(map(abs, sizes.extremes)) * sizes.denominator >= LARGEST:
            return None
        return Halves(choices, sizes, sizes.denominator)

    @staticmethod
    def costs(sizes: Sizes) -> dict[str, int]:
        """The values in one half, pairs of one from each, and values of second halves one after the other."""
        return {"half": max(sizes.first, sizes.last), "pairs": sizes.pairs, "second halves": sizes.grown}

    @cached_property
    def sums(self) -> PairSums:
        return PairSums([(first, last) for (first, _), (last, _) in self._parts(None)])

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
        _ = self._added  # made once, before several workers need it
        return list(parallel_map(self._ways, [self._whole(value) for value in values], "counting runs"))

    def ways(self, value: Exact) -> int:
        if not self.has(value):
            return 0
        number = self._whole(value)
        return self._ways(number) - self._ways(number - 1)

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
        parts = []
        for state, values in first.items():
            last = _grown({state: _one(kind)}, levels[middle:], self.denominator)
            parts.append((values, _merged([self._closed(end, some) for end, some in last.items()])))
        return parts

    def _closed(self, state: Any, values: Weighted) -> Weighted:
        """The values of runs that end in a state, each run as often as it comes about."""
        numbers, runs = values
        closing = self.choices.closing
        return numbers, runs if runs is None or closing is None else runs * closing(state)

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


def _merged(pieces: list[Weighted]) -> Weighted:
    """Values from several lists in one, equal ones together."""
    values = np.concatenate([values for values, _ in pieces])
    order = np.argsort(values, kind="stable")
    values = values[order]
    starts = np.flatnonzero(np.concatenate([[True], values[1:] != values[:-1]]))
    weighted = [runs for _, runs in pieces if runs is not None]
    runs = np.add.reduceat(np.concatenate(weighted)[order], starts) if weighted else None
    return values[starts], runs
