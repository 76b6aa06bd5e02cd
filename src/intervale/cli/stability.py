"""``intervale stability``: how stable rankings of systems are under halving of topics."""

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

__all__ = ["stability"]


@takes_data
def stability(
    measure: options.Measures = None,
    splits: Annotated[int, typer.Option(metavar="N", help="How often topics are split into two halves.")] = 200,
    seed: options.Seed = 0,
    interval: options.Interval = False,
    strict: options.Strict = False,
    plot: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw tau of each measure: .svg, .png, .pdf or .html.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Rank systems on two random halves of the topics: how alike, and how many topics carry a mean."""
    from intervale.present.stability import stability_chart, stability_document, stability_tables
    from intervale.stats import stability as halve

    look = prepared(size, font, plot)
    with long_work(data.running, no_cache):
        found = halve(data.evaluation(measure, interval=interval, strict=strict), splits=splits, seed=seed)
    chosen = chosen_format(form, as_json, output)
    tables, document = partial(stability_tables, found), partial(stability_document, found)
    text = rendered(tables, document, found, chosen, output, all_notes=all_notes)
    refused = draw(plot, look, partial(stability_chart, found, look=look))
    write(text, output)
    raise_refused([refused])
