"""Claims about the total order on ranked runs: §6.1."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product
from math import log2

import intervale as iv
from intervale.orders import OwnOrder, natural_distance
from intervale_papers.ferrante_2019.findings import (
    LOOKED_AT,
    SMALL,
    Run,
    gain_sets,
    on_scale,
    proportional,
    value,
)
from intervale_papers.ferrante_2019.ranks import rank_function
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

PERSISTENCES = (Fraction(1, 5), Fraction(1, 3), Fraction(2, 5), Fraction(1, 2), Fraction(3, 5))


def smallest_gap(gains: tuple[int, ...]) -> Fraction:
    """G: the smallest gap between neighbouring gains over the largest gain."""
    return Fraction(min(b - a for a, b in pairwise(gains)), gains[-1])


def ordinal(p: Fraction, gains: tuple[int, ...], length: int) -> bool:
    """Whether gRBP is at least ordinal on rank-total."""
    return on_scale(f"gRBP(p={p})", "rank-total", length, len(gains) - 1, gains) in ("ordinal", "interval")


def _difference(r: Run, s: Run, grades: int) -> int:
    """Δ of Definition 4."""
    return sum((b - a) * (grades + 1) ** place for place, (a, b) in enumerate(zip(r[::-1], s[::-1], strict=True)))


# ---------------------------------------------------------------- the order


@claim(
    "001/6.1/top-heavy",
    "§6.1, 'strong top-heaviness'",
    "(u, a_j, a₀, …, a₀) is above (u, a₀, a_c, …, a_c) for j ≥ 1 and any u",
)
def top_heavy() -> Finding:
    order, looked_at, broken = iv.order("rank-total"), 0, []
    for length, grades in SMALL:
        for before, grade in product(range(length), range(1, grades + 1)):
            for u in product(range(grades + 1), repeat=before):
                rest, looked_at = length - before - 1, looked_at + 1
                low, high = (*u, 0, *(grades,) * rest), (*u, grade, *(0,) * rest)
                broken += [] if order.leq(low, high) and not order.leq(high, low) else [(low, high)]
    return holds(not broken, broken or cases(looked_at, "pair of runs"), LOOKED_AT)


@claim("001/6.1/total", "§6.1, 'R(N) is totally ordered'", "(6) is a total order, graded of rank (c + 1)^N − 1")
def total() -> Finding:
    def first_lower(r: Run, s: Run) -> bool:
        apart = [k for k in range(len(r)) if r[k] != s[k]]
        return not apart or r[apart[0]] < s[apart[0]]

    found = [iv.poset(OwnOrder("first difference", leq=first_lower), n, c) for n, c in SMALL if (c + 1) ** n <= 128]
    broken = [one.space for one in found if not one.facts["total"] or one.poset.height != one.space.size - 1]
    return holds(not broken, cases(len(found), "space"), "all of up to 128 runs with lengths to 6 and top grades to 4")


@claim("001/6.1/rank-total", "§6.1, eq. (7)", "(7) is the rank function of (6): an interval scale")
def rank_total() -> Finding:
    return rank_function("rank-total", "RBTO")


@claim(
    "001/6.1/base",
    "§6.1, 'conversion in base 10'",
    "the rank of a run is the number that its grades write to base c + 1",
)
def base() -> Finding:
    places = [
        (run, grades, number)
        for length, grades in SMALL
        for number, run in enumerate(sorted(iv.RunSpace(length, grades)))
    ]
    broken = [
        run
        for run, grades, number in places
        if not value("RBTO", run, grades) == int("".join(map(str, run)), grades + 1) == number
    ]
    return holds(not broken, broken or cases(len(places), "run"), LOOKED_AT)


@claim(
    "001/example-8/binary",
    "Example 8, first part",
    "(0, 0, 1, 1, 1) has the rank 7 and (0, 1, 0, 0, 0), which covers it, the rank 8",
)
def example_8_binary() -> Finding:
    r, s = (0, 0, 1, 1, 1), (0, 1, 0, 0, 0)
    ranks = [int(value("RBTO", run)) for run in (r, s)]
    covered = list(iv.order("rank-total").above(r)) == [s]
    return holds(ranks == [7, 8] and covered, "4 + 2 + 1 = 7 and 8", "no other run covers the first")


@claim(
    "001/example-8",
    "Example 8, last part",
    "(1, 3, 0, 3, 2) has the rank 461 and (1, 3, 1, 0, 2) the rank 466 for c = 3",
    erratum=Erratum("3 * 4^1 + 2 * 4^0 = 461 < 466", "3 * 4^1 + 2 * 4^0 = 462 < 466"),
)
def example_8() -> Finding:
    r, s = (1, 3, 0, 3, 2), (1, 3, 1, 0, 2)
    ranks = [int(value("RBTO", run, 3)) for run in (r, s)]
    below = [sum(run < top for run in iv.RunSpace(5, 3)) for top in (r, s)]
    return wrong(
        Kind.NUMBER,
        ranks == [462, 466],
        "256 + 192 + 0 + 12 + 2 = 462",
        "the other rank, 256 + 192 + 16 + 0 + 2 = 466, is right",
        second=below == [462, 466],
        again="counting the runs below each",
    )


@claim(
    "001/6.1/differences",
    "§6.1, Definition 4",
    "Δ of Definition 4 is the number of steps between two runs, with its sign, and makes a difference structure",
)
def differences() -> Finding:
    looked_at, broken = 0, list[tuple[Run, Run]]()
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 32):
        space, order = iv.RunSpace(length, grades), iv.order("rank-total")
        for r, s in product(space, repeat=2):
            delta, looked_at = _difference(r, s, grades), looked_at + 1
            steps = natural_distance(order, r, s, space) if order.leq(r, s) else natural_distance(order, s, r, space)
            broken += [] if abs(delta) == steps and (delta >= 0) == order.leq(r, s) else [(r, s)]
        broken += [((length,), (grades,))] if iv.construct(order, space).failed else []
    return holds(not broken, broken or cases(looked_at, "pair of runs"), "on spaces of up to 32 runs")


@claim(
    "001/6.1/axioms",
    "§6.1, after Definition 4",
    "the first three axioms are those of Theorem 1",
    erratum=Erratum(
        "the first three axioms of Theorem 1",
        "the first three axioms of Definition 1",
        "that (6) makes a difference structure, which stands",
    ),
)
def axioms() -> Finding:
    runs = list(iv.RunSpace(2))
    d = {(r, s): _difference(r, s, 1) for r, s in product(runs, repeat=2)}
    turned = all(d[q[::-1]] <= d[p[::-1]] for p, q in product(d, repeat=2) if d[p] <= d[q])
    added = all(
        d[a, c] <= d[a2, c2]
        for a, b, c, a2, b2, c2 in product(runs, repeat=6)
        if d[a, b] <= d[a2, b2] and d[b, c] <= d[b2, c2]
    )
    return wrong(
        Kind.MISPRINT,
        turned and added,
        f"the {len(d)} intervals of R(2), c = 1, have the axioms ii and iii of Definition 1",
        "the axioms are in Definition 1; Theorem 1 says what follows from them",
    )


# ---------------------------------------------------------------- ordinal scales


@claim(
    "001/6.1/RBP-ordinal",
    "§6.1, 'if and only if' (its bound is lost in the text); appendix, Proposition 4",
    "gRBP is ordinal on (6) iff p ≤ G/(G + 1)",
)
def rbp_ordinal() -> Finding:
    sets, beyond, broken = ((0, 1), (0, 1, 2), (0, 1, 3)), [], []
    places = list(product(sets, PERSISTENCES, (2, 3, 4, 8)))
    for gains, p, length in places:
        gap, found = smallest_gap(gains), ordinal(p, gains, length)
        broken += [] if found == (p**length - (1 + gap) * p + gap > 0) else [(gains, p, length)]
        beyond += [(gains, p, length)] if found != (p <= gap / (gap + 1)) else []
    few = ((0, 1), Fraction(3, 5), 3) in beyond and not any(length == 8 for *_, length in beyond)
    return under(
        few and not broken,
        f"{cases(len(places))} of gains, p and N; with c = 1 and p = 3/5, above 1/2, RBP is ordinal at N = 2 and 3, "
        "and not at N = 4 and 8",
        "if it is to hold for all N together; at one N it is so iff p^N − (1 + G) p + G > 0, which larger p can meet",
    )


@claim(
    "001/6.1/RBP-binary",
    "§6.1, 'RBP_p is ordinal if' (its bound is lost in the text)",
    "RBP is ordinal on (6) iff p ≤ 1/2",
)
def rbp_binary() -> Finding:
    half, tries = Fraction(1, 2), [Fraction(k, 100) for k in (10, 49, 50, 51, 55, 62, 90)]
    broken = [p for p in tries if ordinal(p, (0, 1), 30) != (p <= half)]
    early = {p: [n for n in range(1, 9) if ordinal(p, (0, 1), n)] for p in tries if p > half}
    return under(
        not broken and early[Fraction(51, 100)] == [1, 2, 3, 4, 5] and early[Fraction(9, 10)] == [1, 2],
        "p = 0.51 is ordinal to N = 5, p = 0.9 to N = 2; at N = 30 no p of 0.51, 0.55, 0.62 and 0.9 is, and 0.1, 0.49 "
        "and 0.5 are",
        "if it is to hold for all N together",
    )


@claim("001/6.1/others", "§6.1, 'are not even an ordinal scale on R(N)'", "AP, DCG and ERR are not even ordinal on (6)")
def others_total() -> Finding:
    texts = ("AP", "DCG(base=2)", "DCG(base=10)", "ERR")
    longest = {
        (text, grades): max(
            (n for n in range(1, 7) if on_scale(text, "rank-total", n, grades) in ("ordinal", "interval")), default=0
        )
        for text, grades in product(texts, (1, 2))
    }
    names = ("AP", "DCG with b = 2", "DCG with b = 10", "ERR")
    binary = {name: longest[text, 1] for name, text in zip(names, texts, strict=True)}
    return under(
        max(longest.values()) == longest["ERR", 1] == 4 and all(longest[text, 2] <= 1 for text in texts),
        f"longest binary runs on which they are ordinal: {worded(binary)}; with c = 2 and two documents or more: none",
        "from five documents on, as in Example 9 (seen to N = 6; zeros added to its runs show it for longer ones)",
    )


@claim(
    "001/example-9",
    "Example 9",
    "for (1, 0, 2, 0, 1) below (1, 1, 0, 0, 0), c = 2, the values of DCG₂, ERR and RB·AP are as printed, and larger "
    "for the first",
)
def example_9() -> Finding:
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    quarter = Fraction(1, 4)
    err = [value("ERR", run, 2) for run in (r, s)] == [
        quarter + Fraction(3, 16) + Fraction(3, 320),
        quarter + Fraction(3, 32),
    ]
    ap = [value("AP", run, 2) for run in (r, s)] == [1 + Fraction(2, 3) + Fraction(3, 5), 2]
    dcg = [float(value("DCG(base=2)", run, 2)) for run in (r, s)]
    near = abs(dcg[0] - (1 + 2 / log2(3) + 1 / log2(5))) < 1e-12 and dcg[1] == 2
    turned = all(value(text, r, 2) > value(text, s, 2) for text in ("DCG(base=2)", "ERR", "AP"))
    return holds(
        err and ap and near and turned and iv.order("rank-total").leq(r, s),
        f"DCG₂ {worded(dcg[0])} and 2, ERR {value('ERR', r, 2)} and {value('ERR', s, 2)}, "
        f"RB·AP {value('AP', r, 2)} and 2",
    )


@claim(
    "001/example-9/p",
    "Example 9, 'for p ≳ 0.454'",
    "gRBP turns (1, 0, 2, 0, 1) and (1, 1, 0, 0, 0) round from about p = 0.454 on",
)
def example_9_p() -> Finding:
    r, s = (1, 0, 2, 0, 1), (1, 1, 0, 0, 0)
    turned = [p for p in range(300, 1000) if value(f"gRBP(p={p}/1000)", r, 2) > value(f"gRBP(p={p}/1000)", s, 2)]
    polynomial = [p for p in range(300, 1000) if (p / 1000) ** 3 + 2 * p / 1000 > 1]
    return holds(
        turned == list(range(454, 1000)) == polynomial,
        "of p with three decimals, 0.454 is the first",
        "the exact bound is the root of p³ + 2p = 1, 0.4534",
    )


@claim(
    "001/example-9/any-p",
    "Example 9, 'for any other values of p'",
    "for G = 1/2 every p > 1/3 has two runs that gRBP turns round",
)
def example_9_any_p() -> Finding:
    tries = [Fraction(k, 1000) for k in (334, 335, 340, 350, 400, 450, 500, 950)]
    first = {p: next(n for n in range(2, 30) if not ordinal(p, (0, 1, 2), n)) for p in tries}
    return under(
        ordinal(Fraction(1, 3), (0, 1, 2), 29) and max(first.values()) == first[tries[0]] > 5,
        f"shortest runs by p: {worded({float(p): n for p, n in first.items()})}; for p = 1/3 none to N = 29",
        "if runs may be longer than those of the example: on R(5) there are none for p = 0.334",
    )


# ---------------------------------------------------------------- interval scales


@claim(
    "001/6.1/index",
    "§6.1, 'g(a_i) = K δ_a(a_i), for any i'",
    "the degrees a_i with proportional gains are those with i in 0, …, N",
    erratum=Erratum(
        "for any i ∈ {0, ..., ℕ} and for any K > 0", "for any i ∈ {0, ..., c} and for any K > 0", symbol=True
    ),
)
def index() -> Finding:
    degrees = {grade for run in iv.RunSpace(5, 2) for grade in run}
    return wrong(
        Kind.MISPRINT,
        degrees == {0, 1, 2},
        f"for N = 5, c = 2 there are the degrees {listed(sorted(degrees))}, and none with i = 3, 4 or 5",
        "the degrees are a₀, …, a_c (§4), as a few lines below: 'for all j ∈ {0, ..., c}'",
    )


@claim(
    "001/6.1/four-runs",
    "§6.1, 'four runs on R(5)'",
    "two steps of (6) have equal differences of gRBP iff p = 1/(c + 1)",
)
def four_runs() -> Finding:
    places, broken = list(product((1, 2, 3, 4), (Fraction(k, 60) for k in range(1, 60)))), []
    for grades, p in places:
        r, s, u, v = (0, 0, 0, 0, grades), (0, 0, 0, 1, 0), (0, 0, 0, grades, grades), (0, 0, 1, 0, 0)
        one, two = (value(f"gRBP(p={p})", b, grades) - value(f"gRBP(p={p})", a, grades) for a, b in ((r, s), (u, v)))
        printed = p**3 - grades * p**4, p**2 - grades * p**3 - grades * p**4
        steps = [list(iv.order("rank-total").above(run, grades)) for run in (r, u)] == [[s], [v]]
        as_printed = [one, two] == [(1 - p) / grades * x for x in printed]
        broken += [] if steps and as_printed and (one == two) == (p * (grades + 1) == 1) else [(grades, p)]
    return holds(
        not broken, broken or cases(len(places)), "c = 1 to 4, p = 1/60 to 59/60; the differences are as printed"
    )


@claim(
    "001/6.1/RBP-interval",
    "§6.1, 'is interval scale if and only if'",
    "gRBP is an interval scale on (6) iff p = 1/(c + 1) and gains are proportional to grades",
)
def rbp_interval() -> Finding:
    places = [
        (gains, p, length)
        for grades, p, length in product((1, 2), range(2, 5), (1, 2, 3, 4, 100))
        for gains in (tuple(range(grades + 1)), (0, *(2**grade for grade in range(1, grades + 1))))
    ]
    broken = [
        (gains, p, n)
        for gains, p, n in places
        if (on_scale(f"gRBP(p=1/{p})", "rank-total", n, len(gains) - 1, gains) == "interval")
        != (proportional(gains) and (p == len(gains) or n == 1))
    ]
    return under(
        not broken,
        f"{cases(len(places))} of c = 1 and 2, p = 1/2 to 1/4, N to 4 and 100; for N = 1, c = 1 p = 1/4 is one, too",
        "from two documents on; with one any p will do",
    )


@claim(
    "001/6.1/only",
    "§6.1, 'is the only one among'",
    "no other measure of §4.2 is an interval scale on (6)",
)
def only_rbp() -> Finding:
    others = ("AP", "DCG(base=2)", "DCG(base=10)", "ERR", "gRBP(p=0.8)", "gRBP(p=0.2)")
    places = list(product(others, range(1, 6), (1, 2)))
    kept = [(text, n) for text, n, grades in places if on_scale(text, "rank-total", n, grades) == "interval"]
    return under(
        {length for _, length in kept} == {1},
        f"{cases(len(places))}: AP, DCG with b = 2 and 10, ERR, gRBP with p = 0.2 and 0.8, N to 5, c = 1 and 2",
        "from two documents on; on single documents others are, too, such as DCG",
    )


@claim(
    "001/6.1/gains",
    "§6.1, last line; appendix §5.1, Proposition 5",
    "with gains that are not proportional to grades gRBP with p = 1/(c + 1) is no interval scale",
)
def not_proportional() -> Finding:
    sets = [gains for grades, most in ((2, 5), (3, 4)) for gains in gain_sets(grades, most)]
    places = list(product(sets, range(1, 4)))
    broken = [
        (gains, n)
        for gains, n in places
        if (on_scale(f"gRBP(p=1/{len(gains)})", "rank-total", n, len(gains) - 1, gains) == "interval")
        != proportional(gains)
    ]
    return holds(not broken, broken or cases(len(places)), "all gains to 5 for c = 2 and to 4 for c = 3, N = 1 to 3")
