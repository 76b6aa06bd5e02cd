"""Long work of commands: who does it, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from typing import TYPE_CHECKING

from intervale.cli.output import say

if TYPE_CHECKING:
    from intervale.exact.executors import ExecutorLike

__all__ = ["Running", "long_work"]


@dataclass(frozen=True)
class Running:
    """Who does long work: how many workers, of which executor, with how many tasks at a time."""

    workers: int | None = None
    executor: str | None = None
    in_flight: int | None = None

    def opened(self) -> ExecutorLike | None:
        """The executor, or the function that makes it, where the user names one."""
        name = self.executor
        if name is None or ":" not in name or name.startswith("dask:"):
            return name
        from intervale.measures.own import load_function

        return load_function(name)


@contextmanager
def long_work(running: Running | None, no_cache: bool) -> Iterator[None]:
    """How long work is done: by whom, with the cache or without, and said on standard error."""
    from intervale.exact.progress import parallel
    from intervale.present.progress_bar import TerminalLine

    line, by = TerminalLine(say), running or Running()
    with (
        _without_cache() if no_cache else nullcontext(),
        parallel(by.workers, by.opened(), line, by.in_flight),
    ):
        try:
            yield
        finally:
            line.wipe()


@contextmanager
def _without_cache() -> Iterator[None]:
    from intervale.scales.cache import without_cache

    with without_cache():
        yield
