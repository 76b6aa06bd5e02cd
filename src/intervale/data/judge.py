"""Qrels and runs together. Runs are judged one by one, and a long one a stretch of topics at a time, so that what is
worked on stays in the processor's cache and little memory is ever touched; by threads of this process, or, where an
executor is used, by its workers, a unit of a source each.
"""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from threading import Lock
from typing import Any, Protocol

from intervale.data.column_names import Columns, columns_given
from intervale.data.columns import Run, Stretch, Unread
from intervale.data.datasets import Dataset
from intervale.data.files import Source, absolute, source_name, stamp_of
from intervale.data.judged import JudgedRuns
from intervale.data.judging import JudgedRun, judge_run
from intervale.data.merge import merged
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.data.read import DatasetRuns, FileRuns, open_runs, read_as_a_whole, read_qrels, read_topics, run_sources
from intervale.data.room import Room
from intervale.data.shapes import one_run, settled
from intervale.data.storage import is_url, local_path, same_url, url_of
from intervale.data.together import together
from intervale.data.worker_pool import JudgmentSource
from intervale.errors import InputError, OptionError
from intervale.exact import whole
from intervale.exact.executors import ExecutorLike
from intervale.exact.progress import MOST_WORKERS, elsewhere, in_order, parallel, parallel_map

__all__ = ["judge"]

_whole = Lock()
UNIT = 64 << 20
"""How many bytes of a file are one task."""


def judge(
    qrels: Any,
    runs: Any,
    policy: Policy | None = None,
    *,
    topics: Iterable[str | int] | Source | None = None,
    encoding: str | None = None,
    workers: int | None = None,
    columns: Any = None,
    executor: ExecutorLike | None = None,
    memory: int | str | None = None,
    kept: Kept | None = None,
) -> JudgedRuns:
    """Judge runs by qrels: files, dictionaries, frames, whatever :func:`read_qrels` and :func:`read_run` take or gave.

    ``runs`` is one run, a list of runs, or a dictionary from system names to runs; a folder or a pattern stands for
    its files, and a file with several tags for several runs. ``topics``, ids or a file with one a line, restricts
    to some topics of the qrels. ``workers`` is how many runs, or stretches of a long one, are worked on at a time; by
    default one for each processor. ``columns`` says what the columns of files without a header are: with a grade those
    of the qrels, with a score or a rank those of the runs. ``executor`` judges files elsewhere (see
    :func:`intervale.parallel`), and ``memory``, such as ``"600MB"``, bounds what this process takes.

    >>> judged = judge({"q": {"a": 2, "b": 0}}, {"A": {"q": {"a": 1.0, "x": 3.0, "b": 2.0}}})
    >>> judged.systems, judged.grades.tolist(), judged.judged.tolist()
    (('A',), [[[0, 0, 2]]], [[[False, True, True]]])
    """
    policy = policy or Policy()
    said = columns_given(columns)
    named = [(name, source, file) for name, source in _named(settled(runs)) for file in run_sources(source)]
    sources = [(name, file) for name, source, file in named if file is source or not _same_file(file, qrels)]
    if not sources:
        raise InputError("no runs given")
    inputs = [qrels, *(source for _, source in sources)]
    if sum(isinstance(source, str | os.PathLike) and str(source) == "-" for source in inputs) > 1:
        raise OptionError("standard input can be read only once: use one - among QRELS and RUN")
    if isinstance(topics, str | os.PathLike):
        topics = read_topics(topics)
    chosen = tuple(topics) if isinstance(topics, Iterable) else topics
    room = Room.of(memory, os.cpu_count() or 1 if workers is None else whole("workers", workers, 1, MOST_WORKERS))
    read = read_qrels(qrels, encoding=encoding, columns=said.get("qrels"), relevant_from=policy.relevant_from)
    policy = replace(policy, relevant_from=read.relevant_from)
    room.check_judgments(len(read))
    pool = Pool.of(read, policy, chosen)
    if kept is not None:
        kept.begin(pool, policy)
    with parallel(workers, executor):
        given = JudgmentSource.of(qrels, read, pool, encoding, said.get("qrels"), chosen, policy, room.left())
        del read  # the pool has what is needed of it
        rows = _Judging(pool, given, policy.ties == "rank", encoding, said.get("run"), kept).all_of(sources)
    given_files = [file for _, file in sources if isinstance(file, str | os.PathLike)]
    times = Counter(source_name(url_of(file) if is_url(file) else Path(file)) for file in given_files)
    again = [f"{file} is given {n} times: the same run under other names" for file, n in times.items() if n > 1]
    return together(pool, [row for some in rows for row in some], policy, again)


def _same_file(file: Any, qrels: Any) -> bool:
    """Whether a file of a folder of runs is that of the qrels, which may lie there too."""
    if not isinstance(file, str | os.PathLike) or not isinstance(qrels, str | os.PathLike):
        return False
    if is_url(file) and is_url(qrels):
        return same_url(file, qrels)
    here, there = local_path(file), local_path(qrels)
    return here is not None and there is not None and os.path.abspath(here) == os.path.abspath(there)


def _named(runs: Any) -> list[tuple[str | None, Any]]:
    """One run, a sequence of runs or a dictionary of runs as pairs (name or None, source)."""
    if one_run(runs):
        return [(None, runs)]
    return list(runs.items()) if isinstance(runs, Mapping) else [(None, run) for run in runs]


class Kept(Protocol):
    """Where judged parts of sources are kept, by the fingerprint of what they were made from."""

    def begin(self, pool: Pool, policy: Policy) -> None:
        """By which judgments, and under which policy."""

    def find(self, source: str, unit: int | None = None) -> list[JudgedRun] | None:
        """What was kept of a source, or of a unit of it; None where there is nothing."""

    def keep(self, source: str, runs: list[JudgedRun], unit: int | None = None) -> None:
        """Keep what was judged."""

    def place(self, source: str, rows: range) -> None:
        """Which of all systems those of a source are."""


Named = tuple[str | None, Any]
"""What a run is to be called, where that was said, and where it comes from."""


@dataclass(frozen=True)
class _Asked:
    """A source that is to be judged, and the key under which what is judged is kept."""

    name: str | None
    file: Any
    key: str | None


@dataclass(frozen=True, eq=False)
class _Judging:
    """How the sources of one call are read and judged."""

    pool: Pool
    given: JudgmentSource
    ranks: bool
    encoding: str | None
    columns: Columns | None
    kept: Kept | None

    @property
    def room(self) -> Room:
        return self.given.room

    def all_of(self, sources: list[Named]) -> list[list[JudgedRun]]:
        """The runs of each source."""
        rows: dict[int, list[JudgedRun]] = {}
        keys = self.keys(sources)  # of what is there now, before it is read
        for place, key in enumerate(keys):
            if self.kept is not None and key is not None and (runs := self.kept.find(key)) is not None:
                rows[place] = runs
        missing = [place for place in range(len(sources)) if place not in rows]
        far = [place for place in missing if elsewhere() and travels(sources[place][1])]
        near = [place for place in missing if place not in far]
        for places, work in ((near, self.here), (far, self.there)):
            asked = [_Asked(*sources[place], keys[place]) for place in places]
            for place, runs in zip(places, work(asked), strict=True):
                rows[place] = runs
                if self.kept is not None and (key := keys[place]) is not None:
                    self.kept.keep(key, runs)
        first = 0
        for place, key in enumerate(keys):
            if self.kept is not None and key is not None:
                self.kept.place(key, range(first, first + len(rows[place])))
            first += len(rows[place])
        return [_called(name, rows[place]) for place, (name, _) in enumerate(sources)]

    # ------------------------------------------------------------ by threads of this process

    def here(self, sources: list[_Asked]) -> Iterator[list[JudgedRun]]:
        """Sources judged by threads of this process, several at a time, or several stretches of one."""
        at_once = max(1, min(self.room.workers, len(sources)))
        with parallel(at_once):
            work = partial(self._judged_here, max(1, self.room.workers // at_once))
            yield from parallel_map(work, sources, "judging runs")

    def _judged_here(self, workers: int, source: _Asked) -> list[JudgedRun]:
        alone = self.room.limit is not None and read_as_a_whole(source.file)  # of those one at a time
        with _whole if alone else nullcontext():
            return self._judged_now(workers, source)

    def _judged_now(self, workers: int, source: _Asked) -> list[JudgedRun]:
        if self.kept is not None and source.key is not None:
            units = self.units(source)
            try:
                parts = [self._unit_here(source.key, n, len(units), one, workers) for n, one in enumerate(units)]
                return self.whole(units, parts)
            except InputError as error:
                raise self.first_problem(self.opened(source.file, source.name), error) from None
        opened = self.opened(source.file, source.name)
        try:
            return [run for one in opened for run in judged(self.pool, one, self.given, workers)]
        except InputError as error:
            raise self.first_problem(opened, error) from None

    def _unit_here(self, key: str, place: int, many: int, unit: Unread, workers: int) -> list[JudgedRun]:
        assert self.kept is not None
        found = self.kept.find(key, place) if many > 1 else None
        if found is None:
            found = judged(self.pool, unit, self.given, workers, whole=False)
            if many > 1:  # one alone is kept with its source
                self.kept.keep(key, found, place)
        return found

    # ------------------------------------------------------------ by an executor

    def there(self, sources: list[_Asked]) -> Iterator[list[JudgedRun]]:
        """Sources judged by the workers of an executor, a unit in each task."""
        units = [self.units(source) for source in sources]
        keys = [source.key for source in sources]
        found = {
            (place, n): runs
            for place, key in enumerate(keys)
            for n in range(len(units[place]))
            if self.kept is not None and key is not None and len(units[place]) > 1
            if (runs := self.kept.find(key, n)) is not None
        }
        tasks = [(place, n) for place, some in enumerate(units) for n in range(len(some)) if (place, n) not in found]
        sent = parallel_map(
            judge_unit, [units[place][n] for place, n in tasks], "judging runs", given=self.given, local=False
        )
        waiting = iter(tasks)
        for place, (source, some) in enumerate(zip(sources, units, strict=True)):
            try:
                for n in range(len(some)):
                    while (place, n) not in found:
                        at = next(waiting)
                        found[at] = next(sent)
                        if self.kept is not None and (key := keys[at[0]]) is not None and len(units[at[0]]) > 1:
                            self.kept.keep(key, found[at], at[1])
                yield self.whole(some, [found.pop((place, n)) for n in range(len(some))])
            except InputError as error:
                raise self.first_problem(self.opened(source.file, source.name), error) from None

    # ------------------------------------------------------------ sources

    def opened(self, file: Any, name: str | None) -> Sequence[Unread]:
        """The runs of a source, not read yet."""
        about: dict[str, Any] = {"ranks": self.ranks, "encoding": self.encoding, "columns": self.columns}
        return open_runs(file, name=name, **about, room=self.room)

    def unopened(self, file: Any) -> FileRuns | DatasetRuns:
        """The runs of a file or a dataset, which workers open."""
        if isinstance(file, Dataset):
            return DatasetRuns(file.absolute(), self.ranks, self.encoding, self.columns, self.room)
        return FileRuns.of(file, self.ranks, self.encoding, self.columns, self.room)

    def units(self, source: _Asked) -> Sequence[Unread]:
        """The units of a file or a dataset: the same ones, whoever judges them."""
        try:
            return self.unopened(source.file).units(UNIT)
        except InputError as error:
            raise self.first_problem(self.opened(source.file, source.name), error) from None

    def keys(self, sources: list[Named]) -> list[str | None]:
        """The keys of sources; a source that is given twice has two."""
        found: list[str | None] = []
        for _, file in sources:
            key = None if self.kept is None else self.key(file)
            times = sum(one is not None and one.partition("#")[0] == key for one in found)
            found.append(f"{key}#{times}" if key is not None and times else key)
        return found

    def key(self, file: Any) -> str | None:
        """A fingerprint of the files of a source and of how they are read; None where it is in memory."""
        if not travels(file):
            return None
        files = [part.file for part in file.parts] if isinstance(file, Dataset) else [file]
        stamps = [[str(absolute(one)), stamp_of(one)] for one in files]
        about = stamps, self.ranks, self.encoding, str(self.columns), UNIT
        return hashlib.sha256(json.dumps(about).encode()).hexdigest()

    def whole(self, units: Sequence[Unread], parts: list[list[JudgedRun]]) -> list[JudgedRun]:
        """The runs of a source from those of its units."""

        def reread(places: set[int]) -> Iterator[Run]:
            for place in sorted(places):
                for stretch in units[place].stretches():
                    yield from stretch()

        found = merged(self.pool, parts, reread, self.given.policy, self.room)
        if not found:
            raise InputError(f"no retrieved documents{units[0].expected}", source=units[0].source)
        return found

    def first_problem(self, opened: Sequence[Unread], error: InputError) -> InputError:
        """Of a source in which something is wrong, what is said about it: the first that is found in the source as a
        whole; where it is too large for that, the first stretch that cannot be read, then the first with duplicates.
        """
        policy = self.given.policy
        looks = [None, replace(policy, ties="file"), policy]
        try:
            for one in opened:
                if self.room.limit is None:
                    for run in one.runs():
                        judge_run(self.pool, run, policy)
            for look in looks if self.room.limit is not None else []:
                for one in opened:
                    for stretch in one.stretches():
                        for run in stretch():
                            if look is not None:
                                judge_run(self.pool, run, look)
        except InputError as first:
            return first
        return error


def travels(source: Any) -> bool:
    """Whether a source can be read by other processes: a file, a URL or a dataset."""
    if isinstance(source, str | os.PathLike):
        return is_url(source) or os.path.isfile(source)
    return isinstance(source, Dataset)


def _called(name: str | None, runs: list[JudgedRun]) -> list[JudgedRun]:
    """Runs under the name that was given, where there is one."""
    return [replace(runs[0], name=name)] if name is not None and len(runs) == 1 else runs


def judge_unit(given: JudgmentSource, unit: Unread) -> list[JudgedRun]:
    """The runs in a unit, judged in a worker."""
    return judged(given.pool, unit, given, 1, whole=False)


def judged(pool: Pool, unread: Unread, given: JudgmentSource, workers: int, *, whole: bool = True) -> list[JudgedRun]:
    """The runs in a source or a unit, judged by stretches, several at a time. A source as a whole must have some."""

    def of(stretch: Stretch) -> list[JudgedRun]:
        return [judge_run(pool, run, given.policy) for run in stretch()]

    def reread(places: set[int]) -> Iterator[Run]:
        for place, stretch in enumerate(unread.stretches()):
            if place in places:
                yield from stretch()

    parts = list(in_order(of, unread.stretches(), workers))
    found = merged(pool, parts, reread, given.policy, given.room)
    if whole and not found:
        raise InputError(f"no retrieved documents{unread.expected}", source=unread.source)
    return found
