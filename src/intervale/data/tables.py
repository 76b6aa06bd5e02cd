"""Qrels and runs in files with columns: Parquet, CSV, tab-separated text and JSON Lines, by name as in data frames, or
by place where it was said what they are.
"""

from __future__ import annotations

import csv
import json
import re
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

from intervale.data.column_names import NUMBERS, Columns, is_header, role_of
from intervale.data.fields import split_fields
from intervale.data.files import Content, file_name
from intervale.data.trec import BYTE_ORDER_MARK, read_text
from intervale.errors import InputError, shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "TABLE_READERS",
    "json_lines",
    "json_value",
    "nested_json",
    "placed",
    "split_line",
    "table_kind",
    "text_table",
]

LONGEST_HEADER = 1 << 12
_WORD = re.compile(r"[A-Za-z_][\w :.-]*")
ABSENT = ("na", "nan", "none", "null", "inf", "infinity")
"""Words that stand in the place of a number, and name no column."""


def table_kind(name: str, content: Content) -> str | None:
    """``parquet``, ``csv``, ``tsv``, ``json`` or ``jsonl`` by what the file is called and how it begins; None for TREC
    text. Tab-separated text is known by a first line that names columns, under any file name.

    >>> table_kind("run.csv.gz", b"topic,document"), table_kind("run.txt", b"301 Q0 d 1 2.5 A")
    ('csv', None)
    >>> table_kind("test.tsv", b"query-id\\tcorpus-id\\tscore\\n"), table_kind("test.tsv", b"301\\t0\\td\\t1\\n")
    ('tsv', None)
    """
    if content[:4] == b"PAR1":
        return "parquet"
    stem = re.sub(r"\.(gz|xz|bz2|zst)$", "", file_name(name).lower())
    for ending, kind in (
        (".parquet", "parquet"),
        (".csv", "csv"),
        (".jsonl", "jsonl"),
        (".ndjson", "jsonl"),
        (".json", "json"),
    ):
        if stem.endswith(ending):
            return kind
    return "tsv" if is_header(_first_fields(content, "\t")) else None


def _first_fields(content: Content, delimiter: str) -> list[str]:
    """The fields of the first line; none where it is longer than a header."""
    first, _, _ = content[:LONGEST_HEADER].removeprefix(BYTE_ORDER_MARK).partition(b"\n")
    return split_line(first.decode(errors="replace"), delimiter) if len(first) < LONGEST_HEADER else []


def split_line(line: str, delimiter: str) -> list[str]:
    """The fields of a line; a blank stands for any white space."""
    if delimiter == " ":
        return line.split()
    fields = csv.reader([line.replace("\r", " ")], delimiter=delimiter)  # which knows no bare carriage return
    return [field.strip() for field in next(fields, [])]


def _parquet(content: bytes, name: str) -> pa.Table:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        return parquet.read_table(pa.BufferReader(pa.py_buffer(content)))
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        raise InputError(f"damaged or not Parquet: {_first_line(error)}", source=name) from None


def _csv(content: bytes, name: str) -> pa.Table:
    return _delimited(content, name, ",")


def _tsv(content: bytes, name: str) -> pa.Table:
    return _delimited(content, name, "\t")


def text_table(content: bytes, name: str, columns: Columns) -> tuple[pa.Table, int]:
    """The table in a text whose columns are given, and the line of its first row. A header is passed over: a first line
    that names topic and document, or has a word where a number must be.

    >>> text_table(b"q1\\td1\\t1\\n", "run.tsv", Columns(("topic", "document", "rank"), "run"))[0].to_pydict()
    {'topic': ['q1'], 'document': ['d1'], 'rank': ['1']}
    """
    if content.find(b"\0") >= 0:
        raise InputError("is a binary file, not text", source=name)
    delimiter = delimiter_of(name, content)
    first = _first_fields(content, delimiter)
    if len(first) != len(columns.roles):
        what = f"expected {len(columns.roles)} columns ({columns}), found {len(first)}"
        raise InputError(what, source=name, line=1)
    skip = int(_is_header_of(columns, first, name))
    names = [role or f"-{place}" for place, role in enumerate(columns.roles)]
    if delimiter == " ":
        return _blank_delimited(content.removeprefix(BYTE_ORDER_MARK), names, skip, name), 1 + skip
    return _delimited(content, name, delimiter, names, skip), 1 + skip


def _blank_delimited(content: bytes, names: list[str], skip: int, name: str) -> pa.Table:
    """A text with any white space between fields."""
    import pyarrow as pa

    from intervale.data.arrow import strings

    rows = content.partition(b"\n")[2] if skip else content
    read = partial(split_fields, count=len(names), wanted=range(len(names)))
    found = read_text(read, rows, names, name, first_line=1 + skip)
    return pa.table([strings(column) for column in found], names)


def _is_header_of(columns: Columns, first: list[str], name: str) -> bool:
    """Whether a first line is a header above these columns; one that contradicts them is refused."""
    named = {role: place for place, field in enumerate(first) if (role := role_of(field)) in ("topic", "document")}
    if len(named) == 2:
        if any(columns.roles[place] not in (role, None) for role, place in named.items()):
            raise InputError(f"names {','.join(first)}, but columns says {columns}", source=name, line=1)
        return True
    numbers = [field for field, role in zip(first, columns.roles, strict=True) if role in NUMBERS[columns.what]]
    return bool(numbers) and all(_WORD.fullmatch(field) and field.lower() not in ABSENT for field in numbers)


def delimiter_of(name: str, content: bytes) -> str:
    """What stands between fields: a comma in CSV files, else a tab where the first line has one, else blanks."""
    if table_kind(name, content) == "csv":
        return ","
    first, _, _ = content.partition(b"\n")
    return "\t" if b"\t" in first else " "


def placed(table: pa.Table, columns: Columns | None, name: str) -> pa.Table:
    """A table with the columns that were said, by their places; as it is where nothing was."""
    if columns is None:
        return table
    if table.num_columns != len(columns.roles):
        what = f"expected {len(columns.roles)} columns ({columns}), found {table.num_columns}"
        raise InputError(f"{what}: {', '.join(table.column_names)}", source=name)
    return table.rename_columns([role or f"-{place}" for place, role in enumerate(columns.roles)])


def _delimited(content: bytes, name: str, delimiter: str, names: list[str] | None = None, skip: int = 0) -> pa.Table:
    """A text with a header, or with the names given and so many lines passed over."""
    import pyarrow as pa
    import pyarrow.csv

    if not content[:1]:
        raise InputError("is empty; the first line must name the columns", source=name)
    texts = pa.csv.ConvertOptions(
        column_types={column: pa.string() for column in names or _header(content, name, delimiter)},
        null_values=[],
        strings_can_be_null=False,
    )
    quotes = {"quote_char": False, "double_quote": False} if delimiter == " " else {}
    parse = pa.csv.ParseOptions(delimiter=delimiter, newlines_in_values=content.find(b'"') >= 0, **quotes)
    try:
        try:
            usual = pa.csv.ReadOptions(column_names=names, skip_rows=skip)
            table = pa.csv.read_csv(pa.BufferReader(pa.py_buffer(content)), usual, parse, texts)
        except pa.ArrowInvalid:  # once more, alone: then it knows the row
            alone = pa.csv.ReadOptions(column_names=names, skip_rows=skip, use_threads=False)
            table = pa.csv.read_csv(pa.BufferReader(pa.py_buffer(content)), alone, parse, texts)
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError) as error:
        row = re.search(r"Row #(\d+): ", str(error))
        message = _first_line(error).replace(row[0], "") if row else _first_line(error)
        raise InputError(message, source=name, line=int(row[1]) if row else None) from None
    return table


def _header(content: bytes, name: str, delimiter: str) -> list[str]:
    end = content.find(b"\n")
    first = content[: end if end >= 0 else len(content)].strip(b"\r\n ").removeprefix(BYTE_ORDER_MARK)
    try:
        return split_line(first.decode(), delimiter)
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text; name its encoding (--encoding latin-1)", source=name, line=1) from None


def json_lines(content: bytes, name: str, number: Callable[[str], Any] | None = None) -> pa.Table:
    """The rows of a JSON Lines file; ``number`` makes values of the numbers in it, Python's own without it."""
    rows: list[dict[str, Any]] = []
    for place, line in enumerate(content.split(b"\n"), start=1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_int=number, parse_float=number, parse_constant=number)
        except (json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
            raise InputError(f"not a JSON object: {_first_line(error)}", source=name, line=place) from None
        except ValueError:
            raise InputError("holds a number with too many digits to be read", source=name, line=place) from None
        if not isinstance(row, dict):
            raise InputError(
                f'expected an object such as {{"topic": ..}}, found {type(row).__name__}', source=name, line=place
            )
        rows.append(row)
    return _table_of(rows, name)


def _table_of(rows: list[dict[str, Any]], name: str) -> pa.Table:
    import pyarrow as pa

    columns = dict.fromkeys(column for row in rows for column in row)
    try:
        return pa.table({column: [row.get(column) for row in rows] for column in columns})
    except OverflowError:
        raise InputError("holds a whole number that is too large to be read (at most 2^63 − 1)", source=name) from None
    except (pa.ArrowInvalid, pa.ArrowTypeError, UnicodeEncodeError) as error:
        raise InputError(f"a column mixes types: {_first_line(error)}", source=name) from None


def json_value(content: bytes, name: str, number: Callable[[str], Any] | None = None) -> Any:
    """What a JSON file holds; ``number`` makes values of the numbers with a point or an exponent, which are floats
    without it.
    """
    try:
        return json.loads(content, object_pairs_hook=partial(_each_once, name), parse_float=number)
    except json.JSONDecodeError as error:
        raise InputError(f"not JSON: {_first_line(error)}", source=name, line=error.lineno) from None
    except RecursionError:
        raise InputError("holds lists or objects inside one another, too deep to be read", source=name) from None
    except UnicodeDecodeError as error:
        raise InputError(f"not JSON: {_first_line(error)}", source=name) from None
    except ValueError:
        raise InputError("holds a number with too many digits to be read", source=name) from None


def _each_once(name: str, pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        keys = [key for key, _ in pairs]
        raise InputError(f"{shown(max(keys, key=keys.count))} appears twice in one object", source=name)
    return found


def nested_json(content: bytes, name: str, expected: str) -> dict[str, Any]:
    """A JSON file of two levels, as other tools dump their dictionaries."""
    found = json_value(content, name)
    if not isinstance(found, dict) or not all(isinstance(inner, dict) for inner in found.values()):
        raise InputError(f"expected {expected}; use a .jsonl file for one row per line", source=name)
    return found


def _first_line(error: BaseException) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0]


TABLE_READERS: dict[str, Callable[[bytes, str], pa.Table]] = {
    "parquet": _parquet,
    "csv": _csv,
    "tsv": _tsv,
    "jsonl": json_lines,
}
"""How each kind of file becomes a table."""
