"""A mean of differences less a multiple of their spread, on one ordinal scale: whether it is above a number under every
increasing transformation. This is Student's confidence limit, and with 0 an effect size that is above another number.

With steps s_k > 0, d = Σ s_k · M_k are the differences and c = Σ s_k · c_k is the number, which crosses the steps
between the two that it is the difference of. g(s) = mean(d) − κ ‖d − mean(d)‖ − c is concave and homogeneous.

- g(s) ≥ Σ s_k · g(e_k): it is above 0 for all s where it is below 0 at no single step and above it at one, or where the
  differences of single steps are not all multiples of each other, as then it is larger than the sum. Where it is below
  0 at a single step, that step made large brings it there.
- It is above 0 for some s iff κ ‖d − mean(d)‖ can be below 1 where mean(d) − c = 1: a least squares problem with s ≥ 0.
"""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import numpy as np

from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.reach import Changes, flipping
from intervale.statements.scores import Scores
from intervale.statements.statement import Case
from intervale.statements.student import FAR, HEAVY, NEAR, stretched
from intervale.statements.transformations import Jump

__all__ = ["above"]

Array = np.ndarray[Any, Any]


def above(case: Case, holds: bool, matrix: Array, number: Array, squared: Fraction) -> Decision | None:
    """The decision on a statement that says g > 0, or the opposite, given whether g > 0 now. ``matrix`` has the steps
    between the two scores of each topic, as 1 where the first is ahead and −1 where it is behind; ``number`` those that
    the number crosses; ``squared`` is κ².
    """
    kappa = float(squared) ** 0.5
    used = np.flatnonzero(matrix.any(axis=0) | (number != 0))
    matrix, number = matrix[:, used], number[used]
    means, inner = matrix.mean(axis=0), matrix - matrix.mean(axis=0)
    single = means - kappa * np.sqrt((inner**2).sum(axis=0)) - number
    if holds:
        signs = _signs(matrix, number, squared)
        strict = max(signs) > 0 or (kappa > 0 and np.linalg.matrix_rank(inner) > 1)
        if min(signs) >= 0 and strict and not ((np.abs(single) < NEAR) & (np.array(signs) != 0)).any():
            why = f"it is so where any single one of {len(used)} steps of the scale outweighs the others, and so always"
            return Decision(True, why, None, Proof.NUMERIC)
        low = [place for place in np.argsort(single).tolist() if signs[place] < 0]
        why = f"it is not so where one of {len(low)} steps of the scale outweighs the others"
        return _flipped(case, _jumps(case.scores, used[low]), why)
    never = "no steps of the scale bring the mean so far above 0, for the spread of the differences"
    if not (means > number).any():
        return Decision(True, never, None, Proof.THEOREM)
    steps, spread = _least(means - number, inner)
    if kappa * spread > 1 + NEAR:
        return Decision(True, never, None, Proof.NUMERIC)
    whole = np.zeros(len(case.scores.chain) - 1)
    whole[used] = steps
    why = "some steps of the scale bring the mean so far above 0, for the spread of the differences"
    return _flipped(case, stretched(case.scores, whole), why)


def _signs(matrix: Array, number: Array, squared: Fraction) -> list[int]:
    """The sign of g at each single step: that of l − κ √v, in fractions."""
    topics, found = len(matrix), []
    for column, crossed in zip(matrix.T.astype(int).tolist(), number.astype(int).tolist(), strict=True):
        linear = Fraction(sum(column), topics) - crossed
        spread = sum(x * x for x in column) - Fraction(sum(column) ** 2, topics)
        apart = linear**2 - squared * spread
        found.append(-1 if linear < 0 else (apart > 0) - (apart < 0))
    return found


def _least(linear: Array, inner: Array) -> tuple[Array, float]:
    """Steps of which the spread is smallest for a mean less the number of 1, as nonnegative least squares; and it."""
    from scipy.optimize import nnls

    stacked = np.vstack([inner, HEAVY * linear[None]])
    steps, _ = nnls(stacked, np.append(np.zeros(len(inner)), HEAVY), maxiter=50 * len(linear) + 100)
    return steps, float(np.sqrt(((inner @ steps) ** 2).sum()) / (linear @ steps))


def _jumps(scores: Scores, places: Array) -> Changes:
    width = float(scores.chain[-1] - scores.chain[0])
    return tuple(Jump(float(scores.chain[place + 1]), far * width) for place in places for far in (1.0, *FAR))


def _flipped(case: Case, changes: Changes, why: str) -> Decision | None:
    flip = flipping(case, case.truth().holds, changes)
    return None if flip is None else Decision(False, why, flip, Proof.NUMERIC)
