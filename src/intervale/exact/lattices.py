"""Places peeled off by primes: a chain of groups, each with the modulus that all numbers after it are multiples of.

Places have fractions to pick from. Those whose fractions a prime divides least are a *group*: all others are multiples
of a coarser unit, and the total modulo that unit says something about the sum of the group. In Σ g[i]/i² the ranks that
are multiples of 31 are one. What is left after the last group is the *base*, in units of which its sums are not many.

A group is *determined* where its sums leave different remainders, so that the total determines the sum. It is
*covering* where its sums leave all remainders. Those with the fewest sums for their modulus are peeled off first, so
that determined groups come first and covering ones last.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, reduce
from math import gcd, lcm, log2, prod
from typing import Any

import numpy as np

__all__ = ["Group", "Lattice", "peeled"]

Array = np.ndarray[Any, Any]
Place = tuple[Fraction, ...]
LARGEST_PRIME, MOST_BITS = 5003, 1 << 19
"""Which primes are looked for, and how many bits all denominators together may have."""


@dataclass(frozen=True)
class Group:
    """Some places, in whole numbers of a unit; all numbers after it are multiples of ``modulus`` units."""

    places: tuple[tuple[int, ...], ...]
    unit: Fraction
    modulus: int

    @property
    def reach(self) -> Fraction:
        """The greatest sum."""
        return sum(max(place) for place in self.places) * self.unit

    @property
    def picks(self) -> int:
        """In how many ways numbers can be picked."""
        return prod(len(set(place)) for place in self.places)


@dataclass(frozen=True)
class Lattice:
    """Groups, one after the other, and the base, whose numbers are multiples of ``unit``."""

    groups: tuple[Group, ...]
    base: tuple[tuple[int, ...], ...]
    unit: Fraction

    def stages(self, most: int) -> Iterator[Lattice]:
        """The same with fewer and fewer groups, the last ones put back into the base, while this does not reach further
        than so many units.
        """
        lattice = self
        while sum(max(place) for place in lattice.base) <= most:
            yield lattice
            if not lattice.groups:
                return
            last = lattice.groups[-1]
            times = int(lattice.unit / last.unit)
            base = tuple(tuple(number * times for number in place) for place in lattice.base)
            lattice = Lattice(lattice.groups[:-1], (*last.places, *base), last.unit)


def peeled(places: Sequence[Place], most: int) -> Lattice | None:
    """Groups, and a base whose greatest sum has at most so many units; None where there is no such base.

    >>> found = peeled([(Fraction(0), Fraction(1, i)) for i in range(1, 12)], 20)
    >>> [(len(group.places), group.modulus) for group in found.groups], len(found.base), found.unit
    ([(1, 11), (1, 7), (1, 3), (2, 5), (1, 2), (1, 2)], 4, Fraction(1, 6))
    """
    left = [place for place in places if any(place)]
    if not left or sum(number.denominator.bit_length() for place in left for number in place) > MOST_BITS:
        return None
    spans = [_span(place) for place in left]
    primes = _primes_of(spans)
    powers = np.array([[_power(span, prime) for prime in primes] for span in spans]).reshape(len(spans), len(primes))
    room = np.array([log2(len(set(place))) for place in left])
    reach = [max(place) for place in left]
    rows = np.arange(len(left))
    unit, groups = reduce(_common, spans), []
    while sum((reach[row] for row in rows.tolist()), Fraction(0)) / unit > most:
        chosen = _next_group(powers[rows], room[rows], primes)
        if chosen is None:
            return None
        members, rows = rows[chosen], rows[~chosen]
        after = reduce(_common, (spans[row] for row in rows.tolist()))
        ratio = after / unit
        if ratio.denominator != 1:
            return None
        whole = tuple(tuple(int(number / unit) for number in left[row]) for row in members.tolist())
        groups.append(Group(whole, unit, ratio.numerator))
        unit = after
    base = tuple(tuple(int(number / unit) for number in left[row]) for row in rows.tolist())
    return Lattice(tuple(groups), base, unit)


def _next_group(powers: Array, room: Array, primes: Sequence[int]) -> Array | None:
    """Which of the places that are left make the group with the fewest sums for its modulus."""
    least = powers == powers.min(axis=0)
    sizes = least.sum(axis=0)
    rest = np.where(least, powers.max() + 1, powers).min(axis=0) - powers.min(axis=0)
    spare = np.where(sizes < len(powers), room @ least - rest * np.log2(primes), np.inf)
    chosen = int(spare.argmin()) if len(spare) else -1
    return None if chosen < 0 or spare[chosen] == np.inf else least[:, chosen]


def _span(place: Place) -> Fraction:
    """What all numbers of a place are multiples of."""
    return reduce(_common, place)


def _common(first: Fraction, second: Fraction) -> Fraction:
    """The largest fraction that two are multiples of."""
    return Fraction(
        gcd(first.numerator * second.denominator, second.numerator * first.denominator),
        first.denominator * second.denominator,
    )


def _power(number: Fraction, prime: int) -> int:
    """How often a prime divides a fraction; less than 0 where it divides the denominator."""
    up, down, power = number.numerator, number.denominator, 0
    while not up % prime:
        up, power = up // prime, power + 1
    while not down % prime:
        down, power = down // prime, power - 1
    return power


def _primes_of(numbers: Sequence[Fraction]) -> list[int]:
    """The primes that divide some numbers, as far as they are looked for."""
    whole = lcm(*(number.denominator for number in numbers)) * lcm(*(number.numerator for number in numbers))
    return [prime for prime in _primes() if not whole % prime]


@cache
def _primes() -> tuple[int, ...]:
    sieve = np.ones(LARGEST_PRIME + 1, dtype=bool)
    sieve[:2] = False
    for n in range(2, int(LARGEST_PRIME**0.5) + 1):
        sieve[n * n :: n] &= not sieve[n]
    return tuple(np.flatnonzero(sieve).tolist())
