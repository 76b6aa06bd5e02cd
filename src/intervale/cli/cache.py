"""``intervale cache``: results and tables kept from before."""

from __future__ import annotations

import json
from enum import StrEnum
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import write

__all__ = ["cache"]


class Wish(StrEnum):
    """What to do with the cache."""

    info = "info"
    clear = "clear"


def cache(
    wish: Annotated[Wish, typer.Argument(metavar="info|clear", help="Show what is in the cache, or clear it.")],
    measure: Annotated[
        str | None,
        typer.Argument(
            metavar="[MEASURE]", help="Only what is kept of this measure: nDCG@1000, or nDCG at any cutoff."
        ),
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Show or clear cached results and tables of long computations.

    The cache stays below 2 GB, or the size that the variable INTERVALE_CACHE_SIZE names (500MB; 0 keeps no tables).
    INTERVALE_CACHE names its folder.
    """
    from intervale.present.cache import cache_document, cache_sentence, cache_table
    from intervale.present.render import to_terminal
    from intervale.scales.cache import clear
    from intervale.scales.cache_contents import contents

    found = contents(measure)
    removed = clear(list(found.files)) if wish is Wish.clear else 0
    if as_json:
        document = cache_document(found) | ({"removed": removed} if wish is Wish.clear else {})
        write(json.dumps(document, indent=2) + "\n", None)
    elif wish is Wish.clear:
        write(f"removed {cache_sentence(found)}\n", None)
    else:
        write(to_terminal(cache_table(found)) if found.kept else f"{cache_sentence(found)}\n", None)
