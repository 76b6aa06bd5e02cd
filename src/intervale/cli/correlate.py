"""``intervale correlate``: how alike measures rank systems."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options

__all__ = ["correlate"]


@options.takes_data
def correlate(
    qrels: options.Qrels,
    runs: options.Runs,
    measure: options.Measures,
    coefficient: Annotated[
        str, typer.Option(metavar="NAME", help="tau, tau-ap-a, tau-ap-b, spearman, pearson or rbo.")
    ] = "tau",
    interval: Annotated[
        bool, typer.Option("--interval", help="Interval forms too, and each measure with its own.")
    ] = False,
    strict: options.Strict = False,
    digits: Annotated[
        int | None, typer.Option(metavar="N", help="Round means to so many decimals before they are compared.")
    ] = None,
    data: options.Data = options.NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Correlate measures, overall and topic by topic."""
    from intervale.present.correlations import correlation_document, correlation_tables
    from intervale.stats import correlate as correlate_measures

    with options.long_work(data["workers"], no_cache):
        found = correlate_measures(
            qrels,
            runs,
            measure,
            coefficient=coefficient,
            interval=interval,
            strict=strict,
            digits=digits,
            **data,
        )
    table = partial(correlation_tables, found)
    document = partial(correlation_document, found)
    options.write(options.rendered(table, document, options.chosen_format(form, as_json, output), output), output)
