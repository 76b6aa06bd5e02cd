"""What is to be noted about an evaluation: about its measures, computed from what it holds, then about its runs."""

from __future__ import annotations

import numpy as np

from intervale.evaluation.evaluation import Evaluation

__all__ = ["with_notes"]


def with_notes(found: Evaluation) -> Evaluation:
    """The evaluation with its notes: measures without an interval form, what each measure notes of judged runs and
    scores, pairs of means that bounds leave open, then what was noted when runs were judged. Where there are scores
    alone, those of its making.
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
    return found.noted(
        (
            *(f"{', '.join(names)}: no interval form: {why}" for why, names in without.items()),
            *(f"{', '.join(names)}: {note}" for note, names in about.items()),
            *([part] if part and judged.notes else []),
            *judged.notes,
        )
    )
