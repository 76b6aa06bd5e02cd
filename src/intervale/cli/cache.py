"""``intervale cache``: results kept from before."""

from __future__ import annotations

import contextlib
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
    as_json: options.Json = False,
) -> None:
    """Show or clear cached results of long computations."""
    from intervale.scales import cache as kept

    found, size = kept.files(), 0
    for path in found:
        with contextlib.suppress(OSError):  # another process may have removed it
            size += path.stat().st_size
    removed = kept.clear() if wish is Wish.clear else 0
    if as_json:
        document = {"folder": str(kept.folder()), "files": len(found), "bytes": size}
        document |= {"removed": removed} if wish is Wish.clear else {}
        write(json.dumps(document, indent=2) + "\n", None)
        return
    many = f"{len(found):,} result{'' if len(found) == 1 else 's'}, {size / 1024:,.0f} KB, in {kept.folder()}"
    write(f"removed {many}\n" if wish is Wish.clear else f"{many}\n", None)
