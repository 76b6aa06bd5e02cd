"""``intervale claims``: the statements of the papers, checked."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.plugins import Format, Json, Out, OutFormat, chosen_format, long_work, refuse_clashes, rendered, write

if TYPE_CHECKING:
    from intervale.plugins import Rows, Table
    from intervale_papers import Checked

__all__ = ["claims"]


def claims(
    paper: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER",
            help="giner, ferrante-2015, ferrante-2019, ferrante-2021, group-theoretic; default: all.",
        ),
    ] = None,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder with qrels.trec8.txt and runs, for claims about TREC-8."),
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also show what each claim says, its witness, and the time.")
    ] = False,
    form: OutFormat = None,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Check the statements of the papers: confirmed, refuted, conditional or undecided."""
    from intervale_papers import appendix, run_claims

    form = chosen_format(form, as_json, output)
    refuse_clashes(output, read=[] if data is None else [path for path in data.rglob("*") if path.is_file()])
    with long_work(None, no_cache=False):
        found = list(run_claims(paper, data))
    if form is Format.md:
        write(appendix(found), output)
        return
    tables, document, rows = partial(_tables, found, verbose), partial(_document, found), partial(_rows, found)
    write(rendered(tables, document, rows, form, output), output)


def _tables(found: list[Checked], verbose: bool) -> list[Table]:
    """The claims of each paper, and how many of each verdict."""
    from intervale.plugins import Cell, Table
    from intervale_papers import PAPERS, Outcome
    from intervale_papers.document import summary_rows

    tables = [
        _paper(about.title, [one for one in found if one.claim.paper == paper], verbose)
        for paper, about in PAPERS.items()
        if any(one.claim.paper == paper for one in found)
    ]
    rows = tuple(
        (Cell(PAPERS[paper].short), Cell(f"{paper}/…"), *(Cell(int(number), whole=True) for number in numbers))
        for paper, *numbers in summary_rows(found)
    )
    seconds = sum(one.seconds for one in found)
    columns = ("paper", "ids", "items", "claims", *Outcome)
    return [*tables, Table(columns, rows, footer=(f"{len(found)} claims in {seconds:.0f} s",))]


def _paper(title: str, found: list[Checked], verbose: bool) -> Table:
    from intervale.plugins import Cell, Table
    from intervale_papers.document import shown

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


def _rows(found: list[Checked]) -> Rows:
    """The claims as one long table."""
    from intervale.plugins import Rows, columns_of
    from intervale_papers.document import shown

    names = ("id", "paper", "where", "statement", "verdict", "witness", "remark", "again")
    rows = (
        (
            one.claim.id,
            one.claim.paper,
            one.claim.where,
            one.claim.statement,
            str(one.finding.outcome),
            shown(one.finding.witness),
            one.finding.remark,
            one.finding.again,
        )
        for one in found
    )
    return Rows(columns_of(names, rows))


def _document(found: list[Checked]) -> dict[str, Any]:
    from intervale.plugins import plain

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
