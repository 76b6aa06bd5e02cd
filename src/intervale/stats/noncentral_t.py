"""The noncentral t distribution, for intervals of standardised differences.

T = (Z + δ)/S, with νS² chi-squared, is at most t > 0 with probability

    ∫ f(s) Φ(t s − δ) ds  =  Φ(−δ) + ∫ φ(z) P(S ≥ (z + δ)/t) dz  over z > −δ,

by Gauss and Legendre: the first where t is small beside √(2ν) and Φ changes slowly with s, the second where it is
large. The tests compare with R's pt and with scipy's (to 10⁻⁹), and with trapezoids.
"""

from __future__ import annotations

from math import lgamma, log, sqrt

import numpy as np

from intervale.stats.studentised import Array, legendre, normal_density

__all__ = ["noncentral_below", "noncentrality"]

NODES, REACH, SPREADS = 128, 9.0, 12.0
MOST_STEPS = 200


def noncentral_below(t: Array, freedom: float, shift: Array) -> Array:
    """The probability that noncentral t is at most each t ≥ 0."""
    from scipy.special import gammaincc, ndtr

    nodes, weights = legendre(NODES)
    found = np.empty(len(t))
    large = t > sqrt(2 * freedom)
    middle, width = sqrt(max(freedom - 1, 0.0) / freedom), SPREADS / sqrt(2 * freedom)
    low, half = max(middle - width, 0.0), (middle + width - max(middle - width, 0.0)) / 2
    s = low + half * (1 + nodes)
    logarithm = log(2) + freedom / 2 * log(freedom / 2) - lgamma(freedom / 2)
    density = np.exp(logarithm + (freedom - 1) * np.log(s) - freedom / 2 * s * s) * half * weights
    found[~large] = ndtr(t[~large, None] * s - shift[~large, None]) @ density
    delta, beyond = shift[large, None], t[large, None]
    start = np.clip(-delta, -REACH, REACH)
    z = start + (REACH - start) / 2 * (1 + nodes)
    wider = gammaincc(freedom / 2, freedom / 2 * (np.maximum(z + delta, 0.0) / beyond) ** 2)
    found[large] = ndtr(-delta[:, 0]) + (normal_density(z) * wider * (REACH - start) / 2) @ weights
    return np.clip(found, 0.0, 1.0)


def noncentrality(t: Array, freedom: float, p: float) -> Array:
    """The shift δ with which noncentral t is at most each t with probability p; not a number where t is not finite.

    The probit of that probability is nearly linear in δ, with a slope of −1/√(1 + t²/2ν): steps along that line, and
    halving where one leads out of what is left.

    >>> np.round(noncentrality(np.array([2.3, -2.3]), 49, 0.025), 4).tolist()
    [4.3008, -0.277]
    """
    from scipy.special import ndtri

    t = np.asarray(t, dtype=np.float64)
    found = np.full(len(t), np.nan)
    for sign in (1.0, -1.0):  # P(T ≤ −t) with −δ is P(T ≥ t) with δ
        rows = np.flatnonzero(np.isfinite(t) & ((t >= 0) if sign > 0 else (t < 0)))
        size, wanted = np.abs(t[rows]), ndtri(p) * sign
        slope = np.sqrt(1 + size**2 / (2 * freedom))
        shift = size - wanted * slope
        low, high = np.full(len(rows), -np.inf), np.full(len(rows), np.inf)
        moving = np.arange(len(rows))
        for _ in range(MOST_STEPS):
            if not len(moving):
                break
            here = shift[moving]
            reached = ndtri(np.clip(noncentral_below(size[moving], freedom, here), 1e-300, 1 - 1e-16))
            low[moving] = np.where(reached > wanted, here, low[moving])
            high[moving] = np.where(reached > wanted, high[moving], here)
            there = here + slope[moving] * (reached - wanted)
            out = (there < low[moving]) | (there > high[moving])
            with np.errstate(invalid="ignore"):
                shift[moving] = np.where(out, (low[moving] + high[moving]) / 2, there)
            moving = moving[np.abs(shift[moving] - here) > 1e-12 * (1 + np.abs(here))]
        found[rows] = sign * shift
    return found
