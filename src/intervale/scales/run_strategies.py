"""Strategies of counting values that do not grow rank by rank: all runs are looked at, or a sample of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact.progress import steps
from intervale.measures import Measure
from intervale.orders import RunSpace
from intervale.scales.counting import Counting
from intervale.scales.listed import Listed, values_of_runs
from intervale.scales.numeric import Numeric, Sampled
from intervale.scales.strategy import Strategy, first_that_fits
from intervale.scales.values import TOLERANCE

__all__ = ["MOST_IN_FLOATS", "RUN_STRATEGIES", "Runs", "run_counting"]

MOST_EXACT_RUNS, MOST_IN_FLOATS, SAMPLE, PIECE = 200_000, 1 << 20, 1 << 20, 1 << 16
"""How many runs are looked at with exact values, how many in floats, how many are drawn where there are more, and how
many are scored at once.
"""


@dataclass(frozen=True, eq=False)
class Runs:
    """What is to be counted where values do not grow rank by rank: those of all runs, or of a sample of them."""

    measure: Measure
    space: RunSpace


def _runs(task: Runs) -> Mapping[str, int]:
    return {"runs": task.space.size}


def _each_run(task: Runs) -> Counting:
    measure, space = task.measure, task.space
    measure.check_exact(space.length, space.grades)
    return values_of_runs(lambda run: measure.exact(run, grades=space.grades), space)


def _numeric(task: Runs) -> Counting:
    return Numeric.of_scores(_scores(task.measure, task.space.array()), TOLERANCE)


def _sampled(task: Runs) -> Counting:
    space = task.space
    drawn = np.random.default_rng(0).integers(0, space.grades + 1, size=(SAMPLE, space.length), dtype=np.int16)
    return Sampled(np.sort(_scores(task.measure, drawn)), space.size)


def _scores(measure: Measure, runs: Any) -> Any:
    """Scores of rows of grades, given to the function as 64-bit integers, some rows at a time."""
    pieces = [
        np.asarray(measure.score(runs[start : start + PIECE].astype(np.int64)), dtype=np.float64)
        for start in steps(range(0, len(runs), PIECE), f"scoring runs by {measure}")
    ]
    scores = np.concatenate(pieces)
    if np.isnan(scores).any():
        raise MeasureError(f"{measure} is not defined on every run of the space, so it has no scale there")
    return scores


RUN_STRATEGIES: tuple[Strategy[Runs], ...] = (
    Strategy(Listed, _each_run, lambda task: None if task.measure.numeric else _runs(task), {"runs": MOST_EXACT_RUNS}),
    Strategy(Numeric, _numeric, lambda task: _runs(task) if task.measure.numeric else None, {"runs": MOST_IN_FLOATS}),
    Strategy(Sampled, _sampled, lambda task: {"drawn": SAMPLE} if task.measure.numeric else None, {"drawn": SAMPLE}),
)
"""Strategies for values that do not grow rank by rank, in the order in which they are tried."""


def run_counting(task: Runs) -> Counting:
    """The first counting that fits."""
    measure, space = task.measure, task.space
    if not measure.numeric:
        measure.exact((0,) * space.length, grades=space.grades)  # one without exact values says so
    found = first_that_fits(RUN_STRATEGIES, task)
    if found is None:
        raise OptionError(
            f"{measure}: {space.size_text} are too many to check (at most {MOST_EXACT_RUNS:,}); use a smaller length"
        )
    return found
