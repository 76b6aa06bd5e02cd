"""How far a measure is from an interval scale: as a table, and as a document."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from intervale.exact import LogSum, decimal_text, short_text
from intervale.present.table import Cell, Table
from intervale.scales.deviation import Deviation

__all__ = ["deviation_document", "deviation_table"]


def deviation_table(found: Sequence[Deviation], name: str, refused: Mapping[str, str] | None = None) -> Table:
    """Orders in rows: the largest deviation, the share of unequal steps, and two correlations with ρ."""
    columns = ("order", "largest deviation", "of the range", "unequal steps", "tau-b", "Pearson")
    rows = tuple(
        (
            Cell(one.order),
            Cell(short_text(one.largest).split(" ")[0], figures=True),
            Cell(float(one.share), percent=True),
            Cell(float(one.unequal_share), percent=True),
            Cell(one.tau),
            Cell(one.pearson),
        )
        for one in found
    )
    notes = [
        "largest deviation of a run from the best line αρ + β, ρ the number of steps from the worst run; "
        "on induced, the rank of the value",
        "unequal steps are those that do not have the commonest size; correlations of the measure and ρ over all runs",
        *(f"{order}: {why}" for order, why in (refused or {}).items()),
    ]
    return Table(columns, rows, f"How far {name} is from an interval scale", footer=tuple(notes), lead=_answer(found))


def _answer(found: Sequence[Deviation]) -> tuple[str, ...]:
    sentences = []
    for one in found[-1:]:
        where = "in the order of its own values" if one.order == "induced" else f"under {one.order}"
        if not one.largest and one.tau == 1:
            sentences.append(f"{one.measure} is on an interval scale {where}: nothing deviates.")
        else:
            sentences.append(
                f"{one.measure} deviates by up to {float(one.share):.1%} of its range from an interval scale {where}."
            )
    return tuple(sentences)


def deviation_document(found: Sequence[Deviation], refused: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The numbers by order; where there are none, why."""
    known = {one.order: _numbers(one) for one in found}
    return known | {order: {"why": why} for order, why in (refused or {}).items()}


def _numbers(one: Deviation) -> dict[str, Any]:
    return {
        "alpha": _plain(one.line.slope),
        "beta": _plain(one.line.intercept),
        "largest": _plain(one.largest),
        "share": _plain(one.share),
        "steps": one.steps,
        "unequal": one.unequal,
        "unequal_share": str(one.unequal_share),
        "discordant": one.discordant,
        "tau": one.tau,
        "pearson": one.pearson,
    }


def _plain(value: Any) -> str | float:
    if isinstance(value, float):
        return value
    return decimal_text(value) if isinstance(value, LogSum) else str(value)
