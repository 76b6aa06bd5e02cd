"""Interval forms: which measures get theirs, and why others have none."""

from __future__ import annotations

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.measures import Direct, Measure
from intervale.scales.form import Interval, interval

__all__ = ["forms_among", "has_form", "with_forms"]


def has_form(measure: Measure) -> bool:
    """Whether a measure has an interval form: a mean over topics, defined on a run space."""
    return not measure.is_form and not isinstance(measure, Direct) and measure.aggregate == "mean" and measure.has_best


def forms_among(names: tuple[str, ...], measures: tuple[Measure, ...], grades: int | None) -> dict[str, str]:
    """The measures whose interval forms stand beside them, each with the name of its form: that of all runs of the
    cutoff's length, over these grades.
    """
    forms = {
        str(measure.inner): name
        for name, measure in zip(names, measures, strict=True)
        if isinstance(measure, Interval) and _is_the_form(measure, grades)
    }
    return {
        name: forms[str(measure)]
        for name, measure in zip(names, measures, strict=True)
        if not measure.is_form and str(measure) in forms
    }


def _is_the_form(form: Interval, grades: int | None) -> bool:
    whole = form.length == getattr(form.inner, "cutoff", None) and form.space == "all"
    return whole and not form.log and form.ties in (None, "unq") and form.grades in (None, grades)


def with_forms(
    measures: dict[str, Measure], judged: JudgedRuns, *, add: bool = True, strict: bool = False
) -> tuple[dict[str, Measure], list[str]]:
    """Each measure, with ``add`` its interval form behind it, and a sentence for each that has none on these judgments;
    with ``strict`` the first of these is refused, and so is what leaves nothing to compute. Sizes decide: nothing is
    counted here.
    """
    found: dict[str, Measure] = {}
    without: dict[str, list[str]] = {}
    for name, measure in measures.items():
        if not measure.is_form:
            found[name] = measure
            if not add:
                continue
        why = _why_no_form(measure, judged)
        if why and strict:
            raise OptionError(f"{name}: no interval form: {why}; leave --strict out to go on without it")
        if why:
            without.setdefault(why, []).append(name)
        elif measure.is_form:
            found[name] = measure
        else:
            found.setdefault(f"interval({name})", interval(measure))
    notes = [f"{', '.join(names)}: no interval form: {why}" for why, names in without.items()]
    if measures and not found:
        raise OptionError(notes[0])
    return found, notes


def _why_no_form(measure: Measure, judged: JudgedRuns) -> str:
    """Why a measure has no interval form on these judgments; empty where it has one."""
    if isinstance(measure, Direct):
        return measure.why_no_exact
    if not isinstance(measure, Interval):
        if not has_form(measure):
            return "it is not a mean over topics"
        if getattr(measure, "cutoff", None) is None:
            return "it has no cutoff; write one, as in AP@30"
        measure = interval(measure)
    if judged.topics.top is None:
        return "it needs integer grades, and the judgments have floats"
    return measure.why_not(judged)
