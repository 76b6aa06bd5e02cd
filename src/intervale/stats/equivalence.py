"""Equivalence: are two systems the same for practical purposes, that is, is their mean difference within a margin?

Two one-sided tests (Schuirmann 1987): p is the larger of those of "the difference is at most −margin" and "it is at
least margin"; small p says that it is within. And the posterior probabilities that it is below, within or above
(Benavoli, Corani, Demšar and Zaffalon 2017, with correlation 0, as topics are no overlapping samples): under the
reference prior the mean difference is Student's t with n − 1 degrees of freedom around the observed mean, with scale
s/√n. With this prior, p is the larger of the probabilities of below and above. Both need an interval scale.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite, sqrt
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.stats.outcome import Array, differences

__all__ = ["Equivalence", "check_margin", "equivalence"]

ROUNDING = 1e-12
"""A difference without spread that is nearer to the margin than this share of it is the margin."""


@dataclass(frozen=True, eq=False)
class Equivalence:
    """One entry for each pair, first less second; not a number where both systems have fewer than two topics."""

    margin: float
    alpha: float
    p: Array
    """Of two one-sided t tests."""
    equivalent: Array
    """Whether p ≤ alpha; without a correction, that is where the interval at 1 − 2 alpha lies within the margin."""
    low: Array
    high: Array
    """That interval."""
    below: Array
    within: Array
    above: Array
    """The posterior probabilities."""
    topics: Array
    """How many both systems have."""


def equivalence(scores: Array, first: Array, second: Array, margin: float, alpha: float = 0.05) -> Equivalence:
    """Whether the systems ``first[i]`` and ``second[i]`` (rows of systems × topics) are the same up to a margin, on the
    topics that both have. Differences that are all the same have no spread: the mean difference is known, p is 0 where
    it is smaller than the margin and else 1, and it counts as within where it is the margin.

    >>> scores = np.array([[0.50, 0.61, 0.70, 0.81], [0.50, 0.60, 0.71, 0.80]])
    >>> found = equivalence(scores, np.array([0]), np.array([1]), margin=0.05)
    >>> found.equivalent.tolist(), [round(float(x[0]), 4) for x in (found.below, found.within, found.above)]
    ([True], [0.0008, 0.9981, 0.0011])
    """
    from scipy.special import stdtr, stdtrit

    check_margin(margin)
    mean, error, topics = _moments(scores, first, second)
    mean = np.where((error == 0) & (np.abs(np.abs(mean) - margin) <= ROUNDING * margin), np.sign(mean) * margin, mean)
    freedom = np.maximum(topics - 1, 1)

    def beyond(distance: Array) -> Array:
        """The probability that the difference is so much farther on than the mean, at least."""
        with np.errstate(over="ignore"):
            ratio = -distance / np.where(error > 0, error, 1.0)
        found = stdtr(freedom, ratio)
        return np.where(error > 0, found, np.where(distance < 0, 1.0, 0.0))

    below, above = beyond(margin + mean), beyond(margin - mean)
    p = np.where((error == 0) & (np.abs(mean) >= margin), 1.0, np.maximum(below, above))
    half = -stdtrit(freedom, min(alpha, 0.5)) * error
    unknown = np.isnan(mean)
    below, above, p = (np.where(unknown, np.nan, one) for one in (below, above, p))
    within = np.maximum(1 - below - above, 0.0)
    return Equivalence(margin, alpha, p, p <= alpha, mean - half, mean + half, below, within, above, topics)


def check_margin(margin: float) -> None:
    if not (isfinite(margin) and margin > 0):
        raise OptionError(f"margin={margin} must be a number above 0, such as 0.01: smaller differences do not matter")


def _moments(scores: Array, first: Array, second: Array) -> tuple[Array, Array, Array]:
    """The mean difference of each pair, its standard error, and on how many topics."""
    shared = ~(np.isnan(scores)[first] | np.isnan(scores)[second])
    topics = shared.sum(axis=1)
    mean, error = np.full(len(first), np.nan), np.full(len(first), np.nan)
    whole = shared.all(axis=1)
    groups: list[tuple[Any, Any]] = [
        (np.flatnonzero(whole), slice(None)),
        *(([row], shared[row]) for row in np.flatnonzero(~whole)),
    ]
    for rows, kept in groups:
        number = scores[:, kept].shape[1]
        if number < 2:
            continue
        difference, unit = differences(scores[:, kept], first[rows], second[rows])
        spread = difference.std(axis=1, ddof=1)
        spread = np.where(spread <= 8 * np.finfo(float).eps, 0.0, spread)
        mean[rows], error[rows] = difference.mean(axis=1) * unit, spread / sqrt(number) * unit
    return mean, error, topics
