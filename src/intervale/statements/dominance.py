"""Systems compared without a measure: topic by topic in an order on judged runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError, did_you_mean
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluation import evaluation_of
from intervale.exact.posets import Poset
from intervale.orders.systems import ahead_counts, at_least

__all__ = ["Disagreement", "Dominance", "PairDominance", "dominance"]

Array = np.ndarray[Any, Any]
ALL, COMPARABLE, NOWHERE, SAME = "all topics", "all comparable topics", "not at all", "the same"
APART = "no topic in common"
"""Where one system is at least as good as another: what is said of a pair, from the strongest."""


@dataclass(frozen=True)
class Disagreement:
    """Two measures that order the runs of a topic differently, with the values of both systems."""

    topic: str
    first: str
    first_values: tuple[float, float]
    second: str
    second_values: tuple[float, float]


@dataclass(frozen=True, eq=False, repr=False)
class PairDominance(Tabular):
    """Two systems: the topics on which the first is better, worse, the same and not comparable."""

    first: str
    second: str
    better: tuple[str, ...]
    worse: tuple[str, ...]
    same: tuple[str, ...]
    incomparable: tuple[str, ...]
    disagreements: tuple[Disagreement, ...]
    """For each topic that is not comparable; where ``rank-swap`` can compare them there is none in the catalogue."""

    def __repr__(self) -> str:
        return f"PairDominance({self.first}, {self.second}: {self.dominates})"

    def columns(self) -> Columns:
        """A row for each topic: what the first is there, and where two measures disagree, which."""
        apart = {one.topic: one for one in self.disagreements}
        kinds = (("better", self.better), ("worse", self.worse), ("same", self.same))
        rows: list[tuple[str | None, ...]] = [(topic, kind, None, None) for kind, topics in kinds for topic in topics]
        for topic in self.incomparable:
            one = apart.get(topic)
            rows.append((topic, "incomparable", *((None, None) if one is None else (one.first, one.second))))
        names = ("first", "second", "topic", "first_is", "a_measure_for_it", "a_measure_against")
        return columns_of(names, ((self.first, self.second, *row) for row in rows))

    @property
    def dominates(self) -> str:
        """Where the first dominates the second."""
        return _word(len(self.better), len(self.worse), len(self.incomparable), len(self.same))

    @property
    def dominated(self) -> str:
        return _word(len(self.worse), len(self.better), len(self.incomparable), len(self.same))


def _word(better: int, worse: int, incomparable: int, same: int) -> str:
    if not better + worse + incomparable + same:
        return APART
    if worse or (incomparable and not better):
        return NOWHERE
    if incomparable:
        return COMPARABLE
    return ALL if better else SAME


@dataclass(frozen=True, eq=False, repr=False)
class Dominance(Tabular):
    """All pairs of systems in an order on judged runs: ``found[t, a, b]`` says that on topic t the run of a is at least
    as good as that of b. Whatever measure satisfies the axioms behind the order agrees: Replacement and Swap for
    ``rank-swap``, Replacement alone for ``rank-replacement``, and for ``set-replacement`` Replacement on sets.
    """

    judged: JudgedRuns
    order: str
    found: Array

    def __repr__(self) -> str:
        settled = int(np.triu(self.dominates | self.dominates.T, 1).sum())
        systems = len(self.systems)
        return f"Dominance({self.order}: {settled:,} of {systems * (systems - 1) // 2:,} pairs of systems settled)"

    def columns(self) -> Columns:
        """A row for each pair of systems, both ways: on how many topics the first is better, worse, the same and not
        comparable, and whether it dominates the second on all topics.
        """
        names = ("a", "b", "better", "worse", "same", "incomparable", "dominates")
        numbers = (self.better, self.better.T, self.same, self.incomparable)
        rows = (
            (self.systems[a], self.systems[b], *(int(one[a, b]) for one in numbers), bool(self.dominates[a, b]))
            for a in range(len(self.systems))
            for b in range(len(self.systems))
            if a != b
        )
        return columns_of(names, rows)

    @property
    def systems(self) -> tuple[str, ...]:
        return self.judged.systems

    @property
    def topics(self) -> tuple[str, ...]:
        return self.judged.topics.names

    @cached_property
    def known(self) -> Array:
        """topics × systems × systems: where both are to be compared; a topic that one lacks may be left out."""
        if self.judged.policy.missing == "zero":
            return np.broadcast_to(np.True_, self.found.shape)
        there: Array = self.judged.answered.T
        return there[:, :, None] & there[:, None, :]

    @cached_property
    def better(self) -> Array:
        """On how many topics a is strictly better than b."""
        found: Array = (self.found & ~self.found.swapaxes(1, 2) & self.known).sum(axis=0)
        return found

    @cached_property
    def same(self) -> Array:
        found: Array = (self.found & self.found.swapaxes(1, 2) & self.known).sum(axis=0)
        return found

    @cached_property
    def incomparable(self) -> Array:
        found: Array = (~self.found & ~self.found.swapaxes(1, 2) & self.known).sum(axis=0)
        return found

    @cached_property
    def dominates(self) -> Array:
        """Where a is at least as good as b on every topic that both have, and better on one."""
        found: Array = (self.found | ~self.known).all(axis=0) & (self.better > 0)
        return found

    @cached_property
    def leads(self) -> Array:
        """Where a is better than b on some topic, and worse on none; some may not be comparable."""
        found: Array = (self.better > 0) & (self.better.T == 0)
        return found

    def counts(self) -> dict[str, int]:
        """Over pairs of systems: settled on all topics, on all comparable ones, not at all, the same everywhere,
        without a common topic. And over pairs and topics: comparable or not.
        """
        upper = np.triu(np.ones_like(self.dominates), 1)
        either = (self.dominates | self.dominates.T) & upper
        led = (self.leads | self.leads.T) & upper & ~either
        apart = ~self.known.any(axis=0) & upper
        same = (self.better + self.better.T + self.incomparable == 0) & upper & ~apart
        return {
            ALL: int(either.sum()),
            COMPARABLE: int(led.sum()),
            NOWHERE: int((upper & ~either & ~led & ~same & ~apart).sum()),
            SAME: int(same.sum()),
            APART: int(apart.sum()),
            "pairs": int(upper.sum()),
            "comparisons": int((self.known & upper).sum()),
            "comparable": int(((self.found | self.found.swapaxes(1, 2)) & self.known & upper).sum()),
        }

    def pair(self, first: str, second: str) -> PairDominance:
        """Compare two systems topic by topic."""
        if first == second:
            raise OptionError(f"{first} and {second} are the same system: name two")
        for name in (first, second):
            if name not in self.systems:
                hint = did_you_mean(name, self.systems)
                raise OptionError(f"unknown system {name!r}; {hint}the systems are: {', '.join(self.systems[:10])}")
        a, b = self.systems.index(first), self.systems.index(second)
        up, down = self.found[:, a, b], self.found[:, b, a]
        known = self.known[:, a, b]
        kinds = (up & ~down, down & ~up, up & down, ~up & ~down)
        named = [tuple(name for name, yes in zip(self.topics, kind & known, strict=True) if yes) for kind in kinds]
        apart = tuple(self._disagreements(np.flatnonzero(kinds[3] & known).tolist(), a, b))
        return PairDominance(first, second, named[0], named[1], named[2], named[3], apart)

    def _disagreements(self, topics: list[int], a: int, b: int) -> Iterator[Disagreement]:
        for topic in topics:
            found = ahead_counts(self.judged, topic, a, b, whole=self.order == "set-replacement")
            if found is not None and all(float(level).is_integer() for level, _ in found):
                (first, one), (second, two) = ((_precision(*at), self._precisions(topic, a, b, *at)) for at in found)
                yield Disagreement(self.topics[topic], first, one, second, two)

    def _precisions(self, topic: int, a: int, b: int, level: float, rank: int) -> tuple[float, float]:
        pooled = (self.judged.pooled(system, topic) for system in (a, b))
        first, second = (int(((grade >= level) & (place <= rank)).sum()) / rank for place, grade in pooled)
        return first, second

    @cached_property
    def classes(self) -> list[list[int]]:
        """Systems that are the same on every topic, together."""
        same = self.same == len(self.topics)
        found: list[list[int]] = []
        for system in range(len(self.systems)):
            members = next((some for some in found if same[some[0], system]), None)
            if members is None:
                found.append([system])
            else:
                members.append(system)
        return found

    def poset(self) -> Poset:
        """The systems, or classes of those that are the same, ordered by dominance on all topics. Every system must
        have every topic.
        """
        return self.group_poset(self.classes)

    def twins(self) -> list[list[int]]:
        """Systems that dominate the same and are dominated by the same, together, where they stand in a relation at
        all; a diagram shows each group as one.
        """
        found: dict[tuple[bytes, bytes], list[int]] = {}
        for system in range(len(self.systems)):
            up, down = self.dominates[:, system], self.dominates[system]
            if up.any() or down.any():
                found.setdefault((up.tobytes(), down.tobytes()), []).append(system)
        return list(found.values())

    def group_poset(self, groups: list[list[int]]) -> Poset:
        """Groups of systems that are alike, ordered by dominance."""
        if not self.known.all():
            raise OptionError("dominance needs all topics: count missing ones as 0 (missing='zero')")
        heads = [members[0] for members in groups]
        return Poset.from_leq(len(heads), lambda x, y: x == y or bool(self.dominates[heads[y], heads[x]]))


def _precision(level: float, rank: int) -> str:
    return f"P@{rank}" if level <= 1 else f"P(rel={level:g})@{rank}"


def dominance(evaluation: Evaluation, *, order: str = "rank-swap") -> Dominance:
    """Compare systems topic by topic without a measure, on the judged runs of an evaluation.

    ``order`` is ``rank-swap``, ``rank-replacement`` or ``set-replacement``. Where two judged runs are comparable in
    ``rank-swap`` every measure that satisfies Replacement and Swap agrees on which is at least as good; where they are
    not, two precisions at different ranks disagree, and are named.

    Source: Giner, On the metric properties; Ferrante, Ferro and Pontarollo 2019, eq. (8).

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 3.0, "x": 2.0, "b": 1.0}}, "B": {"1": {"x": 3.0, "a": 2.0, "y": 1.0}}}
    >>> found = dominance(evaluate(qrels, runs))
    >>> found, found.pair("A", "B").dominates
    (Dominance(rank-swap: 1 of 1 pairs of systems settled), 'all topics')
    """
    judged = evaluation_of(evaluation, "dominance").needed_runs("dominance")
    if len(judged.systems) < 2:
        raise OptionError("a comparison needs two systems, found one")
    return Dominance(judged, order, at_least(judged, order))
