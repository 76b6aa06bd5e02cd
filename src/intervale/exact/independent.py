"""Picks that their total determines: places put together in parts so that equal totals mean equal picks.

Of several places each has some numbers to pick from. A *part* is a set of places with all the sums that picks from
them can have. Parts are **independent** where the total of one sum from each part determines these sums; then there
are as many totals as there are choices of sums, and none of them has to be listed to be counted. Two arguments prove
independence:

- numbers over different primitive logarithms have different keys (:mod:`intervale.exact.logsum`);
- if all numbers of the other places are multiples of m and the sums of some places leave different remainders modulo
  m, the total modulo m determines their sum.

How many sums a part can have is bounded before any is listed. Where the sums of all places are all multiples of one
number between the least and the greatest, nothing has to be listed at all (:mod:`intervale.exact.whole_sums`).
"""

from __future__ import annotations

from bisect import bisect_left
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import comb, gcd, prod

import numpy as np

from intervale.errors import OptionError
from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact
from intervale.exact.whole_sums import LISTED_IN_BITS, multiples, sums_of, whole_places

__all__ = ["Part", "independent_parts", "multiples"]

RATIONAL = 1
"""What stands for a logarithm where there is none."""
FEW, FAR_ENOUGH, FAR = 128, 1 << 14, 1 << 20
"""Among how many places some are sought that a remainder determines; from which reach on ways are counted in 64 bits,
and up to which they are multiplied out in whole numbers.
"""
PRIMES = tuple(n for n in range(2, 1000) if all(n % d for d in range(2, int(n**0.5) + 1)))
MOST_BITS = 1 << 32
"""The numbers of ways of all sums together are no longer than this."""
LARGEST_GROUP = 1 << 16
"""Places are taken together by a prime where they have no more sums than this."""


@dataclass(frozen=True, eq=False)
class Part:
    """The sums of some places: whole ``numbers``, ascending, times ``unit``."""

    numbers: tuple[int, ...]
    unit: Exact
    modulus: int
    """What determines a number of this part: its remainder; 0 where the total is the number itself."""
    places: tuple[tuple[int, ...], ...]
    """What there is to pick from."""
    times: tuple[int, ...] | None = None
    """How many things each number of a place stands for; one each where it is None."""

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
        picked = [Counter[int]() for _ in self.places]
        for found, place in zip(picked, self.places, strict=True):
            for number, times in zip(place, self.times or (1,) * len(place), strict=True):
                found[number] += times
        alike = Counter(tuple(sorted(found.items())) for found in picked)
        if self.size * sum(sum(found.values()).bit_length() for found in picked) > MOST_BITS:
            raise OptionError(f"the ways in which {self.size:,} sums come about are too many to count")
        if (counted := _counted_in_a_row(picked)) is not None:
            return tuple(counted)
        sums = {0: 1}
        for ways, many in alike.items():
            sums = _convolved(sums, _power(dict(ways), many))
        return tuple(sums[number] for number in self.numbers)

    def pick_of(self, left: int) -> int | None:
        """Which pick the total of this part and those after it comes from; None where there is none."""
        if self.modulus:
            return self._by_remainder.get(left % self.modulus)
        pick = bisect_left(self.numbers, left)
        return pick if pick < self.size and self.numbers[pick] == left else None

    @cached_property
    def _by_remainder(self) -> dict[int, int]:
        return {number % self.modulus: pick for pick, number in enumerate(self.numbers)}


def independent_parts(
    places: Sequence[Sequence[Exact]], most: int, times: tuple[int, ...] | None = None
) -> list[Part] | None:
    """Parts, with parts over one logarithm in the order in which remainders determine their picks; None where the
    numbers are of a kind that is not known to fall apart, or a part can have more than ``most`` sums: then none was
    listed. ``times`` says how many things each number of a place stands for.

    >>> [part.numbers for part in independent_parts([[0, 25], [0, 20], [0, 16]], 100)]  # 5^2, 5·4, 4^2
    [(0, 16), (0, 20), (0, 25)]
    >>> [part.numbers for part in independent_parts([[0, 1], [0, 1], [0, 1]], 100)]
    [(0, 1, 2, 3)]
    """
    groups = _by_logarithm(places)
    if groups is None:
        return None
    found: list[tuple[Exact, int, tuple[tuple[int, ...], ...], tuple[int, ...] | None]] = []
    for (base, root), members in groups.items():
        least, whole, denominator = whole_places(members)
        unit: Exact = Fraction(1, denominator)
        if root != RATIONAL:
            unit = LogSum(base, Fraction(0), ((root, Fraction(1, denominator)),))
        if any(least):
            found.append((unit, 1, ((sum(least),),), None))
        for together, modulus in _told_apart(whole):
            found.append((unit, modulus, tuple(tuple(whole[place]) for place in together), times))
    if any(_most_sums(picked) > most for _, _, picked, _ in found):
        return None
    return [Part(sums_of(picked), unit, modulus, picked, each) for unit, modulus, picked, each in found]


def _by_logarithm(places: Sequence[Sequence[Exact]]) -> dict[tuple[Fraction, int], list[list[Fraction]]] | None:
    """The places by the logarithm that their numbers are multiples of, with the multiples; None where a place has
    several, or the logarithms different bases.
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
    return None if len({base for base, root in groups if root != RATIONAL}) > 1 else groups


def _taken_apart(number: Exact) -> tuple[tuple[Fraction, int] | None, Fraction]:
    """The logarithm that a number is a rational multiple of, and the multiple; no logarithm where it is a sum."""
    if not isinstance(number, LogSum):
        return (Fraction(0), RATIONAL), Fraction(number)
    if number.rational or len(number.terms) != 1:
        return None, Fraction(1)
    ((root, share),) = number.terms
    return (number.base, root), share


def _told_apart(places: list[list[int]]) -> list[tuple[list[int], int]]:
    """Places by themselves or some together, each with the modulus that determines its sum once those before it are
    taken away, and the rest together at the end. Every place has 0 among its numbers.
    """
    spans = [gcd(*place) for place in places]
    before = [0, *accumulate(spans, gcd)]
    left, chosen = list(range(len(places))), []
    while left and _tells(places[left[-1]], before[len(left) - 1]):
        chosen.append(([left.pop()], before[len(left)]))
    while len(left) <= FEW and (found := _told_by_remainder(left, places, spans)) is not None:
        chosen.append(found)
        left = [place for place in left if place not in found[0]]
    return [*chosen, (left, 0)] if left else chosen


def _told_by_remainder(left: list[int], places: list[list[int]], spans: list[int]) -> tuple[list[int], int] | None:
    """One of the places that are left, or else those whose numbers a power of a prime divides least, where a remainder
    determines their sum: with denominators i², the multiples of 31 among the ranks.
    """
    for place, modulus in zip(left, _of_others([spans[place] for place in left]), strict=True):
        if _tells(places[place], modulus):
            return [place], modulus
    unit = gcd(*(spans[place] for place in left)) or 1
    for prime in reversed(PRIMES):
        together = [place for place in left if spans[place] // unit % prime]
        if len(together) in (0, len(left)) or prod(len(set(places[place])) for place in together) > LARGEST_GROUP:
            continue
        modulus = gcd(*(spans[other] for other in left if other not in together))
        if _tells(sums_of(tuple(tuple(places[place]) for place in together)), modulus):
            return together, modulus
    return None


def _of_others(spans: list[int]) -> list[int]:
    """For each number the greatest common divisor of the others."""
    before = [0, *accumulate(spans, gcd)]
    after = [0, *accumulate(reversed(spans), gcd)][::-1]
    return [gcd(before[n], after[n + 1]) for n in range(len(spans))]


def _tells(numbers: Sequence[int], modulus: int) -> bool:
    """Whether the remainder of a total determines the pick among some numbers; with modulus 0 the total does."""
    different = set(numbers)
    return not modulus or len({number % modulus for number in different}) == len(different)


def _counted_in_a_row(picked: Sequence[Mapping[int, int]]) -> list[int] | None:
    """The ways of all sums, in ascending order, with a number for each sum that there may be; None where these are few,
    or the ways too many for 64 bits.
    """
    step = gcd(*(number for found in picked for number in found)) or 1
    reach = sum(max(found) for found in picked) // step
    most = prod(sum(found.values()) for found in picked)
    if not FAR_ENOUGH < reach <= LISTED_IN_BITS or most >= 1 << 62 or min(min(found) for found in picked) < 0:
        return None
    row, end = np.zeros(reach + 1, dtype=np.int64), 1
    row[0] = 1
    for found in picked:
        before, end = row[:end].copy(), end + max(found) // step
        row[: len(before)] = 0
        for number, times in found.items():
            row[number // step : number // step + len(before)] += before * times
    counted: list[int] = row[row > 0].tolist()
    return counted


def _convolved(first: Mapping[int, int], second: Mapping[int, int]) -> dict[int, int]:
    """The ways of all sums of a number of each."""
    if first == {0: 1}:
        return dict(second)
    found: dict[int, int] = {}
    for total, ways in first.items():
        for number, times in second.items():
            found[total + number] = found.get(total + number, 0) + ways * times
    return found


def _power(ways: Mapping[int, int], many: int) -> dict[int, int]:
    """The ways of all sums of so many numbers that are picked alike, each number coming in some ways.

    With p ways of the least number, and q[i] of the one i steps above it, the ways w[k] of the sum k steps above the
    least follow from w' · P = many · P' · w, of the polynomial P with these coefficients and w = P^many:
    k · p · w[k] = Σ ((many + 1) · i − k) · q[i] · w[k − i]. Of two numbers they are binomial.

    >>> _power({0: 1, 1: 1}, 4), _power({1: 2, 4: 1}, 2)
    ({0: 1, 1: 4, 2: 6, 3: 4, 4: 1}, {2: 4, 5: 4, 8: 1})
    """
    least = min(ways)
    step = gcd(*(number - least for number in ways)) or 1
    above = [((number - least) // step, times) for number, times in ways.items() if number > least]
    reach = many * max((i for i, _ in above), default=0)
    if many == 1 or reach > FAR:
        found = {0: 1}
        for _ in range(many):
            found = _convolved(found, ways)
        return found
    row = [ways[least] ** many]
    for k in range(1, reach + 1):
        total = sum(((many + 1) * i - k) * times * row[k - i] for i, times in above if i <= k)
        row.append(total // (k * ways[least]))
    return {many * least + k * step: number for k, number in enumerate(row) if number}


def _most_sums(places: tuple[tuple[int, ...], ...]) -> int:
    """No more sums than this has one number from each place: places that are alike make multisets, and all sums are
    multiples of one number. No number is negative.
    """
    alike: dict[frozenset[int], int] = {}
    for place in places:
        numbers = frozenset(place)
        alike[numbers] = alike.get(numbers, 0) + 1
    step = gcd(*(number for numbers in alike for number in numbers)) or 1
    bound, reach = 1, 0
    for numbers, many in sorted(alike.items(), key=lambda entry: max(entry[0])):
        reach += many * max(numbers)
        bound = min(bound * comb(many + len(numbers) - 1, many), reach // step + 1)
    return bound
