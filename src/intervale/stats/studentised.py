"""The distribution of the studentised range: the largest difference of k normal means over their standard error.

P(q; k, ∞) = k ∫ φ(z) [Φ(z) − Φ(z − q)]^(k−1) dz, and for ν degrees of freedom the mean of P(q s; k, ∞) over s, where
ν s² has the chi-squared distribution with ν degrees of freedom. Both integrals by Gauss and Legendre, the first kept in
a table. The tests compare with scipy's, which takes a minute for as many values as this gives in a tenth of a second.
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, lgamma, log
from typing import Any

import numpy as np

__all__ = ["critical_range", "range_beyond"]

Array = np.ndarray[Any, Any]
NODES, SPREAD_NODES = 256, 48
REACH, STEP, LARGEST = 9.0, 0.01, 40.0
"""How far the normal distribution goes, and at which ranges the first integral is taken."""


def range_beyond(q: Array, groups: int, freedom: float = inf) -> Array:
    """The probability that the studentised range of so many groups is larger than each q.

    >>> round(float(range_beyond(np.array([3.314]), 2, 8.0)[0]), 3), float(range_beyond(np.array([0.0]), 5)[0])
    (0.047, 1.0)
    """
    wanted = np.maximum(np.asarray(q, dtype=np.float64), 0.0)
    beyond = np.ones(wanted.shape)
    for spread, weight in zip(*_spreads(freedom), strict=True):
        beyond -= weight * _normal_range(wanted * spread, groups)
    return np.clip(beyond, 0.0, 1.0)


@lru_cache(maxsize=256)
def critical_range(alpha: float, groups: int, freedom: float = inf) -> float:
    """The q that is exceeded with probability ``alpha``.

    >>> round(critical_range(0.05, 3), 4)
    3.3145
    """
    low, high = 0.0, 8.0
    while range_beyond(np.array([high]), groups, freedom)[0] > alpha:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        beyond = range_beyond(np.array([middle]), groups, freedom)[0] > alpha
        low, high = (middle, high) if beyond else (low, middle)
    return (low + high) / 2


def _normal_range(q: Array, groups: int) -> Array:
    """P(q; k, ∞) for each q: by cubics through values and slopes at multiples of ``STEP``."""
    values, slopes = _table(groups)
    place = np.minimum(q / STEP, len(values) - 1.0)
    left = np.minimum(place.astype(np.int64), len(values) - 2)
    x = place - left
    rise = values[left + 1] - values[left]
    first, last = slopes[left] * STEP, slopes[left + 1] * STEP
    found: Array = values[left] + x * (first + x * (3 * rise - 2 * first - last + x * (first + last - 2 * rise)))
    return found


@lru_cache(maxsize=16)
def _table(groups: int) -> tuple[Array, Array]:
    """P(q; k, ∞) and its derivative at 0, ``STEP``, …, ``LARGEST``."""
    from scipy.special import ndtr

    nodes, weights = _legendre(NODES)
    z = REACH * nodes
    density = groups * REACH * weights * _density(z)
    q = np.arange(0.0, LARGEST + STEP / 2, STEP)[:, None]
    inside = ndtr(z)[None] - ndtr(z[None] - q)
    power = inside ** (groups - 2)
    return (power * inside) @ density, (groups - 1) * (power * _density(z[None] - q)) @ density


def _density(z: Array) -> Array:
    found: Array = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return found


@lru_cache(maxsize=64)
def _spreads(freedom: float) -> tuple[Array, Array]:
    """Nodes for s and their weights times its density."""
    if freedom == inf:
        return np.ones(1), np.ones(1)
    from scipy.special import gammaincinv

    low, high = (np.sqrt(2 * gammaincinv(freedom / 2, p) / freedom) for p in (1e-15, 1 - 1e-15))
    nodes, weights = _legendre(SPREAD_NODES if freedom >= 20 else 4 * SPREAD_NODES)
    s = (high + low) / 2 + (high - low) / 2 * nodes
    half = freedom / 2
    logarithm = log(2) + half * log(half) - lgamma(half) + (freedom - 1) * np.log(s) - half * s * s
    return s, (high - low) / 2 * weights * np.exp(logarithm)


@lru_cache(maxsize=8)
def _legendre(count: int) -> tuple[Array, Array]:
    nodes, weights = np.polynomial.legendre.leggauss(count)
    return nodes, weights
