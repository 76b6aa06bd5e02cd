"""A ratio and a plain number: ``mean(A) / mean(B) > 2``, ``(mean(A) - mean(B)) / (mean(C) - mean(D)) = 1``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from intervale.errors import OptionError
from intervale.exact.sign_patterns import plane_signs
from intervale.exact.verdict import Proof
from intervale.statements.chains import chain_of, common_face, tails
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Difference, Quotient, Term, written
from intervale.statements.relations import RELATIONS
from intervale.statements.scores import Scores
from intervale.statements.signs import CANCEL, difference_signs, factors_cancel
from intervale.statements.statement import Case, Related
from intervale.statements.transformations import Affine

__all__ = ["QuotientIs"]


@dataclass(frozen=True)
class QuotientIs(Related):
    """``mean(A) / mean(B) > 2`` or ``(mean(A) - mean(B)) / (mean(C) - mean(D)) = 1``: a ratio, and a plain number."""

    quotient: Quotient
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"{self.quotient} {self.relation} {written(self.number)}"

    def systems(self) -> tuple[str, ...]:
        return self.quotient.systems

    def sides(self, case: Case) -> tuple[float, float]:
        top, bottom = (part.value(case.scores.number) for part in (self.quotient.top, self.quotient.bottom))
        if bottom == 0:
            raise OptionError(f"{self}: {self.quotient.bottom} is 0: division by zero")
        return top / bottom, float(self.number)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        top, bottom = self.quotient.top, self.quotient.bottom
        if isinstance(top, Difference) and isinstance(bottom, Difference):
            return self._of_differences(case.scores, top, bottom, truth)
        if isinstance(top, Term) and isinstance(bottom, Term):
            return self._of_numbers(case.scores, top, bottom, truth, case.setting.seed)
        if case.scores.one_ratio_scale:
            return invariant("a similarity changes top and bottom by the same factor")
        return None

    def _of_numbers(self, scores: Scores, top: Term, bottom: Term, truth: bool, seed: int) -> Decision | None:
        """Two numbers on the scale: their ratio is 1 + (x − y)/(y + β), any number but 1 where x ≠ y."""
        if scores.one_ratio_scale:
            return invariant("a similarity changes top and bottom by the same factor")
        if factors_cancel(scores, top, bottom):
            return invariant(CANCEL)
        if common_face((top, bottom)) != "plain" or scores.level == "ratio":
            return None
        found = difference_signs(scores, top, bottom, seed)
        if found is None:
            return None
        signs, _, proof, cases = found
        x, y, r = scores.number(top), scores.number(bottom), float(self.number)
        holds = RELATIONS[self.relation]
        why = "the zero of the scale may be moved, and a ratio depends on it"
        if 1 in signs or -1 in signs:
            change = next(signs[sign] for sign in (1, -1) if sign in signs)
            if not scores.sign(top, bottom):  # apart on another scale only
                return None if change is None else Decision(False, why, change, proof, cases)
            for ratio in (r + 1, r - 1, r + 2, r - 2, r):
                if ratio != 1 and bool(holds(ratio, r)) != truth:
                    shift = (x - y) / (ratio - 1) - y
                    return Decision(False, why, Affine(1.0, shift), proof, cases)
        if 0 in signs and bool(holds(1.0, r)) != truth and signs[0] is not None:
            return Decision(False, why, signs[0], proof, cases)
        if proof is Proof.SAMPLED:
            return None
        return Decision(True, "it only says whether both are equal", None, proof, cases)

    def _of_differences(self, scores: Scores, top: Difference, bottom: Difference, truth: bool) -> Decision | None:
        terms = (top.first, top.second, bottom.first, bottom.second)
        face = common_face(terms)
        if scores.one_ratio_scale:
            return invariant("a similarity changes both differences by the same factor")
        if scores.level == "interval" and scores.shared and face == "plain":
            return invariant("αx + β changes both differences by the same factor α")
        if not scores.shared or scores.level != "ordinal" or face != "plain":
            return None
        upper, lower = tails(scores, *terms[:2]), tails(scores, *terms[2:])
        pairs = [(u - self.number * v, v) for u, v in zip(upper, lower, strict=True)]
        for (u, v), steps in plane_signs(pairs).items():
            if bool(RELATIONS[self.relation](u * v, 0)) != truth:
                why = "steps of the scale that one difference has more of than the other may be made larger"
                return Decision(False, why, chain_of(scores.chain, steps, "plain"), Proof.THEOREM, len(pairs))
        why = "both differences consist of the same steps of the scale"
        return Decision(True, why, None, Proof.THEOREM, len(pairs))
