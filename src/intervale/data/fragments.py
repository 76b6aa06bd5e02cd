"""Runs in Parquet files, read some rows at a time, from row group to row group.

A topic belongs to the row groups in which its first row is: who reads some of them passes over the rows of a topic that
began before, and reads on where the last topic does.
"""

from __future__ import annotations

import io
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cached_property, partial
from typing import Any

import pyarrow as pa
import pyarrow.parquet

from intervale.data.column_names import Columns, find_columns, picked
from intervale.data.columns import Run, Stretch
from intervale.data.cuts import Bytes
from intervale.data.frames import of_topic, runs_from_frame, topics_of
from intervale.data.tables import placed
from intervale.errors import InputError

__all__ = ["ParquetRuns"]

ROWS, BUFFER = 1 << 17, 1 << 20
"""How many rows are read at a time, and how many bytes of a column."""


@dataclass(frozen=True, eq=False)
class ParquetRuns:
    """The runs of a Parquet file that is not read yet, or of some of its row groups."""

    content: Any
    source: str
    ranks: bool
    columns: Columns | None = None
    topic: str | None = None
    """The topic of all rows, where the file has no column for it."""
    groups: tuple[int, int] | None = None
    """The first row group, and the one behind the last."""

    expected = ""

    def runs(self) -> list[Run]:
        with _damage(self.source):
            table = self._file().read(columns=self._wanted)
        return runs_from_frame(self._table(table), self.source, ranks=self.ranks)

    def stretches(self) -> Iterator[Stretch]:
        before = self._last_before()
        held: tuple[pa.Table, str, int] | None = None  # the last topic, which may go on: its rows, name and first row
        for row, table, inside in self._tables():
            if not inside and held is None:  # no topic begins in these row groups
                break
            topics = topics_of(table, self._found, self.source, row)
            names, sizes = topics.texts.tolist(), topics.sizes.tolist()
            if before is not None and names[0] == before:  # a topic that began before
                table, row, names, sizes = table.slice(sizes[0]), row + sizes[0], names[1:], sizes[1:]
                if not names:
                    continue
            before = None
            if not inside:  # the rest of the last topic, which began inside
                if held is not None and names[0] == held[1]:
                    held = pa.concat_tables([held[0], table.slice(0, sizes[0])]), held[1], held[2]
                    if len(names) == 1:
                        continue
                break
            if held is not None:
                table, row = pa.concat_tables([held[0], table]), held[2]
                if names[0] == held[1]:
                    sizes[0] += held[0].num_rows
                else:
                    names, sizes = [held[1], *names], [held[0].num_rows, *sizes]
            whole = table.num_rows - sizes[-1]
            held = table.slice(whole), names[-1], row + whole
            if whole:
                yield partial(self._made, table.slice(0, whole), row)
        if held is not None:
            yield partial(self._made, held[0], held[2])

    def units(self, size: int) -> Sequence[ParquetRuns] | None:
        if isinstance(self.content, bytes):
            return None
        if self.topic is not None:  # all rows are of one
            return [self]
        with _damage(self.source):
            about = self._file().metadata
            sizes = [about.row_group(n).total_byte_size for n in range(about.num_row_groups)]
        found, first, held = [], 0, 0
        for group, bytes_in in enumerate(sizes):
            held += bytes_in
            if held >= size or group == len(sizes) - 1:
                found.append(replace(self, groups=(first, group + 1)))
                first, held = group + 1, 0
        return found or [self]

    # ------------------------------------------------------------ reading

    def _file(self) -> pyarrow.parquet.ParquetFile:
        return pyarrow.parquet.ParquetFile(_Seekable(self.content), buffer_size=BUFFER, pre_buffer=False)

    @cached_property
    def _names(self) -> list[str]:
        with _damage(self.source):
            names: list[str] = self._file().schema_arrow.names
        return names

    @property
    def _found(self) -> dict[str, str]:
        """The columns by what they hold."""
        names = self._names
        if self.columns is not None:
            names = [role or f"-{place}" for place, role in enumerate(self.columns.roles)]
        beside = ["topic"] if self.topic is not None and picked(names, "topic") is None else []
        return find_columns([*names, *beside], "run", self.source)

    @property
    def _wanted(self) -> list[str] | None:
        """The columns that are read; all where they were given by their places."""
        if self.columns is not None:
            return None
        return [name for name in self._names if name in self._found.values()]

    def _table(self, table: pa.Table) -> pa.Table:
        return of_topic(placed(table, self.columns, self.source), self.topic)

    def _tables(self) -> Iterator[tuple[int, pa.Table, bool]]:
        """Some rows at a time, with the place of the first, and whether they are in the row groups of this part."""
        with _damage(self.source):
            file, wanted = self._file(), self._wanted
            groups = file.metadata.num_row_groups
            first, stop = self.groups or (0, groups)
            row = 1 + sum(file.metadata.row_group(n).num_rows for n in range(first))
            for group in range(first, groups):
                for batch in file.iter_batches(ROWS, [group], wanted):  # one by one: what was read of a group is freed
                    if batch.num_rows:
                        yield row, self._table(pa.Table.from_batches([batch])), group < stop
                    row += batch.num_rows

    def _last_before(self) -> str | None:
        """The topic of the row before the first; None where there is none."""
        if self.groups is None or self.topic is not None:
            return None
        with _damage(self.source):
            file = self._file()
            column = self._names[list(self.columns.roles).index("topic")] if self.columns else self._found["topic"]
            for group in reversed(range(self.groups[0])):
                table = file.read_row_group(group, columns=[column])
                if table.num_rows:
                    one = table.slice(table.num_rows - 1).rename_columns(["topic"])
                    return topics_of(one, {"topic": "topic"}, self.source).texts[0]
        return None

    def _made(self, table: pa.Table, first_row: int) -> list[Run]:
        return runs_from_frame(table, self.source, ranks=self.ranks, columns=None, first_row=first_row)


@contextmanager
def _damage(source: str) -> Iterator[None]:
    """What Arrow says about a damaged file, in one sentence."""
    try:
        yield
    except (pa.ArrowInvalid, pa.ArrowNotImplementedError, OSError) as error:
        said = (str(error).splitlines() or [type(error).__name__])[0]
        raise InputError(f"damaged or not Parquet: {said}", source=source) from None


class _Seekable(io.RawIOBase):
    """Bytes of which parts can be read, as a file."""

    def __init__(self, content: Bytes) -> None:
        self._content, self._place = content, 0

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._place

    def seek(self, place: int, whence: int = io.SEEK_SET) -> int:
        start = {io.SEEK_SET: 0, io.SEEK_CUR: self._place, io.SEEK_END: len(self._content)}[whence]
        self._place = max(0, start + place)
        return self._place

    def read(self, size: int | None = -1) -> bytes:
        stop = len(self._content) if size is None or size < 0 else min(len(self._content), self._place + size)
        part = self._content[self._place : stop]
        self._place += len(part)
        return part
