"""A leaderboard nobody can contest: what of a ranking by means holds under every permissible change of scale.

Two relations of systems, by each measure:

1. a has the larger mean under every permissible transformation f;
2. a is significantly better than b under every permissible f, by Student's t for pairs at the fixed level α/m, with m
   the number of pairs (Bonferroni). A stepwise level would itself depend on f.

Both are strict partial orders. For one f the first compares numbers. The second is transitive for one f: with the
differences d of a and b, and e of b and c, on the same n topics, mean(d) ≥ q sd(d) and mean(e) ≥ q sd(e) give
mean(d + e) ≥ q (sd(d) + sd(e)) ≥ q sd(d + e), as a standard deviation is a norm; q ≥ 0 is the critical value of t over
√n, the same for all pairs. A relation that holds for every f is the intersection over all f, and an intersection of
strict partial orders is one. This needs every system on every topic.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.exact.posets import Poset
from intervale.statements.means import settled
from intervale.statements.scores import Scores, scores_of
from intervale.statements.smallest_t import settled_tests
from intervale.stats.outcome import Bounds, Setting, pairs_of
from intervale.stats.pairwise import t

__all__ = ["RELATIONS", "Leaderboard", "MeasureLeaderboard", "leaderboard"]

Array = np.ndarray[Any, Any]
RELATIONS = ("larger", "better")
"""The two relations: a larger mean, and significantly better, both under every permissible change."""


@dataclass(frozen=True, eq=False)
class MeasureLeaderboard:
    """One measure: matrices of systems × systems that say where the first stands above the second."""

    measure: str
    scores: Scores
    """The scores, with the scale they are taken to be on."""
    larger: Array
    """Where the mean is larger on every permissible scale."""
    larger_unknown: Array
    """Where that is not known, as it is not known which scale this is."""
    significant: Array
    """Where t is significant on the scores as they are."""
    significant_open: Array
    """Where scores that lie between bounds leave that open."""
    better: Array
    """Where t is significant on every permissible scale."""
    better_unknown: Array

    @property
    def systems(self) -> tuple[str, ...]:
        return self.scores.systems

    @property
    def means(self) -> Array:
        return self.scores.mean_order.means

    @cached_property
    def ranking(self) -> list[int]:
        """The systems by their mean, the largest first."""
        return [int(s) for s in np.argsort(-self.scores.mean_order.places, kind="stable")]

    @property
    def places(self) -> Array:
        """The place of each system by its mean, from 1; equal means share one."""
        found: Array = 1 + self.scores.mean_order.larger.sum(axis=0)
        return found

    def bands(self, relation: str = "larger") -> tuple[Array, Array]:
        """Between which places each system stands on every permissible scale: below all that are above it, and above
        all that are below it.
        """
        above: Array = getattr(self, _known_relation(relation))
        return 1 + above.sum(axis=0), len(above) - above.sum(axis=1)

    def counts(self) -> dict[str, int]:
        """How many pairs there are, with unequal means, with means whose order bounds of scores leave open; how many of
        the larger means are so on every scale, or perhaps; how many pairs are significant now, or perhaps; and how many
        of these on every scale, or perhaps.
        """
        systems = len(self.systems)
        found = {
            "pairs": systems * (systems - 1) // 2,
            "unequal": int(self.scores.mean_order.larger.sum()),
            "open": self.scores.mean_order.open_pairs,
        }
        names = ("larger", "larger_unknown", "significant", "significant_open", "better", "better_unknown")
        return found | {name: int(getattr(self, name).sum()) for name in names}

    @property
    def kept(self) -> float | None:
        """The share of the ranking by means that holds on every scale: of pairs with unequal means."""
        return _share(self.larger, self.scores.mean_order.larger)

    @property
    def better_kept(self) -> float | None:
        """The share of significant pairs that are so on every scale."""
        return _share(self.better, self.significant)

    def groups(self, relation: str = "larger") -> list[list[int]]:
        """Systems above the same and below the same, together; a diagram shows each group as one."""
        above: Array = getattr(self, _known_relation(relation))
        found: dict[tuple[bytes, bytes], list[int]] = {}
        for system in self.ranking:
            found.setdefault((above[:, system].tobytes(), above[system].tobytes()), []).append(system)
        return list(found.values())

    def group_poset(self, groups: list[list[int]], relation: str = "larger") -> Poset:
        """Groups of systems that are alike, ordered by a relation."""
        above: Array = getattr(self, _known_relation(relation))
        heads = [members[0] for members in groups]
        return Poset.from_leq(len(heads), lambda x, y: x == y or bool(above[heads[y], heads[x]]))

    def posets(self) -> dict[str, Poset]:
        """The systems as posets, by relation."""
        alone = [[system] for system in range(len(self.systems))]
        return {relation: self.group_poset(alone, relation) for relation in RELATIONS}


def _share(part: Array, whole: Array) -> float | None:
    return float(part.sum() / whole.sum()) if whole.any() else None


def _known_relation(name: str) -> str:
    if name not in RELATIONS:
        raise OptionError(f"relation {name!r} is unknown; use one of: {', '.join(RELATIONS)}")
    return name


@dataclass(frozen=True, eq=False, repr=False)
class Leaderboard(Tabular):
    """What of the ranking by each measure holds under every permissible change of scale."""

    measures: dict[str, MeasureLeaderboard]
    alpha: float
    topics: int
    notes: tuple[str, ...] = ()

    def __repr__(self) -> str:
        parts = [
            f"{name}: {one.counts()['larger']:,} of {one.counts()['unequal']:,} comparisons of means, "
            f"{one.counts()['better']:,} of {one.counts()['significant']:,} significant"
            for name, one in list(self.measures.items())[:2]
        ]
        return f"Leaderboard({'; '.join(parts)}{'; …' if len(self.measures) > 2 else ''})"

    @property
    def systems(self) -> tuple[str, ...]:
        return next(iter(self.measures.values())).systems

    @property
    def pairs(self) -> int:
        return len(self.systems) * (len(self.systems) - 1) // 2

    @property
    def level(self) -> float:
        """The level of each pair."""
        return self.alpha / self.pairs

    def columns(self) -> Columns:
        """A row for each pair of systems by each measure, the larger mean first; nothing where an answer is not
        known.
        """
        answers = ("larger_on_every_scale", "significantly_better", "significantly_better_on_every_scale")
        names = ("measure", "a", "b", "mean_a", "mean_b", *answers)
        return columns_of(names, (row for one in self.measures.values() for row in _rows(one)))


def _rows(one: MeasureLeaderboard) -> list[tuple[Any, ...]]:
    answers = (
        (one.larger, one.larger_unknown | one.scores.mean_order.opened),
        (one.significant, one.significant_open),
        (one.better, one.better_unknown | one.significant_open),
    )
    return [
        (
            one.measure,
            *(one.systems[s] for s in (a, b)),
            *(float(one.means[s]) for s in (a, b)),
            *(True if yes[a, b] else None if perhaps[a, b] else False for yes, perhaps in answers),
        )
        for place, a in enumerate(one.ranking)
        for b in one.ranking[place + 1 :]
    ]


def leaderboard(
    evaluation: Evaluation, *, alpha: float = 0.05, scale: str | None = None, topic_scale: str | None = None
) -> Leaderboard:
    """Which system has the larger mean, and which is significantly better, under every permissible change of scale:
    for all pairs of systems, by each measure that is a mean over topics.

    Pairs are tested by Student's t, two-sided, each at the level ``alpha`` / number of pairs. The scale is that of each
    measure; ``scale`` and ``topic_scale`` are as in :func:`~intervale.meaningful`, which answers the same for one pair
    and shows what flips it. Where it is not known which scale it is, what holds on the richest and not on the poorest
    is not known. Every system must have every topic.

    >>> from intervale.evaluation import read_scores
    >>> scores = {"A": [5, 6, 7, 8, 9], "B": [3, 4, 5, 6, 8], "C": [1, 2, 10, 3, 2]}
    >>> found = leaderboard(read_scores(scores, measure="M", scale="ordinal"))
    >>> found
    Leaderboard(M: 1 of 3 comparisons of means, 0 of 1 significant)
    >>> best, worst = found.measures["M"].bands()
    >>> best.tolist(), worst.tolist()
    ([1, 2, 1], [2, 3, 3])
    """
    evaluation_of(evaluation, "leaderboard").needed_scores("a leaderboard", systems=2)
    if not 0 < alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number above 0 and below 1")
    if len(evaluation.topics) < 2:
        raise OptionError("a test needs at least two topics, found one")
    ranked = zip(evaluation.names, evaluation.measures, strict=True)
    names = [name for name, measure in ranked if measure.aggregate == "mean" and measure.has_best]
    if not names:
        raise OptionError("a leaderboard needs a measure that is a mean over topics, and for which more is better")
    systems = len(evaluation.systems)
    level = alpha / (systems * (systems - 1) // 2)
    found = {}
    for name in names:
        scores = scores_of(evaluation, name, scale, topic_scale)
        missing = int(np.isnan(scores.values).any(axis=0).sum())
        if missing:
            instead = "add their scores" if evaluation.judged is None else "count them as 0 (missing='zero')"
            raise OptionError(
                f"a leaderboard needs every system on every topic, and {missing} of {len(evaluation.topics)} topics "
                f"are missing for some: {instead}, or leave these topics out"
            )
        found[name] = _of_measure(scores, level)
    left = [name for name in evaluation.names if name not in names]
    notes = [f"{', '.join(left)}: not a mean over topics for which more is better, and left out"] if left else []
    return Leaderboard(found, alpha, len(evaluation.topics), (*notes, *evaluation.notes))


def _of_measure(scores: Scores, level: float) -> MeasureLeaderboard:
    significant, opened = _tested(scores, level)
    richest = scores.richest
    larger, better = settled(scores), settled_tests(scores, significant, level)
    perhaps = settled(richest), settled_tests(richest, significant, level)
    if scores.errors is not None and not (scores.order is not None and scores.across) and scores.level == "ordinal":
        perhaps = perhaps[0], significant if richest.shared else perhaps[1]  # the order of scores is not known
    return MeasureLeaderboard(
        scores.name,
        scores,
        larger,
        perhaps[0] & ~larger,
        significant,
        opened,
        better,
        perhaps[1] & ~better,
    )


def _tested(scores: Scores, level: float) -> tuple[Array, Array]:
    """Where a is significantly better than b, and where bounds of scores leave that open."""
    bounds = None if scores.errors is None else Bounds(scores.errors, scores.order)
    outcome = t(scores.values, bounds, Setting(level))
    first, second = pairs_of(len(scores.systems))
    found, opened = (np.zeros((len(scores.systems),) * 2, dtype=bool) for _ in range(2))
    low, high = (outcome.p if one is None else one for one in (outcome.p_low, outcome.p_high))
    ahead, behind = outcome.effect > 0, outcome.effect < 0
    found[first, second], found[second, first] = ahead & (high <= level), behind & (high <= level)
    perhaps = (low <= level) & (high > level)
    opened[first, second], opened[second, first] = ahead & perhaps, behind & perhaps
    return found & scores.mean_order.larger, opened
