"""What is said of two systems."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from intervale.present.wording.numbers import Numbers, numbers_of
from intervale.present.wording.scale import Scale, on_equal_steps, scale_of_lead
from intervale.present.wording.texts import Answer, the_test
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import MeasureComparison

__all__ = ["Chance", "Pair", "all_pairs", "pair_of"]


class Chance(StrEnum):
    """Would other topics say the same?"""

    CLEAR = "clear"
    SUGGESTIVE = "suggestive"
    CLOSE = "too close to call"
    OPEN = "open"
    """Bounds of the scores leave the decision open."""
    OPPOSED = "opposed"
    """The test finds a difference, and in favour of the other: it is not about means."""
    NONE = "equal means"
    APART = "not compared"
    """Fewer than two topics are known of both."""
    UNKNOWN = "means open"


@dataclass(frozen=True)
class Pair:
    """Two systems by the means of a measure; ``larger`` has the larger one, where that is known and they differ."""

    larger: str
    smaller: str
    measure: str
    chance: Chance
    scale: Scale
    topics: int
    numbers: Numbers
    shared: bool = True
    why: str = ""
    """Why the scale is not known."""

    def __str__(self) -> str:
        a, b, measure = self.larger, self.smaller, self.measure
        if self.chance is Chance.NONE:
            return f"{a} and {b} have the same mean {measure}."
        if self.chance is Chance.APART:
            return f"Not compared: {a} and {b} share fewer than two topics."
        if self.chance is Chance.UNKNOWN:
            return f"Not known: whether {a} or {b} has the higher mean {measure}, as scores lie between bounds."
        if self.chance is Chance.OPEN:
            return f"Not known: {a} has the higher mean, but scores lie between bounds, and these leave the test open."
        if self.chance is Chance.OPPOSED:
            return f"Not settled: {a} has the higher mean, but {the_test(self.numbers.test)} finds {b} ahead."
        if self.chance is Chance.CLEAR:
            return self._clear()
        if self.chance is Chance.SUGGESTIVE:
            return (
                f"Suggestive, not settled: {a} scores higher than {b} (p = {self.numbers.alone:.2g} for this pair "
                f"alone), but not clearly so among {self.numbers.comparisons:,} comparisons."
            )
        apart = f"{self.topics:,} topics do not separate it from {b}"
        if self.scale in (Scale.STRONGEST, Scale.INTERVAL):
            return f"Too close to call: {a} has the higher mean on a sound scale, but {apart}."
        turned = {Scale.EQUAL: "they are equal", Scale.REVERSES: "the order reverses"}.get(self.scale)
        on = f", and {on_equal_steps(self.shared)} {turned}" if turned else ""
        return f"Too close to call: {a} has the higher mean, but {apart}{on}."

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
                f"{a} scores clearly higher than {b}, and still does {on_equal_steps(self.shared)}. How much higher "
                f"depends on how {measure} spaces its scores."
            )
        if self.scale is Scale.UNKNOWN:
            return (
                f"{a} scores clearly higher than {b} as {measure} spaces its scores. Whether it does on equal steps is "
                f"not known: {self.why}."
            )
        turned = "they are equal" if self.scale is Scale.EQUAL else "the order reverses"
        return (
            f"{a} scores clearly higher than {b}, but only as {measure} spaces its scores: "
            f"{on_equal_steps(self.shared)} {turned}. Do not call it better."
        )

    @property
    def short(self) -> str:
        """The verdict in a few words, behind the numbers."""
        if self.chance is not Chance.CLEAR:
            return {
                Chance.SUGGESTIVE: "suggestive, not settled",
                Chance.CLOSE: "too close to call",
                Chance.OPPOSED: f"not settled, as {the_test(self.numbers.test)} finds {self.smaller} ahead",
            }.get(self.chance, "not known, as scores lie between bounds")
        return {
            Scale.STRONGEST: "clear, and no rescaling can reverse it",
            Scale.INTERVAL: "clear, and its scores may be averaged",
            Scale.AGREES: f"clear, and still so {on_equal_steps(self.shared)}",
            Scale.EQUAL: f"clear, but equal {on_equal_steps(self.shared)}",
            Scale.REVERSES: f"clear, but reversed {on_equal_steps(self.shared)}",
            Scale.UNKNOWN: f"clear as {self.measure} spaces its scores, not known on equal steps",
        }[self.scale]

    @property
    def answer(self) -> Answer:
        return Answer(self.measure, str(self), "" if self.silent else str(self.numbers))

    @property
    def silent(self) -> bool:
        """Whether numbers would add nothing to the verdict."""
        return self.chance in (Chance.NONE, Chance.UNKNOWN, Chance.APART)


def pair_of(compared: MeasureComparison, evidence: MeasureEvidence, test: str, a: int, b: int, alpha: float) -> Pair:
    """Two systems by their numbers, as a test and the scale leave them."""
    if evidence.means.larger[b, a]:
        a, b = b, a
    decisions = compared.tests[test]
    place, sign = decisions.place(a, b)
    effect = float(decisions.outcome.effect[place]) * sign
    alone = float(decisions.outcome.p[place])
    if np.isnan(decisions.outcome.p[place]):
        chance = Chance.APART
    elif evidence.means.equal[a, b]:
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
    scale, why = scale_of_lead(evidence, a, np.array([b]))
    return Pair(
        evidence.systems[a],
        evidence.systems[b],
        evidence.measure,
        chance,
        scale,
        int(known.sum()),
        numbers_of(compared, test, a, b, alpha, int(evidence.rests_on[a, b])),
        bool(evidence.scale.shared),
        why,
    )


def all_pairs(compared: MeasureComparison, evidence: MeasureEvidence, test: str, alpha: float) -> list[Pair]:
    """Every pair of systems that was compared."""
    decisions = compared.tests[test]
    both = zip(decisions.first.tolist(), decisions.second.tolist(), strict=True)
    return [pair_of(compared, evidence, test, a, b, alpha) for a, b in both]
