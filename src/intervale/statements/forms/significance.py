"""The decision of a test on two systems: ``A significantly better than B by t``."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf, isnan, log

import numpy as np

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import quoted
from intervale.statements.scores import Scores
from intervale.statements.statement import Case, Statement, Truth, in_digits
from intervale.statements.student import own_t_range, t_range
from intervale.statements.tested import invariant_test, outcome, test_named
from intervale.statements.topics import ahead
from intervale.stats.outcome import Setting

__all__ = ["Significant"]


@dataclass(frozen=True)
class Significant(Statement):
    """``A significantly better than B by t``, or ``different from``. Its sides are the p-value and alpha."""

    first: str
    second: str
    test: str
    better: bool = True

    def __str__(self) -> str:
        how = "better than" if self.better else "different from"
        return f"{quoted(self.first)} significantly {how} {quoted(self.second)} by {self.test}"

    def systems(self) -> None:
        """Of all: tests of a family look at all systems at once."""

    def truth(self, case: Case) -> Truth:
        p, difference = self._tested(case.scores, case.setting)
        alpha = case.setting.alpha
        return Truth(p <= alpha and (difference > 0 or not self.better), p, alpha)

    def _tested(self, scores: Scores, setting: Setting) -> tuple[float, float]:
        """The p-value of the two systems, and by how much the first is better in the sense of the test."""
        test = test_named(self.test)
        a, b = scores.row(self.first), scores.row(self.second)
        if a == b:
            raise OptionError(f"{self}: both systems are the same")
        if test.family:
            low, high = min(a, b), max(a, b)
            found = outcome(test, scores.values, setting)
            systems = len(scores.systems)
            pair = low * systems - low * (low + 1) // 2 + high - low - 1
            sign = 1.0 if a < b else -1.0
        else:
            both = ~np.isnan(scores.values[[a, b]]).any(axis=0)
            found = outcome(test, scores.values[[a, b]][:, both], setting)
            pair, sign = 0, 1.0
        return float(found.p[pair]), sign * float(found.effect[pair])

    def distance(self, truth: Truth) -> float:
        """In orders of magnitude of the p-value."""
        p = max(truth.left, 1e-300)
        if isnan(p):
            return inf
        return log(truth.right / p) if truth.holds else log(p / truth.right)

    def words(self, truth: Truth, alpha: float) -> str:
        other = self.better and not truth.holds and truth.left <= alpha
        favours = f", in favour of {self.second}" if other else ""
        return f"p = {in_digits(truth.left)} for this pair alone, alpha {in_digits(truth.right)}{favours}"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        test, scores = test_named(self.test), case.scores
        if scores.level == "nominal":
            return None
        found = invariant_test(test, scores)
        if found is not None:
            return found
        if self.better and not truth and not (ahead(scores, self.first, self.second) > 0).any():
            return invariant(f"{self.first} is ahead on no topic, and no increasing transformation changes that")
        return self._by_t(case, truth) if test.name == "t" else None

    def _by_t(self, case: Case, truth: bool) -> Decision:
        """Student's t over its whole range."""
        from scipy.special import stdtrit

        scores = case.scores
        rows = scores.values[[scores.row(self.first), scores.row(self.second)]]
        topics = int((~np.isnan(rows).any(axis=0)).sum())
        found = (t_range if scores.shared else own_t_range)(scores, self.first, self.second)
        needed = -float(stdtrit(topics - 1, case.setting.alpha / 2))
        reached = f"t goes from {found.low:.4g} to {found.high:.4g}"
        spans = f"over the permissible transformations {reached}, and {needed:.4g} is needed"
        if truth:
            to = found.to_low
            flips = found.low < needed * (1 - 1e-9) if self.better else _inside(found.low, found.high, needed)
            if not self.better and found.low > -needed and found.high < 0:
                to = found.to_high
        else:
            to = found.to_high
            flips = found.high >= needed * (1 + 1e-9)
            if not self.better and not flips and found.low <= -needed * (1 + 1e-9):
                flips, to = True, found.to_low
        if not flips:
            return Decision(True, spans, None, Proof.NUMERIC)
        nearer = (change for change in to if case.truth(change.apply(scores.values)).holds != truth)
        return Decision(False, spans, next(nearer, to[-1]), Proof.NUMERIC)


def _inside(low: float, high: float, needed: float) -> bool:
    """Whether some t between the two is not significant: t changes continuously."""
    return low < needed and high > -needed
