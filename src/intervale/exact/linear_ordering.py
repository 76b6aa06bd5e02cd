"""The cheapest order of things where each pair has a cost, certified in whole numbers (linear ordering problem).

``costs[i][j]`` is paid where i stands before j; it may be negative. Things that reach each other by steps i → j with
costs[i][j] ≤ costs[j][i] make a part; parts stand one after the other in every cheapest order, as each thing of one is
strictly cheaper before each of the next (Truchon's extended Condorcet criterion). A part is solved by itself:

- up to 14 things by subsets (Held and Karp), which counts the cheapest orders too;
- up to 80 things by branch and bound. A linear program proposes multipliers y of the inequalities
  x(i, j) + x(j, k) + x(k, i) ≤ 2, and whole numbers decide: for any y ≥ 0 no order costs less than
  Σ min(c(i, j), c(j, i)) − 2 Σ y, where y is added to the three costs of its inequality (Lagrange). All costs differ
  from the sum of the cheaper sides by multiples of one number, and bounds are rounded up to the next;
- larger ones get an order that no move of one thing makes cheaper, and the sum of the cheaper sides as a bound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from math import gcd, prod
from typing import Any

import numpy as np

__all__ = ["LinearOrder", "cheapest_order", "order_cost", "settled_parts"]

Array = np.ndarray[Any, Any]
BY_SUBSETS, BY_BRANCHING = 14, 80
MOST_NODES, MOST_ROUNDS, MOST_CUTS = 400, 60, 1000
GRID = 1 << 20
"""Multipliers are rounded to multiples of 1/GRID."""
LARGEST = 1 << 30


@dataclass(frozen=True)
class LinearOrder:
    """An order, what it costs, what no order can cost less than, how many orders cost as little (None where that is not
    known), and the parts that stand one after the other in every cheapest order.
    """

    order: tuple[int, ...]
    cost: int
    bound: int
    count: int | None
    tied: bool
    """Whether it is known that another order costs the same."""
    parts: tuple[tuple[int, ...], ...]

    @property
    def proven(self) -> bool:
        return self.cost == self.bound

    @property
    def unique(self) -> bool | None:
        """Whether it is the only cheapest order; None where that is not known."""
        if self.count is not None:
            return self.count == 1
        return False if self.proven and self.tied else None


def cheapest_order(costs: Sequence[Sequence[int]]) -> LinearOrder:
    """The cheapest order; where that is not proven, a good one and a lower bound.

    >>> cheapest_order([[0, 1, 4], [2, 0, 1], [1, 2, 0]])  # a before b, b before c, c before a
    LinearOrder(order=(2, 0, 1), cost=4, bound=4, count=2, tied=True, parts=((0, 1, 2),))
    >>> cheapest_order([[0, 0, 0], [3, 0, 0], [3, 3, 0]]).parts
    ((0,), (1,), (2,))
    """
    table = np.array(costs, dtype=np.int64).reshape(len(costs), len(costs))
    if np.abs(table).max(initial=0) > LARGEST:
        raise ValueError(f"costs go from -{LARGEST} to {LARGEST}")
    parts = settled_parts(table)
    found = [_part(table[np.ix_(part, part)]) for part in parts]
    order = tuple(part[place] for part, one in zip(parts, found, strict=True) for place in one.order)
    between = order_cost(table, order) - sum(one.cost for one in found)
    counts = [one.count for one in found]
    sure = None if None in counts else prod(count for count in counts if count is not None)
    bound = between + sum(one.bound for one in found)
    return LinearOrder(order, order_cost(table, order), bound, sure, any(one.tied for one in found), parts)


def order_cost(costs: Array, order: Sequence[int] | Array) -> int:
    """What an order costs.

    >>> order_cost(np.array([[0, 1], [5, 0]]), (1, 0))
    5
    """
    places = np.asarray(order, dtype=np.int64)
    return int(np.triu(costs[np.ix_(places, places)], 1).sum())


def settled_parts(costs: Array) -> tuple[tuple[int, ...], ...]:
    """The parts, in the order in which they stand in every cheapest order.

    Things are sorted by how many others they stand before at no more cost than behind: a part ends where all above are
    strictly cheaper before all below.
    """
    size = len(costs)
    costs_no_more = costs <= costs.T
    np.fill_diagonal(costs_no_more, False)
    ordered = np.argsort(-costs_no_more.sum(1), kind="stable")
    strictly = (costs < costs.T)[np.ix_(ordered, ordered)]
    parts, start = [], 0
    for end in range(1, size + 1):
        if strictly[start:end, end:].all():
            parts.append(tuple(sorted(ordered[start:end].tolist())))
            start = end
    return tuple(parts)


def _part(costs: Array) -> LinearOrder:
    size = len(costs)
    if size <= BY_SUBSETS:
        return _by_subsets(costs)
    base = int(np.minimum(costs, costs.T)[np.triu_indices(size, 1)].sum())
    start = _improved(costs, np.argsort(costs.sum(1) - costs.sum(0), kind="stable"))
    if size > BY_BRANCHING:
        return _made(costs, start, base, None)
    return _branching(costs, start, base)


# ---------------------------------------------------------------- by subsets


def _by_subsets(costs: Array) -> LinearOrder:
    """The cheapest order of each subset, by who is last; and how many there are."""
    size = len(costs)
    whole = (1 << size) - 1
    masks = np.arange(1 << size)
    inside = (masks[:, None] >> np.arange(size)) & 1
    last = inside @ costs  # last[S, j]: what it costs that all of S are before j
    best = np.full(1 << size, np.iinfo(np.int64).max // 2, dtype=np.int64)
    count = np.zeros(1 << size, dtype=np.int64)
    who = np.zeros(1 << size, dtype=np.int64)
    best[0], count[0] = 0, 1
    sizes = inside.sum(1)
    for many in range(1, size + 1):
        every = masks[sizes == many]
        through = np.full((len(every), size), np.iinfo(np.int64).max // 2, dtype=np.int64)
        ways = np.zeros((len(every), size), dtype=np.int64)
        for j in range(size):
            has = inside[every, j] == 1
            rest = every[has] ^ (1 << j)
            through[has, j] = best[rest] + last[rest, j]
            ways[has, j] = count[rest]
        best[every] = through.min(1)
        tied = through == best[every][:, None]
        count[every] = (ways * tied).sum(1)
        who[every] = size - 1 - np.argmax(tied[:, ::-1], axis=1)
    order, left = [], whole
    while left:
        order.append(int(who[left]))
        left ^= 1 << order[-1]
    return _made(costs, order[::-1], int(best[whole]), int(count[whole]))


def _made(costs: Array, order: Sequence[int] | Array, bound: int, count: int | None) -> LinearOrder:
    found = tuple(int(one) for one in order)
    tied = any(costs[i, j] == costs[j, i] for i, j in pairwise(found)) if count is None else count > 1
    return LinearOrder(found, order_cost(costs, found), bound, count, tied, (tuple(range(len(costs))),))


# ---------------------------------------------------------------- by branching


def _branching(costs: Array, start: Array, base: int) -> LinearOrder:
    size = len(costs)
    step = gcd(*np.abs(costs - costs.T).ravel().tolist()) or 1
    best, cost = start, order_cost(costs, start)
    cuts = np.zeros((0, 3), dtype=np.int64)
    costly = int(np.abs(costs).sum()) + 1  # more than any order saves
    waiting: list[tuple[int, tuple[tuple[int, int], ...]]] = [(base, ())]
    nodes, closed = 0, cost  # the least bound of what is left open at the end
    while waiting and nodes < MOST_NODES:
        waiting.sort(key=lambda node: (node[0], len(node[1])), reverse=True)
        bound, fixed = waiting.pop()
        if bound >= cost:
            continue
        nodes += 1
        own = costs.copy()
        for i, j in fixed:  # i before j
            own[j, i] = own[i, j] + costly
        found, shares, cuts = _relaxed(own, cuts, base, step, cost)
        bound = max(bound, found)
        other = _improved(costs, np.argsort(shares.sum(0), kind="stable"))
        if (total := order_cost(costs, other)) < cost:
            best, cost = other, total
        if bound >= cost:
            continue
        off = np.abs(shares - 0.5)[np.triu_indices(size, 1)]
        row, column = (int(side[np.argmin(off)]) for side in np.triu_indices(size, 1))
        if off.min() > 0.499:  # nothing to branch on: the bound is a rounding away
            closed = min(closed, bound)
            continue
        waiting += [(bound, (*fixed, pair)) for pair in ((row, column), (column, row))]
    bound = min([cost, closed, *(one for one, _ in waiting)])
    return _made(costs, best, bound, None)


def _relaxed(costs: Array, cuts: Array, base: int, step: int, enough: int) -> tuple[int, Array, Array]:
    """A proven bound, the solution of the relaxation (x[i, j]: the share of i before j), and the inequalities that were
    used. Inequalities are added while some are broken and the bound is below ``enough``. A program that the solver
    gives up on leaves the bound that there is.
    """
    bound = base
    for last in range(MOST_ROUNDS, 0, -1):
        solved = _program(costs, cuts)
        if solved is None:
            shares, _ = _cheaper_sides(costs)
            return bound, shares, cuts[:0]
        shares, multipliers = solved
        bound = max(bound, _certified(costs, cuts, multipliers, base, step))
        broken = _broken(shares)
        if bound >= enough or not len(broken) or last == 1:
            break
        cuts = np.concatenate([cuts[multipliers > 1e-9], broken])
    return bound, shares, cuts


def _cheaper_sides(costs: Array) -> tuple[Array, Array]:
    """The relaxation without inequalities: the cheaper side of each pair, both by half where they cost the same."""
    gains = costs - costs.T
    shares = np.where(gains < 0, 1.0, np.where(gains > 0, 0.0, 0.5))
    np.fill_diagonal(shares, 0.0)
    return shares, np.zeros(0)


def _program(costs: Array, cuts: Array) -> tuple[Array, Array] | None:
    """The relaxation with some inequalities: shares and multipliers; None where the solver fails."""
    if not len(cuts):
        return _cheaper_sides(costs)
    from scipy.optimize import linprog
    from scipy.sparse import csr_array

    size = len(costs)
    rows, columns = np.triu_indices(size, 1)
    number = np.zeros((size, size), dtype=np.int64)
    number[rows, columns] = number[columns, rows] = np.arange(len(rows))
    sign = np.where(np.arange(size)[:, None] < np.arange(size), 1, -1)  # x(j, i) is 1 − x(i, j)
    gains = (costs - costs.T)[rows, columns].astype(np.float64)
    shares = np.zeros((size, size))
    ends = [cuts, np.roll(cuts, -1, axis=1)]
    signs, places = sign[ends[0], ends[1]], number[ends[0], ends[1]]
    table: Any = csr_array(
        (signs.ravel().astype(np.float64), (np.repeat(np.arange(len(cuts)), 3), places.ravel())),
        shape=(len(cuts), len(rows)),
    )
    most = 2.0 - (signs < 0).sum(1)
    done: Any = linprog(gains, A_ub=table, b_ub=most, bounds=(0, 1), method="highs-ds")
    if done.status != 0 or done.x is None:
        return None
    shares[rows, columns] = done.x
    shares[columns, rows] = 1 - done.x
    return shares, np.maximum(0, -done.ineqlin.marginals)


def _certified(costs: Array, cuts: Array, multipliers: Array, base: int, step: int) -> int:
    """The bound of Lagrange for multipliers, in whole numbers, rounded up to what an order can cost."""
    weights: list[int] = [round(one * GRID) for one in multipliers.tolist()]
    raised: list[list[int]] = [[int(x) * GRID for x in row] for row in costs.tolist()]
    for (i, j, k), weight in zip(cuts.tolist(), weights, strict=True):
        raised[i][j] += weight
        raised[j][k] += weight
        raised[k][i] += weight
    size = len(costs)
    total = sum(min(raised[i][j], raised[j][i]) for i in range(size) for j in range(i + 1, size)) - 2 * sum(weights)
    return base + step * -(-(total - base * GRID) // (step * GRID))


def _broken(shares: Array) -> Array:
    """The inequalities that shares break most, each once."""
    size = len(shares)
    found = []
    for i in range(size):
        over = shares[i, i + 1 :, None] + shares[i + 1 :, i + 1 :] + shares[i + 1 :, i][None] - 2
        np.fill_diagonal(over, -1)
        j, k = np.nonzero(over > 1e-6)
        found.append(np.stack([over[j, k], np.full(len(j), i), j + i + 1, k + i + 1], axis=1))
    every = np.concatenate(found)
    kept = every[np.argsort(-every[:, 0], kind="stable")][:MOST_CUTS]
    return kept[:, 1:].astype(np.int64)


def _improved(costs: Array, order: Array) -> Array:
    """An order that no move of one thing to another place makes cheaper."""
    order = np.array(order, dtype=np.int64)
    moved = True
    while moved:
        moved = False
        for thing in order.copy():
            rest = order[order != thing]
            after, before = costs[thing, rest], costs[rest, thing]
            totals = np.concatenate([[0], np.cumsum(before - after)]) + after.sum()
            now = int(np.flatnonzero(order == thing)[0])
            place = int(np.argmin(totals))
            if totals[place] < totals[now]:
                order = np.insert(rest, place, thing)
                moved = True
    return order
