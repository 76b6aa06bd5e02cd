"""Numbers on the scale compared, as they are, as multiples and as ratios: decided by what the scale leaves open."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from intervale.exact.sign_patterns import plane_signs, sum_signs
from intervale.exact.verdict import Proof
from intervale.statements.chains import chain_of, common_face, nominal_signs, ordinal_signs, tails
from intervale.statements.decision import Decided, Signs, from_signs, invariant
from intervale.statements.expressions import (
    RELATIONS,
    Compared,
    Difference,
    DifferencesCompared,
    Multiple,
    QuotientIs,
    Statistic,
    Term,
)
from intervale.statements.scores import Scores
from intervale.statements.topics import ahead, own_signs
from intervale.statements.transformations import Affine
from intervale.statements.zero_shift import shift_signs

__all__ = ["compared", "means_are_ordered"]

CANCEL = "the factors of topics cancel in a geometric mean"


def compared(
    scores: Scores, said: Compared | DifferencesCompared | Multiple | QuotientIs, truth: bool, seed: int
) -> Decided | None:
    """A decision by theorem, or by going through all cases; None where that is not known how."""
    if isinstance(said, Compared):
        return _compared(scores, said.left, said.right, said.relation, truth, seed)
    if isinstance(said, DifferencesCompared):
        return _differences(scores, said, truth)
    if isinstance(said, Multiple):
        return _multiple(scores, said, truth, seed)
    top, bottom = said.quotient.top, said.quotient.bottom
    if isinstance(top, Difference) and isinstance(bottom, Difference):
        return _ratio_of_differences(scores, said, truth)
    if isinstance(top, Term) and isinstance(bottom, Term):
        return _ratio(scores, said, truth, seed)
    return invariant("a similarity changes top and bottom by the same factor") if _similar(scores) else None


def _similar(scores: Scores) -> bool:
    return scores.level == "ratio" and scores.shared


def _factors_cancel(scores: Scores, left: Term, right: Term) -> bool:
    """Whether both are geometric means over the same topics, each with a ratio scale of its own."""
    if scores.shared or scores.level != "ratio" or not isinstance(left, Statistic) or not isinstance(right, Statistic):
        return False
    known = ~np.isnan(scores.values[[scores.row(left.system), scores.row(right.system)]])
    return left.kind == right.kind == "gmean" and bool((known[0] == known[1]).all())


def _signs(scores: Scores, left: Term, right: Term, seed: int) -> tuple[Signs, str, Proof, int] | None:
    """The signs that left − right takes over the permissible transformations, and why."""
    face = common_face((left, right))
    now = scores.sign(left, right)
    if not scores.shared:
        if _factors_cancel(scores, left, right):
            return {now: None}, CANCEL, Proof.THEOREM, 0
        found = None if scores.level == "nominal" else own_signs(scores, left, right)
        return None if found is None else (found, _who_is_ahead(scores, left, right), Proof.THEOREM, 0)
    if scores.level == "ratio":
        return {now: None}, "a similarity multiplies both sides by the same factor", Proof.THEOREM, 0
    if face is None:
        return None
    if scores.level == "interval":
        if face == "plain":
            return {now: None}, "both sides are weighted means, which change as αx + β does", Proof.THEOREM, 0
        shifted = shift_signs(scores, left, right, face)
        if shifted is None:
            return None
        settled = "only the zero of the scale matters, and wherever it stands the order is the same"
        turned = "only the zero of the scale matters, and moving it turns the order round"
        return shifted[0], settled if len(shifted[0]) == 1 else turned, *shifted[1:]
    if scores.level == "nominal":
        signs, proof, cases = nominal_signs(scores, left, right, seed)
        return signs, "labels may stand in any order", proof, cases
    return ordinal_signs(scores, left, right), _dominance(scores, left, right), Proof.THEOREM, len(scores.chain) - 1


def _who_is_ahead(scores: Scores, left: Term, right: Term) -> str:
    why = "scales may change topic by topic, so that only who is ahead on which topic counts"
    if not isinstance(left, Statistic) or not isinstance(right, Statistic):
        return why
    signs = ahead(scores, left.system, right.system)
    counts = f"{(signs > 0).sum()}, the right one on {(signs < 0).sum()} of {len(signs)}"
    return f"{why}: the left one on {counts}"


def _dominance(scores: Scores, left: Term, right: Term) -> str:
    steps = tails(scores, left, right)
    up, down = sum(x > 0 for x in steps), sum(x < 0 for x in steps)
    weigh = "weighs" if isinstance(left, Statistic) and left.kind == "mean" else "has"
    if up and down:
        return f"neither side dominates: from {up} of the values on the left {weigh} more, from {down} the right"
    if not up and not down:
        return "both sides weigh all values alike"
    side = "left" if up else "right"
    return f"the {side} side dominates: from every value on it {weigh} at least as much, somewhere more"


def _compared(scores: Scores, left: Term, right: Term, relation: str, truth: bool, seed: int) -> Decided | None:
    found = _signs(scores, left, right, seed)
    if found is None:
        return None
    signs, why, proof, cases = found
    decided = from_signs(signs, relation, truth, why, proof=proof)
    if decided is None or (decided.holds and proof is Proof.SAMPLED):
        return None
    return replace(decided, cases=cases)


def _multiple(scores: Scores, said: Multiple, truth: bool, seed: int) -> Decided | None:
    if said.factor == 1:
        return _compared(scores, said.left, said.right, said.relation, truth, seed)
    if _similar(scores):
        return invariant("a similarity multiplies both sides by the same factor")
    if _factors_cancel(scores, said.left, said.right):
        return invariant(CANCEL)
    if common_face((said.left, said.right)) != "plain" or scores.level == "ratio":
        return None
    x, y, r = scores.number(said.left), scores.number(said.right), float(said.factor)
    width = float(scores.chain[-1] - scores.chain[0]) or 1.0
    wanted = {sign: (sign * width - (x - r * y)) / (1 - r) for sign in (-1, 0, 1)}
    signs: Signs = {sign: Affine(1.0, shift) for sign, shift in wanted.items()}
    return from_signs(signs, said.relation, truth, "the zero of the scale may be moved, and a multiple depends on it")


def _ratio(scores: Scores, said: QuotientIs, truth: bool, seed: int) -> Decided | None:
    """Two numbers on the scale: their ratio is 1 + (x − y)/(y + β), any number but 1 where x ≠ y."""
    top, bottom = said.quotient.top, said.quotient.bottom
    assert isinstance(top, Term)
    assert isinstance(bottom, Term)
    if _similar(scores):
        return invariant("a similarity changes top and bottom by the same factor")
    if _factors_cancel(scores, top, bottom):
        return invariant(CANCEL)
    if common_face((top, bottom)) != "plain" or scores.level == "ratio":
        return None
    found = _signs(scores, top, bottom, seed)
    if found is None:
        return None
    signs, _, proof, cases = found
    x, y, r = scores.number(top), scores.number(bottom), float(said.number)
    holds = RELATIONS[said.relation]
    why = "the zero of the scale may be moved, and a ratio depends on it"
    if 1 in signs or -1 in signs:
        change = next(signs[sign] for sign in (1, -1) if sign in signs)
        if not scores.sign(top, bottom):  # apart on another scale only
            return None if change is None else Decided(False, why, change, proof, cases)
        for ratio in (r + 1, r - 1, r + 2, r - 2, r):
            if ratio != 1 and bool(holds(ratio, r)) != truth:
                shift = (x - y) / (ratio - 1) - y
                return Decided(False, why, Affine(1.0, shift), proof, cases)
    if 0 in signs and bool(holds(1.0, r)) != truth and signs[0] is not None:
        return Decided(False, why, signs[0], proof, cases)
    return (
        None
        if proof is Proof.SAMPLED
        else Decided(True, "it says whether both are equal, and no more", None, proof, cases)
    )


def _differences(scores: Scores, said: DifferencesCompared, truth: bool) -> Decided | None:
    """Two differences: on one ordinal scale a sum of free steps, as a comparison of two numbers is."""
    terms = (said.left.first, said.left.second, said.right.first, said.right.second)
    if _similar(scores):
        return invariant("a similarity changes both differences by the same factor")
    if not scores.shared or common_face(terms) != "plain":
        return None
    if scores.level == "interval":
        return invariant("αx + β changes both differences by the same factor α")
    if scores.level != "ordinal":
        return None
    steps = [x - y for x, y in zip(tails(scores, *terms[:2]), tails(scores, *terms[2:]), strict=True)]
    signs = {sign: chain_of(scores.chain, taken, "plain") for sign, taken in sum_signs(steps).items()}
    up, down = sum(x > 0 for x in steps), sum(x < 0 for x in steps)
    why = f"of the steps of the scale the left difference has more of {up}, the right one of {down}"
    decided = from_signs(signs, said.relation, truth, why)
    return None if decided is None else replace(decided, cases=len(steps))


def _ratio_of_differences(scores: Scores, said: QuotientIs, truth: bool) -> Decided | None:
    top, bottom = said.quotient.top, said.quotient.bottom
    assert isinstance(top, Difference)
    assert isinstance(bottom, Difference)
    terms = (top.first, top.second, bottom.first, bottom.second)
    face = common_face(terms)
    if _similar(scores):
        return invariant("a similarity changes both differences by the same factor")
    if scores.level == "interval" and scores.shared and face == "plain":
        return invariant("αx + β changes both differences by the same factor α")
    if not scores.shared or scores.level != "ordinal" or face != "plain":
        return None
    upper, lower = tails(scores, *terms[:2]), tails(scores, *terms[2:])
    pairs = [(u - said.number * v, v) for u, v in zip(upper, lower, strict=True)]
    for (u, v), steps in plane_signs(pairs).items():
        if bool(RELATIONS[said.relation](u * v, 0)) != truth:
            why = "steps of the scale that one difference has more of than the other may be made larger"
            return Decided(False, why, chain_of(scores.chain, steps, "plain"), Proof.THEOREM, len(pairs))
    return Decided(True, "the two differences are made of the same steps of the scale", None, Proof.THEOREM, len(pairs))


def means_are_ordered(scores: Scores) -> bool:
    """Whether the order of all means is the same under every permissible transformation."""
    names = scores.systems
    for place, first in enumerate(names):
        for second in names[place + 1 :]:
            found = _signs(scores, Statistic("mean", first), Statistic("mean", second), 0)
            if found is None or len(found[0]) != 1:
                return False
    return True
