"""Claims of §IV-B, list: which measures are on an interval scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import intervale as iv
from intervale_papers.findings import holds, under
from intervale_papers.register import Finding, claim
from intervale_papers.wording import cases, listed


def _interval(measure: str, order: str, length: int, gains: tuple[int, ...] | None = None) -> bool:
    """Whether a measure is on an interval scale under an order."""
    grades = 1 if gains is None else len(gains) - 1
    return iv.scale(measure, length=length, grades=grades, gains=gains, order=order)[order].scale == "interval"


@claim("004/4.2/set-based", "§IV-B, list", "P, R and F are interval scales on the runs of one length and one topic")
def set_based() -> Finding:
    found = [_interval(measure, "set-total", length) for measure in ("P", "R", "F") for length in range(1, 9)]
    return holds(all(found), f"P, R and F at lengths 1 to 8: {cases(len(found))}", "binary grades")


@claim("004/4.2/rank-based", "§IV-B, list", "of binary RBP, AP, DCG and ERR only RBP with p = 1/2 is an interval scale")
def rank_based() -> Finding:
    measures = ("RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "AP", "DCG(base=2)", "ERR")
    found = {(m, n): _interval(m, "rank-total", n) for m in measures for n in range(1, 9)}
    right = all(found[measure, n] == (measure == "RBP(p=0.5)") for measure in measures for n in range(2, 9))
    small = [m for m in measures if found[m, 1] and m != "RBP(p=0.5)"]
    return under(right and small, f"on runs of one document so are {listed(small)}", "from length 2 on; lengths to 8")


@claim(
    "004/4.2/induced",
    "§IV-B, induced total order",
    "AP, RBP with p other than 1/2, DCG and ERR are no interval scales on their own order either",
)
def induced() -> Finding:
    measures = ("AP", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "ERR")
    found = {(m, n) for m in measures for n in range(1, 13) if _interval(m, "induced", n)}
    bases = {"DCG(base=2)": 2, "DCG(base=10)": 10}
    expected = {(m, n) for m in measures for n in range(1, bases.get(m, 1) + 1)}
    return under(
        found == expected,
        "at N = 10 the values of DCG with base 10 are 0, 1, …, 10",
        "runs longer than one document, and for DCG longer than the base of its logarithm, as §VIII-A1 says; lengths "
        "to 12",
    )


@claim(
    "004/4.2/graded-sets",
    "§IV-B, list, multi-graded",
    "gP and gR are interval scales only if relevance degrees are on a ratio scale",
)
def graded_sets() -> Finding:
    orders, lists = ("set-replacement", "set-total"), ((0, 1, 2), (0, 1, 3), (0, 2, 3))
    found = {
        (order, gains, n, m): _interval(m, order, n, gains)
        for order in orders
        for gains in lists
        for n in range(1, 6)
        for m in ("gP", "gR")
    }
    interval = {key for key, holds_there in found.items() if holds_there}
    converse = {(order, n) for order, gains, n, _ in interval if gains == (0, 1, 2)}
    expected = {("set-replacement", n) for n in range(1, 6)} | {("set-total", 1)}
    return holds(
        {key[1] for key in interval} == {(0, 1, 2)} and converse == expected,
        f"{cases(len(found))}: two orders, gains 0, 1, 2 or 0, 1, 3 or 0, 2, 3, lengths 1 to 5",
        "only with gains proportional to grades; then they are on the order of replacements, and on the total order "
        "only for runs of one document",
    )


@claim(
    "004/4.2/graded-rbp",
    "§IV-B, list, multi-graded",
    "gRBP is an interval scale only with p = G/(G + 1) and relevance degrees on a ratio scale",
)
def graded_rbp() -> Finding:
    found: dict[int, set[tuple[tuple[int, ...], bool]]] = {n: set() for n in range(1, 5)}
    looked_at = 0
    for gains in ((0, 1, 2), (0, 1, 2, 3), (0, 1, 3), (0, 2, 3)):
        gap = Fraction(min(b - a for a, b in pairwise(gains)), gains[-1])
        for p in {gap / (gap + 1), *(Fraction(n, 5) for n in range(1, 5))}:
            for length in found:
                looked_at += 1
                if _interval(f"gRBP(p={p})", "rank-total", length, gains):
                    found[length].add((gains, p == gap / (gap + 1)))
    both = {((0, 1, 2), True), ((0, 1, 2, 3), True)}
    return under(
        all(found[n] == both for n in (2, 3, 4)) and ((0, 1, 2), False) in found[1],
        f"{cases(looked_at)}: four lists of gains, four or five p each, lengths 1 to 4",
        "from N = 2 on; on runs of one document p does not matter",
    )
