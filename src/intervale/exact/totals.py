"""Counting the totals of one pick from each of several independent parts.

There are as many totals as picks (:mod:`intervale.exact.independent`). How many are at most a number:

- where the parts are *nested*, every step of a part being larger than all that the later ones can add, totals stand in
  the order of their picks and are counted like numbers in a mixed radix, however many there are;
- else the parts are put in two halves, the sums of each are listed as whole multiples of a small unit and sorted, and
  pairs are counted by searching. Sums that come closer than the rounding are compared exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from itertools import pairwise
from math import inf, isqrt, log2, prod
from typing import Any, Self

import numpy as np

from intervale.errors import UndecidedError
from intervale.exact.independent import Part
from intervale.exact.logsum import LogSum, exact_sum
from intervale.exact.numbers import Exact, exact_sorted
from intervale.exact.progress import parallel_map
from intervale.exact.sums import Rebuilt, stretches

__all__ = ["HalfSums", "Nested", "near_rational", "step_range_of"]

Array = np.ndarray[Any, Any]
Pair = tuple[int, int]
"""The places of two sums in the two halves."""
BITS = 61
DIGITS = 40
LARGEST_HALF, STRETCH = 1 << 24, 1 << 18
MOST_LISTED, MOST_COMPARED, MOST_DOUBTFUL = 1 << 16, 1 << 23, 1 << 18
MOST_WAYS = 1 << 62
SEARCH, SORT = 40, 80
"""About how many nanoseconds it takes to search for a number, and to sort one."""
WORTH_SENDING, MOST_SENT = 0.5, 1 << 14
"""Other processes help where searching takes more seconds than this, and parts have no more numbers than this."""


class _Picks:
    """What both ways of counting share: the picks behind a total."""

    parts: list[Part]

    @cached_property
    def size(self) -> int:
        """How many totals there are."""
        return prod(part.size for part in self.parts)

    @cached_property
    def values(self) -> list[Exact] | None:
        """All totals, in ascending order; None where they are too many to list."""
        if self.size > MOST_LISTED:
            return None
        totals: list[Exact] = [Fraction(0)]
        for part in self.parts:
            totals = [total + part.value(pick) for total in totals for pick in range(part.size)]
        return exact_sorted(totals)

    def has(self, value: Exact) -> bool:
        return self.picks(value) is not None

    def picks(self, value: Exact) -> list[int] | None:
        """The picks that make a total; None where there are none."""
        if isinstance(value, LogSum) and value.base != self._base:
            return None
        shares = dict(value.terms) if isinstance(value, LogSum) else {}
        shares[1] = value.rational if isinstance(value, LogSum) else Fraction(value)
        left: dict[int, int] = dict.fromkeys(self._units, 0)
        for root, share in shares.items():
            number = share / self._units.get(root, 1)
            if (share and root not in left) or number.denominator != 1:
                return None
            left[root] = int(number)
        found = []
        for root, part in self._rooted:
            pick = part.pick_of(left[root])
            if pick is None:
                return None
            found.append(pick)
            left[root] -= part.numbers[pick]
        return None if any(left.values()) else found

    @cached_property
    def _rooted(self) -> list[tuple[int, Part]]:
        """Each part with the logarithm that it is over; 1 where it is rational."""
        return [(part.unit.terms[0][0] if isinstance(part.unit, LogSum) else 1, part) for part in self.parts]

    @cached_property
    def _base(self) -> Fraction | None:
        """The base of the logarithms, where there are any."""
        return next((part.unit.base for part in self.parts if isinstance(part.unit, LogSum)), None)

    @cached_property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest total."""
        return self.total([0] * len(self.parts)), self.total([part.size - 1 for part in self.parts])

    @cached_property
    def _units(self) -> dict[int, Fraction]:
        """The unit of the parts over each logarithm, as a multiple of its inverse."""
        return {
            root: part.unit.terms[0][1] if isinstance(part.unit, LogSum) else Fraction(part.unit)
            for root, part in self._rooted
        }

    @cached_property
    def second(self) -> Exact | None:
        """The second smallest total: the smallest, with the smallest first step of any part."""
        gaps = [part.value(1) - part.value(0) for part in self.parts if part.size > 1]
        return self.extremes[0] + exact_sorted(gaps)[0] if gaps else None

    def ways(self, value: Exact) -> int:
        """In how many ways a total comes about."""
        picks = self.picks(value)
        if picks is None:
            return 0
        return prod(part.ways[pick] for part, pick in zip(self.parts, picks, strict=True))

    def total(self, picks: Sequence[int]) -> Exact:
        return exact_sum(part.value(pick) for part, pick in zip(self.parts, picks, strict=True))

    def listed_step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step between neighbouring totals, from all of them."""
        return step_range_of(self.values)


@dataclass(frozen=True, eq=False)
class Nested(_Picks):
    """Totals that stand in the order of their picks, the first part deciding before the second."""

    parts: list[Part]
    order: list[int]
    """The parts from the one that decides first to the one that decides last."""

    def seconds(self, asked: int) -> float:
        """About how long it takes to count for so many values."""
        return asked * len(self.parts) * 1e-5

    @classmethod
    def of(cls, parts: list[Part]) -> Self | None:
        """None where the parts are not nested."""
        order = sorted(range(len(parts)), key=lambda p: -_size(parts[p].range))
        beyond: Exact = exact_sum(part.range for part in parts)
        for place in order:
            part = parts[place]
            beyond = beyond - part.range
            if part.size > 1 and not part.least_gap > beyond:
                return None
        return cls(parts, order)

    @cached_property
    def equally_spaced(self) -> bool:
        """Whether all steps between neighbouring totals are equal: every part steps by all that the later ones can
        add, and one step more.
        """
        step: Exact | None = None
        beyond: Exact = Fraction(0)
        for place in reversed(self.order):
            part = self.parts[place]
            if part.size == 1:
                continue
            step = part.least_gap if step is None else step
            gaps = {b - a for a, b in pairwise(part.numbers)}
            if len(gaps) > 1 or part.least_gap != beyond + step:
                return False
            beyond = beyond + part.range
        return True

    @cached_property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step between neighbouring totals; None where there is one total, or they are too
        many to list. From a total to the next one part goes a pick up, and all that are decided after it from their
        greatest to their least: a gap of the one, less the ranges of the others.
        """
        if not 1 < self.size <= MOST_LISTED:
            return None
        steps: set[Exact] = set()
        beyond: Exact = Fraction(0)
        for place in reversed(self.order):
            part = self.parts[place]
            gaps = {high - low for low, high in pairwise(part.numbers)}
            steps.update(gap * part.unit - beyond for gap in gaps)
            beyond = beyond + part.range
        ascending = exact_sorted(steps)
        return ascending[0], ascending[-1]

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        ones = [(1,) * part.size for part in self.parts]
        return [self._place(picks) if (picks := self.picks(v)) else self._weight_up_to(v, ones) for v in values]

    def _place(self, picks: list[int]) -> int:
        """The rank of the total of these picks: they read as a number, from 1."""
        number = 0
        for place in self.order:
            number = number * self.parts[place].size + picks[place]
        return number + 1

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        ways = [part.ways for part in self.parts]
        return [self._weight_up_to(value, ways) for value in values]

    def _weight_up_to(self, value: Exact, weights: list[tuple[int, ...]]) -> int:
        """The weight of all totals up to a value: part by part, all picks that stay at or below it whatever follows,
        then the one pick for which what follows decides.
        """
        rest = prod(sum(weight) for weight in weights)
        counted, before = 0, 1
        so_far, most = self.extremes
        beyond = most - so_far
        for place in self.order:
            part, weight = self.parts[place], weights[place]
            rest //= sum(weight)
            beyond = beyond - part.range
            room = value - so_far - beyond + part.value(0)
            below = _count_where(part.size, lambda pick, part=part, room=room: part.value(pick) <= room)  # type: ignore[misc]
            counted += before * sum(weight[:below]) * rest
            if below == part.size:
                break
            so_far = so_far + part.value(below) - part.value(0)
            if so_far > value:
                break
            before *= weight[below]
        return counted

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """The nearest totals below and above a total."""
        rank = self.at_most([value])[0]
        return self._at(rank - 1), self._at(rank + 1)

    def _at(self, rank: int) -> Exact | None:
        """The total with a rank, from 1."""
        if not 1 <= rank <= self.size:
            return None
        picks, left = [0] * len(self.parts), rank - 1
        for place in reversed(self.order):
            left, picks[place] = divmod(left, self.parts[place].size)
        return self.total(picks)


@dataclass(frozen=True, eq=False)
class _Half:
    """The sums of some parts as multiples of a unit, each rounded part by part; ascending."""

    parts: list[Part]
    rounded: list[Array]

    def _in_order_of_picks(self) -> Array:
        sums = np.zeros(1, dtype=np.int64)
        for numbers in self.rounded:
            sums = (sums[:, None] + numbers[None, :]).ravel()
        return sums

    @cached_property
    def sums(self) -> Array:
        sums = self._in_order_of_picks()
        sums.sort()
        return sums

    @cached_property
    def order(self) -> Array:
        """Which picks each sum comes from."""
        return np.argsort(self._in_order_of_picks(), kind="stable")

    @cached_property
    def all_ways(self) -> int:
        return prod(sum(part.ways) for part in self.parts)

    @cached_property
    def ways(self) -> Array:
        """In how many ways each sum comes about."""
        kind: Any = np.int64 if self.all_ways < MOST_WAYS else object
        ways = np.ones(1, dtype=kind)
        for part in self.parts:
            ways = (ways[:, None] * np.array(part.ways, dtype=kind)[None, :]).ravel()
        return ways[self.order]

    def numbers(self, places: Array) -> list[Array]:
        """What the sums at these places have of each part, in its units."""
        picks = np.unravel_index(self.order[places], [part.size for part in self.parts]) if self.parts else ()
        return [np.array(part.numbers, dtype=object)[pick] for part, pick in zip(self.parts, picks, strict=True)]

    def exact(self, place: int) -> Exact:
        """How far a sum is above the least one, exactly."""
        number = int(self.order[place])
        value: Exact = Fraction(0)
        for part in reversed(self.parts):
            number, pick = divmod(number, part.size)
            value = value + part.value(pick) - part.value(0)
        return value


@dataclass(frozen=True, eq=False)
class HalfSums(_Picks):
    """Totals counted as pairs of sums, one from each of two halves of the parts."""

    parts: list[Part]
    bits: int = BITS
    """How finely sums are rounded: the largest total has so many bits."""

    def __getstate__(self) -> dict[str, Any]:
        """Without what was computed."""
        return {"parts": [replace(part) for part in self.parts], "bits": self.bits}

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return self._counted(_at_most, _Searched, values, "counting values")

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return self._counted(_ways_at_most, _Weighted, values, "counting ways")

    def _counted(
        self, count: Callable[..., list[int]], kind: type[_Searched], values: Sequence[Exact], what: str
    ) -> list[int]:
        """Counted by several workers. Those in other processes are sent the parts, and make the halves themselves: that
        has to take less time than what they help with.
        """
        searching, sorting = self._seconds(len(values))
        work = [values[some] for some in stretches(len(values), searching / max(1, len(values)))]
        numbers = sum(part.size for part in self.parts)
        local = searching < max(sorting, WORTH_SENDING) or numbers > MOST_SENT
        searched = Rebuilt(partial(kind, self, len(values)))
        return [n for some in parallel_map(count, work, what, given=searched, local=local) for n in some]

    def seconds(self, asked: int) -> float:
        """About how long it takes to count for so many values."""
        return sum(self._seconds(asked))

    def _seconds(self, asked: int) -> tuple[float, float]:
        """About how long it takes to search for so many values, and to make what is searched."""
        short, long = (prod(self.parts[p].size for p in half) for half in self._split(asked))
        return 1e-9 * asked * short * SEARCH, 1e-9 * long * SORT

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        """The nearest totals below and above a total; above the least nothing has to be searched."""
        if value == self.extremes[0]:
            return None, self.second
        short, long = self._halves(1)
        target, error = self._target(value), self._error
        # the nearest that is surely below, and all that rounding cannot distinguish from it; likewise above
        below = np.searchsorted(long.sums, target - error - short.sums, side="left")
        reached = (short.sums + long.sums[below - 1])[below > 0]
        least = int(reached.max()) if len(reached) else target - error
        above = np.searchsorted(long.sums, target + error - short.sums, side="right")
        inside = above < len(long.sums)
        missed = short.sums[inside] + long.sums[above[inside]]
        most = int(missed.min()) if len(missed) else target + error
        low = self._between(least - 2 * error, target + error, short, long)
        high = self._between(target - error, most + 2 * error, short, long)
        smaller = [x for x in (self._exact(pair, short, long) for pair in low) if x < value]
        larger = [x for x in (self._exact(pair, short, long) for pair in high) if x > value]
        return max(smaller, default=None), min(larger, default=None)

    @cached_property
    def assumption(self) -> str:
        """What the number of totals rests on, where it is not proven."""
        if len(self._units) == 1 or self.told_apart:
            return ""
        return "different sums of logarithms count as different values, as Schanuel's conjecture implies"

    @cached_property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step between neighbouring totals; None where there is one total, or they are too
        many to list.

        A rounded total is off by less than one unit for each part, so a rounded step by less than ``slack``, twice
        that. Where all rounded steps are larger, rounded totals stand in the order of the exact ones. The smallest step
        is then among those that are rounded to no more than the smallest rounded one and twice the slack, the largest
        likewise; these alone are computed exactly, each kind once. Else all totals are listed and compared.
        """
        if not 1 < self.size <= MOST_LISTED:
            return None
        short, long = self._halves(1)
        sums = (short.sums[:, None] + long.sums[None, :]).ravel()
        order = np.argsort(sums, kind="stable")
        rounded, slack = np.diff(sums[order]), 2 * self._error
        if (rounded <= slack).any():
            return self.listed_step_range()

        def exact(places: Array) -> list[Exact]:
            """The steps from the totals at these places in the order."""
            pairs = [divmod(order[places + up], len(long.sums)) for up in (0, 1)]
            low, high = ([*short.numbers(a), *long.numbers(b)] for a, b in pairs)
            units = [part.unit for part in (*short.parts, *long.parts)]
            kinds = set(zip(*(after - before for before, after in zip(low, high, strict=True)), strict=True))
            return exact_sorted(exact_sum(n * unit for n, unit in zip(kind, units, strict=True)) for kind in kinds)

        least = np.flatnonzero(rounded <= rounded.min() + 2 * slack)
        most = np.flatnonzero(rounded >= rounded.max() - 2 * slack)
        return exact(least)[0], exact(most)[-1]

    @cached_property
    def told_apart(self) -> bool:
        """Whether all totals are further apart than the rounding, so that none are equal though their keys differ."""
        if self.size > MOST_COMPARED:
            return False
        short, long = self._halves(1)
        sums = np.sort((short.sums[:, None] + long.sums[None, :]).ravel())
        return bool((np.diff(sums) > 2 * self._error).all())

    # ------------------------------------------------------------ the halves

    @property
    def _least(self) -> Exact:
        return self.extremes[0]

    @cached_property
    def _scale(self) -> Fraction:
        """How many units make 1."""
        most = sum((near_rational(part.range) for part in self.parts), Fraction(0)) or Fraction(1)
        return (1 << self.bits) / most

    @property
    def _error(self) -> int:
        """By how many units a rounded total can be off the exact one and the number it is compared to off its own: less
        than one for each part, and one for the number.
        """
        return len(self.parts) + 1

    def _target(self, value: Exact) -> int:
        """A number in units above the least total, held within what 64 bits can hold."""
        return min(max(round(near_rational(value - self._least) * self._scale), -(1 << 62)), 1 << 62)

    def _rounded(self, part: Part) -> Array:
        one = near_rational(part.unit) * self._scale
        up, down, first = one.numerator, one.denominator, part.numbers[0]
        half = down // 2
        return np.array([((number - first) * up + half) // down for number in part.numbers], dtype=np.int64)

    def _split(self, asked: int) -> tuple[list[int], list[int]]:
        """The parts of the half that is gone through for each value, and of the one that is searched: the more values,
        the shorter the first.
        """
        best = isqrt(self.size * max(1, asked) * SEARCH // SORT) + 1
        wanted = min(LARGEST_HALF, 2 * best)  # the nearest product of sizes may be somewhat above
        short, long, reached = [], [], 1
        for place in sorted(range(len(self.parts)), key=lambda p: -self.parts[p].size):
            if reached * self.parts[place].size <= wanted:
                long.append(place)
                reached *= self.parts[place].size
            else:
                short.append(place)
        return short, long

    def _halves(self, asked: int) -> tuple[_Half, _Half]:
        """The halves for so many values; those of the last time are kept."""
        split = self._split(asked)
        kept = self.__dict__.get("_kept")  # read once: several threads may ask
        if kept is None or kept[0] != split:
            short, long = (
                _Half([self.parts[p] for p in places], [self._rounded(self.parts[p]) for p in places])
                for places in split
            )
            self.__dict__["_kept"] = kept = split, short, long
        return kept[1], kept[2]

    # ------------------------------------------------------------ searching

    def _searched(self, value: Exact, short: _Half, long: _Half, doubtful: list[Pair]) -> Iterator[tuple[int, Array]]:
        """For stretches of the short half, how many sums of the long one stay at or below the value with each, as far
        as rounded numbers tell; the pairs for which they do not are added to ``doubtful``.
        """
        target, error = self._target(value), self._error
        for end in range(len(short.sums), 0, -STRETCH):
            start = max(0, end - STRETCH)
            needles = (target + error) - short.sums[start:end][::-1]  # ascending, which makes the search quick
            found = np.searchsorted(long.sums, needles, side="right")
            near = np.flatnonzero((long.sums[found - 1] >= needles - 2 * error) & (found > 0))
            for place in near.tolist():
                first = int(np.searchsorted(long.sums, needles[place] - 2 * error, side="left"))
                if len(doubtful) + int(found[place]) - first > MOST_DOUBTFUL:
                    raise UndecidedError("the numbers differ too much in size to be counted by halves")
                doubtful += [(end - 1 - place, b) for b in range(first, int(found[place]))]
            yield start, found[::-1]

    def _undecided(self, value: Exact, doubtful: list[Pair]) -> list[Pair]:
        """The doubtful pairs that have to be compared: not the one that is the value itself."""
        return [] if len(doubtful) == 1 and self.has(value) else doubtful

    @staticmethod
    def _between(low: int, high: int, short: _Half, long: _Half) -> list[Pair]:
        """All pairs whose rounded sum lies between two numbers."""
        low, high = max(low, -(1 << 62)), min(high, 1 << 62)
        first = np.searchsorted(long.sums, low - short.sums, side="left")
        last = np.searchsorted(long.sums, high - short.sums, side="right")
        return [(a, b) for a in np.flatnonzero(last > first).tolist() for b in range(int(first[a]), int(last[a]))]

    def _exact(self, pair: Pair, short: _Half, long: _Half) -> Exact:
        return self._least + short.exact(pair[0]) + long.exact(pair[1])


class _Searched:
    """The halves as they are searched for so many values."""

    def __init__(self, totals: HalfSums, asked: int) -> None:
        self.totals = totals
        self.short, self.long = totals._halves(asked)
        _ = self.short.sums, self.long.sums  # made once, before several workers need them

    def found(self, value: Exact, doubtful: list[Pair]) -> Iterator[tuple[int, Array]]:
        return self.totals._searched(value, self.short, self.long, doubtful)

    def above(self, value: Exact, doubtful: list[Pair]) -> list[Pair]:
        """The doubtful pairs whose sum is larger than the value."""
        undecided = self.totals._undecided(value, doubtful)
        return [pair for pair in undecided if self.totals._exact(pair, self.short, self.long) > value]


def _at_most(searched: Rebuilt[_Searched], values: Sequence[Exact]) -> list[int]:
    """For each value, how many totals are at most that."""
    halves, counts = searched.value, []
    for value in values:
        doubtful: list[Pair] = []
        total = sum(int(found.sum()) for _, found in halves.found(value, doubtful))
        counts.append(total - len(halves.above(value, doubtful)))
    return counts


class _Weighted(_Searched):
    """The same, with the ways in which sums come about, those of the long half added up."""

    def __init__(self, totals: HalfSums, asked: int) -> None:
        super().__init__(totals, asked)
        kind: Any = np.int64 if self.short.all_ways * self.long.all_ways < MOST_WAYS else object
        self.ways = self.short.ways.astype(kind)
        self.before = np.concatenate([[0], np.cumsum(self.long.ways.astype(kind))])


def _ways_at_most(searched: Rebuilt[_Weighted], values: Sequence[Exact]) -> list[int]:
    """For each value, in how many ways totals come about that are at most that."""
    halves, counts = searched.value, []
    ways, before = halves.ways, halves.before
    for value in values:
        doubtful: list[Pair] = []
        pieces = halves.found(value, doubtful)
        total = sum(int(ways[start : start + len(found)] @ before[found]) for start, found in pieces)
        above = halves.above(value, doubtful)
        counts.append(total - sum(int(ways[a]) * int(halves.long.ways[b]) for a, b in above))
    return counts


def step_range_of(values: Sequence[Exact] | None) -> tuple[Exact, Exact] | None:
    """The smallest and the largest step between neighbours among ascending numbers; None where there is none.

    >>> step_range_of([0, 1, 3])
    (1, 2)
    """
    steps = exact_sorted(high - low for low, high in pairwise(values or ()))
    return (steps[0], steps[-1]) if steps else None


def near_rational(value: Exact) -> Fraction:
    """A rational number so near to the value that no rounding to units notices."""
    if not isinstance(value, LogSum):
        return Fraction(value)
    low, high = value.enclose(DIGITS)
    return (low + high) / 2


def _size(value: Exact) -> float:
    """How large a number is, for putting numbers in order: floats end at 1e308."""
    middle = near_rational(value)
    return log2(middle.numerator) - log2(middle.denominator) if middle > 0 else -inf


def _count_where(size: int, holds: Callable[[int], bool]) -> int:
    """How many of the first numbers a condition holds for that fails for good once it fails."""
    low, high = 0, size
    while low < high:
        middle = (low + high) // 2
        low, high = (middle + 1, high) if holds(middle) else (low, middle)
    return low
