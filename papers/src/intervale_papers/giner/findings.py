"""What the claims of Giner (000) share: the spaces looked at, run lattices, all small lattices, and short findings."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from itertools import combinations, product
from typing import Any

import intervale as iv
from intervale.orders import JudgedRun, OwnOrder, RunPoset
from intervale_papers.register import Finding, Outcome

CONFIRMED, REFUTED, CONDITIONAL, UNDECIDED = Outcome
FIVE = ("set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap")
SMALL = [(length, grades) for length in range(1, 7) for grades in range(1, 5) if (grades + 1) ** length <= 256]
"""Lengths and top grades of the spaces looked at."""
FEWER = [(length, grades) for length, grades in SMALL if (grades + 1) ** length <= 81]
TINY = [(length, grades) for length, grades in SMALL if (grades + 1) ** length <= 27]


def looked(spaces: Sequence[tuple[int, int]]) -> str:
    """Which spaces were looked at, in words."""
    most = max((grades + 1) ** length for length, grades in spaces)
    return f"on all {len(spaces)} spaces of at most {most} rankings with grades up to 4"


@cache
def runs_under(order: str, length: int, grades: int) -> RunPoset:
    """The runs of a space under one of the five orders, made once."""
    return iv.poset(order, length, grades)


def run_lattices(spaces: Sequence[tuple[int, int]] = TINY, orders: Sequence[str] = FIVE) -> Iterator[RunPoset]:
    """The spaces under the orders, where they are distributive lattices: rank-swap only with binary grades."""
    for order in orders:
        for length, grades in spaces:
            if order != "rank-swap" or grades == 1 or length == 1:
                yield runs_under(order, length, grades)


@cache
def small_lattices(most: int = 6) -> tuple[RunPoset, ...]:
    """Every lattice of 2 to ``most`` elements, some under several labels: orders of our own on runs of one document."""
    found = []
    for size in range(2, most + 1):
        pairs = list(combinations(range(1, size - 1), 2))
        for chosen in product((False, True), repeat=len(pairs)):
            below = {pair for pair, taken in zip(pairs, chosen, strict=True) if taken}
            made = _poset_of(below, size)
            if made is not None and made.facts["lattice"]:
                found.append(made)
    return tuple(found)


def _poset_of(below: set[tuple[int, int]], size: int) -> RunPoset | None:
    """The poset of a relation between the elements that are not bottom or top, or None where it is not transitive."""

    def leq(r: JudgedRun, s: JudgedRun) -> bool:
        x, y = r[0], s[0]
        return x == y or x == 0 or y == size - 1 or (x, y) in below

    try:
        return iv.poset(OwnOrder("small", leq=leq), 1, size - 1)
    except iv.OptionError:
        return None


def join(found: RunPoset, r: JudgedRun, s: JudgedRun) -> JudgedRun:
    """The least run above both."""
    assert found.lattice is not None
    return found.runs[found.lattice.joined(found.number(r), found.number(s))]


def meet(found: RunPoset, r: JudgedRun, s: JudgedRun) -> JudgedRun:
    """The greatest run below both."""
    assert found.lattice is not None
    return found.runs[found.lattice.met(found.number(r), found.number(s))]


def below(found: RunPoset, r: JudgedRun, s: JudgedRun) -> bool:
    """Whether r ≼ s."""
    return found.poset.leq(found.number(r), found.number(s))


def irreducibles(found: RunPoset) -> list[JudgedRun]:
    """J, the join-irreducible runs."""
    assert found.lattice is not None
    return [found.runs[j] for j in found.lattice.join_irreducibles]


def under(found: RunPoset, run: JudgedRun) -> frozenset[JudgedRun]:
    """J_r, the join-irreducible runs at or below a run."""
    return frozenset(j for j in irreducibles(found) if below(found, j, run))


def uneven_weights(found: RunPoset) -> dict[JudgedRun, int]:
    """Positive weights on the join-irreducible runs, no two in a row alike."""
    return {run: 1 + (3 * place + place * place) % 7 for place, run in enumerate(irreducibles(found))}


def same_order(order: str, leq: Callable[[JudgedRun, JudgedRun], bool], fact: str = "lattice") -> Finding:
    """Whether a formula is a partial order, the one of that name, and has a fact on all spaces."""
    kind = order.partition("-")[0]
    for length, grades in FEWER:
        made, known = iv.poset(OwnOrder("as printed", leq=leq, kind=kind), length, grades), (order, length, grades)
        if made.poset.above != runs_under(*known).poset.above or (made.facts[fact].holds is False):
            return Finding(REFUTED, known)
    return Finding(CONFIRMED, None, looked(FEWER))


def counts(run: JudgedRun, grades: int, equal: bool = False) -> list[int]:
    """How many documents have each grade, or at least each grade, from 0."""
    return [sum(g == grade if equal else g >= grade for g in run) for grade in range(grades + 1)]


def decided(condition: bool, finding: Finding) -> Finding:
    """The finding where everything it stands on was seen, else undecided."""
    return finding if condition else Finding(UNDECIDED, finding.witness, "the computations do not agree")


def values(measure: str, *runs: JudgedRun, grades: int = 1) -> list[Any]:
    """The exact values of runs."""
    return [iv.parse_measure(measure).exact(run, grades=grades) for run in runs]
