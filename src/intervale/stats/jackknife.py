"""How much a number that was computed from topics would vary with other topics: leave out each once."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

__all__ = ["standard_error"]

Array = np.ndarray[Any, Any]


def standard_error(without: Array) -> float:
    """The jackknife's standard error, √((n − 1)/n · Σ (x_i − x̄)²), from the n values x_i that are found without one
    observation each (Efron and Tibshirani 1993, equation 11.5).

    Of a mean it is the usual one:

    >>> round(standard_error(np.array([2.5, 2.0, 1.5])), 12), round(float(np.std([1, 2, 3], ddof=1)) / sqrt(3), 12)
    (0.57735026919, 0.57735026919)
    """
    return sqrt((len(without) - 1) / len(without) * float(((without - without.mean()) ** 2).sum()))
