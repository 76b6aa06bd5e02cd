"""Claims of §VIII about the values of measures over all runs: Figures 6, 7 and 8."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import intervale as iv
from intervale_papers.ferrante_2021.printed import LENGTHS
from intervale_papers.findings import holds, under
from intervale_papers.register import Finding, claim
from intervale_papers.wording import listed


@claim("004/8.1/rbp-no-ties", "§VIII-A", "RBP with p = 0.8 has no tied values")
def rbp_no_ties() -> Finding:
    sizes = {length: iv.interval_scale(f"RBP(p=0.8)@{length}").size for length in (*LENGTHS, 40)}
    return holds(
        all(size == 2**length for length, size in sizes.items()),
        f"2^N values at N = {listed(sizes)}: {sizes[30]:,} at 30",
    )


@claim(
    "004/8.1/figure-6-precision",
    "§VIII-A1, on Figure 6, N = 5",
    "20, 30, 30 and 20% of the runs have P = 0.2, 0.4, 0.6 and 0.8; one each has 0 and 1",
)
def figure_6_precision() -> Finding:
    scale = iv.interval_scale("P@5")
    runs = Counter(scale.values_of(list(iv.RunSpace(5))))
    numbers = [runs[Fraction(n, 5)] for n in range(6)]
    percent = [round(100 * number / 32) for number in numbers]
    tens = [10 * round(10 * number / 32) for number in numbers[1:5]]
    return under(
        numbers[0] == numbers[5] == 1 and tens == [20, 30, 30, 20] != percent[1:5],
        f"{listed(numbers)} of 32 runs, {listed(percent)}%",
        "to the nearest ten per cent; so rounded the four shares add to 100%",
    )


@claim(
    "004/8.1/rr-clusters",
    "§VIII-A1, on Figure 6",
    "RR has 5 values from 0.2 to 1 at any length, and 1, 6, 16, 26 below 0.2 at N = 5, 10, 20, 30",
)
def rr_clusters() -> Finding:
    scales = [iv.interval_scale("RR", length=length).values for length in LENGTHS]
    low = [sum(value < Fraction(1, 5) for value in values) for values in scales]
    high = {sum(value >= Fraction(1, 5) for value in values) for values in scales}
    return holds(low == [1, 6, 16, 26] and high == {5}, f"{listed(low)} below 0.2, {listed(high)} from there on")


@claim(
    "004/8.1/clusters",
    "§VIII-A1, on Figure 6",
    "P, RBP with p = 1/2 and RR have more values the longer runs are; RBP one for each run",
)
def clusters() -> Finding:
    sizes = {m: [iv.interval_scale(m, length=n).size for n in LENGTHS] for m in ("P", "RBP(p=0.5)", "RR")}
    right = sizes["P"] == sizes["RR"] == [6, 11, 21, 31] and sizes["RBP(p=0.5)"] == [2**n for n in LENGTHS]
    return holds(right, f"{listed(sizes['P'])} values of P and RR, 2^N of RBP at N = {listed(LENGTHS)}")


@claim(
    "004/8.1/rbp-range",
    "§VIII-A1, on Figure 7",
    "RBP with p = 0.8 fills [0, 1] only from N = 20 on; with 0.3 and 0.5 it hardly matters",
)
def rbp_range() -> Finding:
    best = {
        p: [float(iv.interval_scale(f"RBP(p={p})", length=n).extremes[1]) for n in LENGTHS]
        for p in ("0.3", "0.5", "0.8")
    }
    deep = best["0.8"]
    right = deep[1] < 0.9 < 0.98 < deep[2] and best["0.3"][0] > 0.99 and best["0.5"][0] > 0.96
    return holds(
        right,
        f"the best run has {listed(f'{x:.4f}' for x in deep)} with p = 0.8, and {best['0.5'][0]:.4f} with 0.5 at N = 5",
        "1 − p^N",
    )


@claim("004/8.1/dcg-ties", "§VIII-A1, on Figure 8", "DCG has more and more tied values the longer runs are")
def dcg_ties() -> Finding:
    tied = [2**n - iv.interval_scale("DCG(base=2)", length=n).size for n in LENGTHS]
    ten = [2**n - iv.interval_scale("DCG(base=10)", length=n).size for n in LENGTHS]
    quarter = all(Fraction(number, 2**n) == Fraction(1, 4) for number, n in zip(tied, LENGTHS, strict=True))
    return holds(
        sorted(set(tied)) == tied and sorted(set(ten)) == ten and quarter,
        f"2^N less {listed(f'{number:,}' for number in tied)} values with base 2",
        "in number; with base 2 it is a quarter of all runs at each length, as ranks 1 and 2 count alike",
    )


@claim("004/8.2/rr-ties", "§VIII-B1, RR", "RR has the highest number of tied values")
def rr_ties() -> Finding:
    measures = ("P", "RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)", "AP", "RR")
    sizes = {m: iv.interval_scale(m, length=20).size for m in measures}
    fewest = [m for m, size in sizes.items() if size == min(sizes.values())]
    return holds(
        "RR" in fewest and fewest == ["P", "RR"],
        f"{sizes['RR']} values at N = 20, the fewest",
        "together with P, and R, whose ranked form is the same",
    )


@claim(
    "004/8.3/rbp03-ends",
    "§VIII-C1, on Figure 7",
    "RBP with p = 0.3 has half of the runs at the bottom, half at the top, in small spans",
)
def rbp03_ends() -> Finding:
    values = [float(value) for value in iv.interval_scale("RBP(p=0.3)@10").values]
    low, high = [v for v in values if v < 0.5], [v for v in values if v > 0.5]
    return holds(
        len(low) == len(high) == 512 and max(low) < 0.3 and min(high) >= 0.7,
        f"N = 10: {len(low)} runs up to {max(low):.4f}, {len(high)} from {min(high):.4f} on",
    )


@claim(
    "004/8.3/rbp08-middle",
    "§VIII-C1, on Figure 7",
    "the middle 80% of runs cover about half of the range of RBP with p = 0.8, the outer 20% the other half",
)
def rbp08_middle() -> Finding:
    outer = [_outer("RBP(p=0.8)", n, 0.1) for n in (10, 20, 30)]
    return holds(
        all(0.45 < share < 0.6 for share in outer),
        f"the outer 20% cover {listed(f'{share:.0%}' for share in outer)} at N = 10, 20 and 30",
    )


@claim(
    "004/8.3/dcg-sharper",
    "§VIII-C1, on Figure 8",
    "less than 10% of the runs make up almost half of the range of DCG, which is sharper than RBP with p = 0.8",
)
def dcg_sharper() -> Finding:
    outer = {(m, n): _outer(m, n, 0.05) for m in ("DCG(base=2)", "DCG(base=10)", "RBP(p=0.8)") for n in (10, 20, 30)}
    both = [(m, n) for m, n in outer if m[0] == "D"]
    sharper = all(outer[m, n] > outer["RBP(p=0.8)", n] for m, n in both if n > 10)
    return under(
        sharper and all(outer[m, n] > 0.5 for m, n in both if n > 10) and outer["DCG(base=2)", 10] < 0.45,
        f"the outer 10% of the runs make up {outer['DCG(base=2)', 10]:.0%} of the range of DCG with base 2 at N = 10, "
        f"{outer['DCG(base=2)', 20]:.0%} at 20, {outer['DCG(base=2)', 30]:.0%} at 30",
        "from N = 20 on; the tables are for N = 30",
    )


def _outer(measure: str, length: int, share: float) -> float:
    """The part of the range that this share of the runs at each end covers, both together."""
    curve = iv.interval_scale(measure, length=length).curve(201)
    low, high = (min(curve, key=lambda point: abs(point[0] - x))[1] for x in (share, 1 - share))
    return round(1 - (high - low) / (curve[-1][1] - curve[0][1]), 3)


@claim(
    "004/8.3/rr-four",
    "§VIII-C1, on Figure 6",
    "over 90% of runs have one of four values of RR; less than 10% share the lowest 20% of the range",
)
def rr_four() -> Finding:
    scale = iv.interval_scale("RR@10")
    runs = Counter(scale.values_of(list(iv.RunSpace(10))))
    high = {value: number for value, number in runs.items() if value >= Fraction(1, 4)}
    low = {value: number for value, number in runs.items() if value <= Fraction(1, 5)}
    return holds(
        len(high) == 4 and sum(high.values()) / 2**10 > 0.9 and len(high) + len(low) == len(runs),
        f"N = 10: {sum(high.values())} of 1,024 runs have 1, 1/2, 1/3 or 1/4, {sum(low.values())} have 1/5 or less",
    )
