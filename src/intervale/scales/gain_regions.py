"""For which gains a measure is on which scale: linear inequalities in g_1, …, g_c, the gains of grades above 0.

Of a sum over ranks what a step adds is linear in the gains (:mod:`intervale.scales.cover_steps`), g_0 = 0. Isotone is
that no step is negative, strict that all are above 0; conditions that follow from others are left out.

*Interval*: every order has the steps that raise a grade k to k + 1 at the last rank, which add w_N·(g_{k+1} − g_k).
Where they are equal and go up, so are the differences g_{k+1} − g_k, and g_k = k·g_1. Gains may be multiplied: either
all such gains with g_1 > 0 do, or none.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from operator import index
from typing import Any

from intervale.errors import NumberError, OptionError
from intervale.exact import bounded_number, compare
from intervale.exact.linear_forms import LinearForm, feasible_point, is_infeasible, nearest_point, needed
from intervale.measures import Fold
from intervale.orders import Order, RunSpace
from intervale.scales.cover_steps import CoverStep, additive_steps
from intervale.scales.parts import NEVER, Condition

__all__ = ["GainConditions", "NearestGains", "named_gains"]

INSIDE = Fraction(1, 1000)
"""How far from the edge of an open set towards its inside gains are taken, where the nearest are on the edge."""


@dataclass(frozen=True)
class NearestGains:
    """Gains on a scale, and how far they are from given ones."""

    gains: tuple[Fraction, ...]
    scale: str
    squares: Fraction
    """The sum of the squared changes, the smallest that is possible if ``nearest``."""
    nearest: bool
    """Whether no gains on this scale are nearer. Ordinal gains can be as near as one likes to some that are only weakly
    ordinal, and interval ones to 0: then these are a thousandth of the way inside.
    """


@dataclass(frozen=True)
class GainConditions:
    """The steps of a sum over ranks as linear forms in its gains, under one order."""

    space: RunSpace
    steps: tuple[CoverStep, ...]
    graded: bool

    @staticmethod
    def of(fold: Fold, order: Order, space: RunSpace, graded: bool) -> GainConditions | None:
        """The conditions on the gains of a measure; None under an order of sets where weights differ."""
        variables: Any = LinearForm.variables(space.grades)
        zero = variables[0] - variables[0]
        found = additive_steps(order, replace(fold, gains=(zero, *variables)), space)
        if found is None:
            return None
        return GainConditions(space, tuple(found), graded)

    @cached_property
    def forms(self) -> list[LinearForm]:
        return [step.growth for step in self.steps]

    @cached_property
    def isotone(self) -> list[int]:
        """The steps that decide whether a measure is isotone."""
        return needed(self.forms, ">=")

    @cached_property
    def strict(self) -> list[int]:
        """The steps that decide whether it is strict; where that is never, some that cannot go up together."""
        return needed(self.forms, ">")

    @cached_property
    def possible(self) -> bool | None:
        """Whether there are gains for which the measure is strict; None where that is not known."""
        chosen = [self.forms[n] for n in self.strict]
        if is_infeasible(chosen, ">"):
            return False
        return None if feasible_point(chosen, ">") is None else True

    @cached_property
    def affine(self) -> bool:
        """Whether gains that are equally spaced make the measure affine."""
        ladder = [Fraction(grade) for grade in range(1, self.space.grades + 1)]
        growths = [form.at(ladder) for form in self.forms]
        return self.graded and compare(growths[0], 0) > 0 and all(compare(x, growths[0]) == 0 for x in growths[1:])

    def holds(self, question: str, gains: Sequence[Fraction]) -> bool:
        """Whether gains of the grades from 1 on make it isotone, strict or affine."""
        if question == "affine":
            return self.affine and gains[0] > 0 and all(gain == k * gains[0] for k, gain in enumerate(gains, start=1))
        least = 0 if question == "isotone" else 1
        chosen = self.isotone if question == "isotone" else self.strict
        return all(compare(self.forms[n].at(gains), 0) >= least for n in chosen)

    def conditions(self, question: str) -> list[Condition]:
        """What has to hold of the gains, each with the step that asks for it."""
        names = [f"g{grade}" for grade in range(1, self.space.grades + 1)]
        if question == "affine":
            if not self.affine:
                return [Condition(NEVER, self._unequal)]
            spaced = [Condition(f"{name} = {k}·g1") for k, name in enumerate(names[1:], start=2)]
            return [Condition("g1 > 0"), *spaced]
        chosen, relation = (self.isotone, "≥") if question == "isotone" else (self.strict, ">")
        steps = [(self.steps[n].low, self.steps[n].high) for n in chosen]
        if question == "strict" and self.possible is False:
            return [Condition(NEVER, tuple(steps))]
        if question == "isotone" and chosen and is_infeasible([self.forms[n] for n in chosen], ">="):
            return [Condition("all gains are 0", tuple(steps))]
        return [Condition(self.forms[n].text(names, relation), (step,)) for n, step in zip(chosen, steps, strict=True)]

    @property
    def _unequal(self) -> tuple[Any, ...]:
        """Two steps that differ where gains are equally spaced."""
        ladder = [Fraction(grade) for grade in range(1, self.space.grades + 1)]
        first = self.steps[0]
        other = next((one for one in self.steps if compare(one.growth.at(ladder), first.growth.at(ladder))), None)
        return () if other is None else ((first.low, first.high), (other.low, other.high))

    def nearest(self, gains: Sequence[Fraction], scale: str) -> NearestGains | None:
        """The gains on a scale that are nearest to those of the grades from 1 on, by least squares; None where there
        are none.
        """
        if scale == "interval":
            if not self.affine:
                return None
            ladder = range(1, self.space.grades + 1)
            step = sum(k * gain for k, gain in zip(ladder, gains, strict=True)) / Fraction(sum(k * k for k in ladder))
            return _near([k * (step or INSIDE) for k in ladder], gains, scale, bool(step))
        if scale == "weakly ordinal":
            return _near(nearest_point([self.forms[n] for n in self.isotone], gains), gains, scale, True)
        if not self.possible:
            return None
        chosen = [self.forms[n] for n in self.strict]
        edge = nearest_point(chosen, gains)
        if self.holds("strict", edge):
            return _near(edge, gains, scale, edge == list(gains))
        inside = feasible_point(chosen, ">")
        assert inside is not None
        size = max(*edge, *gains, Fraction(0)) / max(inside) or Fraction(1)
        moved = [x + INSIDE * (size * y - x) for x, y in zip(edge, inside, strict=True)]
        return _near(moved, gains, scale, False)


def _near(found: Sequence[Fraction], gains: Sequence[Fraction], scale: str, nearest: bool) -> NearestGains:
    squares = sum(((x - y) ** 2 for x, y in zip(found, gains, strict=True)), Fraction(0))
    return NearestGains((Fraction(0), *found), scale, squares, nearest)


def named_gains(gains: Mapping[int, Any] | Sequence[Any], grades: int) -> list[Fraction]:
    """The gains of the grades from 1 on, of gains that are named for all grades; that of grade 0 is 0.

    >>> named_gains([0, 1, 3], 2), named_gains({1: 1, 2: 0.5}, 2)
    ([Fraction(1, 1), Fraction(3, 1)], [Fraction(1, 1), Fraction(1, 2)])
    """
    try:
        named = dict(gains) if isinstance(gains, Mapping) else dict(enumerate(gains))
        exact = {_grade(grade): bounded_number(gain) for grade, gain in named.items()}
    except (TypeError, ValueError, OverflowError, NumberError):
        raise OptionError("gains must be numbers, one for each grade, such as 0,1,3") from None
    if exact.pop(0, 0) != 0 or min(exact.values(), default=0) < 0:
        raise OptionError("gains must be 0 for grade 0, and not negative for others")
    if set(exact) != set(range(1, grades + 1)):
        raise OptionError(f"gains do not fit the grades 0..{grades}: one gain for each is needed")
    return [exact[grade] for grade in range(1, grades + 1)]


def _grade(grade: Any) -> int:
    """A grade as a whole number, also where it is a text."""
    return int(grade) if isinstance(grade, str) else index(grade)
