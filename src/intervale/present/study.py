"""A study of measures and their interval forms: sentences, tables, a document and pictures. Pictures need the extra
``report``.
"""

from __future__ import annotations

import math
from dataclasses import replace
from itertools import product
from typing import TYPE_CHECKING, Any

from intervale.errors import IntervaleError, OptionError
from intervale.present.look import SCREEN, Look, framed
from intervale.present.picture import altair_library
from intervale.present.table import Cell, Table
from intervale.scales import interval_scale
from intervale.stats.interval_study import TIE_RULES, ChangedDecisions, Study
from intervale.stats.registry import TESTS

if TYPE_CHECKING:
    import altair

__all__ = ["spacing_strips", "study_document", "study_notes", "study_sentences", "study_tables", "value_curves"]

LINE = "#2f6fab"
POINTS, SHORT, MOST_VALUES = 200, 4, 400
"""How many points a curve has; at which length spacing is drawn, and up to how many values."""
TAU_ONE = 1 - 1e-12
EXPLAINED = {
    "effective number of topics": "how many topics contribute to a mean of interval scores: all of them if they score "
    "the same, 1 if a single topic makes the mean",
    "a surrogate": "ranks are among all runs of the length, the same for every topic, as in the paper",
    "top grade": "the interval form counts all runs with grades up to it, so that another top grade gives other scores",
    "bounds": "where values are too many to count one by one, a rank is known to lie between two numbers, its bounds",
}
"""What a note has in it that not every reader knows, and what it means; said once."""


def study_sentences(found: Study) -> list[str]:
    """How far measures are from interval scales, and what changes in correlations and decisions."""
    return [*_own_sentences(found), *_among_sentences(found), *_decision_sentences(found)]


def _own_sentences(found: Study) -> list[str]:
    at_length = [one for one in found.own if (one.length, one.tie_rule) == (found.length, "unq")]
    known = {one.measure: one.tau for one in at_length if one.tau is not None and not math.isnan(one.tau)}
    if not known:
        return []
    same = [name for name, tau in known.items() if tau > TAU_ONE]
    systems = f"{len(found.systems):,} systems on {found.topics:,} topics"
    named = f" ({', '.join(same)})" if same else ""
    said = f"At length {found.length}, {len(same)} of {len(known)} measures rank {systems} as their interval forms do"
    if len(same) == len(known):
        return [f"{said}."]
    far = min(known, key=lambda name: known[name])
    return [f"{said}{named}; the farthest from an interval scale is {far} (τ = {known[far]:.4f})."]


def _among_sentences(found: Study) -> list[str]:
    pairs = [pair for pair in found.correlations.pairs if not {pair.a, pair.b} & {*found.placed}]
    deltas = [(pair.delta, f"{pair.a} and {pair.b}") for pair in pairs if pair.delta is not None]
    changed = [one for one in deltas if abs(one[0]) > 1e-12]
    if not changed:
        return ["Correlations among measures are the same on the interval scale."] if deltas else []
    parts = []
    for word, (delta, pair) in (("lower", min(changed)), ("higher", max(changed))):
        if (delta < 0) == (word == "lower"):
            parts.append(f"up to {abs(delta):.0%} {word} ({pair})")
    return [f"On the interval scale correlations among measures are {' and '.join(parts)}."]


def _decision_sentences(found: Study) -> list[str]:
    some, every = found.overall(), found.overall(all_cells=True)
    if some is None or every is None:
        return ["No decision of a significance test can change on the interval scale."]
    share, cells = some
    if not share:
        return ["No decision of a significance test changes on the interval scale."]
    return [
        f"For 100 significant pairs of systems, {100 * share:.1f} decisions of significance tests change on the "
        f"interval scale, on average over {cells} combination{'s' * (cells != 1)} of a measure and a test "
        f"({100 * every[0]:.1f} over all {every[1]})."
    ]


def study_tables(found: Study) -> list[Table]:
    """The answer, then Tables 2 and 3 side by side, Table 4, Tables 5 and 6, and the averages."""
    size = f"{len(found.systems):,} systems, {found.topics:,} topics, grades 0 to {found.grades}"
    if found.left_out:
        size += f"; left out, the lowest quartile by mean AP: {', '.join(found.left_out)}"
    tables = [
        _own_table(found),
        *_among_table(found),
        *(table for based in (False, True) for table in _decision_table(found, recall_based=based)),
        *_average_table(found),
    ]
    return [*tables[:-1], replace(tables[-1], footer=(*tables[-1].footer, size, *study_notes(found)))]


def study_notes(found: Study) -> list[str]:
    """The notes; behind the first with a word that not every reader knows stands what it means."""
    unknown, notes = dict(EXPLAINED), []
    for note in found.notes:
        meant = [unknown.pop(word) for word in EXPLAINED if word in unknown and word in note]
        notes.append(f"{note} ({'; '.join(meant)})" if meant else note)
    return notes


def _own_table(found: Study) -> Table:
    by_cell = {(one.measure, one.length, one.tie_rule): one for one in found.own}
    columns = ("measure", *(f"{rule} {length}" for rule in TIE_RULES for length in found.lengths))
    rows = tuple(
        (Cell(name), *(Cell(by_cell[name, length, rule].tau) for rule in TIE_RULES for length in found.lengths))
        for name in found.measures
    )
    legend = (
        f"unq {found.length}: the interval form of runs cut at {found.length} documents, one rank for equal values; "
        f"mid: the middle of their places among all runs with grades 0 to {found.grades}, no interval scale",
    )
    title = "how far from an interval scale: Kendall's tau of a measure and its interval form"
    return Table(columns, rows, title, legend, tuple(_reasons(found)), tuple(study_sentences(found)))


def _reasons(found: Study) -> list[str]:
    """Why there is no number, each reason once with the measures and lengths that it is about."""
    cells: dict[str, dict[str, list[str]]] = {}
    for one in found.own:
        if one.why:
            cells.setdefault(one.why, {}).setdefault(one.measure, []).append(str(one.length))
    named = {
        why: ", ".join(f"{measure} at {', '.join(dict.fromkeys(at))}" for measure, at in some.items())
        for why, some in cells.items()
    }
    return [f"{names}: {why}" for why, names in named.items()]


def _among_table(found: Study) -> list[Table]:
    rows = tuple(
        (
            Cell(_named(found, pair.a)),
            Cell(_named(found, pair.b)),
            Cell(pair.overall),
            Cell(pair.interval_overall),
            Cell(pair.delta, percent=True),
        )
        for pair in found.correlations.pairs
    )
    columns = ("a", "b", "measures", "interval forms", "Δ%")
    return [Table(columns, rows, f"correlations among measures at length {found.length}: tau")] if rows else []


def _decision_table(found: Study, *, recall_based: bool) -> list[Table]:
    chosen = [cell for cell in found.decisions if cell.recall_based is recall_based]
    if not chosen:
        return []
    rows = tuple(_decision_row(found, cell) for cell in chosen)
    columns = ("measure", "test", "needs", "Sig", "S2NS", "NS2S", "Δ%")
    whose = "each topic has its own scale" if recall_based else "topics share a scale"
    legend = [
        "Sig: pairs of systems that differ significantly by the measure; S2NS: no longer on the interval scale; NS2S: "
        "only there; Δ%: both as a share of Sig"
    ]
    if not all(cell.significant for cell in chosen):
        legend.append("-: nothing is significant by the measure")
    return [Table(columns, rows, f"decisions at length {found.length}: {whose}", tuple(legend))]


def _named(found: Study, measure: str) -> str:
    """A measure, and that its form is by places where it is."""
    return f"{measure} (places)" if measure in found.placed else measure


def _decision_row(found: Study, cell: ChangedDecisions) -> tuple[Cell, ...]:
    counts = (Cell(number, whole=True) for number in (cell.significant, cell.s2ns, cell.ns2s))
    name = _named(found, cell.measure)
    return (Cell(name), Cell(cell.test), Cell(cell.needs), *counts, Cell(cell.delta, percent=True))


def _average_table(found: Study) -> list[Table]:
    groups = found.averages
    last = groups[-1] if len(groups) > 1 else None  # the mean of the others
    rows = tuple(
        (
            Cell(group.group),
            Cell(len(group.cells) if group is not last else None, whole=True, blank=True),
            *(Cell(x, percent=True) for x in (group.s2ns, group.ns2s, group.delta)),
        )
        for group in groups
    )
    columns = ("average over", "cells", "S2NS", "NS2S", "Δ%")
    legend = ("cells: combinations of a measure and a test that the paper averages, with significant pairs",)
    return [Table(columns, rows, "averages of shares of Sig", legend)] if rows else []


def study_document(found: Study) -> dict[str, Any]:
    """The document that ``intervale study --json`` prints."""
    tests = dict.fromkeys(cell.test for cell in found.decisions)
    return {
        "statements": study_sentences(found),
        "systems": len(found.systems),
        "left_out": list(found.left_out),
        "topic_count": found.topics,
        "grades": found.grades,
        "lengths": list(found.lengths),
        "length": found.length,
        "placed": list(found.placed),
        "alpha": found.comparison.alpha,
        "tests": [{"test": test, "needs": TESTS[test].scale} for test in tests],
        "own": [
            {
                "measure": one.measure,
                "length": one.length,
                "tie_rule": one.tie_rule,
                "tau": _number(one.tau),
                "why": one.why,
                "open": one.opened,
            }
            for one in found.own
        ],
        "among": [
            {
                "a": pair.a,
                "b": pair.b,
                "tau": _number(pair.overall),
                "interval_tau": _number(pair.interval_overall),
                "delta": _number(pair.delta),
            }
            for pair in found.correlations.pairs
        ],
        "decisions": [
            {
                "measure": cell.measure,
                "recall_based": cell.recall_based,
                "test": cell.test,
                "needs": cell.needs,
                "pairs": cell.pairs,
                "significant": cell.significant,
                "s2ns": cell.s2ns,
                "ns2s": cell.ns2s,
                "delta": cell.delta,
                "averaged": cell.averaged,
            }
            for cell in found.decisions
        ],
        "averages": [
            {
                "over": group.group,
                "cells": [{"measure": measure, "test": test} for measure, test in group.cells],
                "s2ns": group.s2ns,
                "ns2s": group.ns2s,
                "delta": group.delta,
            }
            for group in found.averages
        ],
        "notes": study_notes(found),
    }


def _number(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else value


# ------------------------------------------------------------ pictures


def value_curves(found: Study, look: Look = SCREEN) -> altair.FacetChart:
    """The values of all runs of each length in increasing order, a small chart for each measure and length (Ferrante,
    Ferro and Fuhr 2021, Figures 6 to 8).
    """
    alt = altair_library()
    points: list[dict[str, Any]] = []
    missing = []
    for name, length in product(found.measures, found.lengths):
        curve = _curve(found, name, length, POINTS)
        if not curve:
            missing.append(f"{name} at {length}")
        points += [
            {"measure": name, "length": f"N = {length}", "share": share, "value": value, "n": n}
            for n, (share, value) in enumerate(_steps(curve))
        ]
    if not points:
        raise OptionError("no measure has values that can be drawn at these lengths; use smaller lengths")
    x = alt.X(
        "share:Q", title="share of runs", axis=alt.Axis(format="%", values=[0, 1]), scale=alt.Scale(domain=[0, 1])
    )
    y = alt.Y("value:Q", title=None, axis=alt.Axis(tickCount=2), scale=alt.Scale(domain=[0, 1]))
    width = look.pick(86.0, max(24.0, (look.room - 90) / len(found.measures)))
    line = (
        alt.Chart(alt.Data(values=points))
        .mark_line(color=LINE, strokeWidth=look.pick(1.4, 0.8))
        .encode(x=x, y=y, order="n:Q")
        .properties(width=width, height=look.pick(64, 40))
    )
    grid = line.facet(
        row=alt.Row("length:N", sort=[f"N = {length}" for length in found.lengths], title=None),
        column=alt.Column("measure:N", sort=list(found.measures), title=None),
    )
    subtitle = f"all runs with grades 0 to {found.grades}, in increasing order, as shares of the highest value"
    if missing:
        subtitle += f"; not drawn: {', '.join(missing)}"
    chart: altair.FacetChart = framed(grid, look, title="the values that measures have", subtitle=subtitle, fit=False)
    return chart


def _curve(found: Study, name: str, length: int, points: int) -> list[tuple[float, float]]:
    """Shares of runs, and values as shares of the highest; nothing where values are too many, not defined on all runs,
    negative, or all 0.
    """
    try:
        curve = interval_scale(found.definitions[name], length=length, grades=found.grades).curve(points)
    except IntervaleError:
        return []
    lowest, highest = curve[0][1], curve[-1][1]
    return [(share, value / highest) for share, value in curve] if lowest >= 0 < highest else []


def _steps(curve: list[tuple[float, float]]) -> list[tuple[float, float]]:
    """A step for each value: from the share below it to the share up to it."""
    if not curve:
        return []
    steps, before = [(0.0, curve[0][1])], 0.0
    for share, value in curve:
        steps += [(before, value), (share, value)]
        before = share
    return steps


def spacing_strips(found: Study, look: Look = SCREEN) -> altair.LayerChart:
    """The values of the measures on short runs, side by side: where they are equally spaced (Ferrante, Ferro and Fuhr
    2021, Figure 3).
    """
    alt = altair_library()
    values, missing = [], []
    for name in found.measures:
        curve = _curve(found, name, SHORT, MOST_VALUES)
        values += [{"measure": name, "value": value} for _, value in curve]
        missing += [] if curve else [name]
    if not values:
        raise OptionError(f"no measure has values that can be drawn on runs of {SHORT} documents")
    ticks = (
        alt.Chart(alt.Data(values=values))
        .mark_tick(color=LINE, thickness=look.pick(1.6, 0.8), orient="horizontal")
        .encode(
            x=alt.X("measure:N", sort=list(found.measures), title=None, axis=alt.Axis(labelAngle=-40)),
            y=alt.Y("value:Q", title="share of the highest value"),
        )
        .properties(height=look.height(260))
    )
    subtitle = f"runs of {SHORT} documents with grades 0 to {found.grades}; a line for each value"
    if missing:
        subtitle += f"; not drawn: {', '.join(missing)}"
    chart: altair.LayerChart = framed(
        alt.layer(ticks), look, title="how measures space their values", subtitle=subtitle, width=420
    )
    return chart
