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
    "local_path",
    "plain_url",
    "remote_file",
    "remove_remote",
    "same_url",
    "url_of",
    "write_remote",
]

Source = str | os.PathLike[str]
"""The name of a file, or its URL."""

_NAME = r"[A-Za-z][A-Za-z0-9+.-]+"
_URL = re.compile(rf"(?:{_NAME}::)*{_NAME}://")
_URL_AS_PATH = re.compile(rf"((?:{_NAME}::)*({_NAME}):)/(?!/)")
_SECRET = re.compile(r"(?<=://)[^/\s]*@|(?<=\?)[^#]+?(?=::|#|$)")
LOCAL = ("file", "local")
"""File systems whose paths begin with a slash that is not that of a host."""
NOT_ITSELF = ("url", "mimetype", "mode", "uid", "gid", "nlink", "islink", "destination")
"""What a file system says about a file that does not tell whether it was changed."""


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
    if isinstance(source, str):
        return source
    return _URL_AS_PATH.sub(lambda found: f"{found[1]}///" if found[2] in LOCAL else f"{found[1]}//", str(source))


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

    url: str = field(repr=False)
    size: int
    stamp: str

    def __len__(self) -> int:
        return self.size

    def __getitem__(self, part: slice) -> bytes:
        start, stop, _ = part.indices(self.size)
        if start >= stop:
            return b""
        name = plain_url(self.url)
        with _refusals(self.url):
            files, path = _opened(self.url)
            content = bytes(files.cat_file(path, start=start, end=stop))
        if len(content) == self.size:  # of a server that knows no parts
            content = content[start:stop]
        if remote_file(self.url).stamp != self.stamp:
            raise InputError("was changed while it was read", source=name)
        if len(content) != stop - start:
            raise InputError(f"gave {len(content):,} of {stop - start:,} bytes that were asked for", source=name)
        return content


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
        told = sorted((key, str(value)) for key, value in about.items() if key not in NOT_ITSELF)
        return RemoteFile(url, int(size), hashlib.sha256(repr(told).encode()).hexdigest())


def listed(source: Source) -> list[tuple[str, tuple[str, ...]]] | None:
    """The files behind a URL of a folder, with all below it, or behind a pattern, each with the folders and the name
    that it has below it; None where it is a file.
    """
    url = url_of(source)
    with _refusals(url):
        files, path = _opened(url)
        files.invalidate_cache()
        head, *chain = url.split("::")
        if files.isdir(path):
            found, what = sorted(files.find(path)), "is a folder without files"
        elif (mark := re.search(r"[*\[]", head)) and not files.exists(path):
            found, what = (
                sorted(one for one in files.glob(path) if not files.isdir(one)),
                "no file matches this pattern",
            )
            inside = re.search(r"[*\[]", path)
            head = head[: max(head.rfind("/", 0, mark.start()), head.index("://") + 3)]
            path = path[: max(0, path.rfind("/", 0, inside.start() if inside else None))]
        else:
            return None
        if not found:
            raise InputError(what, source=plain_url(url))
        below = [one.strip("/").removeprefix(path.strip("/")).strip("/") for one in found]
        start = head if head.endswith("://") else head.rstrip("/") + "/"
        return [("::".join([start + one, *chain]), tuple(one.split("/"))) for one in below]


def same_url(one: Source, other: Source) -> bool:
    """Whether two URLs stand for the same file."""
    if url_of(one) == url_of(other):
        return True
    try:
        (files, path), (others, also) = _opened(url_of(one)), _opened(url_of(other))
    except (IntervaleError, ValueError, OSError):
        return False
    return bool(files == others and path == also)


def local_path(source: Source) -> str | None:
    """The path of a file on this machine, by its name or its URL; None where it is elsewhere."""
    if not is_url(source):
        return os.fspath(source)
    scheme, _, path = url_of(source).partition("://")
    return path if scheme in LOCAL and "::" not in path else None


def write_remote(source: Source, content: bytes) -> None:
    """Write a file behind a URL in one go."""
    url = url_of(source)
    try:
        files, path = _opened(url)
        if local_path(url) is not None:
            files.makedirs(path.rpartition("/")[0], exist_ok=True)
        files.pipe_file(path, content)
        files.invalidate_cache()
    except IntervaleError:
        raise
    except Exception as error:
        raise OptionError(f"{plain_url(url)} cannot be written: {_said(error, url)}") from None


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
        raise OptionError(f"{plain_url(url)}: {_said(error, url)}") from None
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
        raise InputError(f"cannot be read: {_said(error, url)}", source=name) from None


def _said(error: Exception, url: str) -> str:
    """The first line of what a file system says, without the secrets of a URL."""
    line = (str(error).splitlines() or [""])[0] or type(error).__name__
    for secret in _SECRET.findall(url):
        line = line.replace(secret, "…")
    return re.sub(rf"{_NAME}://\S+", lambda found: plain_url(found[0]), line)
