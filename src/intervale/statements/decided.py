"""What a decision about a statement is, and how it is made known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import ceil, floor, log10

from intervale.exact.verdict import Proof
from intervale.statements.transformations import Transformation

__all__ = ["Decided", "Signs", "from_signs", "invariant", "nice_above"]

Signs = Mapping[int, Transformation | None]
"""The signs that a difference takes over the permissible transformations, each with one that gives it (None: the scale
as it is does)."""


@dataclass(frozen=True)
class Decided:
    """Whether a statement is meaningful (None: not decided), why, and what flips it where it is not."""

    holds: bool | None
    why: str
    flip: Transformation | None = None
    proof: Proof = Proof.THEOREM
    cases: int = 0
    of_other: bool = False
    """Whether the flip is one of the scale of the second measure."""


def invariant(why: str) -> Decided:
    return Decided(True, why)


def from_signs(
    signs: Signs, truths: Mapping[int, bool], now: bool, why: str, *, proof: Proof = Proof.THEOREM
) -> Decided:
    """A decision from the signs that occur: meaningful where all give the truth that there is now."""
    for sign, change in sorted(signs.items(), key=lambda item: item[0] == 0):  # equality is harder to see
        if truths[sign] != now and change is not None:
            return Decided(False, why, change, proof)
    return Decided(True, why, proof=proof)


def nice_above(x: float) -> float:
    """A round number above x > 0: 1, 2 or 5 times a power of ten.

    >>> [nice_above(x) for x in (0.03, 1.0, 7.2)]
    [0.05, 2.0, 10.0]
    """
    power = 10.0 ** floor(log10(x))
    for factor in (1, 2, 5, 10):
        if factor * power > x:
            return float(f"{factor * power:.3g}")
    return float(ceil(x) + 1)
