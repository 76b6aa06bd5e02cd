"""Exact values in digits: in full where they are short enough to be read, else the first ones."""

from __future__ import annotations

from fractions import Fraction
from math import isfinite

from intervale.exact import LogSum, decimal_text
from intervale.rankings.metric import Value

__all__ = ["digits", "in_full"]

MOST_DIGITS = 200
"""How many characters an integer or a fraction may have to be written in full."""


def digits(value: Value) -> str:
    """An exact value in digits, the first ones of a sum over logarithms or of a long number; a float has none, unless
    it is infinite.

    >>> digits(Fraction(-1, 3)), digits(float("inf")), digits(Fraction(3**500, 2))
    ('-1/3', 'infinite', '1.8180145897934968421E+238')
    """
    if isinstance(value, float):
        return "no exact value" if isfinite(value) else "infinite" if value > 0 else "minus infinite"
    return str(value) if in_full(value) else decimal_text(value)


def in_full(value: Value | None) -> bool:
    """Whether the digits are the whole value."""
    if not isinstance(value, int | Fraction):
        return not isinstance(value, LogSum)
    bits = value.numerator.bit_length() + value.denominator.bit_length()
    return bits <= 4 * MOST_DIGITS and len(str(value)) <= MOST_DIGITS
