"""What metrics share when their properties are checked: tables of all rankings, whole numbers, curves; and that the
quick ways give what the slow ones do."""

from fractions import Fraction
from itertools import pairwise, product

import numpy as np
import pytest

from intervale.exact.coordinates import coordinates, same
from intervale.exact.logsum import LogSum, exact_sum, inverse_log
from intervale.exact.permutations import all_permutations, inverse, random_permutations
from intervale.rankings import METRICS, dcg, listwise, metric, own_metric, rank_biased, search
from intervale.rankings import properties as look
from intervale.rankings.distances import RankBiased
from intervale.rankings.levels import levels
from intervale.rankings.properties import DECIDED
from intervale.rankings.robustness import mean_change
from intervale.rankings.sampled import KEPT, Sample
from intervale.rankings.stability import curves
from intervale.rankings.statistic import CellSum, WeightedInversions
from tests.oracle import rankings as oracle

ALL = [*METRICS.values(), dcg("exponential"), rank_biased(0.5)]
NAMES = [one.name for one in ALL]


def start(rows):
    return np.broadcast_to(np.arange(1, rows.shape[1] + 1), rows.shape)


# ---------------------------------------------------------------- whole numbers in place of exact values


@pytest.mark.parametrize("one", ALL, ids=NAMES)
@pytest.mark.parametrize("n", [2, 3, 4, 5, 6])
def test_whole_rows_are_equal_where_the_statistic_is(one, n):
    rows = all_permutations(n)
    for k in range(1, n + 1):
        whole = one.statistic.whole_rows(start(rows), rows, k)
        if whole is None:
            continue
        exact = one.statistic.exact_rows(start(rows), rows, k)
        kinds = [tuple(row) for row in whole.tolist()]
        assert len(set(kinds)) == len(set(exact)) == len(set(zip(kinds, exact, strict=True)))


def test_which_statistics_have_whole_rows():
    """Those whose ties are decided exactly and not by one integer: they were the slow ones."""
    rows = all_permutations(4)
    for name in ("DCG", "MRR", "GMR", "MAPE", "SMAPE", "RBO distance", "weighted Kendall"):
        assert metric(name).statistic.whole_rows(start(rows), rows, 2) is not None, name


@pytest.mark.parametrize(("name", "n"), [("DCG", 33), ("MAPE", 33), ("GMR", 16), ("weighted Kendall", 60)])
def test_what_would_run_over_is_left_to_exact_values(name, n):
    one, rows = metric(name), random_permutations(5, n, np.random.default_rng(0))
    assert one.statistic.whole_rows(start(rows), rows, n // 2) is None
    assert sorted(levels(one, start(rows), rows, n // 2).tolist()) == [0, 1, 2, 3, 4]


def test_coordinates_add_up_as_the_numbers_do():
    numbers = [Fraction(1, 3), inverse_log(3), inverse_log(9) + Fraction(2, 5), inverse_log(16), -inverse_log(3), 0]
    rows = coordinates(numbers, 3)
    by_key = {}
    for picks in product(range(len(numbers)), repeat=3):
        by_key.setdefault(tuple(rows[list(picks)].sum(0)), set()).add(exact_sum(numbers[pick] for pick in picks))
    assert all(len(values) == 1 for values in by_key.values())
    assert len({value for values in by_key.values() for value in values}) == len(by_key)
    assert coordinates([Fraction(1, 2**40), Fraction(2**40)], 1) is None
    assert coordinates([LogSum(Fraction(2), Fraction(0), ((3, Fraction(1)),)), inverse_log(5, 3)], 1) is None


def test_same_rows():
    rows = np.random.default_rng(1).integers(-3, 3, (400, 3)) * 10**17
    places, kinds = same(rows)
    assert len(places) == len({tuple(row) for row in rows.tolist()})
    assert (rows[places][kinds] == rows).all()
    assert [x.tolist() for x in same(np.zeros((0, 2), dtype=np.int64))] == [[], []]


# ---------------------------------------------------------------- one table for all properties


def test_a_table_of_all_rankings_is_made_once():
    """The properties of a metric share one table for each n, and so do metrics that are made of one statistic."""
    search._kept_levels.cache_clear()
    names = ["identity", "symmetry", "sensitivity", "maximal-agreement", "minimal-agreement"]
    look("DCG", n=6, only=names)
    assert search._kept_levels.cache_info().misses == 5  # n = 2, 3, 4, 5, 6
    look("nDCG", n=6, only=names)
    assert search._kept_levels.cache_info().misses == 5
    look("MRR", n=6, only=names)
    assert search._kept_levels.cache_info().misses > 5


def test_a_function_of_ones_own_shares_no_table():
    search._kept_levels.cache_clear()
    look(own_metric(lambda s, t: s[0] - t[0], name="mine"), n=3, only=DECIDED)
    look(listwise("recall"), n=3, only=DECIDED)
    assert search._kept_levels.cache_info().misses == 0


@pytest.mark.parametrize("n", [2, 3, 4, 5])
def test_places_of_inverses_and_of_swapped_rankings(n):
    everyone = oracle.group(n)
    for sigma, place in zip(everyone, search._inverses(n), strict=True):
        assert everyone[place] == tuple(1 + sigma.index(x) for x in range(1, n + 1))
    for i, j in product(range(1, n + 1), repeat=2):
        for sigma, place in zip(everyone, search._swapped(n, i, j), strict=True):
            assert everyone[place] == tuple(j if x == i else i if x == j else x for x in sigma)


@pytest.mark.parametrize("one", [one for one in ALL if one.inputs == 2])
def test_the_table_decides_both_directions(one):
    """m(τ, id) stands at the place of τ⁻¹: all of S_4, exact values."""
    everyone, k = all_permutations(4), one.checked_k(None, 4)
    known = next(space for space in search.spaces(one, 4, None, 4)).from_identity
    both = levels(one, np.concatenate([start(everyone), everyone]), np.concatenate([everyone, start(everyone)]), k)
    assert both.tolist() == [*known, *known[search._inverses(4)]]


# ---------------------------------------------------------------- samples


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_the_slope_is_that_of_the_value(one):
    """By exact numbers: equal steps of the statistic are equal steps of the value iff the metric is declared affine."""
    for n, k in ((4, 1), (5, 2), (6, 3)):
        slope, points = one.slope(n, k), [Fraction(x) for x in range(k + 1)]
        values = [float(one.finished(np.array(float(x)), n, k)) for x in points]
        assert (slope is None) == (not one.affine)
        if slope is not None:
            assert np.abs(np.diff(values)) == pytest.approx([slope] * k)
            exact = [one.outer(x, n, k) for x in points]
            assert len({abs(y - x) for x, y in pairwise(exact)}) == 1
    if one.after is not None and one.name != "nDCG":
        assert not one.affine


@pytest.mark.parametrize("one", ALL, ids=NAMES)
def test_mean_changes_by_making_every_swap(one):
    """Five pairs of rankings of 8 items, all 64 swaps; where swaps are drawn, the mean is of those."""
    sample = Sample(5, 8, 3, 2)
    changes, every = mean_change(one, sample)
    if not every:
        assert not isinstance(one.statistic, CellSum)
        return
    sigma, nu = sample.drawn()
    a = start(nu) if one.inputs == 1 else sigma
    k = 3 if one.depends_on_k else 8
    before, total = one.values(a, nu, k), np.zeros(5)
    for i, j in product(range(8), repeat=2):
        swapped = nu.copy()
        swapped[:, [i, j]] = nu[:, [j, i]]
        with np.errstate(invalid="ignore"):
            change = np.abs(one.values(a, swapped, k) - before)
        total += np.where(np.isnan(change), 0.0, change)  # LR+ stays infinite
    assert changes == pytest.approx(total / 64)


def slow_curve(one, sigma, nu):
    """m@k with the first k items ranked anew by sorting, or with each k by itself."""
    n = nu.shape[1]
    p = nu if one.inputs == 1 else np.take_along_axis(nu, inverse(sigma) - 1, 1)
    found = np.full(p.shape, np.nan)
    if one.depends_on_k:
        for k in range(1, n - one.most_k + 1):
            found[:, k - 1] = one.values(start(p), p, k)
    elif isinstance(one, RankBiased):
        for k in range(1, n + 1):
            inside = [(p[:, :depth] <= depth).sum(axis=1) / depth for depth in range(1, k + 1)]
            found[:, k - 1] = 1 - np.average(inside, axis=0, weights=float(one.p) ** np.arange(k))
    else:
        for k in range(2, n + 1):
            among = np.argsort(np.argsort(p[:, :k], axis=1), axis=1) + 1
            found[:, k - 1] = one.values(start(among), among, k)
    return found


@pytest.mark.parametrize("one", [one for one in ALL if one.group in ("confusion matrix", "correlation", "distance")])
def test_curves_as_each_k_by_itself(one):
    sample = Sample(30, 14, 5, 8)
    sigma, nu = sample.drawn()
    assert curves(one, sample) == pytest.approx(slow_curve(one, sigma, nu), nan_ok=True)
    back = slow_curve(one, inverse(sigma), inverse(nu))
    assert curves(listwise(one), sample) == pytest.approx(back, nan_ok=True)


@pytest.mark.parametrize("name", ["MRR", "GMR", "meanRank"])
def test_curves_of_one_ranking_as_each_k_by_itself(name):
    sample = Sample(30, 14, 5, 8)
    assert curves(metric(name), sample) == pytest.approx(slow_curve(metric(name), *sample.drawn()), nan_ok=True)


def test_a_metric_of_a_k_is_counted_in_one_pass(monkeypatch):
    """No k is asked by itself: the statistic is not called at all."""
    sample = Sample(20, 10, 4, 77)
    curves(metric("recall"), sample)
    monkeypatch.setattr(CellSum, "floats", lambda *given: pytest.fail("asked for one k"))
    assert curves(metric("MCC"), sample).shape == (20, 10)


def test_what_is_kept_of_a_sample_cannot_be_changed_and_large_samples_are_not_kept():
    from intervale.rankings import sampled

    small, large = Sample(3, 5, 2, 1), Sample(KEPT // 4 + 1, 4, 2, 1)
    assert sampled.renamed(2, False, small) is sampled.renamed(2, False, small)
    with pytest.raises(ValueError, match="read-only"):
        sampled.renamed(2, False, small)[0, 0] = 1
    assert sampled.renamed(2, False, large) is not sampled.renamed(2, False, large)


def test_inversions_of_the_first_k_need_no_sort(monkeypatch):
    sample = Sample(20, 10, 4, 78)
    monkeypatch.setattr(np, "argsort", lambda *given, **named: pytest.fail("sorted"))
    assert curves(metric("Kendall tau"), sample).shape == (20, 10)
    assert curves(metric("Spearman rho"), sample).shape == (20, 10)


def test_weighted_inversions_over_one_denominator():
    rows = all_permutations(5)
    one = WeightedInversions()
    for row, exact in zip(rows.tolist(), one.exact_rows(start(rows), rows, 5), strict=True):
        climbed = [sum(row[p] > t for p in range(row.index(t))) for t in range(1, 6)]
        assert exact == sum(Fraction(1, t + c) for t, count in enumerate(climbed, 1) for c in range(count))
