"""Interval scales side by side: several measures at several lengths, and how each spreads its values (Ferrante, Ferro
and Fuhr 2021, Figures 3 and 6 to 8).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any, NamedTuple

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import IntervaleError, OptionError
from intervale.exact import Exact, LogSum, exact_text
from intervale.exact.progress import steps
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, RunSpace
from intervale.scales.arguments import run_length
from intervale.scales.mapping import IntervalScale, interval_scale

__all__ = ["IntervalScales", "MappedMeasure", "Point", "interval_scales"]

POINTS = 200
"""Up to how many values are looked at one by one; beyond, as many numbers, equally spaced, are ranked among them."""
MOST_STEPS, MOST_PLACES, MOST_MAPS = 100_000, 5000, 1000
"""Up to how many values steps are measured; up to how many each has a place; how many scales there may be."""


class Point(NamedTuple):
    """A value, and what lies at or below it; all are shares from 0 to 1."""

    value: float
    """Where it lies between the least and the greatest value."""
    runs: float | None
    """The share of runs with at most this value; None where that is not known."""
    rank: float | None
    """Its score on the interval scale, (rank − 1) / (size − 1); None where that is not known."""


@dataclass(frozen=True, eq=False)
class MappedMeasure:
    """One measure on runs of one length: its interval scale, or why there is none."""

    name: str
    measure: Measure
    space: RunSpace
    scale: IntervalScale | None = None
    refusal: str = ""

    @property
    def size(self) -> int | None:
        """How many different values there are; None where that is not known."""
        return None if self.scale is None else self.scale.known_size

    @cached_property
    def steps(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step; None where there is none, or values are too many to look at."""
        scale, size = self.scale, self.size
        if scale is None or size is None or size < 2 or not scale.exact or scale.measure.numeric:
            return None
        if (step := scale.equal_step) is not None:
            return step, step
        return scale.step_range if size <= MOST_STEPS else None

    @property
    def largest_share(self) -> float | None:
        """The largest step as a share of the range: so much of it is left unused."""
        if self.scale is None or self.steps is None:
            return None
        low, high = self.scale.extremes
        return _share(self.steps[1], high - low)

    @cached_property
    def equal(self) -> bool | None:
        """Whether all steps are equal; None where that is not known, and where there is one value only."""
        if self.scale is None or self.scale.one_value:
            return None
        if self.steps is not None:
            return bool(self.steps[0] == self.steps[1])
        return False if self.scale.unequal else None

    @cached_property
    def below_middle(self) -> tuple[float | None, float | None]:
        """The shares of the values and of the runs below the middle of the range, where one at the middle counts half.
        It is half of the values where they are equally spaced.
        """
        scale = self.scale
        if scale is None or scale.one_value:
            return None, None
        low, high = scale.extremes
        middle = (low + high) * Fraction(1, 2)
        at = int(scale.exact and scale.counting.has(middle))
        ranks, runs = self._at_most([Fraction(1, 2), Fraction(1)])
        values = None if ranks is None else float(Fraction(2 * ranks[0] - at, 2 * ranks[1]))
        if runs is None:
            return values, None
        here = (1 if runs is ranks else scale.counting.ways(middle)) if at else 0
        return values, float(Fraction(2 * runs[0] - here, 2 * runs[1]))

    @cached_property
    def points(self) -> tuple[Point, ...]:
        """Its values, or numbers between the least and the greatest, in increasing order; refused where neither ranks
        nor runs can be counted there.
        """
        if self.scale is None:
            raise OptionError(self.refusal)
        if self.scale.one_value:
            raise OptionError("all runs have one value")
        shares, ranks, runs = self._ranked
        if ranks is None and runs is None:
            raise OptionError("too many values to draw")
        return tuple(
            Point(
                share,
                None if runs is None else float(Fraction(runs[n], runs[-1])),
                None if ranks is None else float(Fraction(max(ranks[n] - 1, 0), max(ranks[-1] - 1, 1))),
            )
            for n, share in enumerate(shares)
        )

    @cached_property
    def places(self) -> tuple[float, ...] | None:
        """Where values lie, as shares of the range: all of them, up to 5000; beyond, the least value and the upper ends
        of those of 199 equal parts of the range that have a value. None where ranks are not known.
        """
        if self.scale is None or self.scale.one_value:
            return None
        if self.size is not None and self.size <= MOST_PLACES:
            low, high = self.scale.extremes
            return tuple(_share(value - low, high - low) for value in self.scale.values)
        shares, ranks, _ = self._ranked
        if ranks is None:
            return None
        return tuple(
            share for share, rank, before in zip(shares, ranks, [0, *ranks[:-1]], strict=True) if rank > before
        )

    @cached_property
    def _ranked(self) -> tuple[list[float], list[int] | None, list[int] | None]:
        """Its values, or numbers between the least and the greatest, as shares of the range; how many values and how
        many runs are at most each.
        """
        assert self.scale is not None
        low, high = self.scale.extremes
        if self.size is not None and self.size <= POINTS:
            values = self.scale.values
            shares = [_share(value - low, high - low) for value in values]
            return shares, list(range(1, self.size + 1)), _known(self.scale.counting.ways_at_most, values)
        asked = [Fraction(n, POINTS - 1) for n in range(POINTS)]
        return [float(share) for share in asked], *self._at_most(asked)

    def _at_most(self, shares: Sequence[Fraction]) -> tuple[list[int] | None, list[int] | None]:
        """How many values, and how many runs, lie at or below some shares of the range. Nothing is counted where steps
        are equal; and runs are values where no two have the same.
        """
        assert self.scale is not None
        counting, size = self.scale.counting, self.size
        low, high = self.scale.extremes
        values = [high if share == 1 else low + (high - low) * share for share in shares]
        if size is not None and self.scale.equal_step is not None:
            ranks: list[int] | None = [1 + int(share * (size - 1)) for share in shares]
        else:
            ranks = _known(counting.at_most, values)
        if ranks is not None and self.scale.exact and size == self.space.size:
            return ranks, ranks
        return ranks, _known(counting.ways_at_most, values)


@dataclass(frozen=True, eq=False, repr=False)
class IntervalScales(Tabular):
    """Several measures at several lengths, side by side."""

    maps: tuple[MappedMeasure, ...]

    def __repr__(self) -> str:
        return f"IntervalScales({', '.join(self.measures)}; lengths {', '.join(map(str, self.lengths))})"

    @property
    def measures(self) -> list[str]:
        return list(dict.fromkeys(one.name for one in self.maps))

    @property
    def lengths(self) -> list[int]:
        return sorted({one.space.length for one in self.maps})

    def __iter__(self) -> Iterator[MappedMeasure]:
        return iter(self.maps)

    def __len__(self) -> int:
        return len(self.maps)

    def columns(self) -> Columns:
        """A row for each measure and length; steps are exact, as texts."""
        return columns_of(COLUMNS, [_row(one) for one in self.maps])


COLUMNS = (
    "measure", "length", "grades", "runs", "values", "method", "exact", "smallest_step", "largest_step",
    "largest_share", "values_below_middle", "runs_below_middle", "refusal",
)  # fmt: skip


def _row(one: MappedMeasure) -> tuple[Any, ...]:
    scale, space = one.scale, one.space
    about = (one.name, space.length, space.grades, space.size)
    if scale is None:
        return (*about, *(None,) * 8, one.refusal)
    texts = (None, None) if one.steps is None else tuple(exact_text(step) for step in one.steps)
    return (*about, one.size, scale.method, scale.exact, *texts, one.largest_share, *one.below_middle, None)


def interval_scales(
    measures: str | Measure | Callable[..., Any] | Sequence[str | Measure | Callable[..., Any]],
    *,
    lengths: Sequence[int] | None = None,
    grades: Grades = 1,
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
    method: str | None = None,
    seed: int = 0,
) -> IntervalScales:
    """The interval scales of several measures on runs of several lengths over grades 0..``grades``, each as
    :func:`~intervale.scales.interval_scale` gives it; without ``lengths`` each at its own cutoff.

    One that cannot be had says why (``refusal``), and the others stand.

    >>> found = interval_scales(["P", "RR"], lengths=[5, 10])
    >>> [(one.name, one.space.length, one.size, one.below_middle) for one in found]
    [('P', 5, 6, (0.5, 0.5)), ('P', 10, 11, (0.5, 0.5)), ('RR', 5, 6, (0.75, 0.375)), ('RR', 10, 11, (0.86..., 0.375))]
    """
    given: Any = [measures] if isinstance(measures, str | Measure) or callable(measures) else list(measures)
    loaded = {one if isinstance(one, str) else str(load_measure(one)): load_measure(one) for one in given}
    for name, measure in loaded.items():
        if measure.is_derived:
            raise OptionError(f"{name} is already an interval form: map the measure inside it")
    asked = [
        (name, measure, RunSpace(run_length(measure, length), grades))  # type: ignore[arg-type]
        for name, measure in loaded.items()
        for length in (dict.fromkeys(lengths) if lengths is not None else [None])
    ]
    if not asked or len(asked) > MOST_MAPS:
        raise OptionError(f"name from 1 to {MOST_MAPS:,} measures and lengths together, not {len(asked):,}")
    found = []
    for name, measure, space in steps(asked, "counting values"):
        try:
            scale = interval_scale(measure, length=space.length, grades=grades, gains=gains, method=method, seed=seed)
            scale.known_size  # noqa: B018 - counted here, or refused
            found.append(MappedMeasure(name, measure, space, scale))
        except IntervaleError as error:
            found.append(MappedMeasure(name, measure, space, refusal=str(error)))
    return IntervalScales(tuple(found))


def _known(count: Callable[[Sequence[Exact]], list[int]], values: Sequence[Exact]) -> list[int] | None:
    """What a counting says; None where it cannot be known."""
    try:
        return count(values)
    except OptionError:
        return None


def _share(part: Exact, whole: Exact) -> float:
    """A quotient of exact numbers in floats, of any size where they are rational."""
    if isinstance(part, LogSum) or isinstance(whole, LogSum):
        return float(part) / float(whole)
    return float(Fraction(part) / Fraction(whole))
