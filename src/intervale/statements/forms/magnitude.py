"""How far two numbers are apart: ``abs(mean(A) - mean(B)) < 0.01``, a sentence of two parts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from intervale.errors import OptionError
from intervale.statements.expressions import Combination, Expression, Figure, as_text, plain_number
from intervale.statements.forms.compound import AllOf, AnyOf
from intervale.statements.statement import Statement

__all__ = ["Magnitude"]


@dataclass(frozen=True)
class Magnitude(Figure):
    """The size of a difference without its sign."""

    inside: Expression

    def __str__(self) -> str:
        return f"abs({self.inside})"

    @property
    def systems(self) -> tuple[str, ...]:
        return self.inside.systems

    def compared(self, relation: str, other: Any) -> Statement:
        """|x| < c where x < c and −x < c, |x| > c where one of them is."""
        if isinstance(other, Expression):
            raise OptionError(f"{self} {relation} {as_text(other)}: compare it with a number")
        from intervale.statements.stated import stated

        number = plain_number(other)
        turned = Combination(tuple(sorted((-self.inside).parts, key=lambda part: part[0] < 0)))
        parts = (stated(self.inside, relation, number), stated(turned, relation, number))
        return AllOf(parts) if relation in ("<", "<=", "!=") else AnyOf(parts)
