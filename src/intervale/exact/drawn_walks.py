"""Walks drawn at random, all of those with a total of at most x equally often.

They are drawn with weights e^(−θ·total), step by step, and one with the total v is kept with probability e^(θ(v − x))
if v ≤ x and never if not: what is kept is uniform, up to the rounding of floats. The θ for which Chernoff's bound at x
is least makes totals near x likely, however rare walks below x are.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.multiplicities import Multiplicities

__all__ = ["DrawnWalks"]

Array = np.ndarray[Any, Any]
LARGEST = 120
"""θ lies between 2^−30 and 2^30: fourth roots of 2 to so many."""
MOST_DRAWN = 1 << 22
"""So many walks are drawn for those that are asked for, at most."""
AT_ONCE = 1 << 13


@dataclass(frozen=True, eq=False)
class Moves:
    """The moves of one step, those from one state side by side."""

    source: Array
    target: Array
    adds: Array
    """In units of the last step: whole numbers of any size."""
    floats: Array
    logs: Array
    """The logarithms of the numbers of ways."""
    starts: Array
    """Where the moves from each state begin."""


@dataclass(frozen=True, eq=False)
class DrawnWalks:
    """Draws from the walks of a fold."""

    walks: Multiplicities

    @cached_property
    def moves(self) -> list[Moves]:
        return [self._moves(step) for step in range(1, self.walks.length + 1)]

    def _moves(self, step: int) -> Moves:
        unit = self.walks.units[-1]
        scale = unit // self.walks.units[step]
        edges = sorted(self.walks.steps[step - 1], key=lambda edge: edge[0])
        source, target, adds, times = (np.array(part, dtype=object) for part in zip(*edges, strict=True))
        floats = np.array([int(n * scale) / unit for n in adds])
        starts = np.searchsorted(source.astype(np.int64), np.arange(self.walks.states[step - 1]))
        logs = np.log(times.astype(np.float64))
        return Moves(source.astype(np.int64), target.astype(np.int64), adds * scale, floats, logs, starts)

    def tilt(self, x: float) -> float:
        """The θ for which θx + log Σ e^(−θ·total) is least, among powers of the fourth root of 2."""
        low, high = -LARGEST, LARGEST
        while low < high:
            middle = (low + high) // 2
            ends = [theta * x + float(self._back(theta)[0][0]) for theta in (_power(middle), _power(middle + 1))]
            low, high = (low, middle) if ends[0] <= ends[1] else (middle + 1, high)
        return _power(low)

    def _back(self, theta: float) -> list[Array]:
        """For each step and state, log Σ e^(−θ·what is added) over the walks from there to the end."""
        row: Array = np.zeros(self.walks.states[-1])
        rows = [row]
        for moves in reversed(self.moves):
            row = np.logaddexp.reduceat(moves.logs - theta * moves.floats + row[moves.target], moves.starts)
            rows.append(row)
        return rows[::-1]

    def _ladders(self, theta: float) -> list[Array]:
        """For each step, the shares of the moves from each state added up, the states one above the other."""
        found = []
        back = self._back(theta)
        for moves, here, after in zip(self.moves, back, back[1:], strict=False):
            shares = np.exp(moves.logs - theta * moves.floats + after[moves.target] - here[moves.source])
            sums = np.cumsum(shares)
            below = np.concatenate([[0.0], sums])[moves.starts]
            inside = (sums - below[moves.source]) / np.add.reduceat(shares, moves.starts)[moves.source]
            found.append(inside + moves.source)
        return found

    def _some(self, ladders: list[Array], random: np.random.Generator, number: int) -> Array:
        """The totals of some walks, in units of the last step."""
        state = np.zeros(number, dtype=np.int64)
        total = np.zeros(number, dtype=object)
        for moves, ladder in zip(self.moves, ladders, strict=True):
            place = np.searchsorted(ladder, state + random.random(number), side="right")
            last = np.append(moves.starts[1:], len(moves.source))[state] - 1
            place = np.clip(place, moves.starts[state], last)
            total = total + moves.adds[place]
            state = moves.target[place]
        return total

    def at_most(self, x: Fraction | None, number: int, random: np.random.Generator) -> list[Fraction]:
        """The totals of so many walks, drawn independently from all walks, or from those with at most x.

        >>> walks = Multiplicities.of(0, 3, lambda seen, rank: [(seen, 0, 1), (seen + 1, Fraction(1, rank), 1)])
        >>> drawn = DrawnWalks(walks).at_most(Fraction(1, 2), 4000, np.random.default_rng(1))
        >>> sorted((str(total), round(drawn.count(total) / 4000, 1)) for total in set(drawn))
        [('0', 0.3), ('1/2', 0.3), ('1/3', 0.3)]
        """
        unit = self.walks.units[-1]
        limit = inf if x is None else x * unit
        theta = 0.0 if x is None else self.tilt(float(x))
        ladders = self._ladders(theta)
        found: list[Fraction] = []
        tried = 0
        while len(found) < number:
            totals = self._some(ladders, random, min(AT_ONCE, 4 * number))
            tried += len(totals)
            chances = random.random(len(totals))
            short = np.array([theta * float((total - limit) / unit) if x is not None else 0.0 for total in totals])
            kept = (totals <= limit) & (chances < np.exp(np.minimum(short, 0.0)))
            found += [Fraction(total, unit) for total in totals[kept]]
            if tried > MOST_DRAWN and len(found) < number:
                raise OptionError(f"walks with a total of at most {float(x or 0):.6g} are too rare to be drawn")
        return found[:number]


def _power(number: int) -> float:
    return float(2.0 ** (number / 4))
