"""What is to be noted about an evaluation: about its measures, computed from what it holds, then about its runs."""

from __future__ import annotations

import numpy as np

from intervale.evaluation.evaluation import Evaluation

__all__ = ["DECISIVE", "decisive", "no_form_text", "with_notes"]

DECISIVE = (
    ": no interval form: ",
    ": no places: ",
    ": places among ",
    ": tie rule ",
    ": logarithms of ranks ",
    "one topic carries more than half of the mean",
    "too small for floats",
    ": scores are known to within ",
    ": it is open which mean is larger",
)
"""What a note has in it that decides how scores can be read, the first thing first."""


def decisive(note: str) -> int:
    """The place of a note among those that decide how scores can be read; behind them all where it is none of these.

    >>> decisive("interval(P@5,tie_rule='mid'): tie rule mid: ranks are places"), decisive("P@5: another")
    (3, 9)
    """
    return next((place for place, mark in enumerate(DECISIVE) if mark in note), len(DECISIVE))


def no_form_text(why: str) -> str:
    """That there is no interval form, or that there are no places where these were asked for.

    >>> no_form_text("too many values"), no_form_text("no places: too many values")
    ('no interval form: too many values', 'no places: too many values')
    """
    return why if why.startswith(("no places: ", "places ")) else f"no interval form: {why}"


def with_notes(found: Evaluation) -> Evaluation:
    """The evaluation with its notes: what decides how scores can be read (measures without an interval form, places,
    means that one topic carries, bounds, pairs of means that these leave open), what else each measure notes of judged
    runs and scores, then what was noted when runs were judged. Where there are scores alone, those of its making.
    """
    judged = found.judged
    if judged is None:
        return found
    without: dict[str, list[str]] = {}
    for name, why in found.no_form.items():
        without.setdefault(why, []).append(name)
    about: dict[str, list[str]] = {}
    for index, (name, measure) in enumerate(zip(found.names, found.measures, strict=True)):
        if measure.defined_by == "scores":
            continue
        errors = np.zeros_like(found.values[index]) if found.errors is None else found.errors[index]
        for note in (*measure.notes(judged), *measure.remarks(found.values[index], errors)):
            about.setdefault(note, []).append(name)
    for name in found.names if found.errors is not None else ():
        if opened := found.mean_order(name).open_pairs:
            pairs = len(found.systems) * (len(found.systems) - 1) // 2
            note = f"it is open which mean is larger for {opened:,} of {pairs:,} pairs of systems: their bounds overlap"
            about.setdefault(note, []).append(name)
    whole = judged.noted_on
    part = (
        whole
        and f"part of an evaluation of {whole[0]:,} systems on {whole[1]:,} topics, which the notes below are about"
    )
    said = [f"{', '.join(names)}: {no_form_text(why)}" for why, names in without.items()]
    said += [f"{', '.join(names)}: {note}" for note, names in about.items()]
    return found.noted(
        (
            *sorted(said, key=decisive),
            *([part] if part and judged.notes else []),
            *judged.notes,
        )
    )
