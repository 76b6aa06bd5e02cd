"""How many walks have at most some totals, between proven bounds, for totals from the smallest to the largest.

The smallest totals are listed. The others have tables, one for each octave of the distance from the smallest total that
is not 0, with cells that make its bounds as narrow as is asked for.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from math import ceil, exp, floor, inf, log
from typing import Any

import numpy as np

from intervale.exact.progress import parallel_map
from intervale.exact.shelf import NOTHING_KEPT, Shelf, digest
from intervale.exact.smallest_walks import ROUNDED, Place, SmallestWalks
from intervale.exact.walk_tables import LOST, MOST_KEPT, MOST_PRECISE, TINY, Course, Plan, Stretch
from intervale.exact.walks import Walk

__all__ = ["NARROW", "WIDTHS", "WalkPlaces", "whole_number"]

Array = np.ndarray[Any, Any]
NARROW, WIDE = 0.01, 0.09
WIDTHS = (NARROW, WIDE)
"""How far apart bounds may be, as a share of the upper one: the first where it does not cost much."""
WORTH_IT = 8_000_000_000
"""How many additions narrow bounds may take."""
ENOUGH = 1.1
"""How many times wider than was asked for bounds may be, without another table."""
ANCHORS = 4
"""For how many totals of a stretch there are multipliers of their own."""
TRIES, MOST_EXCESS, FINEST = 3, 600.0, 1 / 64
"""How often a stretch is counted where its bounds are wider than was asked for, and how much less is left out, as a
logarithm, and how much finer its cells are then, at most.
"""
LEAST_LOST = 1e-280
"""What share of the weight is left out in any case, at least, where it is less and less."""
LEAST_DISTANCE = 2.0**-60
"""Totals that differ by less from the smallest one that is not 0 are taken to do so by this."""
LISTED = -(1 << 20)
"""The octave of the totals that are listed."""
SETTINGS = (MOST_KEPT, MOST_PRECISE, WORTH_IT, ENOUGH, ANCHORS, TRIES, MOST_EXCESS, FINEST, LOST, TINY)
"""What else a table depends on."""


class WalkPlaces:
    """How many walks have at most some totals: tables are made when a total in their stretch is asked for.

    >>> walk = Walk.of(0, 12, lambda seen, step: [(seen, 0, 1), (seen + 1, (seen + 1) / step, 1)])
    >>> WalkPlaces(walk).bounds([0.0, 1 / 12, 0.2, 0.25])  # precision added up at each of 12 ranks
    [(1, 1), (2, 2), (9, 9), (10, 10)]
    """

    def __init__(self, walk: Walk, widths: Sequence[float] = WIDTHS, shelf: Shelf = NOTHING_KEPT) -> None:
        self.walk, self.widths, self.shelf = walk, tuple(sorted(widths)), shelf
        self.stretches: dict[int, Stretch] = {}

    @cached_property
    def size(self) -> int:
        """How many walks there are."""
        return self.walk.count()

    @cached_property
    def smallest(self) -> SmallestWalks:
        return SmallestWalks.of(self.walk)

    def bounds(self, totals: Sequence[float] | Array) -> list[tuple[int, int]]:
        """Between which numbers the number of walks with at most these totals lies; some walk has each of them."""
        return [(less + ties, most) for less, most, ties in self.places(totals)]

    def places(self, totals: Sequence[float] | Array) -> list[Place]:
        """How many walks have less, at least, how many no more, at most, and how many the same, at least."""
        x = np.asarray(totals, dtype=np.float64)
        found: list[Place] = [(0, 0, 0)] * len(x)
        octaves = self.octaves(x)
        self._make(self.missing(x))
        for octave in np.unique(octaves).tolist():
            here = np.flatnonzero(octaves == octave)
            some = self.smallest.bounds(x[here]) if octave == LISTED else self._bounds(octave, x[here])
            for n, (less, most, ties) in zip(here.tolist(), some, strict=True):
                found[n] = less, max(less + ties, min(self.size, most)), ties
        return found

    def octaves(self, totals: Array) -> Array:
        """The octave of each total."""
        cut = self.smallest.cut
        distance = np.maximum(np.maximum(totals, cut) - self.walk.base, LEAST_DISTANCE)
        listed = totals <= cut * (1 - 2 * ROUNDED)  # what is nearer may be on either side of it
        return np.where(listed, LISTED, np.ceil(np.log2(distance))).astype(np.int64)

    @cached_property
    def widest_share(self) -> float:
        """How far apart bounds are as shares of all walks, at most: at all totals that are listed, and between those of
        neighbouring cells; octaves from the last one down, until what is left is a smaller share.
        """
        listed = self.smallest.bounds(self.smallest.totals)
        end, worst = self.walk.most, max((most - less - same) / self.size for less, most, same in [*listed, (0, 0, 0)])
        while end > self.smallest.cut * (1 + ROUNDED):
            below = np.array([end * (1 - 2 * ROUNDED)])
            (octave,) = self.octaves(below).tolist()
            if octave == LISTED or exp(min(0.0, log(max(1, self.bounds([end])[0][1])) - self.walk.log_size)) <= worst:
                break
            self._make(self.missing(below))
            worst = max(worst, self.stretches[octave].widest_between)
            if 2.0**octave <= LEAST_DISTANCE:
                break
            end = self.walk.base + 2.0 ** (octave - 1)
        return worst

    def _bounds(self, octave: int, totals: Array) -> list[Place]:
        low, high = self.stretches[octave].bounds(totals)
        low, high = np.nan_to_num(low, nan=-inf, neginf=-inf), np.fmin(high, self.walk.log_size + 1)  # at most all
        return [(whole_number(a, -1), whole_number(b, 1), 1) for a, b in zip(low.tolist(), high.tolist(), strict=True)]

    # ------------------------------------------------------------ tables

    def missing(self, totals: Sequence[float] | Array) -> list[int]:
        """The octaves of totals whose tables are neither here nor on the shelf, the largest first."""
        octaves = np.unique(self.octaves(np.asarray(totals, dtype=np.float64))).tolist()
        for octave in octaves:
            if octave not in (LISTED, *self.stretches) and (parts := self.shelf.get(self._name(octave))) is not None:
                self.stretches[octave] = Stretch.of_parts(parts)
        return [octave for octave in reversed(octaves) if octave not in (LISTED, *self.stretches)]

    def _make(self, octaves: Sequence[int]) -> None:
        for octave, made in zip(octaves, parallel_map(self._made, octaves, "counting runs by value"), strict=True):
            self.stretches[octave] = made
            self.shelf.put(self._name(octave), made.parts())

    def _name(self, octave: int) -> str:
        """What the table of an octave is called on the shelf: it says what the table depends on."""
        return f"{octave} {self._digest}"

    @cached_property
    def _digest(self) -> str:
        return digest(*self.widths, *SETTINGS, *self.walk.content)

    def _made(self, octave: int) -> Stretch:
        """The table of an octave; once more where bounds are wider than was asked for, with less left out, or finer."""
        lost, finer = LOST, 1.0
        best: Stretch | None = None
        tried: set[tuple[float, float]] = set()
        for _ in range(TRIES):
            plan = self.plan(octave, lost, finer)
            if (lost, plan.unit) in tried:
                break  # cells are as many as may be
            tried.add((lost, plan.unit))
            found = plan.counted()
            if best is None or found.widest < best.widest:
                best = found
            if found.widest <= ENOUGH * plan.width:
                break
            excess = found.excess()
            if excess > 0:
                lost = max(LEAST_LOST, lost * exp(-min(excess + 3, MOST_EXCESS)))
            else:
                finer = max(FINEST, finer * min(0.5, 0.8 * plan.width / found.surely_apart()))
        assert best is not None
        return best

    def plan(self, octave: int, lost: float = LOST, finer: float = 1.0) -> Plan:
        """The narrowest bounds of the ``widths`` that are worth their work."""
        base, low = self.walk.base, 2.0 ** (octave - 1)
        high = min(2 * low, max(self.walk.most - base, 1.1 * low))
        course = Course.of(self.walk, base + low * np.geomspace(1.0, high / low, ANCHORS), lost)
        kept = MOST_KEPT if len(self.widths) > 1 else MOST_PRECISE
        plans = [course.plan(width, finer, kept) for width in self.widths]
        return next((plan for plan in plans if plan.additions <= WORTH_IT), plans[-1])


def whole_number(log_number: float, towards: int) -> int:
    """The least whole number above e to a logarithm, or the greatest below it, up to the rounding of floats."""
    if log_number == -inf:
        return 0
    bits = max(0, int(log_number / log(2)) - 60) if log_number > 0 else 0
    near = exp(log_number - bits * log(2)) * (1 + towards * ROUNDED)
    return (ceil(near) if towards < 0 else floor(near) + (bits > 0)) << bits
