"""``intervale evaluate``: score runs."""

from __future__ import annotations

from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.options import Format
from intervale.errors import OptionError

__all__ = ["evaluate"]


@options.takes_data
def evaluate(
    qrels: options.Qrels,
    runs: options.Runs,
    measure: options.Measures,
    per_topic: Annotated[
        bool, typer.Option("--per-topic", help="Every topic, not only the means (trec_eval -q).")
    ] = False,
    judged: Annotated[
        bool, typer.Option("--judged", help="The share of judged documents beside each measure.")
    ] = False,
    interval: Annotated[
        bool, typer.Option("--interval", help="The interval-scaled form of each measure beside it.")
    ] = False,
    strict: options.Strict = False,
    intervals: Annotated[bool, typer.Option("--ci", help="95% confidence intervals beside the means.")] = False,
    data: options.Data = options.NO_DATA,
    no_cache: options.NoCache = False,
    sort: options.Sort = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    as_json: options.Json = False,
) -> None:
    """Score runs against judgments."""
    from intervale.measures import evaluate as score_runs
    from intervale.measures import named_measures
    from intervale.present import evaluation_document, evaluation_table

    if per_topic and intervals:
        raise OptionError("--ci is about means: leave it out with --per-topic")
    wanted = named_measures(with_judged(measure) if judged else measure)
    with options.long_work(data["workers"], no_cache):
        if interval or any(one.is_derived for one in wanted.values()):
            from intervale.stats.api import scored

            scores, _ = scored(qrels, runs, wanted, interval=interval, strict=strict, **data)
        else:  # without the rooms that know scales
            scores = score_runs(qrels, runs, wanted, **data)
    form = options.chosen_format(form, as_json, output)
    if form is Format.parquet:
        options.write(scores.to_parquet_bytes(), output)
        return
    table = partial(evaluation_table, scores, per_topic=per_topic, intervals=intervals, sort=sort)
    document = partial(evaluation_document, scores, per_topic=per_topic)
    options.write(options.rendered(table, document, form, output), output)


def with_judged(measures: list[str]) -> list[str]:
    """Each measure with the share of judged documents down to its cutoff behind it.

    >>> with_judged(["nDCG@10", "AP", "P@10"])
    ['nDCG@10', 'Judged@10', 'AP', 'Judged', 'P@10']
    """
    from intervale.measures import load_measures

    found: list[str] = []
    for text in measures:
        found.append(text)
        for measure in load_measures(text):
            beside = "Judged" if measure.cutoff is None else f"Judged@{measure.cutoff}"
            if beside not in found:
                found.append(beside)
    return found
