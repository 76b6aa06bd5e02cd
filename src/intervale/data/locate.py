"""Finding the line of a file where a document is mentioned, for error messages: rows do not know their lines."""

from __future__ import annotations

import csv
import io
import json
import os.path
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from intervale.data.column_names import Columns, picked
from intervale.data.files import Content, open_content
from intervale.data.storage import is_url
from intervale.data.tables import delimiter_of, split_line, table_kind
from intervale.data.trec import windows
from intervale.errors import IntervaleError

__all__ = ["line_of"]

Mention = tuple[int, tuple[str, str]]
"""A line, and the topic and document in it."""


def line_of(source: str, topic: str, document: str, mention: int = 1, columns: Columns | None = None) -> int | None:
    """The line where a topic has a document for the n-th time, or None where that cannot be told. ``columns`` is what
    was said about the columns of the file.

    >>> line_of("no such file", "301", "d1") is None
    True
    """
    if not os.path.isfile(source) and not is_url(source):
        return None
    try:
        content = open_content(source)
        kind = table_kind(source, content)
        if kind is None and columns is None:
            mentions = _trec(content)
        else:
            reader = READERS.get(kind)
            mentions = _by_place(content[:], source, columns) if columns else reader(content[:]) if reader else iter(())
        for number, found in mentions:
            if found == (topic, document):
                mention -= 1
                if not mention:
                    return number
    except (IntervaleError, ValueError, csv.Error):
        return None
    return None


def _trec(content: Content) -> Iterator[Mention]:
    for text, first in windows(content):
        for number, line in enumerate(text.split(b"\n"), start=first):
            fields = line.split(maxsplit=3)
            if len(fields) > 2:
                yield number, (fields[0].decode(errors="replace"), fields[2].decode(errors="replace"))


def _by_place(content: bytes, source: str, columns: Columns) -> Iterator[Mention]:
    if table_kind(source, content) not in (None, "csv", "tsv"):
        return
    delimiter = delimiter_of(source, content)
    topic, document = (columns.roles.index(role) for role in ("topic", "document"))
    for number, line in enumerate(content.decode("utf-8-sig").split("\n"), start=1):
        fields = split_line(line, delimiter)
        if len(fields) == len(columns.roles):
            yield number, (fields[topic], fields[document])


def _delimited(content: bytes, delimiter: str) -> Iterator[Mention]:
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter)
    for row in rows:
        yield rows.line_num, _pair(row)


def _json_lines(content: bytes) -> Iterator[Mention]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield number, _pair(json.loads(line))


def _pair(row: dict[str, Any]) -> tuple[str, str]:
    topic, document = (str(row.get(picked(row, role), "")) for role in ("topic", "document"))
    return topic, document


READERS: dict[str | None, Callable[[bytes], Iterator[Mention]]] = {
    "csv": partial(_delimited, delimiter=","),
    "tsv": partial(_delimited, delimiter="\t"),
    "jsonl": _json_lines,
}
