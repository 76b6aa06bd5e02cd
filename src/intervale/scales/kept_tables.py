"""Tables that took long to build, kept in the cache folder within a limit.

A file has one line of JSON (the format, the versions of this package and of numpy, what the table belongs to, its
numbers, the shapes of its arrays, and a checksum over these and all that follows), and then the arrays as they are in
memory, little-endian. It is written beside its place and moved there, and mapped into memory to be read; one that is
not whole, belongs to something else or was damaged counts as absent.

All files of the folder together stay within a limit, 2 GB or what ``INTERVALE_CACHE_SIZE`` says: the tables that were
used last are kept. With 0 no table is read or written.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import mmap
import os
import secrets
import time
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

import numpy as np

from intervale._version import __version__
from intervale.data.room import bytes_of
from intervale.errors import OptionError, shown
from intervale.exact.progress import announce
from intervale.exact.shelf import Parts
from intervale.scales.cache import files, folder, in_use

__all__ = ["KeptTables", "limit", "make_room"]

Array = np.ndarray[Any, Any]
FORMAT = 2
"""Changes whenever what is kept would be read otherwise."""
LIMIT = "2GB"
KINDS = ("<f8", "<i8")
ALIGNED = 64
"""Arrays begin at multiples of so many bytes."""
RECENT, LEFT_OVER = 600.0, 3600.0
"""Seconds: a table used since is not removed for a new one; an unfinished file that is older was left by a kill."""


@dataclass(frozen=True)
class KeptTables:
    """A shelf (:class:`intervale.exact.shelf.Shelf`) in the cache folder: the tables that belong to a key."""

    key: dict[str, Any]

    def get(self, name: str) -> Parts | None:
        if not in_use() or not limit():
            return None
        path = self._path(name)
        try:
            found = _read(path, self._about(name))
        except (OSError, ValueError, KeyError, TypeError, RecursionError):
            return None
        with contextlib.suppress(OSError):
            os.utime(path)  # used last now
        return found

    def put(self, name: str, parts: Parts) -> None:
        if not in_use() or not limit():
            return
        try:
            folder().mkdir(parents=True, exist_ok=True)
            pieces = _pieces(self._about(name), parts)
            if make_room(sum(len(piece) for piece in pieces), limit()):
                _write(self._path(name), pieces)
        except OSError:
            _unwritable(folder())

    def _about(self, name: str) -> dict[str, Any]:
        return {"format": FORMAT, "version": __version__, "numpy": np.__version__, "key": self.key, "name": name}

    def _path(self, name: str) -> Path:
        text = json.dumps(self._about(name), sort_keys=True)
        return folder() / f"intervale-{hashlib.sha256(text.encode()).hexdigest()[:40]}.table"


@lru_cache(maxsize=8)
def _unwritable(where: Path) -> None:
    """Say once that nothing is kept."""
    if where != Path(os.devnull):
        announce(f"tables are not kept: nothing can be written to {where} (INTERVALE_CACHE names another folder)")


def limit() -> int:
    """How many bytes the files of the cache may have together."""
    text = os.environ.get("INTERVALE_CACHE_SIZE") or LIMIT
    try:
        return bytes_of(text)
    except OptionError:
        raise OptionError(f"INTERVALE_CACHE_SIZE={shown(text)} is not a size; write 500MB or 2GiB") from None


def make_room(size: int, most: int) -> bool:
    """Whether there is room for a file of so many bytes, once what was not used for longest is removed: tables first.

    What was used a moment ago stays, so that work whose tables do not fit all together finds some of them again.
    """
    if size > most:
        return False
    now, kept = time.time(), sorted(_used_last())
    total = sum(file.bytes for file in kept)
    for file in kept:
        old = now - file.used > (LEFT_OVER if file.part else RECENT)
        crowded = total > most or (old and total + size > most)
        if (file.part and old) or (crowded and not file.part):
            with contextlib.suppress(OSError):  # another process may have removed it, or read it
                file.path.unlink()
                total -= file.bytes
    return total + size <= most


@dataclass(frozen=True, order=True)
class _File:
    """A file of the cache, in the order in which they are removed."""

    result: bool
    used: float
    bytes: int
    path: Path

    @property
    def part(self) -> bool:
        return self.path.suffix == ".part"


def _used_last() -> Iterator[_File]:
    for path in files():
        with contextlib.suppress(OSError):  # another process may have removed it
            about = path.stat()
            yield _File(path.suffix == ".json", about.st_mtime, about.st_size, path)


# ---------------------------------------------------------------- one file


def _pieces(about: dict[str, Any], parts: Parts) -> list[bytes | memoryview]:
    """The content of a file: the line, and the arrays with what aligns them."""
    arrays = {name: _plain(part) for name, part in parts.items() if isinstance(part, np.ndarray)}
    numbers = {name: part for name, part in parts.items() if name not in arrays}
    header = about | {
        "numbers": numbers,
        "arrays": {name: [array.dtype.str, list(array.shape)] for name, array in arrays.items()},
    }
    data: list[bytes | memoryview] = []
    for array in arrays.values():
        data += [array.reshape(-1).view(np.uint8).data, bytes(-array.nbytes % ALIGNED)]
    text = json.dumps(header)
    line = json.dumps({"checksum": _checksum(text, data)} | header).encode()
    return [line + b" " * (-(len(line) + 1) % ALIGNED) + b"\n", *data]


def _plain(array: Array) -> Array:
    """In a row and little-endian."""
    kind = array.dtype.newbyteorder("<")
    if kind.str not in KINDS:
        raise TypeError(f"arrays of {array.dtype} are not kept")
    return np.ascontiguousarray(array, dtype=kind)


def _read(path: Path, about: dict[str, Any]) -> dict[str, Array | float]:
    """The table in a file; an error where it is not whole, or belongs to something else."""
    with path.open("rb") as file:
        memory = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    place = memory.find(b"\n") + 1
    header = json.loads(memory[:place])
    checksum = header["checksum"]
    del header["checksum"]
    if {name: header[name] for name in about} != about:
        raise ValueError("it belongs to something else")
    if checksum != _checksum(json.dumps(header), [memoryview(memory)[place:]]):
        raise ValueError("it was damaged")
    found: dict[str, Array | float] = dict(header["numbers"])
    for name, (kind, shape) in header["arrays"].items():
        array: Array = np.ndarray(tuple(shape), kind, memory, place)
        found[name] = array
        place += array.nbytes + -array.nbytes % ALIGNED
    return found


def _checksum(text: str, data: list[Any]) -> str:
    whole = hashlib.sha256(text.encode())
    for piece in data:
        whole.update(piece)
    return whole.hexdigest()


def _write(path: Path, pieces: list[bytes | memoryview]) -> None:
    """Write a file so that nobody ever sees a part of it. It is not forced to the disk: a checksum tells what a power
    cut left undone.
    """
    beside = path.parent / f".intervale-{secrets.token_hex(8)}.part"
    try:
        with beside.open("xb") as file:
            for piece in pieces:
                file.write(piece)
        os.replace(beside, path)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
