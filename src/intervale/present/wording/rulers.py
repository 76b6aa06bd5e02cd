"""What a ruler shows: how many scores a measure can give to a short list, and how even their steps are."""

from __future__ import annotations

from itertools import pairwise

from intervale.measures import Measure

__all__ = ["ruler_text"]


def ruler_text(measure: Measure, values: list[float], length: int, grades: int) -> str:
    """The values of a measure on lists of a length, ascending, in sentences."""
    steps = [high - low for low, high in pairwise(values)]
    said = f"{len(values):,} possible score{'s' * (len(values) != 1)} on lists of {length}"
    if len(steps) < 2:
        said += "."
    elif max(steps) - min(steps) <= 1e-12 * max(steps):
        said += ", at equal steps." if measure.recall_based else f", all {max(steps):.4g} apart."
    else:
        said += f"; the largest step is {max(steps) / min(steps):.3g} times the smallest."
    if measure.rel is not None and grades > measure.rel:
        low = measure.rel
        said += f" Grades {low} {'and' if grades == low + 1 else 'to'} {grades} count alike."
    if measure.recall_based:
        said += " The same list is worth more on a topic with few relevant documents, so topics have no common scale."
    return said
