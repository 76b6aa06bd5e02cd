"""Claims of §IV-B: runs of length 4, how measures order and space them, and Examples 9 and 10."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations
from math import sqrt

import intervale as iv
from intervale_papers.ferrante_2021.findings import CONDITIONAL, CONFIRMED, REFUTED, conditional, confirmed, evaluated
from intervale_papers.register import Finding, claim

SEVEN = ("P", "AP", "RR", "RBP(p=0.3)", "RBP(p=0.5)", "RBP(p=0.8)", "DCG(base=2)")
"""The measures of Figure 3."""
Run = tuple[int, ...]


def equally_spaced_at(measure: str, length: int) -> bool:
    return len(set(iv.interval_scale(measure, length=length).steps)) <= 1


def _comparable(first: Run, second: Run) -> bool:
    order = iv.order("rank-swap")
    return bool(order.leq(first, second) or order.leq(second, first))


@claim("004/4.2/hasse", "§IV-B, Figure 2", "the runs called comparable and not comparable at N = 4 are so")
def hasse() -> Finding:
    top = (1, 1, 1, 0)
    below = [iv.order("rank-swap").leq(run, top) for run in ((1, 1, 0, 1), (1, 1, 0, 0), (1, 0, 1, 1))]
    apart = [_comparable((1, 1, 0, 0), other) for other in ((1, 0, 1, 1), (0, 1, 1, 1))]
    return confirmed(all(below) and not any(apart), (below, apart))


@claim(
    "004/4.2/levels",
    "§IV-B, Figure 2",
    "runs on one level of the diagram are not comparable; those on different levels need not be",
)
def levels() -> Finding:
    poset = iv.poset("rank-swap", 4)
    pairs = list(combinations(poset.runs, 2))
    level = [(a, b) for a, b in pairs if poset.rank(a) == poset.rank(b)]
    other = [(a, b) for a, b in pairs if poset.rank(a) != poset.rank(b) and not _comparable(a, b)]
    return confirmed(bool(other) and not any(_comparable(a, b) for a, b in level), (len(level), other))


@claim(
    "004/4.2/agree", "§IV-B, on Figure 3", "the measures of Figure 3 agree on two runs only where these are comparable"
)
def agree() -> Finding:
    scales = [iv.interval_scale(measure, length=4) for measure in SEVEN]
    ranks = {run: [scale.rank_of(run) for scale in scales] for run in iv.RunSpace(4)}
    split = {
        (a, b): any(x < y for x, y in zip(ranks[a], ranks[b], strict=True))
        and any(x > y for x, y in zip(ranks[a], ranks[b], strict=True))
        for a, b in combinations(ranks, 2)
    }
    right = all(split[pair] != _comparable(*pair) for pair in split)
    more = ((0, 0, 1, 0), (0, 1, 0, 0))
    return confirmed(
        right and not split[more],
        more,
        "on all 110 comparable pairs, ties apart; the two chains named are not all of them: the witness is one more",
    )


@claim("004/4.2/tau-comparable", "§IV-B, on Kendall's tau", "on comparable runs the tau of two measures is 1")
def tau_comparable() -> Finding:
    chain = [(0, 0, 0, 0), (0, 0, 0, 1), (0, 0, 1, 0), (0, 0, 1, 1), (0, 1, 0, 1), (0, 1, 1, 0), (0, 1, 1, 1)]
    runs = {str(n): [run] for n, run in enumerate(chain)}
    strict, tied = iv.correlate(evaluated(runs, ["AP@4", "RBP(p=0.8)@4", "P@4", "RR@4"], [4])).pairs[::5]
    ordered = all(iv.order("rank-swap").leq(a, b) for a, b in combinations(chain, 2))
    right = ordered and strict.overall == 1 and tied.overall < 1
    return conditional(
        right, (chain, tied.a, tied.b, tied.overall), "without ties: P and RR tie runs that others tell apart"
    )


@claim(
    "004/4.2/equally-spaced",
    "§IV-B, Figure 3",
    "of P, R, AP, RR, RBP and DCG only P, R and RBP with p = 1/2 space runs equally",
)
def equally_spaced() -> Finding:
    even, uneven = ("P", "R", "RBP(p=0.5)"), ("AP", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)")
    for length in range(3, 11):
        for measure in (*even, *uneven):
            if equally_spaced_at(measure, length) != (measure in even):
                return Finding(REFUTED, (measure, length))
    small = [(measure, n) for n in (1, 2) for measure in uneven if equally_spaced_at(measure, n)]
    return Finding(CONDITIONAL, small, "from length 3 on; with one or two documents others do, too")


@claim(
    "004/4.2/symmetric",
    "§IV-B, on Figure 3",
    "the values of RBP and DCG are symmetric about the middle, those of AP and RR are not",
)
def symmetric() -> Finding:
    found = {}
    for measure in SEVEN:
        steps = iv.interval_scale(measure, length=4).steps
        found[measure] = steps == steps[::-1]
    return confirmed(all(holds != (measure in ("AP", "RR")) for measure, holds in found.items()), found)


@claim("004/4.2/footnote-8", "§IV-B, footnote 8", "with N = RB = 4 precision and recall have the same scores")
def footnote_8() -> Finding:
    runs = {str(n): [run] for n, run in enumerate(iv.RunSpace(4))}
    table = evaluated(runs, ["P@4", "R@4"], [4])
    return confirmed(all(len(set(table.means(run).values())) == 1 for run in runs), len(runs))


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
    return confirmed(right, best["0.8", 4], "the best run has 1 − p^N; lengths 1 to 30")


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


@claim("004/4.2/unused-rbp", "§IV-B", "RBP with p = 0.3 leaves half of its range empty, in the middle")
def unused_rbp() -> Finding:
    gaps = {}
    for length in (2, 3, 4, 10):
        scale = iv.interval_scale("RBP(p=0.3)", length=length)
        low, high = ((0,) + (1,) * (length - 1), (1,) + (0,) * (length - 1))
        gaps[length] = round(float(scale.value_of(high)) - float(scale.value_of(low)), 4)
    right = gaps == {2: 0.49, 3: 0.427, 4: 0.4081, 10: 0.4}
    return conditional(
        right, gaps, "at N = 2, where it is 0.49; at N = 4, which the figure shows, it is 0.41, from 0.292 to 0.7"
    )


@claim("004/4.2/toy-mean", "§IV-B, uniform variable on {0, 1, 2, 4, 13}", "its mean is 4, its median 2")
def toy_mean() -> Finding:
    toy = iv.read_scores({"X": [0, 1, 2, 4, 13]}, scale="ratio")
    found = [iv.meaningful(toy, f"{statistic}(X) = 0").sides[0] for statistic in ("mean", "median")]
    return confirmed(found == [4, 2], found)


@claim(
    "004/4.2/toy-neighbours",
    "§IV-B, on P[X ∈ (x − ε, x + ε)]",
    "for ε ≥ 1 it is larger around 0, 1, 2 than around 4, 13",
)
def toy_neighbours() -> Finding:
    toy = (0, 1, 2, 4, 13)
    around = {
        quarter: [sum(abs(x - y) < quarter / 4 for y in toy) for x in toy] for quarter in range(1, 80)
    }  # ε in quarters
    holds = [quarter / 4 for quarter, n in around.items() if min(n[:3]) > max(n[3:])]
    flat = [quarter / 4 for quarter, n in around.items() if len(set(n)) == 1]
    right = (min(holds), max(holds)) == (1.25, 3.0) and 1.0 in flat and min(x for x in flat if x > 2) == 13.25
    return conditional(
        right, around[4], "for 1 < ε ≤ 3: open intervals with ε = 1 hold one value each; beyond 13 all hold all"
    )


@claim(
    "004/4.2/calibrate",
    "§IV-B, law of large numbers",
    "only with equally spaced values is the mean the middle of the range",
)
def calibrate() -> Finding:
    found = {}
    for measure in SEVEN:
        values = [float(value) for value in iv.interval_scale(measure, length=4).values]
        found[measure] = abs(sum(values) / len(values) - (values[0] + values[-1]) / 2) < 1e-12
    right = [measure for measure, middle in found.items() if not middle] == ["AP", "RR"]
    return conditional(
        right, found, "it is for all symmetric values: also RBP with p = 0.3 and 0.8, and DCG; not AP and RR"
    )


@claim("004/4.2/example-9", "§IV-B, Example 9", "A has MRR 0.625 and mean rank 2.5, B 0.5 and 2: opposite findings")
def example_9() -> Finding:
    table = evaluated({"A": [(1, 0, 0, 0), (0, 0, 0, 1)], "B": [(0, 1, 0, 0)] * 2}, ["RR@4"], [1, 1])
    found = iv.meaningful(table, "mean(A) > mean(B)")
    ranks = {system: [1 / score for score in table.by_topic(system, "RR@4").values()] for system in "AB"}
    means = [sum(some) / 2 for some in ranks.values()]
    right = found.sides == (0.625, 0.5) and means == [2.5, 2] and found.meaningful.holds is False
    return confirmed(right, (found.sides, means), "and the comparison of mean RR is not meaningful")


TABLE_1 = {
    "A": [(1, 1, 1, 0), (1, 0, 0, 1)],
    "B": [(1, 1, 0, 1), (1, 0, 1, 0)],
    "C": [(0, 0, 1, 0), (0, 1, 0, 1)],
    "D": [(0, 0, 0, 1), (0, 1, 1, 0)],
}


@claim("004/4.2/table-1", "§IV-B, Table 1", "MAP is 0.5625, 0.5521, 0.1667 and 0.1771")
def table_1() -> Finding:
    table = evaluated(TABLE_1, ["AP@4"], [4, 4])
    means = {system: round(table.mean(system, "AP@4"), 4) for system in TABLE_1}
    return confirmed(means == {"A": 0.5625, "B": 0.5521, "C": 0.1667, "D": 0.1771}, means)


@claim(
    "004/4.2/example-10",
    "§IV-B, Example 10",
    "runs differ by one swap in the last two places; A beats B and D beats C, not meaningfully",
)
def example_10() -> Finding:
    swaps = [
        a[:2] == b[:2] and a[2:] == b[:1:-1]
        for one, two in ("AB", "CD")
        for a, b in zip(TABLE_1[one], TABLE_1[two], strict=True)
    ]
    table = evaluated(TABLE_1, ["AP@4"], [4, 4])
    said = [iv.meaningful(table, f"mean({a}) > mean({b})") for a, b in ("AB", "DC")]
    right = all(one.truth and one.meaningful.holds is False for one in said)
    return confirmed(all(swaps) and right, [one.sides for one in said])


@claim(
    "004/4.2/example-10-ranks",
    "§IV-B, Example 10, ranks 13, 14 and 10, 9",
    "AP sets ranks 13 and 14 much closer than 10 and 9",
)
def example_10_ranks() -> Finding:
    scale = iv.interval_scale("AP", length=4)
    best_first = scale.values[::-1]
    near, far = (best_first[a - 1] - best_first[b - 1] for a, b in ((13, 14), (9, 10)))
    runs = ((0, 0, 1, 0), (0, 0, 0, 1), (0, 1, 1, 0), (0, 1, 0, 1))
    right = [best_first.index(scale.value_of(run)) + 1 for run in runs] == [13, 14, 9, 10] and far == 2 * near
    return confirmed(right, (near, far), "counting from the best value, these are the runs of C and D; half as far")


@claim(
    "004/4.3/tau-formula",
    "§IV-C, formula of tau, T and U",
    "T and U are the numbers of ties in the first and the second ranking",
)
def tau_formula() -> Finding:
    grades = {"a": [(0, 0)], "b": [(0, 0)], "c": [(1, 0)]}
    ours = iv.correlate(evaluated(grades, ["P@2", "R@2"], [2])).pairs[0].overall
    agreeing, both = 2, 1
    one_only = agreeing / sqrt(agreeing * agreeing)
    all_ties = agreeing / sqrt((agreeing + both) * (agreeing + both))
    right = ours == one_only == 1 and all_ties < 1
    return conditional(
        right, (ours, all_ties), "pairs tied in one ranking only: a ranking with a tie has tau 1 with itself, not 2/3"
    )


@claim(
    "004/4.3/mixing",
    "§IV-C",
    "precision and recall have tau 1 on each topic, and less over means of topics with other recall bases",
)
def mixing() -> Finding:
    runs = {"A": [(1, 0), (0, 0)], "B": [(0, 0), (1, 1)], "C": [(0, 0), (1, 0)]}
    mixed, same = (iv.correlate(evaluated(runs, ["P@2", "R@2"], bases)).pairs[0] for bases in ([1, 4], [4, 4]))
    right = mixed.topics == same.topics == 1 and mixed.overall < 1 and same.overall == 1
    return confirmed(right, (mixed.overall, same.overall))
