"""Qrels and runs from dictionaries and data frames (pandas, polars, Arrow: anything that speaks the Arrow
interface).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import from_numpy, one_chunk, strings
from intervale.data.columns import Qrels, Run, encode_ids, plain_numbers, split_by_tag, whole_grades
from intervale.errors import InputError, shown

__all__ = ["RunDict", "is_frame", "qrels_from_dict", "qrels_from_frame", "runs_from_frame", "text_of"]

STRETCH = 1 << 17
LARGEST_ID = 10**1000

COLUMN_NAMES = {
    "topic": ("topic", "topic_id", "query_id", "qid", "query", "q_id"),
    "document": ("document", "document_id", "doc_id", "docno", "docid", "doc", "item"),
    "grade": ("grade", "relevance", "rel", "label"),
    "score": ("score", "similarity", "sim"),
    "rank": ("rank",),
    "tag": ("tag", "run", "run_id", "system"),
}


def is_frame(source: Any) -> bool:
    """Whether the value is a table of some data frame library."""
    return hasattr(source, "__arrow_c_stream__")


def qrels_from_dict(judgments: Mapping[str, Mapping[str, float]], name: str = "the qrels") -> Qrels:
    """Judgments from ``{topic: {document: grade}}``."""
    topic, document, grade = _flatten(judgments.items(), name, "grade")
    return Qrels(topic, document, whole_grades(grade, name), name)


@dataclass(frozen=True, eq=False)
class RunDict:
    """A run as ``{topic: {document: score}}``, not read yet."""

    answers: Mapping[str, Mapping[str, float]]
    name: str
    source: str

    def runs(self, stretch: slice = slice(None)) -> list[Run]:
        topic, document, score = _flatten(self._items[stretch], self.source, "score")
        return [Run(self.name, topic, document, score.astype(np.float64), source=self.source)]

    def stretches(self) -> Iterator[slice]:
        """Stretches of about ``STRETCH`` documents."""
        start, size = 0, 0
        for place, (_, inner) in enumerate(self._items, start=1):
            size += len(inner) if isinstance(inner, Mapping) else 0
            if size >= STRETCH or place == len(self._items):
                yield slice(start, place)
                start, size = place, 0

    @cached_property
    def _items(self) -> list[tuple[str, Any]]:
        return list(self.answers.items())


def qrels_from_frame(frame: Any, name: str = "the qrels") -> Qrels:
    """Judgments from a frame with columns topic, document, grade (or the names other tools give them)."""
    table = _table(frame, name)
    topic, document = _ids(table, name)
    return Qrels(topic, document, whole_grades(_numbers(table, "grade", name), name), name)


def runs_from_frame(frame: Any, source: str = "run", *, ranks: bool = False) -> list[Run]:
    """The runs in a frame with columns topic, document, score, and rank and tag where it has them: one for each tag."""
    table = _table(frame, source)
    topic, document = _ids(table, source)
    score = _numbers(table, "score", source).astype(np.float64)
    rank = _numbers(table, "rank", source).astype(np.float64) if ranks and _column(table, "rank") else None
    tag = encode_ids(_text(table, "tag", source)) if _column(table, "tag") else None
    return split_by_tag(topic, document, score, rank, tag, source)


def _table(frame: Any, name: str) -> pa.Table:
    """The frame as an Arrow table."""
    try:
        return pa.table(frame)
    except (pa.ArrowException, TypeError, ValueError, OverflowError) as error:
        why = "; ".join(str(part) for part in error.args)
        raise InputError(f"the frame cannot be read (a column may mix types): {why}", source=name) from None


def _flatten(
    nested: Iterable[tuple[str, Mapping[str, float]]], name: str, what: str
) -> tuple[pa.Array, pa.Array, np.ndarray[Any, Any]]:
    topics: list[str] = []
    documents: list[str] = []
    numbers: list[float] = []
    sizes: list[int] = []
    for topic, inner in nested:
        if not isinstance(inner, Mapping):
            raise InputError(
                f"topic {topic!r}: expected a dictionary document → {what}, found {type(inner).__name__}", source=name
            )
        topics.append(topic)
        sizes.append(len(inner))
        documents.extend(inner.keys())
        numbers.extend(inner.values())
    codes, ids = np.repeat(np.arange(len(topics), dtype=np.int32), sizes), _texts(topics, name)
    if not all(isinstance(topic, str) for topic in topics) and len(set(ids.to_pylist())) < len(topics):
        raise InputError("a topic appears twice, as a number and as text", source=name)
    column = pa.DictionaryArray.from_arrays(from_numpy(codes), ids)
    try:
        values = np.array(numbers) if numbers else np.empty(0)
    except ValueError:  # lists of different lengths
        values = np.empty(0, dtype=object)
    if values.dtype.kind not in "iufb" or values.ndim != 1:
        raise InputError(f"every {what} must be a number", source=name)
    return column, _texts(documents, name), plain_numbers(values)


def _texts(ids: list[Any], name: str) -> pa.Array:
    """Ids as texts: whole numbers are written out, as data frames with whole ids are."""
    try:
        return strings(ids)
    except (TypeError, UnicodeEncodeError):
        return strings([text_of(one, name) for one in ids])


def text_of(one: Any, name: str) -> str:
    """An id as text."""
    if isinstance(one, int | np.integer) and abs(int(one)) < LARGEST_ID:
        return str(one)
    try:
        one.encode()
    except (AttributeError, UnicodeEncodeError):
        raise InputError(f"topic and document ids must be text; {shown(one)} is not", source=name) from None
    return str(one)


def _ids(table: pa.Table, name: str) -> tuple[pa.DictionaryArray, pa.Array]:
    topic, document = (_text(table, what, name) for what in ("topic", "document"))
    return encode_ids(topic), one_chunk(document)


def _text(table: pa.Table, what: str, name: str) -> pa.ChunkedArray:
    column = table.column(_needed(table, what, name))
    if pa.types.is_dictionary(column.type):
        column = column.cast(column.type.value_type)
    _refuse_nulls(column, what, name)
    try:
        return pc.cast(column, pa.large_string() if pa.types.is_large_string(column.type) else pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(f"column {what!r} must hold ids, but holds {column.type}", source=name) from None


def _numbers(table: pa.Table, what: str, name: str) -> np.ndarray[Any, Any]:
    column = table.column(_needed(table, what, name))
    _refuse_nulls(column, what, name)
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):  # as CSV files have them
        column = _read_numbers(column, what, name)
    numbers = one_chunk(column).to_numpy(zero_copy_only=False)
    if numbers.dtype.kind not in "iufb":
        raise InputError(f"column {what!r} must hold numbers, but holds {column.type}", source=name)
    return plain_numbers(np.asarray(numbers))


def _read_numbers(column: pa.ChunkedArray, what: str, name: str) -> pa.ChunkedArray:
    """A column of texts as numbers; the line of the first that is none, where each row is a line below a header."""
    fine = pc.match_substring_regex(column, r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
    if not pc.all(fine).as_py() and len(column):
        row = pc.index(fine, False).as_py()
        raise InputError(f"expected a number as {what}, found {column[row].as_py()!r}", source=name, line=row + 2)
    return pc.cast(pc.replace_substring_regex(column, r"^\+", ""), pa.float64())


def _refuse_nulls(column: pa.ChunkedArray, what: str, name: str) -> None:
    if column.null_count:
        row = pc.index(pc.is_null(column), True).as_py()
        raise InputError(f"column {what!r} has no value in row {row + 1}", source=name)


def _column(table: pa.Table, what: str) -> str | None:
    return next((known for known in COLUMN_NAMES[what] if known in table.column_names), None)


def _needed(table: pa.Table, what: str, name: str) -> str:
    column = _column(table, what)
    if column is not None and table.column_names.count(column) > 1:
        raise InputError(f"column {column!r} appears twice", source=name)
    if column is None:
        raise InputError(
            f"no column {what!r} (or {', '.join(COLUMN_NAMES[what][1:])}) among {table.column_names}", source=name
        )
    return column
