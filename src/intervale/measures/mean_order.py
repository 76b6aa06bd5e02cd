"""Which mean is larger, where scores may be known between bounds only: yes, no, or open."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np

from intervale.exact.rounding import NOISE

__all__ = ["MeanOrder", "mean_order", "tightened"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class MeanOrder:
    """What is known of the means of systems: ``larger[a, b]`` where that of a is larger than that of b, ``equal[a, b]``
    where they are the same; neither where one is open, or a system has no mean.
    """

    means: Array
    larger: Array
    equal: Array

    @cached_property
    def opened(self) -> Array:
        """Pairs of systems of which it is open whose mean is larger."""
        known = ~np.isnan(self.means)
        found: Array = known[:, None] & known[None] & ~(self.larger | self.larger.T | self.equal)
        return found

    @property
    def open_pairs(self) -> int:
        return int(np.triu(self.opened, 1).sum())

    @property
    def best(self) -> Array:
        """Systems whose mean no other exceeds; nobody where that is open."""
        known = ~np.isnan(self.means)
        found: Array = known & (self.larger | self.equal | ~known[None]).all(axis=1)
        return found

    @cached_property
    def places(self) -> Array:
        """Numbers in the order of the means: larger where a mean is larger, the same where means are equal. Pairs that
        are open stand as the middles of their bounds do, as far as the others allow. Not a number without a mean.
        """
        found = np.full(len(self.means), np.nan)
        left = np.argsort(self.means, kind="stable")[: int((~np.isnan(self.means)).sum())]
        place = 0
        while len(left):
            lowest = next(a for a in left if not self.larger[a, left].any())
            group = self.equal[lowest, left] | (left == lowest)
            found[left[group]] = place
            left = left[~group]
            place += 1
        return found


def mean_order(
    means: Array, values: Array, errors: Array | None, order: Array | None = None, *, across: bool = True
) -> MeanOrder:
    """The order of means of rows (systems × topics; not a number where a topic is missing).

    Means of exact scores are compared as floats, equal where only rounding tells them apart. Where scores are off by up
    to ``errors``, the difference of two means lies between the sums of the differences' bounds. ``order`` has the place
    of each score in the exact order: two scores at one place are the same, and one at a higher place is larger though
    bounds overlap. Scores are set side by side by topic; where the order is one for all topics (``across``) also the
    least with the least and so on, as a mean does not depend on who comes first.
    """
    with np.errstate(invalid="ignore"):
        apart = means[:, None] - means[None]
        noise = NOISE * (np.abs(means)[:, None] + np.abs(means)[None])
        if errors is None or not errors.any():
            return MeanOrder(means, apart > noise, np.abs(apart) <= noise)
        off = np.where(np.isnan(values), 0.0, errors).sum(axis=1) / np.maximum(1, (~np.isnan(values)).sum(axis=1))
        exact = off == 0
        both = exact[:, None] & exact[None]
        larger = apart > noise + off[:, None] + off[None]
        equal = both & (np.abs(apart) <= noise)
    np.fill_diagonal(equal, ~np.isnan(means))
    pairings = [(values, errors, order)]
    if across and order is not None:
        rows = np.argsort(np.where(np.isnan(values), np.inf, order), axis=1, kind="stable")
        pairings.append(tuple(np.take_along_axis(one, rows, axis=1) for one in (values, errors, order)))  # type: ignore[arg-type]
    for x, off_by, places in pairings:
        for a in range(len(x)):
            more, same = _compared(a, x, off_by, places)
            larger[a] |= more & ~both[a]
            equal[a] |= same & ~both[a]
    return MeanOrder(means, larger, equal)


def _compared(a: int, values: Array, errors: Array, order: Array | None) -> tuple[Array, Array]:
    """Of row a and each row on the same columns: whether its sum is larger, and whether it is the same."""
    missing = np.isnan(values)
    alike = (missing == missing[a]).all(axis=1)
    with np.errstate(invalid="ignore"):
        apart, both = values[a] - values, errors[a] + errors
        least = np.where(missing, 0.0, apart - both)
    sure = np.where(missing, 0.0, np.abs(values[a]) + np.abs(values) + both)
    strict = least > NOISE * sure
    same = missing | ((both == 0) & (np.abs(apart) <= NOISE * sure))
    if order is not None:
        same |= order[a] == order
        strict |= ~missing & (order[a] > order)
        least = np.where(order[a] > order, np.maximum(least, 0.0), least)
    least = np.where(same, 0.0, least)
    by_all = (least >= 0).all(axis=1) & (strict & ~same).any(axis=1)
    by_sum = least.sum(axis=1) > NOISE * sure.sum(axis=1)
    return alike & (by_all | by_sum), alike & same.all(axis=1)


def tightened(values: Array, errors: Array, order: Array, *, across: bool) -> tuple[Array, Array]:
    """Scores and how far they can be off, where their exact order is known, too: what comes later is not less than what
    comes before, and what stands at one place is the same. ``across``: one order for all topics.
    """
    low, high = values - errors, values + errors
    pieces = [np.ones(values.shape, dtype=bool)]
    if not across:
        pieces = [np.arange(values.shape[1])[None] == topic for topic in range(values.shape[1])]
        pieces = [np.broadcast_to(piece, values.shape) for piece in pieces]
    for piece in pieces:
        inside = np.flatnonzero((piece & ~np.isnan(values)).ravel())
        number = np.unique(order.ravel()[inside], return_inverse=True)[1].reshape(-1)
        if not len(inside):
            continue
        least, most = np.full(number.max() + 1, -np.inf), np.full(number.max() + 1, np.inf)
        np.maximum.at(least, number, low.ravel()[inside])
        np.minimum.at(most, number, high.ravel()[inside])
        least, most = np.maximum.accumulate(least), np.minimum.accumulate(most[::-1])[::-1]
        if (least > most).any():  # bounds that are not proven contradict the order
            least, most = np.minimum(least, most), np.maximum(least, most)
        np.put(low, inside, least[number])
        np.put(high, inside, most[number])
    middle = (low + high) / 2
    return middle, np.maximum(high - middle, middle - low)
