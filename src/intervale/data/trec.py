"""TREC text: qrels lines ``topic iteration document grade`` and run lines ``topic Q0 document rank score tag``.

Arrow's parallel CSV reader does the work. It wants one separator between fields and nothing else, so there are
three ways to read it: a text that is clean goes as it is; one with other white space is squeezed first, in vectorised
pieces; and what the reader still refuses goes through :func:`canonical_lines`, line by line in plain Python. That
last one is the specification: it names the line and the reason where something is wrong, and what it lets through
is canonical.

As trec_eval 10 has it: fields are separated by any mix of blanks and tabs, a line that starts with ``#`` is a
comment, blank lines are passed over, what follows the sixth field of a run line is ignored, and the rank is not
looked at (but see ``ties="rank"``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv

from intervale.data.arrow import to_numpy
from intervale.data.column_names import SWAPPED
from intervale.data.columns import Qrels, Run, encode_ids, split_by_tag, whole_grades
from intervale.errors import InputError

__all__ = ["RunText", "canonical_lines", "qrels_from_trec", "runs_from_trec", "squeezed"]

Array = np.ndarray[Any, Any]
QREL_FIELDS = ("topic", "iteration", "document", "grade")
RUN_FIELDS = ("topic", "Q0", "document", "rank", "score", "tag")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
LONGEST_LINE = 1 << 20
PIECE, BLOCK = 4 << 20, 2 << 20
ENCODED = ("topic", "grade", "tag")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf(?:inity)?", re.IGNORECASE)
_WHOLE = re.compile(rb"[+-]?\d{1,18}")
_BLANKS = bytes.maketrans(b"\t\r\x0b\x0c", b"    ")


def qrels_from_trec(content: bytes, name: str) -> Qrels:
    """Judgments from the text of a TREC qrels file."""
    content = _without_mark(content)
    columns = _columns(content, QREL_FIELDS, {"grade": pa.dictionary(pa.int32(), pa.string())}, name)
    if not len(columns["document"]):
        raise InputError(f"no judgments; expected lines: {' '.join(QREL_FIELDS)}", source=name)
    return Qrels(columns["topic"], columns["document"], _grades(columns["grade"], content, name), name)


def _grades(codes: pa.DictionaryArray, content: bytes, name: str) -> Array:
    """Grades as numbers. There are few different ones, so each is read once, by the rules of
    :func:`canonical_lines`.
    """
    texts = [text.encode() for text in codes.dictionary.to_pylist()]
    if not all(_readable("grade", text) for text in texts):
        canonical_lines(content, QREL_FIELDS, name)  # names the line
    whole = all(_WHOLE.fullmatch(text) for text in texts)
    values = (
        np.array([int(text) for text in texts], dtype=np.int64) if whole else np.array([float(text) for text in texts])
    )
    return whole_grades(values[to_numpy(codes.indices)], name)


def runs_from_trec(content: bytes, name: str, *, ranks: bool = False) -> list[Run]:
    """The runs in the text of a TREC run file, one for each tag."""
    return _runs(_without_mark(content), name, ranks=ranks)


def _runs(content: bytes, name: str, *, ranks: bool) -> list[Run]:
    types = {"score": pa.float64(), "tag": pa.string()} | ({"rank": pa.float64()} if ranks else {})
    columns = _columns(content, RUN_FIELDS, types, name)
    if not len(columns["document"]):
        raise InputError(f"no retrieved documents; expected lines: {' '.join(RUN_FIELDS)}", source=name)
    rank = to_numpy(columns["rank"]) if ranks else None
    score = to_numpy(columns["score"])
    if np.isnan(score).any() or (rank is not None and not np.isfinite(rank).all()):
        canonical_lines(content, RUN_FIELDS, name, ranks=ranks)  # names the line
    return split_by_tag(columns["topic"], columns["document"], score, rank, columns["tag"], name)


@dataclass(frozen=True, eq=False)
class RunText:
    """The text of a TREC run file, not parsed yet: as a whole, or a stretch of topics at a time."""

    content: bytes
    name: str
    ranks: bool

    def runs(self, stretch: slice = slice(None)) -> list[Run]:
        text = self.content if stretch == slice(None) else self.content[stretch]
        return _runs(text if stretch.start else _without_mark(text), self.name, ranks=self.ranks)

    def stretches(self) -> Iterator[slice]:
        """Stretches of about ``PIECE`` bytes."""
        start, size = 0, len(self.content)
        while start < size:
            end = size if start + 2 * PIECE >= size else self._topic_end(start, start + PIECE)
            yield slice(start, end)
            start = end

    def _topic_end(self, start: int, near: int) -> int:
        """The end of the last topic that ends between two places; the end of the text where none does."""
        cut = self.content.rfind(b"\n", start, near) + 1
        topic = self._topic_at(cut)
        while cut > start:
            before = max(start, self.content.rfind(b"\n", start, cut - 1) + 1)
            if self._topic_at(before) != topic:
                return cut
            cut = before
        return len(self.content)

    def _topic_at(self, place: int) -> bytes:
        words = self.content[place : place + 256].split(maxsplit=1)
        return words[0] if words else b""


def _columns(content: bytes, fields: tuple[str, ...], types: dict[str, pa.DataType], name: str) -> dict[str, Any]:
    """The columns of a TREC text, by the first of the three ways that reads it."""
    if content.find(b"\0") >= 0:
        raise InputError("is a binary file, not TREC text", source=name)
    if content.find(b"\r") >= 0 and re.search(rb"\r(?!\n)", content):  # lines that end as on old Macintoshes
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    if _has_long_line(content):
        canonical_lines(content, fields, name)  # names the line
    text = pa.string() if len(content) < 2**31 - 2 else pa.large_string()
    types = {"topic": text, "document": text} | types
    delimiter = _delimiter(content)
    columns = None if delimiter is None else _parsed(content, delimiter, fields, types)
    if columns is None:
        columns = _parsed(squeezed(content), " ", fields, types)
    if columns is None:
        columns = _parsed(canonical_lines(content, fields, name, ranks="rank" in types), " ", fields, types)
    if columns is None:
        raise InputError("could not be read as TREC text", source=name)
    return columns


def _without_mark(content: bytes) -> bytes:
    return content[3:] if content[:3] == BYTE_ORDER_MARK else content


def _has_long_line(content: bytes) -> bool:
    """Whether a line is longer than a line may be: hop from line end to line end, as far as one may."""
    start = 0
    while len(content) - start > LONGEST_LINE:
        start = content.rfind(b"\n", start, start + LONGEST_LINE + 1) + 1
        if not start:
            return True
    return False


def _delimiter(content: bytes) -> str | None:
    """Blank or tab where the text has no other white space; what is left to check shows in the columns."""
    delimiter, others = ("\t", b" \x0b\x0c") if content.find(b"\t", 0, 1 << 16) >= 0 else (" ", b"\t\x0b\x0c")
    if any(content.find(bytes([other])) >= 0 for other in others):
        return None
    return None if _side_by_side(content, ord(delimiter)) else delimiter


def _side_by_side(content: bytes, byte: int) -> bool:
    """Whether a byte stands twice in a row: looked at two bytes at a time, from even and from odd places."""
    pair = byte * 257
    for first in (0, 1) if len(content) > 2 else ():
        places = np.frombuffer(content, dtype="<u2", offset=first, count=(len(content) - first) // 2)
        if any((places[start : start + PIECE] == pair).any() for start in range(0, len(places), PIECE)):
            return True
    return False


def _parsed(
    content: Any, delimiter: str, fields: tuple[str, ...], types: dict[str, pa.DataType]
) -> dict[str, Any] | None:
    """The columns by Arrow's CSV reader, or None where anything at all is unusual."""
    if content[:3] == BYTE_ORDER_MARK:
        content = b"\n" + content  # at the very beginning Arrow would drop it; blank lines it passes over
    if not len(content):
        return _encoded({field: pa.chunked_array([], type=types[field]) for field in types})
    try:
        table = pa.csv.read_csv(
            pa.BufferReader(pa.py_buffer(content)),
            pa.csv.ReadOptions(
                column_names=fields,
                block_size=BLOCK,
                use_threads=len(content) > 2 * PIECE,  # a smaller text is read before threads have started
            ),
            pa.csv.ParseOptions(delimiter=delimiter, quote_char=False, double_quote=False, escape_char=False),
            pa.csv.ConvertOptions(
                column_types=types, include_columns=list(types), null_values=[], strings_can_be_null=False
            ),
        )
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, pa.ArrowCapacityError):
        return None
    columns = _encoded({field: table.column(field) for field in types})
    return columns if all(_filled(column) for column in columns.values()) and not _comments(columns["topic"]) else None


def _encoded(columns: dict[str, Any]) -> dict[str, Any]:
    return {field: encode_ids(column) if field in ENCODED else column for field, column in columns.items()}


def _filled(column: pa.DictionaryArray | pa.ChunkedArray) -> bool:
    """Whether no text of a column is empty; it would be where a line begins or ends with a separator."""
    texts = column.dictionary if isinstance(column, pa.DictionaryArray) else column
    return bool(texts.type == pa.float64() or pc.min(pc.binary_length(texts)).as_py() != 0)


def _comments(topic: pa.DictionaryArray) -> bool:
    """Whether a comment was taken for a topic."""
    return bool(pc.any(pc.starts_with(topic.dictionary, "#")).as_py())


def squeezed(content: bytes) -> bytes:
    """The text with one blank for every stretch of white space inside a line, and none at its ends."""
    with ThreadPoolExecutor() as executor:
        text = b"".join(executor.map(partial(_squeezed_piece, content), _pieces(content)))
    return text.replace(b"\n ", b"\n").removeprefix(b" ") if text[:1] == b" " or b"\n " in text else text


def _pieces(content: bytes) -> Iterator[slice]:
    """The text in pieces of whole lines."""
    start, size = 0, len(content)
    while start < size:
        end = size if start + PIECE >= size else content.rfind(b"\n", start, start + PIECE) + 1
        if end <= start:
            end = content.find(b"\n", start) + 1 or size
        yield slice(start, end)
        start = end


def _squeezed_piece(content: bytes, piece: slice) -> bytes:
    """Lines with the last blank of every stretch, and none before a line's end."""
    text = np.frombuffer(content[piece].translate(_BLANKS), dtype=np.uint8)
    blank = text == 32
    drop = blank.copy()
    drop[:-1] &= blank[1:] | (text[1:] == 10)
    squeezed: bytes = text[~drop].tobytes()
    return squeezed


def canonical_lines(content: bytes, fields: tuple[str, ...], name: str, *, ranks: bool = False) -> bytes:
    """The text in canonical form: comments and what follows the last field gone, one blank between fields, plain
    numbers. Raises :class:`~intervale.errors.InputError` at the first line that is wrong.

    >>> canonical_lines(b"# a comment\\nq1\\t0  d1 +1\\n", QREL_FIELDS, "qrels.txt")
    b'q1 0 d1 1\\n'
    >>> canonical_lines(b"q1 0 d1 1\\nq1 0 1\\n", QREL_FIELDS, "qrels.txt")
    Traceback (most recent call last):
    intervale.errors.InputError: qrels.txt:2: expected 4 columns (topic, iteration, document, grade), found 3
    """
    lines: list[bytes] = []
    numbers = {"score", "grade"} | ({"rank"} if ranks else set())
    for number, line in _numbered_lines(content):
        if len(line) > LONGEST_LINE:
            raise InputError(f"the line is {len(line):,} bytes long; this is not a TREC file", source=name, line=number)
        values = line.split()
        if not values or values[0].startswith(b"#"):
            continue
        if len(values) < len(fields) or (len(values) > len(fields) and "tag" not in fields):
            shape = f"expected {len(fields)} columns ({', '.join(fields)}), found {len(values)}"
            hint = "" if lines else _hint(values, fields)
            raise InputError(shape + hint, source=name, line=number)
        for place, field in enumerate(fields):
            if field in numbers:
                values[place] = _plain_number(field, values[place], name, number)
            elif field in ("topic", "document", "tag"):
                _check_text(field, values[place], name, number)
        lines.append(b" ".join(values[: len(fields)]) + b"\n")
    return b"".join(lines)


def _hint(values: list[bytes], fields: tuple[str, ...]) -> str:
    """What the first line looks like, where its columns are those of something else."""
    if "grade" in fields and len(values) >= len(RUN_FIELDS) and _NUMBER.fullmatch(values[4]):
        return f"; {SWAPPED['qrels']}"
    if "score" in fields and len(values) == len(QREL_FIELDS) and _NUMBER.fullmatch(values[3]):
        return f"; {SWAPPED['run']}"
    if len(values) == 3:
        example = "topic,document,grade" if "grade" in fields else "topic,document,rank"
        return f"; say what the columns are, such as --columns {example}"
    return ""


def _numbered_lines(content: bytes) -> Iterator[tuple[int, bytes]]:
    start, number = 0, 0
    while start < len(content):
        end = content.find(b"\n", start)
        end = len(content) if end < 0 else end
        number += 1
        yield number, content[start:end]
        start = end + 1


def _readable(field: str, text: bytes) -> bool:
    """Whether a text is a number that the field may hold: scores may be infinite, grades and ranks may not."""
    return _NUMBER.fullmatch(text) is not None and (field == "score" or math.isfinite(float(text)))


def _plain_number(field: str, text: bytes, name: str, line: int) -> bytes:
    if not _readable(field, text):
        shown = text[:80].decode(errors="backslashreplace")
        raise InputError(f"expected a number as {field}, found {shown!r}", source=name, line=line)
    if field == "grade" and _WHOLE.fullmatch(text):
        return b"%d" % int(text)
    return repr(float(text)).encode()


def _check_text(field: str, text: bytes, name: str, line: int) -> None:
    try:
        text.decode()
    except UnicodeDecodeError:
        shown = text[:80].decode(errors="backslashreplace")
        raise InputError(
            f"the {field} '{shown}' is not UTF-8 text; name its encoding (--encoding latin-1)",
            source=name,
            line=line,
        ) from None
