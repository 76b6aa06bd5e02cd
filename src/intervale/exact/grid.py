"""Enclosing how many totals are at most a number, where there are too many to count.

The parts are independent, as in :mod:`intervale.exact.totals`: there are as many totals as picks. Totals are counted on
a grid: every pick is rounded to a whole number of cells, and how many picks reach each cell is found part by part. What
makes this an enclosure:

- *Rounding.* A total and its cell differ by the sum of the roundings of its picks. How many totals have a sum of
  roundings above t is bounded by Chernoff's inequality, with a multiplier for the total as well, so that only picks
  that fit under the number count. The table read t cells further up or down, and the few that lie beyond added or taken
  away, bracket the count; t is chosen to make the bracket narrow.
- *Floats.* Counts are sums of products of positive floats, so that their relative error is at most the number of
  operations times the unit roundoff. They are held *tilted*, as count · exp(−τ · cell), so that numbers with hundreds
  of digits fit; the largest is kept near the top of what floats hold, and what underflows is bounded.

Far out in the tail the unit has to be small: numbers between 1/2^(k+1) and 1/2^k of half the reach have a table of
their own, with as many cells as a narrow bracket takes. Numbers above half the reach are counted from the other end.
The smallest totals are listed, in whole numbers, and ranks of those that can be distinguished there are exact.

Tables take long to build. They are held while there is room, and put on a shelf (:mod:`intervale.exact.shelf`), which
is asked before one is built. The name of a table stands for all that it depends on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import ceil, exp, floor, frexp, fsum, inf, isqrt, log, prod, sqrt
from threading import Lock
from typing import Any

import numpy as np

from intervale.exact.grid_few import Bounds, ListedTotals, added, worth_table
from intervale.exact.grid_saddle import Picks, Saddle
from intervale.exact.grid_tables import MESH, CellTable, add, cumulate
from intervale.exact.independent import Part
from intervale.exact.numbers import Exact
from intervale.exact.progress import Tally, announce, parallel_map
from intervale.exact.shelf import NOTHING_KEPT, Shelf, digest
from intervale.exact.totals import near_rational

__all__ = ["Grid"]

Array = np.ndarray[Any, Any]

SCORE_WIDTH, RELATIVE_WIDTH = 1e-6, 5e-3
"""How narrow a bracket is wanted, against all totals and against those counted."""
MOST_CELLS, MOST_STEPS, MOST_KEPT = 1 << 26, 16e9, 1 << 27
"""The largest table, the most additions to make one, and how many cells all grids keep together."""
LEAST_CELLS, LARGE = 1 << 18, 1 << 24
MANY = 16
"""Parts with more picks than this come first, while the table is short."""
HALF = 0.5
LISTED = 1 << 22
"""No more totals than this are listed; about a quarter of it are."""
TOP = 2.0**900
"""Where the largest count is held."""
GROWN = 2.0**60
"""How much counts may have grown before they are scaled down."""
ROUNDOFF = 2.0**-52
ADDITION, CELL, PLAN, WORTH_SAYING = 1.3e-9, 40e-9, 0.3, 4.0
"""Seconds: what an addition, a cell and the plan of a table take, about; work that will take longer is announced."""


_KEPT: list[tuple[dict[int, CellTable], int, int]] = []
"""The tables of all grids, with the cells of each, the oldest first: they are dropped where there are too many."""
_LOCK, _LARGE = Lock(), Lock()
"""For the list of tables, and for making large ones, one at a time."""


class Grid:
    """Bounds on how many totals of independent parts are at most the total of some picks.

    ``places`` are the numbers to pick from at each place, ``parts`` the independent parts that they make. Tables are
    kept on the ``shelf``; ``of`` is what they belong to, for messages.

    >>> from intervale.exact.independent import independent_parts
    >>> from intervale.exact.totals import HalfSums
    >>> places = [[0, Fraction(4, 5) ** i] for i in range(12)]
    >>> parts = independent_parts(places, 100)
    >>> ((low, high),) = Grid(places, parts).enclose(np.array([[0, 1, 0, 1, 1, 0, 0, 0, 1, 0, 0, 0]]))
    >>> total = sum(places[place][1] for place in (1, 3, 4, 8))
    >>> low <= HalfSums(parts).at_most([total])[0] <= high
    True
    """

    def __init__(
        self, places: Sequence[Sequence[Exact]], parts: Sequence[Part], shelf: Shelf = NOTHING_KEPT, of: str = ""
    ) -> None:
        self.size = prod(part.size for part in parts)
        picks = [values for part in parts if part.size > 1 for values in _above_least(part)]
        reach = Fraction(fsum(float(values[-1]) for values in picks) * (1 + 2.0**-40) or 1.0)  # few digits
        picks = [[value / reach for value in values] for values in picks]  # the greatest total is 1, or a little less
        least = [min(place) for place in places]
        near = [
            [near_rational(number - low) / reach for number in place] for low, place in zip(least, places, strict=True)
        ]
        of = f" of {of}" if of else ""
        self._up = _Side(picks, near, self.size, shelf, of)
        mirrored = [[values[-1] - value for value in reversed(values)] for values in picks]
        same = all(_nearly(a, b) for a, b in zip(picks, mirrored, strict=True))
        turned = [[max(place) - number for number in place] for place in near]
        self._down = _Side(picks if same else mirrored, turned, self.size, shelf, of)
        if same:
            self._down.share(self._up)

    def enclose(self, choices: Array) -> list[Bounds]:
        """For rows of choices, which number was picked at each place: bounds on the rank of their total, from 1."""
        total = self._up.totals(choices)
        above = total > HALF
        found: list[Bounds] = [(0, 0)] * len(total)
        for side, rows in ((self._up, np.flatnonzero(~above)), (self._down, np.flatnonzero(above))):
            for row, (low, high) in zip(rows.tolist(), side.ranks(choices[rows]), strict=True):
                found[row] = (low, high) if side is self._up else (self.size + 1 - high, self.size + 1 - low)
        return found

    @cached_property
    def error(self) -> float:
        """Half the widest bracket of any total, as a share of all totals, or more."""
        return min(1.0, max(self._up.widest(), self._down.widest())) / 2


class _Side:
    """Totals counted from their least one on, 0."""

    def __init__(
        self, picks: list[list[Fraction]], places: list[list[Fraction]], size: int, shelf: Shelf, of: str
    ) -> None:
        self.size, self.log_size = size, _log(size)
        self.shelf, self.of = shelf, of
        self.exact = picks
        self.places = places
        self.values = [np.array([float(value) for value in values]) for values in picks]
        self.values.sort(key=lambda values: (len(values) <= MANY, values[-1]))
        self.flat = np.concatenate(self.values) if picks else np.zeros(0)
        self.starts = np.cumsum([0, *(len(values) for values in self.values)])[:-1]
        self.picks = Picks(self.flat, self.starts)
        self.weights = worth_table(places, float)
        self.tables: dict[int, CellTable] = {}

    def share(self, other: _Side) -> None:
        """Use the tables of another side with the same picks."""
        self.tables = other.tables

    def totals(self, choices: Array) -> Array:
        """The total of each row, in floats."""
        return added(self.weights, choices)

    # ------------------------------------------------------------ ranks

    def ranks(self, choices: Array) -> list[Bounds]:
        """Bounds on the rank of the total of each row of choices."""
        if not len(choices):
            return []
        total = self.totals(choices)
        found: list[Bounds] = [(1, 1)] * len(total)
        few = total <= self.few.limit
        for row, bounds in zip(np.flatnonzero(few).tolist(), self.few.ranks(choices[few]), strict=True):
            found[row] = bounds
        rows = np.flatnonzero(~few)
        octaves = np.floor(np.log2(HALF / total[rows])).astype(int).clip(0)
        for octave, table in self._tables(np.unique(octaves).tolist()):
            inside = rows[octaves == octave]
            low, high = table.logarithms(total[inside])
            for row, a, b in zip(inside.tolist(), low.tolist(), high.tolist(), strict=True):
                found[row] = max(1, _whole(a, ceil)), min(self.size, _whole(min(b, self.log_size + 1), floor))
        return found

    @cached_property
    def few(self) -> ListedTotals:
        """The smallest totals, listed."""
        name = f"listed {digest(self._digest, LISTED, _text(self.exact), _text(self.places))}"
        if (kept := self.shelf.get(name)) is not None:
            return ListedTotals.of_parts(kept)
        made = ListedTotals.of(self.exact, self.places, self._below(LISTED))
        self.shelf.put(name, made.parts())
        return made

    def _below(self, most: int) -> float:
        """A number that no more than so many totals stay below, by Chernoff's inequality."""
        low, high = float(self.flat[self.flat > 0].min()) / 2, 1.0
        while high > low * 1.001:
            middle = sqrt(low) * sqrt(high)
            low, high = (middle, high) if self.picks.saddle(np.array([middle])).bound[0] <= log(most) else (low, middle)
        return low

    def widest(self) -> float:
        """The widest bracket as a share of all totals: octave by octave, until all that is left is less, or listed."""
        widest, octave = self.few.widest() / self.size, 0
        while self.values:
            table = self.table(octave)
            widest = max(widest, table.widest(self.log_size))
            _, high = table.logarithms(np.array([table.limit / 2]))
            if exp(min(0.0, float(high[0]) - self.log_size)) <= widest or table.limit / 2 <= self.few.limit:
                break
            octave += 1
        return widest

    # ------------------------------------------------------------ tables

    def table(self, octave: int) -> CellTable:
        """The table for numbers between 1/2^(octave + 1) and 1/2^octave of half the reach."""
        return next(table for _, table in self._tables([octave]))

    def _tables(self, octaves: list[int]) -> Iterator[tuple[int, CellTable]]:
        """The tables of some octaves: those at hand, those from the shelf, then those that have to be built."""
        missing = []
        for octave in octaves:
            table = self.tables.get(octave)
            if table is None and (kept := self.shelf.get(self._name(octave))) is not None:
                table = self._held(octave, CellTable.of_parts(kept))
            if table is None:
                missing.append(octave)
            else:
                yield octave, table
        if missing:
            yield from self._built(missing)

    def _built(self, octaves: list[int]) -> Iterator[tuple[int, CellTable]]:
        plans = list(parallel_map(self._plan, octaves, f"planning tables{self.of}"))
        tally = Tally(f"building tables of sums{self.of}", sum(plan.additions + plan.cells for plan in plans))
        seconds = tally.total * ADDITION + sum(plan.cells for plan in plans) * CELL + len(plans) * PLAN
        if seconds > WORTH_SAYING:
            announce(f"{tally.what} takes up to {seconds:.0f} s")
        for plan, made in zip(plans, parallel_map(self._made, plans, tally, given=tally), strict=True):
            self.shelf.put(self._name(plan.octave), made.parts())
            yield plan.octave, self._held(plan.octave, made)

    def _held(self, octave: int, table: CellTable) -> CellTable:
        """Hold a table, and drop the oldest of all grids where they are too many."""
        with _LOCK:
            self.tables[octave] = table
            _KEPT.append((self.tables, octave, len(table.cumulated)))
            while len(_KEPT) > 1 and sum(cells for _, _, cells in _KEPT) > MOST_KEPT:
                tables, oldest, _ = _KEPT.pop(0)
                tables.pop(oldest, None)
        return table

    def _name(self, octave: int) -> str:
        return f"table {self._digest} {octave}"

    @cached_property
    def _digest(self) -> str:
        """Of all that tables depend on."""
        sizes = SCORE_WIDTH, RELATIVE_WIDTH, MOST_CELLS, MOST_STEPS, LEAST_CELLS
        return digest(self.flat, self.starts, f"{self.size:x}", len(self.places), *sizes)

    def _plan(self, octave: int) -> _Plan:
        limit = HALF / 2**octave
        saddle = self.picks.saddle(limit * (0.5 + 0.5 * (np.arange(MESH) + 0.5) / MESH))
        cells = self._cells(limit, saddle)
        return _Plan(octave, limit, cells, saddle, int(self._steps(limit, cells)))

    def _cells(self, limit: float, saddle: Saddle) -> int:
        """As many cells as a bracket takes that is narrow enough, within what can be had."""
        spread = 5 * np.sqrt(saddle.moved / 12) + 1
        relative = 2 * spread * saddle.slope * limit  # for one cell
        share = relative * np.exp(np.minimum(0.0, saddle.count - self.log_size))
        wanted = float(np.maximum(relative / RELATIVE_WIDTH, share / SCORE_WIDTH).max())
        cells = LEAST_CELLS
        while cells < min(wanted, MOST_CELLS) and self._steps(limit, 2 * cells) <= MOST_STEPS:
            cells *= 2
        return cells

    def _steps(self, limit: float, cells: int) -> float:
        """How many additions a table takes."""
        reached, needed = 0.0, 0.0
        for values in self.values:
            reached = min(limit, reached + values[-1])
            needed += reached / limit * cells * (len(values) - 1)
        return needed

    def _made(self, tally: Tally, plan: _Plan) -> CellTable:
        with _LARGE if plan.cells > LARGE else nullcontext():
            unit = plan.limit / plan.cells
            rounded = np.rint(self.flat / unit)
            errors = rounded - self.flat / unit
            slack = (len(self.values) + len(self.places) + 8) * plan.cells * ROUNDOFF
            up = self.picks.margin(plan.saddle, unit, self.flat, errors)
            down = self.picks.margin(plan.saddle, unit, rounded * unit, -errors)
            length = plan.cells + max(0, ceil(up.margin.max() + slack)) + 2
            tilt = float(plan.saddle.tilt[MESH // 2]) * unit
            counts, exponent, operations = self._counted(rounded, length, tilt, tally)
            cumulate(counts, exp(-tilt))
            loss = 4 * ROUNDOFF * (operations + 2 * length + tilt * length + 4 * self.log_size) + 1e-12
            tally.add(plan.cells)
        return CellTable(plan.limit, unit, counts, tilt, exponent, loss, slack, up, down)

    def _counted(self, rounded: Array, length: int, tilt: float, tally: Tally) -> tuple[Array, float, int]:
        """How many picks reach each cell, tilted; the logarithm of what they were divided by; operations in a row."""
        counts = np.zeros(length)
        counts[0] = TOP
        used, exponent, operations, grown = 1, -log(TOP), 0, 1.0
        for start, values in zip(self.starts.tolist(), self.values, strict=True):
            cells = rounded[start : start + len(values)]
            inside = [(int(r), exp(-tilt * r)) for r in cells[1:].tolist() if r < length]
            if not inside:
                continue
            used = add(counts, used, inside)
            tally.add(used * len(inside))
            operations += len(inside) + 1
            grown *= 1 + sum(factor for _, factor in inside)
            if grown > GROWN:
                power = frexp(float(counts[:used].max()) / TOP)[1]
                counts[:used] *= 2.0**-power
                exponent, grown = exponent + power * log(2), 1.0
        return counts, exponent, operations


@dataclass(frozen=True, eq=False)
class _Plan:
    """A table that is to be built, and how many additions it takes, about."""

    octave: int
    limit: float
    cells: int
    saddle: Saddle
    additions: int


def _text(numbers: list[list[Fraction]]) -> str:
    return ";".join(",".join(f"{n.numerator:x}/{n.denominator:x}" for n in row) for row in numbers)


def _above_least(part: Part) -> list[list[Fraction]]:
    """How far the sums of a part are above its least one, nearly. Equally spaced ones are taken apart like the digits
    of a number, which makes fewer to add: 0..5 are 0..1 and 0, 2, 4.
    """
    one = near_rational(part.unit)
    numbers = [number - part.numbers[0] for number in part.numbers]
    step = numbers[1]
    if numbers != list(range(0, step * part.size, step)):
        return [[number * one for number in numbers]]
    digits, left = [], part.size
    while left > 1:
        radix = next((r for r in range(2, isqrt(left) + 1) if left % r == 0), left)
        digits.append([digit * step * one for digit in range(radix)])
        left, step = left // radix, step * radix
    return digits


def _nearly(first: Sequence[Fraction], second: Sequence[Fraction]) -> bool:
    """Whether two lists are the same but for the digits that were left out."""
    return all(abs(a - b) <= first[-1] / 10**30 for a, b in zip(first, second, strict=True))


def _log(number: int) -> float:
    """The logarithm of a whole number of any size."""
    return log(number) if number else -inf


def _whole(logarithm: float, rounding: Any) -> int:
    """The whole number with a logarithm, rounded up or down."""
    if logarithm < 42:
        return int(rounding(exp(logarithm))) if logarithm > -inf else 0
    power = floor(logarithm / log(2)) - 60
    return int(rounding(exp(logarithm - power * log(2)))) << power
