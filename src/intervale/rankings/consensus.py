"""The median of rankings: the ranking with the least total distance to them.

- **Kendall**: Kemeny's ranking. Items are pairwise costs, and :mod:`~intervale.exact.linear_ordering` finds the order.
- **footrule, Hamming, RBO distance**: sums over items, so each position is given to an item at a cost of its own, the
  cheapest way of which is found in whole numbers (:mod:`~intervale.exact.assignment`).
- **Spearman**: the squares are added, not their roots, and the mean positions sort the items.

The median is a ranking without ties. A pair that one ranking ties counts 1/2 for Kendall (Fagin, Kumar, Mahdian,
Sivakumar and Vee 2006), and tied items are at their average position for footrule and Spearman.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from math import factorial, lcm, prod
from typing import Any

import numpy as np

from intervale.data.named_rankings import NamedRankings, competition
from intervale.data.read_rankings import Values, read_rankings
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, OptionError, shown
from intervale.exact.assignment import cheapest_assignment
from intervale.exact.linear_ordering import LARGEST, cheapest_order
from intervale.exact.numbers import exact_number
from intervale.rankings.catalogue import metric
from intervale.rankings.metric import Array, RankingMetric

__all__ = ["CONSENSUS_DISTANCES", "Consensus", "consensus"]

CONSENSUS_DISTANCES = ("Kendall", "footrule", "Spearman", "Hamming", "RBO distance")
METHODS = ("exact", "Borda")
MISSING = ("error", "bottom", "common")
MOST_ASSIGNED, MOST_ORDERED = 300, 1000


@dataclass(frozen=True, repr=False)
class Consensus(Tabular):
    """A ranking of all items, its total distance to the rankings, and what no ranking can have less than."""

    rankings: NamedRankings
    distance: RankingMetric
    method: str
    missing: str
    weights: dict[str, Fraction]
    order: tuple[str, ...]
    """The items, best first."""
    total: Fraction
    lower: Fraction
    """A proven lower bound of the total distance of any ranking."""
    count: int | None
    """How many rankings have the least total distance; None where that is not known."""
    unique: bool | None
    """Whether no other ranking has the least total distance; None where that is not known."""
    borda: Fraction
    """The total distance of the order by mean positions."""
    parts: tuple[tuple[str, ...], ...]
    """For Kendall, groups of items that stand one after the other in every median; otherwise all items together."""

    @property
    def optimal(self) -> bool | None:
        """Whether the total distance is the least; None where that is not known."""
        return True if self.total == self.lower else None

    def __repr__(self) -> str:
        known = "least" if self.optimal else f"at least {self.lower}"
        return f"Consensus({self.distance.name}: {', '.join(self.order[:5])}…; total {self.total}, {known})"

    def columns(self) -> Columns:
        """A row for each item, best first: its position, and its mean position in the rankings."""
        means = dict(zip(self.rankings.items, _means(self.rankings, self.weights), strict=True))
        part = {item: number for number, items in enumerate(self.parts, 1) for item in items}
        rows = ((place, item, float(means[item]), part[item]) for place, item in enumerate(self.order, 1))
        return columns_of(("position", "item", "mean_position", "group"), rows)


def consensus(
    rankings: Any,
    distance: str | RankingMetric = "Kendall",
    method: str | None = None,
    *,
    weights: Mapping[str, Any] | None = None,
    missing: str = "error",
    values: Values | None = None,
) -> Consensus:
    """The median of rankings of items by name: a ranking π without ties with the least Σ w(r) d(r, π).

    ``distance`` is Kendall, footrule, Spearman (its squares are added), Hamming or RBO distance; the last two take no
    ties. ``method="Borda"`` gives the order by mean positions instead, with the same lower bound. ``missing`` says what
    becomes of items that a ranking leaves out: they are refused (``error``), tied below all others (``bottom``), or
    the ranking says nothing of pairs with them (``common``, for Kendall only). Whether the total is proven to be the
    least is ``optimal``, and whether the median is the only one ``unique``. Of several medians one is given, the same
    at each call.

    >>> found = consensus({"x": ["a", "b", "c"], "y": ["b", "a", "c"], "z": ["a", ["c", "b"]]})
    >>> found.order, str(found.total), found.optimal, found.unique
    (('a', 'b', 'c'), '3/2', True, True)
    """
    one = metric(distance)
    if one.name not in CONSENSUS_DISTANCES:
        raise OptionError(f"no median under {one.name}; the distances are: {', '.join(CONSENSUS_DISTANCES)}")
    chosen = {name.casefold(): name for name in METHODS}.get(str(method or "exact").casefold())
    if chosen is None:
        raise OptionError(f"method={shown(method)} must be one of: {', '.join(METHODS)}")
    if missing not in MISSING:
        raise OptionError(f"missing={shown(missing)} must be one of: {', '.join(MISSING)}")
    given = _complete(read_rankings(rankings, values=values), one, missing)
    shares = _weights(given, weights)
    return _found(given, one, chosen, missing, shares)


def _found(
    given: NamedRankings, one: RankingMetric, method: str, missing: str, weights: dict[str, Fraction]
) -> Consensus:
    size, below = len(given.items), 4 * lcm(*(share.denominator for share in weights.values()))
    means = _means(given, weights)
    borda = sorted(range(size), key=lambda place: (means[place], place))
    count: int | None
    parts: tuple[tuple[int, ...], ...] = (tuple(borda),)
    if one.name == "Kendall":
        costs = _pair_costs(given, weights, below)
        solved = cheapest_order(costs.tolist())
        order, lower, count, unique = list(solved.order), solved.bound, solved.count, solved.unique
        parts = solved.parts

        def total(order: list[int]) -> int:
            return int(np.triu(costs[np.ix_(order, order)], 1).sum())
    else:
        cells, below = _whole([[cell(x) for x in range(1, size + 1)] for cell in _cells(given, one, weights)])

        def total(order: list[int]) -> int:
            return sum(cells[item][place] for place, item in enumerate(order))

        if one.name == "Spearman":
            order, lower = borda, total(borda)
            count = prod(factorial(means.count(mean)) for mean in set(means))
            unique = count == 1
        else:
            best = cheapest_assignment(cells)
            order = sorted(range(size), key=lambda item: best.columns[item])
            lower, unique, count = best.cost, best.unique, 1 if best.unique else None
    if method == "Borda":
        order = borda
        if total(order) > lower:
            unique, count = None, None
    return Consensus(
        given,
        one,
        method,
        missing,
        weights,
        tuple(given.items[item] for item in order),
        Fraction(total(order), below),
        Fraction(lower, below),
        count,
        unique,
        Fraction(total(borda), below),
        tuple(tuple(given.items[item] for item in part) for part in parts),
    )


# ---------------------------------------------------------------- input


def _complete(given: NamedRankings, one: RankingMetric, missing: str) -> NamedRankings:
    size = len(given.items)
    most = MOST_ORDERED if one.name in ("Kendall", "Spearman") else MOST_ASSIGNED
    if not 2 <= size <= most:
        raise InputError(f"a median under {one.name} is for 2 to {most} items, not {size}", source=given.source)
    if not given.complete:
        name, row = next((n, r) for n, r in zip(given.names, given.positions, strict=True) if not r.all())
        item = given.items[int(np.flatnonzero(row == 0)[0])]
        if missing == "error":
            said = f"{name}: does not rank the item {shown(item)}; say missing='bottom' or 'common'"
            raise InputError(said, source=given.source)
        if missing == "common" and one.name != "Kendall":
            raise OptionError(f"missing='common' is for Kendall only; use 'bottom' with {one.name}")
        if missing == "bottom":
            rows = np.where(given.positions > 0, given.positions, size + 1)
            given = NamedRankings(given.items, given.names, np.array([competition(row) for row in rows]), given.source)
    if given.tied and one.name in ("Hamming", "RBO distance"):
        raise InputError(f"a median under {one.name} needs rankings without ties", source=given.source)
    return given


def _weights(given: NamedRankings, weights: Mapping[str, Any] | None) -> dict[str, Fraction]:
    found = dict.fromkeys(given.names, Fraction(1))
    for name, share in (weights or {}).items():
        if name not in found:
            raise OptionError(f"no ranking is called {shown(name)}; the rankings are: {', '.join(given.names[:10])}")
        found[name] = exact_number(share)
        if found[name] <= 0:
            raise OptionError(f"the weight of {name} must be above 0, not {share}")
    below = lcm(*(share.denominator for share in found.values()))
    if 4 * below * sum(found.values()) > LARGEST:
        raise OptionError("the weights are too large or too fine; use smaller whole numbers")
    return found


# ---------------------------------------------------------------- costs


def _averages(row: Array) -> list[Fraction]:
    """Average positions of items, tied ones the same; ranked items only."""
    return [Fraction(2 * int(x) + int((row == x).sum()) - 1, 2) for x in row]


def _means(given: NamedRankings, weights: dict[str, Fraction]) -> list[Fraction]:
    """Mean positions; an item that a ranking leaves out has the mean of the positions that are left."""
    totals = [Fraction(0)] * len(given.items)
    for name, row in zip(given.names, given.positions, strict=True):
        filled = competition(np.where(row > 0, row, len(row) + 1))
        totals = [total + weights[name] * place for total, place in zip(totals, _averages(filled), strict=True)]
    return [total / sum(weights.values()) for total in totals]


def _pair_costs(given: NamedRankings, weights: dict[str, Fraction], below: int) -> Array:
    """What it costs, times ``below``, that one item is before another: the weight of rankings that say otherwise, half
    of that where they tie the two.
    """
    size = len(given.items)
    costs = np.zeros((size, size), dtype=np.int64)
    for name, row in zip(given.names, given.positions, strict=True):
        both = (row > 0)[:, None] & (row > 0)
        sides = 2 * (row[:, None] > row) + (row[:, None] == row)
        costs += int(weights[name] * below) // 2 * np.where(both, sides, 0)
    np.fill_diagonal(costs, 0)
    return costs


def _cells(given: NamedRankings, one: RankingMetric, weights: dict[str, Fraction]) -> list[Callable[[int], Fraction]]:
    """For each item, what it adds to the total distance at a position."""
    rows = [(weights[name], _averages(row)) for name, row in zip(given.names, given.positions, strict=True)]
    size = len(given.items)

    def added(place: Fraction, at: int) -> Fraction:
        if one.name == "footrule":
            return abs(place - at)
        if one.name == "Spearman":
            return (place - at) ** 2
        cell = Fraction(one.statistic.one(int(place), at, size, size))  # type: ignore[attr-defined]
        return cell if one.name == "Hamming" else Fraction(1, size) - cell

    return [
        lambda at, item=item: sum((share * added(row[item], at) for share, row in rows), Fraction(0))  # type: ignore[misc]
        for item in range(size)
    ]


def _whole(cells: list[list[Fraction]]) -> tuple[list[list[int]], int]:
    """Fractions as whole numbers, and by what they were multiplied."""
    below = lcm(*{cell.denominator for row in cells for cell in row})
    return [[int(cell * below) for cell in row] for row in cells], below
