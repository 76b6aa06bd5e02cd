"""What the order of two means rests on, from the strongest to the weakest.

For each pair of systems the claim is that of the means of a measure: A has the larger one. It rests on one of

1. any sensible measure agrees: A dominates B on every topic in ``rank-swap``, so that every measure with Replacement
   and Swap agrees, under every increasing transformation of its scores, also topic by topic;
2. ahead or tied on every topic;
3. any rescaling agrees: the scores of A dominate those of B (first-order stochastic dominance), where topics
   share one scale;
4. holds on equal steps: the measure is on an interval scale, or its interval form has the same order of means; where
   each topic has its own scale, this assumes that they share one;
5. only with this measure's spacing: nothing stronger is known.

A claim is **sound** where it holds on every permissible scale: 1 to 3, or a measure on an interval scale that topics
share. That is what :func:`~intervale.statements.meaningful` answers for ``mean(A) > mean(B)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.evaluation import Evaluation, MeasureScale
from intervale.evaluation.evaluation import evaluation_of
from intervale.evaluation.interval_forms import form_possible
from intervale.measures.mean_order import MeanOrder
from intervale.statements.dominance import Dominance, dominance
from intervale.statements.means import ahead_everywhere, dominates, settled
from intervale.statements.scores import scores_of

__all__ = ["EQUAL", "OPEN", "RESTS_ON", "Claim", "Evidence", "MeasureEvidence", "evidence"]

Array = np.ndarray[Any, Any]
RESTS_ON = (
    "any sensible measure agrees",
    "ahead or tied on every topic",
    "any rescaling agrees",
    "holds on equal steps",
    "only with this measure's spacing",
)
"""What a claim rests on, from the strongest."""
EQUAL, OPEN = "equal means", "order of means open"
ASSUMED = "assuming that all topics share one scale"
"""What is assumed where means are put on equal steps and each topic has its own scale."""


@dataclass(frozen=True)
class Claim:
    """One system has the larger mean of a measure, and what that rests on."""

    larger: str
    smaller: str
    measure: str
    rests_on: str
    sound: bool
    """Whether it holds on every permissible scale."""
    against: bool = False
    """Whether on the interval form of the measure the other has the larger mean."""
    shared: bool = True
    """Whether topics share one scale."""

    def __str__(self) -> str:
        on = f"on equal steps{'' if self.shared else f', {ASSUMED}'}"
        words = {
            RESTS_ON[0]: "any measure that rewards better documents and higher places agrees",
            RESTS_ON[1]: "it is ahead or tied on every topic, and no rescaling can reverse that",
            RESTS_ON[2]: "no rescaling of the scores can reverse that",
            RESTS_ON[3]: "its scores may be averaged" if self.sound else f"it still has {on}",
            RESTS_ON[4]: f"{on} the order reverses" if self.against else "that holds for this measure's spacing only",
        }[self.rests_on]
        return f"{self.larger} has a larger mean {self.measure} than {self.smaller}: {words}"


@dataclass(frozen=True, eq=False)
class MeasureEvidence:
    """One measure: for each pair of systems the place in :data:`RESTS_ON` of what the order of means rests on
    (``rests_on[a, b]`` where a has the larger mean; −1 elsewhere, and for pairs that were not asked for).
    """

    measure: str
    scale: MeasureScale
    systems: tuple[str, ...]
    rests_on: Array
    sound: Array
    """Where the larger mean is so on every permissible scale."""
    means: MeanOrder
    form: MeanOrder | None
    """The order of means on equal steps, where the interval form was computed."""
    asked: Array
    """Which pairs of systems this is about."""
    no_form: str = "no interval form was computed (--interval)"
    """Why there is no order of means on equal steps, where there is none."""

    @property
    def has_form(self) -> bool:
        return self.form is not None

    @property
    def against(self) -> Array:
        """Where the interval form has the means the other way round."""
        return np.zeros_like(self.asked) if self.form is None else self.asked & self.means.larger & self.form.larger.T

    def applies(self, place: int) -> bool:
        """Whether a kind of evidence applies: one transformation for all topics needs topics that share a scale, equal
        steps a measure on an interval scale or its form.
        """
        if place == 2:
            return bool(self.scale.shared)
        return place != 3 or self.scale.level == "interval" or self.has_form

    def counts(self) -> dict[str, int]:
        """How many pairs rest on what."""
        found = {name: int((self.rests_on == place).sum()) for place, name in enumerate(RESTS_ON)}
        pairs = np.triu(self.asked, 1)
        found[EQUAL] = int((pairs & self.means.equal).sum())
        opened = int(pairs.sum()) - sum(found.values())
        return found | ({OPEN: opened} if opened else {})

    def claims(self) -> list[Claim]:
        """Every pair with unequal means, the strongest claims first."""
        found = []
        for place, name in enumerate(RESTS_ON):
            for a, b in zip(*np.nonzero(self.rests_on == place), strict=True):
                names = self.systems[a], self.systems[b]
                marks = bool(self.sound[a, b]), bool(self.against[a, b]), bool(self.scale.shared)
                found.append(Claim(*names, self.measure, name, *marks))
        return found


@dataclass(frozen=True, eq=False, repr=False)
class Evidence(Tabular):
    """What the order of means rests on by each measure; and the systems compared without one, where judged runs were
    there.
    """

    measures: dict[str, MeasureEvidence]
    dominance: Dominance | None

    def __repr__(self) -> str:
        parts = (
            f"{name}: " + ", ".join(f"{number:,} {kind}" for kind, number in one.counts().items() if number)
            for name, one in self.measures.items()
        )
        return f"Evidence({'; '.join(parts)})"

    def columns(self) -> Columns:
        """A row for each pair of systems with unequal means by each measure, the strongest first."""
        names = ("measure", "larger", "smaller", "rests_on", "on_every_scale", "reversed_on_interval_scale")
        claims = (claim for one in self.measures.values() for claim in one.claims())
        rows = ((c.measure, c.larger, c.smaller, c.rests_on, c.sound, c.against) for c in claims)
        return columns_of(names, rows)


def evidence(evaluation: Evaluation, *, baseline: str | Sequence[str] = ()) -> Evidence:
    """What the order of two means rests on, for every pair of systems, from the strongest to the weakest; see
    :class:`MeasureEvidence`. Interval forms in the evaluation (``evaluate(..., interval=True)``) are something a claim
    may rest on, and so are its judged runs; with a ``baseline`` only pairs with it count. Measures that are no mean
    over topics are left out.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1, "b": 1}}
    >>> runs = {
    ...     "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 2.0, "x": 1.0}},
    ...     "B": {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "a": 1.0}},
    ... }
    >>> print(*evidence(evaluate(qrels, runs, ["AP@2"])).measures["AP@2"].claims())
    A has a larger mean AP@2 than B: any measure that rewards better documents and higher places agrees
    """
    evaluation_of(evaluation, "evidence").needed_scores("evidence", systems=2)
    without = None if evaluation.judged is None else dominance(evaluation)
    asked = ~np.eye(len(evaluation.systems), dtype=bool)
    if baseline:
        rows = np.isin(evaluation.systems, [baseline] if isinstance(baseline, str) else list(baseline))
        asked &= rows[:, None] | rows[None]
    form_of = evaluation.interval_forms
    found = {}
    for name, measure in zip(evaluation.names, evaluation.measures, strict=True):
        if name not in form_of.values() and measure.aggregate == "mean" and measure.has_best:
            found[name] = _of_measure(evaluation, name, form_of.get(name), without, asked)
    return Evidence(found, without)


def _of_measure(
    evaluation: Evaluation, name: str, form: str | None, without: Dominance | None, asked: Array
) -> MeasureEvidence:
    scale, scores = evaluation.scale(name), scores_of(evaluation, name, None, None)
    better = scores.mean_order.larger & asked
    on_form = None if form is None else evaluation.mean_order(form)
    sound = settled(scores)
    rests_on = np.where(better, len(RESTS_ON) - 1, -1)
    if scale.level == "interval":
        rests_on = np.where(better, 3, -1)
    elif on_form is not None:
        rests_on = np.where(better & on_form.larger, 3, rests_on)
    if scale.shared:
        rests_on = np.where(better & dominates(scores), 2, rests_on)
    rests_on = np.where(better & ahead_everywhere(scores), 1, rests_on)
    if without is not None:
        rests_on = np.where(better & without.dominates & without.known.all(axis=0), 0, rests_on)
    possible = form_possible(evaluation.measure(name), evaluation.judged)
    why = {} if possible else {"no_form": evaluation.no_form.get(name, "it has no interval form")}
    return MeasureEvidence(
        name, scale, evaluation.systems, rests_on, sound & asked, scores.mean_order, on_form, asked, **why
    )
