"""Choosing how the values of a measure are counted: the first road that leads there.

What cannot be counted is refused with a sentence, before much time is spent.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import LogSum, exact_number
from intervale.exact.independent import independent_parts
from intervale.exact.totals import HalfSums, Nested
from intervale.measures import Fold, Measure
from intervale.measures.own import OwnMeasure
from intervale.orders import RunSpace
from intervale.scales.counting import Counting, Halves, Listed, Numbered, allowed_runs, values_of_runs
from intervale.scales.deep import Enclosed, Estimated
from intervale.scales.numeric import Numeric, Sampled
from intervale.scales.values import TOLERANCE, check_twin

__all__ = ["METHODS", "check_allowed", "of_fold", "of_runs", "run_length", "with_gains"]

MOST_LISTED, MOST_IN_A_HALF, MOST_PAIRS = 200_000, 1 << 22, 1 << 33
MOST_LOGARITHMIC, LONGEST = 60_000, 5000
MOST_IN_A_PART, MOST_TOTALS, MOST_COUNTED = 1 << 18, 1 << 46, 20_000
MOST_EXACT_RUNS, MOST_RUNS, SAMPLE, PIECE = 200_000, 1 << 20, 1 << 20, 1 << 16
DEEP = ("grid", "residues")
METHODS = ("lexicographic", "half sums", "listed", "numbered", "halves", *DEEP)
"""How values that grow rank by rank are counted; the last two give bounds and estimates."""


def of_fold(
    measure: Measure, fold: Fold, space: RunSpace, *, limited: bool = False, method: str | None = None, seed: int = 0
) -> Counting:
    """The values of a measure that grows rank by rank; ``limited`` where the fold knows only some runs of the space.

    The first road that leads there is taken, or the one of a ``method``; ``exact`` is any that counts exactly.
    """
    if method not in (None, "exact", *METHODS):
        raise OptionError(f"method={method!r} is not known; one of: exact, {', '.join(METHODS)}")
    for name, road in _roads(measure, fold, space, limited, method, seed):
        if method in (None, name) or (method == "exact" and name not in DEEP):
            counting = road()
            if counting is not None:
                return counting
    raise _too_many(measure, space, limited=limited, method=method)


def _roads(
    measure: Measure, fold: Fold, space: RunSpace, limited: bool, method: str | None, seed: int
) -> Iterator[tuple[str, Callable[[], Counting | None]]]:
    """The ways to count that fit, by name, the ones that are tried first first."""
    grades = space.grades
    if fold.weights is not None:
        places = [[gain * weight for gain in fold.gains] for weight in fold.weights]
        parts = independent_parts(places, MOST_IN_A_PART)
        if parts is not None:
            sums = HalfSums(parts)
            yield "lexicographic", lambda: Nested.of(parts)
            yield "half sums", lambda: sums if sums.size <= MOST_TOTALS else None
            yield "grid", lambda: Enclosed(places, parts) if sums.size > 1 else None
            if method in (None, "exact"):
                return  # values are at least as many as could be listed
    if not limited and fold.length <= MOST_COUNTED and (counted := measure.counted(space.length, grades)):
        yield "listed", lambda: Listed.of_counts(counted)
    numbered = measure.numbered(space.length, grades)
    if numbered is not None and space.size > MOST_RUNS and not limited:
        yield "numbered", lambda: Numbered(numbered)
    if numbered is not None or fold.length <= LONGEST:
        halves = Halves.of(fold, grades, MOST_IN_A_HALF)
        yield "halves", lambda: halves if halves is not None and halves.sums.pairs <= MOST_PAIRS else None
        if halves is None or method == "listed":  # what has too many pairs of halves has too many values to list
            yield "listed", lambda: Listed.of(fold, grades, MOST_LISTED)
        yield "residues", lambda: Estimated.of(fold, grades, seed)


def check_allowed(measure: Measure, whole: Fold, space: RunSpace, most: Sequence[int]) -> None:
    """Refuse sums over logarithms on more runs of a topic than can be listed."""
    logarithms = any(isinstance(weight, LogSum) for weight in whole.weights or ())
    if logarithms and allowed_runs(space.length, space.grades, most) > MOST_LOGARITHMIC:
        raise _too_many(measure, space, limited=True)


def _too_many(measure: Measure, space: RunSpace, *, limited: bool = False, method: str | None = None) -> OptionError:
    if method is not None:
        return OptionError(
            f"the method {method} does not count the values of {measure} on runs of length {space.length}: it is for "
            "another kind of measure, or they are too many; leave the method out"
        )
    if limited:
        return OptionError(
            f"{measure} has too many values on the runs of length {space.length} that a topic allows; take a smaller "
            "cutoff, or the space of all runs (without space='topic')"
        )
    where = f"{space.size_text} of length {space.length} over grades 0..{space.grades}"
    return OptionError(
        f"{measure} has too many values on {where} to count them, or to estimate how many there are. What can be had "
        "instead: its interval scale at a smaller cutoff; the order that it makes on runs, as in comparing two systems "
        "topic by topic, which needs no scale"
    )


def of_runs(measure: Measure, space: RunSpace) -> Counting:
    """The values of a measure that is no fold: of all runs, or of a sample of them."""
    if not isinstance(measure, OwnMeasure) or measure.twin is not None:
        measure.exact((0,) * space.length, grades=space.grades)  # one without exact values says so
        if space.size > MOST_EXACT_RUNS:
            raise OptionError(
                f"{measure}: {space.size_text} are too many to look at each, {MOST_EXACT_RUNS:,} are the most; take a "
                "smaller length"
            )
        if isinstance(measure, OwnMeasure):
            check_twin(measure, space)
        return values_of_runs(lambda run: measure.exact(run, grades=space.grades), space)
    if space.size <= MOST_RUNS:
        return Numeric.of_scores(_scores(measure, space.array()), TOLERANCE)
    random = np.random.default_rng(0)
    drawn = random.integers(0, space.grades + 1, size=(SAMPLE, space.length), dtype=np.int16)
    return Sampled(np.sort(_scores(measure, drawn)), space.size)


def _scores(measure: Measure, runs: Any) -> Any:
    """Scores of rows of grades, given to the function as 64-bit integers, some rows at a time."""
    pieces = [
        np.asarray(measure.score(runs[start : start + PIECE].astype(np.int64)), dtype=np.float64)
        for start in range(0, len(runs), PIECE)
    ]
    scores = np.concatenate(pieces)
    if np.isnan(scores).any():
        raise MeasureError(f"{measure} is not defined on every run of the space, so it has no scale there")
    return scores


def run_length(measure: Measure, length: int | None) -> int:
    """How long runs are: as asked, else as the measure says."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int | np.integer)):
        raise OptionError(f"length={length!r} must be a whole number")
    size = length if length is not None else getattr(measure, "cutoff", None) or getattr(measure, "length", None)
    if size is None:
        example = f" (as in {measure}@10)" if measure.at == "cutoff" else ""
        raise OptionError(f"{measure}: say how long runs are: by a cutoff{example}, or by a length (--length 10)")
    return int(size)


def with_gains(measure: Measure, gains: Mapping[int, Any] | Sequence[Any], grades: int) -> Measure:
    """The measure with other gains, which are named for all grades."""
    if "gains" not in {field.name for field in fields(measure)}:
        raise MeasureError(
            f"{measure} takes no gains; measures that do are DCG, nDCG, gP, gR, gRBP, INSQ and F(graded=True)"
        )
    try:
        named = dict(gains) if isinstance(gains, Mapping) else dict(enumerate(gains))
        exact = {int(grade): exact_number(gain) for grade, gain in named.items()}
    except (TypeError, ValueError, OverflowError):
        raise OptionError(f"gains={gains!r} must be numbers, one for each grade") from None
    if set(range(1, grades + 1)) - set(exact) or max(exact) > grades:
        shown = ",".join(str(gain) for gain in exact.values())
        raise OptionError(f"gains {shown} do not fit the grades 0..{grades}: one gain for each is needed")
    return replace(measure, **{"gains": exact})
