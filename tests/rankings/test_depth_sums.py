"""Exact sums over depths: against sums term by term, and for long rankings."""

from fractions import Fraction
from functools import partial
from time import perf_counter

import numpy as np
import pytest

from intervale.exact.permutations import inversion_table
from intervale.rankings import metric, rank_biased
from intervale.rankings.depth_sums import geometric_sum, over_depths
from intervale.rankings.distances import FEW
from intervale.rankings.statistic import _larger_before


@pytest.mark.parametrize("n", [1, 2, 15, 16, 17, 33, 100, 257])
@pytest.mark.parametrize(("r", "q"), [(1, 1), (9, 10), (49, 50), (3, 2)])
def test_term_by_term(n, r, q):
    counts = np.random.default_rng(n).integers(-5, 50, n).tolist()
    terms = (Fraction(c * r ** (d - 1) * q ** (n - d), d) for d, c in enumerate(counts, 1))
    assert over_depths(counts, r, q) == sum(terms)
    assert geometric_sum(n, r, q) == sum(r ** (d - 1) * q ** (n - d) for d in range(1, n + 1))


@pytest.mark.parametrize("n", [5, FEW, FEW + 1, 150])
@pytest.mark.parametrize("p", [0.9, "0.98", "1/2"])
def test_rbo_by_its_definition(n, p):
    random = np.random.default_rng(n)
    a, b = random.permutation(n) + 1, random.permutation(n) + 1
    one = rank_biased(p)
    weights = [one.p**d for d in range(n)]
    overlaps = (Fraction(int(np.count_nonzero((a <= d) & (b <= d))), d) for d in range(1, n + 1))
    expected = 1 - sum(w * x for w, x in zip(weights, overlaps, strict=True)) / sum(weights)
    assert one.exact(a, b) == expected


@pytest.mark.parametrize("n", [5, FEW, FEW + 1, 150])
def test_weighted_kendall_by_exchanges_of_neighbours(n):
    """Items are brought up in the order of their targets."""
    random = np.random.default_rng(n)
    a, b = (random.permutation(n) + 1).tolist(), (random.permutation(n) + 1).tolist()
    row = [b[a.index(t)] for t in range(1, n + 1)]
    total = Fraction(0)
    for target in range(n):
        at = row.index(target + 1)
        total += sum((Fraction(1, t) for t in range(target + 1, at + 1)), Fraction(0))
        row.insert(target, row.pop(at))
    assert metric("weighted Kendall").exact(a, b) == total


@pytest.mark.parametrize("n", [1, 2, 1023, 1024, 1025, 3000])
def test_larger_numbers_before(n):
    p = np.random.default_rng(n).permutation(n) + 1
    assert _larger_before(p).tolist() == inversion_table(p).tolist()


@pytest.mark.parametrize("name", ["RBO distance", "weighted Kendall"])
def test_long_rankings_take_no_minutes(name):
    n = 20_000
    random = np.random.default_rng(0)
    exact = partial(metric(name).exact, np.arange(1, n + 1), random.permutation(n) + 1)
    before = perf_counter()
    assert exact() > 0
    assert perf_counter() - before < 10  # 0.3 s; term by term, some minutes
