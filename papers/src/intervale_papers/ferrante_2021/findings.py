"""What the claims of this paper share."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import intervale as iv
from intervale_papers.register import Finding, Outcome

__all__ = ["CONDITIONAL", "CONFIRMED", "REFUTED", "UNDECIDED", "conditional", "confirmed", "evaluated", "refuted"]

CONFIRMED, REFUTED = Outcome.CONFIRMED, Outcome.REFUTED
CONDITIONAL, UNDECIDED = Outcome.CONDITIONAL, Outcome.UNDECIDED


def confirmed(right: bool, witness: Any = None, remark: str = "") -> Finding:
    """Confirmed where the check is right; else undecided, as one computation does not refute."""
    return Finding(CONFIRMED if right else UNDECIDED, witness, remark if right else "one computation does not agree")


def conditional(right: bool, witness: Any, remark: str) -> Finding:
    """True under the condition of the remark, where the check finds just that."""
    return Finding(CONDITIONAL if right else UNDECIDED, witness, remark if right else "not under this condition alone")


def refuted(first: bool, second: bool, witness: Any, remark: str, again: str) -> Finding:
    """Refuted where two computations find it wrong; undecided where only one does."""
    if first != second:
        return Finding(UNDECIDED, witness, "two computations do not agree")
    return Finding(REFUTED if first else CONFIRMED, witness, remark, again)


def evaluated(
    grades: Mapping[str, Sequence[Sequence[int]]], measures: Sequence[str], bases: Sequence[int]
) -> iv.Evaluation:
    """Scores of judged runs that are written as binary grades, topic by topic, with these recall bases."""
    qrels = {str(t): {f"{t}-{d}": 1 for d in range(base)} for t, base in enumerate(bases)}
    runs: dict[str, dict[str, dict[str, float]]] = {}
    for system, profiles in grades.items():
        runs[system] = {}
        for t, profile in enumerate(profiles):
            relevant = iter(range(bases[t]))
            names = [f"{t}-{next(relevant)}" if grade else f"x{n}" for n, grade in enumerate(profile)]
            runs[system][str(t)] = {name: float(len(names) - n) for n, name in enumerate(names)}
    return iv.evaluate(qrels, runs, list(measures))
