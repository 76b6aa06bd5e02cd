"""Verdicts: the answer to a question that can be proven or broken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from intervale.exact.shown import Shown

__all__ = ["PROVEN", "Proof", "Verdict", "plain", "undecided"]


class Proof(StrEnum):
    """How a verdict was reached, from the strongest."""

    THEOREM = "theorem"
    EXHAUSTIVE = "exhaustive"
    CERTIFIED = "certified"
    NUMERIC = "numeric"
    SAMPLED = "sampled"


PROVEN = (Proof.THEOREM, Proof.EXHAUSTIVE, Proof.CERTIFIED)
"""What proves; floats and samples refute, and never prove."""


@dataclass(frozen=True, slots=True)
class Verdict(Shown):
    """Whether something holds, with what breaks it, how many cases were looked at and how it is known.

    ``holds`` is None where the answer is not known (``undecided``) or the question does not apply; ``why`` says which,
    or names the theorem.

    >>> bool(Verdict(True)), Verdict(False, witness=((0, 1), (1, 0))).to_json()
    (True, {'holds': False, 'witness': [[0, 1], [1, 0]], 'cases': 0, 'proof': 'exhaustive'})
    """

    holds: bool | None
    witness: Any = None
    cases: int = 0
    proof: Proof = Proof.EXHAUSTIVE
    why: str = ""
    undecided: bool = False

    @property
    def proven(self) -> bool:
        """Whether it is known beyond floats and samples."""
        return self.holds is not None and self.proof in PROVEN

    def __bool__(self) -> bool:
        return bool(self.holds)

    def to_json(self) -> dict[str, Any]:
        """The verdict as the JSON documents have it."""
        document: dict[str, Any] = {"holds": self.holds, "witness": plain(self.witness), "cases": self.cases}
        document["proof"] = None if self.holds is None else str(self.proof)
        document |= {"undecided": True} if self.undecided else {}
        return document | ({"why": self.why} if self.why else {})


def undecided(why: str, cases: int = 0) -> Verdict:
    """The verdict that a question is open.

    >>> undecided("not refuted on 20 steps", 20).to_json()["undecided"]
    True
    """
    return Verdict(None, None, cases, Proof.SAMPLED, why, undecided=True)


def plain(value: Any) -> Any:
    """A value as JSON has it: lists, numbers and texts."""
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
