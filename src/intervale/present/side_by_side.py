"""Interval scales side by side: as a table, and as a document."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from intervale.present.mapping import exact_value, number_text, value_text
from intervale.present.table import Cell, Table
from intervale.scales import IntervalScales
from intervale.scales.side_by_side import MOST_STEPS, MappedMeasure

__all__ = ["maps_document", "maps_table", "place_text"]

COLUMNS = (
    "measure",
    "length",
    "runs",
    "values",
    "method",
    "smallest step",
    "largest step",
    "of the range",
    "values below",
    "runs below",
)


def maps_table(found: IntervalScales) -> Table:
    """A row for each measure and length: how many values, their steps, and where they lie."""
    rows = tuple(_row(one) for one in found)
    title = f"Interval scales over {found.maps[0].space.grades_text}"
    return Table(COLUMNS, rows, title, lead=tuple(_sentences(found)), footer=tuple(_notes(found)))


def _row(one: MappedMeasure) -> tuple[Cell, ...]:
    size, steps = one.size, one.steps or (None, None)
    values, runs = one.below_middle
    return (
        Cell(one.name),
        Cell(one.space.length, whole=True),
        Cell(number_text(one.space.size), figures=True),
        Cell(None if size is None else number_text(size), figures=True),
        Cell("-" if one.scale is None else one.scale.method),
        *(Cell(None if step is None else value_text(step), figures=True) for step in steps),
        *(Cell(share, percent=True) for share in (one.largest_share, values, runs)),
    )


def _sentences(found: IntervalScales) -> Iterator[str]:
    """Which measures are equally spaced, at which lengths."""
    kinds: dict[bool | None, list[str]] = {True: [], False: [], None: []}
    for name in found.measures:
        of_one: dict[bool | None, list[int]] = {}
        for one in found:
            if one.name == name and one.scale is not None and not one.scale.one_value:
                of_one.setdefault(one.equal, []).append(one.space.length)
        for equal, lengths in of_one.items():
            at = f" at {', '.join(map(str, lengths))}" if len(of_one) > 1 else ""
            kinds[equal].append(f"{name}{at}")
    for equal, said in (
        (True, "Equally spaced, and so on an interval scale"),
        (False, "Not equally spaced"),
        (None, "Not known whether equally spaced, as values are too many to look at"),
    ):
        if kinds[equal]:
            yield f"{said}: {', '.join(kinds[equal])}."


def _notes(found: IntervalScales) -> Iterator[str]:
    yield "of the range: the largest step as a share of the range from the least to the greatest value"
    yield (
        "below: the share of the values, and of the runs, below the middle of the range, where one at the middle "
        "counts half; 50% of the values where they are equally spaced"
    )
    many = [place_text(one) for one in found if one.steps is None and (one.size or 0) > MOST_STEPS]
    if many:
        yield f"{', '.join(many)}: more than {MOST_STEPS:,} values, too many to measure every step between them"
    for one in found:
        if one.scale is None:
            yield f"{place_text(one)}: {one.refusal}"
        elif one.scale.one_value:
            yield f"{place_text(one)}: all runs have one value"
    assumed: dict[str, list[str]] = {}
    for one in found:
        if one.scale is not None and one.scale.assumption:
            assumed.setdefault(one.scale.assumption, []).append(place_text(one))
    yield from (f"{', '.join(places)}: {assumption}" for assumption, places in assumed.items())
    if any(one.measure.recall_based for one in found):
        yield "values leave out the constants of a topic (recall base, ideal run)"


def place_text(one: MappedMeasure) -> str:
    """A measure and a length as a sentence has them."""
    at = "" if one.measure.cutoff == one.space.length else f" at length {one.space.length:,}"
    return f"{one.name}{at}"


# ---------------------------------------------------------------- a document


def maps_document(found: IntervalScales) -> dict[str, Any]:
    """The scales as one JSON document."""
    return {"maps": [_document(one) for one in found]}


def _document(one: MappedMeasure) -> dict[str, Any]:
    scale, steps = one.scale, one.steps
    values, runs = one.below_middle
    low, high = (None, None) if scale is None else map(exact_value, scale.extremes)
    return {
        "measure": one.name,
        "length": one.space.length,
        "grades": one.space.grades,
        "runs": one.space.size,
        "size": one.size,
        "method": None if scale is None else scale.method,
        "error": None if scale is None else scale.error,
        "assumption": None if scale is None else scale.assumption or None,
        "surrogate": one.measure.recall_based,
        "equally_spaced": one.equal,
        "steps": None if steps is None else dict(zip(("smallest", "largest"), map(exact_value, steps), strict=True)),
        "largest_share": one.largest_share,
        "least": low,
        "greatest": high,
        "values_below_middle": values,
        "runs_below_middle": runs,
        "refusal": one.refusal or None,
    }
