"""How the values of a measure lie on the order that they make themselves: equally spaced, not so, or not known.

Ferrante, Ferro and Fuhr 2021, §IV-B. By theorem where one is known, else from the counting of the interval mapping.
Whether different runs have different values is a question of its own (:mod:`intervale.scales.ties`).
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import islice

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact, short_text
from intervale.exact.independent import multiples
from intervale.exact.verdict import Proof
from intervale.measures import Fold, Measure
from intervale.measures.precision import Success
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.orders import JudgedRun, RunSpace
from intervale.orders import order as named_order
from intervale.scales.cover_steps import additive_steps, spread_runs
from intervale.scales.form import Interval
from intervale.scales.mapping import IntervalScale, interval_scale
from intervale.scales.numeric import Sampled
from intervale.scales.run_strategies import MOST_IN_FLOATS
from intervale.scales.ties import distinct_values
from intervale.scales.values import TOLERANCE, RunValues

__all__ = ["Spacing", "spacing_of"]

MOST_RUNS, MOST_STEPS = 20_000, 100_000
LOOKED_AT = 500
"""On how many runs it is seen that a function has values, where all are too many."""
LOGARITHMS = "that different sums of logarithms are different numbers rests on Schanuel's conjecture"


@dataclass(frozen=True)
class Spacing:
    """How many values a measure has, the smallest and the largest step between neighbouring ones, which part of the
    range the largest one leaves unused, and whether different runs share a value. None is what was not computed.
    """

    values: int | None = None
    smallest: Exact | None = None
    largest: Exact | None = None
    unused: Fraction | float | None = None
    tied: bool | None = None
    equal: bool | None = None
    """Whether all steps are equal; None where that is not known, and where there is one value only."""
    why: str = ""
    """Why it is so, or why it is not known."""
    proof: Proof = Proof.EXHAUSTIVE
    least: Exact | None = None
    """The smallest value, where all steps are known to be equal."""
    tie: tuple[JudgedRun, JudgedRun] | None = None
    """Two runs that share a value, where some were looked for."""
    tied_why: str = ""
    """Why different runs have different values, or why that is not known."""

    @property
    def intrinsic(self) -> str | None:
        """The class of the measure on the order that it makes itself: ``interval`` or ``ordinal``, and ``metric`` where
        different runs have different values, else ``pseudo-metric`` (Giner 2023); None where either is not proven:
        ``why`` and ``tied_why`` say what is not known.
        """
        if self.equal is None or self.tied is None or self.proof is Proof.NUMERIC:
            return None
        return f"{'interval' if self.equal else 'ordinal'}/{'pseudo-metric' if self.tied else 'metric'}"


def spacing_of(values: RunValues, *, measured: bool = True) -> Spacing:
    """How the values of a measure lie on its space: by theorem where runs are many, else by counting them. Where steps
    need not be ``measured``, a few values that prove them unequal are enough.
    """
    measure, space, fold = values.measure, values.space, values.fold
    if isinstance(measure, Interval):
        return _of_form(measure, space)
    found = by_theorem(measure, fold, space) if fold is not None and space.size > MOST_RUNS else None
    found = found or _by_counting(values, measured)
    unknown = measured and found.tied is None and found.equal is not None and not values.numeric
    return _with_ties(found, fold, values) if unknown and fold is not None else found


def _with_ties(found: Spacing, fold: Fold, values: RunValues) -> Spacing:
    """The same with what is known of ties: by theorem, by two runs, or because the values were counted."""
    distinct = distinct_values(fold, values.space)
    if distinct.holds is not None:
        return replace(found, tied=not distinct.holds, tie=distinct.witness, tied_why=distinct.why)
    try:
        mapped = interval_scale(values.measure, length=values.space.length, grades=values.space.grades)
    except OptionError:
        return replace(found, tied_why=distinct.why)
    if not mapped.quick:
        return replace(found, tied_why=distinct.why)
    tied = _tied(mapped)
    return replace(found, tied=tied, tied_why=LOGARITHMS if tied is None else "")


def _tied(mapped: IntervalScale) -> bool | None:
    """Whether there are fewer values than runs; None where values count as different that are not proven to be so."""
    if mapped.size < mapped.space.size:
        return True
    return None if mapped.assumption and not _rational(mapped) else False


def _rational(mapped: IntervalScale) -> bool:
    """Whether all values are rational: then equal ones are known."""
    fold = mapped.fold
    parts = () if fold is None else (*(fold.weights or ()), *fold.gains)
    return all(isinstance(part, int | Fraction) for part in parts)


# ---------------------------------------------------------------- theorems


def by_theorem(measure: Measure, fold: Fold, space: RunSpace) -> Spacing | None:
    """What is known at any length; None where nothing is.

    - SBTO numbers the multisets of grades, RBTO the runs: all whole numbers from 0 on.
    - Success has the values 0 and 1 and so one step.
    - AP, RR and ERR at a cutoff k ≥ 3, where grade 0 has no gain: with the grade of the least gain above 0 at rank i
      alone they are proportional to 1/i, and no value above 0 is smaller than that at rank k. Equal steps would have
      that size, and 1/(k − 1) is no multiple of 1/k.
    - A sum over ranks of rational numbers: see :func:`_of_sum`.
    """
    if len(set(fold.gains)) == 1:
        return Spacing(1, tied=space.size > 1, why="all runs have one value", proof=Proof.THEOREM)
    numbered = measure.numbered(space.length, space.grades)
    if numbered is not None and numbered > 1:
        why = "its values are the whole numbers from 0 on"
        return _equal(numbered, Fraction(1), space, why)
    if type(measure) is Success:
        return _equal(2, Fraction(1), space, "its values are 0 and 1")
    if type(measure) in (AP, GMAP, RR, ERR) and fold.length >= 3 and not fold.gains[0]:
        return _of_reciprocals(measure, fold, space)
    if fold.weights is not None:
        return _of_sum(fold, space)
    return None


def _equal(values: int, step: Exact, space: RunSpace, why: str, least: Exact = 0) -> Spacing:
    share = Fraction(1, values - 1)
    return Spacing(values, step, step, share, values < space.size, True, why, Proof.THEOREM, least)


def _of_reciprocals(measure: Measure, fold: Fold, space: RunSpace) -> Spacing:
    k = fold.length
    _, lowest = min((gain, grade) for grade, gain in enumerate(fold.gains) if gain)
    least, next_one = (fold.value((*(0,) * (rank - 1), lowest, *(0,) * (k - rank))) for rank in (k, k - 1))
    first, second = short_text(least), short_text(next_one)
    why = f"its smallest value above 0 is {first}, and {second} is not a multiple of it"
    return Spacing(tied=True if k < space.length else None, equal=False, why=why, proof=Proof.THEOREM)


def _of_sum(fold: Fold, space: RunSpace) -> Spacing | None:
    """A sum over ranks of rational numbers. Let u be the largest number that goes into all increments a whole number of
    times. Equal steps are u: each increment is a difference of values, so that the step goes into u, and the step is a
    sum of increments, so that u goes into it. So steps are equal iff every multiple of u is reached
    (:func:`~intervale.exact.independent.multiples`). Where the sum is strict on ``rank-total`` its values are in that
    order, whose steps are known.
    """
    assert fold.weights is not None
    found = multiples([[gain * weight for gain in fold.gains] for weight in fold.weights])
    if found is None:
        return None
    if found.size is not None:
        return _equal(
            found.size, found.step, space, f"every multiple of {short_text(found.step)} is reached", found.least
        )
    strict = _as_rank_total(fold, space)
    if strict is not None or found.missing is None:
        return strict
    why = (
        f"steps would be {short_text(found.step)}, and {short_text(found.missing)} above the least value is not reached"
    )
    return Spacing(equal=False, why=why, proof=Proof.THEOREM)


def _as_rank_total(fold: Fold, space: RunSpace) -> Spacing | None:
    """The spacing of a sum that is strict on ``rank-total``: its neighbouring values are those of neighbouring runs."""
    looked_at = RunSpace(fold.length, space.grades)
    covers = additive_steps(named_order("rank-total"), fold, looked_at)
    steps = [] if covers is None else [cover.growth for cover in covers]
    if not steps or not all(step > 0 for step in steps):
        return None
    smallest, largest = min(steps), max(steps)
    span = fold.value((space.grades,) * fold.length) - fold.value((0,) * fold.length)
    equal = smallest == largest
    why = "its values are in the order rank-total" + (
        "" if equal else f", with steps from {short_text(smallest)} to {short_text(largest)}"
    )
    share = Fraction(largest) / Fraction(span)  # type: ignore[arg-type]
    tied = fold.length < space.length
    least = fold.value((0,) * fold.length) if equal else None
    return Spacing(looked_at.size, smallest, largest, share, tied, equal, why, Proof.THEOREM, least)


def _of_form(form: Interval, space: RunSpace) -> Spacing:
    """An interval form has every rank from 1 to the number of values, and so equal steps, unless ranks are places among
    runs or were turned into logarithms.
    """
    if form.log or form.tie_rule not in (None, "unq") or form.space != "all":
        return Spacing(why="ranks of values are equally spaced, but these are not such ranks")
    mapped = form.scale(space.grades)
    if mapped.one_value:
        return Spacing(1, tied=space.size > 1, why="all runs have one value", proof=Proof.THEOREM)
    why = "ranks of values are equally spaced"
    if not (mapped.exact and mapped.quick):
        return Spacing(equal=True, why=why, proof=Proof.THEOREM)
    return _equal(mapped.size, Fraction(1, mapped.size - 1), space, why)


# ---------------------------------------------------------------- counting


def _by_counting(values: RunValues, measured: bool) -> Spacing:
    """From the counting of the interval mapping."""
    measure, space = values.measure, values.space
    if values.numeric and space.size > MOST_IN_FLOATS:  # a sample of the runs says nothing about steps
        values.learn(islice(spread_runs(space, np.random.default_rng(0)), LOOKED_AT))
        return Spacing(why=Sampled.unchecked)
    try:
        mapped: IntervalScale = interval_scale(measure, length=space.length, grades=space.grades)
    except OptionError as error:
        return Spacing(why=f"its values cannot be counted: {error}")
    if mapped.one_value:
        return Spacing(1, tied=space.size > 1, why="all runs have one value")
    if (step := mapped.equal_step) is not None:
        return _equal(mapped.size, step, space, "its values are equally spaced", mapped.extremes[0])
    if not measured and mapped.unequal:
        return Spacing(equal=False, why=mapped.unequal, proof=Proof.CERTIFIED)
    measurable = mapped.exact and mapped.quick and mapped.size <= MOST_STEPS
    steps = mapped.counting.step_range if measurable else None
    if steps is None:
        size = mapped.size if mapped.quick else None
        tied = None if size is None else _tied(mapped)
        if mapped.unequal:
            return Spacing(size, tied=tied, equal=False, why=mapped.unequal, proof=Proof.CERTIFIED)
        return Spacing(size, tied=tied, why=mapped.counting.unchecked)
    size, (low, high), (smallest, largest) = mapped.size, mapped.extremes, steps
    if values.numeric and float(largest - smallest) <= 4 * TOLERANCE * max(abs(float(low)), abs(float(high))):
        smallest = largest
    span = high - low
    rational = isinstance(largest, int | Fraction) and isinstance(span, int | Fraction)
    share = Fraction(largest) / Fraction(span) if rational else float(largest) / float(span)  # type: ignore[arg-type]
    equal = bool(smallest == largest)
    first, last = (values.text(float(x) if values.numeric else x) for x in (smallest, largest))
    why = "" if equal else f"steps from {first} to {last}"
    return Spacing(size, smallest, largest, share, size < space.size, equal, why, values.proof, low if equal else None)
