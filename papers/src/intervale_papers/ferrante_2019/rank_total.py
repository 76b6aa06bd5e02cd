"""Claims of 001 about the total order on ranked runs: §6.1."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log2

import intervale as iv
from intervale.orders import OwnOrder, natural_distance
from intervale_papers.ferrante_2019.findings import (
    SMALL,
    Run,
    decided,
    gain_sets,
    on_scale,
    proportional,
    twice,
    under,
    value,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.register import Finding, claim

PERSISTENCES = (Fraction(1, 5), Fraction(1, 4), Fraction(1, 3), Fraction(2, 5), Fraction(1, 2), Fraction(3, 5))


def smallest_gap(gains: tuple[int, ...]) -> Fraction:
    """G: the smallest gap between neighbouring gains over the largest gain."""
    return Fraction(min(b - a for a, b in pairwise(gains)), gains[-1])


def ordinal(p: Fraction, gains: tuple[int, ...], length: int) -> bool:
    """Whether gRBP is at least ordinal on rank-total."""
    return on_scale(f"gRBP(p={p})", "rank-total", length, len(gains) - 1, gains) in ("ordinal", "interval")


@claim(
    "001/6.1/top-heavy",
    "§6.1, 'strong top-heaviness'",
    "(u, a_j, a₀, …, a₀) is above (u, a₀, a_c, …, a_c) for j ≥ 1 and any u",
)
def top_heavy() -> Finding:
    order, cases = iv.order("rank-total"), 0
    for length, grades in SMALL:
        for before, grade in product(range(length), range(1, grades + 1)):
            for u in product(range(grades + 1), repeat=before):
                rest, cases = length - before - 1, cases + 1
                low, high = (*u, 0, *(grades,) * rest), (*u, grade, *(0,) * rest)
                if not order.leq(low, high) or order.leq(high, low):
                    return decided((low, high))
    return decided(None, cases)


@claim("001/6.1/total", "§6.1, 'R(N) is totally ordered'", "(6) is a total order, graded of rank (c + 1)^N − 1")
def total() -> Finding:
    def first_lower(r: Run, s: Run) -> bool:
        apart = [k for k in range(len(r)) if r[k] != s[k]]
        return not apart or r[apart[0]] < s[apart[0]]

    found = [iv.poset(OwnOrder("first difference", leq=first_lower), n, c) for n, c in SMALL if (c + 1) ** n <= 128]
    broken = [one.space for one in found if not one.facts["total"] or one.poset.height != one.space.size - 1]
    return decided(broken, len(found), "on spaces of up to 128 runs")


@claim("001/6.1/rank-total", "§6.1, eq. (7)", "RBTO is the rank function of rank-total: an interval scale")
def rank_total() -> Finding:
    return rank_function("rank-total", "RBTO")


@claim(
    "001/6.1/base",
    "§6.1, 'conversion in base 10'",
    "the rank of a run is the number that its grades write to base c + 1",
)
def base() -> Finding:
    spaces = [(iv.RunSpace(length, grades), grades) for length, grades in SMALL]
    broken = [
        run
        for space, grades in spaces
        for number, run in enumerate(space)
        if not value("RBTO", run, grades) == int("".join(map(str, run)), grades + 1) == number
    ]
    return decided(broken, len(SMALL))


@claim(
    "001/example-8/binary",
    "Example 8, first part",
    "(0, 0, 1, 1, 1) has the rank 7 and (0, 1, 0, 0, 0), which covers it, the rank 8",
)
def example_8_binary() -> Finding:
    r, s = (0, 0, 1, 1, 1), (0, 1, 0, 0, 0)
    ranks = [int(value("RBTO", run)) for run in (r, s)]
    return decided(ranks != [7, 8] or list(iv.order("rank-total").above(r)) != [s], ranks, "")


@claim("001/example-8", "Example 8", "(1, 3, 0, 3, 2) has the rank 461 and (1, 3, 1, 0, 2) the rank 466 for c = 3")
def example_8() -> Finding:
    r, s = (1, 3, 0, 3, 2), (1, 3, 1, 0, 2)
    ranks = [value("RBTO", run, 3) for run in (r, s)]
    below = [sum(run < top for run in iv.RunSpace(5, 3)) for top in (r, s)]
    again = "counting the runs below each"
    return twice(ranks != [461, 466], below != [461, 466], tuple(map(str, ranks)), "256 + 192 + 12 + 2 = 462", again)


@claim(
    "001/6.1/differences",
    "§6.1, Definition 4",
    "Δ of Definition 4 is the number of steps between two runs, and makes a difference structure",
)
def differences() -> Finding:
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 32):
        space, order = iv.RunSpace(length, grades), iv.order("rank-total")
        for r, s in product(space, repeat=2):
            delta = sum(
                (b - a) * (grades + 1) ** (length - i) for i, (a, b) in enumerate(zip(r, s, strict=True), start=1)
            )
            if abs(delta) != natural_distance(order, r, s, space) or (delta >= 0) != order.leq(r, s):
                return decided((r, s))
        if iv.construct(order, space).failed:
            return decided((length, grades))
    return decided(None, len(SMALL), "on spaces of up to 32 runs")


# ---------------------------------------------------------------- scales of measures


@claim("001/6.1/RBP-ordinal", "§6.1, Proposition 4", "gRBP is ordinal on rank-total iff p ≤ G/(G + 1)")
def rbp_ordinal() -> Finding:
    beyond = []
    for gains, p, length in product(((0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 2, 3)), PERSISTENCES, range(2, 9)):
        gap, found = smallest_gap(gains), ordinal(p, gains, length)
        if found != (p**length - (1 + gap) * p + gap > 0):
            return decided((gains, p, length))
        if found != (p <= gap / (gap + 1)):
            beyond.append((gains, str(p), length))
    remark = "for all N together; at one N iff p^N − (1 + G)p + G > 0; named: gains, p and N where the two differ"
    return under(bool(beyond), beyond, remark)


@claim(
    "001/6.1/RBP-binary",
    "§6.1, 'RBP_p is ordinal if' (bound missing)",
    "RBP is ordinal on rank-total iff p ≤ 1/2",
)
def rbp_binary() -> Finding:
    half, tries = Fraction(1, 2), [Fraction(k, 100) for k in (10, 40, 49, 50, 51, 55, 60, 62, 70, 90)]
    broken = [p for p in tries if ordinal(p, (0, 1), 40) != (p <= half)]
    early = [(str(p), n) for p, n in product(tries, range(1, 9)) if p > half and ordinal(p, (0, 1), n)]
    right = not broken and ("3/5", 3) in early and ("3/5", 4) not in early
    return under(
        right, early[-6:], "for all N together (seen at N = 40); named: larger p that are ordinal at a small N"
    )


@claim("001/6.1/others", "§6.1", "AP, DCG and ERR are not even ordinal on rank-total")
def others_total() -> Finding:
    kept = [
        (text, length, grades)
        for text, length, grades in product(("AP", "DCG(base=2)", "DCG", "ERR"), range(1, 9), (1, 2))
        if on_scale(text, "rank-total", length, grades) in ("ordinal", "interval")
    ]
    right = bool(kept) and all(length == 1 or (length <= 4 and grades == 1) for _, length, grades in kept)
    remark = (
        "except on binary runs of at most four documents, and on single documents; named: measure, length, top grade"
    )
    return under(right, kept, remark)


@claim(
    "001/example-9",
    "Example 9",
    "for (1, 0, 2, 0, 1) below (1, 1, 0, 0, 0), c = 2, the values of DCG₂, ERR and RB·AP are as printed "
    "and the other way round",
)
def example_9() -> Finding:
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    quarter = Fraction(1, 4)
    err = [value("ERR", run, 2) for run in (r, s)] == [
        quarter + Fraction(3, 16) + Fraction(3, 320),
        quarter + Fraction(3, 32),
    ]
    ap = [value("AP", run, 2) for run in (r, s)] == [1 + Fraction(2, 3) + Fraction(3, 5), 2]
    dcg = (
        abs(float(value("DCG(base=2)", r, 2)) - (1 + 2 / log2(3) + 1 / log2(5))) < 1e-12
        and value("DCG(base=2)", s, 2) == 2
    )
    turned = all(value(text, r, 2) > value(text, s, 2) for text in ("DCG(base=2)", "ERR", "AP"))
    right = err and ap and dcg and turned and iv.order("rank-total").leq(r, s)
    return decided(not right, [str(value("ERR", run, 2)) for run in (r, s)], "shown are the values of ERR")


@claim(
    "001/example-9/p",
    "Example 9, 'for p ≳ 0.454'",
    "gRBP turns (1, 0, 2, 0, 1) and (1, 1, 0, 0, 0) round from p = 0.454 on",
)
def example_9_p() -> Finding:
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    turned = [p for p in range(300, 1000) if value(f"gRBP(p={p}/1000)", r, 2) > value(f"gRBP(p={p}/1000)", s, 2)]
    polynomial = [p for p in range(300, 1000) if (p / 1000) ** 3 + 2 * p / 1000 > 1]
    remark = "of three decimals the first; the root of p³ + 2p = 1 is 0.4534"
    return decided(turned != list(range(454, 1000)) or turned != polynomial, turned[0] / 1000, remark)


@claim(
    "001/example-9/any-p",
    "Example 9, 'for any other values of p'",
    "for G = 1/2 every p > 1/3 has two runs that gRBP turns round",
)
def example_9_any_p() -> Finding:
    tries = [Fraction(k, 1000) for k in (334, 335, 340, 350, 400, 450, 500, 700, 950)]
    first = {str(p): next(n for n in range(2, 40) if not ordinal(p, (0, 1, 2), n)) for p in tries}
    return decided(
        not ordinal(Fraction(1, 3), (0, 1, 2), 40),
        first,
        "if runs may be longer than 5: the smallest N by p; at p = 1/3 none to N = 40",
    )


@claim(
    "001/6.1/RBP-formula",
    "§6.1, 'gRBP with (c + 1)⁻¹'",
    "with p = 1/(c + 1) and g(a_j) = K j, gRBP = M/(c + 1)^N with M of (7), and G = 1/c",
)
def rbp_formula() -> Finding:
    for length, grades in SMALL:
        gains = tuple(7 * grade for grade in range(grades + 1))
        measures = [
            f"gRBP(p=1/{grades + 1}{extra})"
            for extra in ("", f",gains={{{','.join(f'{j}:{gains[j]}' for j in range(1, grades + 1))}}}")
        ]
        for run, measure in product(iv.RunSpace(length, grades), measures):
            if value(measure, run, grades) * (grades + 1) ** length != value("RBTO", run, grades):
                return decided((run, measure))
        if smallest_gap(gains) != Fraction(1, grades):
            return decided(gains)
    return decided(None, len(SMALL), "K = 1 and 7")


@claim(
    "001/6.1/four-runs",
    "§6.1, 'four runs on R(5)'",
    "two steps of (6) have equal differences of gRBP iff p = 1/(c + 1)",
)
def four_runs() -> Finding:
    for grades, p in product((1, 2, 3, 4), (Fraction(k, 60) for k in range(1, 60))):
        r, s, u, v = (0, 0, 0, 0, grades), (0, 0, 0, 1, 0), (0, 0, 0, grades, grades), (0, 0, 1, 0, 0)
        one, two = (value(f"gRBP(p={p})", b, grades) - value(f"gRBP(p={p})", a, grades) for a, b in ((r, s), (u, v)))
        printed = p**3 - grades * p**4, p**2 - grades * p**3 - grades * p**4
        steps = [list(iv.order("rank-total").above(run, grades)) for run in (r, u)] == [[s], [v]]
        if (
            not steps
            or (one == two) != (p * (grades + 1) == 1)
            or [one, two] != [(1 - p) / grades * x for x in printed]
        ):
            return decided((grades, p))
    return decided(None, 4, "for c = 1 to 4, p = 1/60 to 59/60")


@claim("001/6.1/RBP-interval", "§6.1", "gRBP is interval on rank-total iff p = 1/(c + 1) and gains are proportional")
def rbp_interval() -> Finding:
    for grades, p, length in product((1, 2, 3), range(2, 6), (1, 2, 3, 4, 100)):
        for gains in (tuple(range(grades + 1)), (0, *(2**grade for grade in range(1, grades + 1)))):
            found = on_scale(f"gRBP(p=1/{p})", "rank-total", length, grades, gains) == "interval"
            if found != (proportional(gains) and (p == grades + 1 or length == 1)):
                return decided((grades, p, gains))
    return under(
        True,
        "gRBP(p=1/5)@1",
        "from two documents on (lengths to 4, and 100; 1 to 3 grades above 0); with one, any p will do",
    )


@claim(
    "001/6.1/only",
    "§6.1, 'is the only one among'",
    "no other measure of §4.2 is an interval scale on rank-total",
)
def only_rbp() -> Finding:
    others = ("AP", "DCG(base=2)", "DCG(base=10)", "ERR", "gRBP(p=0.8)", "gRBP(p=0.2)", "gRBP(p=0.95)")
    kept = [
        (text, length, grades)
        for text, length, grades in product(others, range(1, 7), (1, 2, 3))
        if on_scale(text, "rank-total", length, grades) == "interval"
    ]
    right = {length for _, length, _ in kept} == {1}
    return under(right, kept[:4], "from two documents on (lengths to 6, c to 3); on single documents others are, too")


@claim(
    "001/6.1/gains",
    "§6.1, last line; appendix §5.1, Proposition 5",
    "with gains that are not proportional to grades gRBP with p = 1/(c + 1) is no interval scale",
)
def not_proportional() -> Finding:
    sets = [gains for grades in (1, 2, 3) for gains in gain_sets(grades, 6)]
    broken = [
        (gains, length)
        for gains, length in product(sets, range(1, 5))
        if (on_scale(f"gRBP(p=1/{len(gains)})", "rank-total", length, len(gains) - 1, gains) == "interval")
        != proportional(gains)
    ]
    return decided(broken, len(sets), "all gains to 6, c = 1 to 3, lengths 1 to 4; for c = 1 there are no such gains")
