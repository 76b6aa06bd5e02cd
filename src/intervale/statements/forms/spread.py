"""Standard deviations and variances compared: ``sd(A) > sd(B)``, ``var(A) > var(B)``, ``sd(A) > 0.1``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from math import sqrt
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import bounded_number
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, from_signs, invariant
from intervale.statements.expressions import Expression, Figure, Gap, as_text, gap, plain_number, quoted, written
from intervale.statements.relations import related
from intervale.statements.scores import Scores
from intervale.statements.spreads import Form, own_spread_signs, own_width_signs, scores_form, spread_signs, width_form
from intervale.statements.statement import Case, Related, Statement, Truth

__all__ = ["SPREADS", "Spread", "SpreadsCompared"]

Array = np.ndarray[Any, Any]
SPREADS = ("sd", "var")


@dataclass(frozen=True)
class Spread(Figure):
    """The standard deviation or the variance of the scores of a system over its topics (with n − 1)."""

    kind: str
    system: str
    factor: Fraction = Fraction(1)

    def __str__(self) -> str:
        multiple = "" if self.factor == 1 else f"{written(self.factor)} * "
        return f"{multiple}{self.kind}({quoted(self.system)})"

    def __mul__(self, factor: Any) -> Spread:  # type: ignore[override]
        found = self.factor * plain_number(factor)
        if found <= 0:
            raise OptionError(f"{as_text(factor)} * {self}: multiples of a {self.kind} are above 0")
        return replace(self, factor=bounded_number(found))

    __rmul__ = __mul__  # type: ignore[assignment]

    def form(self, scores: Scores) -> Form:
        """Its square where it is a standard deviation, itself where it is a variance, in the steps of the scale."""
        factor = self.factor**2 if self.kind == "sd" else self.factor
        matrix, divisor = scores_form(scores, self.system)
        return Form(matrix.astype(object) * factor.numerator, divisor * factor.denominator)

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.system,)

    def row(self, scores: Scores) -> Array:
        found: Array = scores.values[scores.row(self.system)]
        found = found[~np.isnan(found)]
        if len(found) < 2:
            raise OptionError(f"{self}: it needs scores on at least two topics")
        return found

    def is_zero(self, scores: Scores) -> bool:
        """Whether the scores are all the same."""
        codes = scores.codes[scores.row(self.system)]
        return len(np.unique(codes[codes >= 0])) == 1

    def value(self, scores: Scores, unit: float = 1.0) -> float:
        """In some unit of the scale, as squares of large and of small numbers are no numbers."""
        row = self.row(scores) / unit
        if self.is_zero(scores):
            return 0.0
        size = float(np.abs(row).max())
        deviation = size * float(np.std(row / size, ddof=1))
        return float(self.factor) * (deviation if self.kind == "sd" else deviation * deviation)

    def compared(self, relation: str, other: Any) -> Statement:
        if isinstance(other, Spread) and other.kind == self.kind:
            return SpreadsCompared(self, relation, other)
        if isinstance(other, Expression):
            raise OptionError(f"{self} {relation} {as_text(other)}: compare it with another {self.kind}, or a number")
        number = plain_number(other)
        if self.kind == "var" and number:
            near = f"{sqrt(abs(number / self.factor)):.3g}"
            raise OptionError(f"{self} {relation} {as_text(other)}: write sd({quoted(self.system)}) {relation} {near}")
        return SpreadsCompared(self, relation, gap(number))


@dataclass(frozen=True)
class SpreadsCompared(Related):
    """``sd(A) > sd(B)``; or with a number, which is a difference on the scale and moves with it."""

    left: Spread
    relation: str
    right: Spread | Gap

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *self.right.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        return self._sides(case.scores, 1.0)

    def truth(self, case: Case) -> Truth:
        """In the unit of the largest score."""
        rows = [one.row(case.scores) for one in (self.left, self.right) if isinstance(one, Spread)]
        unit = max(float(np.abs(row).max()) for row in rows) or 1.0
        left, right = self._sides(case.scores, unit)
        return Truth(related(left, self.relation, right), *self.sides(case))

    def _sides(self, scores: Scores, unit: float) -> tuple[float, float]:
        if isinstance(self.right, Spread):
            return self.left.value(scores, unit), self.right.value(scores, unit)
        return self.left.value(scores, unit), self.right.value(scores.number) / unit

    def decision(self, case: Case, truth: bool) -> Decision | None:
        scores = case.scores
        if scores.level == "nominal":
            return None
        if scores.shared and scores.level != "ordinal":
            return invariant("a change of unit multiplies both sides by the same factor")
        number = 1.0 if isinstance(self.right, Spread) else self.right.value(scores.number)
        if number < 0:
            return invariant("a standard deviation is never below 0")
        if not scores.shared:
            return self._by_topic(scores, truth, number)
        if self.left.is_zero(scores):
            return invariant("the scores are all the same, on every scale")
        if isinstance(self.right, Spread):
            second = self.right.form(scores)
        elif number:
            second = width_form(scores, scores.number(self.right.high), scores.number(self.right.low))
        else:
            return invariant("scores that are not all the same are not so on any scale")
        signs = spread_signs(scores, self.left.form(scores), second, case.setting.seed)
        if signs is None:
            return None
        word = (
            "no sizes of the steps between scores reverse" if len(signs) == 1 else "larger steps between scores reverse"
        )
        return from_signs(signs, self.relation, truth, f"{word} the order of the two", proof=Proof.NUMERIC)

    def _by_topic(self, scores: Scores, truth: bool, number: float) -> Decision | None:
        if scores.level == "ratio":
            return None
        why = "the scores of either system can be made equal on all topics by moving the zero of each topic"
        if isinstance(self.right, Spread):
            found = own_spread_signs(scores, self.left.system, self.right.system)
            if found is not None and len(found) == 1 and self.left.factor != self.right.factor:  # level on all topics
                sign = 1 if self.left.factor > self.right.factor else -1
                found = {
                    abs(one) * sign: change for one, change in own_width_signs(scores, self.left.system, 0.0).items()
                }
        else:
            found = own_width_signs(scores, self.left.system, number)
        return None if found is None else from_signs(found, self.relation, truth, why)
