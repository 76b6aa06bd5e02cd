"""Which rankings a metric puts on one level, and which level is higher: decided by exact numbers.

Floats put rankings in order, and where two are so close that rounding might have joined or parted them, exact values
decide. Integers that floats hold exactly (counts, sums of squares) are read as they are.
"""

from __future__ import annotations

from fractions import Fraction
from math import inf, isinf
from typing import Any

import numpy as np

from intervale.exact import LogSum, decimal_text, exact_sorted
from intervale.exact.coordinates import same
from intervale.exact.levels import levels_of
from intervale.exact.permutations import inverse
from intervale.rankings.catalogue import Listwise
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised
from intervale.rankings.own import OwnMetric, as_float, slack
from intervale.rankings.statistic import CellProduct

__all__ = ["key_levels", "levels", "value_text"]


def levels(one: RankingMetric, a: Array, b: Array, k: int) -> Array:
    """For rows of rankings, integers that are equal where the metric is equal and larger where it is larger.

    >>> from intervale.rankings.catalogue import metric
    >>> levels(metric("MAPE"), np.array([[1, 2, 3]] * 3), np.array([[1, 2, 3], [2, 1, 3], [1, 3, 2]]), 3).tolist()
    [0, 2, 1]
    """
    if isinstance(one, Listwise):
        assert one.of is not None
        return levels(one.of, inverse(a), inverse(b), k)
    if isinstance(one, Normalised):
        found = levels(one.scaled, a, b, k)
        return found if one.scaled.direction > 0 else found.max(initial=0) - found
    if isinstance(one, OwnMetric):
        return key_levels(one, one.keys(a, b, k))
    if one.statistic.whole and not isinstance(one.statistic, CellProduct):
        return _counted(one, a, b, k)
    return _close(one, a, b, k)


def _counted(one: RankingMetric, a: Array, b: Array, k: int) -> Array:
    """Levels of a metric whose statistic is an integer: the exact value of each integer that occurs."""
    counts, where = np.unique(one.statistic.floats(a, b, k), return_inverse=True)
    values = [one.outer(Fraction(int(count)), a.shape[-1], k) for count in counts]
    rank = {value: number for number, value in enumerate(sorted(set(values)))}
    return np.array([rank[value] for value in values])[where.reshape(-1)]


def _close(one: RankingMetric, a: Array, b: Array, k: int) -> Array:
    """Levels by floats; exact values decide where they are close. Rows with exactly the same statistic have the same
    value, and one of them is asked for all.
    """
    kinds = None
    if (whole := one.statistic.whole_rows(a, b, k)) is not None:
        places, kinds = same(whole)
        a, b = a[places], b[places]
    found = levels_of(one.values(a, b, k), lambda close: one.keys(a[close], b[close], k), least=1.0)
    return found if kinds is None else found[kinds]


def key_levels(one: RankingMetric, keys: list[Any]) -> Array:
    """Levels of the values of a metric: exact ones by themselves, floats of a function of your own with a tolerance;
    infinities are equal to themselves alone.
    """
    finite = {key for key in keys if not (isinstance(key, float) and isinf(key))}
    if not any(isinstance(key, float) for key in finite):
        rank: dict[Any, int] = {value: number for number, value in enumerate([-inf, *exact_sorted(finite), inf])}
        return np.array([rank[key] for key in keys])
    values = np.array([as_float(one, key) for key in keys])
    order = np.argsort(values, kind="stable")
    below, above = values[order][:-1], values[order][1:]
    with np.errstate(invalid="ignore"):
        steps = np.where(np.isfinite(below) & np.isfinite(above), above - below > slack(values), above != below)
    found = np.empty(len(values), dtype=np.int64)
    found[order] = np.concatenate([[0], np.cumsum(steps)])
    return found


def value_text(one: RankingMetric, a: Any, b: Any, k: int) -> str:
    """The value of two rankings for people: a fraction, or a decimal."""
    if one.exact_is == "the value":
        value = one.exact_value(tuple(int(x) for x in a), tuple(int(x) for x in b), k)
        if isinstance(value, LogSum):
            return decimal_text(value, 6)
        return f"{value:.6g}" if isinstance(value, float) else str(value)
    return f"{float(one.values(np.array([a]), np.array([b]), k)[0]):.6g}"
