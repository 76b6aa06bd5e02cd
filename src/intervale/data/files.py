"""Opening what people have: plain and compressed files, standard input.

Files are read and never mapped: a mapped file that someone cuts short takes the process with it. Reads are bounded: a
plain file takes the memory of its size; an archive, a pipe or standard input holds at most ``MOST_UNPACKED`` bytes.
"""

from __future__ import annotations

import bz2
import io
import lzma
import os
import re
import stat
import sys
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from intervale.errors import InputError, OptionError

__all__ = ["PACKED", "PlainFile", "Source", "file_stem", "open_content", "read_content", "source_name", "unpacked_size"]

Source = str | os.PathLike[str]

MOST_UNPACKED = 4 << 30
"""How many bytes an archive, a pipe or standard input may hold."""
PIECE, LEAST_FED, MOST_FED = 8 << 20, 1 << 10, 1 << 20
_NOT_ZERO = re.compile(rb"[^\0]")

_ENDINGS = re.compile(r"(?i)(\.(run|res|trec|txt|csv|tsv|inter|jsonl?|ndjson|parquet))?(\.(gz|xz|bz2|zst))?$")
PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
"""How archives begin."""
LONGEST_MAGIC = max(map(len, PACKED))


def source_name(source: Source) -> str:
    """How a file is called in messages."""
    return "standard input" if str(source) == "-" else str(source)


def file_stem(name: str) -> str:
    """The name of a file without its folder and what endings say of its form.

    >>> file_stem("runs/bm25.res.gz"), file_stem("v1.2/bm25-k1.2"), file_stem("input.READWARE.xz")
    ('bm25', 'bm25-k1.2', 'input.READWARE')
    """
    last = re.split(r"[/\\\\]", name)[-1]
    return _ENDINGS.sub("", last) or last


class PlainFile:
    """The bytes of a plain file, of which a part is read when it is asked for."""

    def __init__(self, path: Source, found: os.stat_result) -> None:
        self._path, self._found = path, found

    def __len__(self) -> int:
        return self._found.st_size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(len(self))
        name = source_name(self._path)
        with _refusals(name), Path(self._path).open("rb") as file:
            now, then = os.fstat(file.fileno()), self._found
            if now.st_size >= then.st_size and (now.st_ino, now.st_mtime_ns) != (then.st_ino, then.st_mtime_ns):
                raise InputError("was changed while it was read", source=name)
            file.seek(start)
            return _all_of(file, stop - start, name)


def open_content(source: Source, encoding: str | None = None) -> bytes | PlainFile:
    """What a file holds: the file itself where it is plain, else its content by :func:`read_content`."""
    if str(source) == "-" or encoding is not None:
        return read_content(source, encoding)
    with _refusals(source_name(source)):
        found = Path(source).stat()
        if stat.S_ISREG(found.st_mode) and found.st_size:  # a pipe is opened once only
            with Path(source).open("rb") as file:
                if _packed(file.read(LONGEST_MAGIC)) is None:
                    return PlainFile(source, found)
    return read_content(source)


def read_content(source: Source, encoding: str | None = None) -> bytes:
    """The whole content of a file, unpacked. ``encoding`` turns text into UTF-8; Parquet is left as it is."""
    name = source_name(source)
    with _refusals(name):
        content = _unpacked(_raw(source, name), name)
        return content if encoding is None or content[:4] == b"PAR1" else _recoded(content, encoding, name)


@contextmanager
def _refusals(name: str) -> Iterator[None]:
    """What the system refuses, in words."""
    try:
        yield
    except FileNotFoundError:
        raise InputError("no such file", source=name) from None
    except PermissionError:
        raise InputError("cannot be read: permission denied", source=name) from None
    except IsADirectoryError:
        raise InputError("is a folder; name a file", source=name) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=name) from None
    except MemoryError:
        raise InputError("does not fit into memory", source=name) from None
    except ValueError as error:  # a name with a NUL character
        raise InputError(f"cannot be read: {error}", source=name) from None


def unpacked_size(source: Source, most: int) -> int | None:
    """How many bytes a file holds once it is unpacked; None where that is more than ``most``. They are counted, and
    not kept.
    """
    name = source_name(source)
    content = _raw(source, name)
    kind = _packed(content)
    if kind is None:
        return len(content) if len(content) <= most else None
    size = 0
    for piece in _checked_pieces(content, kind, name):
        size += len(piece)
        if size > most:
            return None
    return size


def _raw(source: Source, name: str) -> bytes:
    if str(source) == "-":
        if sys.stdin is None:
            raise InputError("is closed", source=name)
        return _bounded(sys.stdin.buffer, name)
    with Path(source).open("rb") as file:
        found = os.fstat(file.fileno())
        if not stat.S_ISREG(found.st_mode) or not found.st_size:  # a pipe has no size
            return _bounded(file, name)
        return _all_of(file, found.st_size, name)


def _all_of(file: BinaryIO, size: int, name: str) -> bytes:
    """So many bytes of a file from where it stands."""
    content = file.read(size)
    if len(content) < size:
        raise InputError(f"was truncated while it was read: {len(content):,} of {size:,} bytes are left", source=name)
    return content


def _bounded(file: BinaryIO, name: str) -> bytes:
    out = io.BytesIO()
    while piece := file.read(PIECE):
        out.write(piece)
        if out.tell() > MOST_UNPACKED:
            raise InputError(f"holds more than {_size(MOST_UNPACKED)}; save it to a file first", source=name)
    return out.getvalue()


def _size(count: int) -> str:
    return f"{count >> 30} GiB" if count >= 1 << 30 else f"{count >> 20} MiB"


def _unpacked(content: bytes, name: str) -> bytes:
    kind = _packed(content)
    if kind is None:
        return content
    out = io.BytesIO()
    for piece in _checked_pieces(content, kind, name):
        out.write(piece)
        if out.tell() > MOST_UNPACKED:
            limit = f"more than {_size(MOST_UNPACKED)}"
            raise InputError(f"the {kind} archive unpacks to {limit}; unpack it to a file", source=name)
    return out.getvalue()


def _packed(content: bytes) -> str | None:
    """The kind of archive; None where it is none."""
    return next((kind for magic, kind in PACKED.items() if content[: len(magic)] == magic), None)


def _checked_pieces(content: bytes, kind: str, name: str) -> Iterator[bytes]:
    """What an archive unpacks to, in pieces; an ``InputError`` where it is damaged."""
    try:
        yield from _zstd_pieces(content) if kind == "zstd" else _pieces(content, kind)
    except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"damaged or truncated {kind} archive: {error}", source=name) from None


def _pieces(content: bytes, kind: str) -> Iterator[bytes]:
    """The unpacked content of a gzip, xz or bzip2 archive, one member after the other.

    A member is fed a little, then twice as much each time: what is fed beyond its end is fed again to the next, and
    this way it is no more than the member and ``LEAST_FED`` bytes.
    """
    place = 0
    while place < len(content):
        unpack, feed = _Member(kind), LEAST_FED
        while not unpack.finished:
            fed = content[place : place + feed]
            if not fed:
                raise EOFError("it ends too early")
            place, feed = place + len(fed), min(2 * feed, MOST_FED)
            yield from unpack.pieces(fed)
        place -= len(unpack.unused)
        if content[place : place + 1] == b"\0":  # archives may be filled up with zeros
            rest = _NOT_ZERO.search(content, place)
            place = rest.start() if rest else len(content)


class _Member:
    """One member of an archive, unpacked in pieces of bounded size: zlib, lzma and bz2 behind one interface."""

    def __init__(self, kind: str) -> None:
        self._gzip = zlib.decompressobj(wbits=31) if kind == "gzip" else None
        self._other = None if kind == "gzip" else lzma.LZMADecompressor() if kind == "xz" else bz2.BZ2Decompressor()

    @property
    def finished(self) -> bool:
        return self._gzip.eof if self._gzip is not None else bool(self._other and self._other.eof)

    @property
    def unused(self) -> bytes:
        return self._gzip.unused_data if self._gzip is not None else self._other.unused_data if self._other else b""

    def pieces(self, data: bytes) -> Iterator[bytes]:
        """What the data unpack to, at most ``PIECE`` bytes at a time."""
        if self._gzip is not None:
            while data and not self._gzip.eof:
                yield self._gzip.decompress(data, PIECE)
                data = self._gzip.unconsumed_tail
        elif self._other is not None:
            yield self._other.decompress(data, PIECE)
            while not self._other.eof and not self._other.needs_input:
                yield self._other.decompress(b"", PIECE)


def _zstd_pieces(content: bytes) -> Iterator[bytes]:
    import pyarrow as pa

    with pa.input_stream(pa.py_buffer(content), compression="zstd") as stream:
        while piece := stream.read(PIECE):
            yield piece


def _recoded(content: bytes, encoding: str, name: str) -> bytes:
    try:
        return content.decode(encoding).encode()
    except LookupError:
        raise OptionError(f"unknown encoding {encoding!r}; use a name such as latin-1, cp1252 or utf-16") from None
    except UnicodeError as error:
        raise InputError(f"is not {encoding} text: {error}", source=name) from None
