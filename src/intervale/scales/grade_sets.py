"""The run space of a question about a measure, also over an explicit set of grades, and the measure there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intervale.measures import Measure
from intervale.orders import Grades, RunSpace
from intervale.scales.arguments import run_length, with_gains

__all__ = ["on_levels", "space_of"]


def on_levels(measure: Measure, grades: Grades) -> tuple[Measure, int]:
    """The measure on levels, and the top level; with whole grades 0..c the measure itself, and c.

    >>> from intervale.measures import parse_measure
    >>> on_levels(parse_measure("P@3"), (0, 0.5, 2))
    (P(rel=2)@3, 2)
    """
    space = RunSpace(1, grades)  # type: ignore[arg-type]
    return (measure if space.values is None else measure.over_grades(space.values)), space.grades


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
    return (measure if space.values is None else measure.over_grades(space.values)), space
