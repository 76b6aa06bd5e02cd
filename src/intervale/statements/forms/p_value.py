"""The p-value of a test on two systems and a plain number: ``p(A, B, t) < 0.05``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import inf, log

from intervale.errors import OptionError
from intervale.statements.decision import Decision
from intervale.statements.expressions import quoted, written
from intervale.statements.reach import ranged
from intervale.statements.statement import Case, Related, Truth
from intervale.statements.tested import check_pair, invariant_pair, pair_outcome, pair_reach, test_named

__all__ = ["PValueIs"]


@dataclass(frozen=True)
class PValueIs(Related):
    """``p(A, B, t) < 0.05``: the two-sided p-value of two systems, which is not corrected for other pairs (but in tests
    that look at all systems at once).
    """

    first: str
    second: str
    test: str
    relation: str
    number: Fraction

    def __post_init__(self) -> None:
        if not 0 <= self.number <= 1:
            raise OptionError(f"{self}: compare a p-value with a number from 0 to 1, such as 0.05")

    def __str__(self) -> str:
        inside = f"{quoted(self.first)}, {quoted(self.second)}, {self.test}"
        return f"p({inside}) {self.relation} {written(self.number)}"

    def systems(self) -> tuple[str, ...] | None:
        """Of all in tests of a family."""
        return None if test_named(self.test).family else (self.first, self.second)

    def sides(self, case: Case) -> tuple[float, float]:
        check_pair(self, case.scores, self.first, self.second)
        p, _ = pair_outcome(test_named(self.test), case.scores, self.first, self.second, case.setting)
        return p, float(self.number)

    def distance(self, truth: Truth) -> float:
        """In orders of magnitude."""
        left, right = (max(x, 1e-300) for x in (truth.left, truth.right))
        return abs(log(left / right)) if left == left else inf

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """From the smallest to the largest p-value."""
        test = test_named(self.test)
        found = invariant_pair(test, case.scores, self.first, self.second)
        reach = None if found is not None else pair_reach(test, case.scores, self.first, self.second, case.setting)
        if reach is None:
            return found
        proved = Decision(True, reach.why, None, reach.proof, reach.cases)
        changes = (*reach.to_least, *reach.to_most)
        return ranged(case, truth, reach.ends, self.relation, float(self.number), changes, proved)
