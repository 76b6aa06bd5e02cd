"""Folders: of runs, a file each, or a dataset whose files are parts of runs.

A folder with children such as ``system=bm25`` is a dataset, as Hive, Spark, Dask, polars and Arrow write them: what
``system=`` (or another name of that column) says names the run, and all files below it are its parts; ``topic=`` is the
topic of a file that has no column for it; other keys say nothing here. A folder whose files are all called ``part-…``
or ``part.…``, as engines call them, is one dataset too. Files that begin with ``.`` or ``_`` are not data.
"""

from __future__ import annotations

import glob
import os
import re
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path
from urllib.parse import unquote

from intervale.data.column_names import role_of
from intervale.data.files import Source, absolute, source_name
from intervale.data.storage import is_url, listed, url_of
from intervale.errors import InputError

__all__ = ["Dataset", "Part", "sources_in"]

_KEY = re.compile(r"([A-Za-z_][\w -]*)=(.*)")
_PART = re.compile(r"part[-.].+")
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


@dataclass(frozen=True)
class Part:
    """A file of a dataset, with what its path says."""

    file: Source
    system: str | None = None
    topic: str | None = None


@dataclass(frozen=True)
class Dataset:
    """Files that belong together, in their order: one run, or several where their rows say so."""

    name: str
    parts: tuple[Part, ...]

    def absolute(self) -> Dataset:
        """The same with names of files that hold in any folder."""
        return replace(self, parts=tuple(replace(part, file=absolute(part.file)) for part in self.parts))


def sources_in(source: Source) -> list[Source | Dataset]:
    """The files, and datasets, behind a folder or a pattern; a file stands for itself."""
    if is_url(source):
        found = listed(source)
        if found is None:
            return [source]
        root = url_of(source).split("::")[0].rstrip("/")
        return list(found) if _is_pattern(root) else _grouped(root, found)
    if os.path.isdir(source):
        return _grouped(str(source), _files_below(source))
    if not os.path.exists(source) and glob.has_magic(str(source)):
        names = sorted(glob.glob(str(source)))
        if not names:
            raise InputError("no file matches this pattern", source=str(source))
        return list(names)
    return [source]


def _is_pattern(url: str) -> bool:
    return any(mark in url for mark in "*[")


def _files_below(folder: Source) -> list[Source]:
    """The files of a folder and, where it is a dataset, all below it, in order."""
    try:
        inside = sorted(Path(folder).iterdir())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(folder)) from None
    found: list[Source] = []
    for one in inside:
        if one.is_dir() and _KEY.fullmatch(one.name):
            found += sorted(path for path in one.rglob("*") if path.is_file())
        elif one.is_file():
            found.append(one)
    return found


def _grouped(root: str, files: Iterable[Source]) -> list[Source | Dataset]:
    """The files of a folder as runs, or as the datasets that they make."""
    found = [(file, _below(root, file)) for file in files]
    seen = [(file, below) for file, below in found if not any(part.startswith(".") for part in below)]
    data = [(file, below) for file, below in seen if not any(part.startswith("_") for part in below)]
    if any(_KEY.fullmatch(part) for _, below in data for part in below[:-1]):
        return _by_system(root, data)
    if len(data) > 1 and all(_PART.fullmatch(below[0]) and len(below) == 1 for _, below in data):
        return [Dataset(source_name(root), tuple(Part(file) for file, _ in data))]
    here = [file for file, below in seen if len(below) == 1]
    if not here:
        raise InputError("is a folder without files", source=source_name(root))
    return list(here)


def _by_system(root: str, files: list[tuple[Source, tuple[str, ...]]]) -> list[Source | Dataset]:
    by_system: dict[str | None, list[Part]] = {}
    for file, below in files:
        keys = [found.groups() for part in below[:-1] if (found := _KEY.fullmatch(part))]
        said = {role_of(key): unquote(value) for key, value in keys}
        if NO_VALUE in (said.get("tag"), said.get("topic")):
            raise InputError("lies in a folder without a value (__HIVE_DEFAULT_PARTITION__)", source=source_name(file))
        part = Part(file, said.get("tag"), said.get("topic"))
        by_system.setdefault(part.system, []).append(part)
    name = source_name(root)
    return [
        Dataset(name if system is None else f"{name}/{system}", tuple(parts)) for system, parts in by_system.items()
    ]


def _below(root: str, file: Source) -> tuple[str, ...]:
    """The folders and the name of a file below a folder."""
    path = str(file).split("::")[0] if is_url(file) else str(file)
    base = root.split("://")[-1].strip("/")
    if is_url(file):
        whole = path.split("://")[-1].strip("/")
        return tuple(whole[len(base) :].strip("/").split("/")) if whole.startswith(base) else tuple(whole.split("/"))
    return Path(os.path.relpath(path, root)).parts
