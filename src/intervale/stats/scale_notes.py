"""What a test assumes of the scales of the measures in an evaluation."""

from __future__ import annotations

from intervale.evaluation import Evaluation
from intervale.evaluation.interval_forms import form_possible
from intervale.stats.notes import assumed
from intervale.stats.registry import Test

__all__ = ["scale_notes"]


def scale_notes(evaluation: Evaluation, test: Test, strict: bool) -> list[str]:
    """Notes about measures that are not on the scale that the test needs, each once for all measures that it applies
    to; with ``strict`` the first is refused.
    """
    about: dict[str, list[str]] = {}
    forms = evaluation.interval_forms
    for name, measure in zip(evaluation.names, evaluation.measures, strict=True):
        form = forms.get(name)
        possible = form is None and form_possible(measure, evaluation.judged)
        for note in assumed(name, measure, evaluation.scale(name), [test], strict, form=form, possible=possible):
            about.setdefault(note, []).append(name)
    return [f"{', '.join(names)}: {note}" for note, names in about.items()]
