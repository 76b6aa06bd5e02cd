"""What the order of two means rests on, from the strongest to the weakest.

For each pair of systems the claim is that of the means of a measure: A has the larger one. It rests on one of

1. whatever the measure: A dominates B on every topic in ``rank-swap``, so that every measure with Replacement and Swap
   agrees, under every increasing transformation of its scores, also topic by topic;
2. whatever the transformation by topic: A scores at least as much on every topic;
3. whatever the transformation: the scores of A dominate those of B (first-order stochastic dominance), where topics
   share one scale;
4. the interval scale: the measure is on one, or its interval form has the same order of means; where topics have scales
   of their own, this assumes that they share one;
5. the measure as it is: nothing stronger is known.

A claim is **sound** where it holds on every permissible scale: 1 to 3, or a measure on an interval scale that topics
share. That is what :func:`~intervale.statements.meaningful` answers for ``mean(A) > mean(B)``.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.measures import ScoreTable
from intervale.measures.mean_order import MeanOrder
from intervale.statements.dominance import Dominance, dominance
from intervale.statements.means import ahead_everywhere, dominates, settled
from intervale.statements.scores import scores_of
from intervale.stats.api import scored
from intervale.stats.scale_of import TableScale, interval_forms, table_scale

__all__ = ["EQUAL", "GROUNDS", "OPEN", "Claim", "Standing", "Standings", "may_be_said", "standings"]

Array = np.ndarray[Any, Any]
GROUNDS = (
    "whatever the measure",
    "whatever the transformation, by topic",
    "whatever the transformation",
    "on the interval scale",
    "under the measure as it is",
)
"""What a claim rests on, from the strongest."""
EQUAL, OPEN = "equal means", "means not told apart"
ASSUMED = "taking all topics to share one scale"
"""What is assumed where means are put on equal steps and topics have scales of their own."""


@dataclass(frozen=True)
class Claim:
    """One system has the larger mean of a measure, and what that rests on."""

    larger: str
    smaller: str
    measure: str
    ground: str
    sound: bool
    """Whether it holds on every permissible scale."""
    against: bool = False
    """Whether on the interval form of the measure the other has the larger mean."""
    shared: bool = True
    """Whether topics share one scale."""

    def __str__(self) -> str:
        on = f"on equal steps{'' if self.shared else f', {ASSUMED}'}"
        words = {
            GROUNDS[0]: "any measure that rewards better documents and higher places agrees",
            GROUNDS[1]: "it is ahead or level on every topic, and no rescaling can reverse that",
            GROUNDS[2]: "no rescaling of the scores can reverse that",
            GROUNDS[3]: "its scores may be averaged" if self.sound else f"it still has {on}",
            GROUNDS[4]: f"{on} the order reverses" if self.against else "that holds for this measure's spacing only",
        }[self.ground]
        return f"{self.larger} has the larger mean {self.measure} than {self.smaller}: {words}"


@dataclass(frozen=True, eq=False)
class Standing:
    """One measure: for each pair of systems the place in :data:`GROUNDS` of what the order of means rests on
    (``ground[a, b]`` where a has the larger mean; −1 elsewhere, and for pairs that were not asked for).
    """

    measure: str
    scale: TableScale
    systems: tuple[str, ...]
    ground: Array
    sound: Array
    """Where the larger mean is so on every permissible scale."""
    means: MeanOrder
    form: MeanOrder | None
    """The order of means on equal steps, where the interval form was computed."""
    asked: Array
    """Which pairs of systems this is about."""

    @property
    def has_form(self) -> bool:
        return self.form is not None

    @property
    def against(self) -> Array:
        """Where the interval form has the means the other way round."""
        return np.zeros_like(self.asked) if self.form is None else self.asked & self.means.larger & self.form.larger.T

    def applies(self, place: int) -> bool:
        """Whether a ground can be had: one transformation for all topics needs topics that share a scale, the interval
        scale a measure on one or its form.
        """
        if place == 2:
            return self.scale.shared
        return place != 3 or self.scale.level == "interval" or self.has_form

    def counts(self) -> dict[str, int]:
        """How many pairs rest on what."""
        found = {name: int((self.ground == place).sum()) for place, name in enumerate(GROUNDS)}
        pairs = np.triu(self.asked, 1)
        found[EQUAL] = int((pairs & self.means.equal).sum())
        opened = int(pairs.sum()) - sum(found.values())
        return found | ({OPEN: opened} if opened else {})

    def claims(self) -> list[Claim]:
        """Every pair with unequal means, the strongest claims first."""
        found = []
        for place, name in enumerate(GROUNDS):
            for a, b in zip(*np.nonzero(self.ground == place), strict=True):
                names = self.systems[a], self.systems[b]
                marks = bool(self.sound[a, b]), bool(self.against[a, b]), self.scale.shared
                found.append(Claim(*names, self.measure, name, *marks))
        return found


@dataclass(frozen=True, eq=False)
class Standings:
    """What the order of means rests on by each measure; and the systems compared without one, where judged runs were
    there.
    """

    measures: dict[str, Standing]
    dominance: Dominance | None

    def __repr__(self) -> str:
        parts = (
            f"{name}: " + ", ".join(f"{number:,} {ground}" for ground, number in one.counts().items() if number)
            for name, one in self.measures.items()
        )
        return f"Standings({'; '.join(parts)})"


def may_be_said(
    qrels: Any, runs: Any, measures: Any, *, interval: bool = False, baseline: str | Sequence[str] = (), **data: Any
) -> Standings:
    """What the order of means rests on, from the strongest to the weakest; see :class:`Standing`. ``qrels``, ``runs``,
    ``measures`` and what else is named are as in :func:`~intervale.evaluate`; ``interval`` computes the interval forms,
    which a claim may rest on; with a ``baseline`` only pairs with it count.

    >>> qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1, "b": 1}}
    >>> runs = {
    ...     "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 2.0, "x": 1.0}},
    ...     "B": {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "a": 1.0}},
    ... }
    >>> print(*may_be_said(qrels, runs, ["AP@2"]).measures["AP@2"].claims())
    A has the larger mean AP@2 than B: any measure that rewards better documents and higher places agrees
    """
    table, judged = scored(qrels, runs, measures, interval=interval, **data)
    return standings(table, judged, baseline=baseline)


def standings(table: ScoreTable, judged: JudgedRuns | None = None, *, baseline: str | Sequence[str] = ()) -> Standings:
    """The same from a table of scores, in which interval forms are taken as those of their measures; with the judged
    runs behind it also what holds whatever the measure. Measures that are no mean over topics are left out.
    """
    if len(table.systems) < 2:
        raise OptionError("there is one system: a comparison needs two")
    if judged is not None and judged.systems != table.systems:
        raise OptionError("the judged runs are of other systems than the scores")
    without = None if judged is None else dominance(judged)
    asked = ~np.eye(len(table.systems), dtype=bool)
    if baseline:
        rows = np.isin(table.systems, [baseline] if isinstance(baseline, str) else list(baseline))
        asked &= rows[:, None] | rows[None]
    form_of = interval_forms(table)
    found = {}
    for name, measure in zip(table.names, table.measures, strict=True):
        if name not in form_of.values() and measure.aggregate == "mean" and measure.has_best:
            found[name] = _standing(table, name, form_of.get(name), without, asked)
    return Standings(found, without)


def _standing(table: ScoreTable, name: str, form: str | None, without: Dominance | None, asked: Array) -> Standing:
    scale, scores = table_scale(table, name), scores_of(table, name, None, None)
    better = scores.mean_order.larger & asked
    on_form = None if form is None else table.mean_order(form)
    sound = settled(scores)
    ground = np.where(better, len(GROUNDS) - 1, -1)
    if scale.level == "interval":
        ground = np.where(better, 3, -1)
    elif on_form is not None:
        ground = np.where(better & on_form.larger, 3, ground)
    if scale.shared:
        ground = np.where(better & dominates(scores), 2, ground)
    ground = np.where(better & ahead_everywhere(scores), 1, ground)
    if without is not None:
        ground = np.where(better & without.dominates & without.known.all(axis=0), 0, ground)
    return Standing(name, scale, table.systems, ground, sound & asked, scores.mean_order, on_form, asked)
