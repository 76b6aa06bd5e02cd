"""Claims about the orders that measures make themselves: §5.3 and §6.3."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, log2
from typing import Any

import intervale as iv
from intervale_papers.ferrante_2019.findings import LOOKED_AT, SMALL, Run, gain_sets, on_scale, proportional, value
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases


def _even(values: list[Any]) -> bool:
    """Whether all steps between values are equal."""
    return len({b - a for a, b in pairwise(sorted(set(values)))}) == 1


# ---------------------------------------------------------------- sets


@claim(
    "001/5.3/total",
    "§5.3, 'the total order induced by the measure'",
    "the order that gP makes on sets of judged documents is total, which in §3.2 includes antisymmetry",
    erratum=Erratum(
        "let us consider the total order induced by the measure on the domain",
        "let us consider the weak order induced by the measure on the domain",
        "the titles of §5.3 and §6.3, and the covers there; they can be read of runs with equal values taken as one",
    ),
)
def total() -> Finding:
    tied = {(n, c) for n, c in SMALL if len({value("gP", run, c) for run in iv.RunSpace(n, c, "set")}) < comb(n + c, n)}
    return wrong(
        Kind.MISPRINT,
        tied == {(n, c) for n, c in SMALL if n > 1 and c > 1},
        "gP is 1/2 for both (1, 1) and (2, 0), with gains 0, 1, 2",
        f"different runs have the same gP on each of the {len(tied)} spaces looked at with N > 1 and c > 1; an order "
        "by values is antisymmetric iff no two are equal (appendix, Example 2)",
    )


@claim(
    "001/5.3/only-if",
    "§5.3, first paragraph",
    "on the order it makes, a measure is an interval scale iff its values are equally spaced",
)
def only_if() -> Finding:
    texts, spaces = ("gP", "AP", "ERR", "RBP(p=0.5)", "gRBP(p=1/3)"), ((2, 1), (3, 1), (2, 2), (3, 2))
    broken = [
        (text, n, c)
        for text, (n, c) in product(texts, spaces)
        if _even([Fraction(value(text, run, c)) for run in iv.RunSpace(n, c)])
        != (on_scale(text, "induced", n, c) == "interval")
    ]
    return holds(
        not broken,
        broken or cases(len(texts) * len(spaces)),
        "gP, AP, ERR, RBP with p = 1/2 and gRBP with p = 1/3, for N = 2 and 3, c = 1 and 2; all values computed apart",
    )


@claim(
    "001/5.3/same-binary",
    "§5.3, second paragraph",
    "with binary grades the order that P makes is the one of §5.1 and §5.2",
)
def same_binary() -> Finding:
    pairs = [pair for length in range(1, 9) for pair in product(iv.RunSpace(length, 1, "set"), repeat=2)]
    orders = iv.order("set-total"), iv.order("set-replacement")
    broken = [(r, s) for r, s in pairs if any(order.leq(r, s) != (value("P", r) <= value("P", s)) for order in orders)]
    return holds(not broken, broken or cases(len(pairs), "pair of runs"), "lengths 1 to 8")


@claim(
    "001/5.3/same-graded",
    "§5.3, 'the induced total ordering coincides'",
    "with more grades and g(a_j) = K j the order that gP makes is one of those of §5.1 and §5.2",
    erratum=Erratum(
        "In these cases, the induced total ordering coincides with the orders studied in the previous sections and the "
        "same results hold",
        "In the binary case, the induced ordering coincides with the orders studied in the previous sections; in the "
        "multi-graded case it extends the partial order (4); in both, the same results hold",
        "nothing else: on the order that they make gP and gR are interval scales all the same",
    ),
)
def same_graded() -> Finding:
    r, s = (1, 1), (2, 0)
    spaces = [(n, c) for n, c in SMALL if n > 1 and c > 1]
    differs = all(_differs(name, n, c) for (n, c), name in product(spaces, ("set-total", "set-replacement")))
    apart = not iv.order("set-total").leq(s, r) and not iv.order("set-replacement").comparable(r, s)
    return wrong(
        Kind.FALSE,
        differs,
        "gP is 1/2 for both (1, 1) and (2, 0); under (1) the second is above the first, under (4) they are "
        "incomparable",
        f"it is another order than both on each of {len(spaces)} spaces with N > 1 and c > 1; along a maximal chain of "
        "(4) it is the same",
        second=apart and value("gP", r, 2) == value("gP", s, 2),
        again="the two runs in all three orders",
    )


def _differs(order: str, length: int, grades: int) -> bool:
    """Whether the order of the sums of grades is another one."""
    pairs = product(iv.RunSpace(length, grades, "set"), repeat=2)
    return any((sum(x) <= sum(y)) != iv.order(order).leq(x, y) for x, y in pairs)


@claim(
    "001/5.3/linear",
    "§5.3, 'the same results hold'",
    "with g(a_j) = K j, gP and gR are interval scales on the order that they make",
)
def linear() -> Finding:
    places = list(product(("gP", "gR"), SMALL))
    broken = [(text, n, c) for text, (n, c) in places if on_scale(text, "induced", n, c) != "interval"]
    return holds(not broken, broken or cases(len(places)), LOOKED_AT)


@claim(
    "001/5.3/covers",
    "§5.3, 'Consider Example 7'",
    "for N = 3, c = 3 and g(a₃) − g(a₂) ≠ g(a₂) − g(a₁), {3, 3, 3} covers {3, 3, 2} and that {3, 3, 1} in gP's order",
    erratum=Erratum(
        "covers r̂ = {a_3, a_3, a_2}, which in turn covers û = {a_3, a_3, a_1}",
        "covers r̂ = {a_3, a_3, a_2}, which in turn covers û = {a_3, a_3, a_1} if g(a_3) − g(a_2) > g(a_2) − g(a_1); "
        "otherwise {a_3, a_2, a_2} is between",
        "the conclusion of §5.3 that the solvability condition fails, which does not stand for all such gains",
    ),
)
def covers() -> Finding:
    found = {}
    for gains in gain_sets(3, 8):
        values = sorted({sum(gains[x] for x in run) for run in iv.RunSpace(3, 3, "set")}, reverse=True)
        top = [sum(gains[x] for x in run) for run in ((3, 3, 3), (3, 3, 2), (3, 3, 1))]
        if gains[3] - gains[2] != gains[2] - gains[1]:
            found[gains] = values[:3] == top
    larger = all(held == (gains[3] - gains[2] > gains[2] - gains[1]) for gains, held in found.items())
    broken = [gains for gains, held in found.items() if not held]
    by_hand = [sum((0, 1, 3, 4)[x] for x in run) for run in ((3, 3, 2), (3, 2, 2), (3, 3, 1))]
    return wrong(
        Kind.FALSE,
        larger and (0, 1, 3, 4) in broken,
        "with gains 0, 1, 3, 4 the sums of (3, 3, 2), (3, 2, 2) and (3, 3, 1) are 11, 10 and 9",
        f"it fails for {len(broken)} of {len(found)} such sets of gains to 8, all with the larger gap below",
        second=by_hand == [11, 10, 9],
        again="adding these gains",
    )


@claim(
    "001/5.3/not-interval",
    "§5.3, last paragraph",
    "with gains that are not proportional to grades gP is no interval scale on the order that it makes",
    erratum=Erratum(
        "even using the induced total ordering, these measures are not an interval scale in the multi-graded case, "
        "when the gain function g itself is not a ratio scale",
        "with the induced ordering these measures are an interval scale iff the sums of N gains are equally spaced; "
        "for c = 2 the gain function must be a ratio scale, for c = 3 gains 0, 1, 3, 4 will do, too",
        "§8 and the abstract, 'only when the relevance degrees themselves are a ratio scale'; with the order (4) this "
        "stands",
    ),
)
def not_interval() -> Finding:
    gains, lengths = (0, 1, 3, 4), (2, 3, 4)
    scales = [on_scale("gP", "induced", length, 3, gains) for length in lengths]
    sums = [{sum(run) for run in combinations_with_replacement(gains, n)} for n in lengths]
    for_two = [g for g in gain_sets(2, 6) if (on_scale("gP", "induced", 3, 2, g) == "interval") != proportional(g)]
    return wrong(
        Kind.FALSE,
        scales == ["interval"] * 3 and not for_two,
        "with gains 0, 1, 3, 4 two documents make all sums from 0 to 8",
        "gP is equally spaced for them from two documents on; with c = 2 the sentence holds, as the smallest step at "
        "the bottom is g(a₁) and at the top g(a₂) − g(a₁)",
        second=all(found == set(range(4 * n + 1)) for n, found in zip(lengths, sums, strict=True)),
        again="adding two, three and four of these gains in all ways",
    )


# ---------------------------------------------------------------- ranked runs


@claim(
    "001/6.3/same",
    "§6.3, 'the same results hold'",
    "where the order that gRBP makes is (6), it is an interval scale iff it is one on (6)",
)
def same() -> Finding:
    places = [(n, c, p) for n, c in SMALL if n > 1 and (c + 1) ** n <= 128 for p in (c + 1, c + 2)]
    broken = []
    for n, c, p in places:
        measure = f"gRBP(p=1/{p})"
        values = [value(measure, run, c) for run in sorted(iv.RunSpace(n, c))]
        scales = [on_scale(measure, order, n, c) == "interval" for order in ("induced", "rank-total")]
        rising = all(a < b for a, b in pairwise(values))
        broken += [] if rising and scales == [p == c + 1] * 2 else [(n, c, p)]
    return holds(
        not broken,
        broken or cases(len(places)),
        "p = 1/(c + 1), where it is one, and p = 1/(c + 2), where it is none, on spaces of up to 128 runs from N = 2 "
        "on",
    )


@claim(
    "001/6.3/induced",
    "§6.3, third paragraph",
    "gRBP with p ≠ G/(G + 1) is no interval scale on the order that it makes",
    erratum=Erratum(
        "the measures gRBP_p, with p ≠ G/(G + 1), ERR and DCG: none of these are interval scale measure",
        "the measures gRBP_p, with p ≠ 1/2, 1/3, …, 1/(c + 1), ERR, and DCG_b with N > b: none of these are interval "
        "scale measures, where the gain function is a ratio scale",
        "§8, that gRBP is an interval scale for p = 1/(c + 1) only; with the order (6) this stands",
    ),
)
def induced() -> Finding:
    scales = [
        on_scale(f"gRBP(p=1/{m})", "induced", n, c) == "interval"
        for c, m in ((2, 2), (3, 2), (3, 3))
        for n in (2, 3, 4)
    ]
    others = ("0.2", "0.3", "0.4", "0.6", "0.8", "0.95")
    kept = [p for p, n in product(others, range(2, 6)) if on_scale(f"gRBP(p={p})", "induced", n, 2) == "interval"]
    sums = [{sum(x * 2**i for i, x in enumerate(run)) for run in iv.RunSpace(n, 2)} for n in range(2, 7)]
    return wrong(
        Kind.FALSE,
        all(scales) and not kept,
        "p = 1/2, c = 2, gains 0, 1, 2, N = 2: the values are 0 to 6 times 1/8, and G/(G + 1) = 1/3",
        "with proportional gains all numbers to base 1/p with digits 0 to c occur, for p = 1/2, …, 1/(c + 1); for c = "
        "2 and p = 0.2, 0.3, 0.4, 0.6, 0.8 and 0.95 it is none (N = 2 to 5)",
        second=all(found == set(range(2 * (2**n - 1) + 1)) for n, found in enumerate(sums, start=2)),
        again="the sums 2 r[1] + r[2] of all nine runs, and so on to six documents",
    )


@claim("001/6.3/ERR-DCG", "§6.3, third paragraph", "ERR and DCG are no interval scales on the order they make")
def induced_others() -> Finding:
    depth = {"ERR": 0, "DCG(base=2)": 2, "DCG(base=3)": 3, "DCG(base=10)": 10}
    places = list(product(depth, range(1, 6), (2, 3)))
    kept = [(text, n, c) for text, n, c in places if on_scale(text, "induced", n, c) == "interval"]
    return under(
        kept == [(text, n, c) for text, n, c in places if n <= depth[text]],
        f"{cases(len(places))}: ERR, DCG with b = 2, 3 and 10, N to 5, c = 2 and 3; with b = 10 DCG is the sum of the "
        "gains to N = 10",
        "DCG if N > b: down to rank b nothing is discounted, and with gains 0 to c its values are 0, 1, 2, …",
    )


def _discounted(run: Run, low: int, high: int) -> Any:
    return value(f"DCG(base=2,gains={{1:{low},2:{high}}})", run, 2)


@claim(
    "001/6.3/three-biggest",
    "§6.3, 'the three biggest runs'",
    "for N = 3, c = 2 and any gains the largest DCG₂ are those of (2, 2, 2), (2, 2, 1) and (2, 1, 2)",
    erratum=Erratum(
        "for any possible true multi graded gain function g, i.e. with g(1) ≠ g(2), the three biggest runs",
        "for any gain function g with g(2) > g(1) > (1 − 1/log_2 3) g(2), the three biggest runs, of which the last "
        "has the same value as (a_1, a_2, a_2)",
        "that DCG_2 is no interval scale, which stands: for other gains (a_2, a_2, a_0) is third, and the differences "
        "are (g(2) − g(1))/log_2 3 and g(1)/log_2 3, equal only for g(2) = 2 g(1), which is not among them",
    ),
)
def three_biggest() -> Finding:
    def third(low: int, high: int) -> list[Run]:
        values = {run: _discounted(run, low, high) for run in iv.RunSpace(3, 2)}
        ranked = sorted(set(values.values()), reverse=True)
        return [run for run, found in values.items() if found == ranked[2]]

    sets = gain_sets(2, 8)
    found = {gains: third(*gains[1:]) for gains in sets}
    where = all(((2, 1, 2) in runs) == (g[1] > (1 - 1 / log2(3)) * g[2]) for g, runs in found.items())
    others = [gains for gains, runs in found.items() if runs == [(2, 2, 0)]]
    return wrong(
        Kind.FALSE,
        where and (0, 1, 3) in others,
        "with gains 0, 1, 3 DCG₂ of (2, 2, 0) is 6, and of (2, 1, 2) 5.89279",
        f"of {len(sets)} sets of gains to 8, {len(others)} have (2, 2, 0) third, those with g(1) < 0.369 g(2); and (1, "
        "2, 2) always has the value of (2, 1, 2)",
        second=3 + 1 + 3 / log2(3) < 3 + 3,
        again="3 + 1 + 3/log₂ 3 against 3 + 3",
    )


@claim(
    "001/6.3/equal-iff",
    "§6.3, 'which leads to a contradiction'",
    "the two differences of their DCG₂ are never equal where g(a₁) ≠ g(a₂)",
)
def equal_iff() -> Finding:
    sets, broken = gain_sets(2, 9), []
    for gains in sets:
        u, s, r = (_discounted(run, *gains[1:]) for run in ((2, 2, 2), (2, 2, 1), (2, 1, 2)))
        factor = float((u - s) - (s - r)) / (gains[2] - gains[1])
        broken += [gains] if u - s == s - r or abs(factor - (2 / log2(3) - 1)) > 1e-9 else []
    return holds(
        not broken,
        broken or cases(len(sets), "set of gains"),
        "all gains to 9: the differences differ by (g(2) − g(1))(2/log₂ 3 − 1), as printed",
    )
