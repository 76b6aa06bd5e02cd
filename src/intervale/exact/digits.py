"""Sums of digits times powers of a base, where the digits may be larger than the base, or leave some out.

Every place has the same digits, the least of which is 0, and place j counts b^j-fold: S = {Σ d[j] · b^j, j < n}. Let x
be a whole number, and let digits be picked from the highest place down. At place j what is still to be made is
r · b^j + (x mod b^j), and the digits below make from 0 to less than (c + 1) · b^j, where c = ⌊D/(b − 1)⌋ and D is the
largest digit: so r lies between 0 and c, or x is not reached. The r that are possible after the digits of x from the
highest down to place j are a set, one of finitely many: an automaton that reads x, and accepts it where 0 is among them
at the end. Numbers up to any bound are counted along its states, and so are picks of digits, each r for itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

__all__ = ["DigitSums", "power_base"]

State = int
"""The set of what may still be to be made, a bit for each."""
MOST_STATES, MOST_LEFT = 1 << 12, 1 << 7
"""How many states the automaton may have, and how large what is left may be."""
MOST_COUNTS = 1 << 21
"""How many numbers are kept in all: one for each state and place."""


@dataclass(frozen=True, eq=False)
class DigitSums:
    """The sums of one digit at each of ``length`` places; ``times`` says how many things each digit stands for.

    >>> sums = DigitSums.of(2, (0, 1, 3), (1, 1, 1), 2)  # 0, 1, 3 and twice these
    >>> sums.size, [sums.at(rank) for rank in range(1, 9)], sums.at_most(4), sums.ways_at_most(3)
    (8, [0, 1, 2, 3, 5, 6, 7, 9], 4, 5)
    """

    base: int
    digits: tuple[int, ...]
    times: tuple[int, ...]
    length: int
    after: dict[State, tuple[State, ...]] = field(repr=False)
    """The states that the digits of a number lead to."""

    @staticmethod
    def of(base: int, digits: Sequence[int], times: Sequence[int], length: int) -> DigitSums | None:
        """None where the automaton has too many states."""
        most = max(digits) // (base - 1)
        if most > MOST_LEFT:
            return None
        after: dict[State, tuple[State, ...]] = {}
        found = [1 << left for left in range(most + 1)]
        while found:
            state = found.pop()
            if state in after:
                continue
            if len(after) >= MOST_STATES or (len(after) + 1) * length > MOST_COUNTS:
                return None
            after[state] = tuple(_read(state, digit, base, digits, most) for digit in range(base))
            found += after[state]
        return DigitSums(base, tuple(digits), tuple(times), length, after)

    @cached_property
    def top(self) -> int:
        """The greatest sum."""
        return int(max(self.digits) * (self.base**self.length - 1) // (self.base - 1))

    @cached_property
    def _counts(self) -> dict[State, list[int]]:
        """For each state, how many numbers of 0, 1, … more digits are accepted."""
        counts = {state: [state & 1] for state in self.after}
        for place in range(self.length):
            for state, following in self.after.items():
                counts[state].append(sum(counts[next_state][place] for next_state in following))
        return counts

    @property
    def _first(self) -> range:
        """What may stand before the highest place."""
        return range(max(self.digits) // (self.base - 1) + 1)

    @cached_property
    def size(self) -> int:
        """How many sums there are."""
        return self.at_most(self.top)

    def at_most(self, number: int) -> int:
        """How many sums are at most a number."""
        if number < 0:
            return 0
        front, read = self._digits(min(number, self.top))
        counted = sum(self._counts[1 << left][self.length] for left in range(front))
        state = 1 << front
        for place, digit in zip(range(self.length - 1, -1, -1), read, strict=True):
            counted += sum(self._counts[self.after[state][less]][place] for less in range(digit))
            state = self.after[state][digit]
        return counted + (state & 1)

    def at(self, rank: int) -> int:
        """The sum with a rank, from 1."""
        number, left = 0, rank
        for first in self._first:
            here = self._counts[1 << first][self.length]
            if left <= here:
                number, state = first, 1 << first
                break
            left -= here
        for place in range(self.length - 1, -1, -1):
            for digit, following in enumerate(self.after[state]):
                here = self._counts[following][place]
                if left <= here:
                    number, state = number * self.base + digit, following
                    break
                left -= here
        return number

    def ways_at_most(self, number: int) -> int:
        """How many picks have a sum of at most a number."""
        if number < 0:
            return 0
        number = min(number, self.top)
        front, read = self._digits(number)
        all_ways, most = sum(self.times), max(self.digits) // (self.base - 1)
        left, counted = {front: 1}, 0
        for place, digit in zip(range(self.length - 1, -1, -1), read, strict=True):
            following: dict[int, int] = {}
            for rest, ways in left.items():
                for picked, times in zip(self.digits, self.times, strict=True):
                    after = rest * self.base + digit - picked
                    if after > most:
                        counted += ways * times * all_ways**place
                    elif after >= 0:
                        following[after] = following.get(after, 0) + ways * times
            left = following
        return counted + sum(left.values())

    def _digits(self, number: int) -> tuple[int, list[int]]:
        """What stands before the highest place, and the digits from there down."""
        read = []
        for _ in range(self.length):
            number, digit = divmod(number, self.base)
            read.append(digit)
        return number, read[::-1]


def _read(state: State, digit: int, base: int, digits: Sequence[int], most: int) -> State:
    """The state after one more digit of a number."""
    found, left = 0, 0
    while state >> left:
        if state >> left & 1:
            for picked in digits:
                rest = left * base + digit - picked
                if 0 <= rest <= most:
                    found |= 1 << rest
        left += 1
    return found


def power_base(weights: Sequence[int]) -> int | None:
    """The base b where weights, the largest first, are b^(n−1), …, b, 1; None where they are not.

    >>> power_base([25, 5, 1]), power_base([16, 20, 25])
    (5, None)
    """
    if len(weights) < 2 or weights[-1] != 1 or weights[-2] < 2:
        return None
    base = weights[-2]
    return base if all(high == low * base for high, low in pairwise(weights)) else None
