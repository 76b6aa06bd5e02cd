"""What the claims of Ferrante, Ferro and Maistro 2015 share: the spaces looked at, counts, and the two moves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

import intervale as iv
from intervale_papers.wording import cases

__all__ = [
    "SPACES",
    "Array",
    "Run",
    "all_pairs",
    "at_least",
    "looked_at",
    "pairs_in_spaces",
    "reached",
    "replaced",
    "runs_of",
    "swapped",
]

Array = np.ndarray[Any, Any]
Run = tuple[int, ...]
Moves = Callable[[Run, int], Iterator[Run]]
SPACES = [(length, grades) for length in range(1, 9) for grades in range(1, 6) if (grades + 1) ** length <= 256]
"""Lengths and top grades of all spaces of up to 256 runs: binary to length 8, with six grades to length 3."""


def looked_at(number: int, what: str = "run") -> str:
    """How many were looked at, in all spaces together."""
    return f"{cases(number, what)} in {cases(len(SPACES), 'space')} of up to 256 runs"


def runs_of(length: int, grades: int, kind: str = "rank") -> list[Run]:
    return list(iv.RunSpace(length, grades, kind))


def pairs_in_spaces(kind: str = "rank") -> int:
    """How many ordered pairs of runs all spaces have."""
    return sum(len(runs_of(*space, kind)) ** 2 for space in SPACES)


def all_pairs(order: str, runs: list[Run]) -> Array:
    """For all pairs of runs whether the first is at most as good as the second."""
    array = np.array(runs)
    found: Array = iv.order(order).leq(array[:, None], array[None])
    return found


def at_least(run: Run, grade: int, depth: int) -> int:
    """How many of the first documents have at least a grade: A(r, k, p) of the paper, with k the depth."""
    return sum(1 for one in run[:depth] if one >= grade)


def replaced(run: Run, grades: int) -> Iterator[Run]:
    """The run with a document replaced by one of a higher grade (§5, Replacement)."""
    for i, grade in enumerate(run):
        for higher in range(grade + 1, grades + 1):
            yield (*run[:i], higher, *run[i + 1 :])


def swapped(run: Run, grades: int) -> Iterator[Run]:
    """The run with a document and a more relevant one from below exchanged (§5, Swap)."""
    for i, j in combinations(range(len(run)), 2):
        if run[i] < run[j]:
            yield (*run[:i], run[j], *run[i + 1 : j], run[i], *run[j + 1 :])


def reached(runs: list[Run], grades: int, moves: Iterable[Moves], kind: str = "rank") -> Array:
    """For all pairs of runs whether a chain of moves leads from the first to the second, by "
    "way of these runs only."""
    moves, place = list(moves), {run: number for number, run in enumerate(runs)}
    found = np.eye(len(runs), dtype=bool)
    rising = sorted(runs, key=lambda run: (sum(run), sum(grade * rank for rank, grade in enumerate(reversed(run)))))
    for run in rising:  # every move raises the sum of grades, or at one sum how far up they stand
        for move in moves:
            for higher in move(run, grades):
                end = tuple(sorted(higher, reverse=True)) if kind == "set" else higher
                if end in place:
                    found[:, place[end]] |= found[:, place[run]]
    return found
