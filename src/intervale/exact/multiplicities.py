"""How many walks have exactly a given total, where walks are too many to list.

Choices are made one after the other; each leads from a state to a state and adds a rational number. From the last step
down, a total and a state leave a few ways to have come there: what the step before must have had. Most of them are
none, and that is seen at once: a total of the first i steps lies between the least and the greatest one of its state,
its denominator divides the common one of the first i steps, and its residues modulo the primes that few steps have in
their denominators are those that walks to its state can have (:mod:`intervale.exact.residue_sets`). Nothing else is
left out, so that the number is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import lcm
from typing import Any

import numpy as np

from intervale.exact.limbs import Limbs, limbs_for
from intervale.exact.residue_sets import Edge, ResidueSets, prime_powers, residue_sets

__all__ = ["Multiplicities", "Multiplicity"]

Array = np.ndarray[Any, Any]
Ways = Iterable[tuple[Any, Any, int]]
"""The states that can be reached, what is added, and in how many ways."""
MOST_EDGES = 1 << 17
"""With more moves at all steps than this multiplicities are not looked for."""
TABLE_BITS = (1 << 26, 1 << 24)
"""How many bits the tables of residues of one step may have."""
LARGEST_MODULUS = (1 << 20, 1 << 18)
TABLE_WORK = 1 << 36
"""How many bits may be looked at to make all tables."""
TOGETHER = 1 << 20
"""So many pairs of a state and a total are looked at together, about."""
EXACT_FLOATS = float(1 << 53)
"""Whole numbers below this are exact in floats, and so are their sums."""
SLACK = 2.0**-45


@dataclass(frozen=True)
class Multiplicity:
    """How many walks have a total: at least so many, and exactly so many where that is known."""

    least: int
    known: bool = True


@dataclass(frozen=True, eq=False)
class Layer:
    """One step from its end: by the state that it leads to, the states that it comes from."""

    first: Array
    """Where the moves to each state begin, and where the last ones end."""
    source: Array
    times: Array
    adds: Limbs
    divisors: tuple[int, ...]
    """By what the unit of totals falls before this step."""
    low: Array
    high: Array
    """Between which numbers the totals before this step lie, by state; in floats widened, where they need them."""
    limbs: int
    """How many limbs totals before this step need."""
    residues: list[ResidueSets]


@dataclass(frozen=True, eq=False)
class Pairs:
    """States with the totals that they must have, for which of those asked, and in how many ways."""

    asked: Array
    state: Array
    total: Limbs
    times: Array

    def __len__(self) -> int:
        return len(self.state)

    def taken(self, places: Array) -> Pairs:
        return Pairs(self.asked[places], self.state[places], self.total.taken(places), self.times[places])

    def merged(self) -> Pairs:
        """Those that are the same taken together. Pairs are sorted by a hash of theirs, and only those that are found
        equal side by side are one: where hashes collide some stay apart, which changes no sum.
        """
        hashed = self.total.hashed() ^ (self.state * 0x2545F491 + self.asked * 0x9E3779B97F4A7C1).astype(np.uint64)
        ordered = self.taken(np.argsort(hashed * np.uint64(0xD6E8FEB86659FD93)))
        same = ordered.total.same_as_before()
        same &= (np.diff(ordered.state) == 0) & (np.diff(ordered.asked) == 0)
        starts = np.flatnonzero(np.concatenate([[True], ~same]))
        found = ordered.taken(starts)
        return Pairs(found.asked, found.state, found.total, np.add.reduceat(ordered.times, starts))


@dataclass(frozen=True, eq=False)
class Multiplicities:
    """The walks of one fold, for asking how many of them have a total."""

    steps: list[list[Edge]]
    units: list[int]
    """After each step, the common denominator of all totals."""
    states: list[int]
    """After each step, how many states there are."""

    @staticmethod
    def of(start: Any, length: int, ways: Callable[[Any, int], Ways], most: int = MOST_EDGES) -> Multiplicities | None:
        """The walks of a function that gives for a state and a step (from 1) the states that it leads to, what is
        added, and in how many ways. None where moves are more than ``most``, or add what is not rational, or a state
        has none.

        >>> walks = Multiplicities.of(0, 4, lambda seen, rank: [(seen, 0, 1), (seen + 1, Fraction(seen + 1, rank), 1)])
        >>> walks.count([Fraction(3, 2), Fraction(1), Fraction(1, 7)])
        [Multiplicity(least=1, known=True), Multiplicity(least=2, known=True), Multiplicity(least=0, known=True)]
        """
        here: dict[Any, int] = {start: 0}
        steps, units, states, taken = [], [1], [1], 0
        for step in range(1, length + 1):
            after: dict[Any, int] = {}
            moves: dict[tuple[int, int, Any], int] = {}
            for state, number in here.items():
                for reached, adds, times in ways(state, step):
                    if not isinstance(adds, int | Fraction):
                        return None
                    move = number, after.setdefault(reached, len(after)), adds
                    moves[move] = moves.get(move, 0) + times
            taken += len(moves)
            if taken > most or len({source for source, _, _ in moves}) < len(here):
                return None
            unit = lcm(units[-1], *{adds.denominator for _, _, adds in moves})
            if any(divisor >= 1 << 31 for divisor in _divisors(unit // units[-1])):
                return None
            steps.append([(source, target, int(adds * unit), times) for (source, target, adds), times in moves.items()])
            units.append(unit)
            states.append(len(after))
            here = after
        return Multiplicities(steps, units, states)

    @property
    def length(self) -> int:
        return len(self.steps)

    @cached_property
    def ranges(self) -> list[list[tuple[int, int]]]:
        """After each step, the least and the greatest total of each state."""
        here = [(0, 0)]
        found = [here]
        for step, edges in enumerate(self.steps, start=1):
            scale = self.units[step] // self.units[step - 1]
            after: list[tuple[int, int] | None] = [None] * self.states[step]
            for source, target, adds, _ in edges:
                low, high = here[source][0] * scale + adds, here[source][1] * scale + adds
                known = after[target]
                after[target] = (low, high) if known is None else (min(low, known[0]), max(high, known[1]))
            here = [ends for ends in after if ends is not None]
            found.append(here)
        return found

    @cached_property
    def residues(self) -> list[list[ResidueSets]]:
        edges = sum((self.length - step) * len(moves) for step, moves in enumerate(self.steps)) or 1
        cells = [
            min(largest, bits // max(self.states), TABLE_WORK // (2 * edges))
            for largest, bits in zip(LARGEST_MODULUS, TABLE_BITS, strict=True)
        ]
        return residue_sets(self.steps, self.units, self.states, cells)

    @cached_property
    def layers(self) -> list[Layer]:
        limbs = [
            limbs_for(2 * max(max(abs(low), abs(high)) for low, high in ranges) * scale)
            for ranges, scale in zip(self.ranges, self._scales, strict=True)
        ]
        return [self._layer(step, limbs[step], limbs[step - 1]) for step in range(1, self.length + 1)]

    @property
    def _scales(self) -> list[int]:
        """By how much totals after a step may grow when they are taken to the unit of the next."""
        following = [*self.units[1:], self.units[-1]]
        return [after // unit for unit, after in zip(self.units, following, strict=True)]

    def _layer(self, step: int, limbs: int, before: int) -> Layer:
        edges = sorted(self.steps[step - 1], key=lambda edge: edge[1])
        source, target, adds, times = zip(*edges, strict=True)
        first = np.searchsorted(np.array(target), np.arange(self.states[step] + 1))
        low, high = zip(*self.ranges[step - 1], strict=True)
        ends: tuple[Array, Array]
        if before == 1:
            ends = np.array(low, dtype=np.int64), np.array(high, dtype=np.int64)
        else:
            slack = float(max(map(abs, low + high))) * SLACK
            ends = np.array(low, dtype=np.float64) - slack, np.array(high, dtype=np.float64) + slack
        return Layer(
            first,
            np.array(source),
            np.array(times, dtype=np.float64),
            Limbs.of(adds, limbs),
            tuple(_divisors(self.units[step] // self.units[step - 1])),
            ends[0],
            ends[1],
            before,
            self.residues[step - 1],
        )

    def count(self, totals: Sequence[Fraction], most: int | None = None) -> list[Multiplicity]:
        """How many walks have each of some totals.

        Where more than ``most`` pairs of a state and a total would have to be looked at for one of them at a step,
        only about so many are, and how many walks go through those is what is known: at least so many.
        """
        return Descent(self, most or 1 << 62, len(totals)).count(totals)


class Descent:
    """One way down, for some totals together."""

    def __init__(self, walks: Multiplicities, most: int, asked: int) -> None:
        self.walks, self.most = walks, most
        self.found = np.zeros(asked)
        self.cut = np.zeros(asked, dtype=bool)
        self.looked_at = np.zeros(asked)
        """How many pairs were looked at for each total."""

    def count(self, totals: Sequence[Fraction]) -> list[Multiplicity]:
        waiting = [(self.walks.length, self._begin(totals))] if totals else []
        while waiting:
            step, pairs = waiting.pop()
            if len(pairs) > TOGETHER and len(kinds := np.unique(pairs.asked)) > 1:
                lower = pairs.asked < kinds[len(kinds) // 2]
                waiting += [(step, pairs.taken(lower)), (step, pairs.taken(~lower))]
            elif step:
                waiting += [(step - 1, below)] if len(below := self._below(step, pairs)) else []
            else:
                self.found += np.bincount(pairs.asked, pairs.times, minlength=len(self.found))
        exact = ~self.cut & (self.found < EXACT_FLOATS)
        least = np.minimum(self.found, EXACT_FLOATS)
        return [Multiplicity(int(n), bool(known)) for n, known in zip(least, exact, strict=True)]

    def _begin(self, totals: Sequence[Fraction]) -> Pairs:
        """Each total with each state that it can end in."""
        walks, last = self.walks, self.walks.length
        unit = walks.units[last]
        scaled = [Fraction(total) * unit for total in totals]
        possible = [
            (asked, state, int(total))
            for asked, total in enumerate(scaled)
            if total.denominator == 1
            for state, (low, high) in enumerate(walks.ranges[last])
            if low <= total <= high
        ]
        asked, state, total = (list(part) for part in zip(*possible, strict=True)) if possible else ([], [], [])
        largest = max((abs(end) for ends in walks.ranges[last] for end in ends), default=0)
        limbs = Limbs.of(total, limbs_for(2 * largest))
        pairs = Pairs(np.array(asked, dtype=np.int64), np.array(state, dtype=np.int64), limbs, np.ones(len(asked)))
        return pairs.taken(_possible(walks.residues[last], pairs.state, pairs.total))

    def _below(self, step: int, pairs: Pairs) -> Pairs:
        """What there must have been before a step."""
        layer = self.walks.layers[step - 1]
        many = layer.first[pairs.state + 1] - layer.first[pairs.state]
        of = np.repeat(np.arange(len(pairs)), many)
        move = np.arange(len(of)) + np.repeat(layer.first[pairs.state] - np.cumsum(many) + many, many)
        found = Pairs(
            pairs.asked[of],
            layer.source[move],
            pairs.total.taken(of).minus(layer.adds.taken(move)),
            pairs.times[of] * layer.times[move],
        )
        for divisor in layer.divisors:
            quotient, rest = found.total.divided(divisor)
            found = Pairs(found.asked, found.state, quotient, found.times).taken(rest == 0)
        found = Pairs(found.asked, found.state, found.total.shortened(layer.limbs), found.times)
        size = found.total.parts[0] if layer.limbs == 1 else found.total.floats()
        found = found.taken((size >= layer.low[found.state]) & (size <= layer.high[found.state]))
        for table in layer.residues:
            found = found.taken(table.have(found.state, found.total.residues(table.modulus)))
        return self._thinned(found.merged()) if len(found) else found

    def _thinned(self, pairs: Pairs) -> Pairs:
        """No more pairs for each total than may be looked at; those that are left are as good as drawn."""
        many = np.bincount(pairs.asked, minlength=len(self.found))
        self.looked_at += many
        if (many <= self.most).all():
            return pairs
        self.cut |= many > self.most
        drawn = (pairs.total.hashed() * np.uint64(0x2545F4914F6CDD1D) >> np.uint64(11)).astype(np.float64) * 2.0**-53
        return pairs.taken(drawn * many[pairs.asked] < self.most)


def _possible(tables: Sequence[ResidueSets], states: Array, totals: Limbs) -> Array:
    """Whether totals have residues that walks to the states can have."""
    found: Array = np.ones(len(states), dtype=bool)
    for table in tables:
        found &= table.have(states, totals.residues(table.modulus))
    return found


def _divisors(number: int) -> list[int]:
    """Numbers whose product is this one, each below 2^31 if its primes are small."""
    found = [1]
    for power in prime_powers(number).values():
        number //= power
        found = [*found[:-1], found[-1] * power] if found[-1] * power < 1 << 31 else [*found, power]
    return [divisor for divisor in (*found, number) if divisor > 1]
