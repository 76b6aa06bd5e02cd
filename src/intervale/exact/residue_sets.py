"""Which residues the totals of walks can have, by state: what a total is not, known without looking at walks.

Where few steps add a fraction with p in its denominator, the totals of all walks to a state, times their common
denominator, have few residues modulo p. A number with another residue is none of their totals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import isqrt, prod
from typing import Any

import numpy as np

__all__ = ["Edge", "ResidueSets", "prime_powers", "residue_sets"]

Array = np.ndarray[Any, Any]
Edge = tuple[int, int, int, int]
"""A move from a state to a state, what it adds in units of its step, and in how many ways."""


@dataclass(frozen=True, eq=False)
class ResidueSets:
    """The residues modulo one number that the totals of walks to each state have: a bit each."""

    modulus: int
    bits: Array

    @staticmethod
    def of(modulus: int, sets: Sequence[int]) -> ResidueSets:
        size = modulus // 8 + 1
        rows = [np.frombuffer(one.to_bytes(size, "little"), np.uint8) for one in sets]
        return ResidueSets(modulus, np.concatenate(rows))

    def have(self, states: Array, residues: Array) -> Array:
        """Whether some total of a state has the residue."""
        places = states * (self.modulus // 8 + 1) + (residues >> 3)
        found: Array = (self.bits[places] >> (residues & 7).astype(np.uint8)) & 1
        return found.astype(bool)


def residue_sets(
    layers: Sequence[Sequence[Edge]], units: Sequence[int], states: Sequence[int], sizes: Sequence[int]
) -> list[list[ResidueSets]]:
    """For each number of steps, tables of residues of the totals of so many steps, in units of ``1/units[step]``.

    There are as many tables as ``sizes``, each with a modulus of at most that size. Steps with one unit share them.

    >>> edges = [(0, 0, 0, 1), (0, 1, 1, 1)]  # 1/3 is added or not
    >>> table = residue_sets([edges], [1, 3], [1, 2], [100])[1][0]
    >>> table.modulus, [table.have(np.array([1]), np.array([r])).tolist() for r in range(3)]
    (3, [[False], [True], [False]])
    """
    found: list[list[ResidueSets]] = [[] for _ in units]
    first = 1
    while first < len(units):
        last = first
        while last + 1 < len(units) and units[last + 1] == units[first]:
            last += 1
        for modulus in _moduli(layers[:last], units, sizes):
            for step, sets in enumerate(_sets(layers[:last], units, states, modulus), start=1):
                if step >= first:
                    found[step].append(ResidueSets.of(modulus, sets))
        first = last + 1
    return found


def _sets(
    layers: Sequence[Sequence[Edge]], units: Sequence[int], states: Sequence[int], modulus: int
) -> list[list[int]]:
    """After each step, the residues of the totals of each state in units of the last step: a whole number of bits."""
    full, here, found = (1 << modulus) - 1, [1], []
    for step, edges in enumerate(layers, start=1):
        after = [0] * states[step]
        scale = units[len(layers)] // units[step]
        for source, target, adds, _ in edges:
            turn, bits = adds * scale % modulus, here[source]
            after[target] |= ((bits << turn) | (bits >> (modulus - turn))) & full if turn else bits
        here = after
        found.append(here)
    return found


def _moduli(layers: Sequence[Sequence[Edge]], units: Sequence[int], sizes: Sequence[int]) -> list[int]:
    """Products of primes of the last unit, those that fewest steps have in their denominators first, then of their
    powers.
    """
    unit = units[len(layers)]
    powers = prime_powers(unit)
    scaled = [{adds * (unit // units[step]) for _, _, adds, _ in edges} for step, edges in enumerate(layers, start=1)]
    often = {p: sum(any(adds % p for adds in some) for some in scaled) for p in powers}
    chosen: list[dict[int, int]] = [{} for _ in sizes]
    for p in sorted(powers, key=lambda p: (often[p], -p)):
        fits = [n for n, some in enumerate(chosen) if prod(some.values()) * p <= sizes[n]]
        if fits:
            chosen[fits[0]][p] = p
    for some, size in zip(chosen, sizes, strict=True):
        while grown := [p for p in sorted(some) if some[p] * p <= powers[p] and prod(some.values()) * p <= size]:
            some[grown[0]] *= grown[0]
    return [prod(some.values()) for some in chosen if some]


def prime_powers(number: int) -> dict[int, int]:
    """For each prime of a number below 2^31 the power of it that divides the number; larger primes are left out.

    >>> prime_powers(360)
    {2: 8, 3: 9, 5: 5}
    """
    found: dict[int, int] = {}
    p = 2
    while number > 1 and p <= min(isqrt(number), MOST_TRIED):
        while number % p == 0:
            found[p] = found.get(p, 1) * p
            number //= p
        p += 1
    if 1 < number < MOST_TRIED**2:
        found[number] = found.get(number, 1) * number
    return found


MOST_TRIED = 1 << 12
"""Divisors up to this are tried; a number below its square with none of them is prime."""
