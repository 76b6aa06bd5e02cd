"""Numbers compared where each topic has a scale of its own: the transformation may differ by topic.

Of two systems only this is left: on which topics which is ahead. A mean can be turned over by stretching a topic on
which the other is ahead; a quantile by moving topics until one of those stands at its place.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.statements.decision import Signs, nice_above
from intervale.statements.expressions import Score, Statistic, Term, places
from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, ByTopic, Relabelled, Transformation

__all__ = ["ahead", "own_labels", "own_signs"]

Array = np.ndarray[Any, Any]
FAR = 1_000.0


def ahead(scores: Scores, first: str, second: str) -> Array:
    """1, 0 or −1 by topic, as the first system is ahead, level or behind; topics that one lacks are left out."""
    codes = np.where(scores.codes >= 0, scores.codes if scores.order is None else scores.order, -1)
    a, b = codes[scores.row(first)], codes[scores.row(second)]
    both = (a >= 0) & (b >= 0)
    found: Array = np.sign(a[both] - b[both])
    return found


def own_signs(scores: Scores, left: Term, right: Term) -> Signs | None:
    """The signs that left − right takes where scales change topic by topic; None where that is not known."""
    if isinstance(left, Score) and isinstance(right, Score):
        return _two_scores(scores, left, right)
    if not isinstance(left, Statistic) or not isinstance(right, Statistic):
        return None
    if (left.kind, left.q) != (right.kind, right.q) or left.kind == "mode":
        return None
    a, b = (scores.values[scores.row(term.system)] for term in (left, right))
    if left.kind == "gmean" and scores.level == "ratio":
        return None
    if (np.isnan(a) != np.isnan(b)).any():
        return _missing(scores, left, a, b)
    topics = np.flatnonzero(~np.isnan(a))
    signs = ahead(scores, left.system, right.system)
    if left.share is None:
        return {sign: _stretch(scores, left.kind, topics, signs, a, b, sign) for sign in _possible(signs, len(signs))}
    if scores.level == "ratio":
        return None
    window = places(left.share, len(topics))
    return {
        sign: _placed(scores, topics, signs, min(window), len(window), a, b, sign)
        for sign in _possible(signs, len(window))
    }


def own_labels(scores: Scores, left: Term, right: Term) -> Signs | None:
    """The same for labels: two scores on a topic are equal or not, and which is the larger is not said."""
    if not isinstance(left, Score) or not isinstance(right, Score) or left.topic != right.topic:
        return None
    column = scores.column(left.topic)
    codes = [int(scores.codes[scores.row(term.system), column]) for term in (left, right)]
    if codes[0] == codes[1]:
        return {0: None}
    new = np.arange(len(scores.chain), dtype=float)
    swapped = new.copy()
    swapped[codes] = new[codes[::-1]]
    chain = tuple(scores.chain.tolist())
    kept, turned = (ByTopic(((column, left.topic, Relabelled(chain, tuple(x.tolist()))),)) for x in (new, swapped))
    return {1: kept, -1: turned} if codes[0] > codes[1] else {1: turned, -1: kept}


def _possible(signs: Array, window: int) -> list[int]:
    """The signs that occur, where ``window`` topics make the statistic: 0 where so many are level, or both are ahead
    somewhere.
    """
    up, down, level = ((signs == sign).sum() for sign in (1, -1, 0))
    zero = [0] if (up and down) or level >= window else []
    return ([1] if up else []) + ([-1] if down else []) + zero


def _two_scores(scores: Scores, left: Score, right: Score) -> Signs:
    a, b = scores.column(left.topic), scores.column(right.topic)
    now = scores.number(left) - scores.number(right)
    if a == b:
        sign = int(np.sign(scores.codes[scores.row(left.system), a] - scores.codes[scores.row(right.system), b]))
        return {sign: None}
    by = nice_above(abs(now) or 1.0)
    if scores.level == "ratio":  # each score is stretched by itself
        x, y = scores.number(left), scores.number(right)
        if x * y <= 0:  # no factor changes the sign of either
            return {scores.sign(left, right): None}
        factors = {1 if x > 0 else -1: 2 * y / x, -1 if x > 0 else 1: y / x / 2, 0: y / x}
        return {sign: ByTopic(((a, left.topic, Affine(factor)),)) for sign, factor in factors.items()}
    shifts = {1: -now + by, -1: -now - by, 0: -now}
    return {sign: ByTopic(((a, left.topic, Affine(1.0, shift)),)) for sign, shift in shifts.items()}


def _missing(scores: Scores, left: Statistic, a: Array, b: Array) -> Signs | None:
    """Where a mean is over other topics than the other, a shift on one of these moves it alone."""
    if left.kind != "mean" or scores.level == "ratio":
        return None
    column = int(np.flatnonzero(np.isnan(a) != np.isnan(b))[0])
    only = 1 if np.isnan(b[column]) else -1
    share = only / int((~np.isnan(a if only > 0 else b)).sum())
    now = float(np.nanmean(a) - np.nanmean(b))
    by = nice_above(abs(now) or 1.0)
    shifts = {sign: (sign * by - now) / share for sign in (1, -1, 0)}
    return {sign: ByTopic(((column, scores.topics[column], Affine(1.0, x)),)) for sign, x in shifts.items()}


def _stretch(
    scores: Scores, kind: str, topics: Array, signs: Array, a: Array, b: Array, sign: int
) -> Transformation | None:
    """A factor on one topic that gives a mean this sign."""
    first, second = (_face(kind, x[topics]) for x in (a, b))
    apart = np.where(signs == 0, 0.0, first - second)
    now = float(apart.sum())
    wanted = sign or (-1 if now > 0 else 1)
    place = int((wanted * apart).argmax())
    if wanted * apart[place] <= 0 or (sign == 0 and now == 0):
        return None
    more = abs(now) / abs(apart[place])
    if sign:
        more = nice_above(max(-wanted * now / abs(apart[place]), 0.5) * 1.01)
    column = int(topics[place])
    if kind == "mean":
        change = Affine(1.0 + more)
    elif kind == "hmean":
        change = Affine(1.0 / (1.0 + more))
    else:  # the ratio of the two grows as the smaller comes near 0
        low, high = sorted((float(a[column]), float(b[column])))
        ratio = (high / low) ** (1.0 + more)
        change = Affine(1.0, (high - low) / (ratio - 1) - low)
    return ByTopic(((column, scores.topics[column], change),))


def _face(kind: str, x: Array) -> Array:
    found: Array = np.log(x) if kind == "gmean" else -1 / x if kind == "hmean" else x
    return found


def _placed(
    scores: Scores, topics: Array, signs: Array, below: int, window: int, a: Array, b: Array, sign: int
) -> Transformation:
    """Topics moved far down and far up, so that some that give the sign stand where the quantile is."""
    number = len(topics)
    chosen = _chosen(signs, min(window, number), sign)
    changes = {}
    for n, place in enumerate(chosen):
        low, high = sorted((float(a[topics[place]]), float(b[topics[place]])))
        factor = 1 / (high - low) if high > low else 1.0  # the two are 0 and 1
        if sign and n == 0:
            factor *= 10  # so that this one decides
        changes[place] = Affine(factor, -low * factor)
    others = [place for place in range(number) if place not in changes]
    down = min(below, len(others))
    for n, place in enumerate(others):
        x, y = float(a[topics[place]]), float(b[topics[place]])
        width = abs(x - y) or 1.0
        target = -FAR * (n + 1) if n < down else FAR * (n + 1)
        changes[place] = Affine(1 / width, target - min(x, y) / width)
    named = [(int(topics[place]), scores.topics[int(topics[place])], changes[place]) for place in sorted(changes)]
    return ByTopic(tuple(named))


def _chosen(signs: Array, window: int, sign: int) -> list[int]:
    """The topics in the middle: for 0 those that are level, or one ahead and one behind whose ranges are made equal."""
    if sign:
        first = int(np.flatnonzero(signs == sign)[0])
        rest = [int(place) for place in np.argsort(-sign * signs, kind="stable") if place != first]
        return [first, *rest[: window - 1]]
    level = np.flatnonzero(signs == 0)
    if len(level) >= window:
        found: list[int] = level[:window].tolist()
        return found
    return [int(np.flatnonzero(signs == 1)[0]), int(np.flatnonzero(signs == -1)[0])]
