"""Pairs of systems, and their differences topic by topic, as tables."""

from __future__ import annotations

import math
from itertools import product

from intervale.data.tabular import Columns, Rows, columns_of
from intervale.present.comparison import about
from intervale.present.table import Cell, Table
from intervale.present.wording.texts import percent
from intervale.stats.comparison import Comparison

__all__ = ["pair_table", "topic_rows", "topic_table"]

LEFT_OUT = ("ci_together", "open")


def pair_table(found: Comparison) -> Table:
    """Every pair of systems that was looked at: the tidy table for people."""
    columns = found.columns()
    names = [name for name, values in columns.items() if name not in LEFT_OUT and any(x is not None for x in values)]
    decided = zip(columns["significant"], columns["open"], strict=True)
    shown = {name: [_cell(value) for value in columns[name]] for name in names}
    shown["significant"] = [Cell("open" if open_ else "yes" if yes else "no") for yes, open_ in decided]
    legend = (
        "difference: mean of a less mean of b; p: after correction; p_alone: of this pair alone",
        *_margin(found),
        *_intervals(found, columns),
        *_effects(found, columns),
    )
    rows = tuple(zip(*shown.values(), strict=True))
    return Table(tuple(shown), rows, legend=legend, footer=(*about(found), *found.notes))


def _cell(value: str | float | int | None) -> Cell:
    if isinstance(value, str | bool):
        return Cell(value if isinstance(value, str) else "yes" if value else "no")
    return Cell(value, whole=isinstance(value, int), tiny=True)


def _intervals(found: Comparison, columns: Columns) -> list[str]:
    """What the confidence intervals hold for; and where Bonferroni's stand beside decisions that go further."""
    together = {one for one in columns["ci_together"] if one is not None}
    if not together:
        return []
    held = {(True,): "for all pairs together", (False,): "for each pair alone"}.get(
        tuple(together), "for all pairs together in tests that correct for them, else for each pair alone"
    )
    said = [f"ci_low, ci_high: {percent(found.alpha)} confidence interval of the difference, {held}"]
    single = [one for measure in found.measures.values() for one in measure.tests.values() if not one.test.family]
    single = [one for one in single if one.outcome.low is not None]
    if found.correction in ("holm", "hochberg") and any(one.pairs > 1 for one in single):
        said.append(
            f"intervals are Bonferroni's: {found.correction.capitalize()} has none of its own, and may decide that "
            "systems differ where the interval reaches 0"
        )
    if any(one.test.name == "randomisation" for one in single):
        said.append("the randomisation test has the intervals of Student's t")
    return said


def _effects(found: Comparison, columns: Columns) -> list[str]:
    """What the effects are."""
    tests = {one.test.name: one.test for measure in found.measures.values() for one in measure.tests.values()}
    said = "; ".join(f"{test.effect} ({name})" if len(tests) > 1 else test.effect for name, test in tests.items())
    interval = any(x is not None for x in columns["effect_low"])
    return [f"effect: {said}" + ("; its interval is for each pair alone" if interval else "")]


def _margin(found: Comparison) -> list[str]:
    if found.margin is None:
        return []
    return [
        f"p_equivalent: two one-sided t tests that the difference is within ±{found.margin:g}, after correction; "
        "below, within, above: posterior probabilities"
    ]


def topic_table(found: Comparison) -> Table:
    """The differences of two systems, or of each with the baselines, topic by topic."""
    pairs = [(found.systems[0], found.systems[1])]
    if found.baselines:
        decisions = next(iter(next(iter(found.measures.values())).tests.values()))
        pairs = [(found.systems[a], found.systems[b]) for a, b in zip(decisions.first, decisions.second, strict=True)]
    rows = []
    for measure in found.measures.values():
        sources = [(measure.name, measure.scores)]
        sources += [] if measure.form is None or measure.form_scores is None else [(measure.form, measure.form_scores)]
        for (name, scores), (a, b) in product(sources, pairs):
            x, y = (scores[found.systems.index(one)] for one in (a, b))
            for topic, first, second in zip(found.topics, x.tolist(), y.tolist(), strict=True):
                cells = [None if math.isnan(value) else value for value in (first, second, first - second)]
                names = (Cell(name), Cell(topic), Cell(a), Cell(b))
                rows.append((*names, *(Cell(value, tiny=True) for value in cells)))
    return Table(("measure", "topic", "a", "b", "score of a", "score of b", "a − b"), tuple(rows), footer=found.notes)


def topic_rows(found: Comparison) -> Rows:
    """:func:`topic_table` as one long table."""
    rows = ([cell.value for cell in row] for row in topic_table(found).rows)
    return Rows(columns_of(("measure", "topic", "a", "b", "score_a", "score_b", "difference"), rows))
