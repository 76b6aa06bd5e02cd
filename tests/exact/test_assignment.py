"""The cheapest assignment, against all of them."""

from itertools import permutations

import numpy as np
import pytest

from intervale.exact.assignment import _potentials, cheapest_assignment


def every(costs):
    """All assignments with the least cost."""
    size = len(costs)
    found = {p: sum(costs[i][p[i]] for i in range(size)) for p in permutations(range(size))}
    least = min(found.values())
    return least, {p for p, cost in found.items() if cost == least}


@pytest.mark.parametrize("size", range(1, 7))
@pytest.mark.parametrize("largest", [1, 3, 1000, 10**30, 10**400])
def test_as_all_assignments_say(size, largest):
    random = np.random.default_rng([size, largest % 97])
    for _ in range(15):
        costs = [
            [int(x) * max(1, largest // 1000) for x in row]
            for row in random.integers(-min(largest, 1000), min(largest, 1000) + 1, (size, size))
        ]
        found = cheapest_assignment(costs)
        least, best = every(costs)
        assert found.cost == least
        assert found.columns in best
        assert found.unique == (len(best) == 1)
        assert found.other is None or (found.other in best and found.other != found.columns)


def test_differences_that_floats_cannot_see():
    """All costs are one number in floats; whole numbers find the only cheapest assignment."""
    huge = 10**40
    wanted = (2, 0, 3, 1)
    costs = [[huge + (column != wanted[row]) for column in range(4)] for row in range(4)]
    assert len({float(x) for row in costs for x in row}) == 1
    found = cheapest_assignment(costs)
    assert (found.columns, found.cost, found.unique) == (wanted, 4 * huge, True)


def test_potentials_prove_it():
    steps = np.array([[0, 2, 5], [-1, 0, 1], [-3, 0, 0]])
    potential, cycle = _potentials(steps)
    assert cycle is None
    assert (steps + potential[:, None] - potential[None] >= 0).all()
    assert _potentials(np.array([[0, 1], [-2, 0]]))[1] is not None
