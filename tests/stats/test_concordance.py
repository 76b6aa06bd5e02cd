"""Kendall's W: against R, scipy's Friedman test and the definition, and in what correlate gives."""

from itertools import permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.present.correlations import correlation_document, correlation_tables
from intervale.stats.coefficients import concordance, spearman


def test_as_r_has_it():
    """x <- rbind(c(3,1,2,5,4), c(3,1,1,4,4), c(2,2,2,2,2), c(5,4,3,2,1), c(1,1,2,3,3), c(4,1,2,5,3))
    f <- friedman.test(x); c(f$statistic, f$p.value, f$statistic / (6 * 4))
    """
    rows = [[3, 1, 2, 5, 4], [3, 1, 1, 4, 4], [2, 2, 2, 2, 2], [5, 4, 3, 2, 1], [1, 1, 2, 3, 3], [4, 1, 2, 5, 3]]
    found = concordance(np.array(rows, float))
    assert (found.statistic, found.p, found.w) == pytest.approx(
        (7.5416666666666670, 0.1098859421489061, 0.3142361111111111), rel=1e-14
    )
    assert (found.rankings, found.things) == (6, 5)


@given(st.integers(2, 6), st.integers(3, 7), st.integers(0, 10**6), st.integers(2, 9))
def test_as_scipy_has_friedman(rankings, things, seed, values):
    rows = np.random.default_rng(seed).integers(0, values, (rankings, things)).astype(float)
    found = concordance(rows)
    if np.isnan(found.w):
        assert all(len(set(row)) == 1 for row in rows.tolist())
        return
    expected = scipy.stats.friedmanchisquare(*rows.T)
    assert (found.statistic, found.p) == pytest.approx((expected.statistic, expected.pvalue), abs=1e-9)
    assert 0 <= found.w <= 1 + 1e-12


def test_the_mean_rank_correlation_of_pairs_without_ties():
    """W = (1 + (m − 1) · mean of Spearman's rho over pairs of rankings) / m."""
    every = [np.array(row, float) for row in permutations(range(4))]
    for rows in (every[:3], every[5:10], every):
        m = len(rows)
        rho = np.mean([spearman(rows[a], rows[b]) for a in range(m) for b in range(a)])
        assert concordance(np.array(rows)).w == pytest.approx((1 + (m - 1) * rho) / m, abs=1e-12)


def test_ends():
    assert concordance(np.array([[1.0, 2, 3]] * 4)).w == 1
    assert concordance(np.array([[1.0, 2], [2, 1]])).w == 0
    for nothing in ([[1.0, 1], [2, 2]], [[1.0], [2.0]], [[np.nan, 1.0]]):
        assert np.isnan(concordance(np.array(nothing)).w)
    assert concordance(np.array([[1.0, 2], [np.nan, 1], [1e300, 1e-300]])).rankings == 2


def test_in_correlations():
    qrels = {t: {"a": 1, "b": 1, "c": 1} for t in "1234"}
    orders = ["abcx", "xabc", "xyab", "axyb"]
    runs = {
        f"S{n}": {t: {d: 9.0 - place for place, d in enumerate(orders[(n + int(t) // 3) % 4])} for t in qrels}
        for n in range(4)
    }
    table = iv.evaluate(qrels, runs, ["AP@4", "RR@4"], interval=True)
    found = iv.correlate(table)
    assert list(found.concordance) == ["AP@4", "interval(AP@4)", "RR@4", "interval(RR@4)"]
    for name in ("AP@4", "RR@4"):
        friedman = scipy.stats.friedmanchisquare(*table.matrix(name))
        assert found.concordance[name].statistic == pytest.approx(friedman.statistic)
        assert found.concordance[name].w == pytest.approx(friedman.statistic / (4 * 3))
        assert found.concordance[f"interval({name})"] == found.concordance[name]
    document = correlation_document(found)["concordance"]["AP@4"]
    assert document["w"] == found.concordance["AP@4"].w
    assert (document["freedom"], document["topics"]) == (3, 4)
    last = correlation_tables(found)[-1]
    assert [row[0].value for row in last.rows] == list(found.concordance)
    assert "4 systems, 4 topics" in last.footer


def test_topics_that_some_system_lacks():
    scores = {"A": {"1": 3, "2": 1, "3": 2}, "B": {"1": 2, "2": 0}, "C": {"1": 1, "2": 2, "3": 1}}
    table = iv.read_scores(scores, measure="M")
    both = iv.correlate(
        iv.Evaluation(table.systems, table.topics, ("M", "N"), table.measures * 2, np.repeat(table.values, 2, 0))
    )
    assert both.concordance["M"].rankings == 2
    assert "M, N: Kendall's W is over the topics that all systems have" in both.notes
