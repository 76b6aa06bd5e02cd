"""``intervale claims``: the statements of the papers, checked."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Any

import typer

from intervale.cli import options

__all__ = ["claims"]


def claims(
    paper: Annotated[
        str | None, typer.Argument(metavar="[PAPER]", help="A paper by its number, such as 001; all without it.")
    ] = None,
    verbose: Annotated[
        bool, typer.Option("--verbose", "-v", help="Also what each claim says, and the witness.")
    ] = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Check the statements of the papers: confirmed, refuted, conditional or undecided."""
    from intervale.claims import run_claims

    found = list(run_claims(paper))
    form = options.chosen_format(form, as_json, output)
    options.write(options.rendered(partial(_table, found, verbose), partial(_document, found), form, output), output)


def _table(found: list[Any], verbose: bool) -> Any:
    from intervale.report import Cell, Table

    columns = ("claim", "where", "verdict", *(("statement", "witness") if verbose else ()), "remark")
    rows = tuple(
        tuple(
            Cell(text)
            for text in (
                claim.id,
                claim.where,
                str(finding.outcome),
                *((claim.statement, _shown(finding.witness)) if verbose else ()),
                finding.remark,
            )
        )
        for claim, finding in found
    )
    outcomes = [str(finding.outcome) for _, finding in found]
    counts = ", ".join(f"{outcomes.count(outcome)} {outcome}" for outcome in dict.fromkeys(outcomes))
    return Table(columns, rows, footer=(f"{len(found)} claims: {counts}",))


def _shown(witness: Any) -> str:
    return "" if witness is None else str(witness)


def _document(found: list[Any]) -> dict[str, Any]:
    from intervale.exact.verdict import plain

    return {
        "claims": [
            {
                "id": claim.id,
                "paper": claim.paper,
                "where": claim.where,
                "statement": claim.statement,
                "verdict": str(finding.outcome),
                "witness": plain(finding.witness),
                "remark": finding.remark,
            }
            for claim, finding in found
        ]
    }
