"""Variances compared: which of two is larger over the permissible transformations.

With steps s_k > 0 between the values v_0 < v_1 < …, and N_k the number of the n scores that are at least v_k, the sum
of squared distances from the mean is Σ_jk s_j s_k N_max(j,k) (n − N_min(j,k)) / n: a quadratic form. One variance is
larger than the other under every increasing transformation iff the difference M of the two forms is copositive. That is
so where no entry is negative, and where M without its positive entries off the diagonal is positive definite; it is not
so where a diagonal entry is negative, or M_jj M_kk < M_jk² for a negative M_jk: one or two large steps then show it.
What is left is looked for among more steps, and open where nothing is found (to decide it is NP-hard).

Where each topic has its own zero, the scores of one system can be made all equal, and those of the other are not unless
the two are level on every topic: every order of variances occurs.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, ByTopic, Stretched, Transformation

__all__ = ["Form", "own_spread_signs", "own_width_signs", "scores_form", "spread_signs", "width_form"]

Array = np.ndarray[Any, Any]
SMALL = 1e-7
"""The steps that are to count for nothing, beside those that count."""
STARTS, ROUNDS = 40, 200


class Form(NamedTuple):
    """A quadratic form in the steps of the chain, and what divides it."""

    matrix: Array
    divisor: int


def scores_form(scores: Scores, system: str) -> Form:
    """The variance of the scores of a system."""
    codes = scores.codes[scores.row(system)]
    codes = codes[codes >= 0]
    steps = np.arange(1, len(scores.chain))
    above = (codes[:, None] >= steps).sum(axis=0)
    high, low = np.minimum.outer(above, above), np.maximum.outer(above, above)
    number = len(codes)
    return Form(high * (number - low), number * (number - 1))


def width_form(scores: Scores, high: float, low: float) -> Form:
    """The square of the difference of two values of the chain."""
    inside = (scores.chain[1:] <= high) & (scores.chain[1:] > low)
    return Form(np.outer(inside, inside).astype(int), 1)


def spread_signs(scores: Scores, first: Form, second: Form, seed: int) -> dict[int, Transformation | None] | None:
    """The signs that first − second takes over increasing transformations, each with one that gives it where it is
    known; None where that is open.
    """
    matrix = first.matrix.astype(object) * second.divisor - second.matrix.astype(object) * first.divisor
    if not matrix.any():
        return {0: None}
    up, down = (_reached(scores, sign * matrix, seed) for sign in (-1, 1))
    if up is None or down is None:
        return None
    found: dict[int, Transformation | None] = {}
    if not isinstance(up, bool):
        found[1] = up
    if not isinstance(down, bool):
        found[-1] = down
    return found | ({0: None} if len(found) == 2 else {})


def _reached(scores: Scores, matrix: Array, seed: int) -> Transformation | bool | None:
    """Steps with s' M s < 0; False where there are none, None where that is open."""
    if not (matrix < 0).any():
        return False
    numbers = matrix.astype(float)
    numbers /= np.abs(numbers).max()
    at = np.diag(numbers)
    if (np.diag(matrix) < 0).any():
        return _stretched(scores, {int(at.argmin()): 1.0})
    for j, k in np.argwhere(np.triu(matrix < 0, 1)).tolist():
        if matrix[j, j] * matrix[k, k] < matrix[j, k] ** 2:
            sizes = np.sqrt([max(at[k], 1e-12), max(at[j], 1e-12)])
            if not at[j] or not at[k]:
                sizes = np.array([1.0, -numbers[j, k] / at[k]] if at[k] else [-numbers[j, k] / (at[j] or 1.0), 1.0])
            return _stretched(scores, {j: float(sizes[0]), k: float(sizes[1])})
    negative = np.where(np.eye(len(at), dtype=bool) | (numbers < 0), numbers, 0.0)
    kept = at > 0
    if not (negative[~kept] < 0).any() and np.linalg.eigvalsh(negative[np.ix_(kept, kept)])[0] > 1e-9 * len(at):
        return False
    random = np.random.default_rng(seed)
    for _ in range(STARTS):
        steps = random.dirichlet(np.ones(len(at)))
        for _ in range(ROUNDS):
            slope = numbers @ steps
            if steps @ slope < -1e-12:
                return _stretched(scores, dict(enumerate(steps.tolist())))
            steps = steps * np.exp(-10 * (slope - steps @ slope))
            steps /= steps.sum()
    return None


def _stretched(scores: Scores, sizes: dict[int, float]) -> Stretched:
    """The chain with these steps, and small ones elsewhere."""
    largest = max(sizes.values())
    least = largest * SMALL / len(scores.chain)
    steps = [max(sizes.get(place, 0.0), least) / largest for place in range(len(scores.chain) - 1)]
    new = np.concatenate([[0.0], np.cumsum(steps)])
    return Stretched(tuple(scores.chain.tolist()), tuple(new.tolist()))


def own_spread_signs(scores: Scores, first: str, second: str) -> dict[int, Transformation | None] | None:
    """The same where each topic has its own interval or ordinal scale; None where the two have other topics."""
    a, b = (scores.row(name) for name in (first, second))
    codes = scores.codes[[a, b]]
    if ((codes >= 0).sum(axis=0) == 1).any():
        return None
    topics = np.flatnonzero((codes >= 0).all(axis=0))
    apart = codes[0, topics] != codes[1, topics]
    if not apart.any():
        return {0: None}
    return {1: _levelled(scores, a, b, topics), -1: _levelled(scores, b, a, topics), 0: None}


def _levelled(scores: Scores, spread: int, level: int, topics: Array) -> ByTopic:
    """The scores of one system all 0, so that those of the other are its distances, each of another size."""
    changes = []
    for n, column in enumerate(topics.tolist()):
        x, y = (float(scores.values[row, column]) for row in (spread, level))
        same = scores.codes[spread, column] == scores.codes[level, column]
        factor = 1.0 if same else (n + 1) / abs(x - y)
        changes.append((column, scores.topics[column], Affine(factor, -factor * y)))
    return ByTopic(tuple(changes))


def own_width_signs(scores: Scores, system: str, number: float) -> dict[int, Transformation | None]:
    """The signs of a standard deviation less a number, 0 or more: the scores may be all 0, or one of them far away."""
    row = scores.row(system)
    topics = np.flatnonzero(scores.codes[row] >= 0).tolist()

    def moved(far: float) -> ByTopic:
        shifts = {column: -float(scores.values[row, column]) for column in topics}
        shifts[topics[0]] += far
        return ByTopic(tuple((column, scores.topics[column], Affine(1.0, x)) for column, x in shifts.items()))

    distance = number * len(topics) ** 0.5  # one score of n so far from the others has this standard deviation
    if not number:
        return {1: moved(1.0), 0: moved(0.0)}
    return {1: moved(2 * distance), -1: moved(distance / 2), 0: moved(distance)}
