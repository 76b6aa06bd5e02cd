"""The completion of an order that is not graded or not a lattice, as rank-swap with three grades or more.

**The completion of rank-swap.** A run over grades 0..c is c binary runs b_1, …, b_c, where b_j marks the grades from j
on; r ≼ s iff b_j(r) ≼ b_j(s) for every j in the binary order, which is a distributive lattice. Let L be all c-tuples of
binary runs with b_1 ≽ … ≽ b_c, ordered place by place. Meets and joins of such tuples are taken place by place and are
such tuples, so L is a distributive lattice, ranked by Σ_j ρ(b_j). Runs are the tuples whose marks are nested. A
join-irreducible of L is b_1 = … = b_j = q and 0 from there on, with q join-irreducible: a run of the grades 0 and j. A
meet-irreducible is 1 before j and q from there on, q meet-irreducible: a run of the grades j − 1 and c. So every
element of L is a join of runs and a meet of runs, which characterises the Dedekind-MacNeille completion: L is that of
rank-swap. Hence ρ̂(r) = Σ_i (N − i + 1)·r[i] is, with any number of grades, the rank of a run in a distributive
lattice: equal steps there, a natural distance, valuations and metrics; and it is the only such rank up to a factor and
a zero.

Ferrante, Ferro and Pontarollo 2019, §6.2.2 leave this case open. We have not found the completion in the papers.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from intervale.data.tabular import VERDICT, Columns, Tabular, columns_of, verdict_cells
from intervale.errors import OptionError
from intervale.exact import short_text
from intervale.exact.completion import TooManyCutsError, completion
from intervale.exact.posets import Lattice
from intervale.exact.shapes import hasse_distances
from intervale.exact.verdict import Verdict
from intervale.orders.affine import affine_in_rank
from intervale.orders.named import order
from intervale.orders.order import Order
from intervale.orders.own import exact_values
from intervale.orders.poset import RunPoset, poset
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["Substitutes", "completed_rank", "substitutes"]

MOST_RUNS = 300


def completed_rank(run: JudgedRun) -> int:
    """ρ̂(r) = Σ_i (N − i + 1)·r[i]: the rank of a run in the completion of rank-swap, with any number of grades.

    >>> completed_rank((2, 0, 1))
    7
    """
    return sum((len(run) - i) * grade for i, grade in enumerate(run))


@dataclass(frozen=True, eq=False, repr=False)
class Substitutes(Tabular):
    """What takes the place of a rank function and of a lattice: the completion of the order with its facts, the share
    of intervals that are graded, distances in the Hasse diagram, and what values of a measure are there.
    """

    poset: RunPoset
    completed: Lattice
    places: tuple[int, ...]
    """The element of the completion that each run is."""
    facts: dict[str, Verdict]
    measure: dict[str, Verdict]
    """What holds of the values that were given: empty without any."""

    def __repr__(self) -> str:
        return f"Substitutes({self.poset!r}: a completion of {self.completed.size:,} elements)"

    @property
    def new(self) -> int:
        """How many elements of the completion are no runs."""
        return self.completed.size - len(set(self.places))

    def rank(self, run: JudgedRun) -> int:
        """The rank of a run in the completion, where that is graded; the length of the longest way up otherwise."""
        return self.completed.heights[self.places[self.poset.number(run)]]

    def columns(self) -> Columns:
        """A row for each question about the completion, the intervals and the distances, and about the values."""
        rows = ((name, *verdict_cells(verdict)) for name, verdict in {**self.facts, **self.measure}.items())
        return columns_of(("fact", *VERDICT), rows)


def substitutes(chosen: str | Order, space: RunSpace, value: Any = None) -> Substitutes:
    """The completion of an order on a space of up to 300 runs, graded intervals and distances; with ``value``, a
    measure or a function of runs, what it is there.

    >>> found = substitutes("rank-swap", RunSpace(3, 2))
    >>> found.completed.size, found.new, bool(found.facts["completion distributive"]), found.rank((2, 0, 1))
    (35, 8, True, 7)
    """
    chosen = order(chosen)
    chosen.check_space(space)
    if space.size > MOST_RUNS:
        raise OptionError(f"the completion of {space.size_text} is too large to list (at most {MOST_RUNS} runs)")
    found = poset(chosen, space.length, space.over)
    try:
        made = completion(found.poset)
    except TooManyCutsError as error:
        raise OptionError(f"{chosen.name} on this space: {error}") from None
    completed, places = made.lattice, tuple(made.embedding)
    facts = {
        "completion graded": _graded(completed),
        "completion modular": Verdict(completed.pentagon is None, None, completed.size),
        "completion distributive": Verdict(completed.distributive, None, completed.size),
        "every interval graded": _intervals(found),
        "distances are ranks": _distances(found, completed, places),
    }
    measured = {} if value is None else _measured(found, completed, places, exact_values(value, space))
    return Substitutes(found, completed, places, facts, measured)


def _graded(completed: Lattice) -> Verdict:
    chains = completed.uneven_chains()
    return Verdict(chains is None, None, completed.size, why="" if chains is None else "chains of different lengths")


def _intervals(found: RunPoset) -> Verdict:
    """Whether every interval [r, s] is graded; the witness is one that is not, and ``why`` the share that is."""
    poset, cases, graded, witness = found.poset, 0, 0, None
    for x in range(poset.size):
        short, long = {x: 0}, {x: 0}
        for y in poset.elements(poset.up[x])[1:]:
            below = [z for z in poset.below[y] if z in short]
            short[y], long[y] = 1 + min(short[z] for z in below), 1 + max(long[z] for z in below)
            cases += 1
            if short[y] == long[y]:
                graded += 1
            elif witness is None:
                witness = (found.runs[x], found.runs[y])
    share = Fraction(graded, cases) if cases else Fraction(1)
    return Verdict(witness is None, witness, cases, why=f"{graded:,} of {cases:,} are ({float(share):.1%})")


def _distances(found: RunPoset, completed: Lattice, places: tuple[int, ...]) -> Verdict:
    """Whether the distance of comparable runs in the diagram is the difference of their ranks in the completion."""
    heights, cases = completed.heights, 0
    for x in range(found.poset.size):
        lengths = hasse_distances(found.poset, x)
        for y in found.poset.elements(found.poset.up[x]):
            cases += 1
            apart = heights[places[y]] - heights[places[x]]
            if lengths[y] != apart:
                why = f"{lengths[y]} steps in the diagram, {apart} in the completion"
                return Verdict(False, (found.runs[x], found.runs[y]), cases, why=why)
    return Verdict(True, cases=cases)


def _measured(
    found: RunPoset, completed: Lattice, places: tuple[int, ...], value: Callable[[JudgedRun], Any]
) -> dict[str, Verdict]:
    """What values are: larger for better runs, affine in the rank in the completion, equal on every step up."""
    values = [value(run) for run in found.runs]
    covers = [(x, y) for x, above in enumerate(found.poset.above) for y in above]
    down = next(((x, y) for x, y in covers if not values[x] < values[y]), None)
    strict = Verdict(down is None, down and tuple(found.runs[z] for z in down), len(covers))
    ranks = [completed.heights[place] for place in places]
    return {
        "strict": strict,
        "interval on the completion": affine_in_rank(found.runs, values, ranks)[0],
        "equal steps in the diagram": _equal_steps(found, values, covers),
    }


def _equal_steps(found: RunPoset, values: list[Any], covers: list[tuple[int, int]]) -> Verdict:
    first = None
    for x, y in covers:
        step = values[y] - values[x]
        if first is None:
            first = (x, y, step)
        elif step != first[2]:
            runs = tuple(found.runs[z] for z in (*first[:2], x, y))
            return Verdict(False, runs, len(covers), why=f"{short_text(first[2])} and {short_text(step)}")
    return Verdict(True, cases=len(covers))
