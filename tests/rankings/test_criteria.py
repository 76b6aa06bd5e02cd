"""Criteria of one's own for robustness and stability: against every swap, and against counts of steps."""

from fractions import Fraction
from itertools import combinations, permutations, product

import numpy as np
import pytest

from intervale.errors import OptionError
from intervale.exact.verdict import Proof
from intervale.rankings import METRICS, Sample, curves, metric, normalised, own_metric, properties, select_metrics
from intervale.rankings.criteria import Criteria, Epsilon, criteria_of
from intervale.rankings.robustness import _changes, largest_change, mean_change, small_changes

ALL = [*METRICS.values(), normalised("footrule"), normalised("Kendall tau")]


@pytest.mark.parametrize("one", ALL, ids=[one.name for one in ALL])
def test_all_changes_have_the_mean_that_is_found_faster(one):
    sample = Sample(5, 8, 3, 2)
    changes, every = _changes(one, sample)
    means, as_before = mean_change(one, sample)
    assert every == as_before
    assert [np.nan_to_num(change, nan=0.0, posinf=np.inf).mean() for change in changes] == pytest.approx(means.tolist())


@pytest.mark.parametrize("name", ["recall", "MAE", "Kendall tau", "DCG", "GMR", "LR+", "normalised(footrule)"])
@pytest.mark.parametrize("epsilon", [0.01, 0.3, 1.0])
def test_small_changes_by_making_every_swap(name, epsilon):
    one, sample = metric(name), Sample(4, 7, 3, 9)
    sigma, nu = sample.drawn()
    a = np.broadcast_to(np.arange(1, 8), nu.shape) if one.inputs == 1 else sigma
    k = 3 if one.depends_on_k else 7
    before, small = one.values(a, nu, k), np.zeros(4)
    for i, j in product(range(7), repeat=2):
        swapped = nu.copy()
        swapped[:, [i, j]] = nu[:, [j, i]]
        after = one.values(a, swapped, k)
        with np.errstate(invalid="ignore"):
            small += (after == before) | (np.abs(after - before) < epsilon - 1e-12)
    found, every = small_changes(one, sample, epsilon)
    assert every
    assert found * 49 == pytest.approx(small)


def test_a_share_of_swaps_and_definition_5_as_it_is_written():
    largest = max(
        abs(sum(abs(x - y) for x, y in enumerate(p)) - sum(abs(x - y) for x, y in enumerate(swapped(p, i, j)))) / 5
        for p in permutations(range(5))
        for i, j in combinations(range(5), 2)
    )
    assert largest_change("MAE", 5) == pytest.approx(largest)
    above = properties("MAE", n=3, only="robustness-1", size=5, epsilon=largest + 0.01, share=1)["robustness-1"]
    below = properties("MAE", n=3, only="robustness-1", size=5, epsilon=largest - 0.01, share=1)["robustness-1"]
    at = properties("MAE", n=3, only="robustness-1", size=5, epsilon="1.6", share=1)["robustness-1"]
    assert (above.holds, above.proof) == (True, Proof.THEOREM)
    assert (below.holds, below.witness) == (False, pytest.approx(largest))
    assert (at.holds, at.proof, at.witness) == (False, Proof.THEOREM, Fraction(8, 5))  # and not below 1.6
    for text, n, k, change in (("recall", 20, 5, Fraction(1, 5)), ("tau", 6, None, Fraction(6, 5))):
        at = properties(text, n=3, k=k, only="robustness-1", size=n, epsilon=change, share=1)["robustness-1"]
        assert (at.holds, at.witness) == (False, change)
    share = properties("MAE", n=3, only="robustness-1", size=5, epsilon="0.5", share=0.2)["robustness-1"]
    assert (share.holds, share.proof) == (True, Proof.SAMPLED)
    assert "of the swaps, i = j included, change it by less than 0.5" in share.why
    assert "; 20% are asked for" in share.why


def swapped(p, i, j):
    q = list(p)
    q[i], q[j] = q[j], q[i]
    return q


def test_a_sample_never_proves_that_all_are_small():
    def mine(s, t):
        return sum(x != y for x, y in zip(s, t, strict=True))

    asked = {"n": 3, "only": ["robustness-1", "stability"], "pairs": 20, "size": 10, "share": 1}
    found = properties(own_metric(mine), epsilon=100, epsilon_k=100, **asked)
    for verdict in found.verdicts.values():
        assert (verdict.holds, verdict.undecided) == (None, True)
        assert verdict.why.endswith("100% are asked for: not refuted")
    found = properties(own_metric(mine), epsilon=1, epsilon_k=1, **asked)
    assert [verdict.holds for verdict in found.verdicts.values()] == [False, False]


@pytest.mark.parametrize("epsilon_k", ["1/k", "0.2/k", "0.01", "3/k^2"])
def test_stability_counts_steps_below_epsilon_k(epsilon_k):
    sample = Sample(50, 20, 2, 3)
    found = properties("recall", n=3, only="stability", pairs=50, size=20, seed=3, epsilon_k=epsilon_k, share=0.9)
    steps = np.abs(np.diff(curves(metric("recall"), sample), axis=1))
    small = [float(Epsilon.of(epsilon_k).at(k)) - 1e-12 for k in range(2, 21)]
    defined = ~np.isnan(steps)
    share = (steps < small)[defined].mean()
    verdict = found["stability"]
    assert verdict.why.startswith(f"{share:.2%} ± ")
    assert f" below {Epsilon.of(epsilon_k)}, 50 pairs" in verdict.why
    if not verdict.undecided:
        assert verdict.holds == (share >= 0.9)


def test_without_criteria_the_paper_is_followed():
    found = properties("recall", n=3, only=["robustness-1", "stability"], pairs=50, size=20)
    assert found.criteria == Criteria()
    assert "are asked for" not in found["stability"].why
    assert "is asked for" not in found["robustness-1"].why
    other = properties("recall", n=3, only=["robustness-1"], pairs=50, size=20, epsilon=0.5)
    assert other["robustness-1"].holds
    assert other["robustness-1"].why.endswith("; below 0.5 is asked for")


def test_selection_by_ones_own_criteria():
    strict = select_metrics("stability", among=["recall", "MRR"], n=3)
    loose = select_metrics("stability", among=["recall", "MRR"], n=3, epsilon_k=10, share=0.5)
    assert set(loose.fitting) >= set(strict.fitting)
    assert loose.fitting == ("recall", "MRR")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"epsilon": "1/k"}, "epsilon='1/k' is for swaps, which have no k; write a number"),
        ({"epsilon": 0}, "epsilon=0 must be a positive number"),
        ({"epsilon_k": "1/k^10"}, "epsilon_k='1/k\\^10' must be a positive number, or one over k"),
        ({"epsilon_k": "nan"}, "epsilon_k='nan' must be a positive number"),
        ({"epsilon_k": None, "share": "x"}, "share='x' must be a number above 0, and 1 at most"),
        ({"share": True, "epsilon": []}, "epsilon=\\[\\] must be a positive number"),
    ],
)
def test_criteria_that_are_none(options, message):
    with pytest.raises(OptionError, match=message):
        criteria_of(**options)


def test_what_is_written_is_read_again():
    for text in ("0.05", "1/k", "2/k^2", "(1/3)/k", "1/3"):
        one = Epsilon.of(text)
        assert Epsilon.of(str(one)) == one
