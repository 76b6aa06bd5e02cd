"""Sums of rationals over logarithms: the exact values of logarithmic discounts.

A discount ``1/log_b(i)`` is irrational as a rule, but discounts of different ``i`` are not independent:
``1/log(4)`` is half of ``1/log(2)``, ``1/log(27)`` a third of ``1/log(3)``. Writing every integer as a power of a
*primitive* one (no perfect power) turns a sum of discounts into a key of rationals, and equal keys prove equal
values.

Different keys are not proven different: nobody has shown that the numbers ``1/ln(m)``, m primitive, are linearly
independent over the rationals. So order is decided by enclosures: the difference is enclosed at 30, 60, 120 …
digits until 0 is outside. The enclosures rest on :mod:`decimal`, whose ``ln`` is correctly rounded: the true value
lies within one unit in the last place.
"""

from __future__ import annotations

import decimal
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import ceil, floor, gcd, lcm

from intervale.errors import UndecidedError

__all__ = ["LogSum", "exact_sum", "inverse_log", "primitive_root"]

Rational = int | Fraction
FIRST_DIGITS, MOST_DIGITS = 30, 4000
BITS = 128


@lru_cache(maxsize=4096)
def primitive_root(n: int) -> tuple[int, int]:
    """The primitive ``m`` and the exponent ``k`` with ``n == m**k``, k as large as possible (n ≥ 2).

    >>> primitive_root(64), primitive_root(12), primitive_root(36)
    ((2, 6), (12, 1), (6, 2))
    """
    if n < 2:
        raise ValueError(f"primitive_root needs an integer of at least 2, got {n}")
    for k in range(n.bit_length() - 1, 1, -1):
        m = _integer_root(n, k)
        if m**k == n:
            return m, k
    return n, 1


def _integer_root(n: int, k: int) -> int:
    """The largest integer whose k-th power is at most n, by bisection."""
    low, high = 1, 1 << (n.bit_length() // k + 1)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (middle, high) if middle**k <= n else (low, middle)
    return low


@dataclass(frozen=True, slots=True, eq=True)
class LogSum:
    """The number ``rational + ln(base) · Σ q / ln(m)`` over the pairs (m, q) of ``terms``, every m primitive, every
    q non-zero.

    Made by :func:`inverse_log` and by arithmetic with rationals and with one another; a sum whose terms cancel is a
    ``Fraction`` again. Equality compares keys; ``<`` and its kin enclose the difference and raise
    :class:`~intervale.errors.UndecidedError` if it cannot be separated from 0.

    >>> third = inverse_log(3, 2)
    >>> third + third == 2 * third, 1 + third - third
    (True, Fraction(1, 1))
    >>> inverse_log(9, 2) == third / 2  # 1/log(9) is half of 1/log(3)
    True
    >>> third < Fraction(2, 3), float(third)
    (True, 0.6309297535714574)
    """

    base: Fraction
    rational: Fraction
    terms: tuple[tuple[int, Fraction], ...]

    @staticmethod
    def of(base: Fraction, rational: Fraction, terms: Mapping[int, Fraction]) -> LogSum | Fraction:
        """The number with this key: a ``Fraction`` where no logarithm is left."""
        kept = tuple(sorted((m, q) for m, q in terms.items() if q))
        return LogSum(base, rational, kept) if kept else rational

    def __add__(self, other: object) -> LogSum | Fraction:
        if isinstance(other, LogSum):
            if other.base != self.base:
                raise ValueError(f"logarithms to base {self.base} and base {other.base} do not add up to one key")
            terms = dict(self.terms)
            for m, q in other.terms:
                terms[m] = terms.get(m, Fraction(0)) + q
            return LogSum.of(self.base, self.rational + other.rational, terms)
        if isinstance(other, int | Fraction):
            return LogSum(self.base, self.rational + other, self.terms)
        return NotImplemented

    __radd__ = __add__

    def __mul__(self, other: object) -> LogSum | Fraction:
        if isinstance(other, int | Fraction):
            if not other:
                return Fraction(0)
            return LogSum(self.base, self.rational * other, tuple((m, q * other) for m, q in self.terms))
        return NotImplemented

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> LogSum | Fraction:
        return self * (1 / Fraction(other)) if isinstance(other, int | Fraction) else NotImplemented

    def __neg__(self) -> LogSum:
        return LogSum(self.base, -self.rational, tuple((m, -q) for m, q in self.terms))

    def __abs__(self) -> LogSum:
        return -self if self < 0 else self

    def __sub__(self, other: object) -> LogSum | Fraction:
        return self + (-other) if isinstance(other, LogSum | int | Fraction) else NotImplemented

    def __rsub__(self, other: object) -> LogSum | Fraction:
        return (-self) + other

    def __lt__(self, other: LogSum | Rational) -> bool:
        return _compared(self, other) < 0

    def __le__(self, other: LogSum | Rational) -> bool:
        return _compared(self, other) <= 0

    def __gt__(self, other: LogSum | Rational) -> bool:
        return _compared(self, other) > 0

    def __ge__(self, other: LogSum | Rational) -> bool:
        return _compared(self, other) >= 0

    def __float__(self) -> float:
        digits = FIRST_DIGITS
        low, high = self.enclose(digits)
        while high - low > abs(low) * Fraction(1, 10**18) and digits <= MOST_DIGITS:
            digits *= 2
            low, high = self.enclose(digits)
        return float((low + high) / 2)

    def rounded(self) -> tuple[int, int]:
        """The value in units of 2^−128, and by how many units that can be off: quicker than :meth:`enclose`."""
        total = (self.rational.numerator << BITS) // self.rational.denominator
        error = 1
        for m, q in self.terms:
            total += q.numerator * _inverse(self.base, m) // q.denominator
            error += 2 * (abs(q.numerator) // q.denominator + 1) + 1
        return total, error

    def enclose(self, digits: int) -> tuple[Fraction, Fraction]:
        """Rational bounds on the value, about ``digits`` digits apart: the value lies between them, proven."""
        lows, highs = [self.rational], [self.rational]
        for m, q in self.terms:
            small, large = _ratio(self.base, m, digits)
            lows.append(q * (small if q > 0 else large))
            highs.append(q * (large if q > 0 else small))
        return _total(lows), _total(highs)

    def __str__(self) -> str:
        logs = [f"{q}/log({m})" if q.denominator == 1 else f"({q})/log({m})" for m, q in self.terms]
        whole = [str(self.rational)] if self.rational else []
        return f"{' + '.join(whole + logs)}, logarithms to base {self.base}"


def exact_sum(numbers: Iterable[Rational | LogSum]) -> LogSum | Fraction:
    """The sum of many numbers, quicker than adding them one by one.

    >>> exact_sum([1, inverse_log(3), Fraction(1, 2), inverse_log(3)]) == Fraction(3, 2) + 2 * inverse_log(3)
    True
    """
    rationals: list[Rational] = []
    shares: dict[int, list[Fraction]] = {}
    bases: set[Fraction] = set()
    for number in numbers:
        if isinstance(number, LogSum):
            rationals.append(number.rational)
            bases.add(number.base)
            for m, q in number.terms:
                shares.setdefault(m, []).append(q)
        else:
            rationals.append(number)
    if len(bases) > 1:
        raise ValueError(f"logarithms to bases {sorted(bases)} do not add up to one key")
    rational, terms = _total(rationals), {m: _total(some) for m, some in shares.items()}
    return LogSum.of(next(iter(bases)), rational, terms) if bases else rational


def _total(numbers: Sequence[Rational]) -> Fraction:
    """The sum of rationals, over one denominator: reduced once, and not after every addition."""
    if len(numbers) < 2:
        return Fraction(numbers[0]) if numbers else Fraction(0)
    below = lcm(*(number.denominator for number in numbers))
    return Fraction(sum(number.numerator * (below // number.denominator) for number in numbers), below)


@lru_cache(maxsize=4096)
def inverse_log(n: int, base: Rational = 2) -> LogSum | Fraction:
    """The exact value of ``1 / log_base(n)`` for an integer n ≥ 2 and a rational base > 1.

    >>> inverse_log(8, 2), inverse_log(8, 4)
    (Fraction(1, 3), Fraction(2, 3))
    >>> print(inverse_log(81, 2))
    (1/4)/log(3), logarithms to base 2
    """
    if base <= 1:
        raise ValueError(f"a logarithm needs a base above 1, got {base}")
    root, power = _rational_root(Fraction(base))
    m, k = primitive_root(n)
    share = Fraction(power, k)
    return share if m == root else LogSum(root, Fraction(0), ((m, share),))


def _rational_root(base: Fraction) -> tuple[Fraction, int]:
    """The rational u and the exponent s with ``base == u**s``, s as large as possible."""
    above, k = primitive_root(base.numerator)
    if base.denominator == 1:
        return Fraction(above), k
    below, m = primitive_root(base.denominator)
    power = gcd(k, m)
    return Fraction(above ** (k // power), below ** (m // power)), power


@lru_cache(maxsize=4096)
def _inverse(base: Fraction, m: int) -> int:
    """ln(base) / ln(m) in units of 2^−128, off by less than two."""
    low, high = _ln(base, 60)
    m_low, m_high = _ln(Fraction(m), 60)
    return int((low / m_high + high / m_low) / 2 * 2**BITS)


@lru_cache(maxsize=4096)
def _ln(x: Fraction, digits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds on ln(x), x > 1, from correctly rounded logarithms of numerator and denominator."""
    context = decimal.Context(digits, decimal.ROUND_HALF_EVEN, decimal.MIN_EMIN, decimal.MAX_EMAX, traps=[])
    with decimal.localcontext(context):
        up = decimal.Decimal(x.numerator).ln()
        top = Fraction(up.next_minus()), Fraction(up.next_plus())
        if x.denominator == 1:
            return top
        down = decimal.Decimal(x.denominator).ln()
        return top[0] - Fraction(down.next_plus()), top[1] - Fraction(down.next_minus())


@lru_cache(maxsize=4096)
def _ratio(base: Fraction, m: int, digits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds on ln(base) / ln(m), rounded outwards to some more than ``digits`` digits: over a power of two,
    so that a sum of many has a short denominator.
    """
    base_low, base_high = _ln(base, digits)
    m_low, m_high = _ln(Fraction(m), digits)
    low, high = base_low / m_high, base_high / m_low
    unit = 1 << max(0, 4 * digits + low.denominator.bit_length() - low.numerator.bit_length())
    return Fraction(floor(low * unit), unit), Fraction(ceil(high * unit), unit)


def _compared(x: LogSum, y: LogSum | Rational) -> int:
    """The sign of x − y: by both rounded, by the key of the difference, or by two enclosures where the logarithms have
    different bases."""
    if not isinstance(y, LogSum):
        return _sign(x - y)
    (x_units, x_error), (y_units, y_error) = x.rounded(), y.rounded()
    if abs(x_units - y_units) > x_error + y_error:
        return 1 if x_units > y_units else -1
    if x.base == y.base:
        return _sign(x - y)
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        (x_low, x_high), (y_low, y_high) = x.enclose(digits), y.enclose(digits)
        if x_low > y_high or x_high < y_low:
            return 1 if x_low > y_high else -1
        digits *= 2
    raise UndecidedError(f"{x} and {y} could not be distinguished with {MOST_DIGITS} digits")


def _sign(difference: LogSum | Fraction) -> int:
    if not isinstance(difference, LogSum):
        return (difference > 0) - (difference < 0)
    units, error = difference.rounded()
    if abs(units) > error:
        return 1 if units > 0 else -1
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        low, high = difference.enclose(digits)
        if low > 0:
            return 1
        if high < 0:
            return -1
        digits *= 2
    raise UndecidedError(f"{difference} could not be distinguished from 0 with {MOST_DIGITS} digits")
