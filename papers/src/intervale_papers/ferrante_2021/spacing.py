"""Claims of §IV-B on Figures 2 and 3: runs of length 4, how measures space them, parts left unused."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

import intervale as iv
from intervale_papers.findings import holds, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

SEVEN = ("P", "AP", "RR", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)")
"""The measures of Figure 3."""
Run = tuple[int, ...]


def equally_spaced_at(measure: str, length: int) -> bool:
    return len(set(iv.interval_scale(measure, length=length).steps)) <= 1


def comparable(first: Run, second: Run) -> bool:
    """Whether one of two runs is below the other by swaps and replacements."""
    order = iv.order("rank-swap")
    return bool(order.leq(first, second) or order.leq(second, first))


@claim("004/4.2/hasse", "§IV-B, Figure 2", "the runs called comparable and not comparable at N = 4 are so")
def hasse() -> Finding:
    top = (1, 1, 1, 0)
    below = [iv.order("rank-swap").leq(run, top) for run in ((1, 1, 0, 1), (1, 1, 0, 0), (1, 0, 1, 1))]
    apart = [comparable((1, 1, 0, 0), other) for other in ((1, 0, 1, 1), (0, 1, 1, 1))]
    return holds(
        all(below) and not any(apart),
        f"(1, 1, 0, 1), (1, 1, 0, 0) and (1, 0, 1, 1) below {worded(top)}; (1, 1, 0, 0) not comparable with "
        "(1, 0, 1, 1) and (0, 1, 1, 1)",
    )


@claim(
    "004/4.2/levels",
    "§IV-B, Figure 2",
    "runs on one level of the diagram are not comparable; those on different levels need not be",
)
def levels() -> Finding:
    poset = iv.poset("rank-swap", 4)
    pairs = list(combinations(poset.runs, 2))
    level = [(a, b) for a, b in pairs if poset.rank(a) == poset.rank(b)]
    other = [(a, b) for a, b in pairs if poset.rank(a) != poset.rank(b) and not comparable(a, b)]
    return holds(
        other and level and not any(comparable(a, b) for a, b in level),
        f"{cases(len(level), 'pair')} on one level; {len(other)} more that are not comparable, such as "
        f"{listed(other[0] if other else [])}",
    )


@claim(
    "004/4.2/equally-spaced",
    "§IV-B, Figure 3",
    "of P, R, AP, RR, RBP and DCG only P, R and RBP with p = 1/2 space the runs of length 4 equally",
)
def equally_spaced() -> Finding:
    even, uneven = ("P", "R", "RBP(p=0.5)"), ("AP", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)")
    found = {(m, n): equally_spaced_at(m, n) for n in range(1, 11) for m in (*even, *uneven)}
    right = all(found[m, n] == (m in even) for n in range(3, 11) for m in (*even, *uneven))
    small = [m for m in uneven if found[m, 2]]
    return holds(
        right,
        f"{listed(even)} equally spaced at N = 4, {listed(uneven)} not",
        f"so at all lengths from 3 to 10; with two documents also {listed(small)}, with one all",
    )


@claim(
    "004/4.2/symmetric",
    "§IV-B, on Figure 3",
    "the values of RBP and DCG are symmetric about the middle, those of AP and RR are not",
)
def symmetric() -> Finding:
    steps = {measure: iv.interval_scale(measure, length=4).steps for measure in SEVEN}
    even = [measure for measure, some in steps.items() if some == some[::-1]]
    return holds(
        even == [measure for measure in SEVEN if measure not in ("AP", "RR")], f"symmetric at N = 4: {listed(even)}"
    )


@claim(
    "004/4.2/rbp-range",
    "§IV-B",
    "RBP falls short of 1 on runs of limited length, the more the larger p and the shorter the run",
)
def rbp_range() -> Finding:
    best = {
        (p, n): iv.interval_scale(f"RBP(p={p})", length=n).extremes[1]
        for p in ("0.3", "0.5", "0.8")
        for n in range(1, 31)
    }
    right = all(value == 1 - Fraction(p) ** n for (p, n), value in best.items())
    return holds(
        right,
        f"the best run of length 4 has {worded(best['0.8', 4])} with p = 0.8",
        "the best run has 1 − p^N; p = 0.3, 0.5 and 0.8, lengths 1 to 30",
    )


@claim("004/4.2/unused-rr", "§IV-B, Figure 3", "RR leaves one half of its range unused, at the top")
def unused_rr() -> Finding:
    gaps = {iv.interval_scale("RR", length=length).steps[-1] for length in range(2, 31)}
    return holds(gaps == {Fraction(1, 2)}, "nothing between 1/2 and 1 at N = 4", "and at all lengths from 2 to 30")


@claim("004/4.2/unused-ap", "§IV-B, Figure 3", "AP leaves one quarter of its range unused, at the top")
def unused_ap() -> Finding:
    gaps = {}
    for length in (4, 10, 16):
        scale = iv.interval_scale("AP", length=length)
        low, high = scale.neighbours_of((1,) * length)[0], scale.value_of((1,) * length)
        gaps[length] = (high - low) / high  # type: ignore[operator]
    return holds(
        gaps == {n: Fraction(1, n) for n in gaps},
        "nothing between 3/4 and 1 at N = 4, the length of the figure",
        "the gap is 1/N of the range: at N = 10 it is a tenth, at N = 16 a sixteenth",
    )


@claim(
    "004/4.2/unused-rbp",
    "§IV-B, Figure 3, RBP with p = 0.3",
    "RBP with p = 0.3 leaves half of its range empty, in the middle",
    erratum=Erratum(
        "RBP with  $p = 0.3$  leaves half of its range empty",
        "RBP with p = 0.3 leaves 41% of its range empty",
        "nothing else: the gap is in the middle and the largest of all",
    ),
)
def unused_rbp() -> Finding:
    gaps = {}
    for length in (2, 4, 10, 30):
        scale = iv.interval_scale("RBP(p=0.3)", length=length)
        low, high = (scale.value_of(run) for run in ((0,) + (1,) * (length - 1), (1,) + (0,) * (length - 1)))
        gaps[length] = float(low), float(high)
    size = {n: round(high - low, 2) for n, (low, high) in gaps.items()}
    return wrong(
        Kind.NUMBER,
        size == {2: 0.49, 4: 0.41, 10: 0.4, 30: 0.4},
        f"at N = 4, the length of the figure, nothing between {gaps[4][0]:.4f} and {gaps[4][1]:.4f}: {size[4]} of 1",
        "the gap is 0.4 + 0.3^N, near to a half at N = 2 only, where it is 0.49; 'roughly' in the same sentence is "
        "said of the quartiles that the gap corresponds to, not of the half",
    )
