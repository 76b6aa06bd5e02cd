"""The other way round: for which values of a parameter a measure is isotone, strict, affine or a valuation.

Of a sum over ranks a few kinds of steps stand for all, and what each adds is a polynomial in p of RBP, A + B·log2(b) in
the base of DCG, and linear in the gains. So the range of the parameter falls into finitely many parts, each with one
scale, and every boundary is decided. β of F changes nothing on one topic: F is a constant times the number of relevant
documents. On a lattice a sum over ranks is a valuation for every value of the parameter, and its distance a metric
where it is strict (:mod:`intervale.scales.valuations`).
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from fractions import Fraction
from itertools import groupby
from typing import Any, NamedTuple

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import MeasureError, NumberError, OptionError
from intervale.exact import bounded_number, short_text
from intervale.exact.log_roots import LogRoot
from intervale.exact.verdict import Verdict
from intervale.measures import Fold, Measure, load_measure
from intervale.measures.cumulated import DCG
from intervale.measures.measure import Additive
from intervale.measures.persistence import RBP, gRBP
from intervale.measures.precision import F
from intervale.orders import ORDERS, GeneratedOrder, Grades, Order, RunSpace, theorem_facts
from intervale.orders import order as named_order
from intervale.scales.base_parts import parts_in_base
from intervale.scales.gain_regions import GainConditions, NearestGains, named_gains
from intervale.scales.grade_sets import space_of
from intervale.scales.parts import Condition, End, Part, PartsAndConditions, constant_gains, parts_in_p
from intervale.scales.strategies import fold_of, run_length, with_gains
from intervale.scales.verdicts import OrderScale, scale

__all__ = ["OVER", "QUESTIONS", "GainRegion", "NearestGains", "NumberRegion", "Region", "ScaleRegion", "scale_region"]

OVER = ("p", "beta", "base", "gains")
"""The parameters that can be asked about."""
SYMBOLS = {"p": "p", "beta": "β", "base": "b", "gains": "g"}
"""How they are written in conditions."""
QUESTIONS = ("isotone", "strict", "affine", "valuation", "metric")
"""What is asked for each value of a parameter."""
LONGEST, LONGEST_OF_BASES, MOST_GRADES = 200, 60, 8
"""How long runs may be, with the base of a logarithm too, and how many grades above 0 have gains to be found."""


class Region(NamedTuple):
    """All values from ``low`` to ``high``, these included or not, and whether something holds there; None is what does
    not apply or is not known.
    """

    low: End
    high: End | None
    """None: there is no end."""
    low_included: bool
    high_included: bool
    holds: Any

    def text(self, name: str) -> str:
        """The values in words.

        >>> Region(Fraction(0), Fraction(1, 2), False, True, True).text("p")
        '0 < p ≤ 1/2'
        """
        if self.low == self.high:
            return f"{name} = {end_text(self.low)}"
        left, right = ("≤" if included else "<" for included in (self.low_included, self.high_included))
        if self.high is None:
            return f"{name} {'≥' if self.low_included else '>'} {end_text(self.low)}"
        return f"{end_text(self.low)} {left} {name} {right} {end_text(self.high)}"


def end_text(end: End) -> str:
    """A number for people: a fraction, a power, or six digits of a root."""
    if isinstance(end, Fraction):
        return short_text(end)
    return (end.text if isinstance(end, LogRoot) else "") or end.decimal(6)


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
            found.append(Region(first.low, last.high, first.point, last.point, holds))
        return found

    @property
    def conditions(self) -> dict[str, list[Condition]]:
        if self.found is None:
            return {}
        where = [region.text(self.symbol) for region in self.regions["affine"] if region.holds]
        whole = len(self.regions["affine"]) == 1 and bool(where)
        equal = [] if whole else [Condition(" or ".join(where) or "never", self.found.unequal)]
        return {"isotone": self.found.isotone, "strict": self.found.strict, "affine": equal}

    def holds_at(self, value: Any) -> dict[str, bool | None]:
        number = self._number(value)
        return self._of(next(part for part in self.parts if number in part))

    def measure_at(self, value: Any) -> Measure:
        changed: dict[str, Any] = {self.over: self._number(value)}
        return replace(self.measure, **changed)

    def _number(self, value: Any) -> Fraction:
        try:
            number = bounded_number(value)
        except (TypeError, NumberError):
            number = None
        if number is None or not any(number in part for part in self.parts):
            whole = Region(self.parts[0].low, self.parts[-1].high, False, False, None)
            raise OptionError(f"{self.over}={value!r} must be a number with {whole.text(self.symbol)}")
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
    low, high = (None if end is None else exact_end(end) for end in region[:2])
    return (*about, holds, low, high, region.low_included, region.high_included, region.text(found.symbol))


def exact_end(end: End) -> str:
    """A number as files have it: a fraction, or twenty digits of a root."""
    return str(end) if isinstance(end, Fraction) else end.decimal()


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
        """A row for each condition of each question."""
        about = (str(self.measure), self.space.length, self.space.grades, self.order, self.over)
        rows = [
            (*about, question, None, None, None, None, None, one.text)
            for question, some in self.conditions.items()
            for one in some
        ]
        return columns_of(COLUMNS, rows)


# ---------------------------------------------------------------- finding them


def scale_region(
    measure: str | Measure,
    over: str,
    *,
    length: int | None = None,
    grades: Grades = 1,
    order: str | Order = "rank-total",
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
) -> NumberRegion | GainRegion:
    """For which values of a parameter a measure is on which scale under an order, on the runs of a length over grades
    0..``grades``: ``p`` of RBP and gRBP, ``base`` of DCG and nDCG, ``beta`` of F, and ``gains`` of the measures that
    take them. All boundaries are exact and decided.

    >>> found = scale_region("RBP", "p", length=4)
    >>> [(one.text("p"), one.holds) for one in found.scales]
    [('0 < p < 1/2', 'ordinal'), ('p = 1/2', 'interval'), ('1/2 < p < 0.543689', 'ordinal'),
    ('p = 0.543689', 'weakly ordinal'), ('0.543689 < p < 1', 'none')]
    >>> found.conditions["strict"][0].text, found.holds_at(0.6)["strict"]
    ('p^4 − 2p + 1 > 0', False)
    >>> gains = scale_region("gRBP(p=0.25)", "gains", length=3, grades=2)
    >>> [one.text for one in gains.conditions["strict"]]
    ['g1 > 5/16·g2', 'g2 > 16/11·g1']
    """
    if over not in OVER:
        raise OptionError(f"over={over!r} is unknown; use one of: {', '.join(OVER)}")
    chosen = load_measure(measure)
    _check_parameter(chosen, over)
    if over == "gains":
        if gains is not None:
            raise OptionError("over='gains' asks for the gains; to start from some, use nearest(gains) of the result")
        space = RunSpace(run_length(chosen, length), grades)  # type: ignore[arg-type]
        chosen = _with_free_gains(chosen, space)
    else:
        chosen, space = space_of(chosen, length, grades, gains)
    known = _known_order(order, space)
    own = known.space(space.length, space.grades)
    longest = LONGEST_OF_BASES if over == "base" else LONGEST
    if own.length > longest:
        raise OptionError(f"length {own.length:,} is too large: regions over {over} are found up to length {longest}")
    facts = theorem_facts(known, own)
    about = {"measure": chosen, "over": over, "space": space, "order": known.name}
    about |= {name: bool(facts[name]) for name in ("lattice", "graded")}
    return _found(about, known, own)


def _check_parameter(measure: Measure, over: str) -> None:
    kinds: dict[str, tuple[type[Measure], ...]] = {"p": (RBP, gRBP), "base": (DCG,), "beta": (F,)}
    names = {"p": "RBP and gRBP", "base": "DCG and nDCG", "beta": "F", "gains": "gP, gR, gRBP, DCG, nDCG and INSQ"}
    free = isinstance(measure, Additive) and "gains" in {one.name for one in fields(measure)}
    fits = free if over == "gains" else isinstance(measure, kinds[over])
    if not fits:
        raise MeasureError(f"{measure}: over={over!r} is for {names[over]}")


def _with_free_gains(measure: Measure, space: RunSpace) -> Measure:
    """The measure with gains that stand for any; refused where it does not take them, or another top grade divides."""
    if space.grades > MOST_GRADES:
        raise OptionError(f"grades 0..{space.grades} are too many: gains are found for up to {MOST_GRADES} above 0")
    if measure.max_rel not in (None, space.grades):
        raise MeasureError(f"{measure}: over='gains' needs the top grade of the space, not max_rel={measure.max_rel}")
    free = replace(measure, graded=True) if isinstance(measure, F) else measure
    with_gains(free, [0, *range(2, space.grades + 2)], space.grades)  # refused where it takes none
    return with_gains(free, list(range(space.grades + 1)), space.grades)


def _known_order(order: str | Order, space: RunSpace) -> Order:
    """One of the orders of the papers."""
    found = None if order == "induced" else named_order(order)
    if isinstance(found, GeneratedOrder):
        found = found.same(found.space(space.length, space.grades)) or found
    if found is None or not isinstance(ORDERS.get(found.name), type(found)):
        raise OptionError(f"regions are known for the orders {', '.join(ORDERS)}, not for {order}")
    return found


def _found(about: dict[str, Any], order: Order, space: RunSpace) -> NumberRegion | GainRegion:
    chosen, over, graded = (about[name] for name in ("measure", "over", "graded"))
    fold = fold_of(chosen, space)
    not_of_sets = f"{chosen} depends on the order of the documents"
    if over == "gains":
        known = GainConditions.of(fold, order, space, graded)
        return GainRegion(**about, known=known, why="" if known is not None else not_of_sets)
    if over == "beta":
        found, why = _in_beta(chosen, order, space)
    else:
        in_p = parts_in_p(chosen, fold, order, space, graded) if over == "p" else None
        found = in_p or (_no_p(fold) if over == "p" else parts_in_base(fold, order, space, graded))
        why = "" if any(part.applies for part in found.parts) else not_of_sets
    applies = any(part.applies for part in found.parts)
    return NumberRegion(**about, parts=tuple(found.parts), found=found if applies else None, why=why)


def _no_p(fold: Fold) -> PartsAndConditions:
    """Under an order of sets weights differ for every p: it applies where all runs have one value."""
    flat = constant_gains(fold)
    return PartsAndConditions([Part(Fraction(0), Fraction(1), flat, False, False, flat)], [], [])


def _in_beta(measure: Measure, order: Order, space: RunSpace) -> tuple[PartsAndConditions, str]:
    """F is a positive constant of the topic times the number of relevant documents, for every β."""
    one = scale(measure, length=space.length, grades=space.grades, order=order)[order.name]
    part = Part(Fraction(0), None, bool(one.isotone), bool(one.strict), bool(one.affine), one.applies)
    isotone, strict = (
        [] if verdict else [Condition("never", _steps(verdict))] for verdict in (one.isotone, one.strict)
    )
    why = "on one topic F is the sum of gains times (1 + β²)/(β²·RB + N), a positive constant: β does not matter"
    found = PartsAndConditions([part], isotone, strict, _steps(one.equal_steps))
    return found, why if one.applies else one.isotone.why


def _steps(verdict: Verdict) -> tuple[Any, ...]:
    """The steps of a witness, where it has some."""
    runs = verdict.witness if verdict.holds is False and verdict.witness else ()
    return tuple(zip(runs[::2], runs[1::2], strict=True)) if len(runs) in (2, 4) else ()
