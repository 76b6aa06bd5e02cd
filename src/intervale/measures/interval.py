"""The interval measures that come out of orders on runs: each is the rank function of one of the orders, so equal
differences are equal numbers of steps (Ferrante, Ferro and Pontarollo 2019).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import comb, log2
from typing import Any, Self

import numpy as np

from intervale.data import Profiles
from intervale.errors import MeasureError
from intervale.exact import FLOATS, Arithmetic, Exact
from intervale.measures.gains import GradedGain, occurring
from intervale.measures.measure import Additive, Fold, Measure

__all__ = ["RBPO", "RBTO", "SBPO", "SBTO"]

Array = np.ndarray[Any, Any]
MOST_BITS, MOST_EXACT_BITS = 1000, 200_000
"""How many bits a score may have (floats end at 1024, and topics are added up), and how many an exact value."""


@dataclass(frozen=True, repr=False)
class SBTO(Measure):
    """Set-based, total order: how many multisets are worse, where the highest grade counts first.

    SBTO@N = Σ_j C(g_j + N − j, N − j + 1); grades g_1 ≥ g_2 ≥ … ≥ g_N of the first N documents in descending order

    which is Σ_a C(a + m_{a+1}, a) − C(a + m_a, a) with m_a = N − |{i : r[i] ≥ a}|. Interval scale on ``set-total``,
    from 0 to C(N + c, c) − 1. Conventions: a run with fewer than N documents is filled up with documents that are not
    relevant; c is the top grade of the collection or the space unless ``max_rel`` says otherwise, and a grade above it
    counts as c. Source: Ferrante, Ferro and Pontarollo 2019, eq. (3).

    >>> SBTO().exact((2, 1, 1, 2, 1), grades=2), SBTO().exact((2, 1, 1, 0, 0), grades=2)
    (Fraction(14, 1), Fraction(8, 1))
    """

    in_unit = False
    needs_cutoff = True
    needs_top = True
    has_fold = True
    max_rel: int | None = None
    cutoff: int | None = None

    def score_profiles(self, block: Profiles) -> Array:
        length, top = _size(self)
        if block.top is None:
            raise MeasureError(f"{self} needs integer grades; the qrels have floats")
        grade = np.minimum(self.view(block).grade, top)
        total = np.zeros(grade.shape[1], dtype=object)
        above = np.full(grade.shape[1], length)
        for level in sorted((level for level in occurring(grade) if level), reverse=True):  # others change nothing
            below = length - (grade >= level).sum(axis=0)
            total += _binomials(above, level) - _binomials(below, level)
            above = below
        return _as_floats(total, self)

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        top = grades if grades is not None else self.top_of(profile)
        self.check_profile(profile, top)
        return self.fold(len(profile), top).value(profile)

    def fold(self, length: int, grades: int) -> Fold:
        """The exact fold; its state counts the documents at or above each grade."""
        size, top = _size(self.on_space(length, grades))

        def value(counts: tuple[int, ...]) -> int:
            total, above = 0, size
            for level in range(top, 0, -1):
                below = size - counts[level - 1]
                total += comb(level + above, level) - comb(level + below, level)
                above = below
            return total

        def step(counts: tuple[int, ...], grade: int, rank: int) -> tuple[tuple[int, ...], int]:
            if not grade:
                return counts, 0
            after = tuple(count + (grade >= level) for level, count in enumerate(counts, start=1))
            return after, value(after) - value(counts)

        return Fold((0,) * top, step, min(size, length), tuple(range(grades + 1)))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        return Fraction(1)

    def numbered(self, length: int, grades: int) -> int | None:
        """It numbers the multisets of grades, in the order ``set-total``."""
        size, top = _size(self.on_space(length, grades))
        return comb(size + top, top) if top <= grades and size <= length else None

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None


@dataclass(frozen=True, repr=False)
class SBPO(GradedGain, Additive):
    """Set-based, partial order: the sum of the grades, which is the number of replacements by the next grade.

    SBPO@N = Σ_i r[i]

    Interval scale on ``set-replacement``, from 0 to N · c. Conventions: a run with fewer than N documents is filled
    up with documents that are not relevant. Source: Ferrante, Ferro and Pontarollo 2019, eq. (5).

    >>> SBPO().exact((2, 0, 1))
    Fraction(3, 1)
    """

    in_unit = False
    needs_cutoff = True
    gains = None
    cutoff: int | None = None

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(1)


@dataclass(frozen=True, repr=False)
class RBTO(Additive):
    """Rank-based, total order: how many runs are worse, where the first difference decides.

    RBTO@N = Σ_i r[i] · (c + 1)^(N − i); the run read as a number to base c + 1

    Interval scale on ``rank-total``, from 0 to (c + 1)^N − 1. Conventions: a run with fewer than N documents is filled
    up with documents that are not relevant; c is the top grade of the collection or the space unless ``max_rel`` says
    otherwise, and a grade above it counts as c. Scores are floats and hold the first 53 bits; ``exact`` has all.
    Source: Ferrante, Ferro and Pontarollo 2019, eq. (7).

    >>> RBTO().exact((1, 3, 0, 3, 2), grades=3)
    Fraction(462, 1)
    """

    in_unit = False
    needs_cutoff = True
    needs_top = True
    max_rel: int | None = None
    cutoff: int | None = None

    def gain(self, grade: int, top: int) -> Exact:
        return min(grade, top if self.max_rel is None else self.max_rel)

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        length, top = _size(self)
        if length * log2(top + 1) >= (MOST_BITS if a is FLOATS else MOST_EXACT_BITS):
            where = " for floating point" if a is FLOATS else ""
            raise MeasureError(f"{self} goes up to {top + 1}^{length}, too large{where}: use a smaller cutoff")
        return a.number(top + 1) ** (length - rank)

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None


@dataclass(frozen=True, repr=False)
class RBPO(Additive):
    """Rank-based, partial order: how many replacements and swaps lead here from the worst run. Binary only.

    RBPO@N = Σ_i (N − i + 1) · r[i]

    Interval scale on ``rank-swap`` with binary grades, from 0 to N(N + 1)/2. With more grades that order has no rank
    function, so judgments with a grade above 1 are refused. Conventions: a run with fewer than N documents is filled
    up with documents that are not relevant. Source: Ferrante, Ferro and Pontarollo 2019, eq. (9).

    >>> RBPO().exact((1, 0, 1, 1))
    Fraction(7, 1)
    """

    in_unit = False
    needs_cutoff = True
    cutoff: int | None = None

    def on_space(self, length: int | None, top: int | None) -> Self:
        if top is not None and top > 1:
            raise MeasureError(
                f"{self} is for binary judgments: with grades up to {top} the order rank-swap has no rank function"
            )
        return super().on_space(length, top)

    def gain(self, grade: int, top: int) -> Exact:
        return grade

    def weight(self, rank: Any, a: Arithmetic) -> Any:
        return a.number(self.cutoff or 0) - rank + 1


def _size(measure: SBTO | RBTO) -> tuple[int, int]:
    """Length and top grade of the space that the measure was put on."""
    if measure.max_rel is None:
        raise MeasureError(f"{measure} needs integer grades; the qrels have floats")
    return measure.cutoff or 0, measure.max_rel


def _binomials(m: Array, level: int) -> Array:
    """C(level + m, level) for each m, as whole numbers of any size."""
    found, place = np.unique(m, return_inverse=True)
    return np.array([comb(level + int(x), level) for x in found], dtype=object)[place]


def _as_floats(values: Array, measure: Measure) -> Array:
    try:
        return values.astype(np.float64)
    except OverflowError:
        raise MeasureError(f"{measure} is too large for floating point here: use a smaller cutoff") from None
