"""How much a number that was computed from topics would vary with other topics: leave some out."""

from __future__ import annotations

from math import sqrt
from typing import Any

import numpy as np

__all__ = ["standard_error", "subsets"]

Array = np.ndarray[Any, Any]


def standard_error(without: Array, left_out: int = 1, size: int | None = None) -> Any:
    """The jackknife's standard error, √((n − d)/d · mean of (x_i − x̄)²), from values x_i that are found without d of n
    observations each (Shao and Wu 1989, Annals of Statistics 17; with d = 1, Efron and Tibshirani 1993, equation 11.5).
    ``size`` is n where there is not one value for each observation. Values of several numbers stand in columns.

    Of a mean it is the usual one:

    >>> (
    ...     round(float(standard_error(np.array([2.5, 2.0, 1.5]))), 12),
    ...     round(float(np.std([1, 2, 3], ddof=1)) / sqrt(3), 12),
    ... )
    (0.57735026919, 0.57735026919)
    """
    size = len(without) if size is None else size
    return sqrt((size - left_out) / left_out) * without.std(axis=0)


def subsets(size: int, left_out: int, draws: int, seed: int) -> list[Array]:
    """Random subsets of range(size), each without some."""
    random = np.random.default_rng(seed)
    return [np.sort(random.permutation(size)[left_out:]) for _ in range(draws)]
