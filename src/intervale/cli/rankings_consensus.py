"""``intervale rankings consensus``: the median of rankings."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.typed_rankings import typed
from intervale.errors import OptionError

__all__ = ["find_consensus"]


def find_consensus(
    files: Annotated[
        list[str],
        typer.Argument(metavar="RANKING", help="Files (CSV, TSV, Parquet or JSON), or items with commas, best first."),
    ],
    distance: Annotated[
        str, typer.Option(metavar="D", help="Kendall, footrule, Spearman, Hamming or 'RBO distance'.")
    ] = "Kendall",
    method: Annotated[
        str, typer.Option(metavar="exact|borda", help="The median, or the order by mean positions.")
    ] = "exact",
    weight: Annotated[
        list[str] | None, typer.Option(metavar="NAME=W", help="The weight of a ranking; may be repeated.")
    ] = None,
    missing: Annotated[
        str,
        typer.Option(
            metavar="error|bottom|common",
            help="Items that a ranking leaves out: refused, tied below all others, or not counted in its pairs.",
        ),
    ] = "error",
    values: Annotated[
        str | None, typer.Option(metavar="ranks|scores|items", help="What the columns of a table hold.")
    ] = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the ranking with the least total distance to rankings."""
    from intervale.present.rankings_consensus import consensus_document, consensus_table
    from intervale.rankings.consensus import consensus

    weights = {}
    for text in weight or []:
        name, sign, share = text.rpartition("=")
        if not sign:
            raise OptionError(f"--weight {text}: write NAME=W, such as judge=2")
        weights[name] = share
    found = consensus(
        [typed(word) for word in files],
        distance,
        method,
        weights=weights,
        missing=missing,
        values=values,  # type: ignore[arg-type]
    )
    form = chosen_format(form, as_json, output)
    table, document = partial(consensus_table, found), partial(consensus_document, found)
    write(rendered(table, document, found, form, output), output)
