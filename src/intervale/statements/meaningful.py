"""Whether a statement is meaningful: its truth the same under every permissible transformation, or a flip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np

from intervale.errors import IntervaleError, OptionError
from intervale.exact.rounding import NOISE
from intervale.exact.verdict import Verdict
from intervale.measures import ScoreTable
from intervale.statements.chains import common_face
from intervale.statements.comparisons import compared
from intervale.statements.decision import Decided
from intervale.statements.expressions import (
    RELATIONS,
    Compared,
    Correlated,
    DifferencesCompared,
    Multiple,
    QuotientIs,
    Significant,
    SignificantPairs,
    Statement,
    named_systems,
)
from intervale.statements.families import drawn, family_names
from intervale.statements.grammar import parse_statement
from intervale.statements.scores import Scores, anchored, scores_of
from intervale.statements.search import search
from intervale.statements.tested import correlated, tested
from intervale.statements.transformations import Transformation, is_permissible
from intervale.statements.truth import Case, test_named
from intervale.stats.coefficients import named_coefficient
from intervale.stats.outcome import Setting

__all__ = ["Flip", "Meaning", "meaningful"]

DRAWS, TRIES = 200, 2_000


@dataclass(frozen=True)
class Flip:
    """A permissible transformation under which a statement is no longer what it was, and its two sides there."""

    change: Transformation
    left: float
    right: float
    measure: str = ""

    def __str__(self) -> str:
        return f"{self.change}" + (f" (of {self.measure})" if self.measure else "")

    def __call__(self, scores: Any) -> Any:
        """Scores on the other scale: an array of systems × topics (or any shape, where topics share a scale)."""
        values = np.asarray(scores, dtype=float)
        if self.change.by_topic and values.ndim != 2:
            raise OptionError("each topic changes in a way of its own: give an array of systems × topics")
        return self.change.apply(values)


@dataclass(frozen=True, eq=False)
class Meaning:
    """What is known of a statement: whether it is true, whether that means something, and why.

    ``meaningful`` holds where the truth is the same under every permissible transformation, does not where ``flip``
    changes it, and is None where neither is known. ``kept`` is, by family of transformations, the share that keeps the
    truth, for statements that are not meaningful.
    """

    statement: Statement
    truth: bool
    sides: tuple[float, float]
    meaningful: Verdict
    scale: str
    shared: bool
    why_scale: str
    measure: str
    other: str
    """The second measure of a correlation and its scale, in words."""
    flip: Flip | None
    kept: dict[str, float]
    draws: int
    seed: int
    alpha: float
    opened: bool | None = False
    """Whether scores that are known between bounds leave the truth open; None where that is not known."""
    richer: bool | None = False
    """Whether the scale may be richer than the one taken: None where an interval scale is neither shown nor ruled
    out."""

    def __bool__(self) -> bool:
        return bool(self.meaningful)

    def __repr__(self) -> str:
        word = {True: "meaningful", False: "not meaningful", None: "not decided"}[self.meaningful.holds]
        return f"Meaning({self.statement}: {'true' if self.truth else 'false'}, {word} on {self.scale_text})"

    @property
    def scale_text(self) -> str:
        own = "" if self.shared else ", and each topic has its own"
        known = "" if self.richer is False else " (an interval scale: not known)"
        return f"{'an' if self.scale[0] in 'aeiou' else 'a'} {self.scale} scale{known}{own}"

    @property
    def share_kept(self) -> float | None:
        """The mean over the families of the share that keeps the truth."""
        return float(np.mean(list(self.kept.values()))) if self.kept else None


def meaningful(
    statement: str | Statement,
    table: Any,
    measure: str | None = None,
    *,
    scale: str | None = None,
    topics: str | None = None,
    alpha: float = 0.05,
    tries: int = TRIES,
    draws: int = DRAWS,
    seed: int = 0,
) -> Meaning:
    """Whether a statement about scores is meaningful: true, or false, whatever the permissible change of scale.

    ``statement`` is a text in the grammar of :mod:`intervale.statements.grammar` or a
    :class:`~intervale.statements.Statement`; ``table`` a table of scores, of which ``measure`` names one, or a mapping
    from systems to scores. The scale is that of the measure with the grades of the table; ``scale`` (nominal, ordinal,
    interval, ratio) says another, and ``topics`` whether topics have one scale (``shared``) or one each (``own``).

    Permissible are one-to-one functions, increasing functions, αx + β, and αx, with α > 0; those under which a
    statement is not defined (a geometric mean of negative numbers) are left out. Scores that differ by rounding alone
    are equal. A statement for which there is no theorem is decided by a flip among ``tries`` transformations, or not
    decided. For a statement that is not meaningful, ``draws`` transformations of each family say how often its truth
    is kept.

    Source: Ferrante, Ferro and Fuhr 2021, §III-D; the decisions on ordinal scales are ours.

    >>> wine = {"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}
    >>> meaningful("median(X) > median(Y)", wine, scale="ordinal")
    Meaning(median(X) > median(Y): true, meaningful on an ordinal scale)
    >>> found = meaningful("mean(X) > mean(Y)", wine, scale="ordinal")
    >>> found, str(found.flip)
    (Meaning(mean(X) > mean(Y): true, not meaningful on an ordinal scale), 'f(x) = x for x < 50, x + 5 from there on')
    """
    said = parse_statement(statement) if isinstance(statement, str) else statement
    if not isinstance(said, Statement):
        raise OptionError(
            "a statement is a text, such as 'mean(A) > mean(B)', or made of its parts; == and != compare the parts "
            "themselves, so that it is mean('A').equals(mean('B')) and mean('A').differs(mean('B'))"
        )
    if not 0 < alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number above 0 and below 1")
    if tries < 1 or draws < 0 or seed < 0:
        raise OptionError("tries must be at least 1, draws and seed at least 0")
    case = _case(said, table, measure, scale, topics, Setting(alpha, 1_000, seed))
    truth, sides = _truth(case), case.sides()
    decided = _settled(case, truth, tries, seed)
    opened = _opened(case, sides)
    flip, kept = None, {}
    if decided.flip is not None:
        flip = _flip(case, decided)
    if decided.holds is not True:
        kept = _kept(case, truth, draws, seed)
    verdict = Verdict(decided.holds, None if flip is None else str(flip), decided.cases, decided.proof, decided.why)
    scores = case.scores
    return Meaning(
        said,
        truth,
        sides,
        verdict,
        scores.level,
        scores.shared,
        scores.why,
        scores.name,
        _beside(case.other),
        flip,
        kept,
        draws,
        seed,
        alpha,
        opened,
        False if scores.known else None,
    )


def _settled(case: Case, truth: bool, tries: int, seed: int) -> Decided:
    """The decision, with its flip evaluated. Where it is not known whether the scale is an interval scale, what is not
    meaningful on an ordinal one and is on an interval scale is not decided.
    """
    decided = _checked(_decided(case, truth, seed), case, truth) or search(case, truth, tries, seed)
    sets = [one for one in (case.scores, case.other) if one is not None]
    if decided.holds is not False or all(one.known for one in sets):
        return decided
    case_on = replace(case, scores=_as_interval(case.scores), other=case.other and _as_interval(case.other))
    richer = _settled(case_on, truth, tries, seed)
    if richer.holds is False:
        return decided
    why = f"on an ordinal scale it is not ({decided.why}); on an interval scale it {'is' if richer.holds else 'may be'}"
    return replace(decided, holds=None, why=f"{why}; which of them this is, is not known")


def _as_interval(scores: Scores) -> Scores:
    return scores if scores.known else replace(scores, level="interval", known=True)


def _truth(case: Case) -> bool:
    """Whether the statement is true of the scores as they are: by what is known where they lie between bounds, or else
    by the middles of these.
    """
    said = case.statement
    if case.scores.errors is not None and isinstance(said, Compared):
        sign = case.scores.known_sign(said.left, said.right)
        if sign is not None:
            return bool(RELATIONS[said.relation](sign, 0))
    return case.truth()


def _opened(case: Case, sides: tuple[float, float]) -> bool | None:
    """Whether scores that lie between bounds leave the truth open; None where that is not known, and their middles were
    taken.
    """
    sets = [one for one in (case.scores, case.other) if one is not None]
    if all(one.errors is None for one in sets):
        return False
    said = case.statement
    if not isinstance(said, Compared) or common_face((said.left, said.right)) != "plain":
        return None
    if case.scores.known_sign(said.left, said.right) is not None:
        return False
    off = case.scores.off(said.left) + case.scores.off(said.right)
    return abs(sides[0] - sides[1]) <= off + NOISE * (abs(sides[0]) + abs(sides[1]))


def _case(
    said: Statement,
    table: Any,
    measure: str | None,
    scale: str | None,
    topics: str | None,
    setting: Setting,
) -> Case:
    if isinstance(said, Correlated):
        named_coefficient(said.coefficient)
        if isinstance(table, ScoreTable) and not {said.first, said.second} <= set(table.systems):
            two = [scores_of(table, name, scale, topics) for name in (said.first, said.second)]
            return Case(said, two[0], setting, two[1])
        if said.topic is not None:
            raise OptionError(f"{said}: a topic is for two measures; two systems are correlated over all topics")
    scores = scores_of(table, measure, scale, topics)
    if isinstance(said, Significant | SignificantPairs):
        test_named(said.test)
        return Case(said, scores, setting)
    said, scores = anchored(said, scores)
    names = {said.first, said.second} if isinstance(said, Correlated) else named_systems(said)
    for name in names:
        scores.row(name)
    return Case(said, scores.only(names), setting)


def _decided(case: Case, truth: bool, seed: int) -> Decided | None:
    """By theorem, or by going through all cases; None where that is not known how."""
    said = case.statement
    if isinstance(said, Compared | DifferencesCompared | Multiple | QuotientIs):
        return compared(case.scores, said, truth, seed)
    return correlated(case, said) if isinstance(said, Correlated) else tested(case, truth)


def _beside(other: Scores | None) -> str:
    if other is None:
        return ""
    own = "" if other.shared else ", and each topic has its own"
    return f"{other.name}, {'an' if other.level[0] in 'aeiou' else 'a'} {other.level} scale{own}: {other.why}"


# ------------------------------------------------------------ flips and families


def _checked(decided: Decided | None, case: Case, truth: bool) -> Decided | None:
    """A decision whose flip was evaluated: what does not flip, or is not permissible, is not shown."""
    if decided is None or decided.flip is None:
        return decided
    scores = case.other if decided.of_other and case.other is not None else case.scores
    try:
        flips = is_permissible(decided.flip, scores) and case.truth(decided.flip.apply(scores.values)) != truth
    except IntervaleError:
        flips = False
    return decided if flips else None


def _flip(case: Case, decided: Decided) -> Flip:
    assert decided.flip is not None
    if decided.of_other and case.other is not None:
        left, right = case.sides(None, decided.flip.apply(case.other.values))
        return Flip(decided.flip, left, right, case.other.name)
    left, right = case.sides(decided.flip.apply(case.scores.values))
    return Flip(decided.flip, left, right, case.scores.name if case.other is not None else "")


def _kept(case: Case, truth: bool, draws: int, seed: int) -> dict[str, float]:
    """By family, the share of transformations that keep the truth, of those under which the statement is defined."""
    found = {}
    for family in family_names(case.scores):
        others: Iterator[Transformation | None] = repeat(None)
        if case.other is not None and (allowed := family_names(case.other)):  # each scale by itself
            theirs = list(drawn(case.other, family if family in allowed else allowed[0], draws, seed + 1))
            others = iter([theirs[n] for n in np.random.default_rng(seed).permutation(draws)])
        kept: list[bool] = []
        for change, too in zip(drawn(case.scores, family, draws, seed), others, strict=False):
            other = None if too is None or case.other is None else too.apply(case.other.values)
            try:
                kept.append(case.truth(change.apply(case.scores.values), other) == truth)
            except IntervaleError:
                continue
        if kept:
            found[family] = float(np.mean(kept))
    return found
