"""Between Arrow and NumPy without pandas: ``pa.array`` and ``to_numpy`` load pandas where it is installed, a third
of a second.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["from_numpy", "one_chunk", "strings", "taken", "to_numpy", "truths"]

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
    if not len(array):
        return np.empty(0, dtype=_numpy_type(array.type))
    kind = _numpy_type(array.type)
    return np.frombuffer(array.buffers()[1], dtype=kind)[array.offset : array.offset + len(array)]


def _numpy_type(kind: pa.DataType) -> Any:
    return np.dtype(kind.to_pandas_dtype())


def from_numpy(array: Array) -> pa.Array:
    """An array of numbers as an Arrow array that shares its memory."""
    array = np.ascontiguousarray(array)
    return pa.Array.from_buffers(pa.from_numpy_dtype(array.dtype), len(array), [None, pa.py_buffer(array)])


def strings(texts: Sequence[str]) -> pa.Array:
    """Texts as an Arrow array.

    >>> strings(["a", "", "né"]).to_pylist()
    ['a', '', 'né']
    """
    data = "".join(texts).encode()
    sizes: Iterable[int] = map(len, texts)
    if not data.isascii():
        sizes = (len(text.encode()) for text in texts)
    offsets = np.zeros(len(texts) + 1, dtype=np.int64)
    np.cumsum(np.fromiter(sizes, np.int64, len(texts)), out=offsets[1:])
    kind, width = (pa.string(), np.int32) if len(data) < 2**31 - 1 else (pa.large_string(), np.int64)
    return pa.Array.from_buffers(kind, len(texts), [None, pa.py_buffer(offsets.astype(width)), pa.py_buffer(data)])


def taken(column: pa.Array | pa.ChunkedArray, rows: Array) -> pa.Array | pa.ChunkedArray:
    """Some rows of a column."""
    return column.take(from_numpy(rows))


def truths(column: pa.Array | pa.ChunkedArray) -> Array:
    """A column of truth values without nulls."""
    array = one_chunk(column)
    return _unpacked(array.buffers()[1], array) if len(array) else np.empty(0, dtype=bool)


def _unpacked(bitmap: pa.Buffer, array: pa.Array) -> Array:
    bits = np.unpackbits(np.frombuffer(bitmap, dtype=np.uint8), count=array.offset + len(array), bitorder="little")
    return bits[array.offset :].view(bool)
