"""The median of rankings: a table and a document."""

from __future__ import annotations

from fractions import Fraction
from itertools import groupby
from operator import itemgetter
from typing import Any

from intervale.errors import shown
from intervale.present.table import Cell, Table
from intervale.rankings.consensus import Consensus, total_text

__all__ = ["consensus_document", "consensus_table"]

UNIQUE = {True: "the only one", False: "not the only one", None: "whether it is the only one is not known"}
MOST_WEIGHTS, MOST_COUNTED = 10, 10**15


def consensus_table(found: Consensus) -> Table:
    """Items in rows, best first."""
    columns = found.columns()
    rows = tuple(
        tuple(Cell(value, whole=name in ("position", "group")) for name, value in zip(columns, row, strict=True))
        for row in zip(*columns.values(), strict=True)
    )
    names = tuple(name.replace("_", " ") for name in columns)
    return Table(names, rows, _title(found), lead=(_lead(found),), footer=tuple(_notes(found)))


def _title(found: Consensus) -> str:
    what = "Median" if found.method == "exact" else "Order by mean positions"
    many = len(found.rankings)
    return f"{what} of {many:,} ranking{'' if many == 1 else 's'} of {len(found.order):,} items"


def _lead(found: Consensus) -> str:
    """The total distance, and whether it is the least."""
    name = found.distance.name
    what = name if "distance" in name else f"{name} distance"
    square = " (squares are added)" if name == "Spearman" else ""
    return f"Total {what}{square} {total_text(found.total)}, {_known(found)}."


def _known(found: Consensus) -> str:
    lower, best = total_text(found.lower, down=True), total_text(found.best)
    if found.optimal is None:
        return f"at least {lower} for any ranking; not proven to be the least"
    if not found.optimal:
        other = "the median has" if found.best == found.lower else f"at least {lower} for any ranking, and one has"
        return f"not the least: {other} {best}"
    if found.count is None or found.count == 1:
        return f"proven to be the least; {UNIQUE[found.unique]}"
    many = f"{found.count:,}" if found.count < MOST_COUNTED else shown(found.count)
    return f"proven to be the least; one of {many} such rankings"


def _notes(found: Consensus) -> list[str]:
    kendall = found.distance.name == "Kendall"
    notes = [f"by mean positions (Borda): {total_text(found.borda)}"]
    if found.parts:
        notes.append("group: its items are before those of the next group in every median")
    if found.method != "exact" and (alike := _alike(found)):
        several = f" and {len(alike) - 1} more such groups" if len(alike) > 1 else ""
        notes.append(f"{', '.join(alike[0])}{several} have the same mean position, and stand in the order given")
    if any(share != 1 for share in found.weights.values()):
        notes.append(f"weights: {_weights_text(found.weights)}")
    if found.rankings.tied:
        said = "a pair tied in one ranking counts 1/2" if kendall else "tied items are at their average position"
        notes.append(f"ties: {said}")
    if found.missing != "error":
        common = "not counted in pairs of that ranking, nor in the mean position"
        notes.append(
            f"items that a ranking leaves out: {common if found.missing == 'common' else 'tied below all others'}"
        )
    return notes


def _alike(found: Consensus) -> list[list[str]]:
    """Items with the same mean position, several at a time."""
    means = [(mean, item) for mean, item in zip(found.means, found.order, strict=True)]
    groups = ([item for _, item in group] for _, group in groupby(means, key=itemgetter(0)))
    return [group for group in groups if len(group) > 1]


def _weights_text(weights: dict[str, Fraction]) -> str:
    """The weights that are not 1 by name, and that the others are 1."""
    listed = [f"{name} {share}" for name, share in weights.items() if share != 1]
    more = [f"{len(listed) - MOST_WEIGHTS:,} more"] if len(listed) > MOST_WEIGHTS else []
    others = ["others 1"] if len(listed) < len(weights) else []
    return ", ".join(listed[:MOST_WEIGHTS] + more + others)


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
