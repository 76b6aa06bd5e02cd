"""Claims of §VIII about the values of measures over all runs: Figures 6, 7 and 8."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import intervale as iv
from intervale_papers.ferrante_2021.findings import CONFIRMED, REFUTED, conditional, confirmed
from intervale_papers.ferrante_2021.spacing import equally_spaced_at
from intervale_papers.register import Finding, claim

LENGTHS = range(1, 11)


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
    even = all(equally_spaced_at("DCG(base=10)", length) for length in range(1, 11))
    right = even and sizes[10] == 11 and not equally_spaced_at("DCG(base=10)", 11)
    return Finding(CONFIRMED if right else REFUTED, sizes)


@claim(
    "004/8.1/figure-6-precision",
    "§VIII-A1, on Figure 6, N = 5",
    "20, 30, 30 and 20% of the runs have P = 0.2, 0.4, 0.6 and 0.8; one each has 0 and 1",
)
def figure_6_precision() -> Finding:
    scale = iv.interval_scale("P@5")
    runs = Counter(scale.values_of(list(iv.RunSpace(5))))
    percent = {str(value): 100 * number / 32 for value, number in sorted(runs.items())}
    rounded = [round(share, -1) for share in list(percent.values())[1:-1]]
    right = rounded == [20, 30, 30, 20] and runs[Fraction(0)] == runs[Fraction(1)] == 1
    return conditional(right, percent, "to the nearest ten: 5/32 = 15.6% and 10/32 = 31.2%")


@claim(
    "004/8.1/rr-clusters",
    "§VIII-A1, on Figure 6",
    "RR has 5 values from 0.2 to 1 at any length, and 1, 6, 16, 26 below 0.2 at N = 5, 10, 20, 30",
)
def rr_clusters() -> Finding:
    scales = [iv.interval_scale("RR", length=length).values for length in (5, 10, 20, 30)]
    low = [sum(value < Fraction(1, 5) for value in values) for values in scales]
    high = {sum(value >= Fraction(1, 5) for value in values) for values in scales}
    return confirmed(low == [1, 6, 16, 26] and high == {5}, (low, high))


@claim(
    "004/8.1/clusters",
    "§VIII-A1, on Figure 6",
    "P, RBP with p = 1/2 and RR have more values the longer runs are; RBP one for each run",
)
def clusters() -> Finding:
    sizes = {m: [iv.interval_scale(m, length=n).size for n in (5, 10, 20, 30)] for m in ("P", "RBP(p=0.5)", "RR")}
    right = sizes["P"] == sizes["RR"] == [6, 11, 21, 31] and sizes["RBP(p=0.5)"] == [2**n for n in (5, 10, 20, 30)]
    return confirmed(right, sizes)


@claim(
    "004/8.1/rbp-range",
    "§VIII-A1, on Figure 7",
    "RBP with p = 0.8 fills [0, 1] only from N = 20 on; with 0.3 and 0.5 it hardly matters",
)
def rbp_range() -> Finding:
    best = {
        p: [float(iv.interval_scale(f"RBP(p={p})", length=n).extremes[1]) for n in (5, 10, 20, 30)]
        for p in ("0.3", "0.5", "0.8")
    }
    deep = best["0.8"]
    right = deep[1] < 0.9 < 0.98 < deep[2] and best["0.3"][0] > 0.99 and best["0.5"][0] > 0.96
    return confirmed(right, [round(x, 4) for x in deep], "1 − 0.8^N")


@claim("004/8.1/dcg-ties", "§VIII-A1, on Figure 8", "DCG has more and more tied values the longer runs are")
def dcg_ties() -> Finding:
    tied = {n: 2**n - iv.interval_scale("DCG(base=2)", length=n).size for n in (5, 10, 20, 30)}
    right = all(Fraction(number, 2**n) == Fraction(1, 4) for n, number in tied.items())
    return conditional(
        right, tied, "in number; of all runs with base 2 it is a quarter at each length, as ranks 1 and 2 count alike"
    )


@claim(
    "004/8.3/rbp03-ends",
    "§VIII-C1, on Figure 7",
    "RBP with p = 0.3 has half of the runs at the bottom, half at the top, in small spans",
)
def rbp03_ends() -> Finding:
    scale = iv.interval_scale("RBP(p=0.3)@10")
    values = [float(value) for value in scale.values]
    low, high = [v for v in values if v < 0.5], [v for v in values if v > 0.5]
    return confirmed(len(low) == len(high) == 512 and max(low) < 0.3 and min(high) >= 0.7, (max(low), min(high)))


@claim(
    "004/8.3/rbp08-middle",
    "§VIII-C1, on Figure 7",
    "the middle 80% of runs cover about half of the range of RBP with p = 0.8",
)
def rbp08_middle() -> Finding:
    middle = {n: _middle("RBP(p=0.8)", n, 0.1) for n in (10, 20, 30)}
    return confirmed(
        all(0.4 < share <= 0.5 for share in middle.values()), middle, "by length; the outer 20% cover the rest"
    )


@claim(
    "004/8.3/dcg-sharper", "§VIII-C1, on Figure 8", "less than 10% of the runs make up almost half of the range of DCG"
)
def dcg_sharper() -> Finding:
    middle = {(m, n): _middle(m, n, 0.05) for m in ("DCG(base=2)", "DCG(base=10)") for n in (10, 20, 30)}
    right = all(share <= 0.5 for (m, n), share in middle.items() if n > 10) and middle["DCG(base=2)", 10] > 0.5
    return conditional(
        right, middle, "from N = 20 on, where the outer 10% make up more than half; at N = 10 with base 2 it is 41%"
    )


def _middle(measure: str, length: int, share: float) -> float:
    """The part of the range that runs other than this share at each end cover."""
    curve = iv.interval_scale(measure, length=length).curve(201)
    low, high = (min(curve, key=lambda point: abs(point[0] - x))[1] for x in (share, 1 - share))
    return round((high - low) / (curve[-1][1] - curve[0][1]), 3)


@claim(
    "004/8.3/rr-four",
    "§VIII-C1, on Figure 6",
    "over 90% of runs have one of four values of RR; less than 10% share the lowest 20% of the range",
)
def rr_four() -> Finding:
    scale = iv.interval_scale("RR@10")
    runs = Counter(scale.values_of(list(iv.RunSpace(10))))
    top = sum(number for value, number in runs.items() if value >= Fraction(1, 4)) / 2**10
    return confirmed(top == 15 / 16 and len([v for v in runs if v >= Fraction(1, 4)]) == 4, top, "15/16 and 1/16")
