"""How many walks have a total of at most x, for x of one stretch, between proven bounds.

Every number that is added is rounded to a whole number of cells, and the walks that end in each cell are counted step
by step, state by state. A total differs from its cell by what the roundings leave, R cells. With c the cell and X = x
in cells, a walk has a total of at most x iff c + R ≤ X, so for any d

    #{c ≤ X − d} − #{c ≤ X − d, R > d}  ≤  #{total ≤ x}  ≤  #{c ≤ X + d} + #{total ≤ x, R < −d}.

Where d is as large as R can be nothing is taken away or added. For smaller d the two corrections are bounded by
Chernoff's inequality with two multipliers: for θ, t ≥ 0 at most e^(θx − td) · Σ e^(−θ·total ± tR) walks count, and the
sum over all walks needs a number for each state alone. (Of what is taken away the totals may be above x, by at most
R − d cells, so there t ≥ θ·unit is needed, too; else that bound is not used.) θ keeps it in proportion to the number of
walks with a total of at most x, however few these are among all. The better of the two bounds is taken.

States that hardly any such walk passes are left out, and in the others the cells where hardly any is found. How many
walks that loses is bounded in the same way, by the sums from the start to a state times those from it to the end, and
added to the upper bound; the corrections are of the walks that are left. Counts are sums of positive floats, so their
error is at most the number of additions times the rounding of one.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import ceil, exp, inf, log, sqrt
from typing import Any

import numpy as np

from intervale.exact.shelf import Parts
from intervale.exact.smallest_walks import ROUNDED
from intervale.exact.walk_bands import Bands
from intervale.exact.walks import Moves, Tilted, Walk

__all__ = ["LOST", "NEAR", "TINY", "Course", "Plan", "Stretch", "Table"]

Array = np.ndarray[Any, Any]
LEAST_CELLS, MOST_CELLS, MOST_KEPT, MOST_PRECISE = 1 << 10, 1 << 21, 1 << 26, 3 << 27
"""How many cells a row has, and how many all rows of a table have together; the last where bounds are to be narrow
whatever that takes.
"""
NEAR = 1e-2
"""By how many cells totals can be off, from the rounding of floats: there are at most 2^21 cells, and a total is off by
less than a share of 10^−9, where states are rounded at every step.
"""
LOST = 1e-6
"""Which share of the weight may be lost, about, where states are left out."""
TOGETHER = 8
"""How many steps are made together, where a state is reached from itself and the one before it alone."""
LARGEST_LOG = 700.0
"""Up to e to this, numbers of walks are kept as they are."""
SMALLEST, TINY = 1e-307, 1e-322
"""Floats below the first are not exact to the last digit; they are off by less than the second."""
NEARLY_NONE = 1e-300
"""What stands for no walk where a number of walks is divided by it."""


@dataclass(frozen=True, eq=False)
class Course:
    """Where the walks go that have at most some totals ``x``, the anchors: multipliers for each, and which states are
    kept.
    """

    walk: Walk
    """Through the states that are kept."""
    x: Array
    tilted: list[Tilted]
    """The walks of all states have their sums, those of the states that are kept their shares."""
    kept: list[Array]
    """For each step, which states are kept."""
    lost: float
    """Which share of the weight may leave the cells in which walks are counted."""
    spread: float
    """The standard deviation of the totals of all walks, about."""
    log_size: float
    """The logarithm of the number of all walks."""
    log_lost: Array
    """log Σ e^(−θ·total) over the walks that pass a state, or a cell, which was left out, for each anchor."""

    @staticmethod
    def of(walk: Walk, x: Array, lost: float = LOST) -> Course:
        tilted = [walk.tilted(walk.tilt(total)) for total in x.tolist()]
        kept = [np.zeros(walk.states, dtype=bool) for _ in range(walk.length + 1)]
        passed = [one.passed() for one in tilted]
        for rows in passed:
            for keep, row in zip(kept, rows, strict=True):
                keep |= _most_of(row, lost / walk.length)
        log_lost = [one.log_sum + log(_lost(rows, kept) + lost) for one, rows in zip(tilted, passed, strict=True)]
        inside = walk.within(kept)
        left = [Tilted(inside, one.theta, one.back) for one in tilted]
        return Course(inside, x, left, kept, lost, walk.spread, walk.log_size, np.array(log_lost))

    @property
    def high(self) -> float:
        return float(self.x[-1])

    @property
    def theta(self) -> Array:
        return np.array([one.theta for one in self.tilted])

    @cached_property
    def moves(self) -> int:
        """How often a row of cells is added to another one."""
        return sum(int((moves.source != moves.target).sum()) for moves in self.walk.steps)

    @cached_property
    def rows(self) -> int:
        """How many rows there are at a time, at most."""
        return max(int(keep.sum()) for keep in self.kept)

    def plan(self, width: float, finer: float = 1.0, kept: int = MOST_KEPT) -> Plan:
        """A table for bounds that differ by at most a share ``width``, about, with cells ``finer`` times that size, and
        no more than ``kept`` cells.
        """
        unit = finer * min(
            self._unit(one, variance, width) for one, variance in zip(self.tilted, self.variances, strict=True)
        )
        most = min(MOST_CELLS, kept // self.rows)
        return Plan(self, width, min(max(unit, self.high / most), self.high / LEAST_CELLS))

    @cached_property
    def variances(self) -> list[float]:
        """The variance of R among the walks that each θ stands for, about, where cells are fine."""
        return [_variance(one, self.high / MOST_CELLS) for one in self.tilted]

    def _unit(self, tilted: Tilted, variance: float, width: float) -> float:
        """How large cells may be for bounds of this width: a bound d cells away differs by a share of θ·d cells, or,
        where most walks have at most x, by one that the spread of all totals says.
        """
        return 0.7 * width / (2 * max(tilted.theta, 1 / self.spread) * _margin(variance, width))


def _most_of(row: Array, share: float) -> Array:
    """Which states to keep so that the others together have at most this share."""
    order = np.argsort(row, kind="stable")
    others = np.cumsum(row[order]) <= share * row.sum()
    keep = np.ones(len(row), dtype=bool)
    keep[order[others]] = False
    return keep


def _lost(rows: list[Array], kept: list[Array]) -> float:
    """Which part of the weight passes a state that is not kept, or is too small for floats, at most."""
    return sum(float(row[~keep].sum()) for row, keep in zip(rows, kept, strict=True)) + SMALLEST * sum(map(len, rows))


def _needed(width: float) -> float:
    """How much smaller, as a logarithm, a correction has to be than Chernoff's bound, which is above the number by less
    than e^4 as a rule.
    """
    return log(20 / width) + 4


def _margin(variance: float, width: float) -> float:
    """How many cells away a bound of this width is, about."""
    return sqrt(2 * variance * _needed(width)) + 3


def _variance(tilted: Tilted, unit: float) -> float:
    """The variance of R among the walks that θ stands for, about."""
    t = 0.05
    found = tilted.log_residues(unit, t) + tilted.log_residues(unit, -t) - 2 * tilted.log_sum
    return max(found / t**2, 1e-3)


@dataclass(frozen=True, eq=False)
class Plan:
    """What a table will be: how fine, and so how much work."""

    course: Course
    width: float
    unit: float

    @property
    def cells(self) -> int:
        drift = max(0, ceil(-self.reach[1]))  # totals may all be below their cells, where every document adds something
        spare = max(2 * ceil(sqrt(self.course.walk.length)), ceil(_margin(max(self.course.variances), self.width)))
        return ceil(self.course.high / self.unit) + max(drift, spare) + 2

    @cached_property
    def reach(self) -> tuple[float, float]:
        """Between which numbers that lies which roundings leave of a total, in cells."""
        return self.course.walk.residues(self.unit)

    @property
    def additions(self) -> int:
        """How many numbers are added up, at most."""
        return self.cells * self.course.moves

    def counted(self) -> Stretch:
        """Count the walks, cell by cell."""
        course, table = self.course, Table.of(self)
        counts, log_factor = table.counts()
        sums = [self._sums(one) for one in course.tilted]
        t, log_below, log_above = (np.array(part) for part in zip(*sums, strict=True))
        cells = np.minimum((course.x / self.unit).astype(np.int64), len(counts) - 1)
        with np.errstate(divide="ignore"):
            logs = np.maximum(np.log(counts[cells]) + log_factor, 0.0)
        excess = course.theta * course.x - logs + log(20 / self.width)
        margins = np.maximum(0.0, (np.maximum(log_below, log_above) + excess) / t)
        anchors = np.stack([course.x, course.theta, t, margins, log_below, log_above, course.log_lost])
        return Stretch(
            self.width, self.unit, counts, log_factor, anchors, self.reach, table.tilt, table.log_flushed, table.off()
        )

    @cached_property
    def bands(self) -> Bands:
        """In which cells walks are counted."""
        course = self.course
        return Bands.of(course.tilted, course.kept, self.unit, self.cells, course.spread, course.lost)

    def multiplier(self, tilted: Tilted) -> float:
        """A multiplier of roundings that suits bounds of this width."""
        return sqrt(2 * _needed(self.width) / _variance(tilted, self.unit))

    def _sums(self, tilted: Tilted) -> tuple[float, float, float]:
        """A multiplier of roundings, and the sums with it and with its negative."""
        t = self.multiplier(tilted)
        return t, tilted.log_residues(self.unit, t), tilted.log_residues(self.unit, -t)


@dataclass(frozen=True, eq=False)
class Stretch:
    """The walks with totals of one stretch, counted in cells."""

    width: float
    """How far apart bounds were to be, as a share of the upper one."""
    unit: float
    counts: Array
    """How many walks end in a cell or below, over e^``log_factor``."""
    log_factor: float
    anchors: Array
    """A column for each anchor: x, θ, t, d, log Σ e^(−θ·total − tR), log Σ e^(−θ·total + tR), and log Σ e^(−θ·total)
    over the walks that pass a state which was left out. They give bounds for every x.
    """
    reach: tuple[float, float]
    """Between which numbers R lies."""
    tilt: float
    log_flushed: float
    """log of what numbers too small for floats may have taken away, weighted by e^(−tilt·total)."""
    off: float
    """By how much a count can be off because weights are too small for floats."""

    def bounds(self, totals: Array) -> tuple[Array, Array]:
        """Logarithms of numbers between which the number of walks with at most these totals lies."""
        near = np.abs(self.anchors[0][:, None] - totals).argmin(axis=0)
        _, theta, t, d, log_below, log_above, log_lost = self.anchors[:, near]
        sound = t >= theta * self.unit
        cell, weight = totals / self.unit, theta * totals - self.log_factor
        few, many = self._surely(cell)
        far = weight - t * d
        with np.errstate(divide="ignore", over="ignore", invalid="ignore"):
            taken = np.where(sound, np.exp(far + log_above) * (1 + ROUNDED), inf)
            low = self._count(cell - d - NEAR, self.counts[-1]) * (1 - ROUNDED) - taken - self.off
            high = self._count(cell + d + NEAR) + np.exp(far + log_below)
            lost = np.exp(weight + log_lost) + np.exp(self.tilt * totals + self.log_flushed - self.log_factor)
            low = np.fmax(np.fmax(low, few * (1 - ROUNDED) - self.off), 0.0)
            high = (np.minimum(high, many) + lost + self.off) * (1 + ROUNDED)
            return np.log(low) + self.log_factor, np.log(high) + self.log_factor

    def _surely(self, cells: Array) -> tuple[Array, Array]:
        """How many walks end so far below these cells that their totals cannot be above, and how many not so far above
        that they cannot be below.
        """
        least, most = self.reach
        return self._count(cells - most - NEAR, self.counts[-1]), self._count(cells - least + NEAR)

    def _count(self, cells: Array, beyond: float = inf) -> Array:
        """How many walks end in these cells or below; beyond the table a number that is not below, or not above."""
        places = np.floor(cells).astype(np.int64)
        found = self.counts[np.clip(places, 0, len(self.counts) - 1)]
        return np.where(places < 0, 0.0, np.where(places >= len(self.counts), beyond, found))

    # ------------------------------------------------------------ how good it is

    @cached_property
    def mesh(self) -> Array:
        """A total in each cell of the stretch."""
        x = self.anchors[0]
        return np.linspace(x[0], x[-1], ceil((x[-1] - x[0]) / self.unit) + 1)

    @cached_property
    def widest(self) -> float:
        """How far apart bounds are, as a share of the upper one."""
        low, high = self.bounds(self.mesh)
        with np.errstate(invalid="ignore"):
            apart = np.nan_to_num(np.minimum(low - high, 0.0), nan=-inf, neginf=-inf)
        return float(-np.expm1(apart).min())

    @cached_property
    def widest_between(self) -> float:
        """How far apart bounds can be at any total, as a share of the upper one: between two neighbouring totals of the
        mesh there may be many walks.
        """
        if len(self.mesh) == 1:
            return self.widest
        low, high = self.bounds(self.mesh)
        with np.errstate(invalid="ignore"):
            apart = np.nan_to_num(np.minimum(low[:-1] - high[1:], 0.0), nan=-inf, neginf=-inf)
        return float(-np.expm1(apart).min())

    def excess(self) -> float:
        """The logarithm of how many times more walks may have been left out than may be, at the worst anchor."""
        x, theta, *_, log_lost = self.anchors
        with np.errstate(divide="ignore"):
            counted = np.maximum(np.log(self._count(x / self.unit)) + self.log_factor, 0.0)
        return float((theta * x + log_lost - counted).max()) + log(20 / self.width)

    def surely_apart(self) -> float:
        """The logarithm of how far apart bounds are that are sure of every walk."""
        few, many = self._surely(self.mesh / self.unit)
        with np.errstate(invalid="ignore", over="ignore"):
            apart = np.log(many / np.maximum(few, NEARLY_NONE))
        return float(np.nan_to_num(apart, nan=inf, posinf=inf).max())

    # ------------------------------------------------------------ kept

    def parts(self) -> Parts:
        """What it is made of."""
        numbers = (self.width, self.unit, self.log_factor, *self.reach, self.tilt, self.log_flushed, self.off)
        return {"counts": self.counts, "anchors": self.anchors, "numbers": np.array(numbers)}

    @staticmethod
    def of_parts(parts: Parts) -> Stretch:
        """The same from what it is made of."""
        counts, anchors = np.asarray(parts["counts"]), np.asarray(parts["anchors"])
        width, unit, log_factor, least, most, tilt, log_flushed, off = np.asarray(parts["numbers"]).tolist()
        return Stretch(width, unit, counts, log_factor, anchors, (least, most), tilt, log_flushed, off)


class Table:
    """Rows of cells, one for each state, with how many walks end there: as they are, or where they are too many for
    floats, weighted by e^(−tilt·cell) and scaled.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan, self.cells = plan, plan.cells
        self.rows: dict[int, Array] = {0: np.zeros(self.cells)}
        self.rows[0][0] = 1.0
        self.ends: dict[int, tuple[int, int]] = {0: (0, 1)}
        """Between which cells a row has numbers, the second not included."""
        self.scratch = np.empty(self.cells)
        self.in_order = all(_in_order(moves) for moves in plan.course.walk.steps)
        many = plan.course.log_size > LARGEST_LOG
        self.tilted = plan.course.tilted[len(plan.course.tilted) // 2] if many else None
        self.tilt = 0.0 if self.tilted is None else self.tilted.theta
        self.log_factor = 0.0
        self.log_flushed = -inf
        self.vanishing = False
        """Whether a move multiplies by what is too small for floats."""

    @staticmethod
    def of(plan: Plan) -> Table:
        """The table after all steps."""
        table, walk = Table(plan), plan.course.walk
        scales = None if table.tilted is None else _weights(table.tilted)
        largest = [0.0]  # for each step, the logarithm of a number that stands for 1 in the rows
        together = TOGETHER if all(map(_in_a_chain, walk.steps)) else 1
        for start in range(0, walk.length, together):
            number = min(start + together, walk.length)
            if together > 1:
                table._steps(start, number)
            else:
                table._step(walk.steps[start], plan.bands.first[number], plan.bands.last[number])
            largest += [table.log_factor] * (number - start)
            if scales is not None and abs(scales[number] - table.log_factor) > LARGEST_LOG / 2:
                table._shrink(max(scales[number] - table.log_factor, -LARGEST_LOG / 2))
        if table.tilted is not None and scales is not None:
            steps = zip(scales, largest, table.tilted.back, strict=True)
            ends = [max(scale, factor) + float(back.max()) for scale, factor, back in steps]
            table.log_flushed = max(ends) + log(SMALLEST * table.cells * walk.states * len(scales))
            table.log_flushed += table.tilt * plan.unit * walk.length / 2  # cells are that far above totals, at most
            table.log_flushed = inf if table.vanishing else table.log_flushed
        return table

    def _steps(self, start: int, end: int) -> None:
        """Several steps, where a state is reached from itself and the one before it alone: while the rows of some
        states are near the processor they are taken through all steps, each as soon as those it needs are there.
        """
        first, last = (ends[start + 1 : end + 1] for ends in (self.plan.bands.first, self.plan.bands.last))
        chains = [self._chain(moves) for moves in self.plan.course.walk.steps[start:end]]
        live = [n for n in range(start, end + 1) for n in np.flatnonzero(self.plan.course.kept[n])[[0, -1]].tolist()]
        low, high = min(live), max(live)
        for wave in range(high, low - len(chains), -1):
            for step in range(max(0, low - wave), min(len(chains), high - wave + 1)):
                state, (stays, comes, shifts) = wave + step, chains[step]
                here = int(first[step][state]), int(last[step][state]) + 1
                self._stay(state, here, stays[state])
                if comes[state]:
                    self._come(state, here, shifts[state], comes[state])

    def _chain(self, moves: Moves) -> tuple[list[float], list[float], list[int]]:
        """For each state, by what its row is multiplied, and that of the state before, and how far the latter moves."""
        stays, comes = np.zeros(self.plan.course.walk.states), np.zeros(self.plan.course.walk.states)
        shifts = np.zeros(self.plan.course.walk.states, dtype=np.int64)
        same = moves.source == moves.target
        stays[moves.target[same]] = moves.times[same]
        shifts[moves.target[~same]] = self._shifts(moves)[~same]
        comes[moves.target[~same]] = moves.times[~same]
        self._look(shifts)
        return stays.tolist(), (comes * np.exp(-self.tilt * self.plan.unit * shifts)).tolist(), shifts.tolist()

    def _stay(self, state: int, here: tuple[int, int], by: float) -> None:
        """Leave what is in a row between some cells, and nothing else."""
        row = self.rows.get(state)
        if row is None:
            return
        start, end = self.ends[state]
        low, high = max(start, here[0]), min(end, here[1])
        if low >= high or not by:
            del self.rows[state], self.ends[state]
            return
        row[start:low] = row[high:end] = 0.0
        self.ends[state] = low, high
        if by != 1.0:
            row[low:high] *= by

    def _come(self, state: int, here: tuple[int, int], shift: int, by: float) -> None:
        """Add the row of the state before, so many cells further on, as far as it comes to lie between some cells."""
        if state - 1 in self.rows:
            start, end = self.ends[state - 1]
            low, high = max(start, here[0] - shift), min(end, here[1] - shift, self.cells - shift)
            if low < high:
                self._add(self.rows[state - 1], (low, high), state, shift, by)

    def _step(self, moves: Moves, first: Array, last: Array) -> None:
        """Where moves are in order, targets are filled from the last to the first, so that every row is read before it
        changes.
        """
        before = self.rows if self.in_order else {state: row.copy() for state, row in self.rows.items()}
        ends, self.rows, self.ends = self.ends, {}, {}
        shifts = self._shifts(moves)
        self._look(shifts[shifts < self.cells])
        weights = moves.times * np.exp(-self.tilt * self.plan.unit * shifts)
        order = np.lexsort((moves.source != moves.target, -moves.target))
        for source, target, shift, weight in zip(
            *(part[order].tolist() for part in (moves.source, moves.target, shifts, weights)), strict=True
        ):
            if source in before:
                low = max(ends[source][0], int(first[target]) - shift)
                high = min(ends[source][1], int(last[target]) + 1 - shift, self.cells - shift)
                if low >= high:
                    continue
                row = before[source]
                if source == target and self.in_order:
                    row[ends[source][0] : low] = row[high : ends[source][1]] = 0.0
                    self.rows[target], self.ends[target] = row, (low, high)
                    if weight != 1.0:
                        row[low:high] *= weight
                else:
                    self._add(row, (low, high), target, shift, weight)

    def _add(self, row: Array, part: tuple[int, int], target: int, shift: int, by: float) -> None:
        """Add part of a row to another one, so many cells further on."""
        low, high = part
        if target not in self.rows:
            self.rows[target], self.ends[target] = np.zeros(self.cells), (low + shift, high + shift)
        taken = row[low:high]
        if by != 1.0:
            taken = np.multiply(taken, by, out=self.scratch[: high - low])
        self.rows[target][low + shift : high + shift] += taken
        start, end = self.ends[target]
        self.ends[target] = min(start, low + shift), max(end, high + shift)

    def _shifts(self, moves: Moves) -> Array:
        """By how many cells each move goes on; where it leaves the table, by as many as there are."""
        return np.rint(np.minimum(moves.adds / self.plan.unit, self.cells)).astype(np.int64)

    def _look(self, shifts: Array) -> None:
        self.vanishing |= self.tilt * self.plan.unit * float(shifts.max(initial=0)) > LARGEST_LOG / 2

    def _shrink(self, by: float) -> None:
        for row in self.rows.values():
            row *= exp(-by)
        self.log_factor += by

    def counts(self) -> tuple[Array, float]:
        """How many walks end in each cell or below, over e to a number, and that number."""
        total = np.zeros(self.cells)
        for row in self.rows.values():
            total += row
        weights, log_factor = self.weights()
        return np.cumsum(total if weights is None else np.multiply(total, weights, out=total)), log_factor

    def off(self) -> float:
        """By how much a number of walks up to a cell can be off, over the same number, where floats end: where weights
        are small their rounding takes a share of what they weigh.
        """
        weighed = sum(float(row.sum()) for row in self.rows.values()) if self.tilt else 0.0
        return (self.cells + 4) * SMALLEST + TINY * weighed

    def weights(self) -> tuple[Array | None, float]:
        """What the numbers of each cell are multiplied by to be numbers of walks over e to a number, and that number;
        None where they are numbers of walks.
        """
        if not self.tilt:
            return None, 0.0
        step = self.tilt * self.plan.unit
        with np.errstate(under="ignore"):
            return np.exp(step * (np.arange(self.cells) - self.cells)), self.log_factor + step * self.cells


def _in_order(moves: Moves) -> bool:
    """Whether every move leads to a later state, or stays and adds nothing."""
    return bool(((moves.source < moves.target) | ((moves.source == moves.target) & (moves.adds == 0))).all())


def _in_a_chain(moves: Moves) -> bool:
    """Whether every move leads to the next state, one for each, or stays and adds nothing."""
    on = moves.target[moves.source != moves.target]
    return _in_order(moves) and bool((moves.target - moves.source <= 1).all()) and len(np.unique(on)) == len(on)


def _weights(tilted: Tilted) -> list[float]:
    """For each step, the logarithm of the sum over walks so far."""
    with np.errstate(divide="ignore", invalid="ignore"):
        sums = [np.log(row) - back for row, back in zip(tilted.passed(), tilted.back, strict=True)]
    return [tilted.log_sum + float(np.logaddexp.reduce(row[np.isfinite(row)])) for row in sums]
