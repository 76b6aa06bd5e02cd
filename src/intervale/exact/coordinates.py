"""Exact numbers as rows of whole numbers: where rows have equal sums, so have the numbers."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from math import lcm
from typing import Any

import numpy as np

from intervale.exact.logsum import LogSum
from intervale.exact.numbers import Exact

__all__ = ["coordinates", "same"]

Array = np.ndarray[Any, Any]


def coordinates(numbers: Sequence[Exact], added: int) -> Array | None:
    """A row of 64-bit integers for each number: its rational part, then its share of each logarithm, each column over
    one denominator. None where the sum of ``added`` of them might run over, or logarithms have different bases.

    Where the rows of two sums of so many numbers have equal sums, so have the numbers: multiplying a column by its
    denominator loses nothing, and equal keys prove equal values (:mod:`intervale.exact.logsum`). The converse holds for
    rationals; for logarithms it is not proven.

    >>> from intervale.exact.logsum import inverse_log
    >>> coordinates([Fraction(1, 2), inverse_log(3), inverse_log(8), inverse_log(9)], 4).tolist()
    [[3, 0], [0, 2], [2, 0], [0, 1]]
    """
    parts: list[dict[int, Fraction]] = []
    bases = set()
    for number in numbers:
        if isinstance(number, LogSum):
            bases.add(number.base)
            parts.append({1: number.rational, **dict(number.terms)})
        else:
            parts.append({1: Fraction(number)})
    if len(bases) > 1:
        return None
    columns = []
    for logarithm in sorted({logarithm for part in parts for logarithm in part}):
        shares = [part.get(logarithm, Fraction(0)) for part in parts]
        denominator = lcm(*(share.denominator for share in set(shares)))
        column = [share.numerator * (denominator // share.denominator) for share in shares]
        if max(map(abs, column)) * added >= 1 << 62:
            return None
        columns.append(column)
    return np.array(columns, dtype=np.int64).T


def same(rows: Array) -> tuple[Array, Array]:
    """The place of one row of each kind, and for every row the number of its kind: equal where rows are equal.

    >>> places, kinds = same(np.array([[1, 2], [0, 5], [1, 2], [1, 1]]))
    >>> places.tolist(), kinds.tolist()
    ([1, 3, 0], [2, 0, 2, 1])
    """
    kinds = np.zeros(len(rows), dtype=np.int64)
    places = np.zeros(min(1, len(rows)), dtype=np.int64)
    for column in rows.T:
        numbers = np.unique(column, return_inverse=True)[1].reshape(-1)
        pairs = kinds * (numbers.max(initial=0) + 1) + numbers  # below the square of how many rows there are
        _, places, kinds = np.unique(pairs, return_index=True, return_inverse=True)
        kinds = kinds.reshape(-1)
    return places, kinds
