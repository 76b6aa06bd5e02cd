"""What the claims of Ferrante, Ferro and Maistro 2015 (002) share: spaces, the two moves, and how findings are put."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import combinations
from typing import Any

import numpy as np

import intervale as iv
from intervale_papers.register import Finding, Outcome

__all__ = [
    "CONDITIONAL",
    "CONFIRMED",
    "LOOKED",
    "SPACES",
    "UNDECIDED",
    "Array",
    "Run",
    "all_pairs",
    "argued",
    "held",
    "only_if",
    "reached",
    "replaced",
    "runs_of",
    "swapped",
]

CONFIRMED, REFUTED, CONDITIONAL, UNDECIDED = Outcome
Array = np.ndarray[Any, Any]
Run = tuple[int, ...]
Moves = Callable[[Run, int], Iterator[Run]]
SPACES = [(length, grades) for length in range(1, 9) for grades in range(1, 6) if (grades + 1) ** length <= 256]
"""Lengths and top grades of all spaces of up to 256 runs: binary to length 8, with six grades to length 3."""
LOOKED = f"{len(SPACES)} spaces"


def held(broken: Any, looked: Any = None, remark: str = "") -> Finding:
    """Confirmed where nothing that was looked at breaks it; one computation alone refutes nothing."""
    return Finding(CONFIRMED, looked, remark) if not broken else Finding(UNDECIDED, broken, "something breaks it")


def argued(first: bool, second: bool, witness: Any, remark: str, again: str) -> Finding:
    """Refuted where two computations both say that it is wrong."""
    if first and second:
        return Finding(REFUTED, witness, remark, again)
    return Finding(UNDECIDED if first or second else CONFIRMED, witness, "the two computations do not refute it")


def only_if(right: bool, witness: Any, remark: str) -> Finding:
    """Conditional where what the remark says was found."""
    return Finding(CONDITIONAL if right else UNDECIDED, witness, remark)


def runs_of(length: int, grades: int, kind: str = "rank") -> list[Run]:
    return list(iv.RunSpace(length, grades, kind))


def all_pairs(order: str, runs: list[Run]) -> Array:
    """For all pairs of runs whether the first is at most as good as the second."""
    array = np.array(runs)
    found: Array = iv.order(order).leq(array[:, None], array[None])
    return found


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
    """For all pairs of runs whether a chain of moves leads from the first to the second."""
    moves, place = list(moves), {run: number for number, run in enumerate(runs)}
    found = np.eye(len(runs), dtype=bool)
    rising = sorted(runs, key=lambda run: (sum(run), sum(grade * rank for rank, grade in enumerate(reversed(run)))))
    for run in rising:  # every move raises the sum of grades, or at one sum how far up they stand
        for move in moves:
            for higher in move(run, grades):
                end = tuple(sorted(higher, reverse=True)) if kind == "set" else higher
                found[:, place[end]] |= found[:, place[run]]
    return found
