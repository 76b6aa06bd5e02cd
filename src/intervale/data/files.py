"""Opening what people have: plain and compressed files, standard input. Reads are bounded."""

from __future__ import annotations

import bz2
import io
import lzma
import mmap
import os
import sys
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import BinaryIO

from intervale.errors import InputError, OptionError

__all__ = ["PACKED", "Content", "Source", "read_content", "source_name"]

Source = str | os.PathLike[str]
Content = bytes | mmap.mmap

MOST_UNPACKED = 4 << 30
"""How many bytes an archive or standard input may hold."""
LEAST_MAPPED = 32 << 20
"""Smaller files are read: a mapped file that someone cuts short while it is read takes the process with it."""
PIECE, FED = 8 << 20, 1 << 20


PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
"""How archives begin."""


def source_name(source: Source) -> str:
    """How a file is called in messages."""
    return "standard input" if str(source) == "-" else str(source)


def read_content(source: Source, encoding: str | None = None) -> Content:
    """The whole content of a file, unpacked; a large plain file is mapped, not copied. ``encoding`` turns it into
    UTF-8."""
    name = source_name(source)
    try:
        content = _unpacked(_raw(source, name), name)
    except FileNotFoundError:
        raise InputError("no such file", source=name) from None
    except PermissionError:
        raise InputError("may not be read: permission denied", source=name) from None
    except IsADirectoryError:
        raise InputError("is a directory; name a file", source=name) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=name) from None
    except ValueError as error:  # a name with a NUL character
        raise InputError(f"cannot be read: {error}", source=name) from None
    return content if encoding is None else _recoded(content, encoding, name)


def _raw(source: Source, name: str) -> Content:
    if str(source) == "-":
        return _bounded(sys.stdin.buffer, name)
    with Path(source).open("rb") as file:
        if os.fstat(file.fileno()).st_size > LEAST_MAPPED:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return _bounded(file, name)  # a pipe has no size


def _bounded(file: BinaryIO, name: str) -> bytes:
    content = file.read(MOST_UNPACKED + 1)
    if len(content) > MOST_UNPACKED:
        raise InputError(f"holds more than {MOST_UNPACKED >> 30} GiB; put it into a file", source=name)
    return content


def _unpacked(content: Content, name: str) -> Content:
    kind = next((kind for magic, kind in PACKED.items() if content[: len(magic)] == magic), None)
    if kind is None:
        return content
    out = io.BytesIO()
    try:
        for piece in _zstd_pieces(content) if kind == "zstd" else _pieces(content, kind):
            out.write(piece)
            if out.tell() > MOST_UNPACKED:
                limit = f"more than {MOST_UNPACKED >> 30} GiB"
                raise InputError(f"the {kind} archive unpacks to {limit}; unpack it to a file", source=name)
    except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"damaged or cut off {kind} archive: {error}", source=name) from None
    return out.getvalue()


def _pieces(content: Content, kind: str) -> Iterator[bytes]:
    """The unpacked content of a gzip, xz or bzip2 archive, one member after the other."""
    place = 0
    while place < len(content):
        unpack = _Member(kind)
        while not unpack.finished:
            fed = content[place : place + FED]
            if not fed:
                raise EOFError("it ends too early")
            place += len(fed)
            yield from unpack.pieces(fed)
        place -= len(unpack.unused)
        while content[place : place + 1] == b"\0":  # archives may be filled up with zeros
            place += 1


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


def _zstd_pieces(content: Content) -> Iterator[bytes]:
    import pyarrow as pa

    with pa.input_stream(pa.py_buffer(content), compression="zstd") as stream:
        while piece := stream.read(PIECE):
            yield piece


def _recoded(content: Content, encoding: str, name: str) -> bytes:
    try:
        return content[:].decode(encoding).encode()
    except LookupError:
        raise OptionError(
            f"no encoding is called {encoding!r}; known are latin-1, cp1252, utf-16 and many more"
        ) from None
    except UnicodeError as error:
        raise InputError(f"is not {encoding} text: {error}", source=name) from None
