"""The decision of a test on two systems: ``A significantly better than B by t``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, isnan, log

from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import quoted
from intervale.statements.reach import significance
from intervale.statements.statement import Case, Statement, Truth, in_digits
from intervale.statements.tested import (
    check_levels,
    check_pair,
    corrected_ends,
    corrected_levels,
    corrected_p,
    family_reach,
    invariant_pair,
    invariant_test,
    levels_text,
    pair_outcome,
    pair_reach,
    place_of,
    test_named,
)
from intervale.statements.topics import ahead
from intervale.stats.corrections import CORRECTED

__all__ = ["Significant"]


@dataclass(frozen=True)
class Significant(Statement):
    """``A significantly better than B by t at 0.01 with holm``, or ``different from``. Its sides are the p-value and
    the level, which is alpha where none is named. A correction is over all pairs of systems of the evaluation; without
    one p is that of the pair alone.
    """

    first: str
    second: str
    test: str
    better: bool = True
    level: Fraction | None = None
    correction: str | None = None

    def __post_init__(self) -> None:
        check_levels(str(self), self.test, self.level, self.correction)

    def __str__(self) -> str:
        how = "better than" if self.better else "different from"
        said = f"{quoted(self.first)} significantly {how} {quoted(self.second)} by {self.test}"
        return said + levels_text(self.level, self.correction)

    def systems(self) -> None:
        """Of all: tests of a family and corrections look at all systems at once."""

    def truth(self, case: Case) -> Truth:
        test, scores = test_named(self.test), case.scores
        check_pair(self, scores, self.first, self.second)
        p, difference = pair_outcome(test, scores, self.first, self.second, case.setting)
        if self.correction is not None:
            p = corrected_p(test, scores, self.first, self.second, case.setting, self.correction)
        level = self._level(case)
        return Truth(p <= level and (difference > 0 or not self.better), p, level)

    def _level(self, case: Case) -> float:
        return case.setting.alpha if self.level is None else float(self.level)

    def distance(self, truth: Truth) -> float:
        """In orders of magnitude of the p-value."""
        p = max(truth.left, 1e-300)
        if isnan(p):
            return inf
        return log(truth.right / p) if truth.holds else log(p / truth.right)

    def words(self, truth: Truth, alpha: float) -> str:
        other = self.better and not truth.holds and truth.left <= truth.right
        favours = f", in favour of {self.second}" if other else ""
        how = "among all pairs of systems" if test_named(self.test).family else "for this pair alone"
        if self.correction not in (None, "none"):
            how = f"corrected over all pairs of systems ({CORRECTED[str(self.correction)]})"
        return f"p = {in_digits(truth.left)} {how}, alpha {in_digits(truth.right)}{favours}"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """By what the test can say of the pair alone: at the strictest level that a correction may set, and the least
        strict one.
        """
        test, scores = test_named(self.test), case.scores
        if scores.level == "nominal":
            return None
        alone = self.correction in (None, "none")
        found = invariant_pair(test, scores, self.first, self.second) if alone else invariant_test(test, scores)
        if found is not None:
            return found
        if self.better and not truth and not (ahead(scores, self.first, self.second) > 0).any():
            return invariant(f"{self.first} is ahead on no topic, and no increasing transformation changes that")
        reach = pair_reach(test, scores, self.first, self.second, case.setting)
        if reach is None:
            return None
        strict, loose = corrected_levels(self._level(case), scores, self.correction)
        decision = significance(case, truth, reach, better=self.better, strict=strict, loose=loose)
        return self._with_others(case, truth) if decision is None and strict < loose else decision

    def _with_others(self, case: Case, truth: bool) -> Decision | None:
        """Where a step-wise correction depends on the other pairs: by what the test can say of these."""
        test, scores = test_named(self.test), case.scores
        reached = family_reach(test, scores, case.setting)
        if reached is None or self.correction is None:
            return None
        favoured = (self.first, self.second) if self.better else None
        place = place_of(len(scores.systems), scores.row(self.first), scores.row(self.second))
        low, high = (float(p[place]) for p in corrected_ends(scores, reached, self.correction, favoured))
        if (high > self._level(case)) if truth else (low <= self._level(case)):
            return None
        why = (
            f"over the permissible transformations of all pairs the corrected p stays between {low:.4g} and {high:.4g}"
        )
        return Decision(True, why, None, Proof.NUMERIC)
