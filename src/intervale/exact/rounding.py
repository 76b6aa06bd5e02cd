"""Numbers that differ by rounding alone."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["NOISE", "merged"]

Array = np.ndarray[Any, Any]
NOISE = 16 * float(np.finfo(float).eps)
"""Numbers whose difference is a smaller share of them than this are equal: what differs is how they were rounded."""


def merged(values: Array) -> Array:
    """The same numbers, those that differ from their neighbour by rounding alone made equal to the least of them.

    >>> merged(np.array([0.1 + 0.2, 0.3, 0.4, np.nan])).tolist()
    [0.3, 0.3, 0.4, nan]
    """
    different, places = np.unique(values, return_inverse=True)
    if len(different) < 2:
        return values
    new = ~(np.diff(different) <= NOISE * np.maximum(np.abs(different[1:]), np.abs(different[:-1])))
    if new.all():
        return values
    first = np.concatenate([[0], np.where(new, np.arange(1, len(different)), 0)])
    found: Array = different[np.maximum.accumulate(first)][places].reshape(values.shape)
    return found
