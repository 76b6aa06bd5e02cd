"""Confidence intervals of effects, for pairs of systems: one function for each effect of the registry.

Each takes the outcome of the test, the scores (systems × topics) that it was computed from, and the systems of each
pair in the outcome; topics that one of the two lacks are left out. Where there is no interval it is not a number: no
spread, fewer than two topics, or pairs that were not compared.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from intervale.stats.noncentral_t import noncentrality
from intervale.stats.outcome import Array, Outcome
from intervale.stats.ranks import leading

__all__ = ["EffectInterval", "cliff", "cohen", "one_way", "rank_correlation", "two_way", "wins_less_losses"]


@dataclass(frozen=True, eq=False)
class EffectInterval:
    """Where the effects of pairs lie with probability 1 − alpha: exactly for normal differences or residuals in
    :func:`cohen`, :func:`one_way` and :func:`two_way`, approximately in the others.
    """

    low: Array
    high: Array


def cohen(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """Cohen's d for pairs: d √n is noncentral t with n − 1 degrees of freedom and shift δ √n (Steiger and Fouladi 1997;
    Cumming and Finch 2001).
    """
    number = _shared(scores, first, second).sum(axis=1)
    low, high = np.full(len(first), np.nan), np.full(len(first), np.nan)
    for topics in np.unique(number[number > 1]):
        rows = number == topics
        low[rows], high[rows] = _noncentral(outcome.effect[rows], sqrt(topics), int(topics) - 1, alpha)
    return EffectInterval(low, high)


def two_way(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """The difference of means over the residual standard deviation of the two-way analysis of variance: times √(n/2) it
    is noncentral t with (k − 1)(n − 1) degrees of freedom (Steiger 2004). Each interval is of its pair alone.
    """
    systems, topics = scores.shape
    ends = _noncentral(outcome.effect, sqrt(topics / 2), (systems - 1) * (topics - 1), alpha)
    return EffectInterval(*ends)


def one_way(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """As :func:`two_way`, for one-way analysis of variance with k(n − 1) degrees of freedom."""
    systems, topics = scores.shape
    ends = _noncentral(outcome.effect, sqrt(topics / 2), systems * (topics - 1), alpha)
    return EffectInterval(*ends)


def _noncentral(effect: Array, root: float, freedom: int, alpha: float) -> tuple[Array, Array]:
    low, high = (noncentrality(effect * root, freedom, p) / root for p in (1 - alpha / 2, alpha / 2))
    return low, high


def wins_less_losses(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """(wins − losses) / topics: Wald's interval for matched proportions, with half a topic added to wins and to losses
    and one to ties (Agresti and Min 2005), within −1 and 1.
    """
    shared = _shared(scores, first, second)
    topics = shared.sum(axis=1)
    with np.errstate(invalid="ignore"):
        wins, losses = ((np.sign(scores[first] - scores[second]) == sign).sum(axis=1) + 0.5 for sign in (1, -1))
    middle = (wins - losses) / (topics + 2)
    error = np.sqrt((wins + losses) / (topics + 2) - middle**2) / np.sqrt(topics + 2)
    half = np.where(topics > 1, _z(alpha) * error, np.nan)
    return EffectInterval(np.maximum(middle - half, -1.0), np.minimum(middle + half, 1.0))


def cliff(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """Cliff's delta: the asymmetric interval with the unbiased estimate of its variance (Cliff 1996; Feng and Cliff
    2004), as if the topics of the two systems were not paired. Where one system is always ahead there is no
    variance: from (n − z²)/(n + z²) to 1.
    """
    z = _z(alpha)
    low, high = np.full(len(first), np.nan), np.full(len(first), np.nan)
    shared = _shared(scores, first, second)
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        x, y = scores[a][shared[row]], scores[b][shared[row]]
        n = len(x)
        if n > 1:
            ahead = np.sign(x[:, None] - y[None])
            d = float(ahead.mean())
            rows, columns = (float(((ahead.mean(axis=axis) - d) ** 2).sum()) for axis in (1, 0))
            variance = (n * n * (rows + columns) - float(((ahead - d) ** 2).sum())) / (n * n * (n - 1) ** 2)
            low[row], high[row] = _asymmetric(d, max(variance, (1 - d * d) / (n * n - 1)), n, z)
    return EffectInterval(low, high)


def rank_correlation(outcome: Outcome, scores: Array, first: Array, second: Array, alpha: float) -> EffectInterval:
    """The rank correlation for pairs r is the mean of sign(dᵢ + dⱼ) over i ≤ j, for m differences that are not 0 (Tukey
    1949): with hᵢ the mean over j, its variance is about 4 var(h)/m (Hoeffding 1948), and its interval has the form of
    that of Cliff's delta. Fisher's transformation with the variance under no difference, as the R package effectsize
    has it, covers less and less the larger r is.
    """
    z = _z(alpha)
    low, high = np.full(len(first), np.nan), np.full(len(first), np.nan)
    shared = _shared(scores, first, second)
    for row, (a, b) in enumerate(zip(first, second, strict=True)):
        x, y = scores[a][shared[row]], scores[b][shared[row]]
        kept = np.abs(x - y) > 8 * np.finfo(float).eps * (np.abs(x) + np.abs(y))
        difference = leading((x - y)[kept])
        if len(difference) > 1:
            h = np.sign(difference[:, None] + difference[None]).mean(axis=1)
            variance = 4 * float(h.var(ddof=1)) / len(difference)
            low[row], high[row] = _asymmetric(float(outcome.effect[row]), variance, len(difference), z)
    return EffectInterval(low, high)


def _asymmetric(d: float, variance: float, number: int, z: float) -> tuple[float, float]:
    """The d with (d̂ − d)² = z² σ²(d), where the variance falls like 1 − d² from that at d̂ (Feng and Cliff 2004)."""
    if abs(d) == 1:
        least = (number - z * z) / (number + z * z)
        return (least, 1.0) if d > 0 else (-1.0, -least)
    half = z * sqrt(variance * ((1 - d * d) ** 2 + z * z * variance))
    bottom = 1 - d * d + z * z * variance
    return (d - d**3 - half) / bottom, (d - d**3 + half) / bottom


def _shared(scores: Array, first: Array, second: Array) -> Array:
    """The topics that both systems of each pair have."""
    missing = np.isnan(scores)
    return np.asarray(~(missing[first] | missing[second]))


def _z(alpha: float) -> float:
    from scipy.special import ndtri

    return -float(ndtri(alpha / 2))
