"""64-bit hashes of the strings of an Arrow column, all at once.

For finding candidates of equality only: equal strings have equal hashes, and what looks equal is compared for real
by the caller.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa

__all__ = ["hash_strings"]

Array = np.ndarray[Any, Any]
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
_LOW_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(9)], dtype=np.uint64)


def hash_strings(column: pa.Array | pa.ChunkedArray, seed: int = 0) -> Array:
    """One 64-bit number for each string; strings that collide under one seed do not under another.

    >>> a, b, c = hash_strings(pa.array(["doc-1", "doc-2", "doc-1"])).tolist()
    >>> a == c, a == b
    (True, False)
    """
    chunks = column.chunks if isinstance(column, pa.ChunkedArray) else [column]
    hashes = [_hash_chunk(chunk, seed) for chunk in chunks if len(chunk)]
    return np.concatenate(hashes) if hashes else np.empty(0, dtype=np.uint64)


def _hash_chunk(chunk: pa.Array, seed: int) -> Array:
    _, offset_buffer, data_buffer = chunk.buffers()
    width = np.int64 if chunk.type in (pa.large_string(), pa.large_binary()) else np.int32
    offsets = np.frombuffer(offset_buffer, dtype=width)[chunk.offset : chunk.offset + len(chunk) + 1]
    data = np.frombuffer(data_buffer, dtype=np.uint8) if data_buffer is not None else np.empty(0, dtype=np.uint8)
    if len(data) < 8:
        data = np.concatenate([data, np.zeros(8, dtype=np.uint8)])
    words = np.ndarray(shape=(len(data) - 7,), dtype="<u8", buffer=data, strides=(1,))  # the word at every byte
    starts, lengths = offsets[:-1].astype(np.int64), np.diff(offsets).astype(np.int64)
    hashes = _mixed(lengths.astype(np.uint64) + np.uint64(seed * 0x632BE59BD9B4E019 % 2**64))
    live: Any = slice(None)
    for position in range(0, int(lengths.max(initial=0)), 8):
        if position:
            live = np.flatnonzero(lengths > position)
        begin = starts[live] + position
        safe = np.minimum(begin, len(words) - 1)
        word = words[safe] >> ((begin - safe) * 8).astype(np.uint64)
        word &= _LOW_BYTES[np.minimum(lengths[live] - position, 8)]
        hashes[live] = _mixed(hashes[live] ^ word)
    return hashes


def _mixed(x: Array) -> Array:
    mixed: Array = x * _FACTOR
    mixed ^= mixed >> np.uint64(29)
    return mixed
