"""Signs of sums with free positive weights, against weights on a grid; numbers that differ by rounding."""

from itertools import product

import numpy as np
import pytest

from intervale.exact.rounding import merged
from intervale.exact.sign_patterns import plane_signs, sum_signs


@pytest.mark.parametrize("numbers", list(product((-2, -1, 0, 1, 3), repeat=3)))
def test_signs_of_sums(numbers):
    weights = np.array(list(product(range(1, 12), repeat=3)))
    assert set(sum_signs(numbers)) == set(np.sign(weights @ np.array(numbers)).tolist())
    for sign, steps in sum_signs(numbers).items():
        assert min(steps) > 0
        assert np.sign(float(sum(s * x for s, x in zip(steps, numbers, strict=True)))) == sign


@pytest.mark.parametrize("seed", range(60))
def test_signs_in_the_plane(seed):
    random = np.random.default_rng(seed)
    generators = random.integers(-2, 3, (int(random.integers(1, 4)), 2))
    weights = np.array(list(product((*range(1, 8), 12, 20, 30, 60), repeat=len(generators))))
    sums = np.sign(weights @ generators)
    found = plane_signs([tuple(int(x) for x in pair) for pair in generators])
    assert set(found) == {tuple(pair) for pair in sums.tolist() if pair[1]}
    for (u, v), steps in found.items():
        assert min(steps) > 0
        totals = [sum(s * int(x) for s, x in zip(steps, generators[:, axis], strict=True)) for axis in (0, 1)]
        assert (np.sign(float(totals[0])), np.sign(float(totals[1]))) == (u, v)


def test_rounding():
    values = np.array([[0.1 + 0.2, 0.3], [0.7 * 3, 2.1], [-1.0, 1.0]])
    found = merged(values)
    assert found[0, 0] == found[0, 1]
    assert found[1, 0] == found[1, 1]
    assert (found != values).sum() <= 2
    apart = np.array([1.0, 1.0 + 1e-14, np.nan])
    assert merged(apart)[:2].tolist() == apart[:2].tolist()
