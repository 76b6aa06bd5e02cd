"""What comparing systems gives: the decisions of tests for each measure, the ranking, groups, what changes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Rows, Tabular
from intervale.errors import OptionError
from intervale.evaluation import Evaluation, MeasureScale
from intervale.measures.mean_order import MeanOrder
from intervale.stats.best import Best
from intervale.stats.decisions import Decisions
from intervale.stats.equivalence import Equivalence
from intervale.stats.letters import LETTERS, letter_groups, letters

__all__ = ["Comparison", "Decisions", "MeasureComparison"]

Array = np.ndarray[Any, Any]
MOST_IN_REPR = 4


@dataclass(frozen=True, eq=False)
class MeasureComparison:
    """One measure: the scale its scores are on, the decisions of each test, and those on its interval form."""

    name: str
    scale: MeasureScale
    mean_order: MeanOrder
    scores: Array
    tests: dict[str, Decisions]
    form: str | None
    interval: dict[str, Decisions]
    """By test, on the interval form of the measure; empty where it was not asked for."""
    form_scores: Array | None = None
    order: Array | None = None
    """The exact order of the scores, where these are known between bounds and it is known."""
    best: Best | None = None
    """Which systems may be the best; None where that was not asked."""
    no_best: str = ""
    """Why it was not asked."""
    equivalence: Equivalence | None = None
    """Whether the pairs of the tests are the same up to a margin, where one was given; p after correction."""

    def __repr__(self) -> str:
        decided = ", ".join(f"{name}: {one.counted()}" for name, one in self.tests.items())
        return f"MeasureComparison({self.name}, {self.scale.level} scale; significant pairs by {decided})"

    @property
    def means(self) -> Array:
        return self.mean_order.means

    @cached_property
    def ranking(self) -> list[int]:
        """Systems from the highest mean to the lowest."""
        places = self.mean_order.places
        return sorted(range(len(places)), key=lambda s: (np.isnan(places[s]), -places[s], s))

    def changed(self, test: str) -> tuple[int, int]:
        """How many pairs are significant by the measure and not by its interval form (S2NS), and the other way round
        (NS2S). A decision that is open does not count as changed.
        """
        if test not in self.tests or test not in self.interval:
            raise OptionError(f"{test!r} was not run on the interval form of {self.name}; use interval=True")
        plain, form = self.tests[test], self.interval[test]
        known = ~(plain.opened | form.opened)
        less, more = plain.significant & ~form.significant, ~plain.significant & form.significant
        return int((less & known).sum()), int((more & known).sum())

    def averaged(self, test: str) -> bool:
        """Whether changes of a test's decisions count in averages: not where the measure is on an interval scale, nor
        where the test asks for the order only, as long as topics share a scale. There nothing can change; in some cells
        that count it cannot either, such as those of the sign test, which asks for the order within topics.
        """
        assumes = self.tests[test].test.scale == "interval" and self.scale.level != "interval"
        return assumes or not self.scale.shared

    def different(self, test: str) -> Array:
        """Systems × systems: whether the test tells them apart; not where that is open."""
        found = np.zeros((len(self.means), len(self.means)), dtype=bool)
        decisions = self.tests[test]
        found[decisions.first, decisions.second] = found[decisions.second, decisions.first] = decisions.significant
        return found

    def groups(self, test: str) -> list[list[int]]:
        """The largest sets of systems that the test does not tell apart, in the order of means: systems share a letter
        where they share a group (Piepho 2004). Empty where they are too many to be read.
        """
        different = self.different(test)[np.ix_(self.ranking, self.ranking)]
        return [[self.ranking[place] for place in group] for group in letter_groups(different)]

    @cached_property
    def letters(self) -> tuple[str, ...]:
        """The letters of each system by the first test: two that share one do not differ. Empty where there are too
        many groups to be read.
        """
        groups = self.groups(next(iter(self.tests)))
        return tuple(letters(groups, len(self.means))) if 0 < len(groups) <= len(LETTERS) else ()

    def wins(self, a: int, b: int) -> tuple[int, int, int]:
        """On how many topics the first scores more, the same, and less."""
        more, same, less = self.records(np.array([a]), np.array([b]))
        return int(more[0]), int(same[0]), int(less[0])

    def records(self, first: Array, second: Array) -> tuple[Array, Array, Array]:
        """:meth:`wins` of many pairs."""
        known = np.where(np.isnan(self.scores), np.nan, self.scores if self.order is None else self.order)
        x, y = known[first], known[second]
        return (x > y).sum(axis=1), (x == y).sum(axis=1), (x < y).sum(axis=1)


@dataclass(frozen=True)
class ChangedShare:
    """The mean over some cells, each a measure and a test, of how many decisions change on the interval scale, as
    shares of those that are significant by the measure (Ferrante, Ferro and Fuhr 2021, §VIII-C).
    """

    group: str
    cells: tuple[tuple[str, str], ...]
    s2ns: float
    ns2s: float

    @property
    def delta(self) -> float:
        return self.s2ns + self.ns2s


@dataclass(frozen=True, eq=False, repr=False)
class Comparison(Tabular):
    """All measures of an evaluation, compared."""

    evaluation: Evaluation
    """What was compared."""
    measures: dict[str, MeasureComparison]
    alpha: float
    correction: str
    baselines: tuple[str, ...]
    notes: tuple[str, ...]
    resamples: int
    seed: int
    margin: float | None = None
    """Up to which size differences do not matter, where that was given."""

    @property
    def systems(self) -> tuple[str, ...]:
        return self.evaluation.systems

    @property
    def topics(self) -> tuple[str, ...]:
        return self.evaluation.topics

    def __repr__(self) -> str:
        size = f"{len(self.systems)} systems × {len(self.topics)} topics"
        first = [f"{name}: {next(iter(one.tests.values())).counted()}" for name, one in self.measures.items()]
        test = next((decisions.title for one in self.measures.values() for decisions in one.tests.values()), "")
        more = ", …" if len(first) > MOST_IN_REPR else ""
        return f"Comparison({size}; significant pairs by {test}: {', '.join(first[:MOST_IN_REPR])}{more})"

    def columns(self) -> Columns:
        """A row for each pair of systems by each measure and test; see :func:`~intervale.stats.tidy.pair_columns`."""
        from intervale.stats.tidy import pair_columns

        return pair_columns(self)

    def ranking(self) -> Rows:
        """A row for each system by each measure; see :func:`~intervale.stats.tidy.ranking_columns`."""
        from intervale.stats.tidy import ranking_columns

        return Rows(ranking_columns(self))

    @property
    def changed(self) -> list[ChangedShare]:
        """Mean shares of changed decisions by whether topics share a scale and what the test needs, and the mean over
        these groups. Left out is where nothing can change (:meth:`MeasureComparison.averaged`), or nothing is
        significant.
        """
        return self.changed_shares()

    def changed_shares(self, without: Sequence[str] = ()) -> list[ChangedShare]:
        """The same without some measures."""
        cells: dict[str, dict[tuple[str, str], tuple[float, float]]] = {}
        for name, found in self.measures.items():
            for test, decisions in found.tests.items() if name not in without else ():
                number = int(decisions.significant.sum())
                if test in found.interval and number and found.averaged(test):
                    shared = "topics share a scale" if found.scale.shared else "each topic has its own scale"
                    less, more = found.changed(test)
                    group = cells.setdefault(f"{shared}, tests for {decisions.test.scale} scales", {})
                    group[name, test] = less / number, more / number
        groups = [
            ChangedShare(group, tuple(some), *(float(x) for x in np.mean(list(some.values()), axis=0)))
            for group, some in cells.items()
        ]
        if len(groups) > 1:
            every = tuple(cell for group in groups for cell in group.cells)
            s2ns, ns2s = (float(np.mean([getattr(group, name) for group in groups])) for name in ("s2ns", "ns2s"))
            groups.append(ChangedShare("mean of the groups above", every, s2ns, ns2s))
        return groups

    @property
    def statements(self) -> list[str]:
        """What was decided, in sentences."""
        said = []
        for name, found in self.measures.items():
            for test, decisions in found.tests.items():
                said.append(
                    f"{name}: {decisions.counted()} pairs of systems differ significantly ({decisions.title}, "
                    f"{self.alpha:g})"
                )
                if found.interval:
                    less, more = found.changed(test)
                    form = found.interval[test]
                    opened = f" ({int(form.opened.sum()):,} open)" if form.opened.any() else ""
                    number = int(form.significant.sum())
                    said[-1] += f"; on the interval scale {number:,} do{opened}: {less:,} no longer, {more:,} newly"
        return said
