"""``intervale map``: the interval scale of a measure, and runs on it."""

from __future__ import annotations

import sys
from functools import partial
from pathlib import Path
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_gains, parse_run
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import Running, long_work
from intervale.errors import OptionError

__all__ = ["map_runs"]


def map_runs(
    measure: Annotated[str, typer.Argument(metavar="MEASURE", help="AP@10, nDCG(base=2)@20, module:function.")],
    profiles: Annotated[
        list[str] | None,
        typer.Argument(metavar="PROFILE", help="Runs to place on the scale, as grades: 1,0,2 or 102 or 10{98}2."),
    ] = None,
    grades: options.TopGrade = 1,
    length: options.Length = None,
    gains: options.Gains = None,
    tie_rule: Annotated[
        str | None, typer.Option(metavar="unq|mid|min|max", help="Which rank runs with equal values get.")
    ] = None,
    method: Annotated[
        str | None,
        typer.Option(metavar="NAME", help="How values are counted: exact, grid, residues, …; automatic by default."),
    ] = None,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed for estimates.")] = 0,
    spacing: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw how the measure spaces the runs: .svg, .png, .pdf, .html.")
    ] = None,
    curve: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw the values of all runs, in increasing order.")
    ] = None,
    size: options.Size = "screen",
    font: options.Font = None,
    workers: options.Workers = None,
    executor: options.Executor = None,
    in_flight: options.InFlight = None,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Map a measure to an interval scale: value, rank and score of runs, and the neighbouring values."""
    from intervale.measures import load_measure
    from intervale.present.mapping import MapReport, map_document, map_table
    from intervale.present.spacing import curve_chart, spacing_chart
    from intervale.scales import interval_scale

    sys.set_int_max_str_digits(0)  # ranks are exact, and may have more digits than Python prints by itself
    look = prepared(size, font, spacing, curve)
    refuse_clashes(spacing, curve, output)
    with long_work(Running(workers, executor, in_flight), no_cache):
        named = None if gains is None else parse_gains(gains)
        chosen = load_measure(measure)
        if chosen.is_derived:
            raise OptionError(f"{measure} is already an interval form: map the measure inside it")
        scale = interval_scale(chosen, length=length, grades=grades, gains=named, method=method, seed=seed)
        runs = [parse_run(text, scale.space) for text in profiles or ()]
        report = MapReport.of(scale, measure, runs, tie_rule)
        text = rendered(
            partial(map_table, report),
            partial(map_document, report),
            report,
            chosen_format(form, as_json, output),
            output,
        )
        refused = [
            draw(spacing, look, partial(spacing_chart, scale, measure, look)),
            draw(curve, look, partial(curve_chart, scale, measure, look)),
        ]
    write(text, output)
    raise_refused(refused)
