"""The values of a measure on a space as a whole: their range, the gaps between them, and where runs lie."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import sqrt

import numpy as np

from intervale.data import TopicJudgments
from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, LogSum, exact_sorted
from intervale.exact.logsum import exact_sum
from intervale.measures import Fold, Measure
from intervale.orders import RunSpace
from intervale.scales.choices import Choices
from intervale.scales.counting import Counting
from intervale.scales.folds import fold_of
from intervale.scales.listed import values_of_runs
from intervale.scales.mapping import interval_scale
from intervale.scales.run_moments import RunMoments, run_moments, symmetric
from intervale.scales.run_shares import Counted, Enclosed, RunShares
from intervale.scales.spacing import by_theorem
from intervale.scales.values import RunValues
from intervale.scales.verdicts import scale

__all__ = ["ValueRange"]

MOST_RUNS, MOST_VALUES, MOST_LOGARITHMIC = 20_000, 1 << 20, 1 << 13
"""How many runs of a derived measure are looked at one by one, how many values are listed, and how many of them where
they are sums over logarithms.
"""
HALF = Fraction(1, 2)
CLOSE = 1e-12
"""Steps that are this close to the largest one, in floats, for each 1 of the largest value, are compared exactly."""


@dataclass(frozen=True, eq=False)
class ValueRange:
    """A measure on a space, with what is known of its values there."""

    measure: Measure
    space: RunSpace
    fold: Fold | None
    counting: Counting | None
    """None where values are too many to count."""
    quick: bool
    """Whether the number of values is known, or soon counted."""

    @staticmethod
    def of(measure: Measure, space: RunSpace) -> ValueRange:
        if measure.is_derived:
            return ValueRange(measure, space, None, _listed(measure, space), True)
        fold = fold_of(measure, space) if measure.has_fold else None
        try:
            mapped = interval_scale(measure, length=space.length, grades=space.grades)
        except OptionError:
            if fold is None:
                raise
            return ValueRange(measure, space, fold, None, False)
        if mapped.exact:
            return ValueRange(measure, space, fold, mapped.counting, mapped.quick)
        if fold is None:
            raise OptionError(
                f"{measure}: the space has {space.size_text}, of which only a sample is scored, and a sample does not "
                "say which range is reached; use a smaller length"
            )
        return ValueRange(measure, space, fold, None, False)

    # ------------------------------------------------------------ the range

    @cached_property
    def ends(self) -> tuple[Exact, Exact]:
        """The least and the greatest value: counted, of a sum the sums of the ends, else those of the worst and the
        best run where better documents never lower the value.
        """
        if self.counting is not None:
            return self.counting.extremes
        assert self.fold is not None
        if self.fold.weights is not None:
            places = [exact_sorted(place) for place in Choices.of(self.fold).places()]
            return exact_sum(place[0] for place in places), exact_sum(place[-1] for place in places)
        order = "rank-replacement"
        found = scale(self.measure, length=self.space.length, grades=self.space.grades, order=order)[order].isotone
        if not (found.holds and found.proven):
            raise OptionError(f"{self.measure}: the range of its values is not known here; use a smaller length")
        worst, best = ((grade,) * self.space.length for grade in (0, self.space.grades))
        return self.fold.value(worst), self.fold.value(best)

    @property
    def middle(self) -> Exact:
        """The middle of the range."""
        return (self.ends[0] + self.ends[1]) * HALF

    @cached_property
    def nominal(self) -> tuple[tuple[Exact, Exact], str]:
        """The range that scores are assumed to have, and why it is the attained one where it is."""
        if not self.measure.in_unit:
            return self.ends, "no range is assumed for its scores: the nominal range is the attained one"
        if self.measure.is_derived:
            return (Fraction(0), Fraction(1)), ""
        if self.measure.recall_based:
            why = "a constant of the topic divides its scores, and is left out here"
        elif _leaves_out(self.measure, self.space):
            why = "a constant divides its scores, and is left out here"
        else:
            return (Fraction(0), Fraction(1)), ""
        return self.ends, f"{why}: the nominal range is the attained one"

    @cached_property
    def values(self) -> Sequence[Exact] | None:
        """All values, where they are needed and not too many to list."""
        if self.counting is None or self.counting.equally_spaced:
            return None
        most = MOST_LOGARITHMIC if any(isinstance(end, LogSum) for end in self.ends) else MOST_VALUES
        number = self.counting.most_values
        return self.counting.values if number is not None and number <= most else None

    @cached_property
    def gaps(self) -> tuple[int | None, Exact | None, tuple[Exact, Exact] | None]:
        """How many values there are, the largest step between neighbouring ones, and the first two with it."""
        if self.values is not None:
            pair = _largest_gap(self.values)
            return len(self.values), None if pair is None else pair[1] - pair[0], pair
        if self.counting is None:
            known = None if self.fold is None else by_theorem(self.measure, self.fold, self.space)
            return (None, None, None) if known is None else (known.values, known.largest, None)
        size = self.counting.size if self.quick else None
        if self.counting.equally_spaced and size is not None and size > 1:
            low, high = self.counting.extremes
            step = (high - low) * Fraction(1, size - 1)
            return size, step, (low, low + step)
        steps = self.counting.step_range
        found = None if self.fold is None or steps is not None else by_theorem(self.measure, self.fold, self.space)
        largest = steps[1] if steps is not None else None if found is None else found.largest
        return size, largest, None

    # ------------------------------------------------------------ all runs

    @cached_property
    def moments(self) -> RunMoments | None:
        """The mean and the standard deviation over all runs; None where there are too many states."""
        if self.fold is not None:
            return run_moments(self.measure, self.fold)
        if self.values is None or self.counting is None:
            return None
        return _of_counts([(value, self.counting.ways(value)) for value in self.values])

    @cached_property
    def shares(self) -> tuple[RunShares | None, str]:
        """The shares of runs below numbers; and why they are not known, or known between bounds only."""
        if self.counting is not None:
            counted = Counted(self.counting, self.values, None if self.fold is None else Choices.of(self.fold))
            try:
                _ = counted.runs
            except OptionError:  # values are numbered by a theorem, and runs too many to count
                pass
            else:
                return counted, self.counting.assumption if self.measure.numeric else ""
        enclosed = None if self.fold is None else Enclosed.of(Choices.of(self.fold))
        if enclosed is None:
            known = self.fold is not None and symmetric(self.fold)
            what = "shares of runs are" if known else "shares of runs and their median are"
            return None, f"{what} not known: there are too many values, and too many states"
        return enclosed, "shares of runs lie between proven bounds: there are too many values to count"

    @cached_property
    def median(self) -> tuple[Exact, Exact] | None:
        """Between which numbers the median over all runs lies: twice the median where it is known."""
        if self.fold is not None and symmetric(self.fold):
            return self.middle, self.middle
        shares, _ = self.shares
        if shares is None:
            return None
        low, high = shares.median()
        return max(low, self.ends[0]), min(high, self.ends[1])

    @property
    def median_is_value(self) -> bool | None:
        """Whether a run has the median as its value; None where that is not known."""
        if self.counting is None or self.measure.numeric or self.median is None or self.median[0] != self.median[1]:
            return None
        return self.counting.has(self.median[0])

    # ------------------------------------------------------------ the different values

    @cached_property
    def of_values(self) -> tuple[Exact, Exact] | None:
        """The mean and the median of the different values; None where they are too many to list."""
        spaced = self.counting is not None and self.counting.equally_spaced
        if spaced or (self.fold is not None and symmetric(self.fold)):
            return self.middle, self.middle
        values = self.values
        if values is None:
            return None
        last = len(values) - 1
        median = (values[last // 2] + values[(last + 1) // 2]) * HALF
        return exact_sum(values) * Fraction(1, len(values)), median


def _leaves_out(measure: Measure, space: RunSpace) -> bool:
    """Whether a score on a topic is a run's value times something else than 1."""
    top, length = space.grades, space.length
    relevant = np.full(length, top, dtype=np.int64)
    topic = TopicJudgments(("topic",), np.array([0, length]), relevant, top, np.zeros(1, dtype=np.uint64))
    constants = measure.on_space(length, top).topic_constants(topic)
    return constants is not None and bool((constants != 1).any())


def _largest_gap(values: Sequence[Exact]) -> tuple[Exact, Exact] | None:
    """The first two neighbours that are as far apart as any."""
    if len(values) < 2:
        return None
    pairs = list(pairwise(values))
    try:
        near = np.array([_near(value) for value in values])
        sizes, slack = np.diff(near), CLOSE * np.abs(near).max()
        pairs = [pairs[place] for place in np.flatnonzero(sizes >= sizes.max() - slack)]
    except OverflowError:
        pass
    largest = exact_sorted({high - low for low, high in pairs})[-1]
    return next((low, high) for low, high in pairs if high - low == largest)


def _near(value: Exact) -> float:
    return value.rounded()[0] / 2**128 if isinstance(value, LogSum) else float(value)


def _listed(measure: Measure, space: RunSpace) -> Counting:
    """The values of a derived measure, run by run."""
    if space.size > MOST_RUNS:
        raise OptionError(
            f"the space has {space.size_text}, too many for {measure} (at most {MOST_RUNS:,}); use a smaller length"
        )
    values = RunValues(measure, space)
    if values.numeric:
        raise MeasureError(f"{measure} has no exact values, and its calibration needs them")
    return values_of_runs(values.of, space)


def _of_counts(counted: list[tuple[Exact, int]]) -> RunMoments:
    """From how many runs have each value."""
    runs = sum(ways for _, ways in counted)
    mean = exact_sum(value * ways for value, ways in counted) * Fraction(1, runs)
    away = [(float(value - mean), ways / runs) for value, ways in counted]
    return RunMoments(mean, sqrt(sum(share * x * x for x, share in away)))
