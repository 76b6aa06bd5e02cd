"""Enclosing the share of sums that are at most a number, where most multiples of a small unit are sums.

Places are peeled off by primes (:mod:`intervale.exact.lattices`). Those at the end of the chain are the *core*
(:mod:`intervale.exact.cores`), of which nearly all multiples of a unit are sums. Before it come

- *determined* groups, at the beginning of the chain: the total determines their sum, so that each of their sums makes
  as many totals as the core has sums. How their sums are distributed is found on a mesh, each rounded down;
- groups *between*, which are neither determined nor covering. Totals that leave one remainder modulo the unit of the
  core are a *class*. How many classes there are is not known, but all lie alike: a class has the sums of the core from
  some s on, s being at most the greatest sum F of these groups, and nothing but multiples from s to F and the greatest
  sum of the core.

In each class the share of the totals at or below a value is at least a/(a + b), where at least a are at or below it and
at most b above: so the share of all is enclosed though their number is not known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from math import prod
from operator import mul
from typing import Any

import numpy as np

from intervale.exact.cores import LARGEST_MODULUS, MOST_BITS, Core, cores_of
from intervale.exact.lattices import Group, Place, peeled
from intervale.exact.whole_sums import sums_of

__all__ = ["CoveredSums", "covered_sums"]

Array = np.ndarray[Any, Any]
LEAST_BITS = 1 << 12
"""How many units the base may reach that is peeled furthest."""
MOST_TOLD, MOST_APART = 1 << 16, 64
FINE, COARSE = 1 << 20, 1 << 13
"""How many cells the mesh has, and that on which cores are compared."""
FEW_SUMS = 64
"""With more sums than this they are added by a Fourier transform."""
FURTHER = 1 + Fraction(1, 10**6)
"""What is apart is further apart than the rest reaches by this factor."""
ROUNDING = 1e-9
"""More than shares can be off in floats: those of a transform by some 1e-14."""


@dataclass(frozen=True, eq=False)
class CoveredSums:
    """Totals from 0 to ``reach``: a sum that is determined, one of groups between, and one of the core; and what is
    apart.
    """

    core: Core
    determined: tuple[tuple[Fraction, ...], ...]
    """The sums of each group that is determined."""
    between: tuple[Group, ...]
    apart: tuple[Fraction, ...] = (Fraction(0),)
    """What is added to such a total, so far apart that it determines the rest."""
    cells: int = COARSE
    """How many cells the mesh has."""
    rough: float = 1.0
    """No bracket is wider, as seen on a coarse mesh."""

    @cached_property
    def reach(self) -> Fraction:
        """The greatest total."""
        return self._inner + self.apart[-1]

    @cached_property
    def _inner(self) -> Fraction:
        """The greatest total without what is apart."""
        return self.core.reach + sum((sums[-1] for sums in self.determined), Fraction(0)) + self._free

    @cached_property
    def _free(self) -> Fraction:
        """The greatest sum of the groups between."""
        return sum((group.reach for group in self.between), Fraction(0))

    @cached_property
    def size_bounds(self) -> tuple[int, int]:
        """Between which numbers the number of totals lies."""
        core, number = self.core, len(self.apart) * prod(map(len, self.determined))
        low = prod(_remainders(group) for group in self.between)
        if core.listed is not None:
            inside = most = core.listed.size
        else:
            inside = int((core.reach - core.start - core.short) / core.unit)
            most = int(core.reach / core.unit) + 1
        if self.between:
            most = int((core.reach + self._free) / core.unit) + 1
        return max(1, number * low * inside), number * self._most_classes * most

    @property
    def _most_classes(self) -> int:
        """No more classes than so many: the first groups by their picks, and the others by their moduli."""
        picks = [1, *accumulate((group.picks for group in self.between), mul)]
        moduli = [1, *accumulate((group.modulus for group in reversed(self.between)), mul)]
        most: int = min(first * rest for first, rest in zip(picks, reversed(moduli), strict=True))
        return most

    def shares(self, values: Sequence[Fraction]) -> tuple[Array, Array]:
        """Between which numbers the share of the totals lies that are at most each value."""
        low, high = np.zeros(len(values)), np.zeros(len(values))
        for far in self.apart:
            cells = np.array([float((value - far) / self._inner) for value in values]) * self.cells
            low += self._read(self._table[0], np.floor(cells - ROUNDING * self.cells))
            high += self._read(self._table[1], np.ceil(cells + ROUNDING * self.cells))
        return np.maximum(0.0, low / len(self.apart) - ROUNDING), np.minimum(1.0, high / len(self.apart) + ROUNDING)

    def _read(self, table: Array, cells: Array) -> Array:
        inside = table[np.clip(cells, 0, self.cells).astype(int)]
        found: Array = np.where(cells < 0, 0.0, np.where(cells >= self.cells, 1.0, inside))
        return found

    @cached_property
    def widest(self) -> float:
        """No bracket of a share is wider: both bounds grow with the value, and are read within a cell of it."""
        low, high = np.concatenate([[0.0], self._table[0]]), np.concatenate([self._table[1], [1.0]])
        inside = float(np.max(high[1:] - low[:-1])) / len(self.apart)
        return inside + float(self._table[1][0]) + 4 * ROUNDING

    @cached_property
    def _table(self) -> tuple[Array, Array]:
        """The bounds at the mesh points, without what is apart."""
        cell = float(self._inner) / self.cells
        determined = _mixed(self.determined, cell)
        free, off = float(self._free), 1.001 * len(self.determined) * cell
        mesh = np.arange(1 - len(determined), self.cells + 1) * cell
        unit, reach = float(self.core.unit), float(self.core.reach)
        below, above = self.core.below(mesh - off - free), self.core.above(mesh)
        if self.core.listed is not None and not free:
            whole = self.core.listed.size * unit
            most_below, most_above = whole - above, whole - below
        else:
            most_below = np.where(mesh < 0, 0.0, np.minimum(mesh, reach + free) + unit)
            most_above = np.minimum(np.maximum(0.0, reach + free - (mesh - off)), reach + free) + unit
        a, b, c, d = (_convolved(numbers, determined) for numbers in (below, most_above, most_below, above))
        low = np.divide(a, a + b, out=np.zeros_like(a), where=a + b > 0)
        high = np.divide(c, c + d, out=np.ones_like(c), where=c + d > 0)
        return np.maximum.accumulate(low), np.minimum.accumulate(high[::-1])[::-1]


def covered_sums(places: Sequence[Place]) -> CoveredSums | None:
    """The sums of one number from each place, the least of which is 0; None where no core is found.

    >>> found = covered_sums([(Fraction(0), Fraction(1, i * i)) for i in range(2, 302)])
    >>> low, high = found.shares([Fraction(1, 4)])
    >>> bool(0.37 < low < high < 0.42), found.widest < 0.03
    (True, True)
    """
    lattice = peeled(places, LEAST_BITS)
    stages = () if lattice is None else lattice.stages(MOST_BITS)
    found = [sums for stage in stages for parts in cores_of(stage) if (sums := _joined(*parts, stage.unit)) is not None]
    best = min(found, key=lambda sums: sums.widest, default=None)
    return None if best is None else replace(best, cells=FINE, rough=best.widest)


def _joined(core: Core, groups: Sequence[Group], far: list[list[int]], unit: Fraction) -> CoveredSums | None:
    """A core with the groups before it and the places that lie too far apart, on a coarse mesh."""
    determined = _determined_first(groups)
    found = CoveredSums(core, determined, tuple(groups[len(determined) :]), cells=COARSE)
    if prod(len(place) for place in far) > MOST_APART:
        return None
    sums = [number * unit for number in sums_of(tuple(map(tuple, far)))] if far else [Fraction(0)]
    if any(b - a <= found.reach * FURTHER for a, b in pairwise(sums)):
        return None
    return replace(found, apart=tuple(sums))


def _determined_first(groups: Sequence[Group]) -> tuple[tuple[Fraction, ...], ...]:
    """The sums of the groups at the beginning that are determined."""
    found = []
    for group in groups:
        if group.picks > MOST_TOLD:
            break
        sums = sums_of(group.places)
        if len({number % group.modulus for number in sums}) < len(sums):
            break
        found.append(tuple(number * group.unit for number in sums))
    return tuple(found)


def _remainders(group: Group) -> int:
    """How many remainders the sums of a group leave, or fewer."""
    if group.modulus > LARGEST_MODULUS:
        return 1
    left = np.zeros(group.modulus, dtype=bool)
    left[0] = True
    for place in group.places:
        left = np.logical_or.reduce([np.roll(left, number % group.modulus) for number in set(place)])
    return int(left.sum())


def _mixed(determined: Sequence[Sequence[Fraction]], cell: float) -> Array:
    """The shares of sums of one number from each list in the cells of a mesh, each number rounded down."""
    shares = np.ones(1)
    for sums in determined:
        cells = np.floor(np.array([float(number) for number in sums]) / cell * (1 - ROUNDING)).astype(int)
        counts = np.bincount(cells) / len(cells)
        if len(sums) > FEW_SUMS:
            shares = np.maximum(0.0, _full(shares, counts))
            continue
        wider = np.zeros(len(shares) + len(counts) - 1)
        for place in np.flatnonzero(counts).tolist():
            wider[place : place + len(shares)] += shares * counts[place]
        shares = wider
    whole: Array = shares / shares.sum()
    return whole


def _full(first: Array, second: Array) -> Array:
    length = len(first) + len(second) - 1
    padded = 1 << length.bit_length()
    found: Array = np.fft.irfft(np.fft.rfft(first, padded) * np.fft.rfft(second, padded), padded)[:length]
    return found


def _convolved(numbers: Array, shares: Array) -> Array:
    """At each mesh point from 0 on the mean of what numbers are at the points before it by so many cells, as often as
    the shares say.
    """
    if len(shares) == 1:
        return numbers
    found: Array = np.maximum(0.0, _full(numbers, shares)[len(shares) - 1 : len(numbers)])
    return found
