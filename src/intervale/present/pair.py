"""What is said of two systems: how clear the difference is, and what its scale carries. Terminal, page and JSON say it
in these words and no others.

*Better* is said of a difference that is clear on a sound scale; otherwise the system *has the higher mean*, or *scores
higher*.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from intervale.statements.evidence import ASSUMED, MeasureEvidence
from intervale.stats.comparison import MeasureComparison

__all__ = ["Chance", "Pair", "Scale", "all_pairs", "pair_of"]


class Chance(StrEnum):
    """Would other topics say the same?"""

    CLEAR = "clear"
    SUGGESTIVE = "suggestive"
    CLOSE = "too close to call"
    OPEN = "open"
    """Scores are known between bounds, and these leave the decision open."""
    OPPOSED = "opposed"
    """The test finds a difference, and in favour of the other: it is not about means."""
    NONE = "equal means"
    UNKNOWN = "means open"


class Scale(StrEnum):
    """Would another legitimate scale say the same?"""

    STRONGEST = "no rescaling can reverse it"
    INTERVAL = "interval scale"
    AGREES = "agrees on equal steps"
    EQUAL = "equal on equal steps"
    REVERSES = "reverses on equal steps"
    UNKNOWN = "not known"


@dataclass(frozen=True)
class Pair:
    """Two systems by the means of a measure; ``larger`` has the larger one, where that is known and they differ."""

    larger: str
    smaller: str
    measure: str
    chance: Chance
    scale: Scale
    p: float
    """Of this pair alone."""
    comparisons: int
    topics: int
    test: str
    shared: bool = True
    why: str = ""
    """Why the scale is not known."""

    def __str__(self) -> str:
        a, b, measure = self.larger, self.smaller, self.measure
        if self.chance is Chance.NONE:
            return f"{a} and {b} have the same mean {measure}."
        if self.chance is Chance.UNKNOWN:
            return f"Not known: whether {a} or {b} has the higher mean {measure}, as scores lie between bounds."
        if self.chance is Chance.OPEN:
            return f"Not known: {a} has the higher mean, but scores lie between bounds, and these leave the test open."
        if self.chance is Chance.OPPOSED:
            return f"Not settled: {a} has the higher mean, but the {self.test} finds {b} ahead."
        if self.chance is Chance.CLEAR:
            return self._clear()
        if self.chance is Chance.SUGGESTIVE:
            return (
                f"Suggestive, not settled: {a} scores higher than {b} (p = {self.p:.2g} for this pair alone), but not "
                f"clearly so among {self.comparisons:,} comparisons."
            )
        apart = f"{self.topics:,} topics do not separate it from {b}"
        if self.scale in (Scale.STRONGEST, Scale.INTERVAL):
            return f"Too close to call: {a} has the higher mean on a sound scale, but {apart}."
        turned = {Scale.EQUAL: "they are equal", Scale.REVERSES: "the order reverses"}.get(self.scale)
        on = f", and {self._equal_steps} {turned}" if turned else ""
        return f"Too close to call: {a} has the higher mean, but {apart}{on}."

    @property
    def _equal_steps(self) -> str:
        return "on equal steps" if self.shared else f"on equal steps ({ASSUMED})"

    def _clear(self) -> str:
        a, b, measure = self.larger, self.smaller, self.measure
        if self.scale is Scale.STRONGEST:
            return (
                f"{a} is better than {b} on {measure}. The difference is clear, and no rescaling of the scores can "
                "reverse it."
            )
        if self.scale is Scale.INTERVAL:
            return f"{a} is better than {b} on {measure}. The difference is clear, and its scores may be averaged."
        if self.scale is Scale.AGREES:
            return (
                f"{a} scores clearly higher than {b}, and still does {self._equal_steps}. How much higher depends on "
                f"how {measure} spaces its scores."
            )
        if self.scale is Scale.UNKNOWN:
            return (
                f"{a} scores clearly higher than {b} as {measure} spaces its scores. Whether it does on equal steps is "
                f"not known: {self.why}."
            )
        turned = "they are equal" if self.scale is Scale.EQUAL else "the order reverses"
        return (
            f"{a} scores clearly higher than {b}, but only as {measure} spaces its scores: {self._equal_steps} "
            f"{turned}. Do not call it better."
        )


def pair_of(compared: MeasureComparison, evidence: MeasureEvidence, test: str, a: int, b: int, alpha: float) -> Pair:
    """Two systems by their numbers, as a test and the scale leave them."""
    if evidence.means.larger[b, a]:
        a, b = b, a
    decisions = compared.tests[test]
    first, second = decisions.first, decisions.second
    place = int(np.flatnonzero(((first == a) & (second == b)) | ((first == b) & (second == a)))[0])
    effect = float(decisions.outcome.effect[place]) * (1 if decisions.first[place] == a else -1)
    alone = float(decisions.outcome.p[place])
    if evidence.means.equal[a, b]:
        chance = Chance.NONE
    elif not evidence.means.larger[a, b]:
        chance = Chance.UNKNOWN
    elif decisions.opened[place]:
        chance = Chance.OPEN
    elif decisions.significant[place]:
        chance = Chance.CLEAR if effect > 0 else Chance.OPPOSED
    elif alone <= alpha and effect > 0:
        chance = Chance.SUGGESTIVE
    else:
        chance = Chance.CLOSE
    known = ~np.isnan(compared.scores[[a, b]]).any(axis=0)
    scale, why = _scale(evidence, a, b)
    return Pair(
        evidence.systems[a],
        evidence.systems[b],
        evidence.measure,
        chance,
        scale,
        alone,
        decisions.pairs,
        int(known.sum()),
        decisions.test.title,
        bool(evidence.scale.shared),
        why,
    )


def all_pairs(compared: MeasureComparison, evidence: MeasureEvidence, test: str, alpha: float) -> list[Pair]:
    """Every pair of systems that was compared."""
    decisions = compared.tests[test]
    both = zip(decisions.first.tolist(), decisions.second.tolist(), strict=True)
    return [pair_of(compared, evidence, test, a, b, alpha) for a, b in both]


def _scale(evidence: MeasureEvidence, a: int, b: int) -> tuple[Scale, str]:
    """What the larger mean of a rests on, and why that is not known where it is not."""
    if evidence.sound[a, b]:
        return (Scale.STRONGEST if 0 <= evidence.rests_on[a, b] <= 2 else Scale.INTERVAL), ""
    form = evidence.form
    if form is None:
        if evidence.scale.level == "interval":
            return Scale.AGREES, ""  # equal steps, though not the same on all topics
        return Scale.UNKNOWN, "no interval form was computed (--interval)"
    if form.larger[a, b]:
        return Scale.AGREES, ""
    if form.larger[b, a]:
        return Scale.REVERSES, ""
    return (Scale.EQUAL, "") if form.equal[a, b] else (Scale.UNKNOWN, "bounds of the scores leave it open")
