"""Dunnett's test: each system with one that it is compared with, the error of all these decisions together at alpha."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.stats.families import of_means
from intervale.stats.many_to_one import critical_largest, largest_beyond
from intervale.stats.outcome import Array, Bounds, Outcome, Setting, pairs_of

__all__ = ["dunnett"]


def dunnett(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Dunnett 1955, two-sided, on the residuals of the two-way analysis of variance (systems and topics), as topics are
    paired: t is the difference of means over √(2/n) times the residual standard deviation, with (k − 1)(n − 1) degrees
    of freedom, and p the probability that the largest |t| of k − 1 comparisons is as large. Its intervals hold
    together. Effect: the difference of means over the residual standard deviation. Pairs without the baseline are not
    compared: not a number.
    """
    if setting.baseline is None:
        raise OptionError("the dunnett test compares systems with one of them: name it as the baseline")
    systems, topics = scores.shape
    freedom = (systems - 1) * (topics - 1)
    first, second = pairs_of(systems)
    asked = (first == setting.baseline) | (second == setting.baseline)
    found = of_means(
        scores,
        bounds,
        (first[asked], second[asked]),
        freedom,
        lambda q: largest_beyond(q / sqrt(2), systems - 1, freedom),
        critical_largest(setting.alpha, systems - 1, freedom) * sqrt(2),
        by_topic=True,
    )

    def spread(numbers: Array) -> Array:
        every = np.full(len(first), np.nan)
        every[asked] = numbers
        return every

    numbers = (found.statistic / sqrt(2), found.p, found.effect, found.low, found.high, found.p_low, found.p_high)
    every: list[Any] = [None if one is None else spread(one) for one in numbers]
    return Outcome(*every)
