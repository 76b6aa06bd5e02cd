"""Claims of 001 in the proofs about RBP: the appendix, §5.1."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, decided, gain_sets, on_scale, twice, under, value
from intervale_papers.ferrante_2019.rank_total import ordinal, smallest_gap
from intervale_papers.register import Finding, claim


@claim("001/A5.1/ends", "appendix §5.1, 'for p ∈ {0, 1}'", "for p = 0 and p = 1 gRBP is 0 for every run")
def ends() -> Finding:
    tiny = [value(f"gRBP(p=1/{10**k})", (1, 0)) for k in (3, 6, 9)]
    near = [value(f"gRBP(p={10**k - 1}/{10**k})", (1, 1)) for k in (3, 6, 9)]
    right = [1 - x for x in tiny] == [Fraction(1, 10**k) for k in (3, 6, 9)] and near[2] < Fraction(1, 10**8)
    remark = "for p = 1; for p = 0 only with 0⁰ = 0: as p goes to 0, gRBP goes to g(r[1])/g(a_c), 1 for (1, 0)"
    return under(right, ("(1, 0)", *map(str, tiny[:2])), remark)


@claim(
    "001/A5.1/extremes",
    "appendix §5.1, 'r̂ ⪯ r̄ ≺ s̄ ⪯ ŝ'",
    "with the worst and best ends, r ⪯ r̄ ≺ s̄ ⪯ s, and gRBP grows from r to r̄ and from s̄ to s",
)
def extremes() -> Finding:
    for length, grades in ((n, c) for n, c in SMALL if (c + 1) ** n <= 32):
        for r, s in combinations(iv.RunSpace(length, grades), 2):
            k = next(i for i in range(length) if r[i] != s[i]) + 1
            high, low = (*r[:k], *(grades,) * (length - k)), (*s[:k], *(0,) * (length - k))
            values = [value("gRBP(p=0.8)", run, grades) for run in (r, high, low, s)]
            if not (r <= high < low <= s and values[0] <= values[1] and values[2] <= values[3]):
                return decided((r, s))
    return decided(None, len(SMALL), "all pairs of runs of spaces of up to 32 runs")


@claim(
    "001/A5.1/gap",
    "appendix §5.1, 'we can maximize'",
    "the smallest difference of two gains is one of neighbouring grades",
)
def smallest_is_neighbouring() -> Finding:
    sets = [gains for grades in (1, 2, 3, 4) for gains in gain_sets(grades, 8)]
    broken = [g for g in sets if min(b - a for a, b in combinations(g, 2)) != min(b - a for a, b in pairwise(g))]
    return decided(broken, len(sets), "all gains to 8, c = 1 to 4")


@claim(
    "001/A5.1/index",
    "appendix §5.1, the line that ends in '=: −G'",
    "G is the least g(a_{i+1}) − g(a_i) over i = 1, …, c, over g(a_c)",
)
def index() -> Finding:
    gains, p = (0, 1, 5), Fraction(1, 5)
    without_first = Fraction(min(b - a for a, b in pairwise(gains[1:])), gains[-1])
    kept = p <= without_first / (1 + without_first)
    low, high = (0, 2, 2, 2), (1, 0, 0, 0)
    measure = "gRBP(p=1/5,gains={1:1,2:5})"
    turned = value(measure, low, 2) > value(measure, high, 2) and iv.order("rank-total").leq(low, high)
    remark = (
        "the proposition has g(a_i) − g(a_{i−1}): there is no a_{c+1}, and the gap from a₀ to a₁ would not "
        "count; gains 0, 1, 5 have G = 1/5, not 4/5, and p = 1/5 > 1/6 is too large"
    )
    shown = (f"gains {gains}, p = 1/5", low, high)
    return twice(
        kept and not ordinal(p, gains, 4),
        kept and turned,
        shown,
        remark,
        "the two runs: 5(1/5 + 1/25 + 1/125) = 31/25 against 1",
    )


@claim(
    "001/A5.1/inequality",
    "appendix §5.1, 'Therefore, (2) holds iff'",
    "the worst pair that differs first at rank k keeps its order iff p^(N−k+1) − (1 + G)p + G > 0",
)
def inequality() -> Finding:
    sets = ((0, 1), (0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 1, 2, 3))
    for gains, p, length in product(sets, (Fraction(k, 7) for k in range(1, 7)), range(1, 6)):
        gap, weight = smallest_gap(gains), [p**i for i in range(length)]
        for k in range(1, length + 1):
            kept = gap * weight[k - 1] - sum(weight[k:]) > 0
            if kept != (p ** (length - k + 1) - (1 + gap) * p + gap > 0) or (p <= gap / (gap + 1) and not kept):
                return decided((gains, p, length, k))
        if ordinal(p, gains, length) != (p**length - (1 + gap) * p + gap > 0):
            return decided((gains, p, length))
    return decided(None, len(sets), "five sets of gains, p = 1/7 to 6/7, N to 5, all k; k = 1 decides")


@claim("001/A5.1/sign", "appendix §5.1, 'strictly smaller than 0 since'", "−(1 + G)p + G < 0 if p < G/(G + 1)")
def sign() -> Finding:
    gap, p = Fraction(1), Fraction(1, 4)
    left = -(1 + gap) * p + gap
    signs = [
        (-(1 + gap) * p + gap < 0) == (p > gap / (gap + 1))
        for gap, p in product((Fraction(1, 3), gap), (p, Fraction(3, 4)))
    ]
    remark = "it is so for p > G/(G + 1), as the sentence before has it"
    return twice(
        left > 0 and p < gap / (gap + 1) and all(signs),
        all(ordinal(p, (0, 1), n) for n in (5, 50, 500)),
        ("G = 1, p = 1/4", str(left)),
        remark,
        "RBP with p = 1/4, which stays ordinal at N = 5, 50 and 500",
    )


@claim(
    "001/A5.1/strict",
    "appendix §5.1, 'and we proved that for p ≤'",
    "for p ≤ G/(G + 1), r ⪯ s implies gRBP(r) < gRBP(s)",
)
def strict() -> Finding:
    kept = []
    for gains, length in product(((0, 1), (0, 1, 2), (0, 1, 3)), range(1, 4)):
        gap, grades = smallest_gap(gains), len(gains) - 1
        measure = f"gRBP(p={gap / (gap + 1)},gains={{{','.join(f'{j}:{gains[j]}' for j in range(1, grades + 1))}}})"
        values = {run: value(measure, run, grades) for run in iv.RunSpace(length, grades)}
        pairs = [(r, s) for r, s in product(values, repeat=2) if iv.order("rank-total").leq(r, s)]
        kept += [(r, s) for r, s in pairs if not values[r] < values[s]]
    remark = "for r ≺ s (p = G/(G + 1), N to 3); a run and itself have equal values: ≤ is meant"
    return under(bool(kept) and all(r == s for r, s in kept), kept[0], remark)


@claim(
    "001/A5.1/beyond",
    "appendix §5.1, 'there exists N big enough'",
    "for p > G/(G + 1) some N has two runs whose order gRBP turns round",
)
def beyond() -> Finding:
    first = {}
    for gains in ((0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 2, 3)):
        gap = smallest_gap(gains)
        for more in (Fraction(1, 1000), Fraction(1, 10)):
            p = gap / (1 + gap) + more
            length = next(n for n in range(1, 60) if p**n - (1 + gap) * p + gap < 0)
            if on_scale(f"gRBP(p={p})", "rank-total", length, len(gains) - 1, gains) != "none":
                return decided((gains, p, length))
            first[gains, str(p)] = length
    return decided(None, first, "gains, p, and the first N at which it is so")


@claim(
    "001/A5.1/proposition-5",
    "appendix §5.1, 'for example N = 5'",
    "for N = 5, c = 2 gRBP with p = 1/3 is an interval scale only if g(a₂) = 2 g(a₁)",
)
def proposition_5() -> Finding:
    for gains in gain_sets(2, 8):
        measure = f"gRBP(p=1/3,gains={{1:{gains[1]},2:{gains[2]}}})"
        r, s = (value(measure, (grade, 0, 0, 0, 0), 2) for grade in (1, 2))
        interval = on_scale("gRBP(p=1/3)", "rank-total", 5, 2, gains) == "interval"
        if (s == 2 * r) != (gains[2] == 2 * gains[1]) or interval != (s == 2 * r):
            return decided(gains)
    return decided(
        None, len(gain_sets(2, 8)), "all gains to 8; such gains are a multiple of the indicator, K of any size"
    )
