"""What a smaller pool changes, as tables and as a document."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

from intervale.present.table import Cell, Table
from intervale.stats.smaller_pools import Kept, Robustness

__all__ = ["robustness_document", "robustness_sentences", "robustness_tables"]


def robustness_tables(found: Robustness) -> list[Table]:
    """Parts of the judgments in rows and measures in columns: the correlation of rankings, then decisions."""
    pairs = found.systems * (found.systems - 1) // 2
    legend = []
    if found.draws > 1:
        legend.append(f"[low, high]: the middle 95% of {found.draws:,} draws, seed {found.seed}")
    kept = f"the same decision, of {pairs:,} pairs: significant in the same direction, or not (Student's t test, Holm"
    return [
        replace(
            _table(found, "tau", "Kendall's tau-b with the ranking by all judgments", (*legend,)),
            lead=tuple(robustness_sentences(found)),
        ),
        _table(
            found,
            "decisions",
            "share of decisions that are the same as by all judgments",
            (*legend, f"{kept}, {found.alpha:g})"),
            (f"{found.systems:,} systems, {found.topics:,} topics", *found.notes),
        ),
    ]


def robustness_sentences(found: Robustness) -> list[str]:
    """What the smallest part of the judgments leaves, measure by measure."""
    part = min(found.keep)
    kept = f"{100 * part:.4g}% of the judgments" if found.by == "uniform" else f"a pool of depth {part:,}"
    said = []
    for one in found.kept:
        if one.keep == part:
            tau, decisions = Kept.around(one.tau)[0], Kept.around(one.decisions)[0]
            order = "no ranking is left" if math.isnan(tau) else f"Kendall's tau with the full ranking is {tau:.2f}"
            said.append(f"{one.measure}: with {kept} {order}, and {100 * decisions:.1f}% of decisions stay the same.")
    return said


def _table(
    found: Robustness, what: str, title: str, legend: tuple[str, ...] = (), footer: tuple[str, ...] = ()
) -> Table:
    rows = []
    for place, keep in enumerate(found.keep):
        part = Cell(f"{keep:.4g}" if found.by == "uniform" else f"{keep:,}")
        cells = [_cell(getattr(one, what), found.draws) for one in found.kept if one.keep == keep]
        rows.append((part, Cell(found.judgments[place], whole=True), *cells))
    first = "share kept" if found.by == "uniform" else "pool depth"
    return Table((first, "judgments", *found.measures), tuple(rows), title, legend, footer)


def _cell(draws: Any, count: int) -> Cell:
    mean, low, high = Kept.around(draws)
    around = (low, high) if count > 1 else None
    return Cell(None if math.isnan(mean) else mean, ci=around, digits=3)


def robustness_document(found: Robustness) -> dict[str, Any]:
    """The document that ``intervale robustness --json`` prints."""
    return {
        "measures": list(found.measures),
        "by": found.by,
        "keep": list(found.keep),
        "draws": found.draws,
        "seed": found.seed,
        "alpha": found.alpha,
        "systems": found.systems,
        "topic_count": found.topics,
        "pools": [
            {
                "keep": keep,
                "judgments": found.judgments[place],
                "topics_without_relevant": found.without[place],
                "measures": {one.measure: _entry(one) for one in found.kept if one.keep == keep},
            }
            for place, keep in enumerate(found.keep)
        ],
        "significant": found.significant,
        "statements": robustness_sentences(found),
        "notes": list(found.notes),
    }


def _entry(one: Kept) -> dict[str, Any]:
    around = {
        name: [None if math.isnan(x) else x for x in Kept.around(draws)]
        for name, draws in (("tau", one.tau), ("decisions", one.decisions), ("significant", one.significant))
    }
    return {key: {"mean": mean, "low": low, "high": high} for key, (mean, low, high) in around.items()}
