"""Long work: done by several threads or by an executor of the caller's, with progress, stopped cleanly.

What the work is and how it is done are kept apart: a function that may take long says what it does with
:func:`parallel_map` or :func:`steps`; who starts it may say with :func:`parallel` how many workers there are, which
executor to use, and a listener, which is called as work proceeds. Where there is none, a notebook shows a bar: it is
known to ``present``, and found by name.
"""

from __future__ import annotations

import os
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from importlib import import_module
from typing import TypeVar, cast

from intervale.exact.numbers import whole

__all__ = ["MOST_WORKERS", "Listener", "announce", "parallel", "parallel_map", "steps"]

T = TypeVar("T")
R = TypeVar("R")
Listener = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is; 0 of 0 where work is announced."""
MOST_WORKERS = 1024
AHEAD = 8
"""How many pieces of work are given out beyond those that were collected, for each worker."""


@dataclass(frozen=True)
class _Setting:
    workers: int | None = None
    executor: Executor | None = None
    listener: Listener | None = None


_setting: ContextVar[_Setting] = ContextVar("setting", default=_Setting())  # noqa: B039 - it is frozen


@contextmanager
def parallel(
    workers: int | None = None, executor: Executor | None = None, listener: Listener | None = None
) -> Iterator[None]:
    """How long work is done inside the ``with``; what is not given stays as it was."""
    if workers is not None:
        whole("workers", workers, 1, MOST_WORKERS)
    old = _setting.get()
    token = _setting.set(_Setting(workers or old.workers, executor or old.executor, listener or old.listener))
    try:
        yield
    finally:
        _setting.reset(token)


def announce(what: str) -> None:
    """Tell whoever listens what is about to be done."""
    _tell(_listener(), what, 0, 0)


def parallel_map(function: Callable[[T], R], items: Sequence[T], what: str, *, local: bool = True) -> Iterator[R]:
    """``function`` of each item, in order, by several workers.

    An executor of the caller's is used for functions that can be sent elsewhere (``local=False``). Where a result is
    no longer wanted, because of an error or Ctrl-C, what was not begun is not done.

    >>> list(parallel_map(abs, [-1, 2, -3], "example"))
    [1, 2, 3]
    """
    setting, listener = _setting.get(), _listener()
    total = len(items)
    if total > 1:
        _tell(listener, what, 0, total)
    if total <= 1 or setting.workers == 1:
        for done, item in enumerate(items, start=1):
            yield function(item)
            _tell(listener, what, done, total)
        return
    given = None if local else setting.executor
    executor = given or ThreadPoolExecutor(setting.workers or os.cpu_count())
    try:
        for done, result in enumerate(_collected(executor, function, items), start=1):
            yield result
            _tell(listener, what, done, total)
    finally:
        if given is None:
            executor.shutdown(wait=False, cancel_futures=True)


def _collected(executor: Executor, function: Callable[[T], R], items: Iterable[T]) -> Iterator[R]:
    """Results in order, with only so many pieces given out ahead."""
    ahead = AHEAD * max(1, getattr(executor, "_max_workers", 1))
    waiting: deque[Future[R]] = deque()
    try:
        for item in items:
            waiting.append(executor.submit(function, item))
            if len(waiting) >= ahead:
                yield waiting.popleft().result()
        while waiting:
            yield waiting.popleft().result()
    finally:
        for future in waiting:
            future.cancel()


def _listener() -> Listener | None:
    """The listener that was given, or in a notebook its bar."""
    named = _setting.get().listener
    if named is not None or not ("IPython" in sys.modules or "marimo" in sys.modules):
        return named
    return cast("Listener | None", import_module("intervale.present.progress_bar").notebook_bar())


def _tell(listener: Listener | None, what: str, done: int, total: int) -> None:
    if listener is not None:
        listener(what, done, total)


def steps(items: Sequence[T], what: str) -> Iterator[T]:
    """The items one after the other, telling whoever listens how far the work has come."""
    listener = _listener()
    for done, item in enumerate(items, start=1):
        yield item
        _tell(listener, what, done, len(items))
