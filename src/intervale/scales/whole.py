"""Sums over ranks that are whole numbers of a step, counted without listing them: all but a few near the ends, or as
digits of a number.
"""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from intervale.errors import OptionError
from intervale.exact import Exact, LogSum
from intervale.exact.digits import DigitSums, power_base
from intervale.exact.filled import FilledSums, filled_sums
from intervale.exact.whole_sums import whole_numbers
from intervale.scales.choices import Choices
from intervale.scales.counting import MOST_SHOWN, Counting

__all__ = ["Digits", "Filled"]


class _Whole(Counting):
    """Values that are whole numbers of a step above the least one."""

    least: Fraction
    step: Fraction

    @abstractmethod
    def _counted(self, number: int) -> int:
        """How many values are at most so many steps above the least."""

    @abstractmethod
    def _at(self, rank: int) -> int:
        """How many steps the value with a rank is above the least."""

    @property
    def values(self) -> Sequence[Exact] | None:
        return [self._value(rank) for rank in range(1, self.size + 1)] if self.size <= MOST_SHOWN else None

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        return self.least, self._value(self.size)

    def has(self, value: Exact) -> bool:
        if isinstance(value, LogSum):
            return False
        number = (Fraction(value) - self.least) / self.step
        if number.denominator > 1:
            return False
        return self._counted(number.numerator) > self._counted(number.numerator - 1)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self._counted(self._steps(value)) for value in values]

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        rank = self.at_most([value])[0]
        return self._value(rank - 1) if rank > 1 else None, self._value(rank + 1) if rank < self.size else None

    def _value(self, rank: int) -> Fraction:
        return self.least + self._at(rank) * self.step

    def _steps(self, value: Exact) -> int:
        """How many whole steps a value is above the least."""
        return int((Fraction(value) - self.least) / self.step // 1)  # type: ignore[arg-type]


@dataclass(frozen=True, eq=False)
class Filled(_Whole):
    """All multiples of a step but a few near the least and the greatest value, which are listed."""

    method = "filled"
    sums: FilledSums
    least: Fraction
    step: Fraction
    by_run: Callable[[], Counting | None]
    """Gives what counts the runs that have a value, where they are not too many."""

    @staticmethod
    def of(places: Sequence[Sequence[Exact]], by_run: Callable[[], Counting | None]) -> Filled | None:
        """None where values are not rational, all the same, or not shown to be of this kind."""
        found = whole_numbers(places)
        sums = None if found is None else filled_sums(found.places)
        return None if found is None or sums is None else Filled(sums, found.least, found.step, by_run)

    @property
    def size(self) -> int:
        return self.sums.size

    @property
    def step_range(self) -> tuple[Exact, Exact] | None:
        """The smallest and the largest step; none is smaller than that between neighbours that are not left out."""
        if self.sums.end == self.sums.start:
            return super().step_range
        return self.step, self.sums.largest_step * self.step

    def _counted(self, number: int) -> int:
        return self.sums.at_most(number)

    def _at(self, rank: int) -> int:
        return self.sums.at(rank)

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return self._runs.ways_at_most(values)

    def ways(self, value: Exact) -> int:
        return self._runs.ways(value)

    @cached_property
    def _runs(self) -> Counting:
        found = self.by_run()
        if found is None:
            raise OptionError(
                "there are too many runs here to count those with a value: only tie_rule='unq' is supported here"
            )
        return found


@dataclass(frozen=True, eq=False)
class Digits(_Whole):
    """Sums whose weights are powers of one whole number, such as gRBP with p = 0.5: numbers whose digits are gains."""

    method = "digits"
    sums: DigitSums
    least: Fraction
    step: Fraction

    @staticmethod
    def of(choices: Choices, places: Sequence[Sequence[Exact]]) -> Digits | None:
        """None where weights are of another kind, or there are too many states."""
        found = whole_numbers(places)
        if found is None or len(places) < 2:
            return None
        digits = found.places[-1]
        weights = [max(place) // max(1, max(digits)) for place in found.places]
        base = power_base(weights)
        same = base and all(
            list(place) == [weight * digit for digit in digits]
            for weight, place in zip(weights, found.places, strict=True)
        )
        if not same or base is None:
            return None
        sums = DigitSums.of(base, digits, choices.times, len(places))
        return None if sums is None else Digits(sums, found.least, found.step)

    @property
    def size(self) -> int:
        return self.sums.size

    def _counted(self, number: int) -> int:
        return self.sums.at_most(number)

    def _at(self, rank: int) -> int:
        return self.sums.at(rank)

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        return [self.sums.ways_at_most(self._steps(value)) for value in values]

    def ways(self, value: Exact) -> int:
        if not self.has(value):
            return 0
        number = self._steps(value)
        return self.sums.ways_at_most(number) - self.sums.ways_at_most(number - 1)
