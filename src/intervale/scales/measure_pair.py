"""Two measures on one run space, and the runs that are looked at to find how they relate."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np

from intervale.exact import LogSum, decimal_text
from intervale.exact.verdict import Proof
from intervale.orders import JudgedRun
from intervale.scales.joint_values import Point
from intervale.scales.run_pairs import (
    Test,
    levels,
    opposite,
    smallest_pair,
    ties_of_first,
    ties_of_second,
    tolerance,
)
from intervale.scales.tally import run_text
from intervale.scales.values import RunValues

__all__ = ["MeasurePair", "Pair", "apart_texts", "number_text"]

Pair = tuple[JudgedRun, JudgedRun]
SHORT = 9
"""How many characters a fraction has that is written out."""
DIGITS = (6, 9, 12, 17)
"""How many digits numbers have: more where fewer do not set them apart."""


@dataclass(frozen=True)
class MeasurePair:
    """Two measures on one space, and the runs that are looked at, by size: one for each pair of values, or some."""

    one: RunValues
    two: RunValues
    points: list[Point]
    listed: bool
    names: tuple[str, str]

    @property
    def numeric(self) -> bool:
        return self.one.numeric or self.two.numeric

    @property
    def proof(self) -> Proof:
        """How all runs prove."""
        return Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE

    @property
    def refutation(self) -> Proof:
        """How a counterexample proves."""
        if self.numeric:
            return Proof.NUMERIC
        return Proof.EXHAUSTIVE if self.listed else Proof.CERTIFIED

    @property
    def pairs(self) -> int:
        """How many pairs of runs were looked at."""
        runs = sum(point.runs for point in self.points)
        return runs * (runs - 1) // 2

    @cached_property
    def tolerances(self) -> tuple[float, float]:
        """Up to which share of the larger one two values of each measure count as equal: 0 where they are exact."""
        return (
            tolerance([point.first for point in self.points]) if self.one.numeric else 0.0,
            tolerance([point.second for point in self.points]) if self.two.numeric else 0.0,
        )

    @cached_property
    def levels(self) -> list[tuple[int, int]]:
        """The levels of the runs that are looked at."""
        first, second = (
            levels([point[place] for point in self.points], values.numeric, self.tolerances[place])
            for place, values in enumerate((self.one, self.two))
        )
        return list(zip(first, second, strict=True))

    @property
    def certain(self) -> list[Test]:
        """What shows that two orders differ: floats that are equal show nothing."""
        tests: list[Test] = [opposite]
        tests += [] if self.one.numeric else [ties_of_first]
        tests += [] if self.two.numeric else [ties_of_second]
        return tests

    def refutes(self, first: Any, second: Any) -> Any:
        """The same for the signs of two differences."""
        alike = first == second
        open_ = ((first == 0) & self.one.numeric) | ((second == 0) & self.two.numeric)
        return ~alike & ~open_

    def sign(self, pair: Pair, place: int) -> np.int64:
        """Whether the second of two runs has the larger value by one of the measures (1), the smaller (-1), or the
        same.
        """
        values = (self.one, self.two)[place]
        low, high = (values.of(run) for run in pair)
        near = values.numeric and abs(high - low) <= self.tolerances[place] * max(abs(low), abs(high))
        return np.int64(0 if near else values.compare(high, low))

    def smallest(self, tests: list[Test]) -> Pair | None:
        """The smallest pair that the measures order differently, the one that is lower by the first measure, or by the
        second where that ties them, first.
        """
        places = smallest_pair(self.levels, tests)
        if places is None:
            return None
        low, high = sorted(places, key=lambda place: self.levels[place])
        return self.points[low].run, self.points[high].run

    def open_ties(self) -> bool:
        """Whether floats tie runs that the other measure does not."""
        tests = [test for test in (ties_of_first, ties_of_second) if test not in self.certain]
        return any(test(self.levels) for test in tests)

    def why(self, pair: Pair) -> str:
        """What each measure says of two runs."""
        return ", ".join(self._compared(pair, place) for place in (0, 1)) + (" (in floats)" if self.numeric else "")

    def _compared(self, pair: Pair, place: int) -> str:
        values, sign = (self.one, self.two)[place], self.sign(pair, place)
        before, after = (values.of(run) for run in pair)
        low, high = map(run_text, pair)
        if not sign:
            return f"by {self.names[place]} M{low} = M{high} = {number_text(before)}"
        texts = apart_texts(before, after)
        return f"by {self.names[place]} M{low} = {texts[0]} {'<' if sign > 0 else '>'} M{high} = {texts[1]}"


def number_text(x: Any, digits: int = 6) -> str:
    """A number for people: a fraction where that is short, else so many significant digits.

    >>> number_text(Fraction(7, 10)), number_text(Fraction(1374849979999, 2 * 10**16)), number_text(0.5)
    ('7/10', '0.0000687425', '0.5')
    """
    if isinstance(x, float):
        return f"{x:.{digits}g}"
    if not isinstance(x, LogSum) and len(str(x)) <= SHORT:
        return str(x)
    text = decimal_text(x, digits)
    return text.rstrip("0").rstrip(".") if "." in text and "E" not in text.upper() else text


def apart_texts(x: Any, y: Any) -> tuple[str, str]:
    """Two different numbers, with as many digits as set them apart.

    >>> apart_texts(Fraction(7, 10), Fraction(7 * 10**9 + 1, 10**10))
    ('7/10', '0.7000000001')
    >>> apart_texts(1.26185950714, 1.26185950715)
    ('1.26185950714', '1.26185950715')
    """
    texts = number_text(x), number_text(y)
    for digits in DIGITS:
        texts = number_text(x, digits), number_text(y, digits)
        if Fraction(texts[0]) != Fraction(texts[1]):
            break
    return texts
