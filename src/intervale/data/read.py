"""``read_qrels``, ``read_run`` and ``read_runs``: one call for whatever people have."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from intervale.data import dicts, trec
from intervale.data.column_names import Columns, columns_for
from intervale.data.columns import Qrels, Run, Stretch, Unread
from intervale.data.datasets import Dataset, Part, sources_in
from intervale.data.files import (
    Content,
    PackedFile,
    Source,
    absolute,
    open_content,
    read_content,
    source_name,
)
from intervale.data.policy import finite
from intervale.data.room import Room
from intervale.data.shapes import Shape, settled, shape_of
from intervale.data.storage import is_url, remote_file
from intervale.data.tables import TABLE_READERS, json_value, placed, table_kind, text_table
from intervale.errors import InputError, shown

if TYPE_CHECKING:
    import pyarrow as pa

__all__ = [
    "DatasetRuns",
    "FileRuns",
    "open_runs",
    "read_as_a_whole",
    "read_qrels",
    "read_run",
    "read_runs",
    "read_topics",
    "run_sources",
    "source_files",
]

IN_LINES = ("csv", "tsv")
"""The kinds of files whose rows are lines below a header."""


def read_qrels(
    source: Any, *, encoding: str | None = None, columns: Any = None, relevant_from: float | None = None
) -> Qrels:
    """Relevance judgments from a file, a dictionary ``{topic: {document: grade}}``, a data frame, or what another
    library has: see the page on data in the manual.

    A file is TREC text, CSV or tab-separated text with a header, JSON (nested as the dictionary), JSON Lines or
    Parquet, plain or compressed (gz, xz, bz2, zst); ``-`` is standard input. ``columns`` says what the columns of a
    file without a header are, such as ``"topic,document,grade"``; a ``-`` skips one, and without a grade every document
    listed is relevant. ``relevant_from`` makes the grade
    1 from this grade on, and 0 below: a column of ratings is read only with it.

    >>> read_qrels({"q1": {"a": 1, "b": 0}}).topic_names
    ('q1',)
    >>> read_qrels([{"user": 7, "item": "a", "rating": 4.5}, {"user": 7, "item": "b", "rating": 2}], relevant_from=4)
    Qrels(2 judgments on 1 topics, grades to 1)
    """
    least = None if relevant_from is None else finite(relevant_from)
    if isinstance(source, Qrels):
        return source.relevant(least)
    said = columns_for("qrels", columns)
    if isinstance(source, str | os.PathLike):
        return _qrels_file(source, encoding, said, least).relevant(least)
    return _qrels_of(source, "the qrels", said, least).relevant(least)


def _qrels_file(source: Source, encoding: str | None, columns: Columns | None, least: float | None) -> Qrels:
    name, content = _named_content(source, encoding)
    kind = table_kind(name, content)
    if kind is None and columns is None:
        return trec.qrels_from_trec(content, name)
    content = content[:]
    if kind == "json":
        return _qrels_of(json_value(content, name), name, columns, least)
    from intervale.data import frames  # which loads Arrow

    if columns is not None and kind in (None, *IN_LINES):
        table, line = text_table(content, name, columns)
        table = frames.graded(table, columns)
        return frames.qrels_from_frame(table, name, relevant_from=least, columns=columns, first_line=line)
    table = frames.graded(placed(TABLE_READERS[kind or ""](content, name), columns, name), columns)
    return frames.qrels_from_frame(table, name, relevant_from=least, first_line=2 if kind in IN_LINES else None)


def _qrels_of(source: Any, name: str, columns: Columns | None, least: float | None) -> Qrels:
    shape = shape_of(source, "qrels", name, columns, least)
    if isinstance(shape.content, Mapping):
        _refuse_columns(columns, name)
        return dicts.qrels_from_dict(shape.content, name)
    from intervale.data import frames  # which loads Arrow

    table = frames.graded(_in_place(shape, columns, name), columns)
    return frames.qrels_from_frame(table, name, relevant_from=least)


def read_run(
    source: Any, *, name: str | None = None, ranks: bool = False, encoding: str | None = None, columns: Any = None
) -> Run:
    """A run from a file, a dictionary ``{topic: {document: score}}`` or ``{topic: [document, …]}`` (best first), a data
    frame, or what another library has; files and ``columns`` as for :func:`read_qrels`.

    ``name`` names the system; without it the tag of the file does. ``ranks`` keeps the rank column, which only
    ``ties="rank"`` needs. A file with several runs is for :func:`read_runs`. Where there are ranks and no scores, the
    score is minus the rank.

    >>> read_run({"q1": {"a": 2.0, "b": 1.0}}, name="mine").name
    'mine'
    >>> read_run({"q1": ["b", "a"]}).score.tolist()
    [2.0, 1.0]
    """
    found = read_runs(source, name=name, ranks=ranks, encoding=encoding, columns=columns)
    if len(found) > 1:
        tags = ", ".join(run.name for run in found[:5])
        raise InputError(f"holds {len(found)} runs ({tags} …); read_runs reads them all", source=found[0].source)
    return found[0]


def read_runs(
    source: Any, *, name: str | None = None, ranks: bool = False, encoding: str | None = None, columns: Any = None
) -> list[Run]:
    """The runs in a file, a folder, a pattern, a frame or what :func:`read_run` takes: one for each tag. ``name`` names
    the system where there is one.

    >>> [run.name for run in read_runs({"q1": {"a": 2.0, "b": 1.0}}, name="mine")]
    ['mine']
    """
    said = columns_for("run", columns)
    files = run_sources(settled(source))
    runs = [
        run
        for file in files
        for opened in open_runs(file, name=name, ranks=ranks, encoding=encoding, columns=said)
        for run in opened.runs()
    ]
    return [runs[0].renamed(name)] if name is not None and len(runs) == 1 else runs


def open_runs(
    source: Any,
    *,
    name: str | None,
    ranks: bool,
    encoding: str | None,
    columns: Columns | None = None,
    room: Room | None = None,
) -> Sequence[Unread]:
    """The runs in a file, a dataset, or in what a person has, not read yet; a pipe, and what has to be read as a whole,
    as far as there is ``room``.
    """
    if isinstance(source, Run):
        return [source]
    if isinstance(source, Dataset):
        return [DatasetRuns(source, ranks, encoding, columns, room)]
    if isinstance(source, str | os.PathLike):
        return _open_file(source, ranks=ranks, encoding=encoding, columns=columns, room=room)
    return _runs_of(source, name, f"the run {name}" if name else "run", ranks, columns)


def _open_file(
    source: Source,
    *,
    ranks: bool,
    encoding: str | None,
    columns: Columns | None,
    room: Room | None = None,
    topic: str | None = None,
) -> Sequence[Unread]:
    bounded = room is not None and room.limit is not None
    name, content = _named_content(source, encoding, spool=bounded)
    kind = table_kind(name, content)
    if kind is None and columns is None:
        if isinstance(content, PackedFile):
            return [trec.PackedRunText(content, name, ranks)]
        return [trec.RunText(content, name, ranks)]
    if kind == "parquet" and not isinstance(content, PackedFile):
        from intervale.data.fragments import ParquetRuns  # which loads Arrow

        if room is not None:
            room.check_parquet(name)
        return [ParquetRuns(content, name, ranks, columns, topic)]
    if room is not None:
        if isinstance(content, PackedFile):
            room.check_parts(content.chunks(), name)
        else:
            room.check_whole(len(content), name)
    content = content[:]
    if kind == "json":
        return _runs_of(json_value(content, name), None, name, ranks, columns)
    from intervale.data import frames  # which loads Arrow

    if columns is not None and kind in (None, *IN_LINES):
        table, line = text_table(content, name, columns)
        return frames.runs_from_frame(table, name, ranks=ranks, columns=columns, first_line=line)
    table = placed(TABLE_READERS[kind or ""](content, name), columns, name)
    table = frames.of_topic(table, topic)
    return frames.runs_from_frame(table, name, ranks=ranks, first_line=2 if kind in IN_LINES else None)


@dataclass(frozen=True, eq=False)
class FileRuns:
    """The runs of a file that is opened where it is read, under the name that it has in messages. ``part`` says what
    the path of a dataset says.
    """

    part: Part
    source: str
    ranks: bool
    encoding: str | None
    columns: Columns | None
    room: Room | None = None

    expected = ""

    @staticmethod
    def of(
        file: Source, ranks: bool, encoding: str | None, columns: Columns | None, room: Room | None = None
    ) -> FileRuns:
        """The runs of a file that another process opens, whatever folder it is in."""
        return FileRuns(Part(absolute(file)), source_name(file), ranks, encoding, columns, room)

    def _opened(self) -> Sequence[Unread]:
        about: dict[str, Any] = {"ranks": self.ranks, "encoding": self.encoding, "columns": self.columns}
        return _open_file(self.part.file, **about, room=self.room, topic=self.part.topic)

    def runs(self) -> list[Run]:
        return self._named([run for one in self._opened() for run in one.runs()])

    def stretches(self) -> Iterator[Stretch]:
        for one in self._opened():
            for stretch in one.stretches():
                yield partial(self._of, stretch)

    def units(self, size: int) -> Sequence[Unread]:
        """Pieces of a large file; a smaller one is not looked at before it is read, and what must be read as a whole is
        one piece.
        """
        if _size_of(self.part.file) <= size or self.columns is not None or read_as_a_whole(self.part.file):
            return [self]
        pieces = [one.units(size) for one in self._opened()]
        return [UnitRuns(self, unit) for some in pieces for unit in some or ()] if all(pieces) else [self]

    def _of(self, stretch: Stretch) -> list[Run]:
        return self._named(stretch())

    def _named(self, runs: list[Run]) -> list[Run]:
        """Runs by the system of their path, their tag, or the name of the file."""
        return [
            replace(
                run, name=self.part.system or (self.source if run.name == run.source else run.name), source=self.source
            )
            for run in runs
        ]


@dataclass(frozen=True, eq=False)
class UnitRuns:
    """A unit of a file, under the names of its runs."""

    file: FileRuns
    unit: Unread

    expected = ""

    @property
    def source(self) -> str:
        return self.file.source

    def runs(self) -> list[Run]:
        return [run for stretch in self.stretches() for run in stretch()]

    def stretches(self) -> Iterator[Stretch]:
        for stretch in self.unit.stretches():
            yield partial(self.file._of, stretch)

    def units(self, size: int) -> Sequence[Unread]:
        return [self]


@dataclass(frozen=True, eq=False)
class DatasetRuns:
    """The runs of a dataset: those of its files, one after the other."""

    dataset: Dataset
    ranks: bool
    encoding: str | None
    columns: Columns | None
    room: Room | None = None

    expected = ""

    @property
    def source(self) -> str:
        return self.dataset.name

    @property
    def _files(self) -> list[FileRuns]:
        about = self.source, self.ranks, self.encoding, self.columns, self.room
        return [FileRuns(part, *about) for part in self.dataset.parts]

    def runs(self) -> list[Run]:
        by_name: dict[str, list[Run]] = {}
        for stretch in self.stretches():  # of which a file without rows has none
            for run in stretch():
                by_name.setdefault(run.name, []).append(run)
        if not by_name:
            raise InputError("no retrieved documents", source=self.source)
        return [Run.joined(runs) for runs in by_name.values()]

    def stretches(self) -> Iterator[Stretch]:
        for file in self._files:
            yield from file.stretches()

    def units(self, size: int) -> Sequence[Unread]:
        return [unit for file in self._files for unit in file.units(size)]


def read_as_a_whole(source: Any) -> bool:
    """Whether a source is a file that cannot be read in parts."""
    if isinstance(source, Dataset):
        return any(read_as_a_whole(part.file) for part in source.parts[:1])
    if (
        not isinstance(source, str | os.PathLike)
        or str(source) == "-"
        or not (is_url(source) or os.path.isfile(source))
    ):
        return False
    return table_kind(source_name(source), open_content(source)) not in (None, "parquet")


def _size_of(file: Source) -> int:
    """How many bytes a file has as it is stored; 0 where it cannot be found, which is said when it is read."""
    if is_url(file):
        return remote_file(file).size
    return os.path.getsize(file) if os.path.isfile(file) else 0


def _runs_of(source: Any, name: str | None, called: str, ranks: bool, columns: Columns | None) -> Sequence[Unread]:
    shape = shape_of(source, "run", called, columns)
    if isinstance(shape.content, Mapping):
        _refuse_columns(columns, called)
        return [dicts.RunDict(shape.content, name or shape.name or called, called)]
    from intervale.data import frames  # which loads Arrow

    runs = frames.runs_from_frame(_in_place(shape, columns, called), called, ranks=ranks)
    return [runs[0].renamed(name)] if name is not None and len(runs) == 1 else runs


def _in_place(shape: Shape, columns: Columns | None, name: str) -> pa.Table:
    """The table of a shape by the places of its columns, where these were given."""
    return placed(shape.content, None if shape.by_place else columns, name)


def _refuse_columns(columns: Columns | None, name: str) -> None:
    if columns is not None:
        raise InputError(f"has no columns to be {columns}: it is a dictionary by topic", source=name)


def _named_content(source: Source, encoding: str | None, *, spool: bool = False) -> tuple[str, Content]:
    """How a file is called, and what it holds. A text that is no name of a file is refused as what it is."""
    if isinstance(source, str) and ("\n" in source or source.lstrip().startswith("{")) and not os.path.exists(source):
        raise InputError(f"expected the name of a file, found a text: {shown(source)}; save it to a file first")
    return source_name(source), open_content(source, encoding, spool=spool)


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
    """The files behind a folder or a pattern such as ``runs/*.gz``, and the datasets behind a folder that holds such;
    anything else stands for itself.
    """
    if not isinstance(source, str | os.PathLike) or str(source) == "-":
        yield source
        return
    yield from sources_in(source)


def source_files(source: Any) -> list[Source]:
    """The single files behind a source; none where it is in memory."""
    found: list[Source] = []
    for one in run_sources(source):
        if isinstance(one, Dataset):
            found += [part.file for part in one.parts]
        elif isinstance(one, str | os.PathLike) and str(one) != "-":
            found.append(one)
    return found
