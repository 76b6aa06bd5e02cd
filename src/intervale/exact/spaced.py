"""Whether exact numbers are equally spaced, and how far they are from it.

Steps are equal where they have one key, over a common denominator where numbers are quotients of sums over logarithms.
Others are enclosed, so that different steps are shown to differ; steps that enclosures do not separate are not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from intervale.errors import UndecidedError
from intervale.exact.best_line import best_line
from intervale.exact.logsum import FIRST_DIGITS, LogSum
from intervale.exact.quotients import Number, Quotient, enclosed

__all__ = ["Unevenness", "first_unequal", "unevenness"]

DIGITS, MOST_DIGITS = 40, 240
"""How close the bounds are that a share is made of, and up to where steps are told apart."""


@dataclass(frozen=True)
class Unevenness:
    """How far numbers are from equally spaced ones, each rounded once."""

    deviation: float
    """The largest distance from the best equally spaced numbers, as a share of the range: at most 1/2."""
    ratio: float
    """The largest step over the smallest one: 1 where all are equal."""


def first_unequal(numbers: Sequence[Number]) -> int | None:
    """The place of the first number that is not midway between its neighbours; None where there is none. Numbers are
    different and in ascending order.

    >>> first_unequal([Fraction(0), Fraction(1, 2), Fraction(1)]), first_unequal([0, 1, 2, 4])
    (None, 2)
    """
    for place in range(1, len(numbers) - 1):
        if not _midway(*numbers[place - 1 : place + 2]):
            return place
    return None


def _midway(low: Number, middle: Number, high: Number) -> bool:
    if _equal_keys(low, middle, high):
        return True
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        (a, b), (c, d), (e, f) = (enclosed(number, digits) for number in (low, middle, high))
        if 2 * c > b + f or 2 * d < a + e:
            return False
        digits *= 2
    raise UndecidedError(f"the steps from {low} to {middle} and to {high} could not be distinguished")


def _equal_keys(low: Number, middle: Number, high: Number) -> bool:
    """Whether two steps have one key, over a common denominator where there is one."""
    below = {number.below for number in (low, middle, high) if isinstance(number, Quotient)}
    if len(below) > 1:
        return False
    common = below.pop() if below else Fraction(1)
    parts: list[Fraction | LogSum] = []
    for number in (low, middle, high):
        if isinstance(number, Quotient):
            parts.append(number.above)
        elif isinstance(number, LogSum) and isinstance(common, LogSum):
            return False
        else:
            parts.append(number * common)
    return bool(2 * parts[1] == parts[0] + parts[2])


def unevenness(numbers: Sequence[Number]) -> Unevenness:
    """How far different numbers in ascending order are from equally spaced ones.

    >>> unevenness([Fraction(0), Fraction(1, 4), Fraction(1, 2), Fraction(1)])
    Unevenness(deviation=0.08333333333333333, ratio=2.0)
    """
    if len(numbers) < 3:
        return Unevenness(0.0, 1.0)
    middles = [sum(enclosed(number, DIGITS), Fraction(0)) / 2 for number in numbers]
    steps = [high - low for low, high in pairwise(middles)]
    error = best_line(enumerate(middles)).error
    assert not isinstance(error, LogSum)
    return Unevenness(float(error / (middles[-1] - middles[0])), float(max(steps) / min(steps)))
