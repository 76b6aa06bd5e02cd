"""The confidence interval of a mean over topics."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from intervale.errors import OptionError

__all__ = ["t_interval"]

Array = np.ndarray[Any, Any]
LARGE = 2.0**500
FLOOR = 1e-5
"""The least score of a geometric mean."""


def t_interval(scores: Array, confidence: float, aggregate: str = "mean") -> tuple[float, float]:
    """mean ± t · s / √n by Student's t with n − 1 degrees of freedom; for a geometric mean that of the logarithms. Not
    a number for sums and for fewer than two scores.
    """
    if not 0 < confidence < 1:
        raise OptionError(f"confidence={confidence} must be a number above 0 and below 1")
    values = scores[~np.isnan(scores)]
    if aggregate == "sum" or len(values) < 2:
        return math.nan, math.nan
    logarithms = aggregate == "geometric mean"
    if logarithms:
        values = np.log(np.maximum(values, FLOOR))
    from scipy.special import stdtrit

    middle = float(values.mean())
    unit = LARGE if np.abs(values).max() > LARGE else 1.0  # so that squares of large scores are floats too
    spread = float((values / unit).std(ddof=1)) * unit
    half = float(stdtrit(len(values) - 1, (1 + confidence) / 2)) * spread / math.sqrt(len(values))
    low, high = middle - half, middle + half
    return (math.exp(low), math.exp(high)) if logarithms else (low, high)
