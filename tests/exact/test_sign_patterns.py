"""Signs of sums with free positive weights, against weights on a grid; numbers that differ by rounding."""

from itertools import product

import numpy as np
import pytest

from intervale.exact.rounding import merged
from intervale.exact.sign_patterns import sum_signs


@pytest.mark.parametrize("numbers", list(product((-2, -1, 0, 1, 3), repeat=3)))
def test_signs_of_sums(numbers):
    weights = np.array(list(product(range(1, 12), repeat=3)))
    assert set(sum_signs(numbers)) == set(np.sign(weights @ np.array(numbers)).tolist())
    for sign, steps in sum_signs(numbers).items():
        assert min(steps) > 0
        assert np.sign(float(sum(s * x for s, x in zip(steps, numbers, strict=True)))) == sign


def test_rounding():
    values = np.array([[0.1 + 0.2, 0.3], [0.7 * 3, 2.1], [-1.0, 1.0]])
    found = merged(values)
    assert found[0, 0] == found[0, 1]
    assert found[1, 0] == found[1, 1]
    assert (found != values).sum() <= 2
    apart = np.array([1.0, 1.0 + 1e-14, np.nan])
    assert merged(apart)[:2].tolist() == apart[:2].tolist()
