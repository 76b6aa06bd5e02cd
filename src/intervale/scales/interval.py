"""The interval mapping: a measure's values replaced by their ranks among all values that it can have.

On the runs of one length over grades 0..c a measure has finitely many values. φ(m) counts those that are at most m, so
that equal differences are equal numbers of steps (Ferrante, Ferro and Fuhr 2021, §VI, eq. 2).
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from itertools import accumulate
from typing import Any

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact
from intervale.measures import Measure, parse_measure
from intervale.measures.measure import Fold
from intervale.orders import RunSpace

__all__ = ["TIES", "IntervalScale", "interval_scale"]

MOST_VALUES = 500_000
TIES = ("unq", "mid", "min", "max")
"""What rank runs with equal values get: one for each value, or the mean, least or greatest place among all runs."""


@dataclass(frozen=True, eq=False)
class IntervalScale:
    """The mapping of one measure on one run space: its values in ascending order, and how many runs have each.

    >>> scale = interval_scale("DCG(base=2)@4", grades=1)
    >>> scale.size, scale.rank_of((1, 1, 0, 1)), scale.rank_of((0, 1, 1, 1)), scale.score_of((1, 1, 1, 1))
    (12, 10, 9, Fraction(1, 1))
    """

    measure: Measure
    space: RunSpace
    values: tuple[Exact, ...]
    runs: tuple[int, ...]
    method: str = "exhaustive"

    @property
    def size(self) -> int:
        """How many values there are."""
        return len(self.values)

    def rank(self, value: Exact, ties: str = "unq") -> Fraction | int:
        """φ of a value, from 1; by another rule for ties, its place among all runs."""
        place = bisect_left(self.values, value)
        if place == len(self.values) or self.values[place] != value:
            raise OptionError(f"{value} is not a value of {self.measure} on this space")
        if ties == "unq":
            return place + 1
        if ties not in TIES:
            raise OptionError(f"ties={ties!r} is not known; one of: {', '.join(TIES)}")
        last = list(accumulate(self.runs))[place]
        first = last - self.runs[place] + 1
        return Fraction(first + last, 2) if ties == "mid" else first if ties == "min" else last

    def rank_of(self, profile: Sequence[int], ties: str = "unq") -> Fraction | int:
        """The rank of a run's value."""
        run = self.space.checked(profile)
        return self.rank(self.measure.exact(run, grades=self.space.grades), ties)

    def score_of(self, profile: Sequence[int]) -> Fraction:
        """(rank − 1) / (size − 1): 0 for the worst value, 1 for the best."""
        if self.size == 1:
            raise OptionError(f"{self.measure} has one value on this space: there is no scale between 0 and 1")
        return Fraction(self.rank_of(profile) - 1) / (self.size - 1)

    @property
    def steps(self) -> tuple[Exact, ...]:
        """The differences of neighbouring values; all the same where the measure is on an interval scale already."""
        return tuple(high - low for low, high in zip(self.values, self.values[1:], strict=False))


def interval_scale(
    measure: str | Measure,
    *,
    length: int | None = None,
    grades: int = 1,
    gains: Mapping[int, Any] | None = None,
) -> IntervalScale:
    """The interval scale of a measure on the runs of a length over grades 0..``grades``.

    Without ``length`` the cutoff of the measure is the length. ``gains`` replaces the gains of the measure. Values are
    exact, so that ties are; a measure without exact values is refused.

    >>> interval_scale("RR@3").values
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 2), Fraction(1, 1))
    """
    chosen = parse_measure(measure)
    if gains is not None:
        if "gains" not in {field.name for field in fields(chosen)}:
            raise MeasureError(f"{chosen} takes no gains")
        chosen = replace(chosen, **{"gains": dict(gains)})
    size = length if length is not None else getattr(chosen, "cutoff", None)
    if size is None:
        raise OptionError(f"say how long runs are: {chosen}@10, or length=10")
    space = RunSpace(size, grades)
    counted = _counted(chosen, space)
    values = tuple(sorted(counted))
    return IntervalScale(chosen, space, values, tuple(counted[value] for value in values))


def _counted(measure: Measure, space: RunSpace) -> dict[Exact, int]:
    """Every value of the measure, and how many runs have it: rank by rank, runs with the same state and value so far
    being taken together.
    """
    if not hasattr(measure, "fold"):
        raise MeasureError(f"{measure} has no interval scale here: {measure.why_no_exact}")
    fold: Fold = measure.fold(space.length, space.grades)
    seen: dict[tuple[Any, Exact], int] = {(fold.start, Fraction(0)): 1}
    for rank in range(1, fold.length + 1):
        following: dict[tuple[Any, Exact], int] = {}
        for (state, value), runs in seen.items():
            for grade in range(space.grades + 1):
                after, increment = fold.step(state, grade, rank)
                key = after, value + increment
                following[key] = following.get(key, 0) + runs
        if len(following) > MOST_VALUES:
            raise OptionError(
                f"{measure} has too many values on runs of length {space.length} over grades 0..{space.grades} "
                f"to list them (more than {MOST_VALUES:,}); take a smaller length"
            )
        seen = following
    beyond = (space.grades + 1) ** (space.length - fold.length)  # what the measure does not look at
    counted: dict[Exact, int] = {}
    for (_, value), runs in seen.items():
        counted[value] = counted.get(value, 0) + runs * beyond
    return counted
