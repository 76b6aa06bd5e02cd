"""Where a TREC text can be cut: at the beginning of a topic, found from any place in it.

:func:`cut` is a function of the text and a place alone. So whoever reads the text from one place to another, in pieces
of whatever size, on whatever machine, agrees with all others on which topics a piece has: those whose first line begins
between the two places. Cuts between lines of one topic do no harm, but cost: the topic is then judged once more, as
one that comes back.
"""

from __future__ import annotations

import re
from typing import Protocol

__all__ = ["Bytes", "Window", "cut"]

BEFORE, NEAR = 1 << 12, 1 << 16
"""How many bytes before and behind a place are looked at first; a longer line or topic takes larger steps."""


class Bytes(Protocol):
    """Bytes of which a part can be read."""

    def __len__(self) -> int: ...
    def __getitem__(self, part: slice) -> bytes: ...


class Window:
    """A part of some bytes that was read at once; what lies outside is read when it is asked for."""

    def __init__(self, content: Bytes, start: int, stop: int) -> None:
        self._content, self._start = content, max(0, start)
        self._part = content[self._start : min(len(content), stop)]

    def __len__(self) -> int:
        return len(self._content)

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(len(self._content))
        if self._start <= start and stop <= self._start + len(self._part):
            return self._part[start - self._start : stop - self._start]
        return self._content[start:stop]


def cut(content: Bytes, place: int) -> int:
    """The first line that begins at a place or behind it and is of another topic than the line before; the size of the
    content where there is none.

    >>> text = b"q1 Q0 a 1 3 A\\nq1 Q0 b 2 2 A\\nq2 Q0 a 1 3 A\\n"
    >>> [cut(text, place) for place in (0, 1, 14, 28, 29)]
    [0, 28, 28, 28, 42]
    """
    size = len(content)
    if place <= 0:
        return 0
    before, near = BEFORE, NEAR
    while place < size:
        first, last = max(0, place - before), min(size, place + near)
        text = content[first:last]
        line = text.find(b"\n", place - first - 1) + 1  # the first line that begins at the place or behind it
        previous = text.rfind(b"\n", 0, line - 1) + 1 if line else 0
        if line and first and not previous:  # the line before is longer than what was looked at
            before *= 4
            continue
        change = _change(text, previous, line, whole=last == size) if line else None
        if change is not None:
            return first + change
        if last == size:
            break
        near *= 4
    return size


def _change(text: bytes, previous: int, line: int, *, whole: bool) -> int | None:
    """The first line from ``line`` on that does not begin with the topic of the one at ``previous``; None where what
    there is of the text does not tell.
    """
    words = text[previous:line].split(maxsplit=1)
    if not words:  # a blank line
        return line
    topic = words[0]
    found = re.compile(rb"\n(?!%s[ \t])" % re.escape(topic)).search(text, line - 1)
    if found is None or (not whole and found.start() + len(topic) + 2 > len(text)):
        return None
    return found.end()
