"""The scale of a measure, asked of the packages that know."""

from __future__ import annotations

from intervale.errors import IntervaleError
from intervale.evaluation.scale import MeasureScale
from intervale.measures import Measure
from intervale.measures.declared import NOT_KNOWN, DeclaredScale
from intervale.scales.verdicts import ScaleResult, own_scale

__all__ = ["scale_of", "top_grade"]

MOST_TOLD = 80
"""A reason with more characters than this is left out."""


def scale_of(measure: Measure, grades: int | None, asked: ScaleResult | None = None) -> MeasureScale:
    """The scale of a measure on the order that it makes itself, with grades up to ``grades``: an interval scale where
    its values are equally spaced. ``asked`` is what is known already of its scales.
    """
    found = measure.declared_scale or _looked_at(measure, grades, asked)
    unknown = measure.defined_by == "scores"
    shared = None if unknown else measure.on_run_space and not measure.recall_based
    return MeasureScale(found.level, found.why, shared, found.equal_steps)


def top_grade(measure: Measure, grades: int | None) -> int | None:
    """The top grade of the judgments, or where that is not known the one from which a binary measure tells grades
    apart; None where there is neither.
    """
    return measure.rel if grades is None else grades


def _looked_at(measure: Measure, grades: int | None, asked: ScaleResult | None) -> DeclaredScale:
    """The scale by the values on the run space of the cutoff's length."""
    grades = top_grade(measure, grades)
    if grades is None:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: the top grade is unknown, or grades are not whole numbers")
    try:
        induced = own_scale(measure, grades) if asked is None else asked["induced"]
    except IntervaleError as error:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: {error}")
    if induced.scale == "interval":
        return DeclaredScale("interval", True, "its values are equally spaced")
    equal = induced.equal_steps
    if equal.holds is not False:
        return DeclaredScale("ordinal", None, NOT_KNOWN + (f": {equal.why}" if equal.why else ""))
    because = f": {equal.why}" if equal.why and len(equal.why) <= MOST_TOLD else ""
    return DeclaredScale("ordinal", False, f"its values are not equally spaced{because}")
