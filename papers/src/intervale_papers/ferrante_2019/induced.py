"""Claims of 001 about the orders that measures make themselves: §5.3 and §6.3."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations_with_replacement, pairwise, product
from math import comb, log2

import intervale as iv
from intervale_papers.ferrante_2019.findings import (
    SMALL,
    decided,
    gain_sets,
    on_scale,
    proportional,
    twice,
    under,
    value,
)
from intervale_papers.register import Finding, claim

SETS = [(n, c) for n, c in SMALL if n > 1]


@claim(
    "001/5.3/total",
    "§5.3, 'the total order induced by the measure'",
    "the order that gP makes on sets of judged documents is total",
)
def total() -> Finding:
    tied = {(n, c) for n, c in SMALL if len({value("gP", run, c) for run in iv.RunSpace(n, c, "set")}) < comb(n + c, n)}
    right = tied == {(n, c) for n, c in SETS if c > 1}
    values = [str(value("gP", run, 2)) for run in ((1, 1), (2, 0))]
    remark = (
        "for c = 1, or one document, or gains without ties; else it is a weak order (appendix, Example 2), as "
        "gP{1, 1} = gP{2, 0}"
    )
    return under(right, values, remark)


@claim(
    "001/5.3/same-binary",
    "§5.3, second paragraph",
    "with binary grades the order that P makes is the one of §5.1 and §5.2",
)
def same_binary() -> Finding:
    for length in range(1, 9):
        for r, s in product(iv.RunSpace(length, 1, "set"), repeat=2):
            at_most = value("P", r) <= value("P", s)
            if any(iv.order(name).leq(r, s) != at_most for name in ("set-total", "set-replacement")):
                return decided((r, s))
    return decided(None, 8, "lengths 1 to 8")


@claim(
    "001/5.3/same-graded",
    "§5.3, 'the induced total ordering coincides'",
    "with more grades and g(a_j) = K j the order that gP makes is one of those of §5.1 and §5.2",
)
def same_graded() -> Finding:
    r, s = (1, 1), (2, 0)
    strictly_below = not iv.order("set-total").leq(s, r)
    apart = strictly_below and not iv.order("set-replacement").comparable(r, s)
    spaces = product(((2, 2), (3, 2), (2, 3), (4, 2)), ("set-total", "set-replacement"))
    differs = all(_differs(name, n, c) for (n, c), name in spaces)
    remark = (
        "along a maximal chain of (4), which §5.2 restricts itself to; else not: both have gP = 1/2, equal in its "
        "order, one above the other under (1), incomparable under (4)"
    )
    return under(apart and value("gP", r, 2) == value("gP", s, 2) and differs, (r, s), remark)


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
    broken = [
        (text, n, c) for text, (n, c) in product(("gP", "gR"), SMALL) if on_scale(text, "induced", n, c) != "interval"
    ]
    return decided(broken, len(SMALL))


@claim(
    "001/5.3/covers",
    "§5.3, 'Consider Example 7'",
    "for N = 3, c = 3 and gains with unequal upper gaps, {3, 3, 3} covers {3, 3, 2} and that {3, 3, 1} in gP's order",
)
def covers() -> Finding:
    found = {}
    for gains in gain_sets(3, 8):
        values = sorted({sum(gains[x] for x in run) for run in iv.RunSpace(3, 3, "set")}, reverse=True)
        top = [sum(gains[x] for x in run) for run in ((3, 3, 3), (3, 3, 2), (3, 3, 1))]
        if gains[3] - gains[2] != gains[2] - gains[1]:
            found[gains] = values[:3] == top
    right = all(held == (gains[3] - gains[2] > gains[2] - gains[1]) for gains, held in found.items())
    remark = "where the upper gap is the larger: else {3, 2, 2} is between, as for gains 0, 3, 5, 6 (17, 16 and 15)"
    return under(right and not found[0, 3, 5, 6], (0, 3, 5, 6), remark)


@claim(
    "001/5.3/not-interval",
    "§5.3, last paragraph",
    "with gains that are not proportional to grades gP is no interval scale on the order that it makes",
)
def not_interval() -> Finding:
    gains = (0, 1, 3, 4)
    scales = [on_scale("gP", "induced", length, 3, gains) for length in (2, 3, 4)]
    sums = [sorted({sum(run) for run in combinations_with_replacement(gains, n)}) for n in (2, 3, 4)]
    even = all(found == list(range(4 * n + 1)) for n, found in zip((2, 3, 4), sums, strict=True))
    for_two = [g for g in gain_sets(2, 6) if (on_scale("gP", "induced", 3, 2, g) == "interval") != proportional(g)]
    remark = (
        "the gains 0, 1, 3, 4 make all sums 0..4N from two documents on; with c = 2 it holds (gains to 6, N = 3)"
        if not for_two
        else ""
    )
    return twice(
        scales == ["interval"] * 3,
        even,
        (gains, sums[0]),
        remark,
        "adding two, three and four of these gains in all ways",
    )


# ---------------------------------------------------------------- ranked runs


@claim(
    "001/6.3/same",
    "§6.3, 'the same results hold'",
    "gRBP with p = 1/(c + 1) and proportional gains makes the order (6), and is an interval scale on it",
)
def same() -> Finding:
    for length, grades in SMALL:
        measure = f"gRBP(p=1/{grades + 1})"
        values = [value(measure, run, grades) for run in iv.RunSpace(length, grades)]
        if any(a >= b for a, b in pairwise(values)) or on_scale(measure, "induced", length, grades) != "interval":
            return decided((length, grades))
    return decided(None, len(SMALL))


@claim("001/6.3/induced", "§6.3", "gRBP with p ≠ G/(G + 1) is not equally spaced on the order it makes")
def induced() -> Finding:
    scales = [on_scale("gRBP(p=1/2)", "induced", length, 2) for length in range(2, 7)]
    sums = [
        sorted({sum(x * 2 ** (n - i) for i, x in enumerate(run, start=1)) for run in iv.RunSpace(n, 2)})
        for n in range(2, 7)
    ]
    even = all(found == list(range(2 * (2**n - 1) + 1)) for n, found in zip(range(2, 7), sums, strict=True))
    remark = (
        "with p = 1/2, c = 2 and gains 0, 1, 2 gRBP is equally spaced, and G/(G + 1) = 1/3; for N = 2 its "
        "values are 0 to 6 times 1/8"
    )
    return twice(
        scales == ["interval"] * 5,
        even,
        ("p = 1/2, c = 2", sums[0]),
        remark,
        "the sums 2 r[1] + r[2] of all nine runs, and so on to six documents",
    )


@claim(
    "001/6.3/RBP",
    "§6.3",
    "gRBP with p = 0.2, 0.6, 0.8, 0.95 and gains 0, 1, 2 is no interval scale on the order it makes",
)
def induced_rbp() -> Finding:
    kept = [
        (p, length)
        for p, length in product(("0.2", "0.6", "0.8", "0.95"), range(1, 6))
        if on_scale(f"gRBP(p={p})", "induced", length, 2) == "interval"
    ]
    return under({length for _, length in kept} == {1}, kept, "from two documents on (lengths to 5)")


@claim("001/6.3/ERR-DCG", "§6.3", "ERR and DCG are no interval scales on the order they make")
def induced_others() -> Finding:
    kept = [
        (text, length, grades)
        for text, length, grades in product(("ERR", "DCG(base=2)", "DCG(base=3)", "DCG(base=10)"), range(1, 6), (2, 3))
        if on_scale(text, "induced", length, grades) == "interval"
    ]
    depth = {"ERR": 0, "DCG(base=2)": 2, "DCG(base=3)": 3, "DCG(base=10)": 10}
    right = kept == [(text, n, c) for text, n, c in product(depth, range(1, 6), (2, 3)) if n <= depth[text]]
    remark = (
        "DCG once N > b: down to rank b nothing is discounted, and DCG is a sum of grades (gains 0..c, "
        "lengths to 5, c = 2 and 3)"
    )
    return under(right, [place for place in kept if place[2] == 2], remark)


@claim(
    "001/6.3/three-biggest",
    "§6.3, 'the three biggest runs'",
    "for N = 3, c = 2 and any gains the largest DCG₂ are those of (2, 2, 2), (2, 2, 1) and (2, 1, 2)",
)
def three_biggest() -> Finding:
    def third(low: int, high: int) -> list[tuple[int, ...]]:
        values = {run: value(f"DCG(base=2,gains={{1:{low},2:{high}}})", run, 2) for run in iv.RunSpace(3, 2)}
        ranked = sorted(set(values.values()), reverse=True)
        return [run for run, found in values.items() if found == ranked[2]]

    where = all(((2, 1, 2) in third(g[1], g[2])) == (g[1] > (1 - 1 / log2(3)) * g[2]) for g in gain_sets(2, 8))
    by_hand = 3 + 1 + 3 / log2(3) < 3 + 3
    remark = (
        "with gains 0, 1, 3 (2, 2, 0) has 6 and (2, 1, 2) 5.89; it holds for g(a₁) > 0.369 g(a₂) (gains to "
        "8), and (1, 2, 2) ties with (2, 1, 2)"
    )
    return twice(
        third(1, 3) == [(2, 2, 0)],
        by_hand,
        ("gains 0, 1, 3", third(1, 3)),
        remark if where else "",
        "floats: 3 + 3 against 3 + 1 + 3/log₂ 3",
    )


@claim(
    "001/6.3/equal-iff",
    "§6.3, 'which leads to a contradiction'",
    "the two differences of their DCG₂ are never equal where g(a₁) ≠ g(a₂)",
)
def equal_iff() -> Finding:
    for gains in gain_sets(2, 9):
        u, s, r = (
            value(f"DCG(base=2,gains={{1:{gains[1]},2:{gains[2]}}})", run, 2)
            for run in ((2, 2, 2), (2, 2, 1), (2, 1, 2))
        )
        factor = float((u - s) - (s - r)) / (gains[2] - gains[1])
        if u - s == s - r or abs(factor - (2 / log2(3) - 1)) > 1e-9:
            return decided(gains)
    return decided(None, len(gain_sets(2, 9)), "all gains to 9: they differ by (g(a₂) − g(a₁))(2/log₂ 3 − 1)")


@claim(
    "001/5.3/only-if",
    "§5.3, first paragraph",
    "on the order it makes, a measure is an interval scale iff its values are equally spaced",
)
def only_if() -> Finding:
    broken = []
    for text, (n, c) in product(("gP", "AP", "ERR", "RBP(p=0.5)", "gRBP(p=1/3)"), ((2, 1), (3, 1), (2, 2), (3, 2))):
        values = sorted({Fraction(value(text, run, c)) for run in iv.RunSpace(n, c)})
        even = len({b - a for a, b in pairwise(values)}) == 1
        broken += [(text, n, c)] if even != (on_scale(text, "induced", n, c) == "interval") else []
    return decided(broken, 20, "five measures on four spaces, spacing of all values computed apart")
