"""The catalogue of ranking metrics: a table and a document."""

from __future__ import annotations

from math import isinf
from typing import Any

from intervale.present.table import Cell, Table
from intervale.rankings.at_k import meaning_at_k
from intervale.rankings.listing import MetricEntry, MetricList

__all__ = ["metrics_document", "metrics_table"]

FOOTER = (
    "kind: what it knows of positions, as Table 1 of the group-theoretic paper divides metrics; all but ranking aware "
    "ones are flat; a dash: not in that table",
    "exact: the type of its exact number; more alike: whether a larger or a smaller value means that",
)
UNEVEN = "MAPE and SMAPE are printed there with equal importance, though both divide by positions and are sensitive"


def metrics_table(found: MetricList) -> Table:
    """Metrics in rows, as the taxonomy divides them."""
    rows = tuple(
        (
            Cell(entry.metric.name),
            Cell("–" if entry.kind is None else str(entry.kind)),
            Cell(str(entry.metric.group)),
            Cell(entry.metric.formula),
            Cell(f"{_end(entry.range.least)} to {_end(entry.range.greatest)}"),
            Cell("larger" if entry.metric.direction > 0 else "smaller"),
            Cell(_exact(entry)),
            Cell(meaning_at_k(entry.metric)),
        )
        for entry in found.entries
    )
    kinds = [entry.kind for entry in found.entries]
    parts = [f"{kinds.count(kind)} {kind or 'not in the table of the paper'}" for kind in dict.fromkeys(kinds)]
    lead = (f"{len(kinds)} metric{'' if len(kinds) == 1 else 's'}: {', '.join(parts)}.",)
    k = next((f", k = {entry.k}" for entry in found.entries if entry.k is not None), "")
    uneven = (UNEVEN,) if any(entry.metric.name in ("MAPE", "SMAPE") for entry in found.entries) else ()
    columns = ("metric", "kind", "group", "formula", "range", "more alike", "exact", "at k")
    return Table(
        columns,
        rows,
        f"Ranking metrics, ranges over all rankings of {found.n} items{k}",
        lead=lead,
        footer=(*FOOTER, *uneven),
    )


def _end(value: float) -> str:
    return "infinite" if isinf(value) else f"{value:.6g}"


def _exact(entry: MetricEntry) -> str:
    said = entry.metric.exact_is
    return entry.exact if said == "the value" else f"{entry.exact}: {said.partition(',')[0]}"


def metrics_document(found: MetricList) -> dict[str, Any]:
    """The catalogue as one JSON document; null where a value is infinite."""
    columns = found.columns()
    rows = [dict(zip(columns, row, strict=True)) for row in zip(*columns.values(), strict=True)]
    for row in rows:
        for end in ("least", "greatest"):
            row[end] = None if isinf(row[end]) else row[end]
        row.pop("n")
    return {"n": found.n, "metrics": {row.pop("metric"): row for row in rows}}
