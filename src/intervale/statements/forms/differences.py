"""Two differences of numbers on the scale compared: ``mean(A) - mean(B) > mean(C) - mean(D)``."""

from __future__ import annotations

from dataclasses import dataclass, replace

from intervale.exact.sign_patterns import sum_signs
from intervale.statements.chains import chain_of, common_face, tails
from intervale.statements.decision import Decision, from_signs, invariant
from intervale.statements.expressions import Difference
from intervale.statements.statement import Case, Related

__all__ = ["DifferencesCompared"]


@dataclass(frozen=True)
class DifferencesCompared(Related):
    """``mean(A) - mean(B) > mean(C) - mean(D)``: two differences of numbers on the scale."""

    left: Difference
    relation: str
    right: Difference

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *self.right.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        return self.left.value(case.scores.number), self.right.value(case.scores.number)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """On one ordinal scale a sum of free steps, as a comparison of two numbers is."""
        scores = case.scores
        terms = (self.left.first, self.left.second, self.right.first, self.right.second)
        if scores.one_ratio_scale:
            return invariant("a similarity changes both differences by the same factor")
        if not scores.shared or common_face(terms) != "plain":
            return None
        if scores.level == "interval":
            return invariant("αx + β changes both differences by the same factor α")
        if scores.level != "ordinal":
            return None
        steps = [x - y for x, y in zip(tails(scores, *terms[:2]), tails(scores, *terms[2:]), strict=True)]
        signs = {sign: chain_of(scores.chain, taken, "plain") for sign, taken in sum_signs(steps).items()}
        up, down = sum(x > 0 for x in steps), sum(x < 0 for x in steps)
        why = f"the left difference has more of {up} steps of the scale, the right one of {down}"
        decision = from_signs(signs, self.relation, truth, why)
        return None if decision is None else replace(decision, cases=len(steps))
