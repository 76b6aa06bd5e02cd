"""TREC text: qrels lines ``topic iteration document grade`` and run lines ``topic Q0 document rank score tag``.

Two roads. The fast one hands the text to Arrow's parallel CSV reader, after a vectorised pass that canonicalises
white space where there is anything to canonicalise. The slow one reads line by line in plain Python: it is the
specification, and it runs only when the fast road stumbles, to name the line and the reason, or to read the number
that Arrow would not.

As trec_eval 10 has it: fields are separated by any mix of blanks and tabs, a line that starts with ``#`` is a
comment, blank lines are passed over, what follows the sixth field of a run line is ignored, the rank is not looked
at (see ``ties="rank"``), and the tag of the last line names the run.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.csv

from intervale.data.columns import Qrels, Run, encode_topics, one_chunk, whole_grades
from intervale.data.files import Content, Source, read_content, source_name
from intervale.errors import InputError

__all__ = ["read_trec_qrels", "read_trec_run"]

QREL_FIELDS = ("topic", "iteration", "document", "grade")
RUN_FIELDS = ("topic", "Q0", "document", "rank", "score", "tag")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
_NUMBER = re.compile(rb"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?|[+-]?[iI][nN][fF]([iI][nN][iI][tT][yY])?")
_INTEGER = re.compile(rb"[+-]?\d+")


def read_trec_qrels(source: Source) -> Qrels:
    """Judgments from a TREC qrels file."""
    name = source_name(source)
    columns = _read(source, QREL_FIELDS, {"grade": pa.int64()}, extra=False)
    return Qrels(encode_topics(columns["topic"]), one_chunk(columns["document"]), _grades(columns["grade"], name), name)


def read_trec_run(source: Source, *, name: str | None = None, ranks: bool = False) -> Run:
    """A run from a TREC run file, named by its tag unless a name is given."""
    file = source_name(source)
    wanted = {"score": pa.float64(), "tag": pa.dictionary(pa.int32(), pa.string())}
    if ranks:
        wanted["rank"] = pa.float64()
    columns = _read(source, RUN_FIELDS, wanted, extra=True)
    score = one_chunk(columns["score"]).to_numpy()
    rank = one_chunk(columns["rank"]).to_numpy() if ranks else None
    tag = name if name is not None else columns["tag"][-1].as_py() if len(score) else ""
    return Run(tag, encode_topics(columns["topic"]), one_chunk(columns["document"]), score, rank, file)


def _grades(column: pa.ChunkedArray, name: str) -> np.ndarray[Any, Any]:
    return whole_grades(one_chunk(column).to_numpy(), name)


def _read(source: Source, fields: tuple[str, ...], types: dict[str, pa.DataType], *, extra: bool) -> dict[str, Any]:
    """The columns topic, document and those in ``types``. ``extra`` fields at the end of a line are ignored or
    refused.
    """
    name = source_name(source)
    content = read_content(source)
    if content.find(b"\0") >= 0:
        raise InputError("is a binary file, not TREC text", source=name)
    text = pa.string() if len(content) < 2**31 - 2 else pa.large_string()
    wanted = {"topic": pa.dictionary(pa.int32(), text), "document": text} | types
    found = _read_fast(content, fields, wanted, extra)
    return found if found is not None else _read_slowly(content, fields, wanted, extra, name)


# ---------------------------------------------------------------- the fast road


def _read_fast(
    content: Content, fields: tuple[str, ...], wanted: dict[str, pa.DataType], extra: bool
) -> dict[str, Any] | None:
    """The columns by Arrow's CSV reader, or None where anything at all is unusual."""
    delimiter = _clean_delimiter(content)
    buffer: Any = content
    if delimiter is None:
        delimiter, buffer = " ", _canonical(content, len(fields), extra)
    try:
        table = pa.csv.read_csv(
            pa.BufferReader(pa.py_buffer(buffer)),
            pa.csv.ReadOptions(column_names=fields, block_size=4 << 20),
            pa.csv.ParseOptions(delimiter=delimiter, quote_char=False, double_quote=False, escape_char=False),
            pa.csv.ConvertOptions(
                column_types=wanted, include_columns=list(wanted), null_values=[], strings_can_be_null=False
            ),
        )
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError):
        return None
    return {field: table.column(field) for field in wanted}


def _clean_delimiter(content: Content) -> str | None:
    """The single separator of a text that has no white space but one separator between fields, else None."""
    if content[:1] in (b"", b"#", b" ", b"\t") or content[:3] == BYTE_ORDER_MARK or content.find(b"\n#") >= 0:
        return None
    first_line = content[: content.find(b"\n") + 1 or len(content)]
    delimiter = b"\t" if b"\t" in first_line else b" "
    other = b" " if delimiter == b"\t" else b"\t"
    messy = (other, delimiter * 2, delimiter + b"\n", delimiter + b"\r", b"\n" + delimiter)
    if any(content.find(pattern) >= 0 for pattern in messy) or content[-1:] == delimiter:
        return None
    if content.find(b"\r") >= 0 and len(re.findall(rb"\r(?!\n)", content)):
        return None
    return delimiter.decode()


def _canonical(content: Content, fields: int, extra: bool) -> bytes:
    """The text with one blank between fields, without comments, blank lines, or fields past the last wanted."""
    text = np.frombuffer(content, dtype=np.uint8)
    if content[:3] == BYTE_ORDER_MARK:
        text = text[3:]
    pieces, start, step = [], 0, 32 << 20
    while start < len(text):
        end = len(text) if start + step >= len(text) else content.rfind(b"\n", start, start + step) + 1
        if end <= start:
            end = content.find(b"\n", start) + 1 or len(text)
        pieces.append(_canonical_lines(text[start:end], fields, extra))
        start = end
    return b"".join(pieces)


def _canonical_lines(text: np.ndarray[Any, Any], fields: int, extra: bool) -> bytes:
    newline = text == 10
    blank = (text == 32) | ((text >= 9) & (text <= 13) & ~newline)
    gap = blank | newline
    begins = ~gap
    begins[1:] &= gap[:-1]  # where a field begins
    line = np.cumsum(newline) - newline  # the line each byte stands in
    where = np.flatnonzero(begins)
    of_line = line[where]
    first = np.ones(len(where), dtype=bool)
    first[1:] = of_line[1:] != of_line[:-1]
    index = np.arange(len(where)) - np.maximum.accumulate(
        np.where(first, np.arange(len(where)), 0)
    )  # which field of its line
    drop_line = np.zeros(int(line[-1]) + 1 if len(line) else 0, dtype=bool)
    drop_line[of_line[first & (text[where] == 35)]] = True  # comments
    field = np.cumsum(begins) - 1  # the field each byte stands in, once it began
    keep = ~gap & ~drop_line[line]
    if extra and len(where):
        keep &= index[np.maximum(field, 0)] < fields
    # one separator before each field kept: a newline before the first of a line, a blank before the others
    size = keep.astype(np.int64)
    starts = where[keep[where]]
    size[starts] += 1
    ends = np.cumsum(size)
    out = np.empty(int(ends[-1]) + 1 if len(ends) else 0, dtype=np.uint8)
    out[ends[keep] - 1] = text[keep]
    out[ends[starts] - 2] = np.where(first[keep[where]], 10, 32)
    if len(out):
        out[-1] = 10
    return out.tobytes()


# ---------------------------------------------------------------- the slow road: the specification


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    fields: list[bytes]


def _lines(content: Content) -> Iterator[_Line]:
    text = bytes(content[:])
    text = text.removeprefix(BYTE_ORDER_MARK)
    for number, line in enumerate(text.split(b"\n"), start=1):
        fields = line.split()
        if fields and not fields[0].startswith(b"#"):
            yield _Line(number, fields)


def _read_slowly(
    content: Content, fields: tuple[str, ...], wanted: dict[str, pa.DataType], extra: bool, name: str
) -> dict[str, Any]:
    shape = ", ".join(fields)
    values: dict[str, list[Any]] = {field: [] for field in wanted}
    for line in _lines(content):
        found = len(line.fields)
        if found < len(fields) or (found > len(fields) and not extra):
            raise InputError(f"expected {len(fields)} columns ({shape}), found {found}", source=name, line=line.number)
        for field in wanted:
            values[field].append(_value(field, line.fields[fields.index(field)], name, line.number))
    if "grade" in wanted:
        wanted = wanted | {"grade": None}  # integers or floats, as they come
    return {field: pa.chunked_array([pa.array(values[field], type=wanted[field])]) for field in wanted}


def _value(field: str, text: bytes, name: str, line: int) -> Any:
    if field in ("score", "rank", "grade"):
        if not _NUMBER.fullmatch(text):
            shown = text.decode(errors="backslashreplace")
            raise InputError(f"expected a number as {field}, found {shown!r}", source=name, line=line)
        return int(text) if field == "grade" and _INTEGER.fullmatch(text) else float(text)
    try:
        return text.decode()
    except UnicodeDecodeError:
        raise InputError(f"the {field} is not UTF-8 text: {text!r}", source=name, line=line) from None
