"""Which signs the difference of two numbers on a scale takes over the permissible transformations, and why."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import numpy as np

from intervale.exact.verdict import Proof
from intervale.statements.chains import common_face, nominal_signs, ordinal_signs, tails
from intervale.statements.decision import Signs
from intervale.statements.expressions import FACES, Statistic, Term, mean
from intervale.statements.scores import Scores
from intervale.statements.statement import in_digits
from intervale.statements.topics import ahead, own_labels, own_signs
from intervale.statements.zero_shift import shift_signs

__all__ = ["CANCEL", "DifferenceSigns", "difference_signs", "factors_cancel", "means_are_ordered"]

CANCEL = "the factors of topics cancel in a geometric mean"


class DifferenceSigns(NamedTuple):
    """The signs, why these and no others, how that is known, and how many cases were looked at."""

    signs: Signs
    why: str
    proof: Proof
    cases: int


def factors_cancel(scores: Scores, left: Term, right: Term) -> bool:
    """Whether both are geometric means over the same topics, each with a ratio scale of its own."""
    if scores.shared or scores.level != "ratio" or not isinstance(left, Statistic) or not isinstance(right, Statistic):
        return False
    known = ~np.isnan(scores.values[[scores.row(left.system), scores.row(right.system)]])
    return left.kind == right.kind == "gmean" and bool((known[0] == known[1]).all())


def difference_signs(scores: Scores, left: Term, right: Term, seed: int) -> DifferenceSigns | None:
    """The signs that left − right takes over the permissible transformations, and why."""
    face = common_face((left, right))
    now = scores.sign(left, right)
    if not scores.shared:
        if factors_cancel(scores, left, right):
            return DifferenceSigns({now: None}, CANCEL, Proof.THEOREM, 0)
        found = own_labels(scores, left, right) if scores.level == "nominal" else own_signs(scores, left, right)
        if found is None:
            return None
        return DifferenceSigns(found, _who_is_ahead(scores, left, right), Proof.THEOREM, 0)
    if scores.level == "ratio":
        why = "a similarity multiplies both sides by the same factor"
        return DifferenceSigns({now: None}, why, Proof.THEOREM, 0)
    if face is None:
        return None
    if scores.level == "interval":
        if face == "plain":
            why = "both sides are weighted means, which change as αx + β does"
            return DifferenceSigns({now: None}, why, Proof.THEOREM, 0)
        shifted = shift_signs(scores, left, right, face)
        if shifted is None:
            return None
        settled = "only the zero of the scale matters, and no zero changes the order"
        turned = "only the zero of the scale matters, and moving it reverses the order"
        signs, proof, cases = shifted
        return DifferenceSigns(signs, settled if len(signs) == 1 else turned, proof, cases)
    if scores.level == "nominal":
        signs, proof, cases = nominal_signs(scores, left, right, seed)
        return DifferenceSigns(signs, "labels have no order", proof, cases)
    signs, why = ordinal_signs(scores, left, right), _dominance(scores, left, right)
    return DifferenceSigns(signs, why, Proof.THEOREM, len(scores.chain) - 1)


def _who_is_ahead(scores: Scores, left: Term, right: Term) -> str:
    why = "each topic may be rescaled separately, so only the side that is ahead on each topic counts"
    if not isinstance(left, Statistic) or not isinstance(right, Statistic):
        return why
    signs = ahead(scores, left.system, right.system)
    return f"{why}: left on {(signs > 0).sum()}, right on {(signs < 0).sum()} of {len(signs)}"


def _dominance(scores: Scores, left: Term, right: Term) -> str:
    steps = tails(scores, left, right)
    most, least = max(steps, default=Fraction(0)), min(steps, default=Fraction(0))
    if most > 0 > least:
        first, second = (in_digits(scores.chain[steps.index(step) + 1]) for step in (most, least))
        one, other, much = "the left side", "the right side", "weight"
        if all(isinstance(term, Statistic) and term.kind in FACES for term in (left, right)):
            one, other, much = *left.systems, *right.systems, "of its topics"
        return f"neither side dominates: {one} has more {much} at {first} or above, {other} at {second} or above"
    if most == least == 0:
        return "both sides weigh all values equally"
    side = "left" if most > 0 else "right"
    weigh = "weighs" if isinstance(left, Statistic) and left.kind == "mean" else "has"
    return f"the {side} side dominates: from every value up it {weigh} at least as much, and from some more"


def means_are_ordered(scores: Scores) -> bool:
    """Whether the order of all means is the same under every permissible transformation."""
    names = scores.systems
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            found = difference_signs(scores, mean(first), mean(second), 0)
            if found is None or len(found.signs) != 1:
                return False
    return True
