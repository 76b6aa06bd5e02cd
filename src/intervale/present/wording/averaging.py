"""May the scores of a measure be averaged?"""

from __future__ import annotations

from dataclasses import dataclass

from intervale.evaluation import Evaluation

__all__ = ["OTHER_READING", "OWN_SCALES", "Averaging", "averaging"]

OTHER_READING = (
    "If you take a score as what a list is worth to a user, you may average; that is an assumption about users."
)
"""What those say who average all the same."""


OWN_SCALES = {
    True: "",
    False: "each topic has a scale of its own",
    None: "whether topics share one scale is not known",
}
"""What is said of topics, by whether they share one scale."""


@dataclass(frozen=True)
class Averaging:
    """The answer in a word, how it is coloured, and why."""

    say: str
    tone: str
    """``yes``, ``caveat``, ``no`` or ``unknown``."""
    why: str


def averaging(evaluation: Evaluation, name: str) -> Averaging:
    """Whether means of a measure mean something, by the scale that its scores are on."""
    scale = evaluation.scale(name)
    form = name in evaluation.interval_forms
    beside = "Report the equal-step result beside it." if form else "Report the sign test or medians beside it."
    own = OWN_SCALES[scale.shared]
    if scale.level == "nominal":
        return Averaging("No", "no", "Its scores are labels: a mean of them says nothing.")
    if scale.equal_steps is None:
        said = "" if scale.why.startswith("whether") else "whether its steps are equal is not known: "
        known = f"{said}{scale.why}"
        return Averaging("Not known", "unknown", f"{known[:1].upper()}{known[1:]}. {beside}")
    if scale.equal_steps:
        if scale.shared:
            return Averaging("Yes", "yes", f"Its steps are equal{_step(evaluation, name)}.")
        return Averaging("With a caveat", "caveat", f"Its steps are equal, but {own}. {beside}")
    apart = "" if scale.shared else f" and {own}"
    if scale.given:
        return Averaging("With a caveat", "caveat", f"It was given as an {scale.level} scale{apart}. {beside}")
    if evaluation.measure(name).declared_scale is not None:
        return Averaging("With a caveat", "caveat", f"{scale.why[:1].upper()}{scale.why[1:]}. {beside}")
    return Averaging("With a caveat", "caveat", f"Its steps are uneven{apart}. {beside}")


def _step(evaluation: Evaluation, name: str) -> str:
    """How large each step is, where that was computed and the scores are those of the run space."""
    found = evaluation.by_order.get(name)
    spacing = None if found is None else found.spacing
    if spacing is None or spacing.smallest is None or spacing.smallest != spacing.largest:
        return ""
    measure = evaluation.measure(name)
    if measure.recall_based:
        return ""
    return f": on lists of {measure.cutoff:,} each is {float(spacing.smallest):.4g}"
