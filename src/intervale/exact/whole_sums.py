"""Sums of one whole number from each of several places: listed with a bit for each, or proven to leave nothing out.

Numbers are taken from the least one of their place on, in steps: whole numbers without a common divisor.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import pairwise
from math import gcd, lcm

import numpy as np

from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact

__all__ = [
    "Multiples",
    "WholePlaces",
    "largest_gap",
    "multiples",
    "sum_bits",
    "sums_of",
    "whole_numbers",
    "whole_places",
]

LISTED_IN_BITS = 1 << 26
"""Sums are listed with a bit for each number up to this."""


@dataclass(frozen=True)
class Multiples:
    """The sums of one number from each of some places: multiples of ``step`` above the ``least``, with the largest step
    that will do.
    """

    least: Fraction
    step: Fraction
    size: int | None
    """How many there are, where it is proven that none is left out up to the greatest."""
    missing: Fraction | None
    """One that is left out, where that is proven: how far it is above the least."""


def multiples(places: Sequence[Sequence[Exact]]) -> Multiples | None:
    """Whether the sums of one number from each place are all multiples of a step; None where they are not rational, or
    all the same.

    Numbers are taken from the least one of their place on. If the sums of some places are all multiples of g from 0 to
    S, the numbers of one more are multiples of g too, and no two neighbours among them are further apart than S + g,
    then the sums with it are all multiples of g up to S and its largest number: each of its numbers covers S from there
    on. Places with small gaps are taken first. If instead all numbers above 0 that are left are larger than S + g, then
    S + g is left out: without them the sum is at most S.

    >>> multiples([[0, 1], [0, 2], [0, 4]]).size, multiples([[0, 1], [0, 3]]).missing
    (8, Fraction(2, 1))
    """
    whole = whole_numbers(places)
    if whole is None:
        return None
    reached = 0
    found = partial(Multiples, whole.least, whole.step)
    ascending = sorted(
        (sorted(set(place)) for place in whole.places), key=lambda place: (largest_gap(place), place[-1])
    )
    for n, place in enumerate(ascending):
        if largest_gap(place) > reached + 1:
            missing = min(left[1] for left in ascending[n:]) > reached + 1
            return found(None, (reached + 1) * whole.step if missing else None)
        reached += place[-1]
    return found(reached + 1, None)


@dataclass(frozen=True)
class WholePlaces:
    """Numbers to pick from, in steps above the least of their place, whose sum is ``least``."""

    places: list[list[int]]
    least: Fraction
    step: Fraction


def whole_numbers(places: Sequence[Sequence[Exact]]) -> WholePlaces | None:
    """Places in whole numbers of the largest step that will do; None where they are not rational, or all the same.

    >>> whole_numbers([[1, Fraction(3, 2)], [0, 3]])
    WholePlaces(places=[[0, 1], [0, 6]], least=Fraction(1, 1), step=Fraction(1, 2))
    """
    if any(isinstance(number, LogSum) for place in places for number in place):
        return None
    rational: list[list[Fraction]] = [[Fraction(number) for number in place] for place in places]  # type: ignore[arg-type]
    least, whole, denominator = whole_places(rational)
    step = gcd(*(number for place in whole for number in place))
    if not step:
        return None
    places_in_steps = [[number // step for number in place] for place in whole]
    return WholePlaces(places_in_steps, Fraction(sum(least), denominator), Fraction(step, denominator))


def largest_gap(numbers: Sequence[int]) -> int:
    return max((high - low for low, high in pairwise(numbers)), default=0)


def whole_places(places: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[list[int]], int]:
    """The least number of each place, all numbers from that one on, and the denominator that makes them whole."""
    denominator = lcm(*(number.denominator for place in places for number in place))
    whole = [[int(number * denominator) for number in place] for place in places]
    least = [min(place) for place in whole]
    return least, [[number - low for number in place] for low, place in zip(least, whole, strict=True)], denominator


def sums_of(places: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """All sums of one number from each place, ascending. No number is negative, unless there is one alone."""
    if len(places) == 1:
        return tuple(sorted(set(places[0])))
    step = gcd(*(number for place in places for number in place)) or 1
    reach = sum(max(place) for place in places) // step
    if reach > LISTED_IN_BITS:
        sums = {0}
        for place in places:
            sums = {total + number for total in sums for number in set(place)}
        return tuple(sorted(sums))
    bits = sum_bits([[number // step for number in place] for place in places])
    found = np.unpackbits(np.frombuffer(bits.to_bytes(reach // 8 + 1, "little"), dtype=np.uint8), bitorder="little")
    numbers = np.flatnonzero(found).tolist()
    return tuple(numbers) if step == 1 else tuple(number * step for number in numbers)


def sum_bits(places: Sequence[Sequence[int]], most: int | None = None) -> int:
    """A whole number with a bit for each sum of one number from each place, up to ``most``. No number is negative.

    >>> bin(sum_bits([[0, 1], [0, 3]])), bin(sum_bits([[0, 1], [0, 3]], 3))
    ('0b11011', '0b1011')
    """
    within = None if most is None else (1 << most + 1) - 1
    reached = 1
    for place in places:
        shifted = 0
        for number in set(place):
            if most is None or number <= most:
                shifted |= reached << number
        reached = shifted if within is None else shifted & within
    return reached
