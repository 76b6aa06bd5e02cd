"""m@k against m@(k + i) on rankings by name: against the floats of many pairs, all orders of ties, and plain loops."""

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest
from scipy.stats import kendalltau, rankdata, spearmanr
from sklearn import metrics as sk

from intervale.errors import InputError, OptionError
from intervale.rankings import METRICS, Sample, curves, cutoffs, listwise, metric, normalised, own_metric
from intervale.rankings.at_k import at_k, least_k, most_k
from intervale.rankings.ties import Tied


def moved(s, t):
    return sum(x != y for x, y in zip(s, t, strict=True))


ALL = [*METRICS.values(), normalised("footrule"), own_metric(moved)]


@pytest.mark.parametrize("one", ALL, ids=[one.name for one in ALL])
@pytest.mark.parametrize("ruled", [False, True])
def test_at_k_as_for_many_pairs_in_floats(one, ruled):
    sample = Sample(6, 8, 3, 5)
    sigma, nu = sample.drawn()
    if one.inputs == 1:
        sigma = np.broadcast_to(np.arange(1, 9), nu.shape)
    found = curves(one, sample)
    compared = 0
    for row in range(6):
        order = np.argsort(sigma[row])
        pair = Tied(sigma[row][order], nu[row][order], (8, 8))
        for k in range(least_k(one), most_k(one, 8) + 1):
            value = at_k(one, pair, k, ruled=ruled).value
            assert (np.inf if value is None else value) == pytest.approx(found[row, k - 1])
            compared += 1
    assert compared >= 24


def orders(row):
    """All rankings without ties that keep the order of tiers."""
    tiers = [np.flatnonzero(row == at) for at in np.unique(row)]
    for parts in product(*(permutations(tier) for tier in tiers)):
        found = np.empty(len(row), dtype=int)
        found[[place for part in parts for place in part]] = np.arange(1, len(row) + 1)
        yield found


def tiers(seed, count, most):
    rows = np.random.default_rng(seed).integers(0, most, size=(count, 6))
    return [rankdata(row, method="min").astype(int) for row in rows]


@pytest.mark.parametrize("name", ["DCG", "nDCG"])
def test_dcg_at_k_of_ties_is_the_mean_over_all_orders(name):
    for seed in range(10):
        first, second = np.random.default_rng(seed).permutation(6) + 1, tiers(seed, 1, 3)[0]
        for k in range(1, 7):
            score = at_k(metric(name), Tied(first, second, (6, 6)), k, ruled=True)
            gains = 7 - first
            dcg = [(gains / np.log2(order + 1))[order <= k].sum() for order in orders(second)]
            ideal = sum((6 - at) / np.log2(at + 2) for at in range(k)) if name == "nDCG" else 1
            assert score.value == pytest.approx(np.mean(dcg) / ideal)


def test_errors_and_correlations_of_the_first_k_of_the_reference():
    compared = 0
    for seed in range(40):
        first, second = tiers(seed, 2, 4)
        x, y = (rankdata(side) for side in (first, second))
        pair = Tied(first, second, (6, 6))
        for k in range(2, 7):
            top = first <= k
            if top.sum() != k:
                assert at_k(metric("MAE"), pair, k, ruled=True).why == (
                    f"a tie of the reference crosses position k = {k}; use another k"
                )
                continue
            if len(set(x[top])) == 1 or len(set(y[top])) == 1:
                continue
            expected = {
                "MSE": sk.mean_squared_error(x[top], y[top]),
                "RMSE": sk.mean_squared_error(x[top], y[top]) ** 0.5,
                "MAE": sk.mean_absolute_error(x[top], y[top]),
                "MAPE": sk.mean_absolute_percentage_error(x[top], y[top]),
                "R2": sk.r2_score(x[top], y[top]),
                "tau": kendalltau(x[top], y[top]).statistic,
                "rho": spearmanr(x[top], y[top]).statistic,
                "footrule": np.abs(rankdata(x[top]) - rankdata(y[top])).sum(),
            }
            assert {name: at_k(metric(name), pair, k, ruled=True).value for name in expected} == pytest.approx(expected)
            compared += 1
    assert compared > 40


ITEMS = list("abcdef")


def drawn(seed, count=4):
    random = np.random.default_rng(seed)
    return {f"r{number}": random.permutation(ITEMS).tolist() for number in range(count)}


@pytest.mark.parametrize("by", [1, 2, 3])
def test_steps_and_orders_by_plain_loops(by):
    for seed in range(6):
        rankings = drawn(seed)
        names = ["recall", "MRR", "tau", "footrule", "DCG"]
        found = cutoffs(ITEMS, rankings, names, by=by, epsilon_k="0.5/k", share=0.5)
        for one in found.metrics.values():
            pairs = {name: Tied(np.arange(1, 7), positions(items), (6, 6)) for name, items in rankings.items()}
            last = most_k(one.metric, 6)
            value = {
                (name, k): float(at_k(one.metric, pair, k, ruled=False).exact)
                for name, pair in pairs.items()
                for k in range(least_k(one.metric), last + 1)
            }
            spans = range(least_k(one.metric), last - by + 1)
            changes = {(name, k): abs(value[name, k + by] - value[name, k]) for name in pairs for k in spans}
            assert {(step.ranking, step.k): step.change for step in one.steps} == pytest.approx(changes)
            small = sum(change < 0.5 / (k + by) - 1e-9 for (_, k), change in changes.items())
            assert (one.below, one.open) == (small, 0)
            assert one.stable == (small >= len(changes) / 2)
            assert one.largest.change == pytest.approx(max(changes.values()))
            assert one.mean == pytest.approx(np.mean(list(changes.values())))
            signs = [
                tuple(np.sign(round(value[a, at] - value[b, at], 9)) for at in (k, k + by))
                for k in spans
                for a, b in combinations(pairs, 2)
            ]
            assert one.orders.pairs == len(signs)
            assert one.orders.discordant == sum(x * y < 0 for x, y in signs)
            assert one.orders.tied_first + one.orders.tied_second == sum((x == 0) != (y == 0) for x, y in signs)


def positions(items):
    return np.array([1 + items.index(item) for item in ITEMS])


def test_a_change_as_large_as_epsilon_is_not_below_it():
    found = cutoffs(list("abc"), {"x": list("bac")}, ["recall"], k=1, epsilon_k=1)["recall"]
    assert (found.steps[0].change, found.steps[0].below, found.stable) == (1, False, False)
    found = cutoffs(list("abc"), {"x": list("bac")}, ["recall"], k=1, epsilon_k="1.0000000001")["recall"]
    assert (found.steps[0].below, found.stable) == (True, True)


def test_what_floats_cannot_decide_is_open():
    """RMSE is a root: √2 − √1 is no fraction, and a number very near to it is too near."""
    rankings = {"x": list("bcad")}
    change = cutoffs(list("abcd"), rankings, ["RMSE"], k=2)["RMSE"].steps[0].change
    one = cutoffs(list("abcd"), rankings, ["RMSE"], k=2, epsilon_k=change)["RMSE"]
    assert (one.below, one.open, one.stable, one.steps[0].below) == (0, 1, None, None)
    assert cutoffs(list("abcd"), rankings, ["RMSE"], k=2, epsilon_k=change * 1.001)["RMSE"].stable
    assert cutoffs(list("abcd"), rankings, ["RMSE"], k=2, epsilon_k=change * 0.999)["RMSE"].stable is False


def test_ties_and_items_left_out():
    tied = {"x": ["b", ["a", "c"], "d"], "y": ["d"]}
    found = cutoffs(["a", "b", "c", "d"], tied, ["tau", "recall"], ties="average", missing="bottom")
    steps = {(step.ranking, step.k): step for step in found["recall"].steps}
    assert (steps["x", 1].first.exact, steps["x", 1].change) == (0, None)
    assert steps["x", 1].second.why == "a tie of the ranking crosses position k = 2; use another k"
    assert (steps["y", 1].first.exact, steps["y", 1].second.exact) == (0, None)
    steps = {(step.ranking, step.k): step for step in found["tau"].steps}
    assert steps["y", 2].first.why == "one of the rankings ties all items"  # y leaves out a, b and c
    assert (steps["x", 2].first.exact, steps["x", 3].second.exact) == (-1, Fraction(9, 30))
    assert len(found.columns()["change"]) == len(found["tau"].steps) + len(found["recall"].steps)


def overlap_distance(first, second, k, p=0.9):
    """1 − RBO of two lists to depth k, by the definition."""
    weights = [p ** (depth - 1) for depth in range(1, k + 1)]
    both = [len(set(first[:depth]) & set(second[:depth])) / depth for depth in range(1, k + 1)]
    return 1 - sum(w * share for w, share in zip(weights, both, strict=True)) / sum(weights)


@pytest.mark.parametrize("missing", ["error", "bottom"])
def test_overlap_at_k_is_that_of_the_two_lists_to_depth_k(missing):
    for seed in range(5):
        lists = drawn(seed)
        if missing == "bottom":
            lists = {name: items[:4] for name, items in lists.items()}
        first = lists["r0"]
        found = cutoffs(first, lists, ["RBO distance"], ties="average", missing=missing)["RBO distance"]
        assert len(found.steps) == len(lists) * (len(first) - 1)
        for step in found.steps:
            expected = [overlap_distance(first, lists[step.ranking], k) for k in (step.k, step.k + 1)]
            assert (step.first.value, step.second.value) == pytest.approx(tuple(expected))
    apart = cutoffs(list("abcd"), {"x": list("cdab")}, ["RBO distance"], k=2)["RBO distance"].steps[0]
    assert apart.first.exact == 1  # no item in both tops


def test_overlap_at_k_beyond_a_list_is_undefined():
    lists = {"x": list("abx"), "y": list("yab")}
    found = cutoffs(list("abc"), lists, ["RBO distance"], k=[2, 3], ties="min", missing="bottom")["RBO distance"]
    assert [step.second.why for step in found.steps if step.k == 3] == ["the reference has 3 items, fewer than 4"] * 2


def test_lists_that_leave_items_out_are_compared_to_the_end_of_the_shorter_one():
    lists = {"x": list("bacz"), "y": list("ab")}
    found = cutoffs(list("abcd"), lists, ["recall", "tau"], ties="average", missing="bottom")
    spans = {(name, step.ranking): step.k + 1 for name, one in found.metrics.items() for step in one.steps}
    assert spans == {("recall", "x"): 4, ("recall", "y"): 2, ("Kendall tau", "x"): 4, ("Kendall tau", "y"): 3}


def test_what_is_refused():
    rankings = {"x": list("bac")}
    with pytest.raises(OptionError, match=r"x has 3 items, too few to compare recall@k with recall@\(k \+ 5\)"):
        cutoffs(list("abc"), rankings, ["recall"], by=5)
    with pytest.raises(OptionError, match="k=3 must be a whole number from 1 to 2 for DCG of x, which has 3 items"):
        cutoffs(list("abc"), rankings, ["DCG"], k=3)
    with pytest.raises(OptionError, match="share=2 must be a number above 0, and 1 at most"):
        cutoffs(list("abc"), rankings, ["DCG"], share=2)
    with pytest.raises(OptionError, match=r"epsilon_k='-1/k' must be a positive number, or one over k: 0.05, 1/k"):
        cutoffs(list("abc"), rankings, ["DCG"], epsilon_k="-1/k")
    with pytest.raises(OptionError, match="no rule is known for the first k of rankings read as lists"):
        cutoffs(list("abc"), rankings, [listwise("recall")], k=1)
    many = [f"i{number}" for number in range(201)]
    with pytest.raises(OptionError, match="x has 201 items, too many to compare all cutoffs \\(at most 200\\); name k"):
        cutoffs(many, {"x": many[::-1]}, ["recall"])
    assert cutoffs(many, {"x": many[::-1]}, ["recall"], k=[10, 100])["recall"].steps[1].k == 100
    with pytest.raises(InputError, match="nDCG cannot be compared exactly for x with 3 items and y with 2"):
        cutoffs(list("abc"), {"x": list("bac"), "y": list("ba")}, ["nDCG"], missing="common")
    tied = ["a", ["b", "c"], "d"]
    with pytest.raises(InputError, match="nDCG cannot be compared exactly for x and y, which rank different items"):
        cutoffs(tied, {"x": list("bca"), "y": list("adb")}, ["nDCG"], k=1, ties="min", missing="common")


def test_usual_metrics_that_do_not_fit_are_left_out():
    found = cutoffs(list("abcd"), {"x": list("bacd"), "y": list("bac")}, k=1, missing="common")
    assert list(found.metrics) == ["recall", "MRR", "RBO distance"]  # no nDCG for other items, no tau of one item
    assert set(found.left_out) == {"nDCG", "Kendall tau"}
    with pytest.raises(OptionError, match="k=9 must be a whole number from 1 to 2 for nDCG"):
        cutoffs(list("abc"), {"x": list("bac")}, k=9)
    with pytest.raises(OptionError, match="k names no cutoff; leave it out for all of them"):
        cutoffs(list("abc"), {"x": list("bac")}, k=[])
    for k in ("2", 1.5, ["1"]):
        with pytest.raises(OptionError, match=r"k=.* must be a whole number from 1 to 2"):
            cutoffs(list("abc"), {"x": list("bac")}, ["DCG"], k=k)
    for k in ([[1]], np.array(1), {1: 2}):
        with pytest.raises(OptionError, match=r"k=.* must be a whole number, or several: k=10 or k=\[5, 10\]"):
            cutoffs(list("abc"), {"x": list("bac")}, ["DCG"], k=k)
    with pytest.raises(OptionError, match="k=True must be a whole number"):
        cutoffs(list("abc"), {"x": list("bac")}, ["DCG"], k=True)
    assert cutoffs(list("abc"), {"x": list("bac")}, ["DCG"], k=np.array([1, 2])).k == (1, 2)


def test_two_infinite_values_have_no_difference():
    """LR+ is infinite at every cutoff where both tops are the same: nothing is known of its change."""
    one = cutoffs(list("abcdef"), {"x": list("abcdef")}, ["LR+"])["LR+"]
    assert {(step.change, step.why) for step in one.steps} == {(None, "both values are infinite")}
    assert (one.stable, len(one.defined)) == (None, 0)
    assert cutoffs(list("abcdef"), {"x": list("bacdef")}, ["LR+"], k=1)["LR+"].largest.change == float("inf")


def test_two_names_of_one_metric_and_what_is_not_there():
    found = cutoffs(list("abc"), drawn_of("abc"), ["tau"])
    assert found["Kendall tau"] is found["tau"]
    assert repr(found) == "Cutoffs(0 of 1 metrics stable on 2 rankings)"
    with pytest.raises(OptionError, match="recall is not here: Kendall tau"):
        found["recall"]


def drawn_of(items):
    return {"x": list(items)[::-1], "y": [items[1], items[0], *items[2:]]}
