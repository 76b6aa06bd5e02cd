"""Looking for a transformation that flips a statement, where there is no theorem: found, or not found after so many.

First one larger step at each value (or one stretched topic), then the families, then climbing: from what came nearest
to the other side, steps are changed at random, and what comes nearer is kept.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain as joined
from math import inf
from typing import Any

import numpy as np

from intervale.errors import IntervaleError
from intervale.exact.progress import steps as reported
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.families import drawn, family_names
from intervale.statements.relations import clear
from intervale.statements.scores import Scores
from intervale.statements.statement import Case
from intervale.statements.transformations import (
    Affine,
    ByTopic,
    Jump,
    Stretched,
    Transformation,
    is_permissible,
)

__all__ = ["search"]

Array = np.ndarray[Any, Any]
MOST_STEPS, MOST_CLIMBED, SMALLEST = 200, 0.5, 1e-6
"""How many single steps are looked at, the share of tries that climb, and the smallest step beside the largest."""
LARGE = (0.3, 3.0, 100.0)


def search(case: Case, now: bool, tries: int, seed: int) -> Decision:
    """A flip among at most so many transformations of the scale (or of one of the two scales, half of them each)."""
    sets, tried = case.sets, 0
    for which, scores in enumerate(sets):
        found, number = _among(case, scores, bool(which), now, max(1, tries // len(sets)), seed)
        tried += number
        if found is not None:
            why = f"the {_nth(tried)} transformation tried flips it"
            return Decision(False, why, found, Proof.NUMERIC, tried, of_other=bool(which))
    words = "transformations were tried, and none flips it; this is not a proof"
    return Decision(None, f"{tried:,} {words}", proof=Proof.SAMPLED, cases=tried)


def _among(
    case: Case, scores: Scores, of_other: bool, now: bool, tries: int, seed: int
) -> tuple[Transformation | None, int]:
    number, nearest, best = 0, inf, None
    first = max(1, round(tries * (1 - MOST_CLIMBED)))
    for change in reported(list(_candidates(scores, first, seed)), "looking for a flip"):
        number += 1
        flipped, distance = _looked_at(case, scores, of_other, now, change)
        if flipped:
            return change, number
        if distance < nearest:
            nearest, best = distance, change
    if best is None or scores.level != "ordinal" or not scores.shared or len(scores.chain) < 2:
        return None, number
    random = np.random.default_rng(seed)
    at = np.diff(best.apply(scores.chain[:, None])[:, 0])
    at = np.maximum(at, SMALLEST * float(at.max(initial=0.0)) or 1.0)
    for _ in range(tries - number):
        number += 1
        moved = at * np.exp(random.normal(0, 1.5, len(at)) * (random.random(len(at)) < 0.2))
        moved = np.maximum(moved / moved.max(), SMALLEST)
        change = _from_steps(scores, moved)
        flipped, distance = _looked_at(case, scores, of_other, now, change)
        if flipped:
            return change, number
        if distance <= nearest:
            nearest, at = distance, moved
    return None, number


def _candidates(scores: Scores, number: int, seed: int) -> Iterator[Transformation]:
    """Single steps first, then each family alike."""
    families = family_names(scores)
    simple = list(_single(scores))
    if len(simple) > number // 2:
        keep = np.unique(np.linspace(0, len(simple) - 1, max(1, number // 2)).astype(int))
        simple = [simple[place] for place in keep]
    each = max(1, (number - len(simple)) // max(1, len(families)))
    return joined(simple, *(drawn(scores, family, each, seed) for family in families))


def _single(scores: Scores) -> Iterator[Transformation]:
    if len(scores.chain) < 2:
        return
    width = float(scores.chain[-1] - scores.chain[0])
    if scores.shared and scores.level == "ordinal":
        places = np.linspace(1, len(scores.chain) - 1, min(MOST_STEPS, len(scores.chain) - 1))
        for size in LARGE:
            for place in np.unique(places.astype(int)).tolist():
                yield Jump(float(scores.chain[place]), size * width)
    elif not scores.shared and scores.level in ("ordinal", "interval", "ratio"):
        for factor in (1e4, 1e-4):
            for column, topic in enumerate(scores.topics):
                yield ByTopic(((column, topic, Affine(factor)),))


def _from_steps(scores: Scores, sizes: Array) -> Stretched:
    new = np.concatenate([[0.0], np.cumsum(sizes / sizes.max())])
    return Stretched(tuple(scores.chain.tolist()), tuple(new.tolist()))


def _looked_at(case: Case, scores: Scores, of_other: bool, now: bool, change: Transformation) -> tuple[bool, float]:
    """Whether it flips, and how far from it the sides are."""
    values = change.apply(scores.values)
    if not np.isfinite(values[~np.isnan(scores.values)]).all():
        return False, inf
    new: tuple[Array | None, Array | None] = (None, values) if of_other else (values, None)
    try:
        truth = case.truth(*new)
    except IntervaleError:  # not defined there
        return False, inf
    if truth.holds != now and clear(truth.left, truth.right):
        return is_permissible(change, scores), 0.0
    return False, case.statement.distance(truth)


def _nth(number: int) -> str:
    ends = {1: "st", 2: "nd", 3: "rd"}
    return f"{number:,}{'th' if number % 100 in (11, 12, 13) else ends.get(number % 10, 'th')}"
