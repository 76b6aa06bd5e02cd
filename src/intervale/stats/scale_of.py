"""The scale that the scores of a table are on."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.errors import IntervaleError
from intervale.measures import Direct, Measure, SavedMeasure, ScoreTable
from intervale.scales.permitted import LEVELS
from intervale.scales.verdicts import scale

__all__ = ["TableScale", "has_form", "interval_forms", "table_scale"]

MOST_TOLD = 60
"""A reason with more characters than this is left out."""


@dataclass(frozen=True)
class TableScale:
    """The level of a measure's scores, and why; ``shared`` says whether topics have one scale."""

    level: str
    why: str
    shared: bool

    def permits(self, needed: str) -> bool:
        return LEVELS.index(self.level) >= LEVELS.index(needed)


def table_scale(measure: Measure, grades: int) -> TableScale:
    """The scale of a measure on the order that it makes itself, with grades 0..``grades``: an interval scale where its
    values are equally spaced. Where that cannot be told it counts as ordinal.
    """
    if isinstance(measure, SavedMeasure):
        return TableScale("ordinal", f"nothing is known of its scale: {measure.why_no_exact}", shared=False)
    shared = not (measure.recall_based or isinstance(measure, Direct))
    if measure.is_form:
        if getattr(measure, "log", False):
            return TableScale("ordinal", "logarithms of ranks are not equally spaced", shared)
        if getattr(measure, "ties", None) not in (None, "unq"):
            return TableScale("ordinal", "places among runs are not equally spaced", shared)
        return TableScale("interval", "ranks of values are equally spaced", shared)
    if not measure.has_best or measure.aggregate == "sum":
        return TableScale("ordinal", "a count of documents, which no order on runs stands behind", shared)
    if getattr(measure, "cutoff", None) is None:
        return TableScale("ordinal", "runs of all lengths count, and these have different scales", shared)
    try:
        induced = scale(measure, grades=grades, order="induced")["induced"]
    except IntervaleError as error:
        return TableScale("ordinal", f"its values cannot be looked at: {error}", shared)
    if induced.scale == "interval":
        return TableScale("interval", "its values are equally spaced", shared)
    why = induced.equal_steps.why
    told = f": {why}" if len(why) <= MOST_TOLD else ""
    return TableScale("ordinal", f"its values are not equally spaced{told}", shared)


def has_form(measure: Measure) -> bool:
    """Whether a measure has an interval form: a mean over topics, defined on a run space."""
    return not measure.is_form and not isinstance(measure, Direct) and measure.aggregate == "mean" and measure.has_best


def interval_forms(table: ScoreTable) -> dict[str, str]:
    """The measures of a table whose interval forms stand in it, too, each with the name of its form."""
    plain = {
        str(getattr(measure, "inner", "")): name
        for name, measure in zip(table.names, table.measures, strict=True)
        if measure.is_form and not getattr(measure, "log", False) and getattr(measure, "ties", None) in (None, "unq")
    }
    return {
        name: plain[str(measure)]
        for name, measure in zip(table.names, table.measures, strict=True)
        if not measure.is_form and str(measure) in plain
    }
