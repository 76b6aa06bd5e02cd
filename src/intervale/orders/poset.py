"""The poset of a run space under an order: its facts, each with a witness where it fails.

The mathematics is done on integers in :mod:`intervale.exact.posets`; here runs get their numbers, and witnesses
their runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from intervale.errors import OptionError
from intervale.exact.facts import FACTS, poset_facts
from intervale.exact.posets import Lattice, Poset
from intervale.exact.shown import Shown
from intervale.exact.verdict import Proof, Verdict
from intervale.orders.listed import ListedOrder
from intervale.orders.named import order
from intervale.orders.order import ORDERS, Order
from intervale.orders.space import Grades, JudgedRun, RunSpace

__all__ = ["FACTS", "RunPoset", "poset", "theorem_facts"]


@dataclass(frozen=True, eq=False, repr=False)
class RunPoset(Shown):
    """All runs of a space under an order, as a poset on their numbers.

    >>> found = poset("rank-swap", length=3, grades=1)
    >>> bool(found.facts["distributive"]), found.rank((1, 0, 1)), found.poset.maximal_chain_count
    (True, 4, 2)
    """

    order: Order
    space: RunSpace
    poset: Poset
    classes: tuple[tuple[JudgedRun, ...], ...] | None = None
    """The classes of tied runs, where the order ties some or is made by values: they are its elements."""

    @property
    def tied(self) -> bool:
        """Whether the order ties runs."""
        return any(len(members) > 1 for members in self.classes or ())

    def __repr__(self) -> str:
        space = f"length {self.space.length}, {self.space.grades_text}"
        return f"RunPoset({self.order.name}, {space}: {len(self.runs):,} elements)"

    @cached_property
    def runs(self) -> list[JudgedRun]:
        """The runs by number; of a class the first."""
        return list(self.space) if self.classes is None else [members[0] for members in self.classes]

    def number(self, run: JudgedRun) -> int:
        """The number of a run, or of the class it is in."""
        return self.space.index(run) if self.classes is None else self._class_of[self.space.checked(run)]

    @cached_property
    def _class_of(self) -> dict[JudgedRun, int]:
        return {run: number for number, members in enumerate(self.classes or ()) for run in members}

    def rank(self, run: JudgedRun) -> int:
        """The length of the longest chain below a run; its rank where the poset is graded."""
        return self.poset.heights[self.number(run)]

    def cover_pairs(self) -> Iterator[tuple[JudgedRun, JudgedRun]]:
        """The edges of the Hasse diagram, lower run first."""
        for x, covers in enumerate(self.poset.above):
            for y in covers:
                yield self.runs[x], self.runs[y]

    @cached_property
    def lattice(self) -> Lattice | None:
        """The poset as a lattice, or None where it is none."""
        return Lattice.of(self.poset) if self.poset.boundless_pair is None else None

    @cached_property
    def facts(self) -> dict[str, Verdict]:
        """Bounded, total, graded, ranked, lattice, modular, distributive: decided on all runs.

        *Graded*: all maximal chains have the same length (Ferrante, Ferro and Pontarollo 2019, appendix, §1). *Ranked*:
        there is a rank function, ρ(s) = ρ(r) + 1 where s covers r (Giner, §2), which a graded poset has; without a
        single worst and a single best run it may be ranked and not graded.
        """
        return poset_facts(self.poset, self.lattice, self.runs)


def poset(name: str | Order, length: int, grades: Grades = 1) -> RunPoset:
    """The poset of all runs of a length over grades 0..``grades``, or over a set of grades, made from what sits
    directly above each run. Where the order ties runs, its elements are classes of tied runs.

    >>> len(poset("set-replacement", 3, 3).runs)
    20
    >>> poset("replacement+units", 2, (0, 0.5, 1)).classes[1]
    ((0, 1), (1, 0))
    """
    chosen = order(name)
    space = chosen.space(length, grades)
    chosen.check_size(space)
    if isinstance(chosen, ListedOrder):
        made = chosen.preorder(space)
        by_number = made.class_of == list(range(made.size))
        classes = None if by_number else tuple(tuple(members) for members in chosen.classes(space))
        return RunPoset(chosen, space, made.poset, classes)
    above = [[space.index(cover) for cover in chosen.above(run, space.grades)] for run in space]
    return RunPoset(chosen, space, Poset(above))


def theorem_facts(chosen: Order, space: RunSpace) -> dict[str, Verdict]:
    """The facts of the built-in orders for any length and grades, by theorem. Tests check them on all small spaces.

    Chains are distributive lattices. Under ``set-replacement`` and ``rank-replacement`` meets and joins are taken
    place by place, so that the lattice is a sublattice of a product of chains. Under ``rank-swap`` binary runs are
    their counts so far, and the place-by-place minimum and maximum of two such sequences are such sequences again;
    with three grades (0, …, 0, 2) and (0, …, 1, 0) have two minimal upper bounds, (0, …, 1, 2) and (0, …, 2, 0),
    and no join.

    >>> theorem_facts(order("rank-swap"), RunSpace(1000, 2))["lattice"].witness[0]
    'join'
    """

    if chosen.name not in ORDERS:
        raise OptionError(f"no theorem is known about {chosen.name}: build its poset and check it")

    def known(holds: bool, witness: object = None) -> Verdict:
        return Verdict(holds, witness, proof=Proof.THEOREM, why=chosen.reason)

    length = space.length
    ends, total = known(True), known(_is_total(chosen, space), _incomparable(chosen, space))
    if chosen.graded(space):
        return dict(zip(FACTS, (ends, total, *(known(True),) * 5), strict=True))
    zeros = (0,) * (length - 2)
    none = Verdict(None, proof=Proof.THEOREM, why="not a lattice")
    no_join = known(False, ("join", (*zeros, 0, 2), (*zeros, 1, 0)))
    chains = poset(chosen, 2, 2).facts["graded"].witness
    uneven = known(False, tuple(tuple((*zeros, *run) for run in chain) for chain in chains))
    return dict(zip(FACTS, (ends, total, uneven, uneven, no_join, none, none), strict=True))


def _is_total(chosen: Order, space: RunSpace) -> bool:
    if chosen.total or space.length == 1:
        return True
    return space.grades == 1 and (chosen.kind == "set" or (chosen.name == "rank-swap" and space.length == 2))


def _incomparable(chosen: Order, space: RunSpace) -> tuple[JudgedRun, JudgedRun] | None:
    if _is_total(chosen, space):
        return None
    length, grades = space.length, space.grades
    if chosen.kind == "set":
        return (1, 1, *(0,) * (length - 2)), (2, *(0,) * (length - 1))
    if chosen.name == "rank-replacement":
        return (0, 1, *(0,) * (length - 2)), (1, *(0,) * (length - 1))
    if grades > 1:
        return (0, 2, *(0,) * (length - 2)), (1, *(0,) * (length - 1))
    return (0, 1, 1, *(0,) * (length - 3)), (1, *(0,) * (length - 1))
