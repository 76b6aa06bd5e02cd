"""The range of a parameter in parts, on each of which all steps of a measure keep their signs.

Of a sum over ranks a few kinds of steps stand for all (:mod:`intervale.scales.cover_steps`), and what each adds is a
function of the parameter: of p of RBP a polynomial, whose roots cut the range (:mod:`intervale.exact.polynomials`).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import reduce
from math import lcm
from typing import Any, NamedTuple

from intervale.exact.log_roots import LogRoot
from intervale.exact.polynomials import UNKNOWN, Polynomial, Root, SignRegion, roots, sign_at, sign_regions
from intervale.measures import Fold
from intervale.measures.measure import Additive
from intervale.orders import JudgedRun, Order, RunSpace
from intervale.scales.cover_steps import CoverStep, additive_steps

__all__ = ["NEVER", "Condition", "End", "Part", "PartsAndConditions", "Step", "constant_gains", "parts_in_p", "side"]

End = Fraction | Root | LogRoot
"""A number at which something changes: rational, a root of a polynomial, or of A + B·log2(b)."""


NEVER = "never"
"""The condition that nothing satisfies."""
Step = tuple[JudgedRun, JudgedRun]
"""A run, and one directly above it."""


class Part(NamedTuple):
    """One number (``low`` and ``high`` are the same) or all numbers between two; and what holds of the steps there.

    None is what is not known; ``applies`` is whether the order says anything about the measure.
    """

    low: End
    high: End | None
    """None: there is no end."""
    isotone: bool | None
    strict: bool | None
    affine: bool | None
    applies: bool = True

    @property
    def point(self) -> bool:
        return self.low == self.high

    def __contains__(self, x: object) -> bool:
        if not isinstance(x, int | Fraction):
            return False
        below, above = side(self.low, x), -1 if self.high is None else side(self.high, x)
        return below == 0 if self.point else below > 0 > above


def side(end: End, x: int | Fraction) -> int:
    """-1, 0 or 1 as a rational number is below, equal to or above an end."""
    return (x > end) - (x < end) if isinstance(end, Fraction) else end.side(x)


@dataclass(frozen=True)
class Condition:
    """What has to hold, in words, and the step that breaks it where it does not: a run and one directly above it; for
    equal steps, two that differ there.
    """

    text: str
    steps: tuple[Step, ...] = ()


class PartsAndConditions(NamedTuple):
    """The parts of a range in ascending order, the conditions for isotone and strict, and two steps that differ
    somewhere; none where they never do.
    """

    parts: list[Part]
    isotone: list[Condition]
    strict: list[Condition]
    unequal: tuple[Step, ...] = ()


def constant_gains(fold: Fold) -> bool:
    """Whether all grades have one gain, so that all runs have one value."""
    return len(set(fold.gains)) == 1


# ---------------------------------------------------------------- p


class _Unknown:
    """The arithmetic in which a parameter is the polynomial x."""

    def number(self, x: Any) -> Polynomial:
        return UNKNOWN


def parts_in_p(measure: Additive, fold: Fold, order: Order, space: RunSpace, graded: bool) -> PartsAndConditions | None:
    """The parts of 0 < p < 1, where weights are polynomials in p; None where the order does not apply for any p.

    - Signs are those of the growths divided by powers of p. One that is at least another on [0, 1] is not looked at.
    - Steps are equal where all differences of growths from the first are 0: at the roots of one of them that are roots
      of all.
    """
    arithmetic: Any = _Unknown()
    weights: Any = [measure.scaled(measure.weight(rank, arithmetic), arithmetic) for rank in range(1, fold.length + 1)]
    gains: Any = fold.gains
    unit = lcm(*(Fraction(gain).denominator for gain in gains))
    whole = tuple(int(gain * unit) for gain in gains)
    found = additive_steps(order, replace(fold, weights=tuple(weights), gains=whole), space)
    if found is None:
        return None
    steps = [replace(step, growth=_polynomial(step.growth)) for step in found]
    least = _least(steps)
    first = steps[0].growth
    differences = [(step, step.growth - first) for step in steps[1:] if step.growth != first]
    unlike = [difference.without_zero for _, difference in differences]
    equal = [x for x in roots(unlike[0], 0, 1) if _all_vanish(unlike, x)] if unlike else []
    apart = reduce(Polynomial.__mul__, (_vanishing(x) for x in equal), Polynomial((1,)))
    regions = sign_regions([*(step.growth for step in least), apart], 0, 1)
    parts = [
        Part(
            low,
            high,
            all(sign >= 0 for sign in signs[:-1]),
            all(sign > 0 for sign in signs[:-1]),
            graded
            and all(sign > 0 for sign in signs[:-1])
            and (not unlike or (low == high and _all_vanish(unlike, low))),
        )
        for low, high, signs in regions
    ]
    isotone, strict = (_conditions(least, regions, relation) for relation in ("≥", ">"))
    unequal = ((steps[0].low, steps[0].high), (differences[0][0].low, differences[0][0].high)) if differences else ()
    return PartsAndConditions(parts, isotone, strict, unequal)


def _polynomial(growth: Any) -> Polynomial:
    """What a step adds, as a polynomial also where it is a number."""
    return growth if isinstance(growth, Polynomial) else Polynomial.of([growth])


def _least(steps: Sequence[CoverStep]) -> list[CoverStep]:
    """Steps whose signs decide those of all, with primitive polynomials."""
    kept: list[CoverStep] = []
    for step in steps:
        one = replace(step, growth=step.growth.without_zero.primitive)
        if not any(one.growth.at_least(other.growth) for other in kept):
            kept = [*(other for other in kept if not other.growth.at_least(one.growth)), one]
    return kept


def _all_vanish(polynomials: Sequence[Polynomial], x: Fraction | Root) -> bool:
    """Whether all are 0 at a number."""
    return not any(sign_at(one, x) for one in polynomials)


def _vanishing(x: Fraction | Root) -> Polynomial:
    """A polynomial that is 0 at a number."""
    return x.polynomial if isinstance(x, Root) else x.denominator * UNKNOWN - x.numerator


def _conditions(least: Sequence[CoverStep], regions: Sequence[SignRegion], relation: str) -> list[Condition]:
    """That growths are in a relation to 0, where that does not hold on the whole range; those that are nowhere alone,
    where there are some.
    """
    lowest = 0 if relation == "≥" else 1
    kept = [place for place in range(len(least)) if any(region.signs[place] < lowest for region in regions)]
    nowhere = [place for place in kept if all(region.signs[place] < lowest for region in regions)]
    if nowhere:
        return [Condition(NEVER, tuple((least[place].low, least[place].high) for place in nowhere))]
    return [
        Condition(f"{least[place].growth.text('p')} {relation} 0", ((least[place].low, least[place].high),))
        for place in kept
    ]
