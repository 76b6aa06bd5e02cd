"""Ray as an executor: ``executor=intervale.integrations.ray.executor``, or on the command line
``--executor intervale.integrations.ray:executor``.

Ray is started where it is not yet (``ray.init()``), or the cluster is used that ``RAY_ADDRESS`` names. Tasks whose
worker dies are done again by Ray itself.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from importlib import import_module
from typing import Any

__all__ = ["RayExecutor", "executor"]


class RayExecutor(Executor):
    """Tasks of Ray as futures."""

    def __init__(self) -> None:
        self._ray: Any = import_module("ray")
        self._started = not self._ray.is_initialized()
        if self._started:
            self._ray.init(include_dashboard=False, log_to_driver=False, configure_logging=False)

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        """Give out a call; its future is cancelled with it."""
        reference = self._ray.remote(fn).remote(*args, **kwargs)
        future: Future[Any] = reference.future()
        future.add_done_callback(lambda done: self._ray.cancel(reference) if done.cancelled() else None)
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Stop Ray where it was started here."""
        if self._started:
            self._ray.shutdown()


executor = RayExecutor
"""Makes the executor."""
