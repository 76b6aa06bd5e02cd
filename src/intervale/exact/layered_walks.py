"""How many walks of some layers have at most a value, between proven bounds.

The states in which walks end have classes, 0, 1, …. A layer has the walks that end in a class of at most ``most``; it
divides totals by a number, and counts ``times`` times. So one walk may be in many layers, with a value in each, and

    place(x) = Σ_k times_k · #{walks of layer k with total ≤ c_k·x}.

The tables of one walk are enough for all layers. With the notation of :mod:`~intervale.exact.walk_tables`, X_k = c_k·x
in cells, and C_k(y) the number of walks of layer k whose cell is at most y, its inequality holds in each layer:

    C_k(X_k − d) − #{c ≤ X_k − d, R > d}  ≤  #{total ≤ c_k·x}  ≤  C_k(X_k + d) + #{total ≤ c_k·x, R < −d}.

Both corrections are at most e^(θ·c_k·x − td) · Σ e^(−θ·total ± tR), the sum over the walks of the layer, for any θ and
t ≥ 0 (the first for t ≥ θ·unit), and so for one θ, t and d for all layers; that sum is one of the numbers by final
state that give the sum over all walks. Walks that pass a state which was left out are bounded in each layer by those of
all walks. The place is a sum over layers, so its bounds are the sums of theirs. Where c_k·x is at least the largest
total of a layer, all its walks count. As a place does not fall when x grows, bounds at the points of a grid of x bound
all x between: a lower bound at the point below, an upper one at the point above.

The smallest values are listed: every total with every layer that has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, inf, log
from typing import Any

import numpy as np

from intervale.exact.numbers import Exact
from intervale.exact.progress import parallel_map
from intervale.exact.quotients import Number, compare_quotients, quotient
from intervale.exact.shelf import NOTHING_KEPT, Parts, Shelf, digest
from intervale.exact.smallest_walks import ROUNDED, Place, SmallestWalks, few_walks, whole_count
from intervale.exact.walk_places import (
    ANCHORS,
    ENOUGH,
    FINEST,
    LEAST_DISTANCE,
    LEAST_LOST,
    LISTED,
    MOST_EXCESS,
    SETTINGS,
    TRIES,
    WIDTHS,
    WORTH_IT,
    whole_number,
)
from intervale.exact.walk_tables import LOST, NEAR, Course, Plan, Table
from intervale.exact.walks import Walk

__all__ = ["Layer", "LayeredPlaces"]

Array = np.ndarray[Any, Any]
MOST_PAIRS = 1 << 22
"""How many totals of walks are listed, each with a layer, at most."""


@dataclass(frozen=True)
class Layer:
    """The walks that end in a class of at most ``most``, their totals over ``divisor``, ``times`` times."""

    most: int
    divisor: Exact
    times: int = 1


@dataclass(frozen=True, eq=False)
class _Class:
    """The walks that end in a class: how many, and how many of them add nothing; the largest total, exactly, and how
    many have it.
    """

    count: int
    none: int
    largest: Exact
    many: int

    def joined(self, other: _Class) -> _Class:
        largest, many = _larger((self.largest, self.many), (other.largest, other.many))
        return _Class(self.count + other.count, self.none + other.none, largest, many)


class LayeredPlaces:
    """How many walks of all layers have at most some values: tables are made when a value in their stretch is asked.

    ``classes`` has the class of each state of the walk; layers come in ascending order of ``most``.

    >>> walk = Walk.of(0, 3, lambda seen, step: [(seen, 0, 1), (seen + 1, (seen + 1) / step, 1)])
    >>> found = LayeredPlaces(walk, [0, 1, 2, 3], [Layer(1, 1), Layer(3, 3)])
    >>> found.size, found.places([0.0, 1 / 9, 1 / 3])  # four walks with at most one, and all eight
    (12, [(0, 2, 2), (2, 3, 1), (4, 6, 1)])
    """

    def __init__(
        self,
        walk: Walk,
        classes: Sequence[int],
        layers: Sequence[Layer],
        widths: Sequence[float] = WIDTHS,
        shelf: Shelf = NOTHING_KEPT,
    ) -> None:
        self.walk, self.layers = walk, tuple(layers)
        self.widths, self.shelf = tuple(sorted(widths)), shelf
        self.classes = np.asarray(classes, dtype=np.int64)
        self.most = np.array([layer.most for layer in layers])
        self.divisor = np.array([float(layer.divisor) for layer in layers])
        self.times = np.array([float(layer.times) for layer in layers])
        self.strips: dict[int, Strip] = {}

    # ------------------------------------------------------------ all walks

    @cached_property
    def _upto(self) -> list[_Class]:
        """For each layer, its walks as one class."""
        by_class = _classes(self.walk, self.classes)
        joined: list[_Class] = []
        for number in range(int(self.classes.max()) + 1):
            here = by_class.get(number)
            before = joined[-1] if joined else None
            both = here if before is None else before if here is None else before.joined(here)
            assert both is not None
            joined.append(both)
        return [joined[min(layer.most, len(joined) - 1)] for layer in self.layers]

    @cached_property
    def size(self) -> int:
        """How many walks the layers have."""
        return sum(layer.times * found.count for layer, found in zip(self.layers, self._upto, strict=True))

    @cached_property
    def worst(self) -> int:
        """How many walks have the value 0, which is the smallest: nothing that is added is below 0."""
        return sum(layer.times * found.none for layer, found in zip(self.layers, self._upto, strict=True))

    @cached_property
    def best(self) -> tuple[Number, int]:
        """The largest value, exactly, and how many walks have it."""
        near = self._largest / self.divisor
        best: tuple[Number, int] | None = None
        for number in np.flatnonzero(near >= near.max() * (1 - ROUNDED)).tolist():
            layer, found = self.layers[number], self._upto[number]
            value, many = quotient(found.largest, layer.divisor), layer.times * found.many
            order = 1 if best is None else compare_quotients(value, best[0])
            if order >= 0:
                best = value, many + (best[1] if best is not None and order == 0 else 0)
        assert best is not None
        return best

    @cached_property
    def _largest(self) -> Array:
        """The largest total of each layer, about."""
        return np.array([float(found.largest) for found in self._upto])

    @cached_property
    def _log_counts(self) -> Array:
        return np.array([log(found.count) for found in self._upto])

    @cached_property
    def _top(self) -> float:
        """The largest divisor: it tells which stretch a value is in."""
        return float(self.divisor.max())

    # ------------------------------------------------------------ places

    def places(self, values: Sequence[float] | Array) -> list[Place]:
        """How many walks have less, at least, how many no more, at most, and how many the same, at least; some walk
        has each value.
        """
        x = np.asarray(values, dtype=np.float64)
        found: list[Place] = [(0, 0, 0)] * len(x)
        octaves = self.octaves(x)
        self._make(self.missing(x))
        for octave in np.unique(octaves).tolist():
            here = np.flatnonzero(octaves == octave)
            some = self._listed(x[here]) if octave == LISTED else self.strips[octave].places(x[here])
            for n, (less, most, ties) in zip(here.tolist(), some, strict=True):
                found[n] = less, max(less + ties, min(self.size, most)), ties
        for n in np.flatnonzero(x == 0).tolist():
            found[n] = 0, self.worst, self.worst
        return found

    def octaves(self, values: Array) -> Array:
        """The octave of each value, times the largest divisor, above the smallest total that is not 0."""
        distance = np.maximum(self._top * np.maximum(values, self._smallest.cut) - self.walk.base, LEAST_DISTANCE)
        listed = values <= self._smallest.cut * (1 - 2 * ROUNDED)
        return np.where(listed, LISTED, np.ceil(np.log2(distance))).astype(np.int64)

    @cached_property
    def _smallest(self) -> SmallestWalks:
        """The smallest values of all layers."""
        cut = SmallestWalks.of(self.walk).cut
        listed = None if cut < 0 else few_walks(self.walk, cut)
        if listed is None:
            return SmallestWalks(-1.0, np.zeros(0), np.zeros(0))
        rows, factor = listed
        by_class: dict[int, list[tuple[Array, Array]]] = {}
        for state, row in rows.items():
            by_class.setdefault(int(self.classes[state]), []).append(row.sorted())
        totals, counts, of = (
            np.concatenate([np.zeros(0), *parts])
            for parts in zip(
                *((t, n, np.full(len(t), number)) for number, some in by_class.items() for t, n in some), strict=True
            )
        )
        order = np.argsort(totals, kind="stable")
        totals, counts, of = totals[order], counts[order], of[order]
        upto = cut / self._top
        while int(np.searchsorted(totals, self.divisor * upto).sum()) > MOST_PAIRS:
            upto /= 2
        pairs = [_pairs(totals, counts, of, layer, upto) for layer in self.layers]
        values, many = (np.concatenate(part) for part in zip(*pairs, strict=True))
        values, place = np.unique(values, return_inverse=True)
        return SmallestWalks(upto, values, np.cumsum(np.bincount(place, many)), factor)

    def _listed(self, values: Array) -> list[Place]:
        """Which of two values is the larger that differ by less than their rounding is not known; 0 is exact."""
        smallest = self._smallest
        below = np.searchsorted(smallest.totals, values * (1 - ROUNDED), side="left")
        upto = np.searchsorted(smallest.totals, values * (1 + ROUNDED), side="right")
        counts = np.concatenate([[0.0], smallest.counts])
        exact = smallest.factor == 1 and counts[-1] <= 2.0**53
        found = []
        for value, low, high in zip(values.tolist(), counts[below].tolist(), counts[upto].tolist(), strict=True):
            if exact:
                found.append((int(low), int(high), 1 if value else int(high)))
            else:
                found.append((whole_count(low, smallest.factor, -1), whole_count(high, smallest.factor, 1), 1))
        return found

    # ------------------------------------------------------------ tables

    def missing(self, values: Sequence[float] | Array) -> list[int]:
        """The octaves of values whose tables are neither here nor on the shelf, the largest first."""
        octaves = np.unique(self.octaves(np.asarray(values, dtype=np.float64))).tolist()
        for octave in octaves:
            if octave not in (LISTED, *self.strips) and (parts := self.shelf.get(self._name(octave))) is not None:
                self.strips[octave] = Strip.of_parts(parts)
        return [octave for octave in reversed(octaves) if octave not in (LISTED, *self.strips)]

    def _make(self, octaves: Sequence[int]) -> None:
        for octave, made in zip(octaves, parallel_map(self._made, octaves, "counting runs by value"), strict=True):
            self.strips[octave] = made
            self.shelf.put(self._name(octave), made.parts())

    def _name(self, octave: int) -> str:
        return f"layers {octave} {self._digest}"

    @cached_property
    def _digest(self) -> str:
        layers = (self.classes, self.most, self.divisor, self.times)
        return digest(*self.widths, *SETTINGS, MOST_PAIRS, *layers, *self.walk.content)

    def _made(self, octave: int) -> Strip:
        """The bounds of an octave; once more where they are wider than was asked for, with less left out, or finer."""
        lost, finer = LOST, 1.0
        best: Strip | None = None
        tried: set[tuple[float, float]] = set()
        span, scale = self._span(octave)
        for _ in range(TRIES):
            plan = self._plan(span, scale, lost, finer)
            if (lost, plan.unit) in tried:
                break  # cells are as many as may be
            tried.add((lost, plan.unit))
            found, excess = _Sums(self, plan, span, scale).strip()
            if best is None or found.widest < best.widest:
                best = found
            if found.widest <= ENOUGH * plan.width:
                break
            if excess > 0:
                lost = max(LEAST_LOST, lost * exp(-min(excess + 3, MOST_EXCESS)))
            else:
                finer = max(FINEST, finer * max(0.25, min(0.5, 0.8 * plan.width / found.widest)))
        assert best is not None
        return best

    def _span(self, octave: int) -> tuple[tuple[float, float], float]:
        """Between which values an octave lies, and the largest divisor of a layer that does not count as a whole at the
        first of them.
        """
        low = (self.walk.base + 2.0 ** (octave - 1)) / self._top
        high = (self.walk.base + 2.0**octave) / self._top
        high = max(min(high, float((self._largest / self.divisor).max())), low) * (1 + 4 * ROUNDED)
        live = self.divisor * low < self._largest * (1 + ROUNDED)
        return (low, high), float(self.divisor[live].max() if live.any() else self._top)

    def _plan(self, span: tuple[float, float], scale: float, lost: float, finer: float) -> Plan:
        """The narrowest bounds of the ``widths`` that are worth their work."""
        base, (low, high) = self.walk.base, span
        first = max(scale * low - base, LEAST_DISTANCE)
        last = max(min(scale * high, self.walk.most) - base, 1.1 * first)
        course = Course.of(self.walk, base + np.geomspace(first, last, ANCHORS), lost)
        plans = [course.plan(width, finer) for width in self.widths]
        return next((plan for plan in plans if plan.additions <= WORTH_IT), plans[-1])


@dataclass(frozen=True, eq=False)
class Strip:
    """Bounds of places at the points of a grid of values."""

    start: float
    step: float
    low: Array
    """Logarithms of numbers that the places of the points are not below."""
    high: Array
    """Logarithms of numbers that they are not above."""

    def bounds(self, values: Array) -> tuple[Array, Array]:
        """Logarithms of numbers between which the places of values lie."""
        below = np.floor((values * (1 - ROUNDED) - self.start) / self.step).astype(np.int64)
        above = np.ceil((values * (1 + ROUNDED) - self.start) / self.step).astype(np.int64)
        last = len(self.low) - 1
        low = np.where(below < 0, -inf, self.low[np.clip(below, 0, last)])
        return low, np.where(above > last, inf, self.high[np.clip(above, 0, last)])

    def places(self, values: Array) -> list[Place]:
        low, high = self.bounds(values)
        ends = zip(low.tolist(), np.minimum(high, UNBOUNDED).tolist(), strict=True)
        return [(whole_number(a, -1), whole_number(b, 1), 1) for a, b in ends]

    @cached_property
    def widest(self) -> float:
        """How far apart bounds are, as a share of the upper one."""
        return float(-np.expm1(np.minimum(self.low[:-1] - self.high[1:], 0.0)).min())

    def parts(self) -> Parts:
        """What it is made of."""
        return {"low": self.low, "high": self.high, "grid": np.array([self.start, self.step])}

    @staticmethod
    def of_parts(parts: Parts) -> Strip:
        """The same from what it is made of."""
        start, step = np.asarray(parts["grid"]).tolist()
        return Strip(start, step, np.asarray(parts["low"]), np.asarray(parts["high"]))


UNBOUNDED = 1e6
"""e to this stands for what no bound is known of."""


class _Sums:
    """Sums over layers of what a table counts, at the points of a grid."""

    def __init__(self, of: LayeredPlaces, plan: Plan, span: tuple[float, float], scale: float) -> None:
        self.of, self.plan = of, plan
        self.table = Table.of(plan)
        self.off = self.table.off()
        weights, self.log_factor = self.table.weights()
        self.rows: dict[int, Array] = {}
        for state in sorted(self.table.rows):
            row = self.table.rows.pop(state)
            if weights is not None:
                row *= weights
            number = int(of.classes[state])
            self.rows[number] = self.rows[number] + row if number in self.rows else row
        self.step = plan.unit / scale
        self.x = span[0] + self.step * np.arange(ceil((span[1] - span[0]) / self.step) + 1)
        self.full = np.exp(of._log_counts - self.log_factor) * (1 + ROUNDED)

    def strip(self) -> tuple[Strip, float]:
        """The bounds, and the logarithm of how many times more walks may have been left out than may be."""
        plan, course = self.plan, self.plan.course
        t = np.array([plan.multiplier(one) for one in course.tilted])
        sums = np.array([self._residues(one, t[n]) for n, one in enumerate(course.tilted)])
        scale = plan.unit / self.step
        anchors = course.x / scale
        none = np.zeros(len(anchors))
        with np.errstate(divide="ignore", over="ignore", under="ignore"):
            near = np.arange(len(anchors))
            counted = self._counts(anchors, none, None)
            corrections, lost = self._corrections(anchors, near, none, sums)
            margin = np.maximum(0.0, (np.log(corrections) - np.log(counted) + log(20 / plan.width)) / t)
            margin = np.where(np.isfinite(margin), margin, 0.0)
            excess = float(np.nanmax(np.log(lost) - np.maximum(np.log(counted), -self.log_factor))) + log(
                20 / plan.width
            )
            near = np.abs(anchors[:, None] - self.x).argmin(axis=0)
            least, most = course.walk.residues(plan.unit)
            d, tr = margin[near], t[near]
            far, lost = self._corrections(self.x, near, tr * d, sums)
            low = self._counts(self.x, -np.minimum(d, most) - NEAR, None) * (1 - 2 * ROUNDED)
            sound, off = (t >= course.theta * plan.unit)[near], float(self.of.times.sum()) * self.off
            low -= off + np.where(d >= most, 0.0, np.where(sound, far, inf)) * (1 + ROUNDED)
            high = self._counts(self.x, np.minimum(d, -least) + NEAR, self.full)
            high = (high + np.where(d >= -least, 0.0, far) + lost + off) * (1 + ROUNDED)
            low, high = np.maximum.accumulate(np.maximum(low, 0.0)), np.minimum.accumulate(high[::-1])[::-1]
            logs = np.log(low) + self.log_factor, np.log(high) + self.log_factor
        return Strip(float(self.x[0]), self.step, *logs), excess

    def _residues(self, tilted: Any, t: float) -> Array:
        """For each layer, the logarithm of the sum over its walks that bounds both corrections."""
        found = np.full(len(self.of.layers), -inf)
        for sign in (-1.0, 1.0):
            row, scale = tilted.residue_sums(self.plan.unit, sign * t)
            upto = np.cumsum(np.bincount(self.of.classes, row))
            with np.errstate(divide="ignore"):
                logs = np.log(upto[np.minimum(self.of.most, len(upto) - 1)]) + scale
            found = np.maximum(found, logs)
        return found

    def _counts(self, x: Array, shift: Array, full: Array | None) -> Array:
        """Σ over layers of the walks whose cells are at most those of x, moved; beyond the table all of them, or where
        a lower bound is wanted those that are in it.
        """
        of, total = self.of, np.zeros(len(x))
        density, counts, done = np.zeros(self.plan.cells), np.zeros(self.plan.cells), -1
        for number, (most, divisor, times) in enumerate(zip(of.most.tolist(), of.divisor, of.times, strict=True)):
            fresh = [n for n in range(done + 1, most + 1) if n in self.rows]
            for n in fresh:
                density += self.rows[n]
            done = max(done, most)
            if fresh:
                counts = np.cumsum(density)
            cells = np.floor(divisor * x / self.plan.unit + shift).astype(np.int64)
            found = np.where(cells < 0, 0.0, counts[np.clip(cells, 0, len(counts) - 1)])
            if full is not None:
                found = np.where(cells >= len(counts), full[number], np.minimum(found, full[number]))
            whole = self._whole(number, x)
            total += times * np.where(whole, self.full[number], found)
        return total

    def _whole(self, number: int, x: Array) -> Array:
        """Where all walks of a layer count."""
        found: Array = self.of.divisor[number] * x >= self.of._largest[number] * (1 + ROUNDED)
        return found

    def _corrections(self, x: Array, near: Array, less: Array, sums: Array) -> tuple[Array, Array]:
        """Σ over layers of what the roundings may take away or add, over e^``less``, and of what may have been lost."""
        of, course, table = self.of, self.plan.course, self.table
        theta, log_lost = course.theta[near], course.log_lost[near]
        far, lost = np.zeros(len(x)), np.zeros(len(x))
        for number, (divisor, times) in enumerate(zip(of.divisor, of.times, strict=True)):
            totals = divisor * x
            live = times * ~self._whole(number, x)
            weight = theta * totals - self.log_factor
            far += live * np.exp(np.where(live > 0, weight - less + sums[near, number], -inf))
            lost += live * np.exp(np.where(live > 0, weight + log_lost, -inf))
            if table.tilt:
                flushed = table.tilt * totals + table.log_flushed - self.log_factor
                lost += live * np.exp(np.where(live > 0, flushed, -inf))
        return far, lost


def _pairs(totals: Array, counts: Array, of: Array, layer: Layer, upto: float) -> tuple[Array, Array]:
    """The values that walks have in a layer, up to one, and how many have each."""
    divisor = float(layer.divisor)
    some = slice(0, int(np.searchsorted(totals, divisor * upto * (1 + ROUNDED), side="right")))
    inside = of[some] <= layer.most
    return totals[some][inside] / divisor, counts[some][inside] * layer.times


def _classes(walk: Walk, classes: Array) -> dict[int, _Class]:
    """The walks that end in each class."""
    found: dict[Any, tuple[float, _Class]] = {walk.start: (0.0, _Class(1, 1, 0, 1))}
    for step in range(1, walk.length + 1):
        after: dict[Any, tuple[float, _Class]] = {}
        for state, (about, here) in found.items():
            for reached, adds, times in walk.ways(state, step):
                near, none = about + float(adds), 0 if adds else here.none * times
                known = after.get(reached)
                if known is not None and near < known[0] * (1 - ROUNDED):  # too small to be the largest
                    one = known[1]
                    both = _Class(one.count + here.count * times, one.none + none, one.largest, one.many)
                    after[reached] = known[0], both
                    continue
                largest = here.largest + adds if adds else here.largest
                moved = _Class(here.count * times, none, largest, here.many * times)
                both = moved if known is None else known[1].joined(moved)
                after[reached] = near if known is None else max(near, known[0]), both
        found = after
    by_class: dict[int, _Class] = {}
    for state, (_, one) in found.items():
        number = int(classes[walk.number_of(state, walk.length)])
        by_class[number] = by_class[number].joined(one) if number in by_class else one
    return by_class


def _larger(one: tuple[Exact, int], other: tuple[Exact, int]) -> tuple[Exact, int]:
    if one[0] == other[0]:
        return one[0], one[1] + other[1]
    return one if one[0] > other[0] else other
