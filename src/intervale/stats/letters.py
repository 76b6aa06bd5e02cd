"""Letters: systems share one where a test does not tell them apart (Piepho 2004)."""

from __future__ import annotations

from string import ascii_letters
from typing import Any

import numpy as np

__all__ = ["LETTERS", "letter_groups", "letters"]

Array = np.ndarray[Any, Any]
LETTERS = ascii_letters
"""From a to z, then from A to Z."""


def letter_groups(different: Array) -> list[list[int]]:
    """The largest sets of places of which no two differ, where ``different`` says which do; by their first place. Empty
    where they are too many to be read.

    >>> different = np.zeros((3, 3), dtype=bool)
    >>> different[0, 2] = different[2, 0] = True
    >>> letter_groups(different)
    [[0, 1], [1, 2]]
    """
    columns = [(1 << len(different)) - 1]  # sets of places as bits
    for a, b in zip(*(places.tolist() for places in np.nonzero(np.triu(different))), strict=True):
        both = 1 << a | 1 << b
        split = [column for column in columns if column & both == both]
        columns = [column for column in columns if column & both != both]
        for piece in (column & ~(1 << drop) for column in split for drop in (a, b)):
            if all(piece & ~other for other in columns):
                columns = [other for other in columns if other & ~piece] + [piece]
        if len(columns) > 8 * len(LETTERS):
            return []
    groups = ([place for place in range(len(different)) if column >> place & 1] for column in columns)
    return sorted(groups, key=lambda group: group[0])


def letters(found: list[list[int]], systems: int) -> list[str]:
    """The letters of each system, one for each of its groups; there may be as many groups as letters.

    >>> letters([[0, 1], [1, 2]], 3)
    ['a', 'ab', 'b']
    """
    return ["".join(LETTERS[n] for n, group in enumerate(found) if system in group) for system in range(systems)]
