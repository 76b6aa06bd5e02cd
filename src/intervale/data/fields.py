"""The fields of a text with white space between them, and the numbers among them, from its bytes at once.

What is unusual is not read here: :class:`UnusualTextError` is raised, and who asked reads the lines one by one.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import Any

import numpy as np

from intervale.data.texts import FIRST_BYTES, LINE_FEED, PAD, Texts, padded, place_type

__all__ = ["LONGEST_LINE", "PIECE", "UnusualTextError", "numbers", "split_fields"]

Array = np.ndarray[Any, Any]
PIECE = 3 << 20
"""How many bytes are worked on at once: what they are made into stays in the processor's cache."""
SMALL = 1 << 18
LONGEST_LINE = 1 << 20
MOST_DIGITS = 15
"""So many digits are a whole number that a float holds, and 10 to so many too: then one division rounds correctly."""
TAB, RETURN, BLANK, POINT, MINUS, ZERO = b"\t\r .-0"
_IS_BLANK = np.isin(np.arange(256), list(b" \t\n\r\x0b\x0c"))
_LAST_BYTES = np.array([2**64 - (1 << (8 * (8 - n))) for n in range(9)], dtype=np.uint64)
_ZEROS, _ABOVE_NINE, _HIGH_BITS = (np.uint64(byte * 0x0101010101010101) for byte in (ZERO, 0x76, 0x80))


class UnusualTextError(Exception):
    """A text that is not as nearly all texts are."""


@cache
def _keep_freed_memory() -> None:
    """Arrays of some megabytes are made and freed for each piece, and what goes back to the system is slow to get
    again. The C library of Linux keeps twice as much as the largest block freed; this one is never written to.
    """
    np.empty(30 << 20, dtype=np.uint8)


def split_fields(content: bytes, count: int, wanted: Sequence[int]) -> list[Texts]:
    """The wanted ones among the ``count`` fields of every line, each as a column.

    >>> [column.tolist() for column in split_fields(b"a  x 1\\nb\\ty\\t2", 3, [0, 2])]
    [['a', 'b'], ['1', '2']]
    """
    if len(content) > SMALL:
        _keep_freed_memory()
    data = padded(content)
    data[PAD + len(content)] = LINE_FEED  # where the last line has no end
    text, size = data[PAD:], len(content) + (content[-1:] != b"\n") if content else 0
    starts: list[list[Array]] = [[] for _ in wanted]
    lengths: list[list[Array]] = [[] for _ in wanted]
    for piece in _pieces(content, size):
        places = _places(text[piece], count)
        for column, field in enumerate(wanted):
            start = places[:, 2 * field]
            lengths[column].append(places[:, 2 * field + 1] - start)
            starts[column].append(start + place_type(len(data)).type(PAD + piece.start))
    return [Texts(data, *map(_joined, columns)) for columns in zip(starts, lengths, strict=True)]


def _joined(parts: list[Array]) -> Array:
    return parts[0] if len(parts) == 1 else np.concatenate([np.empty(0, dtype=np.int32), *parts])


def _pieces(content: bytes, size: int) -> Iterator[slice]:
    """The text in pieces of whole lines."""
    start = 0
    while start < size:
        end = size if start + 2 * PIECE >= size else content.rfind(b"\n", start, start + PIECE) + 1
        if end <= start:
            raise UnusualTextError
        yield slice(start, end)
        start = end


def _places(text: Array, count: int) -> Array:
    """Where the fields of each line begin and end, in turn."""
    lines = int(np.count_nonzero(text == LINE_FEED))
    blank = _blanks(text, lines)
    if blank[0]:
        raise UnusualTextError
    if int(text.max()) > 127:
        _check_utf8(text)
    edges = np.flatnonzero(blank[1:] != blank[:-1])
    rows, rest = divmod(len(edges) + 1, 2 * count)
    if rest:
        raise UnusualTextError
    places = np.empty((rows, 2 * count), dtype=np.int32)
    flat = places.reshape(-1)
    flat[0] = 0
    np.add(edges, 1, out=flat[1:], casting="unsafe")
    ends, next_line = places[:, -1], np.append(places[1:, 0], len(text))
    in_place = (text[ends] == LINE_FEED) | (text[next_line - 1] == LINE_FEED)
    if lines != rows or not in_place.all() or (next_line - places[:, 0]).max() > LONGEST_LINE + 1:
        raise UnusualTextError
    return places


def _blanks(text: Array, lines: int) -> Array:
    """Where white space is. Control characters other than it are rare."""
    others = np.count_nonzero(text < BLANK) - lines
    if others and others > sum(np.count_nonzero(text == byte) for byte in (TAB, RETURN)):
        return _IS_BLANK[text]
    return text <= BLANK


def _check_utf8(text: Array) -> None:
    from intervale.data.arrow import check_utf8

    try:
        check_utf8(text)
    except ValueError:
        raise UnusualTextError from None


def numbers(texts: Texts) -> Array:
    """Texts as the nearest floats. Decimal numbers of up to ``MOST_DIGITS`` digits are read here, others by Arrow.

    >>> numbers(Texts.of(["12.5", "-3", ".25"])).tolist(), numbers(Texts.of(["12.5", "1e-3"])).tolist()
    ([12.5, -3.0, 0.25], [12.5, 0.001])
    """
    negative = texts.data[texts.start] == MINUS
    length = texts.length - negative
    if 0 < length.min(initial=MOST_DIGITS) <= length.max(initial=0) <= MOST_DIGITS + 1:
        values = _decimals(texts, length)
        if values is not None:
            return np.negative(values, out=values, where=negative)
    return _others(texts)


def _others(texts: Texts) -> Array:
    from intervale.data.arrow import floats

    try:
        return floats(texts)
    except ValueError:
        raise UnusualTextError from None


def _decimals(texts: Texts, length: Array) -> Array | None:
    """Decimal numbers without their signs, first those with as many places behind the point as the first has, and so
    on; None where one is none.

    The last sixteen bytes of each, as two words, are digits once the point is taken out. As a whole number they are
    below 10^15; divided by a power of ten they give the nearest float, as both are floats.
    """
    words = np.ndarray(shape=(len(texts.data) - 7,), dtype="<u8", buffer=texts.data, strides=(1,))
    low, high = words[texts.end - 8] ^ _ZEROS, np.zeros(1, dtype=np.uint64)
    low &= _LAST_BYTES.take(length, mode="clip")
    if length.max() > 8:
        high = (words[texts.end - 16] ^ _ZEROS) & _LAST_BYTES.take(length - 8, mode="clip")
    values, rows = np.empty(len(texts)), np.arange(len(texts))
    while len(rows):
        _, point, behind = texts[rows[0]].partition(".")
        digits, plain = _digits(low, high, len(behind) if point else None)
        plain &= (length > len(point)) & (length <= MOST_DIGITS + len(point))
        if not plain[0]:
            return None
        digits = digits / 10.0 ** len(behind)
        if plain.all() and len(rows) == len(values):
            return digits
        values[rows[plain]] = digits[plain]
        rows, length, low, high = rows[~plain], length[~plain], low[~plain], high[~plain] if len(high) > 1 else high
    return values


def _digits(low: Array, high: Array, places: int | None) -> tuple[Array, Array]:
    """Numbers without a point, or without the one before so many places, and which have it there and are digits."""
    point: Any = True
    if places is not None and places < 8:
        point, low = _without_point(low, places)
        low, high = low | (high >> np.uint64(56)), high << np.uint64(8)
    elif places is not None:
        point, high = _without_point(high, places - 8)
    plain = ((low + _ABOVE_NINE) | low | (high + _ABOVE_NINE) | high) & _HIGH_BITS == 0
    return _eight_digits(low) + _eight_digits(high) * np.uint64(10**8), plain & point


def _without_point(word: Array, places: int) -> tuple[Array, Array]:
    """Whether a point stands before so many places, and the word without that byte."""
    at = np.uint64(8 * (7 - places))
    before, behind = word & FIRST_BYTES[7 - places], word & _LAST_BYTES[places]
    return (word >> at) & np.uint64(255) == POINT ^ ZERO, before << np.uint64(8) | behind


def _eight_digits(word: Array) -> Array:
    """The number that eight digits are, each a byte and the first the lowest: pairs of digits, then of pairs."""
    pairs = word * np.uint64(10) + (word >> np.uint64(8))
    one, other = ((pairs >> np.uint64(shift)) & np.uint64(0x000000FF000000FF) for shift in (0, 16))
    found: Array = (one * np.uint64(0x000F424000000064) + other * np.uint64(0x0000271000000001)) >> np.uint64(32)
    return found
