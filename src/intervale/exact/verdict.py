"""Verdicts: the answer to a question that can be proven or broken."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

__all__ = ["Proof", "Verdict", "plain"]


class Proof(StrEnum):
    """How a verdict was reached, from the strongest."""

    THEOREM = "theorem"
    EXHAUSTIVE = "exhaustive"
    CERTIFIED = "certified"
    NUMERIC = "numeric"
    SAMPLED = "sampled"


@dataclass(frozen=True, slots=True)
class Verdict:
    """Whether something holds, with what breaks it, how many cases were looked at and how it is known.

    ``holds`` is None where the question does not apply; ``why`` says so, or names the theorem.

    >>> bool(Verdict(True)), Verdict(False, witness=((0, 1), (1, 0))).to_json()
    (True, {'holds': False, 'witness': [[0, 1], [1, 0]], 'cases': 0, 'proof': 'exhaustive'})
    """

    holds: bool | None
    witness: Any = None
    cases: int = 0
    proof: Proof = Proof.EXHAUSTIVE
    why: str = ""

    def __bool__(self) -> bool:
        return bool(self.holds)

    def to_json(self) -> dict[str, Any]:
        """The verdict as the JSON documents have it."""
        document: dict[str, Any] = {"holds": self.holds, "witness": plain(self.witness), "cases": self.cases}
        document["proof"] = None if self.holds is None else str(self.proof)
        return document | ({"why": self.why} if self.why else {})


def plain(value: Any) -> Any:
    """A value as JSON has it: lists, numbers and texts."""
    if isinstance(value, tuple | list):
        return [plain(part) for part in value]
    if isinstance(value, dict):
        return {str(key): plain(part) for key, part in value.items()}
    return value if value is None or isinstance(value, bool | int | float | str) else str(value)
