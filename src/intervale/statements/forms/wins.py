"""On how many topics one system is ahead of another: ``wins(A, B) > losses(A, B)``, ``share(A > B) > 0.5``."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from intervale.errors import OptionError
from intervale.statements.decision import Decision, invariant
from intervale.statements.expressions import Expression, Figure, as_text, plain_number, quoted, written
from intervale.statements.relations import RELATIONS
from intervale.statements.scores import Scores
from intervale.statements.statement import Case, Related, Statement
from intervale.statements.topics import ahead

__all__ = ["COUNTS", "Count", "CountsCompared"]

COUNTS = {"wins": ">", "losses": "<", "ties": "="}


@dataclass(frozen=True)
class Count(Figure):
    """On how many of the topics that both systems have the first is above the second (or in another relation to it);
    or on which share of them.
    """

    first: str
    relation: str
    second: str
    share: bool = False

    def __str__(self) -> str:
        name = next((name for name, relation in COUNTS.items() if relation == self.relation), None)
        a, b = quoted(self.first), quoted(self.second)
        if self.share or name is None:
            return f"{'share' if self.share else 'count'}({a} {self.relation} {b})"
        return f"{name}({a}, {b})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.first, self.second)

    def value(self, scores: Scores) -> Fraction:
        signs = ahead(scores, self.first, self.second)
        if not len(signs):
            raise OptionError(f"{self}: {self.first} and {self.second} have no topic in common")
        number = int(sum(RELATIONS[self.relation](int(sign), 0) for sign in signs))
        return Fraction(number, len(signs) if self.share else 1)

    def compared(self, relation: str, other: Any) -> Statement:
        if isinstance(other, Expression) and not isinstance(other, Count):
            raise OptionError(f"{self} {relation} {as_text(other)}: topics are compared with a number or other topics")
        return CountsCompared(self, relation, other if isinstance(other, Count) else plain_number(other))


@dataclass(frozen=True)
class CountsCompared(Related):
    """``wins(A, B) > 30``: numbers of topics, which no increasing transformation changes."""

    left: Count
    relation: str
    right: Count | Fraction

    def __str__(self) -> str:
        right = str(self.right) if isinstance(self.right, Count) else written(self.right)
        return f"{self.left} {self.relation} {right}"

    def systems(self) -> tuple[str, ...]:
        return (*self.left.systems, *(self.right.systems if isinstance(self.right, Count) else ()))

    def sides(self, case: Case) -> tuple[float, float]:
        right = self.right.value(case.scores) if isinstance(self.right, Count) else self.right
        return float(self.left.value(case.scores)), float(right)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        if case.scores.level != "nominal":
            return invariant("who is ahead on a topic is the same under every increasing transformation")
        counts = [one for one in (self.left, self.right) if isinstance(one, Count)]
        if all(one.relation in ("=", "!=") for one in counts):
            return invariant("which scores are equal is the same under every one-to-one transformation")
        return None
