"""Whether exact numbers are in one proportion, which makes two measures one scale.

The multiple of two sums over logarithms need not be such a sum. So proportions are compared: by keys where that proves
them equal, else by enclosures that lie apart, as :mod:`intervale.exact.logsum` compares numbers.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from intervale.errors import UndecidedError
from intervale.exact import Exact, LogSum, compare

__all__ = ["proportional", "quotient", "times"]

FIRST_DIGITS, MOST_DIGITS = 30, 960


def quotient(x: Exact, y: Exact) -> Exact | None:
    """x / y where that is an exact number of a kind that is known here; None else.

    >>> from intervale.exact import inverse_log
    >>> quotient(3, Fraction(1, 2)), quotient(6 * inverse_log(3), 2 * inverse_log(3)), quotient(1, inverse_log(3))
    (Fraction(6, 1), Fraction(3, 1), None)
    """
    if not isinstance(y, LogSum):
        return x / Fraction(y)
    if not isinstance(x, LogSum) or x.base != y.base:
        return None if x else Fraction(0)
    share = x.terms[0][1] / y.terms[0][1]
    return share if share * y == x else None


def times(x: Exact, y: Exact) -> Exact | None:
    """x · y where that is an exact number of a kind that is known here; None else."""
    return None if isinstance(x, LogSum) and isinstance(y, LogSum) else x * y


def proportional(one: tuple[Exact, Exact], other: tuple[Exact, Exact]) -> bool:
    """Whether two pairs of numbers, the first ones not 0, have the same proportion; decided, or ``UndecidedError``.

    >>> proportional((1, 2), (3, 6)), proportional((1, 2), (3, 7))
    (True, False)
    """
    (x, y), (u, v) = one, other
    base, other_base = _base(x, u), _base(y, v)
    if base is not None and other_base is not None and base != other_base:  # each change multiplies both by one number
        if _has_base(other_base, y, v):
            y, v = (_with_base(number, other_base, base) for number in (y, v))
        elif _has_base(base, x, u):
            x, u = (_with_base(number, base, other_base) for number in (x, u))
    factor = quotient(y, x)
    expected = None if factor is None else times(factor, u)
    if expected is not None:
        return compare(expected, v) == 0
    by_first, by_second = quotient(u, x), quotient(v, y)
    if by_first is not None and by_first == by_second:
        return True
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        low, high = _product(y, u, digits)
        other_low, other_high = _product(x, v, digits)
        if low > other_high or high < other_low:
            return False
        digits *= 2
    raise UndecidedError(
        f"the proportions of {x} to {y} and {u} to {v} could not be distinguished in {MOST_DIGITS} digits"
    )


def _base(*numbers: Exact) -> Fraction | None:
    return next((number.base for number in numbers if isinstance(number, LogSum)), None)


def _has_base(base: Fraction, *numbers: Exact) -> bool:
    """Whether numbers of logarithms to a base can be written with another: 1 is ln(base) / ln(base), which is a term
    where the base is whole.
    """
    return base.denominator == 1 or not any(x.rational if isinstance(x, LogSum) else x for x in numbers)


def _with_base(x: Exact, old: Fraction, new: Fraction) -> Exact:
    """A number of logarithms to a base, times ln(new) / ln(old): the same terms, where 1 is ln(old) / ln(old)."""
    rational, terms = (x.rational, dict(x.terms)) if isinstance(x, LogSum) else (Fraction(x), {})
    if rational:
        terms[old.numerator] = rational
    whole = terms.pop(new.numerator, Fraction(0)) if new.denominator == 1 else Fraction(0)
    return LogSum.of(new, whole, terms)


def _product(x: Exact, y: Exact, digits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds of a product."""
    bounds = [a * b for a in _enclosed(x, digits) for b in _enclosed(y, digits)]
    return min(bounds), max(bounds)


def _enclosed(x: Any, digits: int) -> tuple[Fraction, Fraction]:
    return x.enclose(digits) if isinstance(x, LogSum) else (Fraction(x), Fraction(x))
