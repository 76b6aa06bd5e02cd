"""How totals of independent picks spread, and how far off their roundings can be: by Chernoff's inequality."""

from __future__ import annotations

from dataclasses import dataclass
from math import pi
from typing import Any

import numpy as np

from intervale.exact.grid_tables import Margin

__all__ = ["Picks", "Saddle"]

Array = np.ndarray[Any, Any]
LEVELS = np.exp(-np.arange(3.0, 28.0, 1.5))
"""Shares of the count that lie beyond t, to choose from."""
MULTIPLIERS = np.geomspace(0.01, 100, 33)


@dataclass(frozen=True, eq=False)
class Saddle:
    """For some numbers: the tilt, bounds and estimates of the logarithm of how many totals are at most that, how fast
    it grows, and how many picks such a total has.
    """

    mesh: Array
    tilt: Array
    bound: Array
    count: Array
    slope: Array
    moved: Array


@dataclass(frozen=True, eq=False)
class Picks:
    """The numbers to pick from, one pick after the other in one array, and where each begins there."""

    flat: Array
    starts: Array

    def saddle(self, mesh: Array) -> Saddle:
        """For each number, the tilt that makes totals near it the bulk, and what follows of the totals below it."""
        low, high = np.zeros(len(mesh)), np.full(len(mesh), 1.0)  # the greatest total is 1
        while (grow := self._moments(high)[0] > mesh).any() and high.max() < 1e280:
            high[grow] *= 4
        for _ in range(50):
            middle = (low + high) / 2
            above = self._moments(middle)[0] > mesh
            low, high = np.where(above, middle, low), np.where(above, high, middle)
        low = np.where(self._moments(np.zeros(1))[0][0] <= mesh, 0.0, high)
        _, variance, logarithm, moved = self._moments(low)
        bound = low * mesh + logarithm
        flat = np.maximum(1.0, low * np.sqrt(2 * pi * variance))
        slope = np.maximum(low, 0.8 / np.sqrt(np.maximum(variance, 1e-300)))
        return Saddle(mesh, low, bound, bound - np.log(flat), slope, moved)

    def _moments(self, tilt: Array) -> tuple[Array, Array, Array, Array]:
        """Mean and variance of a total whose picks weigh exp(−tilt · pick), the logarithm of all weights, and how many
        picks are not the least.
        """
        found = []
        for theta in tilt.tolist():
            weights = np.exp(-theta * self.flat)
            whole = np.add.reduceat(weights, self.starts)
            first = np.add.reduceat(weights * self.flat, self.starts) / whole
            second = np.add.reduceat(weights * self.flat**2, self.starts) / whole
            found.append((first.sum(), (second - first**2).sum(), np.log(whole).sum(), (1 - 1 / whole).sum()))
        mean, variance, logarithm, moved = np.array(found).reshape(len(tilt), 4).T
        return mean, variance, logarithm, moved

    def margin(self, saddle: Saddle, unit: float, values: Array, errors: Array) -> Margin:
        """For each number of the mesh, by how many cells the roundings are taken to be off, and with which multipliers
        that is bounded: the choice that makes the bracket narrowest.
        """
        margins = []
        for m, tilt, count, slope in zip(saddle.mesh, saddle.tilt, saddle.count, saddle.slope, strict=True):
            weights = np.exp(-tilt * values)
            logarithms = np.array(
                [np.log(np.add.reduceat(weights * np.exp(k * errors), self.starts)).sum() for k in MULTIPLIERS]
            )
            beyond = (tilt * m + logarithms - count)[:, None] - np.log(LEVELS)[None]
            margin = beyond / MULTIPLIERS[:, None]
            best = margin.argmin(axis=0)
            margin = margin[best, np.arange(len(LEVELS))]
            level = int((slope * unit * margin + LEVELS).argmin())
            chosen = best[level]
            margins.append((margin[level], MULTIPLIERS[chosen], logarithms[chosen]))
        return Margin(saddle.tilt, *np.array(margins).T)
