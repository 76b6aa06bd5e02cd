"""Claims of Giner, §5.1: rankings ordered by projection and replacement."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise, product

import intervale as iv
from intervale.orders import JudgedRun
from intervale_papers.findings import holds, under, wrong
from intervale_papers.giner.alike import (
    chain_distance,
    chain_irreducibles,
    long_pairs,
)
from intervale_papers.giner.formulas import rank_total, same_order
from intervale_papers.giner.lattices import FEWER, SMALL, Tried, everywhere, runs_under, size_of, values
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import worded

LISTED = ((0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 0, 1), (1, 0, 1), (1, 1, 1))
"""The binary order as §5.1 lists it, its first three places."""
GAPS = {(0, 1): Fraction(1), (0, 1, 2): Fraction(1, 2), (0, 1, 3): Fraction(1, 3), (0, 3, 4): Fraction(1, 4)}
"""Gains, and the smallest gap between neighbours over the largest gain."""


@claim("000/5.1/order", "§5.1, first formula", "the grade at the first rank where runs differ orders rankings totally")
def order_rank_total() -> Finding:
    return same_order("rank-total", rank_total, "total")


@claim("000/5.1/irreducible", "§5.1, J of R(N)", "every ranking but the worst is join-irreducible; J_r has all up to r")
def irreducible_ranks() -> Finding:
    return chain_irreducibles("rank-total")


@claim(
    "000/5.1/distance",
    "§5.1, M and d",
    "sums of weights along the chain are metrics with d = M(s) - M(r) for r ≼ s; equal weights count steps",
)
def distance_of_ranks() -> Finding:
    return chain_distance("rank-total")


@claim(
    "000/5.1/binary-order",
    "§5.1, the list before eq. (6)",
    "in the binary order (1, 0, 0, ...) comes right after (0, 0, 0, ...), and then (0, 1, 0, ...)",
    erratum=Erratum(
        printed=r"(a_0, a_0, a_0, \dots, a_0) \prec (a_1, a_0, a_0, \dots, a_0) \prec (a_0, a_1, a_0, \dots, a_0)",
        reads=(
            "(a_0, …, a_0, a_0) ≺ (a_0, …, a_0, a_1) ≺ (a_0, …, a_1, a_0) ≺ …: all runs of the list from the other end"
        ),
        depends="eq. (6), which is right",
    ),
)
def binary_order() -> Finding:
    order = iv.order("rank-total")
    listed: list[JudgedRun] = [(0, 0, 0)]
    while len(listed) < 3:
        listed.append(next(order.above(listed[-1])))
    numbers = [sum(grade * 2 ** (3 - j) for j, grade in enumerate(run, start=1)) for run in LISTED]
    witness = f"by the first formula the order begins {worded(listed)}; (0, 1, 0) is below (1, 0, 0)"
    remark = (
        "the runs are listed as if the last rank counted most; the formula of the order and eq. (6) let the first "
        "rank do so"
    )
    again = f"eq. (6) for the runs as listed, N = 3: {worded(numbers)}, which do not rise"
    broken = listed == [(0, 0, 0), (0, 0, 1), (0, 1, 0)] and not rank_total((1, 0, 0), (0, 1, 0))
    return wrong(Kind.MISPRINT, broken, witness, remark, second=numbers != sorted(numbers), again=again)


@claim(
    "000/5.1/binary-list",
    "§5.1, the list before eq. (6)",
    "the binary runs listed, up to (1, 1, 1, ...), count up in base 2",
    erratum=Erratum(
        printed=r"(a_1, a_0, a_1, \dots, a_0) \prec (a_1, a_1, a_1, \dots, a_0)",
        reads=(
            "(a_1, a_0, a_1, …, a_0) ≺ (a_0, a_1, a_1, …, a_0) ≺ (a_1, a_1, a_1, …, a_0), in the direction of the list"
        ),
    ),
)
def binary_list() -> Finding:
    turned = [run[::-1] for run in LISTED]  # its first place counts least
    broken = [
        (low[::-1], high[::-1]) for low, high in pairwise(turned) if [*iv.order("rank-total").above(low)] != [high]
    ]
    by_hand = [sum(grade << j for j, grade in enumerate(run)) for run in LISTED]
    witness = f"read from the other end the listed runs are {worded(by_hand)}: (0, 1, 1), which is 6, is missing"
    again = (
        "asking what comes right after each run: all steps of the list are right but the last, from (1, 0, 1) to (1, "
        "1, 1)"
    )
    missing = [number for number in range(8) if number not in by_hand] == [6]
    second = broken == [((1, 0, 1), (1, 1, 1))]
    return wrong(Kind.MISPRINT, missing, witness, "one run is left out", second=second, again=again)


@claim("000/eq-6", "§5.1, eq. (6)", "the run as a number in base c + 1 is the number of steps from the worst ranking")
def equation_6() -> Finding:
    def tried() -> Tried:
        for length, grades in SMALL:
            found = runs_under("rank-total", length, grades)
            for run in found.runs:
                printed = sum(grade * (grades + 1) ** (length - j) for j, grade in enumerate(run, start=1))
                yield run, printed == found.rank(run) == int("".join(map(str, run)), grades + 1)
        for r, s in long_pairs(4):
            numbers = [sum(grade * 5 ** (200 - j) for j, grade in enumerate(run, start=1)) for run in (r, s)]
            yield (r[:9], s[:9]), (numbers[0] <= numbers[1]) == iv.order("rank-total").leq(r, s)

    where = f"with k = 1: the runs of spaces {size_of(SMALL)}, and the order of pairs of 200 documents"
    return everywhere(tried(), "case", where)


def _falls(measure: str, low: JudgedRun, high: JudgedRun, *printed: str) -> Finding:
    """Whether a better run under rank-total has the smaller value, and both have the values printed, as rounded."""
    found = values(measure, low, high)
    rounded = [f"{float(value):.{len(text) - 2}f}" for value, text in zip(found, printed, strict=True)]
    below = rank_total(low, high) and not rank_total(high, low)
    return holds(below and found[1] < found[0] and rounded == [*printed], f"computed {rounded[0]} and {rounded[1]}")


@claim("000/5.1/gP-isotone", "§5.1, before the example", "under rank-total gP and gR are not isotone")
def gp_isotone_when() -> Finding:
    return _not_isotone(("gP", "gR"), SMALL)


@claim("000/5.1/AP", "§5.1, paragraph before Proposition 3", "under rank-total AP is not isotone")
def ap_on_rank_total() -> Finding:
    return _not_isotone(("AP",), [space for space in SMALL if space[1] == 1])


@claim("000/5.1/DCG-isotone", "§5.1, after Proposition 3", "under rank-total DCG_b is not isotone")
def dcg_isotone_when() -> Finding:
    return _not_isotone(("DCG(base=2)", "DCG(base=10)"), FEWER)


def _not_isotone(measures: tuple[str, ...], spaces: list[tuple[int, int]]) -> Finding:
    """Whether measures are not isotone under rank-total, but on spaces that are too short for it."""
    short = {(n, c) for n, c in spaces if n == 1 or (n, c) == (2, 1)}
    found = {
        (text, *space): iv.valuation(runs_under("rank-total", *space), iv.parse_measure(text)).isotone
        for text, space in product(measures, spaces)
    }
    seen = all({space for space in spaces if found[(text, *space)]} == short for text in measures)
    low, high = found[measures[0], 3, 1].witness
    mine, other = (f"{float(value):.4g}" for value in values(measures[0], low, high))
    names = [text.replace("(base=", "_").rstrip(")") for text in measures]
    times = " times the recall base" if names == ["AP"] else ""
    witness = f"{worded(low)} is below {worded(high)}, with {names[0]}{times} {mine} against {other}; "
    witness += f"not isotone ({worded(names)}) on {len(spaces) - len(short)} of {len(spaces)} spaces"
    return holds(seen, witness, "isotone only with N = 1, and N = 2 with binary grades")


@claim("000/5.1/gP", "§5.1, example", "(0, 0, 1, 1) is below (1, 0, 0, 0), and has gP 0.5 against 0.25")
def gp_on_rank_total() -> Finding:
    return _falls("gP", (0, 0, 1, 1), (1, 0, 0, 0), "0.5", "0.25")


@claim(
    "000/5.1/AP-0.125",
    "§5.1, paragraph before Proposition 3",
    "in the same example AP is 0.208 for r and 0.125 for s = (1, 0, 0, 0)",
    erratum=Erratum(
        printed=r"$AP(\hat{s}) = 0.125 < 0.208 = AP(\hat{r})$",
        reads="for r = (a_0, a_0, a_1, a_1) ≼ (a_0, a_1, a_0, a_0) = s and RB = 4, AP(s) = 0.125 < 0.208 = AP(r)",
        depends="that AP is not isotone; it stands, by this pair",
    ),
)
def ap_example() -> Finding:
    low, high, meant = (0, 0, 1, 1), (1, 0, 0, 0), (0, 1, 0, 0)
    times = values("AP", low, high, meant)  # times the recall base
    of_four = [round(float(value) / 4, 3) for value in times]
    runs = {"r": {"q": {"w": 4.0, "x": 3.0, "a": 2.0, "b": 1.0}}, "s": {"q": {"a": 4.0, "w": 3.0, "x": 2.0, "y": 1.0}}}
    table = iv.evaluate({"q": dict.fromkeys("abcd", 1)}, runs, ["AP"])
    evaluated = [round(table.mean(name, "AP"), 3) for name in runs]
    witness = (
        f"with four relevant documents AP of r is {of_four[0]}, of s = (1, 0, 0, 0) {of_four[1]} and of (0, 1, 0, 0) "
        f"{of_four[2]}"
    )
    remark = (
        "0.208 needs a recall base of 4, and 0.125 is the value of the s of the DCG example; for any recall base, "
        "AP of the s named here is larger than that of r"
    )
    again = "a topic with four relevant documents, evaluated"
    broken = of_four == [0.208, 0.25, 0.125] and times[0] < times[1] and rank_total(low, meant)
    return wrong(Kind.NUMBER, broken, witness, remark, second=evaluated == of_four[:2], again=again)


@claim("000/5.1/DCG", "§5.1, example", "(0, 0, 1, 1) is below (0, 1, 0, 0), and has DCG_2 1.131 against 1.0")
def dcg_on_rank_total() -> Finding:
    return _falls("DCG(base=2)", (0, 0, 1, 1), (0, 1, 0, 0), "1.131", "1.0")


@claim(
    "000/proposition-3",
    "Proposition 3",
    "RBP is isotone under rank-total iff p ≤ G / (G + 1), G the smallest gap of gains",
)
def proposition_3() -> Finding:
    tried = list(product(GAPS.items(), range(1, 6), (10, 20, 25, 30, 40, 50, 60, 75, 90)))
    right, only_here = True, 0
    for (gains, gap), length, percent in tried:
        p = Fraction(percent, 100)
        found, within = _rbp_isotone(p, length, gains), p <= gap / (gap + 1)
        right &= found == (p**length - (1 + gap) * p + gap >= 0) and (found or not within)
        only_here += found and not within
    by_library = [_rbp_scale(*one) for one in ((0.6, 3), (0.6, 4), (0.5, 99), (0.51, 99))]
    witness = (
        f"binary RBP with p = 0.6 > 1/2 is isotone for N = 3, not for N = 4; so in {only_here} of {len(tried)} cases "
        "of gains, N and p"
    )
    condition = (
        "it is asked of all N together; at one N it is so iff p^N - (1 + G) p + G ≥ 0, which p ≤ G / (G + 1) implies"
    )
    return under(right and only_here and by_library == [True, False, True, False], witness, condition)


def _rbp_isotone(p: Fraction, length: int, gains: tuple[int, ...]) -> bool:
    """Whether RBP never falls along the order, by listing all runs."""
    runs = product(gains, repeat=length)
    scores = [sum((p**i * gain for i, gain in enumerate(run)), Fraction(0)) for run in runs]
    return all(low <= high for low, high in pairwise(scores))


def _rbp_scale(p: float, length: int) -> bool:
    return iv.scale(f"RBP(p={p})", length=length, order="rank-total")["rank-total"].isotone.holds is True


@claim(
    "000/5.1/not-pseudo-metric",
    "§5.1, last paragraph",
    "where a measure is not isotone its distance is no pseudo-metric, and not the natural distance",
)
def not_pseudo_metric() -> Finding:
    shown = []
    for text in ("gP", "gR", "AP", "DCG(base=2)"):
        found = iv.valuation(runs_under("rank-total", 4, 1), iv.parse_measure(text))
        low, high = found.isotone.witness
        shown.append(found.metric == "none" and found.distance(low, high) < 0 and not found.natural)
    apart = found.distance(low, high)
    witness = (
        f"DCG_2 gives {worded(low)} and {worded(high)} the distance {float(apart):.4g}; so gP, gR and AP, binary, N = 4"
    )
    return holds(all(shown), witness, "some distance is negative")


@claim("000/5.1/RBP-pseudo-metric", "§5.1, last sentence", "RBP with p ≤ G / (G + 1) makes a pseudo-metric")
def rbp_pseudo_metric() -> Finding:
    def tried() -> Tried:
        for (length, grades), shrink in product(FEWER, (10, 9, 5)):
            p = Fraction(shrink, 10 * (grades + 1))  # G = 1 / c, G / (G + 1) = 1 / (c + 1)

            def rbp(run: JudgedRun, p: Fraction = p) -> Fraction:
                return sum((p**i * grade for i, grade in enumerate(run)), Fraction(0))

            found = iv.valuation(runs_under("rank-total", length, grades), rbp)
            yield f"p = {p}, N = {length}, c = {grades}", found.metric == "metric"

    where = f"of a space {size_of(FEWER)} and one of three p, gains equal to grades"
    return everywhere(tried(), "pair", where, "it is even a metric")


@claim(
    "000/5.1/RBP-natural",
    "§5.1, last sentence",
    "RBP with p ≤ G / (G + 1) is not the natural distance, as it is not of the form of eq. (6)",
    erratum=Erratum(
        printed="which is not the natural distance, since it can not be expressed in terms of the Equation 6",
        reads=(
            "which is the natural distance where p = G / (G + 1) and gains are proportional to grades, then it is "
            "Equation 6 "
            "with k = (1 − p) p^(N−1) / c, and is not for other p and N ≥ 2"
        ),
    ),
)
def rbp_natural() -> Finding:
    found = iv.valuation(runs_under("rank-total", 3, 1), iv.parse_measure("RBP(p=0.5)"))
    runs = [run for run in iv.RunSpace(3) if any(run)]
    scores = zip(runs, values("RBP(p=0.5)", *runs), strict=True)
    ratios = {value / sum(g * 2 ** (3 - j) for j, g in enumerate(run, 1)) for run, value in scores}
    graded = iv.scale("gRBP(p=0.25)", length=5, grades=3, order="rank-total")["rank-total"].scale
    smaller = iv.valuation(runs_under("rank-total", 3, 1), iv.parse_measure("RBP(p=0.4)")).natural
    witness = "binary RBP with p = 1/2, N = 3: RBP over eq. (6) is 1/8 for all 7 runs with a relevant document"
    remark = (
        "the paper it cites for Proposition 3 has this case as the one where RBP is an interval scale; with p = 0.4 "
        "it is not natural"
    )
    again = "the steps of the chain, which are all equal; and with c = 3, p = 1/4 and N = 5 it is an interval scale"
    natural = bool(found.natural) and graded == "interval" and not smaller
    return wrong(Kind.FALSE, ratios == {Fraction(1, 8)}, witness, remark, second=natural, again=again)
