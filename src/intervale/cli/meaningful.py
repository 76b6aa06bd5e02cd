"""``intervale meaningful``: whether a statement about systems means something on the scale of a measure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, say, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.present import Table

__all__ = ["meaningful"]


@takes_data
def meaningful(
    statement: Annotated[
        str,
        typer.Argument(
            metavar="STATEMENT",
            help='Such as "mean(A) > mean(B)", "A > B on 401", "tau(AP, RR) > 0.9" or "A significantly better than B '
            'by t"; systems are named by their run tags.',
        ),
    ],
    measure: options.Measures = None,
    scale: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="Override the scale: nominal, ordinal, interval or ratio."),
    ] = None,
    topic_scale: Annotated[
        str | None,
        typer.Option(metavar="shared|own", help="Override whether topics share one scale."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="Significance level.")] = 0.05,
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
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Check whether a statement is meaningful: no permissible change of scale flips it. If one does, show which."""
    from intervale.data.tabular import Rows
    from intervale.present.meaning import meaning_document, meaning_table
    from intervale.statements import meaningful as decide
    from intervale.statements import parse_statement

    said = parse_statement(statement)
    with long_work(data.workers, no_cache):
        table = data.evaluation(measure)
        table.needed_scores("a statement")
        names = [None] if said.measures(table.systems) else list(table.names)
        ask = partial(
            decide,
            table,
            said,
            scale=scale,
            topic_scale=topic_scale,
            alpha=alpha,
            tries=tries,
            draws=draws,
            seed=seed,
        )
        found, refused = [], []
        for name in names:
            try:
                found.append(ask(measure=name))
            except OptionError as error:  # this measure; others may do
                if len(names) == 1:
                    raise
                refused.append(f"{name}: {error}")
    if not found:
        raise OptionError("; ".join(refused))
    chosen = chosen_format(form, as_json, output)
    if chosen is options.Format.json and len(found) > 1:
        raise OptionError("JSON output is for one measure; give one -m")
    for one in refused:
        say(one)

    def tables() -> list[Table]:
        return [meaning_table(one, table.notes if one is found[-1] else ()) for one in found]

    document = partial(meaning_document, found[0], table.notes)
    write(rendered(tables, document, partial(Rows.joined, found), chosen, output, all_notes=all_notes), output)
