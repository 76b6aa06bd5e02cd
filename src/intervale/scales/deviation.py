"""How far a measure is from an interval scale, in numbers.

On an order with a rank function ρ a measure is on an interval scale iff M = αρ + β with α > 0. Where it is not, four
numbers say how far it is from that: the largest distance of a run from the best such line, the share of steps that are
not of the commonest size, Kendall's tau-b of M and ρ, and Pearson's correlation of M and ρ, over all runs. Ferrante,
Ferro and Fuhr 2021, §VIII-A, estimate it by Kendall's tau of the means of systems by M and by its interval form, on a
collection: that is what ``intervale study`` computes.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from itertools import pairwise
from math import fsum, sqrt
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, LogSum, exact_sorted, exact_text
from intervale.exact.best_line import BestLine, best_line
from intervale.exact.logsum import BITS
from intervale.measures import Measure, load_measure
from intervale.orders import ORDERS, GeneratedOrder, Grades, JudgedRun, Order, RunSpace
from intervale.orders import order as named_order
from intervale.scales.grade_sets import space_of
from intervale.scales.mapping import interval_scale
from intervale.scales.run_pairs import counted_pairs
from intervale.scales.values import RunValues
from intervale.scales.verdicts import scale

__all__ = ["Deviation", "distance_from_interval"]

MOST_RUNS, MOST_VALUES = 20_000, 20_000
"""How many runs are looked at, and how many values on the order that they make themselves."""
DIGITS = 40
"""How close the bounds of numbers are that a share is made of."""


@dataclass(frozen=True, repr=False)
class Deviation(Tabular):
    """How far a measure is from an interval scale on one order."""

    measure: Measure
    space: RunSpace
    order: str
    line: BestLine
    """αρ + β with the smallest largest distance, exactly."""
    spread: Exact
    """The largest value less the smallest one."""
    steps: int
    """How many steps there are from a run, or a value, to one directly above."""
    unequal: int
    """How many of them do not have the commonest size."""
    discordant: int
    """How many pairs of runs M and ρ order differently."""
    tau: float | None
    """Kendall's tau-b of M and ρ over all runs; None where one of them has a single value."""
    pearson: float | None
    """Pearson's correlation of M and ρ over all runs, in floats; None likewise."""

    def __repr__(self) -> str:
        about = f"{self.measure}, length {self.space.length}, {self.space.grades_text}, {self.order}"
        shares = f"{float(self.share):.4g} of the range, {float(self.unequal_share):.4g} of steps"
        return f"Deviation({about}: {shares})"

    @property
    def largest(self) -> Exact:
        """The largest distance of M(r) from αρ(r) + β, exactly."""
        return self.line.error

    @property
    def share(self) -> Fraction | float:
        """The largest deviation as a share of the range: 0 on an interval scale, at most 1/2. A fraction; for sums over
        logarithms a float, rounded once from an enclosure.
        """
        return _share(self.line.error, self.spread)

    @property
    def unequal_share(self) -> Fraction:
        """The share of steps that do not have the commonest size: 0 on an interval scale."""
        return Fraction(self.unequal, self.steps) if self.steps else Fraction(0)

    def columns(self) -> Columns:
        """One row."""
        row = {
            "measure": str(self.measure),
            "length": self.space.length,
            "grades": self.space.grades,
            "order": self.order,
            "alpha": exact_text(self.line.slope),
            "beta": exact_text(self.line.intercept),
            "largest": exact_text(self.largest),
            "share": float(self.share),
            "steps": self.steps,
            "unequal": self.unequal,
            "unequal_share": float(self.unequal_share),
            "discordant": self.discordant,
            "tau": self.tau,
            "pearson": self.pearson,
        }
        return columns_of(tuple(row), [tuple(row.values())])


def distance_from_interval(
    measure: str | Measure,
    *,
    length: int | None = None,
    grades: Grades = 1,
    order: str | Order = "induced",
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
) -> Deviation:
    """How far a measure is from an interval scale: on the order of its own values, or on an order of runs that is
    graded.

    On the induced order ρ is the rank of the value, and steps lead from one value to the next. Spaces have at most
    20,000 runs, or on the induced order 20,000 values that can be counted.

    >>> found = distance_from_interval("RR@4")
    >>> found.share, found.unequal_share, found.tau
    (Fraction(1, 8), Fraction(3, 4), 1.0)
    >>> found = distance_from_interval("RBP(p=0.5)@4", order="rank-total")
    >>> found.share, found.unequal_share, found.pearson
    (Fraction(0, 1), Fraction(0, 1), 1.0)
    """
    chosen, space = space_of(load_measure(measure), length, grades, gains)
    if chosen.numeric:
        raise MeasureError(f"{chosen} has no exact values, and how far it is from an interval scale needs them")
    if order == "induced":
        return _on_own_values(chosen, space)
    known = _graded_order(order, space)
    own = known.space(space.length, space.grades)
    _check_size(own)
    found = scale(chosen, length=space.length, grades=space.grades, order=known)[known.name]
    if not found.applies:
        raise OptionError(f"{known.name}: {found.isotone.why}")
    of_run = _values(chosen, own)
    rank: dict[JudgedRun, int] = {run: known.rank(run, own) or 0 for run in own}
    steps = Counter(
        high_value - low_value
        for run, low_value in of_run.items()
        for high_value in (of_run[high] for high in known.above(run, own.grades))
    )
    points = Counter((rank[run], value) for run, value in of_run.items())
    return _deviation(chosen, space, known.name, points, steps)


@lru_cache(maxsize=2)
def _values(measure: Measure, space: RunSpace) -> dict[JudgedRun, Exact]:
    """The values of all runs: those of the last spaces are kept, as orders are asked one after the other."""
    values = RunValues(measure, space)
    return {run: values.of(run) for run in space}


def _graded_order(order: str | Order, space: RunSpace) -> Order:
    """One of the orders of the papers, where it has a rank function."""
    found = named_order(order)
    if isinstance(found, GeneratedOrder):
        found = found.same(found.space(space.length, space.grades)) or found
    if not isinstance(ORDERS.get(found.name), type(found)):
        raise OptionError(f"a deviation is computed for the orders induced, {', '.join(ORDERS)}, not for {order}")
    if not found.graded(found.space(space.length, space.grades)):
        raise OptionError(f"{found.name} is not graded on these runs, so there is no ρ to compare with")
    return found


def _check_size(space: RunSpace) -> None:
    if space.size > MOST_RUNS:
        raise OptionError(f"the space has {space.size_text}, too many for a deviation (at most {MOST_RUNS:,})")


def _on_own_values(measure: Measure, space: RunSpace) -> Deviation:
    """On the order that values make: ρ is the rank of the value, from 0."""
    if space.size <= MOST_RUNS:
        runs = Counter(_values(measure, space).values())
        ordered = exact_sorted(runs)
        counts = [runs[value] for value in ordered]
    else:
        mapped = interval_scale(measure, length=space.length, grades=space.grades)
        few = mapped.exact and mapped.quick and not mapped.one_value and mapped.size <= MOST_VALUES
        if not few:
            why = f"{space.size_text}, and its values are too many to list (at most {MOST_VALUES:,})"
            raise OptionError(f"{measure}: the space has {why}; use a smaller length")
        ordered = list(mapped.values)
        upto = mapped.counting.ways_at_most(ordered)
        counts = [high - low for low, high in pairwise([0, *upto])]
    points = {(place, value): count for place, (value, count) in enumerate(zip(ordered, counts, strict=True))}
    steps = Counter(high - low for low, high in pairwise(ordered))
    return _deviation(measure, space, "induced", points, steps)


def _deviation(
    measure: Measure, space: RunSpace, order: str, points: Mapping[tuple[int, Exact], int], steps: Counter[Exact]
) -> Deviation:
    """What follows from how many runs have each ρ and value, and how often each step occurs."""
    ordered = exact_sorted({value for _, value in points})
    exact_sorted(steps)  # sizes with different keys are shown to differ
    line, level = best_line(points), {value: place for place, value in enumerate(ordered)}
    if order == "induced":
        discordant, tau = 0, 1.0 if len(ordered) > 1 else None
    else:
        pairs = counted_pairs((x, level[y], count) for (x, y), count in points.items())
        discordant, tau = pairs.discordant, pairs.tau
    affine = not line.error and tau == 1.0
    pearson = 1.0 if affine else _pearson([(float(x), _float(y), count) for (x, y), count in points.items()])
    spread, total = ordered[-1] - ordered[0], steps.total()
    unequal = total - max(steps.values(), default=0)
    return Deviation(measure, space, order, line, spread, total, unequal, discordant, tau, pearson)


def _float(y: Exact) -> float:
    """A number rounded to a float: of a sum over logarithms from its first 128 bits, where these are enough."""
    if isinstance(y, LogSum):
        units, error = y.rounded()
        if abs(units) >> 60 > error:
            return float(Fraction(units, 2**BITS))
    return float(y)


def _pearson(points: Sequence[tuple[float, float, int]]) -> float | None:
    """The correlation of numbers that so many runs have; None where one of the two has a single value."""
    total = sum(count for _, _, count in points)
    shares = [count / total for _, _, count in points]
    means = [fsum(share * point[place] for share, point in zip(shares, points, strict=True)) for place in (0, 1)]
    centred = [(x - means[0], y - means[1], share) for (x, y, _), share in zip(points, shares, strict=True)]
    squares = [fsum(share * x * x for x, _, share in centred), fsum(share * y * y for _, y, share in centred)]
    if len({x for x, _, _ in points}) == 1 or len({y for _, y, _ in points}) == 1:
        return None
    return fsum(share * x * y for x, y, share in centred) / sqrt(squares[0] * squares[1])


def _share(part: Exact, whole: Exact) -> Fraction | float:
    """A quotient: 0 where there is nothing to divide by."""
    if not part or not whole:
        return Fraction(0)
    if not isinstance(part, LogSum) and not isinstance(whole, LogSum):
        return Fraction(part) / whole
    above, below = (sum(one.enclose(DIGITS)) if isinstance(one, LogSum) else 2 * one for one in (part, whole))
    return float(Fraction(above) / Fraction(below))
