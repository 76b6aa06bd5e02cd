"""The median of rankings: the ranking with the least total distance to them.

- **Kendall**: Kemeny's ranking. Items are pairwise costs, and :mod:`~intervale.exact.linear_ordering` finds the order.
- **footrule, Hamming, RBO distance**: sums over items, so each position is given to an item at a cost of its own, the
  cheapest way of which is found in whole numbers (:mod:`~intervale.exact.assignment`).
- **Spearman**: the squares are added, not their roots, and the mean positions sort the items.

The median is a ranking without ties. A pair that one ranking ties counts 1/2 for Kendall (Fagin, Kumar, Mahdian,
Sivakumar and Vee 2006), and tied items are at their average position for footrule and Spearman. The mean position of an
item is that in the rankings that have it, in each of which positions are counted among the items it has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from decimal import ROUND_FLOOR, ROUND_HALF_EVEN, Decimal, localcontext
from fractions import Fraction
from functools import cached_property
from math import factorial, lcm, prod
from typing import Any

import numpy as np

from intervale.data.named_rankings import NamedRankings, competition
from intervale.data.read_rankings import Values, read_rankings
from intervale.data.tabular import Columns, Tabular
from intervale.errors import InputError, NumberError, OptionError, shown
from intervale.exact.assignment import cheapest_assignment
from intervale.exact.linear_ordering import LARGEST, cheapest_order, order_cost
from intervale.exact.numbers import exact_number
from intervale.rankings.catalogue import METRICS, metric
from intervale.rankings.distances import RankBiased
from intervale.rankings.evaluate import MISSING
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.taxonomy import Group
from intervale.rankings.ties import averages

__all__ = ["CONSENSUS_DISTANCES", "Consensus", "consensus", "total_text"]

CONSENSUS_DISTANCES = ("Kendall", "footrule", "Spearman", "Hamming", "RBO distance")
METHODS = ("exact", "Borda")
TIED = ("Kendall", "footrule", "Spearman")
"""The distances that take ties."""
ZERO = Fraction(0)
MOST_ASSIGNED, MOST_ORDERED = 300, 1000
MOST_BITS = 3000
"""How many bits the powers of p may have under RBO distance."""
MOST_NAMED = 10
WHOLE = 10**15
"""Whole numbers below it are shown in full."""


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
    best: Fraction
    """The least total distance that was found: that of a median where it is the lower bound."""
    count: int | None
    """How many rankings have the least total distance; None where that is not known, or the order does not have it."""
    unique: bool | None
    """Whether no other ranking has it; None where that is not known, or the order does not have it."""
    borda: Fraction
    """The total distance of the order by mean positions."""
    parts: tuple[tuple[str, ...], ...]
    """For Kendall, groups of items that stand one after the other in every median; empty for other distances."""

    @property
    def optimal(self) -> bool | None:
        """Whether the total distance is the least; None where that is not known."""
        if self.total == self.lower:
            return True
        return False if self.total > self.best else None

    @cached_property
    def means(self) -> tuple[Fraction, ...]:
        """The mean position of each item in the rankings that have it, in the order of the items."""
        found = dict(zip(self.rankings.items, _means(self.rankings, self.weights), strict=True))
        return tuple(found[item] for item in self.order)

    def __repr__(self) -> str:
        known = {True: "least", False: "not the least", None: f"at least {total_text(self.lower, down=True)}"}
        first = ", ".join(self.order[:5]) + ("…" if len(self.order) > 5 else "")
        return f"Consensus({self.distance.name}: {first}; total {total_text(self.total)}, {known[self.optimal]})"

    def columns(self) -> Columns:
        """A row for each item, best first: its position, its mean position in the rankings, and for Kendall the number
        of its group.
        """
        found: Columns = {
            "position": list(range(1, len(self.order) + 1)),
            "item": list(self.order),
            "mean_position": [float(mean) for mean in self.means],
        }
        if self.parts:
            part = {item: number for number, items in enumerate(self.parts, 1) for item in items}
            found["group"] = [part[item] for item in self.order]
        return found


def total_text(total: Fraction, *, down: bool = False) -> str:
    """A total for people: a whole number in full, others with six digits, rounded down where it is a lower bound.

    >>> total_text(Fraction(13221386)), total_text(Fraction(5, 3)), total_text(Fraction(5, 3), down=True)
    ('13,221,386', '1.66667', '1.66666')
    """
    if total.denominator == 1 and total < WHOLE:
        return f"{int(total):,}"
    with localcontext(prec=6, rounding=ROUND_FLOOR if down else ROUND_HALF_EVEN):
        return f"{float(Decimal(total.numerator) / Decimal(total.denominator)):.6g}"


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
    ties. ``method="Borda"`` gives the order by mean positions instead, with the same lower bound. ``weights`` gives
    numbers above 0 by the names of rankings; the others have 1. ``missing`` says what becomes of items that a ranking
    leaves out: they are refused (``error``), tied below all others (``bottom``), or the ranking says nothing of pairs
    with them (``common``, for Kendall only), nor of their mean position. Whether the total is proven to be the least is
    ``optimal``, and whether the median is the only one ``unique``. Of several medians one is given, the same at each
    call.

    >>> found = consensus({"x": ["a", "b", "c"], "y": ["b", "a", "c"], "z": ["a", ["c", "b"]]})
    >>> found.order, str(found.total), found.optimal, found.unique
    (('a', 'b', 'c'), '3/2', True, True)
    """
    one = _distance(distance)
    chosen = {name.casefold(): name for name in METHODS}.get(str(method or "exact").casefold())
    if chosen is None:
        raise OptionError(f"method={shown(method)} must be one of: {', '.join(METHODS)}")
    if missing not in tuple(MISSING):
        raise OptionError(f"missing={shown(missing)} must be one of: {', '.join(MISSING)}")
    given = _complete(read_rankings(rankings, values=values), one, missing)
    shares = _weights(given, weights)
    return _found(given, one, chosen, missing, shares)


def _found(
    given: NamedRankings, one: RankingMetric, method: str, missing: str, weights: dict[str, Fraction]
) -> Consensus:
    means = _means(given, weights)
    borda = sorted(range(len(means)), key=lambda item: (means[item], item))
    if one.name == "Kendall":
        median = _by_pairs(given, weights, borda)
    elif one.name == "Spearman":
        median = _by_means(given, weights, means, borda)
    else:
        median = _by_positions(given, one, weights)
    order = borda if method == "Borda" else median.order
    total, best = median.total(order), median.total(median.order)
    known = total == median.lower
    return Consensus(
        given,
        one,
        method,
        missing,
        weights,
        tuple(given.items[item] for item in order),
        total,
        median.lower,
        best,
        median.count if known else None,
        median.unique if known else None,
        median.total(borda),
        tuple(tuple(given.items[item] for item in part) for part in median.parts),
    )


# ---------------------------------------------------------------- medians


@dataclass(frozen=True)
class _Median:
    """An order of the numbers of items, and what is known of it."""

    order: Sequence[int]
    lower: Fraction
    count: int | None
    unique: bool | None
    total: Callable[[Sequence[int]], Fraction]
    """The total distance of any order."""
    parts: tuple[tuple[int, ...], ...] = ()


def _by_pairs(given: NamedRankings, weights: dict[str, Fraction], borda: Sequence[int]) -> _Median:
    """Kendall: the cheapest order by the costs of pairs; each part by mean positions where that costs less."""
    below = 4 * lcm(*(share.denominator for share in weights.values()))
    costs = _pair_costs(given, weights, below)
    solved = cheapest_order(costs.tolist())

    def total(order: Sequence[int]) -> Fraction:
        return Fraction(order_cost(costs, order), below)

    other = [item for part in solved.parts for item in borda if item in part]
    order = min(solved.order, other, key=total)
    return _Median(order, Fraction(solved.bound, below), solved.count, solved.unique, total, solved.parts)


def _by_means(
    given: NamedRankings, weights: dict[str, Fraction], means: list[Fraction], borda: Sequence[int]
) -> _Median:
    """Spearman: the items by their mean positions; those with one mean in any order."""
    rows = _placed(given, weights)

    def total(order: Sequence[int]) -> Fraction:
        return sum((share * (row[item] - at) ** 2 for share, row in rows for at, item in enumerate(order, 1)), ZERO)

    count = prod(factorial(many) for many in Counter(means).values())
    return _Median(borda, total(borda), count, count == 1, total)


def _by_positions(given: NamedRankings, one: RankingMetric, weights: dict[str, Fraction]) -> _Median:
    """Other sums over items: the cheapest way to give each item a position."""
    cells, below = _whole(_cells(given, one, weights))
    best = cheapest_assignment(cells)
    return _Median(
        sorted(range(len(cells)), key=lambda item: best.columns[item]),
        Fraction(best.cost, below),
        1 if best.unique else None,
        best.unique,
        lambda order: Fraction(sum(cells[item][place] for place, item in enumerate(order)), below),
    )


# ---------------------------------------------------------------- input


def _distance(wanted: str | RankingMetric) -> RankingMetric:
    """A distance of the catalogue, or RBO distance with another p."""
    one = metric(wanted)
    if isinstance(one, RankBiased) or (one.name in CONSENSUS_DISTANCES and METRICS[one.name] is one):
        return one
    what = f"your own metric {one.name}" if one.group is Group.OWN else one.name
    raise OptionError(f"no median under {what}; the distances are: {', '.join(CONSENSUS_DISTANCES)}")


def _most_items(one: RankingMetric) -> int:
    if isinstance(one, RankBiased):
        return max(2, min(MOST_ASSIGNED, MOST_BITS // one.p.denominator.bit_length()))
    return MOST_ORDERED if one.name in ("Kendall", "Spearman") else MOST_ASSIGNED


def _complete(given: NamedRankings, one: RankingMetric, missing: str) -> NamedRankings:
    """The rankings as the median takes them, by what becomes of items that are left out."""
    size, most, complete = len(given.items), _most_items(one), given.complete
    if not 2 <= size <= most:
        raise InputError(f"a median under {one.name} is for 2 to {most} items, not {size}", source=given.source)
    if not complete:
        name, row = next((n, r) for n, r in zip(given.names, given.positions, strict=True) if not r.all())
        item = given.items[int(np.flatnonzero(row == 0)[0])]
        if missing == "error":
            others = int(np.count_nonzero(row == 0)) - 1
            more = f" and {others} more" if others else ""
            ways = "missing='bottom' (below all others, tied)"
            ways += " or missing='common' (not counted in its pairs)" if one.name == "Kendall" else ""
            said = f"{name} does not rank {shown(item)}{more}; use {ways}"
            raise InputError(said, source=given.source)
        if missing == "common" and one.name != "Kendall":
            raise OptionError(f"missing='common' is for Kendall only; use missing='bottom' with {one.name}")
        if missing == "common" and not given.positions.any(0).all():
            item = given.items[int(np.flatnonzero(~given.positions.any(0))[0])]
            raise InputError(f"no ranking has the item {shown(item)}; leave it out", source=given.source)
        if missing == "bottom":
            rows = np.where(given.positions > 0, given.positions, size + 1)
            given = NamedRankings(given.items, given.names, np.array([competition(row) for row in rows]), given.source)
    if given.tied and one.name not in TIED:
        said = f"a median under {one.name} needs rankings without ties; use distance='Kendall', footrule or Spearman"
        out = "" if complete else ", or leave out the items that missing='bottom' ties"
        raise InputError(said + out, source=given.source)
    return given


def _weights(given: NamedRankings, weights: Mapping[str, Any] | None) -> dict[str, Fraction]:
    found = dict.fromkeys(given.names, Fraction(1))
    if weights is not None and not isinstance(weights, Mapping):
        raise OptionError(f"weights={shown(weights)} must give numbers by the names of rankings, as in {{'ann': 2}}")
    for name, share in (weights or {}).items():
        if name not in found:
            more = len(found) - MOST_NAMED
            known = ", ".join(given.names[:MOST_NAMED]) + (f" and {more} more" if more > 0 else "")
            raise OptionError(f"no ranking is called {shown(name)}; the rankings are: {known}")
        if isinstance(share, bool):
            raise NumberError(f"the weight of {name}: {share} is not a number")
        try:
            found[name] = exact_number(share)
        except NumberError as error:
            raise NumberError(f"the weight of {name}: {error}") from None
        except TypeError:
            raise NumberError(f"the weight of {name}: {shown(share)} is not a number") from None
        if found[name] <= 0:
            raise OptionError(f"the weight of {name} must be above 0, not {shown(share)}")
    below = lcm(*(share.denominator for share in found.values()))
    if 4 * below * sum(found.values()) > LARGEST:
        raise OptionError("the weights are too large or too fine; use smaller whole numbers")
    return found


# ---------------------------------------------------------------- costs


def _placed(given: NamedRankings, weights: dict[str, Fraction]) -> list[tuple[Fraction, list[Fraction]]]:
    """The weight of each ranking, and the positions of its items, tied ones at their average."""
    return [(weights[name], averages(row)) for name, row in zip(given.names, given.positions, strict=True)]


def _means(given: NamedRankings, weights: dict[str, Fraction]) -> list[Fraction]:
    """The mean position of each item in the rankings that have it."""
    rows = _placed(given, weights)
    return [
        sum((share * row[item] for (share, row), has in zip(rows, having, strict=True) if has), ZERO)
        / sum(share for (share, _), has in zip(rows, having, strict=True) if has)
        for item, having in enumerate((given.positions > 0).T)
    ]


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


def _cells(given: NamedRankings, one: RankingMetric, weights: dict[str, Fraction]) -> list[list[Fraction]]:
    """For each item, what it adds to the total distance at each position."""
    rows, size = _placed(given, weights), len(given.items)

    def added(place: Fraction, at: int) -> Fraction:
        if one.name == "footrule":
            return abs(place - at)
        cell = Fraction(one.statistic.one(int(place), at, size, size))  # type: ignore[attr-defined]
        return cell if one.name == "Hamming" else Fraction(1, size) - cell

    return [
        [sum((share * added(row[item], at) for share, row in rows), ZERO) for at in range(1, size + 1)]
        for item in range(size)
    ]


def _whole(cells: list[list[Fraction]]) -> tuple[list[list[int]], int]:
    """Fractions as whole numbers, and by what they were multiplied."""
    below = lcm(*{cell.denominator for row in cells for cell in row})
    return [[int(cell * below) for cell in row] for row in cells], below
