"""How often two metrics agree on which of two rankings is better (the group-theoretic
paper, Definition 2), and consistency (Definition 1).

Definition 2 runs over the power set of S_n; here it runs over pairs of different rankings, each compared with the
identity. Two metrics agree on a pair iff the signs of their differences agree, ties included: both greater, both
smaller, or both equal. The kinds of pairs are counted apart: concordant, discordant, tied in one, tied in both.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.exact import whole
from intervale.exact.permutations import all_permutations, inversions, random_permutations
from intervale.exact.verdict import Proof, Verdict
from intervale.rankings.catalogue import by_taxonomy, metric, metrics
from intervale.rankings.levels import levels, value_text
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.search import Space, spaces

__all__ = ["Agreement", "PairCounts", "agreement", "consistency", "pair_counts"]

MOST_EXACT = 8
RANKINGS = 10_000
MOST_ITEMS, MOST_RANKINGS = 10_000, 1_000_000
ROWS = 64


@dataclass(frozen=True)
class PairCounts:
    """Pairs of rankings by what two metrics say of them."""

    concordant: int
    discordant: int
    tied_first: int
    tied_second: int
    tied_both: int

    @property
    def pairs(self) -> int:
        return self.concordant + self.discordant + self.tied_first + self.tied_second + self.tied_both

    @property
    def ratio(self) -> Fraction:
        """The share of pairs on which the signs agree, ties included."""
        return Fraction(self.concordant + self.tied_both, self.pairs)

    @property
    def strict(self) -> Fraction | None:
        """The share among pairs that neither metric ties; None where there are none."""
        untied = self.concordant + self.discordant
        return Fraction(self.concordant, untied) if untied else None


@dataclass(frozen=True, repr=False)
class Agreement(Tabular):
    """The agreement of all pairs of metrics, exact over S_n or from rankings drawn with a seed."""

    metrics: dict[str, RankingMetric]
    n: int
    k: int | None
    rankings: int
    seed: int | None
    counts: dict[tuple[str, str], PairCounts]
    oriented: bool = True

    def __repr__(self) -> str:
        how = "all" if self.exact else f"{self.rankings:,} drawn"
        return f"Agreement({len(self.metrics)} metrics on {how} rankings of {self.n} items)"

    def columns(self) -> Columns:
        """A row for each pair of metrics: the share of pairs of rankings on which they agree, how far it may be off,
        and the counts behind it.
        """
        counts = ("concordant", "discordant", "tied_first", "tied_second", "tied_both")
        rows = (
            (a, b, self.n, self.k, float(one.ratio), self.error(float(one.ratio)), *(getattr(one, n) for n in counts))
            for (a, b), one in self.counts.items()
        )
        return columns_of(("a", "b", "n", "k", "ratio", "error", *counts), rows)

    @property
    def exact(self) -> bool:
        return self.seed is None

    def __getitem__(self, pair: tuple[str, str]) -> PairCounts:
        first, second = (one if one in self.metrics else metric(one).name for one in pair)
        if (first, second) in self.counts:
            return self.counts[first, second]
        if (second, first) in self.counts:
            found = self.counts[second, first]
            return PairCounts(found.concordant, found.discordant, found.tied_second, found.tied_first, found.tied_both)
        raise OptionError(f"{first} and {second} are not both in this agreement: {', '.join(self.metrics)}")

    @cached_property
    def matrix(self) -> Array:
        """The agreement ratios, metrics in rows and columns."""
        names = list(self.metrics)
        found = np.ones((len(names), len(names)))
        for (first, second), counts in self.counts.items():
            i, j = names.index(first), names.index(second)
            found[i, j] = found[j, i] = float(counts.ratio)
        return found

    def error(self, ratio: float) -> float:
        """How far a ratio may be off: 0 where exact, else 95% by a bound on the variance of a share of the pairs of N
        rankings, 2 r(1 − r)/N, which holds whatever the metrics (Hoeffding 1948).
        """
        return 0.0 if self.exact else 1.96 * sqrt(max(2 * ratio * (1 - ratio), 1 / self.rankings) / self.rankings)

    def clustered(self) -> list[str]:
        """The metrics in an order in which those that agree stand together: average linkage of 1 − ratio."""
        names = list(self.metrics)
        if len(names) < 3:
            return names
        from scipy.cluster.hierarchy import leaves_list, linkage, optimal_leaf_ordering
        from scipy.spatial.distance import squareform

        apart = squareform(1 - self.matrix, checks=False)
        tree = optimal_leaf_ordering(linkage(apart, "average"), apart)
        return [names[place] for place in leaves_list(tree)]

    def grouped(self) -> list[str]:
        """The metrics as the paper's Table 1 divides them (:func:`~intervale.rankings.by_taxonomy`)."""
        names = {id(one): name for name, one in self.metrics.items()}
        return [names[id(one)] for one in by_taxonomy(self.metrics.values())]


def agreement(
    wanted: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    *,
    n: int = 100,
    k: int | None = None,
    rankings: int | None = None,
    seed: int = 0,
    oriented: bool = True,
) -> Agreement:
    """The agreement ratio of all pairs of metrics, by default of the 33 of the group-theoretic paper: over all rankings
    of n items up to 8, over ``rankings`` random ones (10,000) beyond, or where a number is given.

    k is 30 for n = 100, as in Figure 1 of the group-theoretic paper, and in proportion otherwise, unless it is given.
    Metrics for which less is better are reversed, so that a larger value always means more alike; with
    ``oriented=False`` they count as they are defined.

    >>> found = agreement(["Kendall tau", "Spearman rho", "NDPM"], n=4)
    >>> found["Kendall tau", "NDPM"], found["Kendall tau", "Spearman rho"].ratio
    (PairCounts(concordant=235, discordant=0, tied_first=0, tied_second=0, tied_both=41), Fraction(64, 69))
    """
    asked = None if wanted is None else list(wanted)
    chosen = metrics(asked)
    if len(chosen) < 2:
        same = f"; those named are all {next(iter(chosen))}" if asked and len(asked) > 1 else ""
        raise OptionError(f"agreement needs at least two metrics{same}")
    whole("n", n, 2, MOST_ITEMS)
    whole("seed", seed, 0)
    every = rankings is None and n <= MOST_EXACT
    count = RANKINGS if rankings is None else whole("rankings", rankings, 2, MOST_RANKINGS)
    if k is not None:
        whole("k", k, 1)
    drawn = all_permutations(n) if every else random_permutations(count, n, np.random.default_rng(seed))
    share = k if k is not None else max(1, round(0.3 * n))
    start = np.broadcast_to(np.arange(1, n + 1), drawn.shape)
    found: dict[str, Array] = {}
    for name, one in chosen.items():
        size = one.checked_k(share, n) if one.depends_on_k else n
        ranks = levels(one.fresh(n, size), start, drawn, size)
        found[name] = -ranks if oriented and one.direction < 0 else ranks
    pairs = list(combinations(chosen, 2))
    counts = dict(zip(pairs, pair_counts([(found[x], found[y]) for x, y in pairs]), strict=True))
    uses_k = any(one.depends_on_k for one in chosen.values())
    return Agreement(chosen, n, share if uses_k else None, len(drawn), None if every else seed, counts, oriented)


def pair_counts(lists: Sequence[tuple[Array, Array]]) -> list[PairCounts]:
    """For two lists of integers each, the pairs of places by the signs of their differences, in O(N log N).

    Put in the order of the first list, ties in that of the second, the discordant pairs are the inversions of the
    second (Knight 1966).

    >>> pair_counts([(np.array([1, 2, 3, 3]), np.array([1, 3, 2, 2]))])
    [PairCounts(concordant=3, discordant=2, tied_first=0, tied_second=0, tied_both=1)]
    """
    found = []
    for begin in range(0, len(lists), ROWS):
        part = lists[begin : begin + ROWS]
        ordered = np.stack([second[np.lexsort((second, first))] for first, second in part])
        for (first, second), discordant in zip(part, inversions(ordered).tolist(), strict=True):
            tied_x, tied_y, both = _ties(first), _ties(second), _ties(_joined(first, second))
            pairs = comb(len(first), 2)
            concordant = pairs - discordant - tied_x - tied_y + both
            found.append(PairCounts(concordant, discordant, tied_x - both, tied_y - both, both))
    return found


def _joined(first: Array, second: Array) -> Array:
    width = int(second.max()) - int(second.min()) + 1
    return np.asarray((first - first.min()).astype(np.int64) * width + (second - second.min()))


def _ties(numbers: Array) -> int:
    sizes = np.unique(numbers, return_counts=True)[1].astype(object)
    return int((sizes * (sizes - 1) // 2).sum())


def consistency(
    first: str | RankingMetric | Callable[..., Any],
    second: str | RankingMetric | Callable[..., Any],
    *,
    n: int = 5,
    k: int | None = None,
    oriented: bool = False,
) -> Verdict:
    """Definition 1 as it is written, on S_2, S_3, … S_n: the metrics are consistent unless there are σ, μ, ν with

        m1(σ) ≤ m1(μ) and m2(σ) ≤ m2(μ);   m1(σ) ≤ m1(ν) and m2(σ) > m2(ν),

    each value that of the ranking with the identity. The witness is (σ, μ, ν). The first line is met by μ = σ whatever
    the metrics, so that the second decides: a pair that the first metric ties and the second does not is enough.
    ``oriented`` reverses metrics for which less is better.

    >>> print(consistency("Kendall tau", "Spearman rho").why)
    n = 4, σ = 1432, μ = 1432, ν = 2341: first 0 and 0, second 1/5 and -1/5
    >>> consistency("recall", "precision").holds
    True
    """
    whole("n", n, 2, MOST_EXACT, ": all rankings are checked")
    if k is not None:
        whole("k", k, 1)
    one, two = (x.fresh(n, min(k or n // 2, n)) for x in (metric(first), metric(second)))
    cases = 0
    for space in spaces(one, n, k):
        other = next((s for s in spaces(two, space.n, k, space.n)), None)
        if other is None:
            continue
        cases += len(space.everyone) ** 2
        place = _breaks(
            *(-s.from_identity if oriented and s.one.direction < 0 else s.from_identity for s in (space, other))
        )
        if place is not None:
            return _inconsistent(space, other, place, cases)
    if not cases:
        return Verdict(None, why=f"there is no n up to {n} for which both are defined")
    return Verdict(True, None, cases, Proof.EXHAUSTIVE if one.exactly and two.exactly else Proof.NUMERIC)


def _breaks(x: Array, y: Array) -> tuple[int, int] | None:
    """The first places σ, ν with x(σ) ≤ x(ν) and y(σ) > y(ν)."""
    x = x - x.min()
    least = np.full(int(x.max()) + 2, np.iinfo(np.int64).max)
    np.minimum.at(least, x, y)
    least = np.minimum.accumulate(least[::-1])[::-1]  # the smallest y at this x or above
    wrong = np.flatnonzero(y > least[x])
    if not len(wrong):
        return None
    sigma = int(wrong[0])
    return sigma, int(np.flatnonzero((x >= x[sigma]) & (y < y[sigma]))[0])


def _inconsistent(space: Space, other: Space, place: tuple[int, int], cases: int) -> Verdict:
    start = tuple(space.identity.tolist())
    sigma, nu = (tuple(int(x) for x in space.everyone[p]) for p in place)
    values = [[value_text(s.one, start, ranking, s.k) for ranking in (sigma, nu)] for s in (space, other)]
    names = ["".join(map(str, ranking)) for ranking in (sigma, sigma, nu)]
    why = f"n = {space.n}, σ = {names[0]}, μ = {names[1]}, ν = {names[2]}: "
    why += f"first {' and '.join(values[0])}, second {' and '.join(values[1])}"
    exactly = space.one.exactly and other.one.exactly
    return Verdict(False, (sigma, sigma, nu), cases, Proof.EXHAUSTIVE if exactly else Proof.NUMERIC, why)
