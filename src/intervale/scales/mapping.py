"""The interval mapping: a measure's values replaced by their ranks among all values that it can have.

On the runs of one length over grades 0..c a measure has finitely many values. φ(m) counts those that are at most m, so
that equal differences are equal numbers of steps (Ferrante, Ferro and Fuhr 2021, §VI, eq. 2).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from math import ceil, floor
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, exact_number
from intervale.exact.independent import independent_parts
from intervale.exact.logsum import exact_sum
from intervale.exact.totals import HalfSums, Nested
from intervale.exact.work import Listener, announce, working
from intervale.measures import Fold, Measure, parse_measure
from intervale.measures.own import OwnMeasure
from intervale.orders import RunSpace
from intervale.scales import cache
from intervale.scales.counting import Counting, Halves, Listed, Numbered, Numeric, Sampled, values_of_runs, within

__all__ = ["TIES", "IntervalScale", "interval_scale", "with_gains"]

MOST_LISTED, MOST_IN_A_HALF, MOST_PAIRS = 200_000, 1 << 22, 1 << 33
MOST_IN_A_PART, MOST_TOTALS, MOST_TOTALS_SHOWN = 1 << 16, 1 << 46, 1 << 16
MOST_RUNS, SAMPLE, TOLERANCE = 1 << 20, 1 << 20, 1e-12
MOST_RUNS_SHOWN = 4096
WORTH_KEEPING, WORTH_SAYING = 1.0, 4.0
"""Results that took so many seconds are kept; work that will take so many is announced."""
PAIRS_A_SECOND = 30e6
TIES = ("unq", "mid", "min", "max")
"""What rank runs with equal values get: one for each value, or the mean, least or greatest place among all runs."""
METHODS: dict[type, str] = {
    Listed: "listed",
    Halves: "halves",
    HalfSums: "half sums",
    Nested: "lexicographic",
    Numbered: "numbered",
    Numeric: "numeric",
    Sampled: "sampled",
}


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
    fold: Fold | None = None
    most: tuple[int, ...] | None = None
    """How many documents of the grades from 1 on there are, where that limits the runs of the space."""

    @property
    def size(self) -> int:
        """How many values there are."""
        if isinstance(self.counting, Halves) and self.counting.sums.counts is None:
            self._timed([])
        return self.counting.size

    @property
    def method(self) -> str:
        """How the values were counted: ``listed``, ``halves``, ``half sums``, ``lexicographic`` and
        ``numbered`` are exact, ``numeric`` is in floats, ``sampled`` from a sample of the runs.
        """
        return METHODS[type(self.counting)]

    @property
    def error(self) -> float:
        """How far a score can be off: 0 where it is exact; for a sample, at a confidence of 99%."""
        return self.counting.error if isinstance(self.counting, Sampled) else 0.0

    @cached_property
    def assumption(self) -> str:
        """What the number of values rests on, in words; empty where it is proven."""
        if isinstance(self.counting, Sampled):
            return (
                f"{len(self.counting.sample):,} runs drawn at random stand for all: scores are mid-ranks among runs, "
                f"within {self.error:.4f} at a confidence of {self.counting.confidence:.0%}"
            )
        if isinstance(self.counting, Numeric):
            return f"values are floats; those within {self.counting.tolerance:g} of each other count as equal"
        if isinstance(self.counting, HalfSums) and self.counting.logarithms > 1 and not self.counting.told_apart:
            return (
                "values with different keys of logarithms count as different, which follows from Schanuel's conjecture"
            )
        return ""

    def seconds(self, asked: int) -> float:
        """About how long it will take to rank so many values."""
        if isinstance(self.counting, Halves):
            return self.counting.sums.pairs / PAIRS_A_SECOND if self._remembered is None else 0.0
        return self.counting.seconds(asked) if isinstance(self.counting, HalfSums) else 0.0

    @cached_property
    def values(self) -> tuple[Exact, ...]:
        """All values in ascending order, where they are not too many to list."""
        if isinstance(self.counting, HalfSums | Nested) and self.counting.size > MOST_TOTALS_SHOWN:
            raise OptionError(f"{self.measure} has too many values here to list them; ask for ranks")
        return tuple(self.counting.values)

    @property
    def steps(self) -> tuple[Exact, ...]:
        """The differences of neighbouring values; all the same where the measure is on an interval scale already."""
        return tuple(high - low for low, high in pairwise(self.values))

    # ------------------------------------------------------------ values, ranks, scores

    def value_of(self, profile: Sequence[int]) -> Exact:
        """The value of a run, exact where the measure is."""
        return self.values_of([profile])[0]

    def values_of(self, profiles: Sequence[Sequence[int]]) -> list[Exact]:
        """The values of some runs."""
        runs = [self.space.checked(profile) for profile in profiles]
        if isinstance(self.counting, Numeric | Sampled):
            scores = self.measure.score(np.array(runs, dtype=np.int64).reshape(len(runs), self.space.length))
            return [Fraction(float(score)) for score in scores]
        if self.fold is None:
            return [self.measure.exact(run, grades=self.space.grades) for run in runs]
        if self.fold.weights is not None:
            steps = [[gain * weight for gain in self.fold.gains] for weight in self.fold.weights]
            return [
                exact_sum(step[grade] for step, grade in zip(steps, run, strict=False) if step[grade]) for run in runs
            ]
        return [self.fold.value(run) for run in runs]

    def ranks(self, values: Sequence[Exact], ties: str = "unq") -> list[Fraction | int]:
        """φ of some values, from 1, in one go; by another rule for ties, their places among all runs."""
        for value in values:
            if not self.counting.has(value):
                raise OptionError(f"{value} is not a value of {self.measure} on this space")
        return self._ranks(values, ties)

    def _ranks(self, values: Sequence[Exact], ties: str) -> list[Fraction | int]:
        if ties not in TIES:
            raise OptionError(f"ties={ties!r} is not known; one of: {', '.join(TIES)}")
        if ties == "unq":
            return list(self._timed(values))
        unseen = 1 if self.fold is None else (self.space.grades + 1) ** (self.space.length - self.fold.length)
        last = [runs * unseen for runs in self.counting.ways_at_most(values)]
        if ties == "max":
            return list(last)
        first = [end - self.counting.ways(value) * unseen + 1 for end, value in zip(last, values, strict=True)]
        return list(first) if ties == "min" else [Fraction(a + b, 2) for a, b in zip(first, last, strict=True)]

    def ranks_of(self, profiles: Sequence[Sequence[int]], ties: str | None = None) -> list[Fraction | int]:
        """The ranks of the values of some runs, in one go."""
        values = self.values_of(profiles)
        place = {value: n for n, value in enumerate(dict.fromkeys(values))}
        ranks = self._ranks(list(place), ties or self.default_ties)
        return [ranks[place[value]] for value in values]

    def rank_of(self, profile: Sequence[int], ties: str | None = None) -> Fraction | int:
        """The rank of a run's value."""
        return self.ranks_of([profile], ties)[0]

    def scores_of(self, profiles: Sequence[Sequence[int]], ties: str | None = None) -> list[Fraction]:
        """(rank − 1) / (size − 1) of some runs: 0 for the worst value, 1 for the best. By another rule for ties, the
        ranks of the worst and the best value stand for 1 and the size.
        """
        ties = ties or self.default_ties
        ranks = self.ranks_of(profiles, ties)
        low, high = self._ends(ties)
        if low == high:
            raise OptionError(f"{self.measure} has one value on this space: there is no scale between 0 and 1")
        return [Fraction(rank - low) / (high - low) for rank in ranks]

    def score_of(self, profile: Sequence[int], ties: str | None = None) -> Fraction:
        """The score of one run."""
        return self.scores_of([profile], ties)[0]

    def neighbours_of(self, profile: Sequence[int]) -> tuple[Exact | None, Exact | None]:
        """The next lower and the next higher value; None at the ends, and where they are not known."""
        return self.counting.neighbours(self.value_of(profile))

    @property
    def default_ties(self) -> str:
        """``unq``; ``mid`` where values were sampled, as the number of different ones is not known then."""
        return "mid" if isinstance(self.counting, Sampled) else "unq"

    @property
    def one_value(self) -> bool:
        """Whether all runs have the same value."""
        return not isinstance(self.counting, Sampled) and self.extremes[0] == self.extremes[1]

    @cached_property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step; None where there is none, or values are too many to list."""
        if isinstance(self.counting, Sampled | Numeric):
            return None
        try:
            steps = self.steps
        except OptionError:
            return None
        return (min(steps), max(steps)) if steps else None

    def rank_bounds(self, rank: Fraction | int) -> tuple[int, int] | None:
        """Between which ranks a rank lies; None where it is exact."""
        if not isinstance(self.counting, Sampled):
            return None
        slack = self.error * self.counting.runs
        return max(1, floor(rank - Fraction(slack))), min(self.counting.runs, ceil(rank + Fraction(slack)))

    def runs_by_value(self, most: int) -> list[tuple[Exact, list[tuple[int, ...]]]]:
        """The values in ascending order and the runs that have each; nothing where values or runs are too many."""
        if isinstance(self.counting, Sampled) or self.space.size > MOST_RUNS_SHOWN or self.most is not None:
            return []
        runs = list(self.space)
        found: dict[int, list[tuple[int, ...]]] = {}
        for run, rank in zip(runs, self.ranks_of(runs, "unq"), strict=True):
            found.setdefault(int(rank), []).append(run)
        if len(found) > most:
            return []
        return [(self.value_of(members[0]), members) for _, members in sorted(found.items())]

    def curve(self, points: int) -> list[tuple[float, float]]:
        """(share of runs with at most a value, value) in ascending order: all values where they are at most so many,
        else as many values between the least and the greatest, equally spaced.
        """
        values: Sequence[Exact]
        low, high = self.extremes
        try:
            values = self.values
        except OptionError:
            values = ()
        if not values or len(values) > points:
            step = (float(high) - float(low)) / (points - 1)
            values = [low, *(Fraction(float(low) + step * n) for n in range(1, points - 1)), high]
        unseen = 1 if self.fold is None else (self.space.grades + 1) ** (self.space.length - self.fold.length)
        runs = [n * unseen for n in self.counting.ways_at_most(values)]
        return [(float(Fraction(n, runs[-1])), float(value)) for n, value in zip(runs, values, strict=True)]

    def _ends(self, ties: str) -> tuple[Fraction | int, Fraction | int]:
        """The ranks of the worst and the best value."""
        if isinstance(self.counting, Sampled):
            return 1, self.counting.runs
        if ties == "unq":
            return 1, self.size
        low, high = self.extremes
        first, last = self._ranks([low, high], ties)
        return first, last

    @cached_property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest value."""
        counting = self.counting
        if isinstance(counting, Halves):
            numbers = [(a[0] + b[0], a[-1] + b[-1]) for a, b in counting.sums.parts]
            ends = min(low for low, _ in numbers), max(high for _, high in numbers)
            return Fraction(int(ends[0]), counting.denominator), Fraction(int(ends[1]), counting.denominator)
        if isinstance(counting, HalfSums | Nested):
            return counting.total([0] * len(counting.parts)), counting.total([part.size - 1 for part in counting.parts])
        if isinstance(counting, Numbered):
            return 0, counting.size - 1
        if isinstance(counting, Sampled):
            return Fraction(float(counting.sample[0])), Fraction(float(counting.sample[-1]))
        return counting.values[0], counting.values[-1]

    # ------------------------------------------------------------ what was counted before

    @property
    def _key(self) -> dict[str, Any]:
        space = {"length": self.space.length, "grades": self.space.grades}
        return {"measure": str(self.measure), **space, "most": None if self.most is None else list(self.most)}

    @cached_property
    def _remembered(self) -> dict[str, Any] | None:
        """What the cache knows of this scale, put to use."""
        if not isinstance(self.counting, Halves | HalfSums):
            return None
        found = cache.load(self._key)
        if found is not None and isinstance(self.counting, Halves):
            sums = self.counting.sums
            if found.get("bounds") != sums.bounds.tolist():
                return None
            sums.counts = found["counts"]
        return found

    def _timed(self, values: Sequence[Exact]) -> list[int]:
        """The ranks of some values, from the cache as far as it has them; what took long is put there."""
        if not isinstance(self.counting, Halves | HalfSums):
            return self.counting.at_most(values)
        known: dict[str, int] = dict((self._remembered or {}).get("ranks", {}))
        names = [str(value) for value in values]
        missing = {name: value for name, value in zip(names, values, strict=True) if name not in known}
        if missing or not values:
            expected = self.seconds(len(missing))
            if expected > WORTH_SAYING:
                announce(f"{self.measure}: counting its values takes about {expected:.0f} s")
            start = time.perf_counter()
            known.update(zip(missing, self.counting.at_most(list(missing.values())), strict=True))
            if time.perf_counter() - start > WORTH_KEEPING:
                result: dict[str, Any] = {"ranks": known}
                if isinstance(self.counting, Halves):
                    sums = self.counting.sums
                    result |= {"bounds": sums.bounds.tolist(), "counts": sums.counts}
                cache.store(self._key, result)
                self.__dict__["_remembered"] = result
        return [known[name] for name in names]


def interval_scale(
    measure: str | Measure,
    *,
    length: int | None = None,
    grades: int = 1,
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
    most: Sequence[int] | None = None,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Listener | None = None,
) -> IntervalScale:
    """The interval scale of a measure on the runs of a length over grades 0..``grades``.

    Without ``length`` the cutoff of the measure is the length. ``gains`` replaces the gains of the measure and names
    those of all grades. ``most`` limits the space to the runs that a topic allows: how many documents of grade 1, 2, …
    it has. Values are exact, so that ties are; only for a function without an exact twin they are floats, and where
    runs are too many a sample stands for them, which :attr:`IntervalScale.method` says.

    Counting starts with the first question asked. ``workers``, ``executor`` and ``progress`` (a function that is told
    what is done, how much of it, and how much there is) are for one that is asked here, the size.

    >>> interval_scale("RR@3").values
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 2), Fraction(1, 1))
    >>> interval_scale("AP@20").size
    644203
    """
    chosen = parse_measure(measure)
    if gains is not None:
        chosen = with_gains(chosen, gains, grades)
    size = length if length is not None else getattr(chosen, "cutoff", None)
    if size is None:
        example = f", such as {chosen}@10," if chosen.at == "cutoff" else ""
        raise OptionError(f"{chosen}: say how long runs are: give the measure a cutoff{example} or a length")
    space = RunSpace(size, grades)
    limits = None if most is None else _checked_limits(most, grades)
    scale = _scale(chosen, space, limits)
    if workers is not None or executor is not None or progress is not None:
        with working(workers, executor, progress):
            if not isinstance(scale.counting, Sampled):
                _ = scale.size
    return scale


@lru_cache(maxsize=128)
def _scale(measure: Measure, space: RunSpace, most: tuple[int, ...] | None) -> IntervalScale:
    if not hasattr(measure, "fold"):
        if most is not None:
            raise OptionError(f"{measure}: the space of a topic is for measures whose value grows rank by rank")
        return IntervalScale(measure, space, _of_runs(measure, space))
    fold: Fold = measure.fold(space.length, space.grades)
    if most is not None:
        fold = within(fold, most)
    return IntervalScale(measure, space, _of_fold(measure, fold, space, most is not None), fold, most)


def _of_fold(measure: Measure, fold: Fold, space: RunSpace, limited: bool) -> Counting:
    """The first road that leads there."""
    if fold.weights is not None:
        places = [[gain * weight for gain in fold.gains] for weight in fold.weights]
        parts = independent_parts(places, MOST_IN_A_PART)
        if parts is not None:
            sums = Nested.of(parts) or HalfSums(parts)
            if isinstance(sums, Nested) or sums.size <= MOST_TOTALS:
                return sums
            raise _too_many(measure, space)
    numbered = measure.numbered(space.length, space.grades)
    if numbered is not None and space.size > MOST_RUNS and not limited:
        return Numbered(numbered)
    halves = Halves.of(fold, space.grades, MOST_IN_A_HALF)
    if halves is not None and halves.sums.pairs <= MOST_PAIRS:
        return halves
    listed = Listed.of(fold, space.grades, MOST_LISTED)
    if listed is None:
        raise _too_many(measure, space)
    return listed


def _too_many(measure: Measure, space: RunSpace) -> OptionError:
    return OptionError(
        f"{measure} has too many values on {space.size_text} of length {space.length} over grades "
        f"0..{space.grades} to count them exactly; take a smaller length or cutoff"
    )


def _of_runs(measure: Measure, space: RunSpace) -> Counting:
    """The values of a measure that is no fold: of all runs, or of a sample of them."""
    if not isinstance(measure, OwnMeasure) or measure.twin is not None:
        if space.size > MOST_LISTED:
            raise OptionError(f"{measure}: {space.size_text} are too many to look at each, as its exact values need")
        return values_of_runs(lambda run: measure.exact(run, grades=space.grades), space)
    if space.size <= MOST_RUNS:
        scores = measure.score(space.array())
        return Numeric.of_scores(_defined(measure, scores), TOLERANCE)
    random = np.random.default_rng(0)
    runs = random.integers(0, space.grades + 1, size=(SAMPLE, space.length), dtype=np.int16)
    return Sampled(np.sort(_defined(measure, measure.score(runs))), space.size)


def _defined(measure: Measure, scores: Any) -> Any:
    if np.isnan(scores).any():
        raise MeasureError(f"{measure} is not defined on every run of the space, so it has no scale there")
    return scores


def with_gains(measure: Measure, gains: Mapping[int, Any] | Sequence[Any], grades: int) -> Measure:
    if "gains" not in {field.name for field in fields(measure)}:
        raise MeasureError(f"{measure} takes no gains")
    named = dict(gains) if isinstance(gains, Mapping) else dict(enumerate(gains))
    uncovered = [grade for grade in range(1, grades + 1) if grade not in named]
    if uncovered or any(grade > grades for grade in named):
        shown = ",".join(str(exact_number(gain)) for gain in named.values())
        raise OptionError(f"gains {shown} do not fit the grades 0..{grades}: one gain for each is needed")
    return replace(measure, **{"gains": named})


def _checked_limits(most: Sequence[int], grades: int) -> tuple[int, ...]:
    limits = tuple(most)
    if len(limits) != grades or not all(n == int(n) >= 0 for n in limits):
        raise OptionError(f"most={limits} must say for each of the grades 1..{grades} how many documents there are")
    return tuple(int(n) for n in limits)
