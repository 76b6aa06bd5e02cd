"""Judged runs in the exact order of a measure's values."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from intervale.errors import MeasureError, UndecidedError
from intervale.exact import Exact, LogSum
from intervale.exact.levels import levels_of
from intervale.exact.rounding import merged
from intervale.measures import Measure

__all__ = ["profile_levels"]

Array = np.ndarray[Any, Any]
TINY = 1e-290
"""Floats below this have few digits, and are compared exactly where they differ by no more than a share of it."""


def profile_levels(measure: Measure, profiles: Array, top: int) -> Array | None:
    """Integers for rows of grades 0..``top``, equal where the measure is and larger where it is larger.

    Floats sort, and exact values decide where two are close: sums of some thousand positive terms are off by less than
    10⁻¹² of their size. Of a user's function without exact values floats are all there is, and those that differ by
    rounding alone are equal. None where two values could not be distinguished.

    >>> from intervale.measures import parse_measure
    >>> rows = np.zeros((3, 100), dtype=int)
    >>> rows[:, 0] = 1
    >>> rows[2, 99] = 1
    >>> profile_levels(parse_measure("RBP(p=0.3)@100"), rows, 1).tolist()
    [0, 0, 1]
    """
    floats = np.asarray(measure.score(profiles, grades=top), dtype=np.float64)
    try:
        return levels_of(floats, _values(measure, profiles, top), least=TINY)
    except MeasureError:
        return np.asarray(np.unique(merged(floats), return_inverse=True)[1]).reshape(-1)
    except UndecidedError:
        return None


def _values(measure: Measure, profiles: Array, top: int) -> Callable[[Array], list[Exact]]:
    """The exact values of some rows: whole numbers, one denominator for all, where the measure is a sum of fractions
    over ranks.
    """
    fold = measure.fold(profiles.shape[1], top) if measure.has_fold else None
    if fold is None or fold.weights is None or any(isinstance(x, LogSum) for x in (*fold.weights, *fold.gains)):
        return lambda places: [measure.exact(tuple(profiles[place].tolist()), grades=top) for place in places]
    weights, gains = _whole(fold.weights), _whole(fold.gains)
    zero = gains[0]

    def values(places: Array) -> list[Exact]:
        found: list[Exact] = []
        for row in profiles[places][:, : fold.length]:
            above = ((gains[row[rank]] - zero) * weights[rank] for rank in np.flatnonzero(row).tolist())
            found.append(sum(above))
        return found

    return values


def _whole(numbers: Sequence[Exact]) -> list[int]:
    """Fractions times their common denominator."""
    fractions = [Fraction(number) for number in numbers]  # type: ignore[arg-type]
    below = lcm(*(number.denominator for number in fractions))
    return [int(number * below) for number in fractions]
