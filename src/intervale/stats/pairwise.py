"""Tests of two systems, for all pairs of a table at once: sign, rank sum, signed rank, paired t.

Conventions are those of Matlab's functions, with which Ferrante, Ferro and Fuhr 2021 made their tables.
"""

from __future__ import annotations

from functools import lru_cache
from math import sqrt
from typing import Any

import numpy as np

from intervale.stats.blocks import Table, by_pairs
from intervale.stats.outcome import Array, Bounds, Outcome, Setting, differences, over, pairs_of
from intervale.stats.rank_counts import RankCounts, open_comparisons
from intervale.stats.ranks import certain, leading, signed_midranks, together

__all__ = ["mean_differences", "rank_sum", "sign", "sign_p", "signed_rank", "t", "t_of_pairs"]

MOST_EXACT = 15
"""Up to how many differences the distribution of the signed rank statistic is exact."""
TIED = 1e-11
"""Differences nearer than this share of them may be tied by rounding to 12 digits."""


def sign(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Two-sided exact binomial test on the topics where scores differ. Effect: (wins − losses) / topics."""
    statistic, p, effect, *ends = by_pairs(_signs, Table(scores, bounds, setting))
    return Outcome(statistic, p, effect, None, None, *ends)


def _signs(table: Table, part: slice) -> Array:
    """Statistic, p and effect of a block of pairs; with bounds, those of p."""
    scores, bounds = table.scores, table.bounds
    pair = table.pairs(part)
    signs = np.sign(scores[pair[0]] - scores[pair[1]]) if bounds is None else bounds.signs(scores, *pair)
    sure = np.ones(signs.shape, dtype=bool) if bounds is None else bounds.sure(scores, *pair)
    wins, losses, doubtful = (one.sum(axis=1).astype(float) for one in ((signs > 0) & sure, (signs < 0) & sure, ~sure))
    fewer, number = np.minimum(wins, losses), wins + losses
    p = sign_p(fewer, number)
    found = [wins - losses, p, (wins - losses) / max(1, scores.shape[1])]
    if bounds is not None:
        evened = np.minimum(fewer + doubtful, np.floor((number + doubtful) / 2))
        found += [sign_p(fewer, number + doubtful), np.maximum(p, sign_p(evened, number + doubtful))]
    return np.array(found)


def sign_p(fewer: Array, number: Array) -> Array:
    """p of the sign test, from how many of so many topics that differ are won by the system that wins fewer.

    >>> sign_p(np.array([0, 2]), np.array([8, 4])).tolist()
    [0.0078125, 1.0]
    """
    from scipy.special import bdtr

    return np.where(number > 0, np.minimum(1.0, 2 * bdtr(fewer, np.maximum(number, 1).astype(np.int64), 0.5)), 1.0)


def rank_sum(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Wilcoxon's rank sum (Mann and Whitney's U) by the normal distribution, corrected for ties, with a continuity of
    0.5. It does not use that topics are paired. Effect: Cliff's delta, the share of pairs of topics in which the first
    is larger, less the share in which it is smaller.

    Where scores lie between bounds: a comparison that is open moves U by 1 at most. The variance falls with Σ t³ − t
    over groups of t tied scores; at most those are tied whose bounds overlap, one after the other, and at least those
    that are exact and equal. p falls with the distance of U from its mean and grows with the variance.
    """
    systems, topics = scores.shape
    counts = RankCounts(np.unique(scores, return_inverse=True)[1].reshape(systems, topics))
    first, second = pairs_of(systems)
    u, ties = counts.larger()[first, second], counts.tied()[first, second]
    both = 2 * topics
    untied = topics * topics * (both + 1) / 12
    variance = untied - topics * topics * ties / (12 * both * max(1, both - 1))
    away = u - topics * topics / 2

    def p_of(away: Array, variance: Any) -> Array:
        shifted = np.maximum(np.abs(away) - 0.5, 0.0)
        return np.where(away == 0, 1.0, _normal(shifted / np.sqrt(np.maximum(variance, 1e-300))))

    p = np.where(variance > 0, p_of(away, variance), 1.0)
    low = high = None
    if bounds is not None:
        errors = bounds.errors
        slack = open_comparisons(scores, errors)[first, second]
        flat, off = scores.reshape(1, -1), errors.reshape(1, -1)
        least, most = (
            untied - topics * topics * made[first, second] / (12 * both * max(1, both - 1))
            for made in (
                RankCounts(codes.reshape(scores.shape)).tied() for codes in (together(flat, off), certain(flat, off))
            )
        )
        open_pair = (errors[first] > 0).any(axis=1) | (errors[second] > 0).any(axis=1)
        low = np.where(open_pair, p_of(np.abs(away) + slack, least), p)
        high = np.where(open_pair, p_of(np.maximum(np.abs(away) - slack, 0.0), most), p)
    statistic = np.sign(away) * np.maximum(np.abs(away) - 0.5, 0.0) / np.sqrt(np.where(variance > 0, variance, 1.0))
    return Outcome(statistic, p, 2 * u / max(1, topics * topics) - 1, p_low=low, p_high=high)


def signed_rank(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Wilcoxon's signed rank on the differences that are not 0: exact up to 15 of them (tied ranks included), beyond by
    the normal distribution, corrected for ties, without continuity. Differences that agree in 12 digits are tied.
    Effect: the matched-pairs rank correlation, (W⁺ − W⁻) / (W⁺ + W⁻).

    Where scores lie between bounds: two differences whose order is open move W⁺ by 1 at most, and ties take at most a
    quarter of the variance. Where the sign of a difference is open, or the distribution is exact, nothing is said of p.
    """
    statistic, p, effect, *ends = by_pairs(_signed_ranks, Table(scores, bounds, setting))
    return Outcome(statistic, p, effect, None, None, *ends)


def _signed_ranks(table: Table, part: slice) -> Array:
    """Statistic, p and effect of a block of pairs; with bounds, those of p."""
    scores, bounds = table.scores, table.bounds
    first, second = table.pairs(part)
    x, y = scores[first], scores[second]
    difference = x - y
    nothing = np.abs(difference) <= 8 * np.finfo(float).eps * (np.abs(x) + np.abs(y))
    difference = leading(np.where(nothing, 0.0, difference))
    ranks, tied, positive = signed_midranks(difference)
    zeros = (difference == 0).sum(axis=1, keepdims=True)
    zero = np.arange(difference.shape[1]) < zeros  # the smallest
    ranks = np.where(zero, 0.0, ranks - zeros)
    number = (~zero).sum(axis=1).astype(float)
    plus = np.where(positive, ranks, 0.0).sum(axis=1)
    whole = number * (number + 1) / 2
    ties = np.where(zero, 0, tied**2 - 1).sum(axis=1) / 2
    variance = (number * (number + 1) * (2 * number + 1) - ties) / 24
    away = plus - whole / 2
    z = np.where(variance > 0, away / np.sqrt(np.where(variance > 0, variance, 1.0)), 0.0)
    p = np.where(number > 0, _normal(np.abs(z)), 1.0)
    for row in np.flatnonzero((number > 0) & (number <= MOST_EXACT)):
        doubled = np.round(2 * ranks[row][~zero[row]]).astype(int)
        p[row] = _exact_signed(tuple(doubled.tolist()), round(2 * min(plus[row], whole[row] - plus[row])))
    effect = np.where(whole > 0, 2 * away / np.where(whole > 0, whole, 1.0), 0.0)
    found = [z, p, effect]
    if bounds is not None:
        both = bounds.apart(first, second)
        signs = bounds.signs(scores, first, second)
        opened = (both > 0) & ((np.sign(difference) != signs) | ~bounds.sure(scores, first, second))
        slack = _rank_slack(difference, both)
        untied = number * (number + 1) * (2 * number + 1) / 24
        widest, narrowest = np.sqrt(np.maximum(untied, 1e-300)), np.sqrt(np.maximum(0.75 * untied, 1e-300))
        low = np.where(slack > 0, _normal((np.abs(away) + slack) / narrowest), p)
        high = np.where(slack > 0, _normal(np.maximum(np.abs(away) - slack, 0.0) / widest), p)
        unknown = opened.any(axis=1) | ((slack > 0) & (number <= MOST_EXACT))
        found += [np.where(unknown, 0.0, low), np.where(unknown, 1.0, high)]
    return np.array(found)


def _rank_slack(difference: Array, errors: Array) -> Array:
    """By how much W⁺ can be off where differences are known between bounds: one for each two whose order is open."""
    size = np.abs(difference)
    slack = np.zeros(len(size))
    for row in range(len(size)):
        both = errors[row][:, None] + errors[row][None]
        near = (np.abs(size[row][:, None] - size[row][None]) <= both + TIED * size[row]) & (both > 0)
        slack[row] = np.triu(near, 1).sum()
    return slack


@lru_cache(maxsize=1 << 14)
def _exact_signed(doubled: tuple[int, ...], smaller: int) -> float:
    """Twice the chance that the ranks with a plus sum up to so little, all signs being equally likely."""
    ways = np.zeros(sum(doubled) + 1)
    ways[0] = 1.0
    for rank in doubled:
        grown = ways.copy()
        grown[rank:] += ways[: len(ways) - rank]
        ways = grown
    return float(min(1.0, 2 * ways[: smaller + 1].sum() / 2.0 ** len(doubled)))


def t(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Student's t on the differences. Effect: their mean over their standard deviation (Cohen's d for pairs). Where
    scores lie between bounds, the interval holds for all scores within them.
    """
    return Outcome(*by_pairs(t_of_pairs, Table(scores, bounds, setting)))


def t_of_pairs(table: Table, part: slice) -> Array:
    """Statistic, p, effect and confidence interval of a block of pairs; with bounds, those of p."""
    from scipy.special import stdtr, stdtrit

    scores, bounds = table.scores, table.bounds
    first, second = table.pairs(part)
    topics, freedom = scores.shape[1], scores.shape[1] - 1
    difference, unit = differences(scores, first, second)
    mean = difference.mean(axis=1)
    squares = ((difference - mean[:, None]) ** 2).sum(axis=1)
    squares = np.where(squares <= topics * (8 * np.finfo(float).eps) ** 2, 0.0, squares)
    error = np.sqrt(squares / freedom / topics)

    def p_of(mean: Array, error: Array) -> Array:
        found = 2 * stdtr(freedom, -np.abs(mean) / np.where(error > 0, error, 1.0))
        return np.where(error > 0, found, np.where(mean == 0, 1.0, 0.0))

    critical = -float(stdtrit(freedom, table.setting.ci_alpha / 2))
    half, ends = critical * error, []
    if bounds is not None:
        both = bounds.apart(first, second) / unit[:, None]
        with np.errstate(over="ignore"):  # far off
            off, norm = both.mean(axis=1), np.sqrt((both**2).sum(axis=1))
        least, most = np.abs(mean) - off, np.abs(mean) + off
        wider, narrower = np.sqrt(squares) + norm, np.maximum(np.sqrt(squares) - norm, 0.0)
        root = sqrt(freedom * topics)
        half = critical * wider / root + off
        ends = [p_of(most, narrower / root), p_of(np.maximum(least, 0.0), wider / root)]
    statistic, effect = over(mean, error), over(mean, np.sqrt(squares / freedom))
    return np.array([statistic, p_of(mean, error), effect, (mean - half) * unit, (mean + half) * unit, *ends])


def mean_differences(scores: Array) -> Array:
    """Of all pairs, the mean of the first score less the second over the topics that both have; not a number where they
    share none.
    """
    return by_pairs(_mean_differences, Table(scores, None, Setting()), local=True)


def _mean_differences(table: Table, part: slice) -> Array:
    first, second = table.pairs(part)
    difference = table.scores[first] - table.scores[second]
    missing = np.isnan(difference)
    with np.errstate(invalid="ignore"):  # no topic in common
        found: Array = np.where(missing, 0.0, difference).sum(axis=1) / (~missing).sum(axis=1)
    return found


def _normal(z: Array) -> Array:
    """The two-sided p-value of a normal statistic."""
    from scipy.special import ndtr

    found: Array = 2 * ndtr(-np.abs(z))
    return found
