"""How many pairs of systems differ significantly: ``significant(t) > 100``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from intervale.statements.decision import Decision
from intervale.statements.expressions import written
from intervale.statements.statement import Case, Related, Truth, in_digits
from intervale.statements.tested import invariant_test, outcome, test_named

__all__ = ["SignificantPairs"]


@dataclass(frozen=True)
class SignificantPairs(Related):
    """``significant(t) > 100``: how many pairs of systems differ significantly by a test."""

    test: str
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"significant({self.test}) {self.relation} {written(self.number)}"

    def systems(self) -> None:
        """Of all."""

    def sides(self, case: Case) -> tuple[float, float]:
        found = outcome(test_named(self.test), case.scores.values, case.setting)
        return float((found.p <= case.setting.alpha).sum()), float(self.number)

    def words(self, truth: Truth, alpha: float) -> str:
        return f"{in_digits(truth.left)} pairs, at alpha {alpha:g}"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        return invariant_test(test_named(self.test), case.scores)
