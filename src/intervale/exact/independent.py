"""Picks that can be told from their total: places put together in parts so that equal totals mean equal picks.

Of several places each has some numbers to pick from. A *part* is a set of places with all the sums that picks from
them can have. Parts are **independent** where the total of one sum from each part determines these sums; then there
are as many totals as there are choices of sums, and none of them has to be listed to be counted. Two arguments prove
independence:

- numbers over different primitive logarithms have different keys (:mod:`intervale.exact.logsum`);
- if all numbers of the other places are multiples of m and the sums of some places leave different remainders modulo
  m, the total modulo m tells their sum.

How many sums a part can have is bounded before any is listed. Where the sums of all places are all multiples of one
number between the least and the greatest, :func:`multiples` proves it and nothing has to be listed at all.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, partial
from itertools import accumulate, pairwise
from math import comb, gcd, lcm, prod

import numpy as np

from intervale.errors import OptionError
from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact

__all__ = ["Multiples", "Part", "independent_parts", "multiples"]

RATIONAL = 1
"""What stands for a logarithm where there is none."""
FEW, FAR = 64, 1 << 20
PRIMES = tuple(n for n in range(2, 1000) if all(n % d for d in range(2, int(n**0.5) + 1)))
MOST_BITS = 1 << 32
"""The numbers of ways of all sums together are no longer than this."""
LARGEST_GROUP = 1 << 12
"""Places are taken together by a prime where they have no more sums than this."""


@dataclass(frozen=True, eq=False)
class Part:
    """The sums of some places: whole ``numbers``, ascending, times ``unit``."""

    numbers: tuple[int, ...]
    unit: Exact
    modulus: int
    """What tells a number of this part from the total: its remainder; 0 where the total is the number itself."""
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
        sums = {0: 1}
        for ways, many in alike.items():
            sums = _convolved(sums, _power(dict(ways), many))
        return tuple(sums[number] for number in self.numbers)

    @cached_property
    def by_remainder(self) -> dict[int, int]:
        """Which pick leaves a remainder."""
        return {number % self.modulus if self.modulus else number: pick for pick, number in enumerate(self.numbers)}


def independent_parts(
    places: Sequence[Sequence[Exact]], most: int, times: tuple[int, ...] | None = None
) -> list[Part] | None:
    """Parts, with parts over one logarithm in the order in which remainders tell their picks; None where the numbers
    are of a kind that is not known to fall apart, or a part can have more than ``most`` sums: then none was listed.
    ``times`` says how many things each number of a place stands for.

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
        least, whole, denominator = _whole(members)
        unit: Exact = Fraction(1, denominator)
        if root != RATIONAL:
            unit = LogSum(base, Fraction(0), ((root, Fraction(1, denominator)),))
        if any(least):
            found.append((unit, 1, ((sum(least),),), None))
        for together, modulus in _told_apart(whole):
            found.append((unit, modulus, tuple(tuple(whole[place]) for place in together), times))
    if any(_most_sums(picked) > most for _, _, picked, _ in found):
        return None
    return [Part(_all_sums(picked), unit, modulus, picked, each) for unit, modulus, picked, each in found]


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
    if any(isinstance(number, LogSum) for place in places for number in place):
        return None
    least, whole, denominator = _whole([[Fraction(number) for number in place] for place in places])  # type: ignore[arg-type]
    step = gcd(*(number for place in whole for number in place))
    if not step:
        return None
    reached = 0
    found = partial(Multiples, Fraction(sum(least), denominator), Fraction(step, denominator))
    ascending = sorted((sorted(set(place)) for place in whole), key=lambda place: (_largest_gap(place), place[-1]))
    for n, place in enumerate(ascending):
        if _largest_gap(place) > reached + step:
            missing = min(left[1] for left in ascending[n:]) > reached + step
            return found(None, Fraction(reached + step, denominator) if missing else None)
        reached += place[-1]
    return found(reached // step + 1, None)


def _largest_gap(numbers: Sequence[int]) -> int:
    return max((high - low for low, high in pairwise(numbers)), default=0)


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


def _whole(places: Sequence[Sequence[Fraction]]) -> tuple[list[int], list[list[int]], int]:
    """The least number of each place, all numbers from that one on, and the denominator that makes them whole."""
    denominator = lcm(*(number.denominator for place in places for number in place))
    whole = [[int(number * denominator) for number in place] for place in places]
    least = [min(place) for place in whole]
    return least, [[number - low for number in place] for low, place in zip(least, whole, strict=True)], denominator


def _taken_apart(number: Exact) -> tuple[tuple[Fraction, int] | None, Fraction]:
    """The logarithm that a number is a rational multiple of, and the multiple; no logarithm where it is a sum."""
    if not isinstance(number, LogSum):
        return (Fraction(0), RATIONAL), Fraction(number)
    if number.rational or len(number.terms) != 1:
        return None, Fraction(1)
    ((root, share),) = number.terms
    return (number.base, root), share


def _told_apart(places: list[list[int]]) -> list[tuple[list[int], int]]:
    """Places by themselves or some together, each with the modulus that tells its sum once those before it are taken
    away, and the rest together at the end. Every place has 0 among its numbers.
    """
    spans = [gcd(*place) for place in places]
    before = [0, *accumulate(spans, gcd)]
    left, told = list(range(len(places))), []
    while left and _tells(places[left[-1]], before[len(left) - 1]):
        told.append(([left.pop()], before[len(left)]))
    while len(left) <= FEW and (found := _told_by_remainder(left, places, spans)) is not None:
        told.append(found)
        left = [place for place in left if place not in found[0]]
    return [*told, (left, 0)] if left else told


def _told_by_remainder(left: list[int], places: list[list[int]], spans: list[int]) -> tuple[list[int], int] | None:
    """One of the places that are left, or else some that a prime does not divide, whose sum a remainder tells."""
    for place in left:
        modulus = gcd(*(spans[other] for other in left if other != place))
        if _tells(places[place], modulus):
            return [place], modulus
    for prime in reversed(PRIMES):
        together = [place for place in left if spans[place] % prime]
        if len(together) in (0, len(left)) or prod(len(set(places[place])) for place in together) > LARGEST_GROUP:
            continue
        modulus = gcd(*(spans[other] for other in left if other not in together))
        if _tells(_all_sums(tuple(tuple(places[place]) for place in together)), modulus):
            return together, modulus
    return None


def _tells(numbers: Sequence[int], modulus: int) -> bool:
    """Whether the remainder of a total tells the pick among some numbers; with modulus 0 the total does."""
    different = set(numbers)
    return not modulus or len({number % modulus for number in different}) == len(different)


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


def _all_sums(places: tuple[tuple[int, ...], ...]) -> tuple[int, ...]:
    """All sums of one number from each place, ascending. No number is negative, unless there is one alone."""
    if len(places) == 1:
        return tuple(sorted(set(places[0])))
    reach = sum(max(place) for place in places)
    if reach > FAR:
        sums = {0}
        for place in places:
            sums = {total + number for total in sums for number in set(place)}
        return tuple(sorted(sums))
    reached = 1  # a bit for each sum
    for place in places:
        shifted = 0
        for number in set(place):
            shifted |= reached << number
        reached = shifted
    bits = np.unpackbits(np.frombuffer(reached.to_bytes(reach // 8 + 1, "little"), dtype=np.uint8), bitorder="little")
    return tuple(np.flatnonzero(bits).tolist())
