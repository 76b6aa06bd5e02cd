"""Counting the distinct sums of two lists without keeping them all.

A set of numbers is given as parts (A, B), each standing for all sums a + b. The sums are streamed through buckets of
values: each bucket is filled, sorted and counted by itself, so that memory stays bounded and buckets are independent
pieces of work. Other processes are sent what makes the lists (:class:`Rebuilt`), and some buckets at a time
(:func:`stretches`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import pairwise
from threading import Lock
from typing import Any, Generic, TypeVar

import numpy as np

from intervale.exact.progress import parallel_map

__all__ = ["PairSums", "Rebuilt", "distinct", "stretches"]

T = TypeVar("T")
Array = np.ndarray[Any, Any]
Parts = Sequence[tuple[Array, Array]]
Buckets = tuple[Array, Array, Array]
"""Where some buckets begin, where each ends, and the numbers asked that fall into them; all ascending."""
BUCKET = 1 << 20
"""How many sums a bucket holds, about."""
PIECE = 1 << 13
"""So many sums are made at once: few enough that their memory is not fetched from the system each time."""
A_BUCKET = 0.025
"""About how many seconds it takes to count a bucket."""
A_TASK, FEWEST_TASKS = 0.25, 32
"""About how many seconds a task takes where there is much to do, and into how many tasks less is divided."""


class Rebuilt(Generic[T]):
    """A value that is sent to other processes as the function that makes it, and made once in each, when it is needed,
    however many threads ask.

    >>> import pickle
    >>> numbers = Rebuilt(partial(range, 1000))
    >>> len(pickle.dumps(numbers)) < 200, pickle.loads(pickle.dumps(numbers)).value
    (True, range(0, 1000))
    """

    def __init__(self, make: Callable[[], T], made: T | None = None) -> None:
        self._make, self._made, self._lock = make, made, Lock()

    @property
    def value(self) -> T:
        with self._lock:
            if self._made is None:
                self._made = self._make()
            return self._made

    def __reduce__(self) -> Any:
        return Rebuilt, (self._make,)


def stretches(number: int, seconds: float) -> list[slice]:
    """So many items, of which each takes so many seconds, in stretches that make good tasks: not so short that handing
    them out takes long, and not so few that workers are idle.

    >>> stretches(3, 0.025), len(stretches(858, 0.025))
    ([slice(0, 1, None), slice(1, 2, None), slice(2, 3, None)], 86)
    """
    each = max(1, min(int(A_TASK / max(seconds, 1e-9)), number // FEWEST_TASKS))
    return [slice(start, min(start + each, number)) for start in range(0, number, each)]


@dataclass(eq=False)
class PairSums:
    """The distinct numbers a + b of all parts. The lists are sorted 64-bit integers; no sum may overflow.

    >>> sums = PairSums([(np.array([0, 2]), np.array([0, 1, 2])), (np.array([0, 1, 2]), np.array([0, 1, 2]))])
    >>> sums.at_most([-1, 0, 3, 9]), sums.size, sums.values.tolist()
    ([0, 1, 4, 5], 5, [0, 1, 2, 3, 4])
    """

    parts: Parts
    recipe: Callable[[], Parts] | None = None
    """What makes the same parts anew, and can be pickled: other processes are sent this, and the parts where it is
    None.
    """
    counts: list[int] | None = field(default=None)
    """How many distinct sums each bucket has, once they were counted."""

    def __post_init__(self) -> None:
        self._table = _Table(self.parts)
        self.parts = self._table.parts

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
        wanted = np.arange(len(limits) - 1) if self.counts is None else np.flatnonzero(np.diff(limits))
        tasks = [wanted[some] for some in stretches(len(wanted), A_BUCKET)]
        places = [np.concatenate([np.arange(limits[b], limits[b + 1]) for b in buckets]) for buckets in tasks]
        work = [
            (self.bounds[buckets], self.bounds[buckets + 1], ascending[some])
            for buckets, some in zip(tasks, places, strict=True)
        ]
        make = partial(_Table, self.parts) if self.recipe is None else partial(_table_of, self.recipe)
        table = Rebuilt(make, self._table)
        results = list(parallel_map(_counted, work, "counting values", given=table, local=len(work) <= 1))
        if self.counts is None:
            self.counts = [n for counts, _ in results for n in counts.tolist()]
        before = np.concatenate([[0], np.cumsum(np.array(self.counts, dtype=np.int64))]).astype(np.int64)
        found = np.zeros(len(asked), dtype=np.int64)
        for buckets, some, (_, inside) in zip(tasks, places, results, strict=True):
            found[order[some]] = np.repeat(before[buckets], np.diff(limits)[buckets]) + inside
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


class _Table:
    """The lists of all parts that have sums, one behind the other."""

    def __init__(self, parts: Parts) -> None:
        filled = [(a, b) for a, b in parts if len(a) and len(b)]
        self.first, self.second = (
            np.concatenate([np.empty(0, dtype=np.int64), *lists])
            for lists in ([a for a, _ in filled], [b for _, b in filled])
        )
        ends = np.cumsum([[0, 0], *((len(a), len(b)) for a, b in filled)], axis=0).tolist()
        self.slices = [(slice(a, c), slice(b, d)) for (a, b), (c, d) in pairwise(ends)]

    @property
    def parts(self) -> list[tuple[Array, Array]]:
        return [(self.first[a], self.second[b]) for a, b in self.slices]

    def places(self, limit: int) -> Array:
        """For each number of the first lists, the place of the first number of its second list with which it makes at
        least the limit.
        """
        found = np.empty(len(self.first), dtype=np.int64)
        for a, b in self.slices:
            numbers, others, places = self.first[a], self.second[b], found[a]
            low, high = np.searchsorted(numbers, [limit - others[-1], limit - others[0]])  # between, it is inside
            places[:low], places[high:] = b.stop, b.start
            places[low:high] = b.start + np.searchsorted(others, limit - numbers[low:high])
        return found


def _table_of(recipe: Callable[[], Parts]) -> _Table:
    return _Table(recipe())


def _counted(rebuilt: Rebuilt[_Table], buckets: Buckets) -> tuple[Array, Array]:
    """How many distinct sums each bucket has, and for each number asked how many of its bucket are at most that."""
    table, (lows, highs, asked) = rebuilt.value, buckets
    counts, inside = [], [np.empty(0, dtype=np.int64)]
    room, reached, last = np.empty(0, dtype=np.int64), None, np.empty(0, dtype=np.int64)
    for low, high in zip(lows.tolist(), highs.tolist(), strict=True):
        first, last, reached = last if low == reached else table.places(low), table.places(high), high
        total = int((last - first).sum())
        if len(room) < total:
            room = np.empty(total + total // 8, dtype=np.int64)
        found = room[:total]
        _sums(table, first, last, found)
        found.sort()
        new = np.ones(total, dtype=bool)
        np.not_equal(found[1:], found[:-1], out=new[1:])
        ends = np.searchsorted(found, asked[(asked >= low) & (asked < high)], side="right")
        distinct_up_to = np.cumsum([np.count_nonzero(new[a:b]) for a, b in pairwise([0, *ends.tolist(), total])])
        counts.append(distinct_up_to[-1])
        inside.append(distinct_up_to[:-1])
    return np.array(counts, dtype=np.int64), np.concatenate(inside)


def _sums(table: _Table, first: Array, last: Array, found: Array) -> None:
    """Write down the sums of each number of the first lists with those of its second list from one place to below
    another, in no order.
    """
    counts = last - first
    ends = np.cumsum(counts)
    begins = ends - counts
    cuts = np.searchsorted(ends, np.arange(PIECE, len(found), PIECE))
    for low, high in pairwise(np.unique(np.concatenate([[0], cuts, [len(counts)]])).tolist()):
        start, end, each = begins[low], ends[high - 1], counts[low:high]
        place = np.repeat(first[low:high] - begins[low:high], each)
        place += np.arange(start, end)
        sums = table.second[place]
        sums += np.repeat(table.first[low:high], each)
        found[start:end] = sums


def distinct(numbers: Array) -> Array:
    """The different numbers, in ascending order; those given are put in order. Where most are different this takes a
    small part of the time of NumPy's ``unique``.
    """
    numbers.sort()
    if not len(numbers):
        return numbers
    found: Array = numbers[np.concatenate([[True], numbers[1:] != numbers[:-1]])]
    return found
