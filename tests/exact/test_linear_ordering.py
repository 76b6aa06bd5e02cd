"""The cheapest order, by all orders and by both ways to solve a part."""

from itertools import permutations

import numpy as np
import pytest

from intervale.exact import linear_ordering
from intervale.exact.linear_ordering import cheapest_order, order_cost, settled_parts


def drawn(seed, size, most=6, least=0):
    return np.random.default_rng(seed).integers(least, most, (size, size))


def voted(seed, size, voters):
    """Costs of rankings that are drawn: how many rank j before i."""
    random = np.random.default_rng(seed)
    ranks = np.array([random.permutation(size) for _ in range(voters)])
    return (ranks[:, :, None] > ranks[:, None]).sum(0)


@pytest.mark.parametrize("size", [1, 2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("seed", range(4))
def test_as_all_orders_say(size, seed):
    for costs in (drawn(seed, size), drawn(seed, size, 3, -4), voted(seed, size, 3), voted(seed, size, 4)):
        every = {order: order_cost(costs, order) for order in permutations(range(size))}
        least = min(every.values())
        cheapest = [order for order, cost in every.items() if cost == least]
        found = cheapest_order(costs.tolist())
        assert (found.cost, found.bound, found.count, every[found.order]) == (least, least, len(cheapest), least)
        assert (found.unique, found.tied) == (len(cheapest) == 1, len(cheapest) > 1)
        for order in cheapest:  # the parts stand one after the other in each
            ends = np.cumsum([0, *map(len, found.parts)])
            assert all(
                set(order[a:b]) == set(part) for a, b, part in zip(ends[:-1], ends[1:], found.parts, strict=True)
            )


@pytest.mark.parametrize("size", [3, 5, 7, 11])
@pytest.mark.parametrize("seed", range(3))
def test_branching_as_subsets(monkeypatch, size, seed):
    for costs in (drawn(seed, size, 20), drawn(seed, size, 5, -20), voted(seed, size, 5), voted(seed, size, 5) - 9):
        slow = cheapest_order(costs.tolist())
        with monkeypatch.context() as patch:
            patch.setattr(linear_ordering, "BY_SUBSETS", 0)
            found = cheapest_order(costs.tolist())
            assert (found.cost, found.bound) == (slow.cost, slow.cost)
            assert found.unique in (None, slow.unique)
            patch.setattr(linear_ordering, "BY_BRANCHING", 0)
            rough = cheapest_order(costs.tolist())
            assert rough.bound <= slow.cost <= rough.cost
            patch.setattr(linear_ordering, "MOST_NODES", 0)
            patch.setattr(linear_ordering, "BY_BRANCHING", 80)
            early = cheapest_order(costs.tolist())
            assert early.bound <= slow.cost <= early.cost


def test_a_solver_that_fails_leaves_bounds(monkeypatch):
    import scipy.optimize

    costs = voted(1, 7, 5)
    least = cheapest_order(costs.tolist()).cost
    failed = scipy.optimize.OptimizeResult(status=4, x=None, message="numerical difficulties")
    calls = []
    monkeypatch.setattr(scipy.optimize, "linprog", lambda *given, **named: calls.append(1) or failed)
    monkeypatch.setattr(linear_ordering, "BY_SUBSETS", 0)
    found = cheapest_order(costs.tolist())
    assert calls
    assert found.bound <= least <= found.cost == order_cost(costs, found.order)


def test_negative_costs():
    """What all pairs cost more or less alike changes the cost of every order by the same."""
    costs = voted(2, 20, 5)
    found, lower = cheapest_order(costs.tolist()), cheapest_order((costs - 7).tolist())
    assert found.proven
    assert lower.proven
    assert lower.cost == found.cost - 7 * 20 * 19 // 2


def test_bounds_hold_for_any_multipliers():
    random = np.random.default_rng(3)
    costs = voted(3, 6, 5)
    least = min(order_cost(costs, order) for order in permutations(range(6)))
    base = int(np.minimum(costs, costs.T)[np.triu_indices(6, 1)].sum())
    cuts = np.array([one for one in permutations(range(6), 3) if one[0] == min(one)])
    for scale in (0.0, 0.05, 0.3, 2.0):
        weights = random.random(len(cuts)) * scale
        assert linear_ordering._certified(costs, cuts, weights, base, 1) <= least


def test_many_things():
    """A part of 40 things that go round is proven; a line of 300 things needs no solver."""
    found = cheapest_order(voted(1, 40, 7).tolist())
    assert found.proven
    line = np.triu(np.zeros((300, 300), dtype=int)) + np.tril(np.ones((300, 300), dtype=int), -1)
    found = cheapest_order(line.tolist())
    assert (found.cost, found.count, len(found.parts)) == (0, 1, 300)
    assert [len(part) for part in settled_parts(np.array([[0, 1], [1, 0]]))] == [2]
    with pytest.raises(ValueError, match="costs go from"):
        cheapest_order([[0, 1 << 40], [0, 0]])
