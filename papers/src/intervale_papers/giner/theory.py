"""Claims of Giner, §2: lattices, join-irreducible elements, and what valuations are made of."""

from __future__ import annotations

from itertools import combinations, product
from typing import Any

import intervale as iv
from intervale.orders import JudgedRun, RunPoset, RunValuation, valuation_from_weights
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.lattices import (
    FIVE,
    SMALL,
    TINY,
    Tried,
    all_hold,
    below,
    everywhere,
    irreducibles,
    join,
    lower_irreducibles,
    meet,
    ordered_pairs,
    run_lattices,
    runs_under,
    size_of,
    small_lattices,
)
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

ALL_SMALL = "with 2 to 6 elements"


@claim(
    "000/2/covers",
    "§2, definition of covers",
    "y covers x iff there is no z other than both with x ≼ z ≼ y",
    erratum=Erratum(
        printed=(
            r"It is said that  $y$  covers  $x$  in  $X$ , denoted by  $x \prec y$ , if there does not exist  $z \in "
            r"X$  such that  $x \neq z \neq y$  and  $x \preceq z \preceq y$"
        ),
        reads=(
            "It is said that y covers x in X, denoted by x ≺ y, if x ≼ y, x ≠ y and there does not exist z ∈ X such "
            "that x ≠ z ≠ y and x ≼ z ≼ y"
        ),
        depends="all that is said of covers; it uses the usual definition and stands",
    ),
)
def covers() -> Finding:
    literal, usual = [], True
    for order, space in product(FIVE, TINY):
        found = runs_under(order, *space)
        edges = set(found.cover_pairs())
        for r, s in product(found.runs, repeat=2):
            empty = not {*found.poset.interval(found.number(r), found.number(s))} - {found.number(r), found.number(s)}
            usual &= ((r, s) in edges) == (empty and r != s and below(found, r, s))
            literal += [(r, s)] if empty and (r, s) not in edges else []
    witness = f"{cases(len(literal), 'pair of runs')} with nothing between them and no cover, such as (0) and itself"
    remark = "by these words elements that cannot be compared cover each other, and each element covers itself"
    return wrong(Kind.MISPRINT, usual and ((0,), (0,)) in literal, witness, remark)


@claim("000/2/prime", "§2, after the definition of covers", "s covers r iff the interval from r to s has two elements")
def prime_intervals() -> Finding:
    def tried() -> Tried:
        for order, space in product(FIVE, TINY):
            found = runs_under(order, *space)
            edges = set(found.cover_pairs())
            above = {r: {s for s in found.runs if below(found, r, s)} for r in found.runs}
            for r, s in product(found.runs, repeat=2):
                between = [t for t in above[r] if s in above[t]]
                yield (r, s), (len(between) == 2) == ((r, s) in edges)

    return everywhere(tried(), "pair of runs", f"under the five orders, from spaces {size_of(TINY)}")


@claim(
    "000/2/distributive", "§2, before join-irreducibles", "every distributive lattice is modular, and not conversely"
)
def distributive_is_modular() -> Finding:
    laws = [(_distributes(found), _is_modular(found)) for found in small_lattices()]
    kept = all(modular for distributive, modular in laws if distributive)
    witness = f"of {cases(len(laws), 'lattice')} {ALL_SMALL}, {laws.count((True, True))} obey both laws, "
    witness += f"{laws.count((False, True))} the modular one only, and none the distributive one only"
    return holds(kept and laws.count((False, True)), witness)


def _distributes(found: RunPoset) -> bool:
    triples = product(found.runs, repeat=3)
    return all(
        meet(found, x, join(found, y, z)) == join(found, meet(found, x, y), meet(found, x, z)) for x, y, z in triples
    )


def _is_modular(found: RunPoset) -> bool:
    triples = ((x, y, z) for x, y, z in product(found.runs, repeat=3) if below(found, x, y))
    return all(join(found, x, meet(found, z, y)) == meet(found, join(found, x, z), y) for x, y, z in triples)


@claim("000/2/chains", "§2, before join-irreducibles", "chains are distributive lattices")
def chains() -> Finding:
    def tried() -> Tried:
        for order, (length, grades) in product(("set-total", "rank-total"), SMALL):
            facts = runs_under(order, length, grades).facts
            yield f"{order}, N = {length}, c = {grades}", facts["total"] and facts["distributive"]

    return everywhere(tried(), "chain of runs", f"under the two total orders, from spaces {size_of(SMALL)}")


@claim(
    "000/2/footnote-2",
    "§2, join-irreducible elements and footnote 2",
    "an element other than 0 is join-irreducible (no join of two smaller ones) iff one element lies right below it",
)
def footnote_2() -> Finding:
    def tried() -> Tried:
        for found in (*small_lattices(), *run_lattices()):
            joins: dict[JudgedRun, list[tuple[JudgedRun, JudgedRun]]] = {j: [] for j in found.runs}
            for x, y in product(found.runs, repeat=2):
                joins[join(found, x, y)].append((x, y))
            for j in found.runs:
                lower = {x for x in found.runs if x != j and below(found, x, j)}
                printed = bool(lower) and all(j in pair for pair in joins[j])
                smaller = bool(lower) and not any({*pair} <= lower for pair in joins[j])
                yield j, printed == smaller == (len(found.poset.below[found.number(j)]) == 1)

    where = f"of lattices {ALL_SMALL} and of run lattices {size_of(TINY)}"
    return everywhere(tried(), "element", where, "with descendant read as an element right below")


@claim("000/theorem-1", "Theorem 1", "in a distributive lattice every element is one irredundant join of irreducibles")
def theorem_1() -> Finding:
    ways: dict[bool, list[int]] = {True: [], False: []}
    for found in (*small_lattices(), *run_lattices()):
        if len(irreducibles(found)) <= 8:
            ways[bool(found.facts["distributive"])] += [irredundant_joins(found, run) for run in found.runs[1:]]
    once, other = ways[True], [number for number in ways[False] if number > 1]
    witness = f"{cases(len(once), 'element')} of distributive lattices, each in 1 way; in others {len(other)} of "
    witness += f"{len(ways[False])} elements in more"
    return holds({*once} == {1} and other, witness, f"on lattices {ALL_SMALL} and of runs with at most 8 irreducibles")


def irredundant_joins(found: RunPoset, run: JudgedRun) -> int:
    """In how many ways a run is a join of join-irreducible runs, none of which can be left out."""
    lower = sorted(lower_irreducibles(found, run))
    chosen = (some for size in range(1, len(lower) + 1) for some in combinations(lower, size))
    return sum(
        joined(found, some) == run and all(joined(found, tuple({*some} - {one})) != run for one in some)
        for some in chosen
    )


def joined(found: RunPoset, some: tuple[JudgedRun, ...]) -> JudgedRun:
    """The join of some runs."""
    whole = found.runs[0]
    for one in some:
        whole = join(found, whole, one)
    return whole


@claim("000/theorem-2", "Theorem 2", "a valuation of a distributive lattice is fixed by any values on the irreducibles")
def theorem_2() -> Finding:
    chain = runs_under("rank-total", 1, 1)
    two = [iv.valuation(chain, lambda run, bottom=bottom: 1 if run == (1,) else bottom) for bottom in (0, -1)]
    free = all(one.is_valuation for one in two) and two[0].value((1,)) == two[1].value((1,))
    lattices = [*(one for one in small_lattices() if one.facts["distributive"]), *run_lattices()]
    witness = "(0) ≺ (1) has the valuations 0, 1 and -1, 1, alike on the irreducible (1); with 0 at the bottom values "
    witness += f"chosen freely fix one valuation on each of {cases(len(lattices), 'lattice')}"
    return under(
        free and all_hold((one, _fixed(one)) for one in lattices), witness, "the value at the bottom is given, too"
    )


def _fixed(found: RunPoset) -> bool:
    """Whether values chosen for the irreducible runs, with 0 at the bottom, make a valuation, and no choice is left."""
    wanted = {run: (5 * place) % 7 - 3 for place, run in enumerate(irreducibles(found))}
    made = valuation_from_weights(found, _weights_for(found, wanted))
    return bool(made.is_valuation) and all(made.value(run) == value for run, value in wanted.items()) and _follows(made)


def _weights_for(found: RunPoset, wanted: dict[JudgedRun, int]) -> dict[JudgedRun, int]:
    """The weights with which the join-irreducible runs get the values wanted."""
    weights: dict[JudgedRun, int] = {}
    for run in sorted(wanted, key=found.rank):
        weights[run] = wanted[run] - sum(weights[one] for one in lower_irreducibles(found, run) - {run})
    return weights


def _follows(made: RunValuation) -> bool:
    """Whether the value of every run that is not irreducible follows from two runs below it and their meet."""
    found, runs = made.poset, made.poset.runs
    for x, lower in enumerate(found.poset.below):
        if len(lower) > 1:
            a, b = runs[lower[0]], runs[lower[1]]
            if join(found, a, b) != runs[x]:
                return False
            if made.value(runs[x]) != made.value(a) + made.value(b) - made.value(meet(found, a, b)):
                return False
    return True


@claim(
    "000/2/eq-1",
    "§2, eq. (1)",
    "every isotone valuation of a distributive lattice is a sum of positive weights of the irreducibles below",
)
def equation_1() -> Finding:
    moved = iv.valuation(runs_under("rank-total", 1, 1), lambda run: run[0] + 1)
    flat = iv.valuation(runs_under("rank-total", 1, 1), lambda run: 0)
    fails = moved.isotone and moved.value((0,)) == 1 and flat.isotone and flat.weights[1,] == 0
    found = [v for one in small_lattices() if one.facts["distributive"] for v in isotone_valuations(one, 3)]
    positive = [v for v in found if v.positive]
    kept = all(sums_of_weights(v) == [*v.values] for v in found) and all(min(v.weights.values()) > 0 for v in positive)
    witness = (
        f"on (0) ≺ (1) the valuation 1, 2 is no such sum, and 0, 0 has a weight of 0; {cases(len(found), 'valuation')}"
    )
    witness += f" with 0 at the bottom are such sums, and {len(positive)} that are positive have positive weights"
    return under(fails and kept and positive, witness, "v(0) = 0, and v is positive or weights may be 0, too")


def sums_of_weights(found: RunValuation) -> list[Any]:
    """For each run the sum of the weights of J_r."""
    return [sum(found.weights[j] for j in lower_irreducibles(found.poset, run)) for run in found.poset.runs]


def isotone_valuations(found: RunPoset, top: int) -> list[RunValuation]:
    """All isotone valuations of a small lattice with whole values from 0 at the bottom to at most ``top``."""
    edges, made = [(found.number(r), found.number(s)) for r, s in found.cover_pairs()], []
    for rest in product(range(top + 1), repeat=len(found.runs) - 1):
        given = (0, *rest)
        if all(given[x] <= given[y] for x, y in edges):
            one = iv.valuation(found, lambda run, given=given: given[run[0]])
            if one.is_valuation:
                made.append(one)
    return made


@claim("000/2/J-grows", "§2, after Theorem 4", "where x ≼ y and x ≠ y, J_x is a proper subset of J_y")
def irreducibles_grow() -> Finding:
    def tried() -> Tried:
        for found in (*small_lattices(), *run_lattices()):
            up_to = {run: lower_irreducibles(found, run) for run in found.runs}
            for x, y in ordered_pairs(found):
                yield (x, y), up_to[x] < up_to[y]

    return everywhere(tried(), "pair", f"of lattices {ALL_SMALL} and of run lattices {size_of(TINY)}")
