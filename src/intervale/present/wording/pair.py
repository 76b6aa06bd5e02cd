"""What is said of two systems."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum

import numpy as np

from intervale.measures.mean_order import MeanOrder
from intervale.present.wording.numbers import Numbers, numbers_of
from intervale.present.wording.scale import Scale, on_equal_steps, scale_of_lead
from intervale.present.wording.texts import Answer, filled, p_text, the_test
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import MeasureComparison
from intervale.stats.decisions import Decisions

__all__ = ["Chance", "Pair", "all_pairs", "chance_at", "pair_of", "pair_template"]


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
    UNTESTED = "not tested"
    """The pair was not among the comparisons."""


SETTLED = {
    Chance.NONE: "{a} and {b} have the same mean {m}.",
    Chance.APART: "Not compared: {a} and {b} share fewer than two topics.",
    Chance.UNKNOWN: "Not known: whether {a} or {b} has the higher mean {m}, as scores lie between bounds.",
    Chance.OPEN: "Not known: {a} has the higher mean, but scores lie between bounds, and these leave the test open.",
    Chance.OPPOSED: "Not settled: {a} has the higher mean, but {test} finds {b} ahead.",
    Chance.SUGGESTIVE: "Suggestive, not settled: {a} scores higher than {b} ({p} for this pair alone), but not clearly "
    "so among {k} comparisons.",
    Chance.UNTESTED: "Not tested: {a} has the higher mean {m}, and this pair is not among the comparisons.",
}
"""What is said on every scale."""
CLEAR = {
    Scale.STRONGEST: "{a} is better than {b} on {m}. The difference is clear, and no rescaling of the scores can "
    "reverse it.",
    Scale.INTERVAL: "{a} is better than {b} on {m}. The difference is clear, and its scores may be averaged.",
    Scale.AGREES: "{a} scores clearly higher than {b}, and its mean is still the higher one {steps}. How much higher "
    "depends on how {m} spaces its scores.",
    Scale.EQUAL: "{a} scores clearly higher than {b}, but only as {m} spaces its scores: {steps} they are equal. Do "
    "not call it better.",
    Scale.REVERSES: "{a} scores clearly higher than {b}, but only as {m} spaces its scores: {steps} the order "
    "reverses. Do not call it better.",
    Scale.UNKNOWN: "{a} scores clearly higher than {b} as {m} spaces its scores. Whether it does on equal steps is not "
    "known: {why}.",
}
_CLOSE = "Too close to call: {a} has the higher mean, but {n} topics do not separate it from {b}"
CLOSE = {
    Scale.STRONGEST: "Too close to call: {a} has the higher mean, which no rescaling can reverse, but {n} topics do "
    "not separate it from {b}.",
    Scale.INTERVAL: "Too close to call: {a} has the higher mean, on an interval scale, but {n} topics do not separate "
    "it from {b}.",
    Scale.AGREES: f"{_CLOSE}.",
    Scale.EQUAL: f"{_CLOSE}, and {{steps}} they are equal.",
    Scale.REVERSES: f"{_CLOSE}, and {{steps}} the order reverses.",
    Scale.UNKNOWN: f"{_CLOSE}.",
}


def pair_template(chance: Chance, scale: Scale) -> str:
    """What is said of two systems by chance and scale, with places for names and numbers."""
    return SETTLED.get(chance) or (CLEAR if chance is Chance.CLEAR else CLOSE)[scale]


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
        return filled(self.template, self.places)

    @property
    def template(self) -> str:
        """The sentence of its case, with places for names and numbers."""
        return pair_template(self.chance, self.scale)

    @property
    def places(self) -> dict[str, str]:
        """What stands in the places of the sentence."""
        return {
            "a": self.larger,
            "b": self.smaller,
            "m": self.measure,
            "n": f"{self.topics:,}",
            "p": p_text(self.numbers.alone),
            "k": f"{self.numbers.comparisons:,}",
            "test": the_test(self.numbers.test),
            "steps": on_equal_steps(self.shared),
            "why": self.why,
        }

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
            Scale.AGREES: f"clear, and still ahead {on_equal_steps(self.shared)}",
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


def chance_at(decisions: Decisions, means: MeanOrder, place: int, sign: int, a: int, b: int, alpha: float) -> Chance:
    """What a test says of systems a and b, pair ``place`` of its decisions, of which a has the larger mean; ``sign`` is
    1 where a stands first there, else −1.
    """
    alone, effect = float(decisions.outcome.p[place]), sign * float(decisions.outcome.effect[place])
    if np.isnan(alone):
        return Chance.APART
    if means.equal[a, b]:
        return Chance.NONE
    if not means.larger[a, b]:
        return Chance.UNKNOWN
    if decisions.opened[place]:
        return Chance.OPEN
    if decisions.significant[place]:
        return Chance.CLEAR if effect > 0 else Chance.OPPOSED
    return Chance.SUGGESTIVE if alone <= alpha and effect > 0 else Chance.CLOSE


def pair_of(compared: MeasureComparison, evidence: MeasureEvidence, test: str, a: int, b: int, alpha: float) -> Pair:
    """Two systems by their numbers, as a test and the scale leave them."""
    if evidence.means.larger[b, a]:
        a, b = b, a
    decisions = compared.tests[test]
    chance = chance_at(decisions, evidence.means, *decisions.place(a, b), a, b, alpha)
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
