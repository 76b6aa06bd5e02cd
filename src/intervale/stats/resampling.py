"""Tests that resample the topics: sign flips of the differences, and a bootstrap of their t statistic."""

from __future__ import annotations

from math import sqrt

import numpy as np

from intervale.exact.work import steps
from intervale.stats.outcome import Array, Outcome, Setting, differences, pairs_of
from intervale.stats.pairwise import t

__all__ = ["bootstrap", "randomisation"]

MOST_EXACT = 12
"""Up to how many topics all sign flips are looked at."""
PIECE = 1 << 23
ROUNDING = 1e-12


def randomisation(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Fisher's randomisation test: how often the mean difference is at least as large when every topic may have its
    two scores exchanged. All exchanges up to 12 topics, else a sample of them, the same for all pairs; p = (1 + hits) /
    (1 + samples). Effect: Cohen's d for pairs.
    """
    paired = t(scores, errors, setting)
    topics = scores.shape[1]
    first, second = pairs_of(len(scores))
    every = topics <= MOST_EXACT
    if every:
        exchanged = (np.arange(1 << topics)[:, None] >> np.arange(topics)) & 1
    else:
        exchanged = np.random.default_rng(setting.seed).integers(0, 2, (setting.resamples, topics), dtype=np.int8)
    signs = 1.0 - 2.0 * exchanged
    hits = np.zeros((3, len(first)))  # as they are, at least, at most
    step = max(1, PIECE // len(signs))
    for start in steps(range(0, len(first), step), "exchanging scores"):
        part = slice(start, start + step)
        difference, unit = differences(scores, first[part], second[part])
        rounding = 1e-13 * np.abs(difference).sum(axis=1)
        observed = np.abs(difference.sum(axis=1)) - rounding
        reached = np.abs(difference @ signs.T)
        slack = np.zeros(len(difference))
        if errors is not None:
            slack = 2 * (errors[first[part]] + errors[second[part]]).sum(axis=1) / unit
        for row, limit in enumerate((observed, observed + slack, observed - slack)):
            hits[row, part] = (reached >= limit[:, None]).sum(axis=1)
    p, low, high = hits / len(signs) if every else (1 + hits) / (1 + len(signs))
    bounds = (None, None) if errors is None else (low, high)
    return Outcome(paired.statistic, p, paired.effect, paired.low, paired.high, *bounds)


def bootstrap(scores: Array, errors: Array | None, setting: Setting) -> Outcome:
    """Paired bootstrap: topics are drawn with replacement, and the t statistic of the differences, moved to mean 0, is
    compared with the observed one (Sakai 2006); p = (1 + hits) / (1 + samples). Its interval is that of the
    bootstrapped t. Effect: Cohen's d for pairs. Where scores lie between bounds, those of p are taken as wide as those
    of t, which is not proven.
    """
    paired = t(scores, errors, setting)
    topics = scores.shape[1]
    first, second = pairs_of(len(scores))
    random = np.random.default_rng(setting.seed)
    drawn = random.multinomial(topics, np.full(topics, 1 / topics), size=setting.resamples).astype(np.float64)
    p, low, high = np.ones(len(first)), np.zeros(len(first)), np.zeros(len(first))
    step = max(1, PIECE // setting.resamples)
    for start in steps(range(0, len(first), step), "drawing topics"):
        part = slice(start, start + step)
        difference, unit = differences(scores, first[part], second[part])
        mean = difference.mean(axis=1)
        centred = difference - mean[:, None]
        means = centred @ drawn.T / topics
        squares = (centred**2) @ drawn.T / topics - means**2
        squares = np.where(squares <= ROUNDING, 0.0, squares)  # of differences whose largest is 1
        deviation = np.sqrt(np.maximum(squares, 0.0) * topics / max(1, topics - 1))
        with np.errstate(divide="ignore", invalid="ignore"):
            ratios = means / (deviation / sqrt(topics))
        ratios = np.where(np.isnan(ratios), 0.0, ratios)
        observed = np.abs(paired.statistic[part]) * (1 - ROUNDING)  # what is as large counts
        p[part] = (1 + (np.abs(ratios) >= observed[:, None]).sum(axis=1)) / (1 + setting.resamples)
        error = centred.std(axis=1, ddof=1) / sqrt(topics)
        ends = [1 - setting.alpha / 2, setting.alpha / 2]
        upper, lower = np.quantile(ratios, ends, axis=1, method="inverted_cdf")
        with np.errstate(invalid="ignore"):
            low[part], high[part] = (mean - upper * error) * unit, (mean - lower * error) * unit
    p = np.where(paired.statistic == 0, 1.0, p)
    return Outcome(paired.statistic, p, paired.effect, low, high, *_bounds(p, paired))


def _bounds(p: Array, paired: Outcome) -> tuple[Array | None, Array | None]:
    """Bounds of p where scores lie between bounds: as wide as those of t."""
    if paired.p_low is None or paired.p_high is None:
        return None, None
    return np.minimum(p, paired.p_low), np.maximum(p, paired.p_high)
