"""What metrics become on rankings with ties, one rule each, with its source; a metric without a rule is refused.

Tied items share their average position (``average``, as scipy's ``rankdata``; Kendall 1945) or the first position of
their tier (``min``: one more than the number of items above). Items that a ranking leaves out may stand below all
others as a last tier; with ``min`` the last tier of a list of k items is at k + 1, the location parameter of Fagin,
Kumar and Sivakumar 2003. Without ties each rule gives what the metric gives.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import copysign, sqrt

import numpy as np

from intervale.exact import Exact
from intervale.exact.logsum import exact_sum
from intervale.rankings.agreement import pair_counts
from intervale.rankings.catalogue import METRICS, PAPER
from intervale.rankings.distances import Overlap, RankBiased
from intervale.rankings.metric import Array, RankingMetric, Value
from intervale.rankings.statistic import CellMaximum, CellSum, discount
from intervale.rankings.taxonomy import Group

__all__ = [
    "RULES",
    "Rule",
    "Tied",
    "UndefinedError",
    "averages",
    "expected",
    "overlap_to",
    "rule_of",
    "squares_about_the_mean",
]


class UndefinedError(Exception):
    """A value that two rankings do not have, and why."""


@dataclass(frozen=True, eq=False)
class Tied:
    """Two rankings of the same n items, by the first position of each tier, and how tied items count."""

    first: Array
    second: Array
    listed: tuple[int, int]
    """How many items each ranking lists; the others are a last tier."""
    ties: str = "average"
    k: int = 0

    @property
    def n(self) -> int:
        return len(self.first)

    @cached_property
    def tied(self) -> bool:
        """Whether one of the rankings has a tie."""
        return any(len(np.unique(side)) < self.n for side in (self.first, self.second))

    @property
    def partial(self) -> bool:
        """Whether one of the rankings leaves items out."""
        return min(self.listed) < self.n

    @cached_property
    def sides(self) -> tuple[list[Fraction], list[Fraction]]:
        """The positions of the items in both rankings, by the way in which tied items count."""
        return self.positions(self.first), self.positions(self.second)

    def positions(self, side: Array) -> list[Fraction]:
        return averages(side) if self.ties == "average" else [Fraction(int(x)) for x in side]

    @cached_property
    def pairs(self) -> tuple[int, int, int, int]:
        """Pairs of items: in the same order, in different order, tied in the first only, in the second only."""
        (found,) = pair_counts([(self.first, self.second)])
        return found.concordant, found.discordant, found.tied_first, found.tied_second

    def top(self, side: Array, which: str) -> Array:
        """Which items are at positions 1..k; undefined where a tie crosses position k."""
        inside = side <= self.k
        if np.count_nonzero(inside) != self.k:
            raise UndefinedError(f"a tie of the {which} crosses position k = {self.k}; use another k")
        return np.asarray(inside)


def averages(side: Array) -> list[Fraction]:
    """The average position of each item's tier.

    >>> [str(x) for x in averages(np.array([1, 2, 2, 4]))]
    ['1', '5/2', '5/2', '4']
    """
    size = dict(zip(*(part.tolist() for part in np.unique(side, return_counts=True)), strict=True))
    return [Fraction(2 * at + size[at] - 1, 2) for at in side.tolist()]


@dataclass(frozen=True)
class Rule:
    """How a metric counts ties: its exact face and its value, in words, and where that is from."""

    value: Callable[[RankingMetric, Tied], tuple[Value, float]]
    says: str
    source: str
    exact_is: str | None = None
    """What the exact face is, where ties change it."""


def _positions(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    """The formula on the positions of tied items."""
    statistic = one.statistic
    assert isinstance(statistic, CellSum | CellMaximum)
    cells = [statistic.cell(x, y, pair.n, pair.k) for x, y in zip(*pair.sides, strict=True)]
    return _made(one, max(cells) if isinstance(statistic, CellMaximum) else sum(cells, Fraction(0)), pair)


def _made(one: RankingMetric, counted: Exact, pair: Tied) -> tuple[Value, float]:
    """A metric of its statistic."""
    exact: Value = one.outer(Fraction(counted) if isinstance(counted, int) else counted, pair.n, pair.k)
    number = np.array(float(exact))
    return exact, float(number if one.after is None else one.after(number, pair.n, pair.k))


def _confusion(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    both = pair.top(pair.first, "reference") & pair.top(pair.second, "ranking")
    return _made(one, int(np.count_nonzero(both)), pair)


def _tau(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    same, different, first, second = pair.pairs
    untied = same + different
    below = (untied + second) * (untied + first)  # pairs that each does not tie
    if not below:
        raise UndefinedError("one of the rankings ties all items")
    return _signed(same - different, below)


def _signed(above: int | Fraction, below: int | Fraction) -> tuple[Value, float]:
    """above / √below: exactly its square with its sign."""
    square = Fraction(above * above) / below
    exact = square if above >= 0 else -square
    return exact, copysign(sqrt(square), above) if above else 0.0


def _kendall(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    _, different, first, second = pair.pairs
    found = different + Fraction(first + second, 2)
    return found, float(found)


def _ndpm(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    same, different, _, second = pair.pairs
    if not same + different + second:
        raise UndefinedError("the reference ties all items")
    found = Fraction(2 * different + second, 2 * (same + different + second))
    return found, float(found)


def _rho(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    middle = Fraction(pair.n + 1, 2)
    x, y = ([position - middle for position in averages(side)] for side in (pair.first, pair.second))
    below = sum(a * a for a in x) * sum(b * b for b in y)
    if not below:
        raise UndefinedError("one of the rankings ties all items")
    return _signed(sum((a * b for a, b in zip(x, y, strict=True)), Fraction(0)), below)


def _determination(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    x, y = pair.sides
    below = squares_about_the_mean(x)
    if not below:
        raise UndefinedError("the reference ties all items")
    found = 1 - sum(((a - b) ** 2 for a, b in zip(x, y, strict=True)), Fraction(0)) / below
    return found, float(found)


def squares_about_the_mean(numbers: list[Fraction]) -> Fraction:
    """Σ (x − x̄)².

    >>> squares_about_the_mean([Fraction(1), Fraction(2), Fraction(3)])
    Fraction(2, 1)
    """
    mean = sum(numbers, Fraction(0)) / len(numbers)
    return sum(((x - mean) ** 2 for x in numbers), Fraction(0))


def expected(side: Array, of: Callable[[Fraction], Exact]) -> list[Exact]:
    """For each item, the mean of a function over the positions that its tier takes."""
    starts, sizes = np.unique(side, return_counts=True)
    every: dict[int, Exact] = {}
    for at, size in zip(starts.tolist(), sizes.tolist(), strict=True):
        total = exact_sum(of(Fraction(position)) for position in range(at, at + size))
        every[at] = total * Fraction(1, size)
    return [every[at] for at in side.tolist()]


def _discounted(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    gains = [pair.n + 1 - x for x in pair.sides[0]]
    exact = exact_sum(weight * gain for gain, weight in zip(gains, expected(pair.second, discount), strict=True))
    if one.after is None:
        return exact, float(exact)
    best = sorted((float(gain) for gain in gains), reverse=True) / np.log2(np.arange(2, pair.n + 2))
    return exact, float(exact) / float(best.sum())


def _reciprocal(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    relevant = pair.top(pair.first, "reference")
    each = expected(pair.second, lambda position: 1 / position)
    return _made(one, exact_sum(x for x, counts in zip(each, relevant, strict=True) if counts), pair)


def _mean_rank(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    relevant = pair.top(pair.first, "reference")
    each = averages(pair.second)
    return _made(one, sum((x for x, counts in zip(each, relevant, strict=True) if counts), Fraction(0)), pair)


def _overlap(one: RankingMetric, pair: Tied) -> tuple[Value, float]:
    """RBO of two lists to the depth of the shorter one."""
    depth = min(pair.listed)
    if not depth:
        raise UndefinedError("one of the rankings leaves out all of these items")
    return overlap_to(one, pair, depth)


def overlap_to(one: RankingMetric, pair: Tied, depth: int) -> tuple[Value, float]:
    """RBO to a depth, weights scaled to a sum of 1: it looks at the first so many items of both lists."""
    statistic = one.statistic
    assert isinstance(statistic, Overlap)
    for side, listed, which in ((pair.first, pair.listed[0], "reference"), (pair.second, pair.listed[1], "ranking")):
        if listed < depth:
            raise UndefinedError(f"the {which} has {listed} items, fewer than {depth}")
        if np.count_nonzero(side <= depth) != depth or len(np.unique(side[side <= depth])) != depth:
            raise UndefinedError(f"the {which} has a tie among its first {depth}")
    found: Value = one.outer(statistic.exact_to(pair.first.tolist(), pair.second.tolist(), depth), depth, depth)
    return found, float(found)


SQUARE = "its square with its sign"
FORMULA = Rule(_positions, "the formula on the positions of tied items", "scikit-learn on ranks; Fagin et al. 2006")
SETS = Rule(_confusion, "defined if no tie crosses position k", "the top k are then the same in every order of ties")
EXPECTED = "the mean over all orders of the tied items of the ranking"
GAINS = f"{EXPECTED}; gains by the positions of the reference"
RULES: dict[str, Rule] = {
    **{one.name: SETS for one in PAPER.values() if one.group is Group.CONFUSION},
    **dict.fromkeys(("MSE", "RMSE", "MAE", "MAPE", "SMAPE", "footrule", "Spearman", "Chebyshev"), FORMULA),
    "R2": Rule(_determination, "the formula on the positions of tied items", "scikit-learn's r2_score on ranks"),
    "Kendall tau": Rule(_tau, "τ-b", "Kendall 1945; scipy's kendalltau", SQUARE),
    "Spearman rho": Rule(_rho, "the correlation of average positions", "Kendall 1945; scipy's spearmanr", SQUARE),
    "NDPM": Rule(_ndpm, "(2 C⁻ + C⁰) / (2 C) over the C pairs that the reference does not tie", "Yao 1995"),
    "Kendall": Rule(_kendall, "K^(1/2): a pair tied in one ranking only counts 1/2", "Fagin et al. 2003 and 2006"),
    "DCG": Rule(_discounted, GAINS, "McSherry and Najork 2008; scikit-learn's dcg_score"),
    "nDCG": Rule(_discounted, GAINS, "McSherry and Najork 2008; scikit-learn's ndcg_score"),
    "MRR": Rule(_reciprocal, f"{EXPECTED}; no tie of the reference may cross position k", "McSherry and Najork 2008"),
    "meanRank": Rule(
        _mean_rank, f"{EXPECTED}; no tie of the reference may cross position k", "McSherry and Najork 2008"
    ),
    "RBO distance": Rule(
        _overlap,
        "to the depth of the shorter of two lists, if no tie reaches into that",
        "Webber, Moffat and Zobel 2010, truncated; weights scaled to a sum of 1",
    ),
}
"""The rules by metric."""


def rule_of(one: RankingMetric) -> Rule | None:
    """The rule of a metric; None where it has none, as functions of the user's."""
    if isinstance(one, RankBiased):
        return RULES["RBO distance"]
    return RULES.get(one.name) if METRICS.get(one.name) is one else None
