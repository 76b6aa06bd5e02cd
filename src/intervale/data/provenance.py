"""Where data came from: the files that were read, with their hashes, and the versions that read them."""

from __future__ import annotations

import hashlib
import os
import platform
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from intervale._version import __version__
from intervale.data.read import run_sources

__all__ = ["FileRecord", "Provenance"]

CHUNK = 1 << 20
CHANGED = "changed since it was read"


@dataclass(frozen=True)
class FileRecord:
    """A file that was read: its role (``qrels``, ``run``, ``scores``, or ``evaluation`` for a saved one), its name as
    it was given, its SHA-256.
    """

    role: str
    name: str
    sha256: str


@dataclass(frozen=True)
class _Seen:
    """A file as it was when it was read."""

    role: str
    name: str
    size: int
    modified: int

    def record(self) -> FileRecord:
        try:
            now = os.stat(self.name)
            if (now.st_size, now.st_mtime_ns) != (self.size, self.modified):
                return FileRecord(self.role, self.name, CHANGED)
            digest = hashlib.sha256()
            with open(self.name, "rb") as file:
                while piece := file.read(CHUNK):
                    digest.update(piece)
        except OSError:
            return FileRecord(self.role, self.name, CHANGED)
        return FileRecord(self.role, self.name, digest.hexdigest())


@dataclass(frozen=True)
class Provenance:
    """The files behind scores and the versions they were made with. Files are hashed when :attr:`files` is first asked
    for; data that came from memory leave no record.
    """

    seen: tuple[_Seen, ...] = ()
    kept: tuple[FileRecord, ...] = ()
    """Records that were made before: those of a saved evaluation."""
    versions: dict[str, str] = field(
        default_factory=lambda: {"intervale": __version__, "Python": platform.python_version()}
    )

    @staticmethod
    def of(**sources: Any) -> Provenance:
        """The provenance of sources by their roles; what is no file is left out."""
        seen = []
        for role, source in sources.items():
            for one in (file for some in _several(source) for file in run_sources(some)):
                path = Path(one) if isinstance(one, str | os.PathLike) and str(one) != "-" else None
                if path is not None and path.is_file():
                    about = path.stat()
                    seen.append(_Seen(role, str(one), about.st_size, about.st_mtime_ns))
        return Provenance(tuple(seen))

    @cached_property
    def files(self) -> tuple[FileRecord, ...]:
        """The files with their SHA-256."""
        return (*self.kept, *(one.record() for one in self.seen))

    def beside(self, other: Provenance) -> Provenance:
        """The files behind two sets of scores."""
        seen = tuple(dict.fromkeys((*self.seen, *other.seen)))
        return Provenance(seen, tuple(dict.fromkeys((*self.kept, *other.kept))), self.versions)


def _several(source: Any) -> list[Any]:
    if isinstance(source, dict):
        return list(source.values())
    return list(source) if isinstance(source, list | tuple) else [source]
