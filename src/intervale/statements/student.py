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

t changes continuously with the steps, so that it takes every value between its ends. p falls with |t|.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.statements.reach import Reach, never
from intervale.statements.scores import Scores
from intervale.statements.topics import ahead
from intervale.statements.transformations import Affine, ByTopic, Jump, Stretched, Transformation

__all__ = [
    "FAR",
    "HEAVY",
    "NEAR",
    "TRange",
    "common_topics",
    "crossings",
    "evened",
    "fixed",
    "levelled",
    "own_t_range",
    "range_of_t",
    "stretched",
    "t_range",
    "t_reach",
    "widened",
]

Array = np.ndarray[Any, Any]
FAR = (10.0, 100.0, 1e3, 1e4, 1e6, 1e8)
"""How many times larger what is to count is made than what is not."""
HEAVY = 1e3
"""How much heavier Σ d = 1 weighs than each difference."""
NEAR = 1e-9
"""The share of an end within which nothing is said: it is computed in floats, and may be approached and not reached."""


@dataclass(frozen=True)
class TRange:
    """The smallest and the largest t, and transformations that come ever nearer to them."""

    low: float
    high: float
    to_low: tuple[Transformation, ...]
    to_high: tuple[Transformation, ...]


def range_of_t(scores: Scores, first: str, second: str) -> TRange:
    """Over the permissible transformations of an ordinal scale that topics share, or of scales of their own."""
    return (t_range if scores.shared else own_t_range)(scores, first, second)


def common_topics(scores: Scores, first: str, second: str) -> int:
    """How many topics both systems have."""
    rows = scores.values[[scores.row(first), scores.row(second)]]
    return int((~np.isnan(rows).any(axis=0)).sum())


def widened(low: float, high: float) -> tuple[float, float]:
    """Ends between which nothing is said of what is near to them."""
    return low - NEAR * (1 + abs(low)), high + NEAR * (1 + abs(high))


def t_reach(scores: Scores, first: str, second: str) -> Reach:
    """What Student's t test can say over the permissible transformations."""
    from scipy.special import stdtr

    found, freedom = range_of_t(scores, first, second), common_topics(scores, first, second) - 1
    low, high = (float(2 * stdtr(freedom, -abs(t))) for t in (found.low, found.high))
    meets = found.low <= 0 <= found.high
    to_most = levelled(scores, first, second, found) if meets else found.to_low if found.low > 0 else found.to_high
    most = 1.0 if meets else max(low, high)
    ends = f"t goes from {found.low:.4g} to {found.high:.4g}, and p from {min(low, high):.4g} to {most:.4g}"
    return Reach(
        never(high, found.high > 0),
        never(low, found.low < 0),
        most,
        f"over the permissible transformations {ends}",
        to_first=found.to_high,
        to_second=found.to_low,
        to_most=to_most,
        near=NEAR,
    )


def levelled(scores: Scores, first: str, second: str, found: TRange) -> tuple[Transformation, ...]:
    """Transformations under which the means are equal: Σ d is linear on the way from the scale as it is to one under
    which it has the other sign.
    """
    a, b = scores.row(first), scores.row(second)

    def total(change: Transformation) -> float:
        with np.errstate(over="ignore", invalid="ignore"):
            return float(np.nansum(change.apply(scores.values)[a] - change.apply(scores.values)[b]))

    stay = _between(scores, Affine(1.0), 0.0)
    now = total(stay)
    ways = found.to_low if now > 0 else found.to_high
    made = []
    for change in ways:
        then = total(_between(scores, change, 1.0))
        if now * then < 0 and np.isfinite(then):
            made.append(_between(scores, change, now / (now - then)))
    return tuple(made)


def _between(scores: Scores, change: Transformation, share: float) -> Transformation:
    """So far on the way from the scale as it is to another, in a straight line; the range of values is 0 … 1 where
    topics share the scale.
    """
    if isinstance(change, ByTopic):
        moved = ((column, topic, 1 + share * (one.factor - 1)) for column, topic, one in change.changes)  # type: ignore[attr-defined]
        return ByTopic(tuple((column, topic, Affine(factor)) for column, topic, factor in moved))
    if not scores.shared:
        return change
    with np.errstate(over="ignore", invalid="ignore"):
        ends = [x - x[0] for x in (scores.chain, change.apply(scores.chain[:, None])[:, 0])]
        old, new = (x / (x[-1] or 1.0) for x in ends)
    return Stretched(tuple(scores.chain.tolist()), tuple(((1 - share) * old + share * new).tolist()))


def crossings(scores: Scores, first: str, second: str) -> Array:
    """M: the steps between the two scores on each topic that both systems have."""
    a, b = scores.codes[scores.row(first)], scores.codes[scores.row(second)]
    both = (a >= 0) & (b >= 0)
    steps = np.arange(1, len(scores.chain))
    found: Array = (a[both][:, None] >= steps).astype(float) - (b[both][:, None] >= steps)
    return found


def fixed(scores: Scores, first: str, second: str) -> bool:
    """Whether no permissible transformation changes the ratios of the differences: at most one topic differs, or all
    steps are crossed on the same topics.
    """
    if not scores.shared:
        return bool((ahead(scores, first, second) != 0).sum() < 2)
    matrix = crossings(scores, first, second)
    return len(np.unique(matrix[:, matrix.any(axis=0)], axis=1).T) < 2


def t_range(scores: Scores, first: str, second: str) -> TRange:
    """Over increasing transformations, the same on all topics."""
    matrix = crossings(scores, first, second)
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
        return high, stretched(scores, steps)
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


def stretched(scores: Scores, steps: Array) -> tuple[Stretched, ...]:
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
    even = tuple(evened(scores, first, second, -1 if down else 0, far) for far in FAR)
    to_low = (*_one_topic(scores, first, second), *even)
    return TRange(low, high, to_low, tuple(evened(scores, first, second, 1, far) for far in FAR))


def _one_topic(scores: Scores, first: str, second: str) -> tuple[ByTopic, ...]:
    """The topic on which the first is most behind (or ahead, where it is nowhere behind), stretched ever more."""
    apart = scores.values[scores.row(first)] - scores.values[scores.row(second)]
    apart = np.where(np.isnan(apart), 0.0, apart)
    column = int(apart.argmin()) if apart.min() < 0 else int(apart.argmax())
    return tuple(ByTopic(((column, scores.topics[column], Affine(far)),)) for far in FAR[:-2])


def evened(scores: Scores, first: str, second: str, towards: int, far: float) -> ByTopic:
    """Each topic with one system ahead stretched to a difference of 1 (the first to a little more, so that there is
    some spread), the others to nearly none; or one alone to a large one.
    """
    a, b = scores.values[scores.row(first)], scores.values[scores.row(second)]
    apart = np.sign(np.nan_to_num(scores.codes[scores.row(first)] - scores.codes[scores.row(second)]))
    known = ~(np.isnan(a) | np.isnan(b))
    changes = []
    alone, more = towards == 0, 1 / far
    for column in np.flatnonzero(known & (apart != 0)).tolist():
        size = 1 / far
        if apart[column] == towards:
            size, more = 1.0 + more, 0.0
        if alone:
            size, alone = far, False
        changes.append((column, scores.topics[column], Affine(size / abs(float(a[column] - b[column])))))
    return ByTopic(tuple(changes))
