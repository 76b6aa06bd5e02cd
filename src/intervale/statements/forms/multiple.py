"""A number on the scale and a multiple of another: ``mean(A) > 2 * mean(B)``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from intervale.statements.chains import common_face
from intervale.statements.decision import Decision, Signs, from_signs, invariant
from intervale.statements.expressions import Term, written
from intervale.statements.forms.comparison import Compared
from intervale.statements.signs import CANCEL, factors_cancel
from intervale.statements.statement import Case, Related
from intervale.statements.transformations import Affine

__all__ = ["Multiple"]


@dataclass(frozen=True)
class Multiple(Related):
    """``mean(A) > 2 * mean(B)``: a number on the scale, and a multiple of another."""

    left: Term
    relation: str
    factor: Fraction
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {written(self.factor)} * {self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *self.right.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        return case.scores.number(self.left), float(self.factor) * case.scores.number(self.right)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        scores = case.scores
        if self.factor == 1:
            return Compared(self.left, self.relation, self.right).decision(case, truth)
        if scores.one_ratio_scale:
            return invariant("a similarity multiplies both sides by the same factor")
        if factors_cancel(scores, self.left, self.right):
            return invariant(CANCEL)
        if common_face((self.left, self.right)) != "plain" or scores.level == "ratio":
            return None
        x, y, r = scores.number(self.left), scores.number(self.right), float(self.factor)
        width = float(scores.chain[-1] - scores.chain[0]) or 1.0
        wanted = {sign: (sign * width - (x - r * y)) / (1 - r) for sign in (-1, 0, 1)}
        signs: Signs = {sign: Affine(1.0, shift) for sign, shift in wanted.items()}
        why = "the zero of the scale may be moved, and a multiple depends on it"
        return from_signs(signs, self.relation, truth, why)
