"""An effect size and a plain number: ``d(A, B) > 0.5``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt

import numpy as np

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.expressions import quoted, written
from intervale.statements.limits import above
from intervale.statements.reach import ranged
from intervale.statements.statement import Case, Related
from intervale.statements.student import common_topics, crossings, levelled, range_of_t, widened
from intervale.statements.tested import check_pair, invariant_pair, outcome, pair_rows, test_named
from intervale.stats.outcome import differences

__all__ = ["EffectIs"]


@dataclass(frozen=True)
class EffectIs(Related):
    """``d(A, B) > 0.5``: Cohen's d for pairs, the mean of the differences over their standard deviation, t / √n. It is
    not defined where all differences are the same.
    """

    first: str
    second: str
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"d({quoted(self.first)}, {quoted(self.second)}) {self.relation} {written(self.number)}"

    def systems(self) -> tuple[str, ...]:
        return (self.first, self.second)

    def sides(self, case: Case) -> tuple[float, float]:
        check_pair(self, case.scores, self.first, self.second)
        rows = pair_rows(case.scores, self.first, self.second)
        found = outcome(test_named("t"), rows, case.setting)
        difference, _ = differences(rows, np.array([0]), np.array([1]))
        if (difference == difference[:, :1]).all() or not np.isfinite(found.effect[0]):
            raise OptionError(f"{self}: all differences are the same, and an effect size needs some spread")
        return float(found.effect[0]), float(self.number)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """From the range of t; where topics share the scale and the number is not on the other side of 0, a mean of
        differences that is larger than so many standard deviations.
        """
        scores = case.scores
        if scores.level == "nominal":
            return None
        if (found := invariant_pair(test_named("t"), scores, self.first, self.second)) is not None:
            return found
        side = {">": 1, "<=": 1, "<": -1, ">=": -1}.get(self.relation, 0)
        if scores.shared and side * self.number >= 0 and side:
            matrix = side * crossings(scores, self.first, self.second)
            squared = self.number**2 / (len(matrix) - 1)
            holds = truth == (self.relation in "><")
            return above(case, holds, matrix, np.zeros(matrix.shape[1]), squared)
        ends = range_of_t(scores, self.first, self.second)
        root = sqrt(common_topics(scores, self.first, self.second))
        low, high = ends.low / root, ends.high / root
        why = f"over the permissible transformations d goes from {low:.4g} to {high:.4g}"
        proved = Decision(True, why, None, Proof.NUMERIC)
        changes = (*ends.to_low, *ends.to_high, *levelled(scores, self.first, self.second, ends))
        return ranged(case, truth, widened(low, high), self.relation, float(self.number), changes, proved)
