"""Roots of A + B·log2(b): as logarithms in floats have them, and decided at rational numbers on both sides."""

from fractions import Fraction
from math import log2

import numpy as np
import pytest

from intervale.exact.log_roots import LogRoot, value_at
from intervale.exact.logsum import inverse_log


def drawn(seed):
    random = np.random.default_rng(seed)
    a, q, r = (int(x) for x in random.integers(1, 9, 3))
    m = int(random.integers(3, 12))
    return LogRoot(Fraction(-a, 4), q * inverse_log(m) + r if seed % 2 else q * inverse_log(m))


@pytest.mark.parametrize("seed", range(40))
def test_as_floats_have_it(seed):
    root = drawn(seed)
    expected = 2 ** (-float(root.constant) / float(root.slope))
    assert float(root) == pytest.approx(expected, rel=1e-12)
    low, high = root.enclose(25)
    assert 0 < high - low < Fraction(1, 10**20) * 2 ** int(log2(expected) + 2)
    assert root.side(low) == -1
    assert root.side(high) == 1
    assert float(value_at(root.constant, root.slope, low)) == pytest.approx(0, abs=1e-15)
    for b in (2, 3, Fraction(7, 2)):
        value = float(root.constant) + float(root.slope) * log2(b)
        assert float(value_at(root.constant, root.slope, b)) == pytest.approx(value, abs=1e-12)


def test_order_and_equality():
    third = inverse_log(3)
    one, same, other = LogRoot(Fraction(-1), third), LogRoot(Fraction(-2), 2 * third), LogRoot(Fraction(-1), 2 * third)
    assert one.same(same)
    assert not one.same(other)
    assert other.below(one)
    assert not one.below(other)
    assert one.side(3) == 0
    assert (one.text, other.text) == ("3^(1)", "3^(1/2)")
    assert LogRoot(Fraction(1), -third - inverse_log(5)).text == ""
