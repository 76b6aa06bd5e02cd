"""``intervale report``: one HTML page that says what was evaluated, who is better, how sure, and what may be said."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.errors import OptionError

__all__ = ["report"]


@options.takes_data
def report(
    qrels: Annotated[
        str,
        typer.Argument(
            metavar="QRELS",
            help="Judgments; or a Parquet file of scores that evaluate wrote, then without runs and -m.",
        ),
    ],
    runs: Annotated[list[str] | None, typer.Argument(metavar="RUN...", help="Runs: TREC run files.")] = None,
    measure: Annotated[
        list[str] | None,
        typer.Option("-m", "--measure", metavar="MEASURE...", help="What to compute, such as nDCG@10 or AP@30."),
    ] = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The page to write; - for standard output.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TEXT", help="The heading of the page.")] = "",
    interval: Annotated[
        bool, typer.Option("--interval/--no-interval", help="Beside each measure its interval form, where it has one.")
    ] = True,
    strict: options.Strict = False,
    figures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write all charts there, as SVG, PDF and PNG.")
    ] = None,
    test: Annotated[
        list[str] | None, typer.Option("--test", metavar="NAME", help="Tests as in compare; may be repeated.")
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="The level of decisions.")] = 0.05,
    correction: Annotated[str, typer.Option(metavar="NAME", help="As in compare.")] = "holm",
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Where drawing starts.")] = 0,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Put the command line, and paths and SHA-256 of files, into the page.")
    ] = False,
    data: options.Data = options.NO_DATA,
    no_cache: options.NoCache = False,
) -> None:
    """Write a report: one HTML page that needs no network and no other file."""
    from intervale.present.page import TESTS
    from intervale.present.page import report as make

    if output is None:
        raise OptionError("name the page to write: -o report.html (- for standard output)")
    if not runs:  # of saved scores: what is asked of data is refused, and the defaults say nothing
        data = {name: value for name, value in data.items() if value != options.ABOUT_DATA[name][1]}
        workers = data.pop("workers", None)
    else:
        workers = data["workers"]
    with options.long_work(workers, no_cache):
        text = make(
            qrels,
            runs or None,
            measure or None,
            interval=interval,
            strict=strict,
            title=title,
            tests=test or TESTS,
            alpha=alpha,
            correction=correction,
            seed=seed,
            figures=figures,
            provenance=provenance,
            command=shlex.join(["intervale", *sys.argv[1:]]),
            **data,
        )
    options.write(text, output)
    if str(output) != "-":
        options.say(f"wrote {output} ({len(text.encode()) / 1e6:.1f} MB)")
