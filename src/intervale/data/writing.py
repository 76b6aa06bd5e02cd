"""Writing files: a file holds its old content or the whole new one, whatever happens in between.

A regular file is written beside its place, forced to the disk and renamed. So an error, a full disk or a kill leaves
the old file as it was; a kill may also leave the unfinished one, called ``.intervale-….part``. The mode of a file
that is replaced is kept, and a symbolic link stays one: what it points to is replaced. Pipes and devices are written
to as they are.
"""

from __future__ import annotations

import contextlib
import os
import re
import secrets
import stat
from collections.abc import Iterable
from pathlib import Path

from intervale.data.storage import is_url, local_path, plain_url, same_url, url_of, write_remote
from intervale.errors import InputError, OptionError

__all__ = ["refuse_clashes", "same_file", "write_whole"]

StrPath = str | os.PathLike[str]
_OPEN = re.compile(r"/dev/(?P<name>stdout|stderr)|/dev/fd/(?P<fd>\d+)|/proc/self/fd/(?P<number>\d+)")
"""Names of what is open already, which is written on and neither replaced nor emptied."""


def write_whole(path: StrPath, content: bytes | str) -> None:
    """Write a file so that nobody ever sees a part of it, behind a URL by one put; text is written as UTF-8.

    Raises :class:`~intervale.errors.OptionError` where it cannot be written; then the old file is as it was.
    """
    data = content.encode(errors="backslashreplace") if isinstance(content, str) else content
    if is_url(path):
        return write_remote(path, data)
    try:
        if (number := _opened(path)) is not None:
            _write_all(number, data)
        elif _special(Path(path)):
            with Path(path).open("wb", buffering=0) as file:
                _write_all(file.fileno(), data)
        else:
            _replace(Path(path).resolve(), data)
    except OSError as error:
        raise OptionError(f"{path} cannot be written: {error.strerror or error}") from None
    except (ValueError, RuntimeError) as error:  # a name with a NUL character, a circle of links
        raise OptionError(f"{path} cannot be written: {error}") from None


def same_file(one: StrPath, other: StrPath) -> bool:
    """Whether two names stand for the same file, which need not exist yet."""
    if is_url(one) and is_url(other):
        return same_url(one, other)
    first, second = local_path(one), local_path(other)
    if first is None or second is None:
        return False
    one, other = first, second
    try:
        return os.path.samefile(one, other)
    except (OSError, ValueError):
        with contextlib.suppress(OSError, ValueError, RuntimeError):
            return Path(one).resolve() == Path(other).resolve()
    return False


def refuse_clashes(outputs: Iterable[StrPath], inputs: Iterable[object] = ()) -> None:
    """Refuse to write over a file that is read, by its name or by a folder or pattern, and to write one file twice.
    What is no regular file may be named as often as one likes.

    >>> refuse_clashes(["scores.csv"], ["qrels.txt", "./scores.csv"])
    Traceback (most recent call last):
    intervale.errors.OptionError: scores.csv is an input and would be overwritten; write to another file
    """
    written = [path for path in outputs if str(path) != "-" and (is_url(path) or not _stands_for_itself(path))]
    if not written:
        return
    from intervale.data.read import source_files

    read: list[StrPath] = []
    for one in inputs:
        if isinstance(one, str | os.PathLike) and str(one) != "-":
            with contextlib.suppress(InputError):  # what cannot be read is reported when it is read
                read += source_files(one)
    for n, path in enumerate(written):
        if any(same_file(path, one) for one in read):
            raise OptionError(f"{_shown(path)} is an input and would be overwritten; write to another file")
        if any(same_file(path, other) for other in written[:n]):
            raise OptionError(f"{_shown(path)} would be written twice; use two names")


def _shown(path: StrPath) -> str:
    return plain_url(url_of(path)) if is_url(path) else str(path)


def _stands_for_itself(path: StrPath) -> bool:
    """Whether a name is that of a pipe, a device or an open file."""
    return _opened(path) is not None or _special(Path(path))


def _special(path: Path) -> bool:
    with contextlib.suppress(OSError, ValueError):
        return path.exists() and not path.is_file() and not path.is_dir()
    return False


def _opened(path: StrPath) -> int | None:
    """The number of an open file that a name such as ``/dev/stdout`` stands for."""
    found = _OPEN.fullmatch(os.path.abspath(path))
    if found is None:
        return None
    return {"stdout": 1, "stderr": 2}[found["name"]] if found["name"] else int(found["fd"] or found["number"])


def _replace(target: Path, data: bytes) -> None:
    if target.is_dir():
        raise IsADirectoryError(21, "it is a folder")
    before = target.stat() if target.exists() else None
    if before is not None and not os.access(target, os.W_OK):
        raise PermissionError(13, "permission denied")
    beside = target.parent / f".intervale-{secrets.token_hex(8)}.part"
    handle = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666 if before is None else 0o600)
    try:
        try:
            if before is not None:
                _keep(beside, before)
            _write_all(handle, data)
            os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(beside, target)
    except BaseException:
        beside.unlink(missing_ok=True)
        raise
    _sync_folder(target.parent)


def _keep(path: Path, before: os.stat_result) -> None:
    """Give a file, which nobody else can read yet, the owner and the mode that another had, where that is allowed."""
    with contextlib.suppress(OSError, AttributeError):
        os.chown(path, before.st_uid, before.st_gid)
    with contextlib.suppress(OSError):
        path.chmod(stat.S_IMODE(before.st_mode))


def _write_all(handle: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        rest = rest[os.write(handle, rest) :]


def _sync_folder(folder: Path) -> None:
    """Make a rename last; where folders cannot be opened it is left to the system."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)
