"""Randomised Tukey HSD against all exchanges by hand, the randomisation test and Tukey's."""

from itertools import permutations, product

import numpy as np
import pytest

from intervale.stats import randomised_tukey
from intervale.stats.outcome import Bounds, Setting, pairs_of
from intervale.stats.registry import TESTS

RANDOM = np.random.default_rng(12)
TABLES = {
    "3 systems, 5 topics": RANDOM.random((3, 5)) + np.array([0, 0.2, 0.6])[:, None],
    "4 systems, 3 topics": RANDOM.random((4, 3)),
    "2 systems, 12 topics": RANDOM.random((2, 12)) + np.array([[0.0], [0.3]]),
    "tied": RANDOM.integers(0, 3, (3, 5)) / 2,
    "no spread": np.arange(4) / 7 + np.array([[0.1], [0.3], [0.1]]),
}


def run(scores, **setting):
    return TESTS["randomised-tukey"].run(scores, None, Setting(**setting))


def by_hand(scores):
    """Every exchange on every topic, the first included."""
    first, second = pairs_of(len(scores))
    difference = np.abs(scores.sum(axis=1)[first] - scores.sum(axis=1)[second])
    hits, total = np.zeros(len(first)), 0
    for exchange in product(*(list(permutations(column)) for column in scores.T)):
        sums = np.sum(exchange, axis=0)
        hits += sums.max() - sums.min() >= difference - 1e-12
        total += 1
    return hits / total


@pytest.mark.parametrize("scores", TABLES.values(), ids=TABLES.keys())
def test_all_exchanges_are_looked_at(scores):
    assert run(scores).p == pytest.approx(by_hand(scores), abs=1e-12)


@pytest.mark.parametrize("scores", TABLES.values(), ids=TABLES.keys())
def test_a_sample_of_exchanges_is_near_all_of_them(scores, monkeypatch):
    exact = run(scores).p
    monkeypatch.setattr(randomised_tukey, "MOST_EXACT", 0)
    sampled = run(scores, resamples=20_000).p
    assert np.abs(sampled - exact).max() < 5 * np.sqrt(0.25 / 20_000)
    assert np.array_equal(sampled, run(scores, resamples=20_000).p)
    assert not np.array_equal(sampled, run(scores, resamples=20_000, seed=3).p) or (exact == 1).all()


def test_two_systems_are_the_randomisation_test():
    scores = TABLES["2 systems, 12 topics"]
    assert run(scores).p == pytest.approx(TESTS["randomisation"].run(scores, None, Setting()).p)


def test_normal_errors_are_near_tukeys():
    random = np.random.default_rng(3)
    scores = random.normal(size=(6, 40)) + np.linspace(0, 0.3, 6)[:, None]
    tukey = TESTS["anova2"].run(scores, None, Setting())
    found = run(scores)
    assert np.abs(found.p - tukey.p).max() < 0.03
    assert np.ptp(found.high - found.low) < 1e-12
    assert (found.high - found.low)[0] == pytest.approx((tukey.high - tukey.low)[0], rel=0.1)
    assert found.effect == pytest.approx(tukey.effect)
    assert found.statistic == pytest.approx(tukey.statistic)


@pytest.mark.parametrize("alpha", [0.05, 0.2, 0.001])
def test_the_interval_excludes_0_where_the_pair_differs(alpha):
    random = np.random.default_rng(9)
    for systems, topics in ((3, 5), (2, 9), (4, 30), (3, 12)):
        for _ in range(10):
            scores = random.random((systems, topics)) + 0.4 * random.random(systems)[:, None]
            found = run(scores, alpha=alpha, resamples=999)
            assert ((found.low > 0) | (found.high < 0)).tolist() == (found.p <= alpha).tolist()
    assert run(TABLES["no spread"]).p[0] < 1


@pytest.mark.parametrize("size", [1e-300, 1e300])
def test_scores_of_any_size(size):
    scores = TABLES["3 systems, 5 topics"]
    assert run(scores * size).p.tolist() == run(scores).p.tolist()
    assert run(scores * size).low == pytest.approx(run(scores).low * size)


def test_parts_of_any_size_give_the_same(monkeypatch):
    scores = np.random.default_rng(2).random((5, 20))
    whole = run(scores, resamples=500).p
    monkeypatch.setattr(randomised_tukey, "PIECE", 1)
    assert run(scores, resamples=500).p.tolist() == whole.tolist()


def test_bounds_hold_for_far_errors():
    scores = TABLES["3 systems, 5 topics"] * 1e-200
    found = TESTS["randomised-tukey"].run(scores, Bounds(np.full(scores.shape, 1e200)), Setting())
    assert found.p_low.max() == 0
    assert found.p_high.min() == 1
