"""``intervale relate``: how two measures relate."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_order
from intervale.cli.output import chosen_format, rendered, write

__all__ = ["relate"]


def relate(
    a: Annotated[str, typer.Argument(metavar="A", help="A measure: P@10, RBP(p=0.5)@10, module:function.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Another measure.")],
    grades: options.TopGrade = 1,
    length: options.Length = None,
    order: Annotated[
        str,
        typer.Option(metavar="NAME", help="The order on runs: checked is whether they agree where it compares two."),
    ] = "rank-swap",
    most: Annotated[
        int,
        typer.Option(
            metavar="K",
            help="How many pairs of values to list at most; beyond, and beyond 4,096 runs, a sample is drawn.",
        ),
    ] = 20_000,
    seed: options.Seed = 0,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find how two measures relate: one scale, one order, or the smallest two runs that they order differently."""
    from intervale.present.relate import relation_document, relation_tables
    from intervale.scales import relate as find

    sys.set_int_max_str_digits(0)  # numbers of pairs are exact, and may have more digits than Python prints by itself
    found = find(a, b, length=length, grades=grades, order=parse_order(order), most=most, seed=seed)
    tables, document = partial(relation_tables, found, (a, b)), partial(relation_document, found, (a, b))
    form = chosen_format(form, as_json, output)
    write(rendered(tables, document, found, form, output), output)
