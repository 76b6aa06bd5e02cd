"""m@k of two rankings, exactly: what a metric says of their first k positions (the group-theoretic paper, §5.5).

The paper does not say what its metrics are at k. Here

- a metric that knows k, as those of the confusion matrix, has k relevant and k retrieved items;
- DCG looks at the first k positions of the ranking, and nDCG divides by the greatest DCG there;
- errors are taken over the items at positions 1..k of the reference, with their positions as they are;
- RBO distance goes to depth k in both rankings, weights scaled to a sum of 1;
- correlations, the other distances, normalised metrics and your own rank the items at positions 1..k of the reference
  among themselves, first: what only the other ranking has there is not seen.

:func:`~intervale.rankings.stability.curves` is the same in floats, for many pairs of rankings without ties.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction

import numpy as np

from intervale.data.named_rankings import competition
from intervale.errors import OptionError
from intervale.exact import Exact
from intervale.exact.logsum import exact_sum
from intervale.rankings.catalogue import METRICS, Listwise
from intervale.rankings.distances import RankBiased
from intervale.rankings.evaluate import RankingScore, scored
from intervale.rankings.gains import DISCOUNTED
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised
from intervale.rankings.statistic import CellSum, discount
from intervale.rankings.taxonomy import Group
from intervale.rankings.ties import Tied, UndefinedError, expected, overlap_to, squares_about_the_mean

__all__ = ["AMONG", "at_k", "least_k", "meaning_at_k", "most_k"]

AMONG = "the top k of σ, ranked among themselves"


def meaning_at_k(one: RankingMetric) -> str:
    """What m@k is, in words.

    >>> from intervale.rankings import metric
    >>> meaning_at_k(metric("recall")), meaning_at_k(metric("tau"))
    ('k relevant and k retrieved items', 'the top k of σ, ranked among themselves')
    >>> meaning_at_k(metric("RBO distance"))
    'the top 1, 2, …, k of both'
    """
    if isinstance(one, RankBiased):
        return "the top 1, 2, …, k of both"
    if one.depends_on_k:
        both = one.group is Group.CONFUSION
        return "k relevant and k retrieved items" if both else "the k relevant items"
    if one.statistic is DISCOUNTED and not isinstance(one, Normalised):
        return "the first k positions" + (", over the best DCG there" if one.after is not None else "")
    if one.group is Group.ERROR and not isinstance(one, Normalised):
        return "the top k of σ, as they are"
    return AMONG


def least_k(one: RankingMetric) -> int:
    """The smallest k at which a metric is defined: correlations and distances need two items."""
    if one.depends_on_k:
        return 1
    if isinstance(one, RankBiased):
        return 1
    among = isinstance(one, Normalised) or not (one.statistic is DISCOUNTED or one.group is Group.ERROR)
    return 2 if among or one is METRICS["R2"] else 1


def most_k(one: RankingMetric, n: int) -> int:
    """The largest k at which a metric is defined on rankings of n items."""
    return n - one.most_k if one.depends_on_k else n


def at_k(one: RankingMetric, pair: Tied, k: int, *, ruled: bool) -> RankingScore:
    """The value of m@k; with ``ruled``, by the rules for ties.

    >>> from intervale.rankings.catalogue import metric
    >>> pair = Tied(np.array([1, 2, 3, 4]), np.array([2, 1, 4, 3]), (4, 4))
    >>> [at_k(metric("tau"), pair, k, ruled=False).exact for k in (2, 3, 4)]
    [Fraction(-1, 1), Fraction(1, 3), Fraction(1, 3)]
    >>> [str(at_k(metric("MAE"), pair, k, ruled=False).exact) for k in (1, 2)]
    ['1', '1']
    >>> [str(at_k(metric("RBO distance"), pair, k, ruled=False).exact) for k in (1, 2)]
    ['1', '10/19']
    """
    if isinstance(one, Listwise):
        raise OptionError(f"{one.name}: no rule is known for the first k of rankings read as lists; leave it out")
    if one.depends_on_k:
        return scored(one, pair, k, ruled=ruled)
    try:
        if one.statistic is DISCOUNTED and not isinstance(one, Normalised):
            return _discounted(one, pair, k)
        if isinstance(one, RankBiased):
            exact, value = overlap_to(one, pair, k)
            return RankingScore(value, exact, one.exact_is)
        top = replace(pair, k=k).top(pair.first, "reference")
        if one.group is Group.ERROR and not isinstance(one, Normalised):
            return _error(one, pair, top, k)
    except UndefinedError as error:
        return RankingScore(None, None, one.exact_is, str(error))
    return scored(one, _among(pair, top), None, ruled=ruled)


def _discounted(one: RankingMetric, pair: Tied, k: int) -> RankingScore:
    """DCG of the first k positions: of tied items, the mean over all orders."""
    gains = [pair.n + 1 - x for x in pair.sides[0]]
    weights = expected(pair.second, lambda position: discount(position) if position <= k else Fraction(0))
    exact = exact_sum(weight * gain for gain, weight in zip(gains, weights, strict=True))
    value = float(exact)
    if one.after is not None:
        best = np.sort(np.array(gains, dtype=np.float64))[::-1][:k]
        value /= float((best / np.log2(np.arange(2, k + 2))).sum())
    return RankingScore(value, exact, one.exact_is)


def _error(one: RankingMetric, pair: Tied, top: Array, k: int) -> RankingScore:
    """An error of the items at the top of the reference."""
    statistic = one.statistic
    assert isinstance(statistic, CellSum)
    both = [(x, y) for x, y, inside in zip(*pair.sides, top, strict=True) if inside]
    total: Exact = exact_sum(statistic.cell(x, y, pair.n, k) for x, y in both)
    if one is METRICS["R2"]:
        below = squares_about_the_mean([x for x, _ in both])
        if not below:
            raise UndefinedError(f"the reference ties all of its first {k} items")
        found: Exact = 1 - total / below
        return RankingScore(float(found), found, one.exact_is)
    found = one.outer(total, k, pair.n)
    value = float(found) if one.after is None else float(one.after(np.array(float(found)), k, pair.n))
    return RankingScore(value, found, one.exact_is)


def _among(pair: Tied, top: Array) -> Tied:
    """The items at the top of the reference, ranked among themselves."""
    first, second = pair.first[top], pair.second[top]
    listed = int(np.count_nonzero(first <= pair.listed[0])), int(np.count_nonzero(second <= pair.listed[1]))
    return Tied(competition(first), competition(second), listed, pair.ties)
