"""Claims in the conclusions: §8."""

from __future__ import annotations

from itertools import product

from intervale_papers.ferrante_2019.findings import on_scale
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


@claim(
    "001/8/set-binary",
    "§8, set-based, binary; abstract",
    "with binary grades P, R and F are interval scales whichever of the three orders is taken",
)
def set_binary() -> Finding:
    places = list(product(("P", "R", "F"), ("set-total", "set-replacement", "induced"), range(1, 7)))
    broken = [place for place in places if on_scale(*place) != "interval"]
    return holds(not broken, broken or cases(len(places)), "three measures, three orders, lengths 1 to 6")


@claim(
    "001/8/set-graded",
    "§8, set-based, multi-graded; abstract",
    "with more grades gP and gR are interval scales only with the partial order and proportional gains",
    erratum=Erratum(
        "gP and gR are interval scales only when using a partial order and when the relevance degrees themselves are a "
        "ratio scale",
        "gP and gR are interval scales when using the partial order, or the order that they induce, and when the "
        "relevance degrees themselves are a ratio scale",
        "the abstract says the same; §5.3 has it right",
    ),
)
def set_graded() -> Finding:
    orders, sets = ("set-total", "set-replacement", "induced"), ((0, 1, 2), (0, 1, 3))
    places = list(product(("gP", "gR"), orders, range(2, 5), sets))
    kept = {
        (order, gains) for text, order, length, gains in places if on_scale(text, order, length, 2, gains) == "interval"
    }
    sums = sorted({x + y for x, y in product((0, 1, 2), repeat=2)})
    return wrong(
        Kind.FALSE,
        kept == {("set-replacement", (0, 1, 2)), ("induced", (0, 1, 2))},
        "on the order that gP makes, with gains 0, 1, 2, it is one, too: for N = 2 its values are 0, 1, 2, 3, 4 times "
        "1/4",
        f"§5.3 says so; with (1) they are none, and with gains 0, 1, 3 on no order ({len(places)} cases, N = 2 to 4, c "
        "= 2)",
        second=sums == [0, 1, 2, 3, 4],
        again="adding two of the gains 0, 1, 2 in all ways",
    )


@claim(
    "001/8/rank-binary",
    "§8, rank-based, binary",
    "with binary grades RBP with p = 1/2 is an interval scale with the total order, and no other measure with either",
)
def rank_binary() -> Finding:
    texts = ("AP", "DCG(base=2)", "ERR", "RBP(p=1/2)", "RBP(p=1/3)", "RBP(p=0.8)")
    places = list(product(texts, ("rank-total", "rank-swap"), range(1, 7)))
    kept = {place for place in places if on_scale(*place) == "interval"}
    wanted = {("RBP(p=1/2)", "rank-total", n) for n in range(2, 7)}
    beyond = {place for place in kept if place[2] > 1} - wanted
    return under(
        wanted <= kept and beyond == {("RBP(p=1/2)", "rank-swap", 2)},
        f"{cases(len(places))}: AP, DCG with b = 2, ERR, RBP with p = 1/2, 1/3 and 4/5, orders (6) and (8), N to 6",
        "from three documents on; with two RBP with p = 1/2 is one with the partial order, too, and with one all are",
    )


@claim(
    "001/8/rank-graded",
    "§8, rank-based, multi-graded; abstract",
    "with more grades and a total order only gRBP with p = 1/(c + 1) and proportional gains is an interval scale",
)
def rank_graded() -> Finding:
    texts = ("AP", "DCG(base=2)", "ERR", "gRBP(p=1/2)", "gRBP(p=1/3)", "gRBP(p=0.8)")
    places = list(product(texts, range(1, 5), ((0, 1, 2), (0, 1, 3))))
    kept = {
        (text, n, gains)
        for text, n, gains in places
        if on_scale(text, "rank-total", n, 2, gains if "gRBP" in text else None) == "interval"
    }
    longer = {place for place in kept if place[1] > 1}
    own = on_scale("gRBP(p=1/2)", "induced", 3, 2) == "interval"
    return under(
        longer == {("gRBP(p=1/3)", n, (0, 1, 2)) for n in (2, 3, 4)} and len(kept) > len(longer) and own,
        f"{cases(len(places))}: AP, DCG with b = 2, ERR, gRBP with p = 1/2, 1/3 and 4/5, c = 2, gains 0, 1, 2 and 0, "
        "1, 3, N to 4",
        "for the total order (6), from two documents on; on the order that it makes gRBP with p = 1/2 is one, too",
    )
