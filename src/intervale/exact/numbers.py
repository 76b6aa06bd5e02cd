"""The type of exact values, and how they are read, compared and printed."""

from __future__ import annotations

import decimal
from collections.abc import Iterable
from fractions import Fraction
from itertools import pairwise

from intervale.exact.logsum import BITS, LogSum

__all__ = ["Exact", "compare", "decimal_text", "exact_number", "exact_sorted", "exact_text"]

LARGEST_EXPONENT = 1000
"""Numbers are read up to this power of ten: a short text can name one too long to work with."""
Exact = int | Fraction | LogSum
"""An exact value: an integer, a fraction, or a sum of rationals over logarithms."""


def exact_number(x: int | float | str | Fraction | decimal.Decimal) -> Fraction:
    """The number that the user wrote: a float is read as its shortest decimal, so 0.8 is 4/5.

    >>> exact_number(0.8), exact_number(3), exact_number("1/3")
    (Fraction(4, 5), Fraction(3, 1), Fraction(1, 3))
    """
    if isinstance(x, str) and "e" in x.lower() and abs(decimal.Decimal(x.strip()).adjusted()) > LARGEST_EXPONENT:
        raise ValueError(f"{x[:40]!r} is too large, or too small")
    return Fraction(repr(float(x))) if isinstance(x, float) else Fraction(x)


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
