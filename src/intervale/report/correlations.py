"""Correlations of measures as tables and as a document."""

from __future__ import annotations

import math
from typing import Any

from intervale.report.table import Cell, Table
from intervale.stats.correlate import Correlated, Correlations

__all__ = ["correlation_document", "correlation_tables"]


def correlation_tables(found: Correlations) -> list[Table]:
    """Pairs of measures, with the correlation of their interval forms beside it; then each with its own form."""
    interval = any(pair.interval_overall is not None for pair in found.pairs)
    beside = ("interval forms", "Δ%") if interval else ()
    columns = ("a", "b", "overall", *beside, "topic by topic", "topics")
    counts = f"{found.coefficient.title}; {found.systems:,} systems, {found.topics:,} topics"
    tables = []
    if found.pairs:
        rows = tuple(_row(pair, interval) for pair in found.pairs)
        legend = ("topics: those on which both measures tell some systems apart",)
        tables.append(Table(columns, rows, "measures", legend, footer=() if found.own else (counts, *found.notes)))
    if found.own:
        rows = tuple((Cell(pair.a), *(_cell(x) for x in (pair.overall, pair.topics))) for pair in found.own)
        names = ("measure", "overall, with its interval form", "topic by topic")
        tables.append(Table(names, rows, "how near to an interval scale", footer=(counts, *found.notes)))
    return tables


def _row(pair: Correlated, interval: bool) -> tuple[Cell, ...]:
    beside: tuple[Cell, ...] = ()
    if interval:
        beside = (_cell(pair.interval_overall), Cell(pair.delta, percent=True))
    defined = Cell(pair.topics_defined, whole=True)
    return (Cell(pair.a), Cell(pair.b), _cell(pair.overall), *beside, _cell(pair.topics), defined)


def _cell(value: float | None) -> Cell:
    return Cell(None if value is None or math.isnan(value) else value)


def correlation_document(found: Correlations) -> dict[str, Any]:
    """The document that ``intervale correlate --json`` prints."""
    every = (*found.pairs, *found.own)
    return {
        "coefficient": found.coefficient.name,
        "systems": found.systems,
        "topic_count": found.topics,
        "overall": [
            {
                "a": pair.a,
                "b": pair.b,
                "tau": _number(pair.overall),
                "interval_tau": _number(pair.interval_overall),
                "delta": _number(pair.delta),
            }
            for pair in every
        ],
        "topics": [
            {
                "a": pair.a,
                "b": pair.b,
                "tau": _number(pair.topics),
                "interval_tau": _number(pair.interval_topics),
                "topics": pair.topics_defined,
            }
            for pair in every
        ],
        "notes": list(found.notes),
    }


def _number(value: float | None) -> float | None:
    return None if value is None or math.isnan(value) else float(value)
