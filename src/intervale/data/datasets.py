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
_PATTERN = re.compile(r"[*\[]")
NO_VALUE = "__HIVE_DEFAULT_PARTITION__"


Placed = tuple[Source, tuple[str, ...]]
"""A file, with the folders and the name that it has below some folder."""


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
        whole = url_of(source)
        return [url for url, _ in found] if _PATTERN.search(whole.split("::")[0]) else _grouped(whole, found)
    if os.path.isdir(source):
        return _grouped(str(source), _files_below(source))
    if not os.path.exists(source) and glob.has_magic(str(source)):
        names = sorted(glob.glob(str(source)))
        if not names:
            raise InputError("no file matches this pattern", source=str(source))
        return list(names)
    return [source]


def _files_below(folder: Source) -> list[Placed]:
    """The files of a folder and, where they are in folders such as ``key=value``, all below it, in order."""
    try:
        inside = sorted(Path(folder).iterdir())
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", source=str(folder)) from None
    found: list[Placed] = []
    for one in inside:
        if one.is_dir() and not one.name.startswith("."):
            below = sorted(path for path in one.rglob("*") if path.is_file())
            found += [(path, parts) for path in below if _has_key(parts := path.relative_to(folder).parts)]
        elif one.is_file():
            found.append((one, (one.name,)))
    return found


def _has_key(below: tuple[str, ...]) -> bool:
    return any(_KEY.fullmatch(part) for part in below[:-1])


def _grouped(root: str, files: Iterable[Placed]) -> list[Source | Dataset]:
    """The files of a folder as runs, or as the datasets that they make."""
    seen = [(file, below) for file, below in files if not any(part.startswith(".") for part in below)]
    data = [(file, below) for file, below in seen if not any(part.startswith("_") for part in below)]
    if any(_has_key(below) for _, below in data):
        return _by_system(root, [(file, below) for file, below in data if _has_key(below)])
    here = [(file, below) for file, below in data if len(below) == 1]
    if here and all(_PART.fullmatch(below[0]) for _, below in here):
        return [Dataset(source_name(root), tuple(Part(file) for file, _ in here))]
    runs = [file for file, below in seen if len(below) == 1]
    if not runs:
        raise InputError("is a folder without files", source=source_name(root))
    return list(runs)


def _by_system(root: str, files: list[Placed]) -> list[Source | Dataset]:
    by_system: dict[str | None, list[Part]] = {}
    for file, below in files:
        said: dict[str | None, str] = {}
        for part in below[:-1]:
            found = _KEY.fullmatch(part)
            role = role_of(found[1]) if found else None
            if found is None or role not in ("tag", "topic"):
                continue
            if role in said:
                what = "system" if role == "tag" else "topic"
                raise InputError(f"two folders of its path could be the {what}; rename one", source=source_name(file))
            said[role] = unquote(found[2])
            if said[role] in ("", NO_VALUE):
                raise InputError(f"lies in a folder without a value: {part}", source=source_name(file))
        one = Part(file, said.get("tag"), said.get("topic"))
        by_system.setdefault(one.system, []).append(one)
    name = source_name(root).rstrip("/")
    return [
        Dataset(name if system is None else f"{name}/{system}", tuple(parts)) for system, parts in by_system.items()
    ]
