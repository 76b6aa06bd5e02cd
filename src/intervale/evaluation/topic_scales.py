"""Whether the topics of judgments share a scale: judgments as people have them, counted by topic and grade."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from numbers import Integral
from os import PathLike
from typing import Any

import numpy as np

from intervale.data import Policy, read_qrels
from intervale.data.column_names import columns_given
from intervale.data.judged import TopicJudgments
from intervale.data.pool import Pool
from intervale.data.read import read_topics
from intervale.errors import OptionError, shown
from intervale.evaluation.evaluation import Evaluation
from intervale.measures import Measure
from intervale.scales import TopicScales
from intervale.scales import topic_scales as scales_of_counts

__all__ = ["judged_counts", "topic_scales"]

Counts = dict[str, tuple[int, ...]]
"""How many judged documents of grade 0, 1, … each topic has."""


def topic_scales(
    measure: str | Measure | Callable[..., Any],
    judgments: Any,
    *,
    length: int | None = None,
    grades: int | None = None,
    topics: Iterable[str | int] | str | PathLike[str] | None = None,
    encoding: str | None = None,
    columns: Any = None,
    relevant_from: float | None = None,
) -> TopicScales:
    """Whether the topics of judgments share a scale: whether all values that they can reach are equally spaced, the
    smallest equally spaced refinement, and the largest sets of topics that share a scale.

    ``judgments`` are what :func:`read_qrels` takes, an evaluation with judged runs, or, for binary judgments, recall
    bases: ``{topic: number of relevant documents}``. Runs have a ``length``, the cutoff of the measure by default.
    ``grades`` sets the top grade; ``topics``, ids or a file with one a line, restricts to some topics; the others are
    those of :func:`read_qrels`. A topic without a relevant document can only score 0: it is left out, and named.

    >>> found = topic_scales("R", {"q1": 1, "q2": 2, "q3": 3}, length=10)
    >>> found.equally_spaced.holds, [str(value) for value in found.values]
    (False, ['0', '1/3', '1/2', '2/3', '1'])
    >>> topic_scales("R", {"q1": 1, "q2": 2, "q3": 3, "q4": 6}, length=10).equally_spaced.holds
    True
    """
    counts = judged_counts(
        judgments, grades=grades, topics=topics, encoding=encoding, columns=columns, relevant_from=relevant_from
    )
    return scales_of_counts(measure, counts, length)


def judged_counts(
    judgments: Any,
    *,
    grades: int | None = None,
    topics: Iterable[str | int] | str | PathLike[str] | None = None,
    encoding: str | None = None,
    columns: Any = None,
    relevant_from: float | None = None,
) -> Counts:
    """How many judged documents of grade 0, 1, … each topic has.

    >>> judged_counts({"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"a": 1}})
    {'q1': (1, 1, 1), 'q2': (0, 1, 0)}
    """
    chosen = read_topics(topics) if isinstance(topics, str | PathLike) else topics
    if _recall_bases(judgments):
        return _of_bases(judgments, grades, chosen)
    if isinstance(judgments, Evaluation):
        return _of_evaluation(judgments, chosen)
    said = columns_given(columns)
    read = read_qrels(judgments, encoding=encoding, columns=said.get("qrels"), relevant_from=relevant_from)
    return _counted(Pool.of(read, Policy(grades=grades, relevant_from=read.relevant_from), chosen).topics)


def _counted(judged: TopicJudgments) -> Counts:
    if judged.top is None:
        raise OptionError("grades must be whole numbers here; say with relevant_from which are relevant")
    grades, top = judged.grades.astype(np.int64), judged.top
    return {
        name: tuple(np.bincount(grades[start:end], minlength=top + 1).tolist())
        for name, start, end in zip(judged.names, judged.offsets, judged.offsets[1:], strict=False)
    }


def _recall_bases(judgments: Any) -> bool:
    """Whether these are recall bases by topic."""
    if not isinstance(judgments, Mapping) or not judgments:
        return False
    return all(isinstance(base, Integral) and not isinstance(base, bool) for base in judgments.values())


def _of_bases(bases: Mapping[Any, int], grades: int | None, topics: Iterable[str | int] | None) -> Counts:
    if grades not in (None, 1):
        raise OptionError(f"grades={grades}: recall bases count relevant documents; for grades, give judgments")
    if any(base < 0 for base in bases.values()):
        raise OptionError("recall bases must be whole numbers of at least 0")
    return _chosen({str(topic): (0, int(base)) for topic, base in bases.items()}, topics)


def _of_evaluation(evaluation: Evaluation, topics: Iterable[str | int] | None) -> Counts:
    if evaluation.judged is None:
        raise OptionError("an evaluation without judged runs has scores alone; give the judgments")
    return _chosen(_counted(evaluation.judged.topics), topics)


def _chosen(counts: Counts, topics: Iterable[str | int] | None) -> Counts:
    if topics is None:
        return counts
    names = list(dict.fromkeys(map(str, topics)))
    missing = [name for name in names if name not in counts]
    if missing:
        more = f" and {len(missing) - 1} more" if len(missing) > 1 else ""
        raise OptionError(f"no judgments for topic {shown(missing[0])}{more}")
    return {name: counts[name] for name in names}
