"""The distribution of the studentised range: the largest difference of k normal means over their standard error.

With a known error it is larger than q with probability

    Q(q; k, ∞) = k ∫ φ(z) {Φ(z)^(k−1) − [Φ(z) − Φ(z − q)]^(k−1)} dz,

and with ν degrees of freedom with the mean of Q(q s; k, ∞) over s, where ν s² has the chi-squared distribution. Nothing
is subtracted from 1, so that far tails are as exact as p-values near 0.05. Both integrals by Gauss and Legendre around
the place where their integrand is largest (z near q/2; s near √((ν − 1)/(ν + q²/2)), as Q falls like exp(−q²/4)), the
first kept in a table of logarithms. For two groups it is Student's t, and the tests compare with that (to 10⁻¹¹ of the
probability) and with scipy's.

Of many q, as there are where all pairs of systems are compared, the second integral is not taken one by one: its
logarithm is smooth, and polynomials through twelve of its values in each cell of 1/4 differ from it by no more than
the cubics of the first table do, at most some 10⁻¹⁰ of the probability.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from math import inf, lgamma, log
from typing import Any

import numpy as np

__all__ = ["Table", "beyond", "critical", "critical_range", "legendre", "normal_density", "range_beyond"]

Array = np.ndarray[Any, Any]
NODES = 256
REACH, STEP, LARGEST = 9.0, 0.01, 50.0
"""How far the first integral goes around its middle, and at which ranges it is taken; beyond the largest it is below
10⁻²⁷⁰, and 0 here."""
SPREADS = 16.0
"""How many standard deviations the second integral goes around its middle."""
PIECE = 1 << 13
ROWS = 256
"""By how many q a table grows."""
NEWTON = 6
"""How many steps lead from a cosine to a zero of Legendre's polynomial, to all digits."""
MANY, NEAR, CELL, THROUGH = 1024, 40.0, 0.25, 12
"""From how many q on polynomials are taken, up to which q, how wide their cells are, and through how many values they
go."""


class Table:
    """The probability that a statistic is larger than q, its error being known: by cubics through its logarithms and
    their slopes at multiples of ``STEP``. It is made as far as it is asked for.
    """

    def __init__(self, made: Callable[[Array], tuple[Array, Array]]) -> None:
        """From a function of a column of q, which gives the logarithms and their slopes."""
        self._made = made
        self._q = np.arange(0.0, LARGEST + STEP / 2, STEP)[:, None]
        self._values, self._slopes = np.empty(0), np.empty(0)

    def beyond(self, q: Array) -> Array:
        """The probability for each q."""
        far = q > LARGEST
        place = np.where(far, 0.0, q / STEP)
        left = np.minimum(place.astype(np.int64), len(self._q) - 2)
        self._grow(int(left.max(initial=0)) + 2)
        values, slopes = self._values, self._slopes
        x = place - left
        rise = values[left + 1] - values[left]
        first, last = slopes[left] * STEP, slopes[left + 1] * STEP
        found = values[left] + x * (first + x * (3 * rise - 2 * first - last + x * (first + last - 2 * rise)))
        known: Array = np.where(far, 0.0, np.minimum(np.exp(found), 1.0))
        return known

    def _grow(self, wanted: int) -> None:
        if wanted > len(self._values):
            rows = slice(len(self._values), -(-wanted // ROWS) * ROWS)
            values, slopes = self._made(self._q[rows])
            self._values, self._slopes = np.append(self._values, values), np.append(self._slopes, slopes)


def range_beyond(q: Array, groups: int, freedom: float = inf) -> Array:
    """The probability that the studentised range of so many groups is larger than each q.

    >>> round(float(range_beyond(np.array([3.314]), 2, 8.0)[0]), 3), float(range_beyond(np.array([0.0]), 5)[0])
    (0.047, 1.0)
    """
    return np.where(np.asarray(q) <= 0, 1.0, beyond(q, _table(groups), freedom))


def beyond(q: Array, table: Table, freedom: float) -> Array:
    """The probability that a statistic over its standard error is larger than each q, from its table with a known
    error.
    """
    wanted = np.maximum(np.asarray(q, dtype=np.float64), 0.0)
    if freedom == inf:
        return table.beyond(wanted)
    if len(wanted) < MANY:
        return np.minimum(_means(wanted, table, freedom), 1.0)
    found, near = np.empty_like(wanted), wanted < NEAR
    found[near] = _cells(table, freedom).of(wanted[near])
    found[~near] = _means(wanted[~near], table, freedom)
    return np.minimum(found, 1.0)


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


def _means(q: Array, table: Table, freedom: float) -> Array:
    pieces = [_mean(q[start : start + PIECE], table, freedom) for start in range(0, len(q), PIECE)]
    return np.concatenate(pieces) if pieces else q


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
    inside = np.exp(logarithm) * table.beyond(q[:, None] * s)
    found: Array = (high - low) / 2 * (inside @ weights)
    return found


class _Cells:
    """The mean over s as a function of q below ``NEAR``: polynomials for its logarithm, made where they are asked
    for.
    """

    def __init__(self, table: Table, freedom: float) -> None:
        self._table, self._freedom = table, freedom
        self._known = np.zeros(int(NEAR / CELL), dtype=bool)
        self._chebyshev = np.zeros((len(self._known), THROUGH))

    def of(self, q: Array) -> Array:
        cell = (q / CELL).astype(np.int64)
        self._make(np.flatnonzero((np.bincount(cell, minlength=len(self._known)) > 0) & ~self._known))
        x = 2 * (q / CELL - cell) - 1
        later = last = np.zeros_like(x)
        for degree in range(THROUGH - 1, 0, -1):  # Clenshaw's sum
            later, last = self._chebyshev[cell, degree] + 2 * x * later - last, later
        found: Array = np.exp(self._chebyshev[cell, 0] + x * later - last)
        return found

    def _make(self, cells: Array) -> None:
        angles = np.pi * (np.arange(THROUGH) + 0.5) / THROUGH
        q = (cells[:, None] + (np.cos(angles) + 1) / 2) * CELL
        values = np.log(_means(q.ravel(), self._table, self._freedom)).reshape(q.shape)
        made = values @ np.cos(np.outer(angles, np.arange(THROUGH))) * 2 / THROUGH
        made[:, 0] /= 2
        self._chebyshev[cells], self._known[cells] = made, True


@lru_cache(maxsize=16)
def _cells(table: Table, freedom: float) -> _Cells:
    return _Cells(table, freedom)


@lru_cache(maxsize=16)
def _table(groups: int) -> Table:
    """Q(q; k, ∞)."""
    return Table(lambda q: _known_error(q, groups))


def _known_error(q: Array, groups: int) -> tuple[Array, Array]:
    """The logarithm of Q(q; k, ∞) and its derivative."""
    from scipy.special import log_ndtr, ndtr

    nodes, weights = legendre(NODES)
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


def normal_density(z: Array) -> Array:
    found: Array = np.exp(-z * z / 2) / np.sqrt(2 * np.pi)
    return found


@lru_cache(maxsize=8)
def legendre(count: int) -> tuple[Array, Array]:
    """The nodes and weights of Gauss and Legendre: Newton's steps to the zeros of the polynomial, from a cosine that is
    near each (Press et al. 2007, §4.6). Eigenvalues would start all threads of the linear
    algebra library.
    """
    nodes = -np.cos(np.pi * (np.arange(count) + 0.75) / (count + 0.5))
    for _ in range(NEWTON):
        last, value = np.ones(count), nodes
        for degree in range(2, count + 1):
            last, value = value, ((2 * degree - 1) * nodes * value - (degree - 1) * last) / degree
        beside = (1 - nodes) * (1 + nodes)
        nodes = nodes - value * beside / (count * (last - nodes * value))
    return nodes, 2 * beside / (count * last) ** 2
