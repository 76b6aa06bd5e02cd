"""The smallest set of columns that has one in every row: a minimum set cover, found by a linear program with whole
numbers and proven in whole numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.errors import IntervaleError

__all__ = ["SmallestCover", "smallest_cover"]

Array = np.ndarray[Any, Any]
MOST_LOOKED_AT = 200_000
"""How many beginnings of smaller sets are looked at, to prove that there is none."""


@dataclass(frozen=True)
class SmallestCover:
    """Columns of which every row has one, and whether it is proven that no fewer do."""

    chosen: tuple[int, ...]
    proven: bool


def smallest_cover(rows: Array) -> SmallestCover:
    """The fewest columns of a table of 0 and 1 of which every row has one.

    The solver's answer is checked: every row has a column chosen. That no smaller set does is proven by looking at all
    of them, where these are not too many; else it rests on the solver, and ``proven`` is False.

    >>> smallest_cover(np.array([[1, 1, 0], [0, 1, 1], [0, 1, 0]]))
    SmallestCover(chosen=(1,), proven=True)
    >>> smallest_cover(np.zeros((0, 3), dtype=int))
    SmallestCover(chosen=(), proven=True)
    """
    if not len(rows):
        return SmallestCover((), True)
    from scipy.optimize import Bounds, LinearConstraint, milp

    each = np.ones(rows.shape[1], dtype=np.int64)
    found = milp(each, constraints=LinearConstraint(rows, 1), integrality=each, bounds=Bounds(0, 1))
    if found.x is None:
        raise IntervaleError("the smallest set was not found; give fewer to choose from")
    chosen = np.rint(found.x).astype(np.int64)
    if (rows @ chosen < 1).any():
        raise IntervaleError("the smallest set was not found; give fewer to choose from")
    columns = tuple(int(at) for at in np.flatnonzero(chosen))
    smaller = _covers(_masks(rows), len(columns) - 1, [MOST_LOOKED_AT])
    if smaller:  # the solver had a larger set than is needed
        raise IntervaleError("the smallest set was not found; give fewer to choose from")
    return SmallestCover(columns, smaller is False)


def _masks(rows: Array) -> list[int]:
    """Rows as sets of columns, those that hold another left out, small ones first."""
    every = sorted({sum(1 << int(at) for at in np.flatnonzero(row)) for row in rows}, key=int.bit_count)
    kept: list[int] = []
    for row in every:
        if not any(one & row == one for one in kept):
            kept.append(row)
    return kept


def _covers(rows: list[int], most: int, left: list[int]) -> bool | None:
    """Whether at most so many columns are enough: each column of the smallest row is tried; None where they are too
    many to look at.
    """
    if not rows:
        return True
    if most <= 0:
        return False
    left[0] -= 1
    if left[0] < 0:
        return None
    unknown = False
    row = min(rows, key=int.bit_count)
    while row:
        column = row & -row
        row ^= column
        found = _covers([other for other in rows if not other & column], most - 1, left)
        if found:
            return True
        unknown = unknown or found is None
    return None if unknown else False
