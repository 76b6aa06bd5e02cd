"""Pairs that Student's t finds different under every permissible transformation: for all pairs of systems at once.

With R = (Σ d)² / Σ d² of the n differences d, t² = (n − 1) R / (n − R) grows with R, so that t reaches c where Σ d > 0
and R ≥ n c² / (n − 1 + c²). The smallest R over permissible transformations (:mod:`intervale.statements.student` has
the proofs and the largest):

- where topics share an ordinal scale it sits at a single step of the scale: with a and b of the n scores of the two
  systems above the step, and both on ab topics, Σ d = a − b and Σ d² = a + b − 2 ab, which are integers;
- where each topic has its own scale, every difference keeps its sign and has any size. Where the first is nowhere
  behind one topic can outweigh all, so the smallest R is 1 and the smallest t is 1: nothing is significant under every
  transformation unless t = 1 is, which needs a level of 0.317 and more (0.5 with two topics);
- αx + β on a scale that topics share does not change t.

The same as :func:`~intervale.statements.meaningful` answers for ``A significantly better than B by t``, which also
gives the flip.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.statements.means import ahead_everywhere
from intervale.statements.scores import Scores

__all__ = ["least_ratios", "needed_ratio", "settled_tests"]

Array = np.ndarray[Any, Any]


def settled_tests(scores: Scores, significant: Array, level: float) -> Array:
    """Which of the pairs that are ``significant`` (a better than b by t, two-sided at ``level``) are so under every
    permissible transformation. Every system must have every topic; where scores lie between bounds, what is not known
    of their order settles nothing.
    """
    nothing = np.zeros_like(significant)
    if scores.level == "nominal":  # relabelling can reverse the order
        return nothing
    needed = needed_ratio(scores.values.shape[1], level)
    if not scores.shared:
        return np.asarray(significant & ahead_everywhere(scores)) if needed <= 1 else nothing
    if scores.level in ("interval", "ratio") and scores.known:
        return significant
    if scores.errors is None:
        return np.asarray(significant & (least_ratios(scores.codes) >= needed))
    if scores.order is not None and scores.across:
        return np.asarray(significant & (least_ratios(scores.order) >= needed))
    return nothing


def needed_ratio(topics: int, level: float) -> float:
    """The R = (Σ d)² / Σ d² from which on t is significant, two-sided.

    >>> round(needed_ratio(50, 0.05), 3)
    3.807
    """
    from scipy.special import stdtrit

    critical = float(stdtrit(topics - 1, level / 2))
    return topics / (1 + (topics - 1) / critical**2) if critical else 0.0


def least_ratios(places: Array) -> Array:
    """The smallest R at a single step between the values of systems × topics, for all pairs: negative where the second
    has more scores above some step than the first, infinite where both are the same on every topic.

    >>> least_ratios(np.array([[3, 2, 1], [2, 1, 1]])).tolist()
    [[inf, 1.0], [-1.0, inf]]
    """
    systems = len(places)
    above = np.zeros(places.shape, dtype=np.float32)
    counts = np.zeros(systems)
    least = np.full((systems, systems), np.inf)
    order = np.argsort(-places, axis=None, kind="stable")
    rows, columns = np.unravel_index(order, places.shape)
    ends = np.flatnonzero(np.diff(places.ravel()[order])) + 1
    for start, end in zip([0, *ends[:-1]], ends, strict=False):  # below the lowest value there is no step
        above[rows[start:end], columns[start:end]] = 1
        moved = np.unique(rows[start:end])
        counts[moved] = above[moved].sum(axis=1)
        sums = counts[moved, None] - counts[None]
        squares = counts[moved, None] + counts[None] - 2 * (above[moved] @ above.T).astype(float)
        ratios = np.divide(sums * np.abs(sums), squares, out=np.full(sums.shape, np.nan), where=squares > 0)
        least[moved] = np.fmin(least[moved], ratios)
        least[:, moved] = np.fmin(least[:, moved], -ratios.T)
    return least
