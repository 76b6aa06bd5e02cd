"""What a statement is made of: statistics of scores, their sums, differences, multiples and ratios.

Every statistic but the geometric and the harmonic mean is a **weighting** of the scores in order: Σ w_k · v_k with
weights that sum up to 1 and that no increasing transformation changes. The geometric mean is one of the logarithms, the
harmonic mean one of −1/x: the **face** of a statistic says on what it is a weighting.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from math import floor
from typing import TYPE_CHECKING, Any

from intervale.errors import OptionError, shown
from intervale.exact import bounded_number
from intervale.exact.rounding import NOISE

if TYPE_CHECKING:
    from intervale.statements.statement import Statement

__all__ = [
    "FACES",
    "STATISTICS",
    "Anchored",
    "Combination",
    "Expression",
    "Figure",
    "Gap",
    "Number",
    "Quotient",
    "Score",
    "Statistic",
    "Term",
    "as_text",
    "gap",
    "gmean",
    "hmean",
    "largest",
    "mean",
    "median",
    "mode",
    "places",
    "plain_number",
    "quantile",
    "quoted",
    "score",
    "smallest",
    "term",
    "written",
]

RESERVED = ("and", "or", "not", "in", "on", "for", "is", "by", "at", "with", "significant", "significantly")
"""Words between names, which a name in quotation marks is not."""
STATISTICS = ("mean", "median", "quantile", "mode", "min", "max", "gmean", "hmean")
FACES = {"mean": "plain", "gmean": "logarithm", "hmean": "reciprocal"}


class Expression(ABC):
    """What can be compared: ``a > b`` of two expressions is a statement, and not a truth value."""

    @property
    @abstractmethod
    def systems(self) -> tuple[str, ...]:
        """The systems that it names."""

    def __gt__(self, other: Any) -> Statement:
        return _stated(self, ">", other)

    def __lt__(self, other: Any) -> Statement:
        return _stated(self, "<", other)

    def __ge__(self, other: Any) -> Statement:
        return _stated(self, ">=", other)

    def __le__(self, other: Any) -> Statement:
        return _stated(self, "<=", other)

    def equals(self, other: Any) -> Statement:
        """The statement that both are equal; ``==`` compares expressions, and not what they stand for."""
        return _stated(self, "=", other)

    def differs(self, other: Any) -> Statement:
        """The statement that both are different."""
        return _stated(self, "!=", other)

    def __bool__(self) -> bool:
        raise OptionError("a statement has no truth value without scores: pass it to meaningful")

    def __truediv__(self, other: Any) -> Any:
        if _is_number(other) and other:
            return (1 / bounded_number(other)) * self
        left, right = (_balanced(_combination(part)) for part in (self, other))
        if left is None or right is None:
            raise OptionError(f"{self} / {as_text(other)}: a ratio needs statistics, or sums and differences of them")
        return Quotient(left, right)

    def __add__(self, other: Any) -> Combination:
        return _added(self, other, 1)

    def __radd__(self, other: Any) -> Combination:
        return _added(other, self, 1)

    def __sub__(self, other: Any) -> Combination:
        return _added(self, other, -1)

    def __rsub__(self, other: Any) -> Combination:
        return _added(other, self, -1)

    def __neg__(self) -> Combination:
        return -1 * self

    def __mul__(self, factor: Any) -> Combination:
        found = _combination(self)
        if found is None:
            raise OptionError(f"{as_text(factor)} * {self}: only statistics, and sums of them, have multiples")
        number = plain_number(factor)
        return Combination(tuple((bounded_number(number * weight), one) for weight, one in found.parts))

    __rmul__ = __mul__


class Term(Expression):
    """A number on the scale of the scores: it moves as the scale does."""

    def value(self, number: Callable[[Term], float]) -> float:
        """What it is, where ``number`` says what each term is."""
        return number(self)


@dataclass(frozen=True)
class Statistic(Term):
    """The mean, median, … of the scores of one system over its topics."""

    kind: str
    system: str
    q: Fraction | None = None

    def __post_init__(self) -> None:
        if not isinstance(self.system, str):
            raise OptionError(f"{self.kind}({shown(self.system)}): a system is named by a text, such as mean('A')")
        if self.kind not in STATISTICS:
            raise OptionError(f"the statistic {self.kind!r} is unknown; use one of: {', '.join(STATISTICS)}")
        if (self.kind == "quantile") != (self.q is not None):
            raise OptionError("quantile needs a share, as in quantile(A, 0.25); other statistics take only a system")
        if self.q is not None and not 0 <= self.q <= 1:
            raise OptionError(f"quantile({self.system}, {shown(self.q)}): the share must be a number from 0 to 1")

    def __str__(self) -> str:
        share = "" if self.q is None else f", {written(self.q)}"
        return f"{self.kind}({quoted(self.system)}{share})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.system,)

    @property
    def share(self) -> Fraction | None:
        """Which quantile it is, where it is one."""
        return {"median": Fraction(1, 2), "min": Fraction(0), "max": Fraction(1)}.get(self.kind, self.q)


@dataclass(frozen=True)
class Score(Term):
    """The score of a system on one topic."""

    system: str
    topic: str

    def __str__(self) -> str:
        return f"score({quoted(self.system)}, {quoted(self.topic)})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.system,)


@dataclass(frozen=True)
class Number(Term):
    """A number on the scale, such as 12 grams of sugar: it names what has this score, and moves with the scale."""

    number: Fraction

    def __str__(self) -> str:
        return written(self.number)

    @property
    def systems(self) -> tuple[str, ...]:
        return ()


@dataclass(frozen=True)
class Combination(Expression):
    """A weighted sum of numbers on the scale: ``mean(A) - mean(B)``, ``2 * mean(C)``."""

    parts: tuple[tuple[Fraction, Term], ...]

    def __str__(self) -> str:
        found = ""
        for weight, one in self.parts:
            one = one.number if isinstance(one, Anchored) else one
            if isinstance(one, Number):
                if not one.number and len(self.parts) > 1:
                    continue  # a difference from 0
                text, weight = written(abs(weight * one.number)), weight * (one.number or 1)
            else:
                text = str(one) if abs(weight) == 1 else f"{written(abs(weight))} * {one}"
            sign = "-" if weight < 0 else "+"
            found += f" {sign} {text}" if found else f"{'-' * (weight < 0)}{text}"
        return found or "0"

    @property
    def systems(self) -> tuple[str, ...]:
        return tuple(system for _, one in self.parts for system in one.systems)

    @property
    def terms(self) -> tuple[Term, ...]:
        return tuple(one for _, one in self.parts)

    def value(self, number: Callable[[Term], float]) -> float:
        """What it is, where ``number`` says what each term is; 0 where only rounding tells it from 0."""
        parts = [float(weight) * number(one) for weight, one in self.parts]
        return 0.0 if abs(sum(parts)) <= NOISE * sum(map(abs, parts)) else sum(parts)


@dataclass(frozen=True)
class Anchored(Score):
    """The score that stands for a plain number, where a statement is about scores."""

    number: Number

    def __str__(self) -> str:
        return str(self.number)


@dataclass(frozen=True)
class Gap(Expression):
    """The difference on the scale that a plain number names: that from 0 to it, or back where it is below 0."""

    high: Term
    low: Term

    def __str__(self) -> str:
        return str(Combination(self.parts))

    @property
    def parts(self) -> tuple[tuple[Fraction, Term], ...]:
        return ((Fraction(1), self.high), (Fraction(-1), self.low))

    @property
    def systems(self) -> tuple[str, ...]:
        return (*self.high.systems, *self.low.systems)

    def value(self, number: Callable[[Term], float]) -> float:
        return number(self.high) - number(self.low)


def gap(number: Fraction) -> Gap:
    zero = Number(Fraction(0))
    return Gap(Number(number), zero) if number >= 0 else Gap(zero, Number(-number))


@dataclass(frozen=True)
class Quotient(Expression):
    top: Combination
    bottom: Combination

    def __str__(self) -> str:
        parts = (
            f"({one})" if len(one.parts) > 1 or one.parts[0][0] != 1 else str(one) for one in (self.top, self.bottom)
        )
        return " / ".join(parts)

    @property
    def systems(self) -> tuple[str, ...]:
        return (*self.top.systems, *self.bottom.systems)


class Figure(Expression):
    """A number that is on no scale of its own, such as a count, a rank or a p-value: it is compared, and not added."""

    @abstractmethod
    def compared(self, relation: str, other: Any) -> Statement:
        """The statement that it stands in this relation to another, or to a plain number."""


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float | Fraction) and not isinstance(value, bool)


def _combination(value: Any) -> Combination | None:
    """A number on the scale, or a sum of some, as a weighted sum."""
    if isinstance(value, Combination):
        return value
    return Combination(((Fraction(1), value),)) if isinstance(value, Term) else None


def _balanced(found: Combination | None) -> Combination | None:
    """A sum in which a number beside a difference is one."""
    if found is None or not any(isinstance(one, Number) for one in found.terms):
        return found
    moving = [(weight, one) for weight, one in found.parts if not isinstance(one, Number)]
    if len({weight > 0 for weight, _ in moving}) < 2:
        return found
    number = sum((weight * one.number for weight, one in found.parts if isinstance(one, Number)), Fraction(0))
    return Combination((*moving, *(gap(number).parts if number else ())))


def _added(left: Any, right: Any, sign: int) -> Combination:
    first, second = (_combination(Number(bounded_number(x)) if _is_number(x) else x) for x in (left, right))
    if first is None or second is None:
        mark = "+" if sign > 0 else "-"
        raise OptionError(f"{as_text(left)} {mark} {as_text(right)}: only statistics, and sums of them, are added")
    return Combination((*first.parts, *((sign * weight, one) for weight, one in second.parts)))


def _stated(left: Any, relation: str, right: Any) -> Statement:
    """The statement of two expressions; statements are made of expressions, so that the way back is taken late."""
    from intervale.statements.stated import stated

    return stated(left, relation, right)


def plain_number(value: Any) -> Fraction:
    """A plain number, as users write it."""
    try:
        return bounded_number(value)
    except TypeError:
        raise OptionError(f"{shown(value)} is not a number") from None


def term(value: Any) -> Term:
    """A number on the scale: a term, or a plain number that names one."""
    if isinstance(value, Term):
        return value
    if _is_number(value):
        return Number(bounded_number(value))
    raise OptionError(f"{as_text(value)} is not a number on the scale: write a statistic, such as mean(A), or a number")


def as_text(value: Any) -> str:
    """A part of a statement as messages show it."""
    return str(value) if isinstance(value, Expression) else shown(value)


# ------------------------------------------------------------ the Python twin of the grammar


def mean(system: str) -> Statistic:
    """The mean over topics.

    >>> print(mean("A") > mean("B"), "|", mean("A") / mean("B") > 2, "|", median("A").equals(0.5))
    mean(A) > mean(B) | mean(A) / mean(B) > 2 | median(A) = 0.5
    """
    return Statistic("mean", system)


def median(system: str) -> Statistic:
    """The median; of an even number of scores, the mean of the two in the middle."""
    return Statistic("median", system)


def quantile(system: str, share: Any) -> Statistic:
    """The quantile by linear interpolation between scores, as numpy's and R's default."""
    return Statistic("quantile", system, plain_number(share))


def mode(system: str) -> Statistic:
    """The most frequent score."""
    return Statistic("mode", system)


def smallest(system: str) -> Statistic:
    return Statistic("min", system)


def largest(system: str) -> Statistic:
    return Statistic("max", system)


def gmean(system: str) -> Statistic:
    """The geometric mean, of scores above 0."""
    return Statistic("gmean", system)


def hmean(system: str) -> Statistic:
    """The harmonic mean, of scores above 0."""
    return Statistic("hmean", system)


def score(system: str, topic: str) -> Score:
    return Score(system, topic)


def places(share: Fraction, number: int) -> dict[int, Fraction]:
    """The order statistics, from 0, that a quantile weighs.

    >>> places(Fraction(1, 2), 5), places(Fraction(1, 2), 4)
    ({2: Fraction(1, 1)}, {1: Fraction(1, 2), 2: Fraction(1, 2)})
    """
    at = (number - 1) * share
    below = floor(at)
    part = at - below
    return {below: 1 - part} | ({below + 1: part} if part else {})


def quoted(name: str) -> str:
    plain = bool(name) and all(mark.isalnum() or mark in "_.@:+-" for mark in name) and name[0] not in "+-"
    plain = plain and name[-1] != "." and name.casefold() not in RESERVED
    return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(number: Fraction) -> str:
    """A number as short as it reads back: 0.25, 3, 1/3."""
    if number.denominator == 1:
        return str(number.numerator)
    decimal = repr(float(number))
    return decimal if Fraction(decimal) == number else str(number)
