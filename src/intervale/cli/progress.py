"""Long work of commands, and how far it has come."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext

from intervale.cli.output import say

__all__ = ["long_work"]


@contextmanager
def long_work(workers: int | None, no_cache: bool) -> Iterator[None]:
    """How long work is done: by so many workers, with the cache or without, and said on standard error."""
    from intervale.exact.progress import parallel

    said = _Progress()
    with _without_cache() if no_cache else nullcontext(), parallel(workers, listener=said):
        try:
            yield
        finally:
            said.wipe()


@contextmanager
def _without_cache() -> Iterator[None]:
    from intervale.scales.cache import without_cache

    with without_cache():
        yield


class _Progress:
    """Announcements as lines; how far work has come on one line that is written over, on a terminal only."""

    def __init__(self) -> None:
        self.shown = False
        self.next = time.monotonic() + 1

    def __call__(self, what: str, done: int, total: int) -> None:
        if not total:
            self.wipe()
            say(what)
        elif sys.stderr.isatty() and time.monotonic() >= self.next:
            from intervale.present import visible

            print(f"\r{visible(what)}: {done / total:.0%} ", end="", file=sys.stderr, flush=True)
            self.shown, self.next = True, time.monotonic() + 0.2

    def wipe(self) -> None:
        if self.shown:
            print("\r\033[K", end="", file=sys.stderr, flush=True)
            self.shown = False
