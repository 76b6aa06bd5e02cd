"""Finite preorders on the integers 0..n-1: reflexive and transitive relations, in which elements may be tied.

Elements x and y with x ≤ y ≤ x are *tied*; the classes of tied elements are partially ordered, and everything that is
asked of a preorder is asked of that poset. A relation is kept as rows of bits, so that one union of rows tells whether
it is transitive and which elements are covers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from graphlib import TopologicalSorter
from itertools import pairwise, repeat
from typing import Any

import numpy as np

from intervale.exact.numbers import exact_sorted
from intervale.exact.posets import Poset
from intervale.exact.relations import first_bit, packed, unpacked
from intervale.exact.shown import Shown

__all__ = ["NotAPreorderError", "Preorder"]

Array = np.ndarray[Any, Any]


class NotAPreorderError(ValueError):
    """Raised for a relation that is no preorder; what fails and the elements that show it are in ``args``."""


class Preorder(Shown):
    """A reflexive and transitive relation on 0..n-1, given by the class of each element and the poset of the classes.

    Classes are numbered in the order of their first elements, or as whoever makes it numbers them.

    >>> parity = Preorder.from_leq(5, lambda x, y: x % 2 <= y % 2)
    >>> parity.classes, parity.class_of, parity.poset.above
    ([(0, 2, 4), (1, 3)], [0, 1, 0, 1, 0], [(1,), ()])
    >>> parity.leq(4, 0), parity.leq(1, 0), parity.antisymmetric
    (True, False, False)
    """

    def __init__(self, class_of: Sequence[int], poset: Poset) -> None:
        self.class_of = list(class_of)
        self.poset = poset
        self.size = len(self.class_of)
        self.classes = _members(self.class_of, poset.size)

    def __repr__(self) -> str:
        return f"Preorder({self.size:,} elements in {len(self.classes):,} classes)"

    @property
    def antisymmetric(self) -> bool:
        """Whether no elements are tied: a partial order."""
        return len(self.classes) == self.size

    def leq(self, x: int, y: int) -> bool:
        """Whether x ≤ y."""
        return self.poset.leq(self.class_of[x], self.class_of[y])

    # ------------------------------------------------------------ made from

    @classmethod
    def of(cls, poset: Poset) -> Preorder:
        """A poset, in which no elements are tied."""
        return cls(range(poset.size), poset)

    @classmethod
    def from_leq(cls, elements: int | Sequence[Any], leq: Callable[[Any, Any], Any]) -> Preorder:
        """The preorder of a relation on 0..n-1, or on so many things, of which ``leq`` is asked for each pair.

        Raises :class:`NotAPreorderError` with the numbers of the elements where it is none. What ``leq`` raises is not
        caught.

        >>> Preorder.from_leq(["b", "a", "B"], lambda x, y: x.lower() <= y.lower()).classes
        [(0, 2), (1,)]
        >>> Preorder.from_leq(3, lambda x, y: y - x in (0, 1))
        Traceback (most recent call last):
        ...
        intervale.exact.preorders.NotAPreorderError: ('not transitive at 0, 1 and 2', (0, 1, 2))
        """
        things = range(elements) if isinstance(elements, int) else elements
        size = len(things)
        rows = (np.fromiter(map(leq, repeat(x), things), dtype=bool, count=size) for x in things)
        return cls.from_rows(size, rows)

    @classmethod
    def from_rows(cls, size: int, rows: Iterable[Array]) -> Preorder:
        """The preorder of a relation that is given by rows of truth values: y in row x is whether x ≤ y.

        >>> Preorder.from_rows(2, [[True, True], [False, True]]).poset.above
        [(1,), ()]
        """
        up = packed(rows, size)
        leader = _leaders(up, size)
        first, class_of = np.unique(leader, return_inverse=True)
        related = up if len(first) == size else packed((unpacked(up[x], size)[first] for x in first), len(first))
        return cls(class_of.tolist(), Poset(_covers(related, first)))

    @classmethod
    def from_keys(cls, keys: Sequence[Any]) -> Preorder:
        """The total preorder of exact keys: x ≤ y iff the key of x is at most that of y. Classes are numbered from the
        smallest key on.

        >>> Preorder.from_keys([3, 1, 3, 2]).classes, Preorder.from_keys([3, 1, 3, 2]).poset.above
        ([(1,), (3,), (0, 2)], [(1,), (2,), ()])
        """
        rank = {key: number for number, key in enumerate(exact_sorted(set(keys)))}
        if not all(low < high for low, high in pairwise(rank)):
            raise ValueError("the keys have no total order")
        return cls([rank[key] for key in keys], Poset([*([x + 1] for x in range(len(rank) - 1)), *[[]][: len(rank)]]))

    @classmethod
    def generated(cls, size: int, arrows: Sequence[Iterable[int]]) -> Preorder:
        """The least preorder with x ≤ y for every arrow from x to y: its reflexive and transitive closure.

        Elements on a cycle of arrows are tied (strongly connected components).

        >>> Preorder.generated(4, [[1, 2], [0, 2], [3], []]).classes
        [(0, 1), (2,), (3,)]
        >>> Preorder.generated(4, [[1, 2], [0, 2], [3], []]).poset.above
        [(1,), (2,), ()]
        """
        found = [list(reached) for reached in arrows]
        class_of = _components(size, found)
        following: list[set[int]] = [set() for _ in range(max(class_of, default=-1) + 1)]
        for x, reached in enumerate(found):
            following[class_of[x]].update(class_of[y] for y in reached)
        for number, reached_classes in enumerate(following):
            reached_classes.discard(number)
        return cls(class_of, Poset(_reduced(following)))


def _members(class_of: Sequence[int], count: int) -> list[tuple[int, ...]]:
    members: list[list[int]] = [[] for _ in range(count)]
    for x, number in enumerate(class_of):
        members[number].append(x)
    return [tuple(found) for found in members]


# ------------------------------------------------------------ ties and covers


def _leaders(up: Array, size: int) -> Array:
    """For each element the first that is tied with it; tied elements must have the same above them and below them."""
    related = unpacked(up, size)
    if not related.diagonal().all():
        x = int(np.flatnonzero(~related.diagonal())[0])
        raise NotAPreorderError(f"not reflexive at {x}", (x,))
    down = packed(related.T, size)
    leader = unpacked(up & down, size).argmax(axis=1) if size else np.zeros(0, dtype=int)
    for x in np.flatnonzero((up != up[leader]).any(axis=1) | (down != down[leader]).any(axis=1)).tolist():
        _raise_between(x, int(leader[x]), up, down)
    return leader


def _raise_between(x: int, y: int, up: Array, down: Array) -> None:
    """Raise for x and y that are tied, and differ in what is above or below them."""
    for low, high in ((x, y), (y, x)):
        if (more := up[high] & ~up[low]).any():
            raise _not_transitive(low, high, first_bit(more))
        if (more := down[low] & ~down[high]).any():
            raise _not_transitive(first_bit(more), low, high)


def _not_transitive(x: int, y: int, z: int) -> NotAPreorderError:
    return NotAPreorderError(f"not transitive at {x}, {y} and {z}", (x, y, z))


def _covers(up: Array, names: Array) -> list[list[int]]:
    """The covers of each element of a reflexive relation without ties: what is above it, and above nothing else that
    is. What is above that must be above the element, or the relation is not transitive.
    """
    size = len(up)
    strict = up.copy()
    numbers = np.arange(size)
    strict[numbers, numbers >> 3] &= ~(1 << (numbers & 7)).astype(np.uint8)
    words = strict.view(np.uint64)
    covers = []
    for x in range(size):
        members = np.flatnonzero(unpacked(strict[x], size))
        beyond = np.bitwise_or.reduce(words[members], axis=0)
        if (missing := beyond & ~words[x]).any():
            z = first_bit(missing)
            y = next(y for y in members.tolist() if strict[y, z >> 3] >> (z & 7) & 1)
            raise _not_transitive(*names[[x, y, z]].tolist())
        covers.append(np.flatnonzero(unpacked((words[x] & ~beyond).view(np.uint8), size)).tolist())
    return covers


# ------------------------------------------------------------ arrows


def _components(size: int, arrows: Sequence[Sequence[int]]) -> list[int]:
    """The strongly connected component of each element, numbered in the order of their first elements."""
    from scipy.sparse import csr_array
    from scipy.sparse.csgraph import connected_components

    starts = np.cumsum([0, *map(len, arrows)])
    ends = np.array([y for reached in arrows for y in reached], dtype=np.intp)
    graph = csr_array((np.ones(len(ends), dtype=np.int8), ends, starts), shape=(size, size))
    number: dict[int, int] = {}
    labels = connected_components(graph, connection="strong")[1].tolist() if size else []
    return [number.setdefault(label, len(number)) for label in labels]


def _reduced(following: Sequence[set[int]]) -> list[list[int]]:
    """The covers of an acyclic relation: of the elements that follow directly, taken from below, those that none before
    them reaches.
    """
    from_above = list(TopologicalSorter(dict(enumerate(following))).static_order())
    place = {x: index for index, x in enumerate(from_above)}
    reach = [0] * len(following)
    covers: list[list[int]] = [[] for _ in following]
    for x in from_above:
        reached = 0
        for y in sorted(following[x], key=place.__getitem__, reverse=True):
            if not reached >> place[y] & 1:
                covers[x].append(y)
                reached |= reach[y]
        reach[x] = reached | 1 << place[x]
    return covers
