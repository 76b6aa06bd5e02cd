"""Families of permissible transformations to draw from: for searching a flip, and for saying how often one occurs.

On the range of the scores brought to 0 … 1: powers u^c with c from 1/8 to 8; logarithms ln(1 + cu) with c from 0.1 to
10,000, rising early or late; logits of c + (1 − 2c)u with c from 0.0001 to 0.4; monotone splines (Fritsch and
Carlson) through 2 to 6 knots drawn with a seed. For an interval scale, shifts of its zero by 0.001 to 1,000 times the
range. Where each topic has its own scale each topic draws its own.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import accumulate
from typing import Any

import numpy as np

from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, ByTopic, Curve, Relabelled, Transformation

__all__ = ["FAMILIES", "drawn", "family_names"]

Array = np.ndarray[Any, Any]
FAMILIES = ("power", "logarithm", "logit", "spline")


def family_names(scores: Scores) -> tuple[str, ...]:
    """The families that are permissible for these scores."""
    if scores.level == "nominal":
        return ("relabelling",)
    if scores.level == "ordinal":
        return FAMILIES
    if scores.shared:
        return ("shift",) if scores.level == "interval" else ()
    return ("shift and factor",) if scores.level == "interval" else ("factor",)


def drawn(scores: Scores, family: str, number: int, seed: int) -> Iterator[Transformation]:
    """So many transformations of one family: spread evenly over its parameter, or drawn where topics have their own."""
    values = scores.values[~np.isnan(scores.values)]
    low, high = float(values.min()), float(values.max())
    if high <= low:
        high = low + 1.0
    random = np.random.default_rng([seed, *family.encode()])
    if scores.shared:
        for share in (np.arange(number) + 0.5) / number:
            yield _one(scores, family, float(share), low, high, random)
        return
    for _ in range(number):
        changes = []
        for column, topic in enumerate(scores.topics):
            changes.append((column, topic, _one(scores, family, random.random(), low, high, random)))
        yield ByTopic(tuple(changes))


def _one(scores: Scores, family: str, share: float, low: float, high: float, random: Any) -> Transformation:
    if family == "power":
        return Curve("power", float(8.0 ** (2 * share - 1)), low, high)
    if family == "logarithm":
        size = float(10.0 ** (-1 + 5 * (2 * share % 1)))
        return Curve("logarithm", size if share < 0.5 else -size, low, high)
    if family == "logit":
        return Curve("logit", float(1e-4 * (0.4 / 1e-4) ** share), low, high)
    if family == "spline":
        number = int(random.integers(2, 7))
        steps = random.standard_exponential(2 * number).tolist()
        knots = zip(_knots(steps[:number]), _knots(steps[number:]), strict=True)
        return Curve("spline", 0.0, low, high, tuple(knots))
    if family == "relabelling":
        chain = scores.chain
        return Relabelled(tuple(chain.tolist()), tuple((1.0 + random.permutation(len(chain))).tolist()))
    if family == "factor":
        return Affine(float(10.0 ** (4 * share - 2)))
    size = (high - low) * 10.0 ** (6 * share - 3)
    if family == "shift":
        return Affine(1.0, size)
    return Affine(float(10.0 ** (4 * random.random() - 2)), float(random.choice([-1, 1])) * size)


def _knots(steps: list[float]) -> list[float]:
    """Knots from 0 to 1 with steps in these proportions; exponential ones make all divisions of 1 equally likely."""
    part = 1 / sum(steps)
    return [0.0, *accumulate(step * part for step in steps[:-1]), 1.0]
