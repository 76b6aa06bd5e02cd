"""Between Arrow, NumPy and texts without pandas: ``pa.array`` and ``to_numpy`` load pandas where it is installed, a
third of a second.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

from intervale.data.texts import PAD, Blocks, Texts, padded

__all__ = ["check_utf8", "encoded", "floats", "from_numpy", "one_chunk", "strings", "texts_of", "to_numpy"]

Array = np.ndarray[Any, Any]


def one_chunk(column: pa.Array | pa.ChunkedArray) -> pa.Array:
    """A column as one contiguous array."""
    return column.combine_chunks() if isinstance(column, pa.ChunkedArray) else column


def to_numpy(column: pa.Array | pa.ChunkedArray) -> Array:
    """A column of numbers without nulls as an array that shares its memory.

    >>> to_numpy(from_numpy(np.array([3, 1, 2])))
    array([3, 1, 2])
    """
    array = one_chunk(column)
    kind = np.dtype(array.type.to_pandas_dtype())
    if not len(array):
        return np.empty(0, dtype=kind)
    return np.frombuffer(array.buffers()[1], dtype=kind)[array.offset : array.offset + len(array)]


def from_numpy(array: Array) -> pa.Array:
    """An array of numbers as an Arrow array that shares its memory."""
    array = np.ascontiguousarray(array)
    return pa.Array.from_buffers(pa.from_numpy_dtype(array.dtype), len(array), [None, pa.py_buffer(array)])


def texts_of(column: pa.Array | pa.ChunkedArray) -> Texts:
    """A column of strings without nulls as texts.

    >>> texts_of(pa.array(["a", "", "né"]).slice(1)).tolist()
    ['', 'né']
    """
    array = one_chunk(column)
    _, offsets, data = array.buffers()
    width = np.int64 if array.type == pa.large_string() else np.int32
    if not len(array):
        return Texts.of([])
    ends = np.frombuffer(offsets, dtype=width)[array.offset : array.offset + len(array) + 1]
    used = np.frombuffer(data, dtype=np.uint8)[ends[0] : ends[-1]] if data is not None else b""
    first: Any = ends.dtype.type(PAD - ends[0])
    return Texts(padded(used), ends[:-1] + first, np.diff(ends))


def strings(texts: Texts) -> pa.Array:
    """Texts as a column of strings.

    >>> strings(Texts.of(["a", "", "né"])).to_pylist()
    ['a', '', 'né']
    """
    ends = np.concatenate([[0], np.cumsum(texts.length)])
    data = texts.data[np.arange(ends[-1]) + np.repeat(texts.start - ends[:-1], texts.length)]
    kind, width = (pa.string(), np.int32) if ends[-1] < 2**31 - 1 else (pa.large_string(), np.int64)
    return pa.Array.from_buffers(kind, len(texts), [None, pa.py_buffer(ends.astype(width)), pa.py_buffer(data)])


def encoded(blocks: Blocks) -> pa.DictionaryArray:
    """Blocks of texts as a dictionary-encoded column."""
    stretches = strings(blocks.texts).dictionary_encode()
    return pa.DictionaryArray.from_arrays(
        from_numpy(blocks.repeated(to_numpy(stretches.indices))), stretches.dictionary
    )


def check_utf8(text: Array) -> None:
    """Raise a ``ValueError`` where bytes are not UTF-8; faster than decoding them."""
    ends = pa.py_buffer(np.array([0, len(text)]))
    pa.Array.from_buffers(pa.large_string(), 1, [None, ends, pa.py_buffer(text)]).validate(full=True)


def floats(texts: Texts) -> Array:
    """Texts that stand one behind the other as the nearest floats; a ``ValueError`` where one is no number.

    >>> floats(Texts.of(["12.5", "1e-3"])).tolist()
    [12.5, 0.001]
    """
    rows = len(texts)
    if not rows:
        return np.empty(0)
    places = np.empty(2 * rows, dtype=np.int64)
    places[0::2], places[1::2] = texts.start, texts.end
    with_gaps = [None, pa.py_buffer(places), pa.py_buffer(texts.data)]
    gaps_too = pa.Array.from_buffers(pa.large_string(), 2 * rows - 1, with_gaps)
    return to_numpy(gaps_too.take(from_numpy(np.arange(0, 2 * rows, 2))).cast(pa.float64()))
