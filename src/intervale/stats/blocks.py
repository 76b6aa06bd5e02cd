"""Tests by blocks: of pairs of systems, or of resamples, done in this process or by an executor.

How large a block is follows from the table and the number of resamples, never from who does it, and draws are made from
the seed wherever they are needed: so every number is the same to the bit, however many workers there are.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import nullcontext
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.exact.progress import elsewhere, parallel, parallel_map
from intervale.stats.outcome import Array, Bounds, Setting

__all__ = ["Table", "by_blocks", "by_pairs"]

PIECE = 1 << 16
"""About how many differences are looked at in one go: they stay in the processor's cache."""
TOGETHER = 8
"""So many blocks of pairs are one task."""
FEW = 1 << 20
"""Up to so many differences, pairs are not worth a task."""
HELD = 3 << 20
"""Where so many numbers were once allocated and freed, GNU's C library no longer hands back to the system what a block
frees, which took as long as the block itself."""


@dataclass(frozen=True, eq=False)
class Table:
    """What all blocks of a test are given: the scores (systems × topics), their bounds, and how it is run.

    What a subclass builds from them and keeps, such as draws, does not travel: each process builds its own.
    """

    scores: Array
    bounds: Bounds | None
    setting: Setting

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.scores, self.bounds, self.setting)

    @property
    def count(self) -> int:
        """How many pairs of systems there are."""
        return len(self.scores) * (len(self.scores) - 1) // 2

    @cached_property
    def _pairs(self) -> tuple[Array, Array]:
        """As :func:`~intervale.stats.outcome.pairs_of`, in less time."""
        system = np.arange(len(self.scores))
        first = np.repeat(system, system[::-1])
        before = system * (2 * len(system) - 1 - system) // 2  # the pairs of the systems before
        return first, np.arange(self.count) - before[first] + first + 1

    def pairs(self, part: slice) -> tuple[Array, Array]:
        """The first and the second of a block of pairs."""
        first, second = self._pairs
        return first[part], second[part]


Block = Callable[[Any, slice], Array]
"""What is found in one block of a table; the last axis is that of the block. It is a function of a module."""


def by_blocks(
    function: Block,
    table: Table,
    count: int,
    step: int,
    what: str,
    *,
    together: int = 1,
    threads: bool = True,
    local: bool = False,
) -> Array:
    """What a function finds in all blocks of ``step`` out of ``count``, side by side; ``together`` blocks are a task.

    Without ``threads``, which are no use where Python's lock is asked for again and again, tasks are done one after the
    other unless there is an executor. What is ``local``, or a single task, is done in this process.
    """
    length = step * together
    tasks = [(start, min(start + length, count)) for start in range(0, max(1, count), length)]
    with nullcontext() if threads or elsewhere() else parallel(1):
        given = function, table, step
        return _joined(list(parallel_map(_done, tasks, what, given=given, local=local or len(tasks) == 1)))


def by_pairs(function: Block, table: Table, *, local: bool = False) -> Array:
    """What a function finds in all pairs of systems, by blocks whose differences stay in the processor's cache."""
    topics = max(1, table.scores.shape[1])
    step = max(1, PIECE // topics)
    if table.count * topics <= FEW:
        return _done((function, table, step), (0, table.count))
    return by_blocks(function, table, table.count, step, "testing pairs", together=TOGETHER, local=local)


def _done(given: tuple[Block, Table, int], task: tuple[int, int]) -> Array:
    """One task: its blocks one after the other."""
    function, table, step = given
    start, stop = task
    if stop - start > step:
        np.empty(HELD)
    blocks = [slice(begin, min(begin + step, stop)) for begin in range(start, max(start + 1, stop), step)]
    return _joined([function(table, block) for block in blocks])


def _joined(found: list[Array]) -> Array:
    return found[0] if len(found) == 1 else np.concatenate(found, axis=-1)
