"""Cores: sums of some places that are nearly all multiples of a unit.

Of places peeled off by primes (:mod:`intervale.exact.lattices`) the *base* is listed. Let the sums after a group be all
multiples of their unit from A to T − B, T being the greatest. If the group leaves every remainder with a sum of at most
M, and with one of at least its greatest less M', then the sums with it are all multiples of the finer unit from A + M
to T − B − M' and the group's greatest: y less a sum that leaves the remainder of y is one of those before.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, inf, log2
from typing import Any

import numpy as np

from intervale.exact.filled import FilledSums, filled_sums
from intervale.exact.lattices import Group, Lattice
from intervale.exact.whole_sums import largest_gap

__all__ = ["Core", "cores_of"]

Array = np.ndarray[Any, Any]
MOST_BITS, FAR_LISTED, MOST_FAR = 1 << 24, 1 << 23, 8
"""How many units the base reaches, and where some of its places may lie too far apart; how many such places."""
LARGEST_MODULUS = 1 << 20
UP = 1 + 1e-9
"""Sums of floats are less than the exact ones by less than this."""
NEAR = 1e-6
"""No number of units up to ``MOST_BITS`` is off by more than this in floats."""


@dataclass(frozen=True, eq=False)
class Core:
    """Sums from 0 to ``reach``, multiples of ``unit``: all from ``start`` on but for the last ``short``."""

    unit: Fraction
    reach: Fraction
    start: Fraction
    short: Fraction
    listed: FilledSums | None = None
    """The sums in units, where they are known."""

    def below(self, values: Array) -> Array:
        """No fewer sums than so many are at most each value; in units, as all numbers of sums here."""
        unit = float(self.unit)
        if self.listed is not None:
            return self.listed.counts(np.floor(values / unit - NEAR)) * unit
        start, end = float(self.start), float(self.reach - self.short)
        return np.maximum(0.0, np.minimum(values, end) - start - unit)

    def above(self, values: Array) -> Array:
        """No fewer sums than so many are larger than each value."""
        unit = float(self.unit)
        if self.listed is not None:
            return (self.listed.size - self.listed.counts(np.floor(values / unit + NEAR))) * unit
        start, end = float(self.start), float(self.reach - self.short)
        return np.maximum(0.0, end - np.maximum(values, start) - unit)


def cores_of(lattice: Lattice) -> Iterator[tuple[Core, Sequence[Group], list[list[int]]]]:
    """Cores of a base with the groups before it as long as these cover, the groups that are left, and the places of the
    base whose numbers lie too far apart, in its units.
    """
    places = sorted((sorted(set(place)) for place in lattice.base), key=lambda place: (largest_gap(place), place[-1]))
    for core, far in _filled_bases(places, lattice.unit):
        left = len(lattice.groups)
        while left and (larger := _with_group(core, lattice.groups[left - 1])) is not None:
            core, left = larger, left - 1
        while far and (larger := _with_place(core, far[0], lattice.unit)) is not None:
            core, far = larger, far[1:]
        yield core, lattice.groups[:left], far


def _filled_bases(places: list[list[int]], unit: Fraction) -> Iterator[tuple[Core, list[list[int]]]]:
    """The core of all places, and that of as many as fill the better part of what they reach, with the places after
    these.
    """
    for taken in range(len(places), max(0, len(places) - MOST_FAR), -1):
        few = places[:taken]
        if gcd(*(number for place in few for number in place)) > 1:
            return
        base = filled_sums(few, MOST_BITS)
        if base is None:
            continue
        filled = 2 * (base.end - base.start) > base.top
        if filled or taken == len(places):
            yield Core(unit, base.top * unit, base.start * unit, (base.top - base.end) * unit, base), places[taken:]
        if filled or base.top > FAR_LISTED:
            return


def _with_place(core: Core, place: list[int], unit: Fraction) -> Core | None:
    """The core with a place; None where its numbers lie too far apart."""
    if largest_gap(place) * unit > core.reach - core.start - core.short:
        return None
    return Core(core.unit, core.reach + place[-1] * unit, core.start, core.short)


def _with_group(core: Core, group: Group) -> Core | None:
    """The core with a group; None where the group does not cover, or its numbers lie too far apart."""
    if group.modulus > LARGEST_MODULUS or sum(log2(len(set(place))) for place in group.places) < log2(group.modulus):
        return None
    places = sorted((sorted(set(place)) for place in group.places), key=lambda place: place[-1])
    room, taken, total = core.reach - core.start - core.short, 0, 0
    while taken < len(places) and (total + places[taken][-1]) * group.unit <= room:
        total, taken = total + places[taken][-1], taken + 1
    few = places[:taken]
    low = _dearest(few, group)
    high = _dearest([[place[-1] - number for number in place] for place in few], group)
    if low is None or high is None:
        return None
    larger = Core(group.unit, core.reach + total * group.unit, core.start + low, core.short + high)
    for place in places[taken:]:
        found = _with_place(larger, place, group.unit)
        if found is None:
            return None
        larger = found
    return larger if larger.start + larger.short < larger.reach else None


def _dearest(places: Sequence[Sequence[int]], group: Group) -> Fraction | None:
    """The sum that every remainder can be left with, or somewhat more; None where some remainder is not left."""
    best = np.full(group.modulus, inf)
    best[0] = 0.0
    for place in places:
        best = np.minimum.reduce(
            [np.roll(best, number % group.modulus) + float(number * group.unit) for number in place]
        )
    worst = float(best.max())
    return None if worst == inf else Fraction(worst * UP)
