"""``intervale balance``: the balancing index of measures."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Annotated, Any

import typer

from intervale.cli import options

__all__ = ["balance"]

POINTS = 100
"""How many lengths a curve has."""


def balance(
    measures: Annotated[list[str], typer.Argument(metavar="MEASURE...", help="AP, RBP(p=0.5), module:function.")],
    length: options.Length = None,
    grades: Annotated[int, typer.Option(metavar="C", help="The top grade: grades are 0..C.")] = 1,
    curve: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the index over lengths up to N: .svg, .png, .pdf or .html."),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """The balancing index: from which rank on lowest grades are worth one highest grade at the top."""
    from intervale.measures import load_measure
    from intervale.scales import balancing_index
    from intervale.scales.strategies import run_length

    found: list[dict[str, Any]] = []
    for text in measures:
        chosen = load_measure(text)
        index = balancing_index(chosen, length=length, grades=grades)
        found.append({"measure": text, "length": run_length(chosen, length), "grades": grades, "index": index})
    if curve is not None:
        options.write(_picture(measures, max(one["length"] for one in found), grades, curve), curve)
    if as_json:
        document = found[0] if len(found) == 1 else {"balance": found}
        options.write(json.dumps(document, indent=2) + "\n", None)
        return
    options.write("".join(_said(one) for one in found), None)


def _said(one: dict[str, Any]) -> str:
    name, index, length = one["measure"], one["index"], one["length"]
    if index is None:
        lost = f"lowest grades at all {length} ranks are worth less than one highest grade at the top"
        return f"{name}: no balancing index: {lost}\n"
    worth = f"lowest grades from rank {index} on are worth one highest grade at the top"
    return f"{name}: balancing index {index} of {length}: {worth}\n"


def _picture(measures: list[str], longest: int, grades: int, path: Path) -> bytes:
    from intervale.present.balance import balance_chart
    from intervale.present.hasse import chart_bytes, picture_format
    from intervale.scales import balancing_curve

    form = picture_format(path)
    lengths = sorted({max(1, longest * n // POINTS) for n in range(1, POINTS + 1)})
    curves = {text: list(zip(lengths, balancing_curve(text, lengths, grades=grades), strict=True)) for text in measures}
    return chart_bytes(balance_chart(curves, grades), form)
