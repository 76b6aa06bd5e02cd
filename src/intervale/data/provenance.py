"""Where data came from: the files that were read, with their hashes, and the versions that read them."""

from __future__ import annotations

import hashlib
import os
import platform
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from intervale._version import __version__
from intervale.data.files import Source, source_name, stamp_of, stored_parts
from intervale.data.read import source_files
from intervale.data.storage import is_url, url_of
from intervale.errors import InputError

__all__ = ["FileRecord", "Provenance"]

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
    file: Source = field(repr=False)
    stamp: str

    @property
    def name(self) -> str:
        return source_name(self.file)

    def record(self) -> FileRecord:
        try:
            if stamp_of(self.file) != self.stamp:
                return FileRecord(self.role, self.name, CHANGED)
            digest = hashlib.sha256()
            for part in stored_parts(self.file):
                digest.update(part)
        except InputError:
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
            for file in (file for some in _several(source) for file in source_files(some)):
                if is_url(file) or os.path.isfile(file):
                    seen.append(_Seen(role, url_of(file) if is_url(file) else str(file), stamp_of(file)))
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
