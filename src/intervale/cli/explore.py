"""``intervale explore``: a page on this computer to look at measures, or a static gallery of them."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from intervale.cli.output import say

__all__ = ["explore"]


def explore(
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="The port; default: any that is free.")] = 0,
    no_open: Annotated[bool, typer.Option("--no-open", help="Print the address and open no browser.")] = False,
    export: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Write a gallery of all measures to this folder instead; it needs no server."),
    ] = None,
) -> None:
    """Explore measures and orders in the browser: scale, example, diagram, properties, and reports on runs."""
    from intervale.web.serve import serve, web_libraries

    web_libraries()
    if export is not None:
        from intervale.web.gallery import write_gallery

        pages = write_gallery(export)
        say(f"wrote {pages} pages to {export}: open {export / 'index.html'} in a browser")
        return

    def started(address: str) -> None:
        say(f"open {address}")
        say("this address is for this computer only; Ctrl-C stops")
        if not no_open:
            import webbrowser

            webbrowser.open(address)

    serve(port, started)
