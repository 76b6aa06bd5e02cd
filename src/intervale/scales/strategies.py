"""Strategies of counting the values of a measure: the first whose sizes fit is taken.

Strategies are a table. Each row says what its counting costs, from sizes that are bounded before any value is listed,
how much it may cost, and gives a counting that has not begun to count. What fits none is refused with a sentence, at
once. A new way to count is a module of its own, with a :class:`~intervale.scales.counting.Counting` in it, and a row.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any, Generic, TypeVar

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import EXACT, Exact, LogSum, exact_number
from intervale.exact.independent import Part, independent_parts, multiples
from intervale.exact.progress import steps
from intervale.exact.shelf import Shelf
from intervale.exact.walk_places import NARROW, WIDTHS, WalkPlaces
from intervale.exact.walks import Walk
from intervale.measures import Fold, Measure
from intervale.measures.measure import Additive, Folded
from intervale.orders import RunSpace
from intervale.scales.cache import scale_key
from intervale.scales.choices import Choices, allowed_runs
from intervale.scales.counting import Counting
from intervale.scales.covered import Covered
from intervale.scales.deep import Enclosed, Estimated
from intervale.scales.halves import Halves
from intervale.scales.kept_tables import KeptTables
from intervale.scales.listed import Listed, Numbered, values_of_runs
from intervale.scales.multiplicities import MOST_BITS as MOST_DRAWN_BITS
from intervale.scales.multiplicities import Drawn
from intervale.scales.numeric import Numeric, Sampled
from intervale.scales.places import Placed, walk_of
from intervale.scales.sizes import MOST_LISTED, Sizes
from intervale.scales.totals import HalfSums, Nested
from intervale.scales.values import TOLERANCE
from intervale.scales.whole import Digits, Filled

__all__ = [
    "MOST_IN_FLOATS",
    "Runs",
    "Strategy",
    "Task",
    "Wish",
    "check_form",
    "checked_limits",
    "fold_of",
    "methods",
    "run_length",
    "with_gains",
]

MOST_LOGARITHMIC, LONGEST, LONGEST_COVERED = 60_000, 5000, 2000
MOST_IN_A_PART, MOST_IN_A_LARGE_PART = 1 << 18, 1 << 22
"""How many sums a part may have, and where values are counted by halves and no other way is left."""
MOST_PLACES, MOST_LOGARITHMS, MOST_BITS = 1 << 18, 1 << 15, 1 << 28
"""How many numbers there may be to pick from at all ranks together, how many of them over logarithms, and how many bits
the exact numbers of a measure may have.
"""
MOST_EXACT_RUNS, MOST_IN_FLOATS, SAMPLE, PIECE = 200_000, 1 << 20, 1 << 20, 1 << 16
LARGEST_GAIN = 10**100
PLACES = "places among all runs (tie_rule='mid'), which are ordinal, "
LONGEST_FOLD, MOST_IN_A_FOLD, MOST_MULTIPLIED = 10_000, 1 << 26, 1 << 46
"""How many ranks a value may look at that is no sum over ranks, how many ranks and grades together, and how much work
products of its gains may be: half a minute.
"""


@dataclass(frozen=True)
class Wish:
    """How a user wants values to be counted."""

    method: str | None = None
    """The name of a way to count; ``exact`` is any that counts exactly."""
    seed: int = 0
    """That of an estimate."""
    placed: bool = False
    """Whether places among all runs are asked for, which need no different values."""
    precise: bool = False
    """Whether bounds of places are to be narrow everywhere."""


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be counted: the values of a measure that grows rank by rank, on all runs of a space or on those that a
    topic allows. What its sizes say is looked at once.
    """

    measure: Measure
    space: RunSpace
    fold: Fold
    most: tuple[int, ...] | None = None
    wish: Wish = Wish()

    @cached_property
    def choices(self) -> Choices:
        return self.allowed(Choices.of(self.fold))

    def allowed(self, choices: Choices) -> Choices:
        """Choices as far as a topic allows them."""
        return choices if self.most is None else choices.within(self.space.length, self.most)

    @cached_property
    def walk(self) -> Walk | None:
        """Runs as walks from state to state."""
        return walk_of(Choices.of(self.fold), self.allowed)

    @property
    def limited(self) -> bool:
        """Whether a topic allows only some runs."""
        return self.choices.closing is not None

    @cached_property
    def places(self) -> list[list[Exact]] | None:
        """What there is to pick from, for sums over ranks; None for others, and where it is too much."""
        choices = self.choices
        return None if choices.weights is None or choices.number * choices.length > MOST_PLACES else choices.places()

    @cached_property
    def parts(self) -> list[Part] | None:
        """Parts whose sums tell what was picked."""
        return None if self.places is None else independent_parts(self.places, MOST_IN_A_PART, self.choices.times)

    @cached_property
    def large_parts(self) -> list[Part] | None:
        """The same where a part may have more sums."""
        return None if self.places is None else independent_parts(self.places, MOST_IN_A_LARGE_PART, self.choices.times)

    @cached_property
    def covered(self) -> Covered | None:
        """Sums of which nearly all multiples of a small unit are values."""
        return None if self.places is None or len(self.places) > LONGEST_COVERED else Covered.of(self.places)

    @cached_property
    def sizes(self) -> Sizes | None:
        """How many values there can be at each rank."""
        return Sizes.of(self.choices) if self.choices.length <= LONGEST else None

    def shelf(self, method: str) -> Shelf:
        """Where tables of a method are kept: in the cache."""
        return KeptTables(scale_key(self.measure, self.space, self.most, method))

    def counting(self) -> Counting:
        """The first counting that fits, as it is wished for."""
        method = self.wish.method
        if method not in (None, "exact", *methods()):
            raise OptionError(f"method={method!r} is unknown; use one of: exact, {', '.join(methods())}")
        found = first_that_fits(filter(self._wanted, STRATEGIES), self)
        if found is None:
            raise self._too_many(method)
        return found

    def _wanted(self, row: Strategy[Task]) -> bool:
        """Whether a strategy gives what is asked for; sums over logarithms on more runs of a topic than can be listed
        have places only.
        """
        method = self.wish.method
        if self._logarithms_of_a_topic and row.ranks:
            return False
        if row.by_name or method not in (None, "exact"):
            return method == row.kind.method
        gives = row.knows_places(self) if self.wish.placed else row.ranks
        return gives and (method is None or row.kind.exact)

    @cached_property
    def one_each(self) -> bool:
        """Whether every run has a value of its own, proven: rational sums whose totals tell what was picked."""
        if self.parts is None or self._logarithms or self.fold.length < self.space.length:
            return False
        return all(times == 1 for times in self.choices.times) and HalfSums(self.parts).size == self.choices.runs

    @cached_property
    def _logarithms_of_a_topic(self) -> bool:
        many = self.limited and allowed_runs(self.space.length, self.most or ()) > MOST_LOGARITHMIC
        return many and self._logarithms

    @cached_property
    def _logarithms(self) -> bool:
        return any(isinstance(weight, LogSum) for weight in self.fold.weights or ())

    def _too_many(self, method: str | None) -> OptionError:
        measure, length = self.measure, self.space.length
        if method is not None:
            return OptionError(
                f"the method {method} does not count the values of {measure} on runs of length {length}: it is for "
                "another kind of measure, or they are too many; leave the method out"
            )
        if self.limited:
            return OptionError(
                f"{measure} has too many values on the runs of length {length} that a topic allows; use a smaller "
                f"cutoff, {PLACES}or the space of all runs (without space='topic')"
            )
        where = f"{self.space.size_text} of length {length} over grades 0..{self.space.grades}"
        return OptionError(
            f"{measure} has too many values on {where} to count them, or to estimate how many there are. Use a "
            f"smaller cutoff, {'' if self.wish.placed else PLACES}or compare systems topic by topic, which needs no "
            "scale"
        )


@dataclass(frozen=True, eq=False)
class Runs:
    """What is to be counted where values do not grow rank by rank: those of all runs, or of a sample of them."""

    measure: Measure
    space: RunSpace

    def counting(self) -> Counting:
        """The first counting that fits."""
        if not self.measure.numeric:
            self.measure.exact((0,) * self.space.length, grades=self.space.grades)  # one without exact values says so
        found = first_that_fits(OF_RUNS, self)
        if found is None:
            raise OptionError(
                f"{self.measure}: {self.space.size_text} are too many to check (at most {MOST_EXACT_RUNS:,}); use a "
                "smaller length"
            )
        return found


T = TypeVar("T")


@dataclass(frozen=True)
class Strategy(Generic[T]):
    """A way to count: the counting that it gives, what that costs, and how much it may cost."""

    kind: type[Counting]
    make: Callable[[T], Counting | None]
    """The counting, which has not begun; None where values are of another kind."""
    costs: Callable[[T], Mapping[str, int] | None]
    """What there is to look at, and how much of it, known before counting; None where values are of another kind."""
    most: Mapping[str, int]
    """How much of each there may be."""
    ranks: bool = True
    """Whether different values are ranked."""
    places: Callable[[T], bool] | None = None
    """Whether places among all runs are known; None where they are if ranks are exact."""
    by_name: bool = False
    """Whether it is taken only where it is asked for by its name."""

    def knows_places(self, task: T) -> bool:
        return self.kind.exact if self.places is None else self.places(task)

    def counting(self, task: T) -> Counting | None:
        """None where it does not fit."""
        costs = self.costs(task)
        fits = costs is not None and all(number <= self.most[what] for what, number in costs.items())
        return self.make(task) if fits else None


def first_that_fits(strategies: Iterable[Strategy[T]], task: T) -> Counting | None:
    """The counting of the first strategy that fits."""
    return next((found for row in strategies if (found := row.counting(task)) is not None), None)


# ---------------------------------------------------------------- values that grow rank by rank


def _numbers(task: Task) -> Mapping[str, int] | None:
    return None if task.parts is None else {"numbers": task.choices.number * task.choices.length}


def _lexicographic(task: Task) -> Counting | None:
    return None if task.parts is None else Nested.of(task.parts)


def _totals(task: Task) -> Mapping[str, int] | None:
    return None if task.parts is None else {"totals": HalfSums(task.parts).size}


def _large_totals(task: Task) -> Mapping[str, int] | None:
    return None if task.large_parts is None else {"totals": HalfSums(task.large_parts).size}


def _half_sums(task: Task) -> Counting | None:
    return None if task.parts is None else HalfSums(task.parts)


def _large_half_sums(task: Task) -> Counting | None:
    return None if task.large_parts is None else HalfSums(task.large_parts)


def _grid(task: Task) -> Counting | None:
    if task.parts is None or task.places is None or HalfSums(task.parts).size == 1:
        return None
    return Enclosed(
        task.choices, task.places, task.parts, task.shelf(Enclosed.method), str(task.measure), task.one_each
    )


def _ranks(task: Task) -> Mapping[str, int] | None:
    return None if task.limited else {"ranks": task.fold.length}


def _formula(task: Task) -> Counting | None:
    """Where the measure says how many runs have each value."""
    counted = task.measure.counted(task.space.length, task.space.grades)
    return None if counted is None else Listed.of_counts(counted)


def _nothing(task: Task) -> Mapping[str, int] | None:
    return None if task.limited else {}


def _numbered(task: Task) -> Counting | None:
    """By what the measure says, or because sums leave no multiple out."""
    by_run = partial(_by_run, task)
    size = task.measure.numbered(task.space.length, task.space.grades)
    if size is not None:
        return Numbered(size, by_run=by_run)
    found = None if task.places is None else multiples(task.places)
    if found is None or found.size is None:
        return None
    return Numbered(found.size, found.least, found.step, by_run=by_run)


def _by_run(task: Task) -> Counting | None:
    """What counts the runs that have a value."""
    return _digits(task) or HALVES.counting(task)


def _digits(task: Task) -> Counting | None:
    return None if task.places is None else Digits.of(task.choices, task.places)


def _filled(task: Task) -> Counting | None:
    return None if task.places is None else Filled.of(task.places, partial(_by_run, task))


def _off(task: Task) -> Mapping[str, int] | None:
    """By how many millionths a score can be off."""
    return None if task.covered is None else {"millionths": int(1e6 * task.covered.off) + 1}


def _covered(task: Task) -> Counting | None:
    return task.covered


def _halves(task: Task) -> Halves | None:
    if task.sizes is None:
        return None
    return Halves.of(task.choices, task.sizes, partial(_halves_again, task.measure, task.space, task.most))


def _halves_again(measure: Measure, space: RunSpace, most: tuple[int, ...] | None) -> Halves:
    """The same counting, in another process."""
    found = _halves(Task(measure, space, fold_of(measure, space), most))
    assert found is not None
    return found


def _listed(task: Task) -> Counting | None:
    return None if task.sizes is None else Listed.of(task.choices, task.sizes)


def _residues(task: Task) -> Counting | None:
    return None if task.sizes is None else Estimated.of(task.choices, task.sizes, task.wish.seed)


def _drawn(task: Task) -> Counting | None:
    if task.walk is None:
        return None
    places = WalkPlaces(task.walk)
    return Drawn.of(task.choices, lambda values: places.bounds([float(value) for value in values]), task.wish.seed)


def _placed(task: Task) -> Counting | None:
    if task.walk is None:
        return None
    widths = (NARROW,) if task.wish.precise else WIDTHS
    return Placed(task.walk, task.fold, widths, task.shelf(Placed.method))


HALVES: Strategy[Task] = Strategy(
    Halves,
    _halves,
    lambda task: None if task.sizes is None else Halves.costs(task.sizes),
    {"half": 1 << 22, "pairs": 1 << 33, "second halves": 1 << 28},
)
STRATEGIES: tuple[Strategy[Task], ...] = (
    Strategy(Nested, _lexicographic, _numbers, {"numbers": MOST_PLACES}),
    Strategy(HalfSums, _half_sums, _totals, {"totals": 1 << 46}),
    Strategy(Enclosed, _grid, _numbers, {"numbers": MOST_PLACES}, places=lambda task: task.one_each),
    Strategy(Listed, _formula, _ranks, {"ranks": 20_000}),
    Strategy(Numbered, _numbered, _nothing, {}),
    Strategy(Digits, _digits, _nothing, {}),
    Strategy(Filled, _filled, _nothing, {}),
    Strategy(HalfSums, _large_half_sums, _large_totals, {"totals": 1 << 46}),
    HALVES,
    Strategy(
        Listed,
        _listed,
        lambda task: None if task.sizes is None else Listed.costs(task.sizes),
        {"at a rank": MOST_LISTED, "at all ranks": 5 * MOST_LISTED},
    ),
    Strategy(Covered, _covered, _off, {"millionths": 100}),
    Strategy(
        Estimated,
        _residues,
        lambda task: None if task.sizes is None else Estimated.costs(task.choices, task.sizes),
        {"half": 1 << 23, "prime": 1 << 31, "second halves": 1 << 28},
    ),
    Strategy(Covered, _covered, _off, {"millionths": 100_000}),
    Strategy(Drawn, _drawn, lambda task: Drawn.costs(task.choices), {"bits of runs": MOST_DRAWN_BITS}, by_name=True),
    Strategy(
        Placed,
        _placed,
        lambda task: {"ranks": task.choices.length},
        {"ranks": LONGEST},
        ranks=False,
        places=lambda task: True,
    ),
)
"""Strategies for values that grow rank by rank, the ones that are taken first first."""


def methods() -> tuple[str, ...]:
    """How values that grow rank by rank are counted; those that give bounds and estimates come last."""
    kinds = [row.kind for row in STRATEGIES]
    exact, others = ([kind.method for kind in kinds if kind.exact is wanted] for wanted in (True, False))
    return tuple(dict.fromkeys(exact + others))


# ---------------------------------------------------------------- values of single runs


def _runs(task: Runs) -> Mapping[str, int]:
    return {"runs": task.space.size}


def _each_run(task: Runs) -> Counting:
    measure, space = task.measure, task.space
    measure.check_exact(space.length, space.grades)
    return values_of_runs(lambda run: measure.exact(run, grades=space.grades), space)


def _numeric(task: Runs) -> Counting:
    return Numeric.of_scores(_scores(task.measure, task.space.array()), TOLERANCE)


def _sampled(task: Runs) -> Counting:
    space = task.space
    drawn = np.random.default_rng(0).integers(0, space.grades + 1, size=(SAMPLE, space.length), dtype=np.int16)
    return Sampled(np.sort(_scores(task.measure, drawn)), space.size)


def _scores(measure: Measure, runs: Any) -> Any:
    """Scores of rows of grades, given to the function as 64-bit integers, some rows at a time."""
    pieces = [
        np.asarray(measure.score(runs[start : start + PIECE].astype(np.int64)), dtype=np.float64)
        for start in steps(range(0, len(runs), PIECE), f"scoring runs by {measure}")
    ]
    scores = np.concatenate(pieces)
    if np.isnan(scores).any():
        raise MeasureError(f"{measure} is not defined on every run of the space, so it has no scale there")
    return scores


OF_RUNS: tuple[Strategy[Runs], ...] = (
    Strategy(Listed, _each_run, lambda task: None if task.measure.numeric else _runs(task), {"runs": MOST_EXACT_RUNS}),
    Strategy(Numeric, _numeric, lambda task: _runs(task) if task.measure.numeric else None, {"runs": MOST_IN_FLOATS}),
    Strategy(Sampled, _sampled, lambda task: {"drawn": SAMPLE} if task.measure.numeric else None, {"drawn": SAMPLE}),
)
"""Strategies for values that do not."""


# ---------------------------------------------------------------- a measure on a space


def check_form(measure: Measure) -> None:
    """Refuse a measure that is not defined on a run space, or is an interval form itself."""
    if not measure.on_run_space:
        raise MeasureError(f"{measure} has no interval form: {measure.why_no_exact}")
    if measure.is_derived:
        raise MeasureError(f"{measure} is already an interval form: use the measure inside it")


def fold_of(measure: Measure, space: RunSpace) -> Fold:
    """The fold of a measure on a space, unless its numbers are too many, or too long."""
    on_space = measure.on_space(space.length, space.grades)
    used = min(on_space.cutoff or space.length, space.length)
    bits = logarithms = 0
    if not isinstance(on_space, Additive) and (used > LONGEST_FOLD or used * space.grades > MOST_IN_A_FOLD):
        bits = MOST_BITS + 1
    elif isinstance(on_space, Folded):
        bits = _bits(on_space.gain(space.grades, space.grades)) * (space.grades + 1)
    if isinstance(on_space, Folded) and not isinstance(on_space, Additive) and bits <= MOST_BITS:
        bits = MOST_BITS + 1 if _multiplied(on_space, used, space.grades) > MOST_MULTIPLIED else bits
    if isinstance(on_space, Additive) and bits <= MOST_BITS:
        weights = (on_space.weight(EXACT.number(rank), EXACT) for rank in (1, max(1, used - 1), used))
        ends = [on_space.scaled(weight, EXACT) for weight in weights]
        bits += max(map(_bits, ends)) * used
        logarithms = used * (space.grades + 1) if any(isinstance(weight, LogSum) for weight in ends) else 0
    if bits > MOST_BITS or logarithms > MOST_LOGARITHMS:
        raise OptionError(
            f"the exact values of {measure} on runs of length {space.length} over grades 0..{space.grades} are too "
            "large to analyse; use a smaller cutoff, or fewer grades"
        )
    return measure.fold(space.length, space.grades)


def _multiplied(measure: Folded, used: int, grades: int) -> int:
    """How much work a value is that is made of products of gains: at each rank, the square of how long they may be."""
    gains: list[Any] = [measure.gain(grade, grades) for grade in range(grades + 1)]
    longest: int = max(gain.denominator.bit_length() for gain in gains)
    return used * (used * longest) ** 2


def _bits(number: Exact) -> int:
    """How long an exact number is; those over logarithms count by their number."""
    if isinstance(number, LogSum):
        return 0
    exact = Fraction(number)
    return exact.numerator.bit_length() + exact.denominator.bit_length()


def run_length(measure: Measure, length: int | None) -> int:
    """How long runs are: as requested, else as the measure says."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int | np.integer)):
        raise OptionError(f"length={length!r} must be a whole number")
    size = length if length is not None else measure.cutoff
    if size is None:
        example = f" (as in {measure}@10)" if measure.at == "cutoff" else ""
        raise OptionError(f"{measure}: the length of runs is missing: give a cutoff{example} or a length (--length 10)")
    return int(size)


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
