"""How the scores of any two systems compare, topics not being paired: what the rank sum test counts, for all pairs.

Of S systems with T scores each there are (S T)² comparisons of two scores. They are not made one by one: the scores are
sorted together and cut into stretches of about S/20. A score in a later stretch is larger than all in an earlier one,
and between stretches it is enough to know how many scores each system has in each: a product of two matrices. Only
within a stretch scores are compared. Equal scores are never cut apart, and a stretch of equal scores alone is part of
the product, in which ties count half.

What is counted are whole numbers and halves below 2⁵³ (below 2²³ where single precision is used), so that sums are
exact in any order. It takes 20 S² T multiplications and S² T / 40 comparisons, about as long.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["RankCounts", "open_comparisons"]

Array = np.ndarray[Any, Any]
STRETCH = 20
"""A stretch has about one score for so many systems: then products and comparisons take about as long."""
SINGLE = 1 << 23
"""Whole numbers and halves below it are exact in single precision."""
PIECE = 1 << 21
"""About how many comparisons are looked at in one go."""


@dataclass(frozen=True, eq=False)
class RankCounts:
    """Scores (systems × topics) by their places among all of them: whole numbers from 0 on without a gap, equal where
    scores are. What is counted of a system beside itself means nothing.
    """

    codes: Array

    def larger(self) -> Array:
        """For each two systems, how many comparisons of a score of the first with one of the second the first wins,
        ties counting half.

        >>> float(RankCounts(np.array([[0, 2], [1, 2]])).larger()[0, 1])
        1.5
        """
        below = np.cumsum(self._counts, axis=1, dtype=self._counts.dtype)
        below -= np.where(self._alone, self._counts / 2, self._counts)
        found = self._product(self._counts, below)
        for late, early in self._within(self._stretch[self._code]):
            tied = self._code[late] == self._code[early]
            found += self._summed(late, early, np.where(tied, 0.5, 1.0))
            found += self._summed(early[tied], late[tied], np.full(int(tied.sum()), 0.5))
        return found

    def tied(self) -> Array:
        """For each two systems, Σ t³ − t over the groups of t equal scores among those of both.

        Where the two have c and d of them, t³ = c³ + 3 c² d + 3 c d² + d³. The sum of c² d over groups is again a
        product where a group is a stretch of its own, and else the sum of c over the pairs of equal scores.

        >>> float(RankCounts(np.array([[0, 2], [1, 2]])).tied()[0, 1])
        6.0
        """
        systems, topics = self.codes.shape
        counts = self._counts[:, self._alone]
        mixed = self._product(counts * counts, counts)
        for one, other in self._within(self._code):
            mixed += self._summed(one, other, self._own[one]) + self._summed(other, one, self._own[other])
        cubes = np.bincount(self._system, self._own**2, systems)
        found: Array = cubes[:, None] + cubes + 3 * (mixed + mixed.T) - 2 * topics
        return found

    # ---------------------------------------- scores in order, by code and then by system

    @cached_property
    def _keys(self) -> Array:
        systems = len(self.codes)
        return np.sort((self.codes * systems + np.arange(systems)[:, None]).ravel())

    @cached_property
    def _code(self) -> Array:
        found: Array = self._keys // len(self.codes)
        return found

    @cached_property
    def _system(self) -> Array:
        found: Array = self._keys % len(self.codes)
        return found

    @cached_property
    def _own(self) -> Array:
        """How many scores of its system are equal to it, with itself."""
        begins = np.flatnonzero(np.concatenate([[True], self._keys[1:] != self._keys[:-1]]))
        sizes = np.diff(np.append(begins, len(self._keys)))
        return np.repeat(sizes, sizes).astype(np.float64)

    @cached_property
    def _stretch(self) -> Array:
        """The stretch of each code."""
        sizes = np.bincount(self._code)
        most = max(1, len(self.codes) // STRETCH)
        window, heavy = (np.cumsum(sizes) - sizes) // most, sizes > most
        begins = (window[1:] != window[:-1]) | heavy[1:] | heavy[:-1]
        return np.concatenate([[0], np.cumsum(begins)])

    @cached_property
    def _alone(self) -> Array:
        """Whether a stretch has a single code."""
        found: Array = np.bincount(self._stretch) == 1
        return found

    @cached_property
    def _counts(self) -> Array:
        """How many scores each system has in each stretch."""
        systems, topics = self.codes.shape
        stretches = len(self._alone)
        places = self._system * stretches + self._stretch[self._code]
        counts: Array = np.bincount(places, minlength=systems * stretches).reshape(systems, stretches)
        return counts.astype(np.float32 if topics**3 < SINGLE else np.float64)

    def _product(self, counts: Array, others: Array) -> Array:
        return (counts @ others.T).astype(np.float64)

    def _summed(self, rows: Array, columns: Array, weights: Array) -> Array:
        """Systems × systems: the sum of the weights of pairs of scores."""
        systems = len(self.codes)
        places = self._system[rows] * systems + self._system[columns]
        return np.bincount(places, weights, systems * systems).reshape(systems, systems)

    def _within(self, groups: Array) -> Iterator[tuple[Array, Array]]:
        """Pairs of scores of one group in the stretches that have several codes: the places of the later and of the
        earlier.
        """
        kept = np.flatnonzero(~self._alone[self._stretch[self._code]])
        groups = groups[kept]
        late: list[Array] = []
        early: list[Array] = []
        size = 0
        for apart in range(1, len(kept)):
            one = np.flatnonzero(groups[apart:] == groups[:-apart])
            if not len(one):
                break
            late.append(kept[one + apart])
            early.append(kept[one])
            size += len(one)
            if size > PIECE:
                yield np.concatenate(late), np.concatenate(early)
                late, early, size = [], [], 0
        if late:
            yield np.concatenate(late), np.concatenate(early)


def open_comparisons(scores: Array, errors: Array) -> Array:
    """For each two systems, how many comparisons of a score of one with a score of the other are open, as the scores
    (systems × topics) can be off by the errors: x and y are, where |x − y| is at most the sum of their errors and that
    is not 0.

    Scores are sorted, and each is compared with those before it that lie within its own error and the largest one.

    >>> float(open_comparisons(np.array([[1.0, 2.0], [1.1, 4.0]]), np.array([[0.1, 0.0], [0.1, 0.1]]))[0, 1])
    1.0
    """
    systems, topics = scores.shape
    order = np.argsort(scores, axis=None, kind="stable")
    x, off, system = scores.ravel()[order], errors.ravel()[order], order // topics
    reach = (off + off.max(initial=0.0)) * (1 + 8 * np.finfo(float).eps) + 8 * np.finfo(float).eps * np.abs(x)
    begin = np.searchsorted(x, x - reach)
    number = np.arange(len(x)) - begin
    found = np.zeros(systems * systems)
    ends = np.cumsum(number)
    start = 0
    while start < len(x):
        stop = max(start + 1, int(np.searchsorted(ends, (ends[start - 1] if start else 0) + PIECE)))
        many = number[start:stop]
        late = np.repeat(np.arange(start, stop), many)
        early = np.arange(len(late)) - np.repeat(np.cumsum(many) - many, many) + np.repeat(begin[start:stop], many)
        both = off[late] + off[early]
        opened = (np.abs(x[late] - x[early]) <= both) & (both > 0)
        found += np.bincount(system[late[opened]] * systems + system[early[opened]], minlength=len(found))
        start = stop
    made: Array = found.reshape(systems, systems)
    return made + made.T
