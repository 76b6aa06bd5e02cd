"""Whether numbers are whole multiples of one number: which, or two of them that never are.

Two numbers are commensurable iff their ratio is rational. Ratios of fractions are; those of sums over logarithms are
where their keys are in one proportion, and are not where two logarithms alone are in them: p + q·t over r + s·t, t
irrational, is rational only where (p, q) and (r, s) are in one proportion. And t = log(m)/log(k) is irrational for
different primitive m and k, as m^a = k^b has no solution but 0. What neither shows is not known.
"""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from itertools import combinations
from math import ceil, floor, gcd, lcm

from intervale.errors import UndecidedError
from intervale.exact.logsum import FIRST_DIGITS, MOST_DIGITS, LogSum
from intervale.exact.quotients import (
    Number,
    Quotient,
    coefficients,
    compare_quotients,
    enclosed,
    parts,
    proportion,
    quotient,
)

__all__ = ["common_unit", "incommensurable", "incommensurable_pair", "ratio", "times", "whole_multiple"]

MOST_TRIED = 60
"""Of how many numbers all pairs are tried."""


def ratio(x: Number, y: Number) -> Fraction | None:
    """x over y where that is rational and their keys show it, else None; y is not 0.

    >>> from intervale.exact import inverse_log
    >>> ratio(Fraction(1, 2), Fraction(1, 3)), ratio(inverse_log(3), 2 * inverse_log(3)), ratio(1, inverse_log(3))
    (Fraction(3, 2), Fraction(1, 2), None)
    """
    if isinstance(x, int | Fraction) and isinstance(y, int | Fraction):
        return Fraction(x) / y
    if not x:
        return Fraction(0)
    (a, b), (c, d) = parts(x), parts(y)
    below, above = proportion(d, b), proportion(a, c)
    return None if below is None or above is None else above * below


def common_unit(numbers: Iterable[Number]) -> Number | None:
    """The largest number of which all of these, which are above 0, are whole multiples; None where keys show none.

    >>> common_unit([Fraction(1, 2), Fraction(1, 3), Fraction(1)])
    Fraction(1, 6)
    """
    found = list(numbers)
    first = found[0]
    if all(isinstance(number, int | Fraction) for number in found):
        first = Fraction(1)
    shares = [ratio(number, first) for number in found]
    known = [share for share in shares if share is not None]
    if len(known) < len(found):
        return None
    share = Fraction(gcd(*(one.numerator for one in known)), lcm(*(one.denominator for one in known)))
    return times(first, share)


def whole_multiple(x: Number, unit: Number) -> int | None:
    """How many times a unit goes into x; None where it does not go into it a whole number of times.

    >>> whole_multiple(Fraction(2, 3), Fraction(1, 6)), whole_multiple(Fraction(1, 4), Fraction(1, 6))
    (4, None)
    """
    share = ratio(x, unit)
    if share is not None:
        return share.numerator if share.denominator == 1 else None
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        (x_low, x_high), (low, high) = enclosed(x, digits), enclosed(unit, digits)
        if low > 0:
            least, most = ceil(x_low / high), floor(x_high / low)
            if least > most:
                return None
            if least == most:
                return least if compare_quotients(x, times(unit, least)) == 0 else None
        digits *= 2
    raise UndecidedError(f"whether {unit} goes into {x} could not be decided with {MOST_DIGITS} digits")


def times(number: Number, factor: Fraction | int) -> Number:
    """A number multiplied by a rational one."""
    if isinstance(number, Quotient):
        return quotient(number.above * factor, number.below)
    return number * factor


def incommensurable(x: Number, y: Number) -> tuple[Fraction, Fraction] | None:
    """The two numbers m and k, of which no powers are equal, that prove the ratio of x and y irrational; None where
    that is not proven. Neither is 0.

    >>> from intervale.exact import inverse_log
    >>> incommensurable(Fraction(1), inverse_log(3)), incommensurable(1 + inverse_log(3), 2 + inverse_log(9))
    ((Fraction(2, 1), Fraction(3, 1)), (Fraction(2, 1), Fraction(3, 1)))
    >>> incommensurable(Fraction(1), Fraction(2)), incommensurable(Fraction(1), inverse_log(3) + inverse_log(5))
    (None, None)
    """
    (a, b), (c, d) = parts(x), parts(y)
    if proportion(b, d) is not None:
        above, below = a, c
    elif proportion(a, c) is not None:
        above, below = d, b
    else:
        return None
    found = sorted({*coefficients(above), *coefficients(below)})
    bases = {part.base for part in (above, below) if isinstance(part, LogSum)}
    if len(found) != 2 or len(bases) != 1 or proportion(above, below) is not None:
        return None
    first, second = (Fraction(m) if m else next(iter(bases)) for m in found)
    return first, second


def _plainness(number: Number) -> tuple[int, int]:
    """How many logarithms are in a number, and the largest above the line."""
    above, below = (coefficients(part) for part in parts(number))
    return len(above) + len(below), max(above)


def incommensurable_pair(numbers: Iterable[Number]) -> tuple[Number, Number] | None:
    """Two of some numbers, all above 0, whose ratio is proven to be irrational; None where none are found."""
    few = sorted(numbers, key=_plainness)[:MOST_TRIED]
    return next((pair for pair in combinations(few, 2) if incommensurable(*pair) is not None), None)
