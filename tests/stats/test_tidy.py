"""The tidy tables of a comparison, and the level of confidence intervals beside a correction."""

import io

import numpy as np
import pandas
import pytest
from scipy import stats

import intervale as iv
from intervale.stats.corrections import level_together
from intervale.stats.letters import letter_groups


@pytest.fixture
def scores():
    random = np.random.default_rng(5)
    hardness = random.uniform(0, 0.5, 20)
    return {
        name: {str(t): float(hardness[t] + random.uniform(0, 0.3) + shift) for t in range(20)}
        for name, shift in (("A", 0.3), ("B", 0.2), ("C", 0.2), ("D", 0.0))
    }


def rows_of(scores, **options):
    found = iv.compare(iv.read_scores(scores, measure="own", scale="interval"), **options)
    return pandas.read_csv(io.StringIO(found.to_csv())), found


def test_a_pair_is_what_scipy_says_of_it(scores):
    rows, _ = rows_of(scores, correction="none")
    assert len(rows) == 6
    for row in rows.itertuples():
        x, y = (np.array(list(scores[name].values())) for name in (row.a, row.b))
        expected = stats.ttest_rel(x, y)
        ends = expected.confidence_interval()
        assert (row.statistic, row.p, row.p_alone) == pytest.approx(
            (expected.statistic, expected.pvalue, expected.pvalue)
        )
        assert (row.difference, row.ci_low, row.ci_high) == pytest.approx((np.mean(x - y), ends.low, ends.high))
        assert not row.ci_together
        assert (row.wins, row.ties, row.losses) == ((x > y).sum(), (x == y).sum(), (x < y).sum())
        assert row.effect == pytest.approx(np.mean(x - y) / np.std(x - y, ddof=1))


@pytest.mark.parametrize(("correction", "level"), [("bonferroni", 0.05 / 6), ("holm", 0.05 / 6), ("bh", 0.05)])
def test_intervals_hold_together_where_the_correction_has_such(scores, correction, level):
    rows, _ = rows_of(scores, correction=correction)
    for row in rows.itertuples():
        x, y = (np.array(list(scores[name].values())) for name in (row.a, row.b))
        ends = stats.ttest_rel(x, y).confidence_interval(1 - level)
        assert (row.ci_low, row.ci_high) == pytest.approx((ends.low, ends.high))
        assert row.ci_together == (level < 0.05)


def test_bonferroni_decides_as_its_intervals_do(scores):
    rows, _ = rows_of(scores, correction="bonferroni")
    assert ((rows.ci_low > 0) | (rows.ci_high < 0)).tolist() == rows.significant.tolist()


def test_a_baseline_makes_a_smaller_family_and_narrower_intervals(scores):
    every, _ = rows_of(scores)
    some, found = rows_of(scores, baseline="D")
    assert set(some.b) == {"D"}
    assert found.measures["own"].tests["t"].pairs == 3
    wide = every[(every.a == "A") & (every.b == "D")].iloc[0]
    narrow = some[some.a == "A"].iloc[0]
    assert narrow.ci_high - narrow.ci_low < wide.ci_high - wide.ci_low


def test_sidak_is_between_alone_and_bonferroni():
    for intervals in (1, 2, 10, 1000):
        sidak = level_together(0.05, intervals, "sidak")
        assert level_together(0.05, intervals, "bonferroni") <= sidak <= 0.05
        assert (1 - sidak) ** intervals == pytest.approx(0.95)


def test_a_bootstrap_interval_needs_resamples_beyond_its_ends(scores):
    rows, _ = rows_of(scores, tests="bootstrap", correction="none", resamples=1000)
    assert rows.ci_low.notna().all()
    rows, _ = rows_of(scores, tests="bootstrap", correction="bonferroni", resamples=1000)
    assert rows.ci_low.isna().all()


def test_the_ranking_has_every_system_by_every_measure(scores):
    _, found = rows_of(scores, tests=["t", "sign"])
    ranking = found.ranking().to_pandas()
    assert ranking.system.tolist() == [
        "A",
        *sorted(("B", "C"), key=lambda name: -np.mean(list(scores[name].values()))),
        "D",
    ]
    assert ranking.place.tolist() == [1, 2, 3, 4]
    assert ranking.test.unique().tolist() == ["t"]
    ends = stats.t.interval(0.95, 19, np.mean(list(scores["A"].values())), stats.sem(list(scores["A"].values())))
    assert ranking.iloc[0][["ci_low", "ci_high"]].tolist() == pytest.approx(list(ends))
    assert ranking.may_be_best.tolist() == [True, False, False, False]


def test_equal_means_share_a_place():
    found = iv.compare(
        iv.read_scores(
            {name: {"1": 0.5, "2": x} for name, x in (("A", 0.1), ("B", 0.3), ("C", 0.3))},
            measure="own",
            scale="interval",
        )
    )
    assert found.ranking().to_pandas().place.tolist() == [1, 1, 3]


def slow_groups(different):
    """All largest sets of which no two differ, by looking at all sets."""
    number = len(different)
    sets = [
        {n for n in range(number) if code >> n & 1}
        for code in range(1, 1 << number)
        if not any(different[a, b] for a in range(number) for b in range(number) if code >> a & 1 and code >> b & 1)
    ]
    return sorted(sorted(one) for one in sets if not any(one < other for other in sets))


@pytest.mark.parametrize("seed", range(40))
def test_letters_are_all_largest_sets_that_do_not_differ(seed):
    random = np.random.default_rng(seed)
    number = int(random.integers(1, 8))
    different = np.triu(random.random((number, number)) < random.random(), 1)
    different = different | different.T
    groups = letter_groups(different)
    assert sorted(groups) == slow_groups(different)
    assert [group[0] for group in groups] == sorted(group[0] for group in groups)


@pytest.mark.parametrize("seed", range(30))
def test_the_interval_of_the_bootstrap_goes_with_its_p(seed):
    random = np.random.default_rng(seed)
    x = np.where(random.random(12) < 0.5, 0.0, random.exponential(1, 12)) - random.random() / 2
    scores = {"A": {str(t): float(value) for t, value in enumerate(x)}, "B": {str(t): 0.0 for t in range(12)}}
    rows, _ = rows_of(scores, tests="bootstrap", resamples=999, seed=seed)
    (row,) = rows.itertuples()
    assert (row.ci_low > 0 or row.ci_high < 0) == (row.p <= 0.05)
    assert row.ci_low + row.ci_high == pytest.approx(2 * row.difference)
