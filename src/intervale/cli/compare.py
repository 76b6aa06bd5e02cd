"""``intervale compare``: tests of systems, with the scale that each needs."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.errors import OptionError

__all__ = ["compare"]


@options.takes_data
def compare(
    qrels: options.Qrels,
    runs: options.Runs,
    measure: options.Measures,
    test: Annotated[
        list[str] | None,
        typer.Option(
            "--test",
            metavar="NAME",
            help="sign, rank-sum, signed-rank, t, anova1, kruskal-wallis, anova2, friedman, randomisation, bootstrap, "
            "or all; may be repeated, the first makes the groups; default: t.",
        ),
    ] = None,
    interval: Annotated[
        bool, typer.Option("--interval", help="The same tests on the interval form of each measure.")
    ] = False,
    alpha: Annotated[float, typer.Option(metavar="A", help="The level of decisions.")] = 0.05,
    correction: Annotated[
        str,
        typer.Option(
            metavar="NAME",
            help="none, bonferroni, sidak, holm, hochberg, bh or by, over all pairs, or those with the baselines.",
        ),
    ] = "holm",
    baseline: Annotated[
        list[str] | None, typer.Option(metavar="NAME", help="Compare with this system only; may be repeated.")
    ] = None,
    strict: Annotated[
        bool,
        typer.Option(
            "--strict",
            help="Refuse a test that needs a richer scale than the measure is on, and with --interval a "
            "measure that has no interval form.",
        ),
    ] = False,
    pairs: Annotated[bool, typer.Option("--pairs", help="Every pair, with p-value and effect.")] = False,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", help="The differences on every topic, of two systems or with the baseline.")
    ] = False,
    resamples: Annotated[int, typer.Option(metavar="N", help="How often randomisation and bootstrap draw.")] = 10_000,
    seed: Annotated[int, typer.Option(metavar="N", min=0, help="Random seed.")] = 0,
    data: options.Data = options.NO_DATA,
    no_cache: options.NoCache = False,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Compare systems by significance tests, and say what each decision rests on."""
    from intervale.present.comparison import comparison_document, comparison_tables, pair_table, topic_table
    from intervale.statements import standings
    from intervale.stats import compare_table
    from intervale.stats.api import scored

    if pairs and per_topic:
        raise OptionError("--pairs and --per-topic are two tables; ask for one of them")
    with options.long_work(data["workers"], no_cache):
        table, judged = scored(
            qrels,
            runs,
            measure,
            interval=interval,
            strict=strict,
            **data,
        )
        found = compare_table(
            table,
            tests=test or ["t"],
            alpha=alpha,
            correction=correction,
            baseline=baseline or (),
            strict=strict,
            resamples=resamples,
            seed=seed,
        )
        said = None if pairs or per_topic else standings(table, judged, baseline=baseline or ())
    if per_topic and not found.baselines and len(found.systems) > 2:
        raise OptionError("differences on topics are of two systems: name a baseline (--baseline), or give two runs")
    tables = (
        partial(pair_table if pairs else topic_table, found)
        if pairs or per_topic
        else partial(comparison_tables, found, said)
    )
    document = partial(comparison_document, found, said, pairs=pairs, topics=per_topic)
    options.write(options.rendered(tables, document, options.chosen_format(form, as_json, output), output), output)
