"""``read_qrels``, ``read_run`` and ``read_runs``: one call for whatever people have."""

from __future__ import annotations

import glob
import os
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from intervale.data import frames, trec
from intervale.data.columns import Qrels, Run, Unread
from intervale.data.files import Source, read_content, source_name
from intervale.data.tables import TABLE_READERS, nested_json, table_kind
from intervale.errors import InputError

__all__ = ["open_runs", "read_qrels", "read_run", "read_runs", "read_topics", "run_sources"]


def read_qrels(source: Any, *, encoding: str | None = None) -> Qrels:
    """Relevance judgments from a file, a dictionary ``{topic: {document: grade}}`` or a data frame.

    A file is TREC text, CSV, JSON (nested as the dictionary), JSON Lines or Parquet, plain or compressed (gz, xz, bz2,
    zst); ``-`` is standard input.

    >>> read_qrels({"q1": {"a": 1, "b": 0}}).topic_names
    ('q1',)
    """
    if isinstance(source, Qrels):
        return source
    if isinstance(source, str | os.PathLike):
        name, content = source_name(source), read_content(source, encoding)
        kind = table_kind(name, content)
        if kind is None:
            return trec.qrels_from_trec(content, name)
        if kind == "json":
            return frames.qrels_from_dict(nested_json(content, name), name)
        return frames.qrels_from_frame(TABLE_READERS[kind](content, name), name)
    if isinstance(source, Mapping):
        return frames.qrels_from_dict(source)
    if frames.is_frame(source):
        return frames.qrels_from_frame(source)
    raise InputError(f"qrels are read from a file, a dictionary or a data frame, not from {type(source).__name__}")


def read_run(source: Any, *, name: str | None = None, ranks: bool = False, encoding: str | None = None) -> Run:
    """A run from a file, a dictionary ``{topic: {document: score}}`` or a data frame; files as for :func:`read_qrels`.

    ``name`` names the system; without it the tag of the file does. ``ranks`` keeps the rank column, which only
    ``ties="rank"`` needs. A file with several runs is for :func:`read_runs`.

    >>> read_run({"q1": {"a": 2.0, "b": 1.0}}, name="mine").name
    'mine'
    """
    found = read_runs(source, name=name, ranks=ranks, encoding=encoding)
    if len(found) > 1:
        tags = ", ".join(run.name for run in found[:5])
        raise InputError(f"holds {len(found)} runs ({tags} …); read_runs reads them all", source=found[0].source)
    return found[0]


def read_runs(source: Any, *, name: str | None = None, ranks: bool = False, encoding: str | None = None) -> list[Run]:
    """The runs in a file, a folder, a pattern or a frame: one for each tag. ``name`` names the system where there
    is one.

    >>> [run.name for run in read_runs({"q1": {"a": 2.0, "b": 1.0}}, name="mine")]
    ['mine']
    """
    files = run_sources(source)
    runs = [run for file in files for run in _parsed(open_runs(file, name=name, ranks=ranks, encoding=encoding))]
    return [runs[0].renamed(name)] if name is not None and len(runs) == 1 else runs


def _parsed(runs: Unread | list[Run]) -> list[Run]:
    return runs if isinstance(runs, list) else runs.runs()


def open_runs(source: Any, *, name: str | None, ranks: bool, encoding: str | None) -> Unread | list[Run]:
    """The runs in a file, a frame or a dictionary; TREC text and dictionaries are left unread."""
    if isinstance(source, Run):
        return [source]
    if isinstance(source, str | os.PathLike):
        return _open_file(source, ranks=ranks, encoding=encoding)
    if isinstance(source, Mapping):
        return frames.RunDict(source, name or "run", f"the run {name}" if name else "run")
    if frames.is_frame(source):
        return frames.runs_from_frame(source, name or "run", ranks=ranks)
    raise InputError(f"a run is read from a file, a dictionary or a data frame, not from {type(source).__name__}")


def _open_file(source: Source, *, ranks: bool, encoding: str | None) -> Unread | list[Run]:
    name, content = source_name(source), read_content(source, encoding)
    kind = table_kind(name, content)
    if kind is None:
        return trec.RunText(content, name, ranks)
    if kind == "json":
        return frames.RunDict(nested_json(content, name), name, name)
    return frames.runs_from_frame(TABLE_READERS[kind](content, name), name, ranks=ranks)


def read_topics(source: Source) -> list[str]:
    """The topic ids in a text file, one a line."""
    name = source_name(source)
    try:
        lines = read_content(source).decode("utf-8-sig").splitlines()
    except UnicodeDecodeError:
        raise InputError("is not UTF-8 text", source=name) from None
    topics = [line.strip() for line in lines if line.strip()]
    if any(len(topic.split()) > 1 for topic in topics):
        raise InputError("expected one topic per line, found several words", source=name)
    return topics


def run_sources(source: Any) -> Iterator[Any]:
    """The files behind a folder or a pattern such as ``runs/*.gz``; anything else stands for itself."""
    if not isinstance(source, str | os.PathLike) or str(source) == "-":
        yield source
        return
    if os.path.isdir(source):
        try:
            found = sorted(file for file in Path(source).iterdir() if file.is_file() and not file.name.startswith("."))
        except OSError as error:
            raise InputError(f"cannot be read: {error.strerror}", source=str(source)) from None
        if not found:
            raise InputError("is a folder without files", source=str(source))
        yield from found
    elif not os.path.exists(source) and glob.has_magic(str(source)):
        names = sorted(glob.glob(str(source)))
        if not names:
            raise InputError("no file matches this pattern", source=str(source))
        yield from names
    else:
        yield source
