"""A ratio and a plain number: ``mean(A) / mean(B) > 2``, ``(mean(A) - mean(B)) / mean(B) > 0.05``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from intervale.errors import OptionError
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Quotient, written
from intervale.statements.formulas import Formula, decided, ratio
from intervale.statements.scores import Scores
from intervale.statements.signs import CANCEL, factors_cancel
from intervale.statements.statement import Case, Related

__all__ = ["QuotientIs"]


@dataclass(frozen=True)
class QuotientIs(Related):
    """``mean(A) / mean(B) > 2`` or ``(mean(A) - mean(B)) / (mean(C) - mean(D)) = 1``: a ratio, and a plain number."""

    quotient: Quotient
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"{self.quotient} {self.relation} {written(self.number)}"

    def systems(self) -> tuple[str, ...]:
        return self.quotient.systems

    def sides(self, case: Case) -> tuple[float, float]:
        top, bottom = (part.value(case.scores.number) for part in (self.quotient.top, self.quotient.bottom))
        if bottom == 0:
            raise OptionError(f"{self}: {self.quotient.bottom} is 0: division by zero")
        return top / bottom, float(self.number)

    def formula(self, scores: Scores) -> Formula:
        return ratio(self.quotient.top.parts, self.quotient.bottom.parts, self.relation, self.number)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """By the signs of bottom and of top − number · bottom over the cone of the scale."""
        terms = (*self.quotient.top.terms, *self.quotient.bottom.terms)
        if case.scores.one_ratio_scale:
            return invariant("a similarity changes top and bottom by the same factor")
        if len(terms) == 2 and factors_cancel(case.scores, *terms):
            return invariant(CANCEL)
        return decided(case.scores, self.formula(case.scores), truth)
