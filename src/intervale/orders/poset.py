"""The poset of a run space under an order: its facts, each with a witness where it fails.

The mathematics is done on integers in :mod:`intervale.exact.posets`; here runs get their numbers, and witnesses
their runs.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from intervale.errors import OptionError
from intervale.exact.posets import Lattice, Poset
from intervale.exact.shown import Shown
from intervale.exact.verdict import Proof, Verdict
from intervale.orders.order import ORDERS, Order, order
from intervale.orders.own import InducedOrder
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["FACTS", "RunPoset", "poset", "theorem_facts"]

FACTS = ("bounded", "total", "graded", "lattice", "modular", "distributive")


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
    """The runs with equal values, where the order is induced by a measure: its elements are these classes."""

    def __repr__(self) -> str:
        space = f"length {self.space.length}, grades 0..{self.space.grades}"
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
        """Bounded, total, graded, lattice, modular, distributive: decided on all runs."""
        named, n = self._named, self.poset.size
        low, high = self.poset.minimal, self.poset.maximal
        pair, chains = self.poset.incomparable_pair(), self.poset.uneven_chains()
        boundless = self.poset.boundless_pair
        facts = {
            "bounded": Verdict(
                len(low) == len(high) == 1, None if len(low) == len(high) == 1 else named(low + high), n
            ),
            "total": Verdict(pair is None, named(pair), n * (n - 1) // 2),
            "graded": Verdict(chains is None, chains and tuple(named(chain) for chain in chains), n),
            "lattice": Verdict(
                boundless is None, boundless and (boundless[0], *(self.runs[x] for x in boundless[1:])), n
            ),
        }
        if self.lattice is None:
            none = Verdict(None, why="not a lattice")
            return facts | {"modular": none, "distributive": none}
        pentagon, diamond = self.lattice.pentagon, self.lattice.diamond
        modular = Verdict(pentagon is None, named(pentagon), n, why="" if pentagon is None else "a sublattice N5")
        broken = pentagon or diamond
        what = "" if broken is None else "a sublattice N5" if pentagon else "a sublattice M3"
        return facts | {"modular": modular, "distributive": Verdict(broken is None, named(broken), n, why=what)}

    def _named(self, numbers: object) -> tuple[JudgedRun, ...] | None:
        if numbers is None:
            return None
        assert isinstance(numbers, list | tuple)
        return tuple(self.runs[number] for number in numbers)


def poset(name: str | Order, length: int, grades: int = 1) -> RunPoset:
    """The poset of all runs of a length over grades 0..``grades``, made from what sits directly above each run.

    >>> len(poset("set-replacement", 3, 3).runs)
    20
    """
    chosen = order(name)
    space = chosen.space(length, grades)
    chosen.check_size(space)
    if isinstance(chosen, InducedOrder):
        classes = tuple(tuple(members) for members in chosen.classes(space))
        return RunPoset(chosen, space, Poset([[x + 1] for x in range(len(classes) - 1)] + [[]]), classes)
    above = [[space.index(cover) for cover in chosen.above(run, grades)] for run in space]
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
        return dict(zip(FACTS, (ends, total, known(True), known(True), known(True), known(True)), strict=True))
    zeros = (0,) * (length - 2)
    none = Verdict(None, proof=Proof.THEOREM, why="not a lattice")
    no_join = known(False, ("join", (*zeros, 0, 2), (*zeros, 1, 0)))
    chains = poset(chosen, 2, 2).facts["graded"].witness
    uneven = known(False, tuple(tuple((*zeros, *run) for run in chain) for chain in chains))
    return dict(zip(FACTS, (ends, total, uneven, no_join, none, none), strict=True))


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
