"""The data that commands take: judgments and runs, or one file of scores, with the options about them."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import wraps
from typing import TYPE_CHECKING, Any

from intervale.cli import options
from intervale.cli.output import refuse_clashes
from intervale.errors import OptionError, shown

if TYPE_CHECKING:
    from intervale.evaluation import Evaluation

__all__ = ["ABOUT_DATA", "NO_DATA", "Data", "takes_data"]

ABOUT_DATA: dict[str, tuple[Any, Any]] = {
    "ties": (options.Ties, "trec"),
    "missing": (options.Missing, "zero"),
    "duplicates": (options.Duplicates, "error"),
    "topics": (options.Topics, None),
    "grades": (options.Grades, None),
    "depth": (options.Depth, None),
    "encoding": (options.Encoding, None),
    "workers": (options.Workers, None),
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
        inspect.Parameter("qrels", kind, annotation=options.Qrels),
        inspect.Parameter("runs", kind, default=None, annotation=options.Runs),
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
