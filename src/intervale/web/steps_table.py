"""The equal-step scores of lists, and how the measure's own scores lie beside them."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from typing import Any

from intervale.errors import IntervaleError
from intervale.measures import Measure
from intervale.orders import JudgedRun, RunSpace
from intervale.present.digits import aligned, times
from intervale.present.order import run_text
from intervale.scales import IntervalScale, interval_scale
from intervale.web.words import counted

__all__ = ["MOST_ROWS", "EqualSteps", "equal_steps_of"]

MOST_ROWS, MOST_LISTED = 256, 4096
"""How many rows the table may have, and how many lists are looked at for it."""
ROW = tuple[str, str, str, str]


@dataclass(frozen=True)
class EqualSteps:
    """The table, a row for each list or for each score; the scores for the double ruler; and what to say about both."""

    rows: tuple[ROW, ...] = ()
    """List, score, rank, equal-step score."""
    by_list: bool = True
    scores: tuple[float, ...] = ()
    size: int | None = None
    spacing: str = ""
    message: str = ""
    """Why there is no table, and what to do."""


@lru_cache(maxsize=64)
def equal_steps_of(measure: Measure, space: RunSpace, written: str) -> EqualSteps:
    """The equal-step scores on a space of lists, or of sets where positions do not matter."""
    ranked = RunSpace(space.length, space.grades)
    try:
        scale = interval_scale(measure, length=space.length, grades=space.grades)
        if scale.one_value:
            return EqualSteps(message="All lists have the same score: there are no steps.")
        if space.size <= MOST_ROWS:
            return _by_list(scale, list(space))
        if ranked.size <= MOST_LISTED and (found := scale.runs_by_value(MOST_ROWS)):
            return _by_score(scale, found)
        size = scale.known_size if scale.quick else None
    except IntervaleError as error:
        return EqualSteps(message=f"There is no equal-step score here: {error}.")
    example = "1" + "0" * (space.length - 1)
    what = f"{counted(ranked.size, 'list')} are too many to show: choose a shorter length"
    return EqualSteps(
        size=size,
        message=f"{what}, or place single lists on the command line: intervale map '{written}' "
        f"{example} --grades {space.grades}",
    )


def _by_list(scale: IntervalScale, runs: list[JudgedRun]) -> EqualSteps:
    values, ranks, scores = scale.values_of(runs), scale.ranks_of(runs), scale.scores_of(runs)
    placed = sorted(zip(ranks, runs, values, scores, strict=True), key=lambda one: (one[0], one[1]))
    own, even = aligned([one[2] for one in placed], 4), aligned([one[3] for one in placed], 4)
    rows = tuple(
        (run_text(run), mine, f"{rank:,}", equal)
        for (rank, run, _, _), mine, equal in zip(placed, own, even, strict=True)
    )
    different = {rank: value for rank, _, value, _ in placed}
    return _with_spacing(rows, True, list(different.values()), scale)


def _by_score(scale: IntervalScale, found: list[tuple[Any, list[JudgedRun]]]) -> EqualSteps:
    values = [value for value, _ in found]
    last = max(len(values) - 1, 1)
    own, even = aligned(values, 4), aligned([n / last for n in range(len(values))], 4)
    lists = [run_text(runs[0]) + (f" and {len(runs) - 1:,} more" if len(runs) > 1 else "") for _, runs in found]
    rows = tuple((*row[:2], f"{n:,}", row[2]) for n, row in enumerate(zip(lists, own, even, strict=True), start=1))
    return _with_spacing(rows, False, values, scale)


def _with_spacing(rows: tuple[ROW, ...], by_list: bool, values: list[Any], scale: IntervalScale) -> EqualSteps:
    """With the scores for the ruler, and how their steps compare; the scores of all lists of the length."""
    if len(values) != scale.known_size:
        return EqualSteps(rows, by_list, size=scale.known_size)
    steps = [high - low for low, high in pairwise(values)]
    small, large = min(steps), max(steps)
    if small == large:
        spacing = "all steps are equal"
    else:
        spacing = f"largest step {times(_ratio(large, small))} times the smallest"
    return EqualSteps(rows, by_list, tuple(float(value) for value in values), len(values), spacing)


def _ratio(large: Any, small: Any) -> float:
    """How many times as large an exact number is as another, however small both are."""
    if isinstance(large, int | Fraction) and isinstance(small, int | Fraction):
        return float(min(Fraction(large) / Fraction(small), Fraction(10**300)))
    return float(large) / float(small)
