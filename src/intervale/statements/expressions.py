"""What a statement is made of: statistics of scores, their differences, multiples and ratios.

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
    "Difference",
    "Expression",
    "Multiplied",
    "Number",
    "Quotient",
    "Score",
    "Statistic",
    "Term",
    "as_text",
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
        if isinstance(self, Term) and isinstance(other, int | float | Fraction) and other:
            return Multiplied(1 / bounded_number(other), self)
        if not isinstance(self, Term | Difference) or not isinstance(other, Term | Difference):
            raise OptionError(f"{self} / {as_text(other)}: a ratio needs two statistics or two differences")
        return Quotient(self, other)


class Term(Expression):
    """A number on the scale of the scores: it moves as the scale does."""

    def value(self, number: Callable[[Term], float]) -> float:
        """What it is, where ``number`` says what each term is."""
        return number(self)

    def __sub__(self, other: Any) -> Difference:
        return Difference(self, term(other))

    def __mul__(self, factor: Any) -> Multiplied:
        return Multiplied(plain_number(factor), self)

    __rmul__ = __mul__


@dataclass(frozen=True)
class Statistic(Term):
    """The mean, median, … of the scores of one system over its topics."""

    kind: str
    system: str
    q: Fraction | None = None

    def __post_init__(self) -> None:
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
class Difference(Expression):
    first: Term
    second: Term

    def __str__(self) -> str:
        return f"({self.first} - {self.second})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (*self.first.systems, *self.second.systems)

    def value(self, number: Callable[[Term], float]) -> float:
        """0 where only rounding tells the two apart."""
        first, second = number(self.first), number(self.second)
        return 0.0 if abs(first - second) <= NOISE * (abs(first) + abs(second)) else first - second


@dataclass(frozen=True)
class Quotient(Expression):
    top: Term | Difference
    bottom: Term | Difference

    def __str__(self) -> str:
        return f"{self.top} / {self.bottom}"

    @property
    def systems(self) -> tuple[str, ...]:
        return (*self.top.systems, *self.bottom.systems)


@dataclass(frozen=True)
class Multiplied(Expression):
    factor: Fraction
    term: Term

    def __str__(self) -> str:
        return f"{written(self.factor)} * {self.term}"

    @property
    def systems(self) -> tuple[str, ...]:
        return self.term.systems


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
    if isinstance(value, int | float | Fraction) and not isinstance(value, bool):
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
    return name if plain else '"' + name.replace("\\", "\\\\").replace('"', '\\"') + '"'


def written(number: Fraction) -> str:
    """A number as short as it reads back: 0.25, 3, 1/3."""
    if number.denominator == 1:
        return str(number.numerator)
    decimal = repr(float(number))
    return decimal if Fraction(decimal) == number else str(number)
