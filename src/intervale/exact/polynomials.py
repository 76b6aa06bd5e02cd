"""Polynomials with rational coefficients: their real roots, exactly, and where their signs are constant.

Sturm's theorem: of a square-free polynomial f, let f, f′, and then each remainder with its sign turned be a sequence.
How often its signs change at a number, zeros left out, falls from a to b by the number of roots in (a, b]. So roots are
counted, and bisection isolates each between rational numbers. A root n/d in lowest terms has d among the divisors of
the leading coefficient of f, whole coefficients assumed; two fractions with denominators up to D are at least 1/D²
apart. So bisection finds rational roots, too, and the others are proven irrational.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from functools import lru_cache, reduce
from itertools import accumulate, pairwise
from math import gcd, lcm
from typing import NamedTuple

from intervale.exact.numbers import decimal_text

__all__ = ["UNKNOWN", "Polynomial", "Root", "SignRegion", "roots", "sign_at", "sign_regions"]

Rational = int | Fraction


@dataclass(frozen=True, slots=True)
class Polynomial:
    """a_0 + a_1·x + … + a_n·x^n; ``coefficients`` from a_0 on, the last one not 0, and none of the polynomial 0.

    >>> (1 - UNKNOWN) * (1 + UNKNOWN)
    Polynomial(coefficients=(1, 0, -1))
    >>> ((1 - UNKNOWN) ** 2)(Fraction(1, 3))
    Fraction(4, 9)
    """

    coefficients: tuple[Rational, ...]

    @staticmethod
    def of(coefficients: Iterable[Rational]) -> Polynomial:
        """The polynomial with these coefficients, from a_0 on."""
        found = list(coefficients)
        while found and not found[-1]:
            found.pop()
        return Polynomial(tuple(found))

    @property
    def degree(self) -> int:
        """The largest power; -1 of the polynomial 0."""
        return len(self.coefficients) - 1

    def __bool__(self) -> bool:
        return bool(self.coefficients)

    def __call__(self, x: Rational) -> Rational:
        """The value at a number."""
        return Fraction(self._times(x)) / x.denominator**self.degree if self else 0

    def sign(self, x: Rational) -> int:
        """The sign at a number: quicker than the value, as no fraction is reduced."""
        value = self._times(x)
        return (value > 0) - (value < 0)

    def _times(self, x: Rational) -> Rational:
        """The value at n/d, times d to the degree; powers that do not occur cost nothing."""
        above, below = x.numerator, x.denominator
        value: Rational = 0
        last = self.degree
        for power in range(self.degree, -1, -1):
            if self.coefficients[power]:
                value = value * above ** (last - power) + self.coefficients[power] * below ** (self.degree - power)
                last = power
        return value * above**last if self else 0

    def __add__(self, other: Polynomial | Rational) -> Polynomial:
        if not isinstance(other, Polynomial):
            other = Polynomial.of([other])
        short, long = sorted((self.coefficients, other.coefficients), key=len)
        return Polynomial.of([*(a + b for a, b in zip(short, long, strict=False)), *long[len(short) :]])

    __radd__ = __add__

    def __neg__(self) -> Polynomial:
        return Polynomial(tuple(-a for a in self.coefficients))

    def __sub__(self, other: Polynomial | Rational) -> Polynomial:
        return self + (-other)

    def __rsub__(self, other: Rational) -> Polynomial:
        return -self + other

    def __mul__(self, other: Polynomial | Rational) -> Polynomial:
        if not isinstance(other, Polynomial):
            return Polynomial.of(a * other for a in self.coefficients)
        if not self or not other:
            return Polynomial(())
        product: list[Rational] = [0] * (self.degree + other.degree + 1)
        for m, a in enumerate(self.coefficients):
            if a:
                for n, b in enumerate(other.coefficients):
                    product[m + n] += a * b
        return Polynomial.of(product)

    __rmul__ = __mul__

    def __pow__(self, power: int) -> Polynomial:
        if self.degree > 0 and not any(self.coefficients[:-1]):  # one power of x
            return Polynomial((*(0,) * (self.degree * power), self.coefficients[-1] ** power))
        return reduce(Polynomial.__mul__, [self] * power, Polynomial((1,)))

    def __divmod__(self, other: Polynomial) -> tuple[Polynomial, Polynomial]:
        """Quotient and remainder."""
        rest, top = [Fraction(a) for a in self.coefficients], Fraction(other.coefficients[-1])
        quotient = [Fraction(0)] * max(0, self.degree - other.degree + 1)
        for place in range(len(quotient) - 1, -1, -1):
            factor = rest[place + other.degree] / top
            if factor:
                quotient[place] = factor
                for n, b in enumerate(other.coefficients, start=place):
                    rest[n] -= factor * b
        return Polynomial.of(quotient), Polynomial.of(rest)

    @property
    def derivative(self) -> Polynomial:
        return Polynomial.of(power * a for power, a in enumerate(self.coefficients) if power)

    @property
    def primitive(self) -> Polynomial:
        """The same times a positive number, so that coefficients are whole and have no common divisor."""
        if not self:
            return self
        below = lcm(*(a.denominator for a in self.coefficients))
        whole = [a.numerator * (below // a.denominator) for a in self.coefficients]
        common = gcd(*whole)
        return Polynomial(tuple(a // common for a in whole))

    @property
    def without_zero(self) -> Polynomial:
        """Divided by the largest power of x that goes into it: the same signs above 0."""
        return Polynomial(self.coefficients[next((n for n, a in enumerate(self.coefficients) if a), 0) :])

    @property
    def square_free(self) -> Polynomial:
        """The polynomial with the same roots, each once."""
        return _square_free(self)

    def at_least(self, other: Polynomial) -> bool:
        """Whether it is at least another on [0, 1], by a condition that is enough: with e the coefficients of the
        difference and E_j = e_0 + … + e_j, Σ e_j·x^j = (1 − x)·Σ_{j < n} E_j·x^j + E_n·x^n is not negative where no E_j
        is.
        """
        return all(total >= 0 for total in accumulate((self - other).coefficients))

    def text(self, name: str = "x") -> str:
        """As it is written, the largest power first.

        >>> Polynomial((1, -2, 0, Fraction(1, 2))).text("p")
        '1/2·p^3 − 2p + 1'
        """
        parts: list[str] = []
        for power in range(self.degree, -1, -1):
            if a := self.coefficients[power]:
                size = abs(a)
                symbol = "" if not power else name if power == 1 else f"{name}^{power}"
                number = "" if size == 1 and power else f"{size}·" if "/" in str(size) and power else str(size)
                sign = ("−" if a < 0 else "") if not parts else (" − " if a < 0 else " + ")
                parts.append(f"{sign}{number}{symbol}")
        return "".join(parts) or "0"


UNKNOWN = Polynomial((0, 1))
"""The polynomial x."""


def common_divisor(one: Polynomial, other: Polynomial) -> Polynomial:
    """The greatest common divisor, up to a number.

    >>> common_divisor(UNKNOWN**2 - 1, (UNKNOWN - 1) * (UNKNOWN - 2)).text()
    'x − 1'
    """
    while other:
        one, other = other, divmod(one, other)[1].primitive
    found = one.primitive
    return -found if found and found.coefficients[-1] < 0 else found


@lru_cache(maxsize=256)
def _square_free(polynomial: Polynomial) -> Polynomial:
    if polynomial.degree < 1:
        return polynomial.primitive
    return divmod(polynomial, common_divisor(polynomial, polynomial.derivative))[0].primitive


@lru_cache(maxsize=256)
def sturm_sequence(polynomial: Polynomial) -> tuple[Polynomial, ...]:
    """Sturm's sequence of a square-free polynomial."""
    sequence = [polynomial, polynomial.derivative.primitive]
    while sequence[-1].degree > 0:
        sequence.append(-divmod(sequence[-2], sequence[-1])[1].primitive)
    return tuple(one for one in sequence if one)


def _changes(sequence: Sequence[Polynomial], x: Rational) -> int:
    signs = [sign for one in sequence if (sign := one.sign(x))]
    return sum(a != b for a, b in pairwise(signs))


def count_roots(polynomial: Polynomial, low: Rational, high: Rational) -> int:
    """How many different roots a polynomial that is not 0 has in the open interval.

    >>> count_roots((UNKNOWN**2 - 2) * (UNKNOWN - 1) ** 2, 0, 2)
    2
    """
    free = polynomial.square_free
    sequence = sturm_sequence(free)
    return _changes(sequence, low) - _changes(sequence, high) - (not free.sign(high))


@dataclass(frozen=True, slots=True)
class Root:
    """An irrational number: the only root of a square-free polynomial between two rational numbers.

    >>> root = roots(UNKNOWN**2 - 2, 0, 2)[0]
    >>> root.decimal(6), root.side(Fraction(3, 2)), float(root)
    ('1.41421', 1, 1.4142135623730951)
    """

    polynomial: Polynomial
    low: Fraction
    high: Fraction

    def refined(self, width: Fraction) -> Root:
        """The same number between bounds that are no further apart."""
        low, high = self.low, self.high
        above = self.polynomial.sign(high)
        while high - low > width:
            middle = (low + high) / 2
            low, high = (low, middle) if self.polynomial.sign(middle) == above else (middle, high)
        return Root(self.polynomial, low, high)

    def side(self, x: Rational) -> int:
        """-1 or 1 as a rational number is below or above."""
        if not self.low < x < self.high:
            return -1 if x <= self.low else 1
        return 1 if self.polynomial.sign(x) == self.polynomial.sign(self.high) else -1

    def enclose(self, digits: int) -> tuple[Fraction, Fraction]:
        """Bounds that are no more than about ``digits`` digits apart."""
        found = self.refined(Fraction(1, 10**digits))
        return found.low, found.high

    def decimal(self, digits: int = 20) -> str:
        """The number rounded to so many significant digits."""
        found, width = self, (self.high - self.low) / 10
        while Decimal(decimal_text(found.low, digits)) != Decimal(text := decimal_text(found.high, digits)):
            found, width = found.refined(width), width / 1000
        return text

    def __float__(self) -> float:
        return float(self.decimal(20))


def roots(polynomial: Polynomial, low: Rational, high: Rational) -> list[Fraction | Root]:
    """The real roots in an open interval with rational ends, in ascending order, each once.

    >>> roots((2 * UNKNOWN - 1) * (UNKNOWN**2 - 2) * UNKNOWN, 0, 1)
    [Fraction(1, 2)]
    """
    free = polynomial.square_free
    found: list[Fraction | Root] = []
    open_ = [(Fraction(low), Fraction(high), count_roots(free, low, high))] if free.degree > 0 else []
    while open_:
        left, right, number = open_.pop()
        if number == 1 and free.sign(left) and free.sign(right):
            found.append(_rational_or_not(Root(free, left, right)))
        elif number:
            middle = (left + right) / 2
            below, here = count_roots(free, left, middle), not free.sign(middle)
            found += [middle] if here else []
            open_ += [(left, middle, below), (middle, right, number - below - here)]
    return sorted(found, key=lambda one: one.low if isinstance(one, Root) else one)


def _rational_or_not(root: Root) -> Fraction | Root:
    """The root as a fraction where it is one: the only one between close bounds whose denominator can be that of a
    root."""
    most = abs(int(root.polynomial.coefficients[-1]))
    close = root.refined(Fraction(1, 2 * most * most))
    simple = _simplest(close.low, close.high)
    return root if root.polynomial.sign(simple) else simple


def _simplest(low: Fraction, high: Fraction) -> Fraction:
    """The fraction with the smallest denominator between two numbers, both included."""
    whole = -(-low.numerator // low.denominator)
    if whole <= high:
        return Fraction(whole)
    below = whole - 1
    return below + 1 / _simplest(1 / (high - below), 1 / (low - below))


def sign_at(polynomial: Polynomial, x: Fraction | Root) -> int:
    """The sign of a polynomial at a rational number or a root.

    >>> root = roots(UNKNOWN**2 - 2, 0, 2)[0]
    >>> sign_at(UNKNOWN**4 - 4, root), sign_at(UNKNOWN - 1, root)
    (0, 1)
    """
    if not polynomial:
        return 0
    if isinstance(x, Root):
        common = common_divisor(polynomial, x.polynomial)
        if common.degree > 0 and count_roots(common, x.low, x.high):
            return 0
        while count_roots(polynomial, x.low, x.high) or not polynomial.sign(x.low):
            x = x.refined((x.high - x.low) / 4)
        x = x.low
    return polynomial.sign(x)


class SignRegion(NamedTuple):
    """A number (``low`` and ``high`` are the same), or all between two; and the signs of polynomials there."""

    low: Fraction | Root
    high: Fraction | Root
    signs: tuple[int, ...]


def sign_regions(polynomials: Sequence[Polynomial], low: Rational, high: Rational) -> list[SignRegion]:
    """An open interval cut at all roots of some polynomials: numbers and open intervals, one after the other, on each
    of which all signs are constant.

    >>> [(part.low, part.high, part.signs) for part in sign_regions([2 * UNKNOWN - 1, Polynomial(())], 0, 1)]
    [(Fraction(0, 1), Fraction(1, 2), (-1, 0)), (Fraction(1, 2), Fraction(1, 2), (0, 0)),
    (Fraction(1, 2), Fraction(1, 1), (1, 0))]
    """
    cuts = roots(reduce(_joined, polynomials, Polynomial((1,))), low, high)
    ends = [Fraction(low), *(_of_one(cut, polynomials) for cut in cuts), Fraction(high)]
    found: list[SignRegion] = []
    for left, right in pairwise(ends):
        between = _between(left, right)
        found.append(SignRegion(left, right, tuple(sign_at(one, between) for one in polynomials)))
        found.append(SignRegion(right, right, tuple(sign_at(one, right) for one in polynomials)))
    return found[:-1]


def _joined(one: Polynomial, other: Polynomial) -> Polynomial:
    """A square-free polynomial with the roots of both; the polynomial 0 has none that count."""
    free = other.square_free
    return one if free.degree < 1 else divmod(one * free, common_divisor(one, free))[0].primitive


def _of_one(cut: Fraction | Root, polynomials: Sequence[Polynomial]) -> Fraction | Root:
    """A root of the joined polynomial as one of the first polynomial that it is a root of: it has no other between the
    same bounds.
    """
    if not isinstance(cut, Root):
        return cut
    one = next(one for one in polynomials if one and not sign_at(one, cut))
    return Root(one.square_free, cut.low, cut.high)


def _between(left: Fraction | Root, right: Fraction | Root) -> Fraction:
    """A rational number between two different ones, the simplest that is found."""
    while True:
        low = left.high if isinstance(left, Root) else left
        high = right.low if isinstance(right, Root) else right
        if low < high:
            third = (high - low) / 3
            return _simplest(low + third, high - third)
        left = left.refined((left.high - left.low) / 2) if isinstance(left, Root) else left
        right = right.refined((right.high - right.low) / 2) if isinstance(right, Root) else right
