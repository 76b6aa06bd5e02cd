"""Binary relations on 0..n-1 as rows of bits, and functions of the user's that say where a relation holds.

Bit y of row x is whether x is related to y. One union of rows tells what is reached in two steps, so that n² operations
on rows decide about n³ triples.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from itertools import repeat
from operator import length_hint
from typing import Any

import numpy as np

from intervale.errors import IntervaleError, OptionError, shown

__all__ = [
    "answers",
    "distinct",
    "failure",
    "first_bit",
    "intransitive_triple",
    "known",
    "packed",
    "unpacked",
    "unrelated_pair",
]

Array = np.ndarray[Any, Any]


# ------------------------------------------------------------ rows of bits


def packed(rows: Iterable[Any], size: int) -> Array:
    """Rows of truth values as bits, each row filled up to whole words of 64.

    >>> packed([[True, False], [True, True]], 2)[:, 0].tolist()
    [1, 3]
    """
    bits = np.zeros((size, (size + 63) // 64 * 8), dtype=np.uint8)
    for x, row in enumerate(rows):
        filled = np.packbits(np.asarray(row, dtype=bool), bitorder="little")
        bits[x, : len(filled)] = filled
    return bits


def unpacked(bits: Array, size: int) -> Array:
    """The truth values of one row of bits, or of several."""
    return np.unpackbits(bits, axis=-1, count=size, bitorder="little").view(bool)


def first_bit(bits: Array) -> int:
    """The place of the first bit of a row that has one."""
    return int(np.unpackbits(bits.view(np.uint8), bitorder="little").argmax())


def unrelated_pair(related: Array) -> tuple[int, int] | None:
    """Two elements, which may be one, where neither is related to the other; None in a total relation.

    >>> unrelated_pair(np.array([[True, False], [False, True]]))
    (0, 1)
    """
    found = np.argwhere(~(related | related.T))
    return (int(found[0, 0]), int(found[0, 1])) if len(found) else None


def intransitive_triple(related: Array) -> tuple[int, int, int] | None:
    """Elements x, y, z where x is related to y and y to z, but x not to z; None in a transitive relation.

    >>> intransitive_triple(np.array([[False, True, False], [False, False, True], [False, False, False]]))
    (0, 1, 2)
    """
    rows = packed(related, len(related)).view(np.uint64)
    for x, row in enumerate(related):
        following = np.flatnonzero(row)
        missing = np.bitwise_or.reduce(rows[following], axis=0) & ~rows[x]
        if missing.any():
            z = first_bit(missing)
            return x, int(following[related[following, z].argmax()]), z
    return None


# ------------------------------------------------------------ functions of the user's


def distinct(objects: Iterable[Any]) -> tuple[Any, ...]:
    """Objects that can be told apart: hashable, none twice, at least one.

    >>> distinct(["a", "b", "a"])
    Traceback (most recent call last):
    ...
    intervale.errors.OptionError: 'a' appears twice among the objects
    """
    try:
        found = tuple(objects)
    except TypeError:
        raise OptionError(f"objects must be a list of objects, not {shown(objects)}") from None
    if not found:
        raise OptionError("no objects: a structure needs at least one")
    seen: set[Any] = set()
    for one in found:
        try:
            again = one in seen
        except TypeError:
            raise OptionError(f"{shown(one)} cannot be an object: it is not hashable (a tuple or a text is)") from None
        if again:
            raise OptionError(f"{shown(one)} appears twice among the objects")
        seen.add(one)
    return found


def known(one: Any, objects: Container[Any]) -> bool:
    """Whether something is one of the objects; what is not hashable is none.

    >>> known("a", {"a": 1}), known(["a"], {"a": 1})
    (True, False)
    """
    try:
        return one in objects
    except TypeError:
        return False


def answers(name: str, function: Callable[..., Any], fixed: Sequence[Any], last: Sequence[Any]) -> Array:
    """The truth of ``function(*fixed, x)`` for each x in ``last``. Where it raises, an ``OptionError`` names what it
    was given.

    >>> answers("divides", lambda x, y: y % x == 0, (2,), [1, 2, 3, 4]).tolist()
    [False, True, False, True]
    >>> answers("divides", lambda x, y: y % x == 0, (0,), [1, 2])
    Traceback (most recent call last):
    ...
    intervale.errors.OptionError: divides failed on 0, 1: ZeroDivisionError: integer modulo by zero
    """
    left = iter(last)
    try:
        return np.fromiter(map(function, *map(repeat, fixed), left), dtype=bool, count=len(last))
    except IntervaleError:
        raise
    except Exception as error:
        raise failure(name, (*fixed, last[len(last) - length_hint(left) - 1]), error) from error


def failure(name: str, given: Iterable[Any], error: Exception) -> OptionError:
    """What is raised where a function of the user's raises: its name, what it was given, and its message."""
    where = ", ".join(map(shown, given))
    return OptionError(f"{name} failed on {where}: {type(error).__name__}: {error}")
