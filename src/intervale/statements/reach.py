"""What a test of two systems can say over all permissible transformations, and what follows for a statement.

The p-value stays at or above ``first`` where the test favours the first system, at or above ``second`` where it favours
the second, and at or below ``most``. So a decision at a level is the same on every scale where the level lies outside;
elsewhere the transformations that lead towards these ends are tried.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import inf
from typing import Any

import numpy as np

from intervale.errors import IntervaleError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.relations import RELATIONS
from intervale.statements.statement import Case
from intervale.statements.transformations import Transformation, is_permissible

__all__ = ["Reach", "flipping", "never", "ranged", "significance"]

Array = np.ndarray[Any, Any]
Changes = tuple[Transformation, ...]


@dataclass(frozen=True)
class Reach:
    """Bounds of the p-value by the system that the test favours (infinite where it never does), and transformations
    that lead there.
    """

    first: float
    second: float
    most: float
    why: str
    proof: Proof = Proof.NUMERIC
    cases: int = 0
    to_first: Changes = ()
    to_second: Changes = ()
    to_most: Changes = ()
    near: float = 0.0
    """The share of a bound by which rounding may move it, or by which it is approached and not reached."""

    @property
    def least(self) -> float:
        return min(self.first, self.second)

    @property
    def ends(self) -> tuple[float, float]:
        """Between what p stays."""
        return min(self.least, self.most) * (1 - self.near), self.most * (1 + self.near)

    @property
    def to_least(self) -> Changes:
        return self.to_first + self.to_second if self.first <= self.second else self.to_second + self.to_first

    def above(self, p: float, level: float) -> bool:
        """Whether a bound is above a level for certain."""
        return p > level * (1 + self.near)

    def below(self, p: float, level: float) -> bool:
        """Whether a bound is at most a level for certain."""
        return p <= level * (1 - self.near)


def significance(
    case: Case, truth: bool, reach: Reach, *, better: bool, strict: float, loose: float
) -> Decision | None:
    """The decision of a test on a pair, which is significant wherever p ≤ strict and is not wherever p > loose; both
    are the level where p is not corrected. A true one flips where p can be large, a false one where it can be small;
    None where neither that nor the opposite is known.
    """
    if truth:
        kept, changes = reach.below(reach.most, strict), (reach.to_second if better else ()) + reach.to_most
    else:
        kept = reach.above(reach.first if better else reach.least, loose)
        changes = reach.to_first if better else reach.to_least
    if kept:
        return Decision(True, reach.why, None, reach.proof, reach.cases)
    flip = flipping(case, truth, changes)
    return None if flip is None else Decision(False, reach.why, flip, Proof.NUMERIC, reach.cases)


def ranged(
    case: Case, truth: bool, ends: tuple[float, float], relation: str, number: float, changes: Changes, proved: Decision
) -> Decision | None:
    """The decision on a relation of what stays between two ends with a plain number: ``proved`` where it is the same
    from end to end, else a flip among some transformations; None where there is none.
    """
    low, high = ends
    signs = [sign for sign, occurs in ((-1, low < number), (0, low <= number <= high), (1, high > number)) if occurs]
    if all(bool(RELATIONS[relation](sign, 0)) == truth for sign in signs):
        return proved
    flip = flipping(case, truth, changes)
    return None if flip is None else Decision(False, proved.why, flip, Proof.NUMERIC, proved.cases)


def flipping(case: Case, truth: bool, changes: Iterable[Transformation]) -> Transformation | None:
    """The first of some transformations that is permissible and changes the truth."""
    known = ~np.isnan(case.scores.values)
    for change in changes:
        with np.errstate(over="ignore", invalid="ignore"):
            values = change.apply(case.scores.values)
        if not np.isfinite(values[known]).all():
            continue
        try:
            if case.truth(values).holds != truth and is_permissible(change, case.scores):
                return change
        except IntervaleError:  # not defined there
            continue
    return None


def never(p: float, favoured: bool) -> float:
    """A p-value where the test favours the system in question, else infinite."""
    return p if favoured else inf
