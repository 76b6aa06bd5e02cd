"""The distribution of the studentised range: the largest difference of k normal means over their standard error.

With a known error it is larger than q with probability

    Q(q; k, ∞) = k ∫ φ(z) {Φ(z)^(k−1) − [Φ(z) − Φ(z − q)]^(k−1)} dz,

and with ν degrees of freedom with the mean of Q(q s; k, ∞) over s, where ν s² has the chi-squared distribution. Nothing
is subtracted from 1, so that far tails are as exact as p-values near 0.05. Both integrals by Gauss and Legendre around
the place where their integrand is largest (z near q/2; s near √((ν − 1)/(ν + q²/2)), as Q falls like exp(−q²/4)), the
first kept in a table of logarithms. For two groups it is Student's t, and the tests compare with that (to 10⁻¹¹ of the
probability) and with scipy's.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, lgamma, log
from typing import Any

import numpy as np

__all__ = ["beyond", "critical", "critical_range", "legendre", "normal_density", "range_beyond", "ranges"]

Array = np.ndarray[Any, Any]
Table = tuple[Array, Array]
"""The logarithm of a probability and its derivative at the q of ``ranges``."""
NODES = 256
REACH, STEP, LARGEST = 9.0, 0.01, 50.0
"""How far the first integral goes around its middle, and at which ranges it is taken; beyond the largest it is below
10⁻²⁷⁰, and 0 here."""
SPREADS = 16.0
"""How many standard deviations the second integral goes around its middle."""
PIECE = 1 << 13


def range_beyond(q: Array, groups: int, freedom: float = inf) -> Array:
    """The probability that the studentised range of so many groups is larger than each q.

    >>> round(float(range_beyond(np.array([3.314]), 2, 8.0)[0]), 3), float(range_beyond(np.array([0.0]), 5)[0])
    (0.047, 1.0)
    """
    return beyond(q, _table(groups), freedom)


def beyond(q: Array, table: Table, freedom: float) -> Array:
    """The probability that a statistic over its standard error is larger than each q, from its table with a known
    error.
    """
    wanted = np.maximum(np.asarray(q, dtype=np.float64), 0.0)
    if freedom == inf:
        return _known_error(wanted, table)
    pieces = [_mean(wanted[start : start + PIECE], table, freedom) for start in range(0, len(wanted), PIECE)]
    return np.minimum(np.concatenate(pieces), 1.0) if pieces else wanted


@lru_cache(maxsize=256)
def critical_range(alpha: float, groups: int, freedom: float = inf) -> float:
    """The q that is exceeded with probability ``alpha``.

    >>> round(critical_range(0.05, 3), 4)
    3.3145
    """
    return critical(alpha, _table(groups), freedom)


def critical(alpha: float, table: Table, freedom: float) -> float:
    """The q that is exceeded with probability ``alpha``, by halving; 0 where even 0 is exceeded less often."""
    low, high = 0.0, 8.0
    while beyond(np.array([high]), table, freedom)[0] > alpha:
        high *= 2
    for _ in range(80):
        middle = (low + high) / 2
        exceeded = beyond(np.array([middle]), table, freedom)[0] > alpha
        low, high = (middle, high) if exceeded else (low, middle)
    return (low + high) / 2


def _mean(q: Array, table: Table, freedom: float) -> Array:
    """The mean of Q(q s; k, ∞) over s."""
    with np.errstate(over="ignore"):
        fall = np.minimum(q * q / 2, 1e300)
    middle = np.sqrt((freedom - 1) / (freedom + fall))
    width = SPREADS / np.sqrt(2 * (freedom + fall))
    low, high = np.maximum(middle - width, 0.0), middle + width
    nodes, weights = legendre(NODES)
    s = ((high + low) / 2)[:, None] + ((high - low) / 2)[:, None] * nodes
    half = freedom / 2
    logarithm = log(2) + half * log(half) - lgamma(half) + (freedom - 1) * np.log(s) - half * s * s
    inside = np.exp(logarithm) * _known_error(q[:, None] * s, table)
    found: Array = (high - low) / 2 * (inside @ weights)
    return found


def _known_error(q: Array, table: Table) -> Array:
    """Q(q; k, ∞) for each q: by cubics through logarithms and their slopes at multiples of ``STEP``."""
    values, slopes = table
    place = np.minimum(q / STEP, len(values) - 1.0)
    left = np.minimum(place.astype(np.int64), len(values) - 2)
    x = place - left
    rise = values[left + 1] - values[left]
    first, last = slopes[left] * STEP, slopes[left + 1] * STEP
    found = values[left] + x * (first + x * (3 * rise - 2 * first - last + x * (first + last - 2 * rise)))
    known: Array = np.where(q > LARGEST, 0.0, np.minimum(np.exp(found), 1.0))
    return known


@lru_cache(maxsize=16)
def _table(groups: int) -> Table:
    """The logarithm of Q(q; k, ∞) and its derivative at 0, ``STEP``, …, ``LARGEST``."""
    from scipy.special import log_ndtr, ndtr

    nodes, weights = legendre(NODES)
    q = ranges()
    z = q / 2 + REACH * nodes
    density = groups * REACH * weights * normal_density(z)
    logarithm, lower = log_ndtr(z), ndtr(z - q)
    with np.errstate(divide="ignore"):
        inner = np.log1p(-np.minimum(lower / ndtr(z), 1.0))  # of 1 − Φ(z − q)/Φ(z)
    part = -np.exp((groups - 1) * logarithm) * np.expm1((groups - 1) * inner)
    values = (part * density).sum(axis=1)
    within = np.exp((groups - 2) * (logarithm + inner)) if groups > 2 else np.ones_like(z)
    slopes = -(groups - 1) * (within * normal_density(z - q) * density).sum(axis=1)
    return np.log(values), slopes / values


def ranges() -> Array:
    """The q of a table, as a column."""
    return np.arange(0.0, LARGEST + STEP / 2, STEP)[:, None]


def normal_density(z: Array) -> Array:
    found: Array = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return found


@lru_cache(maxsize=8)
def legendre(count: int) -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return nodes, weights
