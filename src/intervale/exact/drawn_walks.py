"""Walks drawn at random, all of those with a total of at most x equally often.

They are drawn with weights e^(−θ·total), step by step, and one with the total v is kept with probability e^(θ(v − x))
if v ≤ x and never if not: what is kept is uniform, up to the rounding of floats. The θ for which Chernoff's bound at x
is least makes totals near x likely, however rare walks below x are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.multiplicities import Multiplicities
from intervale.exact.residue_sets import Edge
from intervale.exact.walks import Moves, Walk

__all__ = ["DrawnWalks"]

Array = np.ndarray[Any, Any]
MOST_DRAWN = 1 << 22
"""So many walks are drawn for those that are asked for, at most."""
AT_ONCE = 1 << 13


@dataclass(frozen=True, eq=False)
class DrawnWalks:
    """Draws from the walks of a fold. Every state has a move, so that the moves from state n are the n-th of a step."""

    walks: Multiplicities

    @cached_property
    def walk(self) -> Walk:
        """The same walks with what they add in floats; states have a number at each step."""
        numbers = {number: number for number in range(max(self.walks.states))}
        return Walk([self._moves(step) for step in range(1, self.walks.length + 1)], numbers, 0, self._ways)

    def _edges(self, step: int) -> list[Edge]:
        """The moves of a step, those from one state side by side."""
        return sorted(self.walks.steps[step - 1], key=lambda edge: edge[0])

    def _moves(self, step: int) -> Moves:
        source, target, adds, times = zip(*self._edges(step), strict=True)
        floats = [number / self.walks.units[step] for number in adds]
        return Moves(np.array(source), np.array(target), np.array(floats), np.array(times, dtype=np.float64))

    def _ways(self, state: int, step: int) -> Iterator[tuple[int, Fraction, int]]:
        for source, target, adds, times in self.walks.steps[step - 1]:
            if source == state:
                yield target, Fraction(adds, self.walks.units[step]), times

    @cached_property
    def adds(self) -> list[Array]:
        """For each step, what its moves add in units of the last step: whole numbers of any size."""
        scales = [self.walks.units[-1] // unit for unit in self.walks.units]
        return [
            np.array([adds * scales[step] for _, _, adds, _ in self._edges(step)], dtype=object)
            for step in range(1, self.walks.length + 1)
        ]

    def _ladders(self, theta: float) -> list[Array]:
        """For each step, the shares of the moves from each state added up, the states one above the other."""
        found = []
        for moves, shares in zip(self.walk.steps, self.walk.tilted(theta).shares, strict=True):
            sums = np.cumsum(shares)
            below = np.concatenate([[0.0], sums])[moves.starts]
            inside = (sums - below[moves.source]) / np.add.reduceat(shares, moves.starts)[moves.source]
            found.append(inside + moves.source)
        return found

    def _some(self, ladders: list[Array], random: np.random.Generator, number: int) -> Array:
        """The totals of some walks, in units of the last step."""
        state = np.zeros(number, dtype=np.int64)
        total = np.zeros(number, dtype=object)
        for moves, adds, ladder in zip(self.walk.steps, self.adds, ladders, strict=True):
            place = np.searchsorted(ladder, state + random.random(number), side="right")
            last = np.append(moves.starts[1:], len(moves.source))[state] - 1
            place = np.clip(place, moves.starts[state], last)
            total = total + adds[place]
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
        theta = 0.0 if x is None else self.walk.tilt(float(x))
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
