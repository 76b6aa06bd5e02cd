"""How many pairs of systems differ significantly: ``significant(t) > 100``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from intervale.statements.decision import Decision
from intervale.statements.expressions import written
from intervale.statements.reach import ranged
from intervale.statements.statement import Case, Related, Truth, in_digits
from intervale.statements.tested import (
    check_levels,
    corrected_ends,
    family_reach,
    invariant_test,
    levels_text,
    outcome,
    pair_p_values,
    test_named,
)
from intervale.stats.corrections import CORRECTED

__all__ = ["SignificantPairs"]

MOST_CHANGES = 100
"""How many transformations are tried."""


@dataclass(frozen=True)
class SignificantPairs(Related):
    """``significant(t) > 100 at 0.01 with holm``: how many pairs of systems differ significantly by a test; at alpha
    where no level is named, and each pair by itself where no correction is.
    """

    test: str
    relation: str
    number: Fraction
    level: Fraction | None = None
    correction: str | None = None

    def __post_init__(self) -> None:
        check_levels(str(self), self.test, self.level, self.correction)

    def __str__(self) -> str:
        said = f"significant({self.test}) {self.relation} {written(self.number)}"
        return said + levels_text(self.level, self.correction)

    def systems(self) -> None:
        """Of all."""

    def _level(self, alpha: float) -> float:
        return alpha if self.level is None else float(self.level)

    def sides(self, case: Case) -> tuple[float, float]:
        test, scores = test_named(self.test), case.scores
        if self.correction is None:
            p = outcome(test, scores.values, case.setting).p
        else:
            p = pair_p_values(test, scores, case.setting, self.correction)
        return float((p <= self._level(case.setting.alpha)).sum()), float(self.number)

    def words(self, truth: Truth, alpha: float) -> str:
        how = "" if self.correction in (None, "none") else f" ({CORRECTED[str(self.correction)]} over all pairs)"
        return f"{in_digits(truth.left)} pairs, at alpha {self._level(alpha):g}{how}"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """From the pairs that are significant on every scale to those that are on some."""
        test, scores = test_named(self.test), case.scores
        found = invariant_test(test, scores)
        reached = None if found is not None else family_reach(test, scores, case.setting)
        if not reached:
            return found
        level = self._level(case.setting.alpha)
        low, high = corrected_ends(scores, reached, self.correction or "none")
        least, most = int((high <= level).sum()), int((low <= level).sum())
        why = f"{least} pairs differ significantly on every permissible scale, and {most} at most on any"
        changes = [change for one in reached for change in (*one.to_least[-1:], *one.to_most[-1:])][:MOST_CHANGES]
        ends, proved = (float(least), float(most)), Decision(True, why, None, reached[0].proof)
        return ranged(case, truth, ends, self.relation, float(self.number), tuple(changes), proved)
