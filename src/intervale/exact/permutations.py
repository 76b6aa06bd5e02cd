"""Permutations of 1..n as rows of integers: all of them, some of them, and what is counted in them.

A permutation is a row p with p(i) at place i, counted from 1; arrays have one permutation a row. Every count is
vectorised over rows and exact.
"""

from __future__ import annotations

from itertools import combinations
from math import factorial
from typing import Any

import numpy as np

from intervale.errors import OptionError

__all__ = [
    "MOST_LISTED",
    "all_permutations",
    "apart",
    "compose",
    "cycle_text",
    "cycles",
    "inverse",
    "inversion_table",
    "inversions",
    "longest_increasing",
    "numbered",
    "random_permutations",
    "transpositions",
]

Array = np.ndarray[Any, Any]
MOST_LISTED = 9
"""The largest n whose n! permutations are listed."""
PIECE = 1 << 16
"""How many numbers are worked on at a time: few enough to stay near the processor."""
MOST_DRAWN = 10**8
"""How many numbers permutations that are drawn may have together."""
SMALL = 5
"""Blocks of two to the power of this are compared number by number."""


def all_permutations(n: int) -> Array:
    """All n! permutations of 1..n in lexicographic order.

    >>> all_permutations(3).tolist()
    [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]]
    >>> all_permutations(1).tolist()
    [[1]]
    """
    if not 1 <= n <= MOST_LISTED:
        raise ValueError(f"permutations are listed for n from 1 to {MOST_LISTED}, not {n}")
    rows = np.ones((1, 1), dtype=np.int16)
    for size in range(2, n + 1):
        firsts = np.repeat(np.arange(1, size + 1, dtype=np.int16), len(rows))
        rest = np.tile(rows, (size, 1))
        rows = np.column_stack([firsts, rest + (rest >= firsts[:, None])])
    return rows.astype(np.int16)


def random_permutations(count: int, n: int, random: np.random.Generator) -> Array:
    """So many permutations of 1..n, each equally likely.

    >>> random_permutations(2, 5, np.random.default_rng(1)).shape
    (2, 5)
    """
    if count * n > MOST_DRAWN:
        raise OptionError(
            f"{count:,} permutations of {n:,} items are too many to draw: together at most {MOST_DRAWN:,} numbers"
        )
    return random.permuted(np.tile(np.arange(1, n + 1, dtype=np.int32), (count, 1)), axis=1)


def transpositions(n: int) -> tuple[Array, list[tuple[int, int]]]:
    """The permutations that exchange two numbers i < j, and these pairs, smallest first.

    >>> rows, pairs = transpositions(3)
    >>> rows.tolist(), pairs
    ([[2, 1, 3], [3, 2, 1], [1, 3, 2]], [(1, 2), (1, 3), (2, 3)])
    """
    pairs = list(combinations(range(1, n + 1), 2))
    rows = np.tile(np.arange(1, n + 1, dtype=np.int32), (len(pairs), 1))
    for row, (i, j) in zip(rows, pairs, strict=True):
        row[[i - 1, j - 1]] = j, i
    return rows, pairs


def compose(p: Array, q: Array) -> Array:
    """p ∘ q, row by row: first q, then p.

    >>> compose(np.array([2, 3, 1]), np.array([2, 1, 3])).tolist()
    [3, 2, 1]
    """
    first, second = np.broadcast_arrays(p, q)
    return np.take_along_axis(first, second.astype(np.intp) - 1, axis=-1)


def inverse(p: Array) -> Array:
    """The inverse of each row: where each number stands.

    >>> inverse(np.array([[3, 1, 2], [2, 1, 3]])).tolist()
    [[2, 3, 1], [2, 1, 3]]
    """
    found = np.empty_like(p)
    places = np.broadcast_to(np.arange(1, p.shape[-1] + 1, dtype=p.dtype), p.shape)
    np.put_along_axis(found, p.astype(np.intp) - 1, places, axis=-1)
    return found


def numbered(p: Array) -> Array:
    """The place of each row in the lexicographic list of all permutations, from 0.

    >>> numbered(all_permutations(4)).tolist() == list(range(24))
    True
    """
    n = p.shape[-1]
    smaller_after = apart(p)
    return np.asarray((smaller_after * np.array([factorial(n - 1 - i) for i in range(n)])).sum(-1))


def apart(p: Array) -> Array:
    """For each place, how many smaller numbers come after it: the digits of the permutation in factorials.

    >>> apart(np.array([3, 1, 2])).tolist()
    [2, 0, 0]
    """
    rows = p.reshape(-1, p.shape[-1])
    n = rows.shape[1]
    found = np.empty(rows.shape, dtype=np.int64)
    step = max(1, (PIECE << 6) // max(1, n * n))
    for start in range(0, len(rows), step):
        part = rows[start : start + step]
        smaller = part[:, None, :] < part[:, :, None]
        found[start : start + step] = np.triu(smaller, 1).sum(-1)
    return found.reshape(p.shape)


def inversion_table(p: Array) -> Array:
    """For each number 1..n, how many larger ones stand before it.

    >>> inversion_table(np.array([3, 1, 2])).tolist()
    [1, 1, 0]
    """
    return apart(inverse(p))


def inversions(rows: Array, *, permutations: bool = False) -> Array:
    """How many pairs of places i < j have a larger number at i than at j, for each row, in O(n log n).

    Rows may hold any numbers, also equal ones; equal numbers are no inversion. ``permutations`` says that rows are
    known to be permutations of 1..n, which saves a sort.

    >>> inversions(np.array([[3, 1, 2], [1, 2, 3]])).tolist(), int(inversions(np.array([2, 2, 1])))
    ([2, 0], 2)
    """
    table = np.atleast_2d(rows)
    count, n = table.shape
    found = np.zeros(count, dtype=np.int64)
    if n < 2:
        return found.reshape(rows.shape[:-1])
    step = max(1, PIECE // n)
    for start in range(0, count, step):
        part = table[start : start + step]
        found[start : start + step] = _inversions(part - 1 if permutations else _places(part))
    return found.reshape(rows.shape[:-1])


def _places(rows: Array) -> Array:
    """Numbers as 0..n−1 without ties: equal ones by their place."""
    order = np.argsort(rows, axis=1, kind="stable")
    places = np.empty_like(order)
    np.put_along_axis(places, order, np.broadcast_to(np.arange(rows.shape[1]), rows.shape), axis=1)
    return places


def _inversions(rows: Array) -> Array:
    """Inversions of rows of 0..n−1, each once.

    It goes by binary digits, the highest first: among numbers that share the higher digits, each 0 counts the 1s before
    it, which is its place less its place among the 0s; then the 0s go before the 1s and the next digit is looked at.
    Rows are filled up to a power of two, so that the numbers that share their higher digits fill a block of their own
    at every digit. Small blocks are counted by comparing each number with those before it.
    """
    count, n = rows.shape
    digits = (n - 1).bit_length()
    size = 1 << digits
    full = np.empty((count, size), dtype=np.int16 if size < 1 << 15 else np.int32)
    full[:, :n], full[:, n:] = rows, np.arange(n, size)
    total = np.zeros(count, dtype=np.int64)
    for digit in range(digits - 1, SMALL - 1, -1):
        half, blocks = 1 << digit, size >> (digit + 1)
        one = (full & half) != 0
        ones, zeros = np.flatnonzero(one), np.flatnonzero(~one)
        flat = full.reshape(-1)
        # places of 0s in their row, less where their blocks start, less their places among the 0s of the block
        before = half * (half - 1) // 2 * blocks + half * 2 * half * (blocks * (blocks - 1) // 2)
        within = zeros.reshape(count, -1).sum(1) - np.arange(count) * (size * (size // 2))
        total += within - before
        ordered = np.empty((count * blocks, 2, half), dtype=full.dtype)
        ordered[:, 0], ordered[:, 1] = flat[zeros].reshape(-1, half), flat[ones].reshape(-1, half)
        full = ordered.reshape(count, size)
    block = min(size, 1 << SMALL)
    across = np.ascontiguousarray(full.reshape(-1, block).T)
    small = np.zeros(across.shape[1], dtype=np.int64)
    for place in range(1, block):
        small += np.count_nonzero(across[:place] > across[place], axis=0)
    total += small.reshape(count, -1).sum(1)
    return total


def longest_increasing(rows: Array) -> Array:
    """The length of a longest increasing subsequence of each row, all numbers of a row being different.

    The smallest last number of an increasing subsequence of each length is kept, and each number of the row takes the
    place of the first that is larger (Fredman 1975).

    >>> longest_increasing(np.array([[3, 1, 2, 4], [4, 3, 2, 1]])).tolist()
    [3, 1]
    """
    table = np.atleast_2d(rows)
    count, n = table.shape
    ends = np.full((count, n), n + 1, dtype=table.dtype)
    each = np.arange(count)
    length = np.zeros(count, dtype=np.int64)
    for column in range(n):
        number = table[:, column]
        place = (ends[:, : column + 1] < number[:, None]).sum(1)
        ends[each, place] = number
        np.maximum(length, place + 1, out=length)
    return length.reshape(rows.shape[:-1])


def cycles(rows: Array) -> Array:
    """How many cycles each permutation has, those of one number counted.

    Each number learns the smallest number of its cycle, looking twice as far at every step; a cycle has one number
    that is its own smallest.

    >>> cycles(np.array([[1, 2, 3], [2, 1, 3], [2, 3, 1]])).tolist()
    [3, 2, 1]
    """
    table = np.atleast_2d(rows).astype(np.intp) - 1
    smallest = np.broadcast_to(np.arange(table.shape[1]), table.shape)
    for _ in range(max(1, table.shape[1].bit_length())):
        smallest = np.minimum(smallest, np.take_along_axis(smallest, table, axis=1))
        table = np.take_along_axis(table, table, axis=1)
    found: Array = (smallest == np.arange(table.shape[1])).sum(1)
    return found.reshape(rows.shape[:-1])


def cycle_text(p: tuple[int, ...]) -> str:
    """A permutation in cycles, as people write it; ``id`` where nothing moves.

    >>> cycle_text((2, 1, 3)), cycle_text((1, 2)), cycle_text((2, 1, 4, 3)), cycle_text((2, 3, 1))
    ('(1 2)', 'id', '(1 2)(3 4)', '(1 2 3)')
    """
    left, said = set(range(1, len(p) + 1)), ""
    while left:
        start = current = min(left)
        cycle = []
        while current in left:
            left.remove(current)
            cycle.append(current)
            current = p[current - 1]
        said += f"({' '.join(map(str, cycle))})" if len(cycle) > 1 and start == cycle[0] else ""
    return said or "id"
