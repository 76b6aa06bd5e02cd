"""Whether a statement is true on some scores, and what stands on its two sides."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact.rounding import NOISE
from intervale.statements.expressions import (
    RELATIONS,
    Compared,
    Correlated,
    Difference,
    DifferencesCompared,
    Multiple,
    QuotientIs,
    Significant,
    SignificantPairs,
    Statement,
    Statistic,
    Term,
)
from intervale.statements.scores import Scores
from intervale.stats.coefficients import COEFFICIENTS
from intervale.stats.outcome import Setting, Test
from intervale.stats.registry import named_tests

__all__ = ["Case", "clear", "related", "test_named"]

Array = np.ndarray[Any, Any]
CLEAR = 1e-9
"""Sides that differ by a smaller share of them are not shown to be apart."""


@dataclass(frozen=True, eq=False)
class Case:
    """A statement, the scores it is about, and how tests are run. A correlation of two measures is about two sets of
    scores: ``other`` is the second.
    """

    statement: Statement
    scores: Scores
    setting: Setting
    other: Scores | None = None

    def looked_at(self, values: Array | None = None, other: Array | None = None) -> tuple[bool, float, float]:
        """Whether it is true, and what is left and right of the relation, on the scores as they are or on others. A
        test has its p-value on the left, alpha on the right.
        """
        scores = self.scores if values is None else self.scores.changed(values)
        found = self.statement
        if isinstance(found, Significant):
            p, difference = self._tested(scores, found)
            return p <= self.setting.alpha and (difference > 0 or not found.better), p, self.setting.alpha
        left, right = self._sides(scores, other)
        return related(left, found.relation, right), left, right  # type: ignore[attr-defined]

    def sides(self, values: Array | None = None, other: Array | None = None) -> tuple[float, float]:
        return self.looked_at(values, other)[1:]

    def truth(self, values: Array | None = None, other: Array | None = None) -> bool:
        return self.looked_at(values, other)[0]

    def _sides(self, scores: Scores, other: Array | None) -> tuple[float, float]:
        found = self.statement
        if isinstance(found, Compared):
            return scores.number(found.left), scores.number(found.right)
        if isinstance(found, DifferencesCompared):
            return _value(found.left, scores), _value(found.right, scores)
        if isinstance(found, Multiple):
            return scores.number(found.left), float(found.factor) * scores.number(found.right)
        if isinstance(found, QuotientIs):
            top, bottom = (_value(part, scores) for part in (found.quotient.top, found.quotient.bottom))
            if bottom == 0:
                raise OptionError(f"{found}: {found.quotient.bottom} is 0, and nothing can be divided by it")
            return top / bottom, float(found.number)
        if isinstance(found, Correlated):
            second = self.other
            if second is not None and other is not None:
                second = second.changed(other)
            return _correlation(found, scores, second), float(found.number)
        assert isinstance(found, SignificantPairs)
        outcome = _outcome(test_named(found.test), scores.values, self.setting)
        return float((outcome.p <= self.setting.alpha).sum()), float(found.number)

    def _tested(self, scores: Scores, found: Significant) -> tuple[float, float]:
        """The p-value of two systems, and by how much the first is better in the sense of the test."""
        test = test_named(found.test)
        a, b = scores.row(found.first), scores.row(found.second)
        if a == b:
            raise OptionError(f"{found}: the two systems are one")
        if test.family:
            low, high = min(a, b), max(a, b)
            outcome = _outcome(test, scores.values, self.setting)
            systems = len(scores.systems)
            pair = low * systems - low * (low + 1) // 2 + high - low - 1
            sign = 1.0 if a < b else -1.0
        else:
            both = ~np.isnan(scores.values[[a, b]]).any(axis=0)
            outcome = _outcome(test, scores.values[[a, b]][:, both], self.setting)
            pair, sign = 0, 1.0
        return float(outcome.p[pair]), sign * float(outcome.effect[pair])


def related(left: float, relation: str, right: float) -> bool:
    """A relation of two numbers, equal where only rounding tells them apart.

    >>> related(0.1 + 0.2, ">", 0.3), related(0.1 + 0.2, "=", 0.3)
    (False, True)
    """
    near = abs(left - right) <= NOISE * (abs(left) + abs(right))
    return RELATIONS[relation](right if near else left, right)


def clear(left: float, right: float) -> bool:
    """Whether two sides are further apart than rounding can make them."""
    return abs(left - right) > CLEAR * (abs(left) + abs(right))


def test_named(name: str) -> Test:
    if name == "all":
        raise OptionError("a statement names one test, such as t")
    return named_tests(name)[0]


test_named.__test__ = False  # type: ignore[attr-defined]  # for pytest: this is no test of ours


def _outcome(test: Test, values: Array, setting: Setting) -> Any:
    if values.shape[1] < 2:
        raise OptionError("a test needs at least two topics that both systems have")
    if np.isnan(values).any():
        raise OptionError(f"the {test.title} needs every system on every topic")
    return test.run(values, None, setting)


def _value(part: Term | Difference, scores: Scores) -> float:
    if isinstance(part, Difference):
        first, second = scores.number(part.first), scores.number(part.second)
        return 0.0 if abs(first - second) <= NOISE * (abs(first) + abs(second)) else first - second
    return scores.number(part)


def _correlation(found: Correlated, scores: Scores, other: Scores | None) -> float:
    if other is None:
        x, y = (scores.values[scores.row(name)] for name in (found.first, found.second))
    elif found.topic is not None:
        x, y = (one.values[:, one.column(found.topic)] for one in (scores, other))
    else:
        x, y = (np.array([one.number(Statistic("mean", name)) for name in one.systems]) for one in (scores, other))
    known = ~(np.isnan(x) | np.isnan(y))
    x, y = x[known], y[known]
    value = float(COEFFICIENTS[found.coefficient].value(x, y)) if len(x) > 1 else float("nan")
    if np.isnan(value):
        raise OptionError(f"{found}: a correlation needs two lists of at least two numbers that are not all the same")
    return value
