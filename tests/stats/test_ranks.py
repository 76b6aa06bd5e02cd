"""Ranks with ties: the fast ones beside those that keep the places of numbers, and these beside scipy's."""

from itertools import product

import numpy as np
import pytest
import scipy.stats

from intervale.stats.ranks import midranks, signed_midranks

TINY = 5e-324
"""The smallest float, whose last bit counts."""


@pytest.mark.parametrize("length", [1, 2, 3, 4])
def test_signed_midranks_are_midranks_in_order(length):
    numbers = (-2.0, -1.0, -TINY, -0.0, 0.0, TINY, 2 * TINY, 1.0, 2.0)
    rows = np.array(list(product(numbers, repeat=length)))
    ranks, tied = midranks(np.abs(rows))
    found, together, plus = signed_midranks(rows)
    for row in range(len(rows)):
        order = np.lexsort((rows[row] > 0, np.abs(rows[row])))
        assert found[row].tolist() == ranks[row][order].tolist()
        assert together[row].tolist() == tied[row][order].tolist()
        assert plus[row].tolist() == (rows[row] > 0)[order].tolist()


def test_midranks_are_scipys():
    rows = np.random.default_rng(1).integers(0, 9, (50, 12)) / 3
    assert midranks(rows)[0].tolist() == [scipy.stats.rankdata(row).tolist() for row in rows]
