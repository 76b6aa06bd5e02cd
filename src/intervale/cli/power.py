"""``intervale power``: how many pairs of systems measures tell apart."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work
from intervale.stats.registry import TESTS

__all__ = ["power"]


@takes_data
def power(
    measure: options.Measures = None,
    test: Annotated[
        str,
        typer.Option(metavar="NAME", help=f"One of {', '.join(n for n, t in TESTS.items() if not t.needs_baseline)}."),
    ] = "t",
    alpha: options.Alpha = 0.05,
    interval: options.Interval = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse a test that assumes a scale the measure is not on.")
    ] = False,
    no_ci: Annotated[
        bool, typer.Option("--no-ci", help="Leave out confidence intervals, which run the test a hundred times.")
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Draw the p-values in increasing order: .svg, .png, .pdf or .html."),
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    resamples: options.Resamples = 10_000,
    seed: options.Seed = 0,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Compute the discriminative power of measures: the share of pairs of systems that they tell apart."""
    from intervale.present.discriminative import level_chart, power_document, power_tables
    from intervale.stats import discriminative_power

    look = prepared(size, font, plot)
    with long_work(data.running, no_cache):
        found = discriminative_power(
            data.evaluation(measure, interval=interval, strict=strict),
            test=test,
            alpha=alpha,
            ci=not no_ci,
            strict=strict,
            resamples=resamples,
            seed=seed,
        )
    chosen = chosen_format(form, as_json, output)
    table, document = partial(power_tables, found), partial(power_document, found)
    text = rendered(table, document, found, chosen, output, all_notes=all_notes)
    refused = draw(plot, look, partial(level_chart, found, look=look))
    write(text, output)
    raise_refused([refused])
