"""Qrels and runs as columns: immutable, dictionary-encoded topics, any UTF-8 ids."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Protocol

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import from_numpy, one_chunk, taken, to_numpy, truths
from intervale.data.column_names import Columns
from intervale.errors import InputError, OptionError
from intervale.exact.shown import Shown

__all__ = ["Qrels", "Run", "Unread"]


@dataclass(frozen=True, eq=False, repr=False)
class Qrels(Shown):
    """Relevance judgments: topic, document, grade.

    Made by :func:`intervale.read_qrels`. Grades are integers; a float column whose values are all whole becomes
    integer too. A negative grade means: in the pool, not judged. A document may be judged once per topic.
    ``relevant_from`` is the grade or rating from which on documents were taken for relevant, where grades were made so;
    ``columns`` is what was said about the columns of a file.

    >>> from intervale import read_qrels
    >>> qrels = read_qrels({"q1": {"a": 2, "b": 0}, "q2": {"a": 1}})
    >>> len(qrels), qrels.topic_names, qrels.top_grade
    (3, ('q1', 'q2'), 2)
    """

    topic: pa.DictionaryArray
    document: pa.Array | pa.ChunkedArray
    grade: np.ndarray[Any, Any]
    source: str = "qrels"
    relevant_from: float | None = None
    columns: Columns | None = None

    def __post_init__(self) -> None:
        if not len(self.document):
            raise InputError("no judgments", source=self.source)

    def __repr__(self) -> str:
        return f"Qrels({len(self):,} judgments on {len(self.topic_names):,} topics, grades to {self.grade.max():g})"

    def __len__(self) -> int:
        return len(self.document)

    @cached_property
    def topic_ids(self) -> pa.Array:
        """The topics that have a judgment, in the order of their ids' bytes."""
        used = np.zeros(len(self.topic.dictionary), dtype=bool)
        used[to_numpy(self.topic.indices)] = True
        ids = taken(self.topic.dictionary, np.flatnonzero(used))
        return ids.take(pc.sort_indices(ids.cast(pa.large_binary())))

    @cached_property
    def topic_names(self) -> tuple[str, ...]:
        """:attr:`topic_ids` as strings."""
        return tuple(self.topic_ids.to_pylist())

    @property
    def levels(self) -> bool:
        """Whether grades are integers."""
        return bool(self.grade.dtype.kind == "i")

    @property
    def top_grade(self) -> int | None:
        """The largest grade c (at least 1), or None where grades are floats."""
        return max(1, int(self.grade.max())) if self.levels else None

    def relevant(self, relevant_from: float | None) -> Qrels:
        """These judgments with the grade 1 from some grade on, and 0 below; as they are where None is given.

        >>> from intervale import read_qrels
        >>> read_qrels({"q": {"a": 2, "b": 1, "c": -1}}).relevant(2).grade.tolist()
        [1, 0, -1]
        """
        if relevant_from is None or relevant_from == self.relevant_from:
            return self
        if self.relevant_from is not None:
            before = f"the judgments were made with relevant_from={self.relevant_from:g}"
            raise OptionError(f"relevant_from={relevant_from:g}, but {before}")
        grade = relevant_grades(self.grade, relevant_from, ratings=False)
        return replace(self, grade=grade, relevant_from=relevant_from)


@dataclass(frozen=True, eq=False, repr=False)
class Run(Shown):
    """One system's answer: topic, document, score, and the rank column where it was kept (``ranks=True``).

    Made by :func:`intervale.read_run`. The order of rows is the order of the file. ``by_rank`` says that there were
    ranks only: the score is minus the rank. ``columns`` is what was said about the columns of a file.

    >>> from intervale import read_run
    >>> run = read_run({"q1": {"a": 1.5, "b": 0.5}}, name="mine")
    >>> run.name, len(run)
    ('mine', 2)
    """

    name: str
    topic: pa.DictionaryArray
    document: pa.Array | pa.ChunkedArray
    score: np.ndarray[Any, Any]
    rank: np.ndarray[Any, Any] | None = None
    source: str = "run"
    by_rank: bool = False
    columns: Columns | None = None

    def __post_init__(self) -> None:
        if not len(self.document):
            raise InputError("no retrieved documents", source=self.source)
        undefined = np.isnan(self.score)
        if undefined.any():
            row = int(undefined.argmax())
            topic, document = self.topic[row].as_py(), self.document[row].as_py()
            from intervale.data.locate import line_of  # which knows columns

            what = f"topic {topic}, document {document}: the score is not a number; fix or remove it"
            raise InputError(what, source=self.source, line=line_of(self.source, topic, document, columns=self.columns))

    def __repr__(self) -> str:
        return f"Run({self.name!r}: {len(self):,} documents)"

    def __len__(self) -> int:
        return len(self.document)

    def renamed(self, name: str) -> Run:
        """The same run under another name."""
        return replace(self, name=name)


class Unread(Protocol):
    """The runs of a source that are not columns yet: read as a whole, or a stretch of topics at a time."""

    def runs(self, stretch: slice = ...) -> list[Run]:
        """The runs in the source, or in a stretch of it."""

    def stretches(self) -> Iterator[slice]:
        """Stretches that end where a topic does. Whether topics come back later is for the caller to see."""


def encode_ids(ids: pa.Array | pa.ChunkedArray) -> pa.DictionaryArray:
    """A column of ids, most of them the same as the one before, as one dictionary-encoded array.

    >>> encode_ids(pa.array(["a", "a", "b", "a"])).indices.tolist()
    [0, 0, 1, 0]
    """
    if pa.types.is_dictionary(ids.type):
        return one_chunk(ids.unify_dictionaries() if isinstance(ids, pa.ChunkedArray) else ids)
    column = one_chunk(ids)
    changes = truths(pc.not_equal(column.slice(1), column.slice(0, max(0, len(column) - 1))))
    starts = np.concatenate([[0], np.flatnonzero(changes) + 1]) if len(column) else np.empty(0, dtype=np.int64)
    stretches = pc.dictionary_encode(taken(column, starts))
    codes = np.repeat(to_numpy(stretches.indices), np.diff(starts, append=len(column)))
    return pa.DictionaryArray.from_arrays(from_numpy(codes), stretches.dictionary)


def plain_numbers(values: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Whole numbers of any kind as 64-bit integers, or as floats where these do not hold them; floats as they are.

    >>> plain_numbers(np.array([2**63, 1], dtype=np.uint64)).tolist()
    [9.223372036854776e+18, 1.0]
    """
    if values.dtype.kind not in "iub":
        return values
    fits = values.dtype.kind != "u" or not values.size or int(values.max()) <= np.iinfo(np.int64).max
    return values.astype(np.int64 if fits else np.float64)


def whole_grades(grade: np.ndarray[Any, Any], source: str) -> np.ndarray[Any, Any]:
    """Grades as integers where all are whole numbers, as floats otherwise."""
    if grade.dtype.kind == "f":
        if not np.isfinite(grade).all():
            raise InputError("a grade is not a finite number", source=source)
        if (grade == np.rint(grade)).all() and (np.abs(grade) < 2**31).all():
            return grade.astype(np.int64)
        return grade.astype(np.float64)
    return grade.astype(np.int64)


def relevant_grades(grade: np.ndarray[Any, Any], relevant_from: float | None, *, ratings: bool) -> np.ndarray[Any, Any]:
    """The grade 1 from ``relevant_from`` on, 0 below. A negative grade stays what it is, a document that was not
    judged; a negative rating is a rating.

    >>> relevant_grades(np.array([4.5, 3, -1]), 4, ratings=False).tolist()
    [1, 0, -1]
    >>> relevant_grades(np.array([4.5, 3, -1]), 4, ratings=True).tolist()
    [1, 0, 0]
    """
    made = np.where(grade >= relevant_from, 1, 0)
    return np.where((grade < 0) & (not ratings), -1, made).astype(np.int64)


def split_by_tag(
    topic: pa.DictionaryArray,
    document: pa.Array | pa.ChunkedArray,
    score: np.ndarray[Any, Any],
    rank: np.ndarray[Any, Any] | None,
    tag: pa.DictionaryArray | None,
    source: str,
) -> list[Run]:
    """One run for each tag, in the order in which tags appear; without tags one run, named by its source."""
    if tag is None or len(tag.dictionary) <= 1:
        name = tag.dictionary[0].as_py() if tag is not None and len(tag.dictionary) else source
        return [Run(name, topic, document, score, rank, source)]
    codes = to_numpy(tag.indices)
    runs = []
    for code, name in enumerate(tag.dictionary.to_pylist()):
        rows = np.flatnonzero(codes == code)
        part = None if rank is None else rank[rows]
        if len(rows):
            runs.append(Run(name, taken(topic, rows), taken(document, rows), score[rows], part, source))
    return runs
