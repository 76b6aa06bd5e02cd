"""What every statement knows: its systems, its two sides, when it is true, and how it is decided.

A form of statement is a class in a module of its own (:mod:`intervale.statements.forms`), and a rule of the grammar
makes it from a text. ``meaningful``, the search for a flip, the report and the command line ask what stands here, and
never which form it is.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Collection
from dataclasses import dataclass, replace
from math import inf, isfinite
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from intervale.errors import OptionError
from intervale.statements.decision import Decision
from intervale.statements.relations import related
from intervale.statements.scores import Scores, Source, anchored
from intervale.stats.outcome import Setting

if TYPE_CHECKING:
    from intervale.statements.formulas import Formula

__all__ = ["Case", "Related", "Statement", "Truth"]

Array = np.ndarray[Any, Any]


class Truth(NamedTuple):
    """Whether a statement is true on some scores, and what stands left and right in it; of a statement that is made of
    others, their truths as well.
    """

    holds: bool
    left: float
    right: float
    parts: tuple[Truth, ...] = ()


class Statement(ABC):
    """A sentence about scores that is true or false; ``str`` writes it as :func:`~intervale.meaningful` reads it.

    A form of statement defines ``__str__``, ``systems`` and ``truth``. With ``decision`` it is decided by theorem,
    without it by looking for a flip.
    """

    def __bool__(self) -> bool:
        raise OptionError("a statement has no truth value without scores: pass it to meaningful")

    @abstractmethod
    def __str__(self) -> str: ...

    @abstractmethod
    def systems(self) -> tuple[str, ...] | None:
        """The systems whose scores it depends on; None where it depends on those of all."""

    def measures(self, systems: Collection[str]) -> tuple[str, ...]:
        """The measures that it names itself, where these are the systems; none where it is about one measure that is
        named beside it.
        """
        return ()

    def case(self, source: Source, setting: Setting) -> Case:
        """The statement with the scores it is about."""
        stated, scores = anchored(self, source.scores())
        names = stated.systems()
        if names is None:
            return Case(stated, scores, setting)
        for name in names:
            scores.row(name)
        return Case(stated, scores.only(names), setting)

    @abstractmethod
    def truth(self, case: Case) -> Truth:
        """Whether it is true of the scores of a case, and its two sides there."""

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """Whether it is meaningful, by theorem or by going through all cases, given whether it is true; None where
        that is not known how.
        """
        return None

    def formula(self, scores: Scores) -> Formula | None:
        """When it is true and when it is false, as comparisons of weighted sums; None where it is no such thing."""
        return None

    def open(self, case: Case, truth: Truth) -> bool | None:
        """Whether scores that lie between bounds leave its truth open; None where that is not known."""
        return None

    def distance(self, truth: Truth) -> float:
        """How far its sides are from where its truth changes; the search for a flip goes where this is smaller."""
        return abs(truth.left - truth.right) if isfinite(truth.left) else inf

    def words(self, truth: Truth, alpha: float) -> str:
        """Its two sides as people read them."""
        return f"{in_digits(truth.left)} against {in_digits(truth.right)}"


class Related(Statement):
    """A statement that two numbers stand in a relation."""

    relation: str

    @abstractmethod
    def sides(self, case: Case) -> tuple[float, float]:
        """The two numbers."""

    def truth(self, case: Case) -> Truth:
        left, right = self.sides(case)
        return Truth(related(left, self.relation, right), left, right)


@dataclass(frozen=True, eq=False)
class Case:
    """A statement, the scores it is about, and how tests are run. A statement on two measures is about two sets of
    scores: ``other`` is the second.
    """

    statement: Statement
    scores: Scores
    setting: Setting
    other: Scores | None = None

    @property
    def sets(self) -> tuple[Scores, ...]:
        return (self.scores,) if self.other is None else (self.scores, self.other)

    def truth(self, values: Array | None = None, other: Array | None = None) -> Truth:
        """On the scores as they are, or on others in their place."""
        scores = self.scores if values is None else self.scores.changed(values)
        second = self.other if self.other is None or other is None else self.other.changed(other)
        return self.statement.truth(replace(self, scores=scores, other=second))

    def flipped(self, decision: Decision) -> Truth:
        """The truth under the flip of a decision."""
        assert decision.flip is not None
        new = decision.flip.apply(self.sets[decision.of_other].values)
        return self.truth(None, new) if decision.of_other else self.truth(new)


def in_digits(x: float) -> str:
    """A number for people: six significant digits at most."""
    return f"{x + 0.0:.6g}"
