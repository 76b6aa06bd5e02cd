"""What the claims of Giner share: the spaces looked at, runs under the five orders, and all small lattices."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import combinations, permutations, product
from typing import Any

import intervale as iv
from intervale.orders import JudgedRun, OwnOrder, RunPoset
from intervale_papers.findings import holds
from intervale_papers.register import Finding, Kind
from intervale_papers.wording import cases

FIVE = ("set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap")
SMALL = [(length, grades) for length in range(1, 7) for grades in range(1, 5) if (grades + 1) ** length <= 256]
"""Lengths and top grades of the spaces looked at."""
FEWER = [(length, grades) for length, grades in SMALL if (grades + 1) ** length <= 81]
TINY = [(length, grades) for length, grades in SMALL if (grades + 1) ** length <= 27]
MEASURES_OF_FIVE = {"set-total": "SBTO", "set-replacement": "SBPO", "rank-total": "RBTO", "rank-replacement": "SBPO"}
"""For four orders the rank function, as a measure; under rank-swap it is RBPO, with binary grades."""

Tried = Iterable[tuple[Any, Any]]
"""What was tried, each with whether it holds."""


def everywhere(tried: Tried, what: str, where: str = "", remark: str = "", kind: Kind = Kind.CONFIRMED) -> Finding:
    """Right where all that is tried holds; the witness is how many they are, or else the first that fails."""
    count = 0
    for case, right in tried:
        if not right:
            return holds(False, case)
        count += 1
    return holds(count, f"{cases(count, what)} {where}".strip(), remark, kind)


def all_hold(tried: Tried) -> bool:
    """Whether all that is tried holds, and there is something."""
    found = [bool(right) for _, right in tried]
    return bool(found) and all(found)


def size_of(spaces: Sequence[tuple[int, int]]) -> str:
    """Which spaces were looked at, in words."""
    most = max((grades + 1) ** length for length, grades in spaces)
    return f"with at most {most} rankings and grades up to 4"


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
    """Every lattice of 2 to ``most`` elements, each once: orders of our own on runs of one document."""
    found = []
    for size in range(2, most + 1):
        for relation in sorted({_relabelled(chosen, size) for chosen in _transitive(size)}):
            made = _poset_of(frozenset(relation), size)
            if made.facts["lattice"]:
                found.append(made)
    return tuple(found)


def _transitive(size: int) -> Iterator[set[tuple[int, int]]]:
    """The transitive relations between the elements that are not bottom or top, smaller labels first."""
    pairs = list(combinations(range(1, size - 1), 2))
    for chosen in product((False, True), repeat=len(pairs)):
        taken = {pair for pair, one in zip(pairs, chosen, strict=True) if one}
        if all((x, z) in taken for x, y in taken for again, z in taken if y == again):
            yield taken


def _relabelled(relation: set[tuple[int, int]], size: int) -> tuple[tuple[int, int], ...]:
    """The first of the relations that differ by labels only."""
    labels = range(1, size - 1)
    turned = (dict(zip(labels, other, strict=True)) for other in permutations(labels))
    return min(tuple(sorted((new[x], new[y]) for x, y in relation)) for new in turned)


def _poset_of(below: frozenset[tuple[int, int]], size: int) -> RunPoset:
    """The poset of a relation between the elements that are not bottom or top."""

    def leq(r: JudgedRun, s: JudgedRun) -> bool:
        x, y = r[0], s[0]
        return x == y or x == 0 or y == size - 1 or (x, y) in below

    return iv.poset(OwnOrder("small", leq=leq), 1, size - 1)


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


def ordered_pairs(found: RunPoset) -> list[tuple[JudgedRun, JudgedRun]]:
    """All pairs r ≼ s of different runs."""
    return [(r, s) for r, s in product(found.runs, repeat=2) if r != s and below(found, r, s)]


def irreducibles(found: RunPoset) -> list[JudgedRun]:
    """J, the join-irreducible runs."""
    assert found.lattice is not None
    return [found.runs[j] for j in found.lattice.join_irreducibles]


def lower_irreducibles(found: RunPoset, run: JudgedRun) -> frozenset[JudgedRun]:
    """J_r, the join-irreducible runs at or below a run."""
    return frozenset(j for j in irreducibles(found) if below(found, j, run))


def uneven_weights(found: RunPoset) -> dict[JudgedRun, int]:
    """Positive weights on the join-irreducible runs, no two in a row alike."""
    return {run: 1 + (3 * place + place * place) % 7 for place, run in enumerate(irreducibles(found))}


def kind_of_metric(order: str, measure: str, length: int, grades: int = 1) -> str:
    """What the distance of a measure is under an order: metric, pseudo-metric or none."""
    return iv.valuation(runs_under(order, length, grades), iv.parse_measure(measure)).metric


def values(measure: str, *runs: JudgedRun, grades: int = 1) -> list[Any]:
    """The exact values of runs; of gR and AP times the recall base."""
    return [iv.parse_measure(measure).exact(run, grades=grades) for run in runs]
