"""What tests and correlations give, as parts of a statement: ``p(A, B, t)``, ``d(A, B)``, ``ci(A, B)``, ``tau(AP, RR)``
and ``significant(t)``.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from intervale.errors import OptionError
from intervale.statements.expressions import Expression, Figure, as_text, gap, plain_number, quoted, written
from intervale.statements.forms.confidence import USUAL, ConfidenceIs
from intervale.statements.forms.correlation import Correlated
from intervale.statements.forms.effect_size import EffectIs
from intervale.statements.forms.p_value import PValueIs
from intervale.statements.forms.significant_pairs import SignificantPairs
from intervale.statements.statement import Statement

__all__ = ["Correlation", "Effect", "Interval", "PValue", "SignificantCount"]


class Plain(Figure):
    """Something that is compared with a plain number."""

    def _plain(self, relation: str, other: Any) -> Fraction:
        if isinstance(other, Expression):
            raise OptionError(f"{self} {relation} {as_text(other)}: compare it with a number")
        return plain_number(other)


@dataclass(frozen=True)
class OfTwo(Plain):
    """Something about two systems."""

    first: str
    second: str

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.first, self.second)


@dataclass(frozen=True)
class PValue(OfTwo):
    """The two-sided p-value of a test on two systems."""

    test: str = "t"

    def __str__(self) -> str:
        return f"p({quoted(self.first)}, {quoted(self.second)}, {self.test})"

    def compared(self, relation: str, other: Any) -> Statement:
        return PValueIs(self.first, self.second, self.test, relation, self._plain(relation, other))


class Effect(OfTwo):
    """Cohen's d for pairs."""

    def __str__(self) -> str:
        return f"d({quoted(self.first)}, {quoted(self.second)})"

    def compared(self, relation: str, other: Any) -> Statement:
        return EffectIs(self.first, self.second, relation, self._plain(relation, other))


@dataclass(frozen=True)
class Interval(OfTwo):
    """The confidence interval of the difference of two means."""

    confidence: Fraction = USUAL

    def __str__(self) -> str:
        level = "" if self.confidence == USUAL else f", {written(self.confidence)}"
        return f"ci({quoted(self.first)}, {quoted(self.second)}{level})"

    def compared(self, relation: str, other: Any) -> Statement:
        number = self._plain(relation, other)
        if relation not in ("<", ">"):
            raise OptionError(f"{self} {relation} {as_text(other)}: an interval lies above (>) or below (<) a number")
        anchors = gap(number)
        ends = (anchors.high, anchors.low) if number else (None, None)
        return ConfidenceIs(self.first, self.second, self.confidence, relation, *ends)


@dataclass(frozen=True)
class Correlation(OfTwo):
    """A correlation of two measures, also on one topic, or of two systems."""

    coefficient: str
    topic: str | None = None

    def __str__(self) -> str:
        on = "" if self.topic is None else f", {quoted(self.topic)}"
        return f"{self.coefficient}({quoted(self.first)}, {quoted(self.second)}{on})"

    def compared(self, relation: str, other: Any) -> Statement:
        number = self._plain(relation, other)
        return Correlated(self.coefficient, self.first, self.second, relation, number, self.topic)


@dataclass(frozen=True)
class SignificantCount(Plain):
    """How many pairs of systems differ significantly by a test."""

    test: str

    def __str__(self) -> str:
        return f"significant({self.test})"

    @property
    def systems(self) -> tuple[str, ...]:
        return ()

    def compared(self, relation: str, other: Any) -> Statement:
        return SignificantPairs(self.test, relation, self._plain(relation, other))
