"""Properties: verdicts and witnesses by brute force, distances, larger n by structure, samples."""

from fractions import Fraction
from functools import cache
from itertools import pairwise, product
from math import log

import numpy as np
import pytest

import intervale as iv
from intervale.exact.permutations import all_permutations, compose, transpositions
from intervale.exact.verdict import Proof
from intervale.rankings import METRICS, PAPER, Group, dcg, equal_sums, largest_change, listwise, metric, own_metric
from intervale.rankings import properties as look
from intervale.rankings.axioms import distance
from intervale.rankings.levels import levels
from intervale.rankings.properties import DECIDED, MEANINGS
from intervale.rankings.robustness import mean_change
from intervale.rankings.sampled import Sample
from intervale.rankings.stability import curves, stability
from tests.oracle import rankings as oracle
from tests.sizes import LONG

DISTANCES = [name for name, one in METRICS.items() if one.group is Group.DISTANCE]


@pytest.fixture(scope="module")
def found():
    """The decided properties of all metrics, on rankings of up to 5 items."""
    return {name: look(name, n=5, only=DECIDED) for name in METRICS}


# ---------------------------------------------------------------- against brute force in exact numbers


def value(one, s, t, k):
    return one.exact(s, t, k=k)


def k_of(one, n):
    return one.checked_k(None, n)


@pytest.mark.parametrize("name", METRICS)
def test_levels_are_exact_values_in_order(name):
    """All of S_5, and rankings of 12 items that differ little."""
    one = metric(name)
    for rows in (all_permutations(5), transpositions(12)[0]):
        n = rows.shape[1]
        start = np.broadcast_to(np.arange(1, n + 1), rows.shape)
        k = k_of(one, n)
        keys = one.keys(start, rows, k)
        ranks = levels(one, start, rows, k).tolist()
        assert len(set(ranks)) == len(set(keys))
        by_level = sorted(zip(ranks, keys, strict=True), key=lambda pair: pair[0])
        for (low, x), (high, y) in pairwise(by_level):
            assert x == y if low == high else x < y


@cache
def renamings(n):
    """All pairs of rankings, each with what it becomes where the items are named anew."""
    group = oracle.group(n)
    named = {(s, p): tuple(compose(np.array(s), np.array(p)).tolist()) for s, p in product(group, repeat=2)}
    return [(s, t, named[s, p], named[t, p]) for s, t, p in product(group, repeat=3)]


@pytest.mark.parametrize("name", METRICS)
def test_verdicts_as_a_slow_search_finds_them(name, found):
    """n = 2, 3, 4, in exact numbers, straight from the definitions; all triples, without the identity."""
    one, verdicts = metric(name), found[name].verdicts
    for n in (2, 3, 4):
        k, group = k_of(one, n), oracle.group(n)
        start = group[0]
        table = {(s, t): value(one, s, t, k) for s, t in product(group, repeat=2)}
        if one.inputs == 1:
            values = [table[start, t] for t in group]
            broken = len(set(values)) < len(values)
        else:
            broken = any(len({table[s, t] for t in group}) < len(group) for s in group)
        assert_first(verdicts["identity"], n, broken)
        if one.inputs == 2:
            assert_first(verdicts["symmetry"], n, any(table[s, t] != table[t, s] for s, t in table))
            assert verdicts["robustness-2"].holds
            assert all(table[s, t] == table[u, v] for s, t, u, v in renamings(n))
        swaps, pairs = transpositions(n)
        of_width = {}
        for row, (i, j) in zip(swaps.tolist(), pairs, strict=True):
            of_width.setdefault(j - i, set()).add(table[start, tuple(row)])
        assert_first(verdicts["width-swap"], n, any(len(values) > 1 for values in of_width.values()))
        most = table[start, start]
        assert_first(verdicts["maximal-agreement"], n, most == float("inf") or any(most < v for v in table.values()))


def assert_first(verdict, n, broken):
    """Broken at n iff the witness is of that size, or of a smaller one."""
    size = len(verdict.witness[0]) if verdict.holds is False else 99
    if size >= n:
        assert broken == (size == n)


def test_a_slow_look_at_sensitivity(found):
    """Definition 7 by loops on S_4 and S_5."""
    for name, one in METRICS.items():
        for n in (4, 5):
            group, k = oracle.group(n), k_of(one, n)
            if n == 5 and one.group not in (Group.CONFUSION, Group.GAIN):
                continue
            dead = [
                (i, j, p, q)
                for i, j, p, q in product(range(1, n + 1), repeat=4)
                if i < j < p < q
                and j - i == q - p
                and all(value(one, group[0], put(s, i, j), k) == value(one, group[0], put(s, p, q), k) for s in group)
            ]
            verdict = found[name].verdicts["sensitivity"]
            broken = 0 if verdict.holds else int(verdict.why.split("n = ")[1][0])
            if n == 4 or broken != 4:
                assert bool(dead) == (broken == n), name
            if broken == n:
                assert verdict.witness == dead[0]


def put(s, i, j):
    """(i j) ∘ s."""
    return tuple(j if x == i else i if x == j else x for x in s)


# ---------------------------------------------------------------- distances


@pytest.mark.parametrize("name", [*DISTANCES, "RMSE", "MAE", "SMAPE", "NDPM"])
def test_distances_satisfy_their_axioms_to_six_items(name):
    verdict = distance(metric(name), 6, None)
    assert (verdict.holds, verdict.proof) == (True, Proof.THEOREM)
    assert verdict.cases == sum(len(all_permutations(n)) ** 2 for n in range(2, 7))


@pytest.mark.parametrize("name", [*DISTANCES, "MSE", "MAPE", "recall", "FNR", "NDPM", "Kendall tau", "LR-"])
def test_axioms_by_all_triples(name):
    """S_3 and, for distances, S_4: every triple, in floats with a margin."""
    one = metric(name)
    holds = True
    for n in (2, 3, 4):
        group = oracle.group(n)
        rows = np.array(group)
        table = one.score(rows[:, None], rows[None], k=k_of(one, n) if one.depends_on_k else None)
        with np.errstate(invalid="ignore"):
            zero = np.abs(table) < 1e-12
            holds &= bool((zero == np.eye(len(group), dtype=bool)).all() and (table > -1e-12).all())
            holds &= bool(np.isfinite(table).all() and (np.abs(table - table.T) < 1e-12).all())
            holds &= bool((table[:, None, :] <= table[:, :, None] + table[None] + 1e-9).all())
    assert bool(distance(one, 4, None).holds) == holds


def test_what_breaks_the_triangle():
    verdict = distance(metric("MSE"), 6, None)
    x, y, z = verdict.witness
    one = metric("MSE")
    assert one.exact(x, y) > one.exact(x, z) + one.exact(z, y)
    assert len(x) == 3


@pytest.mark.skipif(not LONG, reason="make exhaustive has the time")
def test_all_metrics_on_seven_items():
    for name in PAPER:
        small, large = look(name, n=6, only=DECIDED), look(name, n=7, only=DECIDED)
        for key, verdict in large.verdicts.items():
            if small.verdicts[key].holds is False:
                assert verdict.witness == small.verdicts[key].witness


# ---------------------------------------------------------------- larger n, structure


def test_dcg_has_ties_from_seven_items_on_and_none_before():
    assert look("DCG", n=6, only=["identity"])["identity"].holds
    verdict = look("DCG", n=7, only=["identity"])["identity"]
    _, tau, nu = verdict.witness
    assert tau != nu
    assert metric("DCG").exact(tau) == metric("DCG").exact(nu)
    discounts = [1 / log(p + 1, 2) for p in range(1, 8)]
    sums = [sum((8 - i) * discounts[r[i - 1] - 1] for i in range(1, 8)) for r in (tau, nu)]
    assert sums[0] == pytest.approx(sums[1], abs=1e-12)
    assert verdict.proof is Proof.EXHAUSTIVE


def test_dcg_with_exponential_gains_has_ties_from_eight_items_on():
    assert look(dcg("exponential"), n=7, only=["identity"])["identity"].holds
    _, tau, nu = look(dcg("exponential"), n=8, only=["identity"])["identity"].witness
    assert dcg("exponential").exact(tau) == dcg("exponential").exact(nu)


@pytest.mark.parametrize("n", [7, 9, 15])
def test_equal_sums_by_structure(n):
    for one in (dcg(), metric("nDCG"), metric("MAPE")):
        tau, nu = equal_sums(one, n, n)
        assert sorted(tau) == sorted(nu) == list(range(1, n + 1))
        assert tau != nu
        start = range(1, n + 1)
        assert one.exact(list(start), tau) == one.exact(list(start), nu)


def test_structure_finds_nothing_where_there_is_nothing():
    assert equal_sums(dcg(), 6, 6) is None  # all 720 values differ
    assert equal_sums(metric("Kendall tau"), 9, 9) is None  # no sum over items


def test_a_tie_that_only_structure_finds():
    """A sum whose first tie lies beyond the rankings that are listed: powers of two tie nowhere, bar one pair."""
    from intervale.rankings.metric import RankingMetric
    from intervale.rankings.statistic import CellSum

    def cell(a, b, n, k):
        odd = (a >= 10) * (b >= 10)
        return (1 - odd) * a * 3 ** (2 * b) + odd * 0

    late = RankingMetric("late", "late", Group.ERROR, "", CellSum(cell), lambda t, n, k: t)
    assert look(late, n=8, only=["identity"])["identity"].holds is True
    verdict = look(late, n=11, only=["identity"])["identity"]
    _, tau, nu = verdict.witness
    assert len(tau) == 11
    assert late.exact(range(1, 12), tau) == late.exact(range(1, 12), nu)


# ---------------------------------------------------------------- Table 2 and Table 3


# ---------------------------------------------------------------- samples


@pytest.mark.parametrize("name", ["recall", "LR-", "PT", "MAE", "RMSE", "SMAPE", "Kendall tau", "DCG", "nDCG", "GMR"])
def test_mean_changes_as_loops_have_them(name):
    """Six pairs of rankings of 9 items: every swap made, every value from the slow twin."""
    one, sample = metric(name), Sample(6, 9, 4, 3)
    changes, every = mean_change(one, sample)
    assert every
    sigma, nu = sample.drawn()
    for s, t, found_mean in zip(sigma.tolist(), nu.tolist(), changes, strict=True):
        s = s if one.inputs == 2 else list(range(1, 10))
        before, total = oracle.TWINS[name](s, t, 4), 0.0
        for i, j in product(range(9), repeat=2):
            swapped = list(t)
            swapped[i], swapped[j] = t[j], t[i]
            total += abs(oracle.TWINS[name](s, swapped, 4) - before)
        assert found_mean == pytest.approx(total / 81)


@pytest.mark.parametrize("name", METRICS)
def test_the_largest_change_is_attained_and_never_exceeded(name):
    one = metric(name)
    for n, k in ((4, 2), (5, 2), (5, 4)):
        sup = largest_change(one, n, k)
        rows = all_permutations(n)
        start = np.broadcast_to(np.arange(1, n + 1), rows.shape)
        before, seen = one.values(start, rows, k), 0.0
        for i, j in product(range(n), repeat=2):
            swapped = rows.copy()
            swapped[:, [i, j]] = rows[:, [j, i]]
            with np.errstate(invalid="ignore"):
                seen = max(seen, float(np.nanmax(np.abs(one.values(start, swapped, k) - before))))
        assert sup == pytest.approx(seen)


def test_robustness_says_what_was_drawn():
    verdict = look("Cayley", n=3, only=["robustness-1"], pairs=50, size=20, seed=4)["robustness-1"]
    assert (verdict.holds, verdict.proof, verdict.cases) == (False, Proof.SAMPLED, 1000)
    assert "50 pairs in S_20, seed 4, 20 swaps each" in verdict.why
    again = look("Cayley", n=3, only=["robustness-1"], pairs=50, size=20, seed=4)["robustness-1"]
    assert again == verdict


def test_curves_as_the_first_k_alone():
    sample = Sample(4, 12, 5, 1)
    sigma, nu = sample.drawn()
    for s, t, recall, mse, tau, dcg_curve, ndcg in zip(
        sigma.tolist(),
        nu.tolist(),
        *(curves(metric(name), sample) for name in ("recall", "MSE", "Kendall tau", "DCG", "nDCG")),
        strict=True,
    ):
        items = oracle.items_in_order(s)
        for k in range(2, 12):
            assert recall[k - 1] == pytest.approx(len(oracle.top(s, k) & oracle.top(t, k)) / k)
            firsts = [(s[item - 1], t[item - 1]) for item in items[:k]]
            assert mse[k - 1] == pytest.approx(sum((x - y) ** 2 for x, y in firsts) / k)
            assert tau[k - 1] == pytest.approx(oracle.TWINS["Kendall tau"](*zip(*firsts, strict=True), k))
            found_k = [(13 - item) / log(position + 1, 2) for position, item in enumerate(oracle.items_in_order(t), 1)]
            best = [(13 - item) / log(item + 1, 2) for item in range(1, 13)]
            assert dcg_curve[k - 1] == pytest.approx(sum(found_k[:k]))
            assert ndcg[k - 1] == pytest.approx(sum(found_k[:k]) / sum(best[:k]))


def test_a_tie_with_one_over_k_is_not_below_it():
    """recall and FNR = 1 − recall change by the same, so they are within 1/k in the same cases."""
    sample = Sample(100, 40, 12, 0)
    shares = {stability(metric(name), sample).why for name in ("recall", "FNR", "precision", "FDR")}
    assert len(shares) == 1


# ---------------------------------------------------------------- own metrics, other readings, refusals


def test_a_metric_of_ones_own_gets_the_same_verdicts():
    """The footrule written by the user, without any knowledge of renaming."""
    mine = own_metric(lambda s, t: sum(abs(x - y) for x, y in zip(s, t, strict=True)), name="mine")
    ours, theirs = (look(one, n=4, only=DECIDED) for one in ("footrule", mine))
    for name in DECIDED:
        assert theirs[name].holds == ours[name].holds
        if name != "distance":
            assert theirs[name].witness == ours[name].witness


def test_a_metric_of_ones_own_that_knows_names():
    """Item 1 counts double: not robust under renaming, and looked at with every first ranking."""
    mine = own_metric(lambda s, t: sum((1 + (i == 0)) * abs(x - y) for i, (x, y) in enumerate(zip(s, t, strict=True))))
    found_ = look(mine, n=4, only=["robustness-2", "distance", "symmetry"])
    verdict = found_["robustness-2"]
    mu, sigma, nu = (np.array(ranking) for ranking in verdict.witness)
    assert not verdict.holds
    assert mine.exact(mu, sigma) != mine.exact(compose(mu, nu), compose(sigma, nu))
    assert found_["distance"].holds
    assert found_["symmetry"].holds


def test_floats_are_compared_with_a_tolerance_and_said_to_be():
    mine = own_metric(lambda s, t: sum(abs(x - y) for x, y in zip(s, t, strict=True)) / 10 + 0.1)
    verdict = look(mine, n=3, only=["identity"])["identity"]
    assert (verdict.holds, verdict.proof) == (False, Proof.NUMERIC)


def test_of_one_ranking():
    mine = own_metric(lambda s: Fraction(1, s[0]), name="first")
    assert mine.inputs == 1
    assert look(mine, n=3, only=["symmetry"])["symmetry"].holds is None
    assert look(mine, n=3, only=["identity"])["identity"].witness == ((1, 2, 3), (1, 2, 3), (1, 3, 2))


def test_the_other_reading_is_not_robust_under_renaming():
    assert look("recall", n=4, only=["robustness-2"])["robustness-2"].holds
    verdict = look(listwise("recall"), n=4, k=2, only=["robustness-2"])["robustness-2"]
    mu, sigma, nu = (np.array(ranking) for ranking in verdict.witness)
    one = listwise("recall")
    assert one.exact(mu, sigma, k=2) != one.exact(compose(mu, nu), compose(sigma, nu), k=2)


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: look("recall", n=1), "from 2 to 20"),
        (lambda: look("recall", n=30), "from 2 to 20"),
        (lambda: look("recall", n=4, k=4), "k=4 must be a whole number from 1 to 3"),
        (lambda: look("recall", only=["beauty"]), "unknown property 'beauty'; the properties are: identity"),
        (lambda: look("recall", pairs=1), "at least 2 pairs"),
        (lambda: look("recal"), "unknown ranking metric 'recal'; did you mean recall"),
        (lambda: look("recall", n=3, only=["symmetry"])["distance"], "was not checked"),
    ],
)
def test_refusals(call, said):
    with pytest.raises(iv.IntervaleError, match=said):
        call()


def test_all_properties_are_there():
    assert set(look("MAE", n=3, pairs=10, size=10).verdicts) == set(MEANINGS)


def test_what_is_known_beyond_the_rankings_that_are_listed():
    found_ = look("MAE", n=12, only=["symmetry", "maximal-agreement", "width-swap"])
    assert found_["symmetry"].proof is Proof.THEOREM
    assert look("Kendall tau", n=12, only=["maximal-agreement"])["maximal-agreement"].proof is Proof.SAMPLED
    assert found_["width-swap"].why == "all swaps to n = 12"
    late = own_metric(lambda s, t: 0 if len(s) < 7 else s[0] - t[0], name="late")
    verdict = look(late, n=7, only=["symmetry"])["symmetry"]
    sigma, nu = verdict.witness
    assert (verdict.holds, len(sigma)) == (False, 7)
    assert late.exact(sigma, nu) != late.exact(nu, sigma)
    verdict = look(late, n=7, only=["maximal-agreement"])["maximal-agreement"]
    assert (verdict.holds, late.exact(*verdict.witness) > 0) == (False, True)


def test_what_is_broken_only_where_rankings_are_drawn():
    """Functions that are well-behaved to n = 6, and break one thing at n = 7."""

    def late(break_it, *only):
        def function(s, t):
            moved = sum(abs(x - y) for x, y in zip(s, t, strict=True))
            return break_it(s, t, moved) if len(s) == 7 else moved

        return look(own_metric(function, name="late"), n=7, only=only or ["distance"])

    assert "m(σ, σ) = 0 fails, n = 7" in late(lambda s, t, moved: moved + 1)["distance"].why
    assert "only where σ = ν fails, n = 7" in late(lambda s, t, moved: max(0, moved - 14))["distance"].why
    assert "a number ≥ 0 fails, n = 7" in late(lambda s, t, moved: -moved)["distance"].why
    assert "symmetry fails, n = 7" in late(lambda s, t, moved: moved * (1 + (s > t)))["distance"].why
    assert "triangle inequality fails, n = 7" in late(lambda s, t, moved: moved**3)["distance"].why
    fine = late(lambda s, t, moved: moved, "distance", "robustness-2")
    assert (fine["distance"].holds, fine["distance"].undecided) == (None, True)
    why = "it holds on all rankings to n = 5; beyond, not refuted on 500 random pairs for each n, seed 0"
    assert fine["robustness-2"].why == why
    named = late(lambda s, t, moved: moved + (s[0] != t[0]), "robustness-2")["robustness-2"]
    mu, _, nu = (np.array(ranking) for ranking in named.witness)
    assert len(mu) == 7
    assert compose(mu, nu).tolist() == list(range(1, 8))
    unique = own_metric(lambda s: sum(x * 10**i for i, x in enumerate(s)) if len(s) < 10 else s[0], name="late")
    verdict = look(unique, n=10, only=["identity"])["identity"]
    assert (verdict.holds, len(verdict.witness[1])) == (False, 10)
    assert verdict.witness[1][0] == verdict.witness[2][0]
