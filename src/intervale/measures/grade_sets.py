"""Measures over an explicit set of grades, such as 0, 0.5 and 2: the same measure on levels 0, 1, 2.

A measure that takes gains gets the grades as gains (ERR where they are whole, or the chances of stopping that it names
by grade); one that asks for relevant documents gets the first level whose grade reaches ``rel``; a function of the
user's is given the grades themselves (:mod:`intervale.measures.own`). What is defined for whole grades 0..c only is
refused, and so are the measures that are ranks in an order of runs over them.
"""

from __future__ import annotations

from dataclasses import fields, replace
from fractions import Fraction
from typing import Any

from intervale.errors import MeasureError
from intervale.measures.measure import Measure

__all__ = ["over_grades"]


def over_grades(measure: Measure, values: tuple[Fraction, ...]) -> Measure:
    """The measure on levels of these grades.

    >>> from intervale.measures import parse_measure
    >>> over_grades(parse_measure("DCG@3"), (Fraction(0), Fraction(1, 2), Fraction(2)))
    DCG(gains={1:0.5})@3
    """
    parameters = {one.name: getattr(measure, one.name) for one in fields(measure)}
    shown = ", ".join(map(str, values))
    if "gains" in parameters and parameters.get("dcg", "log2") == "log2":
        if parameters["gains"]:
            raise MeasureError(f"{measure} has gains of whole grades; over the grades {shown} the grades are the gains")
        changed: dict[str, Any] = {"gains": dict(enumerate(values))}
        return replace(measure, **changed)
    if measure.rel is not None:
        level = next((level for level, value in enumerate(values) if value >= measure.rel), None)
        if level is None:
            raise MeasureError(f"no grade of {shown} reaches rel={measure.rel} of {measure}: nothing would be relevant")
        changed = {"rel": level}
        return replace(measure, **changed)
    raise MeasureError(f"{measure} is defined for whole grades 0..c, not for the grades {shown}")
