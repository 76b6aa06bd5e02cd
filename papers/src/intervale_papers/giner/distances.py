"""Claims of Giner, §2 from Theorem 3: the distances that valuations make."""

from __future__ import annotations

from itertools import pairwise, product

import intervale as iv
from intervale.orders import JudgedRun, RunValuation, valuation_from_weights, valuations_exist
from intervale_papers.findings import holds, wrong
from intervale_papers.giner.lattices import (
    TINY,
    Tried,
    below,
    everywhere,
    irreducibles,
    join,
    lower_irreducibles,
    meet,
    run_lattices,
    runs_under,
    size_of,
    small_lattices,
    uneven_weights,
)
from intervale_papers.giner.theory import ALL_SMALL, isotone_valuations
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


@claim(
    "000/theorem-3", "Theorem 3", "an isotone valuation makes a distance with symmetry, triangles and contraction (iii)"
)
def theorem_3() -> Finding:
    def tried() -> Tried:
        for found in small_lattices():
            for one in isotone_valuations(found, 2):
                yield one.values, _is_pseudo_metric(one)

    return everywhere(tried(), "valuation", f"with values 0, 1 and 2 on the lattices {ALL_SMALL}")


def _is_pseudo_metric(one: RunValuation) -> bool:
    """Whether (i), (ii) and (iii) of Theorem 3 hold."""
    found, runs = one.poset, one.poset.runs
    joins = {(x, y): join(found, x, y) for x, y in product(runs, repeat=2)}
    meets = {(x, y): meet(found, x, y) for x, y in product(runs, repeat=2)}
    d = {pair: one.value(joins[pair]) - one.value(meets[pair]) for pair in joins}
    return all(
        d[x, x] == 0 <= d[x, y] == d[y, x]
        and d[x, z] <= d[x, y] + d[y, z]
        and d[joins[z, x], joins[z, y]] + d[meets[z, x], meets[z, y]] <= d[x, y]
        for x, y, z in product(runs, repeat=3)
    )


@claim(
    "000/2/metric-condition",
    "§2, before Theorem 4",
    "d is a metric iff x ∧ y ≼ x ∨ y gives v(x ∧ y) < v(x ∨ y)",
    erratum=Erratum(
        printed=r"$x \wedge y \preceq x \vee y \Rightarrow v(x \wedge y) < v(x \vee y)$",
        reads="x ∧ y ≼ x ∨ y and x ∧ y ≠ x ∨ y ⇒ v(x ∧ y) < v(x ∨ y)",
        depends="that d is a metric iff the valuation is positive; it stands",
        symbol=True,
    ),
)
def metric_condition() -> Finding:
    agreed = []
    for found in small_lattices(5):
        pairs = [(x, y, meet(found, x, y), join(found, x, y)) for x, y in product(found.runs, repeat=2)]
        for one in isotone_valuations(found, 3):
            meant = all(one.value(low) < one.value(high) for _, _, low, high in pairs if low != high)
            agreed.append(meant == all(one.distance(x, y) != 0 for x, y, _, _ in pairs if x != y))
    chain, x = iv.valuation(runs_under("rank-total", 1, 1), iv.parse_measure("P")), (0,)
    broken = chain.metric == "metric" and chain.value(meet(chain.poset, x, x)) == chain.value(join(chain.poset, x, x))
    witness = "on (0) ≺ (1) P is a metric, and x = y = (0) gives v(x) < v(x); for x ≠ y it is right for all "
    witness += f"{cases(len(agreed), 'valuation')} with values 0 to 3 on lattices to 5 elements"
    return wrong(Kind.MISPRINT, broken and agreed and all(agreed), witness, "x ∧ y ≼ x ∨ y holds for x = y, too")


@claim("000/2/metric-iff-positive", "§2, before Theorem 4", "the distance is a metric iff the valuation is positive")
def metric_iff_positive() -> Finding:
    found = [one for lattice in small_lattices() for one in isotone_valuations(lattice, 3)]
    kinds = [(_tells_apart(one), bool(one.positive)) for one in found]
    witness = f"of {cases(len(kinds), 'valuation')} with values 0 to 3 on the lattices {ALL_SMALL}, "
    witness += f"{kinds.count((True, True))} are positive and make metrics, {kinds.count((False, False))} neither"
    return holds({*kinds} == {(True, True), (False, False)}, witness)


def _tells_apart(one: RunValuation) -> bool:
    """Whether only equal elements have the distance 0."""
    return all(one.distance(x, y) > 0 for x, y in product(one.poset.runs, repeat=2) if x != y)


@claim("000/theorem-4", "Theorem 4", "a lattice with a positive valuation is modular")
def theorem_4() -> Finding:
    def tried() -> Tried:
        for found in small_lattices(7):
            if not found.facts["modular"]:
                low, one, two, other, high = found.facts["modular"].witness
                joined = join(found, one, other) == join(found, two, other) == high
                met = meet(found, one, other) == meet(found, two, other) == low
                pentagon = joined and met and one != two and below(found, one, two)
                yield low, pentagon and not valuations_exist(found)["positive"]

    remark = (
        "a lattice that is not modular has an N5, where v(x) = v(1) + v(0) - v(z) = v(y) for its x ≺ y and the other z"
    )
    return everywhere(tried(), "lattice", "with at most 7 elements, all not modular: none has one", remark)


@claim("000/2/converse", "§2, after Theorem 4", "a finite modular lattice has a positive valuation")
def converse_of_theorem_4() -> Finding:
    def tried() -> Tried:
        for found in small_lattices(7):
            if found.facts["modular"]:
                heights = iv.valuation(found, found.rank)
                yield heights.values, heights.is_valuation and heights.positive

    return everywhere(tried(), "lattice", "with 2 to 7 elements, all modular: the height is one")


@claim("000/2/distributive-metric", "§2, after Theorem 4", "every finite distributive lattice is a metric lattice")
def distributive_is_metric() -> Finding:
    def tried() -> Tried:
        for found in (*small_lattices(7), *run_lattices()):
            if found.facts["distributive"]:
                made = valuation_from_weights(found, uneven_weights(found))
                yield made.values, made.is_valuation and made.positive and _tells_apart(made)

    where = f"that are distributive, with 2 to 7 elements or of runs {size_of(TINY)}"
    return everywhere(tried(), "lattice", where, "any positive weights make a positive valuation")


@claim(
    "000/2/isotone-is-positive",
    "§2, after Theorem 4, last sentence",
    "on a finite distributive lattice every isotone valuation is positive",
    erratum=Erratum(
        printed="every isotone valuation, in a finite distributive lattice, is positive",
        reads=(
            "every valuation of Equation 1 with strictly positive weights, in a finite distributive lattice, is "
            "positive"
        ),
        depends="footnotes 3 to 6 repeat it; Propositions 2, 5 and 6 are shown directly, and stand",
    ),
)
def isotone_is_positive() -> Finding:
    constant = iv.valuation(runs_under("rank-total", 1, 1), lambda run: 0)
    poset = runs_under("rank-swap", 3, 1)
    found = iv.valuation(poset, iv.parse_measure("P"))
    flat = poset.facts["distributive"] and found.is_valuation and found.isotone and not found.positive
    chain: list[JudgedRun] = [(0, 0)]
    while above := list(iv.order("rank-total").above(chain[-1])):
        chain += above
    first = [run[0] for run in chain]
    listed = first == sorted(first) and len(set(first)) < len(chain)
    again = (
        "listing the first grade along the chain (0, 0) ≺ (0, 1) ≺ (1, 0) ≺ (1, 1), where all functions are valuations"
    )
    witness = "a constant; the first grade on (0, 0) ≺ (0, 1) ≺ (1, 0) ≺ (1, 1), with values 0, 0, 1, 1"
    remark = "J_x grows, but a weight may be 0; §3, last sentence, says that such measures may exist"
    broken = flat and constant.is_valuation and constant.isotone and not constant.positive
    return wrong(Kind.FALSE, broken, witness, remark, second=listed, again=again)


@claim("000/2/eq-2", "§2, eq. (2)", "d(r, s) is the weighted shortest path and the sum over the differing irreducibles")
def equation_2() -> Finding:
    def tried() -> Tried:
        for poset in run_lattices():
            found = valuation_from_weights(poset, uneven_weights(poset))
            agree = found.paths_agree()
            for r, s in product(poset.runs, repeat=2):
                by_meet = found.value(r) + found.value(s) - 2 * found.value(meet(poset, r, s))
                yield (r, s), agree and found.distance(r, s) == by_meet

    where = f"with uneven weights, from run lattices {size_of(TINY)}"
    return everywhere(tried(), "pair of runs", where)


@claim("000/2/natural", "§2, after eq. (2)", "equal weights k: each step counts k, v = k |J_x| and d counts the steps")
def natural() -> Finding:
    def tried() -> Tried:
        for poset in (*run_lattices(), *(one for one in small_lattices() if one.facts["distributive"])):
            made = valuation_from_weights(poset, dict.fromkeys(irreducibles(poset), 3))
            counted = all(made.value(run) == 3 * len(lower_irreducibles(poset, run)) for run in poset.runs)
            steps = {made.value(high) - made.value(low) for low, high in poset.cover_pairs()}
            yield made.values, made.paths_agree() and counted and steps == {3}

    return everywhere(tried(), "lattice", f"with k = 3: of runs {size_of(TINY)}, and distributive ones {ALL_SMALL}")


@claim("000/2/rank-function", "§2, last line", "with k = 1 the distance from the bottom is the rank function |J_x|")
def rank_function() -> Finding:
    def tried() -> Tried:
        for poset in run_lattices():
            made, bottom = valuation_from_weights(poset), poset.runs[0]
            chain = [bottom]
            while above := list(poset.order.above(chain[-1], poset.space.grades)):
                chain.append(above[0])
            even = all(poset.rank(high) - poset.rank(low) == 1 for low, high in pairwise(chain))
            for run in poset.runs:
                yield run, even and made.distance(bottom, run) == poset.rank(run) == len(lower_irreducibles(poset, run))

    return everywhere(tried(), "run", f"from run lattices {size_of(TINY)}")
