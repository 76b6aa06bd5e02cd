"""How far a measure is from an interval scale: as a table, and as a document."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from intervale.present.plain import plain_number
from intervale.present.table import Cell, Table
from intervale.scales.deviation import Deviation
from intervale.scales.measure_pair import number_text

__all__ = ["deviation_document", "deviation_table"]


def deviation_table(found: Sequence[Deviation], name: str, refused: Mapping[str, str] | None = None) -> Table:
    """Orders in rows: the largest deviation, the share of unequal steps, and two correlations with ρ."""
    columns = ("order", "largest deviation", "of the range", "unequal steps", "tau-b", "Pearson")
    rows = tuple(
        (
            Cell(one.order),
            Cell(number_text(one.largest), figures=True),
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
    return Table(
        columns, rows, f"How far {name} is from an interval scale", footer=tuple(notes), lead=_answer(found, name)
    )


def _answer(found: Sequence[Deviation], name: str) -> tuple[str, ...]:
    """Under which orders nothing deviates, and by how much the measure deviates under the others."""
    if not any(one.spread for one in found):
        return (f"{name} has one value on these runs: there is no scale that it could deviate from.",)
    even = [one for one in found if not one.largest]
    rising, falling = ([one for one in even if (one.tau == 1) is up] for up in (True, False))
    sentences = []
    if rising:
        sentences.append(f"{name} is on an interval scale {_listed(map(_where, rising))}: nothing deviates.")
    if falling:
        sentences.append(f"{name} falls in equal steps {_listed(map(_where, falling))}, where it should rise.")
    others = [f"{_size(one)} {_where(one)}" for one in found if one.largest]
    if others:
        sentences.append(f"{name} deviates from an interval scale, as a share of its range, by {_listed(others)}.")
    return tuple(sentences)


def _size(one: Deviation) -> str:
    share = float(one.share)
    return "less than 0.1%" if share < 0.001 else f"up to {share:.1%}"


def _where(one: Deviation) -> str:
    return "in the order of its own values" if one.order == "induced" else f"under {one.order}"


def _listed(parts: Iterable[str]) -> str:
    *first, last = parts
    return f"{', '.join(first)} and {last}" if first else last


def deviation_document(found: Sequence[Deviation], refused: Mapping[str, str] | None = None) -> dict[str, Any]:
    """The numbers by order; where there are none, why."""
    known = {one.order: _numbers(one) for one in found}
    return known | {order: {"why": why} for order, why in (refused or {}).items()}


def _numbers(one: Deviation) -> dict[str, Any]:
    return {
        "alpha": plain_number(one.line.slope),
        "beta": plain_number(one.line.intercept),
        "largest": plain_number(one.largest),
        "share": plain_number(one.share),
        "steps": one.steps,
        "unequal": one.unequal,
        "unequal_share": str(one.unequal_share),
        "discordant": one.discordant,
        "tau": one.tau,
        "pearson": one.pearson,
    }
