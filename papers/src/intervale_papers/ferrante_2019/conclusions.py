"""Claims of 001 in its conclusions: §8."""

from __future__ import annotations

from itertools import product

from intervale_papers.ferrante_2019.findings import decided, on_scale, under
from intervale_papers.register import Finding, claim


@claim(
    "001/8/set-binary",
    "§8, set-based, binary",
    "with binary grades P, R and F are interval scales whichever of the three orders is taken",
)
def set_binary() -> Finding:
    orders = ("set-total", "set-replacement", "induced")
    broken = [place for place in product(("P", "R", "F"), orders, range(1, 7)) if on_scale(*place) != "interval"]
    return decided(broken, 54, "lengths 1 to 6")


@claim(
    "001/8/set-graded",
    "§8, set-based, multi-graded",
    "with more grades gP and gR are interval scales only under the partial order and with proportional gains",
)
def set_graded() -> Finding:
    kept = [
        (text, order, length, gains)
        for text, order, length in product(("gP", "gR"), ("set-total", "set-replacement", "induced"), range(1, 4))
        for gains in ((0, 1, 2), (0, 1, 3))
        if on_scale(text, order, length, 2, gains) == "interval"
    ]
    right = {(order, gains) for _, order, length, gains in kept if length > 1} == {
        ("set-replacement", (0, 1, 2)),
        ("induced", (0, 1, 2)),
    }
    return under(
        right,
        ("gP", "induced", 2, (0, 1, 2)),
        "of (1) and (4), from two documents on; they are so on the total order that they make, too (§5.3)",
    )


@claim(
    "001/8/rank-binary",
    "§8, rank-based, binary",
    "with binary grades RBP with p = 1/2 is an interval scale under the total order, and no other measure under either",
)
def rank_binary() -> Finding:
    texts = ("AP", "DCG(base=2)", "ERR", "RBP(p=1/2)", "RBP(p=1/3)", "RBP(p=0.8)")
    places = product(texts, ("rank-total", "rank-swap"), range(1, 7))
    kept = {(text, order, length) for text, order, length in places if on_scale(text, order, length) == "interval"}
    beyond = {place for place in kept if place[2] > 1} - {("RBP(p=1/2)", "rank-total", n) for n in range(2, 7)}
    right = beyond == {("RBP(p=1/2)", "rank-swap", 2)} and ("RBP(p=1/2)", "rank-total", 6) in kept
    return under(
        right,
        sorted(beyond),
        "from three documents on; with two, RBP with p = 1/2 is one under the partial order, too; with one, all are",
    )


@claim(
    "001/8/rank-graded",
    "§8, rank-based, multi-graded; abstract",
    "with more grades only gRBP with p = 1/(c + 1) and proportional gains is an interval scale, when "
    "using a total order",
)
def rank_graded() -> Finding:
    texts = ("AP", "DCG(base=2)", "ERR", "gRBP(p=1/2)", "gRBP(p=1/3)", "gRBP(p=0.8)")
    places = list(product(texts, ("rank-total", "induced"), range(2, 6), ((0, 1, 2), (0, 1, 3))))
    scales = {(t, o, n, g): on_scale(t, o, n, 2, g if "gRBP" in t else None) for t, o, n, g in places}
    kept = {place[:2] for place, found in scales.items() if found == "interval" and place[2] > 2}
    right = kept == {("gRBP(p=1/3)", "rank-total"), ("gRBP(p=1/3)", "induced"), ("gRBP(p=1/2)", "induced")}
    return under(
        right,
        ("gRBP(p=1/2)", "induced", "c = 2"),
        "for the total order (6), c = 2, N = 3 to 5; on the total order that it makes gRBP with p = 1/2 is one, too",
    )
