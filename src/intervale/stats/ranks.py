"""Ranks with ties, for many rows at once, and when two differences are tied."""

from __future__ import annotations

from typing import Any

import numpy as np

__all__ = ["certain", "leading", "midranks", "signed_midranks", "together"]

Array = np.ndarray[Any, Any]
BITS = 40
"""Differences that agree in so many leading bits, about 12 digits, are tied: their last digits are rounding."""


def leading(differences: Array) -> Array:
    """Differences rounded to their leading bits, so that equal ones are equal floats.

    >>> leading(np.array([0.3 - 0.2, 0.2 - 0.1])).tolist()
    [0.10000000000002274, 0.10000000000002274]
    """
    mantissa, exponent = np.frexp(differences)
    rounded: Array = np.ldexp(np.round(np.ldexp(mantissa, BITS)), exponent - BITS)
    return rounded


def midranks(rows: Array) -> tuple[Array, Array]:
    """The rank of each number in its row, from 1, tied ones sharing the mean; and how many are tied with it.

    >>> ranks, tied = midranks(np.array([[3.0, 1.0, 3.0, 2.0]]))
    >>> ranks.tolist(), tied.tolist()
    ([[3.5, 1.0, 3.5, 2.0]], [[2, 1, 2, 1]])
    """
    count, length = rows.shape
    order = np.argsort(rows, axis=1, kind="stable")
    ascending = np.take_along_axis(rows, order, axis=1)
    first, last = _runs(ascending)
    ranks, tied = np.empty((count, length)), np.empty((count, length), dtype=np.int64)
    np.put_along_axis(ranks, order, (first + last) / 2 + 1, axis=1)
    np.put_along_axis(tied, order, last - first + 1, axis=1)
    return ranks, tied


def signed_midranks(rows: Array) -> tuple[Array, Array, Array]:
    """The numbers of each row sorted by size: their ranks from 1 as in :func:`midranks`, how many are tied with each,
    and which are larger than 0. In which place a number stood is not kept, so that it is enough to sort sizes with a
    bit for the sign behind them.

    >>> ranks, tied, plus = signed_midranks(np.array([[3.0, -1.0, -3.0, 2.0]]))
    >>> ranks.tolist(), tied.tolist(), plus.tolist()
    ([[1.0, 2.0, 3.5, 3.5]], [[1, 1, 2, 2]], [[False, True, False, True]])
    """
    keys = np.abs(rows).view(np.uint64) << np.uint64(1)  # floats of one sign are in order as whole numbers are
    keys |= rows > 0
    keys.sort(axis=1)
    first, last = _runs(keys >> np.uint64(1))
    return (first + last) / 2 + 1, last - first + 1, (keys & np.uint64(1)).astype(bool)


def _runs(ascending: Array) -> tuple[Array, Array]:
    """Where the run of equal numbers that each is in begins and ends in its row."""
    count, length = ascending.shape
    starts = np.ones((count, length), dtype=bool)
    starts[:, 1:] = ascending[:, 1:] != ascending[:, :-1]
    places = np.arange(length)
    first = np.maximum.accumulate(np.where(starts, places, 0), axis=1)
    ends = np.ones((count, length), dtype=bool)
    ends[:, :-1] = starts[:, 1:]
    last = np.minimum.accumulate(np.where(ends, places, length)[:, ::-1], axis=1)[:, ::-1]
    return first, last


def together(rows: Array, errors: Array) -> Array:
    """Numbers by the group they are in, where those whose bounds overlap, one after the other, make a group: no more
    can be tied than these.

    >>> together(np.array([[1.0, 1.1, 3.0, 1.2]]), np.array([[0.06, 0.06, 0.0, 0.06]])).tolist()
    [[0, 0, 1, 0]]
    """
    codes = np.empty(rows.shape, dtype=np.int64)
    for row in range(len(rows)):
        order = np.argsort(rows[row] - errors[row], kind="stable")
        reached = np.maximum.accumulate((rows[row] + errors[row])[order])
        apart = (rows[row] - errors[row])[order][1:] > reached[:-1]
        codes[row, order] = np.concatenate([[0], np.cumsum(apart)])
    return codes


def certain(rows: Array, errors: Array) -> Array:
    """Numbers by the group they are in, where only those that are exact and equal make a group: these are tied for
    certain.

    >>> certain(np.array([[1.0, 2.0, 1.0, 2.0]]), np.array([[0.0, 0.1, 0.0, 0.1]])).tolist()
    [[0, 1, 0, 2]]
    """
    codes = np.empty(rows.shape, dtype=np.int64)
    for row in range(len(rows)):
        exact = errors[row] == 0
        values, codes[row, exact] = np.unique(rows[row][exact], return_inverse=True)
        codes[row, ~exact] = len(values) + np.arange((~exact).sum())
    return codes
