"""Tables that are built once and asked often: where a 64-bit key or a string stands among many."""

from __future__ import annotations

from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.compute as pc

from intervale.data.arrow import one_chunk, taken, truths
from intervale.data.hashing import hash_strings
from intervale.errors import InputError

__all__ = ["SEEDS", "KeyTable", "StringTable", "all_distinct", "confirmed"]

Array = np.ndarray[Any, Any]
SEEDS = range(8)


class KeyTable:
    """Distinct 64-bit keys in ascending order, and where the keys with the same leading bits begin.

    There are at least four times as many beginnings as keys, so that most keys that are not here find nothing to
    compare with, and the others one or two.

    >>> KeyTable(np.array([7 << 60, 5, 9 << 60], dtype=np.uint64)).find(np.array([9 << 60, 6, 5], dtype=np.uint64))
    array([ 2, -1,  1], dtype=int32)
    """

    def __init__(self, keys: Array) -> None:
        order = np.argsort(keys)
        bits = max(4, (4 * len(keys)).bit_length())
        self._shift = np.uint64(64 - bits)
        self._keys = np.append(keys[order], np.uint64(2**64 - 1))  # a last one, so that every search ends
        self._place = np.append(order, -1).astype(np.int32)
        bucket = self._bucket(self._keys[:-1])
        first = np.flatnonzero(np.diff(bucket, prepend=-1))
        self._first = np.full(1 << bits, -1, dtype=np.int32)
        self._first[bucket[first]] = first

    def find(self, keys: Array) -> Array:
        """The place of each key, or -1."""
        found = np.full(len(keys), -1, dtype=np.int32)
        spot = self._first[self._bucket(keys)]
        live = np.flatnonzero(spot >= 0)
        spot, wanted = spot[live], keys[live]
        while len(live):
            here = self._keys[spot]
            same = here == wanted
            found[live[same]] = self._place[spot[same]]
            on = here < wanted
            live, spot, wanted = live[on], spot[on] + 1, wanted[on]
        return found

    def _bucket(self, keys: Array) -> Array:
        bucket: Array = (keys >> self._shift).view(np.int64)
        return bucket


class StringTable:
    """Distinct strings, found by their hashes and then compared.

    >>> StringTable(pa.array(["a", "b"])).find(pa.array(["b", "c"]))
    array([ 1, -1], dtype=int32)
    """

    def __init__(self, strings: pa.Array) -> None:
        self._strings = strings
        for self._seed in SEEDS:
            keys = hash_strings(strings, self._seed)
            if all_distinct(keys):
                break
        else:
            raise InputError("some ids have the same hash for every seed tried")
        self._table = KeyTable(keys)

    def find(self, strings: pa.Array) -> Array:
        """The place of each string, or -1."""
        return confirmed(self._table.find(hash_strings(strings, self._seed)), strings, self._strings)


def all_distinct(keys: Array) -> bool:
    """Whether no key occurs twice."""
    ordered = np.sort(keys)
    return not (ordered[1:] == ordered[:-1]).any()


def confirmed(place: Array, strings: pa.Array | pa.ChunkedArray, among: pa.Array) -> Array:
    """Places found by hashes, with -1 where the strings differ after all."""
    hits = np.flatnonzero(place >= 0)
    found = one_chunk(taken(strings, hits))
    if found.type != among.type:
        found = found.cast(among.type)
    place[hits[~truths(pc.equal(found, taken(among, place[hits])))]] = -1
    return place
