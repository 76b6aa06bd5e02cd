"""Counterexamples by structure, where listing rankings ends: rankings that differ in a few items with equal sums.

Discounts are not independent. 1/log2(2), 1/log2(4) and 1/log2(8) are 1, 1/2 and 1/3, so three items with the gains x,
y, z at positions 1, 3 and 7 can be moved round without changing the sum whenever x + y/2 + z/3 = y + z/2 + x/3. The
same goes for reciprocal ranks, 1/2 = 1/3 + 1/6, and for any sum over items: three items at three positions are enough
to look for. What floats find is checked by exact numbers.
"""

from __future__ import annotations

from itertools import combinations, permutations

import numpy as np

from intervale.rankings.catalogue import Listwise
from intervale.rankings.metric import RankingMetric
from intervale.rankings.statistic import CellSum

__all__ = ["can_be_summed", "equal_sums"]

Ranking = tuple[int, ...]


def can_be_summed(one: RankingMetric) -> bool:
    """Whether the metric is made of a sum over items."""
    return not isinstance(one, Listwise) and isinstance(one.statistic, CellSum)


def equal_sums(one: RankingMetric, n: int, k: int) -> tuple[Ranking, Ranking] | None:
    """Two rankings that differ in two or three items and have the same sum, for metrics that are sums over items; None
    where there are none, or the metric is no such sum.

    >>> from intervale.rankings.gains import dcg
    >>> tau, nu = equal_sums(dcg(), 12, 12)
    >>> dcg().exact(tau) == dcg().exact(nu), sum(x != y for x, y in zip(tau, nu))
    (True, 3)
    """
    if not can_be_summed(one):
        return None
    assert isinstance(one.statistic, CellSum)
    cells = np.asarray(one.statistic.matrix(n, k), dtype=np.float64)  # item (by true position) × position
    for size in (2, 3):
        triples = np.array(list(permutations(range(n), size)))  # which items, in the order of the positions
        for positions in combinations(range(n), size):
            sums = cells[triples, np.array(positions)].sum(1)
            turned = cells[np.roll(triples, -1, axis=1), np.array(positions)].sum(1)
            for place in np.flatnonzero(np.abs(sums - turned) <= 1e-9 * np.maximum(1.0, np.abs(sums))):
                items = triples[place].tolist()
                tau, nu = _filled(n, items, positions), _filled(n, [*items[1:], items[0]], positions)
                start = tuple(range(1, n + 1))
                if one.exact_value(start, tau, k) == one.exact_value(start, nu, k):
                    return tau, nu
    return None


def _filled(n: int, items: list[int], positions: tuple[int, ...]) -> Ranking:
    """The items at these positions, the others in their order at those that are left."""
    left = iter(position for position in range(n) if position not in positions)
    at = dict(zip(items, positions, strict=True))
    return tuple(1 + (at[item] if item in at else next(left)) for item in range(n))
