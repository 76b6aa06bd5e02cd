"""How checks report: one function for each way in which a check ends. A witness is worded here."""

from __future__ import annotations

from typing import Any

from intervale_papers.register import Finding, Kind
from intervale_papers.wording import worded

__all__ = ["holds", "not_checkable", "under", "wrong"]

DISAGREE = "what the check computes does not agree with what was found before"


def holds(right: Any, witness: Any = "", remark: str = "", kind: Kind = Kind.CONFIRMED) -> Finding:
    """Confirmed, or of another kind of right claims, where the check finds it so. One computation that finds otherwise
    leaves it undecided.
    """
    return Finding(kind, worded(witness), remark) if right else Finding(Kind.UNDECIDED, worded(witness), DISAGREE)


def under(right: Any, witness: Any, condition: str) -> Finding:
    """Right under a condition that is not stated: the check found both that it is needed and that it is enough."""
    return holds(right, witness, condition, Kind.CONDITION)


def wrong(kind: Kind, broken: Any, witness: Any, remark: str, *, second: Any = None, again: str = "") -> Finding:
    """Wrong as printed where the check finds it broken; ``second`` is what another computation finds, which ``again``
    names. Two that do not agree leave it undecided.
    """
    if (second is not None and bool(second) != bool(broken)) or not broken:
        return Finding(Kind.UNDECIDED, worded(witness), DISAGREE)
    return Finding(kind, worded(witness), remark, again if second is not None else "")


def not_checkable(witness: Any, why: str) -> Finding:
    """What would be needed is not in the paper."""
    return Finding(Kind.NOT_CHECKABLE, worded(witness), why)
