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
from dataclasses import dataclass, replace
from functools import partial
from itertools import pairwise
from typing import Any, TypeVar

import numpy as np

from intervale.data.column_names import SWAPPED
from intervale.data.columns import Qrels, Run, Stretch, split_by_tag, whole_grades
from intervale.data.cuts import BEFORE, NEAR, Bytes, Window, cut
from intervale.data.fields import LONGEST_LINE, PIECE, UnusualTextError, numbers, split_fields
from intervale.data.files import Content, PackedFile, PlainFile, parts_of
from intervale.data.storage import RemoteFile
from intervale.data.texts import Blocks, Texts
from intervale.errors import InputError

__all__ = ["PackedRunText", "RunText", "canonical_lines", "qrels_from_trec", "read_text", "windows"]

Array = np.ndarray[Any, Any]
T = TypeVar("T")
FETCHED = 8 << 20
"""How many bytes of a remote file are asked for at once."""
QREL_FIELDS = ("topic", "iteration", "document", "grade")
RUN_FIELDS = ("topic", "Q0", "document", "rank", "score", "tag")
BYTE_ORDER_MARK = b"\xef\xbb\xbf"
COMMENT = ord("#")
_NUMBER = re.compile(rb"[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|[+-]?inf(?:inity)?", re.IGNORECASE)
_NO_FIELD = re.compile(rb"^[ \t\r\x0b\x0c]*(?:#[^\n]*)?(?:\n|\Z)|^[ \t\r\x0b\x0c]+", re.MULTILINE)
"""Lines without fields, and white space before the first."""
_WHOLE = re.compile(rb"[+-]?\d{1,18}")


def qrels_from_trec(content: Content, name: str) -> Qrels:
    """Judgments from the text of a TREC qrels file, read some megabytes at a time."""

    def read(text: bytes) -> tuple[Blocks, Texts, Array] | None:
        topic, document, grade = _columns(text, QREL_FIELDS, ("topic", "document", "grade"))
        return (Blocks.of(topic), document, _grades(grade)) if len(topic) else None

    parts = []
    for text, line in windows(content):
        lines = _lines(text, name, marked=line == 1)
        found = read_text(read, lines, QREL_FIELDS, name, first_line=line)
        if found is not None:
            parts.append(found if text is content else (found[0].compact(), found[1].compact(), found[2]))
    if not parts:
        raise InputError(f"no judgments; expected lines: {' '.join(QREL_FIELDS)}", source=name)
    topics, documents, grades = zip(*parts, strict=True)
    one = len(parts) == 1
    return Qrels(
        topics[0] if one else Blocks.joined(topics),
        documents[0] if one else Texts.joined(documents),
        whole_grades(np.concatenate(grades), name),
        name,
    )


def _grades(texts: Texts) -> Array:
    values = numbers(texts)
    if not np.isfinite(values).all():
        raise UnusualTextError
    return values


def windows(content: Content) -> Iterator[tuple[bytes, int]]:
    """A text in parts of whole lines, each with the number of its first."""
    if isinstance(content, bytes):
        yield content, 1
        return
    text, line = b"", 1
    for chunk in content.chunks() if isinstance(content, PackedFile) else parts_of(content):
        text += chunk
        end = text.rfind(b"\n") + 1 or text.rfind(b"\r", 0, len(text) - 1) + 1  # behind the last a line feed may come
        if end or len(text) > 2 * LONGEST_LINE:
            part, text = text[: end or len(text)], text[end or len(text) :]
            yield part, line
            line += _line_count(part)
    yield text, line


class _Parsed:
    """What texts of TREC runs share: how a text becomes runs."""

    source: str
    ranks: bool
    expected = f"; expected lines: {' '.join(RUN_FIELDS)}"

    def _read(self, text: bytes, *, marked: bool, first_line: int = 1) -> list[Run]:
        """The runs in a text whose first line has a number; none where it has no fields."""
        lines = _lines(text, self.source, marked=marked)
        return read_text(self._runs, lines, RUN_FIELDS, self.source, ranks=self.ranks, first_line=first_line)

    def _runs(self, text: bytes) -> list[Run]:
        wanted = ("topic", "document", "score", "tag", *(("rank",) if self.ranks else ()))
        topic, document, score, tag, *rank = _columns(text, RUN_FIELDS, wanted)
        if not len(topic):
            return []
        values, places = numbers(score), numbers(rank[0]) if rank else None
        if np.isnan(values).any() or (places is not None and not np.isfinite(places).all()):
            raise UnusualTextError
        return split_by_tag(Blocks.of(topic), document, values, places, Blocks.of(tag), self.source)

    def _whole(self, text: bytes) -> list[Run]:
        found = self._read(text, marked=True)
        if not found:
            raise InputError(f"no retrieved documents{self.expected}", source=self.source)
        return found


@dataclass(frozen=True, eq=False)
class RunText(_Parsed):
    """The text of a TREC run file, not read yet, or a piece of it: the topics whose first line begins between two
    places.
    """

    content: bytes | PlainFile | RemoteFile
    source: str
    ranks: bool
    start: int = 0
    stop: int | None = None

    def runs(self) -> list[Run]:
        return self._whole(self.content[:])

    def stretches(self) -> Iterator[Stretch]:
        """Pieces of some megabytes; a topic that is longer is in one of them."""
        stop = len(self.content) if self.stop is None else self.stop
        step = FETCHED if isinstance(self.content, RemoteFile) else PIECE
        places = list(range(self.start, max(stop - step // 2, self.start + 1), step))
        for start, end in pairwise([*places, stop]):
            yield partial(self._piece, start, end)

    def units(self, size: int) -> Sequence[RunText] | None:
        if isinstance(self.content, bytes):
            return None
        places = list(range(0, max(len(self.content) - size // 2, 1), size))
        return [replace(self, start=start, stop=end) for start, end in pairwise([*places, len(self.content)])]

    def _piece(self, start: int, stop: int) -> list[Run]:
        content: Bytes = self.content
        if isinstance(self.content, RemoteFile):
            content = Window(self.content, start - BEFORE, stop + NEAR)
        first, last = cut(content, start), cut(content, stop)
        if first >= last:
            return []
        text = content[first:last]
        try:
            return self._read(text, marked=first == 0)
        except InputError as error:
            if error.line is None or not first:
                raise
            before = sum(map(_line_count, parts_of(self.content, first)))
            return self._read(text, marked=False, first_line=1 + before)


@dataclass(frozen=True, eq=False)
class PackedRunText(_Parsed):
    """The text of a TREC run in an archive, streamed."""

    content: PackedFile
    source: str
    ranks: bool

    def runs(self) -> list[Run]:
        return self._whole(self.content[:])

    def stretches(self) -> Iterator[Stretch]:
        text, wanted, line = b"", 2 * PIECE, 1
        for chunk in self.content.chunks():
            text += chunk
            while len(text) >= wanted:
                lines = text[: text.rfind(b"\n") + 1]  # of the last line a half may be there
                end = cut(lines, PIECE) if lines else len(text)
                if end == len(lines or text) and _has_lines(text):  # a topic that is longer, or lines of another kind
                    wanted = 2 * len(text)
                    break
                part, text, wanted = text[:end], text[end:], 2 * PIECE
                yield partial(self._read, part, marked=line == 1, first_line=line)
                line += _line_count(part)
        if text:
            yield partial(self._read, text, marked=line == 1, first_line=line)

    def units(self, size: int) -> Sequence[PackedRunText] | None:
        return [self] if self.content.lasts else None


def _has_lines(text: bytes) -> bool:
    """Whether a line ends near the end of a text, whatever ends it."""
    near = text[-LONGEST_LINE:]
    return b"\n" in near or b"\r" in near


def _line_count(text: bytes) -> int:
    """How many lines end in a text; a carriage return alone ends one too."""
    alone = text.count(b"\r") - text.count(b"\r\n") if text.find(b"\r") >= 0 else 0
    return text.count(b"\n") + alone


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
            hint = "" if lines or first_line > 2 else _hint(values, fields)
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
