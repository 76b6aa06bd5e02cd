"""Claims of Giner, §6 and §7: what the paper says of its results."""

from __future__ import annotations

from itertools import product

import intervale as iv
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.lattices import FEWER, MEASURES_OF_FIVE, SMALL, kind_of_metric, ordered_pairs, runs_under
from intervale_papers.giner.mappings import FUNCTIONS, functions
from intervale_papers.giner.setting import NO_JOIN
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import worded


@claim(
    "000/6/new-ordering",
    "§6, last paragraph",
    "the five orders have one that Ferrante, Ferro and Pontarollo 2019 do not have",
)
def new_ordering() -> Finding:
    spaces = [space for space in SMALL if space[0] > 1]
    covers = {
        order: [tuple(runs_under(order, *space).poset.above) for space in spaces]
        for order in ("rank-replacement", "rank-total", "rank-swap")
    }
    new = all(mine not in (total, swapped) for mine, total, swapped in zip(*covers.values(), strict=True))
    witness = (
        "replacement of rankings differs from strong and weak top-heaviness, rank-total and rank-swap here, on all "
        f"{len(spaces)} spaces "
    )
    witness += "with N ≥ 2 looked at: (0, 1) and (1, 0) cannot be compared"
    return holds(new and not iv.order("rank-replacement").comparable((0, 1), (1, 0)), witness)


@claim(
    "000/6/less-restrictive",
    "§6, last sentence",
    "metric and pseudo-metric are weaker demands than ordinal and interval scale",
)
def less_restrictive() -> Finding:
    found = []
    for poset, given, _, ordinal in functions():
        found.append((ordinal, iv.valuation(poset, lambda run, p=poset, g=given: g[p.number(run)]).metric))
    ordinals = [kind for ordinal, kind in found if ordinal]
    weaker = [kind for ordinal, kind in found if not ordinal].count("metric")
    intervals = [
        kind_of_metric(order, text, *space) for (order, text), space in product(MEASURES_OF_FIVE.items(), FEWER)
    ]
    strict = iv.scale("AP", length=2, order="rank-replacement")["rank-replacement"].strict.holds
    rising = iv.valuation(runs_under("rank-replacement", 2, 1), iv.parse_measure("AP")).metric
    witness = (
        f"of {len(found)} {FUNCTIONS}, all {len(ordinals)} ordinal ones make metrics, and {weaker} that are not "
        "ordinal do; so do "
    )
    witness += f"{len(intervals)} interval scales"
    remark = (
        "ordinal as in Remark 1, both ways; a measure that only rises need not be a valuation, such as AP under "
        "rank-replacement"
    )
    right = ordinals and {*ordinals, *intervals} == {"metric"} and weaker and strict and rising == "none"
    return holds(right, witness, remark)


@claim("000/7/domain", "§7, first paragraph", "whether a measure is a metric depends on the order of the runs")
def domain() -> Finding:
    kinds = {order: kind_of_metric(order, "gP", 3) for order in ("rank-replacement", "rank-swap", "rank-total")}
    shown = list(kinds.values()) == ["metric", "pseudo-metric", "none"]
    return holds(shown, f"gP on binary runs of length 3: {worded(kinds)}")


@claim(
    "000/7/both-ways",
    "§7, last paragraph",
    "Ferrante, Ferro and Maistro 2015 find when measures are ordinal both ways: a ≥ b ⇔ f(a) ≥ f(b)",
    erratum=Erratum(
        printed=r"a \geq b \Leftrightarrow f(a) \geq f(b)",
        reads="a ≥ b ⇒ f(a) ≥ f(b)",
        depends="the last sentence of §7: what is added to those results is then that f is a valuation",
    ),
)
def both_ways() -> Finding:
    found = runs_under("rank-swap", 3, 1)
    one_way = []
    for text in ("P", "AP", "RBP(p=0.8)", "DCG(base=2)"):
        measure = iv.valuation(found, iv.parse_measure(text))
        one_way.append(all(measure.value(r) <= measure.value(s) for r, s in ordered_pairs(found)))
    r, s = found.facts["total"].witness
    witness = (
        f"under their order of rankings {worded(r)} and {worded(s)} cannot be compared, so that no function is "
        "ordinal both ways; P, AP, "
    )
    witness += "RBP and DCG_2 are one way, binary, N = 3"
    remark = "their measurements are defined by: if r ≼ s, then μ(r) ≤ μ(s)"
    return wrong(Kind.FALSE, not found.facts["total"] and all(one_way), witness, remark)


@claim(
    "000/7/generalised",
    "§7, last sentence",
    "the known ordinal and interval scales of the orders are among the isotone valuations",
)
def generalised() -> Finding:
    four = [kind_of_metric(order, text, *space) for (order, text), space in product(MEASURES_OF_FIVE.items(), FEWER)]
    binary = [kind_of_metric("rank-swap", "RBPO", length) for length in range(1, 6)]
    graded = iv.scale("gRBP(p=0.8)", length=2, grades=2, order="rank-swap")["rank-swap"]
    witness = (
        f"interval scales: {len(four)} under four orders and {len(binary)} binary ones under rank-swap make metrics; "
        f"{NO_JOIN} under "
    )
    witness += "rank-swap, where gRBP rises and no valuation exists"
    seen = {*four, *binary} == {"metric"} and graded.strict.holds is True and graded.valuation.holds is None
    return under(seen, witness, "the runs are a lattice: with Swapping+Replacement for c = 1 only")
