"""Where tables that took long to build are kept.

A computation names each of its tables, asks a shelf for it before it builds it, and puts it there afterwards. It knows
nothing of files: who starts the computation says which shelf it has. What comes back from a shelf is bit for bit what
was put there, or nothing. A name holds a :func:`digest` of all that the table depends on, so that a table never comes
back to other numbers.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from typing import Any, Protocol

import numpy as np

__all__ = ["NOTHING_KEPT", "Parts", "Shelf", "digest"]

Array = np.ndarray[Any, Any]
Parts = Mapping[str, Array | float]
"""A table as its arrays (of floats or whole numbers of 64 bits) and numbers, by name."""


class Shelf(Protocol):
    """A place for tables, by name."""

    def get(self, name: str) -> Parts | None:
        """The table of this name; None where there is none. Its arrays are not to be changed."""

    def put(self, name: str, parts: Parts) -> None:
        """Keep a table; where that cannot be done, nothing is lost but time."""


class _Nothing:
    """Keeps nothing."""

    def get(self, name: str) -> None:
        return None

    def put(self, name: str, parts: Parts) -> None:
        return None


NOTHING_KEPT: Shelf = _Nothing()
"""The shelf of whoever has none.

>>> NOTHING_KEPT.put("table", {"total": 1.0})
>>> NOTHING_KEPT.get("table") is None
True
"""


def digest(*contents: Array | str | float) -> str:
    """A few digits that stand for arrays, texts and numbers.

    >>> digest("a", 1, np.arange(3)) == digest("a", 1, np.arange(3)) != digest("a1", np.arange(3))
    True
    """
    whole = sha256()
    for content in contents:
        if isinstance(content, np.ndarray):
            kind, data = f"{content.dtype.str}{content.shape}", content.tobytes()
        else:
            kind, data = type(content).__name__, str(content).encode()
        whole.update(f"{kind} {len(data)} ".encode() + data)
    return whole.hexdigest()[:32]
