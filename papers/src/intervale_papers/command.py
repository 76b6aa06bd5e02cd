"""``intervale claims``: what the papers say, checked."""

from __future__ import annotations

import textwrap
from functools import partial
from pathlib import Path
from shutil import get_terminal_size
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.plugins import Format, Json, Out, OutFormat, chosen_format, long_work, refuse_clashes, rendered, write

if TYPE_CHECKING:
    from intervale.plugins import Rows, Table
    from intervale_papers import Checked

__all__ = ["claims"]

WIDEST = 100


def claims(
    which: Annotated[
        str | None,
        typer.Argument(
            metavar="PAPER|CLAIM",
            help="giner, ferrante-2015, ferrante-2019, ferrante-2021, group-theoretic, or a claim such as "
            "001/example-8; default: all papers.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Every claim, and not errata alone.")] = False,
    data: Annotated[
        Path | None,
        typer.Option(metavar="DIR", help="Folder with qrels.trec8.txt and runs, for claims about TREC-8."),
    ] = None,
    form: OutFormat = None,
    output: Out = None,
    as_json: Json = False,
) -> None:
    """Check what papers say: proposed errata, or every claim with its kind."""
    from intervale_papers import run_claims

    form = chosen_format(form, as_json, output)
    refuse_clashes(output, read=[] if data is None else [path for path in data.rglob("*") if path.is_file()])
    one = which is not None and "/" in which
    with long_work(None, no_cache=False):
        found = list(run_claims(which, data, errata=not (every or one or form is Format.md)))
    shown = found if every or one else [checked for checked in found if checked.finding.kind.wrong]
    if form is Format.md:
        write(_pages(found), output)
    elif form is Format.table:
        width = min(WIDEST, get_terminal_size((WIDEST, 24)).columns)
        write(_listing(found, shown, width, whole=one, every=every), output)
    else:
        tables = partial(_narrow if form is Format.latex else _wide, shown)
        text = rendered(tables, partial(_document, shown), partial(_rows, shown), form, output)
        write(_fitting(text) if form is Format.latex else text, output)


def _pages(found: list[Checked]) -> str:
    """The page of a paper; the overview where there are several."""
    from intervale_papers.document import overview, paper_page

    papers = list(dict.fromkeys(one.claim.paper for one in found))
    return paper_page(papers[0], found) if len(papers) == 1 else overview(found)


def _listing(found: list[Checked], shown: list[Checked], width: int, *, whole: bool, every: bool) -> str:
    """What is shown on a terminal: the answer, then paper by paper errata as blocks, or a line for each claim."""
    from intervale_papers import PAPERS

    lines = [] if whole else [_answer(found, every=every), ""]
    for paper, about in PAPERS.items():
        some = [one for one in shown if one.claim.paper == paper]
        if not some:
            continue
        if not whole:
            lines += [*textwrap.wrap(about.title, width), ""]
        lines += [line for one in some for line in (_line(one, width) if every and not whole else _block(one, width))]
        lines.append("")
    if not every and not whole:
        lines.append("intervale claims --all lists every claim; intervale claims ID shows one with its witness")
    return "\n".join(lines).rstrip() + "\n"


def _answer(found: list[Checked], *, every: bool) -> str:
    from intervale_papers import Kind

    wrong = sum(one.finding.kind.wrong for one in found)
    papers = len({one.claim.paper for one in found})
    waiting = sum(one.finding.kind is Kind.NOT_RUN for one in found)
    run = len(found) - waiting
    of = f"{papers} paper{'s' * (papers != 1)}"
    needs = "1 not run: it needs" if waiting == 1 else f"{waiting} not run: they need"
    skipped = f"; {needs} TREC-8 (--data DIR)" if waiting else ""
    errata = "1 proposed erratum" if wrong == 1 else f"{wrong} proposed errata"
    if not every:
        return f"{errata} in {of}{skipped}."
    return f"{errata}; {run} claim{'s' * (run != 1)} of {of} checked{skipped}."


def _line(one: Checked, width: int) -> list[str]:
    text = f"{one.claim.id}: {one.finding.kind}. {one.claim.statement}"
    return textwrap.wrap(text, width, initial_indent="  ", subsequent_indent="      ")


def _block(one: Checked, width: int) -> list[str]:
    """A claim with all that is known of it."""
    from intervale_papers import Kind

    finding, erratum = one.finding, one.claim.erratum
    parts = {"says": one.claim.statement}
    if erratum is not None and (finding.kind.wrong or finding.kind in (Kind.UNDECIDED, Kind.NOT_RUN)):
        parts = {"printed": f"“{erratum.printed}”", "should read": erratum.reads}
    parts |= {"why": finding.remark, "witness": finding.witness, "again by": finding.again}
    if erratum is not None and "printed" in parts:
        parts |= {"depends": erratum.depends}
    lines = textwrap.wrap(f"{one.claim.id}, {one.claim.where}: {finding.kind}", width)
    for name, text in parts.items():
        if text:
            lines += textwrap.wrap(text, width, initial_indent=f"  {name:<11}  ", subsequent_indent=" " * 15)
    return [*lines, ""]


def _wide(shown: list[Checked]) -> Table:
    """The claims as one table, for HTML."""
    columns = ("claim", "where", "kind", "as printed", "should read", "why")
    return _table(columns, [(one.claim.id, one.claim.where, *_said(one), one.finding.remark) for one in shown])


def _narrow(shown: list[Checked]) -> Table:
    """The claims as a table of few columns, for LaTeX."""
    columns = ("claim", "kind", "as printed", "should read")
    return _table(columns, [(f"{one.claim.id}: {one.claim.where}", *_said(one)) for one in shown])


def _fitting(text: str | bytes) -> str:
    from intervale_papers.latex import fitting

    return fitting(str(text))


def _table(columns: tuple[str, ...], rows: list[tuple[str, ...]]) -> Table:
    from intervale.plugins import Cell, Table

    return Table(columns, tuple(tuple(Cell(word) for word in row) for row in rows))


def _said(one: Checked) -> tuple[str, str, str]:
    """Its kind, what is printed, and what should be where that is wrong."""
    erratum = one.claim.erratum if one.finding.kind.wrong else None
    said = (erratum.printed, erratum.reads) if erratum else (one.claim.statement, "")
    return str(one.finding.kind), *said


def _rows(shown: list[Checked]) -> Rows:
    """The claims as one long table."""
    from intervale.plugins import Rows, columns_of

    names = ("id", "paper", "where", "statement", "kind", "witness", "remark", "again", "printed", "reads", "depends")
    rows = []
    for one in shown:
        erratum, finding = one.claim.erratum, one.finding
        about = (one.claim.id, one.claim.paper, one.claim.where, one.claim.statement, str(finding.kind))
        fix = (erratum.printed, erratum.reads, erratum.depends) if erratum else ("", "", "")
        rows.append((*about, finding.witness, finding.remark, finding.again, *fix))
    return Rows(columns_of(names, rows))


def _document(shown: list[Checked]) -> dict[str, Any]:
    return {
        "claims": [
            {
                "id": one.claim.id,
                "paper": one.claim.paper,
                "where": one.claim.where,
                "statement": one.claim.statement,
                "kind": str(one.finding.kind),
                "witness": one.finding.witness,
                "remark": one.finding.remark,
                "again": one.finding.again,
                "erratum": None
                if one.claim.erratum is None
                else {
                    "printed": one.claim.erratum.printed,
                    "reads": one.claim.erratum.reads,
                    "depends": one.claim.erratum.depends,
                    "symbol": one.claim.erratum.symbol,
                },
                "seconds": round(one.seconds, 3),
            }
            for one in shown
        ]
    }
