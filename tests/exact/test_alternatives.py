"""Linear inequalities: a solution is one, multipliers show that there is none, and a grid finds nothing else."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from intervale.exact.alternatives import Inequality, Multipliers, Solution, solved

GRID = np.array(list(product((*range(1, 8), 12, 30), repeat=3)))


def drawn(seed):
    random = np.random.default_rng(seed)
    number, above, free = random.integers(1, 5), random.integers(1, 4), random.integers(0, 3)
    return [
        Inequality(
            [Fraction(int(x)) for x in random.integers(-3, 4, above)],
            [Fraction(int(x)) for x in random.integers(-1, 2, free)],
            str(random.choice([">", ">=", "="])),
        )
        for _ in range(number)
    ]


def holds(value, relation):
    return value > 0 if relation == ">" else value >= 0 if relation == ">=" else value == 0


@pytest.mark.parametrize("seed", range(300))
def test_a_solution_or_multipliers(seed):
    system = drawn(seed)
    found = solved(system)
    if isinstance(found, Solution):
        assert min(found.positive) > 0
        for one in system:
            sides = zip((*one.positive, *one.free), (*found.positive, *found.free), strict=True)
            assert holds(sum(a * x for a, x in sides), one.relation)
        return
    assert isinstance(found, Multipliers)
    above = [
        sum(y * one.positive[g] for y, one in zip(found.of, system, strict=True))
        for g in range(len(system[0].positive))
    ]
    free = [sum(y * one.free[h] for y, one in zip(found.of, system, strict=True)) for h in range(len(system[0].free))]
    assert max(above) <= 0
    assert not any(free)
    assert all(y >= 0 for y, one in zip(found.of, system, strict=True) if one.relation != "=")
    strict = any(y > 0 for y, one in zip(found.of, system, strict=True) if one.relation == ">")
    assert strict or min(above) < 0


@pytest.mark.parametrize("seed", range(300))
def test_a_grid_finds_no_solution_where_there_is_none(seed):
    system = [one for one in drawn(seed) if not one.free] or drawn(seed)
    if system[0].free or isinstance(solved(system), Solution):
        return
    rows = np.array([[int(x) for x in one.positive] for one in system])
    values = GRID[:, : rows.shape[1]] @ rows.T
    fits = [[holds(x, one.relation) for x, one in zip(row, system, strict=True)] for row in values.tolist()]
    assert not any(all(some) for some in fits)


def test_both_happen_often():
    kinds = [type(solved(drawn(seed))) for seed in range(300)]
    assert min(kinds.count(Solution), kinds.count(Multipliers)) > 60
