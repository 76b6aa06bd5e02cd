"""Would another legitimate scale say the same?"""

from __future__ import annotations

from enum import StrEnum
from typing import Any

import numpy as np

from intervale.statements.evidence import ASSUMED, MeasureEvidence

__all__ = ["Scale", "on_equal_steps", "scale_of_lead"]

Array = np.ndarray[Any, Any]


class Scale(StrEnum):
    """Would another legitimate scale say the same?"""

    STRONGEST = "no rescaling can reverse it"
    INTERVAL = "interval scale"
    AGREES = "agrees on equal steps"
    EQUAL = "equal on equal steps"
    REVERSES = "reverses on equal steps"
    UNKNOWN = "not known"


def on_equal_steps(shared: bool) -> str:
    return "on equal steps" if shared else f"on equal steps ({ASSUMED})"


def scale_of_lead(evidence: MeasureEvidence, a: int, others: Array) -> tuple[Scale, str]:
    """What it rests on that the mean of a is larger than those of others, and why that is not known where it is not."""
    if evidence.sound[a, others].all():
        strongest = (evidence.rests_on[a, others] >= 0) & (evidence.rests_on[a, others] <= 2)
        return (Scale.STRONGEST if strongest.all() else Scale.INTERVAL), ""
    form = evidence.form
    if form is None:
        if evidence.scale.level == "interval":
            return Scale.AGREES, ""  # equal steps, though not the same on all topics
        return Scale.UNKNOWN, evidence.no_form
    if form.larger[a, others].all():
        return Scale.AGREES, ""
    if form.larger[others, a].any():
        return Scale.REVERSES, ""
    return (Scale.EQUAL, "") if form.equal[a, others].any() else (Scale.UNKNOWN, "bounds of the scores leave it open")
