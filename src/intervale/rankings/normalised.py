"""A metric scaled by its exact range over all rankings of n items: 1 where they are most alike, 0 where least.

m'(σ, ν) = (m(σ, ν) − worst) / (best − worst), where best and worst are the ends of the range for n and k
(:mod:`~intervale.rankings.ranges`) and best is m(σ, σ). The order of rankings stays, or is reversed where less is
better.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache, partial
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import LogSum
from intervale.rankings.metric import Array, RankingMetric, Value
from intervale.rankings.ranges import ValueRange, range_of

__all__ = ["Normalised", "normalised_metric"]

SCALED = "1 where two rankings are most alike, 0 where they are least alike, among all rankings of n items"
CONSTANT = "m(σ, σ) is the end of the range where rankings are most alike, which becomes 1 for every n"


@dataclass(frozen=True, eq=False, repr=False)
class Normalised(RankingMetric):
    """A metric of the catalogue, scaled. Made by :func:`~intervale.rankings.catalogue.normalised`."""

    of: RankingMetric | None = None

    @property
    def scaled(self) -> RankingMetric:
        """The metric as it was."""
        assert self.of is not None
        return self.of

    def span(self, n: int, k: int) -> float:
        """By what changes are divided: how far the ends of the range are apart, or 1 where it has one value."""
        found = _range(self.scaled, n, k)
        return 1.0 if found.constant else found.greatest - found.least

    def values(self, a: Array, b: Array, k: int) -> Array:
        return self._scaled_floats(self.scaled.values(a, b, k), a.shape[-1], k)

    def finished(self, statistic: Array, n: Any, k: Any) -> Array:
        found = self.scaled.finished(statistic, n, k)
        if np.ndim(k) == 0:
            return self._scaled_floats(found, n, k)
        return np.stack([self._scaled_floats(found[..., at], n, int(one)) for at, one in enumerate(k)], axis=-1)

    def _scaled_floats(self, values: Array, n: int, k: int) -> Array:
        found = _range(self.scaled, n, k)
        if found.constant:
            return np.ones_like(values)
        worst, best = (found.least, found.greatest)[:: self.scaled.direction]
        return np.clip((values - worst) / (best - worst), 0.0, 1.0) + 0.0  # no −0

    def exact_value(self, a: tuple[int, ...], b: tuple[int, ...], k: int) -> Value:
        value: Value = self._scaled_exactly(self.scaled.exact_value(a, b, k), len(a), k)
        return value

    def keys(self, a: Array, b: Array, k: int) -> list[Any]:
        return [self._scaled_exactly(key, a.shape[-1], k) for key in self.scaled.keys(a, b, k)]

    def _scaled_exactly(self, value: Any, n: int, k: int) -> Any:
        if self.exact_is != "the value":
            return value if self.scaled.direction > 0 else -value
        found = _range(self.scaled, n, k)
        if found.constant:
            return Fraction(1)
        worst, best = (found.exact_least, found.exact_greatest)[:: self.scaled.direction]
        return Fraction(value - worst) / Fraction(best - worst)  # type: ignore[arg-type]


def _range(one: RankingMetric, n: int, k: int) -> ValueRange:
    found = range_of(one, n, k)
    if not found.finite:
        said = f", k = {k}" if one.depends_on_k else ""
        raise OptionError(f"{one.name} is infinite for some rankings of {n} items{said}: it cannot be normalised")
    return found


@lru_cache(maxsize=256)
def normalised_metric(one: RankingMetric) -> RankingMetric:
    """The metric with its range scaled to [0, 1]."""
    if isinstance(one, Normalised):
        return one
    if not range_of(one, 3, one.checked_k(None, 3)).finite:  # which refuses where the range is not known
        raise OptionError(f"{one.name} is infinite for some rankings: it cannot be normalised")
    rational = one.exact_is == "the value" and not isinstance(one.exact([1, 2, 3], [1, 3, 2]), LogSum)
    sign = "" if one.direction > 0 else "minus "
    order = f"{sign}the exact number of {one.name}, which decides ties and order"
    fields = {name: getattr(one, name) for name in RankingMetric.__dataclass_fields__}
    fields |= {
        "name": f"normalised({one.name})",
        "title": f"{one.title}, normalised",
        "formula": f"(m − worst) / (best − worst), m = {one.name}",
        "outer": partial(_outer, one),
        "after": None,
        "exact_is": "the value" if rational else order,
        "best": 1,
        "affine": False,
        "note": SCALED,
        "theorems": {"constant maximum": CONSTANT},
    }
    return Normalised(**fields, of=one)


def _outer(one: RankingMetric, x: Any, n: int, k: int) -> Any:
    """What the scaled metric makes of the statistic."""
    found = normalised_metric(one)
    assert isinstance(found, Normalised)
    return found.finished(x, n, k) if isinstance(x, np.ndarray) else found._scaled_exactly(one._outer(x, n, k), n, k)
