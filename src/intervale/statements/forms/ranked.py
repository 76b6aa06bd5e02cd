"""A system among all: ``A is best``, ``mean(A) is the smallest``, ``rank(A) <= 3``."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from typing import Any

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.expressions import Figure, Statistic, Term, mean, plain_number, quoted, written
from intervale.statements.forms.comparison import Compared
from intervale.statements.forms.compound import AllOf
from intervale.statements.formulas import Atom, Formula, all_of, comparison, decided
from intervale.statements.relations import MIRRORED, RELATIONS
from intervale.statements.scores import Scores
from intervale.statements.signs import difference_signs
from intervale.statements.statement import Case, Related, Statement, Truth, in_digits
from intervale.statements.transformations import Transformation

__all__ = ["Extreme", "Rank", "Ranked"]

MOST_OTHERS = 8
"""Up to how many other systems every set of those that are above is looked at."""


@dataclass(frozen=True)
class Extreme(Statement):
    """``mean(A) is the largest``: larger than that of every other system, or smaller."""

    term: Statistic
    largest: bool = True

    def __str__(self) -> str:
        return f"{self.term} is the {'largest' if self.largest else 'smallest'}"

    def systems(self) -> None:
        """Of all."""

    def _against_others(self, scores: Scores) -> AllOf:
        relation = ">" if self.largest else "<"
        others = [name for name in scores.real.systems if name != self.term.system]
        if not others:
            raise OptionError(f"{self}: there is no other system")
        scores.row(self.term.system)
        return AllOf(tuple(Compared(self.term, relation, replace(self.term, system=name)) for name in others))

    def truth(self, case: Case) -> Truth:
        """Beside the nearest of the others."""
        found = self._against_others(case.scores).truth(case)
        nearest = (max if self.largest else min)(found.parts, key=lambda one: one.right)
        return Truth(found.holds, nearest.left, nearest.right)

    def formula(self, scores: Scores) -> Formula | None:
        return self._against_others(scores).formula(scores)

    def words(self, truth: Truth, alpha: float) -> str:
        return f"{in_digits(truth.left)} against {in_digits(truth.right)} of the nearest other system"

    def decision(self, case: Case, truth: bool) -> Decision | None:
        return self._against_others(case.scores).decision(case, truth)


@dataclass(frozen=True)
class Rank(Figure):
    """``rank(A)``: 1 + the number of systems with a larger mean."""

    system: str

    def __str__(self) -> str:
        return f"rank({quoted(self.system)})"

    @property
    def systems(self) -> tuple[str, ...]:
        return (self.system,)

    def compared(self, relation: str, other: Any) -> Statement:
        if isinstance(other, Rank):
            return Compared(mean(self.system), MIRRORED[relation], mean(other.system))
        return Ranked(self.system, relation, plain_number(other))


@dataclass(frozen=True)
class Ranked(Related):
    """``rank(A) <= 3``: the rank of a system by its mean; 1 is the best, and equal means have the same rank."""

    system: str
    relation: str
    number: Fraction

    def __str__(self) -> str:
        return f"rank({quoted(self.system)}) {self.relation} {written(self.number)}"

    def systems(self) -> None:
        """Of all."""

    def sides(self, case: Case) -> tuple[float, float]:
        scores = case.scores
        above = sum(scores.sign(other, mean(self.system)) > 0 for other in self._others(scores))
        return 1.0 + above, float(self.number)

    def _others(self, scores: Scores) -> list[Statistic]:
        scores.row(self.system)
        return [mean(name) for name in scores.real.systems if name != self.system]

    def formula(self, scores: Scores) -> Formula | None:
        """Every set of systems that can be above."""
        others = self._others(scores)
        if len(others) > MOST_OTHERS:
            return None
        true: list[tuple[Atom, ...]] = []
        false: list[tuple[Atom, ...]] = []
        for number in range(len(others) + 1):
            fits = RELATIONS[self.relation](1 + number, self.number)
            for above in combinations(others, number):
                parts = [_pair(one, ">" if one in above else "<=", mean(self.system)) for one in others]
                both = all_of(parts)
                assert both is not None
                (true if fits else false).extend(both.true)
        return Formula(true, false)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """By the systems that are above on every scale, and those that are on some."""
        scores, holds = case.scores, RELATIONS[self.relation]
        surely, possibly, changes = 0, 0, list[Transformation]()
        numeric = False
        for other in self._others(scores):
            found = difference_signs(scores, other, mean(self.system), case.setting.seed)
            if found is None or found.proof is Proof.SAMPLED:
                return self._by_formula(case, truth)
            numeric |= found.proof is Proof.NUMERIC
            surely += set(found.signs) == {1}
            possibly += 1 in found.signs
            changes += [change for change in found.signs.values() if change is not None]
        ranks = f"between {1 + surely} and {1 + possibly}" if surely < possibly else str(1 + surely)
        ranks = f"over the permissible scales its rank is {ranks}"
        if all(bool(holds(1 + above, self.number)) == truth for above in range(surely, possibly + 1)):
            return Decision(True, ranks, None, Proof.NUMERIC if numeric else Proof.THEOREM)
        for change in changes:
            if case.truth(change.apply(scores.values)).holds != truth:
                return Decision(False, ranks, change)
        return self._by_formula(case, truth)

    def _by_formula(self, case: Case, truth: bool) -> Decision | None:
        formula = self.formula(case.scores)
        return None if formula is None else decided(case.scores, formula, truth)


def _pair(left: Term, relation: str, right: Term) -> Formula:
    return comparison(((Fraction(1), left), (Fraction(-1), right)), relation)
