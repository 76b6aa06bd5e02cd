"""The balancing index: how many places one best document at the top is worth (Ferrante, Ferro and Maistro 2015, §6).

B(n) = max { b : M(q_max, 0, …, 0) ≤ M(0, …, 0, q_min, …, q_min) }, the second run relevant from rank b to rank n.
Near n a measure is hardly top-heavy; near 1 it is extremely so. Where no b will do there is no index (Ferrante, Ferro
and Maistro 2015 write −∞, and its Algorithm 1 does not stop).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, JudgedRun, RunSpace
from intervale.scales.grade_sets import space_of
from intervale.scales.values import RunValues

__all__ = ["balancing_curve", "balancing_index"]

CLOSE = 1e-7
"""Floats decide where values differ by more than this share of the larger: a sum of 100,000 terms is off by less."""


def balancing_index(
    measure: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: Grades = 1,
    method: str | None = None,
) -> int | None:
    """The balancing index of a measure on runs of a length over grades 0..``grades``; None where there is none.

    Algorithm 1 of the source looks at b = n, n − 1, … until the values balance (``method="linear"``; it stops at 1).
    Where a relevant document never lowers the value, as in the catalogue with gains that do not fall, the values fall
    as b grows, and ``"bisection"`` finds the same; it is the default there. Values are compared in floats
    where they are clearly apart, and exactly where they are not.

    >>> balancing_index("RBP(p=0.8)", length=1000), balancing_index("ERR", length=100, grades=3)
    (8, None)
    """
    if method not in (None, "bisection", "linear"):
        raise OptionError(f"method={method!r} is unknown; use one of: bisection, linear")
    chosen, space = space_of(load_measure(measure), length, grades)
    reaches = _Reaches(chosen, space)
    if method == "linear" or (method is None and not reaches.falls):
        return next((b for b in range(space.length, 0, -1) if reaches(b)), None)
    low, high = 0, space.length  # b = low will do, or is 0; above high none will
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if reaches(middle) else (low, middle - 1)
    return low or None


def balancing_curve(
    measure: str | Measure | Callable[..., Any], lengths: Sequence[int], *, grades: Grades = 1
) -> list[int | None]:
    """The balancing index at several lengths (Ferrante, Ferro and Maistro 2015, Figure 1a).

    >>> balancing_curve("AP", [5, 10, 20])
    [3, 7, 15]
    """
    return [balancing_index(measure, length=length, grades=grades) for length in lengths]


class _Reaches:
    """Whether lowest grades from rank b on are worth the highest grade alone at the top."""

    def __init__(self, measure: Measure, space: RunSpace) -> None:
        self.values = RunValues(measure, space)
        self.space = space
        self.first = (space.grades, *(0,) * (space.length - 1))
        fold, known = self.values.fold, measure.defined_by == "formula"
        self.falls = known and fold is not None and bool(fold.gains[1] >= fold.gains[0])
        """Whether the values are known to fall as b grows."""
        self.target = self._float(self.first)

    def __call__(self, b: int) -> bool:
        run = (*(0,) * (b - 1), *(1,) * (self.space.length - b + 1))
        value = self._float(run)
        target = self.target
        if value is not None and target is not None and abs(value - target) > CLOSE * max(abs(value), abs(target)):
            return value > target
        return self.values.compare(self.values.of(run), self._exact_target) >= 0

    def _float(self, run: JudgedRun) -> float | None:
        """The value in floats; None where there is none that fits."""
        if self.values.numeric:
            return None
        try:
            return float(self.values.measure.score(np.array([run]), grades=self.space.grades)[0])
        except MeasureError:
            return None

    @cached_property
    def _exact_target(self) -> Exact:
        found: Exact = self.values.of(self.first)
        return found
