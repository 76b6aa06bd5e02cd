"""The statement that two expressions and a relation make: ``mean(A) > mean(B)``, ``mean(A) / mean(B) > 2``, …"""

from __future__ import annotations

from typing import Any

from intervale.errors import OptionError
from intervale.exact import bounded_number
from intervale.statements.expressions import (
    Difference,
    Expression,
    Multiplied,
    Number,
    Quotient,
    as_text,
    plain_number,
    term,
)
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.differences import DifferencesCompared
from intervale.statements.forms.multiple import Multiple
from intervale.statements.forms.quotient import QuotientIs
from intervale.statements.relations import MIRRORED
from intervale.statements.statement import Statement

__all__ = ["stated"]


def stated(left: Any, relation: str, right: Any) -> Statement:
    """The statement that two expressions make."""
    mirrored = MIRRORED[relation]
    if not isinstance(left, Expression) and isinstance(right, Expression):
        return stated(right, mirrored, left)
    if isinstance(left, Multiplied):
        if not isinstance(right, Multiplied):
            return Multiple(term(right), mirrored, left.factor, left.term)
        if left.factor == 0:
            raise OptionError(f"{left} {relation} {right}: a factor of 0 is not allowed")
        relation = relation if left.factor > 0 else mirrored
        return Multiple(left.term, relation, bounded_number(right.factor / left.factor), right.term)
    if isinstance(left, Quotient):
        if isinstance(right, Expression):
            raise OptionError(f"{left} {relation} {right}: a ratio is compared with a number")
        return QuotientIs(left, relation, plain_number(right))
    if isinstance(left, Difference) and isinstance(right, Difference):
        return DifferencesCompared(left, relation, right)
    if isinstance(left, Difference) and not isinstance(right, Expression) and not right:
        first, second = left.first, left.second
        if isinstance(first, Number) and not isinstance(second, Number):
            return Compared(second, mirrored, first)  # as it is read: the number stands to the right
        return Compared(first, relation, second)
    if isinstance(left, Difference) or isinstance(right, Difference):
        raise OptionError(
            f"{as_text(left)} {relation} {as_text(right)}: a difference has the unit of its scale; compare it with 0, "
            "or with another difference, as in mean(A) - mean(B) > mean(C) - mean(D)"
        )
    if isinstance(right, Multiplied):
        return Multiple(term(left), relation, right.factor, right.term)
    return Compared(term(left), relation, term(right))
