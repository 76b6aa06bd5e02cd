"""Whether exact numbers are equally spaced, and how far they are from it.

Numbers are equally spaced where each is as many times as far above the first one as the second is, as its place says;
identities between logarithms are known (:mod:`~intervale.exact.quotients`). Where the differences are not quotients of
sums over logarithms, steps are equal where they have one key, over a common denominator where there is one, and others
are enclosed, so that different steps are shown to differ; steps that enclosures do not separate are not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from intervale.errors import UndecidedError
from intervale.exact.best_line import best_line
from intervale.exact.commensurable import times
from intervale.exact.logsum import FIRST_DIGITS, LogSum
from intervale.exact.quotients import Number, Quotient, compare_quotients, enclosed, parts, quotient

__all__ = ["Unevenness", "first_unequal", "unevenness"]

DIGITS, MOST_DIGITS = 40, 240
"""How close the bounds are that a share is made of, and up to where steps are distinguished."""


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
    above = _from_the_first(numbers)
    for place in range(1, len(numbers) - 1):
        if above is None:
            midway = _midway(*numbers[place - 1 : place + 2])
        else:
            midway = compare_quotients(above[place + 1], times(above[1], place + 1)) == 0
        if not midway:
            return place
    return None


def _from_the_first(numbers: Sequence[Number]) -> list[Number] | None:
    """How far numbers are above the first one; None where such a difference is not one sum over another."""
    if not numbers or not numbers[0]:
        return list(numbers)
    found: list[Number] = []
    (first, common), bases = parts(numbers[0]), set()
    for above, below in map(parts, numbers):
        bases |= {part.base for part in (above, below, first, common) if isinstance(part, LogSum)}
        rational = not (isinstance(first, LogSum) or isinstance(common, LogSum))
        if len(bases) > 1 or (below != common and not rational):
            return None
        found.append(quotient(above - (first if below == common else first * below), below))
    return found


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
    above: list[Fraction | LogSum] = []
    for number in (low, middle, high):
        if isinstance(number, Quotient):
            above.append(number.above)
        elif isinstance(number, LogSum) and isinstance(common, LogSum):
            return False
        else:
            above.append(number * common)
    return bool(2 * above[1] == above[0] + above[2])


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
