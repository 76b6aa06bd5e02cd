"""``intervale meaningful``: whether a statement about systems means something on the scale of a measure."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from intervale.cli import options
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.present import Table

__all__ = ["meaningful"]


@options.takes_data
def meaningful(
    qrels: options.Qrels,
    runs: options.Runs,
    statement: Annotated[
        str,
        typer.Argument(
            metavar="STATEMENT",
            help='Such as "mean(A) > mean(B)", "A > B on 401", "tau(AP, RR) > 0.9" or "A significantly better than B '
            'by t"; systems are named by their run tags.',
        ),
    ],
    measure: options.Measures,
    scale: Annotated[
        str | None,
        typer.Option(metavar="LEVEL", help="nominal, ordinal, interval or ratio, in place of the measure's own."),
    ] = None,
    topics_scale: Annotated[
        str | None,
        typer.Option(metavar="shared|own", help="Whether topics share one scale, in place of what the measure says."),
    ] = None,
    alpha: Annotated[float, typer.Option(metavar="A", help="The level of tests.")] = 0.05,
    tries: Annotated[
        int, typer.Option(metavar="N", min=1, help="How many transformations to look at where no theorem helps.")
    ] = 2_000,
    draws: Annotated[
        int, typer.Option(metavar="N", min=0, help="How many of each family say how often a statement is kept.")
    ] = 200,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    data: options.Data = options.NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Say whether a statement is meaningful: the same under every permissible change of scale, or what flips it."""
    from intervale.present.meaning import meaning_document, meaning_table
    from intervale.statements import meaningful as decide
    from intervale.statements import parse_statement
    from intervale.statements.expressions import Correlated
    from intervale.stats.api import scored

    said = parse_statement(statement)
    with options.long_work(data["workers"], no_cache):
        table, _ = scored(
            qrels,
            runs,
            measure,
            **data,
        )
        about_two = isinstance(said, Correlated) and not {said.first, said.second} <= set(table.systems)
        names = [None] if about_two else list(table.names)
        ask = partial(
            decide,
            said,
            table,
            scale=scale,
            topics=topics_scale,
            alpha=alpha,
            tries=tries,
            draws=draws,
            seed=seed,
        )
        found, refused = [], []
        for name in names:
            try:
                found.append(ask(name))
            except OptionError as error:  # this measure; others may do
                if len(names) == 1:
                    raise
                refused.append(f"{name}: {error}")
    if not found:
        raise OptionError("; ".join(refused))
    chosen = options.chosen_format(form, as_json, output)
    if chosen is options.Format.json and len(found) > 1:
        raise OptionError("one JSON document is about one measure; give one -m")
    for one in refused:
        options.say(one)

    def tables() -> list[Table]:
        return [meaning_table(one, table.notes if one is found[-1] else ()) for one in found]

    document = partial(meaning_document, found[0], table.notes)
    options.write(options.rendered(tables, document, chosen, output), output)
