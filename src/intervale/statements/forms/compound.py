"""Sentences made of others: ``… and …``, ``… or …``, ``not …``, and one about a measure that it names."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any

from intervale.errors import IntervaleError, OptionError
from intervale.exact.verdict import Proof
from intervale.statements.decision import Decision
from intervale.statements.expressions import quoted
from intervale.statements.formulas import Formula, all_of, any_of, decided, opposite
from intervale.statements.names import measure_named
from intervale.statements.scores import Scores, Source
from intervale.statements.statement import Case, Statement, Truth
from intervale.stats.outcome import Setting

__all__ = ["AllOf", "AnyOf", "Measured", "Not"]


@dataclass(frozen=True)
class Joined(Statement):
    """Several statements."""

    parts: tuple[Statement, ...]

    word = ""
    whole = True
    """True for *and*: one false part makes the whole false. False for *or*: one true part makes it true."""

    def __post_init__(self) -> None:
        if not self.parts:
            raise OptionError(f"{type(self).__name__} needs at least one statement")

    def __str__(self) -> str:
        return f" {self.word} ".join(f"({one})" if isinstance(one, Joined) else str(one) for one in self.parts)

    def systems(self) -> tuple[str, ...] | None:
        found: list[str] = []
        for part in self.parts:
            names = part.systems()
            if names is None:
                return None
            found += names
        return tuple(dict.fromkeys(found))

    def measures(self, systems: Collection[str]) -> tuple[str, ...]:
        """Those of its parts, which must be the same."""
        named = {part.measures(systems) for part in self.parts}
        if len(named) > 1:
            raise OptionError(f"{self}: its parts are about different measures; write one sentence for each")
        return named.pop()

    def case(self, source: Source, setting: Setting) -> Case:
        inner = [part.statement for part in self.parts if isinstance(part, Measured)]
        if self.measures(source.systems) and len(inner) == len(self.parts):
            return type(self)(tuple(inner)).case(replace(source, measure=self.measures(source.systems)[0]), setting)
        if self.measures(source.systems):
            return replace(self.parts[0].case(source, setting), statement=self)
        return super().case(source, setting)

    def truth(self, case: Case) -> Truth:
        found = tuple(part.truth(_part(case, part)) for part in self.parts)
        true = sum(one.holds for one in found)
        holds = true == len(found) if self.whole else true > 0
        return Truth(holds, float(true), float(len(found)), found)

    def open(self, case: Case, truth: Truth) -> bool | None:
        kinds = [part.open(_part(case, part), one) for part, one in zip(self.parts, truth.parts, strict=True)]
        return False if all(kind is False for kind in kinds) else None

    def distance(self, truth: Truth) -> float:
        apart = [
            part.distance(one) for part, one in zip(self.parts, truth.parts, strict=True) if one.holds == truth.holds
        ]
        return min(apart) if truth.holds == self.whole else sum(apart)

    def words(self, truth: Truth, alpha: float) -> str:
        said = (
            f"{part} is {'true' if one.holds else 'false'} ({part.words(one, alpha)})"
            for part, one in zip(self.parts, truth.parts, strict=True)
        )
        return "; ".join(said)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        """From its parts; else as one system of linear inequalities."""
        found = self._from_parts(case, truth)
        formula = None if found is not None else self.formula(case.scores)
        return found if formula is None else decided(case.scores, formula, truth)

    def _from_parts(self, case: Case, truth: bool) -> Decision | None:
        decisions = [(part, *_decided(case, part)) for part in self.parts]
        if all(one is not None and one.holds for _, _, one in decisions):
            return Decision(True, "each of its parts is settled", proof=_weakest(one for *_, one in decisions))
        if truth == self.whole:  # one part that changes is enough
            flips = next(((part, one) for part, _, one in decisions if one is not None and one.holds is False), None)
            return None if flips is None else replace(flips[1], why=f"{flips[0]}: {flips[1].why}")
        for part, holds, one in decisions:
            if holds == truth and one is not None and one.holds:
                return replace(one, why=f"{part} is {_word(holds)} on every permissible scale: {one.why}")
        for part, holds, one in decisions:
            if holds == truth and one is not None and one.flip is not None and _flips(case, one, truth):
                return replace(one, why=f"{part}: {one.why}")
        return None


class AllOf(Joined):
    """``mean(A) > mean(B) and mean(B) > mean(C)``: all of them hold."""

    word = "and"

    def formula(self, scores: Scores) -> Formula | None:
        return _joined(self.parts, scores, all_of)


class AnyOf(Joined):
    """``mean(A) > mean(B) or mean(A) > mean(C)``: one of them holds at least."""

    word = "or"
    whole = False

    def formula(self, scores: Scores) -> Formula | None:
        return _joined(self.parts, scores, any_of)


@dataclass(frozen=True)
class Not(Statement):
    """``not mean(A) > mean(B)``: the opposite, as meaningful as what it denies."""

    part: Statement

    def __str__(self) -> str:
        return f"not ({self.part})" if isinstance(self.part, Joined) else f"not {self.part}"

    def systems(self) -> tuple[str, ...] | None:
        return self.part.systems()

    def measures(self, systems: Collection[str]) -> tuple[str, ...]:
        return self.part.measures(systems)

    def case(self, source: Source, setting: Setting) -> Case:
        case = self.part.case(source, setting)
        return replace(case, statement=Not(case.statement))

    def truth(self, case: Case) -> Truth:
        found = self.part.truth(_part(case, self.part))
        return Truth(not found.holds, found.left, found.right, (found,))

    def formula(self, scores: Scores) -> Formula | None:
        found = self.part.formula(scores)
        return None if found is None else opposite(found)

    def open(self, case: Case, truth: Truth) -> bool | None:
        return self.part.open(_part(case, self.part), truth.parts[0])

    def distance(self, truth: Truth) -> float:
        return self.part.distance(truth.parts[0])

    def words(self, truth: Truth, alpha: float) -> str:
        return self.part.words(truth.parts[0], alpha)

    def decision(self, case: Case, truth: bool) -> Decision | None:
        return self.part.decision(_part(case, self.part), not truth)


@dataclass(frozen=True)
class Measured(Statement):
    """``mean(A) > mean(B) in nDCG@10``: a statement, and the measure that it is about."""

    statement: Statement
    measure: str

    def __str__(self) -> str:
        known = measure_named(self.measure) is not None
        return f"{self.statement} in {quoted(self.measure) if known else _marked(self.measure)}"

    def systems(self) -> tuple[str, ...] | None:
        return self.statement.systems()

    def measures(self, systems: Collection[str]) -> tuple[str, ...]:
        return (self.measure,)

    def case(self, source: Source, setting: Setting) -> Case:
        return self.statement.case(replace(source, measure=self.measure), setting)

    def truth(self, case: Case) -> Truth:
        return self.statement.truth(case)

    def words(self, truth: Truth, alpha: float) -> str:
        return self.statement.words(truth, alpha)


def _marked(name: str) -> str:
    """A measure that is not in the catalogue, in quotation marks."""
    found = quoted(name)
    return found if found[0] == '"' else f'"{found}"'


def _joined(parts: tuple[Statement, ...], scores: Scores, how: Any) -> Formula | None:
    formulas = [part.formula(scores) for part in parts]
    return None if any(one is None for one in formulas) else how(formulas)


def _part(case: Case, part: Statement) -> Case:
    """A part with the scores it is about: one about all systems is not about the numbers that others name."""
    whole = part.systems() is not None or isinstance(part, Joined | Not)
    return replace(case, statement=part, scores=case.scores if whole else case.scores.real)


def _decided(case: Case, part: Statement) -> tuple[bool, Decision | None]:
    """Whether a part is true, and its decision."""
    own = _part(case, part)
    holds = part.truth(own).holds
    decision = part.decision(own, holds)
    if decision is None or decision.flip is None:
        return holds, decision
    return holds, decision if _flips(own, decision, holds) else None


def _flips(case: Case, decision: Decision, truth: bool) -> bool:
    """Whether a transformation found for a part flips the whole."""
    try:
        return case.flipped(decision).holds != truth
    except IntervaleError:
        return False


def _weakest(decisions: Any) -> Proof:
    kinds = {one.proof for one in decisions}
    return next((kind for kind in (Proof.NUMERIC, Proof.EXHAUSTIVE) if kind in kinds), Proof.THEOREM)


def _word(holds: bool) -> str:
    return "true" if holds else "false"
