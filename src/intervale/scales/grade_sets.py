"""Measures over an explicit set of grades, such as 0, 0.5 and 2: the same measure on levels 0, 1, 2.

Runs of such a space are tuples of levels. A measure that takes gains gets the grades as gains; one that asks for
relevant documents gets the first level whose grade reaches ``rel``; a function of the user's is given the grades
themselves; and the measures that orders make depend on levels alone. What is defined for whole grades only is refused.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import MeasureError
from intervale.measures import Measure
from intervale.measures.interval import RBPO, RBTO, SBPO, SBTO
from intervale.measures.own import OwnMeasure
from intervale.orders import Grades, RunSpace
from intervale.scales.strategies import run_length, with_gains

__all__ = ["on_levels", "space_of"]

BY_LEVEL: tuple[type[Measure], ...] = (SBTO, SBPO, RBTO, RBPO)
"""Measures that are ranks in an order, which depends on levels alone."""


def on_levels(measure: Measure, grades: Grades) -> tuple[Measure, int]:
    """The measure on levels, and the top level; with whole grades 0..c the measure itself, and c.

    >>> from intervale.measures import parse_measure
    >>> on_levels(parse_measure("DCG@3"), (0, 0.5, 2))
    (DCG(gains={1:0.5})@3, 2)
    >>> on_levels(parse_measure("P@3"), (0, 0.5, 2))[0]
    P(rel=2)@3
    """
    values = RunSpace(1, grades).values  # type: ignore[arg-type]
    if values is None:
        return measure, RunSpace(1, grades).grades  # type: ignore[arg-type]
    return _on(measure, values), len(values) - 1


def space_of(
    measure: Measure,
    length: int | None,
    grades: Grades,
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
) -> tuple[Measure, RunSpace]:
    """The run space that a question about a measure is asked on, and the measure there: with the gains that were named,
    or with the grades as gains.
    """
    space = RunSpace(run_length(measure, length), grades)  # type: ignore[arg-type]
    if gains is not None:
        return with_gains(measure, gains, space.grades), space
    return (measure if space.values is None else _on(measure, space.values)), space


def _on(measure: Measure, values: tuple[Fraction, ...]) -> Measure:
    if isinstance(measure, OwnMeasure):
        return _own(measure, values)
    named = {field.name for field in fields(measure)}
    shown = ", ".join(map(str, values))
    if "gains" in named and getattr(measure, "dcg", "log2") == "log2":
        if getattr(measure, "gains", None):
            raise MeasureError(f"{measure} has gains of whole grades; over the grades {shown} the grades are the gains")
        changed: dict[str, Any] = {"gains": dict(enumerate(values))}
        return replace(measure, **changed)
    if measure.rel is not None:
        level = next((level for level, value in enumerate(values) if value >= measure.rel), None)
        if level is None:
            raise MeasureError(f"no grade of {shown} reaches rel={measure.rel} of {measure}: nothing would be relevant")
        changed = {"rel": level}
        return replace(measure, **changed)
    if isinstance(measure, BY_LEVEL):
        return measure
    raise MeasureError(f"{measure} is defined for whole grades 0..c, not for the grades {shown}")


def _own(measure: OwnMeasure, values: tuple[Fraction, ...]) -> OwnMeasure:
    """A function of the user's, given the grades of a run."""
    table, function = np.array([float(value) for value in values]), measure.function
    twin: Callable[..., Any] | None = measure.twin

    def graded(levels: Any, **others: Any) -> Any:
        return function(table[np.asarray(levels)], **others)

    def exact(levels: Sequence[int]) -> Any:
        assert twin is not None
        return twin([values[level] for level in levels])

    return replace(measure, function=graded, twin=None if twin is None else exact)
