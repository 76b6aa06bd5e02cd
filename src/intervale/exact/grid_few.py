"""The smallest totals of independent parts, listed in whole numbers."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.exact.shelf import Parts

__all__ = ["Bounds", "ListedTotals", "added", "worth_table"]

Array = np.ndarray[Any, Any]
Bounds = tuple[int, int]


@dataclass(frozen=True, eq=False)
class ListedTotals:
    """The smallest totals as whole multiples of a unit, ascending; all that are at most the limit are there."""

    sums: Array
    limit: float
    numbers: Array
    """What each choice at a place adds, in the unit; far too much where it does not fit under the limit."""
    error: int
    """By how many units a sum may be off; the total of a choice as many again."""

    @staticmethod
    def of(picks: list[list[Fraction]], places: list[list[Fraction]], limit: float) -> ListedTotals:
        error = len(picks) + len(places) + 2
        far = (1 << 62) // max(1, len(places))  # no sum of these overflows
        most = far // 2
        scale = (most - error) / Fraction(limit)
        numbers = worth_table(places, lambda value: min(round(value * scale), far))
        sums = np.zeros(1, dtype=np.int64)
        for values in sorted(picks, key=lambda values: -values[-1]):
            fitting = [shift for value in values[1:] if (shift := round(value * scale)) <= most]
            sums = np.concatenate([sums, *(sums[sums <= most - shift] + shift for shift in fitting)])
        sums.sort()
        return ListedTotals(sums, limit * (1 - 1e-9), numbers.astype(np.int64), error)

    @staticmethod
    def of_parts(parts: Any) -> ListedTotals:
        """The same from what :meth:`parts` gave."""
        return ListedTotals(parts["sums"], parts["limit"], parts["numbers"], parts["error"])

    def parts(self) -> Parts:
        """What it takes to have them again."""
        return {"sums": self.sums, "limit": self.limit, "numbers": self.numbers, "error": self.error}

    def widest(self) -> int:
        """How many totals at most cannot be distinguished."""
        last = np.searchsorted(self.sums, self.sums + 4 * self.error, side="right")
        return int((last - np.arange(len(self.sums))).max(initial=1)) - 1

    def ranks(self, choices: Array) -> Iterator[Bounds]:
        """Bounds on the rank of the total of each row: the same where no other total is near."""
        total = added(self.numbers, choices)
        first = np.searchsorted(self.sums, total - 2 * self.error, side="left")
        last = np.searchsorted(self.sums, total + 2 * self.error, side="right")
        for below, up_to in zip(first.tolist(), last.tolist(), strict=True):
            yield below + 1, max(up_to, below + 1)


def worth_table(places: list[list[Fraction]], number: Any) -> Array:
    """What each choice at each place is worth, as rows of numbers."""
    widest = max((len(place) for place in places), default=1)
    return np.array([[number(value) for value in place] + [0] * (widest - len(place)) for place in places])


def added(table: Array, choices: Array) -> Array:
    """The sum of what was chosen at each place, row by row."""
    total = np.zeros(len(choices), dtype=table.dtype)
    for place, worth in enumerate(table):
        total += worth[choices[:, place]]
    return total
