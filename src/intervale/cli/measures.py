"""``intervale measures``: the catalogue, and what is said of each measure."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write

__all__ = ["measures"]


def measures(
    words: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="WORD",
            help="A measure, by any of its names, or words of its description: ndcg_cut_10, hit rate.",
        ),
    ] = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """List measures with formula, scale and other names; show one; or search by words."""
    from intervale.present.measures import catalogue, catalogue_document, catalogue_table

    found = catalogue(" ".join(words or ()))
    table, document = partial(catalogue_table, found), partial(catalogue_document, found)
    write(rendered(table, document, found, chosen_format(form, as_json, output), output), output)
