"""``interval(M)``: the interval-scaled form of a measure, as a measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Profiles
from intervale.errors import MeasureError
from intervale.exact import Exact
from intervale.measures import Direct, Measure, parse_measure
from intervale.measures.forms import FORMS
from intervale.measures.own import OwnMeasure
from intervale.scales.mapping import TIES, IntervalScale, interval_scale

__all__ = ["Interval", "interval"]

Array = np.ndarray[Any, Any]
SPACES = ("all", "topic")


@dataclass(frozen=True, repr=False)
class Interval(Measure):
    """The interval-scaled form of a measure M: where a run's value stands among all values that M can have.

    interval(M) = (φ(M) − 1) / (size − 1), φ(m) the number of values of M on all runs of length N that are at most m

    N is the cutoff of M, or ``length``. ``ties`` is ``unq``, or one of ``mid``, ``min``, ``max``: places among all runs
    instead of values. Conventions: runs with fewer than N documents are filled up with documents that are not
    relevant, and this is noted. Where a constant of the topic works in M, its recall base or ideal run, all runs of
    length N make the space for every topic, which is a surrogate, and noted; ``space='topic'`` takes the runs that the
    judgments of the topic allow instead. Interval scale by construction, for topics that share it. Source: Ferrante,
    Ferro and Fuhr 2021, §VI.

    The score depends on the top grade, which is that of the collection; on a run space it has to be said.

    >>> interval("DCG(base=2)@4").exact((1, 0, 1, 1), grades=1)  # rank 9 of 12
    Fraction(8, 11)
    >>> interval("RR@5").score([[0, 0, 1, 0, 0], [1, 0, 0, 0, 1]], grades=1).tolist()
    [0.6, 1.0]
    """

    at = None
    inner: Measure
    length: int
    ties: str | None = None
    """None is ``unq``, or where values have to be sampled ``mid``."""
    space: str = "all"

    def __post_init__(self) -> None:
        if self.ties not in (None, *TIES):
            raise MeasureError(f"interval: ties={self.ties!r} is not known; one of: {', '.join(TIES)}")
        if self.space not in SPACES:
            raise MeasureError(f"interval: space={self.space!r} is not known; one of: {', '.join(SPACES)}")
        if type(self.length) is not int or self.length < 1:
            raise MeasureError(f"interval: length={self.length!r} must be a whole number of at least 1")
        if self.ties == "unq" and not isinstance(self.inner, OwnMeasure):
            object.__setattr__(self, "ties", None)  # the default, where nothing is sampled
        if self.inner.aggregate != "mean":
            raise MeasureError(
                f"interval({self.inner}): an interval scale is for means, and this measure takes the "
                f"{self.inner.aggregate} over topics"
            )

    @property
    def name(self) -> str:
        return "interval"

    def __str__(self) -> str:
        given = [str(self.inner)]
        if self.length != getattr(self.inner, "cutoff", None):
            given.append(f"length={self.length}")
        given += [f"ties='{self.ties}'"] if self.ties else []
        given += [f"space='{self.space}'"] if self.space != "all" else []
        return f"interval({','.join(given)})"

    __repr__ = __str__

    def scale(self, grades: int, most: Sequence[int] | None = None) -> IntervalScale:
        """The scale behind the scores, on runs over grades 0..``grades``."""
        return interval_scale(self.inner, length=self.length, grades=grades, most=most)

    # ------------------------------------------------------------ runs of a space

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        top = grades if grades is not None else self.top_of(profile)
        return self._scores([tuple(profile)], self.scale(top))[0]

    @property
    def cutoff(self) -> int:
        """How many documents count."""
        return self.length

    @property
    def has_best(self) -> bool:  # type: ignore[override]
        return self.inner.has_best

    @property
    def top_matters(self) -> bool:
        return True

    @property
    def recall_based(self) -> bool:
        """As a surrogate, or because topics have scales of their own."""
        return self.inner.recall_based or self.space == "topic"

    def score_profiles(self, block: Profiles) -> Array:
        """Scores of a piece of a run space."""
        if block.top is None:
            raise MeasureError(f"{self} needs integer grades; the grades are floats")
        return self._from(self._grades(block, block.top), self.scale(block.top))

    def _scores(self, profiles: list[tuple[int, ...]], scale: IntervalScale) -> list[Fraction]:
        """The scores of runs; 0 where all runs have one value."""
        if scale.one_value:
            return [Fraction(0)] * len(profiles)
        return scale.scores_of([_padded(profile, self.length) for profile in profiles], self.ties)

    # ------------------------------------------------------------ judged runs

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        if not isinstance(runs, JudgedRuns):
            return super().score(runs, grades=grades)
        top = runs.topics.top
        if top is None:
            raise MeasureError(f"{self} needs integer grades; the qrels have floats")
        table = np.zeros((runs.retrieved.size, self.length), dtype=np.int16)
        for rows, block in runs.blocks():
            table[rows] = self._grades(block, top)
        if self.space == "all":
            return self._from(table, self.scale(top)).reshape(runs.shape)
        scores = np.zeros(len(table))
        topic = np.tile(np.arange(runs.shape[1]), runs.shape[0])
        for number, most in enumerate(self._limits(runs)):
            scores[topic == number] = self._from(table[topic == number], self.scale(top, most))
        return scores.reshape(runs.shape)

    def _grades(self, block: Profiles, top: int) -> Array:
        """The grades of rows as far as they count, one row a run; 0 where nothing was judged."""
        if getattr(self.inner, "judged_only", False):
            block = block.judged_only()
        table = np.zeros((len(block.retrieved), self.length), dtype=np.int16)
        place, row = np.nonzero((block.rank <= self.length) & (block.grade > 0))
        table[row, block.rank[place, row] - 1] = np.minimum(block.grade[place, row], top)
        return table

    def _from(self, table: Array, scale: IntervalScale) -> Array:
        """Scores of rows of grades; each profile that occurs is looked up once."""
        found, place = np.unique(table, axis=0, return_inverse=True)
        scores = self._scores([tuple(row) for row in found.tolist()], scale)
        return np.array([float(score) for score in scores])[place.reshape(-1)]

    def _limits(self, runs: JudgedRuns) -> list[tuple[int, ...]]:
        """For each topic, how many documents of the grades from 1 on can stand in a run of this length."""
        topics = runs.topics
        counts = [topics.sums(topics.grades == grade).astype(int) for grade in range(1, (topics.top or 0) + 1)]
        return [tuple(min(int(n), self.length) for n in column) for column in zip(*counts, strict=True)]

    def notes(self, runs: JudgedRuns) -> Iterator[str]:
        yield from self.inner.notes(runs)
        top = runs.topics.top
        if top is None:
            return
        short = int((runs.answered & (runs.retrieved < self.length)).sum())
        if short:
            yield (
                f"{short:,} of {int(runs.answered.sum()):,} ranked lists (one a system and topic) have fewer than "
                f"{self.length} documents and are filled up with ones that are not relevant"
            )
        if self.space == "all":
            scale = self.scale(top)
            yield from [scale.assumption] if scale.assumption else []
            yield from ["all runs have one value here, and score 0"] if scale.one_value else []
            if self.inner.recall_based:
                yield (
                    "a surrogate: the measure depends on the judgments of the topic, so topics do not share one "
                    "interval scale"
                )
        else:
            flat = sum(self.scale(top, most).one_value for most in self._limits(runs))
            yield "each topic has a scale of its own, that of the runs its judgments allow"
            if flat:
                yield f"{flat} of {runs.shape[1]} topics allow one value only, and score 0"
        if self.ties not in (None, "unq"):
            yield f"ties {self.ties}: ranks are places among all runs, not among values, and not equally spaced"


def interval(measure: str | Measure, **options: Any) -> Interval:
    """The interval form of a measure.

    >>> interval("AP@10", ties="mid")
    interval(AP@10,ties='mid')
    """
    inner = parse_measure(measure)
    if isinstance(inner, Interval):
        raise MeasureError(f"{inner} is an interval form already")
    unknown = sorted(set(options) - {"length", "ties", "space"})
    if unknown:
        raise MeasureError(f"interval has no option {unknown[0]!r}; it has length, ties, space")
    length = options.pop("length", None)
    if length is None:
        length = getattr(inner, "cutoff", None)
    if length is None:
        if isinstance(inner, Direct):
            raise MeasureError(f"{inner} has no interval form: {inner.why_no_exact}")
        example = f"{inner}@10" if inner.at == "cutoff" else f"{_written(inner)}, length=10"
        raise MeasureError(f"interval({inner}): say how long runs are, as in interval({example})")
    return Interval(inner, length, **options)


FORMS["interval"] = interval


def _written(measure: Measure) -> str:
    """A measure as it is written: a function with its module."""
    function = getattr(measure, "function", None)
    module = getattr(function, "__module__", None)
    return f"{module}:{measure}" if module not in (None, "__main__") else str(measure)


def _padded(profile: tuple[int, ...], length: int) -> tuple[int, ...]:
    """The first ranks of a run, filled up where there are fewer."""
    return (*profile[:length], *(0,) * (length - len(profile)))
