"""Intervals of effects: the noncentral t distribution, formulas by hand, and what has no interval."""

from math import sqrt

import numpy as np
import pytest
import scipy.stats
from scipy.special import ndtr

from intervale.stats.noncentral_t import noncentral_below, noncentrality
from intervale.stats.outcome import Setting, pairs_of
from intervale.stats.registry import TESTS

SCORES = np.random.default_rng(17).normal(size=(4, 15)) + np.array([0, 0.1, 0.5, 3.0])[:, None]
PAIRS = pairs_of(4)
Z = 1.959963984540054


def interval(name, scores=SCORES, alpha=0.05):
    pairs = pairs_of(len(scores))
    outcome = TESTS[name].run(scores, None, Setting(resamples=200, baseline=0))
    return outcome, TESTS[name].effect_interval(outcome, scores, *pairs, alpha)


@pytest.mark.parametrize(
    ("t", "freedom", "p", "shift"),
    [
        # R: uniroot(function(d) pt(t, df, ncp=d) - p, c(-30, 37), tol=1e-12)$root
        (2.3, 49, 0.025, 4.30077035533),
        (2.3, 49, 0.975, 0.276966191056),
        (5, 1, 0.025, 11.4289562458),
        (5, 2, 0.975, 0.185608441026),
        (12, 9, 0.025, 17.7548560405),
        (0.1, 7, 0.975, -1.86413175293),
        (15, 128, 0.975, 12.2984824393),
    ],
)
def test_shifts_are_those_of_r(t, freedom, p, shift):
    found = noncentrality(np.array([t, -t]), freedom, p)
    assert found[0] == pytest.approx(shift, rel=1e-8)
    assert noncentrality(np.array([-t]), freedom, 1 - p)[0] == pytest.approx(-shift, rel=1e-8)


def by_trapezoids(t, freedom, shift):
    s, step = np.linspace(1e-9, 1 + 14 / sqrt(2 * freedom), 400_001, retstep=True)
    return (scipy.stats.chi(freedom, scale=1 / sqrt(freedom)).pdf(s) * ndtr(t * s - shift)).sum() * step


@pytest.mark.parametrize("freedom", [2, 3, 9, 49, 6272])
def test_the_distribution_is_its_integral(freedom):
    for t, shift in (
        (0.3, -1.0),
        (2.0, 1.5),
        (sqrt(2 * freedom) * 0.999, 3.0),
        (sqrt(2 * freedom) * 1.001, 3.0),
        (60, 50),
    ):
        expected = by_trapezoids(t, freedom, shift)
        assert noncentral_below(np.array([t]), freedom, np.array([shift]))[0] == pytest.approx(
            expected, rel=1e-9, abs=1e-9
        )


@pytest.mark.parametrize("freedom", [1, 2, 5, 49, 6272])
@pytest.mark.parametrize("p", [0.025, 0.975, 0.0005, 0.4])
def test_shifts_are_inverses_however_large_t_is(freedom, p):
    t = np.array([0.0, 1e-9, 0.1, 2.3, 20, 500, 1e5, 1e9])
    shift = noncentrality(t, freedom, p)
    assert noncentral_below(t, freedom, shift) == pytest.approx(np.full(len(t), p), rel=1e-9)
    assert (np.diff(shift) > 0).all()
    assert np.isnan(noncentrality(np.array([np.inf, -np.inf, np.nan]), freedom, p)).all()


@pytest.mark.parametrize(
    ("name", "root", "freedom"),
    [("t", sqrt(15), 14), ("randomisation", sqrt(15), 14), ("bootstrap", sqrt(15), 14)]
    + [(name, sqrt(7.5), 42) for name in ("anova2", "dunnett", "randomised-tukey")]
    + [("anova1", sqrt(7.5), 56)],
)
def test_standardised_differences(name, root, freedom):
    outcome, found = interval(name)
    asked = ~np.isnan(outcome.effect)
    effect, low, high = outcome.effect[asked], found.low[asked], found.high[asked]
    for d, ends in zip(effect, zip(low, high, strict=True), strict=True):
        assert scipy.stats.nct.cdf(d * root, freedom, ends[0] * root) == pytest.approx(0.975, abs=1e-7)
        assert scipy.stats.nct.cdf(d * root, freedom, ends[1] * root) == pytest.approx(0.025, abs=1e-7)
    assert (low < effect).all()
    assert (effect < high).all()
    if name == "t":
        assert ((found.low > 0) | (found.high < 0)).tolist() == (outcome.p < 0.05).tolist()
    assert np.isnan(found.low[~asked]).all()


def test_wins_less_losses_by_hand():
    """Agresti and Min 2005: half a topic more in each of the four cells of the table of two proportions."""
    scores = np.array([[1, 1, 1, 0, 0, 1, 1, 1.0], [0, 0, 1, 0, 1, 0, 0, 0]])
    _, found = interval("sign", scores)
    wins, losses, n = 5.5, 1.5, 10
    middle = (wins - losses) / n
    half = Z * sqrt(wins + losses - (wins - losses) ** 2 / n) / n
    assert (found.low[0], found.high[0]) == pytest.approx((middle - half, middle + half))
    ahead = interval("sign", np.stack([np.ones(3), np.zeros(3)]))[1]
    assert -1 <= ahead.low[0] < ahead.high[0] == 1


def test_cliffs_delta_by_loops():
    outcome, found = interval("rank-sum")
    for n, (a, b) in enumerate(zip(*PAIRS, strict=True)):
        x, y = SCORES[a], SCORES[b]
        matrix = [[int(one > other) - int(one < other) for other in y] for one in x]
        d, size = np.mean(matrix), len(x)
        by_x, by_y = [np.mean(row) for row in matrix], [np.mean(row) for row in zip(*matrix, strict=True)]
        total = sum((matrix[i][j] - d) ** 2 for i in range(size) for j in range(size))
        variance = size**2 * (sum((r - d) ** 2 for r in by_x) + sum((c - d) ** 2 for c in by_y)) - total
        variance = max(variance / (size**2 * (size - 1) ** 2), (1 - d**2) / (size**2 - 1))
        root = Z * sqrt(variance) * sqrt(1 - 2 * d**2 + d**4 + Z**2 * variance)
        bottom = 1 - d**2 + Z**2 * variance
        assert outcome.effect[n] == pytest.approx(d)
        assert (found.low[n], found.high[n]) == pytest.approx(((d - d**3 - root) / bottom, (d - d**3 + root) / bottom))
        assert -1 <= found.low[n] <= d <= found.high[n] <= 1
    always = interval("rank-sum", np.array([[3, 4, 5, 6, 7.0], [0, 1, 0, 1, 0]]))[1]
    assert (always.low[0], always.high[0]) == (pytest.approx((5 - Z**2) / (5 + Z**2)), 1)


def test_rank_correlation_by_loops():
    outcome, found = interval("signed-rank")
    for n, (a, b) in enumerate(zip(*PAIRS, strict=True)):
        difference = SCORES[a] - SCORES[b]
        signs = [[np.sign(one + other) for other in difference] for one in difference]
        size = len(difference)
        assert outcome.effect[n] == pytest.approx(np.mean([signs[i][j] for i in range(size) for j in range(i, size)]))
        d, variance = outcome.effect[n], 4 * np.var([np.mean(row) for row in signs], ddof=1) / size
        if abs(d) < 1:
            for end in (found.low[n], found.high[n]):  # where the distance is z standard errors, which fall like 1 − d²
                error = variance * (1 - end**2) / (1 - d**2)
                assert (d - end) ** 2 == pytest.approx(Z**2 * error, rel=1e-9)
    always = interval("signed-rank", np.array([[3, 4, 5, 6, 7.0], [0, 2, 0, 1, 0]]))[1]
    assert (always.low[0], always.high[0]) == (pytest.approx((5 - Z**2) / (5 + Z**2)), 1)


def test_mean_ranks_have_none():
    assert interval("friedman")[1] is None
    assert interval("kruskal-wallis")[1] is None


@pytest.mark.parametrize("name", [name for name, test in TESTS.items() if test.effect_ci])
def test_every_interval(name):
    """It lies around the effect, is wider for a smaller alpha, and is the other way round for exchanged systems."""
    outcome, found = interval(name)
    asked = ~np.isnan(found.low)
    assert asked.any()
    assert (found.low <= outcome.effect)[asked].all()
    assert (outcome.effect <= found.high)[asked].all()
    _, wider = interval(name, alpha=0.001)
    assert (wider.low <= found.low)[asked].all()
    assert (wider.high >= found.high)[asked].all()
    turned = SCORES[::-1]
    back = interval(name, turned)[1]
    where = {pair: n for n, pair in enumerate(zip(*PAIRS, strict=True))}
    both = [(n, where[3 - b, 3 - a]) for (a, b), n in where.items() if name != "dunnett" or (a, b) == (0, 3)]
    for n, m in both:
        assert found.low[n] == pytest.approx(-back.high[m], nan_ok=True)


@pytest.mark.parametrize("name", [name for name, test in TESTS.items() if test.effect_ci])
def test_no_spread_has_no_interval_or_a_wide_one(name):
    outcome, found = interval(name, np.stack([np.arange(6) / 7 + 0.5, np.arange(6) / 7]))
    known = np.isnan(found.low[0]) or found.low[0] <= outcome.effect[0] <= found.high[0]
    assert known
    same = interval(name, np.full((2, 5), 0.3))[1]
    assert np.isnan(same.low[0]) or same.low[0] <= 0 <= same.high[0]


@pytest.mark.parametrize("name", ["t", "sign", "rank-sum", "signed-rank"])
def test_topics_that_both_have(name):
    scores = SCORES[:2].copy()
    scores[0, 3] = scores[1, 7] = np.nan
    kept = SCORES[:2][:, np.setdiff1d(np.arange(15), [3, 7])]
    outcome, expected = interval(name, kept)
    found = TESTS[name].effect_interval(outcome, scores, np.array([0]), np.array([1]), 0.05)
    assert (found.low[0], found.high[0]) == pytest.approx((expected.low[0], expected.high[0]))
