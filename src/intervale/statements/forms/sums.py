"""Weighted sums of numbers on the scale compared: ``mean(A) - mean(B) > 0.05``, ``mean(A) + mean(B) > 2 * mean(C)``."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Combination
from intervale.statements.formulas import Formula, comparison, decided
from intervale.statements.scores import Scores
from intervale.statements.signs import CANCEL, factors_cancel
from intervale.statements.statement import Case, Related

__all__ = ["SumsCompared"]


@dataclass(frozen=True)
class SumsCompared(Related):
    """``mean(A) - mean(B) > mean(C) - mean(D)``: two weighted sums of numbers on the scale."""

    left: Combination
    relation: str
    right: Combination

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *self.right.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        return self.left.value(case.scores.number), self.right.value(case.scores.number)

    def formula(self, scores: Scores) -> Formula:
        parts = (*self.left.parts, *((-weight, one) for weight, one in self.right.parts))
        return comparison(parts, self.relation)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """On a cone, as a sum of what the scale leaves open; of geometric means on ratio scales by what cancels."""
        if case.scores.one_ratio_scale:
            return invariant("a similarity multiplies both sides by the same factor")
        terms = (*self.left.terms, *self.right.terms)
        if len(terms) == 2 and factors_cancel(case.scores, *terms):
            return invariant(CANCEL)
        return decided(case.scores, self.formula(case.scores), truth)
