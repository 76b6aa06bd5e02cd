"""Tests of all systems of a table at once, each followed by Tukey's comparison of all pairs.

Two systems differ where the difference of their means (or mean ranks) over its standard error is larger than the
studentised range of as many groups is with probability alpha. This holds the error of all decisions together at alpha.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from intervale.stats.outcome import Array, Outcome, Setting, over, pairs_of, scaled
from intervale.stats.ranks import midranks, together
from intervale.stats.studentised import critical_range, range_beyond

__all__ = ["anova1", "anova2", "friedman", "kruskal_wallis"]


def anova1(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """One-way analysis of variance, systems as groups: residual mean square with k(n − 1) degrees of freedom. Effect:
    the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _of_means(scores, errors, systems * (topics - 1), setting, by_topic=False)


def anova2(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Two-way analysis of variance, systems and topics: residual mean square with (k − 1)(n − 1) degrees of freedom.
    Effect: the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _of_means(scores, errors, (systems - 1) * (topics - 1), setting, by_topic=True)


def _of_means(scores: Array, errors: Array | None, freedom: int, setting: Setting, *, by_topic: bool) -> Outcome:
    scores, errors, unit = scaled(scores, errors)
    systems, topics = scores.shape
    first, second = pairs_of(systems)
    means = scores.mean(axis=1)
    rounding = 8 * np.finfo(float).eps
    difference = means[first] - means[second]
    difference = np.where(np.abs(difference) <= rounding, 0.0, difference)
    residuals = scores - means[:, None]
    residuals = residuals - residuals.mean(axis=0, keepdims=True) if by_topic else residuals
    norm = sqrt(float((residuals**2).sum()))
    norm = 0.0 if norm <= rounding * sqrt(scores.size) else norm
    deviation = norm / sqrt(freedom)

    def p_of(difference: Array, deviation: float) -> Array:
        if deviation == 0:
            return np.where(difference == 0, 1.0, 0.0)
        return range_beyond(np.abs(difference) / (deviation / sqrt(topics)), systems, freedom)

    half = critical_range(setting.alpha, systems, freedom) * deviation / sqrt(topics)
    low = high = None
    if errors is not None:
        off = errors.mean(axis=1)
        slack, noise = off[first] + off[second], sqrt(float((errors**2).sum()))
        low = p_of(np.abs(difference) + slack, max(0.0, norm - noise) / sqrt(freedom))
        high = p_of(np.maximum(np.abs(difference) - slack, 0.0), (norm + noise) / sqrt(freedom))
    spread = np.full(len(first), deviation)
    statistic, effect = over(difference, spread / sqrt(topics)), over(difference, spread)
    p = p_of(difference, deviation)
    return Outcome(statistic, p, effect, (difference - half) * unit, (difference + half) * unit, low, high)


def kruskal_wallis(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Kruskal and Wallis: ranks among all scores of all systems, compared by mean ranks with the variance of tied
    ranks. It does not use that topics are paired. Effect: the difference of mean ranks over their standard deviation.
    """
    systems, topics = scores.shape
    ranks = midranks(scores.reshape(1, -1))[0].reshape(systems, topics)
    slack = least = None
    if errors is not None:
        near = np.zeros(systems)
        flat, off = scores.ravel(), errors.ravel()
        for system in range(systems):
            both = errors[system][:, None] + off[None]
            near[system] = ((np.abs(scores[system][:, None] - flat[None]) <= both) & (both > 0)).sum()
        slack = (near - (errors > 0).sum(axis=1)) / topics  # without each score and itself
        least = float(midranks(together(flat[None], off[None]).astype(float))[0].var(ddof=1))
    return _of_ranks(ranks, float(ranks.var(ddof=1)), slack, least, scores.size * (scores.size + 1) / 12)


def friedman(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Friedman: ranks of the systems within each topic, compared by mean ranks with the variance of tied ranks. Effect:
    the difference of mean ranks over their standard deviation.
    """
    systems, topics = scores.shape
    ranks = midranks(scores.T)[0].T
    variance = float(((ranks - (systems + 1) / 2) ** 2).sum() / (topics * max(1, systems - 1)))
    slack = least = None
    if errors is not None:
        near = np.zeros(systems)
        for system in range(systems):
            both = errors[system] + errors
            near[system] = ((np.abs(scores[system] - scores) <= both) & (both > 0)).sum()
        slack = (near - (errors > 0).sum(axis=1)) / topics  # without each score and itself
        merged = midranks(together(scores.T, errors.T).astype(float))[0].T
        least = float(((merged - (systems + 1) / 2) ** 2).sum() / (topics * max(1, systems - 1)))
    return _of_ranks(ranks, variance, slack, least, systems * (systems + 1) / 12)


def _of_ranks(ranks: Array, variance: float, slack: Array | None, least: float | None, most: float) -> Outcome:
    """Mean ranks compared; ``least`` and ``most`` are what the variance can be where scores lie between bounds."""
    systems, topics = ranks.shape
    first, second = pairs_of(systems)
    means = ranks.mean(axis=1)
    difference = means[first] - means[second]

    def p_of(difference: Array, variance: float) -> Array:
        if variance <= 0:
            return np.where(difference == 0, 1.0, 0.0)
        return range_beyond(np.abs(difference) / sqrt(variance / topics), systems)

    low = high = None
    p = p_of(difference, variance)
    if slack is not None and least is not None:
        both = slack[first] + slack[second]
        low = np.where(both > 0, p_of(np.abs(difference) + both, least), p)
        high = np.where(both > 0, p_of(np.maximum(np.abs(difference) - both, 0.0), most), p)
        if least < variance:  # ranks of others move the variance of all
            low, high = np.minimum(low, p_of(difference, least)), np.maximum(high, p_of(difference, most))
    spread = np.full(len(first), sqrt(variance))
    return Outcome(over(difference, spread / sqrt(topics)), p, over(difference, spread), p_low=low, p_high=high)
