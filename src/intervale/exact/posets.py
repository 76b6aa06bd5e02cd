"""Finite partial orders on the integers 0..n-1, kept as bitsets.

An element's *up-set* is a Python integer whose bit y is set where x ≤ y. The elements are kept in a linear
extension (x < y only if x comes before y), so the least element of a set of bits, if it has one, is its lowest bit.
What is asked of a poset is answered with a certificate: the elements that break it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cached_property

from intervale.exact.shown import Shown

__all__ = ["Lattice", "NotALatticeError", "NotAPosetError", "Poset", "bits"]


def bits(mask: int) -> Iterator[int]:
    """The places of the bits of a mask, from the lowest.

    >>> list(bits(0b101001))
    [0, 3, 5]
    """
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


class NotAPosetError(ValueError):
    """Raised for a relation that is no partial order; what fails and the elements that show it are in ``args``."""


class Poset(Shown):
    """A partial order on 0..n-1, given by its covers: ``above[x]`` are the elements that cover x.

    The covers must be acyclic and without shortcuts; :meth:`from_leq` makes them from any order relation.

    >>> diamond = Poset([[1, 2], [3], [3], []])
    >>> diamond.leq(0, 3), diamond.leq(1, 2), diamond.height, diamond.maximal_chain_count
    (True, False, 2, 2)
    """

    def __init__(self, above: Sequence[Iterable[int]]) -> None:
        self.above: list[tuple[int, ...]] = [tuple(sorted(set(covers))) for covers in above]
        self.size = len(self.above)
        self.below: list[tuple[int, ...]] = self._turned()
        self.extension = self._linear_extension()

    @classmethod
    def from_leq(cls, size: int, leq: Callable[[int, int], bool]) -> Poset:
        """The poset of an order relation. Raises :class:`NotAPosetError` with the elements where it is none.

        >>> Poset.from_leq(6, lambda x, y: (y + 1) % (x + 1) == 0).above  # 1..6 by divisibility
        [(1, 2, 4), (3, 5), (5,), (), (), ()]
        """
        up = [sum(1 << y for y in range(size) if leq(x, y)) for x in range(size)]
        for x in range(size):
            if not up[x] >> x & 1:
                raise NotAPosetError(f"not reflexive at {x}", (x,))
            for y in bits(up[x] & ~(1 << x)):
                if up[y] >> x & 1:
                    raise NotAPosetError(f"not antisymmetric at {x} and {y}", (x, y))
                if up[y] & ~up[x]:
                    z = next(bits(up[y] & ~up[x]))
                    raise NotAPosetError(f"not transitive at {x}, {y} and {z}", (x, y, z))
        above = []
        for x in range(size):
            strict = up[x] & ~(1 << x)
            beyond = 0
            for y in bits(strict):
                beyond |= up[y] & ~(1 << y)
            above.append(tuple(bits(strict & ~beyond)))
        return cls(above)

    def _turned(self) -> list[tuple[int, ...]]:
        below: list[list[int]] = [[] for _ in range(self.size)]
        for x, covers in enumerate(self.above):
            for y in covers:
                below[y].append(x)
        return [tuple(found) for found in below]

    def _linear_extension(self) -> list[int]:
        """Elements in an order that agrees with ≤, by levels."""
        waiting = [len(found) for found in self.below]
        ready = [x for x in range(self.size) if not waiting[x]]
        extension: list[int] = []
        while ready:
            extension.extend(ready)
            following = []
            for x in ready:
                for y in self.above[x]:
                    waiting[y] -= 1
                    if not waiting[y]:
                        following.append(y)
            ready = following
        if len(extension) != self.size:
            raise NotAPosetError("the cover relation has a cycle", ())
        return extension

    # ------------------------------------------------------------ up-sets, in places of the linear extension

    @cached_property
    def place(self) -> list[int]:
        """The place of each element in the linear extension."""
        place = [0] * self.size
        for index, x in enumerate(self.extension):
            place[x] = index
        return place

    @cached_property
    def up(self) -> list[int]:
        """For each element the bits, by place, of what is at or above it."""
        up = [0] * self.size
        for x in reversed(self.extension):
            mask = 1 << self.place[x]
            for y in self.above[x]:
                mask |= up[y]
            up[x] = mask
        return up

    @cached_property
    def down(self) -> list[int]:
        """For each element the bits, by place, of what is at or below it."""
        down = [0] * self.size
        for x in self.extension:
            mask = 1 << self.place[x]
            for y in self.below[x]:
                mask |= down[y]
            down[x] = mask
        return down

    def leq(self, x: int, y: int) -> bool:
        """Whether x ≤ y."""
        return bool(self.up[x] >> self.place[y] & 1)

    def elements(self, mask: int) -> list[int]:
        """The elements of a mask of places."""
        return [self.extension[place] for place in bits(mask)]

    def interval(self, x: int, y: int) -> list[int]:
        """All z with x ≤ z ≤ y, from below."""
        return self.elements(self.up[x] & self.down[y])

    # ------------------------------------------------------------ shape

    @property
    def minimal(self) -> list[int]:
        """Elements with nothing below."""
        return [x for x in range(self.size) if not self.below[x]]

    @property
    def maximal(self) -> list[int]:
        """Elements with nothing above."""
        return [x for x in range(self.size) if not self.above[x]]

    @cached_property
    def heights(self) -> list[int]:
        """The length of the longest chain that ends in each element."""
        heights = [0] * self.size
        for x in self.extension:
            for y in self.above[x]:
                heights[y] = max(heights[y], heights[x] + 1)
        return heights

    @property
    def height(self) -> int:
        """The length (edges) of the longest chain; -1 for the empty poset."""
        return max(self.heights, default=-1)

    def levels(self) -> list[list[int]]:
        """The elements by height."""
        found: list[list[int]] = [[] for _ in range(self.height + 1)]
        for x in range(self.size):
            found[self.heights[x]].append(x)
        return found

    def incomparable_pair(self) -> tuple[int, int] | None:
        """Two elements that cannot be compared, or None in a chain."""
        for x in range(self.size):
            rest = ((1 << self.size) - 1) & ~(self.up[x] | self.down[x])
            if rest:
                return x, self.extension[next(bits(rest))]
        return None

    def shortcut(self) -> tuple[int, int, int] | None:
        """A cover (x, y) with some z between, as (x, z, y): covers that are none. None where all are."""
        for x, covers in enumerate(self.above):
            for y in covers:
                for z in covers:
                    if z != y and self.leq(z, y):
                        return x, z, y
        return None

    def uneven_chains(self) -> tuple[list[int], list[int]] | None:
        """Two maximal chains of different length, or None in a graded poset."""
        short = [0] * self.size
        for x in self.extension:
            if self.below[x]:
                short[x] = 1 + min(short[y] for y in self.below[x])
        longest = max(self.maximal, key=lambda x: self.heights[x], default=None)
        shortest = min(self.maximal, key=lambda x: short[x], default=None)
        if longest is None or shortest is None or self.heights[longest] == short[shortest]:
            return None
        return self._chain_to(shortest, short), self._chain_to(longest, self.heights)

    def _chain_to(self, x: int, depth: list[int]) -> list[int]:
        chain = [x]
        while self.below[chain[-1]]:
            chain.append(next(y for y in self.below[chain[-1]] if depth[y] == depth[chain[-1]] - 1))
        return chain[::-1]

    # ------------------------------------------------------------ chains and antichains

    @cached_property
    def maximal_chain_count(self) -> int:
        """How many maximal chains there are, counted without listing."""
        count = [0] * self.size
        for x in reversed(self.extension):
            count[x] = sum(count[y] for y in self.above[x]) if self.above[x] else 1
        return sum(count[x] for x in self.minimal)

    def maximal_chains(self) -> Iterator[list[int]]:
        """The maximal chains, one after the other."""
        stack = [[x] for x in reversed(self.minimal)]
        while stack:
            chain = stack.pop()
            if not self.above[chain[-1]]:
                yield chain
            else:
                stack.extend([*chain, y] for y in reversed(self.above[chain[-1]]))

    @cached_property
    def width(self) -> int:
        """The size of the largest antichain: by Dilworth's theorem, n less a maximum matching of comparable pairs."""
        if not self.size:
            return 0
        import numpy as np
        from scipy.sparse import csr_array
        from scipy.sparse.csgraph import maximum_bipartite_matching

        columns = [self.up[x] & ~(1 << self.place[x]) for x in range(self.size)]
        width = (self.size + 7) // 8
        rows = np.frombuffer(b"".join(mask.to_bytes(width, "little") for mask in columns), dtype=np.uint8)
        related = np.unpackbits(rows.reshape(self.size, width), axis=1, bitorder="little")[:, : self.size]
        matched = maximum_bipartite_matching(csr_array(related), perm_type="column")
        return int(self.size - (matched >= 0).sum())

    def linear_extensions(self) -> Iterator[list[int]]:
        """All linear extensions, one after the other; there are as many as stars already for small posets."""

        def extend(done: list[int], waiting: list[int], ready: list[int]) -> Iterator[list[int]]:
            if len(done) == self.size:
                yield done
            for x in ready:
                left = list(waiting)
                freed = []
                for y in self.above[x]:
                    left[y] -= 1
                    if not left[y]:
                        freed.append(y)
                yield from extend([*done, x], left, sorted([y for y in ready if y != x] + freed))

        yield from extend([], [len(found) for found in self.below], self.minimal)

    def linear_extension_count(self) -> int:
        """How many linear extensions there are, counted over down-sets.

        >>> Poset([[], [], []]).linear_extension_count()
        6
        """
        counts = {0: 1}
        strictly_below = [self.down[x] & ~(1 << self.place[x]) for x in self.extension]
        for _ in range(self.size):
            following: dict[int, int] = {}
            for done, count in counts.items():
                for place in range(self.size):
                    if not done >> place & 1 and not strictly_below[place] & ~done:
                        following[done | 1 << place] = following.get(done | 1 << place, 0) + count
            counts = following
        return counts[(1 << self.size) - 1]

    # ------------------------------------------------------------ bounds

    def join(self, x: int, y: int) -> int | None:
        """The least upper bound, or None."""
        bounds = self.up[x] & self.up[y]
        if not bounds:
            return None
        least = self.extension[(bounds & -bounds).bit_length() - 1]
        return least if self.up[least] == bounds else None

    def meet(self, x: int, y: int) -> int | None:
        """The greatest lower bound, or None."""
        bounds = self.down[x] & self.down[y]
        if not bounds:
            return None
        greatest = self.extension[bounds.bit_length() - 1]
        return greatest if self.down[greatest] == bounds else None

    @cached_property
    def boundless_pair(self) -> tuple[str, int, int] | None:
        """``("join", x, y)`` or ``("meet", x, y)`` for two elements without one; None in a lattice.

        In a bounded poset it is enough that every two elements that cover a common one have a join (Björner,
        Edelman and Ziegler 1990, Lemma 2.1), so that few pairs are looked at.
        """
        for ends, what in ((self.maximal, "join"), (self.minimal, "meet")):
            if len(ends) > 1:
                return what, ends[0], ends[1]
        for covers in self.above:
            for i, x in enumerate(covers):
                for y in covers[i + 1 :]:
                    if self.join(x, y) is None:
                        return "join", x, y
        return None


class NotALatticeError(ValueError):
    """Raised for a poset where two elements have no join or no meet; the pair is in ``args``."""


class Lattice(Poset):
    """A poset in which every two elements have a meet and a join, verified when it is made.

    >>> square = Lattice.of(Poset([[1, 2], [3], [3], []]))
    >>> square.joined(1, 2), square.met(1, 2), square.join_irreducibles
    (3, 0, [1, 2])
    """

    @classmethod
    def of(cls, poset: Poset) -> Lattice:
        """The poset as a lattice, or ``NotALatticeError`` with the pair that breaks it."""
        if not poset.size:
            raise NotALatticeError("an empty poset is no lattice")
        pair = poset.boundless_pair
        if pair is not None:
            raise NotALatticeError(*pair)
        return cls(poset.above)

    def joined(self, x: int, y: int) -> int:
        """The least upper bound."""
        bounds = self.up[x] & self.up[y]
        return self.extension[(bounds & -bounds).bit_length() - 1]

    def met(self, x: int, y: int) -> int:
        """The greatest lower bound."""
        return self.extension[(self.down[x] & self.down[y]).bit_length() - 1]

    @property
    def bottom(self) -> int:
        return self.extension[0]

    @property
    def top(self) -> int:
        return self.extension[-1]

    @cached_property
    def join_irreducibles(self) -> list[int]:
        """Elements with exactly one element directly below: no join of others."""
        return [x for x in range(self.size) if len(self.below[x]) == 1]

    @cached_property
    def meet_irreducibles(self) -> list[int]:
        """Elements with exactly one element directly above."""
        return [x for x in range(self.size) if len(self.above[x]) == 1]

    @cached_property
    def pentagon(self) -> tuple[int, int, int, int, int] | None:
        """A sublattice N5 as (bottom, low, high, other, top) with low < high; None in a modular lattice.

        A finite lattice is modular iff whatever two elements cover their meet are covered by their join, and the
        other way round. Where that fails, the five elements are at hand.
        """
        for z, covers in enumerate(self.above):
            for x, y in _pairs(covers):
                join = self.joined(x, y)
                for low, other in ((x, y), (y, x)):
                    if join not in self.above[low]:
                        high = next(w for w in self.above[low] if self.leq(w, join))
                        return z, low, high, other, join
        for z, covers in enumerate(self.below):
            for x, y in _pairs(covers):
                meet = self.met(x, y)
                for high, other in ((x, y), (y, x)):
                    if meet not in self.below[high]:
                        low = next(w for w in self.below[high] if self.leq(meet, w))
                        return meet, low, high, other, z
        return None

    @cached_property
    def diamond(self) -> tuple[int, int, int, int, int] | None:
        """A sublattice M3 as (bottom, x, y, z, top) in a modular lattice; None in a distributive one.

        A modular lattice of finite length that is not distributive has three elements that cover one element and
        are covered by one.
        """
        for z, covers in enumerate(self.above):
            joins: dict[int, list[int]] = {}
            for x, y in _pairs(covers):
                found = joins.setdefault(self.joined(x, y), [])
                found.extend(w for w in (x, y) if w not in found)
            for top, found in joins.items():
                if len(found) >= 3:
                    return z, found[0], found[1], found[2], top
        return None

    @property
    def modular(self) -> bool:
        return self.pentagon is None

    @property
    def distributive(self) -> bool:
        return self.modular and self.diamond is None

    @cached_property
    def irreducibles_below(self) -> list[int]:
        """For each element the mask of the join-irreducibles at or below it, by their number in ``join_irreducibles``.

        In a distributive lattice this is Birkhoff's representation: x ↦ J_x is one to one, and meets and joins are
        intersections and unions.
        """
        masks = [0] * self.size
        for number, j in enumerate(self.join_irreducibles):
            for x in self.elements(self.up[j]):
                masks[x] |= 1 << number
        return masks


def _pairs(items: Sequence[int]) -> Iterator[tuple[int, int]]:
    for i, x in enumerate(items):
        for y in items[i + 1 :]:
            yield x, y
