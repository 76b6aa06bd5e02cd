"""What a decision about a statement is, and how it is made known."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from math import floor, log10

from intervale.exact.verdict import Proof
from intervale.statements.relations import RELATIONS
from intervale.statements.transformations import Transformation

__all__ = ["Decision", "Signs", "from_signs", "invariant", "nice_above"]

Signs = Mapping[int, Transformation | None]
"""The signs that a difference takes over the permissible transformations, each with one that gives it (None: the scale
as it is does)."""


@dataclass(frozen=True)
class Decision:
    """Whether a statement is meaningful (None: not decided), why, and what flips it where it is not."""

    holds: bool | None
    why: str
    flip: Transformation | None = None
    proof: Proof = Proof.THEOREM
    cases: int = 0
    of_other: bool = False
    """Whether the flip is one of the scale of the second measure."""


def invariant(why: str) -> Decision:
    return Decision(True, why)


def from_signs(signs: Signs, relation: str, now: bool, why: str, *, proof: Proof = Proof.THEOREM) -> Decision | None:
    """A decision from the signs of a difference that occur: meaningful where the relation with 0 is for all of them
    what it is now. None where a sign contradicts what is true now: rounding is at work.
    """
    other = [sign for sign in signs if bool(RELATIONS[relation](sign, 0)) != now]
    if not other:
        return Decision(True, why, proof=proof)
    best = min(other, key=lambda sign: sign == 0)  # equality is harder to see
    return Decision(False, why, signs[best], proof) if signs[best] is not None else None


def nice_above(x: float) -> float:
    """A round number above x > 0: 1, 2 or 5 times a power of ten.

    >>> [nice_above(x) for x in (0.03, 1.0, 7.2)]
    [0.05, 2.0, 10.0]
    """
    power = 10.0 ** floor(log10(x))
    found = (float(f"{factor * power:.3g}") for factor in (1, 2, 5, 10) if factor * power > x)
    return next(found, 2 * x)  # too small, or too large, for a round number
