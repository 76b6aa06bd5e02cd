"""Correlations of measures as tables and as a document."""

from __future__ import annotations

import math
from typing import Any

from intervale.present.table import Cell, Table
from intervale.stats.correlations import Correlated, Correlations

__all__ = ["correlation_document", "correlation_tables"]

OPEN = "open pairs: pairs of means whose order is open within bounds; midpoints were used"


def correlation_tables(found: Correlations) -> list[Table]:
    """Pairs of measures, with the correlation of their interval forms beside it; then each with its own form; then how
    much topics agree on the order of systems.
    """
    interval = any(pair.interval_overall is not None for pair in found.pairs)
    beside = ("interval forms", "Δ%") if interval else ()
    opened = any(pair.opened for pair in (*found.pairs, *found.own))
    last = ("open pairs",) if opened else ()
    columns = ("a", "b", "overall", *beside, "topic by topic", "topics", *last)
    title = found.coefficient.title
    counts = f"{found.systems:,} systems, {found.topics:,} topics"
    tables = []
    if found.pairs:
        rows = tuple(_row(pair, interval, opened) for pair in found.pairs)
        legend = ("topics: those on which both measures distinguish some systems", *([OPEN] if opened else []))
        tables.append(Table(columns, rows, f"{title} of measures", legend))
    if found.own:
        rows = tuple(
            (Cell(pair.a), *(_cell(x) for x in (pair.overall, pair.topics)), *_open(pair, opened)) for pair in found.own
        )
        names = ("measure", "overall, with its interval form", "topic by topic", *last)
        near = f"how close to an interval scale: {title}"
        tables.append(Table(names, rows, near, legend=(OPEN,) * opened))
    return [*tables, _concordance(found, (counts, *found.notes))]


def _concordance(found: Correlations, footer: tuple[str, ...]) -> Table:
    rows = tuple(
        (
            Cell(name),
            _cell(one.w),
            _cell(one.statistic),
            Cell(_number(one.p), tiny=True),
            Cell(one.rankings, whole=True),
        )
        for name, one in found.concordance.items()
    )
    freedom = found.systems - 1
    legend = (
        f"W: 1 where all topics rank the systems alike, 0 where they do not agree; χ² with {freedom:,} degrees of "
        "freedom is Friedman's statistic",
    )
    names = ("measure", "Kendall's W", "χ²", "p", "topics")
    return Table(names, rows, "how much topics agree on the order of systems", legend, footer)


def _open(pair: Correlated, opened: bool) -> tuple[Cell, ...]:
    return (Cell(pair.opened, whole=True),) if opened else ()


def _row(pair: Correlated, interval: bool, opened: bool) -> tuple[Cell, ...]:
    beside: tuple[Cell, ...] = ()
    if interval:
        beside = (_cell(pair.interval_overall), Cell(pair.delta, percent=True))
    defined = Cell(pair.topics_defined, whole=True)
    return (Cell(pair.a), Cell(pair.b), _cell(pair.overall), *beside, _cell(pair.topics), defined, *_open(pair, opened))


def _cell(value: float | None) -> Cell:
    return Cell(None if value is None or math.isnan(value) else value)


def correlation_document(found: Correlations) -> dict[str, Any]:
    """The document that ``intervale correlate --json`` prints."""
    every = (*found.pairs, *found.own)
    return {
        "coefficient": found.coefficient.name,
        "title": found.coefficient.title,
        "systems": found.systems,
        "topic_count": found.topics,
        "overall": [
            {
                "a": pair.a,
                "b": pair.b,
                **_named(found, pair.overall, pair.interval_overall),
                "delta": _number(pair.delta),
                "open": pair.opened,
            }
            for pair in every
        ],
        "topics": [
            {
                "a": pair.a,
                "b": pair.b,
                **_named(found, pair.topics, pair.interval_topics),
                "topics": pair.topics_defined,
            }
            for pair in every
        ],
        "concordance": {
            name: {
                "w": _number(one.w),
                "chi2": _number(one.statistic),
                "freedom": one.things - 1,
                "p": _number(one.p),
                "topics": one.rankings,
            }
            for name, one in found.concordance.items()
        },
        "notes": list(found.notes),
    }


def _named(found: Correlations, value: float, on_interval: float | None) -> dict[str, float | None]:
    """The coefficient as ``value``, and as ``tau`` where it is that."""
    both = {"value": _number(value), "interval_value": _number(on_interval)}
    if found.coefficient.name == "tau":
        both |= {"tau": both["value"], "interval_tau": both["interval_value"]}
    return both


def _number(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)
