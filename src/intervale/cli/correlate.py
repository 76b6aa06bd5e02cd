"""``intervale correlate``: how alike measures rank systems."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work

__all__ = ["correlate"]


@takes_data
def correlate(
    measure: options.Measures = None,
    coefficient: Annotated[
        str, typer.Option(metavar="NAME", help="tau, tau-ap-a, tau-ap-b, spearman, pearson or rbo.")
    ] = "tau",
    interval: Annotated[
        bool, typer.Option("--interval", help="Also correlate interval forms, and each measure with its own.")
    ] = False,
    strict: options.Strict = False,
    digits: Annotated[
        int | None, typer.Option(metavar="N", help="Round means to this many decimals before comparing them.")
    ] = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Correlate measures, overall and topic by topic."""
    from intervale.present.correlations import correlation_document, correlation_tables
    from intervale.stats import correlate as correlate_measures

    with long_work(data.running, no_cache):
        evaluation = data.evaluation(measure, interval=interval, strict=strict)
        found = correlate_measures(evaluation, coefficient, digits)
    table = partial(correlation_tables, found)
    document = partial(correlation_document, found)
    chosen = chosen_format(form, as_json, output)
    write(rendered(table, document, found, chosen, output, all_notes=all_notes), output)
