"""Pairs of runs by how two measures order them: counted without looking at each pair, and the smallest that they order
differently.

Values become **levels**, whole numbers that are equal and in order as the values are. A pair of runs is smaller than
another where its larger run is, or with the same larger run its smaller one.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import groupby, pairwise
from math import sqrt
from typing import Any

import numpy as np

from intervale.exact import exact_sorted
from intervale.orders import JudgedRun, Order, RunSpace, poset
from intervale.scales.cover_steps import smallness
from intervale.scales.values import TOLERANCE

__all__ = [
    "KINDS",
    "RunPairs",
    "Test",
    "comparable_pairs",
    "counted_pairs",
    "levels",
    "opposite",
    "smallest_pair",
    "ties_of_first",
    "ties_of_second",
    "tolerance",
]

Array = np.ndarray[Any, Any]
Levels = tuple[int, int]
"""The levels of a run by two measures."""
Test = Callable[[Sequence[Levels]], bool]
"""Whether some two of these runs are ordered differently, in a way."""
KINDS = ("concordant", "discordant", "tied_first", "tied_second", "tied_both")


@dataclass(frozen=True)
class RunPairs:
    """How many pairs of runs two measures order alike (concordant), oppositely (discordant), or tie: the first alone,
    the second alone, both.
    """

    concordant: int
    discordant: int
    tied_first: int
    tied_second: int
    tied_both: int

    @property
    def pairs(self) -> int:
        return sum(getattr(self, kind) for kind in KINDS)

    @property
    def shares(self) -> dict[str, Fraction]:
        """The share of each kind; empty where there are no pairs."""
        return {kind: Fraction(getattr(self, kind), self.pairs) for kind in KINDS} if self.pairs else {}

    @property
    def tau(self) -> float | None:
        """Kendall's tau-b; None where one measure ties all.

        >>> RunPairs(3, 1, 0, 0, 0).tau
        0.5
        """
        untied = self.concordant + self.discordant
        by_first, by_second = untied + self.tied_second, untied + self.tied_first
        if not by_first or not by_second:
            return None
        return float(Fraction(self.concordant - self.discordant, by_first)) * sqrt(Fraction(by_first, by_second))


NARROW, FULL_BITS = 64, 20
"""How many units in the last place of floats of 32 bits count as equal, and from how many bits on one of them is full.
"""


def levels(values: Sequence[Any], numeric: bool, near: float = TOLERANCE) -> list[int]:
    """Values as whole numbers from 0 on; floats that differ from the next by no more than a share of it are equal.

    >>> levels([3, 1, 3, 2], numeric=False), levels([0.1 + 0.2, 0.3, 1.0], numeric=True)
    ([2, 0, 2, 1], [0, 0, 1])
    """
    ordered = sorted(set(values)) if numeric else exact_sorted(set(values))
    place = dict.fromkeys(ordered[:1], 0)
    for low, high in pairwise(ordered):
        same = numeric and high - low <= near * max(abs(low), abs(high))
        place[high] = place[low] + (not same)
    return [place[value] for value in values]


def tolerance(values: Sequence[float]) -> float:
    """Up to which share of the larger one floats count as equal: more where all of them are floats of 32 bits, some of
    these full, as a function that computes with such floats has rounded them.

    >>> tolerance([0.1, 0.5]), tolerance([float(np.float32(0.1)), 0.5]), tolerance([0.25, 0.5])
    (1e-12, 7.62939453125e-06, 1e-12)
    """
    array = np.array(values, dtype=np.float64)
    with np.errstate(over="ignore"):
        narrow = bool((array.astype(np.float32) == array).all())
    parts = np.frexp(array)[0] * 2**FULL_BITS
    full = bool((parts != np.round(parts)).any())
    return NARROW * float(np.finfo(np.float32).eps) if narrow and full else TOLERANCE


# ---------------------------------------------------------------- counting


def counted_pairs(points: Iterable[tuple[int, int, int]]) -> RunPairs:
    """How two measures order the pairs of runs, from the levels of runs and how many have them.

    Points are taken by their first level, and a Fenwick tree knows how many runs before them have a second level up to
    any: n log n steps for n points (Knight 1966 sorts instead).

    >>> counted_pairs([(0, 0, 1), (1, 2, 1), (2, 1, 1), (2, 1, 1)])
    RunPairs(concordant=3, discordant=2, tied_first=0, tied_second=0, tied_both=1)
    """
    together: Counter[Levels] = Counter()
    for first, second, runs in points:
        together[first, second] += runs
    listed = sorted((first, second, runs) for (first, second), runs in together.items())
    size = max((second for _, second, _ in listed), default=0) + 1
    tree, alone = [0] * (size + 1), [0] * size
    concordant = discordant = tied_first = tied_second = tied_both = before = 0
    for _, group in groupby(listed, key=lambda point: point[0]):
        members = list(group)
        within = 0
        for _, second, runs in members:
            below = _up_to(tree, second)
            concordant += runs * below
            tied_second += runs * alone[second]
            discordant += runs * (before - below - alone[second])
            tied_first += runs * within
            tied_both += runs * (runs - 1) // 2
            within += runs
        for _, second, runs in members:
            _add(tree, second, runs)
            alone[second] += runs
        before += within
    return RunPairs(concordant, discordant, tied_first, tied_second, tied_both)


def _up_to(tree: list[int], place: int) -> int:
    """How many there are at places below this one."""
    total = 0
    while place:
        total += tree[place]
        place &= place - 1
    return total


def _add(tree: list[int], place: int, number: int) -> None:
    place += 1
    while place < len(tree):
        tree[place] += number
        place += place & -place


# ---------------------------------------------------------------- the smallest pair


def opposite(some: Sequence[Levels]) -> bool:
    """Whether one measure puts a run above another, and the other below."""
    highest, before = -1, -1
    for first, group in groupby(sorted(set(some)), key=lambda pair: pair[0]):
        seconds = [second for _, second in group]
        if first > before and seconds[0] < highest:
            return True
        highest, before = max(highest, seconds[-1]), first
    return False


def ties_of_first(some: Sequence[Levels]) -> bool:
    """Whether the first measure ties two runs that the second does not."""
    different = set(some)
    return len({first for first, _ in different}) < len(different)


def ties_of_second(some: Sequence[Levels]) -> bool:
    """Whether the second measure ties two runs that the first does not."""
    different = set(some)
    return len({second for _, second in different}) < len(different)


def smallest_pair(found: Sequence[Levels], tests: Sequence[Test]) -> tuple[int, int] | None:
    """The places of the smallest two runs that one of the tests finds ordered differently; None where there are none.
    Runs are given by size. What holds of some runs holds of more, so that the larger run is found by bisection.

    >>> smallest_pair([(0, 0), (1, 2), (2, 1), (3, 3)], [opposite])
    (1, 2)
    """

    def differ(number: int) -> bool:
        return any(test(found[:number]) for test in tests)

    if not tests or not differ(len(found)):
        return None
    low, high = 0, len(found)
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if differ(middle) else (middle, high)
    larger = high - 1
    pairs = ((place, [found[place], found[larger]]) for place in range(larger))
    return next((place, larger) for place, pair in pairs if any(test(pair) for test in tests))


# ---------------------------------------------------------------- pairs that an order compares


def comparable_pairs(
    order: Order, space: RunSpace, level: Callable[[JudgedRun], Levels], refutes: Callable[[Array, Array], Array]
) -> tuple[RunPairs, tuple[JudgedRun, JudgedRun] | None]:
    """How two measures order the pairs that an order compares, ties among them, and the smallest of these pairs for
    which ``refutes``, of the signs of the differences, is true.
    """
    runs, numbers, compared = _compared(order, space.length, space.grades)
    first, second = np.array([level(run) for run in runs]).T
    counts = np.zeros(9, dtype=np.int64)
    pair: tuple[JudgedRun, JudgedRun] | None = None
    for larger in range(1, len(runs)):
        with_it = compared[numbers[larger]][numbers[:larger]]
        signs = np.sign(first[larger] - first[:larger]), np.sign(second[larger] - second[:larger])
        if pair is None:
            broken = np.flatnonzero(refutes(*signs) & with_it)
            pair = (runs[broken[0]], runs[larger]) if len(broken) else None
        counts += np.bincount((3 * signs[0] + signs[1] + 4)[with_it], minlength=9)
    kinds = counts.reshape(3, 3).tolist()
    return (
        RunPairs(
            kinds[0][0] + kinds[2][2],
            kinds[0][2] + kinds[2][0],
            kinds[1][0] + kinds[1][2],
            kinds[0][1] + kinds[2][1],
            kinds[1][1],
        ),
        pair,
    )


@lru_cache(maxsize=4)
def _compared(order: Order, length: int, grades: int) -> tuple[list[JudgedRun], Array, Array]:
    """The ranked runs by size, the element of the order that each is in, and which elements can be compared."""
    found = poset(order, length, grades)
    runs = sorted(RunSpace(length, grades), key=smallness)
    ranked = order.kind == "rank"
    numbers = np.array([found.number(run if ranked else tuple(sorted(run, reverse=True))) for run in runs])
    width = (found.poset.size + 7) // 8
    bits = np.array([np.frombuffer(mask.to_bytes(width, "little"), np.uint8) for mask in found.poset.up])
    up = np.unpackbits(bits, axis=1, bitorder="little")[:, found.poset.place].astype(bool)
    return runs, numbers, up | up.T
