"""Means that are larger on every permissible scale: for all pairs of systems at once.

The same as :func:`~intervale.statements.meaningful` answers for ``mean(A) > mean(B)``, which also gives the flip.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.exact.rounding import merged
from intervale.statements.scores import Scores

__all__ = ["ahead_everywhere", "dominates", "settled"]

Array = np.ndarray[Any, Any]


def settled(scores: Scores) -> Array:
    """Where the mean of a is larger than that of b under every permissible transformation: αx + β changes no order of
    means on an interval scale that topics share; an increasing function does not where the scores of a dominate those
    of b; and one for each topic does not where a is nowhere behind.
    """
    larger = scores.mean_order.larger
    if scores.level == "nominal":
        return np.zeros_like(larger)
    found = ahead_everywhere(scores)
    if scores.shared:
        found = found | dominates(scores)
        if scores.level in ("interval", "ratio") and scores.known:
            found = np.ones_like(larger)
    return np.asarray(larger & found)


def ahead_everywhere(scores: Scores) -> Array:
    """Where a scores at least as much as b on every topic; a topic that one lacks settles nothing."""
    low, high = _ends(scores, across=False)
    return _nowhere_less(low, high)


def dominates(scores: Scores) -> Array:
    """Where the scores of a dominate those of b: from each score on, a has at least as large a share of its topics
    (first-order stochastic dominance).
    """
    low, high = _ends(scores, across=True)
    if not np.isnan(scores.values).any():  # as many of both: one after the other
        return _nowhere_less(np.sort(low, axis=1), np.sort(high, axis=1))
    counts = np.maximum((~np.isnan(low)).sum(axis=1), 1)
    values = np.unique(high[~np.isnan(high)])
    reached = np.stack([(row[:, None] >= values).sum(axis=0) for row in low])
    reach = np.stack([(row[:, None] >= values).sum(axis=0) for row in high])
    return np.stack(
        [(row * counts[:, None] >= reach * number).all(axis=1) for row, number in zip(reached, counts, strict=True)]
    )


def _ends(scores: Scores, *, across: bool) -> tuple[Array, Array]:
    """Between what scores lie: their places where the exact order is known, the scores themselves where they are
    exact.
    """
    if scores.errors is None:
        exact = merged(scores.values)
        return exact, exact
    if scores.order is not None and (scores.across or not across):
        places = np.where(np.isnan(scores.values), np.nan, scores.order)
        return places, places
    return scores.values - scores.errors, scores.values + scores.errors


def _nowhere_less(low: Array, high: Array) -> Array:
    with np.errstate(invalid="ignore"):
        return np.stack([(row >= high).all(axis=1) for row in low])
