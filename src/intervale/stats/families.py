"""Tests of all systems of a table at once, each followed by Tukey's comparison of all pairs.

Two systems differ where the difference of their means (or mean ranks) over its standard error is larger than the
studentised range of as many groups is with probability alpha. This holds the error of all decisions together at alpha.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from math import sqrt

import numpy as np

from intervale.stats.outcome import Array, Bounds, Omnibus, Outcome, Setting, over, pairs_of, scaled
from intervale.stats.ranks import certain, midranks, together
from intervale.stats.studentised import critical_range, range_beyond

__all__ = ["anova1", "anova2", "error_norm", "friedman", "kruskal_wallis", "of_means", "residual"]

ROUNDING = 8 * np.finfo(float).eps
"""Means and residuals of scores whose largest is 1 that are nearer to 0 are 0."""


def anova1(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """One-way analysis of variance, systems as groups: residual mean square with k(n − 1) degrees of freedom. Effect:
    the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _tukey(scores, bounds, systems * (topics - 1), setting, by_topic=False)


def anova2(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Two-way analysis of variance, systems and topics: residual mean square with (k − 1)(n − 1) degrees of freedom.
    Effect: the difference of means over the residual standard deviation.
    """
    systems, topics = scores.shape
    return _tukey(scores, bounds, (systems - 1) * (topics - 1), setting, by_topic=True)


def _tukey(scores: Array, bounds: Bounds | None, freedom: int, setting: Setting, *, by_topic: bool) -> Outcome:
    systems = len(scores)
    found = of_means(
        scores,
        bounds,
        pairs_of(systems),
        freedom,
        lambda q: range_beyond(q, systems, freedom),
        critical_range(setting.alpha, systems, freedom),
        by_topic=by_topic,
    )
    return (
        found if bounds is not None and bounds.errors.any() else replace(found, omnibus=_f(scores, freedom, by_topic))
    )


def of_means(
    scores: Array,
    bounds: Bounds | None,
    pairs: tuple[Array, Array],
    freedom: int,
    beyond: Callable[[Array], Array],
    critical: float,
    *,
    by_topic: bool,
) -> Outcome:
    """Differences of the means of pairs over their standard error q: ``beyond`` is the p-value of each q, ``critical``
    the q of the confidence interval. Where scores lie between bounds, the residual norm moves by no more than that of
    the errors.
    """
    scores, unit = scaled(scores)
    topics = scores.shape[1]
    first, second = pairs
    means, norm = residual(scores, by_topic)
    difference = means[first] - means[second]
    difference = np.where(np.abs(difference) <= ROUNDING, 0.0, difference)
    deviation = norm / sqrt(freedom)

    def p_of(difference: Array, deviation: float) -> Array:
        if deviation == 0:
            return np.where(difference == 0, 1.0, 0.0)
        return beyond(np.abs(difference) / (deviation / sqrt(topics)))

    half = critical * deviation / sqrt(topics)
    low = high = None
    if bounds is not None:
        with np.errstate(over="ignore"):  # far off
            slack = bounds.apart(first, second).mean(axis=1) / unit
        noise = error_norm(bounds, unit)
        half = critical * (norm + noise) / sqrt(freedom) / sqrt(topics) + slack
        low = p_of(np.abs(difference) + slack, max(0.0, norm - noise) / sqrt(freedom))
        high = p_of(np.maximum(np.abs(difference) - slack, 0.0), (norm + noise) / sqrt(freedom))
    spread = np.full(len(first), deviation)
    statistic, effect = over(difference, spread / sqrt(topics)), over(difference, spread)
    p = p_of(difference, deviation)
    return Outcome(statistic, p, effect, (difference - half) * unit, (difference + half) * unit, low, high)


def residual(scores: Array, by_topic: bool) -> tuple[Array, float]:
    """The means of systems, and the norm of what is left of scores of size 1 without them (and without the means of
    topics); 0 where it is rounding.
    """
    means = scores.mean(axis=1)
    left = scores - means[:, None]
    left = left - left.mean(axis=0, keepdims=True) if by_topic else left
    norm = sqrt(float((left**2).sum()))
    return means, 0.0 if norm <= ROUNDING * sqrt(scores.size) else norm


def error_norm(bounds: Bounds, unit: float) -> float:
    """By how much the norm of scores that were divided by a unit can be off."""
    with np.errstate(over="ignore"):
        return sqrt(float((np.minimum(bounds.errors / unit, 1e100) ** 2).sum()))


def _f(scores: Array, freedom: int, by_topic: bool) -> Omnibus:
    """F: the mean square of systems over that of the residuals."""
    from scipy.special import fdtrc

    scores, _ = scaled(scores)
    systems, topics = scores.shape
    means, norm = residual(scores, by_topic)
    away = means - means.mean()
    away = np.where(np.ptp(means) <= ROUNDING, 0.0, away)
    square = topics * float((away**2).sum()) / (systems - 1)
    f = float(over(np.array(square), np.array(norm**2 / freedom)))
    return Omnibus("F", f, (float(systems - 1), float(freedom)), float(fdtrc(systems - 1, freedom, f)))


def kruskal_wallis(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Kruskal and Wallis: ranks among all scores of all systems, compared by mean ranks with the variance of tied
    ranks. It does not use that topics are paired. Effect: the difference of mean ranks over their standard deviation.
    """
    flat = scores.reshape(1, -1)
    ranks = midranks(flat)[0].reshape(scores.shape)
    if bounds is None:
        return _of_ranks("H", ranks, float(ranks.var(ddof=1)))
    off = bounds.errors.reshape(1, -1)
    near = [_near(row[:, None], own[:, None], flat, off) for row, own in zip(scores, bounds.errors, strict=True)]
    spread = [float(midranks(made(flat, off).astype(float))[0].var(ddof=1)) for made in (together, certain)]
    return _of_ranks("H", ranks, float(ranks.var(ddof=1)), np.array(near) / scores.shape[1], (spread[0], spread[1]))


def friedman(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Friedman: ranks of the systems within each topic, compared by mean ranks with the variance of tied ranks. Effect:
    the difference of mean ranks over their standard deviation.
    """
    systems, topics = scores.shape

    def variance(ranks: Array) -> float:
        return float(((ranks - (systems + 1) / 2) ** 2).sum() / (topics * max(1, systems - 1)))

    ranks = midranks(scores.T)[0].T
    if bounds is None:
        return _of_ranks("χ²", ranks, variance(ranks))
    errors = bounds.errors
    near = [_near(row[None], own[None], scores, errors) for row, own in zip(scores, errors, strict=True)]
    spread = [variance(midranks(made(scores.T, errors.T).astype(float))[0].T) for made in (together, certain)]
    return _of_ranks("χ²", ranks, variance(ranks), np.array(near) / topics, (spread[0], spread[1]))


def _near(scores: Array, errors: Array, others: Array, off: Array) -> int:
    """How many comparisons of some scores with others are open, those of each with itself left out."""
    both = errors + off
    opened = (np.abs(scores - others) <= both) & (both > 0)
    return int(opened.sum()) - int((errors > 0).sum())


def _of_ranks(
    name: str, ranks: Array, variance: float, slack: Array | None = None, spread: tuple[float, float] = (0.0, 0.0)
) -> Outcome:
    """Mean ranks compared, and all of them together by n Σ (mean − (their mean))² / variance, which is χ² with k − 1
    degrees of freedom. Where scores lie between bounds, ``slack`` is by how much each mean rank can be off, as a
    comparison that is open moves a rank by 1 at most, and ``spread`` is between what the variance lies: least where all
    scores are tied whose bounds overlap, one after the other, most where only exact ones are.
    """
    from scipy.special import chdtrc

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
    p = p_of(difference, variance)
    if slack is not None and slack.any():
        return Outcome(statistic, p, effect, p_low=low, p_high=high)
    chi = topics * float(((means - means.mean()) ** 2).sum()) / variance if variance > 0 else 0.0
    omnibus = Omnibus(name, chi, (systems - 1.0,), float(chdtrc(systems - 1, chi)))
    return Outcome(statistic, p, effect, p_low=low, p_high=high, omnibus=omnibus)
