"""The power of F tests and of two-sided t tests, and the smallest argument at which a condition begins to hold.

A two-sided t test with ν degrees of freedom is the F test with 1 and ν: the square of t is F.
"""

from __future__ import annotations

from collections.abc import Callable
from math import inf, log, sqrt

import numpy as np

__all__ = ["f_noncentrality", "f_power", "first_enough"]

LARGE = 1e8
"""From this noncentrality on, the noncentral chi-square is taken as its mean."""


def f_power(alpha: float, above: float, below: float, noncentral: float) -> float:
    """The probability that F exceeds its critical value at ``alpha``, where F has ``above`` and ``below`` degrees of
    freedom and this noncentrality λ.

    With y the critical value as a beta variable, I_y(below/2, above/2) = alpha, it is Σ_j Pr(j) · I_y(below/2,
    above/2 + j), where j has the Poisson distribution with mean λ/2. What is left out of the sum is below 1e-12. For
    λ > 1e8 the noncentral chi-square is taken as its mean, which is off by less than 1e-6.

    >>> round(f_power(0.05, 1, 49, 50 * (0.05 / 0.2) ** 2), 12)
    0.410380641761
    """
    from scipy.special import betainc, betaincinv, gammainc, gammaln

    y = float(betaincinv(below / 2, above / 2, alpha))
    if noncentral > LARGE:
        return float(gammainc(below / 2, min(1e300, (noncentral + above) / 2 * (y / (1 - y)))))
    mean = noncentral / 2
    reach = 9 * sqrt(mean) + 40
    j = np.arange(max(0, int(mean - reach)), int(mean + reach) + 1)
    weight = np.exp(j * log(mean) - mean - gammaln(j + 1)) if mean > 0 else (j == 0).astype(float)
    return min(1.0, float(weight @ betainc(below / 2, above / 2 + j, y) / weight.sum()))


def f_noncentrality(alpha: float, above: float, below: float, power: float) -> float:
    """The noncentrality at which the F test has this power; infinite where no float is large enough."""
    high = 1.0
    while f_power(alpha, above, below, high) < power:
        high *= 16
        if high > 1e290:
            return inf
    low = 0.0 if high == 1.0 else high / 16
    for _ in range(200):
        middle = (low + high) / 2
        if middle in (low, high):
            break
        if f_power(alpha, above, below, middle) < power:
            low = middle
        else:
            high = middle
    return high


def first_enough(enough: Callable[[int], bool], first: int, most: int) -> int | None:
    """The smallest whole number from ``first`` on that is enough, where all larger ones are, too; None where ``most``
    is not.

    >>> first_enough(lambda n: n * n >= 50, 2, 100)
    8
    """
    step, low = 1, first
    while not enough(low):
        if low == most:
            return None
        low, step = min(most, low + step), 2 * step
    low, high = max(first, low - step // 2), low
    while low < high:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle + 1, high)
    return high
