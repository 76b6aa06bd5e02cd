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
from intervale.statements.expressions import Expression, Figure, Number, Term, as_text, plain_number, quoted, written
from intervale.statements.scores import Scores
from intervale.statements.spreads import Form, own_spread_signs, own_width_signs, scores_form, spread_signs, width_form
from intervale.statements.statement import Case, Related, Statement

__all__ = ["SPREADS", "Spread", "SpreadsCompared"]

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

    def value(self, scores: Scores) -> float:
        row = scores.values[scores.row(self.system)]
        codes = scores.codes[scores.row(self.system)]
        row = row[~np.isnan(row)]
        if len(row) < 2:
            raise OptionError(f"{self}: it needs scores on at least two topics")
        if len(np.unique(codes[codes >= 0])) == 1:
            return 0.0
        size = float(np.abs(row).max())
        deviation = size * float(np.std(row / size, ddof=1))
        return float(self.factor) * (deviation if self.kind == "sd" else deviation**2)

    def compared(self, relation: str, other: Any) -> Statement:
        if isinstance(other, Spread) and other.kind == self.kind:
            return SpreadsCompared(self, relation, other)
        if isinstance(other, Expression):
            raise OptionError(f"{self} {relation} {as_text(other)}: compare it with another {self.kind}, or a number")
        number = plain_number(other)
        if self.kind == "var" and number:
            near = f"{sqrt(abs(number / self.factor)):.3g}"
            raise OptionError(f"{self} {relation} {as_text(other)}: write sd({quoted(self.system)}) {relation} {near}")
        return SpreadsCompared(self, relation, None, Number(number), Number(Fraction(0)))


@dataclass(frozen=True)
class SpreadsCompared(Related):
    """``sd(A) > sd(B)``; or with a number, which is a difference on the scale and moves with it."""

    left: Spread
    relation: str
    right: Spread | None
    high: Term | None = None
    low: Term | None = None

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.high if self.right is None else self.right}"

    def systems(self) -> tuple[str, ...]:
        named = (one for one in (self.left, self.right, self.high, self.low) if one is not None)
        return tuple(system for one in named for system in one.systems)

    def sides(self, case: Case) -> tuple[float, float]:
        scores = case.scores
        if self.right is not None:
            return self.left.value(scores), self.right.value(scores)
        assert self.high is not None
        assert self.low is not None
        return self.left.value(scores), scores.number(self.high) - scores.number(self.low)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        scores = case.scores
        if scores.level == "nominal":
            return None
        if scores.shared and scores.level != "ordinal":
            return invariant("a change of unit multiplies both sides by the same factor")
        if not scores.shared:
            return self._by_topic(scores, truth)
        if not self.left.value(scores):
            return invariant("the scores are all the same, on every scale")
        if self.right is not None:
            second = self.right.form(scores)
        else:
            assert self.high is not None
            assert self.low is not None
            high, low = scores.number(self.high), scores.number(self.low)
            if high <= low:
                return None
            second = width_form(scores, high, low)
        signs = spread_signs(scores, self.left.form(scores), second, case.setting.seed)
        why = "variances are quadratic forms in the steps of the scale"
        why += (
            ": one is never the smaller" if signs is not None and len(signs) == 1 else ", and steps reverse their order"
        )
        return None if signs is None else from_signs(signs, self.relation, truth, why, proof=Proof.NUMERIC)

    def _by_topic(self, scores: Scores, truth: bool) -> Decision | None:
        if scores.level == "ratio":
            return None
        why = "the scores of either system can be made equal on all topics by moving the zero of each topic"
        if self.right is not None:
            found = own_spread_signs(scores, self.left.system, self.right.system)
        else:
            assert self.high is not None
            assert self.low is not None
            number = scores.number(self.high) - scores.number(self.low)
            found = own_width_signs(scores, self.left.system, number) if number > 0 else None
        return None if found is None else from_signs(found, self.relation, truth, why)
