"""Options that the commands share, and where output goes."""

from __future__ import annotations

import inspect
import json
import os
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass, field
from enum import StrEnum
from functools import partial, wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from intervale.errors import NumberError, OptionError, shown

if TYPE_CHECKING:
    from fractions import Fraction

    from intervale.data.tabular import Tabular
    from intervale.evaluation import Evaluation
    from intervale.orders import JudgedRun, Order, RunSpace
    from intervale.present import Table

__all__ = [
    "ABOUT_DATA",
    "Data",
    "Depth",
    "Duplicates",
    "Encoding",
    "Format",
    "Gains",
    "Grades",
    "Json",
    "Length",
    "Measures",
    "Missing",
    "NoCache",
    "Out",
    "OutFormat",
    "Qrels",
    "Runs",
    "Sort",
    "Strict",
    "Ties",
    "Topics",
    "Workers",
    "chosen_format",
    "gains",
    "long_work",
    "order",
    "refuse_clashes",
    "rendered",
    "run",
    "say",
    "takes_data",
    "write",
]


MOST_GRADES = 1_000_000


class Format(StrEnum):
    """How a result is written."""

    table = "table"
    md = "md"
    latex = "latex"
    csv = "csv"
    parquet = "parquet"
    json = "json"


SUFFIXES = {
    ".md": Format.md,
    ".tex": Format.latex,
    ".csv": Format.csv,
    ".parquet": Format.parquet,
    ".json": Format.json,
}
"""The formats that the names of files ask for."""

Qrels = Annotated[
    str,
    typer.Argument(
        metavar="QRELS",
        help="Judgments: a TREC qrels file, plain or compressed; - for standard input. Or, without runs, a saved "
        "evaluation (evaluate -o FILE.parquet) or a score matrix (CSV, Parquet).",
    ),
]
Runs = Annotated[
    list[str] | None,
    typer.Argument(metavar="RUN", help="Runs: TREC run files, plain or compressed; - for standard input."),
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
Topics = Annotated[Path | None, typer.Option(metavar="FILE", help="Use only the topics in this file, one per line.")]
Grades = Annotated[int | None, typer.Option(metavar="C", help="The top grade, if it is not in the qrels.")]
Depth = Annotated[int | None, typer.Option(metavar="K", help="Use at most K documents per topic (trec_eval -M).")]
Encoding = Annotated[
    str | None, typer.Option(metavar="NAME", help="Encoding of files that are not UTF-8, such as latin-1.")
]
Workers = Annotated[
    int | None,
    typer.Option(
        metavar="N",
        min=1,
        help="Number of parallel workers; default: one per processor.",
    ),
]
OutFormat = Annotated[
    Format | None, typer.Option("-f", "--format", help="Output format; default: by the file name of -o, else table.")
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
Seed = Annotated[int, typer.Option(metavar="S", help="Random seed.")]
NoCache = Annotated[
    bool, typer.Option("--no-cache", help="Neither read nor write cached results (see intervale cache).")
]
Strict = Annotated[bool, typer.Option("--strict", help="With --interval, refuse a measure without an interval form.")]
AllNotes = Annotated[bool, typer.Option("--all-notes", help="Show all notes below a table, not only the first five.")]
Json = Annotated[bool, typer.Option("--json", help="Print one JSON document; same as -f json.")]


ABOUT_DATA: dict[str, tuple[Any, Any]] = {
    "ties": (Ties, "trec"),
    "missing": (Missing, "zero"),
    "duplicates": (Duplicates, "error"),
    "topics": (Topics, None),
    "grades": (Grades, None),
    "depth": (Depth, None),
    "encoding": (Encoding, None),
    "workers": (Workers, None),
}
"""The options about data, by the names that :func:`intervale.evaluate` takes, each with its default."""
OF_SCORES = ("grades", "encoding", "workers")
"""Those that a score matrix takes, too."""


@dataclass(frozen=True)
class Data:
    """What a command is about: judgments and runs with the options about them, or one file of scores."""

    qrels: str = ""
    runs: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def workers(self) -> int | None:
        workers: int | None = self.options["workers"]
        return workers

    def evaluation(
        self, measures: Sequence[str] | None = None, *, interval: bool = False, strict: bool = False
    ) -> Evaluation:
        """The evaluation by these measures. Of one file, by those that are in it and by others where it has judged
        runs; a score matrix without a name for its measure gets the one named.
        """
        from intervale.evaluation import evaluate

        if self.runs:
            return evaluate(
                self.qrels, list(self.runs), measures or (), interval=interval, strict=strict, **self.options
            )
        found = self._scores(measures)
        return found.score(measures or None, interval=interval, strict=strict) if measures or interval else found

    def _scores(self, measures: Sequence[str] | None) -> Evaluation:
        from intervale.evaluation import read_scores
        from intervale.evaluation.matrix import WITHOUT_NAME

        for name, value in self.options.items():
            if name not in OF_SCORES and value != ABOUT_DATA[name][1]:
                raise OptionError(f"--{name} needs qrels and runs; {shown(self.qrels)} is given without runs")
        about = {name: self.options[name] for name in ("grades", "encoding")}
        found = read_scores(self.qrels, **about)
        if found.names == (WITHOUT_NAME,) and measures and len(measures) == 1:
            return read_scores(self.qrels, measure=measures[0], **about)
        return found


NO_DATA = Data()
"""Stands in a signature where :func:`takes_data` puts the arguments and options about data."""


def takes_data(command: Callable[..., None]) -> Callable[..., None]:
    """A command with a parameter ``data`` as one that takes judgments and runs, or a file of scores, first, and all
    options about data in its place.
    """
    signature = inspect.signature(command, eval_str=True)
    kind = inspect.Parameter.KEYWORD_ONLY  # an argument that is needed may follow one that is not
    files = [
        inspect.Parameter("qrels", kind, annotation=Qrels),
        inspect.Parameter("runs", kind, default=None, annotation=Runs),
    ]
    shared = [inspect.Parameter(name, kind, default=usual, annotation=of) for name, (of, usual) in ABOUT_DATA.items()]
    own = [one.replace(kind=kind) for one in signature.parameters.values()]
    spread = [*files, *(part for one in own for part in (shared if one.name == "data" else [one]))]

    @wraps(command)
    def run(**given: Any) -> None:
        options = {name: given.pop(name) for name in ABOUT_DATA}
        data = Data(given.pop("qrels"), tuple(given.pop("runs") or ()), options)
        refuse_clashes(given.get("hasse"), given.get("output"), read=[data.qrels, *data.runs, options["topics"]])
        command(data=data, **given)

    run.__signature__ = inspect.Signature(spread)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in spread}
    return run


def gains(text: str) -> list[Fraction]:
    """Gains as they are written, 0,1,3; fractions too."""
    from intervale.exact import bounded_number

    try:
        return [bounded_number(word) for word in text.split(",")]
    except NumberError as error:
        raise OptionError(f"--gains: {error}; write one number for each grade, such as 0,1,3") from None


def order(name: str) -> str | Order:
    """An order by its name, or the user's own as module:function; ``induced`` is left to who knows the measure."""
    from intervale.measures.own import load_function
    from intervale.orders import OwnOrder
    from intervale.orders import order as built_in

    if name == "induced":
        return name
    return OwnOrder(name, leq=load_function(name)) if ":" in name else built_in(name)


def run(text: str, space: RunSpace) -> JudgedRun:
    """A run as it is written: 1,0,2 or, with grades below ten, 102; a grade many times as 0{97}."""
    words = [word.strip() for word in text.split(",")] if "," in text else re.findall(r"\d\{\d+\}|.", text)
    parts: list[tuple[int, int]] = []
    for word in words:
        found = re.fullmatch(r"([0-9]{1,6})(?:\{([0-9]{1,6})\})?", word)
        if found is None:
            raise OptionError(f"{shown(text)} is not a run; write its grades, such as 1,0,2 or 102 or 10{{98}}2")
        parts.append((int(found[1]), int(found[2] or 1)))
    count = sum(times for _, times in parts)
    if count > MOST_GRADES:
        raise OptionError(
            f"{shown(text)} is not a run of this space: it has {count:,} grades, expected {space.length:,}"
        )
    return space.checked([grade for grade, times in parts for _ in range(times)])


@contextmanager
def long_work(workers: int | None, no_cache: bool) -> Iterator[None]:
    """How long work is done: by so many workers, with the cache or without, and said on standard error."""
    from intervale.exact.progress import parallel

    said = _Progress()
    with _without_cache() if no_cache else nullcontext(), parallel(workers, listener=said):
        try:
            yield
        finally:
            said.wipe()


@contextmanager
def _without_cache() -> Iterator[None]:
    from intervale.scales.cache import without_cache

    with without_cache():
        yield


class _Progress:
    """Announcements as lines; how far work has come on one line that is written over, on a terminal only."""

    def __init__(self) -> None:
        self.shown = False
        self.next = time.monotonic() + 1

    def __call__(self, what: str, done: int, total: int) -> None:
        if not total:
            self.wipe()
            say(what)
        elif sys.stderr.isatty() and time.monotonic() >= self.next:
            from intervale.present import visible

            print(f"\r{visible(what)}: {done / total:.0%} ", end="", file=sys.stderr, flush=True)
            self.shown, self.next = True, time.monotonic() + 0.2

    def wipe(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self.shown = False


def chosen_format(form: Format | None, as_json: bool, path: Path | None) -> Format:
    """The format asked for; without one, the one that the name of the file says."""
    if as_json and form not in (None, Format.json):
        raise OptionError(f"--json and -f {form} ask for two formats; use one of them")
    if form is None and path is not None and not as_json:
        return SUFFIXES.get(path.suffix.lower(), Format.table)
    return Format.json if as_json else form or Format.table


def rendered(
    table: Callable[[], Table | list[Table]],
    document: Callable[[], dict[str, Any]],
    rows: Tabular | Callable[[], Tabular],
    form: Format,
    path: Path | None = None,
    *,
    all_notes: bool = True,
) -> str | bytes:
    """A result in the form asked for: tables for people, several one below the other; one JSON document; or one long
    table. Only what the form needs is made.
    """
    from intervale.present.render import MOST_NOTES, to_latex, to_markdown, to_terminal

    if form is Format.json:
        return json.dumps(document(), indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    if form in (Format.csv, Format.parquet):
        from intervale.present.results import csv_of, parquet_of

        made = rows() if callable(rows) else rows
        return csv_of(made) if form is Format.csv else parquet_of(made)
    if form is Format.table:
        terminal = path is None and sys.stdout.isatty()
        width = os.get_terminal_size().columns if terminal else None
        colour = terminal and "NO_COLOR" not in os.environ
        draw = partial(to_terminal, width=width, colour=colour, most_notes=None if all_notes else MOST_NOTES)
    else:
        draw = partial({Format.md: to_markdown, Format.latex: to_latex}[form])
    drawn = table()
    return "\n".join(draw(one) for one in (drawn if isinstance(drawn, list) else [drawn]))


def refuse_clashes(*written: Path | None, read: Sequence[object] = ()) -> None:
    """Refuse, before any work, to write over a file that is read, or to write one file twice."""
    from intervale.data.writing import refuse_clashes

    refuse_clashes([path for path in written if path is not None], read)


def write(content: str | bytes, path: Path | None) -> None:
    """To standard output, or to a file that holds its old content or the whole new one."""
    from intervale.data.writing import write_whole

    if path is not None and str(path) != "-":
        write_whole(path, content)
    elif isinstance(content, bytes):
        raise OptionError("Parquet cannot be printed: name a file with -o")
    else:
        _to_standard_output(content)


def say(message: str) -> None:
    """A line on standard error, in which names cannot talk to the terminal."""
    from intervale.present import visible

    print(f"intervale: {visible(message)}", file=sys.stderr, flush=True)


def _to_standard_output(content: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(content.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()
