"""Claims of Giner, §5.3: rankings ordered by swapping and replacement."""

from __future__ import annotations

from itertools import product

import intervale as iv
from intervale.orders import shortest_path
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.formulas import bound_by_counts, rank_swap, same_order
from intervale_papers.giner.lattices import SMALL, kind_of_metric, runs_under, values
from intervale_papers.giner.setting import NO_JOIN
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import worded

BINARY = "grades are binary: with c ≥ 2 and N ≥ 2 there is no lattice, and so no valuation"


def _no_lattice() -> bool:
    """Whether runs of length 2 with three grades are no lattice under rank-swap."""
    return not runs_under("rank-swap", 2, 2).facts["lattice"]


@claim("000/5.3/order", "§5.3, first formula", "counts down to every rank at or above every degree are a partial order")
def order_rank_swap() -> Finding:
    return same_order("rank-swap", rank_swap, "bounded")


@claim(
    "000/5.3/modular",
    "§5.3, the sentence on N5",
    "the runs are a finite lattice under rank-swap that contains an N5, so it is not modular",
    erratum=Erratum(
        printed=r"is a finite lattice, which contains a  $N_5$  sublattice [1], i.e., it is not a modular lattice [13]",
        reads="is a finite distributive lattice for c = 1; for c ≥ 2 and N ≥ 2 it is not a lattice",
        depends=(
            "the next two sentences, that it is not a metric lattice and that there cannot exist a positive valuation; "
            "for c = 1 they are wrong, too, as RBP with 0 < p < 1 is one; so the last sentence of §5.3, the abstract "
            "and §7, which call RBP a pseudo-metric, can say metric"
        ),
    ),
)
def modular() -> Finding:
    binary = [runs_under("rank-swap", length, 1).facts for length in range(1, 8)]
    graded = [runs_under("rank-swap", length, 2).facts["lattice"].holds for length in range(2, 5)]
    triples = list(product(iv.RunSpace(4), repeat=3))
    bounds = {
        (x, y): (bound_by_counts(x, y, min), bound_by_counts(x, y, max)) for x, y in product(iv.RunSpace(4), repeat=2)
    }
    meets = all(rank_swap(z, bounds[x, y][0]) == (rank_swap(z, x) and rank_swap(z, y)) for x, y, z in triples)
    joins = all(rank_swap(bounds[x, y][1], z) == (rank_swap(x, z) and rank_swap(y, z)) for x, y, z in triples)
    law = all(bounds[x, bounds[z, y][0]][1] == bounds[bounds[x, z][1], y][0] for x, y, z in triples if rank_swap(x, y))
    witness = (
        "binary, N = 3: 000 ≺ 001 ≺ 010, then 011 and 100 side by side, then 101 ≺ 110 ≺ 111; distributive for N = 1 "
        "to 7; "
    )
    witness += NO_JOIN
    again = "the modular law for all triples of binary runs of length 4, with meets and joins made of the counts so far"
    broken = all(facts["modular"] and facts["distributive"] for facts in binary) and not any(graded) and _as_drawn()
    rbp = iv.valuation(runs_under("rank-swap", 4, 1), iv.parse_measure("RBP(p=0.5)"))
    remark = (
        "for c = 1 meets and joins are the smaller and larger of the counts so far, rank by rank; RBP with p = 0.5 is "
        "a positive valuation on binary runs of length 4"
    )
    return wrong(
        Kind.FALSE,
        broken and rbp.is_valuation and rbp.positive,
        witness,
        remark,
        second=meets and joins and law,
        again=again,
    )


def _as_drawn() -> bool:
    """Whether the binary runs of length 3 have the levels that are shown."""
    small = runs_under("rank-swap", 3, 1).poset
    levels = [["".join(map(str, runs_under("rank-swap", 3, 1).runs[x])) for x in level] for level in small.levels()]
    return levels == [["000"], ["001"], ["010"], ["011", "100"], ["101"], ["110"], ["111"]]


@claim(
    "000/5.3/natural-distance",
    "§5.3, end of the paragraph on N5",
    "there is no natural distance on the diagram of rank-swap",
)
def natural_distance() -> Finding:
    binary = [iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure("RBPO")) for length in range(2, 7)]
    graded = [runs_under("rank-swap", length, 2).facts["graded"] for length in range(2, 5)]
    one, other = (len(chain) - 1 for chain in graded[0].witness)
    witness = (
        f"N = 2, c = 2: maximal chains of {one} and of {other} steps, so no rank function; binary, N = 2 to 6, RBPO "
        "is a valuation "
    )
    witness += "that grows by 1 at every step"
    fails = all(found.is_valuation and found.natural for found in binary)
    return under(fails and not any(graded), witness, "c ≥ 2 and N ≥ 2; with binary grades there is one")


@claim(
    "000/5.3/pseudo-metric",
    "§5.3, isotone valuations",
    "an isotone valuation under rank-swap makes a pseudo-metric: all postulates but d = 0 iff r = s",
)
def pseudo_metric() -> Finding:
    right = True
    for length in range(2, 5):
        found = iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure("gP"))
        d = {(r, s): found.distance(r, s) for r, s in product(found.poset.runs, repeat=2)}
        right &= all(d[r, t] <= d[r, s] + d[s, t] for r, s, t in product(found.poset.runs, repeat=3))
        right &= all(d[r, s] == d[s, r] >= 0 and d[r, r] == 0 for r, s in d)
    zero = [(r, s) for (r, s), distance in d.items() if r < s and distance == 0]
    witness = f"binary, gP to N = 4: symmetry and all triangles; {worded([*zero[0]])} have distance 0; {NO_JOIN}"
    return under(right and zero and _no_lattice(), witness, BINARY)


@claim("000/5.3/swap-example", "§5.3, example", "(1, 0, 1) is below (1, 1, 0) by a swap of the last two, with equal gP")
def swap_example() -> Finding:
    low, high = (1, 0, 1), (1, 1, 0)
    steps = [str(step) for step in shortest_path(iv.order("rank-swap"), low, high, iv.RunSpace(3))]
    equal = len({*values("gP", low, high)}) == 1
    positive = [n for n in range(1, 7) if iv.valuation(runs_under("rank-swap", n, 1), iv.parse_measure("gP")).positive]
    witness = f"one step leads from {worded(low)} to {worded(high)}: {worded(steps)}; both have two relevant documents"
    return holds(
        steps == ["swap ranks 2 and 3"] and equal and positive == [1],
        witness,
        "gP is not positive from N = 2 on, binary",
    )


@claim(
    "000/5.3/gP-0.22",
    "§5.3, example",
    "for N = 3, gP of (1, 0, 1) and of (1, 1, 0) is 0.22",
    erratum=Erratum(
        printed=r"$gP(\hat{r}) = 0.22 = gP(\hat{s})$",
        reads="gP(r) = 0.67 = gP(s)",
        depends="that gP is not positive; it stands",
    ),
)
def gp_of_101() -> Finding:
    value, other = values("gP", (1, 0, 1), (1, 1, 0))
    names = {"a": 3.0, "x": 2.0, "b": 1.0}
    evaluated = iv.evaluate({"q": {"a": 1, "b": 1}}, {"r": {"q": names}}, ["gP@3"]).mean("r", "gP@3")
    again = "a run with relevant documents at ranks 1 and 3, evaluated"
    broken = value == other and round(float(value), 2) == 0.67
    remark = "0.22 is 2/9, as if divided by N twice"
    witness = f"(1 + 0 + 1) / 3 = {value}"
    return wrong(Kind.NUMBER, broken, witness, remark, second=round(evaluated, 2) == 0.67, again=again)


@claim("000/proposition-7", "Proposition 7", "gP and gR are isotone valuations under rank-swap")
def proposition_7() -> Finding:
    return _on_rank_swap(("gP", "gR"), "gP and gR")


@claim("000/proposition-8", "Proposition 8", "RBP and DCG_b are isotone valuations under rank-swap")
def proposition_8() -> Finding:
    which = "RBP with p = 0.5 and 0.8, DCG with b = 2 and 10"
    return _on_rank_swap(("gRBP(p=0.8)", "gRBP(p=0.5)", "DCG(base=2)", "DCG(base=10)"), which)


def _on_rank_swap(measures: tuple[str, ...], which: str) -> Finding:
    """Whether measures are isotone valuations with binary grades, and isotone with more, where there is no lattice."""
    found = [
        iv.valuation(runs_under("rank-swap", length, 1), iv.parse_measure(text))
        for text, length in product(measures, range(1, 6))
    ]
    binary = all(one.is_valuation and one.isotone for one in found)
    isotone = all(
        iv.scale(text, length=length, grades=grades, order="rank-swap")["rank-swap"].isotone
        for text, (length, grades) in product(measures, SMALL)
    )
    witness = f"{which}: isotone valuations with c = 1 to N = 5, isotone on {len(SMALL)} spaces with c to 4; {NO_JOIN}"
    return under(binary and isotone and _no_lattice(), witness, BINARY)


@claim("000/5.3/pseudo-metrics", "§5.3, last sentence", "under rank-swap gP, gR, RBP and DCG_b are pseudo-metrics")
def pseudo_metrics() -> Finding:
    lengths, measures = range(2, 6), ("gP", "gR", "DCG(base=2)", "DCG(base=10)")
    found = {kind_of_metric("rank-swap", text, length) for text, length in product(measures, lengths)}
    rbp = {kind_of_metric("rank-swap", "RBP(p=0.8)", length) for length in lengths}
    alike = values("DCG(base=2)", (0, 1), (1, 0))
    witness = (
        "binary, N = 2 to 5: gP, gR and DCG_b with b = 2 and 10 are pseudo-metrics, as (0, 1) and (1, 0) have the "
        f"same value; {NO_JOIN}"
    )
    seen = found == {"pseudo-metric"} and rbp == {"metric"} and alike == [1, 1] and _no_lattice()
    return under(seen, witness, "grades are binary, so that there is a lattice; RBP is then even a metric")
