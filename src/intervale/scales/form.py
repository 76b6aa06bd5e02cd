"""``interval(M)``: the interval-scaled form of a measure, as a measure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import partial
from math import log
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Profiles
from intervale.errors import IntervaleError, MeasureError, OptionError
from intervale.exact import Exact, whole
from intervale.measures import Measure, load_measure
from intervale.measures.declared import NOT_KNOWN, DeclaredScale
from intervale.measures.spread import effective_number, one_carries
from intervale.orders.space import LARGEST
from intervale.scales.arguments import check_form
from intervale.scales.counting_task import Wish
from intervale.scales.fold_strategies import methods
from intervale.scales.levels import profile_levels
from intervale.scales.mapping import TIE_RULES, IntervalScale, interval_scale
from intervale.scales.topic_progress import over_topics
from intervale.scales.universe_form import OnUniverse
from intervale.scales.universe_space import MOST_BASES, UniverseScale, universe_of

__all__ = ["Interval", "interval", "interval_as_written"]

Array = np.ndarray[Any, Any]
SPACES = ("all", "topic", "universe")
SMALLEST = 1e-300
"""Scores below this may be 0 in floats though they are not."""


@dataclass(frozen=True, repr=False)
class Interval(Measure):
    """The interval-scaled form of a measure M: where a run's value stands among all values that M can have.

    interval(M) = (φ(M) − 1) / (size − 1), φ(m) the number of values of M on all runs of length N that are at most m

    N is the cutoff of M, or ``length``. ``tie_rule`` is ``unq``, or one of ``mid``, ``min``, ``max``: places among all
    runs instead of values. Conventions: runs with fewer than N documents are filled up with documents that are not
    relevant, and this is noted. Where a constant of the topic works in M, its recall base or ideal run, all runs of
    length N make the space for every topic, which is a surrogate, and noted; ``space='topic'`` takes the runs that the
    judgments of the topic allow instead, and ``space='universe'`` the universe S[N, K] of runs on topics with up to K =
    ``bases`` relevant documents, which topics share with the constant in it (binary relevance). Interval scale by
    construction, for topics that share it. Source: Ferrante, Ferro and Fuhr 2021, §VI, and §IV-D for S[N, K].

    ``log=True`` gives log φ(M) / log(size) instead, or the logarithm of the place over that of the best value's, for
    looking at ranks that differ by many orders of magnitude; it is no interval scale.

    The score depends on the top grade c. ``grades`` fixes it; without it, it is that of the collection, and where
    another subset of topics could have another one this is noted. On a run space it must be given.

    >>> interval("DCG(base=2)@4").exact((1, 0, 1, 1), grades=1)  # rank 9 of 12
    Fraction(8, 11)
    >>> interval("RR@5").score([[0, 0, 1, 0, 0], [1, 0, 0, 0, 1]], grades=1).tolist()
    [0.6, 1.0]
    """

    at = None
    inner: Measure
    length: int
    tie_rule: str | None = None
    """None is ``unq``, or where values have to be sampled ``mid``."""
    space: str = "all"
    method: str | None = None
    """How values are counted; automatic by default."""
    seed: int = 0
    """For estimates."""
    log: bool = False
    grades: int | None = None
    """The top grade; None is that of the collection."""
    precise: bool = False
    """Whether bounds of places aim at 1% everywhere, which takes longer."""
    bases: int | None = None
    """The largest recall base K of ``space='universe'``; None is that of the collection."""

    def __post_init__(self) -> None:
        if self.tie_rule not in (None, *TIE_RULES):
            raise MeasureError(f"interval: tie_rule={self.tie_rule!r} is unknown; use one of: {', '.join(TIE_RULES)}")
        if self.space not in SPACES:
            raise MeasureError(f"interval: space={self.space!r} is unknown; use one of: {', '.join(SPACES)}")
        try:
            whole(f"interval({self.inner}): length", self.length, 1, LARGEST)
            whole(f"interval({self.inner}): grades", 1 if self.grades is None else self.grades, 1, LARGEST)
            whole(f"interval({self.inner}): bases", 1 if self.bases is None else self.bases, 1, MOST_BASES)
        except OptionError as error:
            raise MeasureError(str(error)) from None
        if self.tie_rule == "unq" and self.inner.defined_by != "function":
            object.__setattr__(self, "tie_rule", None)  # the default, where nothing is sampled
        if self.method not in (None, "exact", *methods()):
            raise MeasureError(
                f"interval: method={self.method!r} is unknown; use one of: exact, {', '.join(methods())}"
            )
        if type(self.seed) is not int or self.seed < 0:
            raise MeasureError(f"interval: seed={self.seed!r} must be a whole number of at least 0")
        if type(self.log) is not bool:
            raise MeasureError(f"interval: log={self.log!r} must be True or False")
        if type(self.precise) is not bool:
            raise MeasureError(f"interval: precise={self.precise!r} must be True or False")
        if self.bases is not None and self.space != "universe":
            raise MeasureError(f"interval: bases={self.bases} needs space='universe'")
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
        if self.length != self.inner.cutoff:
            given.append(f"length={self.length}")
        given += [f"tie_rule='{self.tie_rule}'"] if self.tie_rule else []
        given += [f"space='{self.space}'"] if self.space != "all" else []
        given += [f"method='{self.method}'"] if self.method else []
        given += [f"seed={self.seed}"] if self.seed else []
        given += ["log=True"] if self.log else []
        given += [f"grades={self.grades}"] if self.grades is not None else []
        given += ["precise=True"] if self.precise else []
        given += [f"bases={self.bases}"] if self.bases is not None else []
        return f"interval({','.join(given)})"

    __repr__ = __str__

    def scale(self, grades: int, most: Sequence[int] | None = None) -> IntervalScale:
        """The scale behind the scores, where grades go up to ``grades``, or to the top grade that was fixed."""
        top = self.top(grades)
        limits = None if most is None else (*most, *(0,) * (top - len(most)))
        return interval_scale(
            self.inner,
            length=self.length,
            grades=top,
            most=limits,
            method=self.method,
            seed=self.seed,
            tie_rule=self.tie_rule,
            precise=self.precise,
        )

    def universe(self, bases: int | None = None, grades: int = 1) -> UniverseScale:
        """The scale on S[N, K], K what was fixed or else ``bases``, where grades go up to ``grades``. Nothing is
        counted yet.

        >>> interval("AP@10", space="universe", bases=347).universe().size
        216239
        """
        largest = bases if self.bases is None else self.bases
        if largest is None:
            raise MeasureError(f"{self} needs the largest recall base of a topic: write bases=100")
        whole("bases", largest, 1)
        rule = self.tie_rule or "unq"
        wish = Wish(self.method, self.seed, rule != "unq", self.precise)
        return universe_of(self.inner, self.length, largest, self.top(grades), rule, wish)

    def top(self, grades: int) -> int:
        """The top grade of the scale, where grades go up to ``grades``."""
        if self.grades is None:
            return grades
        if grades > self.grades:
            raise MeasureError(
                f"there is a grade {grades}, and {self} ends at {self.grades}: write interval({self.inner}, "
                f"grades={grades}), or merge grades (--relevant-from, relevant_from=)"
            )
        return self.grades

    # ------------------------------------------------------------ runs of a space

    def exact(self, profile: Sequence[int], *, grades: int | None = None) -> Exact:
        top = grades if grades is not None else self.grades or self.top_of(profile)
        if self.space == "universe":
            return OnUniverse(self, self.universe(grades=top)).exact(_padded(tuple(profile), self.length))
        scale = self.scale(top)
        if self.log or not scale.exact:
            why = "it is a logarithm" if self.log else "its ranks are not counted one by one"
            raise MeasureError(f"{self} has no exact values: {why}")
        if scale.one_value:
            return Fraction(0)
        return scale.score_of(_padded(tuple(profile), self.length), self.tie_rule)

    @property
    def cutoff(self) -> int:  # type: ignore[override]
        return self.length

    @property
    def derived_from(self) -> Measure:
        return self.inner

    @property
    def placed(self) -> bool:
        """Whether ranks are places among runs, and not among values."""
        return self.tie_rule not in (None, "unq")

    @property
    def few_may_carry(self) -> bool:
        return not self.log

    def interval_form_of(self, grades: int | None) -> Measure | None:
        whole_space = self.length == self.inner.cutoff and self.space == "all"
        ranks = not self.log and self.tie_rule in (None, "unq")
        return self.inner if whole_space and ranks and self.grades in (None, grades) else None

    @property
    def declared_scale(self) -> DeclaredScale:
        """An interval scale, unless ranks are places among runs, were turned into logarithms, or are not exact."""
        if self.log:
            return DeclaredScale("ordinal", False, "logarithms of ranks are not equally spaced")
        if self.placed:
            return DeclaredScale("ordinal", False, "places among runs are not equally spaced")
        if self.inner.numeric:
            why = f"{NOT_KNOWN}: its ranks come from floats, or from runs that were drawn"
            return DeclaredScale("ordinal", None, why)
        return DeclaredScale("interval", True, "ranks of values are equally spaced")

    @property
    def has_best(self) -> bool:  # type: ignore[override]
        return self.inner.has_best

    @property
    def top_matters(self) -> bool:
        return self.grades is None

    @property
    def recall_based(self) -> bool:
        """As a surrogate, or because each topic has its own scale; on a universe topics share one."""
        return self.space == "topic" or (self.inner.recall_based and self.space == "all")

    def score_profiles(self, block: Profiles) -> Array:
        """Scores of a piece of a run space."""
        if block.top is None:
            raise MeasureError(f"{self} needs integer grades; the grades are floats")
        if self.space == "universe":
            return OnUniverse(self, self.universe(grades=block.top)).on_space(self._grades(block, block.top))
        scale = self.scale(block.top)
        return self._from(self._grades(block, block.top), scale)[0]

    # ------------------------------------------------------------ judged runs

    def score(self, runs: JudgedRuns | Any, *, grades: int | None = None) -> Array:
        if not isinstance(runs, JudgedRuns):
            return super().score(runs, grades=grades)
        return self.scored(runs)[0]

    def scored(self, runs: JudgedRuns) -> tuple[Array, Array]:
        top = runs.topics.top
        if top is None:
            raise MeasureError(f"{self} needs integer grades; the qrels have floats")
        if self.space == "universe":
            return self._on_universe(runs, top).scored(runs, partial(self._table, runs, top))
        scale = self.scale(top) if self.space == "all" else None  # before anything is made: it may be refused
        table = self._table(runs, top)
        if scale is not None:
            scores, errors = self._from(table, scale)
            return scores.reshape(runs.shape), errors.reshape(runs.shape)
        scores, errors = np.zeros(len(table)), np.zeros(len(table))
        limits = self._limits(runs)
        for most in over_topics(limits):
            rows = np.tile([other == most for other in limits], runs.shape[0])
            scores[rows], errors[rows] = self._from(table[rows], self.scale(top, most))
        return scores.reshape(runs.shape), errors.reshape(runs.shape)

    def exact_order(self, runs: JudgedRuns) -> Array | None:
        """The order of the values of the inner measure, which ranks keep; the same judged runs are at one place."""
        top = runs.topics.top
        if top is None:
            return None
        if self.space == "universe":
            return self._on_universe(runs, top).order(runs, self._table(runs, top))
        found, place = np.unique(self._table(runs, top), axis=0, return_inverse=True)
        levels = profile_levels(self.inner, found, self.top(top))
        return None if levels is None else levels[place.reshape(-1)].reshape(runs.shape)

    @property
    def one_order(self) -> bool:
        return self.space != "topic"

    def _on_universe(self, runs: JudgedRuns, top: int) -> OnUniverse:
        return OnUniverse.of(self, runs, self.top(top))

    def _table(self, runs: JudgedRuns, top: int) -> Array:
        """The grades of all judged runs, one row for each system and topic."""
        table = np.zeros((runs.retrieved.size, self.length), dtype=np.int16)
        for rows, block in runs.blocks():
            table[rows] = self._grades(block, top)
        return table

    def why_not(self, runs: JudgedRuns) -> str:
        """Why there is no scale for these runs, and what to do; empty where there is one. Nothing is counted."""
        try:
            top = self.top(runs.topics.top or 1)
            if self.space == "universe":
                self._on_universe(runs, top).check()
                return ""
            if self.space == "all":
                self.scale(top)
                return ""
            for most in over_topics(self._limits(runs)):
                self.scale(top, most)
        except IntervaleError as error:
            why = str(error).removeprefix(f"{self.inner} has ").removeprefix(f"{self.inner}: ")
            return why.removeprefix(f"{self}: ")
        return ""

    def _grades(self, block: Profiles, top: int) -> Array:
        """The grades of rows as far as they count, one row a run; 0 where nothing was judged."""
        if self.inner.judged_only:
            block = block.judged_only()
        table = np.zeros((len(block.retrieved), self.length), dtype=np.int16)
        place, row = np.nonzero((block.rank <= self.length) & (block.grade > 0))
        table[row, block.rank[place, row] - 1] = np.minimum(block.grade[place, row], top)
        return table

    def _from(self, table: Array, scale: IntervalScale) -> tuple[Array, Array]:
        """Scores of rows of grades, 0 where all runs have one value, and how far each can be off; each profile that
        occurs is looked up once.
        """
        if scale.one_value:
            return np.zeros(len(table)), np.zeros(len(table))
        found, place = np.unique(table, axis=0, return_inverse=True)
        scored = _logarithms if self.log else IntervalScale.scored
        scores, errors = scored(scale, found.tolist(), self.tie_rule)
        return scores[place.reshape(-1)], errors[place.reshape(-1)]

    def _limits(self, runs: JudgedRuns) -> list[tuple[int, ...]]:
        """For each topic, how many documents of the grades from 1 on can stand in a run of this length."""
        topics = runs.topics
        counts = [topics.sums(topics.grades == grade).astype(int) for grade in range(1, (topics.top or 0) + 1)]
        return [tuple(min(int(n), self.length) for n in column) for column in zip(*counts, strict=True)]

    def notes(self, runs: JudgedRuns) -> Iterator[str]:
        """What scale it is comes first, then what was done."""
        top = runs.topics.top
        if top is None:
            yield from self.inner.notes(runs)
            return
        if self.placed:
            yield (
                f"tie rule {self.tie_rule}: ranks are places among {self._runs_counted(runs, top)}, not among values: "
                "ordinal, as steps between values are not equal"
            )
        if self.log:
            yield "logarithms of ranks are for display only: they are not an interval scale"
        if self.space == "all" and self.inner.recall_based:
            yield (
                "a surrogate: the measure depends on the judgments of the topic, so topics do not share one "
                "interval scale"
                if not self.placed
                else "the measure depends on the judgments of the topic (recall base, ideal run), which these places "
                "leave out: a surrogate"
            )
        yield from self.inner.notes(runs)
        short = int((runs.answered & (runs.retrieved < self.length)).sum())
        if short:
            yield (
                f"{short:,} of {int(runs.answered.sum()):,} ranked lists (one per system and topic) have fewer than "
                f"{self.length} documents and are padded with non-relevant ones"
            )
        if self.takes_top_from(runs, top):
            yield f"top grade {top}, from these judgments; write interval(M, grades={top}) to fix it"
        if self.space == "all":
            scale = self.scale(top)
            yield from [scale.assumption] if scale.assumption else []
            yield from ["all runs have the same value here, and score 0"] if scale.one_value else []
        elif self.space == "universe":
            yield from self._on_universe(runs, top).notes(runs)
        else:
            limits = self._limits(runs)
            flat = sum(
                limits.count(most) for most in over_topics(limits, again=True) if self.scale(top, most).one_value
            )
            yield "each topic has its own scale, over the runs that its judgments allow"
            if flat:
                yield f"{flat} of {runs.shape[1]} topics allow only one value, and score 0"

    def _runs_counted(self, runs: JudgedRuns, top: int) -> str:
        """Among which runs places are."""
        if self.space == "topic":
            return "the runs that the topic allows"
        scale = self._on_universe(runs, top).scale if self.space == "universe" else None
        return "all runs" if scale is None else f"the runs of S[{scale.length}, {scale.bases}]"

    def takes_top_from(self, runs: JudgedRuns, top: int) -> bool:
        """Whether the top grade is that of the judgments, and another one would make another scale."""
        if self.grades is not None or int(runs.topics.grades.max(initial=0)) < top:
            return False
        if not self.inner.has_fold or (self.placed and self.space == "all"):
            return True  # places count all runs
        try:
            here, above = (self.inner.fold(1, grades).gains for grades in (top, top + 1))
        except MeasureError:  # it is for this top grade alone
            return False
        # a topic has no documents of another grade
        return here != above[: len(here)] if self.space == "topic" else set(here) != set(above)

    def remarks(self, scores: Array, errors: Array) -> Iterator[str]:
        """How many topics stand behind the means, and how far scores can be off; a topic that a run lacks does not
        count.
        """
        answered = ~np.isnan(scores)
        known = np.where(answered, scores, 0.0)
        if self.few_may_carry and scores.shape[1] > 1:
            behind = effective_number(known)
            carried = int(one_carries(scores).sum())
            if not np.isnan(behind).all():
                numbers = _between(behind[~np.isnan(behind)], ".1f")
                yield f"effective number of topics behind a mean: {numbers} of {scores.shape[1]}"
            if carried:
                yield (
                    f"one topic carries more than half of the mean of {_of(carried, len(scores), 'system')}: it says "
                    "little about the others; compare topics (--per-topic), or use the logarithm (log=True)"
                )
        if small := int((answered & (errors > 0) & (known < SMALLEST)).sum()):
            some = _of(small, int(answered.sum()), "score")
            yield f"{some} may be above 0, but too small for floats: use the logarithm (log=True)"
        if errors.any():
            number = np.maximum(1, answered.sum(axis=1))
            means, off = known.sum(axis=1) / number, np.where(answered, errors, 0.0).sum(axis=1) / number
            relative = np.divide(off, means, out=np.zeros_like(off), where=means > 0)
            yield f"scores are known to within {errors.max():.1e}, means to within {relative.max():.1e} of their size"


def interval(
    measure: str | Measure,
    *,
    length: int | None = None,
    tie_rule: str | None = None,
    space: str = "all",
    method: str | None = None,
    seed: int = 0,
    log: bool = False,
    grades: int | None = None,
    precise: bool = False,
    bases: int | None = None,
) -> Interval:
    """The interval form of a measure; :class:`Interval` explains the options.

    Without ``length`` the cutoff of the measure is the length of runs.

    >>> interval("AP@10", tie_rule="mid")
    interval(AP@10,tie_rule='mid')
    """
    inner = load_measure(measure)
    check_form(inner)
    length = inner.cutoff if length is None else length
    if length is None:
        example = f"{inner}@10" if inner.at == "cutoff" else f"{inner.written}, length=10"
        raise MeasureError(f"interval({inner}): the length of runs is missing: write interval({example})")
    return Interval(inner, length, tie_rule, space, method, seed, log, grades, precise, bases)


def interval_as_written(measure: str | Measure, **options: Any) -> Interval:
    """The interval form that is written as text, with options that may be unknown."""
    known = [field.name for field in fields(Interval) if field.name != "inner"]
    unknown = sorted(set(options) - set(known))
    if unknown:
        raise MeasureError(f"interval has no option {unknown[0]!r}; it has {', '.join(known)}")
    return interval(measure, **options)


def _logarithms(scale: IntervalScale, runs: Sequence[Sequence[int]], tie_rule: str | None) -> tuple[Array, Array]:
    """log rank / log of the best value's rank, of runs, and how far it can be off."""
    _, best = scale.ends(tie_rule)
    bounds = [(log(low), log(high)) for low, high in scale.rank_bounds_of(runs, tie_rule)]
    low, high = np.array(bounds).reshape(-1, 2).T / (log(best.numerator) - log(best.denominator))
    return (low + high) / 2, (high - low) / 2


def _between(numbers: Array, form: str) -> str:
    low, high = f"{numbers.min():{form}}", f"{numbers.max():{form}}"
    return low if low == high else f"{low} to {high}"


def _of(some: int, all_of_them: int, noun: str) -> str:
    return f"the only {noun}" if all_of_them == 1 else f"{some:,} of {all_of_them:,} {noun}s"


def _padded(profile: tuple[int, ...], length: int) -> tuple[int, ...]:
    """The first ranks of a run, filled up where there are fewer."""
    return (*profile[:length], *(0,) * (length - len(profile)))
