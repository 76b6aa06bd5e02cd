"""Many texts at once: places in one array of bytes, compared and hashed eight bytes at a time.

Ids are never made into strings of their own where a run is judged: a text is where it begins in the bytes that were
read, and how long it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

__all__ = ["FIRST_BYTES", "LINE_FEED", "PAD", "Blocks", "Texts", "padded", "place_type"]

Array = np.ndarray[Any, Any]
PAD = 16
"""How many bytes stand before the first text and behind the last, so that whole words can be read."""
KEPT = 64
"""So many bytes of each text are kept as words; longer ones are rare, and one of them must not cost all others."""
LINE_FEED = ord("\n")
_FACTOR = np.uint64(0x9E3779B97F4A7C15)
FIRST_BYTES = np.array([(1 << (8 * n)) - 1 for n in range(9)], dtype=np.uint64)


def padded(content: Any) -> Array:
    """Bytes as an array, with ``PAD`` zeros before and behind them."""
    data = np.empty(len(content) + 2 * PAD, dtype=np.uint8)
    data[:PAD] = data[-PAD:] = 0
    data[PAD:-PAD] = np.frombuffer(content, dtype=np.uint8)
    return data


def place_type(size: int) -> np.dtype[Any]:
    """The smaller of two types for places in so many bytes: what is worked on stays small."""
    return np.dtype(np.int32 if size < 2**31 else np.int64)


@dataclass(frozen=True, eq=False)
class Texts:
    """UTF-8 texts: row i is ``data[start[i] : start[i] + length[i]]``, with ``PAD`` bytes around all of them.

    >>> ids = Texts.of(["doc-1", "doc-2", "doc-1"])
    >>> len(ids), ids[1], ids.take(np.array([2, 0])).tolist()
    (3, 'doc-2', ['doc-1', 'doc-1'])
    """

    data: Array
    start: Array
    length: Array

    @staticmethod
    def of(texts: Sequence[str]) -> Texts:
        """Strings as texts. A ``TypeError`` or ``UnicodeEncodeError`` for what is no text."""
        data = padded("\n".join([*texts, ""]).encode())
        ends = np.flatnonzero(data == LINE_FEED)
        if len(ends) != len(texts):  # where a text has a line feed in it
            ends = PAD - 1 + np.cumsum([1 + len(text.encode()) for text in texts])
        start = np.concatenate([[PAD], ends[:-1] + 1])[: len(texts)]
        kind = place_type(len(data))
        return Texts(data, start.astype(kind), (ends - start).astype(kind))

    def __len__(self) -> int:
        return len(self.start)

    def __getitem__(self, row: int) -> str:
        return bytes(self.data[self.start[row] :][: self.length[row]]).decode()

    def tolist(self) -> list[str]:
        """All of them as strings."""
        first, last = int(self.start.min(initial=len(self.data))), int(self.end.max(initial=0))
        whole, starts, ends = bytes(self.data[first:last]), (self.start - first).tolist(), (self.end - first).tolist()
        if whole.isascii():
            text = whole.decode()
            return [text[start:end] for start, end in zip(starts, ends, strict=True)]
        return [whole[start:end].decode() for start, end in zip(starts, ends, strict=True)]

    @property
    def end(self) -> Array:
        return self.start + self.length

    def take(self, rows: Array | slice) -> Texts:
        """Some rows."""
        return Texts(self.data, self.start[rows], self.length[rows])

    def compact(self) -> Texts:
        """The same texts without the bytes between them."""
        size = int(self.length.sum(dtype=np.int64))
        if len(self.data) == size + 2 * PAD:
            return self
        kind = place_type(len(self.data))
        first = (np.cumsum(self.length, dtype=np.int64) - self.length).astype(kind)
        place = np.repeat(self.start.astype(kind) - first, self.length)
        place += np.arange(size, dtype=kind)
        return Texts(padded(self.data[place]), first + kind.type(PAD), self.length.astype(kind))

    @staticmethod
    def joined(parts: Sequence[Texts]) -> Texts:
        """The texts of several columns, one behind the other.

        >>> Texts.joined([Texts.of(["a", "b"]), Texts.of(["c"])]).tolist()
        ['a', 'b', 'c']
        """
        compact = [part.compact() for part in parts]
        data = padded(np.concatenate([part.data[PAD:-PAD] for part in compact]))
        length = np.concatenate([part.length for part in compact])
        ends = np.cumsum(length, dtype=np.int64)
        return Texts(data, (PAD + ends - length).astype(place_type(len(data))), length)

    @cached_property
    def words(self) -> list[Array]:
        """The first ``KEPT`` bytes of the texts eight at a time, the first the lowest, and 0 beyond their ends."""
        found = []
        for place in range(0, min(self.longest, KEPT), 8):
            if place < self.shortest:
                word = self._word(slice(None), place)
            else:
                live = np.flatnonzero(self.length > place)
                word = np.zeros(len(self), dtype=np.uint64)
                word[live] = self._word(live, place)
            found.append(word)
        return found

    def _word(self, rows: Array | slice, place: int) -> Array:
        """Eight bytes of some texts that are longer than a place."""
        words = np.ndarray(shape=(len(self.data) - 7,), dtype="<u8", buffer=self.data, strides=(1,))
        word: Array = words[self.start[rows] + place if place else self.start[rows]]
        if self.shortest == self.longest < place + 8:
            word &= FIRST_BYTES[self.longest - place]
        elif self.shortest < place + 8:
            word &= FIRST_BYTES.take(self.length[rows] - place, mode="clip")
        return word

    @cached_property
    def shortest(self) -> int:
        """The least length."""
        return int(self.length.min(initial=len(self.data)))

    @cached_property
    def longest(self) -> int:
        """The largest length."""
        return int(self.length.max(initial=0))

    def hashes(self, seed: int = 0) -> Array:
        """A 64-bit number for each text, to find candidates of equality by; texts that collide under one seed seldom do
        under another.
        """
        hashes = _mixed(self.length.astype(np.uint64) + np.uint64(seed * 0x632BE59BD9B4E019 % 2**64))
        for place in range(0, self.longest, 8):
            if place < min(self.shortest, KEPT):
                hashes = _mixed(hashes ^ self.words[place // 8])
            else:
                live = np.flatnonzero(self.length > place)
                hashes[live] = _mixed(hashes[live] ^ self._word(live, place))
        return hashes

    def same(self, rows: Array, other: Texts, places: Array) -> Array:
        """Whether the texts in some rows are those of another column in some places."""
        length = self.length[rows]
        same: Array = length == other.length[places]
        for number, (mine, theirs) in enumerate(zip(self.words, other.words, strict=False)):
            if 8 * number < self.shortest:
                same &= mine[rows] == theirs[places]
            else:
                live = np.flatnonzero(same & (length > 8 * number))
                same[live] = mine[rows[live]] == theirs[places[live]]
        for place in range(KEPT, self.longest, 8):
            live = np.flatnonzero(same & (length > place))
            if not len(live):
                break
            same[live] = self._word(rows[live], place) == other._word(places[live], place)
        return same

    def changes(self) -> Array:
        """Whether each text differs from the one before; the first does."""
        changes = np.ones(len(self), dtype=bool)
        np.not_equal(self.length[1:], self.length[:-1], out=changes[1:])
        for word in self.words:
            changes[1:] |= word[1:] != word[:-1]
        if self.longest > KEPT:
            open_rows = np.flatnonzero(~changes & (self.length > KEPT))
            changes[open_rows] = ~self.same(open_rows, self, open_rows - 1)
        return changes

    def sort_keys(self) -> list[Array]:
        """Numbers in the order of the texts' bytes, the last the most significant."""
        if self.longest <= KEPT:
            return [word.byteswap() for word in reversed(self.words)]
        listed = [text.encode() for text in self.tolist()]
        place_of = {text: place for place, text in enumerate(sorted(set(listed)))}
        return [np.array([place_of[text] for text in listed])]

    def order(self) -> Array:
        """Rows in the order of their bytes."""
        return np.lexsort((self.length, *self.sort_keys()))

    def codes(self) -> Array:
        """A number for each text, the same for the same text."""
        order = self.order()
        codes = np.empty(len(self), dtype=np.int64)
        codes[order] = np.cumsum(self.take(order).changes())
        return codes


@dataclass(frozen=True, eq=False)
class Blocks:
    """A column in which many a text is that of the row before: the texts of its blocks, and how many rows each has.

    >>> blocks = Blocks.of(Texts.of(["q1", "q1", "q2", "q1"]))
    >>> blocks.texts.tolist(), blocks.sizes.tolist()
    (['q1', 'q2', 'q1'], [2, 1, 1])
    """

    texts: Texts
    sizes: Array

    @staticmethod
    def of(texts: Texts) -> Blocks:
        """The blocks of a column."""
        if texts.shortest == texts.longest <= KEPT and all((word == word[0]).all() for word in texts.words):
            return Blocks(texts.take(slice(1)), np.array([len(texts)]))  # one block, as tags nearly always are
        first = np.flatnonzero(texts.changes())
        return Blocks(texts.take(first), np.diff(first, append=len(texts)))

    def compact(self) -> Blocks:
        """The same without the bytes between the texts."""
        return Blocks(self.texts.compact(), self.sizes)

    @staticmethod
    def joined(parts: Sequence[Blocks]) -> Blocks:
        """The blocks of several columns, one behind the other."""
        return Blocks(Texts.joined([part.texts for part in parts]), np.concatenate([part.sizes for part in parts]))

    def repeated(self, values: Array) -> Array:
        """One value for each row from one for each block."""
        return np.repeat(values, self.sizes)

    def take(self, rows: Array) -> Blocks:
        """Some rows."""
        block = self.repeated(np.arange(len(self.sizes)))[rows]
        first = np.flatnonzero(np.diff(block, prepend=-1))
        return Blocks(self.texts.take(block[first]), np.diff(first, append=len(block)))


def _mixed(x: Array) -> Array:
    mixed: Array = x * _FACTOR
    mixed ^= mixed >> np.uint64(29)
    return mixed
