"""Which orders the axioms make: every combination of moves on a space, what it generates, and what is known of that."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.exact.posets import Poset
from intervale.exact.shapes import comparable_share
from intervale.exact.verdict import Verdict
from intervale.orders.generated import MOVES, GeneratedOrder
from intervale.orders.order import ORDERS
from intervale.orders.poset import RunPoset, poset
from intervale.orders.space import Grades, RunSpace

__all__ = ["AxiomOrder", "AxiomOrders", "axiom_orders"]

MOST_RUNS = 4096


@dataclass(frozen=True, eq=False)
class AxiomOrder:
    """An order that combinations of moves generate, with its facts: ``combinations`` are the smallest that do, from
    those with the fewest moves on, and ``all_combinations`` how many do. ``names`` are the orders of the papers that it
    is.
    """

    combinations: tuple[tuple[str, ...], ...]
    all_combinations: int
    names: tuple[str, ...]
    poset: RunPoset
    comparable: Fraction
    """The share of pairs of different runs that can be compared; tied runs can."""

    @property
    def facts(self) -> dict[str, Verdict]:
        """Bounded, total, graded, ranked, lattice, modular, distributive."""
        return self.poset.facts

    @property
    def classes(self) -> int:
        """How many classes of tied runs there are; the number of runs where none are tied."""
        return len(self.poset.runs)

    @property
    def label(self) -> str:
        """The first of the smallest combinations."""
        return "+".join(self.combinations[0])


@dataclass(frozen=True, eq=False, repr=False)
class AxiomOrders(Tabular):
    """The orders that every combination of moves generates on a space; a row for each order that is different."""

    space: RunSpace
    orders: tuple[AxiomOrder, ...]

    def __repr__(self) -> str:
        made = sum(one.all_combinations for one in self.orders)
        space = f"length {self.space.length}, {self.space.grades_text}"
        return f"AxiomOrders({self.space.kind}, {space}: {made} combinations make {len(self.orders)} orders)"

    @cached_property
    def included(self) -> Poset:
        """The orders by inclusion, on their places in ``orders``: below another is what says a part of what it says."""
        pairs = [_pairs(one.poset) for one in self.orders]
        return Poset.from_leq(
            len(pairs), lambda x, y: all(a & ~b == 0 for a, b in zip(pairs[x], pairs[y], strict=True))
        )

    def named(self, name: str) -> AxiomOrder | None:
        """The order of the papers with this name, where a combination makes it."""
        return next((one for one in self.orders if name in one.names), None)

    def columns(self) -> Columns:
        """A row for each order: the moves that make it, the order of the papers that it is, and its facts."""
        names = ("length", "grades", "kind", "moves", "order", "elements", "comparable")
        facts = ("total", "graded", "lattice", "distributive")
        about = (self.space.length, self.space.grades, self.space.kind)
        rows = (
            (
                *about,
                "; ".join("+".join(moves) for moves in one.combinations),
                ", ".join(one.names),
                one.classes,
                float(one.comparable),
                *(one.facts[fact].holds for fact in facts),
            )
            for one in self.orders
        )
        return columns_of((*names, *facts), rows)


def axiom_orders(
    length: int, grades: Grades = 1, kind: str = "rank", moves: Iterable[str] | None = None
) -> AxiomOrders:
    """Every combination of moves on the runs of a length: the orders they generate, each with its facts, its share of
    comparable pairs and the order of the papers that it is.

    All runs are listed, so there may be at most 4,096.

    >>> made = axiom_orders(2, 2)
    >>> [(one.label, one.names) for one in made.orders][:3]
    [('replacement', ('rank-replacement',)), ('swap', ()), ('projection', ('rank-total',))]
    """
    space = RunSpace(length, grades, kind)  # type: ignore[arg-type]
    if space.size > MOST_RUNS:
        raise OptionError(f"the space has {space.size_text}, too many to try all moves on (at most {MOST_RUNS:,})")
    known = [name for name, move in MOVES.items() if kind in move.kinds] if moves is None else list(moves)
    named = {name: _relation(poset(name, length, space.over)) for name, one in ORDERS.items() if one.kind == kind}
    found: dict[tuple[object, ...], list[tuple[str, ...]]] = {}
    posets: dict[tuple[object, ...], RunPoset] = {}
    for combination in _combinations(known):
        made = poset(GeneratedOrder(combination, kind), length, space.over)
        relation = _relation(made)
        posets.setdefault(relation, made)
        found.setdefault(relation, []).append(combination)
    orders = (
        AxiomOrder(
            tuple(_smallest(combinations_)),
            len(combinations_),
            tuple(name for name, same in named.items() if same == relation),
            posets[relation],
            _comparable(posets[relation]),
        )
        for relation, combinations_ in found.items()
    )
    return AxiomOrders(space, tuple(orders))


def _pairs(found: RunPoset) -> list[int]:
    """For each run, by number, the mask of the runs that are at least as good."""
    classes = found.classes or tuple((run,) for run in found.runs)
    masks = [sum(1 << found.space.index(run) for run in members) for members in classes]
    rows = [0] * found.space.size
    for number, members in enumerate(classes):
        reached = sum(masks[other] for other in found.poset.elements(found.poset.up[number]))
        for run in members:
            rows[found.space.index(run)] = reached
    return rows


def _combinations(names: list[str]) -> Iterator[tuple[str, ...]]:
    for many in range(1, len(names) + 1):
        yield from combinations(names, many)


def _relation(found: RunPoset) -> tuple[object, ...]:
    """What tells one order on a space from another: its classes and their covers."""
    return (found.classes, tuple(found.poset.above))


def _smallest(found: list[tuple[str, ...]]) -> Iterator[tuple[str, ...]]:
    """The combinations that contain no other."""
    for one in found:
        if not any(set(other) < set(one) for other in found):
            yield one


def _comparable(found: RunPoset) -> Fraction:
    """The share of pairs of different runs that can be compared."""
    sizes = [1] * found.poset.size if found.classes is None else [len(members) for members in found.classes]
    runs = sum(sizes)
    pairs = runs * (runs - 1) // 2
    if found.classes is None:
        return comparable_share(found.poset)
    within = sum(size * (size - 1) // 2 for size in sizes)
    return Fraction(within + _between(found.poset, sizes), pairs) if pairs else Fraction(1)


def _between(poset: Poset, sizes: list[int]) -> int:
    return sum(sizes[x] * sizes[y] for x in range(poset.size) for y in poset.elements(poset.up[x]) if x != y)
