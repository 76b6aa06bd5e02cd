"""The poset of any objects under a preorder: its facts, ranks, bounds and distances, in the objects themselves.

The mathematics is done on integers in :mod:`intervale.exact.posets`; here objects get their numbers, and answers their
objects.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import cached_property

from intervale.errors import OptionError, shown
from intervale.exact.facts import poset_facts
from intervale.exact.posets import Lattice, Poset
from intervale.exact.preorders import Preorder
from intervale.exact.relations import known
from intervale.exact.shapes import hasse_distances, rank_function
from intervale.exact.shown import Shown
from intervale.exact.verdict import Verdict

__all__ = ["ObjectPoset"]


@dataclass(frozen=True, eq=False, repr=False)
class ObjectPoset(Shown):
    """Objects under a preorder. Its elements are the classes of tied objects; the first object stands for its class.

    >>> by_size = ObjectPoset(("a", "b", "ab", "abc"), Preorder.from_keys([1, 1, 2, 3]))
    >>> by_size.classes, by_size.rank("abc"), by_size.covers()
    ((('a', 'b'), ('ab',), ('abc',)), 2, [('a', 'ab'), ('ab', 'abc')])
    """

    objects: tuple[Hashable, ...]
    preorder: Preorder

    def __repr__(self) -> str:
        return f"ObjectPoset({len(self.objects):,} objects in {len(self.classes):,} classes)"

    # ------------------------------------------------------------ objects and their numbers

    @property
    def poset(self) -> Poset:
        """The poset on the numbers of the classes."""
        return self.preorder.poset

    @cached_property
    def classes(self) -> tuple[tuple[Hashable, ...], ...]:
        """The classes of tied objects, by number."""
        return tuple(tuple(self.objects[x] for x in members) for members in self.preorder.classes)

    @cached_property
    def _numbers(self) -> dict[Hashable, int]:
        return dict(zip(self.objects, self.preorder.class_of, strict=True))

    def number(self, one: Hashable) -> int:
        """The number of the class that an object is in."""
        if not known(one, self._numbers):
            raise OptionError(f"{shown(one)} is not one of the objects")
        return self._numbers[one]

    # ------------------------------------------------------------ what is asked

    @cached_property
    def lattice(self) -> Lattice | None:
        """The poset as a lattice, or None where it is none."""
        return Lattice.of(self.poset) if self.poset.boundless_pair is None else None

    @cached_property
    def facts(self) -> dict[str, Verdict]:
        """Bounded, total, graded, ranked, lattice, modular, distributive: decided on all classes."""
        return poset_facts(self.poset, self.lattice, [members[0] for members in self.classes])

    def leq(self, x: Hashable, y: Hashable) -> bool:
        """Whether x is at or below y."""
        return self.poset.leq(self.number(x), self.number(y))

    def covers(self) -> list[tuple[Hashable, Hashable]]:
        """The edges of the Hasse diagram, lower object first."""
        return [(self.classes[x][0], self.classes[y][0]) for x, covers in enumerate(self.poset.above) for y in covers]

    @cached_property
    def _ranks(self) -> list[int] | None:
        return rank_function(self.poset)

    def rank(self, x: Hashable) -> int:
        """ρ(x): one more than that of each object that x covers, and 0 is the least in every connected part."""
        number = self.number(x)
        if self._ranks is None:
            one, other = (" to ".join(map(shown, path)) for path in self.facts["ranked"].witness)
            raise OptionError(f"there is no rank function: {one} and {other} have different net steps")
        return self._ranks[number]

    def meet(self, x: Hashable, y: Hashable) -> Hashable | None:
        """The greatest object below both, or None."""
        found = self.poset.meet(self.number(x), self.number(y))
        return None if found is None else self.classes[found][0]

    def join(self, x: Hashable, y: Hashable) -> Hashable | None:
        """The least object above both, or None."""
        found = self.poset.join(self.number(x), self.number(y))
        return None if found is None else self.classes[found][0]

    def interval(self, x: Hashable, y: Hashable) -> list[Hashable]:
        """All objects z with x ≼ z ≼ y, from below; none where x is not below y."""
        return [one for z in self.poset.interval(self.number(x), self.number(y)) for one in self.classes[z]]

    def distance(self, x: Hashable, y: Hashable) -> int | None:
        """The fewest edges of the Hasse diagram between two objects; None where no path joins them."""
        return hasse_distances(self.poset, self.number(x))[self.number(y)]
