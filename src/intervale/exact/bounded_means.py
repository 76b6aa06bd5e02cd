"""Confidence intervals of means of numbers between 0 and 1 that hold for every number of draws.

Somebody who bets at fair odds that the mean is more than m cannot expect to win if it is m: with stakes λᵢ that are
known before each draw, the wealth Π(1 + λᵢ(xᵢ − m)) has a mean of at most 1, and by Markov's inequality it reaches 2/α
with a probability of at most α/2. All m for which it does are left out from below, and the same is done from above
(Waudby-Smith and Ramdas 2023, with their stakes for a fixed number of draws). Nothing is assumed of the distribution,
and the interval is nearly as narrow as the usual one, which holds only in the limit.
"""

from __future__ import annotations

from collections.abc import Callable
from math import log
from typing import Any

import numpy as np

__all__ = ["bernstein_interval", "mean_interval", "share_interval"]

Array = np.ndarray[Any, Any]
ROOM = 0.75
"""No stake risks more than this part of the wealth."""
HALVINGS = 60
ROUNDING = 1e-9
"""So much more wealth is asked for, as logarithms are rounded."""


def mean_interval(low: Array, high: Array, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a mean, from draws of which each lies between two numbers from 0 to 1.

    >>> draws = np.tile([0.0, 0.25, 0.5], 100)
    >>> [round(end, 3) for end in mean_interval(draws, draws)]
    [0.219, 0.283]
    """
    return _mean_above(low, confidence), 1 - _mean_above(1 - high, confidence)


def share_interval(inside: Array, low: Array, high: Array, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of E[w·1(inside)] / E[w], from draws that are inside or not and whose weights w lie between two
    numbers from 0 to 1.
    """
    return _share_above(inside, low, high, confidence), 1 - _share_above(~inside, low, high, confidence)


def bernstein_interval(draws: Array, confidence: float = 0.95) -> tuple[float, float]:
    """The interval of a mean by the empirical Bernstein inequality (Maurer and Pontil 2009, Theorem 4): a wider one,
    by a formula.
    """
    number, needed = len(draws), log(4 / (1 - confidence))
    off = (2 * float(draws.var(ddof=1)) * needed / number) ** 0.5 + 7 * needed / (3 * (number - 1))
    mean = float(draws.mean())
    return max(0.0, mean - off), min(1.0, mean + off)


def _mean_above(draws: Array, confidence: float) -> float:
    """A number that the mean is below with a probability of at most half of what the confidence leaves."""
    seen = np.arange(1, len(draws) + 1)
    means = (0.5 + np.cumsum(draws)) / (seen + 1)
    stakes = _stakes((draws - means) ** 2, confidence)
    return _left_out(lambda m: draws - m, stakes, confidence)


def _share_above(inside: Array, low: Array, high: Array, confidence: float) -> float:
    """The same for a share: what is bet on is w·(1(inside) − share), the least it can be."""
    part = 0.5 + np.cumsum(np.where(inside, low, 0.0))
    whole = 1 + np.cumsum(np.where(inside, low, high))
    shares = np.concatenate([[0.5], (part / whole)[:-1]])
    gains = np.where(inside, low * (1 - shares), -high * shares)
    stakes = _stakes(gains**2, confidence)
    return _left_out(lambda m: np.where(inside, low * (1 - m), -high * m), stakes, confidence)


def _stakes(squares: Array, confidence: float) -> Array:
    """What is staked on each draw, from those before it."""
    number = len(squares)
    variances = (0.25 + np.concatenate([[0.0], np.cumsum(squares)[:-1]])) / np.arange(1, number + 1)
    found: Array = np.sqrt(2 * log(2 / (1 - confidence)) / (number * variances))
    return found


def _left_out(gains: Callable[[float], Array], stakes: Array, confidence: float) -> float:
    """The largest number for which the bet that there is more wins enough. The wealth falls as the number grows."""
    needed = log(2 / (1 - confidence)) + ROUNDING

    def wins(m: float) -> bool:
        limited = np.minimum(stakes, ROOM / m) if m else stakes
        return float(np.log1p(limited * gains(m)).sum()) >= needed

    low, high = 0.0, 1.0
    for _ in range(HALVINGS):
        middle = (low + high) / 2
        low, high = (middle, high) if wins(middle) else (low, middle)
    return low
