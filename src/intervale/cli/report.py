"""``intervale report``: one HTML page: what was evaluated, which system is better, how sure that is, and what it
rests on."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import say, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

__all__ = ["report"]


@takes_data
def report(
    measure: options.Measures = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The page to write; - for standard output.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="The heading of the page.")] = "",
    interval: Annotated[
        bool, typer.Option("--interval/--no-interval", help="Add the interval form of each measure that has one.")
    ] = True,
    strict: options.Strict = False,
    figures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write all charts to this folder, as SVG, PDF and PNG.")
    ] = None,
    test: Annotated[
        list[str] | None, typer.Option("--test", metavar="NAME", help="Tests as in compare; may be repeated.")
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="Significance level.")] = 0.05,
    correction: Annotated[
        str, typer.Option(metavar="NAME", help="Correction for multiple comparisons, as in compare.")
    ] = "holm",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Include the command line, and paths and SHA-256 of files.")
    ] = False,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
) -> None:
    """Write a report: one HTML page that needs no network and no other file."""
    from intervale.present.hasse import altair_library
    from intervale.present.page import TESTS
    from intervale.present.page import report as make

    if output is None:
        raise OptionError("name the page to write: -o report.html (- for standard output)")
    altair_library()  # before any work
    with long_work(data.workers, no_cache):
        text = make(
            data.evaluation(measure, interval=interval, strict=strict),
            title=title,
            tests=test or TESTS,
            alpha=alpha,
            correction=correction,
            seed=seed,
            figures=figures,
            provenance=provenance,
            command=shlex.join(["intervale", *sys.argv[1:]]),
        )
    write(text, output)
    if str(output) != "-":
        say(f"wrote {output} ({len(text.encode()) / 1e6:.1f} MB)")
