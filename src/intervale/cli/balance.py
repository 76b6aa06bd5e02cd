"""``intervale balance``: the balancing index of a measure."""

from __future__ import annotations

import json
from typing import Annotated

import typer

from intervale.cli import options

__all__ = ["balance"]


def balance(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP, RBP(p=0.5), module:function.")],
    length: options.Length = None,
    grades: Annotated[int, typer.Option(metavar="C", help="The top grade: grades are 0..C.")] = 1,
    as_json: options.Json = False,
) -> None:
    """The balancing index: from which rank on lowest grades are worth one highest grade at the top."""
    from intervale.measures import parse_measure
    from intervale.scales import balancing_index
    from intervale.scales.roads import run_length

    chosen = parse_measure(measure)
    index = balancing_index(chosen, length=length, grades=grades)
    size = run_length(chosen, length)
    if as_json:
        document = {"measure": measure, "length": size, "grades": grades, "index": index}
        options.write(json.dumps(document, indent=2) + "\n", None)
        return
    said = (
        f"balancing index {index} of {size}: lowest grades from rank {index} on are worth one highest grade at the top"
        if index is not None
        else f"no balancing index: lowest grades at all {size} ranks are worth less than one highest grade at the top"
    )
    options.write(f"{measure}: {said}\n", None)
