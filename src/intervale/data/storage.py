"""Files behind URLs, by fsspec: s3, gs, hdfs, http, zip, memory, and what else is installed for it.

fsspec is loaded when the first URL is met. What its file systems raise is anything; here it becomes an
:class:`~intervale.errors.InputError` that names the URL, without the password or the signature that it may hold.
"""

from __future__ import annotations

import hashlib
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from intervale.errors import InputError, IntervaleError, OptionError

__all__ = [
    "RemoteFile",
    "Source",
    "is_url",
    "listed",
    "plain_url",
    "remote_file",
    "remove_remote",
    "url_of",
    "write_remote",
]

Source = str | os.PathLike[str]
"""The name of a file, or its URL."""

_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_URL_AS_PATH = re.compile(r"([A-Za-z][A-Za-z0-9+.-]+:)/(?!/)")
_SECRET = re.compile(r"(?<=://)[^/@\s]*@|(?<=\?)[^#]+?(?=::|#|$)")


def is_url(source: object) -> bool:
    """Whether a source is a URL, also one that was made into a path, which takes one of its slashes.

    >>> is_url("s3://bucket/a.run"), is_url("zip://a.run::s3://bucket/a.zip"), is_url("runs/a.run"), is_url("C:/a.run")
    (True, True, False, False)
    """
    if isinstance(source, os.PathLike):
        return _URL_AS_PATH.match(str(source)) is not None and not os.path.exists(source)
    return isinstance(source, str) and _URL.match(source) is not None


def url_of(source: Source) -> str:
    """A URL as it was written.

    >>> from pathlib import PurePosixPath
    >>> url_of("s3://bucket/a.run"), url_of(PurePosixPath("s3://bucket/a.run"))
    ('s3://bucket/a.run', 's3://bucket/a.run')
    """
    return str(source) if isinstance(source, str) else _URL_AS_PATH.sub(r"\1//", str(source), count=1)


def plain_url(url: str) -> str:
    """A URL as messages and results show it.

    >>> plain_url("https://me:secret@host/a.run?X-Amz-Signature=1234"), plain_url("s3://bucket/a?b.run")
    ('https://host/a.run?…', 's3://bucket/a?…')
    """
    return _SECRET.sub(lambda found: "" if found[0].endswith("@") else "…", url)


@dataclass(frozen=True)
class RemoteFile:
    """The bytes behind a URL, of which a part is fetched when it is asked for. ``stamp`` is a digest of what the file
    system says about the file: its size, and its time or tag.
    """

    url: str
    size: int
    stamp: str
    _seen: list[bool] = field(default_factory=list, compare=False, repr=False)

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(self.size)
        if start >= stop:
            return b""
        name = plain_url(self.url)
        with _refusals(self.url):
            files, path = _opened(self.url)
            if not self._seen:  # once in each process that reads it
                if remote_file(self.url).stamp != self.stamp:
                    raise InputError("was changed while it was read", source=name)
                self._seen.append(True)
            content = bytes(files.cat_file(path, start=start, end=stop))
        if len(content) != stop - start:
            raise InputError(f"gave {len(content):,} of {stop - start:,} bytes that were asked for", source=name)
        return content

    def __reduce__(self) -> Any:
        return RemoteFile, (self.url, self.size, self.stamp)


def remote_file(source: Source) -> RemoteFile:
    """The file behind a URL."""
    url = url_of(source)
    with _refusals(url):
        files, path = _opened(url)
        files.invalidate_cache()
        about = files.info(path)
        if about.get("type") == "directory":
            raise InputError("is a folder; name a file", source=plain_url(url))
        size = about.get("size")
        if size is None:
            raise InputError("cannot be read: its server does not say how large it is", source=plain_url(url))
        told = sorted((key, str(value)) for key, value in about.items())
        return RemoteFile(url, int(size), hashlib.sha256(repr(told).encode()).hexdigest())


def listed(source: Source) -> list[str] | None:
    """The files behind a URL of a folder, with all below it, or behind a pattern; None where it is a file."""
    url = url_of(source)
    with _refusals(url):
        files, path = _opened(url)
        files.invalidate_cache()
        _, *chain = url.split("::")
        if files.isdir(path):
            found = sorted(files.find(path))
            if not found:
                raise InputError("is a folder without files", source=plain_url(url))
        elif any(mark in path for mark in "*[") and not files.exists(path):
            found = sorted(one for one in files.glob(path) if not files.isdir(one))
            if not found:
                raise InputError("no file matches this pattern", source=plain_url(url))
        else:
            return None
        return ["::".join([files.unstrip_protocol(one), *chain]) for one in found]


def write_remote(source: Source, content: bytes) -> None:
    """Write a file behind a URL in one go."""
    url = url_of(source)
    try:
        files, path = _opened(url)
        folder, slash, _ = path.rpartition("/")
        if slash and folder:
            files.makedirs(folder, exist_ok=True)  # which object stores do not need
        files.pipe_file(path, content)
        files.invalidate_cache()
    except IntervaleError:
        raise
    except Exception as error:
        raise OptionError(f"{plain_url(url)} cannot be written: {_said(error)}") from None


def remove_remote(source: Source) -> bool:
    """Remove a file behind a URL; whether it was there."""
    with _refusals(url := url_of(source)):
        files, path = _opened(url)
        if not files.exists(path):
            return False
        files.rm_file(path)
        return True


def _opened(url: str) -> tuple[Any, str]:
    """The file system of a URL, and the path in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise OptionError(f"{plain_url(url)} needs fsspec: pip install 'intervale[remote]'") from None
    try:
        files, path = url_to_fs(url)
    except ImportError as error:
        raise OptionError(f"{plain_url(url)}: {_said(error)}") from None
    return files, path


@contextmanager
def _refusals(url: str) -> Iterator[None]:
    name = plain_url(url)
    try:
        yield
    except IntervaleError:
        raise
    except FileNotFoundError:
        raise InputError("no such file", source=name) from None
    except PermissionError:
        raise InputError("cannot be read: permission denied", source=name) from None
    except MemoryError:
        raise InputError("does not fit into memory", source=name) from None
    except Exception as error:  # file systems of others raise what they like
        raise InputError(f"cannot be read: {_said(error)}", source=name) from None


def _said(error: Exception) -> str:
    return (str(error).splitlines() or [""])[0] or type(error).__name__
