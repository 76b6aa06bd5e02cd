"""Claims of Ferrante, Ferro and Fuhr 2021 (004) about the interval mapping."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import pairwise
from typing import Any

import intervale as iv
from intervale.claims.register import Finding, Outcome, claim

CONFIRMED, REFUTED, CONDITIONAL = Outcome.CONFIRMED, Outcome.REFUTED, Outcome.CONDITIONAL
LENGTHS = range(1, 11)


def _equally_spaced(measure: str, length: int) -> bool:
    return len(set(iv.interval_scale(measure, length=length).steps)) <= 1


@claim(
    "004/4.2/equally-spaced",
    "§IV-B, Figure 3",
    "of P, R, AP, RR, RBP and DCG only P, R and RBP with p = 1/2 space runs equally",
)
def equally_spaced() -> Finding:
    even, uneven = ("P", "R", "RBP(p=0.5)"), ("AP", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)")
    for length in range(3, 11):
        for measure in (*even, *uneven):
            if _equally_spaced(measure, length) != (measure in even):
                return Finding(REFUTED, (measure, length))
    small = [(measure, n) for n in (1, 2) for measure in uneven if _equally_spaced(measure, n)]
    return Finding(CONDITIONAL, small, "from length 3 on; with one or two documents others do, too")


@claim("004/4.2/unused-rr", "§IV-B", "RR leaves one half of its range unused, at the top")
def unused_rr() -> Finding:
    steps = {max(iv.interval_scale("RR", length=length).steps) for length in range(2, 31)}
    return Finding(CONFIRMED if steps == {Fraction(1, 2)} else REFUTED, steps, "from 1/2 to 1, lengths 2 to 30")


@claim("004/4.2/unused-ap", "§IV-B", "AP leaves one quarter of its range unused, at the top")
def unused_ap() -> Finding:
    found = {}
    for length in (4, 10, 16):
        scale = iv.interval_scale("AP", length=length)
        low, high = scale.neighbours_of((1,) * length)[0], scale.value_of((1,) * length)
        found[length] = (high - low) / high  # type: ignore[operator]
    if found[4] != Fraction(1, 4):
        return Finding(REFUTED, found)
    return Finding(CONDITIONAL, found, "1/N of it: a quarter at N = 4, where the figure is drawn")


@claim("004/6/example", "§VI-A, Figure 4", "DCG with base 2 at N = 4 has 12 values, with ranks 12, 11, 10, 9, 9, 5, 6")
def dcg_example() -> Finding:
    scale = iv.interval_scale("DCG(base=2)@4")
    runs = [(1, 1, 1, 1), (1, 1, 1, 0), (1, 1, 0, 1), (1, 0, 1, 1), (0, 1, 1, 1), (0, 0, 1, 1), (1, 0, 0, 1)]
    ranks = [int(rank) for rank in scale.ranks_of(runs)]
    right = scale.size == 12 and ranks == [12, 11, 10, 9, 9, 5, 6]
    return Finding(CONFIRMED if right else REFUTED, (scale.size, ranks))


@claim("004/6/sizes", "§VI-B", "DCG with base 2 has 24, 768 and 24576 values at N = 5, 10 and 15")
def dcg_sizes() -> Finding:
    sizes = [iv.interval_scale("DCG(base=2)", length=length).size for length in (5, 10, 15)]
    return Finding(CONFIRMED if sizes == [24, 768, 24_576] else REFUTED, sizes)


@claim("004/6/rbp-formula", "§VI, after eq. (2)", "for RBP with p = 1/2, φ(m) = 2^N m")
def rbp_formula() -> Finding:
    return _off_by_one("RBP(p=0.5)", lambda value, length: 2**length * value)


@claim("004/6/rr-formula", "§VI, after eq. (2)", "for RR, φ(m) = N + 1 − 1/m")
def rr_formula() -> Finding:
    return _off_by_one("RR", lambda value, length: length + 1 - 1 / value)


def _off_by_one(measure: str, printed: Callable[[Any, int], Any]) -> Finding:
    """Compare a printed formula with eq. (2) at every value but 0."""
    off = set()
    for length in LENGTHS:
        scale = iv.interval_scale(measure, length=length)
        off |= {
            rank - printed(value, length)
            for value, rank in zip(scale.values, scale.ranks(scale.values), strict=True)
            if value
        }
    if off == {0}:
        return Finding(CONFIRMED)
    return Finding(REFUTED, sorted(off), "eq. (2) counts from 1, the formula from 0; 0 itself has rank 1")


@claim("004/6/example-12", "§VI-C, Example 12", "Recall at N = 2 is mapped to 1, 2, 2, 3 whatever the recall base")
def example_12() -> Finding:
    scale = iv.interval_scale("R", length=2)
    ranks = [int(rank) for rank in scale.ranks_of([(0, 0), (0, 1), (1, 0), (1, 1)])]
    return Finding(CONFIRMED if ranks == [1, 2, 2, 3] else REFUTED, ranks)


@claim("004/6/ties", "§VI", "ranks by mid, min or max are not equally spaced, unless there are no ties")
def ties() -> Finding:
    scale = iv.interval_scale("P@4")
    for rule in ("mid", "min", "max"):
        ranks = scale.ranks(scale.values, rule)
        if len({b - a for a, b in pairwise(ranks)}) == 1:
            return Finding(REFUTED, (rule, ranks))
    half = iv.interval_scale("RBP(p=0.5)@8")
    alike = all(half.ranks(half.values, rule) == half.ranks(half.values) for rule in ("mid", "min", "max"))
    return Finding(CONFIRMED if alike else REFUTED, scale.ranks(scale.values, "mid"), "P@4 by mid-ranks")


@claim("004/6/limits", "§VI-D", "N = 30 needs 240 GB, N = 40 is not feasible, graded relevance is left for later")
def limits() -> Finding:
    deep, graded = iv.interval_scale("RBP(p=0.8)@40"), iv.interval_scale("nDCG@10", grades=4)
    return Finding(
        CONDITIONAL,
        (deep.size, graded.size),
        "by enumeration; counting needs no list of runs, and gives the sizes of RBP(p=0.8)@40 and of nDCG@10 with five "
        "grades",
    )


@claim(
    "004/8.1/rbp-p03", "§VIII-A, B", "RBP with p = 0.3 and with p = 0.5 order runs alike and have the same ranked form"
)
def rbp_alike() -> Finding:
    for length in LENGTHS:
        low, half = (iv.interval_scale(f"RBP(p={p})", length=length) for p in ("0.3", "0.5"))
        runs = list(iv.RunSpace(length))
        if low.ranks_of(runs) != half.ranks_of(runs):
            return Finding(REFUTED, length)
    return Finding(CONFIRMED, len(LENGTHS), "all runs up to length 10")


@claim("004/8.1/rbp-no-ties", "§VIII-A", "RBP with p = 0.8 has no tied values")
def rbp_no_ties() -> Finding:
    for length in (5, 10, 20, 30, 40):
        if iv.interval_scale(f"RBP(p=0.8)@{length}").size != 2**length:
            return Finding(REFUTED, length)
    return Finding(CONFIRMED, 2**40, "2^N values at N = 5, 10, 20, 30 and 40")


@claim("004/8.1/dcg-base", "§VIII-A", "DCG with base 10 counts relevant documents up to N = 10, and not beyond")
def dcg_base() -> Finding:
    sizes = {length: iv.interval_scale("DCG(base=10)", length=length).size for length in (5, 10, 11)}
    even = all(_equally_spaced("DCG(base=10)", length) for length in range(1, 11))
    right = even and sizes[10] == 11 and not _equally_spaced("DCG(base=10)", 11)
    return Finding(CONFIRMED if right else REFUTED, sizes)


@claim("004/4.4/precision", "§IV-D1", "Precision is an interval scale on S[N, K] for N ≤ 2 only")
def universe_precision() -> Finding:
    return _universe("P", lambda longest, base: longest <= 2)


@claim("004/4.4/recall", "§IV-D2", "Recall is an interval scale on S[N, K] for K ≤ 2 only")
def universe_recall() -> Finding:
    return _universe("R", lambda longest, base: base <= 2)


@claim("004/4.4/F1", "§IV-D3", "F1 is an interval scale on S[1, 1] only")
def universe_f() -> Finding:
    return _universe("F", lambda longest, base: longest == base == 1)


def _universe(measure: str, expected: Callable[[int, int], bool]) -> Finding:
    from intervale.scales.universe import universe_scale

    for longest in range(1, 9):
        for base in range(1, 9):
            verdict = universe_scale(measure, longest, base)
            if bool(verdict) != expected(longest, base):
                return Finding(REFUTED, (longest, base, verdict.witness))
    return Finding(CONFIRMED, 64, "N and K up to 8")


@claim("004/4.4/orders", "§IV-D", "on S[2, 2] Precision, Recall and F1 order runs in three ways")
def universe_orders() -> Finding:
    from intervale.scales.universe import order_flip

    flips = [order_flip(a, b, 2, 2) for a, b in (("P", "R"), ("P", "F"), ("R", "F"))]
    right = not any(flip.holds for flip in flips)
    return Finding(CONFIRMED if right else REFUTED, [flip.witness for flip in flips])
