"""Classical distances between rankings (Diaconis 1988, chapter 6; Deza and Huang 1998)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact
from intervale.exact.logsum import exact_sum
from intervale.exact.numbers import exact_number
from intervale.rankings.correlation import DISCORDANT
from intervale.rankings.depth_sums import geometric_sum, over_depths
from intervale.rankings.error_based import ABSOLUTE, SQUARES
from intervale.rankings.metric import RankingMetric, root, unchanged
from intervale.rankings.statistic import CellMaximum, CellSum, Cycles, Statistic, Unsorted, WeightedInversions
from intervale.rankings.taxonomy import Group

__all__ = ["DISTANCES", "Overlap", "RankBiased", "rank_biased"]

PERSISTENCE = Fraction(9, 10)
FEW = 64
"""To such a depth the exact overlap is a sum of what items add to it, which is kept for other rankings."""


@lru_cache(maxsize=256)
def _weights(n: int, p: Fraction) -> tuple[Fraction, ...]:
    """What an item adds to the overlap that is at positions up to m in both rankings: Σ_{d ≥ m} w(d)/d, m = 1..n, with
    w(d) = p^(d − 1) over their sum.
    """
    every = [p**d for d in range(n)]
    whole = sum(every)
    found, total = [], Fraction(0)
    for d in range(n, 0, -1):
        total += every[d - 1] / whole / d
        found.append(total)
    return tuple(reversed(found))


def _overlap(a: Any, b: Any, n: int, p: Fraction) -> Any:
    if isinstance(a, Fraction):
        return _weights(n, p)[int(max(a, b)) - 1]
    return _float_weights(n, p)[np.maximum(a, b).astype(np.intp) - 1]


@lru_cache(maxsize=256)
def _float_weights(n: int, p: Fraction) -> Any:
    every = float(p) ** np.arange(n)
    shares = every / every.sum() / np.arange(1, n + 1)
    return np.cumsum(shares[::-1])[::-1].copy()


@dataclass(frozen=True, eq=False)
class Overlap(CellSum):
    """RBO: what items add to it, and for long rankings the exact sum over depths."""

    p: Fraction = PERSISTENCE

    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        return self.exact_to(a, b, len(a))

    def exact_to(self, a: Sequence[int], b: Sequence[int], depth: int) -> Exact:
        """RBO to a depth: Σ w(d) |top d of both| / d, weights scaled to a sum of 1."""
        since = [m for x, y in zip(a, b, strict=True) if (m := max(x, y)) <= depth]
        if depth <= FEW:
            return exact_sum(self.one(m, m, depth, depth) for m in since)
        both = np.cumsum(np.bincount(since, minlength=depth + 1)[1:]).tolist()
        r, q = self.p.numerator, self.p.denominator
        return over_depths(both, r, q) / geometric_sum(depth, r, q)


def rank_biased(p: float | str | Fraction = PERSISTENCE) -> RankingMetric:
    """1 − RBO at depth n (Webber, Moffat and Zobel 2010), with the weights p^(d − 1) scaled to a sum of 1.

    The sum over d of w(d) times 1 − (how many items are in the top d of both) / d. How many are in the top d of one
    only is a distance of sets, so a weighted sum over all depths is a distance of rankings.

    >>> float(rank_biased(0.5).exact([1, 2, 3], [2, 1, 3]))
    0.5714285714285714
    """
    persistence = exact_number(p)
    if not 0 < persistence < 1:
        raise OptionError(f"p={p} must be between 0 and 1")
    return RBO if persistence == PERSISTENCE else _rank_biased(persistence, f"RBO distance(p={p})")


@dataclass(frozen=True, eq=False, repr=False)
class RankBiased(RankingMetric):
    """A rank-biased overlap distance. Made by :func:`rank_biased`."""

    p: Fraction = PERSISTENCE

    def to_each_depth(self, depths: Any) -> Any:
        """The distance to each depth 1..n, a row for each pair of rankings: ``depths`` says from which depth on an item
        is in both tops. Weights of each are scaled to a sum of 1.
        """
        n = depths.shape[1]
        both = np.cumsum([np.bincount(row, minlength=n + 1)[1:] for row in depths], axis=1)
        weights = float(self.p) ** np.arange(n)
        return 1 - np.cumsum(weights * both / np.arange(1, n + 1), axis=1) / np.cumsum(weights)


def _rank_biased(p: Fraction, name: str) -> RankBiased:
    return RankBiased(
        name,
        f"rank-biased overlap distance, p = {float(p):g}",
        Group.DISTANCE,
        "1 − Σ w(d) |top d of both| / d, w(d) ∝ p^(d − 1)",
        Overlap(lambda a, b, n, k: _overlap(a, b, n, p), whole=False, monge=True, p=p),
        lambda total, n, k: 1 - total,
        best=-1,
        affine=True,
        choice="at depth n of full rankings, weights scaled to a sum of 1",
        theorems={"distance": "a weighted sum of |top d of one only| / 2d over all depths d, each a distance of sets"},
        p=p,
    )


RBO = _rank_biased(PERSISTENCE, "RBO distance")


def _distance(name: str, title: str, formula: str, statistic: Statistic, why: str, **more: Any) -> RankingMetric:
    return RankingMetric(
        name,
        title,
        Group.DISTANCE,
        formula,
        statistic,
        unchanged,
        best=-1,
        affine="after" not in more,
        theorems={"distance": why},
        **more,
    )


DISTANCES = (
    _distance(
        "Kendall",
        "Kendall's distance",
        "pairs of items in different order",
        DISCORDANT,
        "the fewest exchanges of neighbours: a path length",
    ),
    _distance("footrule", "Spearman's footrule", "Σ |σ(i) − ν(i)|", ABSOLUTE, "the city-block distance of two vectors"),
    _distance(
        "Spearman",
        "Spearman's distance",
        "√Σ (σ(i) − ν(i))²",
        SQUARES,
        "the Euclidean distance of two vectors",
        after=root,
        exact_is="its square",
        choice="the root is taken: the sum of squares breaks the triangle inequality",
    ),
    _distance("Cayley", "Cayley's distance", "n − cycles of ν ∘ σ⁻¹", Cycles(), "the fewest exchanges of two items"),
    _distance(
        "Ulam",
        "Ulam's distance",
        "n − longest sequence of items in the same order",
        Unsorted(),
        "the fewest items to remove and reinsert elsewhere",
    ),
    _distance(
        "Hamming",
        "Hamming distance",
        "items at different positions",
        CellSum(lambda a, b, n, k: (a != b) * 1),
        "a sum of discrete distances",
    ),
    _distance(
        "Chebyshev",
        "Chebyshev distance",
        "max |σ(i) − ν(i)|",
        CellMaximum(lambda a, b, n, k: abs(a - b)),
        "the maximum norm of a difference",
    ),
    _distance(
        "weighted Kendall",
        "weighted Kendall distance",
        "cheapest exchanges of neighbours, 1/t at t and t + 1",
        WeightedInversions(),
        "the cost of a cheapest path",
        choice="costs 1/t: exchanges near the top count more (Farnoud Hassanzadeh and Milenkovic 2014)",
    ),
    RBO,
)
