"""Multiple comparisons with the best (Hsu 1984; 1996, ch. 4): which systems may have the largest mean.

The best is not known beforehand, and the leader was chosen from the data: each system in turn is taken as the one that
all others are compared with, one-sided. With residual standard deviation s of the two-way analysis of variance (systems
and topics), n topics and Dunnett's one-sided critical value d for k − 1 comparisons, a system may be the best where no
other mean is ahead by W = d s √(2/n) or more. With probability 1 − alpha at least the best is among them, and the
intervals hold together, where residuals are normal with one variance.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import sqrt

import numpy as np

from intervale.errors import OptionError
from intervale.stats.families import ROUNDING, error_norm, residual
from intervale.stats.many_to_one import critical_largest, largest_beyond
from intervale.stats.outcome import Array, Bounds, scaled

__all__ = ["Best", "may_be_best"]


@dataclass(frozen=True, eq=False)
class Best:
    """One entry for each system. The scale needed is an interval scale."""

    possible: Array
    """Whether it may be the best. Those with the largest mean always are."""
    low: Array
    high: Array
    """The simultaneous confidence interval of its mean less the largest of the others', constrained to contain 0 or to
    end there: high is 0 where it is not the best, low is 0 where it is."""
    p: Array
    """The smallest alpha at which it is excluded; 1 for the systems with the largest mean."""
    opened: Array
    """Whether bounds of the scores leave open if it is excluded; it is possible then."""
    width: float
    """By how much another mean must be ahead, W."""
    deviation: float
    freedom: int
    alpha: float


def may_be_best(scores: Array, alpha: float, bounds: Bounds | None = None) -> Best:
    """The systems that may have the largest mean, from a complete table of systems × topics.

    >>> scores = np.array([[0.5, 0.7, 0.6, 0.9], [0.4, 0.7, 0.5, 0.9], [0.1, 0.2, 0.3, 0.2]])
    >>> may_be_best(scores, 0.05).possible.tolist()
    [True, True, False]
    """
    if np.isnan(scores).any():
        raise OptionError("which systems may be the best needs every system on every topic")
    systems, topics = scores.shape
    if systems < 2 or topics < 2:
        raise OptionError("which systems may be the best needs at least two systems and two topics")
    scores, unit = scaled(scores)
    freedom = (systems - 1) * (topics - 1)
    means, norm = residual(scores, by_topic=True)
    behind = means[None] - means[:, None]  # of the second, by how much it is ahead of the first
    behind = np.where(np.abs(behind) <= ROUNDING, 0.0, behind)

    def p_of(behind: Array, norm: float) -> Array:
        most = np.where(np.eye(systems, dtype=bool), -np.inf, behind).max(axis=1)
        error = norm / sqrt(freedom) * sqrt(2 / topics)
        with np.errstate(divide="ignore"):
            ratio = np.maximum(most, 0.0) / error if error > 0 else np.where(most > 0, np.inf, 0.0)
        return np.where(most <= 0, 1.0, largest_beyond(ratio, systems - 1, freedom, sides=1))

    p = p_of(behind, norm)
    possible, opened, off = p > alpha, np.zeros(systems, dtype=bool), np.zeros(systems)
    noise = 0.0
    if bounds is not None:
        one, other = np.indices((systems, systems))
        with np.errstate(over="ignore"):  # far off
            slack = bounds.apart(one.ravel(), other.ravel()).mean(axis=1).reshape(behind.shape) / unit
        noise = error_norm(bounds, unit)
        possible = p_of(behind - slack, norm + noise) > alpha
        off = slack.max(axis=1)
        opened = possible & (p_of(behind + slack, max(0.0, norm - noise)) <= alpha)
    width = critical_largest(alpha, systems - 1, freedom, sides=1) * (norm + noise) / sqrt(freedom) * sqrt(2 / topics)
    ahead = -np.where(np.eye(systems, dtype=bool), -np.inf, behind).max(axis=1)
    low, high = np.minimum(ahead - width - off, 0.0), np.maximum(ahead + width + off, 0.0)
    deviation = norm / sqrt(freedom)
    return Best(possible, low * unit, high * unit, p, opened, width * unit, deviation * unit, freedom, alpha)
