"""Two numbers on the scale compared: ``mean(A) > mean(B)``, ``A > B on 401``, ``median(A) = 0.5``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

from intervale.exact.rounding import NOISE
from intervale.exact.verdict import Proof
from intervale.statements.chains import common_face
from intervale.statements.decision import Decision, from_signs
from intervale.statements.expressions import Term
from intervale.statements.formulas import Formula, comparison, decided
from intervale.statements.relations import RELATIONS
from intervale.statements.scores import Scores
from intervale.statements.signs import difference_signs
from intervale.statements.statement import Case, Related, Truth

__all__ = ["Compared"]


@dataclass(frozen=True)
class Compared(Related):
    """``mean(A) > mean(B)``: two numbers on the scale."""

    left: Term
    relation: str
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *self.right.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        return case.scores.number(self.left), case.scores.number(self.right)

    def truth(self, case: Case) -> Truth:
        """By what is known where scores lie between bounds, or else by the middles of these."""
        found = super().truth(case)
        sign = None if case.scores.errors is None else case.scores.known_sign(self.left, self.right)
        return found if sign is None else found._replace(holds=bool(RELATIONS[self.relation](sign, 0)))

    def open(self, case: Case, truth: Truth) -> bool | None:
        if common_face((self.left, self.right)) != "plain":
            return None
        if case.scores.known_sign(self.left, self.right) is not None:
            return False
        off = case.scores.off(self.left) + case.scores.off(self.right)
        return abs(truth.left - truth.right) <= off + NOISE * (abs(truth.left) + abs(truth.right))

    def formula(self, scores: Scores) -> Formula:
        return comparison(((Fraction(1), self.left), (Fraction(-1), self.right)), self.relation)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """From the signs that the difference takes over the permissible transformations."""
        found = difference_signs(case.scores, self.left, self.right, case.setting.seed)
        if found is None:
            return decided(case.scores, self.formula(case.scores), truth)
        decision = from_signs(found.signs, self.relation, truth, found.why, proof=found.proof)
        if decision is None or (decision.holds and found.proof is Proof.SAMPLED):
            return None
        return replace(decision, cases=found.cases)
