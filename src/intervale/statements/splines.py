"""Increasing curves through knots: cubic between knots, with slopes small enough that the curve never falls.

The slope at an inner knot is the weighted harmonic mean of those of the lines on both sides, and at an end that of the
parabola through the three outermost knots, 0 where it falls (Fritsch and Butland 1984; Moler 2004, §3.6). Many curves
are computed together, each for a column of numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["splines"]

Array = np.ndarray[Any, Any]
Knots = Sequence[tuple[float, float]]


def splines(knots: Sequence[Knots], u: Array) -> Array:
    """For each column of u the curve through its knots: at least three, which rise in both coordinates. Beyond the
    outer knots the cubics go on.

    >>> splines([((0.0, 0.0), (0.5, 0.25), (1.0, 1.0))], np.array([[0.0], [0.25], [0.5], [1.0]])).ravel().tolist()
    [0.0, 0.078125, 0.25, 1.0]
    """
    found = np.empty_like(u, dtype=float)
    numbers = np.array([len(some) for some in knots])
    for number in set(numbers.tolist()):
        columns = np.flatnonzero(numbers == number).tolist()
        at, to = np.array([knots[column] for column in columns]).transpose(2, 0, 1)
        found[:, columns] = _through(at, to, u[:, columns])
    return found


def _through(at: Array, to: Array, u: Array) -> Array:
    """The curves through knots in rows, each for a column of u."""
    width = np.diff(at)
    slope = np.diff(to) / width
    near, far = 2 * width[:, 1:] + width[:, :-1], width[:, 1:] + 2 * width[:, :-1]
    steep = np.empty_like(at)
    steep[:, 1:-1] = 1 / ((near / slope[:, :-1] + far / slope[:, 1:]) / (near + far))
    steep[:, 0] = _at_an_end(width[:, 0], width[:, 1], slope[:, 0], slope[:, 1])
    steep[:, -1] = _at_an_end(width[:, -1], width[:, -2], slope[:, -1], slope[:, -2])
    row = np.arange(len(at))
    piece = (u[..., None] >= at[:, 1:-1]).sum(axis=-1)
    h, m, first, last = width[row, piece], slope[row, piece], steep[row, piece], steep[row, piece + 1]
    bend = (first + last - 2 * m) / h
    s = u - at[row, piece]
    found: Array = to[row, piece] + first * s + ((m - first) / h - bend) * (s * s) + bend / h * (s * s * s)
    return found


def _at_an_end(first: Array, second: Array, slope: Array, other: Array) -> Array:
    steep: Array = ((2 * first + second) * slope - first * other) / (first + second)
    return np.maximum(steep, 0.0)
