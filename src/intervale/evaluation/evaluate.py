"""``evaluate``: from judgments, runs and measures to an evaluation."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from os import PathLike
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Policy, judge
from intervale.data.provenance import Provenance
from intervale.data.shapes import settled
from intervale.evaluation.evaluation import Evaluation
from intervale.evaluation.notes import with_notes
from intervale.evaluation.parts import Parts
from intervale.exact.executors import ExecutorLike
from intervale.exact.progress import parallel
from intervale.measures import Measure, named_measures
from intervale.measures.mean_order import tightened

__all__ = ["MeasureLike", "evaluate", "score_judged"]

Array = np.ndarray[Any, Any]
MeasureLike = str | Measure | Callable[..., Any]


def evaluate(
    qrels: Any,
    runs: Any,
    measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike] = (),
    *,
    interval: bool = False,
    strict: bool = False,
    ties: str = "trec",
    missing: str = "zero",
    duplicates: str = "error",
    topics: Iterable[str | int] | str | PathLike[str] | None = None,
    grades: int | None = None,
    depth: int | None = None,
    encoding: str | None = None,
    workers: int | None = None,
    columns: Any = None,
    relevant_from: float | None = None,
    executor: ExecutorLike | None = None,
    memory: int | str | None = None,
    parts: str | PathLike[str] | None = None,
) -> Evaluation:
    """Score runs against qrels.

    ``qrels`` and ``runs`` are files, dictionaries, data frames, objects of other libraries, or what :func:`read_qrels`
    and :func:`read_run` return; ``runs`` may be one run, a list, or a dictionary from system names to runs.
    ``measures`` are names (``"nDCG@10"``, ``"map"``), measures, or functions; without any, the evaluation holds only
    the judged runs.

    ``interval`` adds the interval form of each measure after it; a measure without one gets a note, or is refused with
    ``strict``. ``ties``, ``missing`` and ``duplicates`` are the policies for data (see the page on data in the manual),
    ``topics`` selects topics, ``grades`` sets the top grade, ``depth`` uses at most so many documents per topic. By
    default every topic of the qrels counts, as with trec_eval's ``-c``. ``relevant_from`` makes the grade 1 from this
    grade or rating on, and 0 below. ``columns`` says what the columns of files without a header are, such as
    ``"topic,document,rank"``: with a grade those of the qrels, with a score or a rank those of the runs; or a list of
    both.

    ``executor`` judges files on other processes or machines, with the same numbers to the bit (see
    :func:`intervale.parallel`); ``memory``, such as ``"600MB"``, bounds what this process takes; ``parts`` is a folder
    in which scores are kept run by run, so that a second start does only what is missing (see the page on scale in the
    manual).

    >>> found = evaluate({"q1": {"a": 1, "b": 2}}, {"A": {"q1": {"b": 2.0, "a": 1.0}}}, ["AP", "nDCG@10"])
    >>> found.means("A")
    {'AP': 1.0, 'nDCG@10': 1.0}
    """
    wanted = named_measures(measures)  # before any file is read: a wrong name costs nothing
    policy = Policy(ties, missing, duplicates, grades, depth, relevant_from)
    runs = settled(runs)
    with parallel(workers, executor):
        kept = None if parts is None else Parts(parts, wanted, runs)
        judged = judge(
            qrels,
            runs,
            policy,
            topics=topics,
            encoding=encoding,
            workers=workers,
            columns=columns,
            memory=memory,
            kept=kept,
        )
        found = score_judged(judged, wanted, Provenance.of(qrels=qrels, run=runs), interval=interval, strict=strict)
    if kept is not None:
        kept.finish(found)
    return found


def score_judged(
    judged: JudgedRuns,
    measures: dict[str, Measure],
    provenance: Provenance,
    *,
    interval: bool = False,
    strict: bool = False,
) -> Evaluation:
    """Score judged runs: :func:`evaluate` without the reading and judging."""
    no_form: dict[str, str] = {}
    if interval or any(measure.is_derived for measure in measures.values()):
        from intervale.evaluation.interval_forms import with_forms

        measures, no_form = with_forms(measures, judged, add=interval, strict=strict)
    values = np.empty((len(measures), *judged.shape))
    errors: Array | None = None
    order: Array | None = None
    for index, measure in enumerate(measures.values()):
        values[index], off, places = _one(measure, judged)
        if off is not None:
            errors = np.zeros_like(values) if errors is None else errors
            errors[index] = off
        if places is not None:
            order = np.full(values.shape, -1, dtype=np.int64) if order is None else order
            order[index] = places
    found = Evaluation(
        judged.systems,
        judged.topics.names,
        tuple(measures),
        tuple(measures.values()),
        values,
        judged.policy,
        (),
        errors,
        order,
        judged,
        provenance,
        no_form=no_form,
    )
    return with_notes(found)


def _one(measure: Measure, judged: JudgedRuns) -> tuple[Array, Array | None, Array | None]:
    """The scores of one measure, how far each can be off where they can, and then their exact order where that is
    known.
    """
    scores, off = measure.scored(judged)
    values = np.array(scores, dtype=np.float64)
    errors = None if off is None else np.array(off)
    if judged.policy.missing == "drop":
        values[~judged.answered] = np.nan
        if errors is not None:
            errors[~judged.answered] = 0.0
    if errors is None or not errors.any():
        return values, None, None
    places = measure.exact_order(judged)
    if places is not None:
        values, errors = tightened(values, errors, places, across=measure.one_order)
    known = places is not None and bool((places >= 0).any())
    return values, errors if errors.any() else None, places if known else None
