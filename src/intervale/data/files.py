"""Opening what people have: plain and compressed files, URLs, standard input.

Files are read and never mapped: a mapped file that someone cuts short takes the process with it. Runs are read part by
part, archives streamed. What is read as a whole is bounded: a plain file takes the memory of its size; an archive, a
pipe or standard input holds at most ``MOST_UNPACKED`` bytes.
"""

from __future__ import annotations

import atexit
import bz2
import codecs
import io
import lzma
import os
import re
import shutil
import stat
import sys
import tempfile
import zlib
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from intervale.data.storage import RemoteFile, Source, is_url, plain_url, remote_file, url_of
from intervale.errors import InputError, OptionError

__all__ = [
    "PACKED",
    "Content",
    "PackedFile",
    "PlainFile",
    "Source",
    "absolute",
    "file_name",
    "file_stem",
    "open_content",
    "parts_of",
    "read_content",
    "source_name",
    "stamp_of",
    "stored_parts",
    "unpacked_size",
]

MOST_UNPACKED = 4 << 30
"""How many bytes an archive, a pipe or standard input may hold."""
PIECE, LEAST_FED, MOST_FED = 8 << 20, 1 << 10, 1 << 20
_NOT_ZERO = re.compile(rb"[^\0]")

_ENDINGS = re.compile(r"(?i)(\.(run|res|trec|txt|csv|tsv|inter|jsonl?|ndjson|parquet))?(\.(gz|xz|bz2|zst))?$")
PACKED = {b"\x1f\x8b": "gzip", b"\xfd7zXZ\x00": "xz", b"BZh": "bzip2", b"\x28\xb5\x2f\xfd": "zstd"}
"""How archives begin."""
LONGEST_MAGIC = max(map(len, PACKED))
PARQUET = b"PAR1"


def source_name(source: Source) -> str:
    """How a file is called in messages."""
    if is_url(source):
        return plain_url(url_of(source))
    return "standard input" if str(source) == "-" else str(source)


def absolute(source: Source) -> str:
    """The name of a file that holds in any folder."""
    return url_of(source) if is_url(source) else os.path.abspath(source)


def file_stem(name: str) -> str:
    """The name of a file without its folder and what endings say of its form.

    >>> file_stem("runs/bm25.res.gz"), file_stem("v1.2/bm25-k1.2"), file_stem("input.READWARE.xz")
    ('bm25', 'bm25-k1.2', 'input.READWARE')
    """
    last = re.split(r"[/\\\\]", file_name(name))[-1]
    return _ENDINGS.sub("", last) or last


def file_name(name: str) -> str:
    """The name of a file without what a URL has behind it: a query, or the archive that it is in.

    >>> file_name("https://host/run.csv?…"), file_name("zip://a.csv::s3://bucket/x.zip"), file_name("a?b.csv")
    ('https://host/run.csv', 'zip://a.csv', 'a?b.csv')
    """
    return re.split(r"::(?=[A-Za-z])|\?", re.sub(r"^(?:\w+::)+", "", name))[0] if "://" in name else name


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
            if now.st_size >= then.st_size and (now.st_size, now.st_mtime_ns) != (then.st_size, then.st_mtime_ns):
                raise InputError("was changed while it was read", source=name)
            file.seek(start)
            return _all_of(file, stop - start, name)


class PackedFile:
    """What an archive, or a text in another encoding, holds: streamed from its beginning each time it is read."""

    def __init__(self, file: PlainFile | RemoteFile | bytes, name: str, encoding: str | None) -> None:
        self._file, self._name, self._encoding = file, name, encoding

    def __getitem__(self, part: slice) -> bytes:
        """The content, or its beginning."""
        start, stop = part.start or 0, part.stop
        out = io.BytesIO()
        for piece in self.chunks():
            out.write(piece)
            if stop is not None and out.tell() >= stop:
                break
            if out.tell() > MOST_UNPACKED:
                kind = _packed(self._file[:LONGEST_MAGIC]) or "recoded"
                limit = f"more than {_size(MOST_UNPACKED)}"
                raise InputError(f"the {kind} archive unpacks to {limit}; unpack it to a file", source=self._name)
        return out.getvalue()[start:stop]

    @property
    def lasts(self) -> bool:
        """Whether other processes can read it too."""
        return not isinstance(self._file, bytes)

    def chunks(self) -> Iterator[bytes]:
        """The content in pieces of some megabytes at most."""
        pieces = _unpacked(parts_of(self._file), self._name)
        return pieces if self._encoding is None else _recoded(pieces, self._encoding, self._name)


Content = bytes | PlainFile | RemoteFile | PackedFile
"""What a file holds: bytes, or something of which a part can be read."""


def stamp_of(source: Source) -> str:
    """What tells a file from the same one before it was changed: its size, and its time or tag."""
    if is_url(source):
        return remote_file(source).stamp
    with _refusals(source_name(source)):
        found = Path(source).stat()
    return f"{found.st_size}-{found.st_mtime_ns}"


def stored_parts(source: Source) -> Iterator[bytes]:
    """A file as it is stored, in parts."""
    if is_url(source):
        return parts_of(remote_file(source))
    with _refusals(source_name(source)):
        return parts_of(PlainFile(source, Path(source).stat()))


def parts_of(file: PlainFile | RemoteFile | bytes, stop: int | None = None) -> Iterator[bytes]:
    """A file, or its beginning, in parts one after the other."""
    end = len(file) if stop is None else stop
    for start in range(0, end, PIECE):
        yield file[start : min(end, start + PIECE)]


def open_content(source: Source, encoding: str | None = None, *, spool: bool = False) -> Content:
    """What a file holds, not read yet where it can be read again: a plain file, or an archive that is streamed. A pipe
    is read at once: into memory, or with ``spool`` to a file that is removed at the end.
    """
    name = source_name(source)
    file: PlainFile | RemoteFile | bytes
    if is_url(source):
        file = remote_file(source)
    else:
        with _refusals(name):
            found = None if str(source) == "-" else Path(source).stat()
            regular = found is not None and stat.S_ISREG(found.st_mode) and found.st_size
            file = PlainFile(source, found) if regular and found else _piped(source, name, spool)
    recoded = encoding if encoding is not None and file[:4] != PARQUET else None
    return file if recoded is None and _packed(file[:LONGEST_MAGIC]) is None else PackedFile(file, name, recoded)


def read_content(source: Source, encoding: str | None = None) -> bytes:
    """The whole content of a file, unpacked. ``encoding`` turns text into UTF-8; Parquet is left as it is."""
    name = source_name(source)
    with _refusals(name):
        return open_content(source, encoding)[:]


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
    content = open_content(source)
    if not isinstance(content, PackedFile):
        return len(content) if len(content) <= most else None
    size = 0
    for piece in content.chunks():
        size += len(piece)
        if size > most:
            return None
    return size


def _piped(source: Source, name: str, spool: bool) -> bytes | PlainFile:
    """What comes through a pipe or from standard input."""
    if str(source) == "-":
        if sys.stdin is None:
            raise InputError("is closed", source=name)
        return _spooled(sys.stdin.buffer) if spool else _bounded(sys.stdin.buffer, name)
    with Path(source).open("rb") as file:
        return _spooled(file) if spool else _bounded(file, name)


def _spooled(file: BinaryIO) -> PlainFile:
    """A pipe as a file that is removed when this process ends."""
    handle, path = tempfile.mkstemp(prefix="intervale-")
    atexit.register(Path(path).unlink, missing_ok=True)
    with os.fdopen(handle, "wb") as out:
        shutil.copyfileobj(file, out, PIECE)
    return PlainFile(path, Path(path).stat())


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


def _packed(content: bytes) -> str | None:
    """The kind of archive; None where it is none."""
    return next((kind for magic, kind in PACKED.items() if content[: len(magic)] == magic), None)


def _unpacked(parts: Iterator[bytes], name: str) -> Iterator[bytes]:
    """What parts of an archive unpack to, in pieces; parts of anything else as they are. An ``InputError`` where it is
    damaged.
    """
    feed = _Feed(parts)
    kind = _packed(feed.ahead(LONGEST_MAGIC))
    if kind is None:
        while piece := feed.take(PIECE):
            yield piece
        return
    try:
        yield from _zstd_pieces(feed) if kind == "zstd" else _pieces(feed, kind)
    except (EOFError, OSError, ValueError, lzma.LZMAError, zlib.error) as error:
        raise InputError(f"damaged or truncated {kind} archive: {error}", source=name) from None


class _Feed:
    """Bytes that come in parts, taken as they are needed; what was taken last can be given back."""

    def __init__(self, parts: Iterator[bytes]) -> None:
        self._parts, self._part, self._place = parts, b"", 0

    def ahead(self, count: int) -> bytes:
        """So many of the next bytes, which stay; fewer at the end."""
        while len(self._part) - self._place < count and (more := next(self._parts, b"")):
            self._part, self._place = self._part[self._place :] + more, 0
        return self._part[self._place : self._place + count]

    def take(self, most: int) -> bytes:
        """Some of the next bytes; none at the end."""
        if not self.ahead(1):
            return b""
        taken = self._part[self._place : self._place + most]
        self._place += len(taken)
        return taken

    def give_back(self, count: int) -> None:
        self._place -= count

    def skip_zeros(self) -> None:
        while self.ahead(1) == b"\0":
            rest = _NOT_ZERO.search(self._part, self._place)
            self._place = rest.start() if rest else len(self._part)

    def readable(self) -> bool:
        return True

    def read(self, most: int) -> bytes:
        return self.take(most)

    closed = False

    def close(self) -> None:
        """Nothing: what reads it closes it."""


def _pieces(feed: _Feed, kind: str) -> Iterator[bytes]:
    """The unpacked content of a gzip, xz or bzip2 archive, one member after the other.

    A member is fed a little, then twice as much each time: what is fed beyond its end is fed again to the next, and
    this way it is no more than the member and ``LEAST_FED`` bytes.
    """
    while feed.ahead(1):
        unpack, size = _Member(kind), LEAST_FED
        while not unpack.finished:
            fed = feed.take(size)
            if not fed:
                raise EOFError("it ends too early")
            size = min(2 * size, MOST_FED)
            yield from unpack.pieces(fed)
        feed.give_back(len(unpack.unused))
        feed.skip_zeros()  # archives may be filled up with them


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


def _zstd_pieces(feed: _Feed) -> Iterator[bytes]:
    import pyarrow as pa

    with pa.input_stream(pa.PythonFile(feed, mode="r"), compression="zstd") as stream:
        while piece := stream.read(PIECE):
            yield piece


def _recoded(pieces: Iterator[bytes], encoding: str, name: str) -> Iterator[bytes]:
    """Text in another encoding as UTF-8."""
    try:
        b"".decode(encoding)  # some codecs are no encodings of text
        decoder = codecs.getincrementaldecoder(encoding)()
    except LookupError:
        raise OptionError(f"unknown encoding {encoding!r}; use a name such as latin-1, cp1252 or utf-16") from None
    try:
        for piece in pieces:
            yield decoder.decode(piece).encode()
        yield decoder.decode(b"", final=True).encode()
    except UnicodeError as error:
        raise InputError(f"is not {encoding} text: {error}", source=name) from None
