"""``intervale universe``: what mixing lengths and recall bases does to measures."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused

__all__ = ["universe"]


def universe(
    measures: Annotated[list[str], typer.Argument(metavar="MEASURE", help="AP, nDCG, RBP(p=0.5), P, R.")],
    longest: Annotated[int, typer.Option(metavar="N", help="Runs have up to N documents.")] = 4,
    bases: Annotated[int, typer.Option(metavar="K", help="Topics have up to K relevant documents.")] = 4,
    grades: Annotated[int, typer.Option(metavar="C", help="The top grade: grades are 0..C.")] = 1,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw a map of N and K for each measure: .svg, .png, .pdf or .html."),
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find what mixing lengths of runs and recall bases does to measures, on all S[N, K]."""
    from intervale.present.universe import universes_document, universes_tables
    from intervale.present.universe_chart import universes_chart
    from intervale.scales.universes import universes

    look = prepared(size, font, plot)
    found = universes(measures, longest=longest, bases=bases, grades=grades)
    tables, document = partial(universes_tables, found), partial(universes_document, found)
    refused = draw(plot, look, partial(universes_chart, found, look))
    write(rendered(tables, document, found, chosen_format(form, as_json, output), output), output)
    raise_refused([refused])
