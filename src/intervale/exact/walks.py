"""Walks: choices made one after the other, each of which leads from a state to a state and adds a number.

How many walks have a total of at most x? Where that cannot be listed it is bounded, and for bounds one tool is enough:
the sum over all walks of e^(−θ·total), which needs one number for each state. For every θ ≥ 0 at most e^(θx) times
that sum many walks have a total of at most x (Chernoff's bound), and the θ that makes this least says where such walks
go: which states they pass at which step.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, partial
from math import inf, lcm, log
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.numbers import Exact

__all__ = ["MOST_QUARTERS", "FloatMove", "Moves", "Quick", "Tilted", "Walk", "quarters", "rounded_names"]

Array = np.ndarray[Any, Any]
MOST_QUARTERS = 120
"""θ lies between 2^−30 and 2^30."""
OFF = (1e-13, 3e-13, 1e-12)
"""By what shares states in floats can be off: products of some thousands of numbers."""
MOST_BELOW = 10**9
"""Up to here denominators say how far totals are apart."""
LARGEST_WHOLE, LARGEST_WAYS = 2**53, 10**300
"""Up to where floats hold whole numbers, and how large numbers of ways may be."""
ROUNDING = 1e-11
"""By what share a sum of floats, none below 0, can be off."""


@dataclass(frozen=True, eq=False)
class Moves:
    """What can be done at one step: from which state to which, what that adds, and in how many ways; those from one
    state side by side.
    """

    source: Array
    target: Array
    adds: Array
    times: Array
    ways: Array | None = None
    """The same as ``times`` in whole numbers, where floats may not hold them."""

    @staticmethod
    def of(source: Array, target: Array, adds: Array, times: Array) -> Moves:
        order = np.argsort(source, kind="stable")
        floats = times.astype(np.float64)
        ways = times[order] if float(floats.max(initial=0.0)) > LARGEST_WHOLE else None
        return Moves(source[order], target[order], adds[order], floats[order], ways)

    @property
    def whole(self) -> list[int]:
        """In how many ways each move comes about."""
        return [int(times) for times in (self.times if self.ways is None else self.ways).tolist()]

    @cached_property
    def starts(self) -> Array:
        """Where the moves from each state begin."""
        return np.flatnonzero(np.diff(self.source, prepend=-1))

    def some(self, chosen: Array) -> Moves:
        """Some of the moves."""
        ways = None if self.ways is None else self.ways[chosen]
        return Moves(self.source[chosen], self.target[chosen], self.adds[chosen], self.times[chosen], ways)

    def of_state(self, state: int) -> slice:
        """The moves from a state."""
        return slice(*np.searchsorted(self.source, [state, state + 1]).tolist())

    def exponents(self, theta: float) -> Array:
        """``log times − θ·adds``."""
        found: Array = np.log(self.times) - theta * self.adds
        return found

    def residues(self, unit: float) -> Array:
        """What is left of the numbers when they are rounded to whole units, in units."""
        exact = self.adds / unit
        return exact - np.rint(exact)


@dataclass(frozen=True, eq=False)
class Tilted:
    """All walks, each weighted by e^(−θ·total).

    The sums over walks from a state to the end are logarithms. With them every step has shares: which part of the
    weight in a state goes on with each move. Shares are well scaled however far apart the weights are, and what is too
    small for floats among them is lost from a total of 1.
    """

    walk: Walk
    theta: float
    back: list[Array]
    """For each step, the logarithms of the sums over walks from each state to the end."""

    @property
    def log_sum(self) -> float:
        """The logarithm of the sum over all walks."""
        return float(self.back[0][0])

    @cached_property
    def shares(self) -> list[Array]:
        """For each step, which part of the weight in its source goes on with each move."""
        return [
            np.exp(moves.exponents(self.theta) + after[moves.target] - before[moves.source])
            for moves, before, after in zip(self.walk.steps, self.back[:-1], self.back[1:], strict=True)
        ]

    def passed(self) -> list[Array]:
        """For each step, which part of the weight passes each state."""
        row = self.walk.at_start
        rows = [row]
        for moves, shares in zip(self.walk.steps, self.shares, strict=True):
            row = np.bincount(moves.target, row[moves.source] * shares, minlength=self.walk.states)
            rows.append(row)
        return rows

    def log_residues(self, unit: float, t: float) -> float:
        """The logarithm of the sum over all walks of e^(−θ·total − tR), R what rounding to whole units leaves."""
        row, scale = self.residue_sums(unit, t)
        return float(scale + log(row.sum()))

    def residue_sums(self, unit: float, t: float) -> tuple[Array, float]:
        """The same sums over the walks that end in each state, over e to a number, and that number."""
        row, scale = self.walk.at_start, self.log_sum
        for moves, shares in zip(self.walk.steps, self.shares, strict=True):
            weights = row[moves.source] * shares * np.exp(-t * moves.residues(unit))
            row = np.bincount(moves.target, weights, minlength=self.walk.states)
            largest = float(row.max())
            row, scale = row / largest, scale + log(largest)
        return row, scale


FloatMove = Callable[[Array, int], tuple[Any, Any]]
"""What a choice makes of an array of states at a step: states, and what is added."""
Ways = Iterable[tuple[Any, Any, int]]
"""The states that can be reached, what is added, and in how many ways."""


Names = Callable[[Any], Iterable[Any]]
"""What a state is called, and then what else it may have been called where it was computed in floats."""


def _itself(state: Any) -> Iterator[Any]:
    yield state


@dataclass(frozen=True)
class Quick:
    """Moves from state to state in floats, and what a state is called: states that differ by less than their rounding
    have one name.
    """

    start: Any
    ways: Callable[[Any, int], Ways]
    names: Names = _itself

    def name(self, state: Any) -> Any:
        return next(iter(self.names(state)))


@dataclass(frozen=True, eq=False)
class Walk:
    """The moves of each step; states have numbers, and walks start in state 0."""

    steps: list[Moves]
    number: dict[Any, int]
    """The numbers of states, by their names."""
    start: Any
    ways: Callable[[Any, int], Ways]
    """The moves from a state at a step, with the exact numbers that they add."""
    names: Names = _itself
    """What a state is called: itself, or a rounded number."""
    offset: Exact = 0
    """What totals have been lowered by, and then"""
    factor: float = 1.0
    """multiplied by, a power of two: values have totals near 1 and near 0 so."""

    @staticmethod
    def of(
        start: Any, length: int, ways: Callable[[Any, int], Ways], most: int | None = None, quick: Quick | None = None
    ) -> Walk | None:
        """The walk of a function that gives for a state and a step (from 1) the states that it leads to, what is added,
        and in how many ways. States are numbered as they are found; None where there will be more moves than ``most``,
        if states do not become fewer, or more ways than floats reach. With ``quick``, which is the same in floats,
        steps are made by that.

        >>> walk = Walk.of(0, 2, lambda seen, step: [(seen, 0, 1), (seen + 1, (seen + 1) / step, 1)])
        >>> walk.states, walk.steps[1].adds.tolist()
        (3, [0.0, 0.5, 0.0, 1.0])
        """
        by = quick or Quick(start, ways)
        number: dict[Any, int] = {by.name(by.start): 0}
        here, steps, taken = {0: by.start}, [], 0
        for step in range(1, length + 1):
            edges: dict[tuple[int, int, float], int] = {}
            reached: dict[int, Any] = {}
            for source, state in here.items():
                for after, adds, times in by.ways(state, step):
                    target = number.setdefault(by.name(after), len(number))
                    edge = source, target, float(adds)
                    edges[edge] = edges.get(edge, 0) + times
                    reached[target] = after
            taken += len(edges)
            closing = int(step < length)  # a last step has one move from each state
            if most is not None and taken + len(edges) * (length - step - closing) > most:
                return None
            if max(edges.values()) > LARGEST_WAYS:
                return None
            here = reached
            source_of, target_of, added = (np.array(part) for part in zip(*edges, strict=True))
            steps.append(Moves.of(source_of, target_of, added, np.array(list(edges.values()), dtype=object)))
        return Walk(steps, number, start, ways, by.names)

    @staticmethod
    def in_floats(
        start: Any,
        length: int,
        ways: Callable[[Any, int], Ways],
        moves: Sequence[tuple[FloatMove, int]],
        most: int | None = None,
    ) -> Walk | None:
        """The same made quicker, where states are numbers: each of the moves gives, for an array of states and a step,
        the states that it leads to and what it adds, and comes with how many ways that is. States that differ by less
        than their rounding are one.
        """
        number, here, steps = {rounded(start): 0}, np.array([float(start)]), []
        for step in range(1, length + 1):
            places = [number[rounded(state)] for state in here.tolist()]
            reached, adds = zip(*(np.broadcast_arrays(*move(here, step)) for move, _ in moves), strict=True)
            after = np.concatenate(reached)
            target = np.array([number.setdefault(rounded(state), len(number)) for state in after.tolist()])
            times = np.repeat([float(many) for _, many in moves], len(here))
            steps.append(_merged(np.tile(places, len(moves)), target, np.concatenate(adds).astype(np.float64), times))
            here = after[np.unique(target, return_index=True)[1]]
            if most is not None and len(here) * len(moves) * (length - step) > most:
                return None
        return Walk(steps, number, start, ways, rounded_names)

    @property
    def states(self) -> int:
        return len(self.number)

    @property
    def length(self) -> int:
        return len(self.steps)

    @property
    def content(self) -> Iterator[Array]:
        """All that counts depend on."""
        for moves in self.steps:
            yield from (moves.source, moves.target, moves.adds, moves.times)

    @property
    def at_start(self) -> Array:
        row = np.zeros(self.states)
        row[0] = 1.0
        return row

    def count(self) -> int:
        """How many walks there are."""
        found = {0: 1}
        for moves in self.steps:
            after: dict[int, int] = {}
            for source, target, times in zip(moves.source.tolist(), moves.target.tolist(), moves.whole, strict=True):
                if source in found:
                    after[target] = after.get(target, 0) + found[source] * times
            found = after
        return sum(found.values())

    @cached_property
    def log_size(self) -> float:
        """The logarithm of the number of walks."""
        return self.log_sum(0.0)

    @cached_property
    def extremes(self) -> tuple[tuple[Any, int], tuple[Any, int]]:
        """The smallest and the largest total, exactly, and how many walks have each."""
        return self._extreme(-1), self._extreme(1)

    @cached_property
    def least(self) -> float:
        """The smallest total, about."""
        return float(self.least_to_go[0][0])

    @cached_property
    def least_to_go(self) -> list[Array]:
        """For each step and state, the least that can still be added, about."""
        return self._to_go(-1)

    @cached_property
    def most(self) -> float:
        """The largest total, about."""
        return float(self._to_go(1)[0][0])

    @cached_property
    def _reached(self) -> list[set[int]]:
        """Which states walks reach at each step."""
        return [set(moves.target.tolist()) for moves in self.steps]

    def number_of(self, state: Any, step: int) -> int:
        """The number of an exact state that is reached at a step, which floats may have named otherwise. Another state
        may have one of its names at another step.
        """
        for name in self.names(state):
            number = self.number.get(name)
            if number is not None and number in self._reached[step - 1]:
                return number
        raise OptionError(
            "states are too close to each other or to 0 for floats here, as with a stopping probability near 1; use a "
            "smaller cutoff"
        )

    @cached_property
    def denominator(self) -> int | None:
        """A number that all totals are multiples of one over; None where it is large, or they are not rational."""
        here, found = {self.start}, 1
        for step in range(1, self.length + 1):
            after = set()
            for state in here:
                for reached, adds, _ in self.ways(state, step):
                    if not isinstance(adds, int | Fraction):
                        return None
                    found = lcm(found, adds.denominator)
                    after.add(reached)
                if found > MOST_BELOW:
                    return None
            here = after
        return found

    def _extreme(self, sign: int) -> tuple[Any, int]:
        """In each state floats leave the moves that can be the best ones; among walks of these it is found exactly."""
        to_go = self._to_go(sign)
        found: dict[Any, tuple[int, tuple[Any, int]]] = {self.start: (0, (0, 1))}
        for step, rest in enumerate(to_go[1:], start=1):
            after: dict[Any, tuple[int, tuple[Any, int]]] = {}
            for state, (source, (total, many)) in found.items():
                needed = to_go[step - 1][source] * (1 - sign * ROUNDING)
                for reached, adds, times in self.ways(state, step):
                    target = self.number_of(reached, step)
                    if (float(adds) + rest[target] - needed) * sign >= 0:
                        known = after[reached][1] if reached in after else None
                        after[reached] = target, _better(known, (total + adds, many * times), sign)
            found = after
        best: tuple[Any, int] | None = None
        for _, one in found.values():
            best = _better(best, one, sign)
        assert best is not None
        return best

    def _to_go(self, sign: int) -> list[Array]:
        """For each step and state, the most that can still be added, or with −1 the least."""
        row: Array = np.zeros(self.states)
        rows = [row]
        for moves in reversed(self.steps):
            before = np.full(self.states, -inf)
            np.maximum.at(before, moves.source, sign * (row[moves.target] + moves.adds))
            row = sign * before
            rows.append(row)
        return rows[::-1]

    def residues(self, unit: float) -> tuple[float, float]:
        """Between which numbers that lies which rounding to whole units leaves of a total, in units."""
        ends = []
        for sign in (-1, 1):
            row: Array = np.zeros(self.states)
            for moves in reversed(self.steps):
                before = np.full(self.states, -inf)
                np.maximum.at(before, moves.source, sign * (row[moves.target] + moves.residues(unit)))
                row = sign * before
            ends.append(float(row[0]))
        return ends[0], ends[1]

    @cached_property
    def spread(self) -> float:
        """The standard deviation of the totals of all walks, about."""
        theta = 1 / self.most if self.most else 1.0
        variance = (self.log_sum(theta) + self.log_sum(-theta) - 2 * self.log_sum(0.0)) / theta**2
        return max(variance, 1e-12 * self.most**2) ** 0.5 or 1.0

    @cached_property
    def base(self) -> float:
        """The smallest total above 0, about; 0 where there is none."""
        rows = self.least_to_go
        above: Array = np.full(self.states, inf)
        for moves, rest in zip(reversed(self.steps), reversed(rows[1:]), strict=True):
            totals = moves.adds + np.where(moves.adds > 0, rest[moves.target], above[moves.target])
            above = np.full(self.states, inf)
            np.minimum.at(above, moves.source, totals)
        return float(above[0]) if above[0] < inf else 0.0

    def within(self, kept: Sequence[Array]) -> Walk:
        """The walks that pass only states which are kept, named for the start and after each step."""
        steps = [
            moves.some(before[moves.source] & after[moves.target])
            for moves, before, after in zip(self.steps, kept[:-1], kept[1:], strict=True)
        ]
        return replace(self, steps=steps)

    def scaled(self, factor: float) -> Walk:
        """The same walks, with all that is added times a power of two."""
        if factor == 1:
            return self
        steps = [replace(moves, adds=moves.adds * factor) for moves in self.steps]
        ways = partial(_scaled, self.ways, Fraction(factor))
        return Walk(steps, self.number, self.start, ways, self.names, self.offset, self.factor * factor)

    def total_of(self, value: Exact) -> float:
        """The total that stands for a value."""
        return float(value - self.offset if self.offset else value) * self.factor

    def value_of(self, total: Exact) -> Exact:
        """The value that a total stands for."""
        return total / Fraction(self.factor) + self.offset

    def tilted(self, theta: float) -> Tilted:
        """All walks, weighted by e^(−θ·total)."""
        row: Array = np.zeros(self.states)
        rows = [row]
        for moves in reversed(self.steps):
            row = self._before(moves, row, theta)
            rows.append(row)
        return Tilted(self, theta, rows[::-1])

    def log_sum(self, theta: float) -> float:
        """The logarithm of the sum over all walks of e^(−θ·total)."""
        row: Array = np.zeros(self.states)
        for moves in reversed(self.steps):
            row = self._before(moves, row, theta)
        return float(row[0])

    def _before(self, moves: Moves, row: Array, theta: float) -> Array:
        """Logarithms of sums from the states before a step to the end, by those after it."""
        found = np.full(self.states, -inf)
        sums = np.logaddexp.reduceat(moves.exponents(theta) + row[moves.target], moves.starts)
        found[moves.source[moves.starts]] = sums
        return found

    def tilt(self, x: float) -> float:
        """The θ for which Chernoff's bound on the number of walks with a total of at most x is least, among the powers
        of 2^(1/4): any θ gives a bound, so that how near this one comes changes no proof.
        """
        low, high = -MOST_QUARTERS, MOST_QUARTERS
        while low < high:  # the bound is convex in θ
            middle = (low + high) // 2
            if self._bound(middle, x) <= self._bound(middle + 1, x):
                high = middle
            else:
                low = middle + 1
        return quarters(low)

    def _bound(self, number: int, x: float) -> float:
        if number not in self._sums:
            self._sums[number] = self.log_sum(quarters(number))
        return quarters(number) * x + self._sums[number]

    @cached_property
    def _sums(self) -> dict[int, float]:
        """log Σ e^(−θ·total) by the number of θ."""
        return {}


def quarters(number: int) -> float:
    """2 to so many quarters."""
    return float(2.0 ** (number / 4))


def _scaled(ways: Callable[[Any, int], Ways], factor: Fraction, state: Any, step: int) -> Ways:
    return [(reached, adds * factor, times) for reached, adds, times in ways(state, step)]


def _merged(source: Array, target: Array, adds: Array, times: Array) -> Moves:
    """Moves of which those that do the same are one."""
    pairs = np.unique(source * (int(target.max()) + 1) + target)
    if len(pairs) < len(source):
        kinds, place = np.unique(np.stack([source, target, adds]), axis=1, return_inverse=True)
        source, target, adds = kinds[0].astype(np.int64), kinds[1].astype(np.int64), kinds[2]
        times = np.bincount(place.reshape(-1), times)
    return Moves.of(source, target, adds, times)


def rounded(state: Any) -> float:
    """A number that distinguishes states which are computed in floats."""
    return float(f"{float(state):.13g}")


def rounded_names(state: Any) -> Iterator[float]:
    """That number, and those that the same state may have where floats are off by a little."""
    near = float(state)
    yield rounded(near)
    for off in OFF:
        yield from (rounded(near * (1 - off)), rounded(near * (1 + off)))


def _better(one: tuple[Any, int] | None, other: tuple[Any, int], sign: int) -> tuple[Any, int]:
    """The better of two totals with how many walks have it, or both together where they are equal."""
    if one is None or (other[0] - one[0]) * sign > 0:
        return other
    return (one[0], one[1] + other[1]) if other[0] == one[0] else one
