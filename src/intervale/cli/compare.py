"""``intervale compare``: tests of systems, with the scale that each needs."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.progress import long_work
from intervale.errors import OptionError
from intervale.stats.registry import TESTS

__all__ = ["compare"]


@takes_data
def compare(
    measure: options.Measures = None,
    test: Annotated[
        list[str] | None,
        typer.Option(
            "--test",
            metavar="NAME",
            help=f"{', '.join(TESTS)}, or all; may be repeated, the first forms the letter groups; default: t.",
        ),
    ] = None,
    interval: Annotated[
        bool, typer.Option("--interval", help="Also run the tests on the interval form of each measure.")
    ] = False,
    alpha: Annotated[float, typer.Option(metavar="A", help="Significance level.")] = 0.05,
    correction: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="none, bonferroni, sidak, holm, hochberg, bh or by; over all pairs, or over those with a baseline.",
        ),
    ] = "holm",
    baseline: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Compare with this system only; may be repeated.")
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse a test that assumes a scale the measure is not on; with --interval, also a measure without "
            "an interval form.",
        ),
    ] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="Show every pair, with p-value and effect size.")] = False,
    per_topic: Annotated[
        bool,
        typer.Option(
            "--per-topic", help="Show the difference on each topic, between two systems or with the baseline."
        ),
    ] = False,
    resamples: Annotated[
        int, typer.Option(metavar="N", help="Number of resamples for randomisation and bootstrap.")
    ] = 10_000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    data: Data = NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Compare systems by significance tests, and show what each difference rests on."""
    from intervale.present.comparison import comparison_document, comparison_tables, pair_table, topic_rows, topic_table
    from intervale.statements import evidence
    from intervale.stats import compare as compare_systems

    if pairs and per_topic:
        raise OptionError("--pairs and --per-topic cannot be combined; use one of them")
    with long_work(data.workers, no_cache):
        evaluation = data.evaluation(measure, interval=interval, strict=strict)
        found = compare_systems(
            evaluation,
            tests=test or ["t"],
            alpha=alpha,
            correction=correction,
            baseline=baseline or (),
            strict=strict,
            resamples=resamples,
            seed=seed,
        )
        said = None if pairs or per_topic else evidence(evaluation, baseline=baseline or ())
    if per_topic and not found.baselines and len(found.systems) > 2:
        raise OptionError("--per-topic compares two systems: name a baseline (--baseline), or give two runs")
    tables = (
        partial(pair_table if pairs else topic_table, found)
        if pairs or per_topic
        else partial(comparison_tables, found, said)
    )
    document = partial(comparison_document, found, said, pairs=pairs, topics=per_topic)
    rows = partial(topic_rows, found) if per_topic else found
    chosen = chosen_format(form, as_json, output)
    write(rendered(tables, document, rows, chosen, output, all_notes=all_notes), output)
