"""Floats of a fold whose steps are affine in its state, for many runs that differ at the top only.

On runs over grades 0 and 1 a step takes the state s to a·s + b and adds c·s + d, with numbers a, b, c, d that depend on
the rank and the grade. So do all folds of the catalogue with a number as state: AP counts what it has seen, RR and ERR
have the chance that the reader still reads, a sum over ranks has no state. What the ranks of a tail add is then affine
in the state with which it is entered, slope·s + rest, and is worked out once for any number of tops.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.exact import Exact
from intervale.measures import Fold

__all__ = ["AffineFold"]

Array = np.ndarray[Any, Any]
Pairs = list[tuple[float, float]]
"""By rank, a number where the document is not relevant and one where it is."""
LOOKED_AT = (Fraction(1, 2), Fraction(2), Fraction(3))
"""States at which a step, exact, must be what states 0 and 1 say."""


@dataclass(frozen=True, eq=False)
class AffineFold:
    """The steps of a fold over grades 0 and 1 in floats: a, b, c and d by rank and grade."""

    start: float
    a: Pairs
    b: Pairs
    c: Pairs
    d: Pairs

    @staticmethod
    def of(fold: Fold) -> AffineFold | None:
        """The fold in floats; None where a step is not affine in a state that is a number, or too large for floats."""
        if not isinstance(fold.start, int | Fraction):
            return None
        table = []
        for rank in range(1, fold.length + 1):
            low, high = (_step(fold, grade, rank) for grade in (0, 1))
            if low is None or high is None:
                return None
            table.append((low, high))
        try:
            a, b, c, d = ([(float(low[n]), float(high[n])) for low, high in table] for n in range(4))
        except OverflowError:
            return None
        return AffineFold(float(fold.start), a, b, c, d)

    @property
    def length(self) -> int:
        """How many ranks count."""
        return len(self.a)

    def after(self, tops: Array) -> tuple[Array, Array]:
        """The state behind the first ranks of runs, and what these ranks add; ``tops`` has the ranks in the last axis
        but one, whether each is relevant.
        """
        state = np.full(tops.shape[:-2] + tops.shape[-1:], self.start)
        total = np.zeros_like(state)
        for rank in range(min(tops.shape[-2], self.length)):
            grade = tops[..., rank, :].astype(np.float64)
            total += _by_grade(self.c[rank], grade) * state
            total += _by_grade(self.d[rank], grade)
            state *= _by_grade(self.a[rank], grade)
            state += _by_grade(self.b[rank], grade)
        return state, total

    def tail(self, relevant: Array, before: int) -> tuple[Array | float, Array]:
        """What the ranks behind the first ``before`` add is slope·s + rest, where s is the state before them;
        ``relevant`` has a row for each of these ranks.
        """
        rest: Array = np.zeros(relevant.shape[-1])
        slope: Array | float = 0.0
        for rank in range(min(self.length, before + len(relevant)) - 1, before - 1, -1):
            grade = relevant[rank - before].astype(np.float64)
            rest += _by_grade(self.d[rank], grade)
            if any(self.b[rank]):
                rest += _by_grade(self.b[rank], grade) * slope
            if isinstance(slope, np.ndarray) or any(self.c[rank]):
                slope = _by_grade(self.a[rank], grade) * slope + _by_grade(self.c[rank], grade)
        return slope, rest


def _step(fold: Fold, grade: int, rank: int) -> tuple[Exact, Exact, Exact, Exact] | None:
    """a, b, c and d of a step; None where it is not affine at the states that are looked at."""
    if fold.weights is not None:
        return Fraction(1), Fraction(0), Fraction(0), fold.gains[grade] * fold.weights[rank - 1]
    at_0, at_1 = (fold.step(Fraction(state), grade, rank) for state in (0, 1))
    if at_0 is None or at_1 is None:
        return None
    b, d = at_0
    a, c = at_1[0] - b, at_1[1] - d
    if any(fold.step(state, grade, rank) != (a * state + b, c * state + d) for state in LOOKED_AT):
        return None
    return a, b, c, d


def _by_grade(pair: tuple[float, float], grade: Array) -> Array | float:
    """The first number where a document is not relevant, the second where it is."""
    low, high = pair
    if low == high:
        return low
    return grade * high if low == 0 else grade * (high - low) + low
