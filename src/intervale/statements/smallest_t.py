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
PIECE = 1 << 16
"""About how many places are looked at in one go: they stay in the processor's cache."""


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
    if scores.errors is not None and not (scores.order is not None and scores.across):
        return nothing
    first, second = np.nonzero(significant)
    places = scores.codes if scores.errors is None or scores.order is None else scores.order
    nothing[first, second] = least_ratios(places, first, second) >= needed
    return nothing


def needed_ratio(topics: int, level: float) -> float:
    """The R = (Σ d)² / Σ d² from which on t is significant, two-sided.

    >>> round(needed_ratio(50, 0.05), 3)
    3.807
    """
    from scipy.special import stdtrit

    critical = float(stdtrit(topics - 1, level / 2))
    return topics / (1 + (topics - 1) / critical**2) if critical else 0.0


def least_ratios(places: Array, first: Array, second: Array) -> Array:
    """The smallest R at a single step between the values of pairs of systems, from the places of scores (systems ×
    topics), which are whole numbers: negative where the second has more scores above some step than the first, infinite
    where both are the same on every topic.

    Only steps at the values of the two are looked at: at others nothing changes. All are found by sorting the scores of
    both and, for each topic, the smaller one, which is above a step where both are.

    >>> least_ratios(np.array([[3, 2, 1], [2, 1, 1]]), np.array([0, 1]), np.array([1, 0])).tolist()
    [1.0, -1.0]
    """
    topics = places.shape[1]
    found = np.empty(len(first))
    size = max(1, PIECE // (3 * topics))
    for start in range(0, len(first), size):
        part = slice(start, start + size)
        one, other = places[first[part]], places[second[part]]
        keys = np.concatenate([-3 * one, 1 - 3 * other, 2 - 3 * np.minimum(one, other)], axis=1)
        keys.sort(axis=1)
        value, kind = np.divmod(keys, 3)
        above, beside, both = (np.cumsum(kind == which, axis=1, dtype=np.float64) for which in range(3))
        sums, squares = above - beside, above + beside - 2 * both
        step = np.ones(keys.shape, dtype=bool)
        step[:, :-1] = value[:, 1:] != value[:, :-1]
        ratios = np.divide(sums * np.abs(sums), squares, out=np.full(sums.shape, np.inf), where=step & (squares > 0))
        found[part] = ratios.min(axis=1)
    return found
