"""The statement that two expressions and a relation make: ``mean(A) > mean(B)``, ``mean(A) / mean(B) > 2``, …

A plain number moves with the scale. Beside a number on the scale it is one; beside a difference it is a difference,
that from 0 to it; beside a sum of n it is n times one nth of it.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

from intervale.errors import OptionError
from intervale.exact import bounded_number
from intervale.statements.expressions import (
    Combination,
    Expression,
    Figure,
    Number,
    Quotient,
    Term,
    as_text,
    gap,
    plain_number,
    term,
)
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.quotient import QuotientIs
from intervale.statements.forms.sums import SumsCompared
from intervale.statements.relations import MIRRORED
from intervale.statements.statement import Statement

__all__ = ["stated"]


def stated(left: Any, relation: str, right: Any) -> Statement:
    """The statement that two expressions make."""
    mirrored = MIRRORED[relation]
    if isinstance(left, Figure):
        return left.compared(relation, right)
    if isinstance(right, Figure) or (isinstance(right, Expression) and not isinstance(left, Expression)):
        return stated(right, mirrored, left)
    if isinstance(left, Quotient) or isinstance(right, Quotient):
        if isinstance(left, Expression) and isinstance(right, Expression):
            raise OptionError(f"{left} {relation} {right}: a ratio is compared with a number")
        return QuotientIs(left, relation, plain_number(right))
    if not isinstance(left, Combination) and not isinstance(right, Combination):
        return Compared(term(left), relation, term(right))
    return _of_sums(_split(left), _split(right), relation)


Split = tuple[tuple[tuple[Fraction, Term], ...], Fraction]


def _split(side: Any) -> Split:
    """The parts of a sum that move by themselves, and the plain number in it."""
    if not isinstance(side, Expression):
        return (), plain_number(side)
    parts = side.parts if isinstance(side, Combination) else ((Fraction(1), term(side)),)
    number = sum((weight * one.number for weight, one in parts if isinstance(one, Number)), Fraction(0))
    return tuple(part for part in parts if not isinstance(part[1], Number)), number


def _of_sums(left: Split, right: Split, relation: str) -> Statement:
    """As simple as it is: two numbers on the scale, or two sums of them."""
    if not left[0]:
        left, right, relation = right, left, MIRRORED[relation]
    number = right[1] - left[1]
    moving = (*left[0], *((-weight, one) for weight, one in right[0]))
    if not moving:
        raise OptionError(f"{as_text(left[1])} {relation} {as_text(right[1])}: there is no statistic in it")
    weight, first = moving[0]
    turned = relation if weight > 0 else MIRRORED[relation]
    if len(moving) == 1 and weight:
        return Compared(first, turned, Number(bounded_number(number / weight)))
    if len(moving) == 2 and weight == -moving[1][0] and weight and not number:
        return Compared(first, turned, moving[1][1])
    anchors = _anchors(number, [weight for weight, _ in moving])
    return SumsCompared(Combination(left[0]), relation, Combination((*right[0], *anchors)))


def _anchors(number: Fraction, weights: list[Fraction]) -> tuple[tuple[Fraction, Term], ...]:
    """A plain number as one that moves with the scale: a score beside an average, else a difference."""
    whole = sum(weights, Fraction(0))
    if len({weight > 0 for weight in weights if weight}) == 1:
        return ((whole, Number(bounded_number(number / whole))),)
    return gap(number).parts if number else ()
