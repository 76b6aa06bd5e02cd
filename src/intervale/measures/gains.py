"""Where gains come from: relevant or not, the grade, the grade relative to the top grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import MeasureError
from intervale.exact import Exact, exact_number
from intervale.measures.parameters import GainMap

__all__ = [
    "BinaryGain",
    "GradedGain",
    "NormalisedGain",
    "binary_gain",
    "float_gains",
    "mapped_gain",
    "normalised_gain",
    "occurring",
    "top_gain",
]

Array = np.ndarray[Any, Any]
FEW = 16


def binary_gain(grade: int, rel: int) -> Fraction:
    """1 for a grade of at least ``rel``, else 0: the lenient reading of graded judgments."""
    return Fraction(1 if grade >= rel else 0)


def mapped_gain(grade: int, gains: GainMap | None) -> Fraction:
    """What the map says, else the grade itself."""
    return exact_number(dict(gains or ()).get(grade, grade))


def top_gain(top: int, gains: GainMap | None) -> Fraction:
    """The largest gain of the grades 0..top."""
    named = dict(gains or ())
    plain = next((grade for grade in range(top, -1, -1) if grade not in named), 0)  # the largest that is its own gain
    return max([exact_number(plain), *(exact_number(gain) for grade, gain in named.items() if grade <= top)])


def normalised_gain(grade: int, top: int, gains: GainMap | None) -> Fraction:
    """The gain over the largest gain of the grades 0..top. A grade above the top counts as the top."""
    highest = top_gain(top, gains)
    return mapped_gain(min(grade, top), gains) / highest if highest else Fraction(0)


def float_gains(gain: Callable[[int, int], Exact], grades: Array, top: int | None, measure: object) -> Array:
    """The gains of an array of grades as floats, each grade that occurs looked up once; 0 for what was not judged."""
    if top is None:
        raise MeasureError(f"{measure} needs integer grades; the qrels have floats")
    table = np.zeros(top + 3)  # the codes -1 and -2 of what was not judged find the zeros at the end
    try:
        for grade in occurring(grades):
            table[grade] = float(gain(grade, top))
    except OverflowError:
        raise MeasureError(f"{measure} gives grades up to {top} gains too large for floating point") from None
    return table[grades]


def occurring(grades: Array) -> Iterable[int]:
    """The grades of 0 and more that occur; where they are few anyway, all up to the largest of them."""
    largest = int(grades.max(initial=-1))
    return range(largest + 1) if largest < FEW else (grade for grade in np.unique(grades).tolist() if grade >= 0)


class BinaryGain:
    """Relevant or not, by ``rel``."""

    rel: int

    def gain(self, grade: int, top: int) -> Fraction:
        return binary_gain(grade, self.rel)

    def gain_of_floats(self, grades: Array) -> Array:
        return (grades >= self.rel).astype(np.float64)


class GradedGain:
    """The grade itself, or what ``gains`` maps it to."""

    gains: GainMap | None

    def gain(self, grade: int, top: int) -> Fraction:
        return mapped_gain(grade, self.gains)

    def gain_of_floats(self, grades: Array) -> Array:
        if self.gains:
            raise MeasureError(f"{self} maps grade levels to gains; the qrels have float grades")
        return grades.astype(np.float64)


class NormalisedGain:
    """The gain over the gain of the top grade, which is that of the space or the collection unless ``max_rel`` says
    otherwise.
    """

    gains: GainMap | None
    max_rel: int | None

    def gain(self, grade: int, top: int) -> Fraction:
        return normalised_gain(grade, top if self.max_rel is None else self.max_rel, self.gains)

    @property
    def top_matters(self) -> bool:
        return self.max_rel is None
