"""The walks with the smallest totals, listed."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, frexp, log2
from typing import Any

import numpy as np

from intervale.exact.walks import MOST_QUARTERS, Walk, quarters

__all__ = ["ROUNDED", "Few", "Place", "SmallestWalks", "few_walks", "whole_count"]

Array = np.ndarray[Any, Any]
MOST_LISTED = 50_000
"""How many totals are listed, at most."""
ROUNDED = 1e-9
"""By what share totals, counts and sums can be off from the additions of floats: at most some thousands of them."""
SHARE = Fraction(1, 10**9)
LARGEST = 2.0**53
"""Up to here counts in floats are exact."""
MOST_COUNTED, LEAST_COUNTED = 2.0**900, 2.0**-900
"""Numbers of walks that are listed stay between these: they are divided by powers of two where they grow above."""
Place = tuple[int, int, int]
"""At least so many walks have less, at most so many have no more, and at least so many the same."""


@dataclass(frozen=True, eq=False)
class SmallestWalks:
    """All walks with a total of at most ``cut``: their totals in ascending order, and how many have at most each.

    Totals are floats. Which of two that differ by less than their rounding is the larger is not known, nor whether they
    are equal: they are counted for the upper bound alone, unless different totals are proven to be farther ``apart``. 0
    is exact.
    """

    cut: float
    totals: Array
    counts: Array
    """Over ``factor``."""
    factor: int = 1
    apart: bool = False

    @staticmethod
    def of(walk: Walk) -> SmallestWalks:
        """As many as can be listed, up to a power of 2^(1/4) above the smallest total that is not 0."""
        most = max(walk.most - walk.base, 0.0)
        low, high = -MOST_QUARTERS, ceil(4 * log2(most)) if most else -MOST_QUARTERS
        found = SmallestWalks.upto(walk, walk.base * (1 - ROUNDED))
        if found is None:  # those that add nothing are in too many states
            return SmallestWalks(-1.0, np.zeros(0), np.zeros(0))
        while low <= high:
            middle = (low + high) // 2
            more = SmallestWalks.upto(walk, walk.base + quarters(middle))
            if more is None:
                high = middle - 1
            else:
                found, low = more, middle + 1
        return found

    @staticmethod
    def upto(walk: Walk, cut: float) -> SmallestWalks | None:
        """All with a total of at most ``cut``; None where they are too many."""
        found = few_walks(walk, cut)
        if found is None:
            return None
        rows, factor = found
        if not rows:
            return SmallestWalks(cut, np.zeros(0), np.zeros(0))
        totals, counts = Few.together(list(rows.values())).sorted()
        below = walk.denominator
        apart = below is not None and 1 / below > 8 * ROUNDED * max(cut, 0.0)
        return SmallestWalks(cut, totals, np.cumsum(counts), factor, apart)

    def bounds(self, totals: Array) -> list[Place]:
        """The places of totals that some walk has."""
        below = np.searchsorted(self.totals, totals * (1 - ROUNDED), side="left")
        upto = np.searchsorted(self.totals, totals * (1 + ROUNDED), side="right")
        counts = np.concatenate([[0.0], self.counts])
        ends = zip(totals.tolist(), counts[below].tolist(), counts[upto].tolist(), strict=True)
        if self.factor == 1 and counts[-1] <= LARGEST:
            return [
                (int(low), int(high), 1 if total and not self.apart else int(high - low)) for total, low, high in ends
            ]
        return [(whole_count(low, self.factor, -1), whole_count(high, self.factor, 1), 1) for _, low, high in ends]


def whole_count(count: float, factor: int, towards: int) -> int:
    """A number of walks that is not above the one that a float, times a factor, stands for, or not below it."""
    near = Fraction(count) * factor
    return floor(near * (1 - SHARE)) if towards < 0 else ceil(near * (1 + SHARE))


def few_walks(walk: Walk, cut: float) -> tuple[dict[int, Few], int] | None:
    """The walks with a total of at most ``cut`` by the state in which they end, their numbers over a factor, and that
    factor; None where they are too many.
    """
    rows, factor, largest = {0: Few(np.zeros(1), np.ones(1))}, 1, 1.0
    for moves, to_go in zip(walk.steps, walk.least_to_go[1:], strict=True):
        reached: dict[int, list[Few]] = {}
        ways = float(moves.times.max())
        over = 2.0 ** max(0, frexp(largest)[1]) if log2(largest) + log2(ways) > log2(MOST_COUNTED) else 1.0
        factor *= int(over)
        for state, row in rows.items():
            here = moves.of_state(state)
            parts = (part[here].tolist() for part in (moves.target, moves.adds, moves.times))
            for target, adds, times in zip(*parts, strict=True):
                room = cut * (1 + ROUNDED) - float(to_go[target])
                if len((moved := row.moved(adds, times / over, room)).totals):
                    reached.setdefault(target, []).append(moved)
        rows = {state: Few.together(some) for state, some in reached.items()}
        if sum(len(row.totals) for row in rows.values()) > MOST_LISTED:
            return None
        largest = max((float(row.counts.max(initial=0.0)) for row in rows.values()), default=0.0) or 1.0
        least = min((float(row.counts.min(initial=1.0)) for row in rows.values()), default=1.0)
        if largest > MOST_COUNTED or least < LEAST_COUNTED:
            return None
    return rows, factor


@dataclass(frozen=True, eq=False)
class Few:
    """Totals of walks that lead to one state, and how many have each; ``merged`` were different once."""

    totals: Array
    counts: Array
    merged: int = 1

    def moved(self, adds: float, times: float, most: float) -> Few:
        """After a move, as far as totals do not exceed the most."""
        kept = self.totals <= most - adds
        return Few(self.totals[kept] + adds, self.counts[kept] * times, self.merged)

    @staticmethod
    def together(parts: list[Few]) -> Few:
        """Some together; equal totals become one when they may have become many."""
        if len(parts) == 1:
            return parts[0]
        found = Few(np.concatenate([part.totals for part in parts]), np.concatenate([part.counts for part in parts]))
        merged = max(part.merged for part in parts)
        if len(found.totals) <= 2 * merged:
            return Few(found.totals, found.counts, merged)
        totals, counts = found.sorted()
        return Few(totals, counts, len(totals))

    def sorted(self) -> tuple[Array, Array]:
        """In ascending order; the same float is one total."""
        totals, place = np.unique(self.totals, return_inverse=True)
        return totals, np.bincount(place, self.counts)
