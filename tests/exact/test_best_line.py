"""The best line: the smallest largest distance over the slopes of all pairs of points."""

from fractions import Fraction
from itertools import combinations

import numpy as np
import pytest

from intervale.exact.best_line import best_line
from intervale.exact.logsum import inverse_log


def by_pairs(points):
    """The smallest half width over all slopes of two points."""
    slopes = {(d - b) * Fraction(1, c - a) for (a, b), (c, d) in combinations(points, 2) if a != c} or {Fraction(0)}
    heights = ([y - slope * x for x, y in points] for slope in slopes)
    return min((max(some) - min(some)) * Fraction(1, 2) for some in heights)


@pytest.mark.parametrize("seed", range(200))
def test_the_smallest_largest_distance(seed):
    random = np.random.default_rng(seed)
    number = int(random.integers(1, 12))
    xs, ys = random.integers(0, 8, number).tolist(), random.integers(-9, 10, number).tolist()
    points = [(x, Fraction(y, 3)) for x, y in zip(xs, ys, strict=True)]
    found = best_line(points)
    distances = [abs(y - (found.slope * x + found.intercept)) for x, y in points]
    assert found.error == max(distances) == by_pairs(points)
    top, bottom = found.reached
    assert top[1] - (found.slope * top[0] + found.intercept) == found.error
    assert (found.slope * bottom[0] + found.intercept) - bottom[1] == found.error


@pytest.mark.parametrize("seed", range(10))
def test_over_logarithms(seed):
    random = np.random.default_rng(seed)
    points = [
        (x, int(a) * inverse_log(3) + int(b) * inverse_log(5) + int(c))
        for x, (a, b, c) in enumerate(random.integers(-3, 4, (6, 3)))
    ]
    assert best_line(points).error == by_pairs(points)


def test_on_a_line_and_on_one_point():
    assert best_line([(n, Fraction(2 * n + 1)) for n in range(5)]).error == 0
    assert best_line([(3, Fraction(2))]).error == 0
    assert best_line([(3, Fraction(2)), (3, Fraction(5))]).error == Fraction(3, 2)
