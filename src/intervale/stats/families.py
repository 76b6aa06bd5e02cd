"""Tests of all systems of a table at once, each followed by Tukey's comparison of all pairs.

Two systems differ where the difference of their means (or mean ranks) over its standard error is larger than the
studentised range of as many groups is with probability alpha. This holds the error of all decisions together at alpha.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from intervale.stats.outcome import Array, Outcome, Setting, over, pairs_of, scaled
from intervale.stats.ranks import midranks
from intervale.stats.studentised import critical_range, range_beyond

__all__ = ["anova1", "anova2", "friedman", "kruskal_wallis"]


def anova1(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """One-way analysis of variance, systems as groups: residual mean square with k(n − 1) degrees of freedom. Effect:
    the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    residuals = _means_removed(scores, by_topic=False)
    return _of_means(scores, residuals, systems * (topics - 1), errors, setting)


def anova2(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Two-way analysis of variance, systems and topics: residual mean square with (k − 1)(n − 1) degrees of freedom.
    Effect: the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    residuals = _means_removed(scores, by_topic=True)
    return _of_means(scores, residuals, (systems - 1) * (topics - 1), errors, setting)


def _means_removed(scores: Array, *, by_topic: bool) -> Array:
    unit = float(np.abs(scores).max(initial=0.0)) or 1.0
    values = scores / unit
    residuals: Array = values - values.mean(axis=1, keepdims=True)
    return residuals - residuals.mean(axis=0, keepdims=True) if by_topic else residuals


def _of_means(scores: Array, residuals: Array, freedom: int, errors: Array | None, setting: Setting) -> Outcome:
    scores, errors, unit = scaled(scores, errors)
    systems, topics = scores.shape
    first, second = pairs_of(systems)
    means = scores.mean(axis=1)
    difference = means[first] - means[second]
    norm = sqrt(float((residuals**2).sum()))
    norm = 0.0 if norm <= 8 * np.finfo(float).eps * sqrt(scores.size) else norm
    deviation = norm / sqrt(max(1, freedom))

    def p_of(difference: Array, deviation: float) -> Array:
        if deviation == 0:
            return np.where(np.abs(difference) <= 1e-14, 1.0, 0.0)
        return range_beyond(np.abs(difference) / (deviation / sqrt(topics)), systems, freedom)

    half = critical_range(setting.alpha, systems, freedom) * deviation / sqrt(topics)
    low = high = None
    if errors is not None:
        off = errors.mean(axis=1)
        slack, noise = off[first] + off[second], sqrt(float((errors**2).sum()))
        low = p_of(np.abs(difference) + slack, max(0.0, norm - noise) / sqrt(max(1, freedom)))
        high = p_of(np.maximum(np.abs(difference) - slack, 0.0), (norm + noise) / sqrt(max(1, freedom)))
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
    slack = None
    if errors is not None:
        near = np.zeros(systems)
        flat, off = scores.ravel(), errors.ravel()
        for system in range(systems):
            both = errors[system][:, None] + off[None]
            near[system] = ((np.abs(scores[system][:, None] - flat[None]) <= both) & (both > 0)).sum() - topics
        slack = np.maximum(near, 0) / topics
    return _of_ranks(ranks, float(ranks.var(ddof=1)), slack)


def friedman(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Friedman: ranks of the systems within each topic, compared by mean ranks with the variance of tied ranks. Effect:
    the difference of mean ranks over their standard deviation.
    """
    systems, topics = scores.shape
    ranks = midranks(scores.T)[0].T
    variance = float(((ranks - (systems + 1) / 2) ** 2).sum() / (topics * max(1, systems - 1)))
    slack = None
    if errors is not None:
        near = np.zeros(systems)
        for system in range(systems):
            both = errors[system] + errors
            near[system] = ((np.abs(scores[system] - scores) <= both) & (both > 0)).sum() - topics
        slack = np.maximum(near, 0) / topics
    return _of_ranks(ranks, variance, slack)


def _of_ranks(ranks: Array, variance: float, slack: Array | None) -> Outcome:
    systems, topics = ranks.shape
    first, second = pairs_of(systems)
    means = ranks.mean(axis=1)
    difference = means[first] - means[second]
    if variance <= 0:
        nothing = np.zeros(len(first))
        return Outcome(nothing, nothing + 1, nothing)
    error = sqrt(variance / topics)
    p = range_beyond(np.abs(difference) / error, systems)
    low = high = None
    if slack is not None:
        both = slack[first] + slack[second]
        low = range_beyond((np.abs(difference) + both) / error, systems)
        high = range_beyond(np.maximum(np.abs(difference) - both, 0.0) / error, systems)
    return Outcome(difference / error, p, difference / sqrt(variance), p_low=low, p_high=high)
