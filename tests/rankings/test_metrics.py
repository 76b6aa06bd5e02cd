"""Every metric against slow twins, scipy and scikit-learn; exact faces against floats; bad input."""

from fractions import Fraction
from itertools import product

import numpy as np
import pytest
import scipy.stats

import intervale as iv
from intervale.exact import LogSum
from intervale.rankings import METRICS, PAPER, Group, as_rankings, dcg, listwise, metric, own_metric, rank_biased
from tests.oracle import rankings as oracle

RANDOM = np.random.default_rng(20)
SIZES = [(2, 1), (3, 2), (5, 2), (10, 5), (17, 3), (30, 20)]


def drawn(n, count=20):
    return [(RANDOM.permutation(n) + 1, RANDOM.permutation(n) + 1) for _ in range(count)]


def test_there_are_33_and_the_classical_distances():
    assert len(PAPER) == 33
    assert [name for name, one in METRICS.items() if one.group is Group.DISTANCE] == [
        "Kendall", "footrule", "Spearman", "Cayley", "Ulam", "Hamming", "Chebyshev", "weighted Kendall", "RBO distance",
    ]  # fmt: skip
    assert set(oracle.TWINS) == set(METRICS)


@pytest.mark.parametrize("name", METRICS)
def test_scores_as_the_slow_twin(name):
    one, twin = metric(name), oracle.TWINS[name]
    for n, k in SIZES:
        pairs = drawn(n)
        same = [(s, s) for s, _ in pairs[:2]]
        for s, t in pairs + same:
            expected = twin(s.tolist(), t.tolist(), k)
            assert one.score(s, t, k=k) == pytest.approx(expected, rel=1e-12, abs=1e-12)
        first, second = (np.array([pair[side] for pair in pairs]) for side in (0, 1))
        expected = [twin(s.tolist(), t.tolist(), k) for s, t in pairs]
        assert one.score(first, second, k=k).tolist() == pytest.approx(expected, rel=1e-12, abs=1e-12)


@pytest.mark.parametrize("name", METRICS)
def test_the_exact_face_is_what_it_says(name):
    one = metric(name)
    undo = {
        "its square": lambda x, n, k: float(x) ** 0.5,
        "its k-th power": lambda x, n, k: float(x) ** (1 / k),
        "the value": lambda x, n, k: float(x),
        "DCG, which is nDCG times the DCG of the true ranking": lambda x, n, k: (
            float(x) / oracle.dcg(tuple(range(1, n + 1)))
        ),
        "FPR / (TPR + FPR), which grows with it": lambda x, n, k: (
            float(x) ** 0.5 / (float(x) ** 0.5 + (1 - float(x)) ** 0.5)
        ),
    }[one.exact_is]
    for n, k in SIZES:
        for s, t in drawn(n, 5):
            value = one.exact(s, t, k=k)
            assert isinstance(value, int | Fraction | LogSum) or value == float("inf")
            assert undo(value, n, k) == pytest.approx(oracle.TWINS[name](s.tolist(), t.tolist(), k), rel=1e-12)


@pytest.mark.parametrize("n", [2, 7, 40])
def test_as_scipy(n):
    for s, t in drawn(n):
        assert metric("Kendall tau").score(s, t) == pytest.approx(scipy.stats.kendalltau(s, t).statistic)
        assert metric("Spearman rho").score(s, t) == pytest.approx(scipy.stats.spearmanr(s, t).statistic)
        distance = scipy.spatial.distance
        assert metric("footrule").score(s, t) == distance.cityblock(s, t)
        assert metric("Spearman").score(s, t) == pytest.approx(distance.euclidean(s, t))
        assert metric("Chebyshev").score(s, t) == distance.chebyshev(s, t)
        assert metric("Hamming").score(s, t) == pytest.approx(distance.hamming(s, t) * n)
        assert metric("SMAPE").score(s, t) == pytest.approx(2 * distance.canberra(s, t) / n)
        assert metric("GMR").score(t, k=n) == pytest.approx(scipy.stats.gmean(t))


@pytest.mark.parametrize(("n", "k"), [(6, 2), (20, 10), (40, 30)])
def test_as_scikit_learn(n, k):
    sk = pytest.importorskip("sklearn.metrics")
    for s, t in drawn(n):
        true, found = s <= k, t <= k
        beside = {
            "recall": sk.recall_score, "precision": sk.precision_score, "accuracy": sk.accuracy_score,
            "BA": sk.balanced_accuracy_score, "F1": sk.f1_score, "MCC": sk.matthews_corrcoef,
            "Jaccard": sk.jaccard_score,
        }  # fmt: skip
        for name, function in beside.items():
            assert metric(name).score(s, t, k=k) == pytest.approx(function(true, found)), name
        assert metric("TNR").score(s, t, k=k) == pytest.approx(sk.recall_score(~true, ~found))
        assert metric("NPV").score(s, t, k=k) == pytest.approx(sk.precision_score(~true, ~found))
        if true[~found].any() and (~true & ~found).any():
            positive, negative = sk.class_likelihood_ratios(true, found)
            assert metric("LR+").score(s, t, k=k) == pytest.approx(positive)
            assert metric("LR-").score(s, t, k=k) == pytest.approx(negative)
        assert metric("MSE").score(s, t) == pytest.approx(sk.mean_squared_error(s, t))
        assert metric("RMSE").score(s, t) == pytest.approx(sk.root_mean_squared_error(s, t))
        assert metric("MAE").score(s, t) == pytest.approx(sk.mean_absolute_error(s, t))
        assert metric("MAPE").score(s, t) == pytest.approx(sk.mean_absolute_percentage_error(s, t))
        assert metric("R2").score(s, t) == pytest.approx(sk.r2_score(s, t))
        gains, positions = np.array([n + 1 - s]), np.array([n + 1 - t])
        assert metric("DCG").score(s, t) == pytest.approx(sk.dcg_score(gains, positions))
        assert metric("nDCG").score(s, t) == pytest.approx(sk.ndcg_score(gains, positions))


def test_the_weighted_kendall_distance_is_the_cheapest_path():
    """Against Dijkstra's algorithm on the graph of all lists."""
    one = metric("weighted Kendall")
    for n in (2, 3, 4, 5, 6):
        paths = oracle.cheapest_paths(n)
        identity = tuple(range(1, n + 1))
        for items, cost in paths.items():
            ranking = np.argsort(items) + 1  # the position of each item
            assert one.exact(identity, ranking) == cost


def test_infinite_is_not_zero():
    same = [1, 2, 3, 4]
    assert metric("LR+").score(same, same, k=2) == float("inf")
    assert metric("LR+").exact(same, same, k=2) == float("inf")
    assert metric("LR-").exact(same, [3, 4, 1, 2], k=2) == float("inf")
    assert metric("PT").score(same, same, k=2) == 0
    assert metric("PT").exact(same, [1, 3, 2, 4], k=2) == Fraction(1, 2)  # TPR = FPR, where the usual formula is 0/0


@pytest.mark.parametrize(("first", "second"), [("R2", lambda t, r: 2 * r - 1), ("NDPM", lambda t, r: (1 - t) / 2)])
def test_metrics_that_are_functions_of_another(first, second):
    for s, t in drawn(9):
        tau, rho = metric("Kendall tau").exact(s, t), metric("Spearman rho").exact(s, t)
        assert metric(first).exact(s, t) == second(tau, rho)


def test_names_and_functions():
    names = {"mcc": "MCC", "Kendall's τ": "Kendall tau", "Spearman ρ": "Spearman rho", "LR−": "LR-", "R²": "R2"}
    for name, ours in (names | {"mean_rank": "meanRank", "balanced accuracy": "BA"}).items():
        assert metric(name) is METRICS[ours]
    assert metric(METRICS["MSE"]) is METRICS["MSE"]
    with pytest.raises(iv.OptionError, match="unknown ranking metric 'Spearmann'; did you mean Spearman"):
        metric("Spearmann")
    moved = own_metric(lambda s, t: sum(x != y for x, y in zip(s, t, strict=True)), name="moved")
    for s, t in drawn(6, 5):
        assert moved.score(s, t) == metric("Hamming").score(s, t)
        assert moved.exact(s, t) == metric("Hamming").exact(s, t)


def test_the_other_reading_of_the_first_k():
    """003's σ(1), …, σ(k): positions of the items 1..k where σ gives positions."""
    for s, t in drawn(8):
        both = set(s[:3].tolist()) & set(t[:3].tolist())
        assert listwise("recall").exact(s, t, k=3) == Fraction(len(both), 3)
        assert listwise("recall").score(s, t, k=3) == pytest.approx(len(both) / 3)


def test_options_of_metrics():
    s, t = (1, 2, 3, 4), (2, 1, 4, 3)
    assert rank_biased(0.5).score(s, t) == pytest.approx(oracle.overlap_distance(s, t, 0.5))
    assert dcg("exponential").score(t) == pytest.approx(sum((2 ** (5 - i) - 1) / np.log2(t[i - 1] + 1) for i in s))
    assert float(dcg("exponential").exact(t)) == pytest.approx(dcg("exponential").score(t))
    for wrong in (lambda: rank_biased(1), lambda: dcg("square"), lambda: own_metric(lambda: 0)):
        with pytest.raises(iv.OptionError):
            wrong()


@pytest.mark.parametrize(
    ("rankings", "said"),
    [
        ([1, 1, 3], r"\(1, 1, 3\) is not a ranking: the position 1 appears twice; each of 1..3 must occur once"),
        ([0, 1, 2], "0 is not in 1..3"),
        ([1, 2, 4], "4 is not in 1..3"),
        ([1.5, 2, 3], "positions are whole numbers from 1"),
        ([1.0, float("inf")], "positions are whole numbers from 1"),
        ([1.0, float("nan")], "positions are whole numbers from 1"),
        (None, "is not a ranking"),
        ([10**30, 1], "positions are whole numbers from 1"),
        ([[True, False]], "positions are whole numbers from 1"),
        (["a", "b"], "positions are whole numbers"),
        ([], "is not a ranking"),
        (3, "is not a ranking"),
        ([[1, 2], [1, 2, 3]], "different lengths"),
        ([[1, 2, 3], [1, 2, 2]], "ranking 2: the position 2 appears twice"),
    ],
)
def test_what_is_no_ranking(rankings, said):
    with pytest.raises(iv.InputError, match=said):
        as_rankings(rankings)


def test_calls_that_are_wrong():
    tau, recall = metric("Kendall tau"), metric("recall")
    with pytest.raises(iv.InputError, match="the rankings have 3 and 2 items; they must have the same length"):
        tau.score([1, 2, 3], [2, 1])
    with pytest.raises(iv.OptionError, match="compares two rankings; give it both"):
        tau.score([1, 2, 3])
    with pytest.raises(iv.InputError, match="leaves nothing to compare"):
        tau.score([1], [1])
    for k in (0, 3, -1, 1.0, True):
        with pytest.raises(iv.OptionError, match="must be a whole number from 1 to 2 for rankings of 3 items"):
            recall.score([1, 2, 3], [2, 1, 3], k=k)
    assert metric("meanRank").score([1, 2, 3], k=3) == 2
    with pytest.raises(iv.OptionError, match="from 1 to 3"):
        metric("meanRank").score([1, 2, 3], k=4)
    with pytest.raises(iv.OptionError, match="use score"):
        tau.exact([[1, 2]], [[2, 1]])
    with pytest.raises(iv.MeasureError, match="failed on"):
        own_metric(lambda s, t: "x", name="words").score([1, 2], [2, 1])


def test_arrays_of_rankings_are_broadcast():
    group = np.array(oracle.group(4))
    table = metric("Cayley").score(group[:, None], group[None])
    assert table.shape == (24, 24)
    for (i, s), (j, t) in product(enumerate(oracle.group(4)), repeat=2):
        assert table[i, j] == oracle.cayley(s, t)
    with pytest.raises(iv.InputError, match="arrays of rankings of shapes"):
        metric("Cayley").score(group[:3], group[:2])
