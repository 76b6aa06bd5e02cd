"""Which systems may be the best: against R, the definition by simulation, and a published example."""

from math import sqrt

import numpy as np
import pytest

from intervale.errors import OptionError
from intervale.stats.best import may_be_best
from intervale.stats.many_to_one import critical_largest
from intervale.stats.outcome import Bounds
from tests.stats.test_dunnett import SCORES


def test_it_is_every_system_as_the_control_of_a_one_sided_dunnett_test():
    """R, multcomp, for each system as the reference level: the smallest p of summary(glht(aov(score ~ system + topic,
    d), mcp(system="Dunnett"), alternative="greater"), test=adjusted("single-step", maxpts=1e5, abseps=1e-5)).
    """
    scores = np.array([[0.31, 0.42, 0.11], [0.35, 0.40, 0.20], [0.28, 0.33, 0.10], [0.50, 0.47, 0.12]])
    found = may_be_best(scores, 0.05)
    assert found.p == pytest.approx([0.1304317862, 0.3398653245, 0.03832283043, 1], abs=1e-5)
    assert found.possible.tolist() == [True, True, False, True]
    assert found.freedom == 6
    # the critical value of confint of the same on the larger table, which R simulates to three digits
    larger = may_be_best(SCORES, 0.05)
    assert larger.width / (larger.deviation * sqrt(2 / 8)) == pytest.approx(2.1857, abs=2e-3)


def test_a_published_example():
    """Hardness of four blends of paint, six samples each (help of Minitab, one-way ANOVA, Hsu simultaneous CIs): with
    means 14.733, 8.567, 12.983, 18.067 and a pooled standard deviation of 3.95012, blend 2 is from −14.5 to 0 and blend
    3 from −10.0833 to 0. It has the error of a one-way analysis of variance, with 20 degrees of freedom.
    """
    width = critical_largest(0.05, 3, 20.0, sides=1) * 3.95012 * sqrt(2 / 6)
    assert (8.567 - 18.067 - width, 12.983 - 18.067 - width) == pytest.approx((-14.5, -10.0833), abs=2e-3)


def by_definition(scores, alpha):
    """Hsu's constrained intervals, with loops."""
    systems, topics = scores.shape
    means = scores.mean(axis=1)
    left = scores - means[:, None] - scores.mean(axis=0) + scores.mean()
    freedom = (systems - 1) * (topics - 1)
    d = critical_largest(alpha, systems - 1, freedom, sides=1)
    width = d * sqrt((left**2).sum() / freedom) * sqrt(2 / topics)
    upper = [max(0.0, min(means[i] - means[j] + width for j in range(systems) if j != i)) for i in range(systems)]
    best = [i for i in range(systems) if upper[i] > 0]
    lower = []
    for i in range(systems):
        rest = [means[i] - means[j] - width for j in best if j != i]
        lower.append(0.0 if best == [i] else min(0.0, *rest, 0.0))
    return best, lower, upper


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("alpha", [0.5, 0.05, 1e-6])
def test_intervals_are_those_of_the_definition(seed, alpha):
    random = np.random.default_rng(seed)
    scores = random.random((random.integers(2, 7), random.integers(2, 12)))
    scores += random.random(scores.shape[0])[:, None] * seed / 4
    best, lower, upper = by_definition(scores, alpha)
    found = may_be_best(scores, alpha)
    assert np.flatnonzero(found.possible).tolist() == best
    assert found.low == pytest.approx(lower)
    assert found.high == pytest.approx(upper)
    assert ((found.high > 0) == found.possible).all()
    for system in np.flatnonzero(found.p < 1):
        p = found.p[system]
        assert not may_be_best(scores, min(p * 1.001, 0.999)).possible[system]
        assert may_be_best(scores, p * 0.999).possible[system]


@pytest.mark.parametrize("ahead", [0.0, 0.3])
def test_the_best_is_kept_as_often_as_it_says(ahead):
    """By simulation with normal errors: where all are equal it is exactly 95%, and more where one is ahead."""
    random = np.random.default_rng(7)
    kept = []
    for _ in range(2000):
        scores = random.normal(size=(5, 10)) + random.normal(size=10)
        scores[2] += ahead
        kept.append(may_be_best(scores, 0.05).possible[2])
    error = sqrt(0.95 * 0.05 / 2000)
    assert np.mean(kept) > 0.95 - 4 * error
    if ahead == 0:
        assert np.mean(kept) < 0.95 + 4 * error


def test_no_spread_and_equal_systems():
    same = may_be_best(np.full((3, 4), 0.2), 0.05)
    assert same.possible.all()
    assert same.p.tolist() == [1.0] * 3
    assert (same.low.tolist(), same.high.tolist()) == ([0.0] * 3, [0.0] * 3)
    apart = may_be_best(np.arange(5) / 7 + np.array([[0.3], [0.1], [0.3]]), 0.05)
    assert apart.possible.tolist() == [True, False, True]
    assert apart.p.tolist() == [1.0, 0.0, 1.0]
    assert apart.low == pytest.approx([0, -0.2, 0])
    one = may_be_best(np.arange(5) / 7 + np.array([[0.3], [0.1]]), 0.05)
    assert (one.low[0], one.high[0]) == pytest.approx((0.0, 0.2))


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_scores_of_any_size(size):
    found, expected = may_be_best(SCORES * size, 0.05), may_be_best(SCORES, 0.05)
    assert found.p == pytest.approx(expected.p, rel=1e-6)
    assert found.low == pytest.approx(expected.low * size)


def test_a_large_alpha_keeps_the_leaders():
    """One-sided, even 0 is exceeded with probability (k − 1)/k only."""
    assert may_be_best(SCORES, 0.99).possible.tolist() == [False, False, False, True]
    assert may_be_best(SCORES[[3, 3, 0]], 0.99).possible.tolist() == [True, True, False]


def test_between_bounds_a_system_is_excluded_only_for_certain():
    random = np.random.default_rng(6)
    opened = 0
    for _ in range(60):
        scores = random.random((4, 8)) + np.array([0, 0.2, 0.3, 0.6])[:, None]
        errors = 0.05 * random.random(scores.shape) * (random.random(scores.shape) < 0.5)
        found = may_be_best(scores, 0.05, Bounds(errors))
        for _ in range(20):
            inside = may_be_best(scores + errors * random.uniform(-1, 1, scores.shape), 0.05).possible
            assert (found.possible | ~inside).all()
            assert (found.opened | (inside == found.possible)).all()
        opened += int(found.opened.sum())
        sure = may_be_best(scores, 0.05, Bounds(np.zeros(scores.shape)))
        assert sure.possible.tolist() == may_be_best(scores, 0.05).possible.tolist()
        assert not sure.opened.any()
    assert opened > 0


def test_incomplete_tables_are_refused():
    with pytest.raises(OptionError, match="every system on every topic"):
        may_be_best(np.array([[0.1, np.nan], [0.2, 0.3]]), 0.05)
    with pytest.raises(OptionError, match="two systems and two topics"):
        may_be_best(np.array([[0.1], [0.2]]), 0.05)
