"""Claims of §5.3: robustness of Type I (Definition 5) and of Type II (Definition 6)."""

from __future__ import annotations

from itertools import product
from typing import Any

import numpy as np

from intervale.rankings import PAPER, Sample, all_permutations, compose, listwise, mean_change, metric, properties
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import (
    CONFUSION,
    TWO_INPUTS,
    Array,
    called,
    members,
    pair_levels,
)
from intervale_papers.group_theoretic.printed import SURPLUS, marks
from intervale_papers.group_theoretic.readings import BY_HAND
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

NAMED = ["MSE", "RMSE", "MAE", "MAPE", "R2", "Kendall tau", "Spearman rho"]
"""The metrics of Proposition 5.2."""
FIGURE_1 = 30
"""The number of relevant and of retrieved items in Figure 1."""


# ------------------------------------------------------------ Type I


def robust(name: str, k: int = 10) -> Any:
    """Whether a swap changes a metric by 0.00 on average, on 1,000 pairs of rankings of 100 items."""
    return properties(name, k=k, only=["robustness-1"])["robustness-1"]


def changed(name: str) -> float:
    """The mean change by a swap."""
    return float(mean_change(metric(name), Sample())[0].mean())


@claim(
    "003/5.3/average",
    "§5.3, below Definition 5",
    "the average change is a sum over pairs of rankings and over (i, j)",
    erratum=Erratum(
        r"\sum_{(\sigma, \nu) \in \mathcal{I}, (i, j) \in \{1, \dots, n\}^2} |m(\sigma, \nu)",
        "1/(|𝓘| n²) Σ |m(σ, ν) − m(σ, ν ∘ (i j))|, over the same pairs and (i, j)",
        "the third row of Table 3, which needs the average",
    ),
)
def sum_for_an_average() -> Finding:
    average = changed("nDCG")
    summands = Sample().pairs * Sample().size ** 2
    return wrong(
        Kind.MISPRINT,
        round(average, 2) == 0 and average * summands > 1 and marks("robustness-1")["nDCG"],
        f"nDCG, which is printed to be robust: the sum is {average * summands:,.0f}, the average of its {summands:,} "
        f"summands {average:.4f}",
        "the words say average, and the sum is not divided; as a sum no metric that is ever changed would be at 0.00",
    )


@claim(
    "003/table-3/robustness-1",
    "Table 3, third row",
    "which metrics of the confusion matrix are Type I robust",
)
def table_3_robustness_1() -> Finding:
    printed = marks("robustness-1")
    differ = {k: [name for name in CONFUSION if bool(robust(name, k)) != printed[name]] for k in (10, FIGURE_1)}
    return under(
        not differ[10] and differ[FIGURE_1],
        f"k = 10: all {len(CONFUSION)} marks; k = {FIGURE_1}: not those of {called(differ[FIGURE_1])}",
        "if 10 of the 100 items are relevant, and 10 retrieved; how many are is said for Figure 1 only, and there it "
        f"is {FIGURE_1}",
    )


@claim(
    "003/table-3/robustness-1-others",
    "Table 3, third row",
    "which error-based, correlation-based and gain-based metrics but Kendall's τ are Type I robust",
)
def other_robust_metrics() -> Finding:
    names = [name for name in PAPER if name not in CONFUSION and name != "Kendall tau"]
    right = [name for name in names if bool(robust(name)) == marks("robustness-1")[name]]
    yes = [name for name in right if marks("robustness-1")[name]]
    return holds(
        right == names,
        f"{cases(len(right), 'mark')}, ✓ for {called(yes)}; 1,000 pairs of rankings of 100 items, 10 relevant",
        "SMAPE is near the edge, 0.0050; defined with half of it, it would be at 0.00",
    )


@claim(
    "003/table-3/kendall-robust",
    "Table 3, third row",
    "Kendall's τ is Type I robust: a swap changes it by 0.00 on average",
)
def kendall_robust() -> Finding:
    found, half = changed("Kendall tau"), changed("NDPM")
    fails = not robust("Kendall tau") and round(found, 2) == 0.01 and abs(found - _mean_by_hand()) < 1e-3
    return under(
        fails and robust("NDPM") and round(half, 2) == 0 and abs(found - 2 * half) < 1e-9,
        f"mean change {found:.4f} of τ between −1 and 1, which is 0.01 in two decimals, and {half:.4f} of the form "
        "between 0 and 1; 1,000 pairs of rankings of 100 items, all swaps",
        "if τ is taken between 0 and 1, as the share of pairs in different or in the same order; §6 has the "
        f"coefficient between −1 and 1, which is not robust; {SURPLUS}",
    )


def _mean_by_hand() -> float:
    """The mean change of τ by a swap, i = j included, on a sample of its own."""
    random = np.random.default_rng(1)
    n, changes = 100, []
    for _ in range(40):
        nu = random.permutation(n)
        before = _inversions(nu)
        for i, j in random.integers(0, n, (200, 2)):
            swapped = nu.copy()
            swapped[[i, j]] = swapped[[j, i]]
            changes.append(abs(_inversions(swapped) - before) * 4 / (n * (n - 1)))
    return float(np.mean(changes))


def _inversions(nu: Array) -> int:
    return int(np.triu(nu[:, None] > nu, 1).sum())


# ------------------------------------------------------------ Type II


@claim(
    "003/definition-6/renaming",
    "§5.3 and Definition 6",
    "composing both rankings with ν on the right renames the items",
)
def composing_renames() -> Finding:
    everyone = np.array(members(4))
    pairs = list(product(range(len(everyone)), repeat=2))
    right = left = 0
    for first, second in pairs:
        mu, nu = everyone[first], everyone[second]
        renamed = [int(mu[nu[item] - 1]) for item in range(4)]  # the item called i was called ν(i)
        right += compose(mu[None], nu[None])[0].tolist() == renamed
        left += compose(nu[None], mu[None])[0].tolist() == renamed
    return holds(
        right == len(pairs) and left < len(pairs),
        f"{cases(right, 'pair of rankings')} of 4 items; composed on the left {left} of them only",
        kind=Kind.CONFORMITY,
    )


def renaming_invariant(found: Array, n: int) -> bool:
    """Whether m(μ, σ) = m(μ ∘ ν, σ ∘ ν) for all rankings, from the levels of all pairs."""
    everyone = all_permutations(n)
    place = {tuple(row): number for number, row in enumerate(everyone.tolist())}
    for nu in everyone:
        moved = [place[tuple(row)] for row in everyone[:, nu - 1].tolist()]
        if (found[np.ix_(moved, moved)] != found).any():
            return False
    return True


@claim(
    "003/proposition-5.2",
    "Proposition 5.2",
    "MSE, RMSE, MAE, MAPE, R², τ and ρ are the only metrics that are Type II robust",
    erratum=Erratum(
        "are the only considered metrics satisfying the Type II Robustness",
        "are Type II robust; SMAPE, NDPM and, with the first k as in §5.5, the metrics of the confusion matrix are, "
        "too",
        "the row rob II of Table 3, where these have ✗ and should have ✓",
    ),
)
def proposition_5_2() -> Finding:
    found = [name for name in TWO_INPUTS if renaming_invariant(pair_levels(name, 4), 4)]
    others = [name for name in found if name not in NAMED and name not in CONFUSION]
    as_written = renaming_invariant(pair_levels(listwise("recall"), 4), 4)
    return wrong(
        Kind.FALSE,
        {*NAMED, *CONFUSION} < set(found) and others == ["SMAPE", "NDPM"] and not as_written,
        f"the seven, {called(others)} and {len(CONFUSION)} metrics of the confusion matrix, for all "
        "pairs of rankings of 4 items and all renamings",
        "SMAPE is a sum over items, and NDPM is (1 − τ)/2; the metrics of the confusion matrix are if the first k "
        "are the items in the first k positions (§5.5), and are not with σ(1), …, σ(k) as §4 writes it",
        second=all(_renamed_by_hand(name) for name in ("SMAPE", "NDPM")),
        again="the plain formulas, all rankings of 3 items",
    )


def _renamed_by_hand(name: str) -> bool:
    of, everyone = BY_HAND[name], members(3)
    return all(
        of(m, s) == of([m[v - 1] for v in nu], [s[v - 1] for v in nu]) for m, s, nu in product(everyone, repeat=3)
    )


@claim("003/table-3/robustness-2", "Table 3, fourth row", "the metrics of Proposition 5.2 have ✓, and no others")
def table_3_robustness_2() -> Finding:
    found = [name for name, mark in marks("robustness-2").items() if mark]
    return holds(
        found == NAMED,
        f"{len(found)} marks ✓ of {len(marks('robustness-2'))}",
        "the row agrees with the proposition, and has to be changed with it",
        Kind.TABLES,
    )
