"""``intervale robustness``: rankings and decisions with a part of the judgments."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, RUNNING, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

__all__ = ["robustness"]

TAKEN = ("ties", "duplicates", "topics", "grades", "depth", "encoding", "columns", "relevant_from", "workers")
"""The options about data that it takes."""


@takes_data
def robustness(
    measure: options.Measures = None,
    keep: Annotated[
        str | None,
        typer.Option(
            metavar="0.1,0.25,…", help="Shares of the judgments to keep; with --by depth, the depths of the pool."
        ),
    ] = None,
    by: Annotated[
        str,
        typer.Option(
            metavar="uniform|depth", help="Draw judgments of each topic, or keep the first documents of the runs."
        ),
    ] = "uniform",
    draws: Annotated[int, typer.Option(metavar="N", help="How often judgments are drawn.")] = 10,
    seed: options.Seed = 0,
    alpha: options.Alpha = 0.05,
    interval: options.Interval = False,
    strict: options.Strict = False,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Rank and compare systems with a part of the judgments."""
    from intervale.present.robustness import robustness_document, robustness_tables
    from intervale.stats.smaller_pools import robustness as compute

    data.refuse_others((*TAKEN, *RUNNING), "does not apply here: missing topics score 0, and judged runs are needed")
    if not data.runs:
        raise OptionError(
            "robustness needs qrels and runs: a saved evaluation does not keep which documents runs share"
        )
    with long_work(data.running, no_cache):
        found = compute(
            data.qrels,
            list(data.runs),
            measure or (),
            by=by,
            keep=None if keep is None else keep.split(","),
            draws=draws,
            seed=seed,
            alpha=alpha,
            interval=interval,
            strict=strict,
            **{name: data.options[name] for name in TAKEN},
        )
    tables, document = partial(robustness_tables, found), partial(robustness_document, found)
    chosen = chosen_format(form, as_json, output)
    write(rendered(tables, document, found, chosen, output, all_notes=all_notes), output)
