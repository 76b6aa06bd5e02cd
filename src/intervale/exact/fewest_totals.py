"""How many different totals walks have at least, proven, where they are too many to list.

Totals are distinguished by classes: the state that the walk is in, and residues modulo primes. A step moves whole
classes, so that what comes to one class from two sides is at least as many totals as the larger side. Sides that differ
in a residue which no total had before the step have no total in common, and add up: at a rank that is a prime, a
relevant document shows in the denominator. The first totals are listed, up to a limit; from there on numbers are kept,
one for each class.

Numbers are floats, and what their rounding may have added is taken off. Let u = 2^−53, and let k additions lead to a
float x̂ that stands for the whole number x ≥ 0. Then x̂ ≤ (1 + u)^k · x:

- k = 0: a number of listed totals is below 2^53, and a float.
- Moving classes changes no number. A larger one of two: max(x̂, ŷ) ≤ (1 + u)^k · max(x, y).
- A sum of two is rounded once: fl(x̂ + ŷ) ≤ (1 + u) · (x̂ + ŷ) ≤ (1 + u)^(k + 1) · (x + y), as no term is negative.
- In a sum of m terms, in whatever order it is taken, each term goes through at most m − 1 additions: k + m − 1.

So x ≥ x̂ / (1 + u)^k ≥ x̂ · (1 − k·u), by Bernoulli's inequality, and that is computed in whole numbers. A float below
2^53 is exact: it is no smaller than any number that it was made of, and whole numbers up to there are not rounded.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import prod
from typing import Any

import numpy as np

from intervale.exact.multiplicities import Multiplicities
from intervale.exact.residue_sets import Edge, prime_powers

__all__ = ["fewest_totals"]

Array = np.ndarray[Any, Any]
MOST_LISTED = 1 << 18
MOST_CLASSES = 1 << 23
EXACT_FLOATS = 1 << 53
"""Whole numbers below this are exact in floats, and so are their sums; a rounding adds a share of at most 1 over it."""


def fewest_totals(walks: Multiplicities, listed: int = MOST_LISTED, classes: int = MOST_CLASSES) -> int:
    """A number that the number of different totals is not below.

    >>> from fractions import Fraction
    >>> walks = Multiplicities.of(0, 13, lambda seen, rank: [(seen, 0, 1), (seen + 1, Fraction(seen + 1, rank), 1)])
    >>> fewest_totals(walks), fewest_totals(walks, listed=0)
    (6733, 1085)
    """
    here, step = _listed(walks, listed)
    if step == walks.length:
        return len(set().union(*here))
    tracked = _tracked(walks, step, classes // max(walks.states))
    table = Classes.of(walks, here, step, tracked)
    stays = _stays(walks)
    best = len(set().union(*here)) if stays <= step else 0
    for number in range(step + 1, walks.length + 1):
        if number > stays:
            best = max(best, table.different(number))
        table = table.after(number)
    return max(best, _whole(max(table.sizes), table.additions + table.summed))


def _listed(walks: Multiplicities, most: int) -> tuple[list[set[int]], int]:
    """The totals of each state after as many steps as can be listed, and how many steps these are."""
    here = [{0}]
    for step, edges in enumerate(walks.steps, start=1):
        if 2 * sum(map(len, here)) > most:
            return here, step - 1
        scale = walks.units[step] // walks.units[step - 1]
        after: list[set[int]] = [set() for _ in range(walks.states[step])]
        for source, target, adds, _ in edges:
            after[target] |= {total * scale + adds for total in here[source]}
        here = after
    return here, walks.length


def _stays(walks: Multiplicities) -> int:
    """After how many steps every walk can go on without adding anything, so that different totals stay different."""
    for step in range(walks.length, 0, -1):
        if len({source for source, _, adds, _ in walks.steps[step - 1] if adds == 0}) < walks.states[step - 1]:
            return step
    return 0


def _tracked(walks: Multiplicities, begun: int, most: int) -> dict[int, tuple[int, int]]:
    """Primes, with the first and the last step that has them in a denominator: small ones first, as far as the residues
    of all at one step are no more than ``most``.
    """
    unit = walks.units[-1]
    chosen: dict[int, tuple[int, int]] = {}
    for p, power in sorted(prime_powers(unit).items()):
        scales = [unit // walks.units[step] for step in range(1, walks.length + 1)]
        has = [
            step
            for step, (scale, edges) in enumerate(zip(scales, walks.steps, strict=True), start=1)
            if scale % p and any(adds * scale % p for _, _, adds, _ in edges)
        ]
        if power > p or len(has) < 2 or has[-1] <= begun:
            continue
        trial = chosen | {p: (has[0], has[-1])}
        widest = max(_size(trial, step) for step in range(begun, walks.length + 1))
        if widest <= most:
            chosen = trial
    return chosen


def _size(tracked: dict[int, tuple[int, int]], step: int) -> int:
    return prod(p for p, (first, last) in tracked.items() if first <= step <= last)


@dataclass(frozen=True, eq=False)
class Classes:
    """For each state, how many totals there are at least in each class of residues."""

    walks: Multiplicities
    primes: tuple[int, ...]
    parts: list[Array]
    tracked: dict[int, tuple[int, int]]
    additions: int = 0
    """How many additions lead to any of the numbers, at most."""

    @staticmethod
    def of(walks: Multiplicities, here: list[set[int]], step: int, tracked: dict[int, tuple[int, int]]) -> Classes:
        """Those of totals that are listed."""
        primes = tuple(p for p, (first, last) in tracked.items() if first <= step < last)
        scale = walks.units[-1] // walks.units[step]
        parts = []
        for totals in here:
            part = np.zeros(primes)
            for total in totals:
                part[tuple(total * scale % p for p in primes)] += 1
            parts.append(part)
        return Classes(walks, primes, parts, tracked)

    def after(self, step: int) -> Classes:
        """After a step more: what a state gets from several sides, and without residues that no later step changes."""
        primes = (*self.primes, *(p for p, (first, _) in self.tracked.items() if first == step))
        fresh = self.walks.units[step] // self.walks.units[step - 1]
        into: list[dict[int, Array]] = [{} for _ in range(self.walks.states[step])]
        for edge in self.walks.steps[step - 1]:
            moved = self._moved(edge, step, primes)
            kind = edge[2] % fresh
            known = into[edge[1]].get(kind)
            into[edge[1]][kind] = moved if known is None else np.maximum(known, moved)
        ended = tuple(n for n, p in enumerate(primes) if self.tracked[p][1] == step)
        left = tuple(p for p in primes if self.tracked[p][1] != step)
        parts = [_added(kinds.values()).sum(axis=ended) for kinds in into]
        terms = max(map(len, into)) - 1 + prod(primes[n] for n in ended) - 1
        return Classes(self.walks, left, parts, self.tracked, self.additions + terms)

    def _moved(self, edge: Edge, step: int, primes: tuple[int, ...]) -> Array:
        source, _, adds, _ = edge
        part = self.parts[source]
        if len(primes) > len(self.primes):
            wider = np.zeros(primes)
            begun: tuple[Any, ...] = (..., *(0,) * (len(primes) - len(self.primes)))
            wider[begun] = part
            part = wider
        scaled = adds * (self.walks.units[-1] // self.walks.units[step])
        turns = [(scaled % p, axis) for axis, p in enumerate(primes) if scaled % p]
        return np.roll(part, [turn for turn, _ in turns], [axis for _, axis in turns]) if turns else part

    @property
    def sizes(self) -> list[float]:
        """For each state, how many totals there are at least."""
        return [float(part.sum()) for part in self.parts]

    @property
    def summed(self) -> int:
        """How many additions lead from the numbers to these sizes."""
        return prod(self.primes) - 1

    def different(self, step: int) -> int:
        """How many different totals there are at least after a step, whatever their states."""
        fresh = self.walks.units[step] // self.walks.units[step - 1]
        kinds: dict[int, float] = {}
        sizes = self.sizes
        for source, _, adds, _ in self.walks.steps[step - 1]:
            kinds[adds % fresh] = max(kinds.get(adds % fresh, 0.0), sizes[source])
        return _whole(sum(kinds.values()), self.additions + self.summed + len(kinds) - 1)


def _whole(number: float, additions: int) -> int:
    """A whole number that is not above what a float stands for, which so many additions lead to.

    >>> _whole(2.0**52, 1000) == 2**52, 2**60 - _whole(2.0**60, 1000)
    (True, 128000)
    """
    whole = int(number)
    return whole if whole < EXACT_FLOATS else whole * (EXACT_FLOATS - additions) // EXACT_FLOATS


def _added(parts: Iterable[Array]) -> Array:
    found: Array = sum(parts, np.zeros(()))
    return found
