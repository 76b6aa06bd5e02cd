"""Sums that leave nothing out but near both ends, as with coins: a few small amounts cannot be paid, larger ones can.

Of several places each has some whole numbers to pick from, the least of which is 0. If the sums of some places are all
numbers from a to b, and the neighbours among the numbers of one more place are no further apart than b − a + 1, then
the sums with it are all numbers from a to b and its largest number: each of its numbers covers b − a + 1 numbers from
there on. So a few places that are listed prove it for all. What is left out lies below a, or as near to the greatest
sum, and is listed.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise
from typing import Any

import numpy as np

from intervale.exact.whole_sums import largest_gap, sum_bits

__all__ = ["FilledSums", "filled_sums"]

Array = np.ndarray[Any, Any]
MOST_BITS = 1 << 24
"""Sums are listed with a bit for each number up to this."""
MOST_WORK = 1 << 36
"""How many bits are gone through in all."""


@dataclass(frozen=True, eq=False)
class FilledSums:
    """Sums in whole units: some ``low`` ones, all from ``start`` to ``end``, and some ``high`` ones; both ascending."""

    low: Array
    start: int
    end: int
    top: int
    """The greatest sum."""
    short: Array
    """How far the high sums are below the greatest one, ascending."""

    @property
    def size(self) -> int:
        return len(self.low) + (self.end - self.start + 1) + len(self.short)

    def at_most(self, number: int) -> int:
        """How many sums are at most a number."""
        below = int(np.searchsorted(self.low, min(number, self.start), side="right"))
        above = len(self.short) - int(np.searchsorted(self.short, max(0, self.top - number)))
        if number < self.end:
            above = 0
        return below + min(max(0, number - self.start + 1), self.end - self.start + 1) + above

    def counts(self, numbers: Array) -> Array:
        """The same for many numbers at once, as floats."""
        below = np.searchsorted(self.low, np.minimum(numbers, self.start), side="right")
        inside = np.clip(numbers - self.start + 1, 0, self.end - self.start + 1)
        above = len(self.short) - np.searchsorted(self.short, np.maximum(0, self.top - numbers))
        found: Array = below + inside + np.where(numbers < self.end, 0, above)
        return found

    def has(self, number: int) -> bool:
        return self.at_most(number) > self.at_most(number - 1)

    def at(self, rank: int) -> int:
        """The sum with a rank, from 1."""
        inside = rank - 1 - len(self.low)
        if inside < 0:
            return int(self.low[rank - 1])
        if inside <= self.end - self.start:
            return self.start + inside
        return self.top - int(self.short[self.size - rank])

    @property
    def largest_step(self) -> int:
        """The largest step between neighbours."""
        low, short = [*self.low[-1:].tolist(), self.start], [self.top - self.end]
        steps = [*np.diff(self.low).tolist(), *np.diff(self.short).tolist()]
        steps += [b - a for a, b in pairwise(low)]
        steps += [short[0] - int(self.short[-1])] if len(self.short) else []
        return int(max([*steps, int(self.end > self.start)]))


def filled_sums(places: Sequence[Sequence[int]], most: int = MOST_BITS) -> FilledSums | None:
    """The sums of one number from each place, whose numbers begin with 0 and have no common divisor; None where it
    cannot be shown, with no more than so many bits, that they leave nothing out but near both ends.

    >>> found = filled_sums([[0, i * i] for i in range(1, 101)])
    >>> found.start, found.top - found.end, found.size, found.low[:6].tolist()
    (129, 129, 338289, [0, 1, 4, 5, 9, 10])
    """
    ascending = sorted((sorted(set(place)) for place in places), key=lambda place: (largest_gap(place), place[-1]))
    found = _proven(ascending, most)
    if found is None:
        return None
    start, short = found
    top = sum(place[-1] for place in ascending)
    turned = [[place[-1] - number for number in place] for place in ascending]
    low, start = _ends(sum_bits(ascending, start), start)
    high, short = _ends(sum_bits(turned, short), short)
    return FilledSums(low, start, top - short, top, high)


def _proven(ascending: list[list[int]], most: int) -> tuple[int, int] | None:
    """Below which sum, and how far from the greatest one, something may be left out."""
    gaps = [largest_gap(place) for place in ascending]
    ends = list(accumulate(place[-1] for place in ascending))
    worth = 16
    reached, work = 1, 0
    for n, place in enumerate(ascending):
        work += ends[n] * len(place)
        if ends[n] > most or work > MOST_WORK:
            return None
        reached = _shifted(reached, place)
        last = n + 1 == len(ascending) or ends[n + 1] > most
        if ends[n] >= worth or last:
            worth = 2 * ends[n]
            start, end = _longest_stretch(reached, ends[n])
            if all(
                gap <= end - start + 1 + reach - ends[n] for gap, reach in zip(gaps[n + 1 :], ends[n:], strict=False)
            ):
                return start, ends[n] - end
    return None


def _shifted(reached: int, place: list[int]) -> int:
    found = 0
    for number in place:
        found |= reached << number
    return found


def _bits(number: int, length: int) -> Array:
    return np.unpackbits(np.frombuffer(number.to_bytes(length // 8 + 1, "little"), dtype=np.uint8), bitorder="little")


def _longest_stretch(reached: int, reach: int) -> tuple[int, int]:
    """The first and the last of the most numbers in a row that are sums."""
    missing = np.concatenate([[-1], np.flatnonzero(_bits(reached, reach)[: reach + 1] == 0), [reach + 1]])
    place = int(np.diff(missing).argmax())
    return int(missing[place]) + 1, int(missing[place + 1]) - 1


def _ends(bits: int, start: int) -> tuple[Array, int]:
    """The sums before the first number from which on none is left out, and that number; all from ``start`` on are."""
    found = _bits(bits, start)[:start]
    missing = np.flatnonzero(found == 0)
    first = int(missing[-1]) + 1 if len(missing) else 0
    return np.flatnonzero(found[:first]), first
