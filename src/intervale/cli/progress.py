"""Long work of commands, and how far it has come."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from intervale.cli.output import say

__all__ = ["long_work"]


@contextmanager
def long_work(workers: int | None, no_cache: bool) -> Iterator[None]:
    """How long work is done: by so many workers, with the cache or without, and said on standard error."""
    from intervale.exact.progress import parallel
    from intervale.present.progress_bar import TerminalLine

    line = TerminalLine(say)
    with _without_cache() if no_cache else nullcontext(), parallel(workers, listener=line):
        try:
            yield
        finally:
            line.wipe()


@contextmanager
def _without_cache() -> Iterator[None]:
    from intervale.scales.cache import without_cache

    with without_cache():
        yield
