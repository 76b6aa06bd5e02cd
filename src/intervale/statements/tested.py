"""Correlations and decisions of tests: what a change of scale can do to them."""

from __future__ import annotations

import numpy as np

from intervale.exact.verdict import Proof
from intervale.statements.comparisons import means_are_ordered
from intervale.statements.decision import Decided, invariant
from intervale.statements.expressions import Correlated, Significant, SignificantPairs
from intervale.statements.student import extremes, own_extremes
from intervale.statements.topics import ahead
from intervale.statements.truth import Case, test_named
from intervale.stats.coefficients import named_coefficient

__all__ = ["correlated", "tested"]


def correlated(case: Case, said: Correlated) -> Decided | None:
    sets = [case.scores] if case.other is None else [case.scores, case.other]
    ranks = named_coefficient(said.coefficient).scale == "ordinal"
    means = case.other is not None and said.topic is None
    within = case.other is not None and said.topic is not None
    enough = [one.level in ("interval", "ratio") or (ranks and one.level == "ordinal" and not means) for one in sets]
    if all(enough) and (within or all(one.shared for one in sets)):
        if ranks and not means:
            return invariant("it depends on the order of scores alone")
        return invariant("it does not change under αx + β")
    if means and ranks and all(means_are_ordered(one) for one in sets):
        return Decided(True, "no transformation changes the order of the means", None, Proof.EXHAUSTIVE)
    return None


def tested(case: Case, truth: bool) -> Decided | None:
    said, scores = case.statement, case.scores
    assert isinstance(said, Significant | SignificantPairs)
    test = test_named(said.test)
    if scores.level == "nominal":
        return None
    if test.within_topics:
        return invariant(f"the {test.title} looks at the order of systems within each topic alone")
    if scores.shared and test.scale == "ordinal":
        return invariant(f"the {test.title} looks at the order of scores alone")
    if scores.shared and scores.level in ("interval", "ratio"):
        return invariant(f"the {test.title} does not change under αx + β")
    if (
        isinstance(said, Significant)
        and said.better
        and not truth
        and not (ahead(scores, said.first, said.second) > 0).any()
    ):
        return invariant(f"{said.first} is ahead on no topic, and no increasing transformation changes that")
    if test.name == "t" and isinstance(said, Significant):
        return _student(case, said, truth)
    return None


def _student(case: Case, said: Significant, truth: bool) -> Decided:
    """Student's t between its extremes."""
    from scipy.special import stdtrit

    scores = case.scores
    rows = scores.values[[scores.row(said.first), scores.row(said.second)]]
    topics = int((~np.isnan(rows).any(axis=0)).sum())
    found = (extremes if scores.shared else own_extremes)(scores, said.first, said.second)
    needed = -float(stdtrit(topics - 1, case.setting.alpha / 2))
    reached = f"t goes from {found.low:.4g} to {found.high:.4g}"
    spans = f"over the permissible transformations {reached}, and {needed:.4g} is needed"
    if truth:
        to = found.to_low
        flips = found.low < needed * (1 - 1e-9) if said.better else _inside(found.low, found.high, needed)
        if not said.better and found.low > -needed and found.high < 0:
            to = found.to_high
    else:
        to = found.to_high
        flips = found.high >= needed * (1 + 1e-9)
        if not said.better and not flips and found.low <= -needed * (1 + 1e-9):
            flips, to = True, found.to_low
    if not flips:
        return Decided(True, spans, None, Proof.NUMERIC)
    nearer = (change for change in to if case.truth(change.apply(scores.values)) != truth)
    return Decided(False, spans, next(nearer, to[-1]), Proof.NUMERIC)


def _inside(low: float, high: float, needed: float) -> bool:
    """Whether some t between the two is not significant: t changes continuously."""
    return low < needed and high > -needed
