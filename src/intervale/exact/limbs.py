"""Whole numbers of any size in numpy: an array of 64-bit integers, or several of 31 bits each, the lowest first."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["Limbs", "limbs_for"]

Array = np.ndarray[Any, Any]
BITS = 31
MASK = (1 << BITS) - 1
MIX = [0x9E3779B97F4A7C15, 0xC2B2AE3D27D4EB4F, 0x165667B19E3779F9, 0xD6E8FEB86659FD93]


def limbs_for(largest: int) -> int:
    """How many limbs numbers need whose absolute values are at most ``largest``, as sums of two."""
    return 1 if largest < 1 << 61 else (largest.bit_length() + 1) // BITS + 1


class Limbs:
    """Numbers, each the sum of its limbs times powers of 2^31; a single limb has 64 bits, the highest has the sign.

    >>> many = Limbs.of([10**30, -1], 4)
    >>> quotient, remainder = many.divided(7)
    >>> quotient.whole(), remainder.tolist(), many.residues(1000).tolist()
    ([142857142857142857142857142857, -1], [1, 6], [0, 999])
    """

    def __init__(self, parts: list[Array]) -> None:
        self.parts = parts

    @staticmethod
    def of(numbers: Sequence[int], count: int) -> Limbs:
        if count == 1:
            return Limbs([np.array(numbers, dtype=np.int64)])
        lower = [np.array([n >> BITS * at & MASK for n in numbers], dtype=np.int64) for at in range(count - 1)]
        return Limbs([*lower, np.array([n >> BITS * (count - 1) for n in numbers], dtype=np.int64)])

    def __len__(self) -> int:
        return len(self.parts[0])

    def taken(self, places: Array) -> Limbs:
        """Those at some places, or where a mask is true."""
        return Limbs([part[places] for part in self.parts])

    def minus(self, other: Limbs) -> Limbs:
        parts = [one - two for one, two in zip(self.parts, other.parts, strict=True)]
        for at in range(len(parts) - 1):
            parts[at + 1] += parts[at] >> BITS
            parts[at] &= MASK
        return Limbs(parts)

    def divided(self, by: int) -> tuple[Limbs, Array]:
        """Quotients, rounded down, and remainders, for a divisor below 2^31."""
        rest: Array | int = 0
        parts = []
        for part in reversed(self.parts):
            whole = part + (rest << BITS)
            quotient = whole // by
            rest = whole - quotient * by
            parts.append(quotient)
        assert not isinstance(rest, int)
        return Limbs(parts[::-1]), rest

    def residues(self, modulus: int) -> Array:
        """Modulo a number below 2^31."""
        found: Array = self.parts[-1] % modulus
        for part in reversed(self.parts[:-1]):
            found = ((found << BITS) + part) % modulus
        return found

    def shortened(self, count: int) -> Limbs:
        """The same numbers in fewer limbs, which must do."""
        parts = self.parts
        while len(parts) > count:
            parts = [*parts[:-2], parts[-2] + (parts[-1] << BITS)]
        return Limbs(parts)

    def floats(self) -> Array:
        """About the numbers: no further off than their 2^−50th part."""
        found: Array = self.parts[-1].astype(np.float64)
        for part in reversed(self.parts[:-1]):
            found = found * float(1 << BITS) + part
        return found

    def hashed(self) -> Array:
        """64 bits for each number, equal for equal ones."""
        found: Array = np.zeros(len(self), dtype=np.uint64)
        for at, part in enumerate(self.parts):
            found = (found ^ part.view(np.uint64)) * np.uint64(MIX[at % len(MIX)])
            found ^= found >> np.uint64(29)
        return found

    def same_as_before(self) -> Array:
        """Whether each number but the first equals the one before it."""
        found: Array = np.ones(max(len(self) - 1, 0), dtype=bool)
        for part in self.parts:
            found &= part[1:] == part[:-1]
        return found

    def whole(self) -> list[int]:
        columns = [part.tolist() for part in self.parts]
        return [sum(limb << BITS * at for at, limb in enumerate(limbs)) for limbs in zip(*columns, strict=True)]
