"""TREC text: qrels lines ``topic iteration document grade`` and run lines ``topic Q0 document rank score tag``.

There are two readers. :mod:`intervale.data.fields` reads nearly all texts from their bytes at once, with whatever
white space there is. Of what it finds unusual, comments and blank lines are taken out, and it is asked once more;
what is left goes through :func:`canonical_lines`, line by line in plain Python. That one is the specification: it
names the line and the reason where something is wrong, and what it lets through is canonical, so that the first reads
it.

As trec_eval 10 has it: fields are separated by any mix of blanks and tabs, a line that starts with ``#`` is a
comment, blank lines are passed over, what follows the sixth field of a run line is ignored, and the rank is not
looked at (but see ``ties="rank"``).
"""

from __future__ import annotations

import math
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, TypeVar

import numpy as np

from intervale.data.column_names import SWAPPED
from intervale.data.columns import Qrels, Run, split_by_tag, whole_grades
from intervale.data.fields import LONGEST_LINE, PIECE, UnusualTextError, numbers, split_fields
from intervale.data.files import PlainFile
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError

__all__ = ["RunText", "canonical_lines", "qrels_from_trec", "read_text"]

Array = np.ndarray[Any, Any]
T = TypeVar("T")
QREL_FIELDS = ("topic", "iteration", "document", "grade")
RUN_FIELDS = ("topic", "Q0", "document", "rank", "score", "tag")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
COMMENT = ord("#")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf(?:inity)?", re.IGNORECASE)
_NO_FIELD = re.compile(rb"^[ \t\r\x0b\x0c]*(?:#[^\n]*)?(?:\n|\Z)|^[ \t\r\x0b\x0c]+", re.MULTILINE)
"""Lines without fields, and white space before the first."""
_WHOLE = re.compile(rb"[+-]?\d{1,18}")


def qrels_from_trec(content: bytes, name: str) -> Qrels:
    """Judgments from the text of a TREC qrels file."""

    def read(text: bytes) -> Qrels | None:
        topic, document, grade = _columns(text, QREL_FIELDS, ("topic", "document", "grade"))
        return Qrels(Blocks.of(topic), document, _grades(grade, name), name) if len(topic) else None

    found = read_text(read, _lines(content, name), QREL_FIELDS, name)
    if found is None:
        raise InputError(f"no judgments; expected lines: {' '.join(QREL_FIELDS)}", source=name)
    return found


def _grades(texts: Texts, name: str) -> Array:
    values = numbers(texts)
    if not np.isfinite(values).all():
        raise UnusualTextError
    return whole_grades(values, name)


class RunText:
    """The text of a TREC run file, not parsed yet: as a whole, or a stretch of topics at a time."""

    def __init__(self, content: bytes | PlainFile, name: str, ranks: bool) -> None:
        self._content, self._name, self._ranks = content, name, ranks

    def runs(self, stretch: slice = slice(None)) -> list[Run]:
        text = _lines(self._content[stretch], self._name, marked=not stretch.start)
        runs = read_text(self._runs, text, RUN_FIELDS, self._name, ranks=self._ranks)
        if not runs:
            raise InputError(f"no retrieved documents; expected lines: {' '.join(RUN_FIELDS)}", source=self._name)
        return runs

    def _runs(self, text: bytes) -> list[Run]:
        wanted = ("topic", "document", "score", "tag", *(("rank",) if self._ranks else ()))
        topic, document, score, tag, *rank = _columns(text, RUN_FIELDS, wanted)
        if not len(topic):
            return []
        values, places = numbers(score), numbers(rank[0]) if rank else None
        if np.isnan(values).any() or (places is not None and not np.isfinite(places).all()):
            raise UnusualTextError
        return split_by_tag(Blocks.of(topic), document, values, places, Blocks.of(tag), self._name)

    def stretches(self) -> Iterator[slice]:
        """Stretches of about ``PIECE`` bytes, or several times as much where a topic is so long."""
        start, size = 0, len(self._content)
        while start < size:
            end = 0
            for first, near in ((PIECE * 15 // 16, PIECE), (0, PIECE), (0, 4 * PIECE), (0, 16 * PIECE)):
                if not end and start + near + PIECE < size:
                    end = self._topic_end(start + first, start + near)
            stretch = slice(start, end or size)
            yield stretch
            start = stretch.stop

    def _topic_end(self, start: int, near: int) -> int:
        """The end of a topic between two places, found by halves; 0 where the topics there are the same."""
        text = self._content[start:near]
        first, last = text.find(b"\n") + 1, text.rfind(b"\n", 0, max(0, text.rfind(b"\n"))) + 1  # whole lines
        while first < last and (topic := _topic_at(text, last)) != _topic_at(text, first):
            middle = text.rfind(b"\n", first, (first + last) // 2) + 1 or text.find(b"\n", first) + 1
            if middle == last:
                return start + last
            first, last = (first, middle) if _topic_at(text, middle) == topic else (middle, last)
        return 0


def _topic_at(text: bytes, place: int) -> bytes:
    words = text[place : place + 256].split(maxsplit=1)
    return words[0] if words else b""


def _lines(content: bytes, name: str, *, marked: bool = True) -> bytes:
    """The text with line feeds at the ends of lines, and without a mark where it begins with one."""
    if content.find(b"\0") >= 0:
        raise InputError("is a binary file, not TREC text", source=name)
    if content.find(b"\r") >= 0 and re.search(rb"\r(?!\n)", content):  # lines that end as on old Macintoshes
        content = content.replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    return content.removeprefix(BYTE_ORDER_MARK) if marked else content


def read_text(
    read: Callable[[bytes], T],
    text: bytes,
    fields: Sequence[str],
    name: str,
    *,
    ranks: bool = False,
    first_line: int = 1,
) -> T:
    """What a text holds, from its bytes at once, then without comments and blank lines; where it is still unusual, from
    its canonical form.
    """
    canonical = partial(canonical_lines, fields=fields, name=name, ranks=ranks, first_line=first_line)
    for plain in (bytes, partial(_NO_FIELD.sub, b""), canonical):
        with suppress(UnusualTextError):
            return read(plain(text))
    raise InputError("could not be read as TREC text: a line is too long", source=name)


def _columns(text: bytes, fields: tuple[str, ...], wanted: Sequence[str]) -> list[Texts]:
    """The wanted columns of a TREC text, the topic first."""
    columns = split_fields(text, len(fields), [fields.index(field) for field in wanted])
    if (columns[0].data[columns[0].start] == COMMENT).any():
        raise UnusualTextError
    return columns


def canonical_lines(
    content: bytes, fields: Sequence[str], name: str, *, ranks: bool = False, first_line: int = 1
) -> bytes:
    """The text in canonical form: comments and what follows the last field gone, one blank between fields, plain
    numbers, 0 for what is not read. Raises :class:`~intervale.errors.InputError` at the first line that is wrong.

    >>> canonical_lines(b"# a comment\\nq1\\t0  d1 +1\\n", QREL_FIELDS, "qrels.txt")
    b'q1 0 d1 1\\n'
    >>> canonical_lines(b"q1 0 d1 1\\nq1 0 1\\n", QREL_FIELDS, "qrels.txt")
    Traceback (most recent call last):
    intervale.errors.InputError: qrels.txt:2: expected 4 columns (topic, iteration, document, grade), found 3
    """
    lines: list[bytes] = []
    numbers = {"score", "grade"} | ({"rank"} if ranks else set())
    for number, line in enumerate(content.split(b"\n"), start=first_line):
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
            else:
                values[place] = b"0"
        lines.append(b" ".join(values[: len(fields)]) + b"\n")
    return b"".join(lines)


def _hint(values: list[bytes], fields: Sequence[str]) -> str:
    """What the first line looks like, where its columns are those of something else."""
    if "grade" in fields and len(values) >= len(RUN_FIELDS) and _NUMBER.fullmatch(values[4]):
        return f"; {SWAPPED['qrels']}"
    if "score" in fields and len(values) == len(QREL_FIELDS) and _NUMBER.fullmatch(values[3]):
        return f"; {SWAPPED['run']}"
    if len(values) == 3:
        example = "topic,document,grade" if "grade" in fields else "topic,document,rank"
        return f"; say what the columns are, such as --columns {example}"
    return ""


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
