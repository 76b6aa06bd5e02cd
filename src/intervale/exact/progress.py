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
from concurrent.futures import BrokenExecutor, CancelledError, Future, ThreadPoolExecutor
from concurrent.futures import wait as wait_for
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from importlib import import_module
from threading import Lock, get_ident
from typing import Any, TypeVar, cast

from intervale.errors import IntervaleError, WorkerError
from intervale.exact.executors import AHEAD, Engine, ExecutorLike
from intervale.exact.numbers import whole
from intervale.exact.tasks import LACKING, Given, Task, made, unpacked

__all__ = [
    "MOST_WORKERS",
    "Listener",
    "Tally",
    "Work",
    "announce",
    "elsewhere",
    "in_order",
    "parallel",
    "parallel_map",
    "steps",
]

T = TypeVar("T")
R = TypeVar("R")
Listener = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is; 0 of 0 where work is announced."""
MOST_WORKERS, MOST_IN_FLIGHT = 1024, 1_000_000
OFTEN = 0.2
"""Seconds after which what threads have done is told again."""


@dataclass
class Work:
    """What was sent to an executor so far, and what came back: tasks, bytes, and tasks that were lost and redone."""

    tasks: int = 0
    sent: int = 0
    received: int = 0
    redone: int = 0

    def __str__(self) -> str:
        """Such as ``12 MB sent, 3 MB received, 2 lost and redone``."""
        lost = f", {self.redone} lost and redone" if self.redone else ""
        return f"{_size(self.sent)} sent, {_size(self.received)} received{lost}"


def _size(count: int) -> str:
    return f"{count / 1e6:.0f} MB" if count >= 1e7 else f"{count / 1e3:.0f} kB"


@dataclass(frozen=True)
class _Setting:
    workers: int | None = None
    engine: Engine | None = None
    listener: Listener | None = None
    in_flight: int | None = None
    work: Work = field(default_factory=Work)


_setting: ContextVar[_Setting] = ContextVar("setting", default=_Setting())  # noqa: B039 - nobody changes this one


@contextmanager
def parallel(
    workers: int | None = None,
    executor: ExecutorLike | None = None,
    listener: Listener | None = None,
    in_flight: int | None = None,
) -> Iterator[Work]:
    """How long work is done inside the ``with``; what is not given stays as it was.

    ``executor`` is any :class:`concurrent.futures.Executor`, a function that makes one, or a name: ``threads`` (the
    default), ``processes``, ``dask`` (processes of this machine), ``dask:tcp://host:8786``. One that was opened here
    by a name or a function is closed at the end, and opened anew where its workers die. ``workers`` is the number of
    threads or processes, by default one for each processor; ``in_flight`` how many tasks are given to an executor at a
    time, by default 8 for each worker that is counted here, else 256.

    >>> import intervale as iv
    >>> with iv.parallel(workers=1) as work:
    ...     size = iv.interval_scale("AP@10").size
    >>> size, work.tasks
    (810, 0)
    """
    if workers is not None:
        whole("workers", workers, 1, MOST_WORKERS)
    if in_flight is not None:
        whole("in_flight", in_flight, 1, MOST_IN_FLIGHT)
    old = _setting.get()
    workers = workers or old.workers
    engine, work = old.engine, old.work
    if executor is not None:
        engine, work = None if executor == "threads" else Engine(executor, workers), Work()
    listener, in_flight = listener or old.listener, in_flight or old.in_flight
    token = _setting.set(_Setting(workers, engine, listener, in_flight, work))
    try:
        yield work
    finally:
        _setting.reset(token)
        if engine is not None and engine is not old.engine:
            engine.close()


def elsewhere() -> bool:
    """Whether work may be done outside this process."""
    return _setting.get().engine is not None


def announce(what: str) -> None:
    """Tell whoever listens what is about to be done."""
    _tell(_listener(), what, 0, 0)


class Tally:
    """How much of some work is done, where its pieces are not alike: threads add to it, and whoever listens is told in
    the thread that began it.

    >>> with parallel(listener=print):
    ...     tally = Tally("adding", 8)
    >>> tally.add(2)
    adding 2 8
    """

    def __init__(self, what: str, total: int) -> None:
        self.what, self.total, self.done = what, total, 0
        self._listener, self._thread, self._lock = _listener(), get_ident(), Lock()

    def add(self, amount: int) -> None:
        """So much more is done."""
        with self._lock:
            self.done += amount
        if get_ident() == self._thread:
            self.tell()

    def end(self) -> None:
        """All is done: how much there was may have been an estimate."""
        self.done = self.total
        self.tell()

    def tell(self) -> None:
        _tell(self._listener, self.what, min(self.done, self.total), self.total)


def parallel_map(
    function: Callable[..., R], items: Sequence[T], what: str | Tally, *, given: Any = None, local: bool = True
) -> Iterator[R]:
    """``function`` of each item, in order, by several workers; with ``given``, of what is given and each item.

    An executor of the caller's is used for functions that can be sent elsewhere (``local=False``): functions of a
    module, with items and results that are small. What is given is sent to each process once, and kept there. Where a
    result is no longer wanted, because of an error or Ctrl-C, what was not begun is not done. With a :class:`Tally` the
    function says itself how much it has done.

    >>> list(parallel_map(abs, [-1, 2, -3], "example")), list(parallel_map(pow, [2, 3], "example", given=2))
    ([1, 2, 3], [4, 8])
    """
    setting, listener = _setting.get(), _listener()
    total = len(items)
    call = function if given is None else lambda item: function(given, item)
    workers = min(total, setting.workers or os.cpu_count() or 1)
    if isinstance(what, Tally):
        what.tell()
        yield from in_order(call, items, workers, AHEAD * workers, what.tell)
        what.end()
        return
    if not local and setting.engine is not None and total:
        sent = _Elsewhere(setting.engine, setting.work, function, given)
        ahead = setting.in_flight or setting.engine.in_flight
        _tell(listener, what, 0, total)
        for done, result in enumerate(sent.results(items, ahead), start=1):
            yield result
            _tell(listener, f"{what} ({setting.work})", done, total)
        return
    if total > 1:
        _tell(listener, what, 0, total)
    for done, result in enumerate(in_order(call, items, workers, AHEAD * workers), start=1):
        yield result
        _tell(listener, what, done, total)


def in_order(
    function: Callable[[T], R],
    items: Iterable[T],
    workers: int,
    ahead: int | None = None,
    meanwhile: Callable[[], None] | None = None,
) -> Iterator[R]:
    """``function`` of each item, in order, by threads of this process; not more than ``ahead`` items are taken from
    their source before the first of them is handed on. ``meanwhile`` is called now and then while one is waited for.

    >>> list(in_order(abs, iter([-1, 2]), workers=2))
    [1, 2]
    """
    if workers <= 1:
        yield from map(function, items)
        return
    ahead = ahead or workers
    waiting: deque[Future[R]] = deque()
    threads, wait = ThreadPoolExecutor(workers), True
    try:
        for item in items:
            waiting.append(threads.submit(function, item))
            if len(waiting) >= ahead:
                yield _waited(waiting.popleft(), meanwhile)
        while waiting:
            yield _waited(waiting.popleft(), meanwhile)
    except KeyboardInterrupt:
        wait = False  # who presses Ctrl-C does not want to
        raise
    finally:
        threads.shutdown(wait=wait, cancel_futures=True)


def _waited(future: Future[R], meanwhile: Callable[[], None] | None) -> R:
    while meanwhile is not None and not future.done():
        wait_for([future], timeout=OFTEN)
        meanwhile()
    return future.result()


@dataclass
class _Sent:
    """A task that was given out."""

    task: Task
    future: Future[bytes]
    heavy: bool
    """Whether what is given went with it, which is large."""
    brought: int
    """How many workers had brought back a result of such a task when it was given out."""


class _Elsewhere:
    """Tasks that an engine does, in order, with those done again whose workers died.

    What is given and large goes with one task at a time. A worker that lacks it says so, and the task is given out
    again: with it where nobody was sent it since, else without, as whoever takes the task may have it by now. Until
    the first has it there is one task, then twice as many each time one is done.
    """

    def __init__(self, engine: Engine, work: Work, function: Callable[..., Any], given: Any) -> None:
        self.engine, self.work = engine, work
        self.function, self.given = function, None if given is None else Given(given)
        self.large = self.given is not None and self.given.travels is None
        self.waiting: deque[_Sent] = deque()
        self.brought = 0

    def results(self, items: Iterable[Any], ahead: int) -> Iterator[Any]:
        window = 1 if self.large else ahead
        try:
            for item in items:
                task = Task(self.function, item, self.given)
                self.waiting.append(self.given_out(task, heavy=self.large and not self.brought))
                while len(self.waiting) >= window:
                    yield self.first()
                    window = min(ahead, 2 * window)
            while self.waiting:
                yield self.first()
        finally:
            for sent in self.waiting:
                sent.future.cancel()

    def first(self) -> Any:
        """What the first task in the line returns."""
        while True:
            sent = self.waiting[0]
            try:
                content = sent.future.result()
            except BrokenExecutor as error:
                self.renew(error)
                continue
            except CancelledError as error:
                raise WorkerError("the work was cancelled where it was sent: is the scheduler gone?") from error
            except Exception as error:  # what a task raises comes as an answer: this is the engine's own
                if type(error).__name__ == "KilledWorker":  # of dask, which did it again already
                    why = "workers die of it: they are killed, or run out of memory"
                    raise WorkerError(f"a task cannot be done, as {why}; start again with more memory") from error
                if isinstance(error, IntervaleError):
                    raise
                raise WorkerError(f"the executor failed: {type(error).__name__}: {error}") from error
            self.engine.went_well()
            if content == LACKING:
                self.waiting[0] = self.given_out(sent.task, heavy=self.brought == sent.brought)
                continue
            self.brought += sent.heavy
            self.waiting.popleft()
            self.work.received += len(content)
            return unpacked(content)

    def given_out(self, task: Task, *, heavy: bool) -> _Sent:
        """Give a task out; anew where the engine breaks meanwhile."""
        given = None if task.given is None else task.given.content if heavy else task.given.travels
        while True:
            try:
                future = cast("Future[bytes]", self.engine.executor.submit(made, task.content, given))
                break
            except BrokenExecutor as error:
                self.renew(error)
            except (RuntimeError, OSError) as error:  # one that was closed, or whose connection is
                raise WorkerError(f"the executor takes no work: {error}") from error
        self.work.tasks += 1
        self.work.sent += len(task.content) + len(given or b"")
        return _Sent(task, future, heavy, self.brought)

    def renew(self, error: BaseException) -> None:
        """Open the engine anew, and give out once more what was waiting and is not done."""
        self.engine.renew(error)
        self.brought = 0  # the new workers have nothing
        for place, sent in enumerate(list(self.waiting)):
            done = sent.future.done() and not sent.future.cancelled() and sent.future.exception() is None
            if not done and self.waiting[place] is sent:  # else it was given out while this went on
                self.work.redone += 1
                self.waiting[place] = self.given_out(sent.task, heavy=self.large and place == 0)


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
