"""Judged runs with a part of the judgments, from runs that are read and judged once.

Runs are judged against the numbers of the judgments in place of their grades: then each retrieved document is known by
its judgment, and a part of the judgments is a look-up.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from os import PathLike
from typing import Any

import numpy as np

from intervale.data import JudgedRuns, Policy, TopicJudgments, judge, read_qrels
from intervale.data.column_names import columns_given
from intervale.data.policy import LARGEST_GRADE
from intervale.errors import InputError, OptionError

__all__ = ["ReducibleRuns"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class ReducibleRuns:
    """Runs whose retrieved documents are known by their judgments: ``numbered`` has in place of each grade the number
    of the judgment in its topic, from 1, and ``grades[offsets[t] + number − 1]`` is the grade itself.
    """

    numbered: JudgedRuns
    grades: Array
    offsets: Array
    top: int | None

    @staticmethod
    def of(
        qrels: Any,
        runs: Any,
        policy: Policy,
        *,
        topics: Iterable[str | int] | str | PathLike[str] | None = None,
        encoding: str | None = None,
        workers: int | None = None,
        columns: Any = None,
    ) -> ReducibleRuns:
        """Read and judge runs, as :func:`~intervale.judge` does. The top grade is that of all judgments, whichever part
        is taken.
        """
        said = columns_given(columns)
        read = read_qrels(qrels, encoding=encoding, columns=said.get("qrels"), relevant_from=policy.relevant_from)
        top = read.top_grade
        if policy.grades is not None and (top is None or top > policy.grades):
            what = "needs integer grades" if top is None else f"but the qrels contain grade {top}"
            raise OptionError(f"grades={policy.grades}: {what}")
        names = read.topic_names
        code_of = {name: code for code, name in enumerate(names)}
        code = read.topics.repeated(np.array([code_of[name] for name in read.topics.texts.tolist()]))
        order = np.argsort(code, kind="stable")
        offsets = np.searchsorted(code[order], np.arange(len(names) + 1))
        sizes = np.diff(offsets)
        if sizes.max() > LARGEST_GRADE:
            many = (
                f"topic {names[int(sizes.argmax())]} has {sizes.max():,} judgments; at most {LARGEST_GRADE:,} are read"
            )
            raise InputError(many, source=read.source)
        number = np.empty(len(code), dtype=np.int64)
        number[order] = np.arange(1, len(code) + 1) - np.repeat(offsets[:-1], sizes)
        numbered = judge(
            replace(read, grade=number),
            runs,
            replace(policy, grades=None),
            topics=topics,
            encoding=encoding,
            workers=workers,
            columns=said.get("run"),
        )
        chosen = [code_of[name] for name in numbered.topics.names]
        grades = np.concatenate([read.grade[order[offsets[t] : offsets[t + 1]]] for t in chosen])
        kept = np.concatenate([[0], np.cumsum(sizes[chosen])])
        return ReducibleRuns(numbered, grades, kept, policy.grades or top)

    @cached_property
    def places(self) -> Array:
        """Which judgment each retrieved document has."""
        row = np.repeat(np.arange(len(self.numbered.offsets) - 1), np.diff(self.numbered.offsets))
        found: Array = self.offsets[row % len(self.numbered.topics.names)] + self.numbered.grade - 1
        return found

    @cached_property
    def best_ranks(self) -> Array:
        """The best rank of each judged document in any run; beyond all ranks where no run has it."""
        found = np.full(len(self.grades), np.iinfo(np.int32).max, dtype=np.int64)
        np.minimum.at(found, self.places, self.numbered.rank)
        return found

    def sizes(self) -> Array:
        """The number of judgments of each topic."""
        return np.diff(self.offsets)

    def first(self, priority: Array, counts: Array) -> Array:
        """Which judgments are kept: of each topic so many of the least priority."""
        topic = np.repeat(np.arange(len(counts)), self.sizes())
        order = np.lexsort((priority, topic))
        kept = np.zeros(len(self.grades), dtype=bool)
        kept[order] = np.arange(len(order)) - self.offsets[:-1][topic] < counts[topic]
        return kept

    def judged(self, kept: Array) -> JudgedRuns:
        """The runs judged by the judgments that are kept; other documents are unjudged."""
        inside = kept[self.places]
        grade = np.maximum(self.grades, -1).astype(np.float64 if self.top is None else np.int16)
        return replace(
            self.numbered,
            topics=self._topics(kept),
            offsets=np.concatenate([[0], np.cumsum(inside)])[self.numbered.offsets],
            rank=self.numbered.rank[inside],
            grade=grade[self.places[inside]],
            policy=replace(self.numbered.policy, grades=self.top),
        )

    def _topics(self, kept: Array) -> TopicJudgments:
        """The constants of the topics, by the judgments that are kept and not negative."""
        topic = np.repeat(np.arange(len(self.offsets) - 1), self.sizes())
        judged = kept & (self.grades >= 0)
        topic, grade = topic[judged], self.grades[judged]
        order = np.lexsort((-grade, topic))
        names = self.numbered.topics.names
        offsets = np.searchsorted(topic[order], np.arange(len(names) + 1))
        return TopicJudgments(names, offsets, grade[order], self.top, np.zeros(len(names), dtype=np.uint64))
