"""What a measure is: a frozen value with up to three faces that come from one definition.

``Measure`` knows how to be checked, printed and applied; ``Direct`` ones have floats only. ``Folded`` measures are
defined by a gain table and a step; ``Additive`` ones by a gain table and the weight of a rank. Both get ``score``
(floats, vectorised), ``exact`` (one profile) and ``fold`` from that one definition: the step and the weight are
plain arithmetic and run on fractions and on arrays alike.
"""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from typing import Any, ClassVar, Self

import numpy as np

from intervale.data import JudgedRuns, Profiles, TopicJudgments
from intervale.data.policy import LARGEST_GRADE
from intervale.errors import MeasureError, shown
from intervale.exact import EXACT, FLOATS, Arithmetic, Exact, whole
from intervale.exact.logsum import exact_sum
from intervale.exact.shown import Shown
from intervale.measures.declared import Declared
from intervale.measures.gains import float_gains
from intervale.measures.parameters import checked, printed

__all__ = ["Additive", "Direct", "Fold", "Folded", "Measure", "divide", "rank_sum"]

Array = np.ndarray[Any, Any]
MOST_STEPS = 1 << 14
"""How many steps of a fold are remembered."""


@dataclass(frozen=True, repr=False)
class Measure(Declared, Shown, ABC):
    """A measure: built from checked parameters, equal by value, printed in one canonical way.

    Subclasses are frozen dataclasses whose fields are the parameters; the docstring has the formula, the
    conventions and the source. What else it declares, and what holds where it says nothing, is in
    :class:`~intervale.measures.declared.Declared`.
    """

    def __post_init__(self) -> None:
        for field in fields(self):
            value = getattr(self, field.name)
            if type(value) is type(field.default) and value == field.default:
                continue
            try:
                value = checked(field.name, value, self.rules.get(field.name))
            except MeasureError as error:
                raise MeasureError(f"{self.name}: {error}") from None
            object.__setattr__(self, field.name, None if value == () else value)

    @property
    def name(self) -> str:
        return type(self).__name__

    def __str__(self) -> str:
        given = {
            field.name: getattr(self, field.name)
            for field in fields(self)
            if getattr(self, field.name) != field.default
        }
        at = f"@{printed(given.pop(self.at))}" if self.at in given else ""
        inside = ",".join(f"{name}={printed(value)}" for name, value in given.items())
        return self.name + (f"({inside})" if inside else "") + at

    __repr__ = __str__

    @property
    def written(self) -> str:
        """The measure as people write it."""
        return str(self)

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        """Scores of judged runs (systems × topics), or of an array of grades (…, depth).

        An array is a piece of a run space: fully judged runs of one length, without a topic, so the constants of a
        topic are left out. ``grades`` is the top grade of that space; without it, the largest in the array.
        """
        if isinstance(runs, JudgedRuns):
            if self.lacks_cutoff:
                raise MeasureError(f"{self} needs a cutoff to score runs, such as {self}@10")
            measure = self.on_space(None, runs.topics.top)
            scores = np.zeros(runs.retrieved.size)
            for rows, block in measure.looked_at(runs).blocks():
                scores[rows] = measure.score_profiles(block)
            return scores.reshape(runs.shape)
        array = np.asarray(runs)
        if grades is None and self.top_matters and self.on_run_space:
            raise MeasureError(f"{self} depends on the top grade: pass grades=c, or set max_rel")
        block = Profiles.of_grades(array, grades)
        return self.on_space(array.shape[-1], block.top).score_profiles(block).reshape(array.shape[:-1])

    def on_space(self, length: int | None, top: int | None) -> Self:
        """The measure on runs of one length over grades 0..``top``: where it needs a cutoff and has none, the length
        is the cutoff, and where it needs the top grade and has none, this is it.
        """
        known = {}
        if self.lacks_cutoff and length:
            known["cutoff"] = length
        if self.needs_top and self.max_rel is None and top is not None:
            known["max_rel"] = top
        return replace(self, **known) if known else self

    def over_grades(self, values: tuple[Fraction, ...]) -> Measure:
        """The measure on levels 0, 1, … of these grades; see :mod:`intervale.measures.grade_sets`."""
        from intervale.measures.grade_sets import over_grades

        return over_grades(self, values)

    def numbered(self, length: int, grades: int) -> int | None:
        """How many values there are on a run space, where a theorem says that they are the whole numbers from 0 on."""
        return None

    def counted(self, length: int, grades: int) -> dict[Exact, int] | None:
        """How many runs have each value on a run space, where a formula says so."""
        return None

    def scored(self, runs: JudgedRuns) -> tuple[Array, Array | None]:
        """The scores of judged runs, and how far each can be off; None where floats are all that is between."""
        return self.score(runs), None

    def exact_order(self, runs: JudgedRuns) -> Array | None:
        """The place of each score in the exact order (systems × topics), for scores that are known between bounds; None
        where it is not known.
        """
        return None

    def remarks(self, scores: Array, errors: Array) -> Iterator[str]:
        """What is to be noted about the scores themselves (systems × topics)."""
        yield from ()

    def notes(self, runs: JudgedRuns) -> Iterator[str]:
        """What is to be noted about the scores of these runs."""
        top = runs.topics.top
        if top is not None and self.rel is not None and self.rel > top:
            yield f"no document is relevant, as grades end at {top}"

    @abstractmethod
    def score_profiles(self, block: Profiles) -> Array:
        """Scores of a block of rows."""

    def looked_at(self, runs: JudgedRuns) -> JudgedRuns:
        """The judged runs with the documents that can change a score."""
        return runs

    def view(self, block: Profiles) -> Profiles:
        """The part of the rows that the measure looks at."""
        if self.judged_only:
            block = block.judged_only()
        return block.cut(self.cutoff)

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        """The exact value of one profile on the run space with top grade ``grades``, without the constants of a
        topic.
        """
        raise MeasureError(f"{self} has no exact value on a run space: {self.why_no_exact}")

    def fold(self, length: int, grades: int) -> Fold:
        """How the exact value grows rank by rank on runs of this length over grades 0..``grades``."""
        raise MeasureError(f"{self}: its value does not grow rank by rank")

    def check_exact(self, length: int, grades: int) -> None:
        """Refuse exact values, stated beside a function, that are not those of the function."""

    def topic_constants(self, topics: TopicJudgments) -> Array | None:
        """What a value of 1 on a run is worth on each topic, where a constant of the topic divides; None where that is
        not known.
        """
        return None

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        """What the value of a run is divided by on a topic, exactly; 0 where the topic has nothing to find. ``judged``
        has the number of its judged documents of grade 0, 1, …, ``top``. A constant that is the same for all topics and
        that exact values leave out, as that of INSQ, is left out here too.
        """
        raise MeasureError(f"{self} has no exact value on a topic: {self.why_no_exact}")

    def why_not(self, runs: JudgedRuns) -> str:
        """Why these runs cannot be scored; empty where they can. Nothing is computed."""
        return ""

    def check_profile(self, profile: Sequence[int], top: int) -> None:
        """Refuse a grade that a run space with this top grade does not have."""
        for rank, grade in enumerate(profile, start=1):
            if not _whole(grade) or not 0 <= grade <= top:
                raise MeasureError(f"{self}: grade {shown(grade)} at rank {rank} is not one of 0..{shown(top)}")

    def top_of(self, profile: Sequence[int]) -> int:
        """The top grade of the space that a profile is taken from, where nobody says."""
        if self.top_matters:
            raise MeasureError(f"{self} depends on the top grade: pass grades=c, or set max_rel")
        return max([1, *(grade for grade in profile if _whole(grade))])

    def combine(self, values: Array) -> float:
        """Topics put together as the measure asks: mean, sum or geometric mean. No value, no mean: not a number."""
        values = values[~np.isnan(values)]
        if self.aggregate == "sum":
            return float(values.sum())
        if not len(values):
            return float("nan")
        if self.aggregate == "geometric mean":
            return float(np.exp(np.log(np.maximum(values, 1e-5)).mean()))
        return _sum(values) / len(values)


@dataclass(frozen=True)
class Fold:
    """How an exact value grows rank by rank: ``step(state, grade, rank)`` gives the next state and the increment, None
    where that grade cannot come there.

    ``length`` is how many ranks count. ``weights`` and ``gains`` are there where the fold has no state: the
    increment is gain × weight.
    """

    start: Any
    step: Callable[[Any, int, int], tuple[Any, Exact] | None]
    length: int
    gains: tuple[Exact, ...]
    weights: tuple[Exact, ...] | None = None
    in_floats: Callable[[Any, Any, int], tuple[Any, Any]] | None = None
    """The step for arrays of states and of gains at a rank, where states are numbers and floats will do."""

    def value(self, profile: Sequence[int]) -> Exact:
        """The value of a profile: the increments added up."""
        return exact_sum(self._increments(profile))

    def _increments(self, profile: Sequence[int]) -> Iterator[Exact]:
        """What the ranks add, where that is not 0."""
        if self.table is not None:
            yield from (row[grade] for row, grade in zip(self.table, profile, strict=False) if row[grade])
            return
        state = self.start
        for rank, grade in enumerate(profile[: self.length], start=1):
            found = self.step(state, grade, rank)
            if found is None:
                raise MeasureError(f"{tuple(profile)} is not a run of this space: too many documents of grade {grade}")
            state, increment = found
            if increment:
                yield increment

    @cached_property
    def table(self) -> list[list[Exact]] | None:
        """What each grade adds at each rank, where the fold has no state."""
        return None if self.weights is None else [[gain * weight for gain in self.gains] for weight in self.weights]


class Folded(Measure):
    """A measure whose value is a sum over ranks of what a step gives: state so far, gain of the document, rank →
    next state, increment.

    Subclasses give :meth:`gain` (the exact gain of a grade), :attr:`start` and :meth:`step`, and :meth:`normalise`
    where a constant of the topic divides the sum.
    """

    has_fold = True
    start: ClassVar[int] = 0

    @abstractmethod
    def gain(self, grade: int, top: int) -> Exact:
        """The exact gain of a grade where ``top`` is the top grade."""

    @abstractmethod
    def step(self, state: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        """The next state, and what the value grows by."""

    def scaled(self, total: Any, a: Arithmetic) -> Any:
        """The sum of the increments, times a constant of the measure's own."""
        return total

    def normalise(self, totals: Array, rows: Profiles, topics: TopicJudgments) -> Array:
        """Divide by the constants of the topics; never called on a run space."""
        return totals

    def topic_constants(self, topics: TopicJudgments) -> Array:
        count = len(topics.names)
        nothing = np.empty((0, count), dtype=np.int32)
        rows = Profiles(nothing, nothing, np.zeros(count, dtype=np.int64), np.arange(count), topics, topics.top)
        return np.asarray(self.normalise(np.ones(count), rows, topics))

    def divisor(self, judged: Sequence[int], top: int) -> Exact:
        return Fraction(1)

    @property
    def local(self) -> bool:
        return not self.recall_based

    # ------------------------------------------------------------ the three faces

    def looked_at(self, runs: JudgedRuns) -> JudgedRuns:
        """A document without gain counts as one that is not pooled, and those are not looked at either: it changes no
        state and adds 0.
        """
        top = runs.topics.top
        return runs if top is None or self.judged_only or self.gain(0, top) else runs.relevant

    def score_profiles(self, block: Profiles) -> Array:
        rows = self.view(block)
        totals = np.asarray(self.scaled(self.totals(self.gains_of(rows.grade, rows.top), rows), FLOATS))
        return totals if rows.topics is None else self.normalise(totals, rows, rows.topics)

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        top = grades if grades is not None else self.top_of(profile)
        self.check_profile(profile, top)
        return self.fold(len(profile), top).value(profile)

    def fold(self, length: int, grades: int) -> Fold:
        """The exact fold on runs of this length over grades 0..``grades``."""
        measure = self.on_space(length, whole("grades", grades, 1, LARGEST_GRADE))
        table = tuple(measure.gain(grade, grades) for grade in range(grades + 1))

        @lru_cache(maxsize=MOST_STEPS)
        def step(state: Any, grade: int, rank: int) -> tuple[Any, Exact]:
            state, increment = measure.step(state, table[grade], EXACT.number(rank), EXACT)
            return state, measure.scaled(increment, EXACT)

        def in_floats(states: Any, gains: Any, rank: int) -> tuple[Any, Any]:
            after, increment = measure.step(states, gains, FLOATS.number(rank), FLOATS)
            return after, measure.scaled(increment, FLOATS)

        used = length if measure.cutoff is None else min(measure.cutoff, length)
        return Fold(EXACT.number(self.start), step, used, table, in_floats=in_floats)

    # ------------------------------------------------------------ floats

    def gains_of(self, grade: Array, top: int | None) -> Array:
        """The gains of an array of grades; 0 where nothing was judged."""
        if top is None:
            return np.where(grade >= 0, self.gain_of_floats(np.maximum(grade, 0)), 0.0)
        return float_gains(self.gain, grade, top, self)

    def topic_gains(self, topics: TopicJudgments) -> Array:
        """The gains of all judged documents of the topics, in the order of ``topics.grades``."""
        return self.gains_of(topics.grades, topics.top)

    def gain_of_floats(self, grades: Array) -> Array:
        """Gains where grades are floats. Measures that need grade levels have none."""
        raise MeasureError(f"{self} needs integer grades; the qrels have floats")

    def totals(self, gains: Array, rows: Profiles) -> Array:
        """The fold over all rows at once, one pooled document after the other."""
        state = np.full(gains.shape[1], float(self.start))
        total = np.zeros(gains.shape[1])
        ranks = FLOATS.number(rows.rank)
        for gain, rank in zip(gains, ranks, strict=True):
            state, increment = self.step(state, gain, rank, FLOATS)
            total += increment
        return total


class Additive(Folded):
    """A measure that is a sum over ranks of gain × weight of the rank. Subclasses give :meth:`gain` and
    :meth:`weight`.
    """

    @abstractmethod
    def weight(self, rank: Any, a: Arithmetic) -> Any:
        """The weight of a rank."""

    def step(self, state: Any, gain: Any, rank: Any, a: Arithmetic) -> tuple[Any, Any]:
        return state, gain * self.weight(rank, a)

    def fold(self, length: int, grades: int) -> Fold:
        fold = super().fold(length, grades)
        measure = self.on_space(length, grades)
        ranks = range(1, fold.length + 1)
        weights = tuple(measure.scaled(measure.weight(EXACT.number(rank), EXACT), EXACT) for rank in ranks)
        return replace(fold, weights=weights)

    def weight_table(self, depth: int) -> Array:
        """Weights of ranks 1..depth as floats, at index rank; 0 at both ends, for what stands past the depth."""
        weights = np.zeros(depth + 2)
        weights[1 : depth + 1] = self.weight(FLOATS.number(np.arange(1, depth + 1)), FLOATS)
        return weights

    def totals(self, gains: Array, rows: Profiles) -> Array:
        weights = self.weight_table(rows.depth)
        return rank_sum(gains * weights[np.minimum(rows.rank, rows.depth + 1)])


class Direct(Measure):
    """A measure computed straight from judged runs, because a constant of the topic works inside its sum. No exact
    face.
    """

    on_run_space = False

    def score_profiles(self, block: Profiles) -> Array:
        if block.topics is None:
            raise MeasureError(f"{self} cannot score grades alone: {self.why_no_exact}")
        return self.score_rows(self.view(block), block.topics)

    @abstractmethod
    def score_rows(self, rows: Profiles, topics: TopicJudgments) -> Array:
        """Scores of rows down to the cutoff."""


def rank_sum(terms: Array) -> Array:
    """Sums over the ranks (the first axis), taken in rank order: NumPy sums a single column pairwise."""
    return np.asarray(np.cumsum(terms, axis=0)[-1] if terms.shape[1:] == (1,) and len(terms) else terms.sum(axis=0))


def _sum(values: Array) -> float:
    """The sum of floats, rounded once: the same in any order of the topics."""
    try:
        return math.fsum(values)
    except (OverflowError, ValueError):  # sums beyond floats, and infinities of both signs
        return float(values.sum())


def _whole(value: object) -> bool:
    return isinstance(value, int | np.integer)


def divide(numerator: Any, denominator: Any) -> Array:
    """Numerator over denominator, 0 where the denominator is 0."""
    denominator = np.asarray(denominator, dtype=np.float64)
    safe = np.where(denominator > 0, denominator, 1.0)
    return np.where(denominator > 0, numerator / safe, 0.0)
