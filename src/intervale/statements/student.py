"""Student's t on an ordinal scale: its largest and smallest value over all increasing transformations.

With steps s_k > 0, the difference on topic t is d_t = Σ_k s_k · M_tk, where M_tk is 1 where the step lies between the
two scores and the first is ahead, −1 where it is behind, else 0. t² = (n − 1) R / (n − R) grows with R = (Σ d)² / Σ
d².

- The largest t: R is largest where Σ d² is least for Σ d = 1, a least squares problem with s ≥ 0.
- The smallest t, where every Σ_t M_tk ≥ 0 (else t can be brought below 0): Σ d² is largest for Σ d = 1 at a corner,
  that is at a single step, and R_k = (Σ_t M_tk)² / Σ_t M_tk². So A is better whatever the increasing transformation iff
  it is on the scores cut in two at each single value.

Where each topic has its own scale each d_t has a sign and any size: the largest R is the number of topics on which
the first is ahead; where it is nowhere behind the smallest is 1, one topic outweighing all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.statements.scores import Scores
from intervale.statements.topics import ahead
from intervale.statements.transformations import Affine, ByTopic, Jump, Stretched, Transformation

__all__ = ["TRange", "own_t_range", "t_range"]

Array = np.ndarray[Any, Any]
FAR = (10.0, 100.0, 1e3, 1e4, 1e6, 1e8)
"""How many times larger what is to count is made than what is not."""
HEAVY = 1e3
"""How much heavier Σ d = 1 weighs than each difference."""


@dataclass(frozen=True)
class TRange:
    """The smallest and the largest t, and transformations that come ever nearer to them."""

    low: float
    high: float
    to_low: tuple[Transformation, ...]
    to_high: tuple[Transformation, ...]


def t_range(scores: Scores, first: str, second: str) -> TRange:
    """Over increasing transformations, the same on all topics."""
    a, b = scores.codes[scores.row(first)], scores.codes[scores.row(second)]
    both = (a >= 0) & (b >= 0)
    a, b = a[both], b[both]
    steps = np.arange(1, len(scores.chain))
    matrix = (a[:, None] >= steps).astype(float) - (b[:, None] >= steps)
    high, to_high = _upper(scores, matrix)
    low, to_low = _upper(scores, -matrix)
    return TRange(-low, high, to_low, to_high)


def _upper(scores: Scores, matrix: Array) -> tuple[float, tuple[Transformation, ...]]:
    """The largest t: where the first is ahead at some step by least squares, else at the single step where it is least
    behind for its squares.
    """
    sums, squares = matrix.sum(axis=0), (matrix**2).sum(axis=0)
    if (sums > 0).any():
        high, steps = _largest(matrix)
        return high, _stretched(scores, steps)
    if not squares.any():
        return 0.0, ()
    ratio = np.divide(sums**2, squares, out=np.full(len(sums), np.inf), where=squares > 0)
    place = int(ratio.argmin())
    width = float(scores.chain[-1] - scores.chain[0])
    jumps = tuple(Jump(float(scores.chain[place + 1]), far * width) for far in (1.0, *FAR))
    return -_t(float(ratio[place]), len(matrix)), jumps


def _largest(matrix: Array) -> tuple[float, Array]:
    """The largest t, and steps that come near it: Σ d² least for Σ d = 1, as nonnegative least squares."""
    from scipy.optimize import nnls

    topics = len(matrix)
    stacked = np.vstack([matrix, HEAVY * matrix.sum(axis=0)[None]])
    steps, _ = nnls(stacked, np.concatenate([np.zeros(topics), [HEAVY]]), maxiter=50 * matrix.shape[1] + 100)
    difference = matrix @ steps
    return _t(float(difference.sum()) ** 2 / float((difference**2).sum()), topics), steps


def _t(ratio: float, topics: int) -> float:
    """t of R = (Σ d)² / Σ d²."""
    return float("inf") if ratio >= topics * (1 - 1e-12) else float(np.sqrt((topics - 1) * ratio / (topics - ratio)))


def _stretched(scores: Scores, steps: Array) -> tuple[Stretched, ...]:
    """Steps that are all above 0, some ever smaller."""
    largest = float(steps.max(initial=0.0)) or 1.0
    found = []
    for far in FAR:
        new = np.concatenate([[0.0], np.cumsum(np.maximum(steps / largest, 1 / far / len(steps)))])
        found.append(Stretched(tuple(scores.chain.tolist()), tuple((new / new[-1]).tolist())))
    return tuple(found)


def own_t_range(scores: Scores, first: str, second: str) -> TRange:
    """Over transformations that differ by topic."""
    signs = ahead(scores, first, second)
    topics = len(signs)
    up, down = int((signs > 0).sum()), int((signs < 0).sum())
    high = _t(up, topics) if up else 0.0 if signs.min(initial=0) == 0 else _t(1.0, topics) * -1
    low = -_t(down, topics) if down else _t(1.0, topics) if up else 0.0
    evened = tuple(_evened(scores, first, second, -1 if down else 0, far) for far in FAR)
    to_low = (*_one_topic(scores, first, second), *evened)
    return TRange(low, high, to_low, tuple(_evened(scores, first, second, 1, far) for far in FAR))


def _one_topic(scores: Scores, first: str, second: str) -> tuple[ByTopic, ...]:
    """The topic on which the first is most behind (or ahead, where it is nowhere behind), stretched ever more."""
    apart = scores.values[scores.row(first)] - scores.values[scores.row(second)]
    apart = np.where(np.isnan(apart), 0.0, apart)
    column = int(apart.argmin()) if apart.min() < 0 else int(apart.argmax())
    return tuple(ByTopic(((column, scores.topics[column], Affine(far)),)) for far in FAR[:-2])


def _evened(scores: Scores, first: str, second: str, towards: int, far: float) -> ByTopic:
    """Each topic with one system ahead stretched to a difference of 1, the others to nearly none; or one alone to a
    large one.
    """
    a, b = scores.values[scores.row(first)], scores.values[scores.row(second)]
    apart = np.sign(np.nan_to_num(scores.codes[scores.row(first)] - scores.codes[scores.row(second)]))
    known = ~(np.isnan(a) | np.isnan(b))
    changes = []
    alone = towards == 0
    for column in np.flatnonzero(known & (apart != 0)).tolist():
        size = 1.0 if apart[column] == towards else 1 / far
        if alone:
            size, alone = far, False
        changes.append((column, scores.topics[column], Affine(size / abs(float(a[column] - b[column])))))
    return ByTopic(tuple(changes))
