"""Claims of §IV-B, list: which measures are on an interval scale."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import intervale as iv
from intervale_papers.ferrante_2021.findings import conditional, confirmed
from intervale_papers.register import Finding, claim


@claim("004/4.2/set-based", "§IV-B, list", "P, R and F are interval scales on the runs of one length and one topic")
def set_based() -> Finding:
    found = {
        (measure, length): iv.scale(measure, length=length, order="set-total")["set-total"].scale
        for measure in ("P", "R", "F")
        for length in range(1, 9)
    }
    return confirmed(set(found.values()) == {"interval"}, found["P", 8], "binary, lengths 1 to 8")


@claim("004/4.2/rank-based", "§IV-B, list", "of binary RBP, AP, DCG and ERR only RBP with p = 1/2 is an interval scale")
def rank_based() -> Finding:
    measures = ("RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "AP", "DCG(base=2)", "ERR")
    found = {
        (measure, length): iv.scale(measure, length=length, order="rank-total")["rank-total"].scale == "interval"
        for measure in measures
        for length in range(1, 9)
    }
    right = all(found[measure, n] == (measure == "RBP(p=0.5)") for measure in measures for n in range(2, 9))
    small = [key for key, holds in found.items() if holds and key[0] != "RBP(p=0.5)"]
    return conditional(right, small, "from length 2 on, to 8; on runs of one document all are")


@claim(
    "004/4.2/induced",
    "§IV-B, induced total order",
    "AP, RBP with p other than 1/2, DCG and ERR are no interval scales on their own order either",
)
def induced() -> Finding:
    measures = ("AP", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "ERR")
    found = [
        (measure, length)
        for measure in measures
        for length in range(1, 13)
        if iv.scale(measure, length=length, order="induced")["induced"].scale == "interval"
    ]
    small = [(measure, 1) for measure in measures if measure != "DCG(base=10)"] + [("DCG(base=2)", 2)]
    right = sorted(found) == sorted(small + [("DCG(base=10)", n) for n in range(1, 11)])
    return conditional(
        right, ("DCG(base=10)", 10), "from N = 3 on, to 12; DCG with base 10 is one up to N = 10, see §VIII-A1"
    )


@claim(
    "004/4.2/graded-sets",
    "§IV-B, list, multi-graded",
    "gP and gR are interval scales only if relevance degrees are on a ratio scale",
)
def graded_sets() -> Finding:
    found = {
        (order, gains): {
            iv.scale(measure, length=length, grades=2, gains=gains, order=order)[order].scale == "interval"
            for measure in ("gP", "gR")
            for length in range(2, 6)
        }
        for order in ("set-replacement", "set-total")
        for gains in ((0, 1, 2), (0, 1, 3), (0, 2, 3))
    }
    right = all(holds == {key == ("set-replacement", (0, 1, 2))} for key, holds in found.items())
    return conditional(
        right,
        [key for key, holds in found.items() if True in holds],
        "on the order of replacements, with gains proportional to grades; on the total order never; N from 2 to 5",
    )


@claim(
    "004/4.2/graded-rbp",
    "§IV-B, list, multi-graded",
    "gRBP is an interval scale only with p = G/(G + 1) and relevance degrees on a ratio scale",
)
def graded_rbp() -> Finding:
    found = set()
    for gains in ((0, 1, 2), (0, 1, 2, 3), (0, 1, 3), (0, 2, 3)):
        smallest = Fraction(min(b - a for a, b in pairwise(gains)), gains[-1])
        for p in {smallest / (smallest + 1), *(Fraction(n, 5) for n in range(1, 5))}:
            for length in range(1, 5):
                one = iv.scale(f"gRBP(p={p})", length=length, grades=len(gains) - 1, gains=gains, order="rank-total")
                if one["rank-total"].scale == "interval" and length > 1:
                    found.add((gains, p == smallest / (smallest + 1)))
    right = found == {((0, 1, 2), True), ((0, 1, 2, 3), True)}
    return conditional(
        right,
        sorted(found),
        "from N = 2 on (to 4; four lists of gains, five values of p); on runs of one document p does not matter",
    )
