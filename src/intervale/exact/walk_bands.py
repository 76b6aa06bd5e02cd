"""Between which cells walks are found, at each step and in each state, but for a share of them that is bounded.

Weighted by e^(−θ·total), walks that are in one state after some steps have totals so far that lie close together. With
c the cells so far, the weight of those with c ≥ b is at most e^(−sb) times the weighted sum of e^(sc), for any s ≥ 0
(Chernoff's bound), and that sum needs one number for each state. In the same way for c ≤ a. A table that leaves out
what lies beyond is up to three times smaller, and what it loses is known.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import log
from typing import Any

import numpy as np

from intervale.exact.walks import Tilted

__all__ = ["Bands"]

Array = np.ndarray[Any, Any]
STEEP = 2.5
"""s in terms of θ, or of one over the spread of all totals: any s gives a bound, and this one a narrow band."""
LARGEST = 500.0
"""Up to e to this, a move may weigh."""
FLOOR = 1e-290
"""Sums below this share of the largest at a step are taken to be this large, whatever floats lost of them."""


@dataclass(frozen=True, eq=False)
class Bands:
    """The first and the last cell of each state, step by step; for a state that is left out the last is below."""

    first: list[Array]
    last: list[Array]

    @staticmethod
    def of(
        tilted: Sequence[Tilted], kept: Sequence[Array], unit: float, cells: int, spread: float, lost: float
    ) -> Bands:
        """Bands wide enough for each θ: for each, walks with at most the share ``lost`` of the weight of all leave
        them. Walks that pass a state which is not kept do not count, nor those that go beyond the last cell.
        ``spread`` is about that of all totals.
        """
        slack = log(2 * sum(int(keep.sum()) for keep in kept) / lost)
        first = [np.full(len(keep), cells, dtype=np.int64) for keep in kept]
        last = [np.full(len(keep), -1, dtype=np.int64) for keep in kept]
        for one in tilted:
            s = min(STEEP * max(one.theta, 1 / spread) * unit, LARGEST / cells)
            for sign, ends in ((-1, first), (1, last)):
                for logs, keep, end in zip(_log_sums(one, unit, sign * s, cells), kept, ends, strict=True):
                    reach = np.clip((logs[keep] + slack) / s + 1, -cells, cells)  # one cell more than rounding needs
                    if sign < 0:
                        end[keep] = np.minimum(end[keep], np.maximum(np.floor(-reach), 0))
                    else:
                        end[keep] = np.maximum(end[keep], np.ceil(reach))
        return Bands(first, last)


def _log_sums(tilted: Tilted, unit: float, s: float, cells: int) -> list[Array]:
    """For each step, the logarithm of the sum of e^(s·cells) over walks in each state, as shares of the weight."""
    row, scale = tilted.walk.at_start, 0.0
    found = [np.log(np.maximum(row, FLOOR))]
    for moves, shares in zip(tilted.walk.steps, tilted.shares, strict=True):
        shifts = np.rint(moves.adds / unit)
        weights = row[moves.source] * shares * np.where(shifts < cells, np.exp(s * np.minimum(shifts, cells)), 0.0)
        row = np.bincount(moves.target, weights, minlength=tilted.walk.states)
        largest = float(row.max())
        row, scale = np.maximum(row / largest, FLOOR), scale + log(largest)
        found.append(np.log(row) + scale)
    return found
