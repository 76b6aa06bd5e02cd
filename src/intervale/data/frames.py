"""Qrels and runs from the three shapes of :mod:`intervale.data.shapes`: numbers by topic and document, lists of
documents by topic, and tables with columns.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import from_numpy, one_chunk, strings
from intervale.data.column_names import SWAPPED, Columns, find_columns, picked
from intervale.data.columns import (
    Qrels,
    Run,
    encode_ids,
    plain_numbers,
    relevant_grades,
    split_by_tag,
    whole_grades,
)
from intervale.data.shapes import is_ranked
from intervale.errors import InputError, shown

__all__ = ["RunDict", "qrels_from_dict", "qrels_from_frame", "runs_from_frame", "text_of"]

STRETCH = 1 << 17
LARGEST_ID = 10**1000


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
            size += len(inner) if isinstance(inner, Mapping) or is_ranked(inner) else 0
            if size >= STRETCH or place == len(self._items):
                yield slice(start, place)
                start, size = place, 0

    @cached_property
    def _items(self) -> list[tuple[str, Any]]:
        return list(self.answers.items())


def qrels_from_frame(
    table: pa.Table,
    name: str = "the qrels",
    *,
    relevant_from: float | None = None,
    columns: Columns | None = None,
    first_line: int | None = None,
) -> Qrels:
    """Judgments from a table with columns topic, document, grade, or the names other tools give them. A column of
    ratings needs ``relevant_from``. ``first_line`` is the line of the first row, where each is one.
    """
    found = find_columns(table.column_names, "qrels", name, relevant_from=relevant_from)
    topic, document = _ids(table, found, name)
    if "rating" in found:
        values = whole_grades(_numbers(table, found, "rating", name, first_line), name)
        grade, made = relevant_grades(values, relevant_from, ratings=True), relevant_from
    else:
        grade, made = whole_grades(_numbers(table, found, "grade", name, first_line), name), None
        if grade.dtype.kind == "f" and picked([found["grade"]], "score") is not None:
            part = grade[grade % 1 != 0][0]
            held = f"column {shown(found['grade'])} holds {part:g}, which is not a whole grade; {SWAPPED['qrels']}"
            raise InputError(f"{held} (if these are grades, call the column grade)", source=name)
    return Qrels(topic, document, grade, name, made, columns)


def runs_from_frame(
    table: pa.Table,
    source: str = "run",
    *,
    ranks: bool = False,
    columns: Columns | None = None,
    first_line: int | None = None,
) -> list[Run]:
    """The runs in a table with columns topic, document, score, and rank and tag where it has them: one for each tag.
    Where there is no score, it is minus the rank.
    """
    found = find_columns(table.column_names, "run", source)
    topic, document = _ids(table, found, source)
    by_rank = "score" not in found
    rank = None
    if "rank" in found and (ranks or by_rank):
        rank = _numbers(table, found, "rank", source, first_line).astype(np.float64)
        if by_rank and not np.isfinite(rank).all():
            raise InputError("a rank is not a finite number", source=source)
    score = -rank if by_rank and rank is not None else _numbers(table, found, "score", source, first_line)
    tag = encode_ids(_text(table, found, "tag", source)) if "tag" in found else None
    runs = split_by_tag(topic, document, score.astype(np.float64), rank if ranks else None, tag, source)
    return [replace(run, by_rank=by_rank, columns=columns) for run in runs] if by_rank or columns else runs


def _flatten(
    nested: Iterable[tuple[str, Mapping[str, float]]], name: str, what: str
) -> tuple[pa.Array, pa.Array, np.ndarray[Any, Any]]:
    topics: list[str] = []
    documents: list[str] = []
    numbers: list[float] = []
    sizes: list[int] = []
    for topic, inner in nested:
        topics.append(topic)
        if isinstance(inner, Mapping):
            documents.extend(inner.keys())
            numbers.extend(inner.values())
        elif what == "score" and is_ranked(inner):  # best first, so that none are tied
            documents.extend(inner)
            numbers.extend(range(len(inner), 0, -1))
        else:
            raise InputError(f"topic {shown(topic)}: {_expected(inner, what)}", source=name)
        sizes.append(len(inner))
    codes, ids = np.repeat(np.arange(len(topics), dtype=np.int32), sizes), _texts(topics, name)
    if not all(isinstance(topic, str) for topic in topics) and len(set(ids.to_pylist())) < len(topics):
        raise InputError("a topic appears twice, as a number and as text", source=name)
    column = pa.DictionaryArray.from_arrays(from_numpy(codes), ids)
    try:
        values = np.array(numbers) if numbers else np.empty(0)
    except ValueError:  # lists of different lengths
        values = np.empty(0, dtype=object)
    if values.dtype.kind not in "iufb" or values.ndim != 1:
        if any(isinstance(number, Mapping) for number in numbers):
            raise InputError(f"expected {{topic: {{document: {what}}}}}, found one level more", source=name)
        raise InputError(f"every {what} must be a number", source=name)
    return column, _texts(documents, name), plain_numbers(values)


def _expected(found: Any, what: str) -> str:
    if what == "grade" and (is_ranked(found) or isinstance(found, set | frozenset)):
        return "documents without grades; write a grade for each, such as {'d1': 1, 'd2': 1}"
    return f"expected a dictionary document → {what}, found {type(found).__name__}"


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


def _ids(table: pa.Table, found: dict[str, str], name: str) -> tuple[pa.DictionaryArray, pa.Array]:
    topic, document = (_text(table, found, what, name) for what in ("topic", "document"))
    return encode_ids(topic), one_chunk(document)


def _text(table: pa.Table, found: dict[str, str], what: str, name: str) -> pa.ChunkedArray:
    column = table.column(found[what])
    if not len(column):  # of whatever type
        return pa.chunked_array([], pa.string())
    if pa.types.is_dictionary(column.type):
        column = _decoded(column)
    _refuse_nulls(column, found[what], name)
    if pa.types.is_floating(column.type):  # as pandas has whole numbers once one was missing
        raise InputError(f"column {found[what]!r} must hold ids, but holds {column.type}", source=name)
    try:
        return pc.cast(column, pa.large_string() if pa.types.is_large_string(column.type) else pa.string())
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(f"column {found[what]!r} must hold ids, but holds {column.type}", source=name) from None


def _decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column of categories as what they stand for; texts of polars, which Arrow does not cast, by hand."""
    parts = [pc.take(_plain_text(part.dictionary), part.indices) for part in column.chunks]
    return pa.chunked_array(parts, None if parts else column.type.value_type)


def _plain_text(column: pa.Array) -> pa.Array:
    return column.cast(pa.large_string()) if pa.types.is_string_view(column.type) else column


def _numbers(
    table: pa.Table, found: dict[str, str], what: str, name: str, first_line: int | None
) -> np.ndarray[Any, Any]:
    column = table.column(found[what])
    if not len(column):
        return np.empty(0)
    if pa.types.is_dictionary(column.type):
        column = _decoded(column)
    _refuse_nulls(column, found[what], name)
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):  # as CSV files have them
        column = _read_numbers(column, what, name, first_line)
    numbers = one_chunk(column).to_numpy(zero_copy_only=False)
    if numbers.dtype.kind not in "iufb":
        raise InputError(f"column {found[what]!r} must hold numbers, but holds {column.type}", source=name)
    return plain_numbers(np.asarray(numbers))


def _read_numbers(column: pa.ChunkedArray, what: str, name: str, first_line: int | None) -> pa.ChunkedArray:
    """A column of texts as numbers; the place of the first that is none is named."""
    fine = pc.match_substring_regex(column, r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
    if not pc.all(fine).as_py() and len(column):
        row = pc.index(fine, False).as_py()
        place, line = (f" in row {row + 1}", None) if first_line is None else ("", row + first_line)
        found = shown(column[row].as_py())
        raise InputError(f"expected a number as {what}, found {found}{place}", source=name, line=line)
    return pc.cast(pc.replace_substring_regex(column, r"^\+", ""), pa.float64())


def _refuse_nulls(column: pa.ChunkedArray, what: str, name: str) -> None:
    if column.null_count:
        row = pc.index(pc.is_null(column), True).as_py()
        raise InputError(f"column {what!r} has no value in row {row + 1}", source=name)
