"""``intervale claims``: the statements of the papers, checked."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options

if TYPE_CHECKING:
    from intervale.claims import Checked
    from intervale.present import Table

__all__ = ["claims"]


def claims(
    paper: Annotated[
        str | None, typer.Argument(metavar="[PAPER]", help="A paper by its number, such as 001; all without it.")
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="The TREC-8 collection, qrels.trec8.txt and runs, for claims about it."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also what each claim says, the witness, and the time.")
    ] = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Check the statements of the papers: confirmed, refuted, conditional or undecided."""
    from intervale.claims import appendix, run_claims

    form = options.chosen_format(form, as_json, output)
    options.refuse_clashes(output, read=[] if data is None else [path for path in data.rglob("*") if path.is_file()])
    with options.long_work(None, no_cache=False):
        found = list(run_claims(paper, data))
    if form is options.Format.md:
        options.write(appendix(found), output)
        return
    options.write(options.rendered(partial(_tables, found, verbose), partial(_document, found), form, output), output)


def _tables(found: list[Checked], verbose: bool) -> list[Table]:
    """The claims of each paper, and how many of each verdict."""
    from intervale.claims import PAPERS, Outcome
    from intervale.claims.appendix import summary_rows
    from intervale.present import Cell, Table

    tables = [
        _paper(f"{paper}: {title}", [one for one in found if one.claim.paper == paper], verbose)
        for paper, title in PAPERS.items()
        if any(one.claim.paper == paper for one in found)
    ]
    rows = tuple(
        (Cell(paper), *(Cell(int(number), whole=True) for number in numbers))
        for paper, _, *numbers in summary_rows(found)
    )
    seconds = sum(one.seconds for one in found)
    columns = ("paper", "items", "claims", *Outcome)
    return [*tables, Table(columns, rows, footer=(f"{len(found)} claims in {seconds:.0f} s",))]


def _paper(title: str, found: list[Checked], verbose: bool) -> Table:
    from intervale.claims.appendix import shown
    from intervale.present import Cell, Table

    columns = ("claim", "where", "verdict", *(("statement", "witness", "seconds") if verbose else ()), "remark")
    rows = []
    for one in found:
        finding = one.finding
        words = [Cell(one.claim.id), Cell(one.claim.where), Cell(str(finding.outcome))]
        if verbose:
            words += [Cell(one.claim.statement), Cell(shown(finding.witness)), Cell(f"{one.seconds:.1f}")]
        again = f"; again by {finding.again}" if finding.again else ""
        rows.append((*words, Cell(finding.remark + again)))
    return Table(columns, tuple(rows), title=title)


def _document(found: list[Checked]) -> dict[str, Any]:
    from intervale.exact.verdict import plain

    return {
        "claims": [
            {
                "id": one.claim.id,
                "paper": one.claim.paper,
                "where": one.claim.where,
                "statement": one.claim.statement,
                "verdict": str(one.finding.outcome),
                "witness": plain(one.finding.witness),
                "remark": one.finding.remark,
                "again": one.finding.again,
                "seconds": round(one.seconds, 3),
            }
            for one in found
        ]
    }
