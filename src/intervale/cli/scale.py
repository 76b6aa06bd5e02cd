"""``intervale scale``: which scale a measure is on, and why."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_gains, parse_order
from intervale.cli.output import chosen_format, rendered, write

__all__ = ["scale"]

EVERY = ("set-total", "set-replacement", "rank-total", "rank-replacement", "rank-swap", "induced")
"""What ``--order all`` stands for."""


def scale(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP@8, RBP(p=0.5)@10, module:function.")],
    grades: options.TopGrade = 1,
    length: options.Length = None,
    order: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME|all", help="The order on runs; may be repeated; default: all."),
    ] = None,
    gains: options.Gains = None,
    steps: options.Steps = 2_000,
    seed: options.Seed = 0,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Find the scale of a measure under each order: interval, ordinal, weakly ordinal or none, and why."""
    from intervale.measures import load_measure
    from intervale.present.verdicts import scale_document, scale_table
    from intervale.scales import scale as find

    sys.set_int_max_str_digits(0)  # exact numbers may have more digits than Python prints by itself
    wanted = [one for name in order or ["all"] for one in (EVERY if name == "all" else [parse_order(name)])]
    named = None if gains is None else parse_gains(gains)
    found = find(load_measure(measure), length=length, grades=grades, order=wanted, gains=named, steps=steps, seed=seed)
    table, document = partial(scale_table, found, measure), partial(scale_document, found, measure)
    form = chosen_format(form, as_json, output)
    write(rendered(table, document, found, form, output), output)
