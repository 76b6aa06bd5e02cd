"""Systems compared without a measure: topic by topic in an order on judged runs."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Policy, judge
from intervale.errors import OptionError
from intervale.exact.posets import Poset
from intervale.orders.systems import ahead_counts, at_least

__all__ = ["Disagreement", "Dominance", "PairDominance", "dominance"]

Array = np.ndarray[Any, Any]
ALL, COMPARABLE, NOWHERE, SAME = "all topics", "all comparable topics", "not at all", "the same"
"""Where one system is at least as good as another: what is said of a pair, from the strongest."""


@dataclass(frozen=True)
class Disagreement:
    """Two measures that order the runs of a topic differently, with the values of both systems."""

    topic: str
    first: str
    first_values: tuple[float, float]
    second: str
    second_values: tuple[float, float]


@dataclass(frozen=True, eq=False)
class PairDominance:
    """Two systems: the topics on which the first is better, worse, the same and not comparable."""

    first: str
    second: str
    better: tuple[str, ...]
    worse: tuple[str, ...]
    same: tuple[str, ...]
    incomparable: tuple[str, ...]
    disagreements: tuple[Disagreement, ...]
    """For each topic that is not comparable; where ``rank-swap`` can compare them there is none in the catalogue."""

    @property
    def dominates(self) -> str:
        """Where the first dominates the second."""
        return _word(len(self.better), len(self.worse), len(self.incomparable))

    @property
    def dominated(self) -> str:
        return _word(len(self.worse), len(self.better), len(self.incomparable))


def _word(better: int, worse: int, incomparable: int) -> str:
    if worse or (incomparable and not better):
        return NOWHERE
    if incomparable:
        return COMPARABLE
    return ALL if better else SAME


@dataclass(frozen=True, eq=False)
class Dominance:
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
            return np.ones_like(self.found)
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
        """Where a is at least as good as b on every topic, and better on one."""
        found: Array = (self.found | ~self.known).all(axis=0) & (self.better > 0)
        return found

    @cached_property
    def leads(self) -> Array:
        """Where a is better than b on some topic, and worse on none; some may not be comparable."""
        found: Array = (self.better > 0) & (self.better.T == 0)
        return found

    def counts(self) -> dict[str, int]:
        """Over pairs of systems: settled on all topics, on all comparable ones, not at all, and the same everywhere.
        And
        over pairs and topics: comparable or not.
        """
        upper = np.triu(np.ones_like(self.dominates), 1)
        either = (self.dominates | self.dominates.T) & upper
        led = (self.leads | self.leads.T) & upper & ~either
        same = (self.better + self.better.T + self.incomparable == 0) & upper
        return {
            ALL: int(either.sum()),
            COMPARABLE: int(led.sum()),
            NOWHERE: int((upper & ~either & ~led & ~same).sum()),
            SAME: int(same.sum()),
            "pairs": int(upper.sum()),
            "comparisons": int((self.known & upper).sum()),
            "comparable": int(((self.found | self.found.swapaxes(1, 2)) & self.known & upper).sum()),
        }

    def pair(self, first: str, second: str) -> PairDominance:
        """Two systems, topic by topic."""
        for name in (first, second):
            if name not in self.systems:
                raise OptionError(f"there is no system {name!r}; there are {', '.join(self.systems[:10])}")
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
            if found is not None:
                (first, one), (second, two) = ((_precision(*at), self._precisions(topic, a, b, *at)) for at in found)
                yield Disagreement(self.topics[topic], first, one, second, two)

    def _precisions(self, topic: int, a: int, b: int, level: float, rank: int) -> tuple[float, float]:
        found = []
        for system in (a, b):
            row = system * len(self.topics) + topic
            part = slice(self.judged.offsets[row], self.judged.offsets[row + 1])
            inside = (self.judged.grade[part] >= level) & (self.judged.rank[part] <= rank)
            found.append(int(inside.sum()) / rank)
        return found[0], found[1]

    @cached_property
    def classes(self) -> list[list[int]]:
        """Systems that are the same on every topic, together."""
        same = self.dominates | (self.same == len(self.topics))
        same = same & same.T
        found: list[list[int]] = []
        for system in range(len(self.systems)):
            for members in found:
                if same[members[0], system]:
                    members.append(system)
                    break
            else:
                found.append([system])
        return found

    def poset(self) -> Poset:
        """The systems, or classes of those that are the same, ordered by dominance on all topics. It needs every
        system on
        every topic.
        """
        if not self.known.all():
            raise OptionError(
                "systems are ordered by dominance on all topics; count missing ones as 0 (missing='zero')"
            )
        heads = [members[0] for members in self.classes]
        above = self.dominates
        return Poset.from_leq(len(heads), lambda x, y: x == y or bool(above[heads[y], heads[x]]))

    def twins(self) -> list[list[int]]:
        """Systems that dominate the same and are dominated by the same, together, where they stand in a relation at
        all;
        a diagram shows each group as one.
        """
        found: dict[tuple[bytes, bytes], list[int]] = {}
        for system in range(len(self.systems)):
            up, down = self.dominates[:, system], self.dominates[system]
            if up.any() or down.any():
                found.setdefault((up.tobytes(), down.tobytes()), []).append(system)
        return list(found.values())

    def group_poset(self, groups: list[list[int]]) -> Poset:
        """Groups of :meth:`twins`, ordered by dominance."""
        heads = [members[0] for members in groups]
        return Poset.from_leq(len(heads), lambda x, y: x == y or bool(self.dominates[heads[y], heads[x]]))


def _precision(level: float, rank: int) -> str:
    return f"P@{rank}" if level <= 1 else f"P(rel={level:g})@{rank}"


def dominance(qrels: Any, runs: Any = None, *, order: str = "rank-swap", **data: Any) -> Dominance:
    """Compare systems topic by topic without a measure.

    ``qrels``, ``runs`` and what else is named are as in :func:`~intervale.evaluate`; judged runs may stand in their
    place. ``order`` is ``rank-swap``, ``rank-replacement`` or ``set-replacement``. Where two judged runs are
    comparable in ``rank-swap`` every measure that satisfies Replacement and Swap agrees on which is at least as good;
    where they are not, two precisions at different ranks disagree, and are named.

    Source: Giner, On the metric properties; Ferrante, Ferro and Pontarollo 2019, eq. (8).

    >>> qrels = {"1": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 3.0, "x": 2.0, "b": 1.0}}, "B": {"1": {"x": 3.0, "a": 2.0, "y": 1.0}}}
    >>> found = dominance(qrels, runs)
    >>> found, found.pair("A", "B").dominates
    (Dominance(rank-swap: 1 of 1 pairs of systems settled), 'all topics')
    """
    if isinstance(qrels, JudgedRuns):
        judged = qrels
    else:
        kept = {name: data.pop(name) for name in ("topics", "encoding", "workers") if name in data}
        try:
            policy = Policy(**data)
        except TypeError:
            raise OptionError(f"unknown option among: {', '.join(data)}") from None
        judged = judge(qrels, runs, policy, **kept)
    if len(judged.systems) < 2:
        raise OptionError("there is one system: a comparison needs two")
    return Dominance(judged, order, at_least(judged, order))
