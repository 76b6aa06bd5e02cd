"""Tests of all systems of a table at once, each followed by Tukey's comparison of all pairs.

Two systems differ where the difference of their means (or mean ranks) over its standard error is larger than the
studentised range of as many groups is with probability alpha. This holds the error of all decisions together at alpha.
"""

from __future__ import annotations

from math import sqrt

import numpy as np

from intervale.stats.outcome import Array, Bounds, Outcome, Setting, over, pairs_of, scaled
from intervale.stats.ranks import certain, midranks, together
from intervale.stats.studentised import critical_range, range_beyond

__all__ = ["anova1", "anova2", "friedman", "kruskal_wallis"]


def anova1(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """One-way analysis of variance, systems as groups: residual mean square with k(n − 1) degrees of freedom. Effect:
    the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _of_means(scores, bounds, systems * (topics - 1), setting, by_topic=False)


def anova2(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Two-way analysis of variance, systems and topics: residual mean square with (k − 1)(n − 1) degrees of freedom.
    Effect: the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _of_means(scores, bounds, (systems - 1) * (topics - 1), setting, by_topic=True)


def _of_means(scores: Array, bounds: Bounds | None, freedom: int, setting: Setting, *, by_topic: bool) -> Outcome:
    scores, unit = scaled(scores)
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
    if bounds is not None:
        slack = bounds.apart(first, second).mean(axis=1) / unit
        noise = sqrt(float((np.minimum(bounds.errors / unit, 1e100) ** 2).sum()))
        low = p_of(np.abs(difference) + slack, max(0.0, norm - noise) / sqrt(freedom))
        high = p_of(np.maximum(np.abs(difference) - slack, 0.0), (norm + noise) / sqrt(freedom))
    spread = np.full(len(first), deviation)
    statistic, effect = over(difference, spread / sqrt(topics)), over(difference, spread)
    p = p_of(difference, deviation)
    return Outcome(statistic, p, effect, (difference - half) * unit, (difference + half) * unit, low, high)


def kruskal_wallis(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Kruskal and Wallis: ranks among all scores of all systems, compared by mean ranks with the variance of tied
    ranks. It does not use that topics are paired. Effect: the difference of mean ranks over their standard deviation.
    """
    flat = scores.reshape(1, -1)
    ranks = midranks(flat)[0].reshape(scores.shape)
    if bounds is None:
        return _of_ranks(ranks, float(ranks.var(ddof=1)))
    off = bounds.errors.reshape(1, -1)
    near = [_near(row[:, None], own[:, None], flat, off) for row, own in zip(scores, bounds.errors, strict=True)]
    spread = [float(midranks(made(flat, off).astype(float))[0].var(ddof=1)) for made in (together, certain)]
    return _of_ranks(ranks, float(ranks.var(ddof=1)), np.array(near) / scores.shape[1], (spread[0], spread[1]))


def friedman(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Friedman: ranks of the systems within each topic, compared by mean ranks with the variance of tied ranks. Effect:
    the difference of mean ranks over their standard deviation.
    """
    systems, topics = scores.shape

    def variance(ranks: Array) -> float:
        return float(((ranks - (systems + 1) / 2) ** 2).sum() / (topics * max(1, systems - 1)))

    ranks = midranks(scores.T)[0].T
    if bounds is None:
        return _of_ranks(ranks, variance(ranks))
    errors = bounds.errors
    near = [_near(row[None], own[None], scores, errors) for row, own in zip(scores, errors, strict=True)]
    spread = [variance(midranks(made(scores.T, errors.T).astype(float))[0].T) for made in (together, certain)]
    return _of_ranks(ranks, variance(ranks), np.array(near) / topics, (spread[0], spread[1]))


def _near(scores: Array, errors: Array, others: Array, off: Array) -> int:
    """How many comparisons of some scores with others are open, those of each with itself left out."""
    both = errors + off
    opened = (np.abs(scores - others) <= both) & (both > 0)
    return int(opened.sum()) - int((errors > 0).sum())


def _of_ranks(
    ranks: Array, variance: float, slack: Array | None = None, spread: tuple[float, float] = (0.0, 0.0)
) -> Outcome:
    """Mean ranks compared. Where scores lie between bounds, ``slack`` is by how much each mean rank can be off, as a
    comparison that is open moves a rank by 1 at most, and ``spread`` is between what the variance lies: least where all
    scores are tied whose bounds overlap, one after the other, most where only exact ones are.
    """
    systems, topics = ranks.shape
    first, second = pairs_of(systems)
    means = ranks.mean(axis=1)
    difference = means[first] - means[second]

    def p_of(difference: Array, variance: float) -> Array:
        if variance <= 0:
            return np.where(difference == 0, 1.0, 0.0)
        return range_beyond(np.abs(difference) / sqrt(variance / topics), systems)

    low = high = None
    if slack is not None:
        both = slack[first] + slack[second]
        low = p_of(np.abs(difference) + both, spread[0])
        high = p_of(np.maximum(np.abs(difference) - both, 0.0), spread[1])
    beside = np.full(len(first), sqrt(variance))
    statistic, effect = over(difference, beside / sqrt(topics)), over(difference, beside)
    return Outcome(statistic, p_of(difference, variance), effect, p_low=low, p_high=high)
