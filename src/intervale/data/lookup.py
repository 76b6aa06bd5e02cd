"""Tables that are built once and asked often: where a 64-bit key or a text stands among many."""

from __future__ import annotations

from typing import Any

import numpy as np

from intervale.data.texts import Texts
from intervale.errors import InputError

__all__ = ["SEEDS", "KeyTable", "TextTable", "confirmed"]

Array = np.ndarray[Any, Any]
SEEDS = range(8)
ROOM = 4
"""How many slots there are for each key."""


class KeyTable:
    """Where 64-bit keys stand. Rows come in blocks, each of one group, and the slots of a group lie side by side, so
    that looking up a block touches little memory.

    A key is written into the slot that its leading bits name. Of keys that share a slot the last one stays; the
    others, one in nine, are kept in order beside the slots. ``again`` are the keys that come twice.

    >>> table = KeyTable(np.array([7 << 60, 5, 9 << 60, 5], dtype=np.uint64))
    >>> table.find(np.array([9 << 60, 6], dtype=np.uint64)), table.again
    (array([ 2, -1], dtype=int32), array([5], dtype=uint64))
    """

    def __init__(self, keys: Array, blocks: tuple[Array, Array] | None = None, groups: int = 1) -> None:
        """``blocks`` are the group and the size of each block; one block without it."""
        group, sizes = blocks or _one_block(keys)
        self._room = np.zeros(groups, dtype=np.int64)
        self._room[group] = ROOM * sizes
        self._first = np.cumsum(self._room) - self._room
        self._keys = keys
        self._slots = np.full(ROOM * len(keys) + 1, -1, dtype=np.int32)
        slot = self._slot(keys, group, sizes)
        row = np.arange(len(keys), dtype=np.int32)
        self._slots[slot] = row
        winner = self._slots[slot]
        lost = np.flatnonzero(winner != row)
        lost = lost[np.argsort(keys[lost])]
        self._lost, self._lost_keys = lost.astype(np.int32), keys[lost]
        self._shared = np.zeros(len(keys), dtype=bool)
        self._shared[winner[lost]] = True
        with_winner = self._lost_keys == keys[winner[lost]]
        with_other = self._lost_keys[1:] == self._lost_keys[:-1]
        self.again = np.concatenate([self._lost_keys[with_winner], self._lost_keys[1:][with_other]])

    def _slot(self, keys: Array, group: Array, sizes: Array) -> Array:
        slot: Array = (keys >> np.uint64(32)).view(np.int64)
        slot *= np.repeat(self._room[group], sizes)
        slot >>= 32
        slot += np.repeat(self._first[group], sizes)
        return slot

    def find(self, keys: Array, blocks: tuple[Array, Array] | None = None) -> Array:
        """The place of each key, or -1."""
        if not len(self._keys):
            return np.full(len(keys), -1, dtype=np.int32)
        there: Array = self._slots[self._slot(keys, *(blocks or _one_block(keys)))]
        here = self._keys[there] == keys  # an empty slot, -1, is compared with the last key, which is elsewhere
        found = np.where(here, there, np.int32(-1))
        elsewhere = np.flatnonzero(~here & self._shared[there] & (there >= 0))
        if len(elsewhere):
            wanted = keys[elsewhere]
            spot = np.minimum(np.searchsorted(self._lost_keys, wanted), len(self._lost) - 1)
            found[elsewhere] = np.where(self._lost_keys[spot] == wanted, self._lost[spot], -1)
        return found


def _one_block(keys: Array) -> tuple[Array, Array]:
    return np.zeros(1, dtype=np.int64), np.array([len(keys)])


class TextTable:
    """Distinct texts, found by their hashes and then compared.

    >>> TextTable(Texts.of(["a", "b"])).find(Texts.of(["b", "c"]))
    array([ 1, -1], dtype=int32)
    """

    def __init__(self, texts: Texts) -> None:
        self._texts = texts
        for self._seed in SEEDS:
            self._table = KeyTable(texts.hashes(self._seed))
            if not len(self._table.again):
                return
        raise InputError("some ids have the same hash for every seed tried")

    def find(self, texts: Texts) -> Array:
        """The place of each text, or -1."""
        return confirmed(self._table.find(texts.hashes(self._seed)), texts, self._texts)


def confirmed(place: Array, texts: Texts, among: Texts) -> Array:
    """Places found by hashes, with -1 where the texts differ after all."""
    hits = np.flatnonzero(place >= 0)
    place[hits[~texts.same(hits, among, place[hits])]] = -1
    return place
