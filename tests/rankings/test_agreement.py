"""Agreement and consistency against loops; choosing."""

from fractions import Fraction
from itertools import combinations, product

import numpy as np
import pytest

import intervale as iv
from intervale.rankings import METRICS, PAPER, agreement, consistency, metric, own_metric, properties, select_metrics
from intervale.rankings.agreement import PairCounts, pair_counts
from intervale.rankings.domains import DOMAINS
from intervale.rankings.select_metrics import needs_of
from tests.oracle import rankings as oracle

RANDOM = np.random.default_rng(8)


@pytest.mark.parametrize("high", [2, 5, 50])
def test_pair_counts_as_loops_have_them(high):
    lists = [tuple(RANDOM.integers(-high, high, (2, 40))) for _ in range(70)]
    for counts, (x, y) in zip(pair_counts(lists), lists, strict=True):
        assert vars_of(counts) == oracle.agreement(x.tolist(), y.tolist())
        assert counts.pairs == 40 * 39 // 2


def vars_of(counts):
    return {name: getattr(counts, name) for name in PairCounts.__dataclass_fields__}


def test_all_pairs_of_metrics_on_four_items():
    found = agreement(list(METRICS), n=4, k=2, oriented=False)
    assert found.exact
    values = {
        name: [one.exact(range(1, 5), t, k=2 if one.depends_on_k else None) for t in oracle.group(4)]
        for name, one in METRICS.items()
    }
    for a, b in combinations(METRICS, 2):
        counts = oracle.agreement(values[a], values[b])
        assert vars_of(found[a, b]) == counts
        assert found[b, a].tied_first == counts["tied_second"]
        assert found[a, b].ratio == Fraction(counts["concordant"] + counts["tied_both"], 276)
    assert found.matrix.shape == (42, 42)


def test_a_sample_is_repeatable_and_near_the_truth():
    names = ["Kendall tau", "Spearman rho", "DCG", "MAPE"]
    exact, drawn = agreement(names, n=7), agreement(names, n=7, rankings=3000, seed=5)
    assert (exact.seed, drawn.seed) == (None, 5)
    for pair in combinations(names, 2):
        truth, seen = float(exact[pair].ratio), float(drawn[pair].ratio)
        assert 0 < abs(truth - seen) < 3 * drawn.error(seen)  # 1.5 times beyond what 95% of samples are within
        assert exact.error(truth) == 0
    again = agreement(names, n=7, rankings=3000, seed=5)
    assert again.counts == drawn.counts


def test_opposite_and_equal_metrics():
    found = agreement(["recall", "FNR", "precision", "MCC"], n=20, rankings=200, oriented=False)
    assert found["recall", "precision"].ratio == found["recall", "MCC"].ratio == 1
    assert found["recall", "FNR"].concordant == 0
    turned = agreement(["recall", "FNR"], n=20, rankings=200)
    assert (turned.oriented, turned["recall", "FNR"].ratio) == (True, 1)
    assert agreement(["tau", "NDPM"], n=5).k is None
    assert agreement(["tau", "recall"], n=10, rankings=5).k == 3


def test_orders_of_metrics():
    found = agreement(n=12, rankings=300, oriented=False)
    assert sorted(found.clustered()) == sorted(found.grouped()) == sorted(PAPER)
    order = found.clustered()
    places = sorted(order.index(name) for name in ("recall", "precision", "F1", "FM", "MCC"))
    errors = sorted(order.index(name) for name in ("FNR", "FDR", "FOR", "fallout"))
    assert errors[0] > places[-1] or errors[-1] < places[0]
    assert agreement(["tau", "rho"], n=4).clustered() == ["Kendall tau", "Spearman rho"]


def slow_consistency(one, two, n):
    """Definition 1 by loops over all triples."""
    group = oracle.group(n)
    x = {t: one.exact(group[0], t, k=max(1, n // 2) if one.depends_on_k else None) for t in group}
    y = {t: two.exact(group[0], t, k=max(1, n // 2) if two.depends_on_k else None) for t in group}
    return not any(
        x[s] <= x[m] and y[s] <= y[m] and x[s] <= x[v] and y[s] > y[v] for s, m, v in product(group, repeat=3)
    )


@pytest.mark.parametrize(
    ("first", "second"),
    [("recall", "precision"), ("recall", "FNR"), ("tau", "rho"), ("MRR", "meanRank"), ("DCG", "nDCG"),
     ("Hamming", "Cayley"), ("Cayley", "Hamming"), ("R2", "rho"), ("MAE", "MAPE"), ("Chebyshev", "MAE")],
)  # fmt: skip
def test_consistency_as_written(first, second):
    one, two = metric(first), metric(second)
    verdict = consistency(first, second, n=4)
    slow = [slow_consistency(one, two, n) for n in (2, 3, 4)]
    assert bool(verdict.holds) == all(slow)
    if not verdict.holds:
        sigma, mu, nu = verdict.witness
        n = len(sigma)
        assert n == 2 + slow.index(False)
        k = max(1, n // 2)
        m1, m2 = (
            {t: m.exact(range(1, n + 1), t, k=k if m.depends_on_k else None) for t in (sigma, mu, nu)}
            for m in (one, two)
        )
        assert m1[sigma] <= m1[mu]
        assert m2[sigma] <= m2[mu]
        assert m1[sigma] <= m1[nu]
        assert m2[sigma] > m2[nu]


def test_refusals_of_agreement():
    for call, said in (
        (lambda: agreement(["tau"]), "needs at least two metrics"),
        (lambda: agreement(["tau", "rho"], n=1), "from 2 to"),
        (lambda: agreement(["tau", "rho"], rankings=1), "from 2 to"),
        (lambda: agreement(["tau", "recall"], n=10, k=10), "k=10 must be a whole number from 1 to 9"),
        (lambda: agreement(["tau", "rho"], n=4)["tau", "MSE"], "not both in this agreement"),
        (lambda: consistency("tau", "rho", n=12), "from 2 to 8"),
    ):
        with pytest.raises(iv.OptionError, match=said):
            call()


def test_choosing():
    found = select_metrics(["symmetry", "distance"], n=5)
    have = {
        name
        for name in METRICS
        if all(v.holds for v in properties(name, n=5, only=["symmetry", "distance"]).verdicts.values())
    }
    assert set(found.fitting) == have
    assert "Cayley" in have
    assert "MSE" not in have
    lacking = {fit.metric.name: fit.lacks for fit in found.fits}
    assert lacking["MSE"] == ("distance",)
    assert lacking["DCG"] == ("symmetry",)  # to n = 5 DCG has no ties
    assert select_metrics(["identity"], n=6).fitting == ("DCG", "nDCG")
    assert select_metrics(["identity"], n=7).fitting == ()


def test_domains_and_own_metrics():
    assert needs_of((), "Rank aggregation") == DOMAINS["rank aggregation"]
    assert needs_of(["stability"], "information-retrieval")[0] == "stability"
    assert needs_of((), "(Fair) rank aggregation") == DOMAINS["rank aggregation"]
    assert needs_of((), "Contexts independent from ground truths") == ("symmetry",)
    mine = own_metric(lambda s, t: int(s != t), name="discrete")
    found = select_metrics(["distance", "identity"], among=[mine, "tau"], n=4)
    assert [fit.metric.name for fit in found.fits] == ["discrete", "Kendall tau"]
    assert found.fits[0].lacks == ("identity",)
    for wrong, said in (
        (lambda: select_metrics([]), "at least one property"),
        (lambda: needs_of((), "rank agregation"), "did you mean rank aggregation"),
    ):
        with pytest.raises(iv.OptionError, match=said):
            wrong()
