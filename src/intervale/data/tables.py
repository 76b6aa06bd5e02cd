"""Qrels and runs in Parquet, CSV and JSON Lines files: columns by name, as in data frames."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pyarrow as pa
import pyarrow.csv

from intervale.errors import InputError

__all__ = ["TABLE_READERS", "nested_json", "table_kind"]


def table_kind(name: str, content: bytes) -> str | None:
    """``parquet``, ``csv``, ``json`` or ``jsonl`` by what the file is called and how it begins; None for TREC text.

    >>> table_kind("run.csv.gz", b"topic,document"), table_kind("run.txt", b"301 Q0 d 1 2.5 A")
    ('csv', None)
    """
    if content[:4] == b"PAR1":
        return "parquet"
    stem = re.sub(r"\.(gz|xz|bz2|zst)$", "", name.lower())
    for ending, kind in (
        (".parquet", "parquet"),
        (".csv", "csv"),
        (".jsonl", "jsonl"),
        (".ndjson", "jsonl"),
        (".json", "json"),
    ):
        if stem.endswith(ending):
            return kind
    return None


def _parquet(content: bytes, name: str) -> pa.Table:
    from pyarrow import parquet

    try:
        return parquet.read_table(pa.BufferReader(pa.py_buffer(content)))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        raise InputError(f"damaged or not Parquet: {_first_line(error)}", source=name) from None


def _csv(content: bytes, name: str) -> pa.Table:
    if not content[:1]:
        raise InputError("is empty; the first line must name the columns", source=name)
    texts = pa.csv.ConvertOptions(
        column_types={column: pa.string() for column in _header(content, name)},
        null_values=[],
        strings_can_be_null=False,
    )
    try:
        try:
            quoted = pa.csv.ParseOptions(newlines_in_values=content.find(b'"') >= 0)
            table = pa.csv.read_csv(pa.BufferReader(pa.py_buffer(content)), None, quoted, texts)
        except pa.ArrowInvalid:  # once more, alone: then it knows the row
            alone = pa.csv.ReadOptions(use_threads=False)
            table = pa.csv.read_csv(pa.BufferReader(pa.py_buffer(content)), alone, quoted, texts)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        row = re.search(r"Row #(\d+): ", str(error))
        message = _first_line(error).replace(row[0], "") if row else _first_line(error)
        raise InputError(message, source=name, line=int(row[1]) if row else None) from None
    return table


def _header(content: bytes, name: str) -> list[str]:
    end = content.find(b"\n")
    first = content[: end if end >= 0 else len(content)].strip().removeprefix(b"\xef\xbb\xbf")
    try:
        return [column.strip('"') for column in first.decode().split(",")]
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text; name its encoding (--encoding latin-1)", source=name, line=1) from None


def _jsonl(content: bytes, name: str) -> pa.Table:
    rows: list[dict[str, Any]] = []
    for number, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise InputError(f"not a JSON object: {_first_line(error)}", source=name, line=number) from None
        if not isinstance(row, dict):
            raise InputError(
                f'expected an object such as {{"topic": ..}}, found {type(row).__name__}', source=name, line=number
            )
        rows.append(row)
    columns = dict.fromkeys(column for row in rows for column in row)
    try:
        return pa.table({column: [row.get(column) for row in rows] for column in columns})
    except (pa.ArrowInvalid, pa.ArrowTypeError, OverflowError, UnicodeEncodeError) as error:
        raise InputError(f"a column mixes types: {_first_line(error)}", source=name) from None


def nested_json(content: bytes, name: str, expected: str = "{topic: {document: number}}") -> dict[str, Any]:
    """A JSON file ``{topic: {document: number}}``, as other tools dump their dictionaries, or another of two levels."""
    try:
        found = json.loads(content)
    except (ValueError, RecursionError) as error:
        line = error.lineno if isinstance(error, json.JSONDecodeError) else None
        raise InputError(f"not JSON: {_first_line(error)}", source=name, line=line) from None
    if not isinstance(found, dict) or not all(isinstance(inner, dict) for inner in found.values()):
        raise InputError(f"expected {expected}; use a .jsonl file for one row per line", source=name)
    return found


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


TABLE_READERS: dict[str, Callable[[bytes, str], pa.Table]] = {"parquet": _parquet, "csv": _csv, "jsonl": _jsonl}
"""How each kind of file becomes a table."""
