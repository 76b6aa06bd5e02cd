"""Equivalence within a margin against statsmodels, baycomp and R."""

import numpy as np
import pytest
import scipy.stats
from statsmodels.stats.weightstats import ttost_paired

from intervale.errors import OptionError
from intervale.stats.equivalence import equivalence
from intervale.stats.outcome import Setting, pairs_of
from intervale.stats.registry import TESTS

RANDOM = np.random.default_rng(31)
SCORES = np.round(RANDOM.random((4, 20)) + np.array([0, 0.02, 0.1, 0.4])[:, None], 3)
PAIRS = pairs_of(4)


@pytest.mark.parametrize("margin", [0.01, 0.1, 0.3, 2.0])
def test_p_is_that_of_two_one_sided_tests(margin):
    found = equivalence(SCORES, *PAIRS, margin)
    for n, (a, b) in enumerate(zip(*PAIRS, strict=True)):
        expected, _, _ = ttost_paired(SCORES[a], SCORES[b], -margin, margin)
        assert found.p[n] == pytest.approx(expected, rel=1e-9)
    assert found.p == pytest.approx(np.maximum(found.below, found.above))
    assert (found.below + found.within + found.above) == pytest.approx(np.ones(6))
    inside = (found.low > -margin) & (found.high < margin)
    assert found.equivalent.tolist() == inside.tolist() == (found.p <= 0.05).tolist()
    narrow = TESTS["t"].run(SCORES, None, Setting(alpha=0.1))
    assert (found.low, found.high) == (pytest.approx(narrow.low), pytest.approx(narrow.high))


def test_golden_numbers():
    """Posterior probabilities: baycomp 1.0.3, single.Posterior(mean(y - x), var(y - x) / 8, 7, rope=0.05).probs()
    (two_on_single adds a correction for overlapping samples of cross-validation, which topics are not). The last in R:
    pt((-0.05 - mean(x - y)) / (sd(x - y) / sqrt(8)), 7).
    """
    x = np.array([0.31, 0.42, 0.11, 0.68, 0.25, 0.55, 0.90, 0.34])
    y = np.array([0.35, 0.40, 0.20, 0.71, 0.31, 0.60, 0.93, 0.30])
    found = equivalence(np.stack([x, y]), np.array([0]), np.array([1]), 0.05)
    assert (found.above[0], found.within[0], found.below[0]) == pytest.approx(
        (0.0005173100916171181, 0.8890517146058821, 0.11043097530250079), rel=1e-12
    )
    assert found.below[0] == pytest.approx(0.11043097530250072, rel=1e-12)


def test_topics_that_both_have():
    scores = SCORES.copy()
    scores[0, 3] = scores[1, 7] = np.nan
    scores[3, 1:] = np.nan
    found = equivalence(scores, *PAIRS, 0.1)
    assert found.topics.tolist() == [18, 19, 1, 19, 1, 1]
    kept = np.setdiff1d(np.arange(20), [3, 7])
    assert found.p[0] == pytest.approx(equivalence(SCORES[:, kept], *PAIRS, 0.1).p[0])
    for one in (found.p, found.low, found.within):
        assert np.isnan(one[[2, 4, 5]]).all()
    assert not found.equivalent[[2, 4, 5]].any()


@pytest.mark.parametrize(("by", "p", "posterior"), [(0.1, 0, (0, 1, 0)), (0.25, 1, (0, 1, 0)), (0.5, 1, (0, 0, 1))])
def test_no_spread(by, p, posterior):
    scores = np.array([0.1, 0.2, 0.7]) + np.array([[by], [0.0]])
    found = equivalence(scores, np.array([0, 1]), np.array([1, 0]), 0.25)
    assert found.p.tolist() == [p, p]
    assert (found.below[0], found.within[0], found.above[0]) == posterior
    assert (found.above[1], found.within[1], found.below[1]) == posterior
    same = equivalence(scores[[0, 0]], np.array([0]), np.array([1]), 1e-300)
    assert (same.p[0], same.within[0]) == (0, 1)


@pytest.mark.parametrize("size", [1e-250, 1e250])
def test_scores_of_any_size(size):
    found, expected = equivalence(SCORES * size, *PAIRS, 0.1 * size), equivalence(SCORES, *PAIRS, 0.1)
    assert found.p == pytest.approx(expected.p, rel=1e-9)
    assert np.isfinite(equivalence(SCORES * size, *PAIRS, 1.0).p).all()


def test_two_topics_and_exchanged_systems():
    found = equivalence(SCORES[:, :2], *PAIRS, 0.1)
    turned = equivalence(SCORES[:, :2], *PAIRS[::-1], 0.1)
    assert found.p == pytest.approx(turned.p)
    assert found.below == pytest.approx(turned.above)
    difference = SCORES[0, :2] - SCORES[1, :2]
    expected = scipy.stats.t.cdf(-0.1, 1, difference.mean(), difference.std(ddof=1) / np.sqrt(2))
    assert found.below[0] == pytest.approx(expected)


@pytest.mark.parametrize("margin", [0.0, -0.1, np.inf, np.nan])
def test_margins_that_are_refused(margin):
    with pytest.raises(OptionError, match="must be a number above 0"):
        equivalence(SCORES, *PAIRS, margin)
