"""Claims of Giner (000), §6, §7 and the appendix: what the paper says of its results, and the steps of its proofs."""

from __future__ import annotations

from itertools import accumulate, product

import intervale as iv
from intervale.orders import JudgedRun
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FEWER,
    REFUTED,
    SMALL,
    TINY,
    below,
    decided,
    irreducibles,
    join,
    looked,
    runs_under,
    under,
    values,
)
from intervale_papers.giner.setting import GAINS, kind_of_metric
from intervale_papers.giner.swaps import swap_leq
from intervale_papers.register import Finding, claim


@claim("000/6/less-restrictive", "§6, last sentence", "whatever is ordinal makes a pseudo-metric: a weaker demand")
def less_restrictive() -> Finding:
    chains = all(
        kind_of_metric("rank-total", text, length) == "metric"
        for text, length in product(("RBP(p=0.5)", "RBP(p=0.4)", "RBTO"), range(1, 6))
    )
    found = iv.valuation(runs_under("rank-replacement", 2, 1), iv.parse_measure("AP"))
    scale = iv.scale("AP", length=2, order="rank-replacement")["rank-replacement"]
    remark = (
        "on total orders, the only ones with ordinal scales in the sense of Remark 1; AP rises strictly under "
        "rank-replacement and is no valuation: 1 + 1/2 for the two runs, 2 + 0 for their join and meet"
    )
    seen = chains and scale.strict.holds is True and not found.is_valuation
    return decided(seen, Finding(CONDITIONAL, found.is_valuation.witness, remark))


@claim("000/7/domain", "§7, first paragraph", "whether a measure is a metric depends on the order of the runs")
def domain() -> Finding:
    kinds = {order: kind_of_metric(order, "gP", 3) for order in ("rank-replacement", "rank-swap", "rank-total")}
    shown = list(kinds.values()) == ["metric", "pseudo-metric", "none"]
    return Finding(CONFIRMED if shown else REFUTED, kinds, "shown by gP on binary runs of length 3 under three orders")


@claim(
    "000/7/generalised",
    "§7, last sentence",
    "interval scales of the orders are isotone valuations, as ordinal ones are",
)
def generalised() -> Finding:
    made = {"set-total": "SBTO", "set-replacement": "SBPO", "rank-total": "RBTO", "rank-replacement": "SBPO"}
    for (order, text), (length, grades) in product(made.items(), FEWER):
        if kind_of_metric(order, text, length, grades) != "metric":
            return Finding(REFUTED, (order, length, grades))
    binary = all(kind_of_metric("rank-swap", "RBPO", length) == "metric" for length in range(1, 6))
    graded = iv.scale("gRBP(p=0.8)", length=2, grades=2, order="rank-swap")["rank-swap"]
    remark = (
        "where there is a lattice, and then even positive; with three grades gRBP rises under rank-swap, and has none"
    )
    seen = binary and graded.strict.holds is True and graded.valuation.holds is None
    return decided(seen, Finding(CONDITIONAL, runs_under("rank-swap", 2, 2).facts["lattice"].witness, remark))


@claim("000/appendix/eq-8", "Appendix, eq. (8)", "irreducible multisets have one grade some times and else 0")
def equation_8() -> Finding:
    for length, grades in SMALL:
        printed = {(m,) * k + (0,) * (length - k) for m in range(1, grades + 1) for k in range(1, length + 1)}
        if {*irreducibles(runs_under("set-replacement", length, grades))} != printed:
            return Finding(REFUTED, (length, grades))
    return Finding(CONFIRMED, None, f"as many as N times c, {looked(SMALL)}")


@claim(
    "000/appendix/listed-below",
    "Appendix, proof of Proposition 1",
    "J_r has, for each k, k documents of one grade up to r_k",
)
def listed_below() -> Finding:
    for length, grades in FEWER:
        found = runs_under("set-replacement", length, grades)
        for run in found.runs:
            listed = {(m,) * k + (0,) * (length - k) for k in range(1, length + 1) for m in range(1, run[k - 1] + 1)}
            if under(found, run) != listed:
                return Finding(REFUTED, run)
    return Finding(CONFIRMED, None, looked(FEWER))


@claim(
    "000/appendix/join",
    "Appendix, proof of Proposition 1",
    "under set-replacement the join is the maximum place by place",
)
def join_of_sets() -> Finding:
    for length, grades in FEWER:
        found = runs_under("set-replacement", length, grades)
        for r, s in product(found.runs, repeat=2):
            if join(found, r, s) != tuple(map(max, r, s)):
                return Finding(REFUTED, (r, s))
        for run in found.runs[1:]:
            if tuple(map(max, zip(*under(found, run), strict=True))) != run:
                return Finding(REFUTED, run)
    return Finding(CONFIRMED, None, f"of grades in decreasing order; r is that of J_r; {looked(FEWER)}")


@claim(
    "000/appendix/covers-set",
    "Appendix, proof of Proposition 2",
    "under set-replacement a step raises one grade by one",
)
def covers_of_sets() -> Finding:
    return _raised_by_one("set-replacement")


@claim(
    "000/appendix/covers-rank",
    "Appendix, proof of Proposition 6",
    "under rank-replacement a step raises one grade by one",
)
def covers_of_ranks() -> Finding:
    return _raised_by_one("rank-replacement")


def _raised_by_one(order: str) -> Finding:
    """Whether s is right above r iff one place of s is one more than in r and the others are equal."""
    for length, grades in FEWER:
        found = runs_under(order, length, grades)
        steps = {
            (r, s)
            for r, s in product(found.runs, repeat=2)
            if sorted(map(int.__sub__, s, r)) == [0] * (length - 1) + [1]
        }
        if {*found.cover_pairs()} != steps:
            return Finding(REFUTED, (length, grades))
    return Finding(CONFIRMED, None, looked(FEWER))


@claim(
    "000/appendix/sums",
    "Appendix, proofs of Propositions 2 and 6",
    "under replacement a better run has a larger sum of gains",
)
def larger_sums() -> Finding:
    for order, (length, grades), g in product(("set-replacement", "rank-replacement"), TINY, GAINS.values()):
        found = runs_under(order, length, grades)
        for r, s in product(found.runs, repeat=2):
            if r != s and below(found, r, s) and sum(g[x] for x in r) >= sum(g[x] for x in s):
                return Finding(REFUTED, (order, r, s))
    return Finding(CONFIRMED, None, f"linear and other gains, {looked(TINY)}")


@claim(
    "000/appendix/strict-counts",
    "Appendix, proof of Proposition 7",
    "counting degrees above each a_j gives the same order",
)
def strict_counts() -> Finding:
    for length, grades in TINY:
        for r, s in product(iv.RunSpace(length, grades), repeat=2):
            pairs = product(range(grades + 1), range(1, length + 1))
            strict = all(sum(g > j for g in r[:k]) <= sum(g > j for g in s[:k]) for j, k in pairs)
            if strict != iv.order("rank-swap").leq(r, s):
                return Finding(REFUTED, (r, s))
    return Finding(CONFIRMED, None, f"as counting those at or above it in §5.3; {looked(TINY)}")


@claim(
    "000/appendix/prefix-sums",
    "Appendix, proofs of Propositions 7 and 8",
    "r ≼ s iff no partial sum of gains of r is above that of s",
)
def prefix_sums() -> Finding:
    flat, (r, s) = (0, 2, 3, 4, 5), ((1, 1), (2, 0))
    broken = {g: [pair for space in TINY for pair in _sums_only(g, *space)] for g in (*GAINS.values(), flat)}
    long_and_graded = all(len(pair[0]) > 1 and max(map(max, pair)) > 1 for pairs in broken.values() for pair in pairs)
    one_way = all(_no_more(*pair, g) for g in broken for space in TINY for pair in _below(*space))
    remark = (
        "one way only where c ≥ 2 and N ≥ 2: gains 1, 2 against 2, 2, but two relevant documents against one; with "
        "gains 0, 2, 3 (0, 2) and (1, 1) break it; with c = 1 it holds"
    )
    again = "the counts of §5.3 for these two runs: 2 and 1 documents of grade 1 and more down to rank 2"
    counted = _no_more(r, s, GAINS[""]) and sum(x >= 1 for x in r) > sum(x >= 1 for x in s) and not swap_leq(r, s)
    seen = (r, s) in broken[GAINS[""]] and ((0, 2), (1, 1)) in broken[flat] and long_and_graded and one_way
    return decided(seen and counted, Finding(REFUTED, (r, s), remark, again))


def _below(length: int, grades: int) -> list[tuple[JudgedRun, JudgedRun]]:
    """All pairs r ≼ s under rank-swap."""
    found = runs_under("rank-swap", length, grades)
    return [(r, s) for r, s in product(found.runs, repeat=2) if below(found, r, s)]


def _sums_only(g: tuple[int, ...], length: int, grades: int) -> list[tuple[JudgedRun, JudgedRun]]:
    """All pairs whose partial sums of gains say r ≼ s, though it is not so."""
    found = {*_below(length, grades)}
    pairs = ((r, s) for r, s in product(iv.RunSpace(length, grades), repeat=2) if _no_more(r, s, g))
    return [pair for pair in pairs if pair not in found]


def _no_more(r: JudgedRun, s: JudgedRun, g: tuple[int, ...]) -> bool:
    """Whether every partial sum of gains of r is at most that of s."""
    return all(map(int.__le__, accumulate(g[x] for x in r), accumulate(g[x] for x in s)))


@claim(
    "000/appendix/rank-by-rank",
    "Appendix, proof of Proposition 8, the step to the weighted sums",
    "that g(r[i]) ≤ g(s[i]) at every rank gives the weighted sums, and so Proposition 8 for all r ≼ s",
)
def rank_by_rank() -> Finding:
    missed = [(r, s) for space in TINY for r, s in _below(*space) if any(map(int.__gt__, r, s))]
    for text, space in product(("gRBP(p=0.8)", "DCG(base=2)"), [(2, grades) for grades in range(1, 5)]):
        for r, s in _below(*space):
            low, high = values(text, r, s, grades=space[1])
            if low > high:
                return Finding(REFUTED, (text, r, s), "the conclusion fails")
    remark = (
        "for pairs that are comparable rank by rank; after a swap some rank has less, so that the proof shows less "
        "than the proposition, which is true as partial sums rise and weights do not"
    )
    return decided(missed[0] == ((0, 1), (1, 0)), Finding(CONDITIONAL, missed[0], remark))
