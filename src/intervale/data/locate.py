"""Finding the line of a TREC file where a document is mentioned, for error messages: rows do not know their lines."""

from __future__ import annotations

from pathlib import Path

from intervale.data.files import read_content
from intervale.errors import IntervaleError

__all__ = ["line_of"]


def line_of(source: str, topic: str, document: str, mention: int = 1) -> int | None:
    """The line where a topic has a document for the n-th time, or None where that cannot be told.

    >>> line_of("no such file", "301", "d1") is None
    True
    """
    if not Path(source).is_file():
        return None
    try:
        content = read_content(source)[:]
    except IntervaleError:
        return None
    wanted = (topic.encode(), document.encode())
    if wanted[1] not in content:
        return None
    for number, line in enumerate(content.split(b"\n"), start=1):
        fields = line.split(maxsplit=3)
        if len(fields) > 2 and (fields[0], fields[2]) == wanted:
            mention -= 1
            if not mention:
                return number
    return None
