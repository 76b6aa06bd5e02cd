"""What is said of many systems beside a baseline."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.present.wording.pair import Pair, pair_of
from intervale.present.wording.texts import Answer
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
    test: str
    top: Pair

    def __str__(self) -> str:
        if not self.higher + self.lower:
            return f"None of {self.others:,} systems differs clearly from {self.baseline} on {self.measure}."
        counts = [f"{self.higher:,} of {self.others:,} systems score clearly higher than {self.baseline}"]
        counts += [f"{self.lower:,} clearly lower"] if self.lower else []
        if not self.higher:
            counts = [
                f"{self.lower:,} of {self.others:,} systems score clearly lower than {self.baseline}, none higher"
            ]
        return f"{' and '.join(counts)} on {self.measure} ({self.test})."

    @property
    def answer(self) -> Answer:
        top = self.top.answer
        return Answer(self.measure, f"{self} {top.verdict}", top.numbers)


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
    return Against(baseline, compared.name, higher, lower, len(others), decisions.title, top)
