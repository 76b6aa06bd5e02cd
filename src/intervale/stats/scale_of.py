"""The scale that the scores of a table are on."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.errors import IntervaleError
from intervale.measures import Direct, Measure, SavedMeasure, ScoreTable
from intervale.measures.own import OwnMeasure
from intervale.scales.form import Interval
from intervale.scales.permitted import LEVELS
from intervale.scales.verdicts import scale

__all__ = ["TableScale", "has_form", "interval_forms", "table_scale"]

MOST_TOLD = 80
"""A reason with more characters than this is left out."""
UNKNOWN = "whether its values are equally spaced is not known"


@dataclass(frozen=True)
class TableScale:
    """The level of a measure's scores, and why; ``shared`` says whether topics have one scale.

    ``equal_steps`` is None where it is not known whether values are equally spaced: for tests that counts as an ordinal
    scale, and it is stated as not known.
    """

    level: str
    why: str
    shared: bool
    equal_steps: bool | None

    def permits(self, needed: str) -> bool:
        return LEVELS.index(self.level) >= LEVELS.index(needed)

    @property
    def text(self) -> str:
        """The scale in words."""
        own = "" if self.shared else ", and each topic has its own"
        if self.equal_steps is None:
            return f"at least an ordinal scale (an interval scale: not known){own}"
        return f"{'an' if self.level[0] in 'aeiou' else 'a'} {self.level} scale{own}"


def table_scale(table: ScoreTable, name: str) -> TableScale:
    """The scale of a measure of a table on the order that it makes itself, with the grades of the table: an interval
    scale where its values are equally spaced.
    """
    measure = table.measures[table.names.index(name)]
    if isinstance(measure, SavedMeasure):
        return TableScale("ordinal", f"{UNKNOWN}: {measure.why_no_exact}", shared=False, equal_steps=None)
    shared = not (measure.recall_based or isinstance(measure, Direct))
    level, equal, why = _steps(measure, table.grades)
    return TableScale(level, why, shared, equal)


def _steps(measure: Measure, grades: int | None) -> tuple[str, bool | None, str]:
    """The level, whether values are equally spaced, and why."""
    if measure.is_form:
        if getattr(measure, "log", False):
            return "ordinal", False, "logarithms of ranks are not equally spaced"
        if getattr(measure, "ties", None) not in (None, "unq"):
            return "ordinal", False, "places among runs are not equally spaced"
        inner = getattr(measure, "inner", None)
        if isinstance(inner, OwnMeasure) and inner.twin is None:
            return "ordinal", None, f"{UNKNOWN}: its ranks come from floats, or from runs that were drawn"
        return "interval", True, "ranks of values are equally spaced"
    if not measure.has_best or measure.aggregate == "sum":
        return "ordinal", False, "a count of documents, which no order on runs stands behind"
    if getattr(measure, "cutoff", None) is None:
        return "ordinal", False, "runs of all lengths count, and these have different scales"
    if grades is None:
        grades = getattr(measure, "rel", None)  # a binary measure knows two grades
    if grades is None:
        return "ordinal", None, f"{UNKNOWN}: the top grade is not, or grades are not whole numbers"
    try:
        induced = scale(measure, grades=grades, order="induced")["induced"]
    except IntervaleError as error:
        return "ordinal", None, f"{UNKNOWN}: {error}"
    if induced.scale == "interval":
        return "interval", True, "its values are equally spaced"
    equal = induced.equal_steps
    if equal.holds is not False:
        return "ordinal", None, UNKNOWN + (f": {equal.why}" if equal.why else "")
    because = f": {equal.why}" if equal.why and len(equal.why) <= MOST_TOLD else ""
    return "ordinal", False, f"its values are not equally spaced{because}"


def has_form(measure: Measure) -> bool:
    """Whether a measure has an interval form: a mean over topics, defined on a run space."""
    return not measure.is_form and not isinstance(measure, Direct) and measure.aggregate == "mean" and measure.has_best


def interval_forms(table: ScoreTable) -> dict[str, str]:
    """The measures of a table whose interval forms stand in it, too, each with the name of its form: that of all runs
    of the cutoff's length, over the grades of the table.
    """
    forms = {
        str(measure.inner): name
        for name, measure in zip(table.names, table.measures, strict=True)
        if isinstance(measure, Interval) and _is_the_form(measure, table.grades)
    }
    return {
        name: forms[str(measure)]
        for name, measure in zip(table.names, table.measures, strict=True)
        if not measure.is_form and str(measure) in forms
    }


def _is_the_form(form: Interval, grades: int | None) -> bool:
    whole = form.length == getattr(form.inner, "cutoff", None) and form.space == "all"
    return whole and not form.log and form.ties in (None, "unq") and form.grades in (None, grades)
