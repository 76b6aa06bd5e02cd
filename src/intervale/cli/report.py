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
from intervale.errors import InputError, OptionError

__all__ = ["report"]

MOST_COMMENT = 20_000
"""How many characters of the author's words a page shows."""


@takes_data
def report(
    measure: options.Measures = None,
    output: Annotated[
        Path | None, typer.Option("-o", "--output", metavar="FILE", help="The page to write; - for standard output.")
    ] = None,
    title: Annotated[str, typer.Option(metavar="TITLE", help="The title of the page.")] = "",
    comment: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="A text file with your own words about the result; - for standard input."),
    ] = None,
    baseline: Annotated[
        list[str] | None,
        typer.Option("--baseline", metavar="NAME", help="Compare each system with this one only; may be repeated."),
    ] = None,
    anonymous: Annotated[
        bool,
        typer.Option("--anonymous", help="Name systems S01, S02, … and leave out files, for double-blind review."),
    ] = False,
    interval: Annotated[
        bool, typer.Option("--interval/--no-interval", help="Add the interval form of each measure that has one.")
    ] = True,
    strict: options.Strict = False,
    figures: Annotated[
        Path | None, typer.Option(metavar="DIR", help="Also write all charts to this folder, as SVG, PDF and PNG.")
    ] = None,
    test: Annotated[
        list[str] | None,
        typer.Option(
            "--test", metavar="NAME,...", callback=options.apart, help="Tests as in compare; may be repeated."
        ),
    ] = None,
    alpha: options.Alpha = 0.05,
    correction: options.Correction = "holm",
    seed: options.Seed = 0,
    provenance: Annotated[
        bool, typer.Option("--provenance", help="Include the command line, and paths and SHA-256 of files.")
    ] = False,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
) -> None:
    """Write a report: one HTML page that needs no network and no other file."""
    from intervale.present.page import TESTS
    from intervale.present.page import report as make
    from intervale.present.page.render import template_library
    from intervale.present.picture import altair_library

    if output is None:
        raise OptionError("name the page to write: -o report.html (- for standard output)")
    if output.suffix.lower() not in ("", ".html", ".htm") and not output.is_char_device():
        raise OptionError(f"-o {output}: a report is an HTML page; name it {output.with_suffix('.html').name}")
    template_library()  # before any work
    if figures is not None:
        altair_library()
    words = "" if comment is None else _comment(comment)
    with long_work(data.running, no_cache):
        text = make(
            data.evaluation(measure, interval=interval, strict=strict),
            title=title,
            comment=words,
            baseline=baseline or (),
            anonymous=anonymous,
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


def _comment(path: Path) -> str:
    """The author's words, from a text file."""
    from intervale.data.files import read_content

    content = read_content(path)
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise InputError(f"is not UTF-8 text (byte {error.start:,})", source=str(path)) from None
    if len(text) > MOST_COMMENT:
        raise OptionError(f"--comment: {path} has {len(text):,} characters; at most {MOST_COMMENT:,} are shown")
    return text.strip()
