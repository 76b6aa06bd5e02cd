"""Claims in the proofs about gRBP under the total order: the appendix, §5.1."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations, pairwise, product

import intervale as iv
from intervale_papers.ferrante_2019.findings import SMALL, Run, gain_sets, on_scale, proportional, value
from intervale_papers.ferrante_2019.rank_total import ordinal, smallest_gap
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed

FEW_GAINS = ((0, 1), (0, 1, 2), (0, 1, 3), (0, 2, 3), (0, 1, 2, 3))


def _named(p: Fraction, gains: Sequence[int]) -> str:
    """gRBP with these gains, as intervale writes it."""
    return f"gRBP(p={p},gains={{{','.join(f'{j}:{gain}' for j, gain in enumerate(gains) if j)}}})"


def _grbp(p: Fraction, run: Run, gains: Sequence[int]) -> Fraction:
    """gRBP as §4.2.2 of the paper writes it."""
    return (1 - p) / gains[-1] * sum(p**i * gains[grade] for i, grade in enumerate(run))


# ---------------------------------------------------------------- Proposition 4


@claim(
    "001/A5.1/ends",
    "appendix §5.1, 'for p ∈ {0, 1}'",
    "for p = 0 and p = 1 gRBP is 0 for every run",
    erratum=Erratum(
        printed="for p ∈ {0, 1}, gRBP_p is constantly equal to 0",
        reads="for p = 1 gRBP_p is constantly equal to 0, and for p = 0 it depends on the first document only",
        depends="nothing else: p ∈ (0, 1) is assumed",
    ),
)
def ends() -> Finding:
    runs = [tuple(run) for run in iv.RunSpace(3)]
    at_one = {_grbp(Fraction(1), run, (0, 1)) for run in runs}
    at_zero = all(_grbp(Fraction(0), run, (0, 1)) == run[0] for run in runs)
    near = [value(f"gRBP(p=1/{10**k})", (1, 0)) for k in (3, 6, 9)]
    return wrong(
        Kind.FALSE,
        at_one == {0} and at_zero,
        "with p = 0, (1, 0) has the value 1 · (1 + 0 · 0) = 1",
        "right for p = 1; for p = 0 the first document has the weight 0⁰ = 1",
        second=[1 - x for x in near] == [Fraction(1, 10**k) for k in (3, 6, 9)],
        again="the limit: (1, 0) has 0.999 with p = 0.001, 0.999999 with p = 0.000001",
    )


def _extremes(r: Run, s: Run, grades: int) -> tuple[int, Run, Run]:
    """The first rank where r ≺ s differ, r with the best end from there on, s with the worst."""
    k = next(i for i in range(len(r)) if r[i] != s[i]) + 1
    return k, (*r[:k], *(grades,) * (len(r) - k)), (*s[:k], *(0,) * (len(s) - k))


def _ordered_pairs(largest: int) -> Iterator[tuple[int, list[Run]]]:
    """The top grade and the runs in order, of each space of at most so many runs."""
    for length, grades in SMALL:
        if (grades + 1) ** length <= largest:
            yield grades, [tuple(run) for run in iv.RunSpace(length, grades)]


@claim(
    "001/A5.1/extremes",
    "appendix §5.1, 'r̂ ⪯ r̄ ≺ s̄ ⪯ ŝ'",
    "with the best end after the first difference for r and the worst for s, r ⪯ r̄ ≺ s̄ ⪯ s, and gRBP does not fall "
    "from r to r̄ and from s̄ to s",
)
def extremes() -> Finding:
    order, number, right = iv.order("rank-total"), 0, True
    for grades, runs in _ordered_pairs(32):
        values = {run: value("gRBP(p=4/5)", run, grades) for run in runs}
        for r, s in combinations(runs, 2):
            number += 1
            _, high, low = _extremes(r, s, grades)
            placed = order.leq(r, high) and order.leq(high, low) and high != low and order.leq(low, s)
            right = right and placed and values[r] <= values[high] and values[low] <= values[s]
    return holds(right, f"{cases(number, 'pair of runs')} of spaces of up to 32 runs, p = 4/5")


@claim(
    "001/A5.1/difference",
    "appendix §5.1, the difference before (2)",
    "gRBP(r̄) − gRBP(s̄) = (1 − p)/g(a_c) · ((g(a_i) − g(a_j)) p^(k−1) + Σ_{n>k} g(a_c) p^(n−1))",
)
def difference() -> Finding:
    number, right, p = 0, True, Fraction(2, 5)
    for grades, runs in _ordered_pairs(27):
        gains = (0, 1, 3, 4, 7)[: grades + 1]
        values = {run: value(_named(p, gains), run, grades) for run in runs}
        for r, s in combinations(runs, 2):
            number += 1
            k, high, low = _extremes(r, s, grades)
            rest = sum(gains[-1] * p ** (n - 1) for n in range(k + 1, len(r) + 1))
            printed = (1 - p) / gains[-1] * ((gains[r[k - 1]] - gains[s[k - 1]]) * p ** (k - 1) + rest)
            right = right and values[high] - values[low] == printed
    return holds(right, f"{cases(number, 'pair of runs')} of spaces of up to 27 runs, p = 2/5, gains 0, 1, 3, 4, 7")


@claim(
    "001/A5.1/gap",
    "appendix §5.1, 'we can maximize'",
    "the smallest difference of two gains is one of neighbouring degrees",
)
def smallest_is_neighbouring() -> Finding:
    sets = [gains for grades in (1, 2, 3, 4) for gains in gain_sets(grades, 8)]
    right = all(min(b - a for a, b in combinations(g, 2)) == min(b - a for a, b in pairwise(g)) for g in sets)
    return holds(right, f"{cases(len(sets), 'set')} of gains to 8, c = 1 to 4")


@claim(
    "001/A5.1/index",
    "appendix §5.1, the line that ends in '=: −G'",
    "G is the least (g(a_{i+1}) − g(a_i))/g(a_c) over i = 1, …, c",
    erratum=Erratum(
        printed="min over i ∈ {1,…,c} of (g(a_{i+1}) − g(a_i))/g(a_c)",
        reads="min over i ∈ {1,…,c} of (g(a_i) − g(a_{i−1}))/g(a_c)",
        depends="the rest of the proof, which uses the G of the proposition and stands",
    ),
)
def index() -> Finding:
    gains, p = (0, 1, 5), Fraction(1, 5)
    without_first = Fraction(min(b - a for a, b in pairwise(gains[1:])), gains[-1])
    low, high = (0, 2, 2, 2), (1, 0, 0, 0)
    reversed_ = value(_named(p, gains), low, 2) > value(_named(p, gains), high, 2) and iv.order("rank-total").leq(
        low, high
    )
    allowed = p <= without_first / (1 + without_first)
    return wrong(
        Kind.MISPRINT,
        allowed and not ordinal(p, gains, 4),
        "gains 0, 1, 5 have G = 1/5, and not 4/5, by which p = 1/5 would do; it reverses (0, 2, 2, 2) ≺ (1, 0, 0, 0)",
        "there is no a_{c+1}, and the gap from a₀ to a₁ would not count; the proposition has g(a_i) − g(a_{i−1})",
        second=allowed and reversed_,
        again="the values of the two runs up to a factor: 5(1/5 + 1/25 + 1/125) = 31/25 against 1",
    )


@claim(
    "001/A5.1/inequality",
    "appendix §5.1, 'Therefore, (2) holds iff'",
    "(2) holds iff p^(N−k+1) − (1 + G)p + G > 0, and it does if p ≤ G/(G + 1)",
)
def inequality() -> Finding:
    number, right = 0, True
    for gains, p, length in product(FEW_GAINS, (Fraction(k, 7) for k in range(1, 7)), range(1, 6)):
        gap, weight = smallest_gap(gains), [p**i for i in range(length)]
        for k in range(1, length + 1):
            number += 1
            kept = gap * weight[k - 1] - sum(weight[k:]) > 0
            right = right and kept == (p ** (length - k + 1) - (1 + gap) * p + gap > 0)
            right = right and (kept or p > gap / (gap + 1))
    scales = all(
        ordinal(p, gains, 3) == (p**3 - (1 + smallest_gap(gains)) * p + smallest_gap(gains) > 0)
        for gains, p in product(FEW_GAINS, (Fraction(2, 7), Fraction(3, 7), Fraction(4, 7)))
    )
    remark = "p = 1/7 to 6/7, N to 5, five sets of gains; k = 1 decides, as the scale of gRBP at N = 3 confirms"
    return holds(right and scales, cases(number, "case of p, N, k and gains"), remark)


@claim(
    "001/A5.1/sign",
    "appendix §5.1, 'strictly smaller than 0 since'",
    "−(1 + G)p + G < 0 if p < G/(G + 1)",
    erratum=Erratum(
        printed="since -(1+G)p+G < 0 if p < G/(G+1)",
        reads="since -(1+G)p+G < 0 if p > G/(G+1)",
        depends="the sentence before, which has p > G/(G+1) and stands",
        symbol=True,
    ),
)
def sign() -> Finding:
    gaps, ps = [Fraction(1, k) for k in (1, 2, 3)], [Fraction(k, 20) for k in range(1, 20)]
    negative = [(gap, p) for gap, p in product(gaps, ps) if -(1 + gap) * p + gap < 0]
    larger = [(gap, p) for gap, p in product(gaps, ps) if p > gap / (gap + 1)]
    return wrong(
        Kind.MISPRINT,
        negative == larger,
        f"G = 1, p = 1/4: −1/2 + 1 = 1/2; of {len(gaps) * len(ps)} pairs of G and p, the {len(negative)} negative "
        "ones have p > G/(G + 1)",
        "the inequality is the wrong way round",
        second=all(ordinal(Fraction(1, 4), (0, 1), n) for n in (5, 50, 500)),
        again="RBP with p = 1/4, which is ordinal at N = 5, 50 and 500",
    )


@claim(
    "001/A5.1/beyond",
    "appendix §5.1, 'there exists N big enough'",
    "for p > G/(G + 1) there is an N at which gRBP reverses the order of two runs",
)
def beyond() -> Finding:
    first, right = {}, True
    for gains in ((0, 1), (0, 1, 2), (0, 1, 3), (0, 1, 2, 3)):
        gap = smallest_gap(gains)
        for more in (Fraction(1, 1000), Fraction(1, 10)):
            p = gap / (1 + gap) + more
            length = next(n for n in range(1, 60) if p**n - (1 + gap) * p + gap < 0)
            right = right and on_scale(f"gRBP(p={p})", "rank-total", length, len(gains) - 1, gains) == "none"
            first[gains, p] = length
    close = [
        length for (gains, p), length in first.items() if p - smallest_gap(gains) / (1 + smallest_gap(gains)) < 0.01
    ]
    shown = {
        gains: first[gains, smallest_gap(gains) / (1 + smallest_gap(gains)) + Fraction(1, 10)] for gains, _ in first
    }
    words = listed(f"N = {length} with gains {gains}" for gains, length in shown.items())
    return holds(
        right,
        f"p = G/(G + 1) + 0.1: from {words}",
        f"with 0.001 in place of 0.1 from N = {min(close)} to {max(close)} on",
    )


@claim(
    "001/A5.1/iff",
    "appendix §5.1, 'let us prove that' and 'Therefore, we proved that'",
    "gRBP(r̄) < gRBP(s̄) iff p ≤ G/(G + 1)",
)
def iff() -> Finding:
    single = _grbp(Fraction(3, 5), (0, 1), (0, 1)) < _grbp(Fraction(3, 5), (1, 0), (0, 1))
    ps = [Fraction(k, 40) for k in range(1, 40)]
    together = all(
        all(smallest_gap(gains) * (1 - p) > p - p**n for n in range(1, 80))
        == (p <= smallest_gap(gains) / (1 + smallest_gap(gains)))
        for gains, p in product(FEW_GAINS, ps)
    )
    remark = (
        "for all N and all such pairs together, as the proof has it in its first line; a single pair may keep its "
        "order with a larger p"
    )
    return under(single and together, "(0, 1) and (1, 0) with p = 3/5 > 1/2: 0.24 < 0.4", remark)


@claim(
    "001/A5.1/strict",
    "appendix §5.1, 'and we proved that for p ≤'",
    "for p ≤ G/(G + 1), r ⪯ s implies gRBP(r) < gRBP(s)",
    erratum=Erratum(
        printed="r̂ ⪯ ŝ ⇒ gRBP_p(r̂) < gRBP_p(ŝ)",
        reads="r̂ ⪯ ŝ ⇒ gRBP_p(r̂) ≤ gRBP_p(ŝ)",
        depends="Proposition 4, which stands",
        symbol=True,
    ),
)
def strict() -> Finding:
    number, equal, falling = 0, 0, 0
    for gains, length in product(((0, 1), (0, 1, 2), (0, 1, 3)), range(1, 4)):
        gap, grades = smallest_gap(gains), len(gains) - 1
        values = {tuple(r): value(_named(gap / (gap + 1), gains), r, grades) for r in iv.RunSpace(length, grades)}
        pairs = [(r, s) for r, s in product(values, repeat=2) if iv.order("rank-total").leq(r, s)]
        number += len(pairs)
        equal += sum(r == s and values[r] == values[s] for r, s in pairs)
        falling += sum(r != s and values[r] >= values[s] for r, s in pairs)
    return wrong(
        Kind.MISPRINT,
        equal and not falling,
        f"of {number:,} pairs r ⪯ s, the {equal} of a run and itself have equal values, all others rise",
        "≤ is meant: the same sentence has gRBP(r) = gRBP(s) for r = s",
    )


# ---------------------------------------------------------------- Proposition 5


@claim(
    "001/A5.1/constant",
    "appendix §5.1, Proposition 5",
    "where g(a_j) ≠ K δ_a(a_j) for at least one j, with K > 0, gRBP with p = 1/(c + 1) is no interval scale",
)
def constant() -> Finding:
    sets = [gains for grades in (2, 3) for gains in gain_sets(grades, 6)]
    interval = {gains: _is_interval(gains, 2) for gains in sets}
    right = all(interval[gains] == proportional(gains) for gains in sets) and interval[0, 2, 4]
    remark = "read as: for every K > 0 there is such a j; that there is one for some K is not enough"
    witness = f"{cases(len(sets), 'set')} of gains to 6; 0, 2, 4 differ from K j with K = 1, and are an interval scale"
    return under(right, witness, remark)


def _is_interval(gains: tuple[int, ...], length: int) -> bool:
    return on_scale(f"gRBP(p=1/{len(gains)})", "rank-total", length, len(gains) - 1, gains) == "interval"


@claim(
    "001/A5.1/formula",
    "appendix §5.1, proof of Proposition 5, first formula",
    "gRBP with p = 1/(c + 1) is c/g(a_c) Σ g(r[i]) (c + 1)^(−i)",
)
def formula() -> Finding:
    number, right = 0, True
    for grades, runs in _ordered_pairs(81):
        gains = (0, 1, 3, 4, 7)[: grades + 1]
        for run in runs:
            number += 1
            total = sum(Fraction(gains[x], (grades + 1) ** i) for i, x in enumerate(run, start=1))
            right = (
                right
                and value(_named(Fraction(1, grades + 1), gains), run, grades) == Fraction(grades, gains[-1]) * total
            )
    return holds(right, f"{cases(number, 'run')} of spaces of up to 81 runs, gains 0, 1, 3, 4, 7")


@claim(
    "001/A5.1/proposition-5",
    "appendix §5.1, 'for example N = 5'",
    "for N = 5, c = 2 gRBP with p = 1/3 is an interval scale only if g(a₂) = 2 g(a₁)",
)
def proposition_5() -> Finding:
    sets, right = gain_sets(2, 4), True
    for gains in sets:
        r, s = (value(_named(Fraction(1, 3), gains), (grade, 0, 0, 0, 0), 2) for grade in (1, 2))
        right = right and (s == 2 * r) == (gains[2] == 2 * gains[1]) == _is_interval(gains, 5)
    return holds(right, f"{cases(len(sets), 'set')} of gains to 4")


@claim(
    "001/A5.1/indicator",
    "appendix §5.1, 'that is only if the gain function'",
    "g(a₂) = 2 g(a₁) only if the gain function is the indicator function",
    erratum=Erratum(
        printed="that is only if the gain function is the indicator function",
        reads="that is only if the gain function is a multiple of the indicator function",
        depends="nothing else: the next sentence has g(a_j) = Kj",
    ),
)
def indicator() -> Finding:
    double = [gains for gains in gain_sets(2, 10) if gains[2] == 2 * gains[1]]
    others = [gains for gains in double if gains != (0, 1, 2)]
    return wrong(
        Kind.MISPRINT,
        others and all(proportional(gains) for gains in double) and _is_interval((0, 5, 10), 2),
        f"gains 0, 5, 10; of gains to 10 for c = 2, {len(double)} have g(a₂) = 2 g(a₁), and one is the indicator "
        "function",
        "a multiple of it is meant, as in the next sentence",
    )


@claim(
    "001/A5.1/every",
    "appendix §5.1, 'For every c ≥ 1 and for every N'",
    "for every c and N gRBP with p = 1/(c + 1) is an interval scale only when g(a_j) = K j",
)
def every() -> Finding:
    chosen = [(gains, n) for c in (1, 2, 3) for gains in gain_sets(c, 5) for n in (1, 2, 3)]
    right = all(_is_interval(gains, n) == proportional(gains) for gains, n in chosen)
    return holds(
        right, f"{cases(len(chosen), 'case')} of gains to 5, c = 1 to 3, N = 1 to 3", "for c = 1 all gains are K j"
    )
