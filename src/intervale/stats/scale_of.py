"""The scale that the scores of a table are on."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.errors import IntervaleError
from intervale.measures import Measure, ScoreTable
from intervale.measures.declared import NOT_KNOWN, DeclaredScale
from intervale.scales.permitted import LEVELS
from intervale.scales.verdicts import scale

__all__ = ["TableScale", "has_form", "interval_forms", "table_scale"]

MOST_TOLD = 80
"""A reason with more characters than this is left out."""


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
    found = measure.declared_scale or _looked_at(measure, table.grades)
    shared = measure.on_run_space and not measure.recall_based
    return TableScale(found.level, found.why, shared, found.equal_steps)


def _looked_at(measure: Measure, grades: int | None) -> DeclaredScale:
    """The scale by the values on the run space of the cutoff's length."""
    if grades is None:
        grades = measure.rel  # a binary measure knows two grades
    if grades is None:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: the top grade is not, or grades are not whole numbers")
    try:
        induced = scale(measure, grades=grades, order="induced")["induced"]
    except IntervaleError as error:
        return DeclaredScale("ordinal", None, f"{NOT_KNOWN}: {error}")
    if induced.scale == "interval":
        return DeclaredScale("interval", True, "its values are equally spaced")
    equal = induced.equal_steps
    if equal.holds is not False:
        return DeclaredScale("ordinal", None, NOT_KNOWN + (f": {equal.why}" if equal.why else ""))
    because = f": {equal.why}" if equal.why and len(equal.why) <= MOST_TOLD else ""
    return DeclaredScale("ordinal", False, f"its values are not equally spaced{because}")


def has_form(measure: Measure) -> bool:
    """Whether a measure has an interval form: a mean over topics, defined on a run space."""
    return measure.on_run_space and not measure.is_derived and measure.aggregate == "mean" and measure.has_best


def interval_forms(table: ScoreTable) -> dict[str, str]:
    """The measures of a table whose interval forms stand in it, too, each with the name of its form: that of all runs
    of the cutoff's length, over the grades of the table.
    """
    forms = {
        str(inner): name
        for name, measure in zip(table.names, table.measures, strict=True)
        if (inner := measure.interval_form_of(table.grades)) is not None
    }
    return {
        name: forms[str(measure)]
        for name, measure in zip(table.names, table.measures, strict=True)
        if not measure.is_derived and str(measure) in forms
    }
