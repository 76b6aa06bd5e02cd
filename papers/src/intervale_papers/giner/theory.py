"""Claims of Giner (000), §2: lattices, join-irreducible elements, valuations and their distances."""

from __future__ import annotations

from itertools import combinations, pairwise, product

import intervale as iv
from intervale.orders import JudgedRun, RunPoset, RunValuation, valuation_from_weights, valuations_exist
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FIVE,
    REFUTED,
    SMALL,
    TINY,
    UNDECIDED,
    below,
    decided,
    irreducibles,
    join,
    looked,
    meet,
    run_lattices,
    runs_under,
    small_lattices,
    under,
    uneven_weights,
)
from intervale_papers.register import Finding, claim

ALL_SMALL = "on every lattice of 2 to 6 elements"


@claim("000/2/covers", "§2, definition of covers", "y covers x iff there is no other z with x ≼ z ≼ y")
def covers() -> Finding:
    literal = []
    for order, (length, grades) in product(FIVE, TINY):
        found = runs_under(order, length, grades)
        edges = set(found.cover_pairs())
        for r, s in product(found.runs, repeat=2):
            empty = not {*found.poset.interval(found.number(r), found.number(s))} - {found.number(r), found.number(s)}
            if ((r, s) in edges) != (empty and r != s and below(found, r, s)):
                return Finding(REFUTED, (order, r, s))
            literal += [(order, r, s)] if empty and not found.order.comparable(r, s) else []
    remark = "where x is below y: as written, runs that cannot be compared would cover each other, and each one itself"
    return decided(bool(literal), Finding(CONDITIONAL, literal[0], remark))


@claim("000/2/prime", "§2, after the definition of covers", "s covers r iff the interval from r to s has two elements")
def prime_intervals() -> Finding:
    for order, (length, grades) in product(FIVE, TINY):
        found = runs_under(order, length, grades)
        edges = set(found.cover_pairs())
        for r, s in product(found.runs, repeat=2):
            between = found.poset.interval(found.number(r), found.number(s))
            if (len(between) == 2) != ((r, s) in edges):
                return Finding(REFUTED, (order, r, s))
    return Finding(CONFIRMED, None, f"{looked(TINY)}, under the five orders")


@claim("000/2/distributive", "§2, before join-irreducibles", "distributive lattices are modular, and not the other way")
def distributive_is_modular() -> Finding:
    only_modular = []
    for found in small_lattices():
        if _distributes(found) and not _is_modular(found):
            return Finding(REFUTED, found.poset.above)
        if _is_modular(found) and not _distributes(found):
            only_modular.append(found.poset.above)
    remark = f"{ALL_SMALL}, by the two laws; the witness is modular only: what covers each of its elements"
    return decided(bool(only_modular), Finding(CONFIRMED, only_modular[0], remark))


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
    for order, (length, grades) in product(("set-total", "rank-total"), SMALL):
        found = runs_under(order, length, grades)
        if not found.facts["total"] or not found.facts["distributive"]:
            return Finding(REFUTED, (order, length, grades))
    return Finding(CONFIRMED, None, f"the two total orders, {looked(SMALL)}")


@claim("000/2/footnote-2", "§2, footnote 2", "an element is join-irreducible iff it covers exactly one other")
def footnote_2() -> Finding:
    for found in (*small_lattices(), *run_lattices()):
        for j in found.runs:
            lower = [x for x in found.runs if x != j and below(found, x, j)]
            reached = any(join(found, x, y) == j for x, y in product(lower, repeat=2))
            if (bool(lower) and not reached) != (len(found.poset.below[found.number(j)]) == 1):
                return Finding(REFUTED, (found.order.name, j))
    return Finding(CONFIRMED, None, f"{ALL_SMALL}, and on lattices of at most 27 runs")


@claim("000/theorem-1", "Theorem 1", "in a distributive lattice every element is one irredundant join of irreducibles")
def theorem_1() -> Finding:
    others = []
    for found in (*small_lattices(), *run_lattices()):
        if len(irreducibles(found)) > 8:
            continue
        ways = [_irredundant(found, run) for run in found.runs[1:]]
        if found.facts["distributive"] and set(ways) - {1}:
            return Finding(REFUTED, found.order.name)
        if not found.facts["distributive"] and max(ways) > 1:
            others.append(found.poset.above)
    remark = f"{ALL_SMALL}, and on run lattices with at most 8 irreducibles; without distributivity it fails"
    return decided(bool(others), Finding(CONFIRMED, others[0], remark))


def _irredundant(found: RunPoset, run: JudgedRun) -> int:
    """In how many ways a run is a join of join-irreducible runs, none of which can be left out."""
    lower = sorted(under(found, run))
    chosen = (some for size in range(1, len(lower) + 1) for some in combinations(lower, size))
    return sum(
        _joined(found, some) == run and all(_joined(found, tuple({*some} - {one})) != run for one in some)
        for some in chosen
    )


def _joined(found: RunPoset, some: tuple[JudgedRun, ...]) -> JudgedRun:
    whole = found.runs[0]
    for one in some:
        whole = join(found, whole, one)
    return whole


@claim("000/theorem-2", "Theorem 2", "a valuation of a distributive lattice is fixed by any values on the irreducibles")
def theorem_2() -> Finding:
    for found in (*(one for one in small_lattices() if one.facts["distributive"]), *run_lattices()):
        wanted = {run: (5 * place) % 7 - 3 for place, run in enumerate(irreducibles(found))}
        made = valuation_from_weights(found, _weights_for(found, wanted))
        kept = all(made.value(run) == value for run, value in wanted.items())
        if not (made.is_valuation and kept and _follows(made)):
            return Finding(REFUTED, found.order.name)
    chain = runs_under("rank-total", 1, 1)
    two = [iv.valuation(chain, lambda run, bottom=bottom: 1 if run == (1,) else bottom) for bottom in (0, -1)]
    remark = (
        "once the value of the bottom is fixed, too: (0) ≺ (1) has v = 0, 1 and v = -1, 1, alike on the irreducible"
    )
    return decided(all(one.is_valuation for one in two), Finding(CONDITIONAL, [one.values for one in two], remark))


def _weights_for(found: RunPoset, wanted: dict[JudgedRun, int]) -> dict[JudgedRun, int]:
    """The weights with which the join-irreducible runs get the values wanted."""
    weights: dict[JudgedRun, int] = {}
    for run in sorted(wanted, key=found.rank):
        weights[run] = wanted[run] - sum(weights[one] for one in under(found, run) - {run})
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


@claim("000/2/eq-1", "§2, eq. (1)", "every isotone valuation is the sum of positive weights of the irreducibles below")
def equation_1() -> Finding:
    for order, measure in (("rank-replacement", "gRBP(p=0.8)"), ("set-replacement", "gP"), ("rank-total", "RBTO")):
        found = iv.valuation(runs_under(order, 3, 2), iv.parse_measure(measure))
        if valuation_from_weights(found.poset, found.weights).values != found.values:
            return Finding(REFUTED, (order, measure))
    flat = iv.valuation(runs_under("rank-swap", 3, 1), iv.parse_measure("P"))
    moved = iv.valuation(runs_under("rank-total", 1, 1), lambda run: run[0] + 1)
    isotone = flat.is_valuation and flat.isotone and moved.is_valuation and moved.isotone
    remark = (
        "with v = 0 at the bottom, and weights that may be 0: P under rank-swap has some, grade + 1 is 1 at the bottom"
    )
    odd = 0 in flat.weights.values() and moved.value((0,)) != 0
    return decided(
        bool(isotone and odd), Finding(CONDITIONAL, {run: str(weight) for run, weight in flat.weights.items()}, remark)
    )


def isotone_valuations(found: RunPoset, top: int) -> list[RunValuation]:
    """All isotone valuations of a lattice with whole values from 0 at the bottom to at most ``top``."""
    edges, made = [(found.number(r), found.number(s)) for r, s in found.cover_pairs()], []
    for rest in product(range(top + 1), repeat=len(found.runs) - 1):
        given = (0, *rest)
        if all(given[x] <= given[y] for x, y in edges):
            one = iv.valuation(found, lambda run, given=given: given[run[0]])
            if one.is_valuation:
                made.append(one)
    return made


@claim(
    "000/theorem-3", "Theorem 3", "an isotone valuation makes a distance with symmetry, triangles and contraction (iii)"
)
def theorem_3() -> Finding:
    cases = 0
    for found in small_lattices():
        for one in isotone_valuations(found, 2):
            cases += 1
            d = {(x, y): one.distance(x, y) for x, y in product(found.runs, repeat=2)}
            for x, y, z in product(found.runs, repeat=3):
                joins, meets = (join(found, z, x), join(found, z, y)), (meet(found, z, x), meet(found, z, y))
                plain = d[x, x] == 0 <= d[x, y] == d[y, x] and d[x, z] <= d[x, y] + d[y, z]
                if not plain or d[joins] + d[meets] > d[x, y]:
                    return Finding(REFUTED, (found.poset.above, one.values, x, y, z))
    return Finding(CONFIRMED, None, f"{ALL_SMALL}, all {cases} isotone valuations with values 0, 1, 2")


@claim("000/2/metric-iff-positive", "§2, before Theorem 4", "the distance is a metric iff the valuation is positive")
def metric_iff_positive() -> Finding:
    seen = {True: 0, False: 0}
    for found in small_lattices():
        for one in isotone_valuations(found, 3):
            apart = all(one.distance(x, y) > 0 for x, y in product(found.runs, repeat=2) if x != y)
            seen[apart] += 1
            if apart != bool(one.positive):
                return Finding(REFUTED, (found.poset.above, one.values))
    return decided(
        min(seen.values()) > 0,
        Finding(CONFIRMED, None, f"{ALL_SMALL}, values 0 to 3: {seen[True]} metrics, {seen[False]} others"),
    )


@claim("000/2/metric-condition", "§2, before Theorem 4", "d is a metric iff x ∧ y ≼ x ∨ y gives v(x ∧ y) < v(x ∨ y)")
def metric_condition() -> Finding:
    for found in small_lattices(5):
        pairs = [(x, y, meet(found, x, y), join(found, x, y)) for x, y in product(found.runs, repeat=2) if x != y]
        for one in isotone_valuations(found, 3):
            printed = all(one.value(low) < one.value(high) for _, _, low, high in pairs)
            if printed != all(one.distance(x, y) != 0 for x, y, _, _ in pairs):
                return Finding(REFUTED, (found.poset.above, one.values))
    chain, x = iv.valuation(runs_under("rank-total", 1, 1), iv.parse_measure("P")), (0,)
    broken = chain.value(meet(chain.poset, x, x)) >= chain.value(join(chain.poset, x, x))
    remark = "for x ≠ y: with x = y no valuation has v(x) < v(x)"
    return decided(bool(broken and chain.positive), Finding(CONDITIONAL, (x, x), remark))


@claim("000/theorem-4", "Theorem 4", "a lattice with a positive valuation is modular")
def theorem_4() -> Finding:
    pentagons = [found for found in small_lattices(7) if not found.facts["modular"]]
    for found in pentagons:
        low, one, two, other, high = found.facts["modular"].witness
        joined = join(found, one, other) == join(found, two, other) == high
        met = meet(found, one, other) == meet(found, two, other) == low
        if not (joined and met and one != two and below(found, one, two)) or valuations_exist(found)["positive"]:
            return Finding(UNDECIDED, found.poset.above)
    remark = (
        "in an N5 v(low) = v(top) + v(bottom) - v(other) = v(high); every lattice to 7 elements that is not modular"
    )
    return Finding(CONFIRMED, None, f"{remark} has one")


@claim("000/2/converse", "§2, after Theorem 4", "a finite modular lattice has a positive valuation")
def converse_of_theorem_4() -> Finding:
    modular = [found for found in small_lattices(7) if found.facts["modular"]]
    for found in modular:
        heights = iv.valuation(found, found.rank)
        if not heights.is_valuation or not heights.positive:
            return Finding(REFUTED, found.poset.above)
    return Finding(CONFIRMED, None, "the height is one: on every modular lattice of 2 to 7 elements")


@claim("000/2/distributive-metric", "§2, after Theorem 4", "every finite distributive lattice is a metric lattice")
def distributive_is_metric() -> Finding:
    found = [one for one in (*small_lattices(7), *run_lattices()) if one.facts["distributive"]]
    for one in found:
        made = valuation_from_weights(one, uneven_weights(one))
        if not (made.is_valuation and made.positive and made.metric == "metric"):
            return Finding(REFUTED, one.poset.above)
    return Finding(
        CONFIRMED,
        None,
        "any positive weights make one; on those of 2 to 7 elements, and on lattices of at most 27 runs",
    )


@claim(
    "000/2/isotone-is-positive",
    "§2, after Theorem 4, last sentence",
    "on a distributive lattice every isotone valuation is positive",
)
def isotone_is_positive() -> Finding:
    poset = runs_under("rank-swap", 3, 1)
    found = iv.valuation(poset, iv.parse_measure("P"))
    flat = poset.facts["distributive"] and found.is_valuation and found.isotone and not found.positive
    chain: list[JudgedRun] = [(0, 0)]
    while above := list(iv.order("rank-total").above(chain[-1])):
        chain += above
    first = [run[0] for run in chain]  # on a chain every function is a valuation
    again = "the first grade alone on the chain (0, 0) ≺ (0, 1) ≺ (1, 0) ≺ (1, 1): 0, 0, 1, 1"
    seen = flat and first == sorted(first) and len(set(first)) < len(chain)
    return decided(bool(seen), Finding(REFUTED, found.positive.witness, "P under rank-swap: a weight may be 0", again))


@claim("000/2/eq-2", "§2, eq. (2)", "d(r, s) is the weighted shortest path and the sum over the differing irreducibles")
def equation_2() -> Finding:
    cases = 0
    for poset in run_lattices():
        found = valuation_from_weights(poset, uneven_weights(poset))
        agree = found.paths_agree()
        if not agree:
            return Finding(REFUTED, agree.witness)
        for r, s in product(poset.runs, repeat=2):
            cases += 1
            if found.distance(r, s) != found.value(r) + found.value(s) - 2 * found.value(meet(poset, r, s)):
                return Finding(REFUTED, (poset.order.name, r, s))
    return Finding(CONFIRMED, None, f"all {cases} pairs of runs, uneven weights, {looked(TINY)} that are lattices")


@claim("000/2/natural", "§2, after eq. (2)", "equal weights k: each step counts k, v = k |J_x| and d counts the steps")
def natural() -> Finding:
    for poset in (*run_lattices(), *(one for one in small_lattices() if one.facts["distributive"])):
        made = valuation_from_weights(poset, dict.fromkeys(irreducibles(poset), 3))
        counted = all(made.value(run) == 3 * len(under(poset, run)) for run in poset.runs)
        if not (made.natural and counted and made.paths_agree()) or set(_edges(made)) != {3}:
            return Finding(REFUTED, poset.order.name)
    return Finding(
        CONFIRMED, None, f"with k = 3: {looked(TINY)} that are lattices, and {ALL_SMALL} that is distributive"
    )


def _edges(made: RunValuation) -> list[int]:
    return [made.value(high) - made.value(low) for low, high in made.poset.cover_pairs()]


@claim("000/2/rank-function", "§2, last line", "with k = 1 the distance from the bottom is the rank function |J_x|")
def rank_function() -> Finding:
    for poset in run_lattices():
        made, bottom = valuation_from_weights(poset), poset.runs[0]
        chain = [bottom]
        while above := list(poset.order.above(chain[-1], poset.space.grades)):
            chain.append(above[0])
        even = all(poset.rank(high) - poset.rank(low) == 1 for low, high in pairwise(chain))
        if not even or any(made.distance(bottom, run) != poset.rank(run) for run in poset.runs):
            return Finding(REFUTED, poset.order.name)
    return Finding(CONFIRMED, None, f"{looked(TINY)}, under the five orders where they are lattices")
