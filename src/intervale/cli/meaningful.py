"""``intervale meaningful``: whether a statement about systems means something on the scale of a measure; or each
sentence of a file."""

from __future__ import annotations

import os
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, refuse_clashes, rendered, say, write
from intervale.cli.progress import long_work
from intervale.errors import IntervaleError, OptionError

if TYPE_CHECKING:
    from intervale.evaluation import Evaluation
    from intervale.present import Table
    from intervale.statements import CheckedClaims, ClaimLine, Meaning

__all__ = ["meaningful"]


@takes_data
def meaningful(
    statement: Annotated[
        str | None,
        typer.Argument(
            metavar="STATEMENT",
            help='Such as "mean(A) > mean(B)", "A > B on 401", "tau(AP, RR) > 0.9" or "A significantly better than B '
            'by t"; systems are named by their run tags. Not with --file.',
        ),
    ] = None,
    file: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="Check every sentence of a file: one a line, or in Markdown the items of lists; of a folder, its "
            "claims.md. Exit code 1 if one is not true and meaningful.",
        ),
    ] = None,
    measure: options.Measures = None,
    scale: options.Level = None,
    topic_scale: options.TopicScale = None,
    alpha: options.Alpha = 0.05,
    tries: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many transformations to try where no theorem decides.")
    ] = 2_000,
    draws: Annotated[
        int,
        typer.Option(
            metavar="N",
            min=0,
            help="How many transformations of each family to draw, to show how often they keep the statement.",
        ),
    ] = 200,
    seed: options.Seed = 0,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Check whether a statement is meaningful: no permissible change of scale flips it. If one does, show which."""
    from intervale.present.claims import claims_document, claims_tables
    from intervale.statements import check_claims, read_claims

    chosen = chosen_format(form, as_json, output)
    if file is not None:
        data = _with_last_run(data, statement)
        refuse_clashes(output, read=[file, *data.runs])
        lines = read_claims(file, encoding=data.options["encoding"])
    else:
        lines = [_one(statement)]
    with long_work(data.running, no_cache):
        table = data.evaluation(measure)
        found = check_claims(
            table,
            lines,
            scale=scale,
            topic_scale=topic_scale,
            alpha=alpha,
            tries=tries,
            draws=draws,
            seed=seed,
        )
    if file is None:
        return _write_one(table, found, chosen, output, all_notes)
    tables, document = partial(claims_tables, found, table.notes), partial(claims_document, found, table.notes)
    write(rendered(tables, document, found, chosen, output, all_notes=all_notes), output)
    if not found:
        raise typer.Exit(1)


def _with_last_run(data: Data, word: str | None) -> Data:
    """The data of a call with --file, where the last word is a run and no statement."""
    from intervale.statements import parse_statement

    if word is None:
        return data
    if not os.path.exists(word):
        try:
            parse_statement(word)
        except IntervaleError:
            pass  # a run that is not there, which is said when it is read
        else:
            raise OptionError("give a statement or --file, not both; a statement can be a line of the file")
    return replace(data, runs=(*data.runs, word))


def _one(statement: str | None) -> ClaimLine:
    """The statement of the command line, which stands in no file."""
    from intervale.statements import ClaimLine, parse_statement

    if statement is None:
        raise OptionError('give a statement, such as "mean(A) > mean(B)", or a file of them with --file')
    return ClaimLine("", statement, parse_statement(statement))


def _write_one(
    table: Evaluation, found: CheckedClaims, chosen: options.Format, output: options.Out, all_notes: bool
) -> None:
    """One statement, decided for each measure. A measure that it cannot be decided for does not stop the others."""
    from intervale.data.tabular import Rows
    from intervale.present.claims import claims_document
    from intervale.present.meaning import meaning_document, meaning_table

    decided: list[Meaning] = [one.meaning for one in found.checked if one.meaning is not None]
    refused = [f"{one.measure}: {one.why}" for one in found.checked if one.meaning is None]
    if not decided:
        raise OptionError(found.checked[0].why if len(refused) == 1 else "; ".join(refused))
    for one in refused:
        say(one)

    def tables() -> list[Table]:
        return [meaning_table(one, table.notes if one is decided[-1] else ()) for one in decided]

    single = partial(meaning_document, decided[0], table.notes)
    document = single if len(found.checked) == 1 else partial(claims_document, found, table.notes)
    write(rendered(tables, document, partial(Rows.joined, decided), chosen, output, all_notes=all_notes), output)
