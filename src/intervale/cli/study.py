"""``intervale study``: what it changes to take measures on an interval scale."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_lengths
from intervale.cli.data import NO_DATA, Data, takes_judged
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work

__all__ = ["study"]


@takes_judged
def study(
    measure: Annotated[
        list[str] | None,
        typer.Option(
            "--measure",
            "-m",
            metavar="MEASURE...",
            help="Measures without a cutoff: AP, RBP(p=0.8), module:function; default: the eleven of the paper.",
        ),
    ] = None,
    lengths: Annotated[
        str, typer.Option(metavar="5,10,…", help="Where runs are cut; correlations and tests are at the longest.")
    ] = "5,10,20,30",
    test: Annotated[
        list[str] | None,
        typer.Option(
            "--test",
            metavar="NAME,...",
            callback=options.apart,
            help="Tests of compare, with commas or by repeating the option; default: the eight of the paper.",
        ),
    ] = None,
    alpha: options.Alpha = 0.05,
    without_lowest: Annotated[
        bool, typer.Option("--without-lowest", help="Leave out the quarter of systems with the lowest mean AP.")
    ] = False,
    page: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Write all of it, with pictures, as one HTML page.")
    ] = None,
    values: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the values of all runs: .svg, .png, .pdf or .html.")
    ] = None,
    spacing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how measures space short runs: .svg, .png, .pdf, .html.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Study what changes on an interval scale: correlations of measures, decisions of tests."""
    from intervale.present.study import spacing_strips, study_document, study_tables, value_curves
    from intervale.stats.interval_study import MEASURES, TESTS
    from intervale.stats.interval_study import study as studied

    look = prepared(size, font, page, values, spacing)
    cuts = parse_lengths(lengths)
    with long_work(data.running, no_cache):
        found = studied(
            data.evaluation(),
            measure or MEASURES,
            lengths=cuts,
            tests=test or TESTS,
            alpha=alpha,
            without_lowest=without_lowest,
        )
        chosen = chosen_format(form, as_json, output)
        tables, document = partial(study_tables, found), partial(study_document, found)
        text = rendered(tables, document, found, chosen, output, all_notes=all_notes)
        refused = [
            draw(values, look, partial(value_curves, found, look)),
            draw(spacing, look, partial(spacing_strips, found, look)),
        ]
        if page is not None:
            from intervale.present.study_page import study_page

            write(study_page(found, [data.qrels, *data.runs]), page)
    write(text, output)
    raise_refused(refused)
