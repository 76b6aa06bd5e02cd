"""The confidence interval of a difference of means and a number on the scale: ``ci(A, B) > 0.01``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction

import numpy as np

from intervale.errors import OptionError, shown
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Number, Term, quoted, written
from intervale.statements.reach import Changes, ranged
from intervale.statements.statement import Case, Related, Truth, in_digits
from intervale.statements.student import FAR, TRange, common_topics, levelled, range_of_t, widened
from intervale.statements.tested import check_pair, outcome, pair_rows, test_named
from intervale.statements.transformations import Jump

__all__ = ["USUAL", "ConfidenceIs"]

USUAL = Fraction(19, 20)
"""The confidence where none is named."""


@dataclass(frozen=True)
class ConfidenceIs(Related):
    """``ci(A, B) > 0.01``: the whole confidence interval of mean(A) − mean(B), Student's, lies above a number (or below
    it). The number is the difference of two on the scale, 0.01 − 0, and moves with it; without them it is 0.
    """

    first: str
    second: str
    confidence: Fraction
    relation: str
    high: Term | None = None
    low: Term | None = None

    def __post_init__(self) -> None:
        if not 0 < self.confidence < 1:
            confidence = shown(written(self.confidence))
            raise OptionError(f"{self}: the confidence {confidence} must be a number above 0 and below 1, such as 0.95")
        if self.relation not in (">", "<"):
            raise OptionError(f"{self}: a confidence interval lies above (>) or below (<) a number")
        if (self.high is None) != (self.low is None):
            raise OptionError(f"{self}: the number is the difference of two on the scale: pass both, or neither for 0")

    def __str__(self) -> str:
        sure = "" if self.confidence == USUAL else f", {written(self.confidence)}"
        right = "0" if self.high is None else f"{self.high} - {self.low}"
        if self.high == self.low:
            right = "0"
        elif self.low == Number(Fraction(0)):
            right = str(self.high)
        return f"ci({quoted(self.first)}, {quoted(self.second)}{sure}) {self.relation} {right}"

    def systems(self) -> tuple[str, ...]:
        numbers = (name for term in (self.high, self.low) if term is not None for name in term.systems)
        return (self.first, self.second, *dict.fromkeys(numbers))

    @property
    def _above(self) -> bool:
        return self.relation == ">"

    def sides(self, case: Case) -> tuple[float, float]:
        """The end of the interval that is nearer to the number, and the number."""
        scores = case.scores
        check_pair(self, scores, self.first, self.second)
        setting = replace(case.setting, interval_alpha=float(1 - self.confidence))
        found = outcome(test_named("t"), pair_rows(scores, self.first, self.second), setting)
        ends = found.low if self._above else found.high
        assert ends is not None
        number = 0.0
        if self.high is not None and self.low is not None:
            number = scores.number(self.high) - scores.number(self.low)
        return float(ends[0]), number

    def words(self, truth: Truth, alpha: float) -> str:
        end = "from" if self._above else "up to"
        sure = f"the {float(100 * self.confidence):g}% confidence interval"
        return f"{sure} goes {end} {in_digits(truth.left)}, against {in_digits(truth.right)}"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """With 0 this is Student's t, which must be beyond its critical value; above a larger number no interval lies
        that is not above 0, and above a smaller one each that is.
        """
        scores = case.scores
        if scores.level == "nominal":
            return None
        if scores.shared and scores.level in ("interval", "ratio"):
            return invariant("αx + β changes the interval and the number by the same factor α")
        sign = self._sign(case)
        if sign and not scores.shared:
            return None
        from scipy.special import stdtrit

        found = range_of_t(scores, self.first, self.second)
        alpha = float(1 - self.confidence)
        needed = -float(stdtrit(common_topics(scores, self.first, self.second) - 1, alpha / 2))
        needed = needed if self._above else -needed
        low, high = widened(found.low, found.high)
        if sign > 0:  # harder than with 0
            low, high = (-np.inf, high) if self._above else (low, np.inf)
        elif sign < 0:
            low, high = (low, np.inf) if self._above else (-np.inf, high)
        why = (
            f"over the permissible transformations t goes from {found.low:.4g} to {found.high:.4g}, and an interval "
            f"beyond 0 needs {needed:.4g}"
        )
        proved = Decision(True, why, None, Proof.NUMERIC)
        changes = self._changes(case, found)
        return ranged(case, truth, (low, high), self.relation, needed, changes, proved)

    def _sign(self, case: Case) -> int:
        """Whether the number is harder to reach than 0 (1), easier (−1) or 0."""
        if self.high is None or self.low is None or self.high == self.low:
            return 0
        sign = case.scores.sign(self.high, self.low)
        return sign if self._above else -sign

    def _changes(self, case: Case, found: TRange) -> Changes:
        """Towards the ends of t, and each step of the scale made larger, which the number may cross."""
        scores = case.scores
        ways = (*found.to_low, *found.to_high, *levelled(scores, self.first, self.second, found))
        if not scores.shared:
            return ways
        width = float(scores.chain[-1] - scores.chain[0])
        return (*ways, *(Jump(float(value), far * width) for value in scores.chain[1:] for far in FAR[:2]))
