"""``intervale balance``: the balancing index of measures."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused

if TYPE_CHECKING:
    from intervale.present.look import Look

__all__ = ["balance"]

COLUMNS = ("measure", "length", "grades", "index")
POINTS = 200
"""How many lengths a curve has at most."""


def balance(
    measures: Annotated[list[str], typer.Argument(metavar="MEASURE", help="AP, RBP(p=0.5), module:function.")],
    length: options.Length = None,
    grades: options.TopGrade = 1,
    curve: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the index over lengths up to N: .svg, .png, .pdf or .html."),
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compute the balancing index: the last rank from which lowest relevant grades are worth a top grade at rank 1."""
    from intervale.data.tabular import Rows, columns_of
    from intervale.measures import load_measure
    from intervale.present.results import tables_of
    from intervale.scales import balancing_index
    from intervale.scales.strategies import run_length

    look = prepared(size, font, curve)
    found: list[dict[str, Any]] = []
    for text in measures:
        chosen = load_measure(text)
        index = balancing_index(chosen, length=length, grades=grades)
        found.append({"measure": text, "length": run_length(chosen, length), "grades": grades, "index": index})
    refused = draw(curve, look, lambda: _chart(measures, max(one["length"] for one in found), grades, look))
    chosen_form = chosen_format(form, as_json, output)
    if chosen_form is options.Format.table:
        write("".join(_said(one) for one in found), output)
    else:
        document = found[0] if len(found) == 1 else {"balance": found}
        rows = Rows(columns_of(COLUMNS, ([one[name] for name in COLUMNS] for one in found)))
        write(rendered(lambda: tables_of(rows), lambda: document, rows, chosen_form, output), output)
    raise_refused([refused])


def _said(one: dict[str, Any]) -> str:
    name, index, length = one["measure"], one["index"], one["length"]
    if index is None:
        lost = f"the lowest relevant grade at all {length} ranks is worth less than one top grade at rank 1"
        return f"{name}: no balancing index: {lost}\n"
    worth = f"the lowest relevant grade from rank {index} on is worth at least one top grade at rank 1"
    return f"{name}: balancing index {index} of {length}: {worth}\n"


def _chart(measures: list[str], longest: int, grades: int, look: Look) -> Any:
    from intervale.present.balance import balance_chart
    from intervale.scales import balancing_curve

    points = min(longest, POINTS)
    lengths = sorted({-(-longest * n // points) for n in range(1, points + 1)})
    curves = {text: list(zip(lengths, balancing_curve(text, lengths, grades=grades), strict=True)) for text in measures}
    return balance_chart(curves, grades, look)
