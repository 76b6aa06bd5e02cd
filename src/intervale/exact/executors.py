"""Who does long work: threads of this process, other processes, or an engine that runs on many machines.

An executor is any :class:`concurrent.futures.Executor`. Who hands over one that is open keeps it, and closes it; a name
or a function that makes one is opened here when it is first needed, closed at the end, and opened anew where its
workers die.
"""

from __future__ import annotations

import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor
from importlib import import_module
from typing import Any

from intervale.errors import OptionError, WorkerError, did_you_mean, shown

__all__ = ["NAMES", "Engine", "ExecutorLike"]

ExecutorLike = Executor | Callable[[], Executor] | str
NAMES = "threads, processes, dask, dask:ADDRESS or module:function"
IN_FLIGHT = 256
"""How many tasks are given out at a time to an executor whose workers are not counted here."""
AHEAD = 8
"""How many are given out for each worker that is."""
PATIENCE = "10s"
"""How long a scheduler may take to answer."""
MOST_LOST = 3
"""How often an executor is opened anew before anything more is done by it."""


class Engine:
    """An executor that is opened when it is needed."""

    def __init__(self, executor: ExecutorLike, workers: int | None = None) -> None:
        self.name = executor if isinstance(executor, str) else type(executor).__name__
        self.lost = 0
        self._worked = False
        self._workers = workers or os.cpu_count() or 1
        self._counted = executor == "processes"
        self._context: _Started | None = None
        self._make: Callable[[], Executor] | None = None
        self._open: Executor | None = None
        if isinstance(executor, str):
            self._make = self._named(executor)
        elif not isinstance(executor, type) and callable(getattr(executor, "submit", None)):
            self._open = executor  # type: ignore[assignment] # some engines only look like an executor
        elif callable(executor):
            self._make = executor
        else:
            raise OptionError(f"executor={shown(executor)} is not an executor, a function that makes one, or {NAMES}")

    @property
    def in_flight(self) -> int:
        """How many tasks are given out at a time."""
        return AHEAD * self._workers if self._counted else IN_FLIGHT

    @property
    def executor(self) -> Executor:
        if self._open is None:
            assert self._make is not None
            made = self._make()
            if not callable(getattr(made, "submit", None)):
                what = f"must make an executor, with submit(); it made a {type(made).__name__}"
                raise OptionError(f"executor={self.name} {what}")
            self._open = made
        return self._open

    def renew(self, error: BaseException) -> None:
        """Open it anew, where it can be; an error where it cannot, or where it was lost too often."""
        self.lost += 1
        if self._make is None or self.lost > MOST_LOST:
            times = f" {self.lost} times" if self.lost > 1 else ""
            why = "it was killed, or ran out of memory; start again with fewer workers or more memory"
            if not self._worked and self.name == "processes":
                why += ", and in a script keep what it does under if __name__ == '__main__'"
            raise WorkerError(f"the executor lost a worker{times} ({type(error).__name__}): {why}") from error
        self.close()

    def went_well(self) -> None:
        """Something was done: what was lost before does not count any more."""
        self.lost, self._worked = 0, True

    def close(self) -> None:
        """Close what was opened here."""
        if self._make is not None and self._open is not None:
            opened, self._open = self._open, None
            opened.shutdown(wait=False)
            if self._context is not None:
                self._context.end()

    def _named(self, name: str) -> Callable[[], Executor]:
        if name == "processes":
            return self._processes
        kind, colon, address = name.partition(":")
        if kind == "dask":
            if colon and not address:
                raise OptionError("executor=dask: has no address; write dask:tcp://host:8786, or dask")
            if address.endswith(".json") and not os.path.isfile(address):
                raise OptionError(f"executor={shown(name)}: there is no scheduler file {shown(address)}")
            return lambda: _dask(address, self._workers)
        hint = f"; for dask write dask:{name}" if kind in ("tcp", "tls", "ucx") else ""
        near = "" if hint else did_you_mean(name, ("threads", "processes", "dask"))
        known = "threads, processes, dask, dask:ADDRESS, an executor, or a function that makes one"
        raise OptionError(f"executor={shown(name)} is unknown{hint}; {near}use {known}")

    def _processes(self) -> Executor:
        ways = multiprocessing.get_all_start_methods()
        self._context = _Started(multiprocessing.get_context("forkserver" if "forkserver" in ways else "spawn"))
        started: Any = self._context
        return ProcessPoolExecutor(self._workers, mp_context=started)


class _Started:
    """A context of multiprocessing that ends the processes started in it. A pool leaves those that are at work to
    themselves, and where nobody reads their results any more, they wait for ever.
    """

    def __init__(self, context: Any) -> None:
        self._context = context
        self._processes: list[Any] = []

    def Process(self, *args: Any, **kwargs: Any) -> Any:  # as pools call it
        self._processes.append(self._context.Process(*args, **kwargs))
        return self._processes[-1]

    def end(self) -> None:
        for process in self._processes:
            try:
                process.terminate()
            except (AttributeError, OSError, ValueError):  # it never began, or is closed
                continue
        self._processes.clear()

    def __getattr__(self, name: str) -> Any:
        return getattr(self._context, name)


def _dask(address: str, workers: int) -> Executor:
    """A dask cluster at an address or described by a scheduler file; without either, processes of this machine."""
    try:
        distributed: Any = import_module("distributed")
    except ImportError:
        raise OptionError("executor=dask needs dask.distributed: pip install 'intervale[dask]'") from None
    where: dict[str, Any] = {"address": address}
    if address.endswith(".json"):
        where = {"scheduler_file": address}
    elif not address:
        where = {"n_workers": workers, "threads_per_worker": 1, "processes": True, "dashboard_address": "127.0.0.1:0"}
    try:
        client = distributed.Client(**where, timeout=PATIENCE, set_as_default=False)
    except (OSError, ValueError) as error:
        raise OptionError(f"no dask scheduler answers at {address}: {error}") from None
    return _Closing(client)


class _Closing(Executor):
    """The executor of a dask client that is closed with it."""

    def __init__(self, client: Any) -> None:
        self._client, self._inner = client, client.get_executor(pure=False)

    def submit(self, *args: Any, **kwargs: Any) -> Any:
        return self._inner.submit(*args, **kwargs)

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        self._inner.shutdown(wait=wait and not cancel_futures)
        self._client.close()
