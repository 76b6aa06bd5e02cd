"""The confidence interval of a difference of means and a number on the scale: ``ci(A, B) > 0.01``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Gap, Score, Term, quoted, written
from intervale.statements.limits import above
from intervale.statements.reach import ranged
from intervale.statements.scores import Scores
from intervale.statements.statement import Case, Related, Truth, in_digits
from intervale.statements.student import TRange, common_topics, crossings, levelled, range_of_t, widened
from intervale.statements.tested import check_pair, outcome, pair_rows, test_named
from intervale.statements.transformations import Affine, ByTopic

__all__ = ["USUAL", "ConfidenceIs"]

Array = np.ndarray[Any, Any]
USUAL = Fraction(19, 20)
"""The confidence where none is named."""
FAR, SLACK = 1e9, 1e-9
"""By how much the number moves, and how near to the critical value nothing is said."""


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
            raise OptionError(f"{self}: the confidence must be a number above 0 and below 1, such as 0.95")
        if self.relation not in (">", "<"):
            raise OptionError(f"{self}: a confidence interval lies above (>) or below (<) a number")
        if (self.high is None) != (self.low is None):
            raise OptionError(f"{self}: the number is the difference of two on the scale: pass both, or neither for 0")

    def __str__(self) -> str:
        sure = "" if self.confidence == USUAL else f", {written(self.confidence)}"
        right = "0" if self.high is None or self.low is None else str(Gap(self.high, self.low))
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
        """On one ordinal scale by the limit itself; on scales of topics with 0, where t must be beyond its critical
        value.
        """
        from scipy.special import stdtrit

        scores = case.scores
        if scores.level == "nominal":
            return None
        if scores.shared and scores.level in ("interval", "ratio"):
            return invariant("αx + β changes the interval and the number by the same factor α")
        freedom = common_topics(scores, self.first, self.second) - 1
        needed = -float(stdtrit(freedom, float(1 - self.confidence) / 2))
        if scores.shared:
            side = 1.0 if self._above else -1.0
            matrix = crossings(scores, self.first, self.second)
            squared = Fraction(needed**2) / (freedom * (freedom + 1))
            return above(case, truth, side * matrix, side * self._crossed(scores), squared)
        found = range_of_t(scores, self.first, self.second)
        if self.high != self.low:
            return self._by_topic(case, truth, found, needed)
        needed = needed if self._above else -needed
        why = f"over the permissible transformations t goes from {found.low:.4g} to {found.high:.4g}"
        proved = Decision(True, f"{why}, and an interval beyond 0 needs {needed:.4g}", None, Proof.NUMERIC)
        changes = (*found.to_low, *found.to_high, *levelled(scores, self.first, self.second, found))
        return ranged(case, truth, widened(found.low, found.high), self.relation, needed, changes, proved)

    def _by_topic(self, case: Case, truth: bool, found: TRange, needed: float) -> Decision | None:
        """Where the scale of the number is its own, the number may be as near to 0 and as far from it as one likes: one
        on this side of the interval is passed where 0 can be, and one on the other side is kept where 0 always is.
        """
        assert isinstance(self.high, Score)
        assert isinstance(self.low, Score)
        number = case.scores.number(self.high) > case.scores.number(self.low)
        low, high = (found.low, found.high) if self._above else (-found.high, -found.low)
        beyond = number == self._above
        settled = high < needed * (1 - SLACK) if beyond else low > needed * (1 + SLACK)
        why = f"the number moves by itself; over the permissible transformations t goes from {found.low:.4g} to "
        why += f"{found.high:.4g}, and an interval beyond 0 needs {needed if self._above else -needed:.4g}"
        if settled and truth != beyond:
            return Decision(True, why, None, Proof.NUMERIC)
        column = case.scores.column(self.high.topic)
        for factor in (FAR,) if truth == beyond else (1 / FAR,):
            number_moved = (column, self.high.topic, Affine(factor))
            for change in (ByTopic(()), *found.to_low, *found.to_high):
                moved = ByTopic((*(change.changes if isinstance(change, ByTopic) else ()), number_moved))
                if case.truth(moved.apply(case.scores.values)).holds != truth:
                    return Decision(False, why, moved, Proof.NUMERIC)
        return None

    def _crossed(self, scores: Scores) -> Array:
        """1 for the steps that the number crosses, −1 where it is below 0."""
        steps = np.arange(1, len(scores.chain))
        if self.high is None or self.low is None:
            return np.zeros(len(steps))
        codes = [next(iter(scores.weights(term))) for term in (self.high, self.low)]
        return (codes[0] >= steps).astype(float) - (codes[1] >= steps)
