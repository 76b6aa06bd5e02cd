"""What a report is about: everything asked of the other rooms, once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np

from intervale.data import JudgedRuns
from intervale.errors import IntervaleError, OptionError
from intervale.exact.progress import steps
from intervale.measures import Measure, ScoreTable, score
from intervale.scales import ScaleFindings, scale
from intervale.statements import Standings, standings
from intervale.stats import Comparison, Correlations, compare_table, correlate_table
from intervale.stats.registry import named_tests
from intervale.stats.scale_of import interval_forms

__all__ = ["Card", "Gathered", "gather"]

Array = np.ndarray[Any, Any]
TESTS = ("sign", "rank-sum", "signed-rank", "t", "anova2", "friedman")
MOST_DEPTH = 100
"""How many ranks of a judged run are shown."""


@dataclass(frozen=True, eq=False)
class Card:
    """The scale of one measure: what was found, or why it could not be looked at."""

    measure: str
    found: ScaleFindings | None
    why: str = ""


@dataclass(frozen=True, eq=False)
class Gathered:
    """Scores and what follows from them; ``judged`` is None where a report is made of scores alone."""

    title: str
    table: ScoreTable
    judged: JudgedRuns | None
    comparison: Comparison
    correlations: Correlations | None
    standings: Standings
    cards: tuple[Card, ...]
    grades: int
    """The top grade."""
    about: dict[str, Any] = field(default_factory=dict)
    """How it was made: versions and options; command and files with their hashes where these are wanted."""

    @property
    def measures(self) -> dict[str, str | None]:
        """Each measure, with the name of its interval form where that was computed."""
        forms = interval_forms(self.table)
        return {name: forms.get(name) for name in self.table.names if name not in forms.values()}

    @property
    def depth(self) -> int:
        """How many ranks of a judged run are shown."""
        cutoffs = [measure.cutoff or 0 for measure in self.table.measures]
        wanted = max([10, *cutoffs])
        return min(wanted, MOST_DEPTH, self.judged.depth if self.judged is not None else wanted)

    def unjudged(self) -> Array | None:
        """By system, the share of its documents in the ranks shown that nobody judged; None without judged runs."""
        if self.judged is None:
            return None
        found = score(self.judged, [f"Judged@{self.depth}"]).values[0]
        return np.asarray(1 - np.nanmean(found, axis=1))


def gather(
    table: ScoreTable,
    judged: JudgedRuns | None = None,
    *,
    title: str = "",
    tests: Sequence[str] = TESTS,
    alpha: float = 0.05,
    correction: str = "holm",
    seed: int = 0,
    about: dict[str, Any] | None = None,
) -> Gathered:
    """Compare, correlate and look at the scales behind a table of scores."""
    if len(table.systems) < 2:
        raise OptionError("there is one system: a report compares at least two")
    grades = table.grades or 1
    plain = _no_counts(table)
    if np.isnan(plain.values).any() and tuple(tests) == TESTS:
        tests = tuple(test.name for test in named_tests(list(tests)) if not test.family)
        note = "anova2 and friedman need every system on every topic, and are left out"
        plain = replace(plain, notes=(note, *plain.notes))
    comparison = compare_table(plain, tests=tests, alpha=alpha, correction=correction, seed=seed)
    several = len([name for name in plain.names if name not in interval_forms(plain).values()]) > 1
    correlations = correlate_table(plain) if several or interval_forms(plain) else None
    forms = interval_forms(plain)
    named = [(n, m) for n, m in zip(plain.names, plain.measures, strict=True) if n not in forms.values()]
    cards = tuple(_card(name, measure, grades) for name, measure in steps(named, "looking at scales"))
    said = standings(plain, judged)
    return Gathered(title, plain, judged, comparison, correlations, said, cards, grades, about or {})


def _no_counts(table: ScoreTable) -> ScoreTable:
    """Without measures that count documents: nothing is better in them."""
    keep = [n for n, measure in enumerate(table.measures) if measure.has_best and measure.aggregate != "sum"]
    if not keep:
        raise OptionError("a report needs a measure of which more is better; these are counts")
    if len(keep) == len(table.names):
        return table
    left = ", ".join(name for n, name in enumerate(table.names) if n not in keep)
    errors, order = (None if one is None else one[keep] for one in (table.errors, table.order))
    names, measures = tuple(table.names[n] for n in keep), tuple(table.measures[n] for n in keep)
    notes = (f"{left}: counts, which are not compared", *table.notes)
    values = table.values[keep]
    return replace(table, names=names, measures=measures, values=values, errors=errors, order=order, notes=notes)


def _card(name: str, measure: Measure, grades: int) -> Card:
    if measure.defined_by == "scores":
        return Card(name, None, measure.why_no_exact)
    if measure.cutoff is None:
        return Card(name, None, "it has no cutoff, and a scale is of runs of one length")
    try:
        return Card(name, scale(measure, grades=grades, order="all"))
    except IntervaleError as error:
        return Card(name, None, str(error))
