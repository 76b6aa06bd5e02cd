"""``intervale demo``: a made-up collection, evaluated and shown."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.options import Format
from intervale.cli.output import rendered, write

__all__ = ["demo"]

REPORTED = ["nDCG@10", "P@10", "RR@10", "AP@10"]
MEASURES = ["P@10", "AP", "nDCG@10", "RR", "ERR@20", "RBP(p=0.8)", "Judged@10"]


def demo(
    folder: Annotated[
        Path | None,
        typer.Option("--files", metavar="DIR", help="Also write the collection to this folder, as TREC files."),
    ] = None,
    report: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Also write a report on the collection: one HTML page.")
    ] = None,
    as_json: options.Json = False,
) -> None:
    """Evaluate a made-up collection and show the result."""
    from intervale.data.made_up import made_up_collection, write_trec
    from intervale.evaluation import evaluate
    from intervale.present import evaluation_document, evaluation_table

    qrels, runs = made_up_collection()
    names = write_trec(folder, qrels, runs) if folder is not None else []
    scores = evaluate(qrels, runs, MEASURES)
    form = Format.json if as_json else Format.table
    table, document = partial(evaluation_table, scores), partial(evaluation_document, scores)
    write(rendered(table, document, scores, form), None)
    if report is not None:
        _report(report, qrels, runs)
    if names:
        typer.echo(f"wrote {', '.join(names)} to {folder}", err=True)
    elif not as_json and report is None:
        typer.echo("\nA made-up collection, the same every time. To try the command line on it:", err=True)
        typer.echo("  intervale demo --files demo", err=True)
        typer.echo("  intervale evaluate demo/qrels.txt demo/*.run -m nDCG@10 -m AP", err=True)


def _report(path: Path, qrels: Any, runs: Any) -> None:
    from intervale.evaluation import evaluate
    from intervale.present.page import report

    write(report(evaluate(qrels, runs, REPORTED, interval=True), title="A made-up collection"), path)
    typer.echo(f"wrote the report {path.resolve()}: open it in a browser", err=True)
