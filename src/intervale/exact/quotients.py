"""Quotients of sums over logarithms: the exact values of measures that are divided by an ideal, such as nDCG.

Seen as polynomials in the symbols 1/log(m), numerator and denominator are linear, and so irreducible: two quotients
have one key iff both parts are the same up to a factor. Equal keys prove equal values. Different keys are distinguished
by enclosures, as for :class:`~intervale.exact.logsum.LogSum`, or shown to be one number by an identity between
logarithms (:mod:`~intervale.exact.log_identities`): (1/log(3))/(1 + 1/log(3)) is 1/log(6), to base 2.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from functools import cmp_to_key
from math import ceil, floor, gcd, lcm

from intervale.errors import UndecidedError
from intervale.exact.log_identities import same_quotient
from intervale.exact.logsum import BITS, FIRST_DIGITS, MOST_DIGITS, LogSum

__all__ = [
    "Number",
    "Part",
    "Quotient",
    "coefficients",
    "compare_quotients",
    "enclosed",
    "grouped_quotients",
    "parts",
    "proportion",
    "quotient",
]

Part = Fraction | LogSum


@dataclass(frozen=True, slots=True)
class Quotient:
    """``above / below``, the coefficients of ``below`` whole numbers without a common factor. Made by :func:`quotient`.

    >>> from intervale.exact import inverse_log
    >>> third = inverse_log(3, 2)
    >>> quotient(third, 1 + third) == quotient(2 * third, 2 + 2 * third), quotient(2 + 2 * third, 1 + third)
    (True, Fraction(2, 1))
    >>> quotient(third, 1 + third) < quotient(Fraction(1), 1 + third) < 1, float(quotient(third, 1 + third))
    (True, 0.386852807234541...)
    """

    above: Part
    below: Part

    def __lt__(self, other: Quotient | Part | int) -> bool:
        return compare_quotients(self, other) < 0

    def __le__(self, other: Quotient | Part | int) -> bool:
        return compare_quotients(self, other) <= 0

    def __gt__(self, other: Quotient | Part | int) -> bool:
        return compare_quotients(self, other) > 0

    def __ge__(self, other: Quotient | Part | int) -> bool:
        return compare_quotients(self, other) >= 0

    def __float__(self) -> float:
        return float(self.above) / float(self.below)

    def __str__(self) -> str:
        bases = _bases(self.above, self.below)
        if len(bases) > 1:
            return f"({self.above})/({self.below})"
        return f"({_plain(self.above)})/({_plain(self.below)}), logarithms to base {bases.pop()}"


Number = Quotient | Part | int


def quotient(above: Part | int, below: Part | int) -> Quotient | Part:
    """One exact number over another one that is above 0: a fraction or a sum where it is one."""
    if not isinstance(below, LogSum):
        return above / Fraction(below)
    if not above:
        return Fraction(0)
    numbers = coefficients(below).values()
    content = Fraction(gcd(*(q.numerator for q in numbers)), lcm(*(q.denominator for q in numbers)))
    factor = proportion(above, below)
    return Quotient(above / content, below / content) if factor is None else factor


def compare_quotients(x: Number, y: Number) -> int:
    """-1, 0 or 1 as x is below, equal to or above y; decided exactly, or ``UndecidedError``."""
    if x == y:
        return 0
    (x_least, x_most), (y_least, y_most) = _units(x), _units(y)
    if x_least > y_most or x_most < y_least:
        return 1 if x_least > y_most else -1
    digits = FIRST_DIGITS
    while digits <= MOST_DIGITS:
        (x_low, x_high), (y_low, y_high) = enclosed(x, digits), enclosed(y, digits)
        if x_low > y_high or x_high < y_low:
            return 1 if x_low > y_high else -1
        if digits == FIRST_DIGITS and _identical(x, y):
            return 0
        digits *= 2
    raise UndecidedError(f"{x} and {y} could not be distinguished with {MOST_DIGITS} digits")


def grouped_quotients(numbers: Iterable[Number]) -> list[list[Number]]:
    """Numbers in ascending order, equal ones together: each is enclosed once, and only those whose bounds overlap are
    compared again.

    >>> grouped_quotients([Fraction(1, 2), 0, Fraction(1, 3), Fraction(1, 2)])
    [[0], [Fraction(1, 3)], [Fraction(1, 2), Fraction(1, 2)]]
    """
    found = sorted(((*_units(x), n, x) for n, x in enumerate(numbers)), key=lambda one: one[:3])
    groups: list[list[Number]] = []
    cluster: list[tuple[int, Number]] = []
    end: int | None = None
    for low, high, place, x in found:
        if end is not None and low > end:
            groups += _separated(cluster)
            cluster = []
        cluster.append((place, x))
        end = high if end is None else max(end, high)
    return groups + _separated(cluster)


def _separated(cluster: list[tuple[int, Number]]) -> list[list[Number]]:
    """Numbers that are close, with their places: ascending, equal ones together in the order they came."""
    groups: list[list[Number]] = []
    came = (x for _, x in sorted(cluster, key=lambda one: one[0]))
    for x in sorted(came, key=cmp_to_key(compare_quotients)):
        if groups and compare_quotients(groups[-1][0], x) == 0:
            groups[-1].append(x)
        else:
            groups.append([x])
    return groups


def _identical(x: Number, y: Number) -> bool:
    """Whether two numbers are one function of the logarithms of primes."""
    (a, b), (c, d) = parts(x), parts(y)
    bases = _bases(a, b, c, d)
    if len(bases) != 1:
        return False
    first, second = ((coefficients(above), coefficients(below)) for above, below in ((a, b), (c, d)))
    return same_quotient(first, second, bases.pop())


def parts(number: Number) -> tuple[Part | int, Part | int]:
    """What stands above and below the line."""
    return (number.above, number.below) if isinstance(number, Quotient) else (number, Fraction(1))


def coefficients(number: Part | int) -> dict[int, Fraction]:
    """The coefficients by logarithm; that of 1 first."""
    if not isinstance(number, LogSum):
        return {0: Fraction(number)}
    return ({0: number.rational} if number.rational else {}) | dict(number.terms)


def proportion(x: Part | int, y: Part | int) -> Fraction | None:
    """The rational that y has to be multiplied by to give x, as their coefficients show it; None where these are in no
    proportion, or the logarithms have different bases.
    """
    ups, downs = coefficients(x), coefficients(y)
    if ups.keys() != downs.keys() or len(_bases(x, y)) > 1:
        return None
    factors = {ups[m] / downs[m] for m in downs}
    return factors.pop() if len(factors) == 1 else None


def _bases(*numbers: Part | int) -> set[Fraction]:
    """The bases of the logarithms in some sums."""
    return {number.base for number in numbers if isinstance(number, LogSum)}


def enclosed(number: Number, digits: int) -> tuple[Fraction, Fraction]:
    """Rational bounds of a number, from logarithms with so many digits."""
    if not isinstance(number, Quotient):
        return number.enclose(digits) if isinstance(number, LogSum) else (Fraction(number), Fraction(number))
    (a, b), (c, d) = enclosed(number.above, digits), enclosed(number.below, digits)
    return min(a / c, a / d), max(b / c, b / d)


def _units(number: Number) -> tuple[int, int]:
    """Bounds of a number in units of 2^−128: quicker than :func:`enclosed`."""
    if isinstance(number, LogSum):
        value, error = number.rounded()
        return value - error, value + error
    if not isinstance(number, Quotient):
        value, rest = divmod(number.numerator << BITS, number.denominator)
        return value, value + bool(rest)
    (a, b), (c, d) = _units(number.above), _units(number.below)
    if c <= 0:  # too small for these units
        low, high = enclosed(number, FIRST_DIGITS)
        return floor(low * 2**BITS), ceil(high * 2**BITS)
    return (a << BITS) // (d if a >= 0 else c), -((-b << BITS) // (c if b >= 0 else d))


def _plain(number: Part) -> str:
    return str(number).split(",")[0]
