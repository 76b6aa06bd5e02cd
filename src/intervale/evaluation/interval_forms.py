"""Interval forms: which measures get theirs, and why others have none."""

from __future__ import annotations

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.evaluation.notes import no_form_text
from intervale.measures import Measure
from intervale.scales.form import interval

__all__ = ["form_possible", "forms_among", "why_no_form", "with_forms"]


def forms_among(names: tuple[str, ...], measures: tuple[Measure, ...], grades: int | None) -> dict[str, str]:
    """The measures whose interval forms stand beside them, each with the name of its form: that of all runs of the
    cutoff's length, over these grades.
    """
    forms = {
        str(inner): name
        for name, measure in zip(names, measures, strict=True)
        if (inner := measure.interval_form_of(grades)) is not None
    }
    return {
        name: forms[str(measure)]
        for name, measure in zip(names, measures, strict=True)
        if not measure.is_derived and str(measure) in forms
    }


def with_forms(
    measures: dict[str, Measure], judged: JudgedRuns, *, add: bool = True, strict: bool = False
) -> tuple[dict[str, Measure], dict[str, str]]:
    """Each measure, with ``add`` its interval form behind it, and the reason for each that has none on these judgments;
    with ``strict`` the first of these is refused, and so is what leaves nothing to compute. Sizes decide: nothing is
    counted here.
    """
    found: dict[str, Measure] = {}
    without: dict[str, str] = {}
    for name, measure in measures.items():
        if not measure.is_derived:
            found[name] = measure
            if not add:
                continue
        why = why_no_form(measure, judged)
        if why and measure.placed and not why.startswith("places "):
            why = f"no places: {why}"
        if why and strict:
            raise OptionError(f"{name}: {no_form_text(_reason(why))}; remove --strict to continue without it")
        if why:
            without[name] = why
        elif measure.is_derived:
            found[name] = measure
        else:
            found.setdefault(f"interval({name})", interval(measure))
    if measures and not found:
        name, why = next(iter(without.items()))
        raise OptionError(f"{name}: {no_form_text(why)}")
    return found, {name: _reason(why) for name, why in without.items()}


def _reason(why: str) -> str:
    """Without what to do about it."""
    return why.partition(". ")[0]


def form_possible(measure: Measure, judged: JudgedRuns | None) -> bool:
    """Whether the interval form of a measure can be computed from these judged runs."""
    return judged is not None and not measure.is_derived and not why_no_form(measure, judged)


def why_no_form(measure: Measure, judged: JudgedRuns, tie_rule: str | None = None) -> str:
    """Why a measure has no interval form on these judgments, or none by a rule for ties, and what to do; empty where it
    has one.
    """
    if not measure.on_run_space:
        return measure.why_no_exact
    if not measure.is_derived:
        if measure.aggregate != "mean" or not measure.has_best:
            return "it is not a mean over topics"
        if measure.cutoff is None:
            return "it has no cutoff; write one, as in AP@30"
        measure = interval(measure, tie_rule=tie_rule)
    if judged.topics.top is None:
        return "it needs integer grades, but the judgments have floats"
    return measure.why_not(judged)
