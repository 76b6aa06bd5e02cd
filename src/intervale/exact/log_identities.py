"""When two quotients of sums over logarithms are one number for all that is known: identities between logarithms.

A logarithm is a sum over primes, log(6) = log(2) + log(3), so that a quotient of sums over logarithms is a rational
function of the logarithms of primes, and two forms of one function are one number: (1/log(3))/(1 + 1/log(3)), with
logarithms to base 2, is 1/(log(3) + 1) = 1/log(6). Whether two are one function is decided by multiplying out. Two
that are not are different numbers if Schanuel's conjecture holds, and are distinguished by enclosures.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from fractions import Fraction
from functools import lru_cache
from math import comb

__all__ = ["Terms", "same_quotient"]

Terms = Mapping[int, Fraction]
"""A sum by logarithm: the coefficient q of 1/log(m) at m, that of 1 at 0."""
Polynomial = dict[tuple[int, ...], Fraction]
MOST_MONOMIALS = 5_000
"""How many terms a product may have."""
MODULUS = (1 << 61) - 1
LARGEST_BASE = 10**6
"""Up to here numerator and denominator of the base are products of primes; beyond, the base is a symbol of its own."""


def same_quotient(first: tuple[Terms, Terms], second: tuple[Terms, Terms], base: Fraction) -> bool:
    """Whether two quotients are one rational function of the logarithms of primes; False also where that is too large
    to multiply out.

    >>> one, third = {0: Fraction(1)}, {3: Fraction(1)}
    >>> same_quotient((third, {**one, **third}), ({6: Fraction(1)}, one), Fraction(2))
    True
    >>> same_quotient((third, one), ({5: Fraction(1)}, one), Fraction(2))
    False
    """
    crossed: Counter[tuple[int, int]] = Counter()
    for sign, above, below in ((1, first[0], second[1]), (-1, second[0], first[1])):
        for m, q in above.items():
            for k, r in below.items():
                crossed[min(m, k), max(m, k)] += sign * q * r  # type: ignore[assignment]
    products = {pair: Fraction(number) for pair, number in crossed.items() if number}
    if not products:
        return True
    factors = _logarithms({m for pair in products for m in pair if m}, base)
    return not _at_a_point(products, factors) and _multiplied_out(products, factors)


def _logarithms(numbers: Iterable[int], base: Fraction) -> dict[int, dict[int, int]]:
    """The logarithms of the numbers, and at 0 that of the base, by how often they have that of each prime: less than 0
    times for a prime below the line of the base.
    """
    of_base = {0: 1}
    if base.numerator <= LARGEST_BASE:  # a base is above 1, so that its denominator is smaller
        of_base = dict(_factors(base.numerator)) | {prime: -times for prime, times in _factors(base.denominator)}
    return {0: of_base, **{m: dict(_factors(m)) for m in numbers}}


@lru_cache(maxsize=4096)
def _factors(number: int) -> tuple[tuple[int, int], ...]:
    """The primes of a number and how often it has each."""
    found: Counter[int] = Counter()
    prime = 2
    while prime * prime <= number:
        while number % prime == 0:
            found[prime] += 1
            number //= prime
        prime += 1
    if number > 1:
        found[number] += 1
    return tuple(sorted(found.items()))


def _at_a_point(products: Mapping[tuple[int, int], Fraction], factors: Mapping[int, dict[int, int]]) -> int:
    """The sum of the products where the logarithms of primes are some residues: 0 if it is 0 as a function."""

    def value(m: int) -> int:
        return sum(times * pow(3, 7 * prime + 5, MODULUS) for prime, times in factors[m].items()) % MODULUS

    base, total = value(0), 0
    inverse = {m: 1 if not m else base * pow(value(m), -1, MODULUS) % MODULUS for pair in products for m in pair}
    for (m, k), number in products.items():
        rational = number.numerator * pow(number.denominator, -1, MODULUS)
        total += rational * inverse[m] * inverse[k]
    return total % MODULUS


def _multiplied_out(products: Mapping[tuple[int, int], Fraction], factors: Mapping[int, dict[int, int]]) -> bool:
    """Whether the sum of the products is 0, from its numerator over the common denominator. All logarithms may be
    divided by one of them, so that the first prime has 1.
    """
    primes = sorted({prime for one in factors.values() for prime in one})
    most = {m: max(pair.count(m) for pair in products) for m in factors if m}
    degree, variables = sum(most.values()) + 2, len(primes) - 1
    if comb(degree + variables, variables) > MOST_MONOMIALS:
        return False
    linear = {m: _linear(one, primes) for m, one in factors.items()}
    total: Polynomial = {}
    for pair, number in products.items():
        term: Polynomial = {(0,) * variables: number}
        for m in pair:
            term = _product(term, linear[0]) if m else term
        for m, times in most.items():
            for _ in range(times - pair.count(m)):
                term = _product(term, linear[m])
        for powers, coefficient in term.items():
            total[powers] = total.get(powers, Fraction(0)) + coefficient
    return not any(total.values())


def _linear(factors: Mapping[int, int], primes: list[int]) -> Polynomial:
    found: Polynomial = {}
    for prime, times in factors.items():
        powers = tuple(int(prime == other) for other in primes[1:])
        found[powers] = Fraction(times)
    return found


def _product(first: Polynomial, second: Polynomial) -> Polynomial:
    found: Polynomial = {}
    for powers, number in first.items():
        for others, other in second.items():
            together = tuple(a + b for a, b in zip(powers, others, strict=True))
            found[together] = found.get(together, Fraction(0)) + number * other
    return found
