"""The type of exact values, and how they are read, compared and printed."""

from __future__ import annotations

import decimal
import math
import re
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise
from numbers import Integral
from typing import Any

from intervale.errors import NumberError, OptionError, shown
from intervale.exact.logsum import BITS, LogSum

__all__ = [
    "Exact",
    "bounded_number",
    "compare",
    "decimal_text",
    "exact_number",
    "exact_sorted",
    "exact_text",
    "short_text",
    "whole",
]

MOST_DIGITS, MOST_EXPONENT = 1000, 1000
"""How long a number may be that is read from text, and how far its point may be moved."""
MOST_SHOWN = 60
"""How many characters of an exact value are shown to people."""
LARGEST = 10**100
"""The largest number that users write; 1/LARGEST is the smallest but 0. Squares and products of two stay in floats."""
_EXPONENT = re.compile(r"[eE]([-+]?[\d_]+)\s*$")

Exact = int | Fraction | LogSum
"""An exact value: an integer, a fraction, or a sum of rationals over logarithms."""


def exact_number(x: int | float | str | Fraction | decimal.Decimal) -> Fraction:
    """The number that the user wrote: a float is read as its shortest decimal, so 0.8 is 4/5.

    A text has at most 1,000 digits and an exponent from -1000 to 1000; ``NumberError`` where it is no such number.

    >>> exact_number(0.8), exact_number(3), exact_number("1/3")
    (Fraction(4, 5), Fraction(3, 1), Fraction(1, 3))
    >>> exact_number("1e9999999")
    Traceback (most recent call last):
    intervale.errors.NumberError: '1e9999999' is out of range: exponents go from -1000 to 1000
    """
    if isinstance(x, Integral):
        return Fraction(int(x))
    if isinstance(x, Fraction):
        return x
    if isinstance(x, str):
        _check_digits(x)
    elif isinstance(x, decimal.Decimal) and x.is_finite():
        _check_digits(str(x))
    try:
        return Fraction(repr(float(x))) if isinstance(x, float) else Fraction(x)
    except (ValueError, OverflowError, ZeroDivisionError):
        raise NumberError(f"{shown(x)} is not a number") from None


def _check_digits(text: str) -> None:
    if len(text) > MOST_DIGITS:
        raise NumberError(f"a number has at most {MOST_DIGITS:,} digits; {shown(text[:20])}… has {len(text):,}")
    exponent = _EXPONENT.search(text)
    if exponent and (len(exponent[1]) > 10 or abs(int(exponent[1])) > MOST_EXPONENT):
        limits = f"exponents go from -{MOST_EXPONENT} to {MOST_EXPONENT}"
        raise NumberError(f"{shown(text)} is out of range: {limits}")


def bounded_number(x: int | float | str | Fraction | decimal.Decimal) -> Fraction:
    """The number that the user wrote, where it is 0 or from 1e-100 to 1e100 in size: what is computed from a few such
    numbers is in the range of floats.

    >>> bounded_number("0.25")
    Fraction(1, 4)
    >>> bounded_number("1e999")
    Traceback (most recent call last):
    intervale.errors.NumberError: '1e999' is out of range: numbers are 0, or from 1e-100 to 1e100 in size
    """
    number = exact_number(x)
    if number and not 1 <= abs(number) * LARGEST <= LARGEST**2:
        raise NumberError(f"{shown(x)} is out of range: numbers are 0, or from 1e-100 to 1e100 in size")
    if max(abs(number.numerator), number.denominator).bit_length() > MOST_DIGITS * math.log2(10):
        raise NumberError(
            f"{shown(x)} is out of range: a fraction has at most {MOST_DIGITS:,} digits in numerator and denominator"
        )
    return number


def whole(name: str, value: Any, least: int, most: int | None = None, why: str = "") -> int:
    """An option that is a whole number in a range; refused with a sentence otherwise.

    >>> whole("n", 3.5, 2, 20)
    Traceback (most recent call last):
    ...
    intervale.errors.OptionError: n=3.5 must be a whole number from 2 to 20
    """
    fits = isinstance(value, Integral) and not isinstance(value, bool)
    if not fits or value < least or (most is not None and value > most):
        span = f"a whole number of at least {least}" if most is None else f"a whole number from {least} to {most:,}"
        raise OptionError(f"{name}={shown(value)} must be {least if least == most else span}{why}")
    return int(value)


def compare(x: Exact, y: Exact) -> int:
    """-1, 0 or 1 as x is below, equal to or above y; decided exactly, or ``UndecidedError``."""
    if x == y:
        return 0
    return -1 if x < y else 1


def exact_sorted(values: Iterable[Exact]) -> list[Exact]:
    """Values in ascending order: sorted by rounded numbers, and neighbours too close for these compared exactly.

    >>> exact_sorted([Fraction(1, 2), 0, Fraction(1, 3)])
    [0, Fraction(1, 3), Fraction(1, 2)]
    """
    numbers = list(values)
    if not any(isinstance(x, LogSum) for x in numbers):
        return sorted(numbers)
    keyed = sorted(((_rounded_to_units(x), n) for n, x in enumerate(numbers)), key=lambda entry: entry[0][0])
    close = any(b[0] - a[0] <= a[1] + b[1] and numbers[m] != numbers[n] for (a, m), (b, n) in pairwise(keyed))
    return sorted(numbers) if close else [numbers[n] for _, n in keyed]


def _rounded_to_units(x: Exact) -> tuple[int, int]:
    if isinstance(x, LogSum):
        return x.rounded()
    return int(Fraction(x) * 2**BITS), 1


def exact_text(x: Exact) -> str:
    """An exact value as text: an integer, ``a/b``, or a decimal with its key.

    >>> exact_text(Fraction(1, 3)), exact_text(7)
    ('1/3', '7')
    """
    return str(x) if not isinstance(x, LogSum) else f"{decimal_text(x)} ({x})"


def short_text(x: Exact) -> str:
    """An exact value for people: a fraction where that is short, else six significant digits, with the key of a sum of
    logarithms where that is short.

    >>> short_text(Fraction(1, 3)), short_text(Fraction(1, 3**80))
    ('1/3', '6.76550e-39')
    """
    if isinstance(x, LogSum):
        text = f"{decimal_text(x, 6)} ({x})"
        return text if len(text) <= MOST_SHOWN else decimal_text(x, 6)
    number = Fraction(x)
    if max(abs(number.numerator), number.denominator).bit_length() <= 3 * MOST_SHOWN // 2:
        return str(x)
    with decimal.localcontext(prec=12):
        return f"{decimal.Decimal(number.numerator) / decimal.Decimal(number.denominator):.6g}"


def decimal_text(x: Exact, digits: int = 20) -> str:
    """An exact value rounded to so many significant digits.

    >>> decimal_text(Fraction(2, 3), 5)
    '0.66667'
    """
    if not isinstance(x, LogSum):
        return _rounded(Fraction(x), digits)
    more = digits + 10
    low, high = (_rounded(bound, digits) for bound in x.enclose(more))
    while low != high and more < 10_000:  # digits cancel, or the value lies on the edge of rounding
        more *= 2
        low, high = (_rounded(bound, digits) for bound in x.enclose(more))
    return low


def _rounded(x: Fraction, digits: int) -> str:
    with decimal.localcontext(decimal.Context(prec=digits, traps=[])):
        return str(decimal.Decimal(x.numerator) / decimal.Decimal(x.denominator))
