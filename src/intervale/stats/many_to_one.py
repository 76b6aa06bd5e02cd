"""The distribution of the largest of m normal means less one that they are all compared with, over their standard error
(Dunnett 1955, 1964): any two of the differences have correlation 1/2.

With a known error and q = √2 d, the largest is beyond d with probability

    one-sided   ∫ φ(z) {1 − Φ(q − z)^m} dz,
    two-sided   2 ∫ φ(z) {1 − [1 − Φ(z − q) − Φ(−z − q)]^m} dz  over z > 0,

and with ν degrees of freedom with its mean over the error, as the studentised range. Nothing is subtracted from 1; both
fall like exp(−q²/4), so that tables and integrals are those of :mod:`intervale.stats.studentised`. For m = 1 it is
Student's t, and the tests compare with that (to 10⁻¹⁰ of the probability) and with plain quadrature (to 10⁻⁹).
"""

from __future__ import annotations

from functools import lru_cache
from math import inf, sqrt

import numpy as np

from intervale.stats.studentised import (
    NODES,
    REACH,
    Array,
    Table,
    beyond,
    critical,
    legendre,
    normal_density,
)

__all__ = ["critical_largest", "largest_beyond"]


def largest_beyond(d: Array, others: int, freedom: float = inf, *, sides: int = 2) -> Array:
    """The probability that the largest of so many differences is larger than each d ≥ 0, by size (two sides) or as it
    is (one).

    >>> np.round(largest_beyond(np.array([2.0, 2.44]), 2, 20.0), 4).tolist()
    [0.1052, 0.0441]
    """
    return beyond(np.asarray(d) * sqrt(2), _table(others, sides), freedom)


@lru_cache(maxsize=256)
def critical_largest(alpha: float, others: int, freedom: float = inf, *, sides: int = 2) -> float:
    """The d that is exceeded with probability ``alpha``; 0 where even 0 is exceeded less often.

    >>> round(critical_largest(0.05, 4, 20.0), 2), round(critical_largest(0.05, 4, 20.0, sides=1), 2)
    (2.65, 2.3)
    """
    return critical(alpha, _table(others, sides), freedom) / sqrt(2)


@lru_cache(maxsize=32)
def _table(others: int, sides: int) -> Table:
    """The probability with a known error."""
    return Table(lambda q: _known_error(q, others, sides))


def _known_error(q: Array, others: int, sides: int) -> tuple[Array, Array]:
    """The logarithm of the probability with a known error, and its derivative."""
    from scipy.special import log_ndtr, ndtr

    nodes, weights = legendre(NODES)
    low = q / 2 - REACH if sides == 1 else np.maximum(q / 2 - REACH, 0.0)
    half = (q / 2 + REACH - low) / 2
    z = low + half * (1 + nodes)
    density = sides * half * weights * normal_density(z)
    if sides == 1:
        within, slope = log_ndtr(q - z), normal_density(q - z)
    else:
        with np.errstate(divide="ignore"):
            within = np.log1p(-np.minimum(ndtr(z - q) + ndtr(-z - q), 1.0))
        slope = normal_density(z - q) + normal_density(z + q)
    values = -(np.expm1(others * within) * density).sum(axis=1)
    rest = np.exp((others - 1) * within) if others > 1 else np.ones_like(z)
    slopes = -others * (rest * slope * density).sum(axis=1)
    return np.log(values), slopes / values
