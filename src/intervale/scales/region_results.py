"""For which values of a parameter a measure is on which scale: ranges of a number, or conditions on gains."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import groupby
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import NumberError, OptionError, shown
from intervale.exact import bounded_number
from intervale.exact.verdict import Verdict
from intervale.measures import Measure
from intervale.orders import RunSpace
from intervale.scales.arguments import with_gains
from intervale.scales.gain_regions import GainConditions, NearestGains, named_gains
from intervale.scales.parts import NEVER, Condition, End, Part, PartsAndConditions
from intervale.scales.region_ends import Region, end_digits, exact_end
from intervale.scales.verdicts import OrderScale, scale

__all__ = ["QUESTIONS", "GainRegion", "NumberRegion", "ScaleRegion"]

SYMBOLS = {"p": "p", "beta": "β", "base": "b", "gains": "g"}
"""How parameters are written in conditions."""
QUESTIONS = ("isotone", "strict", "affine", "valuation", "metric")
"""What is asked for each value of a parameter."""


@dataclass(frozen=True, repr=False)
class ScaleRegion(Tabular, ABC):
    """For which values of a parameter a measure is on which scale, under one order."""

    measure: Measure
    over: str
    space: RunSpace
    order: str
    lattice: bool
    graded: bool
    why: str = ""
    """The theorem, or why the order does not apply."""

    @property
    def symbol(self) -> str:
        return SYMBOLS[self.over]

    @property
    @abstractmethod
    def conditions(self) -> dict[str, list[Condition]]:
        """What has to hold for each question, in words, with steps that break it elsewhere; nothing where it holds for
        every value.
        """

    @abstractmethod
    def holds_at(self, value: Any) -> dict[str, bool | None]:
        """What holds at one value; None is what does not apply or is not known."""

    @abstractmethod
    def measure_at(self, value: Any) -> Measure:
        """The measure with this value of the parameter."""

    def scale_at(self, value: Any) -> str | None:
        """The scale at one value: ``interval``, ``ordinal``, ``weakly ordinal`` or ``none``; None where the order does
        not apply, or it is not known.
        """
        return _scale_of(self.holds_at(value))

    def verdict_at(self, question: str, value: Any) -> Verdict | str | None:
        """What :func:`~intervale.scales.scale` finds of one question at one value, with the runs that break it; of
        ``metric``, its answer.
        """
        if question not in QUESTIONS:
            raise OptionError(f"{question!r} is not asked here; use one of: {', '.join(QUESTIONS)}")
        found: OrderScale = scale(
            self.measure_at(value), length=self.space.length, grades=self.space.grades, order=self.order
        )[self.order]
        answer: Verdict | str | None = getattr(found, question)
        return answer

    def _answers(
        self, isotone: bool | None, strict: bool | None, affine: bool | None, applies: bool
    ) -> dict[str, bool | None]:
        """All questions, of what is known of the steps."""
        if not applies:
            return dict.fromkeys(QUESTIONS)
        lattice = (True, strict) if self.lattice else (None, None)
        return dict(zip(QUESTIONS, (isotone, strict, affine if self.graded else None, *lattice), strict=True))


def _scale_of(holds: Mapping[str, bool | None]) -> str | None:
    if holds["isotone"] is None:
        return None
    if not holds["isotone"]:
        return "none"
    if not holds["strict"]:
        return "weakly ordinal"
    return "interval" if holds["affine"] else "ordinal"


@dataclass(frozen=True, repr=False)
class NumberRegion(ScaleRegion):
    """The regions of a parameter that is a number: p, β, or the base of a logarithm."""

    parts: tuple[Part, ...] = ()
    found: PartsAndConditions | None = field(default=None, compare=False)

    def __repr__(self) -> str:
        bands = "; ".join(f"{band.holds}: {band.text(self.symbol)}" for band in self.scales if band.holds != "none")
        about = f"{self.measure} over {self.over}, length {self.space.length}, {self.space.grades_text}"
        text = f"NumberRegion({about}, {self.order}: {bands or 'none'})"
        return text if len(text) <= 220 else f"NumberRegion({about}, {self.order})"

    @property
    def regions(self) -> dict[str, list[Region]]:
        """For each question, the range of the parameter cut where the answer changes."""
        return {question: self._joined(lambda part, q=question: self._of(part)[q]) for question in QUESTIONS}  # type: ignore[misc]

    @property
    def scales(self) -> list[Region]:
        """The range of the parameter cut where the scale changes; ``holds`` is the scale, None where the order does not
        apply or it is not known.
        """
        return self._joined(lambda part: _scale_of(self._of(part)))

    def unanswered(self, applies: bool) -> list[Region]:
        """Where the order does not apply, or where it does and the answer is not known."""
        cut = self._joined(lambda part: part.isotone is None and part.applies is applies)
        return [region for region in cut if region.holds]

    def _of(self, part: Part) -> dict[str, bool | None]:
        return self._answers(part.isotone, part.strict, part.affine, part.applies)

    def _joined(self, answer: Callable[[Part], Any]) -> list[Region]:
        """Neighbouring parts with one answer as one region."""
        found = []
        for holds, group in groupby(self.parts, key=answer):
            some = list(group)
            first, last = some[0], some[-1]
            digits = self._digits[first.low], self._digits.get(last.high, 0)
            found.append(Region(first.low, last.high, first.point, last.point, holds, digits))
        return found

    @cached_property
    def _digits(self) -> dict[End | None, int]:
        """How many digits set each end of a part apart from those beside it."""
        ends: list[End] = list(dict.fromkeys(part.low for part in self.parts))
        last = self.parts[-1].high
        ends += [] if last is None or last in ends else [last]
        return dict(zip(ends, end_digits(ends), strict=True))

    @property
    def conditions(self) -> dict[str, list[Condition]]:
        if self.found is None:
            return {}
        where = [region.text(self.symbol) for region in self.regions["affine"] if region.holds]
        whole = len(self.regions["affine"]) == 1 and bool(where)
        equal = [] if whole else [Condition(" or ".join(where) or NEVER, self.found.unequal)]
        return {"isotone": self.found.isotone, "strict": self.found.strict, "affine": equal}

    def holds_at(self, value: Any) -> dict[str, bool | None]:
        number = self._number(value)
        self.measure_at(number)  # refused where the measure refuses it
        return self._of(next(part for part in self.parts if number in part))

    def measure_at(self, value: Any) -> Measure:
        changed: dict[str, Any] = {self.over: self._number(value)}
        return replace(self.measure, **changed)

    def _number(self, value: Any) -> Fraction:
        whole = Region(self.parts[0].low, self.parts[-1].high, False, False, None).text(self.symbol)
        refused = OptionError(f"{self.over}={shown(value)} must be a number with {whole}")
        if isinstance(value, bool):
            raise refused
        try:
            number = bounded_number(value)
        except NumberError as error:
            raise (error if "out of range" in str(error) else refused) from None
        except TypeError:
            raise refused from None
        if not any(number in part for part in self.parts):
            raise refused
        return number

    def columns(self) -> Columns:
        """A row for each region of each question, the scale first."""
        rows = [("scale", region) for region in self.scales]
        rows += [(question, region) for question, found in self.regions.items() for region in found]
        return columns_of(COLUMNS, (_row(self, question, region) for question, region in rows))


COLUMNS = ("measure", "length", "grades", "order", "over", "question", "holds", "low", "high", "low_included",
           "high_included", "condition")  # fmt: skip


def _row(found: ScaleRegion, question: str, region: Region) -> tuple[Any, ...]:
    about = (str(found.measure), found.space.length, found.space.grades, found.order, found.over, question)
    holds = None if region.holds is None else str(region.holds).lower()
    low, high = (
        None if end is None else exact_end(end, digits) for end, digits in zip(region[:2], region.digits, strict=True)
    )
    return (*about, holds, low, high, region.low_included, region.high_included, region.text(found.symbol))


@dataclass(frozen=True, repr=False)
class GainRegion(ScaleRegion):
    """The conditions on gains: linear inequalities in g_1, …, g_c, that of grade 0 being 0."""

    known: GainConditions | None = field(default=None, compare=False)
    """None where the order does not apply."""

    def __repr__(self) -> str:
        strict = " and ".join(one.text for one in self.conditions.get("strict", ()))
        about = f"{self.measure} over gains, length {self.space.length}, grades 0..{self.space.grades}"
        text = f"GainRegion({about}, {self.order}: strict iff {strict})"
        return text if len(text) <= 220 else f"GainRegion({about}, {self.order})"

    @property
    def conditions(self) -> dict[str, list[Condition]]:
        if self.known is None:
            return {}
        return {question: self.known.conditions(question) for question in QUESTIONS[:3]}

    @property
    def possible(self) -> dict[str, bool | None]:
        """Whether any gains do, for each question; None where that is not known or does not apply. All gains 0 make
        every measure isotone.
        """
        if self.known is None:
            return dict.fromkeys(QUESTIONS)
        return self._answers(True, self.known.possible, self.known.affine, True)

    def holds_at(self, value: Mapping[int, Any] | Sequence[Any]) -> dict[str, bool | None]:
        gains = named_gains(value, self.space.grades)
        if not any(gains):
            return self._answers(True, False, False, True)
        if self.known is None:
            return dict.fromkeys(QUESTIONS)
        isotone, strict, affine = (self.known.holds(question, gains) for question in QUESTIONS[:3])
        return self._answers(isotone, strict, affine, True)

    def measure_at(self, value: Mapping[int, Any] | Sequence[Any]) -> Measure:
        return with_gains(self.measure, [0, *named_gains(value, self.space.grades)], self.space.grades)

    def nearest(self, gains: Mapping[int, Any] | Sequence[Any], scale: str = "ordinal") -> NearestGains:
        """The gains nearest to given ones that put the measure on a scale, ``interval``, ``ordinal`` or ``weakly
        ordinal``: with the smallest sum of squared changes, exactly.
        """
        if scale not in ("interval", "ordinal", "weakly ordinal"):
            raise OptionError(f"scale={scale!r} is unknown; use one of: interval, ordinal, weakly ordinal")
        given = named_gains(gains, self.space.grades)
        found = None if self.known is None else self.known.nearest(given, scale)
        if found is None:
            article = "a" if scale[0] == "w" else "an"
            raise OptionError(f"no gains put {self.measure} on {article} {scale} scale under {self.order}")
        return found

    def columns(self) -> Columns:
        """A row for each condition of each question; one row where it holds for all gains, or where the order does
        not apply.
        """
        about = (str(self.measure), self.space.length, self.space.grades, self.order, self.over)
        rows = [
            (*about, question, holds, None, None, None, None, text)
            for question in QUESTIONS[:3]
            for holds, text in self._rows(question)
        ]
        return columns_of(COLUMNS, rows)

    def _rows(self, question: str) -> list[tuple[str | None, str]]:
        """Whether a question holds, where that is the same for all gains, and the conditions."""
        if self.known is None:
            return [(None, "does not apply")]
        conditions = self.conditions[question]
        if any(one.text == NEVER for one in conditions):
            return [("false", NEVER)]
        return [(None, one.text) for one in conditions] or [("true", "every gain")]
