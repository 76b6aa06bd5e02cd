"""The interval mapping: a measure's values replaced by their ranks among all values that it can have.

On the runs of one length over grades 0..c a measure has finitely many values. φ(m) counts those that are at most m, so
that equal differences are equal numbers of steps (Ferrante, Ferro and Fuhr 2021, §VI, eq. 2).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from typing import Any

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact
from intervale.measures import Measure, parse_measure
from intervale.orders import RunSpace
from intervale.scales.counting import Counting, Halves, Listed

__all__ = ["TIES", "IntervalScale", "interval_scale"]

MOST_LISTED, MOST_IN_A_HALF, MOST_PAIRS, MOST_SHOWN = 200_000, 1 << 22, 1 << 33, 1 << 22
TIES = ("unq", "mid", "min", "max")
"""What rank runs with equal values get: one for each value, or the mean, least or greatest place among all runs."""


@dataclass(frozen=True, eq=False)
class IntervalScale:
    """The mapping of one measure on one run space.

    >>> scale = interval_scale("DCG(base=2)@4", grades=1)
    >>> scale.size, scale.rank_of((1, 1, 0, 1)), scale.rank_of((0, 1, 1, 1)), scale.score_of((1, 1, 1, 1))
    (12, 10, 9, Fraction(1, 1))
    """

    measure: Measure
    space: RunSpace
    counting: Counting
    seen: int
    """How many of the ranks the measure looks at."""

    @cached_property
    def size(self) -> int:
        """How many values there are."""
        return self.counting.size

    @property
    def method(self) -> str:
        """How the values were counted: ``listed`` or ``halves``, both exactly."""
        return self.counting.method

    @cached_property
    def values(self) -> tuple[Exact, ...]:
        """All values in ascending order, where they are not too many to list."""
        if isinstance(self.counting, Halves) and self.counting.pairs > MOST_SHOWN:
            raise OptionError(f"{self.measure} has too many values here to list them; ask for ranks")
        return tuple(self.counting.values)

    @property
    def steps(self) -> tuple[Exact, ...]:
        """The differences of neighbouring values; all the same where the measure is on an interval scale already."""
        return tuple(high - low for low, high in pairwise(self.values))

    def ranks(self, values: Sequence[Exact], ties: str = "unq") -> list[Fraction | int]:
        """φ of some values, from 1, in one go; by another rule for ties, their places among all runs."""
        if ties not in TIES:
            raise OptionError(f"ties={ties!r} is not known; one of: {', '.join(TIES)}")
        for value in values:
            if not self.counting.has(value):
                raise OptionError(f"{value} is not a value of {self.measure} on this space")
        if ties == "unq":
            return list(self.counting.values_at_most(values))
        unseen = (self.space.grades + 1) ** (self.space.length - self.seen)
        last = [runs * unseen for runs in self.counting.runs_at_most(values)]
        if ties == "max":
            return list(last)
        first = [end - self.counting.runs_with(value) * unseen + 1 for end, value in zip(last, values, strict=True)]
        return list(first) if ties == "min" else [Fraction(a + b, 2) for a, b in zip(first, last, strict=True)]

    def rank_of(self, profile: Sequence[int], ties: str = "unq") -> Fraction | int:
        """The rank of a run's value."""
        run = self.space.checked(profile)
        return self.ranks([self.measure.exact(run, grades=self.space.grades)], ties)[0]

    def score_of(self, profile: Sequence[int]) -> Fraction:
        """(rank − 1) / (size − 1): 0 for the worst value, 1 for the best."""
        if self.size == 1:
            raise OptionError(f"{self.measure} has one value on this space: there is no scale between 0 and 1")
        return Fraction(self.rank_of(profile) - 1) / (self.size - 1)


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
    >>> interval_scale("AP@20").size
    644203
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
    if not hasattr(chosen, "fold"):
        raise MeasureError(f"{chosen} has no interval scale here: {chosen.why_no_exact}")
    fold = chosen.fold(space.length, space.grades)
    halves = Halves.of(fold, grades, MOST_IN_A_HALF)
    if halves is not None and halves.pairs <= MOST_PAIRS:
        return IntervalScale(chosen, space, halves, fold.length)
    listed = Listed.of(fold, grades, MOST_LISTED)
    if listed is None:
        raise OptionError(
            f"{chosen} has too many values on runs of length {space.length} over grades 0..{space.grades} to count "
            "them; take a smaller length"
        )
    return IntervalScale(chosen, space, listed, fold.length)
