"""Qrels and runs from tables with columns."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import one_chunk, texts_of
from intervale.data.column_names import SWAPPED, Columns, find_columns, picked
from intervale.data.columns import (
    Qrels,
    Run,
    plain_numbers,
    relevant_grades,
    split_by_tag,
    whole_grades,
)
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError, shown

__all__ = ["graded", "of_topic", "qrels_from_frame", "runs_from_frame", "topics_of"]


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
    first_row: int = 1,
) -> list[Run]:
    """The runs in a table with columns topic, document, score, and rank and tag where it has them: one for each tag.
    Where there is no score, it is minus the rank. ``first_row`` is the row of a file that the table begins with.
    """
    found = find_columns(table.column_names, "run", source)
    topic, document = _ids(table, found, source, first_row)
    by_rank = "score" not in found
    rank = None
    if "rank" in found and (ranks or by_rank):
        rank = _numbers(table, found, "rank", source, first_line, first_row).astype(np.float64)
        if by_rank and not np.isfinite(rank).all():
            raise InputError("a rank is not a finite number", source=source)
    score = -rank if by_rank and rank is not None else _numbers(table, found, "score", source, first_line, first_row)
    tag = Blocks.of(_text(table, found, "tag", source, first_row)) if "tag" in found else None
    runs = split_by_tag(topic, document, score.astype(np.float64), rank if ranks else None, tag, source)
    return [replace(run, by_rank=by_rank, columns=columns) for run in runs] if by_rank or columns else runs


def graded(table: pa.Table, columns: Columns | None) -> pa.Table:
    """The table with grade 1 in every row, where it was said that all are relevant."""
    if columns is None or not columns.all_relevant:
        return table
    return table.append_column("grade", pa.array(np.ones(len(table), dtype=np.int64)))


def of_topic(table: pa.Table, topic: str | None) -> pa.Table:
    """The table with this topic in every row, where it has no column for it."""
    if topic is None or picked(table.column_names, "topic") is not None:
        return table
    return table.append_column("topic", pa.array([topic] * len(table), pa.string()))


def topics_of(table: pa.Table, found: dict[str, str], name: str, first_row: int = 1) -> Blocks:
    """The topics of a table, by the columns that were found."""
    return Blocks.of(_text(table, found, "topic", name, first_row))


def _ids(table: pa.Table, found: dict[str, str], name: str, first_row: int = 1) -> tuple[Blocks, Texts]:
    return topics_of(table, found, name, first_row), _text(table, found, "document", name, first_row)


def _text(table: pa.Table, found: dict[str, str], what: str, name: str, first_row: int = 1) -> Texts:
    column = table.column(found[what])
    if not len(column):  # of whatever type
        return Texts.of([])
    if pa.types.is_dictionary(column.type):
        column = _decoded(column)
    _refuse_nulls(column, found[what], name, first_row)
    if pa.types.is_floating(column.type):  # as pandas has whole numbers once one was missing
        raise InputError(f"column {found[what]!r} must hold ids, but holds {column.type}", source=name)
    try:
        return texts_of(pc.cast(column, pa.large_string() if pa.types.is_large_string(column.type) else pa.string()))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        raise InputError(f"column {found[what]!r} must hold ids, but holds {column.type}", source=name) from None


def _decoded(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """A column of categories as what they stand for; texts of polars, which Arrow does not cast, by hand."""
    parts = [pc.take(_plain_text(part.dictionary), part.indices) for part in column.chunks]
    return pa.chunked_array(parts, None if parts else column.type.value_type)


def _plain_text(column: pa.Array) -> pa.Array:
    return column.cast(pa.large_string()) if pa.types.is_string_view(column.type) else column


def _numbers(
    table: pa.Table, found: dict[str, str], what: str, name: str, first_line: int | None, first_row: int = 1
) -> np.ndarray[Any, Any]:
    column = table.column(found[what])
    if not len(column):
        return np.empty(0)
    if pa.types.is_dictionary(column.type):
        column = _decoded(column)
    _refuse_nulls(column, found[what], name, first_row)
    if pa.types.is_string_view(column.type):
        column = column.cast(pa.large_string())
    if pa.types.is_string(column.type) or pa.types.is_large_string(column.type):  # as CSV files have them
        column = _read_numbers(column, what, name, first_line, first_row)
    numbers = one_chunk(column).to_numpy(zero_copy_only=False)
    if numbers.dtype.kind not in "iufb":
        raise InputError(f"column {found[what]!r} must hold numbers, but holds {column.type}", source=name)
    return plain_numbers(np.asarray(numbers))


def _read_numbers(
    column: pa.ChunkedArray, what: str, name: str, first_line: int | None, first_row: int
) -> pa.ChunkedArray:
    """A column of texts as numbers; the place of the first that is none is named."""
    fine = pc.match_substring_regex(column, r"^[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?$")
    if not pc.all(fine).as_py() and len(column):
        row = pc.index(fine, False).as_py()
        place, line = (f" in row {row + first_row}", None) if first_line is None else ("", row + first_line)
        found = shown(column[row].as_py())
        raise InputError(f"expected a number as {what}, found {found}{place}", source=name, line=line)
    return pc.cast(pc.replace_substring_regex(column, r"^\+", ""), pa.float64())


def _refuse_nulls(column: pa.ChunkedArray, what: str, name: str, first_row: int) -> None:
    if column.null_count:
        row = pc.index(pc.is_null(column), True).as_py()
        raise InputError(f"column {what!r} has no value in row {row + first_row}", source=name)
