"""What is said of many systems beside a baseline."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.present.wording.numbers import equivalent_pairs
from intervale.present.wording.pair import Pair, pair_of
from intervale.present.wording.texts import Answer, plain
from intervale.statements.evidence import MeasureEvidence
from intervale.stats.comparison import Comparison, MeasureComparison

__all__ = ["Against", "against_of"]


@dataclass(frozen=True)
class Against:
    """Many systems against a baseline: how many score clearly higher or lower, and the highest of them."""

    baseline: str
    measure: str
    higher: int
    lower: int
    others: int
    top: Pair
    equivalent: str = ""

    def __str__(self) -> str:
        if not self.higher + self.lower:
            return f"None of {self.others:,} systems differs clearly from {self.baseline}."
        many, word = (self.higher, "higher") if self.higher else (self.lower, "lower")
        score = "scores" if many == 1 else "score"
        rest = f", {self.lower:,} clearly lower" if self.higher and self.lower else ""
        none = "" if self.higher else ", none higher"
        return f"{many:,} of {self.others:,} systems {score} clearly {word} than {self.baseline}{rest}{none}."

    @property
    def answer(self) -> Answer:
        top, numbers = self.top, self.top.numbers
        if top.silent:
            return Answer(self.measure, f"{self} {top}", "")
        apart, side = plain(abs(numbers.difference)), "above" if numbers.difference >= 0 else "below"
        shared = " on the topics that both have" if numbers.missing else ""
        if top.larger == self.baseline:
            side = "below" if side == "above" else "above"
            lead, ahead = f"{top.smaller} comes next, {apart} {side} it{shared}", f"{self.baseline} is {numbers.topics}"
        else:
            lead, ahead = f"The highest, {top.larger}, is {apart} {side} it{shared}", numbers.topics
        last = f" {self.equivalent}" if self.equivalent else ""
        return Answer(self.measure, str(self), f"{lead} ({numbers.measured}; {ahead}): {top.short}.{last}")


def against_of(
    found: Comparison, compared: MeasureComparison, evidence: MeasureEvidence, test: str, baseline: str
) -> Against:
    base = found.systems.index(baseline)
    decisions = compared.tests[test]
    higher = lower = 0
    others = [s for s in compared.ranking if s != base]
    for s in others:
        place, sign = decisions.place(s, base)
        if decisions.significant[place]:
            ahead = sign * decisions.outcome.effect[place] > 0
            higher, lower = higher + bool(ahead), lower + (not ahead)
    top = pair_of(compared, evidence, test, others[0], base, found.alpha)
    return Against(
        baseline, compared.name, higher, lower, len(others), top, equivalent_pairs(compared, found.correction)
    )
