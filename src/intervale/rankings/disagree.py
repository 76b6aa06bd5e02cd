"""On which of one's own rankings metrics disagree, and the fewest metrics that show every disagreement.

Each ranking is compared with the reference, which is σ in Definition 2 of the group-theoretic paper. Metrics for which
less is better are reversed. Which of two rankings a metric puts closer is decided by exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from math import ceil
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, IntervaleError, OptionError
from intervale.rankings.agreement import PairCounts, pair_counts
from intervale.rankings.evaluate import RankingScores, evaluate
from intervale.rankings.levels import key_levels
from intervale.rankings.metric import Array, RankingMetric

__all__ = ["Disagreements", "disagreements"]


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

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """The pairs of rankings of which the first metric puts the first closer, and the second metric the second."""
        x, y = (self.levels[name][:, None] - self.levels[name][None] for name in (first, second))
        names = self.scores.names
        return [(names[i], names[j]) for i, j in np.argwhere((x > 0) & (y < 0)).tolist()]

    def cover(self) -> tuple[str, ...]:
        """The fewest metrics among which two differ, by closer, less close or tied, on every pair of rankings on which
        any two metrics do; empty where all agree. A mixed-integer programme finds them; that they cover is checked in
        integers, and that fewer do not rests on the bound of the solver.
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
        """A row for each pair of metrics: the agreement ratio, the counts behind it, and two rankings they reverse."""
        counts = ("concordant", "discordant", "tied_first", "tied_second", "tied_both")
        rows = (
            (a, b, float(one.ratio), *(getattr(one, name) for name in counts), *next(iter(self.pairs(a, b)), ("", "")))
            for (a, b), one in self.counts.items()
        )
        return columns_of(("a", "b", "ratio", *counts, "closer_by_a", "closer_by_b"), rows)


def disagreements(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    **options: Any,
) -> Disagreements:
    """Where metrics disagree on which of two rankings is closer to the reference; options as :func:`evaluate` has them.

    >>> rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"], "z": ["b", "d", "a", "c"]}
    >>> found = disagreements(["a", "b", "c", "d"], rankings, ["tau", "nDCG", "footrule"])
    >>> found.counts["Kendall tau", "nDCG"].ratio, found.pairs("Kendall tau", "nDCG"), len(found.cover())
    (Fraction(2, 3), [], 2)
    """
    scores = evaluate(reference, rankings, metrics, **options)
    if len(scores.metrics) < 2 or len(scores.names) < 2:
        raise OptionError("disagreements need at least two metrics and two rankings beside the reference")
    if len(set(scores.items.values())) > 1:
        raise InputError("rankings of different numbers of items cannot be compared; give rankings of the same items")
    found = {}
    for name, one in scores.metrics.items():
        keys = []
        for ranking in scores.names:
            score = scores.scores[ranking, name]
            if score.exact is None:
                raise InputError(f"{name} is undefined for {ranking}: {score.why}; leave one of them out")
            keys.append(score.exact)
        found[name] = key_levels(one, keys) * one.direction
    return Disagreements(scores, found)
