"""Tables of how many totals reach each cell of a grid, tilted; and what is read from them."""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, inf, log
from typing import Any

import numpy as np

from intervale.exact.shelf import Parts

__all__ = ["CHUNK", "MESH", "SMALLEST", "CellTable", "Margin", "add", "cumulate"]

Array = np.ndarray[Any, Any]
CHUNK = 1 << 15
"""Cells worked on at a time: they stay in the processor's cache."""
SMALLEST = 1e-280
"""Below which what was lost to underflow may be noticed."""
MESH = 24
"""For how many numbers of an octave margins are chosen."""


@dataclass(frozen=True, eq=False)
class Margin:
    """exp(tilt · number − multiplier · margin + logarithm) bounds how many totals are off by more than the margin."""

    tilt: Array
    margin: Array
    multiplier: Array
    logarithm: Array

    def rows(self) -> Array:
        return np.stack([self.tilt, self.margin, self.multiplier, self.logarithm])


@dataclass(frozen=True, eq=False)
class CellTable:
    """``cumulated[x]`` · exp(``tilt`` · x + ``exponent``) picks have at most x cells."""

    limit: float
    unit: float
    cumulated: Array
    tilt: float
    exponent: float
    loss: float
    """The relative error of the floats."""
    slack: float
    """By how many cells floats can put a total wrong."""
    up: Margin
    down: Margin

    @staticmethod
    def of_parts(parts: Any) -> CellTable:
        """A table from what :meth:`parts` gave."""
        up, down = Margin(*parts["up"]), Margin(*parts["down"])
        limit, unit, tilt, exponent = parts["limit"], parts["unit"], parts["tilt"], parts["exponent"]
        return CellTable(limit, unit, parts["cumulated"], tilt, exponent, parts["loss"], parts["slack"], up, down)

    def parts(self) -> Parts:
        """What it takes to have it again."""
        return {
            "limit": self.limit,
            "unit": self.unit,
            "tilt": self.tilt,
            "exponent": self.exponent,
            "loss": self.loss,
            "slack": self.slack,
            "cumulated": self.cumulated,
            "up": self.up.rows(),
            "down": self.down.rows(),
        }

    def logarithms(self, numbers: Array) -> tuple[Array, Array]:
        """Bounds on the logarithms of how many totals are at most some numbers from half the limit to the limit."""
        place = ((numbers / self.limit - 0.5) * 2 * MESH).astype(int).clip(0, MESH - 1)
        cell = numbers / self.unit
        low, high = cell - self.down.margin[place] - self.slack, cell + self.up.margin[place] + self.slack
        below, above = self._count(low), self._count(high)
        beyond = self._beyond(self.up, place, numbers)
        spurious = self._beyond(self.down, place, low * self.unit)
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            share = 1 - self.loss - np.exp(np.minimum(50.0, spurious - below))
            least = np.where(np.isfinite(below) & (share > 0), below + np.log(np.maximum(share, 1e-300)), -inf)
            smallest = log(SMALLEST) + self.tilt * high + self.exponent
            most = np.logaddexp(np.maximum(above, smallest) + log(1 + self.loss), beyond)
        return least, most

    @staticmethod
    def _beyond(margin: Margin, place: Array, numbers: Array) -> Array:
        bound: Array = (
            margin.tilt[place] * numbers - margin.multiplier[place] * margin.margin[place] + margin.logarithm[place]
        )
        return bound + 1e-6  # floats

    def _count(self, cells: Array) -> Array:
        """The logarithm of how many picks have at most so many cells; none where they are too few to be counted."""
        cell = np.floor(cells)
        found = self.cumulated[cell.clip(0, len(self.cumulated) - 1).astype(np.int64)]
        with np.errstate(divide="ignore"):
            counted: Array = np.log(found) + self.tilt * cell + self.exponent
        return np.where((cell >= 0) & (found >= SMALLEST), counted, -inf)

    def widest(self, log_size: float) -> float:
        """The widest bracket as a share of all totals."""
        width = ceil(self.up.margin.max() + self.down.margin.max() + 2 * self.slack) + 2
        stride = max(1, width // 8)
        blocks = -(-width // stride) + 1
        inside = float(self._shares(np.array([min(blocks * stride, len(self.cumulated) - 1)]), log_size)[0])
        largest = 0.0
        for start in range(0, len(self.cumulated), CHUNK * stride):  # stretches that overlap by a bracket
            cells = np.arange(start, min(len(self.cumulated), start + (CHUNK + blocks) * stride), stride)
            shares = self._shares(np.minimum(np.append(cells, cells[-1] + stride), len(self.cumulated) - 1), log_size)
            largest = max(largest, float(shares[-1]))
            if len(shares) > blocks:
                inside = max(inside, float((shares[blocks:] - shares[:-blocks]).max()))
        place = np.arange(MESH)
        numbers = self.limit * (0.5 + 0.5 * (place + 1) / MESH)
        outside = sum(
            np.exp(np.minimum(0.0, self._beyond(margin, place, numbers) - log_size)).max()
            for margin in (self.up, self.down)
        )
        return float(inside + outside + 2 * self.loss * largest)

    def _shares(self, cells: Array, log_size: float) -> Array:
        """How many picks have at most so many cells, as shares of all."""
        with np.errstate(divide="ignore"):
            return np.exp(np.minimum(0.0, np.log(self.cumulated[cells]) + self.tilt * cells + self.exponent - log_size))


def add(counts: Array, used: int, picks: list[tuple[int, float]]) -> int:
    """Add to the counts themselves shifted and scaled, for each pick, in place; up to which cell they are not 0.

    It goes from the top down, so that what is read was not yet changed, in pieces that stay in the processor's cache.
    """
    reach = min(len(counts), used + picks[-1][0])
    scaled, added = np.empty(CHUNK), np.empty(CHUNK)
    for end in range(reach, 0, -CHUNK):
        begin = max(0, end - CHUNK)
        total = counts[begin:end] if len(picks) == 1 else added[: end - begin]
        if len(picks) > 1:
            total[:] = counts[begin:end]
        for shift, factor in picks:
            first, last = max(begin, shift), min(end, used + shift)
            if first < last:
                piece = scaled[: last - first]
                np.multiply(counts[first - shift : last - shift], factor, out=piece)
                total[first - begin : last - begin] += piece
        if len(picks) > 1:
            counts[begin:end] = total
    return reach


def cumulate(counts: Array, decay: float) -> None:
    """Replace tilted counts by tilted sums of counts, in place."""
    from scipy.signal import lfilter

    state = np.zeros(1)
    for start in range(0, len(counts), CHUNK):
        piece = counts[start : start + CHUNK]
        piece[:], state = lfilter([1.0], [1.0, -decay], piece, zi=state)
