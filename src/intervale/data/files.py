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

from intervale.errors import InputError, OptionError

__all__ = ["PACKED", "Content", "Source", "read_content", "source_name"]

Source = str | os.PathLike[str]
Content = bytes | mmap.mmap

MOST_UNPACKED = 4 << 30
"""How many bytes an archive or standard input may hold."""
PIECE = 8 << 20


PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
"""How archives begin."""


def source_name(source: Source) -> str:
    """How a file is called in messages."""
    return "standard input" if str(source) == "-" else str(source)


def read_content(source: Source, encoding: str | None = None) -> Content:
    """The whole content of a file, unpacked; a plain file is mapped, not copied. ``encoding`` turns it into UTF-8."""
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
        content = sys.stdin.buffer.read(MOST_UNPACKED + 1)
        if len(content) > MOST_UNPACKED:
            raise InputError(f"holds more than {MOST_UNPACKED >> 30} GiB; put it into a file", source=name)
        return content
    with Path(source).open("rb") as file:
        if os.fstat(file.fileno()).st_size:
            return mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        return file.read(MOST_UNPACKED)  # empty, or a pipe that has no size


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
    rest: bytes = content[:]
    while rest:
        if kind == "gzip":
            gzip = zlib.decompressobj(wbits=31)
            while not gzip.eof:
                piece = gzip.decompress(rest, PIECE)
                rest = gzip.unconsumed_tail
                if not piece and not rest and not gzip.eof:
                    raise EOFError("it ends too early")
                yield piece
            rest = gzip.unused_data
        else:
            other = lzma.LZMADecompressor() if kind == "xz" else bz2.BZ2Decompressor()
            while not other.eof:
                piece = other.decompress(rest, PIECE)
                rest = b""
                if not piece and other.needs_input and not other.eof:
                    raise EOFError("it ends too early")
                yield piece
            rest = other.unused_data
        rest = rest.lstrip(b"\0")  # archives may be filled up with zeros


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
