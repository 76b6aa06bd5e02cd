"""Claims of §6: maximal and minimal agreement (Definition 11), and interpretable metrics."""

from __future__ import annotations

from itertools import product
from math import isfinite

import numpy as np

from intervale.rankings import PAPER, Group, inverse, metric, own_metric
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import CONFUSION, called, digits, from_identity, members, verdict
from intervale_papers.group_theoretic.readings import BY_HAND
from intervale_papers.register import Erratum, Finding, Kind, claim

TWO = ("Kendall tau", "Spearman rho")


def _constant_and_largest() -> list[str]:
    """The metrics with m(σ, σ) the largest value, and the same number for 2 to 7 items, half of them relevant."""
    found = []
    for name, one in PAPER.items():
        same = [one.score(range(1, n + 1), range(1, n + 1)) for n in range(2, 8)]
        constant = all(isfinite(value) and abs(value - same[0]) < 1e-12 for value in same)
        if constant and verdict(name, "maximal-agreement", 6):
            found.append(name)
    return found


@claim("003/6/kendall", "§6", "τ(σ, σ) = 1 and −1 ≤ τ ≤ 1")
def kendall_bounds() -> Finding:
    tau, ends, looked = metric("Kendall tau"), set(), 0
    for n in range(2, 8):
        found = tau.score(range(1, n + 1), members(n))
        ends.add((round(float(found.min()), 12), round(float(found.max()), 12)))
        looked += len(found)
    itself = {BY_HAND["Kendall tau"](s, s) for s in members(5)}
    return holds(ends == {(-1.0, 1.0)} and itself == {1}, f"{looked:,} rankings of 2 to 7 items, compared with id")


@claim(
    "003/6/monotone",
    "§6",
    "properties (1) and (2) imply that a metric increases with the similarity of the two rankings",
    erratum=Erratum(
        "imply that a ranking evaluation metric is a monotone increasing function of the similarity",
        "imply that equal rankings get the highest score, which no other pair exceeds",
        "nothing else",
    ),
)
def monotone() -> Finding:
    both = all(verdict(name, wanted, 6) for name in TWO for wanted in ("maximal-agreement", "constant-maximum"))
    start, first, second = (1, 2, 3, 4, 5), (1, 4, 5, 3, 2), (2, 3, 4, 5, 1)
    tau, rho = ([BY_HAND[name](start, ranking) for ranking in (first, second)] for name in TWO)
    far = own_metric(
        lambda s, t: 1 if tuple(s) == tuple(t) else BY_HAND["NDPM"](s, t), name="NDPM, 1 for equal rankings"
    )
    again = all(verdict(far, wanted, 4) for wanted in ("maximal-agreement", "constant-maximum"))
    return wrong(
        Kind.FALSE,
        both and tau[0] < tau[1] and rho[0] > rho[1],
        f"compared with id, {digits(first)} has τ = {tau[0]} and ρ = {rho[0]}, {digits(second)} has τ = {tau[1]} and "
        f"ρ = {rho[1]}",
        "both metrics have the two properties and order the two rankings in opposite ways, so that they do not both "
        "increase with one similarity; the properties are about equal rankings alone",
        second=again and far.exact((1, 2, 3), (3, 2, 1)) == 1,
        again="NDPM, set to 1 for equal rankings: it has both properties, and 1 for the reversed ranking",
    )


@claim(
    "003/6/lowest",
    "§6",
    "error-based metrics assign the lowest scores to the most similar pairs",
)
def lowest_scores() -> Finding:
    errors = [name for name, one in PAPER.items() if one.group is Group.ERROR]
    lowest = [
        name for name in errors if all(from_identity(n)[name][0] == from_identity(n)[name].min() for n in range(2, 7))
    ]
    score = [BY_HAND["R2"]((1, 2, 3), ranking) for ranking in ((1, 2, 3), (3, 2, 1))]
    return under(
        score[0] > score[1] and lowest == [name for name in errors if name != "R2"],
        f"R²(123, 123) = {score[0]} and R²(123, 321) = {score[1]}; {called(lowest)} are lowest for equal rankings of "
        "2 to 6 items",
        "for metrics that are errors, 0 where the rankings are equal; the R² score, which Table 1 counts with the "
        "error-based metrics, is 1 there, its highest value",
    )


@claim(
    "003/6/only",
    "§6",
    "hardly any metric satisfies that m(σ, σ) is the largest value and the same for all n; only τ and ρ do "
    "automatically",
    erratum=Erratum(
        "automatically satisfying this property are Kendall’s τ score and Spearman ρ",
        "automatically satisfying this property are Kendall’s τ score, Spearman ρ, the R² score and, of the metrics of "
        "the confusion matrix, those that have one value for equal sets, their largest",
        "that this is hardly satisfied by any metrics, two sentences before: 16 of the 33 satisfy it",
    ),
)
def only_two_interpretable() -> Finding:
    found = _constant_and_largest()
    others = [name for name in found if name not in (*TWO, "nDCG")]
    set_based = [name for name in others if name in CONFUSION]
    pairs = list(product(members(4), repeat=2))
    affine = all(BY_HAND["R2"](s, t) == 2 * BY_HAND["Spearman rho"](s, t) - 1 for s, t in pairs)
    return wrong(
        Kind.FALSE,
        set(TWO) < set(found) and "R2" in others and len(found) == 16,
        f"R² = 2ρ − 1 for all {len(pairs)} pairs of rankings of 4 items; {len(found)} of the {len(PAPER)} "
        f"metrics have it: τ, ρ, nDCG, R² and {len(set_based)} of the confusion matrix",
        "R² is divided by what ρ is divided by; recall, precision and the like are 1 for equal rankings, and never "
        "larger; 2 to 7 items, half of them relevant",
        second=affine,
        again="R² and ρ by their plain formulas",
    )


# ------------------------------------------------------------ inverse rankings


@claim("003/6/reversal", "§6", "τ is smallest for a ranking and the one that puts its last element first")
def reversal() -> Finding:
    tau, looked, right = BY_HAND["Kendall tau"], 0, True
    for n in range(2, 6):
        for s in members(n):
            back = tuple(n + 1 - position for position in s)
            lowest = [t for t in members(n) if tau(s, t) == -1] if n < 5 else [back]
            right &= lowest == [back] and tau(s, back) == -1
            looked += 1
    return holds(right, f"τ = −1 for {looked} rankings of 2 to 5 items", "for up to 4 items it is the only one with −1")


@claim("003/6/group-inverse", "§6", "that ranking is not the inverse in the symmetric group")
def group_inverse() -> Finding:
    tau, everyone = BY_HAND["Kendall tau"], members(4)
    inverses = [tuple(row) for row in inverse(np.array(everyone)).tolist()]
    lowest = [s for s, back in zip(everyone, inverses, strict=True) if tau(s, back) == -1]
    itself = tau(everyone[0], inverses[0])
    return holds(
        itself == 1 and len(lowest) < len(everyone),
        f"id is its own inverse, with τ = {itself}; of {len(everyone)} rankings of 4 items {len(lowest)} have −1 "
        f"with their inverse: {' and '.join(map(digits, lowest))}",
    )
