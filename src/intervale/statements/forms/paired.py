"""Statistics of the differences topic by topic: ``median(A - B) > 0``, ``mean(A - B) > 0.05``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.statements.decision import Decision, Signs, from_signs, invariant
from intervale.statements.expressions import (
    Expression,
    Figure,
    Gap,
    Score,
    Statistic,
    Term,
    as_text,
    gap,
    places,
    plain_number,
    quoted,
    written,
)
from intervale.statements.formulas import Formula, comparison, decided
from intervale.statements.scores import Scores
from intervale.statements.statement import Case, Related, Statement
from intervale.statements.transformations import Affine, ByTopic

__all__ = ["PAIRED", "Paired", "PairedIs"]

PAIRED = ("mean", "median", "quantile", "min", "max")


@dataclass(frozen=True)
class Paired(Figure):
    """A statistic of the differences of two systems on the topics that both have."""

    kind: str
    first: str
    second: str
    q: Fraction | None = None

    def __str__(self) -> str:
        share = "" if self.q is None else f", {written(self.q)}"
        return f"{self.kind}({quoted(self.first)} - {quoted(self.second)}{share})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.first, self.second)

    def differences(self, scores: Scores) -> Any:
        """By topic; 0 where only rounding tells the two apart."""
        rows = [scores.row(name) for name in self.systems]
        both = (scores.codes[rows] >= 0).all(axis=0)
        if not both.any():
            raise OptionError(f"{self}: {self.first} and {self.second} have no topic in common")
        same = scores.codes[rows[0], both] == scores.codes[rows[1], both]
        return np.where(same, 0.0, scores.values[rows[0], both] - scores.values[rows[1], both])

    @property
    def share(self) -> Fraction | None:
        return Statistic(self.kind, self.first, self.q).share

    def value(self, scores: Scores) -> float:
        found = self.differences(scores)
        if self.share is None:
            return float(found.mean())
        ordered = np.sort(found)
        return float(sum(float(weight) * ordered[place] for place, weight in places(self.share, len(found)).items()))

    def compared(self, relation: str, other: Any) -> Statement:
        if isinstance(other, Expression):
            raise OptionError(f"{self} {relation} {as_text(other)}: compare it with a number, such as 0")
        number = plain_number(other)
        return PairedIs(self, relation, gap(number) if number else None)


@dataclass(frozen=True)
class PairedIs(Related):
    """``median(A - B) > 0``; a number is a difference on the scale, and moves with it."""

    left: Paired
    relation: str
    right: Gap | None = None
    """None stands for 0."""

    def __str__(self) -> str:
        return f"{self.left} {self.relation} {0 if self.right is None else self.right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *(() if self.right is None else self.right.systems))

    def _number(self, scores: Scores) -> float:
        return 0.0 if self.right is None else self.right.value(scores.number)

    def sides(self, case: Case) -> tuple[float, float]:
        return self.left.value(case.scores), self._number(case.scores)

    def formula(self, scores: Scores) -> Formula | None:
        """The mean, as a sum over topics."""
        if self.left.share is not None:
            return None
        rows = [scores.row(name) for name in self.left.systems]
        topics = [scores.topics[n] for n in np.flatnonzero((scores.codes[rows] >= 0).all(axis=0))]
        weight = Fraction(1, len(topics))
        parts: list[tuple[Fraction, Term]] = []
        for topic in topics:
            parts += [(weight, Score(self.left.first, topic)), (-weight, Score(self.left.second, topic))]
        if self.right is not None:
            parts += [(-weight, one) for weight, one in self.right.parts]
        return comparison(parts, self.relation)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        scores = case.scores
        if scores.level == "nominal":
            return None
        if scores.shared and scores.level != "ordinal":
            return invariant("a change of unit multiplies all differences by the same factor")
        formula = self.formula(scores)
        if formula is not None:
            return decided(scores, formula, truth)
        signs = self._signs(scores)
        if self.right is None:
            why = "who is ahead on each topic says on which side of 0 the differences in the middle are"
            return from_signs(signs, self.relation, truth, why) if len(signs) == 1 or not scores.shared else None
        number = self._number(scores)
        if all(sign * number <= 0 for sign in signs):
            return invariant("it is on the other side of 0 on every scale, or 0")
        return None

    def _signs(self, scores: Scores) -> Signs:
        """The signs that it takes where the differences may have any size, each with sizes that give it."""
        share = self.left.share
        assert share is not None
        ahead = np.sort(np.sign(self.left.differences(scores)))
        window = {int(ahead[place]) for place in places(share, len(ahead))}
        if len(window) == 1:
            return {window.pop(): None}
        if window != {1, -1}:
            return {int(sum(window)): None}
        low, high = (float(weight) for weight in places(share, len(ahead)).values())
        sizes = {1: (2 * low / high, 1.0), -1: (1.0, 2 * high / low), 0: (1.0, high / low)}
        return {sign: self._sized(scores, *both) for sign, both in sizes.items()}

    def _sized(self, scores: Scores, above: float, below: float) -> ByTopic:
        """Every difference above 0 of one size, and every one below of another."""
        a, b = (scores.row(name) for name in self.left.systems)
        changes = []
        for column in np.flatnonzero((scores.codes[[a, b]] >= 0).all(axis=0)).tolist():
            if scores.codes[a, column] != scores.codes[b, column]:
                apart = float(scores.values[a, column] - scores.values[b, column])
                size = above if apart > 0 else below
                changes.append((column, scores.topics[column], Affine(size / abs(apart))))
        return ByTopic(tuple(changes))
