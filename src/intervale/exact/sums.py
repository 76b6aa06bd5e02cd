"""Counting the distinct sums of two lists without keeping them all.

A set of numbers is given as parts (A, B), each standing for all sums a + b. The sums are streamed through buckets of
values: each bucket is filled, sorted and counted by itself, so that memory stays bounded and buckets are independent
pieces of work.
"""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np

__all__ = ["Parts", "all_sums", "count_sums"]

Array = np.ndarray[Any, Any]
Parts = Sequence[tuple[Array, Array]]
BUCKET = 1 << 20
"""How many sums a bucket holds, about."""


def count_sums(parts: Parts, asked: Array, workers: int | None = None) -> tuple[int, Array]:
    """How many distinct sums there are, and for each number asked how many of them are at most that.

    The lists are sorted 64-bit integers; no sum may overflow.

    >>> one, two = np.array([0, 2]), np.array([0, 1, 2])
    >>> count_sums([(one, two), (two, two)], np.array([-1, 0, 3, 9]))
    (5, array([0, 1, 4, 5]))
    """
    parts = [(a, b) for a, b in parts if len(a) and len(b)]
    asked = np.asarray(asked)
    if not parts:
        return 0, np.zeros(len(asked), dtype=np.int64)
    bounds = _bounds(parts)
    order = np.argsort(asked, kind="stable")
    limits = np.searchsorted(asked[order], bounds)  # the numbers asked that each bucket answers

    def counted(bucket: int) -> tuple[int, Array]:
        found = _distinct(_sums(parts, bounds[bucket], bounds[bucket + 1]))
        mine = asked[order[limits[bucket] : limits[bucket + 1]]]
        return len(found), np.searchsorted(found, mine, side="right")

    with ThreadPoolExecutor(workers) as executor:
        results = list(executor.map(counted, range(len(bounds) - 1)))
    before = np.concatenate([[0], np.cumsum([size for size, _ in results])])
    at_most = np.zeros(len(asked), dtype=np.int64)
    for bucket, (_, inside) in enumerate(results):
        at_most[order[limits[bucket] : limits[bucket + 1]]] = before[bucket] + inside
    at_most[order[limits[-1] :]] = before[-1]
    return int(before[-1]), at_most


def all_sums(parts: Parts) -> Array:
    """The distinct sums themselves, in ascending order.

    >>> all_sums([(np.array([0, 2]), np.array([0, 1, 2]))])
    array([0, 1, 2, 3, 4])
    """
    return _distinct(np.concatenate([(a[:, None] + b[None]).ravel() for a, b in parts]))


def _bounds(parts: Parts) -> Array:
    """Limits between which about ``BUCKET`` sums fall each, from a sample; the first is the least sum, the last lies
    above the greatest.
    """
    low = min(int(a[0] + b[0]) for a, b in parts)
    high = max(int(a[-1] + b[-1]) for a, b in parts)
    pairs = sum(len(a) * len(b) for a, b in parts)
    buckets = max(1, pairs // BUCKET)
    random = np.random.default_rng(0)
    sample = np.sort(
        np.concatenate(
            [
                random.choice(a, count) + random.choice(b, count)
                for a, b in parts
                if (count := 1 + 200 * buckets * len(a) * len(b) // pairs)
            ]
        )
    )
    inner = sample[np.arange(1, buckets) * len(sample) // buckets]
    return np.unique(np.concatenate([[low], inner[inner > low], [high + 1]]))


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


def _distinct(numbers: Array) -> Array:
    """The different numbers, in ascending order."""
    numbers.sort()
    if not len(numbers):
        return numbers
    found: Array = numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])]
    return found
