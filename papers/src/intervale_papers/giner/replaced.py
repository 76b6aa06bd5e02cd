"""Claims of Giner, §5.2: rankings ordered by replacement alone."""

from __future__ import annotations

import intervale as iv
from intervale_papers.findings import under
from intervale_papers.giner.alike import (
    LINEAR_AND_OTHER,
    natural_where_linear,
    number_of_irreducibles,
    positive,
    sum_of_grades,
)
from intervale_papers.giner.formulas import rank_replacement, same_order
from intervale_papers.giner.lattices import FEWER, TINY, run_lattices, runs_under, size_of
from intervale_papers.giner.mappings import weighted_distance
from intervale_papers.giner.sets import PAIRS_OF_GP
from intervale_papers.register import Finding, claim


@claim("000/5.2/order", "§5.2, first formula", "comparing rank by rank orders rankings as a distributive lattice")
def order_rank_replacement() -> Finding:
    return same_order("rank-replacement", rank_replacement, "distributive")


@claim("000/proposition-4", "Proposition 4", "under rank-replacement |J_r| is the sum of the grades")
def proposition_4() -> Finding:
    return number_of_irreducibles("rank-replacement")


@claim(
    "000/5.2/distance", "§5.2, M and d", "under rank-replacement weights make metrics with d = M(r) + M(s) - 2 M(r ∧ s)"
)
def distance_of_replaced_ranks() -> Finding:
    return weighted_distance(list(run_lattices(TINY, ["rank-replacement"])))


@claim(
    "000/eq-7", "§5.2, eq. (7)", "equal weights k under rank-replacement make k times the sum of the grades, a metric"
)
def equation_7() -> Finding:
    return sum_of_grades("rank-replacement", "printed with r_i for r[i], which makes no difference to the sum")


@claim("000/proposition-5", "Proposition 5", "gP and gR are positive valuations under rank-replacement")
def proposition_5() -> Finding:
    return positive("rank-replacement", LINEAR_AND_OTHER, PAIRS_OF_GP)


@claim("000/5.2/natural", "§5.2, after Proposition 5", "gP and gR are the natural distance of rank-replacement")
def natural_of_ranks() -> Finding:
    return natural_where_linear("rank-replacement")


@claim("000/proposition-6", "Proposition 6", "RBP and DCG_b are positive valuations under rank-replacement")
def proposition_6() -> Finding:
    gains = "gains={2:3,3:7,4:15}"
    rbp = ("gRBP(p=0.8)", "gRBP(p=0.5)", f"gRBP(p=0.8,{gains})")
    dcg = ("DCG(base=2)", "DCG(base=10)", f"DCG(base=2,{gains})")
    which = "RBP with p = 0.5 and 0.8, DCG with b = 2 and 10, with linear and other gains"
    return positive("rank-replacement", rbp + dcg, which)


@claim(
    "000/5.2/not-natural",
    "§5.2, after Proposition 6",
    "RBP and DCG_b do not put equal weights on the irreducible runs, and are not the natural distance",
)
def not_natural() -> Finding:
    bases, right = (2, 3, 10), True
    for length, grades in FEWER:
        found = [
            _is_natural("gRBP(p=0.8)", length, grades),
            *(_is_natural(f"DCG(base={base})", length, grades) for base in bases),
        ]
        right &= found == [length == 1, *(length <= base for base in bases)]
    witness = (
        "DCG_10 of runs of length 3 is the sum of the grades, eq. (7) with k = 1; natural for N ≤ b and no other, b "
        "= 2, 3, 10, "
    )
    witness += f"and RBP for N = 1 only, on {len(FEWER)} spaces {size_of(FEWER)}"
    return under(right, witness, "N > b for DCG_b, whose ranks to b count alike, and N ≥ 2 for RBP")


def _is_natural(text: str, length: int, grades: int) -> bool:
    found = iv.valuation(runs_under("rank-replacement", length, grades), iv.parse_measure(text))
    return bool(found.natural)
