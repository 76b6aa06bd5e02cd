"""Numbers put on levels: floats sort, and exact values decide where two are so close that rounding might matter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from intervale.exact.numbers import Exact, exact_sorted

__all__ = ["CLOSE", "levels_of"]

Array = np.ndarray[Any, Any]
CLOSE = 1e-9
"""Floats that differ by no more of the larger one are compared exactly; rounding has to move them by less."""


def levels_of(values: Array, exact: Callable[[Array], Sequence[Exact]], least: float = 0.0) -> Array:
    """Integers that are equal where numbers are equal and larger where they are larger.

    ``values`` are the numbers in floats, ``exact(places)`` gives the exact ones at some places. Numbers below ``least``
    are close where they differ by no more than :data:`CLOSE` of it.

    >>> from fractions import Fraction
    >>> third = [Fraction(1, 3), Fraction(1, 4), Fraction(1, 3) + Fraction(1, 10**20), Fraction(2, 6)]
    >>> levels_of(np.array([float(x) for x in third]), lambda places: [third[n] for n in places]).tolist()
    [1, 0, 2, 1]
    """
    order = np.argsort(values, kind="stable")
    ascending = values[order]
    size = np.maximum(np.abs(ascending), least)
    gaps = np.diff(ascending) > CLOSE * np.maximum(size[1:], size[:-1])
    found = np.empty(len(values), dtype=np.int64)
    level = 0
    for cluster in np.split(order, np.flatnonzero(gaps) + 1):
        if len(cluster) == 1:
            found[cluster] = level
            level += 1
        elif len(cluster):
            keys = exact(cluster)
            rank = {value: number for number, value in enumerate(exact_sorted(set(keys)))}
            found[cluster] = [level + rank[key] for key in keys]
            level += len(rank)
    return found
