"""Picks that can be told from their total: places put together in parts so that equal totals mean equal picks.

Of several places each has some numbers to pick from. A *part* is a set of places with all the sums that picks from
them can have. Parts are **independent** where the total of one sum from each part determines these sums; then there
are as many totals as there are choices of sums, and none of them has to be listed to be counted. Two arguments prove
independence:

- numbers over different primitive logarithms have different keys (:mod:`intervale.exact.logsum`);
- if all numbers of the other places agree modulo m and those of one place do not, the total modulo m tells its pick.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import gcd, lcm

import numpy as np

from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact

__all__ = ["Part", "independent_parts"]

RATIONAL = 1
"""What stands for a logarithm where there is none."""
FEW, FAR = 64, 1 << 20


@dataclass(frozen=True, eq=False)
class Part:
    """The sums of some places: whole ``numbers``, ascending, times ``unit``."""

    numbers: tuple[int, ...]
    unit: Exact
    modulus: int
    """What tells a number of this part from the total: its remainder; 0 where the total is the number itself."""
    places: tuple[tuple[int, ...], ...]
    """What there is to pick from."""

    @property
    def size(self) -> int:
        return len(self.numbers)

    @property
    def range(self) -> Exact:
        return (self.numbers[-1] - self.numbers[0]) * self.unit

    @property
    def least_gap(self) -> Exact:
        """The smallest difference of two of its sums."""
        return min((b - a for a, b in pairwise(self.numbers)), default=0) * self.unit

    def value(self, pick: int) -> Exact:
        return self.numbers[pick] * self.unit

    @cached_property
    def ways(self) -> tuple[int, ...]:
        """In how many ways each sum comes about."""
        sums = {0: 1}
        for place in self.places:
            grown: dict[int, int] = {}
            for total, ways in sums.items():
                for number in place:
                    grown[total + number] = grown.get(total + number, 0) + ways
            sums = grown
        return tuple(sums[number] for number in self.numbers)

    @cached_property
    def by_remainder(self) -> dict[int, int]:
        """Which pick leaves a remainder."""
        return {number % self.modulus if self.modulus else number: pick for pick, number in enumerate(self.numbers)}


def independent_parts(places: Sequence[Sequence[Exact]], most: int) -> list[Part] | None:
    """Parts, with parts over one logarithm in the order in which remainders tell their picks; None where the numbers
    are of a kind that is not known to fall apart, or a part has more than ``most`` sums.

    >>> [part.numbers for part in independent_parts([[0, 25], [0, 20], [0, 16]], 100)]  # 5^2, 5·4, 4^2
    [(0, 16), (0, 20), (0, 25)]
    >>> [part.numbers for part in independent_parts([[0, 1], [0, 1], [0, 1]], 100)]
    [(0, 1, 2, 3)]
    """
    groups: dict[tuple[Fraction, int], list[list[Fraction]]] = {}
    for place in places:
        found = [_taken_apart(number) for number in place]
        keys = {key for key, share in found if share}
        if None in keys or len(keys) > 1:
            return None
        key = next(iter(keys), (Fraction(0), RATIONAL))
        assert key is not None
        groups.setdefault(key, []).append([share for _, share in found])
    if len({base for base, root in groups if root != RATIONAL}) > 1:
        return None
    parts = []
    for (base, root), members in groups.items():
        denominator = lcm(*(share.denominator for member in members for share in member))
        unit: Exact = Fraction(1, denominator)
        if root != RATIONAL:
            unit = LogSum(base, Fraction(0), ((root, Fraction(1, denominator)),))
        whole = [[int(share * denominator) for share in member] for member in members]
        least = [min(place) for place in whole]
        if any(least):
            parts.append(Part((sum(least),), unit, modulus=1, places=((sum(least),),)))
        whole = [[number - low for number in place] for low, place in zip(least, whole, strict=True)]
        for together, modulus in _told_apart(whole):
            picked = tuple(tuple(whole[place]) for place in together)
            numbers = _all_sums(picked, most)
            if numbers is None:
                return None
            parts.append(Part(numbers, unit, modulus, picked))
    return parts


def _taken_apart(number: Exact) -> tuple[tuple[Fraction, int] | None, Fraction]:
    """The logarithm that a number is a rational multiple of, and the multiple; no logarithm where it is a sum."""
    if not isinstance(number, LogSum):
        return (Fraction(0), RATIONAL), Fraction(number)
    if number.rational or len(number.terms) != 1:
        return None, Fraction(1)
    ((root, share),) = number.terms
    return (number.base, root), share


def _told_apart(places: list[list[int]]) -> list[tuple[list[int], int]]:
    """Places by themselves, each with the modulus that tells its pick once those before it are taken away, and the
    rest together at the end. Every place has 0 among its numbers.
    """
    spans = [gcd(*place) for place in places]
    before = [0, *accumulate(spans, gcd)]
    left, told = list(range(len(places))), []
    while left and _tells(places[left[-1]], before[len(left) - 1]):
        told.append(([left.pop()], before[len(left)]))
    found = len(left) <= FEW
    while found and left:
        found = False
        for place in left:
            others = [other for other in left if other != place]
            modulus = gcd(*(spans[other] for other in others))
            if _tells(places[place], modulus):
                told.append(([place], modulus))
                left, found = others, True
                break
    return [*told, (left, 0)] if left else told


def _tells(place: list[int], modulus: int) -> bool:
    """Whether the remainder of a total tells the pick of a place; with modulus 0 the total does."""
    numbers = set(place)
    return not modulus or len({number % modulus for number in numbers}) == len(numbers)


def _all_sums(places: tuple[tuple[int, ...], ...], most: int) -> tuple[int, ...] | None:
    """All sums of one number from each place, ascending; None where they are too many. No number is negative."""
    reach = sum(max(place) for place in places)
    if reach > FAR:
        sums = {0}
        for place in places:
            sums = {total + number for total in sums for number in set(place)}
            if len(sums) > most:
                return None
        return tuple(sorted(sums))
    reached = 1  # a bit for each sum
    for place in places:
        shifted = 0
        for number in set(place):
            shifted |= reached << number
        reached = shifted
        if reached.bit_count() > most:
            return None
    bits = np.unpackbits(np.frombuffer(reached.to_bytes(reach // 8 + 1, "little"), dtype=np.uint8), bitorder="little")
    return tuple(np.flatnonzero(bits).tolist())
