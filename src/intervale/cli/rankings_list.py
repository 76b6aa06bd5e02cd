"""``intervale rankings list``: the metrics with formula, group, kind, range and exact type."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.ranking_options import Named

__all__ = ["list_metrics"]


def list_metrics(
    metrics: Annotated[
        list[str] | None,
        typer.Argument(metavar="METRIC", help="Only these metrics; default: all of the catalogue."),
    ] = None,
    named: Named = None,
    n: Annotated[int, typer.Option("--n", metavar="N", help="Give ranges over all rankings of N items.")] = 10,
    k: Annotated[
        int | None, typer.Option("--k", metavar="K", help="How many items are relevant, and retrieved.")
    ] = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """List ranking metrics with formula, group, kind, range, exact type and what they are at k."""
    from intervale.present.rankings_list import metrics_document, metrics_table
    from intervale.rankings.listing import metric_list

    found = metric_list([*(metrics or ()), *(named or ())] or None, n=n, k=k)
    form = chosen_format(form, as_json, output)
    table, document = partial(metrics_table, found), partial(metrics_document, found)
    write(rendered(table, document, found, form, output), output)
