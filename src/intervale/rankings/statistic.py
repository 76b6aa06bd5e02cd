"""What is counted in two rankings before it becomes a value: sums over items, inversions, cycles, subsequences.

Two rankings are two rows a and b with the position of each item. A statistic sees only the pairs (a(i), b(i)) of
positions, in whatever order the items come: so a metric made of it does not change when items are renamed, which is
Type II robustness (the group-theoretic paper, Definition 6). Each has two faces, ``floats`` for arrays of rankings and
``exact`` for two.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import lcm, prod
from typing import Any

import numpy as np

from intervale.exact import Exact
from intervale.exact.coordinates import coordinates
from intervale.exact.logsum import exact_sum, inverse_log
from intervale.exact.permutations import compose, cycles, inverse, inversion_table, inversions, longest_increasing
from intervale.rankings.depth_sums import over_depths

__all__ = [
    "CellMaximum",
    "CellProduct",
    "CellSum",
    "Cycles",
    "Inversions",
    "Statistic",
    "Unsorted",
    "WeightedInversions",
    "discount",
]

Array = np.ndarray[Any, Any]
Cell = Callable[[Any, Any, int, int], Any]
"""A number made of the position a in the first ranking, b in the second, the length n and k: arrays or fractions."""
PIECE, NEAR = 1 << 20, 1 << 16
"""How many numbers are worked on at a time."""
FEW = 64
"""For rankings of so many items sums of 1/t are kept, over one denominator."""
BLOCK = 1 << 10
MOST_CELLS, MOST_WHOLE = 32 * 32, 1 << 62
"""Of how many cells at most the exact numbers are taken apart, and what whole numbers stay below."""


def discount(position: Any) -> Any:
    """1 / log2(position + 1), exact for a fraction, in floats for arrays.

    >>> discount(Fraction(3)), float(discount(np.array(3.0)))
    (Fraction(1, 2), 0.5)
    """
    return inverse_log(int(position) + 1) if isinstance(position, Fraction) else 1.0 / np.log2(position + 1.0)


class Statistic(ABC):
    """A number counted in two rankings of one length."""

    whole: bool = True
    """Whether it is always an integer, so that floats hold it exactly."""

    @abstractmethod
    def floats(self, a: Array, b: Array, k: int) -> Array:
        """The statistic of each row."""

    @abstractmethod
    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        """The statistic of two rankings, exactly."""

    def symmetric(self, n: int, k: int) -> bool:
        """Whether it is known to be the same with the two rankings exchanged."""
        return False

    def exact_rows(self, a: Array, b: Array, k: int) -> list[Exact]:
        """The statistic of each row, exactly."""
        return [self.exact(x, y, k) for x, y in zip(a.tolist(), b.tolist(), strict=True)]

    def whole_rows(self, a: Array, b: Array, k: int) -> Array | None:
        """A row of whole numbers for each row of rankings, equal only where the statistic is exactly equal; None where
        the exact values have to be asked.
        """
        return None

    def by_k(self, a: Array, b: Array) -> Array | None:
        """The statistic of each row for k = 1..n, in columns; None where each k has to be asked by itself."""
        return None


@dataclass(frozen=True, eq=False)
class _Cells(Statistic):
    """A number for each item, made of its two positions."""

    cell: Cell
    whole: bool = True
    since: Callable[[Array, Array], Array] | None = None
    """Where a number counts from some k on and does not change with k: that k, from the two positions."""
    monge: bool = False
    """Whether c(a, b) + c(a', b') − c(a, b') − c(a', b) has one sign, or is 0, for all a < a' and b < b', as where c is
    a product of two monotone numbers or a convex function of a − b; of a product, whether its logarithm has."""

    def cells(self, a: Array, b: Array, k: int) -> Array:
        """The number of each item."""
        kind = np.int64 if self.whole else np.float64
        return np.asarray(self.cell(a.astype(kind), b.astype(kind), a.shape[-1], k))

    def matrix(self, n: int, k: int) -> Array:
        """The numbers for all pairs of positions, a in rows and b in columns."""
        positions = np.arange(1, n + 1)
        first, second = np.meshgrid(positions, positions, indexing="ij")
        kind = np.int64 if self.whole else np.float64
        return np.asarray(self.cell(first.astype(kind), second.astype(kind), n, k))

    @lru_cache(maxsize=200_000)  # noqa: B019 - statistics live as long as the program
    def one(self, a: int, b: int, n: int, k: int) -> Exact:
        """The number of an item, exactly."""
        value: Exact = self.cell(Fraction(a), Fraction(b), n, k)
        return value

    def symmetric(self, n: int, k: int) -> bool:
        """Whether the number is the same with the two positions exchanged, decided exactly."""
        return all(self.one(a, b, n, k) == self.one(b, a, n, k) for a in range(1, n + 1) for b in range(1, a))

    def _summed_by_k(self, a: Array, b: Array, numbers: Array) -> Array | None:
        """The sums of the numbers of the items that count, for k = 1..n."""
        if self.since is None:
            return None
        found = np.zeros(a.shape, dtype=numbers.dtype)
        np.add.at(found, (np.arange(len(a))[:, None], self.since(a, b) - 1), numbers)
        return np.cumsum(found, axis=1)


class CellSum(_Cells):
    """The sum of the numbers of all items."""

    def floats(self, a: Array, b: Array, k: int) -> Array:
        if a.size <= PIECE:
            return np.asarray(self.cells(a, b, k).sum(-1))
        step = max(1, PIECE // a.shape[-1])
        return np.concatenate([self.cells(a[s : s + step], b[s : s + step], k).sum(-1) for s in range(0, len(a), step)])

    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        return exact_sum(self.one(x, y, len(a), k) for x, y in zip(a, b, strict=True))

    def exact_rows(self, a: Array, b: Array, k: int) -> list[Exact]:
        if self.whole:
            return [int(total) for total in self.floats(a, b, k)]
        return super().exact_rows(a, b, k)

    def whole_rows(self, a: Array, b: Array, k: int) -> Array | None:
        cells = self._coordinates(a.shape[-1], k)
        return None if cells is None else cells[a - 1, b - 1].sum(1)

    @lru_cache(maxsize=64)  # noqa: B019 - statistics live as long as the program
    def _coordinates(self, n: int, k: int) -> Array | None:
        """The coordinates of the number of each pair of positions."""
        if n * n > MOST_CELLS:
            return None
        positions = range(1, n + 1)
        found = coordinates([self.one(a, b, n, k) for a in positions for b in positions], n)
        return None if found is None else found.reshape(n, n, -1)

    def by_k(self, a: Array, b: Array) -> Array | None:
        return self._summed_by_k(a, b, self.cells(a, b, a.shape[-1]))


class CellMaximum(_Cells):
    """The largest number of an item."""

    def floats(self, a: Array, b: Array, k: int) -> Array:
        return np.asarray(self.cells(a, b, k).max(-1))

    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        return max(self.one(x, y, len(a), k) for x, y in zip(a, b, strict=True))


class CellProduct(_Cells):
    """The product of the numbers of all items; in floats its logarithm, so that it does not run over."""

    def floats(self, a: Array, b: Array, k: int) -> Array:
        return np.asarray(np.log(self.cells(a, b, k)).sum(-1))

    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        numbers: list[int] = [int(self.one(x, y, len(a), k)) for x, y in zip(a, b, strict=True)]  # type: ignore[arg-type]
        return prod(numbers)

    def whole_rows(self, a: Array, b: Array, k: int) -> Array | None:
        n = a.shape[-1]
        if int(np.abs(self.matrix(n, k)).max()) ** n >= MOST_WHOLE:
            return None
        return np.asarray(self.cells(a, b, k).prod(-1)[:, None])

    def by_k(self, a: Array, b: Array) -> Array | None:
        return self._summed_by_k(a, b, np.log(self.cells(a, b, a.shape[-1])))


class _OfOne(Statistic):
    """A count in the one permutation b ∘ a⁻¹: the positions in b of the items in the order of a."""

    @abstractmethod
    def count(self, p: Array) -> Array: ...

    def symmetric(self, n: int, k: int) -> bool:
        return True  # these counts are those of the inverse permutation, too

    def floats(self, a: Array, b: Array, k: int) -> Array:
        step = max(1, NEAR // a.shape[-1])
        parts = [self.count(_quotient(a[s : s + step], b[s : s + step])) for s in range(0, len(a), step)]
        return np.concatenate(parts) if parts else np.zeros(0)

    def exact(self, a: Sequence[int], b: Sequence[int], k: int) -> Exact:
        return self.exact_rows(np.array([a]), np.array([b]), k)[0]

    def exact_rows(self, a: Array, b: Array, k: int) -> list[Exact]:
        return [int(count) for count in self.floats(a, b, k)]


def _quotient(a: Array, b: Array) -> Array:
    """b ∘ a⁻¹, row by row."""
    found = np.empty(b.shape, dtype=np.int32)
    found[np.arange(len(a))[:, None], a - 1] = b
    return found


class Inversions(_OfOne):
    """The pairs of items that the two rankings put in different order."""

    def count(self, p: Array) -> Array:
        return inversions(p, permutations=True)


class Cycles(_OfOne):
    """n less the number of cycles: the fewest exchanges of two items that make one ranking of the other."""

    def count(self, p: Array) -> Array:
        return np.asarray(p.shape[-1] - cycles(p))


class Unsorted(_OfOne):
    """n less the longest sequence of items that both rankings have in the same order."""

    def count(self, p: Array) -> Array:
        return np.asarray(p.shape[-1] - longest_increasing(p))


class WeightedInversions(_OfOne):
    """The least cost of exchanging neighbours until one ranking is the other, where an exchange at positions t, t + 1
    costs 1/t.

    Weighted exchanges of neighbours: Farnoud Hassanzadeh and Milenkovic 2014. As costs fall from the top down, it is
    best to bring the items up in the order of their targets: the item with target t climbs over the c(t) items above it
    that have later targets, at the cost 1/t + … + 1/(t + c(t) − 1).

    No other way is cheaper. Look at the exchanges at positions up to s. An item with target t ≤ s that is never below
    position s + 1 passes its c(t) items there; one that is comes up to s + 1 for the last time with s items above it,
    of which at least s + 1 − t have later targets and are passed. So any way takes at least Σ min(c(t), s + 1 − t)
    exchanges at positions up to s; this way takes just that for every s; and costs that fall are sums of such counts.
    """

    whole = False

    def count(self, p: Array) -> Array:
        n = p.shape[-1]
        sums = np.concatenate([[0.0], np.cumsum(1.0 / np.arange(1, n + 1))])
        start = np.arange(n)
        return np.asarray((sums[start + inversion_table(p)] - sums[start]).sum(-1))

    def exact_rows(self, a: Array, b: Array, k: int) -> list[Exact]:
        rows = compose(b, inverse(a))
        if a.shape[-1] > FEW:
            return [over_depths(_passed(_larger_before(row))) for row in rows]
        sums, below = _harmonic(a.shape[-1])
        table = inversion_table(rows).tolist()
        return [Fraction(sum(sums[t + c] - sums[t] for t, c in enumerate(row)), below) for row in table]

    def whole_rows(self, a: Array, b: Array, k: int) -> Array | None:
        n = a.shape[-1]
        if n > FEW:
            return None
        sums, _ = _harmonic(n)
        if n * sums[-1] >= MOST_WHOLE:
            return None
        start = np.arange(n)
        table, each = inversion_table(compose(b, inverse(a))), np.array(sums)
        return np.asarray((each[start + table] - each[start]).sum(-1)[:, None])


def _larger_before(p: Array) -> Array:
    """The inversion table of one long permutation, block by block: it takes no n × n numbers.

    >>> _larger_before(np.array([3, 1, 2])).tolist()
    [1, 1, 0]
    """
    found, before = np.empty(len(p), dtype=np.int64), np.zeros(0, dtype=p.dtype)
    for start in range(0, len(p), BLOCK):
        block = p[start : start + BLOCK]
        inside = np.tril(block[None] > block[:, None]).sum(1)
        found[block - 1] = inside + len(before) - np.searchsorted(before, block)
        before = np.sort(np.concatenate([before, block]), kind="stable")
    return found


def _passed(table: Array) -> list[int]:
    """How many exchanges there are at each position, from an inversion table: those of the item with target t are at t,
    t + 1, … t + c(t) − 1.
    """
    n = len(table)
    ends = np.bincount(np.arange(n) + table, minlength=n + 1)
    found: list[int] = np.cumsum(1 - ends[:n]).tolist()
    return found


@lru_cache(maxsize=64)
def _harmonic(n: int) -> tuple[list[int], int]:
    """1 + 1/2 + … + 1/t for t = 0..n, as whole numbers over one denominator."""
    below = lcm(*range(1, n + 1))
    return [sum(below // t for t in range(1, last + 1)) for last in range(n + 1)], below
