"""Finding the line of a file where a document is mentioned, for error messages: rows do not know their lines."""

from __future__ import annotations

import csv
import io
import json
import os.path
from collections.abc import Iterator
from typing import Any

from intervale.data.files import read_content
from intervale.data.frames import COLUMN_NAMES
from intervale.data.tables import table_kind
from intervale.errors import IntervaleError

__all__ = ["line_of"]


def line_of(source: str, topic: str, document: str, mention: int = 1) -> int | None:
    """The line where a topic has a document for the n-th time, or None where that cannot be told.

    >>> line_of("no such file", "301", "d1") is None
    True
    """
    if not os.path.isfile(source):
        return None
    try:
        content = read_content(source)
        reader = READERS.get(table_kind(source, content))
        for number, found in reader(content) if reader else ():
            if found == (topic, document):
                mention -= 1
                if not mention:
                    return number
    except (IntervaleError, ValueError, csv.Error):
        return None
    return None


def _trec(content: bytes) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        fields = line.split(maxsplit=3)
        if len(fields) > 2:
            yield number, (fields[0].decode(errors="replace"), fields[2].decode(errors="replace"))


def _csv(content: bytes) -> Iterator[tuple[int, tuple[str, str]]]:
    rows = csv.DictReader(io.StringIO(content.decode("utf-8-sig"), newline=""))
    for row in rows:
        yield rows.line_num, _pair(row)


def _json_lines(content: bytes) -> Iterator[tuple[int, tuple[str, str]]]:
    for number, line in enumerate(content.split(b"\n"), start=1):
        if line.strip():
            yield number, _pair(json.loads(line))


def _pair(row: dict[str, Any]) -> tuple[str, str]:
    topic, document = (
        next((str(row[name]) for name in COLUMN_NAMES[what] if name in row), "") for what in ("topic", "document")
    )
    return topic, document


READERS = {None: _trec, "csv": _csv, "jsonl": _json_lines}
