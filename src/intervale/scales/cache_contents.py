"""What is in the cache folder, measure by measure."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path

from intervale.scales.cache import files, folder, key_in
from intervale.scales.kept_tables import limit

__all__ = ["CacheContents", "Kept", "contents"]


@dataclass(frozen=True)
class Kept:
    """What is kept of a measure on runs of a length: how many results and tables, how large, and when used last."""

    measure: str
    length: int | None
    grades: int | None
    results: int
    tables: int
    bytes: int
    used: float
    """Seconds since 1970."""


@dataclass(frozen=True)
class CacheContents:
    """The files of the cache, and what they belong to, the measure used last first."""

    folder: Path
    files: tuple[Path, ...]
    bytes: int
    limit: int
    kept: tuple[Kept, ...]
    unknown: int
    """How many files are not finished, or cannot be read."""

    @property
    def results(self) -> int:
        return sum(one.results for one in self.kept)

    @property
    def tables(self) -> int:
        return sum(one.tables for one in self.kept)


@dataclass(frozen=True)
class _File:
    path: Path
    bytes: int
    used: float
    belongs: tuple[str, int | None, int | None] | None


def contents(measure: str | None = None) -> CacheContents:
    """What is in the cache, of all measures or of one; AP stands for AP@10, AP@1000 and all other cutoffs."""
    found = [file for path in files() if (file := _looked_at(path)) is not None]
    if measure is not None:
        names = _names(measure, {file.belongs[0] for file in found if file.belongs})
        found = [file for file in found if file.belongs and file.belongs[0] in names]
    groups: dict[tuple[str, int | None, int | None], list[_File]] = {}
    for file in found:
        if file.belongs is not None:
            groups.setdefault(file.belongs, []).append(file)
    kept = [
        Kept(
            *belongs,
            results=sum(file.path.suffix == ".json" for file in members),
            tables=sum(file.path.suffix == ".table" for file in members),
            bytes=sum(file.bytes for file in members),
            used=max(file.used for file in members),
        )
        for belongs, members in groups.items()
    ]
    return CacheContents(
        folder(),
        tuple(file.path for file in found),
        sum(file.bytes for file in found),
        limit(),
        tuple(sorted(kept, key=lambda one: (-one.used, one.measure))),
        sum(file.belongs is None for file in found),
    )


def _names(measure: str, kept: set[str]) -> set[str]:
    """What a measure is called in the cache: as it is written, or as it is shown; without a cutoff at each of them."""
    if measure in kept:
        return {measure}
    from intervale.measures import load_measure

    chosen = load_measure(measure)
    return {name for name in kept if name == str(chosen) or name.startswith(f"{chosen}@")}


def _looked_at(path: Path) -> _File | None:
    """A file and what it belongs to; None where another process has removed it."""
    with contextlib.suppress(OSError):
        about = path.stat()
        key = key_in(path) or {}
        measure = str(key.get("measure", "")).partition(": ")[2]
        belongs = (measure, key.get("length"), key.get("grades")) if measure else None
        return _File(path, about.st_size, about.st_mtime, belongs)
    return None
