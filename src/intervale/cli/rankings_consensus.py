"""``intervale rankings consensus``: the median of rankings."""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.ranking_options import Held, Unranked
from intervale.cli.typed_rankings import typed
from intervale.errors import NumberError, OptionError

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
    missing: Unranked = "error",
    values: Held = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the ranking with the least total distance to rankings."""
    from intervale.present.rankings_consensus import consensus_document, consensus_table
    from intervale.rankings.consensus import consensus

    refuse_clashes(output, read=files)
    form = chosen_format(form, as_json, output)
    found = consensus(
        [typed(word) for word in files],
        distance,
        method,
        weights=_weights(weight or []),
        missing=missing,
        values=values,  # type: ignore[arg-type]
    )
    table, document = partial(consensus_table, found), partial(consensus_document, found)
    write(rendered(table, document, found, form, output), output)


def _weights(words: list[str]) -> dict[str, Fraction]:
    """What ``--weight NAME=W`` says, by name."""
    from intervale.exact import exact_number

    found: dict[str, Fraction] = {}
    for word in words:
        name, sign, share = word.rpartition("=")
        if not sign:
            raise OptionError(f"--weight {word}: write NAME=W, such as judge=2")
        if name in found:
            raise OptionError(f"--weight {word}: {name} has a weight already; give one for each name")
        try:
            found[name] = exact_number(share)
        except NumberError as error:
            raise OptionError(f"--weight {word}: {error}") from None
    return found
