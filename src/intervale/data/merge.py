"""Judged parts of a source put together: system by system, in the order of the source.

A topic belongs to one part, as a rule. One that comes back in another was judged there without its other rows, so it is
judged once more, alone, from the parts that have it. Their rows are held in memory, or, where they are too many, put
into files by topic first, so that as many topics as fit are judged at a time.
"""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, BinaryIO

import numpy as np

from intervale.data.columns import Run
from intervale.data.judging import JudgedRun, judge_run
from intervale.data.policy import Policy
from intervale.data.pool import Pool
from intervale.data.room import Room

__all__ = ["merged"]

Array = np.ndarray[Any, Any]
A_ROW = 300
"""How many bytes a row takes while it is judged, about."""
MOST_FILES = 200
Reread = Callable[[set[int]], Iterator[Run]]
"""The runs in some parts, by their places, in order."""


def merged(pool: Pool, parts: Sequence[list[JudgedRun]], reread: Reread, policy: Policy, room: Room) -> list[JudgedRun]:
    """The runs of a source, from what was judged in each of its parts."""
    names = dict.fromkeys(run.name for part in parts for run in part)
    by_name = {name: [run for part in parts for run in part if run.name == name] for name in names}
    back = {name: codes for name, runs in by_name.items() if len(codes := _twice(runs))}
    if back:
        rows = sum(int(run.retrieved[np.isin(run.topics, back[name])].sum()) for name in back for run in by_name[name])
        where = {
            place
            for place, part in enumerate(parts)
            if any(run.name in back and np.isin(run.topics, back[run.name]).any() for run in part)
        }
        again = _judged_again(pool, reread(where), back, policy, 1 + rows * A_ROW // room.again)
        for name, codes in back.items():
            by_name[name] = [*(run.without(codes) for run in by_name[name]), *again[name]]
    return [JudgedRun.joined(runs) for runs in by_name.values()]


def _twice(runs: list[JudgedRun]) -> Array:
    """The topics that several parts of a run have."""
    topics = np.sort(np.concatenate([run.topics for run in runs]))
    return np.unique(topics[1:][topics[1:] == topics[:-1]])


def _judged_again(
    pool: Pool, runs: Iterator[Run], back: dict[str, Array], policy: Policy, groups: int
) -> dict[str, list[JudgedRun]]:
    """By system, the topics that come back, judged from all their rows."""
    found: dict[str, list[JudgedRun]] = {name: [] for name in back}
    with ExitStack() as stack:
        kept = _Kept(min(groups, MOST_FILES), stack)
        for run in runs:
            if run.name in back:
                code = pool.codes_of(run.topics.texts)
                wanted = np.isin(code, back[run.name])
                for group in range(kept.groups):
                    here = wanted & (code % kept.groups == group)
                    if here.any():
                        kept.add(group, run.compact(np.flatnonzero(run.topics.repeated(here))))
        for group in range(kept.groups):
            by_name: dict[str, list[Run]] = {}
            for run in kept.runs(group):
                by_name.setdefault(run.name, []).append(run)
            for name, some in by_name.items():
                found[name].append(judge_run(pool, Run.joined(some), policy))
    return found


class _Kept:
    """Rows of runs by the group of their topic: in memory where there is one group, else in a file for each."""

    def __init__(self, groups: int, stack: ExitStack) -> None:
        self.groups = groups
        self._held: list[Run] = []
        self._files: list[BinaryIO] = []
        if groups > 1:
            folder = Path(stack.enter_context(TemporaryDirectory(prefix="intervale-")))
            self._files = [stack.enter_context((folder / str(n)).open("w+b")) for n in range(groups)]

    def add(self, group: int, run: Run) -> None:
        if self._files:
            pickle.dump(run, self._files[group])
        else:
            self._held.append(run)

    def runs(self, group: int) -> Iterator[Run]:
        if not self._files:
            yield from self._held
            return
        file = self._files[group]
        file.seek(0)
        while file.peek(1):  # type: ignore[attr-defined]
            yield pickle.load(file)
