"""Results that took long, kept in the user's cache folder.

A file holds one JSON document: the format and the version of this package, what the result belongs to, the result, and
a checksum over all of them. It is written beside its place and moved there, so that it is whole or not there; one that
cannot be read, belongs to something else or was damaged counts as absent, and is made again. ``INTERVALE_CACHE`` names
another folder. Tables are large, and in files of their own (:mod:`intervale.scales.kept_tables`).
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import os
import re
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale._version import __version__
from intervale.data.writing import write_whole
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.measures import Measure
    from intervale.orders import RunSpace

__all__ = ["Memory", "clear", "files", "folder", "in_use", "key_in", "load", "scale_key", "store", "without_cache"]

FORMAT = 2
"""Changes whenever what is kept would be read otherwise."""
OURS = re.compile(r"intervale-[0-9a-f]{40}\.(json|table)|\.intervale-.*\.part")
_used: ContextVar[bool] = ContextVar("used", default=True)


class Memory:
    """What the cache has for one key; asked when it is needed, so that :func:`without_cache` holds."""

    def __init__(self, key: dict[str, Any], used: bool = True) -> None:
        self.key, self.used = key, used
        self._found: dict[str, Any] | None = None

    def recall(self) -> dict[str, Any] | None:
        """The result kept; None where there is none, or the cache is not to be used."""
        if not self.used or not in_use():
            return None
        if self._found is None:
            self._found = load(self.key)
        return self._found

    def keep(self, result: dict[str, Any]) -> None:
        if self.used and in_use():
            self._found = result
            store(self.key, result)


@contextmanager
def without_cache() -> Iterator[None]:
    """Nothing is read from the cache or written to it inside the ``with``."""
    token = _used.set(False)
    try:
        yield
    finally:
        _used.reset(token)


def in_use() -> bool:
    """Whether the cache is to be used here; what other threads do is decided where they are started."""
    return _used.get()


def scale_key(measure: Measure, space: RunSpace, most: tuple[int, ...] | None, method: str) -> dict[str, Any]:
    """What the results of a scale belong to: its measure, its space, and how it counts."""
    kind = type(measure)
    return {
        "measure": f"{kind.__module__}.{kind.__qualname__}: {measure}",
        "length": space.length,
        "grades": space.grades,
        "most": None if most is None else list(most),
        "method": method,
    }


def folder() -> Path:
    """Where results are kept."""
    named = os.environ.get("INTERVALE_CACHE")
    if named:
        return Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("intervale", appauthor=False) / "scales"


def load(key: dict[str, Any]) -> dict[str, Any] | None:
    """The result that belongs to a key; None where there is none that is whole."""
    if not in_use():
        return None
    try:
        document = json.loads(_path(key).read_bytes())
        same = document["format"] == FORMAT and document["version"] == __version__ and document["key"] == key
        if same and document["checksum"] == _checksum(document):
            result: dict[str, Any] = document["result"]
            return result
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        pass
    return None


def store(key: dict[str, Any], result: dict[str, Any]) -> None:
    """Keep a result. Where that cannot be done, nothing is lost but time: no error."""
    if not in_use():
        return
    document = {"format": FORMAT, "version": __version__, "key": key, "result": result}
    document["checksum"] = _checksum(document)
    path = _path(key)
    with contextlib.suppress(OSError, OptionError):
        path.parent.mkdir(parents=True, exist_ok=True)
        write_whole(path, json.dumps(document))


def files() -> list[Path]:
    """What is in the cache."""
    try:
        return sorted(path for path in folder().iterdir() if OURS.fullmatch(path.name) and path.is_file())
    except OSError:
        return []


def key_in(path: Path) -> dict[str, Any] | None:
    """What a file belongs to, as its first line says; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            key: dict[str, Any] = json.loads(file.readline())["key"]
            return key
    except (OSError, ValueError, KeyError, TypeError, RecursionError):
        return None


def clear(chosen: list[Path] | None = None) -> int:
    """Remove all of it, or some of its files, and say how many files that were."""
    removed = 0
    for path in files() if chosen is None else chosen:
        with contextlib.suppress(OSError):
            path.unlink()
            removed += 1
    return removed


def _path(key: dict[str, Any]) -> Path:
    return folder() / f"intervale-{hashlib.sha256(_text([FORMAT, __version__, key])).hexdigest()[:40]}.json"


def _checksum(document: dict[str, Any]) -> str:
    return hashlib.sha256(_text([document[name] for name in ("format", "version", "key", "result")])).hexdigest()


def _text(content: Any) -> bytes:
    return json.dumps(content, sort_keys=True).encode()
