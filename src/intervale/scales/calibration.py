"""How a measure uses its range: the values that runs reach, and where runs lie between them.

Ferrante, Ferro and Fuhr 2021, §IV-B, ask how measures spread values over their range, and call it a way to *calibrate*
an instrument that the mean of values drawn from an equally spaced range converges to its middle. There values are drawn
alike, each different one as often as any other. A run drawn from all alike is another experiment: P is equally spaced,
and its runs are binomial. Both are computed here: the mean and the median over all runs, and over the different values.

Equally spaced values have their mean and median in the middle; the converse does not hold. The values of a sum over
ranks with gains that lie symmetrically about their middle, such as RBP and DCG on binary grades, are themselves
symmetric, however they are spaced (:mod:`intervale.scales.run_moments`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.exact import Exact, decimal_text, exact_text
from intervale.measures import Measure, load_measure
from intervale.orders import Grades, RunSpace
from intervale.scales.grade_sets import space_of
from intervale.scales.mapping import approximate
from intervale.scales.run_shares import Bounds, RunShares
from intervale.scales.value_range import ValueRange

__all__ = ["Calibration", "calibration"]

Number = Exact | float
"""Exact, or a float where the measure has no exact values."""
Range = tuple[Number, Number]
QUARTERS = tuple(Fraction(quarter, 4) for quarter in range(5))


@dataclass(frozen=True, repr=False)
class Calibration(Tabular):
    """How a measure uses its range on the runs of one space. None is what is not known; ``notes`` says why."""

    measure: Measure
    space: RunSpace
    nominal: Range
    """The range that its scores are assumed to have: 0 to 1 where they are shares; else the attained one."""
    attained: Range
    """The least and the greatest value of a run."""
    values: int | None
    """How many different values there are."""
    largest_gap: Number | None
    """The largest step between neighbouring values."""
    gap: Range | None
    """The first two neighbouring values that are so far apart."""
    mean: Number | None
    """Over all runs, each as often as any other."""
    median_bounds: Range | None
    """Between which numbers the median over all runs lies: twice the median where it is known."""
    sd: float | None
    """The standard deviation over all runs, in floats."""
    value_mean: Number | None
    """Over the different values, each as often as any other."""
    value_median: Number | None
    attained_shares: tuple[Bounds, ...] | None
    """Between which fractions the share of runs lies in each quarter of the attained range, the least first. A quarter
    begins with its lower end, and the last one has both."""
    nominal_shares: tuple[Bounds, ...] | None
    """The same for the nominal range."""
    median_is_value: bool | None = None
    """Whether some run has the median as its value; if not, it is halfway between the values of the two in the middle.
    None where that is not known."""
    notes: tuple[str, ...] = field(default=())

    def __repr__(self) -> str:
        about = f"{self.measure}, length {self.space.length}, {self.space.grades_text}"
        low, high, middle = map(_short, (*self.attained, self.middle))
        mean = "not known" if self.mean is None else _short(self.mean)
        return f"Calibration({about}: {low} to {high}, middle {middle}, mean {mean})"

    @property
    def middle(self) -> Number:
        """The middle of the attained range."""
        return _between(self.attained, Fraction(1, 2))

    @property
    def unused_top(self) -> Number:
        """What the nominal range has above the greatest value."""
        return self.nominal[1] - self.attained[1]

    @property
    def median(self) -> Number | None:
        """Over all runs, the mean of the two in the middle where they are even; None where only bounds are known."""
        low, high = self.median_bounds or (None, None)
        return low if low == high else None

    @property
    def exact(self) -> bool:
        """Whether the shares of runs are known, and not only bounds of them."""
        shares = (*(self.attained_shares or ()), *(self.nominal_shares or ()))
        return bool(shares) and all(low == high for low, high in shares)

    @property
    def quarters(self) -> tuple[Fraction, ...] | None:
        """The share of runs in each quarter of the attained range; None where only bounds are known, or nothing."""
        return tuple(low for low, _ in self.attained_shares or ()) if self.exact else None

    @property
    def nominal_quarters(self) -> tuple[Fraction, ...] | None:
        """The same for the nominal range."""
        return tuple(low for low, _ in self.nominal_shares or ()) if self.exact else None

    def limits(self, nominal: bool = False) -> tuple[Range, ...]:
        """The ends of the quarters of the attained range, or of the nominal one."""
        ends = self.nominal if nominal else self.attained
        return tuple(pairwise(_between(ends, part) for part in QUARTERS))

    def columns(self) -> Columns:
        """A row for each number: its name, the number in floats, its bounds, and exactly as text where it is known."""
        about = (str(self.measure), self.space.length, self.space.grades)
        names = ("measure", "length", "grades", "number", "value", "low", "high", "exact")
        return columns_of(names, ((*about, *row) for row in self._rows()))

    def _rows(self) -> Iterator[tuple[Any, ...]]:
        for name, ends in (("nominal", self.nominal), ("attained", self.attained)):
            yield from (_row(f"{name} {end}", value) for end, value in zip(("least", "greatest"), ends, strict=True))
        yield from (_row("middle", self.middle), _row("unused top", self.unused_top), _row("values", self.values))
        yield from (_row("largest gap", self.largest_gap), _row("mean", self.mean))
        yield _row("median", self.median, self.median_bounds)
        yield from (_row("sd", self.sd), _row("value mean", self.value_mean), _row("value median", self.value_median))
        for name, shares in (("attained", self.attained_shares), ("nominal", self.nominal_shares)):
            for quarter, (low, high) in enumerate(shares or (), start=1):
                yield _row(f"{name} quarter {quarter}", low if low == high else None, (low, high))


def _row(name: str, value: Number | None, bounds: Range | None = None) -> tuple[Any, ...]:
    """A number with its bounds, which are the number itself where it is known."""
    near = None if value is None else approximate(value)  # type: ignore[arg-type]
    low, high = (near, near) if bounds is None else (approximate(end) for end in bounds)  # type: ignore[arg-type]
    return name, near, low, high, None if value is None or isinstance(value, float) else exact_text(value)


def _short(value: Number) -> str:
    return f"{value:.4g}" if isinstance(value, float) else decimal_text(value, 4)


def _between(ends: Range, part: Fraction) -> Number:
    """The number that divides a range at this part of it."""
    low, high = ends
    if isinstance(low, float) or isinstance(high, float):
        return float(low) + (float(high) - float(low)) * float(part)
    return low + (high - low) * part


def calibration(
    measure: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: Grades = 1,
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
) -> Calibration:
    """How a measure uses its range on the runs of a length over grades 0..``grades`` or a set of grades.

    Shares of runs and the median come from the counting of the interval mapping, exactly. Where values are too many to
    count, they lie between proven bounds, as long as states are few. The mean of a sum over ranks, of AP, RR, ERR and
    Success is exact at any length. A function without exact values is looked at in floats.

    >>> found = calibration("RR@4")
    >>> found.attained, found.gap, found.mean, found.median
    ((Fraction(0, 1), Fraction(1, 1)), (Fraction(1, 2), Fraction(1, 1)), Fraction(131, 192), Fraction(3, 4))
    >>> found.quarters, found.value_mean
    ((Fraction(1, 16), Fraction(3, 16), Fraction(1, 4), Fraction(1, 2)), Fraction(5, 12))
    >>> calibration("RBP(p=0.3)@4").unused_top  # RBP reaches 1 − p^N at length N
    Fraction(81, 10000)
    """
    chosen, space = space_of(load_measure(measure), length, grades, gains)
    found = ValueRange.of(chosen, space)
    number: Callable[[Exact], Number] = float if chosen.numeric else _same
    nominal, _ = found.nominal
    size, largest, gap = found.gaps
    of_values = found.of_values or (None, None)
    shares, _ = found.shares
    moments = found.moments
    return Calibration(
        chosen,
        space,
        nominal=_pair(number, nominal),
        attained=_pair(number, found.ends),
        values=size,
        largest_gap=None if largest is None else number(largest),
        gap=None if gap is None else _pair(number, gap),
        mean=None if moments is None else number(moments.mean),
        median_bounds=None if found.median is None else _pair(number, found.median),
        sd=None if moments is None else moments.sd,
        value_mean=None if of_values[0] is None else number(of_values[0]),
        value_median=None if of_values[1] is None else number(of_values[1]),
        attained_shares=None if shares is None else _in_quarters(shares, found.ends),
        nominal_shares=None if shares is None else _in_quarters(shares, nominal),
        median_is_value=found.median_is_value,
        notes=tuple(_notes(found)),
    )


def _same(number: Exact) -> Number:
    return number


def _pair(number: Callable[[Exact], Number], ends: tuple[Exact, Exact]) -> Range:
    return number(ends[0]), number(ends[1])


def _in_quarters(shares: RunShares, ends: tuple[Exact, Exact]) -> tuple[Bounds, ...]:
    """The shares of runs in the quarters of a range that has all values."""
    inner = shares.below([ends[0] + (ends[1] - ends[0]) * part for part in QUARTERS[1:-1]])
    below = [(Fraction(0), Fraction(0)), *inner, (Fraction(1), Fraction(1))]
    return tuple((max(Fraction(0), b[0] - a[1]), min(Fraction(1), b[1] - a[0])) for a, b in pairwise(below))


def _notes(found: ValueRange) -> Iterator[str]:
    """Why the nominal range is the attained one, and what is not known, or not exactly."""
    (_, of_nominal), (shares, of_shares) = found.nominal, found.shares
    yield from (note for note in (of_nominal, of_shares) if note)
    if found.moments is None:
        yield "the mean over all runs is not known: there are too many states"
    if shares is not None and not of_shares and found.median is not None and found.median[0] != found.median[1]:
        yield "the median over all runs lies between bounds: there are too many values to find it among"
    many = [
        name
        for name, unknown in (
            ("the largest gap between values", found.gaps[1] is None and found.ends[0] != found.ends[1]),
            ("the mean of the different values", found.of_values is None),
        )
        if unknown
    ]
    if many:
        yield f"{' and '.join(many)} {'are' if len(many) > 1 else 'is'} not known: values are too many to list"
