"""Claims of §4.1: consistent metrics (Definition 1), the agreement ratio (Definition 2) and Figure 1."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, permutations, product
from math import factorial
from statistics import mean

import numpy as np

from intervale.rankings import PAPER, Group, agreement, consistency, metric, own_metric
from intervale_papers.findings import holds, under, wrong
from intervale_papers.group_theoretic.evaluations import Array, digits, from_identity, from_ranking, members
from intervale_papers.register import Erratum, Finding, Kind, claim
from intervale_papers.wording import cases

N = 4
OPPOSITE = (
    "if two rankings are inconsistent where the metrics put them in strictly opposite order; what consistent rankings "
    "are is not defined"
)


# ------------------------------------------------------------ Definition 1


def _second_line(x: Array, y: Array) -> Array:
    """For all σ in rows and ν in columns, the second line of (1)."""
    return np.asarray((x[:, None] <= x) & (y[:, None] > y))


def _non_consistent(x: Array, y: Array, strict: bool = False) -> bool:
    """Definition 1: some σ, μ, ν satisfy both lines of (1); with ``strict``, m2(σ) < m2(μ) in the first."""
    above = (y[:, None] < y) if strict else (y[:, None] <= y)
    first = ((x[:, None] <= x) & above).any(1)
    return bool((first & _second_line(x, y).any(1)).any())


@claim(
    "003/definition-1/reversed",
    "Definition 1",
    "the first line of (1) guarantees that −m2 is non-consistent with m1 if m2 is",
    erratum=Erratum(
        "The first line of equation 1 guarantees that the reversed metric",
        "The first line of equation 1, with < in place of the second ≤, guarantees that the reversed metric",
        "which pairs are non-consistent; that most pairs are (§4.1) stands in both readings",
        symbol=True,
    ),
)
def reversed_metric() -> Finding:
    tau, ndpm = metric("Kendall tau"), metric("NDPM")
    turned = own_metric(lambda s, t: -ndpm.exact(s, t), name="−NDPM")
    found, back = consistency(tau, ndpm, n=N), consistency(tau, turned, n=N)
    levels = from_identity(N)
    pairs = list(permutations(PAPER, 2))
    mended = all(
        _non_consistent(levels[a], levels[b], strict=True) == _non_consistent(levels[a], -levels[b], strict=True)
        for a, b in pairs
    )
    x, y = levels["Kendall tau"], levels["NDPM"]
    return wrong(
        Kind.FALSE,
        found.holds is False and back.holds and mended,
        "σ = 132, μ = 213 and ν = 123 make τ and NDPM = (1 − τ)/2 non-consistent; τ and −NDPM are consistent for n up "
        f"to {N}",
        "σ and μ have equal τ and equal NDPM, and μ = σ satisfies the first line for any metrics; with < for the "
        f"second metric there −m2 is non-consistent whenever m2 is, for all {len(pairs)} ordered pairs of metrics",
        second=_non_consistent(x, y) and not _non_consistent(x, -y),
        again="both lines of (1) for all triples of S_4",
    )


@claim("003/4.1/most", "§1, §4.1, §5 and §8", "most pairs of metrics are non-consistent")
def most_pairs() -> Finding:
    levels = from_identity(N)
    broken = {(a, b) for a, b in permutations(PAPER, 2) if _non_consistent(levels[a], levels[b], strict=True)}
    pairs = [(a, b) for a, b in combinations(PAPER, 2) if {(a, b), (b, a)} <= broken]
    every = len(PAPER) * (len(PAPER) - 1) // 2
    return holds(
        len(pairs) > every / 2,
        f"{len(pairs)} of {every} pairs on rankings of {N} items, half of them relevant",
        f"{len(pairs) / every:.0%}, whichever metric comes first, also if one of them is reversed, and with strict "
        "inequality in the first line of (1); as it is printed, more",
    )


# ------------------------------------------------------------ Definition 2


def _by_signs(x: Array, y: Array) -> Fraction:
    """The share of pairs of different rankings on which the signs of the differences agree."""
    agree = np.sign(x[:, None] - x) == np.sign(y[:, None] - y)
    return _share(int(agree.sum()) - len(x), len(x))


def _by_second_line(x: Array, y: Array) -> Fraction:
    """The share of ordered pairs (μ, ν) that do not satisfy the second line of (1), with μ for σ."""
    count = len(x) * (len(x) - 1)
    return _share(count - int(_second_line(x, y).sum()), len(x))


def _by_order(x: Array, y: Array) -> Fraction:
    """The share of pairs that the metrics do not put in strictly opposite order."""
    count = len(x) * (len(x) - 1)
    return _share(count - int(((x[:, None] < x) & (y[:, None] > y)).sum()) * 2, len(x))


def _share(number: int, rankings: int) -> Fraction:
    return Fraction(number, rankings * (rankings - 1))


@claim(
    "003/definition-2/power-set",
    "Definition 2",
    "the agreement ratio sums over pairs of elements of the power set of S_n",
    erratum=Erratum(
        r"\mu, \nu \in \mathcal{P}(S_n)",
        "μ, ν ∈ S_n, under 1/(|S_n|(|S_n| − 1)), and S_n for 𝒫(S_n) in the lines that follow",
        "that the ratio is 1 for consistent metrics; it stands with S_n",
    ),
)
def power_set() -> Finding:
    rankings, sets = factorial(3), 2 ** factorial(3)
    largest = Fraction(rankings * (rankings - 1), sets * (sets - 1))
    return wrong(
        Kind.MISPRINT,
        largest < 1,
        f"n = 3: {sets} sets of rankings, and {rankings} rankings; {rankings * (rankings - 1)} pairs of rankings over "
        f"{sets} · {sets - 1} are at most {largest}",
        "f compares two rankings, and the elements of a power set are sets of rankings; the sample is later said to "
        "contain 10000 random rankings",
    )


@claim("003/definition-2/one", "§4.1", "the agreement ratio of consistent metrics is 1")
def ratio_of_consistent_metrics() -> Finding:
    levels = from_identity(N)
    pairs = [(a, b) for a, b in permutations(PAPER, 2) if not _non_consistent(levels[a], levels[b])]
    ones = [all(ratio(levels[a], levels[b]) == 1 for a, b in pairs) for ratio in (_by_second_line, _by_order)]
    signs = _by_signs(levels["Spearman rho"], levels["Kendall tau"])
    return holds(
        all(ones) and ("Spearman rho", "Kendall tau") in pairs and signs < 1,
        f"{len(pairs)} ordered pairs of consistent metrics, rankings of {N} items",
        "where pairs are counted by the second line of (1), or by strictly opposite order; by equal signs, ties "
        f"included, ρ and τ are consistent and have {signs}",
    )


@claim("003/definition-2/zero", "§4.1", "the agreement ratio goes to zero with increasing inconsistencies")
def ratio_goes_to_zero() -> Finding:
    dcg = from_identity(N)["DCG"]
    levels = from_identity(N)
    least = min(_by_second_line(levels[a], sign * levels[b]) for a, b in product(PAPER, repeat=2) for sign in (1, -1))
    return under(
        least >= Fraction(1, 2) and _by_order(dcg, -dcg) == 0 == _by_signs(dcg, -dcg),
        f"DCG and −DCG on S_{N}, no two rankings of which have equal DCG: {_by_second_line(dcg, -dcg)} by (1), 0 by "
        "strictly opposite order",
        f"{OPPOSITE}; by the second line of (1) one of (μ, ν) and (ν, μ) is always consistent, and no ratio is below "
        "1/2",
    )


@claim("003/definition-2/symmetric", "§4.1", "the agreement ratio does not depend on which metric comes first")
def ratio_is_symmetric() -> Finding:
    levels = from_identity(N)
    x, y = levels["Kendall tau"], levels["Spearman rho"]
    there, back = _by_second_line(x, y), _by_second_line(y, x)
    pairs = list(combinations(PAPER, 2))
    even = all(
        ratio(levels[a], levels[b]) == ratio(levels[b], levels[a]) for ratio in (_by_order, _by_signs) for a, b in pairs
    )
    return under(
        there != back and even,
        f"τ and ρ on S_{N} by (1): {there}, in the other order {back}; by strictly opposite order no difference for "
        f"{cases(len(pairs), 'pair of metrics')}",
        f"{OPPOSITE}; by the inequalities of (1) a tie in the first metric counts, and one in the second does not",
    )


# ------------------------------------------------------------ Figure 1


@claim("003/4.1/groups", "§4.1, Figure 1", "metrics of one group of Table 1 tend to have agreement ratios closer to 1")
def groups_agree() -> Finding:
    found = agreement(n=100, k=30, rankings=1000, oriented=False)
    inside, between = _means(found, lambda a, b: PAPER[a].group is PAPER[b].group)
    own = {group: _means(found, lambda a, b, g=group: PAPER[b].group is g, group) for group in Group if _of(group)}
    odd = [str(group) for group, (same, other) in own.items() if same <= other]
    return holds(
        inside > between and odd == ["correlation"],
        f"mean {inside:.2f} within groups and {between:.2f} between them, 1,000 random rankings of 100 items, 30 "
        "relevant",
        "a tendency: of the correlations NDPM runs against τ and ρ, so that this group agrees less with itself than "
        "with others, unless metrics for which less is better are reversed",
    )


def _of(group: Group) -> list[str]:
    return [name for name, one in PAPER.items() if one.group is group]


def _means(found: object, alike: Callable[..., bool], group: Group | None = None) -> tuple[float, float]:
    """The mean ratios of the pairs that are alike, and of the others; of one group, pairs of its metrics."""
    ratios: dict[bool, list[float]] = {True: [], False: []}
    for a, b in permutations(PAPER, 2):
        if group is None or PAPER[a].group is group:
            ratios[alike(a, b)].append(float(found[a, b].ratio))  # type: ignore[index]
    return mean(ratios[True]), mean(ratios[False])


@claim("003/4.1/reference", "§4.1", "other reference rankings give similar agreement ratios")
def other_references() -> Finding:
    pairs = list(combinations(PAPER, 2))
    start, *others = members(3)
    wanted = _ratios(start, pairs)
    right = all(_ratios(sigma, pairs) == wanted for sigma in others)
    return holds(
        right,
        f"the ratios of {cases(len(pairs), 'pair of metrics')} for σ = {', '.join(map(digits, others))} are those "
        "for id",
        "not only similar but equal over all of S_n: renaming the items makes each reference the identity",
    )


def _ratios(sigma: tuple[int, ...], pairs: list[tuple[str, str]]) -> list[Fraction]:
    found = {name: from_ranking(name, sigma) for name in PAPER}
    return [_by_signs(found[a], found[b]) for a, b in pairs]
