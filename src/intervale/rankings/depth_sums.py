"""Sums over depths d of whole numbers times powers over d, as one fraction: halves are added over one denominator.

Numbers grow with the depths that they stand for, so that the sum costs about as much as its last few steps; term by
term each of n numbers would be as long as the whole sum.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import lru_cache
from math import lcm

__all__ = ["geometric_sum", "over_depths"]

FEW = 16
"""So many terms are added one by one."""


def over_depths(counts: Sequence[int], r: int = 1, q: int = 1) -> Fraction:
    """Σ c(d) r^(d − 1) q^(n − d) / d over the depths d = 1..n.

    >>> over_depths([1, 1, 1]), over_depths([0, 2], r=9, q=10)
    (Fraction(11, 6), Fraction(9, 1))
    """
    return Fraction(_sum(counts, 0, len(counts), r, q), _below(0, len(counts)))


def _sum(counts: Sequence[int], low: int, high: int, r: int, q: int) -> int:
    """The sum over low < d ≤ high, with powers that begin anew there, times the least common multiple of these d."""
    if high - low <= FEW:
        below, found, power = _below(low, high), 0, 1
        for d in range(low + 1, high + 1):
            found = found * q + counts[d - 1] * (below // d) * power
            power *= r
        return found
    middle = (low + high) // 2
    left, right = _sum(counts, low, middle, r, q), _sum(counts, middle, high, r, q)
    below = _below(low, high)
    left *= below // _below(low, middle) * _power(q, high - middle)
    return left + right * (below // _below(middle, high)) * _power(r, middle - low)


@lru_cache(maxsize=1 << 14)
def _below(low: int, high: int) -> int:
    """The least common multiple of low + 1..high."""
    if high - low <= FEW:
        return lcm(*range(low + 1, high + 1))
    middle = (low + high) // 2
    return lcm(_below(low, middle), _below(middle, high))


@lru_cache(maxsize=128)
def _power(x: int, exponent: int) -> int:
    found: int = x**exponent
    return found


def geometric_sum(n: int, r: int, q: int) -> int:
    """Σ r^(d − 1) q^(n − d) over d = 1..n.

    >>> geometric_sum(3, 9, 10), geometric_sum(3, 2, 2)
    (271, 12)
    """
    found: int = n * q ** (n - 1) if r == q else (q**n - r**n) // (q - r)
    return found
