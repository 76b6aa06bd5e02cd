"""``intervale compare``: tests of systems, with the scale that each needs."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.cli import options
from intervale.cli.data import NO_DATA, Data, takes_data
from intervale.cli.options import Format
from intervale.cli.output import chosen_format, rendered, write
from intervale.cli.pictures import draw, prepared, raise_refused
from intervale.cli.progress import long_work
from intervale.errors import OptionError, did_you_mean
from intervale.stats.registry import TESTS

if TYPE_CHECKING:
    from intervale.data.tabular import Tabular

__all__ = ["compare"]


@takes_data
def compare(
    measure: options.Measures = None,
    test: Annotated[
        list[str] | None,
        typer.Option(
            "--test",
            metavar="NAME,...",
            callback=options.apart,
            help=f"{', '.join(TESTS)}, or all (but dunnett, which needs one baseline); may be repeated, the first "
            "decides marks and answers; default: t.",
        ),
    ] = None,
    interval: Annotated[
        bool, typer.Option("--interval", help="Also run the tests on the interval form of each measure.")
    ] = False,
    alpha: options.Alpha = 0.05,
    correction: options.Correction = "holm",
    baseline: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Compare with this system only; may be repeated.")
    ] = None,
    margin: Annotated[
        float | None,
        typer.Option(
            metavar="D", help="Also ask whether systems are equivalent: whether they differ by less than this."
        ),
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse a test that assumes a scale the measure is not on; with --interval, also a measure without "
            "an interval form.",
        ),
    ] = False,
    show: Annotated[
        str | None,
        typer.Option(
            metavar="ci,difference,p,effect,wins,topics",
            help="Show these beside the means: against the baselines, or the system with the highest mean.",
        ),
    ] = None,
    every: Annotated[bool, typer.Option("--all", help="Show every system, not only the top of many.")] = False,
    details: Annotated[
        bool, typer.Option("--details", help="Also show what each test decided, and what differences rest on.")
    ] = False,
    pairs: Annotated[
        bool, typer.Option("--pairs", help="Show every pair: difference, p, effect size, wins, ties and losses.")
    ] = False,
    per_topic: Annotated[
        bool,
        typer.Option(
            "--per-topic", help="Show the difference on each topic, between two systems or with the baseline."
        ),
    ] = False,
    plot: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE", help="Also draw a picture: .svg, .png, .pdf or .html; differences of two systems, or means."
        ),
    ] = None,
    plot_kind: Annotated[
        str, typer.Option(metavar="means|differences|distribution|decisions", help="What --plot draws.")
    ] = "",
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
    """Compare systems by significance tests, and show what each difference rests on."""
    from intervale.present.comparison import SHOWN, comparison_tables, evidence_of, systems_table
    from intervale.present.comparison_document import comparison_document
    from intervale.present.pairs import pair_table, topic_rows, topic_table
    from intervale.present.plots import KINDS, comparison_plot
    from intervale.stats import compare as compare_systems
    from intervale.stats.equivalence import check_margin

    if pairs and per_topic:
        raise OptionError("--pairs and --per-topic cannot be combined; use one of them")
    if margin is not None:
        check_margin(margin)
    look = prepared(size, font, plot)
    if plot_kind and plot is None:
        raise OptionError("--plot-kind says what --plot FILE draws; add --plot FILE")
    if plot_kind and plot_kind not in KINDS:
        raise OptionError(f"--plot-kind {plot_kind}: unknown; use one of: {', '.join(KINDS)}")
    chosen_columns = tuple(name.strip().lower() for name in (show or "").split(",") if name.strip())
    for name in chosen_columns:
        if name not in SHOWN:
            hint = did_you_mean(name, SHOWN)
            raise OptionError(f"--show {name} is unknown; {hint}use some of: {', '.join(SHOWN)}")
    chosen = chosen_format(form, as_json, output)
    if chosen_columns and (pairs or per_topic or chosen in (Format.csv, Format.parquet, Format.json)):
        raise OptionError("--show adds columns to the table of systems; use --pairs, which has them all")
    with long_work(data.running, no_cache):
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
            margin=margin,
        )
        said = None if pairs or per_topic else evidence_of(found)
    if per_topic and not found.baselines and len(found.systems) > 2:
        raise OptionError("--per-topic compares two systems: name a baseline (--baseline), or give two runs")
    if pairs or per_topic:
        tables: Callable[[], Any] = partial(pair_table if pairs else topic_table, found)
    else:
        printed = chosen is not Format.table and not details  # one table, as a paper or a page has it
        shown = systems_table if printed else partial(comparison_tables, details=details)
        tables = partial(shown, found, said, show=chosen_columns, every=every)
    document = partial(comparison_document, found, said, pairs=pairs, topics=per_topic)
    rows: Callable[[], Tabular] = (
        partial(topic_rows, found) if per_topic else lambda: found if pairs else found.ranking()
    )
    refused = draw(plot, look, partial(comparison_plot, found, plot_kind, look=look))
    write(rendered(tables, document, rows, chosen, output, all_notes=all_notes), output)
    raise_refused([refused])
