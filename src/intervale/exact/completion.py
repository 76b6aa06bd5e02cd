"""The Dedekind-MacNeille completion: the smallest lattice that a finite poset is part of.

A *cut* is a set A that has every element below all upper bounds of A: A = A^ul. Cuts ordered by inclusion are a
lattice, x ↦ {z : z ≤ x} puts the poset into it, and all meets and joins that the poset has stay what they are.

An element that is a join of others brings no new cut, nor does one that is a meet of others. So a cut is known by which
of the elements that are no meets stand above it, and these are the intersections of what stands above elements that are
no joins.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from intervale.exact.posets import Lattice, Poset
from intervale.exact.shown import Shown

__all__ = ["MOST_CUTS", "Completion", "TooManyCutsError", "completion"]

MOST_CUTS = 20_000
"""How many elements a completion may have by default."""


class TooManyCutsError(ValueError):
    """Raised where a completion has more elements than allowed; there can be exponentially many."""


@dataclass(frozen=True, eq=False, repr=False)
class Completion(Shown):
    """A lattice, and where the elements of the poset are in it.

    ``embedding[x]`` is the element of the lattice that x is, with the same number; ``new`` are those that were not in
    the poset.
    """

    poset: Poset
    lattice: Lattice
    embedding: list[int]
    new: list[int]

    def __repr__(self) -> str:
        return f"Completion({self.poset.size:,} elements, {len(self.new):,} new)"

    def lower(self, element: int) -> list[int]:
        """The elements of the poset at or below an element of the lattice: its cut."""
        below = self.lattice.down[element]
        return [x for x in self.poset.extension if below >> self.lattice.place[self.embedding[x]] & 1]


def completion(poset: Poset, most: int = MOST_CUTS) -> Completion:
    """The Dedekind-MacNeille completion of a poset. Raises :class:`TooManyCutsError` beyond ``most`` elements.

    >>> crossed = completion(Poset([[2, 3], [2, 3], [], []]))  # 0 and 1 below 2 and 3
    >>> crossed.new, [crossed.lower(x) for x in crossed.new]
    ([4, 5, 6], [[], [0, 1], [0, 1, 2, 3]])
    >>> completion(Poset([[1], []])).new, completion(Poset([])).lattice.size
    ([], 1)
    """
    if poset.size and poset.boundless_pair is None and poset.size <= most:  # a lattice is its own completion
        return Completion(poset, Lattice.of(poset), list(range(poset.size)), [])
    no_meets = [x for x in range(poset.size) if not _is_bound(x, poset.above, poset.down)]
    above = _above_by_number(poset, no_meets)
    rows = [above[x] for x in range(poset.size) if not _is_bound(x, poset.below, poset.up)]
    cuts = _intersections(rows, (1 << len(no_meets)) - 1, most)
    new = sorted(cuts.difference(above), key=lambda cut: (-cut.bit_count(), cut))
    lattice = Lattice.of(Poset(_covers([*above, *new], rows)))
    return Completion(poset, lattice, list(range(poset.size)), list(range(poset.size, lattice.size)))


def _is_bound(x: int, neighbours: Sequence[Iterable[int]], bounds: Sequence[int]) -> bool:
    """Whether an element is the least upper bound of those directly below it (``below``, ``up``), or the greatest lower
    bound of those directly above it (``above``, ``down``).
    """
    shared = (1 << len(bounds)) - 1
    for y in neighbours[x]:
        shared &= bounds[y]
    return shared == bounds[x]


def _above_by_number(poset: Poset, chosen: Sequence[int]) -> list[int]:
    """For each element the mask of the chosen ones at or above it, by their place among the chosen."""
    masks = [0] * poset.size
    for number, m in enumerate(chosen):
        for x in poset.elements(poset.down[m]):
            masks[x] |= 1 << number
    return masks


def _intersections(rows: Iterable[int], whole: int, most: int) -> set[int]:
    """All intersections of some rows, with the whole for none."""
    found = {whole}
    for row in rows:
        found |= {cut & row for cut in found}
        if len(found) > most:
            raise TooManyCutsError(f"the completion has more than {most:,} elements")
    return found


def _covers(cuts: Sequence[int], rows: Sequence[int]) -> list[list[int]]:
    """The numbers of the cuts that cover each cut. A row that is not below a cut leads to a larger one, and that is a
    cover iff all rows below it, and not below the first, lead to it (Lindig).
    """
    number = {cut: index for index, cut in enumerate(cuts)}
    below = [sum(1 << index for index, row in enumerate(rows) if not cut & ~row) for cut in cuts]
    covers = []
    for cut, known in zip(cuts, below, strict=True):
        led = Counter(number[cut & row] for row in rows if cut & ~row)
        covers.append([larger for larger, count in led.items() if count == (below[larger] & ~known).bit_count()])
    return covers
