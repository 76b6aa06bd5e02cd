"""``intervale evaluate``: score runs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.options import Format
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.measures import Measure

__all__ = ["evaluate"]


@takes_data
def evaluate(
    measure: options.Measures = None,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", help="Show every topic, not only the means (trec_eval -q).")
    ] = False,
    judged: Annotated[
        bool, typer.Option("--judged", help="Add the share of judged documents to each measure.")
    ] = False,
    interval: options.Interval = False,
    aggregate: Annotated[
        list[str] | None,
        typer.Option(
            "--aggregate",
            metavar="NAME",
            help="Statistics over topics instead of means: mode, median, quantile, mean, sd, gmean, hmean, cv (as in "
            "quantile:0.25). Several with commas, or repeated.",
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse a statistic (--aggregate) that assumes a scale the measure is not on; with --interval, also a "
            "measure without an interval form.",
        ),
    ] = False,
    intervals: Annotated[bool, typer.Option("--ci", help="Add 95% confidence intervals of the means.")] = False,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    sort: options.Sort = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Score runs against judgments."""
    from intervale.present.evaluation import (
        aggregates_document,
        aggregates_table,
        evaluation_document,
        evaluation_rows,
        evaluation_table,
    )

    if per_topic and intervals:
        raise OptionError("--ci applies to means: remove --ci or --per-topic")
    if aggregate and (per_topic or intervals):
        other = "--per-topic" if per_topic else "--ci"
        raise OptionError(f"--aggregate replaces the means, and {other} is about them: remove one of the two")
    if aggregate:
        from intervale.evaluation.aggregates import named_statistics

        named_statistics(aggregate)  # an unknown one is refused before any file is read
    with long_work(data.running, no_cache):
        found = data.evaluation(
            with_judged(measure) if measure and judged else measure, interval=interval, strict=strict
        )
        found.needed_scores("evaluate")
        if judged and not measure:
            found.needed_runs("--judged")
            named = zip(found.names, found.measures, strict=True)
            found = found.score(_beside((name, [one]) for name, one in named))
    form = chosen_format(form, as_json, output)
    if aggregate:
        with long_work(data.running, no_cache):
            made = found.aggregate(aggregate, strict=strict)
        shown, about = partial(aggregates_table, made, sort), partial(aggregates_document, made)
        write(rendered(shown, about, made, form, output, all_notes=all_notes), output)
        return
    if form is Format.parquet:
        write(found.saved_bytes(), output)
        return
    table = partial(evaluation_table, found, per_topic=per_topic, ci=intervals, sort=sort)
    document = partial(evaluation_document, found, per_topic=per_topic)
    rows = partial(evaluation_rows, found, per_topic=per_topic, ci=intervals)
    write(rendered(table, document, rows, form, output, all_notes=all_notes), output)


def with_judged(measures: list[str]) -> list[str]:
    """Each measure with the share of judged documents down to its cutoff behind it.

    >>> with_judged(["nDCG@10", "AP", "P@10"])
    ['nDCG@10', 'Judged@10', 'AP', 'Judged', 'P@10']
    """
    from intervale.measures import load_measures

    return _beside((text, load_measures(text)) for text in measures)


def _beside(measures: Iterable[tuple[str, Sequence[Measure]]]) -> list[str]:
    """Names, each with the share of judged documents down to the cutoffs of its measures behind it."""
    found: list[str] = []
    for name, several in measures:
        shares = ("Judged" if one.cutoff is None else f"Judged@{one.cutoff}" for one in several)
        found += [one for one in dict.fromkeys([name, *shares]) if one not in found]
    return found
