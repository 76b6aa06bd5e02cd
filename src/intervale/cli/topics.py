"""``intervale topics``: whether topics share a scale."""

from __future__ import annotations

import sys
from functools import partial
from typing import Annotated

import typer

from intervale.cli import options
from intervale.cli.data import chosen_topics
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.errors import MeasureError, OptionError, UndecidedError

__all__ = ["topics"]


def topics(
    qrels: Annotated[
        str,
        typer.Argument(
            metavar="QRELS",
            help="Judgments: a file in TREC format, CSV, JSON, Parquet or another that the manual names, plain or "
            "compressed; - for standard input.",
        ),
    ],
    measure: options.Measures = None,
    length: options.Length = None,
    sets: Annotated[bool, typer.Option("--sets", help="List the sets of topics that share a scale.")] = False,
    topics: options.Topics = None,
    grades: options.Grades = None,
    encoding: options.Encoding = None,
    columns: options.Columns = None,
    relevant_from: options.RelevantFrom = None,
    form: options.OutFormat = None,
    output: options.Out = None,
    all_notes: options.AllNotes = False,
    as_json: options.Json = False,
) -> None:
    """Find which topics share a scale: whether all values that they can reach are equally spaced."""
    from intervale.data.tabular import Rows
    from intervale.evaluation.topic_scales import judged_counts
    from intervale.measures import named_measures
    from intervale.present.topics import topics_document, topics_tables
    from intervale.scales import TopicScales, topic_scales

    sys.set_int_max_str_digits(0)  # numbers of steps are exact, and may have more digits than Python prints by itself
    form = chosen_format(form, as_json, output)
    refuse_clashes(output, read=[qrels])
    wanted = named_measures(measure or ())
    if not wanted:
        raise OptionError("topics needs at least one measure, such as nDCG@10")
    counts = judged_counts(
        qrels,
        grades=grades,
        topics=chosen_topics(topics),
        encoding=encoding,
        columns=columns,
        relevant_from=relevant_from,
    )
    found: dict[str, TopicScales] = {}
    refused: dict[str, str] = {}
    for name, asked in wanted.items():
        try:
            found[name] = topic_scales(asked, counts, length)
        except (MeasureError, OptionError, UndecidedError) as error:
            refused[name] = str(error)
    if not found:
        raise OptionError("; ".join(dict.fromkeys(refused.values())))
    results, names = list(found.values()), list(found)
    tables = partial(topics_tables, results, names, refused, sets=sets)
    document = partial(topics_document, results, names, refused)
    rows = partial(Rows.joined, [one.set_rows() for one in results] if sets else results)
    write(rendered(tables, document, rows, form, output, all_notes=all_notes), output)
