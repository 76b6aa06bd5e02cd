"""Every test against its counterpart in scipy, statsmodels or scikit-posthocs, on continuous and on tied data."""

import numpy as np
import pandas as pd
import pytest
import scikit_posthocs
import scipy.stats
from statsmodels.stats.multicomp import pairwise_tukeyhsd
from statsmodels.stats.multitest import multipletests

from intervale.errors import OptionError
from intervale.stats.corrections import adjusted
from intervale.stats.outcome import Bounds, Setting, pairs_of
from intervale.stats.ranks import midranks
from intervale.stats.registry import TESTS, named_tests
from intervale.stats.studentised import critical_range, range_beyond

SETTING = Setting(resamples=4000, seed=1, baseline=0)
FIRST, SECOND = pairs_of(5)


def tables():
    random = np.random.default_rng(8)
    smooth = random.normal(size=(5, 24)) + np.linspace(0, 1, 5)[:, None]
    yield "continuous", smooth
    yield "tied", np.round(np.clip(smooth, 0, 2) * 2) / 2
    yield "few topics", random.normal(size=(5, 7))
    yield "heavily tied", (random.random((5, 30)) < np.linspace(0.2, 0.8, 5)[:, None]).astype(float)


TABLES = dict(tables())
table = pytest.mark.parametrize("scores", TABLES.values(), ids=TABLES.keys())


def p_of(name, scores):
    return TESTS[name].run(scores, None, SETTING).p


@table
def test_sign_is_the_binomial_test(scores):
    for pair, p in zip(zip(FIRST, SECOND, strict=True), p_of("sign", scores), strict=True):
        x, y = scores[list(pair)]
        wins, losses = int((x > y).sum()), int((x < y).sum())
        expected = scipy.stats.binomtest(wins, wins + losses).pvalue if wins + losses else 1.0
        assert p == pytest.approx(expected, abs=1e-12)


@table
def test_rank_sum_is_mann_whitney(scores):
    for pair, p in zip(zip(FIRST, SECOND, strict=True), p_of("rank-sum", scores), strict=True):
        expected = scipy.stats.mannwhitneyu(*scores[list(pair)], method="asymptotic", use_continuity=True).pvalue
        assert p == pytest.approx(expected, abs=1e-6)


@table
def test_signed_rank_is_wilcoxon(scores):
    """scipy is exact without ties only, so ties in few differences are compared with all signs by hand."""
    for pair, p in zip(zip(FIRST, SECOND, strict=True), p_of("signed-rank", scores), strict=True):
        difference = np.round(scores[pair[0]] - scores[pair[1]], 9)
        difference = difference[difference != 0]
        ranks = scipy.stats.rankdata(np.abs(difference))
        plus = ranks[difference > 0].sum()
        if len(difference) > 15:
            expected = scipy.stats.wilcoxon(difference, correction=False, method="approx").pvalue
        else:
            signs = (np.arange(1 << len(ranks))[:, None] >> np.arange(len(ranks))) & 1
            smaller = min(plus, ranks.sum() - plus)
            expected = min(1.0, 2 * ((signs @ ranks) <= smaller + 1e-9).mean()) if len(ranks) else 1.0
        assert p == pytest.approx(expected, abs=1e-12)


@table
def test_t_is_the_paired_t_test(scores):
    found = TESTS["t"].run(scores, None, SETTING)
    for n, pair in enumerate(zip(FIRST, SECOND, strict=True)):
        expected = scipy.stats.ttest_rel(*scores[list(pair)])
        interval = expected.confidence_interval(0.95)
        assert found.p[n] == pytest.approx(expected.pvalue, abs=1e-12)
        assert found.statistic[n] == pytest.approx(expected.statistic)
        assert (found.low[n], found.high[n]) == pytest.approx((interval.low, interval.high))


@table
def test_one_way_anova_is_tukeys_hsd(scores):
    groups = np.repeat(np.arange(5), scores.shape[1])
    expected = pairwise_tukeyhsd(scores.ravel(), groups)
    found = TESTS["anova1"].run(scores, None, SETTING)
    assert found.p == pytest.approx(expected.pvalues, abs=1e-6)
    exact = scipy.stats.tukey_hsd(*scores)
    assert found.p == pytest.approx(exact.pvalue[FIRST, SECOND], abs=1e-9)
    interval = exact.confidence_interval(0.95)
    assert found.low == pytest.approx(interval.low[FIRST, SECOND], abs=1e-7)


@table
def test_two_way_anova_is_tukey_on_the_residuals(scores):
    """From the sums of squares of a linear model, by hand."""
    systems, topics = scores.shape
    total = ((scores - scores.mean()) ** 2).sum()
    by_system = topics * ((scores.mean(axis=1) - scores.mean()) ** 2).sum()
    by_topic = systems * ((scores.mean(axis=0) - scores.mean()) ** 2).sum()
    freedom = (systems - 1) * (topics - 1)
    error = np.sqrt((total - by_system - by_topic) / freedom / topics)
    means = scores.mean(axis=1)
    expected = scipy.stats.studentized_range.sf(np.abs(means[FIRST] - means[SECOND]) / error, systems, freedom)
    assert p_of("anova2", scores) == pytest.approx(expected, abs=1e-8)


@table
def test_friedman_is_nemenyi(scores):
    if len(np.unique(scores)) < scores.size:
        pytest.skip("it does not correct for ties")
    expected = scikit_posthocs.posthoc_nemenyi_friedman(pd.DataFrame(scores.T)).to_numpy()[FIRST, SECOND]
    assert p_of("friedman", scores) == pytest.approx(expected, abs=1e-6)


@table
def test_rank_tests_use_the_variance_of_tied_ranks(scores):
    systems, topics = scores.shape
    everything = scipy.stats.rankdata(scores).reshape(scores.shape)
    within = np.apply_along_axis(scipy.stats.rankdata, 0, scores)
    kruskal = ((everything - everything.mean()) ** 2).sum() / (scores.size - 1)
    friedman = ((within - within.mean()) ** 2).sum() / (topics * (systems - 1))
    for name, ranks, variance in (("kruskal-wallis", everything, kruskal), ("friedman", within, friedman)):
        means = ranks.mean(axis=1)
        q = np.abs(means[FIRST] - means[SECOND]) / np.sqrt(variance / topics)
        assert p_of(name, scores) == pytest.approx(scipy.stats.studentized_range.sf(q, systems, np.inf), abs=1e-8)
    # the chi-squared statistics of both tests have the same variances behind them
    h = topics * ((everything.mean(axis=1) - everything.mean()) ** 2).sum() / kruskal
    assert h == pytest.approx(scipy.stats.kruskal(*scores).statistic)
    chi = topics * ((within.mean(axis=1) - within.mean()) ** 2).sum() / friedman
    assert chi == pytest.approx(scipy.stats.friedmanchisquare(*scores).statistic)


def test_randomisation_looks_at_all_flips_of_few_topics():
    scores = TABLES["few topics"]
    for pair, p in zip(zip(FIRST, SECOND, strict=True), p_of("randomisation", scores), strict=True):
        x, y = scores[list(pair)]
        expected = scipy.stats.permutation_test(
            (x, y), lambda a, b: (a - b).mean(), permutation_type="samples", n_resamples=np.inf
        ).pvalue
        assert p == pytest.approx(expected, abs=1e-12)


@table
def test_resampling_is_near_t_and_repeats_with_its_seed(scores):
    for name in ("randomisation", "bootstrap"):
        p = p_of(name, scores)
        assert np.array_equal(p, p_of(name, scores))
        if len(np.unique(scores)) == scores.size:
            assert np.abs(p - p_of("t", scores)).max() < 0.12
        if scores.shape[1] > 12:
            other = TESTS[name].run(scores, None, Setting(resamples=4000, seed=2)).p
            assert not np.array_equal(p, other)


@pytest.mark.parametrize("name", TESTS)
def test_constant_and_equal_scores_are_no_difference(name):
    scores = np.full((3, 8), 0.3)
    found = TESTS[name].run(scores, None, SETTING)
    asked = slice(2 if TESTS[name].needs_baseline else 3)
    assert set(found.p[asked].tolist()) == {1.0}
    assert set(found.effect[asked].tolist()) == {0.0}


@pytest.mark.parametrize("name", ["t", "anova1", "anova2", "signed-rank"])
def test_scores_of_any_size(name):
    """Interval scores at depth 1000 are as small as 1e-250."""
    scores = TABLES["continuous"]
    small = TESTS[name].run(scores * 1e-250, None, SETTING)
    assert small.p == pytest.approx(p_of(name, scores), rel=1e-9)


@pytest.mark.parametrize(
    ("groups", "freedom"), [(2, 5.0), (3, 20.0), (10, 45.0), (129, 6272.0), (129, np.inf), (232, np.inf)]
)
def test_the_studentised_range_is_scipys(groups, freedom):
    q = np.array([0.2, 1.0, 2.5, 4.0, 5.5, 7.0])
    assert range_beyond(q, groups, freedom) == pytest.approx(
        scipy.stats.studentized_range.sf(q, groups, freedom), abs=1e-6
    )
    assert float(range_beyond(np.array([critical_range(0.05, groups, freedom)]), groups, freedom)[0]) == pytest.approx(
        0.05
    )


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        ("bonferroni", "bonferroni"),
        ("sidak", "sidak"),
        ("holm", "holm"),
        ("hochberg", "simes-hochberg"),
        ("bh", "fdr_bh"),
        ("by", "fdr_by"),
    ],
)
def test_corrections_are_those_of_statsmodels(ours, theirs):
    p = np.random.default_rng(2).random(40) ** 3
    p[5] = p[7]
    assert adjusted(p, ours) == pytest.approx(multipletests(p, method=theirs)[1])


def test_ranks_are_scipys():
    rows = np.random.default_rng(1).integers(0, 5, (20, 11)).astype(float)
    ranks, tied = midranks(rows)
    assert np.array_equal(ranks, scipy.stats.rankdata(rows, axis=1))
    assert all(tied[i, j] == (rows[i] == rows[i, j]).sum() for i in range(20) for j in range(11))


def test_unknown_names_are_refused():
    with pytest.raises(OptionError, match=f"one of: {', '.join(TESTS)}, all"):
        named_tests("welch")
    with pytest.raises(OptionError, match="one of: none, bonferroni"):
        adjusted(np.ones(3), "scheffe")


# ---------------------------------------------------------------- scores between bounds


@pytest.mark.parametrize("name", TESTS)
@pytest.mark.parametrize("tied", [False, True])
def test_bounds_of_p_hold_for_any_scores_inside(name, tied):
    """Also where some scores are exact, and tied."""
    random = np.random.default_rng(5)
    for topics in (6, 14, 20):
        scores = random.normal(size=(3, topics)) + np.linspace(0, 1, 3)[:, None]
        scores = np.round(scores * 4) / 4 if tied else scores
        errors = 0.02 * random.random(scores.shape) * (random.random(scores.shape) < 0.5)
        found = TESTS[name].run(scores, Bounds(errors), SETTING)
        for _ in range(40):
            inside = scores + errors * random.uniform(-1, 1, scores.shape)
            p = p_of(name, inside)
            asked = ~np.isnan(p)
            assert (found.p_low - 1e-9 <= p)[asked].all()
            assert (p <= found.p_high + 1e-9)[asked].all()
        sure = TESTS[name].run(scores, Bounds(np.zeros(scores.shape)), SETTING)
        assert sure.p_low == pytest.approx(sure.p, abs=1e-12, nan_ok=True)
        assert sure.p_high == pytest.approx(sure.p, abs=1e-12, nan_ok=True)


@pytest.mark.parametrize("name", [name for name, test in TESTS.items() if not test.family])
def test_a_third_system_changes_nothing_between_two(name):
    scores = TABLES["continuous"][:2] * 1e-170
    alone = p_of(name, scores)[0]
    beside = p_of(name, np.vstack([scores, np.ones(scores.shape[1])]))[0]
    assert beside == pytest.approx(alone)


def test_two_topics_and_constant_differences():
    found = TESTS["bootstrap"].run(np.array([[0.5, 0.4], [0.2, 0.3]]), None, SETTING)
    assert 0 < found.p[0] <= 1
    assert abs(found.low[0]) == np.inf or abs(found.low[0]) < 10
    same = np.array([[0.5, 0.4, 0.7], [0.3, 0.2, 0.5]])
    assert p_of("t", same)[0] == 0.0
    assert TESTS["t"].run(same, None, SETTING).statistic[0] == np.inf
