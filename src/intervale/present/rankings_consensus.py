"""The median of rankings: a table and a document."""

from __future__ import annotations

from typing import Any

from intervale.present.table import Cell, Table
from intervale.rankings.consensus import Consensus

__all__ = ["consensus_document", "consensus_table"]

UNIQUE = {True: "the only one", False: "not the only one", None: "whether it is the only one is not known"}


def consensus_table(found: Consensus) -> Table:
    """Items in rows, best first."""
    columns = found.columns()
    rows = tuple(
        (Cell(position, whole=True), Cell(item), Cell(mean), Cell(part, whole=True))
        for position, item, mean, part in zip(*columns.values(), strict=True)
    )
    square = " (squares are added)" if found.distance.name == "Spearman" else ""
    known = f"at least {float(found.lower):.6g} for any ranking; not proven to be the least"
    if found.optimal:
        one = UNIQUE[found.unique] if found.count in (None, 1) else f"one of {found.count:,} such rankings"
        known = f"proven to be the least; {one}"
    lead = f"Total {found.distance.name} distance{square} {float(found.total):.6g}, {known}."
    footer = [f"by mean positions (Borda): {float(found.borda):.6g}"]
    if found.distance.name == "Kendall":
        footer.append("group: its items are before those of the next group in every median")
    if found.rankings.tied:
        footer.append("ties: a pair tied in one ranking counts 1/2; tied items are at their average position")
    if found.missing != "error":
        said = {"bottom": "tied below all others", "common": "not counted in pairs of that ranking"}[found.missing]
        footer.append(f"items that a ranking leaves out: {said}")
    what = "Median" if found.method == "exact" else "Order by mean positions"
    title = f"{what} of {len(found.rankings)} rankings of {len(found.order)} items"
    return Table(("position", "item", "mean position", "group"), rows, title, lead=(lead,), footer=tuple(footer))


def consensus_document(found: Consensus) -> dict[str, Any]:
    """The median as one JSON document."""
    return {
        "distance": found.distance.name,
        "method": found.method,
        "missing": found.missing,
        "rankings": {name: str(share) for name, share in found.weights.items()},
        "order": list(found.order),
        "total": float(found.total),
        "exact_total": str(found.total),
        "lower": float(found.lower),
        "exact_lower": str(found.lower),
        "optimal": found.optimal,
        "unique": found.unique,
        "count": found.count,
        "borda": float(found.borda),
        "groups": [list(part) for part in found.parts],
    }
