"""Claims of Giner (000), §5.3: rankings ordered by swapping and replacement."""

from __future__ import annotations

from itertools import accumulate, pairwise, product

import intervale as iv
from intervale.orders import JudgedRun, shortest_path
from intervale_papers.giner.alike import same_values
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    REFUTED,
    SMALL,
    UNDECIDED,
    decided,
    runs_under,
    same_order,
    values,
)
from intervale_papers.giner.setting import kind_of_metric
from intervale_papers.register import Finding, claim

NO_LATTICE = "with three grades there is no lattice to be one on"


@claim("000/5.3/order", "§5.3, first formula", "counts down to every rank at or above every degree are a partial order")
def order_rank_swap() -> Finding:
    return same_order("rank-swap", swap_leq, "bounded")


def swap_leq(r: JudgedRun, s: JudgedRun) -> bool:
    """Swapping+Replacement by its counts, for grades to 4."""
    return all(sum(g >= j for g in r[:k]) <= sum(g >= j for g in s[:k]) for j in range(5) for k in range(1, len(r) + 1))


def _met(r: JudgedRun, s: JudgedRun, pick: object = min) -> JudgedRun:
    """The meet of binary runs, or the join with ``max``: on their counts so far, place by place."""
    assert callable(pick)
    found = [0, *map(pick, accumulate(r), accumulate(s))]
    return tuple(high - low for low, high in pairwise(found))


@claim("000/5.3/modular", "§5.3, the sentence on N5", "the lattice of rank-swap contains an N5, so it is not modular")
def modular() -> Finding:
    binary = [runs_under("rank-swap", length, 1).facts["modular"].holds for length in range(1, 9)]
    graded = [runs_under("rank-swap", length, 2).facts["lattice"].holds for length in range(2, 5)]
    if not all(binary):
        return Finding(CONFIRMED, binary)
    triples = list(product(iv.RunSpace(4), repeat=3))
    meets = all(swap_leq(z, _met(x, y)) == (swap_leq(z, x) and swap_leq(z, y)) for x, y, z in triples)
    joins = all(swap_leq(_met(x, y, max), z) == (swap_leq(x, z) and swap_leq(y, z)) for x, y, z in triples)
    law = all(_met(x, _met(z, y), max) == _met(_met(x, z, max), y) for x, y, z in triples if swap_leq(x, y))
    small = runs_under("rank-swap", 3, 1)
    levels = [[small.runs[x] for x in level] for level in small.poset.levels()]
    remark = (
        "binary, it is modular (to N = 8 by looking; the levels of N = 3 are shown); with three grades it is no lattice"
    )
    again = "the modular law for all triples of binary runs of length 4, with meets and joins made of the counts so far"
    return decided(meets and joins and law and not any(graded), Finding(REFUTED, levels, remark, again))


@claim("000/5.3/positive", "§5.3, two sentences after N5", "there is no positive valuation on the lattice of rank-swap")
def no_positive_valuation() -> Finding:
    found = iv.valuation(runs_under("rank-swap", 4, 1), iv.parse_measure("RBP(p=0.5)"))
    v = {run: sum(accumulate(run)) for run in iv.RunSpace(4)}  # relevant documents so far, over all ranks
    pairs = list(product(v, repeat=2))
    adds = all(v[_met(r, s)] + v[_met(r, s, max)] == v[r] + v[s] for r, s in pairs)
    rises = all(v[r] < v[s] for r, s in pairs if r != s and swap_leq(r, s))
    remark = "binary, where it is a lattice, RBP is one: its weights are positive; as is the sum of the counts so far"
    again = "that sum for all pairs: it adds up over meets and joins made of the counts, and better runs have more"
    seen = found.is_valuation and found.positive and adds and rises
    return decided(bool(seen), Finding(REFUTED, "RBP(p=0.5), N = 4", remark, again))


@claim(
    "000/5.3/natural-distance",
    "§5.3, end of the paragraph on N5",
    "there is no natural distance on the diagram of rank-swap",
)
def natural_distance() -> Finding:
    binary = [iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure("RBPO")) for length in range(2, 7)]
    graded = [runs_under("rank-swap", length, 2).facts["graded"] for length in range(2, 5)]
    if all(found.is_valuation and found.natural for found in binary) and not any(graded):
        remark = "with three grades it is not graded; binary, RBPO is a valuation that grows by 1 at every step"
        return Finding(CONDITIONAL, graded[0].witness, remark)
    return Finding(UNDECIDED)


@claim(
    "000/5.3/pseudo-metric",
    "§5.3, isotone valuations",
    "an isotone valuation makes a pseudo-metric: all but d = 0 iff r = s",
)
def pseudo_metric() -> Finding:
    for length in range(2, 5):
        found = iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure("gP"))
        d = {(r, s): found.distance(r, s) for r, s in product(found.poset.runs, repeat=2)}
        triangles = all(d[r, t] <= d[r, s] + d[s, t] for r, s, t in product(found.poset.runs, repeat=3))
        if not triangles or any(d[r, s] != d[s, r] or d[r, s] < 0 or d[r, r] for r, s in d):
            return Finding(REFUTED, length)
    zero = [(r, s) for (r, s), distance in d.items() if r < s and distance == 0]
    remark = f"binary, gP to N = 4; the witness has distance 0; {NO_LATTICE}"
    return decided(bool(zero), Finding(CONDITIONAL, zero[0], remark))


@claim("000/5.3/swap-example", "§5.3, example", "(1, 0, 1) is below (1, 1, 0) by a swap of the last two, with equal gP")
def swap_example() -> Finding:
    low, high = (1, 0, 1), (1, 1, 0)
    steps = [str(step) for step in shortest_path(iv.order("rank-swap"), low, high, iv.RunSpace(3))]
    equal = len({*values("gP", low, high)}) == 1
    positive = [n for n in range(1, 7) if iv.valuation(runs_under("rank-swap", n, 1), iv.parse_measure("gP")).positive]
    shown = steps == ["swap ranks 2 and 3"] and equal and positive == [1]
    return Finding(CONFIRMED if shown else REFUTED, (low, high), "so gP is not positive, from N = 2 on, binary")


@claim("000/5.3/gP-0.22", "§5.3, example", "for N = 3, gP of (1, 0, 1) and of (1, 1, 0) is 0.22")
def gp_of_101() -> Finding:
    value, other = values("gP", (1, 0, 1), (1, 1, 0))
    names = {"a": 3.0, "x": 2.0, "b": 1.0}
    again = iv.evaluate({"q": {"a": 1, "b": 1}}, {"r": {"q": names}}, ["gP@3"]).mean("r", "gP@3")
    if round(float(value), 2) == 0.22:
        return Finding(CONFIRMED, str(value))
    remark = "(1 + 0 + 1) / 3 = 0.67; 0.22 is 2/9, divided by N twice"
    said = "a run with relevant documents at ranks 1 and 3, evaluated: 0.667"
    return decided(round(again, 3) == 0.667 == round(float(other), 3), Finding(REFUTED, str(value), remark, said))


@claim("000/5.3/gR", "§5.3, after the example", "gR has the same values as gP on those two runs")
def gr_on_rank_swap() -> Finding:
    return same_values((1, 0, 1), (1, 1, 0), 1)


@claim("000/proposition-7", "Proposition 7", "gP and gR are isotone valuations under rank-swap")
def proposition_7() -> Finding:
    return _on_rank_swap(("gP", "gR"))


@claim("000/proposition-8", "Proposition 8", "RBP and DCG_b are isotone valuations under rank-swap")
def proposition_8() -> Finding:
    return _on_rank_swap(("gRBP(p=0.8)", "gRBP(p=0.5)", "DCG(base=2)", "DCG(base=10)"))


def _on_rank_swap(measures: tuple[str, ...]) -> Finding:
    for text in measures:
        for length in range(1, 6):
            found = iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure(text))
            if not (found.is_valuation and found.isotone):
                return Finding(REFUTED, (text, length))
        for length, grades in SMALL:
            if not iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone:
                return Finding(REFUTED, (text, length, grades))
    lattice = runs_under("rank-swap", 2, 2).facts["lattice"]
    remark = f"binary to N = 5 by looking; isotone with more grades, too, but {NO_LATTICE}"
    return decided(not lattice, Finding(CONDITIONAL, lattice.witness, remark))


@claim("000/5.3/pseudo-metrics", "§5.3, last sentence", "under rank-swap gP, gR, RBP and DCG_b are pseudo-metrics")
def pseudo_metrics() -> Finding:
    for length in range(2, 6):
        found = [kind_of_metric("rank-swap", text, length) for text in ("gP", "gR", "DCG(base=2)", "DCG(base=10)")]
        if {*found} != {"pseudo-metric"} or kind_of_metric("rank-swap", "RBP(p=0.8)", length) != "metric":
            return Finding(UNDECIDED, (length, found))
    remark = (
        f"binary, N = 2 to 5, and RBP is even a metric; DCG_b is not, as its first b ranks count alike; {NO_LATTICE}"
    )
    return Finding(CONDITIONAL, ((0, 1), (1, 0), *map(str, values("DCG(base=2)", (0, 1), (1, 0)))), remark)
