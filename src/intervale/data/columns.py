"""Qrels and runs as columns: immutable, topics in blocks, any UTF-8 ids."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property, partial
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np

from intervale.data.column_names import Columns
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError, OptionError
from intervale.exact.shown import Shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = ["Qrels", "Run", "Stretch", "Unread"]

STRETCH = 1 << 17
"""How many rows of a run are judged at once."""


class _Ids(Shown):
    """What qrels and runs share: a topic and a document in each row. ``topics`` and ``documents`` are worked with;
    ``topic`` and ``document`` are the same as Arrow columns.
    """

    topics: Blocks
    documents: Texts

    def __len__(self) -> int:
        return len(self.documents)

    def topic_of(self, row: int) -> str:
        """The topic of a row."""
        return self.topics.texts[int(np.searchsorted(np.cumsum(self.topics.sizes), row, side="right"))]

    @cached_property
    def topic(self) -> pa.DictionaryArray:
        """The topic of each row, dictionary-encoded."""
        from intervale.data.arrow import encoded

        return encoded(self.topics)

    @cached_property
    def document(self) -> pa.Array:
        """The document of each row."""
        from intervale.data.arrow import strings

        return strings(self.documents)


@dataclass(frozen=True, eq=False, repr=False)
class Qrels(_Ids):
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

    topics: Blocks
    documents: Texts
    grade: np.ndarray[Any, Any]
    source: str = "qrels"
    relevant_from: float | None = None
    columns: Columns | None = None

    def __post_init__(self) -> None:
        if not len(self):
            raise InputError("no judgments", source=self.source)

    def __repr__(self) -> str:
        return f"Qrels({len(self):,} judgments on {len(self.topic_names):,} topics, grades to {self.grade.max():g})"

    @cached_property
    def topic_ids(self) -> Texts:
        """The topics that have a judgment, in the order of their ids' bytes."""
        texts = self.topics.texts
        return Blocks.of(texts.take(texts.order())).texts

    @cached_property
    def topic_names(self) -> tuple[str, ...]:
        """:attr:`topic_ids` as strings."""
        return tuple(self.topic_ids.tolist())

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
class Run(_Ids):
    """One system's answer: topic, document, score, and the rank column where it was kept (``ranks=True``).

    Made by :func:`intervale.read_run`. The order of rows is the order of the file. ``by_rank`` says that there were
    ranks only: the score is minus the rank. ``columns`` is what was said about the columns of a file.

    >>> from intervale import read_run
    >>> run = read_run({"q1": {"a": 1.5, "b": 0.5}}, name="mine")
    >>> run.name, len(run)
    ('mine', 2)
    """

    name: str
    topics: Blocks
    documents: Texts
    score: np.ndarray[Any, Any]
    rank: np.ndarray[Any, Any] | None = None
    source: str = "run"
    by_rank: bool = False
    columns: Columns | None = None

    def __post_init__(self) -> None:
        if not len(self):
            raise InputError("no retrieved documents", source=self.source)
        undefined = np.isnan(self.score)
        if undefined.any():
            row = int(undefined.argmax())
            topic, document = self.topic_of(row), self.documents[row]
            from intervale.data.locate import line_of  # which knows columns

            what = f"topic {topic}, document {document}: the score is not a number; fix or remove it"
            raise InputError(what, source=self.source, line=line_of(self.source, topic, document, columns=self.columns))

    def __repr__(self) -> str:
        return f"Run({self.name!r}: {len(self):,} documents)"

    def renamed(self, name: str) -> Run:
        """The same run under another name."""
        return replace(self, name=name)

    def take(self, rows: np.ndarray[Any, Any]) -> Run:
        """Some rows of the run."""
        rank = None if self.rank is None else self.rank[rows]
        topics, documents = self.topics.take(rows), self.documents.take(rows)
        return replace(self, topics=topics, documents=documents, score=self.score[rows], rank=rank)

    def compact(self, rows: np.ndarray[Any, Any]) -> Run:
        """Some rows of the run, without what they were read from."""
        some = self.take(rows)
        return replace(some, topics=some.topics.compact(), documents=some.documents.compact())

    @staticmethod
    def joined(parts: Sequence[Run]) -> Run:
        """Parts of one run, one behind the other."""
        ranks = [part.rank for part in parts if part.rank is not None]
        return replace(
            parts[0],
            topics=Blocks.joined([part.topics for part in parts]),
            documents=Texts.joined([part.documents for part in parts]),
            score=np.concatenate([part.score for part in parts]),
            rank=np.concatenate(ranks) if len(ranks) == len(parts) else None,
            by_rank=any(part.by_rank for part in parts),
        )

    # ------------------------------------------------------------ as a source of runs

    expected = ""

    def runs(self) -> list[Run]:
        """The run itself."""
        return [self]

    def stretches(self) -> Iterator[Stretch]:
        """Stretches of about ``STRETCH`` rows."""
        number = np.cumsum(self.topics.sizes) // STRETCH
        cuts = [0, *(np.flatnonzero(np.diff(number)) + 1).tolist(), len(number)]
        if len(cuts) == 2:
            yield self.runs
        else:
            yield from (partial(self._blocks, slice(start, end)) for start, end in pairwise(cuts))

    def units(self, size: int) -> None:
        """None: it is in the memory of this process."""

    def _blocks(self, some: slice) -> list[Run]:
        ends = np.cumsum(self.topics.sizes)
        rows = slice(int(ends[some.start - 1]) if some.start else 0, int(ends[some.stop - 1]))
        topics = Blocks(self.topics.texts.take(some), self.topics.sizes[some])
        rank = None if self.rank is None else self.rank[rows]
        documents = self.documents.take(rows)
        return [replace(self, topics=topics, documents=documents, score=self.score[rows], rank=rank)]


Stretch = Callable[[], list[Run]]
"""Reads a part of a source: its runs there, of which there may be none."""


class Unread(Protocol):
    """The runs of a source that are not columns yet: read as a whole, or a stretch of topics at a time."""

    @property
    def source(self) -> str:
        """How it is called."""

    @property
    def expected(self) -> str:
        """What is said behind the sentence that there is nothing in it."""

    def runs(self) -> list[Run]:
        """All runs in the source."""

    def stretches(self) -> Iterator[Stretch]:
        """Stretches in their order. Where a topic ends, one ends, as far as that is seen from near by: whether topics
        come back in another is for the caller to see.
        """

    def units(self, size: int) -> Sequence[Unread] | None:
        """Parts of about so many bytes that can be sent to another process, in their order; None where it cannot."""


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
        if (grade == np.rint(grade)).all() and (np.abs(grade) < 2**53).all():
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
    topics: Blocks,
    documents: Texts,
    score: np.ndarray[Any, Any],
    rank: np.ndarray[Any, Any] | None,
    tags: Blocks | None,
    source: str,
) -> list[Run]:
    """One run for each tag, in the order in which tags appear; without tags one run, named by its source."""
    names = [] if tags is None else tags.texts.tolist()
    whole = Run(names[0] if names else source, topics, documents, score, rank, source)
    if tags is None or len(names) <= 1:
        return [whole]
    code_of = {name: code for code, name in enumerate(dict.fromkeys(names))}
    codes = tags.repeated(np.array([code_of[name] for name in names]))
    return [whole.take(np.flatnonzero(codes == code)).renamed(name) for name, code in code_of.items()]
