"""On which of one's own rankings metrics disagree, and the fewest metrics that show every disagreement.

Each ranking is compared with the reference, which is σ in Definition 2 of the group-theoretic paper. Metrics for which
less is better are reversed. Which of two rankings a metric puts closer is decided by exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import ceil, comb
from typing import Any

import numpy as np

from intervale.data.read_rankings import Values
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, IntervaleError, OptionError
from intervale.rankings.agreement import PairCounts, pair_counts
from intervale.rankings.catalogue import by_taxonomy
from intervale.rankings.evaluate import RankingScores, evaluate
from intervale.rankings.levels import key_levels
from intervale.rankings.metric import Array, RankingMetric

__all__ = ["Disagreements", "disagreements"]

SIZED = ("nDCG", "GMR")
"""Metrics whose exact number decides among rankings of one number of items only."""


@dataclass(frozen=True, repr=False, eq=False)
class Disagreements(Tabular):
    """Where metrics disagree on rankings. Made by :func:`disagreements`."""

    scores: RankingScores
    levels: dict[str, Array]
    """By metric, integers that are larger for a ranking that is closer to the reference."""

    def __repr__(self) -> str:
        return f"Disagreements({len(self.levels)} metrics on {len(self.scores.names)} rankings)"

    @cached_property
    def counts(self) -> dict[tuple[str, str], PairCounts]:
        """By two metrics, the pairs of rankings by what the metrics say of them."""
        pairs = list(combinations(self.levels, 2))
        found = pair_counts([(self.levels[x], self.levels[y]) for x, y in pairs])
        return dict(zip(pairs, found, strict=True))

    @cached_property
    def triples(self) -> dict[tuple[str, str], int]:
        """By two metrics, the sets of three rankings that they order differently: they put at least two of the three
        in opposite order.
        """
        count = len(self.scores.names)
        found = {}
        for pair in self.counts:
            x, y = (self._signs(name) for name in pair)
            same = (x * y >= 0).astype(np.float64) - np.eye(count)  # sums of whole numbers below 2^53: exact
            found[pair] = comb(count, 3) - int(((same @ same) * same).sum()) // 6
        return found

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """The pairs of rankings of which the first metric puts the first closer, and the second metric the second."""
        names = self.scores.names
        places = np.argwhere((self._signs(first) > 0) & (self._signs(second) < 0))
        return [(names[i], names[j]) for i, j in places.tolist()]

    def _signs(self, name: str) -> Array:
        """For two rankings, 1 where the metric puts the first closer, -1 the second, 0 where it ties them."""
        return np.asarray(np.sign(self.levels[name][:, None] - self.levels[name][None]))

    @property
    def most(self) -> tuple[str, str]:
        """The two metrics that agree on the fewest pairs of rankings; of several, those with the most pairs in opposite
        order, then the first.
        """
        return min(self.counts, key=lambda pair: (self.counts[pair].ratio, -self.counts[pair].discordant))

    def cover(self) -> tuple[str, ...]:
        """The fewest metrics among which two differ, by closer, less close or tied, on every pair of rankings on which
        any two metrics do; empty where all agree.

        There may be several such sets of this size: one is returned, the same at each call. A mixed-integer programme
        finds it. That it covers is checked in integers. That no smaller set does rests on the solver's lower bound, a
        float that must be above the next smaller size by more than 10⁻⁶; else this is an error, never a larger set.
        """
        names = list(self.levels)
        rows = self._needed()
        if not len(rows):
            return ()
        from scipy.optimize import Bounds, LinearConstraint, milp

        each = np.ones(len(names), dtype=np.int64)
        found = milp(each, constraints=LinearConstraint(rows, 1), integrality=each, bounds=Bounds(0, 1))
        if found.x is None or found.mip_dual_bound is None:
            raise IntervaleError("the smallest set of metrics was not found; name fewer metrics")
        chosen = np.rint(found.x).astype(np.int64)
        if (rows @ chosen < 1).any() or ceil(found.mip_dual_bound - 1e-6) != chosen.sum():
            raise IntervaleError("the smallest set of metrics could not be certified; name fewer metrics")
        return tuple(name for name, taken in zip(names, chosen, strict=True) if taken)

    def _needed(self) -> Array:
        """Rows of metrics of which one must be chosen: for each pair of rankings on which metrics differ and each
        group that says the same, those outside it. Two that differ are chosen where no group holds all.
        """
        every = np.stack(list(self.levels.values()))
        i, j = np.triu_indices(every.shape[1], 1)
        signs = np.unique(np.sign(every[:, i] - every[:, j]), axis=1)
        signs = signs[:, (signs != signs[0]).any(0)]
        outside = np.concatenate([(signs != sign).T for sign in (-1, 0, 1)])
        return np.unique(outside[~outside.all(1)].astype(np.int64), axis=0) if signs.size else np.zeros((0, len(every)))

    def columns(self) -> Columns:
        """A row for each pair of metrics: the agreement ratio, the counts behind it, the triples that they order
        differently, and two rankings that they put in opposite order.
        """
        counts = ("concordant", "discordant", "tied_first", "tied_second", "tied_both")
        rows = (
            (
                *(*pair, float(one.ratio), *(getattr(one, name) for name in counts), self.triples[pair]),
                *next(iter(self.pairs(*pair)), ("", "")),
            )
            for pair, one in self.counts.items()
        )
        return columns_of(("a", "b", "ratio", *counts, "triples", "closer_by_a", "closer_by_b"), rows)


def disagreements(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    *,
    k: int | None = None,
    ties: str = "error",
    missing: str = "error",
    values: Values | None = None,
) -> Disagreements:
    """Where metrics disagree on which of two rankings is closer to the reference.

    All arguments are those of :func:`evaluate`, and so are the values that decide. Rankings of other items than the
    reference are refused unless ``missing`` says what they count as; each is then compared with the reference on its
    own items, as :func:`evaluate` does. nDCG and GMR are refused where the numbers of these items differ, as no exact
    number decides there, and so is a ranking for which a metric is undefined. Metrics stand as
    :func:`~intervale.rankings.by_taxonomy` puts them.

    >>> rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"], "z": ["b", "d", "a", "c"]}
    >>> found = disagreements(["a", "b", "c", "d"], rankings, ["tau", "nDCG", "footrule"])
    >>> found.counts["nDCG", "Kendall tau"].ratio, found.pairs("nDCG", "Kendall tau"), len(found.cover())
    (Fraction(2, 3), [], 2)
    """
    scores = evaluate(reference, rankings, metrics, k=k, ties=ties, missing=missing, values=values)
    if len(scores.metrics) < 2 or len(scores.names) < 2:
        raise OptionError("disagreements need at least two metrics and two rankings beside the reference")
    _refuse_sizes(scores)
    names = {id(one): name for name, one in scores.metrics.items()}
    found = {}
    for one in by_taxonomy(scores.metrics.values()):
        name = names[id(one)]
        keys = []
        for ranking in scores.names:
            score = scores.scores[ranking, name]
            if score.exact is None:
                raise InputError(f"{name} is undefined for {ranking}: {score.why}; leave one of them out")
            keys.append(score.exact)
        found[name] = key_levels(one, keys) * one.direction
    return Disagreements(scores, found)


def _refuse_sizes(scores: RankingScores) -> None:
    """Refuse metrics that need rankings of one number of items where there are several."""
    first, *others = scores.items.items()
    other = next((one for one in others if one[1] != first[1]), None)
    wrong = [name for name, one in scores.metrics.items() if one.name in SIZED]
    if other is not None and wrong:
        raise InputError(
            f"{' and '.join(wrong)} cannot be compared exactly for {first[0]} with {first[1]} items and {other[0]} "
            f"with {other[1]}; leave it out, or give rankings of the same items"
        )
