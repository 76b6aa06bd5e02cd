"""Other readings of definitions, and metrics by their plain formulas: second computations of claims of the paper."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from fractions import Fraction
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from intervale.rankings import all_permutations, levels, metric

__all__ = ["BY_HAND", "moved_sensitive", "swaps", "widths_by_hand"]

Ranking = Sequence[int]
Array = np.ndarray[Any, Any]


def _squares(s: Ranking, t: Ranking) -> int:
    return sum((x - y) ** 2 for x, y in zip(s, t, strict=True))


def _discordant(s: Ranking, t: Ranking) -> int:
    return sum((s[i] - s[j]) * (t[i] - t[j]) < 0 for i, j in combinations(range(len(s)), 2))


def _mean(numbers: Iterable[Any], n: int) -> Any:
    return sum(numbers) / Fraction(n)


BY_HAND: dict[str, Callable[[Ranking, Ranking], Any]] = {
    "MSE": lambda s, t: Fraction(_squares(s, t), len(s)),
    "RMSE": lambda s, t: sqrt(_squares(s, t) / len(s)),
    "MAE": lambda s, t: _mean((abs(x - y) for x, y in zip(s, t, strict=True)), len(s)),
    "MAPE": lambda s, t: _mean((Fraction(abs(x - y), x) for x, y in zip(s, t, strict=True)), len(s)),
    "SMAPE": lambda s, t: _mean((Fraction(2 * abs(x - y), x + y) for x, y in zip(s, t, strict=True)), len(s)),
    "R2": lambda s, t: 1 - _squares(s, t) / sum((x - Fraction(sum(s), len(s))) ** 2 for x in s),
    "Kendall tau": lambda s, t: 1 - Fraction(4 * _discordant(s, t), len(s) * (len(s) - 1)),
    "Spearman rho": lambda s, t: 1 - Fraction(6 * _squares(s, t), len(s) * (len(s) ** 2 - 1)),
    "NDPM": lambda s, t: Fraction(2 * _discordant(s, t), len(s) * (len(s) - 1)),
}
"""The formulas one pair of rankings at a time, those of errors as in scikit-learn."""


def swaps(n: int) -> dict[tuple[int, int], tuple[int, ...]]:
    """The swaps (i j) of n items as rankings.

    >>> swaps(3)[1, 3]
    (3, 2, 1)
    """
    found = {}
    for i, j in combinations(range(1, n + 1), 2):
        swap = list(range(1, n + 1))
        swap[i - 1], swap[j - 1] = j, i
        found[i, j] = tuple(swap)
    return found


def widths_by_hand(names: Sequence[str], n: int) -> bool:
    """Whether all swaps of one width have one value, straight from the formulas."""
    start = tuple(range(1, n + 1))
    for name in names:
        if name not in BY_HAND:
            return False
        values: dict[int, set[float]] = {}
        for (i, j), swap in swaps(n).items():
            values.setdefault(j - i, set()).add(round(float(BY_HAND[name](start, swap)), 10))
        if any(len(found) > 1 for found in values.values()):
            return False
    return True


def moved_sensitive(name: str, most: int) -> bool:
    """Definition 7 with m(σ, (i j) ∘ σ), how far a swap moves σ: for all i < j < k < l with j − i = l − k there is a σ
    with m(σ, (i j) ∘ σ) ≠ m(σ, (k l) ∘ σ); all σ are looked at, n = 4, 5, … most.
    """
    one = metric(name)
    for n in range(4, most + 1):
        everyone = all_permutations(n)
        k = one.checked_k(None, n)
        for i, j, p, q in combinations(range(1, n + 1), 4):
            if j - i != q - p:
                continue
            moved = np.concatenate([_exchanged(everyone, i, j), _exchanged(everyone, p, q)])
            found = levels(one, np.concatenate([everyone, everyone]), moved, k)
            if (found[: len(everyone)] == found[len(everyone) :]).all():
                return False
    return True


def _exchanged(rankings: Array, i: int, j: int) -> Array:
    return np.where(rankings == i, j, np.where(rankings == j, i, rankings))
