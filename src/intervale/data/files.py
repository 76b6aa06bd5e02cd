"""Opening what people have: plain and compressed files, standard input."""

from __future__ import annotations

import bz2
import gzip
import lzma
import mmap
import os
import sys
import zlib
from collections.abc import Callable
from pathlib import Path

from intervale.errors import InputError

__all__ = ["Source", "read_content", "source_name"]

Source = str | os.PathLike[str]
Content = bytes | mmap.mmap

_PACKED: list[tuple[bytes, str, Callable[[bytes], bytes]]] = [
    (b"\x1f\x8b", "gzip", gzip.decompress),
    (b"\xfd7zXZ\x00", "xz", lzma.decompress),
    (b"BZh", "bzip2", bz2.decompress),
]


def source_name(source: Source) -> str:
    """How a file is called in messages."""
    return "standard input" if str(source) == "-" else str(source)


def read_content(source: Source) -> Content:
    """The whole text of a file as bytes, unpacked; a plain file is mapped, not copied."""
    name = source_name(source)
    try:
        if str(source) == "-":
            return _unpack(sys.stdin.buffer.read(), name)
        path = Path(source)
        if path.is_dir():
            raise InputError("is a directory; name a file", source=name)
        with path.open("rb") as file:
            if os.fstat(file.fileno()).st_size == 0:
                return b""
            try:
                content: Content = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
            except (OSError, ValueError):  # a pipe cannot be mapped
                content = file.read()
        return _unpack(content, name)
    except FileNotFoundError:
        raise InputError("no such file", source=name) from None
    except PermissionError:
        raise InputError("may not be read: permission denied", source=name) from None
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", source=name) from None


def _unpack(content: Content, name: str) -> Content:
    for magic, kind, unpack in _PACKED:
        if content[: len(magic)] == magic:
            try:
                return unpack(content[:])
            except (OSError, EOFError, ValueError, lzma.LZMAError, zlib.error) as error:
                raise InputError(f"damaged or cut off {kind} archive: {error}", source=name) from None
    return content
