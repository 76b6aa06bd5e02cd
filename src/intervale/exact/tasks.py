"""Calls that are made elsewhere: packed into bytes, made by a worker, and what they return packed again.

A task is a function of a module, what all tasks of one piece of work are given, and its own item. What is given is
named by its digest; a worker keeps what it was given last, unpacked, so that it is built once in each process. Where it
is small it travels with every task; where it is not, a task goes without it, and a worker that lacks it says so and is
sent the task once more, with it. So nothing large travels more than once to a process, whatever the engine.
"""

from __future__ import annotations

import hashlib
import pickle
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from threading import Lock
from typing import Any

from intervale.errors import WorkerError

__all__ = ["LACKING", "Given", "Task", "made", "unpacked"]

MOST_KEPT = 4
"""How many things given a worker keeps."""
SMALL = 1 << 15
"""So many bytes travel with every task."""
LACKING, FAILED = b"lacking", b"failed:"
"""What a worker answers that was not given what a task needs, and how an answer begins where the task failed."""
_kept: OrderedDict[str, Any] = OrderedDict()
_lock = Lock()


def packed(value: Any) -> bytes:
    """A value as bytes: functions by their names, or, where they are of a script or made inside a function, by their
    code, if cloudpickle is installed.
    """
    try:
        plain = pickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
        if b"__main__" not in plain:
            return plain
    except (pickle.PicklingError, AttributeError, TypeError) as error:
        plain, why = b"", error
    try:
        import cloudpickle
    except ImportError:
        if plain:
            return plain
        needs = "put it into a module, or install cloudpickle, which sends functions by their code"
        raise WorkerError(f"what the work needs cannot be sent to another process ({why}); {needs}") from None
    code: bytes = cloudpickle.dumps(value, protocol=pickle.HIGHEST_PROTOCOL)
    return code


def unpacked(content: bytes) -> Any:
    """What a call returned; what it raised is raised."""
    if content.startswith(FAILED):
        raise pickle.loads(content[len(FAILED) :])
    return pickle.loads(content)


class Given:
    """What all tasks of one piece of work are given."""

    def __init__(self, value: Any) -> None:
        self.value = value

    @cached_property
    def content(self) -> bytes:
        return packed(self.value)

    @cached_property
    def digest(self) -> str:
        return hashlib.sha256(self.content).hexdigest()

    @property
    def travels(self) -> bytes | None:
        """What goes with every task."""
        return self.content if len(self.content) <= SMALL else None


@dataclass(frozen=True)
class Task:
    """One call."""

    function: Callable[..., Any]
    item: Any
    given: Given | None = None

    @cached_property
    def content(self) -> bytes:
        return packed((self.function, self.item, None if self.given is None else self.given.digest))


def made(task: bytes, given: bytes | None = None) -> bytes:
    """Make a call, in a worker; :data:`LACKING` where it needs what this worker was not given.

    >>> unpacked(made(Task(pow, 5, Given(2)).content, Given(2).content))
    32
    >>> made(Task(pow, 5, Given(3)).content)
    b'lacking'
    """
    function, item, digest = pickle.loads(task)
    found = None if digest is None else _held(digest, given)
    if digest is not None and found is None:
        return LACKING
    try:
        return packed(function(item) if found is None else function(found[0], item))
    except Exception as error:
        return FAILED + _packed_error(error)


def _packed_error(error: Exception) -> bytes:
    """An error as bytes; one that does not come out as it went in, as a sentence."""
    try:
        content = packed(error)
        if str(pickle.loads(content)) == str(error):
            return content
    except Exception:  # errors of others are made of anything
        pass
    return packed(WorkerError(f"a task failed: {type(error).__name__}: {error}"))


def _held(digest: str, given: bytes | None) -> tuple[Any] | None:
    """What this process was given under a digest; the same object for all its threads."""
    with _lock:
        if digest not in _kept:
            if given is None:
                return None
            _kept[digest] = pickle.loads(given)
        _kept.move_to_end(digest)
        while len(_kept) > MOST_KEPT:
            _kept.popitem(last=False)
        return (_kept[digest],)
