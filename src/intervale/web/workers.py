"""Work in processes of its own that can be stopped: a few at a time, the others wait their turn, and beyond that
nothing is begun.

A :class:`Workers` keeps idle processes for the next question. One that takes too long is killed, with everything that
it was doing, and what it was asked has no answer (:class:`StoppedError`).
"""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing import get_context
from multiprocessing.connection import Connection
from typing import Any, TypeVar

from intervale.errors import IntervaleError

__all__ = ["BusyError", "FailedError", "StoppedError", "Workers"]

T = TypeVar("T")
Tell = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and how much there is."""
SECONDS, AT_ONCE, WAITING = 10.0, 2, 16
"""How long an answer may take, how many are computed at a time, and how many may wait."""
LISTENING = 0.1
"""How often, in seconds, it is looked whether somebody wants the work to stop."""


class StoppedError(Exception):
    """The work took too long, or was stopped."""


class BusyError(Exception):
    """Too many questions are waiting already."""


class FailedError(Exception):
    """The process ended without an answer, or with an error that is no sentence for people."""


@dataclass(eq=False)
class _Process:
    """A process that answers one question after the other."""

    process: Any
    pipe: Connection

    @staticmethod
    def started() -> _Process:
        context = get_context("spawn")
        here, there = context.Pipe()
        process = context.Process(target=_serve, args=(there,), daemon=True)
        process.start()
        there.close()
        return _Process(process, here)

    def end(self) -> None:
        """Kill it, and wait until it is gone."""
        with suppress(OSError):
            self.pipe.close()
        self.process.kill()
        self.process.join()


class Workers:
    """Processes for questions: ``at_once`` of them at a time, ``waiting`` questions in the queue."""

    def __init__(self, seconds: float = SECONDS, at_once: int = AT_ONCE, waiting: int = WAITING) -> None:
        self.seconds = seconds
        self._places = threading.Semaphore(at_once)
        self._most, self._asked = at_once + waiting, 0
        self._lock = threading.Lock()
        self._idle: list[_Process] = []
        self._busy: list[_Process] = []
        self._closed = threading.Event()

    def warm(self) -> None:
        """Start a process, so that the first question finds one."""
        with self._lock:
            if not self._idle and not self._closed.is_set():
                self._idle.append(_Process.started())

    def run(
        self,
        function: Callable[..., T],
        *arguments: Any,
        seconds: float | None = None,
        tell: Tell | None = None,
        stop: threading.Event | None = None,
    ) -> T:
        """What a function gives in another process. Function and arguments must be importable and picklable there."""
        with self._lock:
            if self._asked >= self._most:
                raise BusyError
            self._asked += 1
        try:
            with self._places:
                found: T = self._answered(function, arguments, self.seconds if seconds is None else seconds, tell, stop)
                return found
        finally:
            with self._lock:
                self._asked -= 1

    def _answered(self, function: Any, arguments: Any, seconds: float, tell: Tell | None, stop: Any) -> Any:
        if self._closed.is_set():
            raise StoppedError
        with self._lock:
            worker = self._idle.pop() if self._idle else None
        worker = worker or _Process.started()
        with self._lock:
            self._busy.append(worker)
        done = False
        try:
            worker.pipe.send((function, arguments, tell is not None))
            kind, found = self._received(worker, time.monotonic() + seconds, tell, stop)
            done = True
        except (EOFError, OSError):
            raise (StoppedError if self._closed.is_set() else FailedError) from None
        finally:
            self._put_back(worker, done)
        if kind == "refused":
            raise found
        if kind == "failed":
            raise FailedError(found)
        return found

    def _put_back(self, worker: _Process, done: bool) -> None:
        """Keep a process for the next question, or end it."""
        with self._lock:
            self._busy.remove(worker)
            if done and not self._closed.is_set():
                self._idle.append(worker)
                return
        worker.end()

    def _received(self, worker: _Process, end: float, tell: Tell | None, stop: Any) -> tuple[str, Any]:
        while True:
            left = end - time.monotonic()
            if worker.pipe.poll(max(0.0, min(left, LISTENING))):
                kind, found = worker.pipe.recv()
                if kind != "progress":
                    return kind, found
                if tell is not None:
                    tell(*found)
            if time.monotonic() >= end or self._closed.is_set() or (stop is not None and stop.is_set()):
                raise StoppedError

    @property
    def processes(self) -> tuple[int, ...]:
        """The processes that there are, by their numbers."""
        with self._lock:
            return tuple(one.process.pid for one in (*self._idle, *self._busy))

    def close(self) -> None:
        """End all processes. Questions that are being answered are stopped."""
        self._closed.set()
        with self._lock:
            idle, self._idle = self._idle, []
            for one in self._busy:
                one.process.kill()  # whoever waits for it hears of it, and ends the rest
        for one in idle:
            one.end()


def _serve(pipe: Connection) -> None:
    """Answer questions until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends this process
    with suppress(EOFError, OSError):
        while True:
            function, arguments, told = pipe.recv()
            pipe.send(_result(function, arguments, pipe if told else None))


def _result(function: Callable[..., Any], arguments: tuple[Any, ...], pipe: Connection | None) -> tuple[str, Any]:
    from intervale.exact.progress import parallel

    last = 0.0

    def listener(*progress: Any) -> None:
        nonlocal last
        if pipe is not None and time.monotonic() >= last + LISTENING:
            last = time.monotonic()
            pipe.send(("progress", progress))

    try:
        with parallel(listener=listener):
            return "done", function(*arguments)
    except IntervaleError as error:
        return "refused", error
    except MemoryError:
        return "failed", "not enough memory"
    except Exception as error:
        return "failed", type(error).__name__
