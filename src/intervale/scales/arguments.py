"""The arguments of a scale, checked: the measure, its gains, the length of runs, how many documents a topic has."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import exact_number
from intervale.measures import Measure
from intervale.orders.space import LARGEST

__all__ = ["check_form", "checked_limits", "run_length", "whole_grades", "with_gains"]

LARGEST_GAIN = 10**100


def check_form(measure: Measure) -> None:
    """Refuse a measure that is not defined on a run space, or is an interval form itself."""
    if not measure.on_run_space:
        raise MeasureError(f"{measure} has no interval form: {measure.why_no_exact}")
    if measure.is_derived:
        raise MeasureError(f"{measure} is already an interval form: use the measure inside it")


def run_length(measure: Measure, length: int | None) -> int:
    """How long runs are: as requested, else as the measure says."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int | np.integer)):
        raise OptionError(f"length={length!r} must be a whole number")
    size = length if length is not None else measure.cutoff
    if size is None:
        example = f" (as in {measure}@10)" if measure.at == "cutoff" else ""
        raise OptionError(f"{measure}: the length of runs is missing: give a cutoff{example} or length=10")
    if length is None and size > LARGEST:
        raise OptionError(f"{measure}: a run has at most {LARGEST:,} documents; use a smaller cutoff")
    return int(size)


def whole_grades(profiles: Any) -> Any:
    """Runs whose grades are floats as whole numbers, where they are; anything else as it is."""
    if not isinstance(profiles, np.ndarray) or not np.issubdtype(profiles.dtype, np.floating):
        return profiles
    with np.errstate(invalid="ignore"):
        whole = profiles.astype(np.int64)
    if bool((whole == profiles).all()):
        return whole
    return [
        [n if n == x else x for n, x in zip(*row, strict=True)]
        for row in zip(whole.tolist(), profiles.tolist(), strict=True)
    ]


def with_gains(measure: Measure, gains: Mapping[int, Any] | Sequence[Any], grades: int) -> Measure:
    """The measure with other gains, which are named for all grades."""
    if "gains" not in {field.name for field in fields(measure)}:
        raise MeasureError(
            f"{measure} takes no gains; measures that do are DCG, nDCG, gP, gR, gRBP, ERR, INSQ and F(graded=True)"
        )
    try:
        named = dict(gains) if isinstance(gains, Mapping) else dict(enumerate(gains))
        exact = {int(grade): exact_number(gain) for grade, gain in named.items()}
    except (TypeError, ValueError, OverflowError):
        raise OptionError("gains must be numbers, one for each grade, such as 0,1,3") from None
    if not all(0 <= gain <= LARGEST_GAIN for gain in exact.values()):
        raise OptionError("gains must be numbers from 0 to 1e100")
    if set(range(1, grades + 1)) - set(exact) or max(exact) > grades:
        shown = ",".join(str(gain) for gain in exact.values())
        raise OptionError(f"gains {shown} do not fit the grades 0..{grades}: one gain for each is needed")
    return replace(measure, **{"gains": exact})


def checked_limits(most: Sequence[int], grades: int) -> tuple[int, ...]:
    """How many documents of each grade from 1 on a topic has."""
    try:
        limits = tuple(int(n) for n in most)
    except (TypeError, ValueError):
        limits = ()
    if len(limits) != grades or not all(n >= 0 for n in limits):
        raise OptionError(f"most={most!r} must say for each of the grades 1..{grades} how many documents there are")
    return limits
