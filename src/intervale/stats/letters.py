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
    columns = [set(range(len(different)))]
    for a, b in zip(*np.nonzero(np.triu(different)), strict=True):
        split = [column for column in columns if a in column and b in column]
        columns = [column for column in columns if not (a in column and b in column)]
        for piece in (column - {drop} for column in split for drop in (int(a), int(b))):
            if not any(piece <= other for other in columns):
                columns = [other for other in columns if not other <= piece] + [piece]
        if len(columns) > 8 * len(LETTERS):
            return []
    return [sorted(column) for column in sorted(columns, key=min)]


def letters(found: list[list[int]], systems: int) -> list[str]:
    """The letters of each system, one for each of its groups; there may be as many groups as letters.

    >>> letters([[0, 1], [1, 2]], 3)
    ['a', 'ab', 'b']
    """
    return ["".join(LETTERS[n] for n, group in enumerate(found) if system in group) for system in range(systems)]
