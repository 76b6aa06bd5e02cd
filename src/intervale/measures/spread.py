"""How many topics stand behind a mean."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["effective_number", "one_carries"]

Array = np.ndarray[Any, Any]


def one_carries(rows: Array) -> Array:
    """Whether one number makes more than half of the sum of its row, of at least three that are there.

    >>> one_carries(np.array([[1.0, 0.2, 0.3], [1.0, 0.6, 0.6], [1.0, 0.1, np.nan]])).tolist()
    [True, False, False]
    """
    known = np.nan_to_num(rows)
    found: Array = (known.max(axis=1, initial=0.0) > known.sum(axis=1) / 2) & ((~np.isnan(rows)).sum(axis=1) > 2)
    return found


def effective_number(rows: Array) -> Array:
    """(Σ x)² / Σ x² of each row: the number of topics where all score the same, 1 where one topic makes the mean; not
    a number where all are 0.

    >>> effective_number(np.array([[0.5, 0.5], [1.0, 0.0], [1e-300, 1e-300]])).tolist()
    [2.0, 1.0, 2.0]
    """
    largest = np.abs(rows).max(axis=1, initial=0.0, keepdims=True)
    scaled = np.divide(rows, largest, out=np.zeros_like(rows), where=largest > 0)
    squares = (scaled**2).sum(axis=1)
    found: Array = np.divide(scaled.sum(axis=1) ** 2, squares, out=np.full(len(rows), np.nan), where=squares > 0)
    return found
