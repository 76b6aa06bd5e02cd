"""Claims of §IV-B and §IV-C on means and correlations: a toy variable, Examples 9 and 10, Kendall's tau."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import permutations, product
from math import sqrt

import intervale as iv
from intervale_papers.ferrante_2021.judged import evaluated
from intervale_papers.ferrante_2021.spacing import SEVEN, equally_spaced_at
from intervale_papers.findings import holds, under, wrong
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases, listed, worded

TOY = tuple(map(Fraction, (0, 1, 2, 4, 13)))
TABLE_1 = {
    "A": [(1, 1, 1, 0), (1, 0, 0, 1)],
    "B": [(1, 1, 0, 1), (1, 0, 1, 0)],
    "C": [(0, 0, 1, 0), (0, 1, 0, 1)],
    "D": [(0, 0, 0, 1), (0, 1, 1, 0)],
}


@claim("004/4.2/toy-mean", "§IV-B, uniform variable on {0, 1, 2, 4, 13}", "its mean is 4, its median 2")
def toy_mean() -> Finding:
    toy = iv.read_scores({"X": [float(x) for x in TOY]}, scale="ratio")
    found = [iv.meaningful(toy, f"{statistic}(X) = 0").sides[0] for statistic in ("mean", "median")]
    return holds(found == [4, 2], f"mean {found[0]:g}, median {found[1]:g}")


def _around(radius: Fraction, values: Sequence[Fraction] = TOY) -> list[int]:
    """How many values the open interval of a radius around each value holds."""
    return [sum(abs(x - y) < radius for y in values) for x in values]


def _denser_below(counts: list[int]) -> bool:
    """More around each of the first three values than around each of the last two."""
    return min(counts[:3]) > max(counts[3:])


@claim(
    "004/4.2/toy-neighbours",
    "§IV-B, 'it happens for ε ≥ 1'",
    "for ε ≥ 1, P[X ∈ (x − ε, x + ε)] is larger around 0, 1, 2 than around 4, 13",
)
def toy_neighbours() -> Finding:
    radii = [Fraction(n, 4) for n in range(1, 80)]
    closed = {radius: [sum(abs(x - y) <= radius for y in TOY) for x in TOY] for radius in radii}
    denser = [radius for radius, counts in closed.items() if _denser_below(counts)]
    return under(
        set(_around(Fraction(1))) == {1} and denser == [radius for radius in radii if 1 <= radius < 3],
        f"with ε = 1 the open intervals hold one value each, the closed ones {listed(closed[Fraction(1)])}; with ε = 3 "
        f"these hold {listed(closed[Fraction(3)])}",
        "with closed intervals, by 'an error of at most' in the same paragraph, and ε below 3, from where on as many "
        "values lie around 4 as around 0; ε in quarters",
    )


@claim(
    "004/4.2/toy-error",
    "§IV-B, 'with an error of at most 2ε'",
    "P[X ∈ (x − ε, x + ε)] is the probability that X is x with an error of at most 2ε",
    erratum=Erratum(
        r"with an error of at most  $2\varepsilon$",
        "with an error of less than ε",
        "nothing else: the formula is what is used",
        symbol=True,
    ),
)
def toy_error() -> Finding:
    one = Fraction(1)
    within = [sum(abs(x - y) <= 2 * one for y in TOY) for x in TOY]
    return wrong(
        Kind.MISPRINT,
        _around(one) != within,
        f"ε = 1: the intervals hold {listed(_around(one))} values; within 2 of 0, 1, 2, 4 and 13 are {listed(within)}",
        "2ε is the length of the interval; the error is less than ε, or at most ε where the interval is closed",
    )


@claim(
    "004/4.2/toy-scaled",
    "§IV-B, 'a suitable modification'",
    "some variable shows this for any ε set in advance",
)
def toy_scaled() -> Finding:
    radii = [Fraction(10) ** n for n in range(-6, 4)]
    found = [_denser_below(_around(radius, [x * radius / 2 for x in TOY])) for radius in radii]
    return holds(
        all(found),
        f"{len(found)} values of ε from 1,000 down to one millionth",
        "with the values multiplied by ε/2",
    )


@claim(
    "004/4.2/calibrate",
    "§IV-B, law of large numbers",
    "means of equally spaced values converge to the middle of the range; with other values this is not possible",
)
def calibrate() -> Finding:
    middle, symmetric = [], []
    for measure in SEVEN:
        values = [float(value) for value in iv.interval_scale(measure, length=4).values]
        ends = values[0] + values[-1]
        middle += [measure] if abs(sum(values) / len(values) - ends / 2) < 1e-12 else []
        mirrored = zip(values, reversed(values), strict=True)
        symmetric += [measure] if all(abs(low + high - ends) < 1e-12 for low, high in mirrored) else []
    uneven = [measure for measure in middle if not equally_spaced_at(measure, 4)]
    lost = [measure for measure in SEVEN if measure not in middle]
    return under(
        symmetric == middle and lost and uneven == ["RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)"],
        f"at N = 4 the values of {listed(uneven)} are not equally spaced, and their means are the middle",
        f"for measures whose values are not symmetric about the middle of the range: {listed(lost)} of the "
        f"{len(SEVEN)} looked at, and their means are not the middle",
    )


@claim("004/4.2/example-9", "§IV-B, Example 9", "A has MRR 0.625 and mean rank 2.5, B 0.5 and 2: opposite findings")
def example_9() -> Finding:
    table = evaluated({"A": [(1, 0, 0, 0), (0, 0, 0, 1)], "B": [(0, 1, 0, 0)] * 2}, ["RR@4"], [1, 1])
    found = iv.meaningful(table, "mean(A) > mean(B)")
    ranks = {system: [1 / score for score in table.by_topic(system, "RR@4").values()] for system in "AB"}
    means = [sum(some) / 2 for some in ranks.values()]
    return holds(
        found.sides == (0.625, 0.5) and means == [2.5, 2] and found.meaningful.holds is False,
        f"MRR {listed(found.sides)}, mean ranks {listed(means)}",
        "and the comparison of mean RR is not meaningful",
    )


@claim("004/4.2/table-1", "§IV-B, Table 1", "MAP is 0.5625, 0.5521, 0.1667 and 0.1771")
def table_1() -> Finding:
    table = evaluated(TABLE_1, ["AP@4"], [4, 4])
    means = [round(table.mean(system, "AP@4"), 4) for system in TABLE_1]
    return holds(means == [0.5625, 0.5521, 0.1667, 0.1771], f"MAP {listed(means)}", "with recall base 4")


@claim(
    "004/4.2/example-10",
    "§IV-B, Example 10",
    "runs differ by one swap in the last two places; A beats B and D beats C, not meaningfully",
)
def example_10() -> Finding:
    swaps = [
        a[:2] == b[:2] and a[2:] == b[:1:-1] and a != b
        for one, two in ("AB", "CD")
        for a, b in zip(TABLE_1[one], TABLE_1[two], strict=True)
    ]
    table = evaluated(TABLE_1, ["AP@4"], [4, 4])
    said = [iv.meaningful(table, f"mean({a}) > mean({b})") for a, b in ("AB", "DC")]
    return holds(
        all(swaps) and all(one.truth and one.meaningful.holds is False for one in said),
        "; ".join(f"{one.sides[0]:.4f} > {one.sides[1]:.4f}" for one in said),
        f"{cases(len(swaps), 'swap')}; each comparison is reversed by some increasing function",
    )


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
    return holds(
        [best_first.index(scale.value_of(run)) + 1 for run in runs] == [13, 14, 9, 10] and far == 2 * near,
        f"RB · AP differs by {worded(near)} between ranks 13 and 14, by {worded(far)} between 9 and 10",
        "counting from the best value, these are the runs of C and D; half as far",
    )


def _pairs(first: Sequence[int], second: Sequence[int]) -> tuple[int, int, int, int, int]:
    """Concordant and discordant pairs, those tied in one ranking only, and in both."""
    signs = [(_sign(first[i] - first[j]), _sign(second[i] - second[j])) for j in range(len(first)) for i in range(j)]
    return (
        sum(a * b > 0 for a, b in signs),
        sum(a * b < 0 for a, b in signs),
        sum(a == 0 != b for a, b in signs),
        sum(b == 0 != a for a, b in signs),
        sum(a == b == 0 for a, b in signs),
    )


def _sign(x: int) -> int:
    return int(x > 0) - int(x < 0)


@claim(
    "004/4.3/tau-formula",
    "§IV-C, formula of tau, T and U",
    "T and U are the numbers of ties in the first and the second ranking",
)
def tau_formula() -> Finding:
    up, _, _, _, both = _pairs((0, 0, 1), (0, 0, 1))
    one_only, all_ties = up / sqrt(up * up), up / sqrt((up + both) * (up + both))
    ours = iv.correlate(evaluated({"a": [(0, 0)], "b": [(0, 0)], "c": [(1, 0)]}, ["P@2", "R@2"], [2])).pairs[0].overall
    return under(
        ours == one_only == 1 and all_ties < 1,
        f"the ranking 0, 0, 1 has tau {all_ties:.4f} with itself if its tie counts in T and U, and 1 if not",
        "counting pairs that are tied in that ranking only",
    )


@claim("004/4.3/tau-zero", "§IV-C, τ = 0", "tau = 0 means that half of the pairs are concordant and half discordant")
def tau_zero() -> Finding:
    strict, weak = list(permutations(range(4))), list(product(range(3), repeat=4))
    half = [_pairs(a, b)[:2] for a in strict for b in strict if _pairs(a, b)[0] == _pairs(a, b)[1]]
    tied = [one for one in (_pairs(a, b) for a in weak for b in weak) if one[0] == one[1] > 0 and any(one[2:])]
    up, down, *_ = _pairs((0, 1, 2), (0, 1, 0))
    return under(
        set(half) == {(3, 3)} and tied and up == down == 1,
        "0, 1, 2 and 0, 1, 0 have tau 0 with one pair concordant, one discordant, one tied; without ties all "
        f"{len(half)} pairs of rankings of four with tau 0 have 3 and 3",
        "without ties; with ties τ = 0 means as many concordant as discordant pairs",
    )


@claim(
    "004/4.3/tau-ends",
    "§IV-C, τ = 1 and τ = −1",
    "tau is 1 for rankings in the same order and −1 for those in opposite order, and lies between",
)
def tau_ends() -> Finding:
    rankings = [some for some in product(range(3), repeat=4) if len(set(some)) > 1]
    seen = 0
    for a in rankings:
        for b in rankings:
            up, down, one, two, _ = _pairs(a, b)
            tau = (up - down) / sqrt((up + down + one) * (up + down + two))
            same, opposite = (down, one, two) == (0, 0, 0), (up, one, two) == (0, 0, 0)
            if (tau >= 1 - 1e-12) != same or (tau <= -1 + 1e-12) != opposite or abs(tau) > 1 + 1e-12:
                return holds(False, f"{worded(a)} and {worded(b)}")
            seen += 1
    return holds(True, f"{seen:,} pairs of rankings of four by three places", "rankings that are all ties apart")


@claim(
    "004/4.3/celsius",
    "§IV-C, Celsius and Fahrenheit",
    "two matrices of the same temperatures have tau 1 row by row and after averaging rows",
)
def celsius() -> Finding:
    rows = list(product((0, 5, 30), repeat=2))
    seen, right = 0, True
    for first in rows:
        for second in rows:
            cold = [sum(pair) for pair in zip(first, second, strict=True)]
            warm = [sum(Fraction(9, 5) * c + 32 for c in pair) for pair in zip(first, second, strict=True)]
            right = (
                right and (cold[0] < cold[1]) == (warm[0] < warm[1]) and (cold[0] == cold[1]) == (warm[0] == warm[1])
            )
            seen += 1
    return holds(right, f"{seen} matrices of two days and two cities")


@claim(
    "004/4.3/mixing",
    "§IV-C",
    "precision and recall have tau 1 on each topic, and less over means of topics with other recall bases",
)
def mixing() -> Finding:
    runs = {"A": [(1, 0), (0, 0)], "B": [(0, 0), (1, 1)], "C": [(0, 0), (1, 0)]}
    mixed, same = (iv.correlate(evaluated(runs, ["P@2", "R@2"], bases)).pairs[0] for bases in ([1, 4], [4, 4]))
    return holds(
        mixed.topics == same.topics == 1 and mixed.overall < 1 and same.overall == 1,
        f"three systems on two topics: tau of means {mixed.overall:g} with recall bases 1 and 4, {same.overall:g} with "
        "4 and 4",
    )
