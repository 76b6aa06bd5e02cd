"""Choosing how the values of a measure are counted: the first way whose sizes fit.

Ways to count are a table. Each looks at sizes, which are bounded before any value is listed, and gives a counting that
has not begun to count. What fits none is refused with a sentence, at once.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from fractions import Fraction
from functools import cached_property, partial
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import EXACT, Exact, LogSum, exact_number
from intervale.exact.independent import Part, independent_parts, multiples
from intervale.exact.totals import HalfSums, Nested
from intervale.measures import Fold, Measure
from intervale.measures.measure import Additive, Folded
from intervale.orders import RunSpace
from intervale.scales.choices import Choices, allowed_runs
from intervale.scales.counting import Counting, Listed, Numbered, values_of_runs
from intervale.scales.deep import Enclosed, Estimated
from intervale.scales.halves import Halves
from intervale.scales.numeric import Numeric, Sampled
from intervale.scales.sizes import MOST_LISTED, Sizes
from intervale.scales.values import TOLERANCE

__all__ = ["METHODS", "Task", "check_form", "fold_of", "of_runs", "run_length", "with_gains"]

MOST_LOGARITHMIC, LONGEST = 60_000, 5000
MOST_IN_A_PART, MOST_TOTALS, MOST_COUNTED = 1 << 18, 1 << 46, 20_000
MOST_PLACES, MOST_LOGARITHMS, MOST_BITS = 1 << 18, 1 << 15, 1 << 28
"""How many numbers there may be to pick from at all ranks together, how many of them over logarithms, and how many bits
the exact numbers of a measure may have.
"""
MOST_EXACT_RUNS, MOST_RUNS, SAMPLE, PIECE = 200_000, 1 << 20, 1 << 20, 1 << 16
LARGEST_GAIN = 10**100
LONGEST_FOLD, MOST_IN_A_FOLD = 10_000, 1 << 26
"""How many ranks a value may look at that is no sum over ranks, and how many ranks and grades together."""


@dataclass(frozen=True, eq=False)
class Task:
    """What is to be counted: the values of a measure that grows rank by rank, on all runs of a space or on those that a
    topic allows. What its sizes say is looked at once.
    """

    measure: Measure
    space: RunSpace
    fold: Fold
    most: tuple[int, ...] | None = None
    seed: int = 0

    @cached_property
    def choices(self) -> Choices:
        whole = Choices.of(self.fold)
        return whole if self.most is None else whole.within(self.space.length, self.most)

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
    def sizes(self) -> Sizes | None:
        """How many values there can be at each rank."""
        return Sizes.of(self.choices) if self.choices.length <= LONGEST else None

    def counting(self, method: str | None = None) -> Counting:
        """The first way to count that fits, or the one of a ``method``; ``exact`` is any that counts exactly."""
        if method not in (None, "exact", *METHODS):
            raise OptionError(f"method={method!r} is not known; one of: exact, {', '.join(METHODS)}")
        if self.most is not None:
            self._check_allowed()
        for name, way in WAYS:
            if method in (None, name) or (method == "exact" and name not in DEEP):
                found = way(self)
                if found is not None:
                    return found
        raise self._too_many(method)

    def _check_allowed(self) -> None:
        """Refuse sums over logarithms on more runs of a topic than can be listed."""
        logarithms = any(isinstance(weight, LogSum) for weight in self.fold.weights or ())
        if self.limited and logarithms and allowed_runs(self.space.length, self.most or ()) > MOST_LOGARITHMIC:
            raise self._too_many(None)

    def _too_many(self, method: str | None) -> OptionError:
        measure, length = self.measure, self.space.length
        if method is not None:
            return OptionError(
                f"the method {method} does not count the values of {measure} on runs of length {length}: it is for "
                "another kind of measure, or they are too many; leave the method out"
            )
        if self.limited:
            return OptionError(
                f"{measure} has too many values on the runs of length {length} that a topic allows; take a smaller "
                "cutoff, or the space of all runs (without space='topic')"
            )
        where = f"{self.space.size_text} of length {length} over grades 0..{self.space.grades}"
        return OptionError(
            f"{measure} has too many values on {where} to count them, or to estimate how many there are. Take a "
            "smaller cutoff, or compare systems topic by topic, which needs no scale"
        )


def _lexicographic(task: Task) -> Counting | None:
    return None if task.parts is None else Nested.of(task.parts)


def _half_sums(task: Task) -> Counting | None:
    sums = None if task.parts is None else HalfSums(task.parts)
    return sums if sums is not None and sums.size <= MOST_TOTALS else None


def _grid(task: Task) -> Counting | None:
    if task.parts is None or task.places is None or HalfSums(task.parts).size == 1:
        return None
    return Enclosed(task.choices, task.places, task.parts)


def _formula(task: Task) -> Counting | None:
    """Where the measure says how many runs have each value."""
    if task.limited or task.fold.length > MOST_COUNTED:
        return None
    counted = task.measure.counted(task.space.length, task.space.grades)
    return None if counted is None else Listed.of_counts(counted)


def _numbered(task: Task) -> Counting | None:
    """By what the measure says, or because sums leave no multiple out."""
    if task.limited:
        return None
    size = task.measure.numbered(task.space.length, task.space.grades)
    if size is not None:
        return Numbered(size, by_run=partial(_halves, task))
    found = None if task.places is None else multiples(task.places)
    if found is None or found.size is None:
        return None
    return Numbered(found.size, found.least, found.step, by_run=partial(_halves, task))


def _halves(task: Task) -> Halves | None:
    return None if task.sizes is None else Halves.of(task.choices, task.sizes)


def _listed(task: Task) -> Counting | None:
    sizes = task.sizes
    if sizes is None or sizes.widest > MOST_LISTED or sizes.looked_at > 5 * MOST_LISTED:
        return None
    return Listed.of(task.choices, sizes)


def _residues(task: Task) -> Counting | None:
    return None if task.sizes is None else Estimated.of(task.choices, task.sizes, task.seed)


WAYS: tuple[tuple[str, Callable[[Task], Counting | None]], ...] = (
    ("lexicographic", _lexicographic),
    ("half sums", _half_sums),
    ("grid", _grid),
    ("listed", _formula),
    ("numbered", _numbered),
    ("halves", _halves),
    ("listed", _listed),
    ("residues", _residues),
)
"""Ways to count, the ones that are taken first first: None where sizes do not fit."""
DEEP = ("grid", "residues")
METHODS = (*dict.fromkeys(name for name, _ in WAYS if name not in DEEP), *DEEP)
"""How values that grow rank by rank are counted; the last two give bounds and estimates."""


def check_form(measure: Measure) -> None:
    """Refuse a measure that is not defined on a run space, or is an interval form itself."""
    if not measure.on_run_space:
        raise MeasureError(f"{measure} has no interval form: {measure.why_no_exact}")
    if measure.is_derived:
        raise MeasureError(f"{measure} is an interval form already: take the measure inside")


def fold_of(measure: Measure, space: RunSpace) -> Fold:
    """The fold of a measure on a space, unless its numbers are too many, or too long."""
    on_space = measure.on_space(space.length, space.grades)
    used = min(on_space.cutoff or space.length, space.length)
    bits = logarithms = 0
    if not isinstance(on_space, Additive) and (used > LONGEST_FOLD or used * space.grades > MOST_IN_A_FOLD):
        bits = MOST_BITS + 1
    elif isinstance(on_space, Folded):
        bits = _bits(on_space.gain(space.grades, space.grades)) * (space.grades + 1)
    if isinstance(on_space, Additive) and bits <= MOST_BITS:
        ends = [on_space.weight(EXACT.number(rank), EXACT) for rank in (1, max(1, used - 1), used)]
        bits += max(map(_bits, ends)) * used
        logarithms = used * (space.grades + 1) if any(isinstance(weight, LogSum) for weight in ends) else 0
    if bits > MOST_BITS or logarithms > MOST_LOGARITHMS:
        raise OptionError(
            f"the exact values of {measure} on runs of length {space.length} over grades 0..{space.grades} are too "
            "large to analyse; take a smaller cutoff, or fewer grades"
        )
    return measure.fold(space.length, space.grades)


def _bits(number: Exact) -> int:
    """How long an exact number is; those over logarithms count by their number."""
    if isinstance(number, LogSum):
        return 0
    exact = Fraction(number)
    return exact.numerator.bit_length() + exact.denominator.bit_length()


def of_runs(measure: Measure, space: RunSpace) -> Counting:
    """The values of a measure that is no fold: of all runs, or of a sample of them."""
    if not measure.numeric:
        measure.exact((0,) * space.length, grades=space.grades)  # one without exact values says so
        if space.size > MOST_EXACT_RUNS:
            raise OptionError(
                f"{measure}: {space.size_text} are too many to look at each, {MOST_EXACT_RUNS:,} are the most; take a "
                "smaller length"
            )
        measure.check_exact(space.length, space.grades)
        return values_of_runs(lambda run: measure.exact(run, grades=space.grades), space)
    if space.size <= MOST_RUNS:
        return Numeric.of_scores(_scores(measure, space.array()), TOLERANCE)
    random = np.random.default_rng(0)
    drawn = random.integers(0, space.grades + 1, size=(SAMPLE, space.length), dtype=np.int16)
    return Sampled(np.sort(_scores(measure, drawn)), space.size)


def _scores(measure: Measure, runs: Any) -> Any:
    """Scores of rows of grades, given to the function as 64-bit integers, some rows at a time."""
    pieces = [
        np.asarray(measure.score(runs[start : start + PIECE].astype(np.int64)), dtype=np.float64)
        for start in range(0, len(runs), PIECE)
    ]
    scores = np.concatenate(pieces)
    if np.isnan(scores).any():
        raise MeasureError(f"{measure} is not defined on every run of the space, so it has no scale there")
    return scores


def run_length(measure: Measure, length: int | None) -> int:
    """How long runs are: as asked, else as the measure says."""
    if length is not None and (isinstance(length, bool) or not isinstance(length, int | np.integer)):
        raise OptionError(f"length={length!r} must be a whole number")
    size = length if length is not None else measure.cutoff
    if size is None:
        example = f" (as in {measure}@10)" if measure.at == "cutoff" else ""
        raise OptionError(f"{measure}: say how long runs are: by a cutoff{example}, or by a length (--length 10)")
    return int(size)


def with_gains(measure: Measure, gains: Mapping[int, Any] | Sequence[Any], grades: int) -> Measure:
    """The measure with other gains, which are named for all grades."""
    if "gains" not in {field.name for field in fields(measure)}:
        raise MeasureError(
            f"{measure} takes no gains; measures that do are DCG, nDCG, gP, gR, gRBP, INSQ and F(graded=True)"
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
