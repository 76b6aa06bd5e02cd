"""Claims of Giner (000), §5.1 and §5.2: rankings ordered by projection and replacement, or by replacement alone."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import intervale as iv
from intervale.orders import JudgedRun
from intervale_papers.giner.alike import (
    LINEAR_AND_OTHER,
    chain_distance,
    chain_irreducibles,
    constant_of,
    irreducibles_below,
    long_pairs,
    natural_where_linear,
    positive,
    same_values,
    sum_of_grades,
)
from intervale_papers.giner.findings import (
    CONDITIONAL,
    CONFIRMED,
    FEWER,
    REFUTED,
    SMALL,
    UNDECIDED,
    decided,
    looked,
    runs_under,
    same_order,
    values,
)
from intervale_papers.register import Finding, claim

LISTED = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1))
"""The binary order as §5.1 lists it, its first three places."""
GAPS = {(0, 1): Fraction(1), (0, 1, 2): Fraction(1, 2), (0, 1, 3): Fraction(1, 3), (0, 3, 4): Fraction(1, 4)}
"""Gains, and the smallest gap between neighbours over the largest gain."""


@claim("000/5.1/order", "§5.1, first formula", "the grade at the first rank where runs differ orders rankings totally")
def order_rank_total() -> Finding:
    return same_order("rank-total", _rank_total, "total")


def _rank_total(r: JudgedRun, s: JudgedRun) -> bool:
    k = min((j for j in range(len(r)) if r[j] != s[j]), default=0)
    return r[k] <= s[k]


@claim("000/5.1/irreducible", "§5.1, J of R(N)", "every ranking but the worst is join-irreducible; J_r has all up to r")
def irreducible_ranks() -> Finding:
    return chain_irreducibles("rank-total")


@claim(
    "000/5.1/distance", "§5.1, M and d", "sums of weights along the chain are metrics with d = M(s) - M(r) for r ≼ s"
)
def distance_of_ranks() -> Finding:
    return chain_distance("rank-total")


@claim(
    "000/5.1/binary-order",
    "§5.1, the list before eq. (6)",
    "under rank-total (1, 0, 0) follows (0, 0, 0), and then (0, 1, 0)",
)
def binary_order() -> Finding:
    order = iv.order("rank-total")
    first = next(order.above((0, 0, 0)))
    listed = (first, next(order.above(first)))
    numbers = [sum(grade * 2 ** (3 - j) for j, grade in enumerate(run, start=1)) for run in LISTED]
    again = f"eq. (6) of the paper: the runs as it lists them have the numbers {numbers}, which do not rise"
    wrong = listed == ((0, 0, 1), (0, 1, 0)) and numbers != sorted(numbers) and not _rank_total((1, 0, 0), (0, 1, 0))
    return decided(wrong, Finding(REFUTED, listed, "the list of the paper is read from the wrong end", again))


@claim(
    "000/5.1/binary-list",
    "§5.1, the list before eq. (6)",
    "the binary runs listed, up to (1, 1, 1), count up in base 2",
)
def binary_list() -> Finding:
    turned = [run[::-1] for run in LISTED]  # its first place counts least
    numbers = [int(value) for value in values("RBTO", *turned)]
    broken = [
        (low[::-1], high[::-1]) for low, high in pairwise(turned) if [*iv.order("rank-total").above(low)] != [high]
    ]
    by_hand = [sum(grade << j for j, grade in enumerate(run)) for run in LISTED]
    missing = sorted({*range(8)} - {*by_hand})
    remark = "even from the other end one is missing: (0, 1, 1), which is 6, between (1, 0, 1) and (1, 1, 1)"
    again = "what comes right after each listed run in the order of the turned runs: all but the last are right"
    seen = numbers == by_hand == [0, 1, 2, 3, 4, 5, 7] and missing == [6] and broken == [((1, 0, 1), (1, 1, 1))]
    return decided(seen, Finding(REFUTED, (0, 1, 1), remark, again))


@claim("000/eq-6", "§5.1, eq. (6)", "the run as a number in base c + 1 is the number of steps from the worst ranking")
def equation_6() -> Finding:
    for length, grades in SMALL:
        found = runs_under("rank-total", length, grades)
        for run in found.runs:
            printed = sum(grade * (grades + 1) ** (length - j) for j, grade in enumerate(run, start=1))
            if printed != found.rank(run) or printed != int("".join(map(str, run)), grades + 1):
                return Finding(REFUTED, run)
    for r, s in long_pairs(4):
        numbers = [sum(grade * 5 ** (200 - j) for j, grade in enumerate(run, start=1)) for run in (r, s)]
        if (numbers[0] <= numbers[1]) != iv.order("rank-total").leq(r, s):
            return Finding(REFUTED, (r, s))
    remark = "times k, so that the orders of runs and of numbers agree"
    return Finding(CONFIRMED, None, f"{remark}; {looked(SMALL)}; and for pairs of 200 documents")


@claim("000/5.1/gP", "§5.1, example", "(0, 0, 1, 1) is below (1, 0, 0, 0), and has gP 0.5 against 0.25")
def gp_on_rank_total() -> Finding:
    return falls("gP", (0, 0, 1, 1), (1, 0, 0, 0), "0.5", "0.25")


def falls(measure: str, low: JudgedRun, high: JudgedRun, *printed: str) -> Finding:
    """Whether a better run under rank-total has the smaller value, and both have the values printed, as rounded."""
    rounded = [
        f"{float(value):.{len(text) - 2}f}" for value, text in zip(values(measure, low, high), printed, strict=True)
    ]
    below = iv.order("rank-total").leq(low, high) and _rank_total(low, high)
    fell = values(measure, low, high)[1] < values(measure, low, high)[0]
    return Finding(CONFIRMED if below and fell and rounded == [*printed] else REFUTED, (low, high, *rounded))


@claim("000/5.1/gR", "§5.1, after the example", "with binary grades gR has the same values as gP")
def gr_on_rank_total() -> Finding:
    return same_values((0, 0, 1, 1), (1, 0, 0, 0), 1)


@claim("000/5.1/AP", "§5.1, paragraph before Proposition 3", "under rank-total AP is not isotone")
def ap_on_rank_total() -> Finding:
    return not_isotone("AP", binary=True)


def not_isotone(measure: str, binary: bool = False) -> Finding:
    """When a measure is not isotone under rank-total: with binary grades from length 3, with more from length 2."""
    spaces = [space for space in SMALL if not binary or space[1] == 1]
    value = iv.parse_measure(measure)
    isotone = {(n, c): iv.valuation(runs_under("rank-total", n, c), value).isotone for n, c in spaces}
    expected = {(n, c) for n, c in spaces if n == 1 or (n, c) == (2, 1)}
    shown = isotone[3, 1].witness
    remark = "from N = 3 with binary grades" + ("" if binary else ", from N = 2 with more") + "; shorter, it is isotone"
    seen = {space for space, verdict in isotone.items() if verdict} == expected
    return decided(seen, Finding(CONDITIONAL, (*shown, *map(str, values(measure, *shown))), remark))


@claim("000/5.1/gP-isotone", "§5.1, before the example", "under rank-total gP and gR are not isotone")
def gp_isotone_when() -> Finding:
    return not_isotone("gP")


@claim("000/5.1/DCG-isotone", "§5.1, after Proposition 3", "under rank-total DCG_b is not isotone")
def dcg_isotone_when() -> Finding:
    found = [not_isotone(f"DCG(base={base})") for base in (2, 10)]
    return decided(len({one.outcome for one in found}) == 1, found[0])


@claim(
    "000/5.1/AP-0.125",
    "§5.1, paragraph before Proposition 3",
    "in the same example AP is 0.208 for r and 0.125 for s = (1, 0, 0, 0)",
)
def ap_example() -> Finding:
    low, high, meant = (0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0)
    times = values("AP", low, high, meant)  # times the recall base
    of_four = [round(float(value) / 4, 3) for value in times]
    runs = {"r": {"q": {"w": 4.0, "x": 3.0, "a": 2.0, "b": 1.0}}, "s": {"q": {"a": 4.0, "w": 3.0, "x": 2.0, "y": 1.0}}}
    table = iv.evaluate({"q": dict.fromkeys("abcd", 1)}, runs, ["AP"])
    remark = (
        "0.208 needs a recall base of 4, and then AP of s is 1/4; 0.125 is AP of (0, 1, 0, 0), with which the example "
        "works; whatever the recall base, AP of s is larger than that of r"
    )
    again = "a topic with four relevant documents, evaluated: 0.208 and 0.25"
    seen = of_four == [0.208, 0.25, 0.125] and [round(table.mean(name, "AP"), 3) for name in runs] == of_four[:2]
    return decided(seen and times[0] < times[1], Finding(REFUTED, (high, "1/4"), remark, again))


@claim("000/5.1/DCG", "§5.1, example", "(0, 0, 1, 1) is below (0, 1, 0, 0), and has DCG_2 1.131 against 1.0")
def dcg_on_rank_total() -> Finding:
    return falls("DCG(base=2)", (0, 0, 1, 1), (0, 1, 0, 0), "1.131", "1.0")


@claim(
    "000/proposition-3",
    "Proposition 3",
    "RBP is isotone under rank-total iff p ≤ G / (G + 1), G the smallest gap of gains",
)
def proposition_3() -> Finding:
    cases = product(GAPS.items(), range(1, 6), (10, 20, 25, 30, 40, 50, 60, 75, 90))
    for (gains, gap), length, percent in cases:
        p, found = Fraction(percent, 100), _rbp_isotone(percent / 100, length, gains)
        if found != (p**length - (1 + gap) * p + gap >= 0) or (p <= gap / (gap + 1) and not found):
            return Finding(UNDECIDED, (gains, length, p))
    kept = [_rbp_isotone(*tried, (0, 1)) for tried in ((0.6, 3), (0.6, 4), (0.5, 99), (0.51, 99))]
    remark = "for all N together; at one N iff p^N - (1 + G) p + G ≥ 0: binary RBP with p = 0.6 is isotone to N = 3"
    return decided(kept == [True, False, True, False], Finding(CONDITIONAL, "p = 0.6, N = 3", remark))


def _rbp_isotone(p: float, length: int, gains: tuple[int, ...]) -> bool:
    found = iv.scale(f"gRBP(p={p})", length=length, grades=len(gains) - 1, order="rank-total", gains=gains)
    return found["rank-total"].isotone.holds is True


@claim(
    "000/5.1/not-pseudo-metric",
    "§5.1, last paragraph",
    "where a measure is not isotone its distance is no pseudo-metric",
)
def not_pseudo_metric() -> Finding:
    for text in ("gP", "gR", "AP", "DCG(base=2)"):
        found = iv.valuation(runs_under("rank-total", 4, 1), iv.parse_measure(text))
        low, high = found.isotone.witness
        if found.metric != "none" or not found.distance(low, high) < 0 or found.natural:
            return Finding(REFUTED, text)
    return Finding(CONFIRMED, (low, high), "some distance is negative; gP, gR, AP and DCG_2, binary, N = 4")


@claim("000/5.1/RBP-pseudo-metric", "§5.1, last sentence", "RBP with p ≤ G / (G + 1) makes a pseudo-metric")
def rbp_pseudo_metric() -> Finding:
    for (length, grades), shrink in product(FEWER, (10, 9, 5)):
        p = Fraction(shrink, 10 * (grades + 1))  # G = 1 / c, G / (G + 1) = 1 / (c + 1)

        def rbp(run: JudgedRun, p: Fraction = p) -> Fraction:
            return sum((p**i * grade for i, grade in enumerate(run)), Fraction(0))

        if iv.valuation(runs_under("rank-total", length, grades), rbp).metric != "metric":
            return Finding(REFUTED, (length, grades, p))
    return Finding(CONFIRMED, None, f"it is even a metric; gains equal to grades, three p for each c, {looked(FEWER)}")


@claim(
    "000/5.1/RBP-natural", "§5.1, last sentence", "RBP is not the natural distance, as it is not of the form of eq. (6)"
)
def rbp_natural() -> Finding:
    text, length = "RBP(p=0.5)", 3
    found = iv.valuation(runs_under("rank-total", length, 1), iv.parse_measure(text))
    ratios = {value / sum(g * 2 ** (length - j) for j, g in enumerate(run, 1)) for run, value in _scored(text, length)}
    scale = iv.scale("gRBP(p=0.25)", length=5, grades=3, order="rank-total")["rank-total"].scale
    smaller = iv.valuation(runs_under("rank-total", length, 1), iv.parse_measure("RBP(p=0.4)")).natural
    remark = (
        "with p = G / (G + 1) = 1 / (c + 1) and gains equal to grades it is eq. (6) with k = (1 - p) p^(N - 1) / c; "
        "with smaller p it is not the natural distance"
    )
    again = (
        "dividing RBP of all runs by eq. (6): always 1/8; and with c = 3, p = 1/4, N = 5 it is an interval scale, too"
    )
    seen = bool(found.natural) and not smaller and ratios == {Fraction(1, 8)} and scale == "interval"
    return decided(seen, Finding(REFUTED, f"{text}, N = {length}", remark, again))


def _scored(text: str, length: int) -> list[tuple[JudgedRun, Fraction]]:
    runs = [run for run in iv.RunSpace(length) if any(run)]
    return list(zip(runs, values(text, *runs), strict=True))


@claim("000/5.2/order", "§5.2, first formula", "comparing rank by rank orders rankings as a distributive lattice")
def order_rank_replacement() -> Finding:
    return same_order("rank-replacement", lambda r, s: all(map(int.__le__, r, s)), "distributive")


@claim("000/proposition-4", "Proposition 4", "under rank-replacement |J_r| is the sum of the grades")
def proposition_4() -> Finding:
    return irreducibles_below("rank-replacement")


@claim(
    "000/eq-7", "§5.2, eq. (7)", "equal weights k under rank-replacement make k times the sum of the grades, a metric"
)
def equation_7() -> Finding:
    return sum_of_grades("rank-replacement")


@claim("000/proposition-5", "Proposition 5", "gP and gR are positive valuations under rank-replacement")
def proposition_5() -> Finding:
    return positive("rank-replacement", LINEAR_AND_OTHER)


@claim("000/5.2/natural", "§5.2, after Proposition 5", "gP and gR are the natural distance of rank-replacement")
def natural_of_ranks() -> Finding:
    return natural_where_linear("rank-replacement")


@claim("000/5.2/k", "§5.2, after Proposition 5", "gP is eq. (7) with k = 1 / (N a_c), and gR with k = 1 / (RB a_c)")
def constant_of_ranks() -> Finding:
    return constant_of("rank-replacement")


@claim("000/proposition-6", "Proposition 6", "RBP and DCG_b are positive valuations under rank-replacement")
def proposition_6() -> Finding:
    gains = "gains={2:3,3:7,4:15}"
    texts = (
        "gRBP(p=0.8)",
        "gRBP(p=0.5)",
        "DCG(base=2)",
        "DCG(base=10)",
        f"gRBP(p=0.8,{gains})",
        f"DCG(base=2,{gains})",
    )
    return positive("rank-replacement", texts)


@claim(
    "000/5.2/not-natural", "§5.2, after Proposition 6", "RBP and DCG_b do not put equal weights on the irreducible runs"
)
def not_natural() -> Finding:
    bases = (2, 3, 10)
    for length, grades in FEWER:
        found = [
            _is_natural("gRBP(p=0.8)", length, grades),
            *(_is_natural(f"DCG(base={b})", length, grades) for b in bases),
        ]
        if found != [length == 1, *(length <= base for base in bases)]:
            return Finding(UNDECIDED, (length, grades))
    remark = (
        "RBP from N = 2, DCG_b for N > b; for N ≤ b all discounts are 1, and DCG_b is the sum of the grades, eq. (7)"
    )
    return Finding(CONDITIONAL, "DCG_10, N = 3", remark)


def _is_natural(text: str, length: int, grades: int) -> bool:
    found = iv.valuation(runs_under("rank-replacement", length, grades), iv.parse_measure(text))
    return bool(found.natural)
