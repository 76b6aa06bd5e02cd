"""What may be said of pairs of systems, from the strongest to the weakest.

For each pair the claim is that of the means of a measure: A is better than B. It rests on one of

1. whatever the measure: A dominates B on every topic in ``rank-swap``, so that every measure with Replacement and Swap
   agrees, under every increasing transformation of its scores, also topic by topic;
2. whatever the transformation by topic: A scores at least as much on every topic;
3. whatever the transformation: the scores of A dominate those of B (first-order stochastic dominance), where topics
   share one scale;
4. the interval scale: the measure is on one, or its interval form has the same order of means;
5. the measure as it is: nothing stronger is known.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import OptionError
from intervale.exact.rounding import NOISE, merged
from intervale.measures import ScoreTable
from intervale.statements.dominance import Dominance, dominance
from intervale.stats.api import scored
from intervale.stats.scale_of import TableScale, interval_forms, table_scale

__all__ = ["GROUNDS", "Claim", "Standing", "Standings", "may_be_said", "standings"]

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


@dataclass(frozen=True)
class Claim:
    """One system is better than another by the means of a measure, and what that rests on."""

    better: str
    worse: str
    measure: str
    ground: str
    against: bool = False
    """Whether on the interval form of the measure the other is better."""

    def __str__(self) -> str:
        words = {
            GROUNDS[0]: "whatever the measure, as long as it rewards better documents and higher places",
            GROUNDS[1]: f"by {self.measure} under whatever increasing transformation, also topic by topic",
            GROUNDS[2]: f"by {self.measure} under whatever increasing transformation",
            GROUNDS[3]: f"by the mean of {self.measure} on an interval scale only",
            GROUNDS[4]: f"by the mean of {self.measure} as it is only",
        }[self.ground]
        on = f"; on its interval scale {self.worse} is better" if self.against else ""
        return f"{self.better} is better than {self.worse} {words}{on}"


@dataclass(frozen=True, eq=False)
class Standing:
    """One measure: for each pair of systems the place in :data:`GROUNDS` of what the order of means rests on
    (``ground[a, b]`` where a is better; −1 elsewhere).
    """

    measure: str
    scale: TableScale
    systems: tuple[str, ...]
    ground: Array
    equal: Array
    against: Array
    """Where the interval form has the other system before."""
    has_form: bool

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
        systems = len(self.systems)
        found[EQUAL] = int(np.triu(self.equal, 1).sum())
        opened = systems * (systems - 1) // 2 - sum(found.values())
        return found | ({OPEN: opened} if opened else {})

    def claims(self) -> list[Claim]:
        """Every pair with unequal means, the strongest claims first."""
        found = []
        for place, name in enumerate(GROUNDS):
            for a, b in zip(*np.nonzero(self.ground == place), strict=True):
                found.append(Claim(self.systems[a], self.systems[b], self.measure, name, bool(self.against[a, b])))
        return found


@dataclass(frozen=True, eq=False)
class Standings:
    """What may be said by each measure; and the systems compared without one, where judged runs were there."""

    measures: dict[str, Standing]
    dominance: Dominance | None

    def __repr__(self) -> str:
        parts = (
            f"{name}: " + ", ".join(f"{number:,} {ground}" for ground, number in one.counts().items() if number)
            for name, one in self.measures.items()
        )
        return f"Standings({'; '.join(parts)})"


def may_be_said(qrels: Any, runs: Any, measures: Any, *, interval: bool = False, **data: Any) -> Standings:
    """What may be said of pairs of systems by their means, from the strongest to the weakest; see
    :class:`Standing`. ``qrels``, ``runs``, ``measures`` and what else is named are as in :func:`~intervale.evaluate`;
    ``interval`` computes the interval forms, which a claim may rest on.

    >>> qrels = {"1": {"a": 1, "b": 1}, "2": {"a": 1, "b": 1}}
    >>> runs = {
    ...     "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"a": 2.0, "x": 1.0}},
    ...     "B": {"1": {"a": 2.0, "x": 1.0}, "2": {"x": 2.0, "a": 1.0}},
    ... }
    >>> print(*may_be_said(qrels, runs, ["AP@2"]).measures["AP@2"].claims())
    A is better than B whatever the measure, as long as it rewards better documents and higher places
    """
    table, judged = scored(qrels, runs, measures, interval=interval, **data)
    return standings(table, judged)


def standings(table: ScoreTable, judged: JudgedRuns | None = None, *, grades: int | None = None) -> Standings:
    """The same from a table of scores, in which interval forms are taken as those of their measures; with the judged
    runs
    behind it also what holds whatever the measure. Measures that are no mean over topics are left out.
    """
    if len(table.systems) < 2:
        raise OptionError("there is one system: a comparison needs two")
    if judged is not None and judged.systems != table.systems:
        raise OptionError("the judged runs are of other systems than the scores")
    if grades is None:
        grades = 1 if judged is None else judged.topics.top or 1
    without = None if judged is None else dominance(judged)
    form_of = interval_forms(table)
    found = {}
    for name, measure in zip(table.names, table.measures, strict=True):
        if name not in form_of.values() and measure.aggregate == "mean" and measure.has_best:
            scale = table_scale(measure, grades)
            found[name] = _standing(table, name, scale, form_of.get(name), without)
    return Standings(found, without)


def _standing(table: ScoreTable, name: str, scale: TableScale, form: str | None, without: Dominance | None) -> Standing:
    scores = merged(table.matrix(name))
    better = _better(table, name)
    by_topic, dominated = _by_topic(scores), _dominated(scores)
    ground = np.where(better, len(GROUNDS) - 1, -1)
    against = np.zeros_like(better)
    if scale.level == "interval":
        ground = np.where(better, 3, -1)
    elif form is not None:
        on_form = _better(table, form)
        against = better & on_form.T
        ground = np.where(better & on_form, 3, ground)
    if scale.shared:
        ground = np.where(better & dominated, 2, ground)
    ground = np.where(better & by_topic, 1, ground)
    if without is not None:
        ground = np.where(better & without.dominates & without.known.all(axis=0), 0, ground)
    return Standing(name, scale, table.systems, ground, _equal(table, name), against, form is not None)


def _better(table: ScoreTable, name: str) -> Array:
    """Where the mean of a is larger than that of b, by more than rounding or what is open."""
    means = np.array([table.mean(system, name) for system in table.systems])
    bounds = np.array([table.mean_bounds(system, name) for system in table.systems])
    apart = means[:, None] - means[None]
    noise = NOISE * (np.abs(means)[:, None] + np.abs(means)[None])
    with np.errstate(invalid="ignore"):
        found: Array = (apart > noise) & (bounds[:, 0][:, None] >= bounds[:, 1][None])
    return found


def _equal(table: ScoreTable, name: str) -> Array:
    """Where two means differ by rounding alone."""
    means = np.array([table.mean(system, name) for system in table.systems])
    with np.errstate(invalid="ignore"):
        found: Array = np.abs(means[:, None] - means[None]) <= NOISE * (np.abs(means)[:, None] + np.abs(means)[None])
    return found


def _by_topic(scores: Array) -> Array:
    """Where a scores at least as much as b on every topic; a topic that one lacks settles nothing."""
    return np.stack([(row >= scores).all(axis=1) for row in scores])


def _dominated(scores: Array) -> Array:
    """Where the scores of a dominate those of b: from each score on, a has at least as large a share."""
    if not np.isnan(scores).any():  # as many of both: one after the other
        return _by_topic(np.sort(scores, axis=1))
    values = np.unique(scores[~np.isnan(scores)])
    counts = np.maximum((~np.isnan(scores)).sum(axis=1), 1)
    reached = np.stack([(row[:, None] >= values).sum(axis=0) for row in scores])
    return np.stack(
        [(row * counts[:, None] >= reached * number).all(axis=1) for row, number in zip(reached, counts, strict=True)]
    )
