"""Claims of Giner (000), §4: runs as multisets, ordered by projection and replacement or by replacement alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import comb

import intervale as iv
from intervale.orders import JudgedRun, natural_distance
from intervale_papers.giner.alike import (
    LINEAR_AND_OTHER,
    chain_distance,
    chain_irreducibles,
    constant_of,
    irreducibles_below,
    long_pairs,
    natural_where_linear,
    positive,
    same_values,
    sum_of_grades,
)
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FEWER,
    REFUTED,
    SMALL,
    TINY,
    UNDECIDED,
    counts,
    decided,
    looked,
    runs_under,
    same_order,
    values,
)
from intervale_papers.register import Finding, claim


@claim("000/4.1/order", "§4.1, first formula", "counts at the largest degree where they differ order multisets totally")
def order_set_total() -> Finding:
    return same_order("set-total", _set_total, "total")


def _set_total(r: JudgedRun, s: JudgedRun) -> bool:
    pairs = list(zip(counts(r, 4, equal=True), counts(s, 4, equal=True), strict=True))
    k = max((j for j, (mine, other) in enumerate(pairs) if mine != other), default=None)
    return k is None or pairs[k][0] <= pairs[k][1]


@claim(
    "000/4.1/irreducible", "§4.1, J of R(N)", "every multiset but the worst is join-irreducible; J_r has all up to r"
)
def irreducible_sets() -> Finding:
    return chain_irreducibles("set-total")


@claim(
    "000/4.1/distance", "§4.1, M and d", "sums of weights along the chain are metrics with d = M(s) - M(r) for r ≼ s"
)
def distance_of_sets() -> Finding:
    return chain_distance("set-total")


@claim(
    "000/4.1/listed", "§4.1, the listed order", "the first multisets are 0000, 1000, 1100, ..., 1111, 2000, 2100, 2110"
)
def listed_sets() -> Finding:
    for length in range(4, 8):
        ones = [(1,) * k + (0,) * (length - k) for k in range(length + 1)]
        twos = [(2, *(1,) * k, *(0,) * (length - k - 1)) for k in range(3)]
        for low, high in pairwise(ones + twos):
            if list(iv.order("set-total").above(low, 2)) != [high]:
                return Finding(REFUTED, (low, high))
    return Finding(CONFIRMED, None, "each comes right after the one before, N = 4 to 7")


@claim("000/4.1/binomial", "§4.1, r = {a_k, a_0, ..., a_0}", "C(k + N - 1, N) steps lead from the worst run to it")
def first_binomial() -> Finding:
    words = []
    for length, k in product(range(1, 7), range(1, 5)):
        steps = sum(1 for run in iv.RunSpace(length, k, "set") if run[0] < k)  # all that are below {k, 0, ...}
        if (
            not steps
            == runs_under("set-total", length, k).rank((k, *(0,) * (length - 1)))
            == comb(k + length - 1, length)
        ):
            return Finding(REFUTED, (length, k))
        words += [(length, k)] if comb(length + k - 1, k) != steps else []
    remark = (
        "the formula, with r_1 for r_0 as runs are numbered from 1; its words, combinations of N elements taken k at a "
        "time, are in their usual sense C(N + k - 1, k): 10 and not 5 for N = 4, k = 2"
    )
    return decided((4, 2) in words, Finding(CONDITIONAL, "N = 4, k = 2", remark))


@claim(
    "000/4.1/second-binomial", "§4.1, s = {a_k, a_m, a_0, ...}", "C(m + N - 1, N) steps lead from {a_k, a_0, ...} to s"
)
def second_binomial() -> Finding:
    wrong, cases = [], ((length, k, m) for length in range(2, 6) for k in range(1, 5) for m in range(1, k + 1))
    for length, k, m in cases:
        low, high, space = (k, *(0,) * (length - 1)), (k, m, *(0,) * (length - 2)), iv.RunSpace(length, k, "set")
        steps = natural_distance(iv.order("set-total"), low, high, space)
        listed = sum(_set_total(low, run) and _set_total(run, high) for run in space) - 1
        if not steps == listed == comb(m + length - 2, length - 1):
            return Finding(UNDECIDED, (low, high))
        wrong += [(low, high)] if steps not in (comb(m + length - 1, length), comb(k + length - 1, length)) else []
    remark = (
        "it is C(m + N - 2, N - 1), as eq. (4) has it: two steps (2, 0) ≺ (2, 1) ≺ (2, 2), not C(3, 2) = 3; nor the "
        "one combination of N - 1 = 1 and m - 1 = 1 that its words name"
    )
    again = "listing the multisets between the two by the formula of the order, for all N to 5 and k to 4"
    return decided(wrong[0] == ((2, 0), (2, 2)), Finding(REFUTED, wrong[0], remark, again))


@claim(
    "000/eq-4", "§4.1, eq. (4)", "the sum of C(r_j + N - j, N - j + 1) is the number of steps from the worst multiset"
)
def equation_4() -> Finding:
    for length, grades in SMALL:
        found = runs_under("set-total", length, grades)
        for run in found.runs:
            if _printed(run) != found.rank(run):
                return Finding(REFUTED, run)
    for r, s in long_pairs(4):
        r, s = (tuple(sorted(run, reverse=True)) for run in (r, s))
        if (_printed(r) <= _printed(s)) != iv.order("set-total").leq(r, s):
            return Finding(REFUTED, (r, s))
    return Finding(CONFIRMED, None, f"times k; {looked(SMALL)}; and the order of pairs of 200 documents")


def _printed(run: JudgedRun) -> int:
    """Eq. (4) with k = 1."""
    length = len(run)
    return sum(comb(grade + length - j, length - j + 1) for j, grade in enumerate(run, start=1))


@claim("000/4.1/every-measure", "§4.1 and §5.1, after the equations", "on a total order every measure is a valuation")
def every_measure() -> Finding:
    measures = ("gP", "gR", "SBPO", "AP", "RR", "ERR", "DCG(base=2)", "gRBP(p=0.9)")
    for (order, text), (length, grades) in product(product(("set-total", "rank-total"), measures), TINY):
        found = iv.valuation(runs_under(order, length, grades), iv.parse_measure(text))
        if not found.is_valuation:
            return Finding(REFUTED, (order, text, length, grades))
    return Finding(CONFIRMED, None, f"eight measures; of two runs one is the join and one the meet; {looked(TINY)}")


@claim("000/4.1/gP-numbers", "§4.1, example", "{1, 1, 1, 0} is below {2, 0, 0, 0} and has gP 0.375 against 0.25")
def gp_example() -> Finding:
    low, high = (1, 1, 1, 0), (2, 0, 0, 0)
    printed = values("gP", low, high, grades=2) == [Fraction("0.375"), Fraction("0.25")]
    shown = printed and iv.order("set-total").leq(low, high) and not iv.order("set-total").leq(high, low)
    return Finding(CONFIRMED if shown else REFUTED, (low, high), "with gains equal to grades")


@claim("000/4.1/gP-isotone", "§4.1, before the example", "gP and gR are not isotone when multisets are totally ordered")
def gp_on_set_total() -> Finding:
    isotone = {
        space for space in SMALL if iv.valuation(runs_under("set-total", *space), iv.parse_measure("gP")).isotone
    }
    expected = {(length, grades) for length, grades in SMALL if min(length, grades) == 1 or (length, grades) == (2, 2)}
    steep = [
        bool(iv.scale("gP", length=length, grades=2, order="set-total", gains=[0, 1, top])["set-total"].isotone)
        for length, top in ((4, 3), (4, 4), (9, 8), (9, 9))
    ]
    remark = (
        "with c ≥ 2 and N ≥ 2, not both 2, and gains equal to grades; with c = 1, or gains 0, 1, N, they are isotone"
    )
    return decided(isotone == expected and steep == [False, True] * 2, Finding(CONDITIONAL, "N = 4, c = 1", remark))


@claim("000/4.1/gR", "§4.1, after the example", "gR has the same values as gP on those two runs")
def gr_on_set_total() -> Finding:
    return same_values((1, 1, 1, 0), (2, 0, 0, 0), 2)


@claim("000/4.1/natural", "§4.1, last sentence", "gP and gR are no multiple of eq. (4): not the natural distance")
def gp_is_not_eq_4() -> Finding:
    natural = set()
    for length, grades in SMALL:
        found = iv.valuation(runs_under("set-total", length, grades), iv.parse_measure("gP"))
        ratios = {Fraction(found.value(run), found.poset.rank(run)) for run in found.poset.runs[1:]}
        if bool(found.natural) != (len(ratios) == 1):
            return Finding(UNDECIDED, (length, grades))
        natural |= {(length, grades)} if found.natural else set()
    remark = "with c ≥ 2 and N ≥ 2; binary, gP is eq. (4) with k = 1 / N, as the steps are one more relevant document"
    expected = {(length, grades) for length, grades in SMALL if min(length, grades) == 1}
    return decided(natural == expected, Finding(CONDITIONAL, "N = 2, c = 1", remark))


@claim(
    "000/4-5/footnotes",
    "Footnotes 3, 4, 5 and 6",
    "the isotone valuations under the first four orders are all positive",
)
def footnotes() -> Finding:
    flat = []
    for order in ("set-total", "set-replacement", "rank-total", "rank-replacement"):
        found = iv.valuation(runs_under(order, 2, 1), lambda run: run[0])
        raised = ((1, 0), (1, 1)) if order.startswith("set") else ((0, 0), (0, 1))
        same = iv.order(order).leq(*raised) and raised[0][0] == raised[1][0]
        flat.append(found.is_valuation and found.isotone and not found.positive and same)
    remark = "only those made of weights above 0: the first grade alone is an isotone valuation under each"
    again = "the pairs (1, 0) ≺ (1, 1) of multisets and (0, 0) ≺ (0, 1) of rankings: their first grades are equal"
    return decided(all(flat), Finding(REFUTED, ((0, 0), (0, 1)), remark, again))


@claim(
    "000/4.2/order", "§4.2, first formula", "counts at or above every degree order multisets as a distributive lattice"
)
def order_set_replacement() -> Finding:
    return same_order("set-replacement", _set_replacement, "distributive")


def _set_replacement(r: JudgedRun, s: JudgedRun) -> bool:
    return all(mine <= other for mine, other in zip(counts(r, 4), counts(s, 4), strict=True))


@claim("000/proposition-1", "Proposition 1", "under set-replacement |J_r| is the sum of the grades")
def proposition_1() -> Finding:
    return irreducibles_below("set-replacement")


@claim(
    "000/eq-5", "§4.2, eq. (5)", "equal weights k under set-replacement make k times the sum of the grades, a metric"
)
def equation_5() -> Finding:
    return sum_of_grades("set-replacement")


@claim("000/4.2/valuations", "§4.2, before Proposition 2", "gP and gR are valuations under rank-replacement")
def valuations_of_ranks() -> Finding:
    for order, text, (length, grades) in product(("rank-replacement", "set-replacement"), LINEAR_AND_OTHER, FEWER):
        if not iv.valuation(runs_under(order, length, grades), iv.parse_measure(text)).is_valuation:
            return Finding(REFUTED, (order, text, length, grades))
    remark = "and under set-replacement, which the section is about; linear and other gains"
    return Finding(CONFIRMED, None, f"{remark}, {looked(FEWER)}")


@claim("000/proposition-2", "Proposition 2", "gP and gR are positive valuations under set-replacement")
def proposition_2() -> Finding:
    return positive("set-replacement", LINEAR_AND_OTHER)


@claim(
    "000/4.2/natural",
    "§4.2, after Proposition 2",
    "gP puts equal weights on the join-irreducible runs: the natural distance",
)
def natural_gp() -> Finding:
    return natural_where_linear("set-replacement")


@claim("000/4.2/k", "§4.2, after Proposition 2", "gP is eq. (5) with k = 1 / (N a_c), and gR with k = 1 / (RB a_c)")
def constant_of_sets() -> Finding:
    return constant_of("set-replacement")
