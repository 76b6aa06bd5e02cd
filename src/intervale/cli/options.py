"""The types of options that commands share: names, help and what may be given."""

from __future__ import annotations

from enum import StrEnum
from pathlib import Path
from typing import Annotated, Any

import typer

from intervale.cli.arguments import parse_grades
from intervale.errors import OptionError

__all__ = [
    "AllNotes",
    "Alpha",
    "Columns",
    "Correction",
    "Depth",
    "Duplicates",
    "Encoding",
    "Executor",
    "Font",
    "Format",
    "Gains",
    "Grades",
    "InFlight",
    "Interval",
    "Json",
    "JudgedQrels",
    "Length",
    "Level",
    "Measures",
    "Memory",
    "Missing",
    "NoCache",
    "Out",
    "OutFormat",
    "Parts",
    "Pilot",
    "Qrels",
    "Reference",
    "RelevantFrom",
    "Resamples",
    "Runs",
    "Seed",
    "Size",
    "Sort",
    "Standardise",
    "Steps",
    "Strict",
    "Systems",
    "Ties",
    "TopGrade",
    "TopicScale",
    "Topics",
    "Workers",
    "apart",
]


class Format(StrEnum):
    """How a result is written."""

    table = "table"
    md = "md"
    latex = "latex"
    html = "html"
    csv = "csv"
    parquet = "parquet"
    json = "json"


def _level(alpha: float) -> float:
    if 1 <= alpha < 100:
        raise OptionError(f"--alpha {alpha:g} must be below 1: write {alpha / 100:g} for {alpha:g}%")
    return alpha


def apart(names: list[str] | None) -> list[str] | None:
    """Names that were given with options of their own, or several to an option with commas.

    >>> apart(["t", "sign,friedman"])
    ['t', 'sign', 'friedman']
    """
    return None if names is None else [name.strip() for text in names for name in text.split(",")]


JUDGMENTS = (
    "Judgments: a file in TREC format, CSV, JSON, Parquet or another that the manual names, plain or compressed; - for "
    "standard input. Or, without runs, a saved evaluation (evaluate -o FILE.parquet)"
)
Qrels = Annotated[str, typer.Argument(metavar="QRELS", help=f"{JUDGMENTS} or a score matrix (CSV, Parquet).")]
JudgedQrels = Annotated[str, typer.Argument(metavar="QRELS", help=f"{JUDGMENTS}.")]
Pilot = Annotated[
    str | None,
    typer.Argument(metavar="[QRELS]", help=f"{Qrels.__metadata__[0].help} Not needed where a variance is given."),
]
Runs = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="RUN", help="Runs: files in the same formats, plain or compressed; - for standard input; or folders."
    ),
]
Measures = Annotated[
    list[str] | None,
    typer.Option(
        "-m",
        "--measure",
        metavar="MEASURE...",
        help="A measure: nDCG@10, AP(rel=2), ndcg_cut_10, module:function. May be repeated.",
    ),
]
Ties = Annotated[
    str, typer.Option(metavar="trec|trec9|rank|file|error", help="How documents with equal scores are ordered.")
]
Missing = Annotated[
    str,
    typer.Option(
        metavar="zero|drop", help="Topics missing from a run: score 0 (trec_eval -c), or leave out of its mean."
    ),
]
Duplicates = Annotated[
    str,
    typer.Option(
        metavar="error|first|best",
        help="A document retrieved twice for a topic: refuse, keep the first line, or keep the best score.",
    ),
]
Topics = Annotated[
    str | None,
    typer.Option(metavar="FILE|ID,ID,...", help="Use only the topics in this file, one per line, or only these."),
]
Grades = Annotated[int | None, typer.Option(metavar="C", help="The top grade, if it is not in the qrels.")]
Depth = Annotated[int | None, typer.Option(metavar="K", help="Use at most K documents per topic (trec_eval -M).")]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8, such as latin-1.")
]
Columns = Annotated[
    list[str] | None,
    typer.Option(
        metavar="topic,document,rank",
        help="The columns of files without a header, - to skip one: with grade those of the judgments, with score or "
        "rank those of the runs. May be given for both.",
    ),
]
RelevantFrom = Annotated[
    float | None,
    typer.Option(metavar="G", help="Grade 1 from this grade or rating on, 0 below; ratings are read only with it."),
]
Systems = Annotated[
    str | None,
    typer.Option(metavar="columns|rows", help="Where a score matrix has its systems; default: by its first column."),
]
Standardise = Annotated[
    str | None,
    typer.Option(
        metavar="z|normal|linear|ecdf", help="Standardise scores on each topic, relative to all systems or --reference."
    ),
]
Reference = Annotated[
    str | None,
    typer.Option(metavar="FILE", help="Reference systems for --standardise: a saved evaluation or a score matrix."),
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Number of parallel workers; default: one per processor.",
    ),
]
Executor = Annotated[
    str | None,
    typer.Option(
        metavar="threads|processes|dask:ADDRESS|MODULE:FUNCTION",
        help="Who does long work: threads (the default), processes, a dask cluster (dask:tcp://host:8786, or dask for "
        "processes of this machine), or an executor that a function makes.",
    ),
]
InFlight = Annotated[
    int | None,
    typer.Option(
        "--in-flight",
        metavar="N",
        min=1,
        help="How many tasks the executor is given at a time; default: 8 per process, 256 for other executors.",
    ),
]
Memory = Annotated[
    str | None,
    typer.Option(metavar="600MB", help="The most memory to use: files are read in smaller parts, or refused."),
]
Parts = Annotated[
    str | None,
    typer.Option(
        metavar="FOLDER",
        help="Keep the scores of each run in this folder, or behind this URL; a second start does the rest.",
    ),
]
OutFormat = Annotated[
    Format | None,
    typer.Option(
        "-f", "--format", metavar="|".join(Format), help="Output format; default: by the file name of -o, else table."
    ),
]
Sort = Annotated[str | None, typer.Option(metavar="MEASURE", help="Sort systems by this measure.")]
Out = Annotated[
    Path | None, typer.Option("-o", "--output", metavar="FILE", help="Write to this file instead of standard output.")
]
Length = Annotated[int | None, typer.Option(metavar="N", help="Number of documents in a run; default: the cutoff.")]
Gains = Annotated[
    str | None, typer.Option(metavar="0,1,3", help="Gains of the grades 0..C, instead of the measure's own.")
]
Steps = Annotated[
    int, typer.Option(metavar="K", help="How many steps to sample where there are too many runs to check all.")
]
Seed = Annotated[int, typer.Option(metavar="S", min=0, help="Random seed.")]
Alpha = Annotated[float, typer.Option(metavar="A", callback=_level, help="Significance level.")]
Resamples = Annotated[int, typer.Option(metavar="N", help="Number of resamples for randomisation and bootstrap.")]
Correction = Annotated[
    str,
    typer.Option(
        metavar="NAME",
        help="none, bonferroni, sidak, holm, hochberg, bh or by; over all pairs, or over those with a baseline.",
    ),
]
Interval = Annotated[bool, typer.Option("--interval", help="Add the interval-scaled form of each measure.")]
Level = Annotated[
    str | None, typer.Option(metavar="nominal|ordinal|interval|ratio", help="Override the scale of the measure.")
]
TopicScale = Annotated[str | None, typer.Option(metavar="shared|own", help="Override whether topics share one scale.")]
TopGrade = Annotated[
    Any,
    typer.Option(
        parser=parse_grades,
        metavar="C",
        help="The top grade: grades are 0..C; or the grades themselves, as in 0,0.5,2.",
    ),
]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Neither read nor write cached results (see intervale cache).")
]
Strict = Annotated[bool, typer.Option("--strict", help="With --interval, refuse a measure without an interval form.")]
Size = Annotated[
    str,
    typer.Option(
        metavar="screen|one-column|two-column",
        help="Size of pictures; columns of a paper are 240 and 504 points wide, without a title.",
    ),
]
Font = Annotated[
    str | None, typer.Option(metavar="NAME", help="Font of pictures; default: in columns Latin Modern, as in LaTeX.")
]
AllNotes = Annotated[bool, typer.Option("--all-notes", help="Show all notes below a table, not only the first five.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document; same as -f json.")]
