"""Counting the distinct sums of two lists without keeping them all.

A set of numbers is given as parts (A, B), each standing for all sums a + b. The sums are streamed through buckets of
values: each bucket is filled, sorted and counted by itself, so that memory stays bounded and buckets are independent
pieces of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any

import numpy as np

from intervale.exact.progress import parallel_map

__all__ = ["PairSums", "distinct"]

Array = np.ndarray[Any, Any]
Parts = Sequence[tuple[Array, Array]]
BUCKET = 1 << 20
"""How many sums a bucket holds, about."""


@dataclass(eq=False)
class PairSums:
    """The distinct numbers a + b of all parts. The lists are sorted 64-bit integers; no sum may overflow.

    >>> sums = PairSums([(np.array([0, 2]), np.array([0, 1, 2])), (np.array([0, 1, 2]), np.array([0, 1, 2]))])
    >>> sums.at_most([-1, 0, 3, 9]), sums.size, sums.values.tolist()
    ([0, 1, 4, 5], 5, [0, 1, 2, 3, 4])
    """

    parts: Parts
    counts: list[int] | None = field(default=None)
    """How many distinct sums each bucket has, once they were counted."""

    def __post_init__(self) -> None:
        self.parts = [(a, b) for a, b in self.parts if len(a) and len(b)]

    @property
    def pairs(self) -> int:
        """How many sums there are to look at."""
        return sum(len(a) * len(b) for a, b in self.parts)

    @property
    def size(self) -> int:
        """How many distinct sums there are."""
        if self.counts is None:
            self.at_most([])
        assert self.counts is not None
        return sum(self.counts)

    @property
    def values(self) -> Array:
        """The distinct sums themselves, in ascending order."""
        return distinct(np.concatenate([(a[:, None] + b[None]).ravel() for a, b in self.parts]))

    def at_most(self, asked: Sequence[int]) -> list[int]:
        """For each number asked, how many distinct sums are at most that.

        The first time all buckets are counted; later only those that a number asked falls into.
        """
        order = np.argsort(np.asarray(asked, dtype=np.int64), kind="stable")
        ascending = np.asarray(asked, dtype=np.int64)[order]
        limits = np.searchsorted(ascending, self.bounds)  # the numbers that each bucket answers
        last = len(self.bounds) - 1
        wanted = [b for b in range(last) if self.counts is None or limits[b] < limits[b + 1]]
        work = [(self.bounds[b], self.bounds[b + 1], ascending[limits[b] : limits[b + 1]]) for b in wanted]
        results = dict(
            zip(wanted, parallel_map(partial(_counted, self.parts), work, "counting values", local=False), strict=True)
        )
        if self.counts is None:
            self.counts = [results[b][0] for b in range(last)]
        before = np.concatenate([[0], np.cumsum(np.array(self.counts, dtype=np.int64))]).astype(np.int64)
        found = np.zeros(len(asked), dtype=np.int64)
        for bucket, (_, inside) in results.items():
            found[order[limits[bucket] : limits[bucket + 1]]] = before[bucket] + inside
        found[order[limits[-1] :]] = before[-1]
        return [int(n) for n in found]

    def neighbours(self, number: int) -> tuple[int | None, int | None]:
        """The nearest sums below and above a number."""
        below = [a[place] + b[np.searchsorted(b, number - a[place]) - 1] for a, b, place in self._reaching(number, -1)]
        above = [
            a[place] + b[np.searchsorted(b, number - a[place], side="right")]
            for a, b, place in self._reaching(number, 1)
        ]
        low = max((int(sums.max()) for sums in below if len(sums)), default=None)
        return low, min((int(sums.min()) for sums in above if len(sums)), default=None)

    def _reaching(self, number: int, side: int) -> list[tuple[Array, Array, Array]]:
        """For each part, the places of A with a sum on that side of a number."""
        if side < 0:
            return [(a, b, np.flatnonzero(a + b[0] < number)) for a, b in self.parts]
        return [(a, b, np.flatnonzero(a + b[-1] > number)) for a, b in self.parts]

    @cached_property
    def bounds(self) -> Array:
        """Limits between which about ``BUCKET`` sums fall each, from a sample that is the same every time; the first is
        the least sum, the last lies above the greatest.
        """
        if not self.parts:
            return np.zeros(1, dtype=np.int64)
        low = min(int(a[0] + b[0]) for a, b in self.parts)
        high = max(int(a[-1] + b[-1]) for a, b in self.parts)
        pairs = self.pairs
        buckets = max(1, pairs // BUCKET)
        random = np.random.default_rng(0)
        sample = np.sort(
            np.concatenate(
                [
                    random.choice(a, count) + random.choice(b, count)
                    for a, b in self.parts
                    if (count := 1 + 200 * buckets * len(a) * len(b) // pairs)
                ]
            )
        )
        inner = sample[np.arange(1, buckets) * len(sample) // buckets]
        return np.unique(np.concatenate([[low], inner[inner > low], [high + 1]]))


def _counted(parts: Parts, work: tuple[int, int, Array]) -> tuple[int, Array]:
    """How many distinct sums a bucket has, and how many of them are at most each of some numbers."""
    low, high, asked = work
    found = distinct(_sums(parts, low, high))
    return len(found), np.searchsorted(found, asked, side="right")


def _sums(parts: Parts, low: int, high: int) -> Array:
    """All sums from ``low`` to below ``high``, in no order."""
    pieces = []
    for a, b in parts:
        near = a[(a >= low - b[-1]) & (a < high - b[0])]
        first, last = np.searchsorted(b, low - near), np.searchsorted(b, high - near)
        counts = last - first
        total = int(counts.sum())
        if total:
            place = np.arange(total) + np.repeat(first - (np.cumsum(counts) - counts), counts)
            pieces.append(np.repeat(near, counts) + b[place])
    return np.concatenate(pieces) if pieces else np.empty(0, dtype=np.int64)


def distinct(numbers: Array) -> Array:
    """The different numbers, in ascending order; those given are put in order. Where most are different this takes a
    small part of the time of NumPy's ``unique``.
    """
    numbers.sort()
    if not len(numbers):
        return numbers
    found: Array = numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])]
    return found
