"""Numbers b > 1 at which A + B·log2(b) is 0, A rational and B a sum of rationals over logarithms to base 2.

b is 2^(−A/B). Whether a rational number is above or below is the sign of A + B·log2(b) there, which is a sum over
logarithms to base b: decided by enclosures (:mod:`intervale.exact.logsum`).
"""

from __future__ import annotations

import decimal
from dataclasses import dataclass
from fractions import Fraction

from intervale.errors import UndecidedError
from intervale.exact.logsum import LogSum, exact_sum, inverse_log
from intervale.exact.numbers import Exact, compare, decimal_text

__all__ = ["LogRoot", "value_at"]

MOST_DIGITS = 1000


def value_at(constant: Fraction, slope: Exact, b: int | Fraction) -> Exact:
    """A + B·log2(b) for a rational number b > 1.

    >>> value_at(Fraction(-1), inverse_log(3), 9), value_at(Fraction(1), Fraction(-2), 4)
    (Fraction(1, 1), Fraction(-3, 1))
    """
    rational, terms = (slope.rational, slope.terms) if isinstance(slope, LogSum) else (Fraction(slope), ())
    parts = [rational * inverse_log(2, b)] if rational else []
    return exact_sum([constant, *parts, *(q * inverse_log(m, b) for m, q in terms)])


@dataclass(frozen=True)
class LogRoot:
    """The number b > 1 with A + B·log2(b) = 0; A and B are not 0 and have different signs.

    >>> root = LogRoot(Fraction(-1), Fraction(2))
    >>> root.text, root.decimal(6), root.side(Fraction(3, 2))
    ('2^(1/2)', '1.41421', 1)
    """

    constant: Fraction
    slope: Exact

    def side(self, x: int | Fraction) -> int:
        """-1, 0 or 1 as a rational number above 1 is below, equal or above."""
        sign = compare(value_at(self.constant, self.slope, x), 0)
        return sign if compare(self.slope, 0) > 0 else -sign

    def same(self, other: LogRoot) -> bool:
        """Whether two of them are one number, by their keys."""
        return bool(self.constant * other.slope == other.constant * self.slope)

    def below(self, other: LogRoot) -> bool:
        """Whether it is the smaller of two different ones: by enclosures."""
        digits = 30
        while digits <= MOST_DIGITS:
            (low, high), (other_low, other_high) = self.exponent(digits), other.exponent(digits)
            if high < other_low or other_high < low:
                return high < other_low
            digits *= 2
        raise UndecidedError(f"{self.decimal()} and {other.decimal()} could not be distinguished")

    def exponent(self, digits: int) -> tuple[Fraction, Fraction]:
        """Bounds of log2(b) = −A/B."""
        if not isinstance(self.slope, LogSum):
            return -self.constant / self.slope, -self.constant / self.slope
        found = sorted(-self.constant / bound for bound in self.slope.enclose(digits))
        return found[0], found[1]

    def enclose(self, digits: int) -> tuple[Fraction, Fraction]:
        """Bounds of b, about ``digits`` digits apart."""
        context = decimal.Context(digits + 10, decimal.ROUND_HALF_EVEN, decimal.MIN_EMIN, decimal.MAX_EMAX, traps=[])
        slack = Fraction(1, 10 ** (digits + 2))
        low, high = self.exponent(digits + 10)
        with decimal.localcontext(context):
            powers = [decimal.Decimal(2) ** (decimal.Decimal(x.numerator) / x.denominator) for x in (low, high)]
        return Fraction(powers[0]) * (1 - slack), Fraction(powers[1]) * (1 + slack)

    def decimal(self, digits: int = 20) -> str:
        """The number rounded to so many significant digits."""
        more = digits + 5
        low, high = (decimal_text(bound, digits) for bound in self.enclose(more))
        while low != high and more < MOST_DIGITS:
            more *= 2
            low, high = (decimal_text(bound, digits) for bound in self.enclose(more))
        return high

    @property
    def text(self) -> str:
        """The number as a power of a whole number, where it is one; empty where it is not."""
        if not isinstance(self.slope, LogSum):
            return f"2^({-self.constant / self.slope})"
        if len(self.slope.terms) == 1 and not self.slope.rational:
            m, q = self.slope.terms[0]
            return f"{m}^({-self.constant / q})"
        return ""

    def __float__(self) -> float:
        return float(self.decimal(20))
