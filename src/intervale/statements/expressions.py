"""What a statement is made of: statistics of scores, and the ways to compare them.

Every statistic but the geometric and the harmonic mean is a **weighting** of the scores in order: Σ w_k · v_k with
weights that sum up to 1 and that no increasing transformation changes. The geometric mean is one of the logarithms, the
harmonic mean one of −1/x: the **face** of a statistic says on what it is a weighting.
"""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass, fields, is_dataclass
from fractions import Fraction
from math import floor
from typing import Any

from intervale.errors import OptionError, shown
from intervale.exact import bounded_number

__all__ = [
    "RELATIONS",
    "Compared",
    "Correlated",
    "Difference",
    "DifferencesCompared",
    "Multiple",
    "Number",
    "Quotient",
    "QuotientIs",
    "Score",
    "Significant",
    "SignificantPairs",
    "Statement",
    "Statistic",
    "Term",
    "gmean",
    "hmean",
    "largest",
    "mean",
    "median",
    "mode",
    "named_systems",
    "quantile",
    "score",
    "smallest",
]

RELATIONS: dict[str, Callable[[Any, Any], bool]] = {
    ">": operator.gt,
    "<": operator.lt,
    ">=": operator.ge,
    "<=": operator.le,
    "=": operator.eq,
    "!=": operator.ne,
}
STATISTICS = ("mean", "median", "quantile", "mode", "min", "max", "gmean", "hmean")
FACES = {"mean": "plain", "gmean": "logarithm", "hmean": "reciprocal"}


class Statement:
    """A sentence about scores that is true or false; ``str`` writes it as :func:`~intervale.meaningful` reads it."""

    def __bool__(self) -> bool:
        raise OptionError("a statement is not true or false by itself: hand it to meaningful, with the scores")


class Expression:
    """What can be compared: ``a > b`` of two expressions is a statement, and not a truth value."""

    def __gt__(self, other: Any) -> Statement:
        return stated(self, ">", other)

    def __lt__(self, other: Any) -> Statement:
        return stated(self, "<", other)

    def __ge__(self, other: Any) -> Statement:
        return stated(self, ">=", other)

    def __le__(self, other: Any) -> Statement:
        return stated(self, "<=", other)

    def equals(self, other: Any) -> Statement:
        """The statement that both are equal; ``==`` compares expressions, and not what they stand for."""
        return stated(self, "=", other)

    def differs(self, other: Any) -> Statement:
        """The statement that both are different."""
        return stated(self, "!=", other)

    def __bool__(self) -> bool:
        raise OptionError("a statement is not true or false by itself: hand it to meaningful, with the scores")

    def __truediv__(self, other: Any) -> Any:
        if isinstance(self, Term) and isinstance(other, int | float | Fraction) and other:
            return _Multiplied(1 / bounded_number(other), self)
        if not isinstance(self, Term | Difference) or not isinstance(other, Term | Difference):
            raise OptionError(f"{self} / {as_text(other)}: a ratio is of two statistics or of two differences")
        return Quotient(self, other)


class Term(Expression):
    """A number on the scale of the scores: it moves as the scale does."""

    def __sub__(self, other: Any) -> Difference:
        return Difference(self, _term(other))

    def __mul__(self, factor: Any) -> _Multiplied:
        return _Multiplied(_factor(factor), self)

    __rmul__ = __mul__


@dataclass(frozen=True)
class Statistic(Term):
    """The mean, median, … of the scores of one system over its topics."""

    kind: str
    system: str
    q: Fraction | None = None

    def __post_init__(self) -> None:
        if self.kind not in STATISTICS:
            raise OptionError(f"the statistic {self.kind!r} is not known; one of: {', '.join(STATISTICS)}")
        if (self.kind == "quantile") != (self.q is not None):
            raise OptionError("a quantile names its share, as in quantile(A, 0.25); the others name a system alone")
        if self.q is not None and not 0 <= self.q <= 1:
            raise OptionError(f"quantile({self.system}, {shown(self.q)}): the share must be a number from 0 to 1")

    def __str__(self) -> str:
        share = "" if self.q is None else f", {_written(self.q)}"
        return f"{self.kind}({quoted(self.system)}{share})"

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


@dataclass(frozen=True)
class Number(Term):
    """A number on the scale, such as 12 grams of sugar: it names what has this score, and moves with the scale."""

    value: Fraction

    def __str__(self) -> str:
        return _written(self.value)


@dataclass(frozen=True)
class Difference(Expression):
    first: Term
    second: Term

    def __str__(self) -> str:
        return f"({self.first} - {self.second})"


@dataclass(frozen=True)
class Quotient(Expression):
    top: Term | Difference
    bottom: Term | Difference

    def __str__(self) -> str:
        return f"{self.top} / {self.bottom}"


@dataclass(frozen=True)
class _Multiplied(Expression):
    factor: Fraction
    term: Term

    def __str__(self) -> str:
        return f"{_written(self.factor)} * {self.term}"


# ------------------------------------------------------------ statements


@dataclass(frozen=True)
class Compared(Statement):
    """``mean(A) > mean(B)``: two numbers on the scale."""

    left: Term
    relation: str
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True)
class DifferencesCompared(Statement):
    """``mean(A) - mean(B) > mean(C) - mean(D)``: two differences of numbers on the scale."""

    left: Difference
    relation: str
    right: Difference

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {self.right}"


@dataclass(frozen=True)
class Multiple(Statement):
    """``mean(A) > 2 * mean(B)``: a number on the scale, and a multiple of another."""

    left: Term
    relation: str
    factor: Fraction
    right: Term

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {_written(self.factor)} * {self.right}"


@dataclass(frozen=True)
class QuotientIs(Statement):
    """``mean(A) / mean(B) > 2`` or ``(mean(A) - mean(B)) / (mean(C) - mean(D)) = 1``: a ratio, and a plain number."""

    quotient: Quotient
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"{self.quotient} {self.relation} {_written(self.number)}"


@dataclass(frozen=True)
class Correlated(Statement):
    """``tau(AP, nDCG@10) > 0.9``: a correlation of two measures over systems, by their means or on one topic; or of two
    systems over topics.
    """

    coefficient: str
    first: str
    second: str
    relation: str
    number: Fraction
    topic: str | None = None

    def __str__(self) -> str:
        on = "" if self.topic is None else f", {quoted(self.topic)}"
        inside = f"{quoted(self.first)}, {quoted(self.second)}{on}"
        return f"{self.coefficient}({inside}) {self.relation} {_written(self.number)}"


@dataclass(frozen=True)
class Significant(Statement):
    """``A significantly better than B by t``, or ``different from``."""

    first: str
    second: str
    test: str
    better: bool = True

    def __str__(self) -> str:
        how = "better than" if self.better else "different from"
        return f"{quoted(self.first)} significantly {how} {quoted(self.second)} by {self.test}"


@dataclass(frozen=True)
class SignificantPairs(Statement):
    """``significant(t) > 100``: how many pairs of systems a test tells apart."""

    test: str
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"significant({self.test}) {self.relation} {_written(self.number)}"


def stated(left: Any, relation: str, right: Any) -> Statement:
    """The statement that two expressions make."""
    turned = {">": "<", "<": ">", ">=": "<=", "<=": ">="}.get(relation, relation)
    if not isinstance(left, Expression) and isinstance(right, Expression):
        return stated(right, turned, left)
    if isinstance(left, _Multiplied):
        if not isinstance(right, _Multiplied):
            return Multiple(_term(right), turned, left.factor, left.term)
        if left.factor == 0:
            raise OptionError(f"{left} {relation} {right}: the factor 0 says nothing")
        relation = relation if left.factor > 0 else turned
        return Multiple(left.term, relation, bounded_number(right.factor / left.factor), right.term)
    if isinstance(left, Quotient):
        if isinstance(right, Expression):
            raise OptionError(f"{left} {relation} {right}: a ratio is compared with a number")
        return QuotientIs(left, relation, _factor(right))
    if isinstance(left, Difference) and isinstance(right, Difference):
        return DifferencesCompared(left, relation, right)
    if isinstance(left, Difference) and not isinstance(right, Expression) and not right:
        return Compared(left.first, relation, left.second)
    if isinstance(left, Difference) or isinstance(right, Difference):
        raise OptionError(
            f"{as_text(left)} {relation} {as_text(right)}: a difference has the unit of its scale; compare it with 0, "
            "or with another difference, as in mean(A) - mean(B) > mean(C) - mean(D)"
        )
    if isinstance(right, _Multiplied):
        return Multiple(_term(left), relation, right.factor, right.term)
    return Compared(_term(left), relation, _term(right))


def _factor(value: Any) -> Fraction:
    """A plain number, as users write it."""
    try:
        return bounded_number(value)
    except TypeError:
        raise OptionError(f"{shown(value)} is not a number") from None


def _term(value: Any) -> Term:
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
    return Statistic("quantile", system, _factor(share))


def mode(system: str) -> Statistic:
    """The most frequent score."""
    return Statistic("mode", system)


def named_systems(said: Any) -> set[str]:
    """The systems that a statement, or a part of one, names."""
    if isinstance(said, Statistic | Score):
        return {said.system}
    if not is_dataclass(said):
        return set()
    return {name for field in fields(said) for name in named_systems(getattr(said, field.name))}


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


def _written(number: Fraction) -> str:
    """A number as short as it reads back: 0.25, 3, 1/3."""
    if number.denominator == 1:
        return str(number.numerator)
    decimal = repr(float(number))
    return decimal if Fraction(decimal) == number else str(number)
