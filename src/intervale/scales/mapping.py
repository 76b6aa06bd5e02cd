"""The interval mapping: a measure's values replaced by their ranks among all values that it can have.

On the runs of one length over grades 0..c a measure has finitely many values. φ(m) counts those that are at most m, so
that equal differences are equal numbers of steps (Ferrante, Ferro and Fuhr 2021, §VI, eq. 2).
"""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import pairwise
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import MeasureError, OptionError, shown
from intervale.exact import Exact, exact_text
from intervale.exact.progress import Listener, announce, parallel
from intervale.measures import Fold, Measure, load_measure
from intervale.orders import Grades, RunSpace
from intervale.scales.arguments import check_form, checked_limits, whole_grades
from intervale.scales.cache import Memory, scale_key
from intervale.scales.counting import Counting, Rank
from intervale.scales.counting_task import Task, Wish
from intervale.scales.fold_strategies import fold_counting
from intervale.scales.folds import fold_of, ways_unseen
from intervale.scales.grade_sets import space_of
from intervale.scales.run_strategies import Runs, run_counting
from intervale.scales.steps import why_unequal

__all__ = ["TIE_RULES", "IntervalScale", "approximate", "interval_scale"]

MOST_RUNS_SHOWN, MOST_LOOKED_AT = 4096, 50
QUICK, QUICK_TO_SHOW = 4.5, 0.56
"""Seconds: a size that takes no longer to count is quick; one that takes no longer is counted only to show a scale."""
Array = np.ndarray[Any, Any]
WORTH_KEEPING, WORTH_SAYING = 1.0, 4.0
"""Seconds: results that took longer are kept; work that will take longer is announced."""
TIE_RULES = ("unq", "mid", "min", "max")
"""What rank runs with equal values get: one for each value, or the mean, least or greatest place among all runs."""


@dataclass(frozen=True, eq=False, repr=False)
class IntervalScale(Tabular):
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
    asked: Wish = field(default_factory=Wish)
    tie_rule: str | None = None
    """The rule for ties that was asked for, where one was."""

    def __repr__(self) -> str:
        size = f", {self.size:,} values" if self.exact and self.counting.cost <= QUICK_TO_SHOW else ""
        rule = "" if self.tie_rule in (None, "unq") else f", tie_rule={self.tie_rule!r}"
        return f"IntervalScale({self.measure}, length {self.space.length}, {self.space.grades_text}{rule}{size})"

    def columns(self) -> Columns:
        """A row for each value, where these are few enough to list: exact as text, approximate as a float (none where
        that is too large), its rank and score.
        """
        values = self.values
        about = str(self.measure), self.space.length, self.space.grades, self.default_tie_rule
        ranks: Sequence[Rank] = range(1, len(values) + 1)
        shown: Sequence[float | None] = range(1, len(values) + 1)
        if self.tie_rule not in (None, "unq"):
            ranks = self._ranks(values, self.default_tie_rule)
            shown = [approximate(rank) for rank in ranks]
        low, last = ranks[0], (ranks[-1] - ranks[0]) or 1
        rows = [
            (*about, exact_text(value), approximate(value), number, float((rank - low) / last))
            for rank, number, value in zip(ranks, shown, values, strict=True)
        ]
        return columns_of(("measure", "length", "grades", "tie_rule", "value", "approximate", "rank", "score"), rows)

    def __reduce__(self) -> Any:
        return _again, (self.measure, self.space, self.most, self.asked, self.tie_rule)

    @property
    def size(self) -> int:
        """How many values there are; refused where that cannot be known."""
        self._count()
        return self.counting.size

    @property
    def known_size(self) -> int | None:
        """How many values there are; None where that cannot be known, from a sample of the runs."""
        self._count()
        return self.counting.known_size

    def _count(self) -> None:
        if not self.counting.counted:
            self._timed([])

    @property
    def method(self) -> str:
        """How the values were counted: ``listed``, ``halves``, ``half sums``, ``lexicographic``, ``numbered``,
        ``digits`` and ``filled`` are exact, ``grid`` encloses ranks and ``covered`` scores between proven bounds,
        ``residues`` estimates ranks from a sample of the values,
        ``multiplicities`` from runs that are drawn, ``walks`` encloses places among all runs, ``numeric`` is in
        floats, ``sampled`` from a sample of the runs.
        """
        return self.counting.method

    @property
    def how(self) -> str:
        """How well the size is known, in words that follow the number of values."""
        return self.counting.how

    @property
    def error(self) -> float:
        """How far a score can be off: 0 where it is exact; for samples, at the confidence that :attr:`assumption`
        says.
        """
        return self.counting.error

    @property
    def exact(self) -> bool:
        """Whether ranks are known, and not only bounds of them."""
        return self.counting.exact

    @property
    def assumption(self) -> str:
        """What the number of values rests on, in words; empty where it is proven."""
        return self.counting.assumption

    @property
    def quick(self) -> bool:
        """Whether its size is known or takes a few seconds to count: from sizes, and so always the same answer."""
        return self.counting.cost <= QUICK

    def seconds(self, asked: int) -> float:
        """About how many seconds it will take to rank ``asked`` values: less once they were counted, or kept."""
        return 0.0 if self._memory.recall() else self.counting.seconds(asked)

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """The least and the greatest value."""
        return self.counting.extremes

    @cached_property
    def values(self) -> tuple[Exact, ...]:
        """All values in ascending order, where they are not too many to list."""
        values = self.counting.values
        if values is None:
            use = "ranks_of(runs)" if self.exact else "rank_bounds_of(runs)"
            raise OptionError(f"{self.measure} has too many values here to list them; use {use}")
        return tuple(values)

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
        self._check_allowed(runs)
        if self.measure.numeric:
            scores = self.measure.score(np.array(runs, dtype=np.int64).reshape(len(runs), self.space.length))
            return [Fraction(float(score)) for score in scores]
        if self.fold is None:
            return [self.measure.exact(run, grades=self.space.grades) for run in runs]
        return [self.fold.value(run) for run in runs]

    def _check_allowed(self, runs: list[tuple[int, ...]]) -> None:
        """Refuse runs with more documents of a grade than a topic has."""
        for grade, most in enumerate(self.most or (), start=1):
            for run in runs:
                if run.count(grade) > most:
                    raise MeasureError(f"{run} is not a run of this space: too many documents of grade {grade}")

    def ranks(self, values: Sequence[Exact], tie_rule: str | None = None) -> list[Rank]:
        """φ of some values, from 1, in one go; by another rule for ties, their places among all runs."""
        for value in values:
            if not self.counting.has(value):
                raise OptionError(f"{exact_text(value)} is not a value of {self.measure} on this space")
        return self._ranks(values, tie_rule or self.tie_rule or "unq")

    def _ranks(self, values: Sequence[Exact], tie_rule: str) -> list[Rank]:
        """The ranks of what is known to be values."""
        if _checked_tie_rule(tie_rule) == "unq":
            return list(self._timed(values))
        last = [runs * self._unseen for runs in self.counting.ways_at_most(values)]
        if tie_rule == "max":
            return list(last)
        first = [end - self.counting.ways(value) * self._unseen + 1 for end, value in zip(last, values, strict=True)]
        return list(first) if tie_rule == "min" else [Fraction(a + b, 2) for a, b in zip(first, last, strict=True)]

    @property
    def _unseen(self) -> int:
        """In how many ways the ranks that the measure does not look at can be filled."""
        return 1 if self.fold is None else ways_unseen(self.space, self.fold, self.most)

    def ranks_of(self, profiles: Sequence[Sequence[int]], tie_rule: str | None = None) -> list[Rank]:
        """The ranks of the values of some runs, in one go; where they are enclosed, the middle of the bounds."""
        return self.counting.ranks(self._asked(profiles, tie_rule))

    def rank_of(self, profile: Sequence[int], tie_rule: str | None = None) -> Rank:
        """The rank of a run's value."""
        return self.ranks_of([profile], tie_rule)[0]

    def scores_of(self, profiles: Sequence[Sequence[int]], tie_rule: str | None = None) -> list[Fraction]:
        """(rank − 1) / (size − 1) of some runs: 0 for the worst value, 1 for the best. By another rule for ties, the
        ranks of the worst and the best value stand for 1 and the size.
        """
        return self.counting.scores(self._asked(profiles, tie_rule, scored=True))

    def score_of(self, profile: Sequence[int], tie_rule: str | None = None) -> Fraction:
        """The score of one run."""
        return self.scores_of([profile], tie_rule)[0]

    def ends(self, tie_rule: str | None = None) -> tuple[Rank, Rank]:
        """The ranks of the worst and the best value."""
        return self.counting.ends(self._asked([], tie_rule))

    def neighbours_of(self, profile: Sequence[int]) -> tuple[Exact | None, Exact | None]:
        """The next lower and the next higher value; None at the ends, and where they are not known."""
        return self.counting.neighbours(self.value_of(profile))

    @property
    def default_tie_rule(self) -> str:
        """The rule for ties that was asked for; else ``unq``, or ``mid`` where values were sampled or places among runs
        are all that is known.
        """
        return self.tie_rule or self.counting.default_tie_rule

    @property
    def one_value(self) -> bool:
        """Whether it is known that all runs have the same value."""
        return self.counting.one_value

    @property
    def equal_step(self) -> Exact | None:
        """The step between neighbouring values where it is proven, without looking at them, that all are the same."""
        if self.one_value or not self.counting.equally_spaced:
            return None
        low, high = self.extremes
        return (high - low) * Fraction(1, self.size - 1)

    @cached_property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step; None where there is none, or values are too many to list."""
        if not self.exact or self.measure.numeric:
            return None
        if (step := self.equal_step) is not None:
            return step, step
        return self.counting.step_range

    def rank_bounds_of(self, profiles: Sequence[Sequence[int]], tie_rule: str | None = None) -> list[tuple[int, int]]:
        """Between which ranks the ranks of some runs lie: proven for a grid, at a confidence for samples; the rank
        itself, two times, where it is exact (rounded down and up where it is a mean of two).
        """
        return self.counting.rank_bounds(self._asked(profiles, tie_rule))

    def score_bounds_of(
        self, profiles: Sequence[Sequence[int]], tie_rule: str | None = None
    ) -> list[tuple[float, float]]:
        """Between which scores the scores of some runs lie, as :meth:`rank_bounds_of` says."""
        return self.counting.score_bounds(self._asked(profiles, tie_rule, scored=True))

    def scored(self, profiles: Sequence[Sequence[int]], tie_rule: str | None = None) -> tuple[Array, Array]:
        """The scores of some runs in floats, and how far each can be off: 0 where it is exact."""
        return self.counting.scored(self._asked(profiles, tie_rule, scored=True))

    def _asked(self, profiles: Sequence[Sequence[int]], tie_rule: str | None, *, scored: bool = False) -> _Asked:
        """Runs as the counting looks at them; refused where scores are asked and there is one value."""
        asked = _Asked(self, whole_grades(profiles), _checked_tie_rule(tie_rule or self.default_tie_rule))
        if scored and self.one_value:
            raise OptionError(f"{self.measure} has one value on this space: there is no scale between 0 and 1")
        return asked

    @cached_property
    def unequal(self) -> str:
        """Why its steps cannot all be equal, where a few values prove that; empty where they do not."""
        if self.fold is None or self.one_value:
            return ""
        one_each = [(0,) * rank + (1,) + (0,) * (self.space.length - rank - 1) for rank in range(self.fold.length)]
        return why_unequal(self.counting, self.values_of(one_each[-MOST_LOOKED_AT:]), self.space.size)

    def runs_by_value(self, most: int) -> list[tuple[Exact, list[tuple[int, ...]]]]:
        """The values in ascending order and the runs that have each; nothing where values or runs are too many."""
        if not self.exact or self.space.size > MOST_RUNS_SHOWN or self.most is not None:
            return []
        runs = list(self.space)
        found: dict[int, list[tuple[int, ...]]] = {}
        for run, rank in zip(runs, self.ranks_of(runs, "unq"), strict=True):
            found.setdefault(int(rank), []).append(run)
        if len(found) > most:
            return []
        return [(self.value_of(members[0]), members) for _, members in sorted(found.items())]

    def curve(self, points: int) -> list[tuple[float, float]]:
        """(share of runs with at most a value, value) in ascending order: all values where there are at most
        ``points``, else as many numbers between the least and the greatest, equally spaced.
        """
        low, high = self.extremes
        values = self.counting.values
        try:
            if values is None or len(values) > points:
                step = (float(high) - float(low)) / (points - 1)
                values = [low, *(Fraction(float(low) + step * n) for n in range(1, points - 1)), high]
            runs = self.counting.ways_at_most(values)
            return [(float(Fraction(n, runs[-1])), float(value)) for n, value in zip(runs, values, strict=True)]
        except OverflowError:
            raise OptionError(f"the values of {self.measure} are too large here to be drawn") from None
        except OptionError:
            raise OptionError(f"{self.measure} has too many values here to be drawn; use a smaller length") from None

    # ------------------------------------------------------------ what was counted before

    @cached_property
    def _memory(self) -> Memory:
        """What the cache knows of this scale: the ranks of values, and what the counting wants to find again."""
        key = scale_key(self.measure, self.space, self.most, self.method)
        return Memory(key, self.counting.kept and self.measure.defined_by != "function")

    def _timed(self, values: Sequence[Exact]) -> list[int]:
        """The ranks of some values, from the cache as far as it has them; what took long is put there."""
        known = dict(self._recalled())
        names = [_name(value) for value in values]
        missing = {name: value for name, value in zip(names, values, strict=True) if name not in known}
        if missing or not self.counting.counted:
            expected = self.counting.seconds(len(missing))
            if expected > WORTH_SAYING and self.exact:  # others say it themselves
                announce(f"{self.measure}: counting its values takes about {expected:.0f} s")
            start = time.perf_counter()
            known.update(zip(missing, self.counting.at_most(list(missing.values())), strict=True))
            if time.perf_counter() - start > WORTH_KEEPING:
                self._memory.keep({"ranks": known} | self.counting.state())
        return [known[name] for name in names]

    def _recalled(self) -> dict[str, int]:
        """The ranks that the cache has, where what it has fits this scale."""
        found = self._memory.recall()
        if found is None or not self.counting.resume(found):
            return {}
        ranks: dict[str, int] = found["ranks"]
        size = self.counting.size
        return ranks if all(1 <= rank <= size for rank in ranks.values()) else {}


@dataclass(frozen=True, eq=False)
class _Asked:
    """Runs that a scale is asked about, as its counting looks at them."""

    scale: IntervalScale
    profiles: Sequence[Sequence[int]]
    tie_rule: str

    @cached_property
    def values(self) -> list[Exact]:
        return self.scale.values_of(self.profiles)

    def some_values(self, places: Sequence[int]) -> list[Exact]:
        return self.scale.values_of([self.profiles[place] for place in places])

    @cached_property
    def rows(self) -> Array:
        """As an array, checked."""
        profiles, space = self.profiles, self.scale.space
        rows = np.asarray(profiles) if len(profiles) else np.zeros((0, space.length), dtype=np.int64)
        right = rows.ndim == 2 and rows.shape[1] == space.length and np.issubdtype(rows.dtype, np.integer)
        if not right or (rows.size and not 0 <= int(rows.min()) <= int(rows.max()) <= space.grades):
            if rows.ndim != 2 and rows.dtype != object:
                raise OptionError(f"runs must be a list of runs, each with {space.length} grades")
            rows = np.array([space.checked(profile) for profile in profiles], dtype=np.int64)
        return rows.reshape(-1, space.length)

    def ranked(self, values: Sequence[Exact]) -> list[Rank]:
        place = {value: n for n, value in enumerate(dict.fromkeys(values))}
        ranks = self.scale._ranks(list(place), self.tie_rule)
        return [ranks[place[value]] for value in values]


def _name(value: Exact) -> str:
    """A value as the cache names it; what has more digits than Python prints, to base 16."""
    try:
        return str(value)
    except ValueError:
        number = Fraction(value)  # type: ignore[arg-type]
        return f"{number.numerator:x}/{number.denominator:x}"


def interval_scale(
    measure: str | Measure,
    *,
    length: int | None = None,
    grades: Grades = 1,
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
    most: Sequence[int] | None = None,
    method: str | None = None,
    seed: int = 0,
    tie_rule: str | None = None,
    precise: bool = False,
    workers: int | None = None,
    executor: Executor | None = None,
    progress: Listener | None = None,
) -> IntervalScale:
    """The interval scale of a measure on the runs of a length over grades 0..``grades``, or over a set of grades.

    Without ``length`` the cutoff of the measure is the length. ``gains`` replaces the gains of the measure and names
    those of all grades. ``most`` limits the space to the runs that a topic allows: how many documents of grade 1, 2, …
    it has. Values and ties are exact. A function without an exact version has floats, and a sample of the runs where
    there are too many; :attr:`IntervalScale.method` says so. Where there are too many values to count, ranks of sums
    over ranks lie between proven bounds, and others are estimated from a sample drawn with ``seed``. ``method`` names
    how to count; ``exact`` allows any exact method. ``tie_rule`` is the rule for ties where ranks and scores name none:
    ``mid``, ``min`` and ``max``, places among all runs, are enclosed also where different values are too many to count.
    Bounds aim at
    1% of the place where that is quick and at 9% elsewhere; with ``precise`` at 1% everywhere, which takes longer.

    Values are counted when they are first needed. With ``workers``, ``executor`` or ``progress`` (a function called
    with what is done, how much of it, and the total) the size is counted here.

    >>> interval_scale("RR@3").values
    (Fraction(0, 1), Fraction(1, 3), Fraction(1, 2), Fraction(1, 1))
    >>> interval_scale("AP@20").size
    644203
    """
    if precise not in (True, False):
        raise OptionError(f"precise={shown(precise)} must be True or False")
    if type(seed) is not int or seed < 0:
        raise OptionError(f"seed={seed!r} must be a whole number of at least 0")
    chosen = load_measure(measure)
    check_form(chosen)
    chosen, space = space_of(chosen, length, grades, gains)
    limits = None if most is None else checked_limits(most, space.grades)
    placed = tie_rule is not None and _checked_tie_rule(tie_rule) != "unq"
    wish = Wish(method, seed, placed, precise)
    try:
        scale = _scale(chosen, space, limits, wish)
    except TypeError as error:
        if "unhashable" not in str(error):
            raise
        # a function that cannot be distinguished from others is not kept
        scale = _scale.__wrapped__(chosen, space, limits, wish)
    scale = _ruled(scale, tie_rule)
    if workers is not None or executor is not None or progress is not None:
        with parallel(workers, executor, progress):
            _ = scale.known_size
    return scale


@lru_cache(maxsize=32)
def _scale(measure: Measure, space: RunSpace, most: tuple[int, ...] | None, wish: Wish) -> IntervalScale:
    if not measure.has_fold:
        if wish.method is not None:
            raise OptionError(f"{measure}: method= is only for measures whose value grows rank by rank")
        if most is not None:
            raise OptionError(f"{measure}: space='topic' is only for measures whose value grows rank by rank")
        return IntervalScale(measure, space, run_counting(Runs(measure, space)))
    measure.check_exact(space.length, space.grades)
    task = Task(measure, space, fold_of(measure, space), most, wish)
    return IntervalScale(measure, space, fold_counting(task), task.fold, most, wish)


def _again(
    measure: Measure, space: RunSpace, most: tuple[int, ...] | None, wish: Wish, tie_rule: str | None
) -> IntervalScale:
    """The same scale, in another process."""
    return _ruled(_scale(measure, space, most, wish), tie_rule)


@lru_cache(maxsize=128)
def _ruled(scale: IntervalScale, tie_rule: str | None) -> IntervalScale:
    """The scale with a rule for ties; the same one each time."""
    return scale if tie_rule is None else replace(scale, tie_rule=tie_rule)


def approximate(value: Exact) -> float | None:
    """An exact value as a float; None where it is too large for one."""
    try:
        return float(value)
    except OverflowError:
        return None


def _checked_tie_rule(tie_rule: str) -> str:
    if tie_rule not in TIE_RULES:
        raise OptionError(f"tie_rule={tie_rule!r} is unknown; use one of: {', '.join(TIE_RULES)}")
    return tie_rule
