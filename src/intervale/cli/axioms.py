"""``intervale axioms``: what a measure does and does not satisfy."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.output import chosen_format, rendered, write

__all__ = ["axioms"]


def axioms(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP, RBP(p=0.5), module:function.")],
    grades: options.TopGrade = 1,
    length: options.Length = None,
    steps: Annotated[
        int | None,
        typer.Option(metavar="K", help="How many cases of each axiom to check; default: 3000, fewer for long runs."),
    ] = None,
    seed: options.Seed = 0,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Check a measure against axioms: replacement, swap, projection, Moffat's properties, Amigó's constraints."""
    from intervale.measures import load_measure
    from intervale.present.axioms import axioms_document, axioms_table
    from intervale.scales import axioms as check

    found = check(load_measure(measure), length=length, grades=grades, steps=steps, seed=seed)
    table, document = partial(axioms_table, found, measure), partial(axioms_document, found, measure)
    form = chosen_format(form, as_json, output)
    write(rendered(table, document, found, form, output), output)
