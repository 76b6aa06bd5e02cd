"""``intervale design``: how many topics are enough."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.arguments import parse_numbers
from intervale.cli.data import Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

__all__ = ["design"]


@takes_data
def design(
    measure: options.Measures = None,
    difference: Annotated[
        str | None, typer.Option(metavar="D,...", help="The true difference of means to be found; also several.")
    ] = None,
    power: Annotated[
        str | None, typer.Option(metavar="B,...", help="The probability to find it; also several; default: 0.8.")
    ] = None,
    topic_count: Annotated[
        int | None, typer.Option(metavar="N", help="The number of topics, to compute power, difference or width.")
    ] = None,
    width: Annotated[
        str | None, typer.Option(metavar="W,...", help="With --method ci: the expected width; also several.")
    ] = None,
    method: Annotated[
        str,
        typer.Option(
            metavar="t|anova1|anova2|ci", help="Paired t test, one-way or two-way ANOVA, or confidence interval."
        ),
    ] = "t",
    alpha: options.Alpha = 0.05,
    variance: Annotated[
        float | None, typer.Option(metavar="V", help="Without data: the variance of scores within systems.")
    ] = None,
    difference_variance: Annotated[
        float | None, typer.Option(metavar="V", help="Without data: the variance of differences between two systems.")
    ] = None,
    system_count: Annotated[
        int | None, typer.Option(metavar="M", help="With ANOVA: the number of systems; default: those of the data.")
    ] = None,
    pair: Annotated[
        tuple[str, str] | None, typer.Option(metavar="A B", help="Use the differences between these two systems.")
    ] = None,
    interval: options.Interval = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Refuse a measure that is not on an interval scale.")
    ] = False,
    data: Data | None = None,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Compute how many topics are enough to find a difference, from variances that are given or in data."""
    from intervale.present.design import design_document, design_table
    from intervale.stats import design as design_topics

    if data is None and (measure or interval):
        raise OptionError(f"{'-m' if measure else '--interval'} needs data: qrels and runs, or a file of scores")
    several = {"difference": difference, "power": power, "width": width}
    numbers = {name: None if text is None else parse_numbers(f"--{name}", text) for name, text in several.items()}
    with long_work(None if data is None else data.running, no_cache):
        found = design_topics(
            None if data is None else data.evaluation(measure, interval=interval, strict=strict),
            **numbers,
            topic_count=topic_count,
            method=method,
            alpha=alpha,
            variance=variance,
            difference_variance=difference_variance,
            system_count=system_count,
            pair=pair,
            strict=strict,
        )
    chosen = chosen_format(form, as_json, output)
    table, document = partial(design_table, found), partial(design_document, found)
    write(rendered(table, document, found, chosen, output, all_notes=all_notes), output)
