"""``evaluate``: judged runs and measures to a table of scores."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from os import PathLike
from typing import Any, NoReturn

import numpy as np

from intervale.data import JudgedRuns, Policy, judge
from intervale.errors import MeasureError
from intervale.measures.mean_order import tightened
from intervale.measures.measure import Measure
from intervale.measures.parse import load_measure, load_measures
from intervale.measures.scores import ScoreTable

__all__ = ["evaluate", "score"]

MeasureLike = str | Measure | Callable[..., Any]


def evaluate(
    qrels: Any,
    runs: Any,
    measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike],
    *,
    ties: str = "trec",
    missing: str = "zero",
    duplicates: str = "error",
    topics: Iterable[str | int] | str | PathLike[str] | None = None,
    grades: int | None = None,
    depth: int | None = None,
    encoding: str | None = None,
    workers: int | None = None,
) -> ScoreTable:
    """Score runs against qrels.

    ``qrels`` and ``runs`` are files, dictionaries, data frames, or what :func:`read_qrels` and :func:`read_run`
    gave; ``runs`` may be one run, a list, or a dictionary from system names to runs. ``measures`` are names
    (``"nDCG@10"``, ``"map"``), measures, or functions.

    ``ties``, ``missing`` and ``duplicates`` say what is done where data leave a choice (the manual's page on data
    lists them), ``topics`` restricts to some topics, ``grades`` sets the top grade, ``depth`` looks at no more than
    so many documents of each run. By default every topic of the qrels counts, as with trec_eval's ``-c``.

    >>> table = evaluate({"q1": {"a": 1, "b": 2}}, {"A": {"q1": {"b": 2.0, "a": 1.0}}}, ["AP", "nDCG@10"])
    >>> table.means("A")
    {'AP': 1.0, 'nDCG@10': 1.0}
    """
    wanted = named_measures(measures)  # before any file is read: a wrong name costs nothing
    policy = Policy(ties, missing, duplicates, grades, depth)
    return score(judge(qrels, runs, policy, topics=topics, encoding=encoding, workers=workers), wanted)


def score(runs: JudgedRuns, measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike]) -> ScoreTable:
    """Score judged runs: :func:`evaluate` without the reading and judging."""
    wanted = named_measures(measures)
    scored = [measure.scored(runs) for measure in wanted.values()]
    values = np.stack([np.asarray(scores, dtype=np.float64) for scores, _ in scored])
    errors = np.stack([np.zeros(runs.shape) if error is None else error for _, error in scored])
    if runs.policy.missing == "drop":
        values[:, ~runs.answered] = np.nan
        errors[:, ~runs.answered] = 0.0
    order = np.full(values.shape, -1, dtype=np.int64)
    about: dict[str, list[str]] = {}
    for index, (name, measure) in enumerate(wanted.items()):
        if errors[index].any() and (places := measure.exact_order(runs)) is not None:
            order[index] = places
            values[index], errors[index] = tightened(values[index], errors[index], places, across=measure.one_order)
        for note in (*measure.notes(runs), *measure.remarks(values[index], errors[index])):
            about.setdefault(note, []).append(name)
    table = ScoreTable(
        runs.systems,
        runs.topics.names,
        tuple(wanted),
        tuple(wanted.values()),
        values,
        runs.policy,
        (),
        errors if errors.any() else None,
        order if (order >= 0).any() else None,
    )
    for name in wanted if table.errors is not None else ():
        if opened := table.mean_order(name).open_pairs:
            pairs = len(table.systems) * (len(table.systems) - 1) // 2
            note = f"which mean is larger is open for {opened:,} of {pairs:,} pairs of systems: their bounds overlap"
            about.setdefault(note, []).append(name)
    notes = (*(f"{', '.join(those)}: {note}" for note, those in about.items()), *runs.notes)
    return replace(table, notes=notes)


def named_measures(measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike]) -> dict[str, Measure]:
    """Measures by the names that the user wrote; a name that stands for several gives each its canonical one.

    >>> named_measures(["map", "P.5,10"])
    {'map': AP, 'P@5': P@5, 'P@10': P@10}
    """
    if isinstance(measures, dict):
        found = {name: load_measure(measure) for name, measure in measures.items()}
        return found or _refuse_nothing()
    single = isinstance(measures, str | Measure) or callable(measures)
    found = {}
    for asked in [measures] if single else measures:  # type: ignore[union-attr]
        several = load_measures(asked)
        for measure in several:
            name = asked if isinstance(asked, str) and len(several) == 1 else str(measure)
            if found.setdefault(name.strip(), measure) != measure:
                raise MeasureError(f"two measures are called {name!r}; name them: {{'first': .., 'second': ..}}")
    return found or _refuse_nothing()


def _refuse_nothing() -> NoReturn:
    raise MeasureError("no measure given; name at least one, such as nDCG@10")
