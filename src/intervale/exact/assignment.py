"""The cheapest way to give each row a column of its own, certified in whole numbers.

Floats propose an assignment, whole numbers decide. Row i may take the column of row j at the difference
d(i, j) = c(i, column of j) − c(i, column of i), so that another assignment is a set of cycles of such steps, and the
assignment is cheapest iff no cycle is negative: shortest paths from nowhere then are potentials, and all reduced steps
are ≥ 0. A negative cycle is walked, which makes the assignment cheaper, until there is none. The cheapest assignment is
the only one iff the steps that cost nothing beyond the potentials make no cycle.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Assignment", "cheapest_assignment"]

Array = np.ndarray[Any, Any]
WIDE = 1 << 62
FLOAT_BITS = 1000
"""Whole numbers of more bits are cut to so many before they become floats."""


@dataclass(frozen=True)
class Assignment:
    """The column of each row, what they cost together, and another assignment that costs as much, if there is one."""

    columns: tuple[int, ...]
    cost: int
    other: tuple[int, ...] | None

    @property
    def unique(self) -> bool:
        return self.other is None


def cheapest_assignment(costs: Sequence[Sequence[int]]) -> Assignment:
    """The cheapest assignment of a square of whole numbers of any size.

    >>> cheapest_assignment([[4, 1, 3], [2, 0, 5], [3, 2, 2]])
    Assignment(columns=(1, 0, 2), cost=5, other=None)
    >>> cheapest_assignment([[0, 0], [0, 0]]).unique
    False
    """
    from scipy.optimize import linear_sum_assignment

    table = _table(costs)
    columns = linear_sum_assignment(_floats(table))[1]
    while True:
        steps = table[:, columns] - table[np.arange(len(table)), columns][:, None]
        potential, cycle = _potentials(steps)
        if cycle is None:
            break
        columns = _walked(columns, cycle)
    cost = sum(int(table[row, column]) for row, column in enumerate(columns))
    free = (steps + potential[:, None] - potential[None] == 0) & ~np.eye(len(table), dtype=bool)
    again = _cycle(free)
    other = None if again is None else tuple(_walked(columns, again).tolist())
    return Assignment(tuple(columns.tolist()), cost, other)


def _table(costs: Sequence[Sequence[int]]) -> Array:
    """The costs as machine numbers where no sum of them can run over, else as Python's."""
    largest = max((abs(int(x)) for row in costs for x in row), default=0)
    return np.array(costs, dtype=np.int64 if 8 * largest * (len(costs) + 1) < WIDE else object)


def _floats(table: Array) -> Array:
    """The costs as floats, to propose an assignment; divided by a power of two where they are too large for floats."""
    most = int(np.abs(table).max(initial=0)).bit_length()
    return (table if most <= FLOAT_BITS else table >> (most - FLOAT_BITS)).astype(np.float64)


def _potentials(steps: Array) -> tuple[Array, list[int] | None]:
    """Shortest paths to each row from anywhere, or a cycle with a negative sum."""
    size = len(steps)
    potential = np.zeros(size, dtype=steps.dtype)
    before = np.full(size, -1)
    for _ in range(size):
        through = potential[:, None] + steps
        best = np.argmin(through, axis=0)
        shorter = through[best, np.arange(size)]
        moved = shorter < potential
        if not moved.any():
            return potential, None
        before = np.where(moved, best, before)
        potential = np.where(moved, shorter, potential)
    row = int(np.flatnonzero(moved)[0])
    for _ in range(size):  # back far enough to be on the cycle
        row = int(before[row])
    cycle = [row]
    while (row := int(before[row])) != cycle[0]:
        cycle.append(row)
    return potential, cycle[::-1]


def _walked(columns: Array, cycle: list[int]) -> Array:
    """Each row of the cycle takes the column of the next."""
    found = columns.copy()
    found[cycle] = columns[cycle[1:] + cycle[:1]]
    return found


def _cycle(arcs: Array) -> list[int] | None:
    """A cycle of a directed graph; None where there is none."""
    left = np.ones(len(arcs), dtype=bool)
    while True:
        ends = left & ~(arcs & left[None]).any(1)
        if not ends.any():
            break
        left &= ~ends
    if not left.any():
        return None
    row, seen = int(np.flatnonzero(left)[0]), dict[int, int]()
    path: list[int] = []
    while row not in seen:
        seen[row] = len(path)
        path.append(row)
        row = int(np.flatnonzero(arcs[row] & left)[0])
    return path[seen[row] :]
