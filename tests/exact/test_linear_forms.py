"""Linear forms: what follows from others is seen on a grid, and nearest points satisfy the conditions for a minimum."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from intervale.exact.linear_forms import LinearForm, feasible_point, is_infeasible, nearest_point, needed
from intervale.exact.logsum import inverse_log

GRID = [list(map(Fraction, point)) for point in product(range(6), repeat=3)]


def drawn(seed, number=5):
    random = np.random.default_rng(seed)
    return [LinearForm(tuple(Fraction(int(a)) for a in row)) for row in random.integers(-3, 4, (number, 3))]


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("relation", [">", ">="])
def test_needed_conditions_say_as_much_as_all(seed, relation):
    forms = drawn(seed)
    kept = needed(forms, relation)
    least = 1 if relation == ">" else 0
    for point in GRID:
        values = [form.at(point) for form in forms]
        signs = [(value > 0) - (value < 0) for value in values]
        assert all(sign >= least for sign in signs) == all(signs[n] >= least for n in kept)


@pytest.mark.parametrize("seed", range(100))
@pytest.mark.parametrize("relation", [">", ">="])
def test_there_is_a_point_or_there_is_none(seed, relation):
    forms = drawn(seed)
    point = feasible_point(forms, relation)
    assert (point is None) is is_infeasible(forms, relation)
    if point is not None:
        assert min(point) >= 0
        assert max(point) > 0
        assert all(form.at(point) > 0 if relation == ">" else form.at(point) >= 0 for form in forms)
    else:
        fits = [all(f.at(x) > 0 if relation == ">" else f.at(x) >= 0 for f in forms) for x in GRID if any(x)]
        assert not any(fits)


@pytest.mark.parametrize("seed", range(100))
def test_nearest_points(seed):
    forms = drawn(seed)
    point = [Fraction(int(a)) for a in np.random.default_rng(seed + 1).integers(0, 6, 3)]
    found = nearest_point(forms, point)
    assert all(form.at(found) >= 0 for form in forms)
    assert min(found) >= 0
    away = sum((a - b) ** 2 for a, b in zip(found, point, strict=True))
    change = [a - b for a, b in zip(found, point, strict=True)]
    for other in GRID:
        if all(form.at(other) >= 0 for form in forms):
            assert sum((a - b) ** 2 for a, b in zip(other, point, strict=True)) >= away
            assert sum(d * (x - y) for d, x, y in zip(change, other, found, strict=True)) >= 0


def test_coefficients_over_logarithms():
    third = inverse_log(3)
    x, y = LinearForm.variables(2)
    assert (third * (y - x)).bounds == ((-1, 1), (-1, 1))
    low, high = (y - third * x).bounds
    assert low[0] == high[0] == -1
    assert low[1] < 1 / Fraction(str(float(third))) + Fraction(1, 10**9)
    assert 0 < high[1] - low[1] < Fraction(1, 10**30)
    assert needed([y - third * x, y - x], ">") == [1]
    assert (y - third * x).text("xy", ">") == "y > 0.630930·x"
    assert (third * (x - x)).text("xy", "≥") == "0 ≥ 0"


def test_both_happen_often():
    found = [feasible_point(drawn(seed), ">") is None for seed in range(100)]
    assert min(found.count(True), found.count(False)) > 10
