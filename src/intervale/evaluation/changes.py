"""Whether measures keep their scale over the topics and runs of an evaluation."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, overload

import numpy as np

from intervale.data import JudgedRuns
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.evaluation.evaluation import Evaluation, evaluation_of
from intervale.measures import Measure

__all__ = ["ScaleChange", "ScaleChanges", "scale_changes"]

MOST_NAMED = 5


@dataclass(frozen=True)
class ScaleChange:
    """Whether a measure keeps its scale over the topics and runs of an evaluation, and why not."""

    measure: str
    keeps: bool | None
    """None where it is not known."""
    reasons: tuple[str, ...]


@dataclass(frozen=True, eq=False, repr=False)
class ScaleChanges(Tabular, Sequence[ScaleChange]):
    """What is known of each measure, in the order of the evaluation."""

    changes: tuple[ScaleChange, ...]

    def __repr__(self) -> str:
        words = {True: "keeps its scale", False: "changes its scale", None: "not known"}
        more = ", …" if len(self) > MOST_NAMED else ""
        return f"ScaleChanges({', '.join(f'{one.measure}: {words[one.keeps]}' for one in self[:MOST_NAMED])}{more})"

    def __len__(self) -> int:
        return len(self.changes)

    @overload
    def __getitem__(self, place: int) -> ScaleChange: ...
    @overload
    def __getitem__(self, place: slice) -> tuple[ScaleChange, ...]: ...
    def __getitem__(self, place: int | slice) -> ScaleChange | tuple[ScaleChange, ...]:
        return self.changes[place]

    def columns(self) -> Columns:
        """A row for each measure: whether it keeps its scale, None where that is not known, and why."""
        return columns_of(
            ("measure", "keeps", "reasons"), [(one.measure, one.keeps, "; ".join(one.reasons)) for one in self]
        )


def scale_changes(evaluation: Evaluation) -> ScaleChanges:
    """Which measures of an evaluation change their scale between its topics, or between runs, and why.

    A measure changes its scale between topics if it depends on something of the topic (recall base, ideal run) that
    differs; topics with the same grades share a scale. It changes between runs if it uses whole runs and these have
    different lengths. Runs shorter than the cutoff are padded, and topics with fewer relevant documents than the cutoff
    use part of the scale: both are reported, and neither is a change.

    >>> from intervale.evaluation import evaluate
    >>> qrels = {"1": {"a": 1}, "2": {"a": 1, "b": 1}}
    >>> runs = {"A": {"1": {"a": 1.0}, "2": {"a": 2.0, "b": 1.0}}}
    >>> [(change.measure, change.keeps) for change in scale_changes(evaluate(qrels, runs, ["R@1", "P@1"]))]
    [('R@1', False), ('P@1', True)]
    """
    evaluation_of(evaluation, "scale_changes").needed_scores("scale_changes")
    judged = evaluation.needed_runs("scale_changes")
    pairs = zip(evaluation.names, evaluation.measures, strict=True)
    return ScaleChanges(tuple(_change(name, measure, judged) for name, measure in pairs))


def _change(name: str, measure: Measure, runs: JudgedRuns) -> ScaleChange:
    keeps, *reasons = _by_topic(measure, runs)
    cutoff = measure.cutoff
    lengths = runs.retrieved[runs.answered]
    if cutoff is None and len(np.unique(lengths)) > 1:
        keeps = False
        reasons.append(f"it has no cutoff, and the runs have from {lengths.min()} to {lengths.max()} documents")
    if cutoff is not None and (short := int((lengths < cutoff).sum())):
        reasons.append(f"{short:,} of {len(lengths):,} ranked lists have fewer than {cutoff} documents: padded")
    bases = runs.topics.recall_base(measure.rel or 1)
    if cutoff is not None and (capped := int((bases < cutoff).sum())):
        reasons.append(
            f"{capped} of {len(bases)} topics have fewer than {cutoff} relevant documents, so their runs cannot reach "
            "all values: they use a part of the same scale"
        )
    return ScaleChange(name, keeps, tuple(reasons))


def _by_topic(measure: Measure, runs: JudgedRuns) -> tuple[Any, ...]:
    """Whether all topics are on one scale, and why not where they are not."""
    if not _topics_differ(runs):
        return (True,)
    if not measure.on_run_space:
        return _by_judgments(measure, runs)
    if not measure.recall_based:
        return (True,)
    if measure.is_derived:
        return False, "the measure behind it depends on the judgments of the topic, which differ"
    constants = measure.topic_constants(runs.topics)
    if constants is None:
        return None, "it may depend on the judgments of the topic"
    return _by_constant(constants, runs.topics.names)


def _topics_differ(runs: JudgedRuns) -> bool:
    """Whether two topics have different grades, each taken as often as it was given."""
    topics = runs.topics
    grades = np.split(topics.descending(topics.grades)[0], topics.offsets[1:-1])
    return any(not np.array_equal(grades[0], other) for other in grades[1:])


def _by_judgments(measure: Measure, runs: JudgedRuns) -> tuple[Any, ...]:
    if measure.of_topic == "nothing":
        return (True,)
    bases = runs.topics.recall_base(measure.rel or 1)
    if bases.min() != bases.max():
        return False, f"topics have from {bases.min()} to {bases.max()} relevant documents, and {measure.why_no_exact}"
    if measure.of_topic == "recall base":
        return (True,)
    return None, f"topics have different judgments, and {measure.why_no_exact}"


def _by_constant(constants: Any, names: Sequence[str]) -> tuple[Any, ...]:
    some = np.flatnonzero(constants > 0)
    if not len(some) or constants[some].min() >= constants[some].max() * (1 - 1e-12):
        return (True,)
    low, high = some[constants[some].argmin()], some[constants[some].argmax()]
    return False, (
        f"it divides by a constant of the topic: a value of 1 becomes {constants[low]:.4g} on topic {names[low]} and "
        f"{constants[high]:.4g} on topic {names[high]}"
    )
