"""Whether a statement is meaningful: its truth the same under every permissible transformation, or a flip."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import repeat
from typing import Any

import numpy as np

from intervale.data.tabular import VERDICT, Columns, Tabular, verdict_cells
from intervale.errors import IntervaleError, OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.exact.verdict import Verdict
from intervale.statements.decision import Decision
from intervale.statements.families import drawn, family_names
from intervale.statements.grammar import parse_statement
from intervale.statements.scores import Scores, Source
from intervale.statements.search import search
from intervale.statements.statement import Case, Statement
from intervale.statements.transformations import Transformation, is_permissible
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
    words: str = ""
    """The two sides there, in words."""

    def __str__(self) -> str:
        return f"{self.change}" + (f" (of {self.measure})" if self.measure else "")

    def __call__(self, scores: Any) -> Any:
        """Scores on the other scale: an array of systems × topics (or any shape, where topics share a scale)."""
        values = np.asarray(scores, dtype=float)
        if self.change.by_topic and values.ndim != 2:
            raise OptionError("each topic has its own transformation: pass an array of systems × topics")
        return self.change.apply(values)


@dataclass(frozen=True, eq=False, repr=False)
class Meaning(Tabular):
    """What is known of a statement: whether it is true, whether that means something, and why.

    ``meaningful`` holds where the truth is the same under every permissible transformation, does not where ``flip``
    changes it, and is None where neither is known. ``kept`` is, by family of transformations, the share that keeps the
    truth, for statements that are not meaningful.
    """

    statement: Statement
    truth: bool
    sides: tuple[float, float]
    words: str
    """The two sides, in words."""
    meaningful: Verdict
    scale: str
    shared: bool | None
    """Whether topics share the scale; None where that is not known."""
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

    def columns(self) -> Columns:
        """One row: the statement, its truth, whether that means something, and why."""
        cells = {
            "statement": str(self.statement),
            "measure": self.measure,
            "truth": self.truth,
            "open": self.opened,
            "left": self.sides[0],
            "right": self.sides[1],
            "scale": self.scale,
            "topic_scale": self.topic_scale,
            "flip": None if self.flip is None else str(self.flip),
        }
        verdict = dict(zip(("meaningful", *VERDICT[1:]), verdict_cells(self.meaningful), strict=True))
        return {name: [value] for name, value in (cells | verdict).items()}

    @property
    def topic_scale(self) -> str | None:
        """``shared`` or ``own``; None where it is not known which."""
        return None if self.shared is None else "shared" if self.shared else "own"

    @property
    def scale_text(self) -> str:
        own = "" if self.shared else ", and each topic has its own"
        own = "; whether topics share it is not known" if self.shared is None else own
        known = "" if self.richer is False else " (whether it is an interval scale is not known)"
        return f"{'an' if self.scale[0] in 'aeiou' else 'a'} {self.scale} scale{known}{own}"

    @property
    def share_kept(self) -> float | None:
        """The mean over the families of the share that keeps the truth."""
        return float(np.mean(list(self.kept.values()))) if self.kept else None


def meaningful(
    evaluation: Evaluation,
    statement: str | Statement,
    *,
    measure: str | None = None,
    scale: str | None = None,
    topic_scale: str | None = None,
    alpha: float = 0.05,
    tries: int = TRIES,
    draws: int = DRAWS,
    seed: int = 0,
) -> Meaning:
    """Whether a statement about scores is meaningful: true, or false, under every permissible change of scale.

    ``statement`` is a text in the grammar of :mod:`intervale.statements.grammar` or a
    :class:`~intervale.statements.Statement`; ``measure`` names one of several measures of the evaluation. The scale is
    that of the measure; ``scale`` (nominal, ordinal, interval, ratio) asks on another, and ``topic_scale`` whether
    topics have one scale (``shared``) or one each (``own``).

    Permissible are one-to-one functions, increasing functions, αx + β, and αx, with α > 0; those under which a
    statement is not defined (a geometric mean of negative numbers) are left out. Scores that differ by rounding alone
    are equal. A statement for which there is no theorem is decided by a flip among ``tries`` transformations, or not
    decided. For a statement that is not meaningful, ``draws`` transformations of each family say how often its truth
    is kept.

    Source: Ferrante, Ferro and Fuhr 2021, §III-D; the decisions on ordinal scales are ours.

    >>> from intervale.evaluation import read_scores
    >>> wine = read_scores({"X": [6, 6, 12, 17, 32], "Y": [3, 3, 3, 12, 50]}, scale="ordinal")
    >>> meaningful(wine, "median(X) > median(Y)")
    Meaning(median(X) > median(Y): true, meaningful on an ordinal scale)
    >>> found = meaningful(wine, "mean(X) > mean(Y)")
    >>> found, str(found.flip)
    (Meaning(mean(X) > mean(Y): true, not meaningful on an ordinal scale), 'f(x) = x for x < 50, x + 5 from there on')
    """
    evaluation_of(evaluation, "meaningful").needed_scores("a statement")
    stated = parse_statement(statement) if isinstance(statement, str) else statement
    if not isinstance(stated, Statement):
        raise OptionError(
            "expected a statement, such as 'mean(A) > mean(B)'; as == and != compare expressions, write "
            "mean('A').equals(mean('B')) or mean('A').differs(mean('B'))"
        )
    if not 0 < alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number above 0 and below 1")
    if tries < 1 or draws < 0 or seed < 0:
        raise OptionError("tries must be at least 1, draws and seed at least 0")
    case = stated.case(Source(evaluation, measure, scale, topic_scale), Setting(alpha, 1_000, seed))
    with np.errstate(over="ignore", invalid="ignore"):  # transformations may bring scores beyond all numbers
        truth = case.truth()
        decision = _decision(case, truth.holds, tries)
        flip = _flip(stated, case, decision)
    exact = all(one.errors is None for one in case.sets)
    scores = case.scores
    return Meaning(
        stated,
        truth.holds,
        (truth.left, truth.right),
        stated.words(truth, alpha),
        Verdict(decision.holds, None if flip is None else str(flip), decision.cases, decision.proof, decision.why),
        scores.level,
        scores.shared if scores.shared_known else None,
        scores.why,
        scores.name,
        _beside(case.other),
        flip,
        {} if decision.holds else _kept(case, truth.holds, draws, seed),
        draws,
        seed,
        alpha,
        False if exact else case.statement.open(case, truth),
        False if scores.known else None,
    )


def _decision(case: Case, truth: bool, tries: int) -> Decision:
    """The decision, with its flip evaluated. Where it is not known whether the scale is an interval scale, or whether
    topics share it, what is not meaningful on the poorest scale that it can be and is on the richest is not decided.
    """
    try:
        stated = case.statement.decision(case, truth)
    except OverflowError:  # numbers beyond what can be computed with
        stated = None
    decision = _checked(stated, case, truth)
    decision = decision or search(case, truth, tries, case.setting.seed)
    if decision.holds is not False or all(one.known and one.shared_known for one in case.sets):
        return decision
    case_on = replace(case, scores=case.scores.richest, other=case.other and case.other.richest)
    richer = _decision(case_on, truth, tries)
    if richer.holds is False:
        return decision
    poor, rich = ("an ordinal scale", "an interval scale")
    if not all(one.shared_known for one in case.sets):
        poor = f"{_named(case.scores)} of its own for each topic"
        rich = f"{_named(case.scores.richest)} that topics share"
    word = "is" if richer.holds else "may be"
    why = f"on {poor} it is not ({decision.why}); on {rich} it {word}; it is not known which scale this is"
    return replace(decision, holds=None, why=why)


def _named(scores: Scores) -> str:
    return f"{'an' if scores.level[0] in 'aeiou' else 'a'} {scores.level} scale"


def _beside(other: Scores | None) -> str:
    if other is None:
        return ""
    own = "" if other.shared else ", and each topic has its own"
    return f"{other.name}, {'an' if other.level[0] in 'aeiou' else 'a'} {other.level} scale{own}: {other.why}"


# ------------------------------------------------------------ flips and families


def _checked(decision: Decision | None, case: Case, truth: bool) -> Decision | None:
    """A decision whose flip was evaluated: what does not flip, or is not permissible, is not shown."""
    if decision is None or decision.flip is None:
        return decision
    try:
        flips = is_permissible(decision.flip, case.sets[decision.of_other]) and case.flipped(decision).holds != truth
    except IntervaleError:
        flips = False
    return decision if flips else None


def _flip(stated: Statement, case: Case, decision: Decision) -> Flip | None:
    if decision.flip is None:
        return None
    truth = case.flipped(decision)
    name = case.sets[decision.of_other].name if len(case.sets) > 1 else ""
    return Flip(decision.flip, truth.left, truth.right, name, stated.words(truth, case.setting.alpha))


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
                kept.append(case.truth(change.apply(case.scores.values), other).holds == truth)
            except IntervaleError:
                continue
        if kept:
            found[family] = float(np.mean(kept))
    return found
