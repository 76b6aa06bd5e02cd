"""The least and the greatest value of a metric over all rankings of n items, exactly and without listing them.

- Inversions, weighted or not, and items out of a common sequence are fewest where the rankings are the same and most
  where one is the reversal of the other, and so is the farthest move of an item. Most exchanges, n − 1, take one cycle.
- A sum over items of c(a, b) has its ends at the same and at the reversed ranking where c is a Monge array,
  c(a, b) + c(a', b') ≤ c(a, b') + c(a', b) for all a < a' and b < b', or that with ≥ (Burkard, Klinz and Rudolf 1996);
  a product has, where its logarithm is one. Statistics say of themselves whether they are (``monge``). Other sums are
  the costs of assignments of positions, the least and the most costly of which are found in whole numbers.

The value is a monotone function of the statistic, but for metrics of the confusion matrix, where all counts of common
items from max(0, 2k − n) to k occur and all are looked at.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import isinf, lcm

import numpy as np

from intervale.errors import OptionError
from intervale.exact import whole
from intervale.exact.assignment import cheapest_assignment
from intervale.rankings.metric import RankingMetric, Value
from intervale.rankings.statistic import CellSum, Cycles
from intervale.rankings.taxonomy import Group

__all__ = ["MOST_ITEMS", "ValueRange", "exact_range", "range_of"]

MOST_ITEMS = 200
"""For rankings of up to so many items."""


@dataclass(frozen=True)
class ValueRange:
    """The least and the greatest value, in floats and exactly, and rankings that have them with the identity."""

    least: float
    greatest: float
    exact_least: Value
    exact_greatest: Value
    least_at: tuple[int, ...]
    greatest_at: tuple[int, ...]

    @property
    def finite(self) -> bool:
        return not (isinf(self.least) or isinf(self.greatest))

    @property
    def constant(self) -> bool:
        """Whether all rankings have one value."""
        return bool(self.exact_least == self.exact_greatest)


def range_of(one: RankingMetric, n: int, k: int | None = None) -> ValueRange:
    """The range of m(σ, ν) over all rankings of n items."""
    if one.group is Group.OWN or not one.right_invariant:
        raise OptionError(f"the range of {one.name} is not known for all n: only that of metrics of the catalogue is")
    whole("n", n, 2, MOST_ITEMS)
    return _range(one, n, one.checked_k(k, n))


def exact_range(one: RankingMetric, n: int, k: int | None = None) -> ValueRange:
    """The range with the floats next to its exact ends, where these are the values: sums of floats may be a little off,
    and :func:`range_of` has them as the metric computes them.
    """
    found = range_of(one, n, k)
    if one.exact_is != "the value":
        return found
    return replace(found, least=float(found.exact_least), greatest=float(found.exact_greatest))


@lru_cache(maxsize=4096)
def _range(one: RankingMetric, n: int, k: int) -> ValueRange:
    places = _confusion_ends(one, n, k) if one.group is Group.CONFUSION else _ends(one, n, k)
    start = tuple(range(1, n + 1))
    values = [one.exact_value(start, place, k) for place in places]
    low, high = (1, 0) if values[1] < values[0] else (0, 1)  # type: ignore[operator]
    floats = one.values(np.array([start, start]), np.array(places), k)
    return ValueRange(float(floats[low]), float(floats[high]), values[low], values[high], places[low], places[high])


def _confusion_ends(one: RankingMetric, n: int, k: int) -> list[tuple[int, ...]]:
    """Rankings with the least and the greatest value of all counts of common items."""
    by_count = []
    for common in range(max(0, 2 * k - n), k + 1):
        left = k - common
        ranking = list(range(1, n + 1))
        ranking[k - left : k], ranking[k : k + left] = ranking[k : k + left], ranking[k - left : k]
        by_count.append(tuple(ranking))
    start = tuple(range(1, n + 1))
    ordered = sorted(by_count, key=lambda ranking: one.exact_value(start, ranking, k))
    return [ordered[0], ordered[-1]]


def _ends(one: RankingMetric, n: int, k: int) -> list[tuple[int, ...]]:
    """Two rankings, one with the least and one with the greatest statistic."""
    statistic = one.statistic
    same = tuple(range(1, n + 1))
    if isinstance(statistic, Cycles):
        return [same, (*range(2, n + 1), 1)]
    if isinstance(statistic, CellSum) and not statistic.monge:
        return _assigned(statistic, n, k)
    return [same, tuple(range(n, 0, -1))]


def _assigned(statistic: CellSum, n: int, k: int) -> list[tuple[int, ...]]:
    """The least and the most costly assignment of positions, of cells that are rational."""
    positions = range(1, n + 1)
    cells = [[Fraction(statistic.one(a, b, n, k)) for b in positions] for a in positions]  # type: ignore[arg-type]
    below = lcm(*{cell.denominator for row in cells for cell in row})
    costs = [[int(cell * below) for cell in row] for row in cells]
    turned = [[-cost for cost in row] for row in costs]
    return [tuple(column + 1 for column in cheapest_assignment(table).columns) for table in (costs, turned)]
