"""Interpretable values (§6): the conditions, where the least value is, and normalised metrics, by brute force."""

from fractions import Fraction
from itertools import pairwise, permutations, product

import numpy as np
import pytest

from intervale.errors import OptionError
from intervale.exact.permutations import all_permutations
from intervale.exact.verdict import Proof
from intervale.rankings import INTERPRETABILITY, MEANINGS, METRICS, metric, normalised, own_metric, value_range
from intervale.rankings import properties as look
from intervale.rankings.levels import levels
from intervale.rankings.robustness import largest_change, mean_change
from intervale.rankings.sampled import Sample

INFINITE = ("LR+", "LR-")
FINITE = [name for name in METRICS if name not in INFINITE]


def turned(sigma):
    return tuple(len(sigma) + 1 - x for x in sigma)


def back(sigma):
    return tuple(sigma.index(x) + 1 for x in range(1, len(sigma) + 1))


def slow(one, n):
    """Whether m is least at all reversals, and at all inverses, over all pairs of rankings."""
    everyone, k = list(permutations(range(1, n + 1))), one.checked_k(None, n)
    least = min(one.exact(s, t, k=k) for s, t in product(everyone, repeat=2))
    pairs = ([(s, turned(s)) for s in everyone], [(back(s), s) for s in everyone])
    return tuple(all(one.exact(s, t, k=k) == least for s, t in side) for side in pairs)


@pytest.mark.parametrize("name", METRICS)
def test_where_the_least_value_is(name):
    one = metric(name)
    found = look(one, n=4, only=["least-at-reversal", "least-at-inverse"]).verdicts.values()
    sides = list(zip(*(slow(one, n) for n in (2, 3, 4)), strict=True))
    assert [verdict.holds for verdict in found] == [all(side) for side in sides]
    for verdict, side in zip(found, sides, strict=True):
        if verdict.holds is False:
            sigma, nu, *least = verdict.witness
            k = one.checked_k(None, len(nu))
            assert one.exact(sigma, nu, k=k) > one.exact(*least, k=k)
            assert len(nu) == next(n for n, holds in zip((2, 3, 4), side, strict=True) if not holds)


def test_no_metric_of_the_catalogue_is_least_at_the_inverse():
    """The identity is its own inverse, so that only distances get past n = 2."""
    for name in METRICS:
        assert look(name, n=4, only="least-at-inverse")["least-at-inverse"].holds is False, name


@pytest.mark.parametrize("name", METRICS)
def test_interpretable_is_the_three_conditions(name):
    found = look(name, n=4, only=INTERPRETABILITY)
    three = [found[part].holds for part in ("constant-maximum", "maximal-agreement", "minimal-agreement")]
    assert found["interpretable"].holds is all(three)
    assert found["interpretable"].why.count("yes") == sum(three)
    assert all(f"({number})" in found["interpretable"].why for number in (1, 2, 3))


def test_only_where_asked_for():
    assert not set(look("tau", n=3, pairs=5, size=10).verdicts) - set(MEANINGS)


def test_larger_rankings_by_the_exact_least_value():
    found = look("Spearman rho", n=15, only="least-at-reversal")["least-at-reversal"]
    assert (found.holds, found.proof) == (True, Proof.CERTIFIED)
    mape = look("normalised(MAPE)", n=12, only="least-at-reversal")["least-at-reversal"]
    assert (mape.holds, mape.witness[1:]) == (False, ((3, 2, 1), (1, 2, 3), (3, 1, 2)))


def test_functions_of_ones_own():
    def alike(s, t):
        return sum(x == y for x, y in zip(s, t, strict=True))

    found = look(alike, n=6, only=INTERPRETABILITY)
    assert found["interpretable"].holds is False
    assert found["least-at-reversal"].witness == ((1, 2, 3), (3, 2, 1), (1, 2, 3), (2, 3, 1))
    share = own_metric(
        lambda s, t: Fraction(-sum(abs(x - y) for x, y in zip(s, t, strict=True))), name="minus footrule"
    )
    least = look(share, n=6, only=["least-at-reversal", "interpretable"])
    assert least["least-at-reversal"].undecided
    assert "all rankings to n = 5" in least["least-at-reversal"].why
    assert least["interpretable"].undecided


# ---------------------------------------------------------------- normalised


@pytest.mark.parametrize("name", FINITE)
@pytest.mark.parametrize("n", [2, 3, 5])
def test_normalised_is_the_formula_over_all_rankings(name, n):
    one, scaled = metric(name), normalised(name)
    rankings = all_permutations(n)
    k, start = one.checked_k(None, n), list(range(1, n + 1))
    values = one.score(start, rankings, k=k)
    best, worst = one.score(start, start, k=k), (values.min() if one.direction > 0 else values.max())
    found = scaled.score(start, rankings, k=k)
    assert found == pytest.approx((values - worst) / (best - worst), abs=1e-12)
    assert (found.min(), found.max(), scaled.score(start, start, k=k)) == (0, 1, 1)
    same = np.broadcast_to(np.array(start), rankings.shape)
    turn = one.direction * levels(one, same, rankings, k)
    assert (levels(scaled, same, rankings, k) == turn - turn.min()).all()
    keys = [scaled.exact(start, ranking, k=k) for ranking in rankings.tolist()]
    if scaled.exact_is == "the value":
        assert all(isinstance(key, Fraction) for key in keys)
        assert [float(key) for key in keys] == pytest.approx(found.tolist(), abs=1e-12)
    order = sorted(range(len(keys)), key=lambda place: (found[place], place))
    assert all(keys[a] <= keys[b] or abs(found[a] - found[b]) < 1e-12 for a, b in pairwise(order))


@pytest.mark.parametrize("name", FINITE)
def test_normalised_metrics_are_interpretable(name):
    found = look(normalised(name), n=4, only=[*INTERPRETABILITY, "distance"])
    assert found["interpretable"].holds
    assert found["constant-maximum"].proof is Proof.THEOREM
    if metric(name).inputs == 2:
        assert found["distance"].holds is False


@pytest.mark.parametrize("name", FINITE)
def test_what_stays(name):
    stays = ["identity", "symmetry", "robustness-2", "width-swap", "sensitivity"]
    before, after = (look(one, n=4, only=stays).verdicts for one in (name, normalised(name)))
    assert {p: v.holds for p, v in before.items()} == {p: v.holds for p, v in after.items()}


def test_one_minus_a_normalised_distance_is_a_distance():
    scaled = normalised("footrule")
    assert look(own_metric(lambda s, t: 1 - scaled.exact(s, t), name="rest"), n=4, only="distance")["distance"].holds


@pytest.mark.parametrize("name", ["tau", "recall", "GMR", "MAPE", "Cayley"])
def test_changes_are_divided_by_the_range(name):
    one, scaled, sample = metric(name), normalised(name), Sample(5, 10, 3, 0)
    ends = value_range(one, 10, 3)
    span = ends.greatest - ends.least
    assert mean_change(scaled, sample)[0] == pytest.approx(mean_change(one, sample)[0] / span)
    assert largest_change(scaled, 10, 3) == pytest.approx(largest_change(one, 10, 3) / span)


def test_normalised_twice_and_by_name():
    once = normalised("tau")
    assert normalised(once) is once is metric("normalised(Kendall tau)") is metric("Normalized( tau )")
    assert (value_range(once, 50).exact_least, value_range(once, 50).exact_greatest) == (0, 1)


def test_one_value_for_all_rankings_is_one():
    assert normalised("MRR").exact([2, 1, 3], k=3) == 1
    assert mean_change(normalised("MRR"), Sample(3, 5, 5, 0))[0].tolist() == [0, 0, 0]


@pytest.mark.parametrize(
    ("wanted", "said"),
    [
        (lambda: normalised("LR+"), "LR\\+ is infinite for some rankings: it cannot be normalised"),
        (lambda: normalised("LR-").exact([1, 2, 3, 4], [2, 1, 4, 3]), "cannot be normalised"),
        (lambda: normalised(own_metric(lambda s, t: 0, name="mine")), "the range of mine is not known"),
        (lambda: metric("normalised(cosine)"), "unknown ranking metric 'cosine'"),
    ],
)
def test_refused(wanted, said):
    with pytest.raises(OptionError, match=said):
        wanted()


def test_lr_minus_where_it_is_finite():
    assert normalised("LR-").exact([1, 2, 3], [3, 2, 1], k=1) == 0
