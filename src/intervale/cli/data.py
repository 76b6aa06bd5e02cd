"""The data that commands take: judgments and runs, or one file of scores, with the options about them."""

from __future__ import annotations

import inspect
import os
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale.cli import options
from intervale.cli.output import chosen_format, refuse_clashes
from intervale.cli.progress import Running
from intervale.errors import InputError, MeasureError, OptionError, shown

if TYPE_CHECKING:
    from intervale.evaluation import Evaluation

__all__ = ["ABOUT_DATA", "NO_DATA", "RUNNING", "Data", "chosen_topics", "takes_data", "takes_judged"]

ABOUT_DATA: dict[str, tuple[Any, Any]] = {
    "ties": (options.Ties, "trec"),
    "missing": (options.Missing, "zero"),
    "duplicates": (options.Duplicates, "error"),
    "topics": (options.Topics, None),
    "grades": (options.Grades, None),
    "depth": (options.Depth, None),
    "encoding": (options.Encoding, None),
    "columns": (options.Columns, None),
    "relevant_from": (options.RelevantFrom, None),
    "systems": (options.Systems, None),
    "standardise": (options.Standardise, None),
    "reference": (options.Reference, None),
    "memory": (options.Memory, None),
    "parts": (options.Parts, None),
    "workers": (options.Workers, None),
    "executor": (options.Executor, None),
    "in_flight": (options.InFlight, None),
}
"""The options about data, by the names that :func:`intervale.evaluate`, :func:`intervale.read_scores` and
:meth:`intervale.Evaluation.standardise` take, each with its default."""
OF_ALL = ("standardise", "reference")
"""Those that are about scores, wherever they come from."""
RUNNING = ("workers", "executor", "in_flight")
"""Those about who does the work, and not about data."""
OF_SCORES = ("grades", "encoding", "systems", *RUNNING)
"""Those that a score matrix takes."""
OF_RUNS = tuple(name for name in ABOUT_DATA if name not in ("systems", *OF_ALL))
"""Those that qrels and runs take."""
WRITTEN = ("hasse", "plot", "page", "values", "spacing", "output")
"""The options that name files to write."""
ON_STANDARD_INPUT = "scores on standard input must be Parquet; for CSV and JSON, give a file name"


@dataclass(frozen=True)
class Data:
    """What a command is about: judgments and runs with the options about them, or one file of scores."""

    qrels: str = ""
    runs: tuple[str, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)

    @property
    def running(self) -> Running:
        """Who does the work."""
        return Running(*(self.options[name] for name in RUNNING))

    def evaluation(
        self, measures: Sequence[str] | None = None, *, interval: bool = False, strict: bool = False
    ) -> Evaluation:
        """The evaluation by these measures. Of one file, by those that are in it and by others where it has judged
        runs; scores without a name for their measure get the one named. Standardised where that is asked for.
        """
        form, reference = (self.options.get(name) for name in OF_ALL)
        if form is None:
            if reference is not None:
                raise OptionError("--reference is for --standardise; give both, or leave it out")
            return self._raw(measures, interval=interval, strict=strict)
        from intervale.evaluation import read_scores
        from intervale.evaluation.standardise import FORMS

        if form not in FORMS:
            raise OptionError(f"--standardise {shown(form)} is unknown; use one of: {', '.join(FORMS)}")
        others = None if reference is None else read_scores(reference, encoding=self.options["encoding"])
        if others is not None and measures and len(measures) == 1:
            others = _named(others, measures[0])
        return self._raw(measures, interval=interval, strict=strict).standardise(form, others)

    def _raw(self, measures: Sequence[str] | None, *, interval: bool, strict: bool) -> Evaluation:
        if self.runs:
            return self._evaluated(measures or (), interval=interval, strict=strict)
        found = self._scores()
        if measures and len(measures) == 1:
            found = _named(found, measures[0])
        return found.score(measures or None, interval=interval, strict=strict) if measures or interval else found

    def _evaluated(self, measures: Sequence[str], *, interval: bool, strict: bool) -> Evaluation:
        from intervale.evaluation import evaluate

        self.refuse_others((*OF_RUNS, *OF_ALL), "applies to a score matrix; leave it out with qrels and runs")
        about = {name: self.options[name] for name in OF_RUNS if name not in RUNNING}
        about["workers"] = self.options["workers"]
        try:
            return evaluate(self.qrels, list(self.runs), measures, interval=interval, strict=strict, **about)
        except InputError as error:
            if _is_saved(error.source):
                raise OptionError(
                    f"{error.source} is a saved evaluation: give it alone, in the place of qrels and runs"
                ) from None
            raise

    def _scores(self) -> Evaluation:
        from intervale.evaluation import read_scores

        self.refuse_others((*OF_SCORES, *OF_ALL), f"needs qrels and runs; {shown(self.qrels)} is given without runs")
        about = {name: self.options[name] for name in OF_SCORES if name not in RUNNING}
        try:
            return read_scores(self.qrels, **about)
        except InputError as error:
            if self.qrels == "-":
                raise InputError(f"{error} ({ON_STANDARD_INPUT})") from None
            raise

    def refuse_others(self, names: Sequence[str], why: str) -> None:
        """Refuse options that are not among these."""
        for name, value in self.options.items():
            if name not in names and value != ABOUT_DATA[name][1]:
                raise OptionError(f"--{name.replace('_', '-')} {why}")


def _named(found: Evaluation, name: str) -> Evaluation:
    """Scores without a name for their measure as those of the measure with this name; a scale that is known stays."""
    from intervale.evaluation import NamedScores
    from intervale.evaluation.matrix import WITHOUT_NAME
    from intervale.measures import Measure, parse_measure

    if found.names != (WITHOUT_NAME,) or found.judged is not None:
        return found
    try:
        measure: Measure = parse_measure(name)
    except MeasureError:
        measure = NamedScores(label=name)
    assumed = [] if measure.defined_by == "scores" else [f"{name}: assumed to be the measure of that name"]
    scale = found.scales.get(WITHOUT_NAME)
    scales = {} if scale is None or scale.equal_steps is None else {name: scale}
    return replace(found, names=(name,), measures=(measure,), scales=scales, notes=(*found.notes, *assumed))


def _is_saved(source: str | None) -> bool:
    """Whether a file that cannot be read as qrels or runs is a saved evaluation."""
    from intervale.data.files import read_content
    from intervale.evaluation.load import is_saved

    return source is not None and os.path.isfile(source) and is_saved(read_content(source))


def chosen_topics(text: str | None) -> Path | list[str] | None:
    """The topics that were asked for: a file, where there is one or the word looks like one, or ids with commas.

    >>> chosen_topics("401,402"), str(chosen_topics("lists/hard.txt"))
    (['401', '402'], 'lists/hard.txt')
    """
    if text is None:
        return None
    name = Path(text)
    is_list = "," in text or (name.name == text and not name.suffix and text != "-")
    if name.exists() or not is_list:
        return name
    return [word.strip() for word in text.split(",") if word.strip()]


NO_DATA = Data()
"""Stands in a signature where :func:`takes_data` puts the arguments and options about data."""


def takes_data(command: Callable[..., None]) -> Callable[..., None]:
    """A command with a parameter ``data`` as one that takes judgments and runs, or a file of scores, first, and all
    options about data in its place. Where the parameter may be None, there may be no data.
    """
    return _taking(command, options.Qrels, tuple(ABOUT_DATA))


def takes_judged(command: Callable[..., None]) -> Callable[..., None]:
    """As :func:`takes_data`, for a command that needs judged runs: without the options about scores."""
    return _taking(command, options.JudgedQrels, OF_RUNS)


def _taking(command: Callable[..., None], judgments: Any, names: Sequence[str]) -> Callable[..., None]:
    """A command that takes files first, the first of this type, and the options with these names."""
    signature = inspect.signature(command, eval_str=True)
    kind = inspect.Parameter.KEYWORD_ONLY  # an argument that is needed may follow one that is not
    optional = signature.parameters["data"].default is None
    files = [
        inspect.Parameter("qrels", kind, default=None, annotation=options.Pilot)
        if optional
        else inspect.Parameter("qrels", kind, annotation=judgments),
        inspect.Parameter("runs", kind, default=None, annotation=options.Runs),
    ]
    about = {name: ABOUT_DATA[name] for name in names}
    shared = [inspect.Parameter(name, kind, default=usual, annotation=of) for name, (of, usual) in about.items()]
    own = [one.replace(kind=kind) for one in signature.parameters.values()]
    spread = [*files, *(part for one in own for part in (shared if one.name == "data" else [one]))]

    @wraps(command)
    def run(**given: Any) -> None:
        options = {name: given.pop(name, usual) for name, (_, usual) in ABOUT_DATA.items()}
        qrels, runs = given.pop("qrels"), tuple(given.pop("runs") or ())
        options["topics"] = chosen_topics(options["topics"])
        data = Data(qrels or "", runs, options)
        lists = [name for name in (options["topics"], options["reference"]) if isinstance(name, str | Path)]
        read = [qrels, *runs, *lists]
        refuse_clashes(*(given.get(name) for name in WRITTEN), read=[one for one in read if one is not None])
        if "form" in given:
            chosen_format(given["form"], given["as_json"], given["output"])  # refused before any work
        if qrels is None:
            data.refuse_others((), "needs data: qrels and runs, or a file of scores")
            return command(data=None, **given)
        return command(data=data, **given)

    run.__signature__ = inspect.Signature(spread)  # type: ignore[attr-defined]
    run.__annotations__ = {one.name: one.annotation for one in spread}
    return run
