"""Metrics of one's own: agreement, infinities, tolerance, beyond the rankings that are listed, refusals."""

import math
import random
from fractions import Fraction

import numpy as np
import pytest

import intervale as iv
from intervale.exact import LogSum
from intervale.exact.logsum import inverse_log
from intervale.exact.progress import parallel
from intervale.exact.verdict import Proof
from intervale.present.rankings import agreement_document, agreement_tables
from intervale.rankings import (
    agreement,
    consistency,
    largest_change,
    listwise,
    metric,
    own_metric,
    select_metrics,
)
from intervale.rankings import properties as look
from intervale.rankings.robustness import mean_change
from intervale.rankings.sampled import Sample
from intervale.rankings.stability import curves
from tests.oracle import rankings as oracle


def footrule(s, t):
    return sum(abs(x - y) for x, y in zip(s, t, strict=True))


def names_matter(s, t):
    """The first item alone counts."""
    return abs(s[0] - t[0])


# ---------------------------------------------------------------- agreement


def test_agreement_by_the_name_of_ones_own_metric():
    mine = own_metric(footrule, name="mine")
    found = agreement([mine, "tau", listwise("recall")], n=4)
    assert found["mine", "tau"] == agreement(["footrule", "tau"], n=4)["footrule", "tau"]
    assert found["mine", "recall, listwise"].pairs == 276
    assert len(agreement_tables(found, list(found.metrics))) == 1
    assert "mine" in agreement_document(found, list(found.metrics))["pairs"]


def test_which_way_a_metric_of_ones_own_runs():
    near, far = own_metric(lambda s, t: -footrule(s, t), name="near"), own_metric(footrule, name="far")
    assert (near.direction, far.direction) == (1, -1)
    assert own_metric(footrule, best=1).direction == 1
    assert own_metric(lambda s: -s[0], name="first").direction == 1
    found = agreement([near, far], n=4)
    assert found["near", "far"].ratio == 1
    said = agreement_tables(found, ["near", "far"])[0].footer
    assert "near: larger is taken to mean more alike, as m(σ, σ) is the largest on S_3" in said
    rounded = own_metric(lambda s, t: -footrule(s, t) / 10 + 1e-16 * s[0], name="rounded")
    assert rounded.direction == 1
    assert agreement_document(found, ["near", "far"])["reversed"] == ["far"]


def top5(s, t):
    """Which of the first five items both have there."""
    return sum(x <= 5 and y <= 5 for x, y in zip(s, t, strict=True))


def needs_four(s, t):
    return footrule(s, t) + (s[3] != t[3])


@pytest.mark.parametrize(
    ("function", "direction", "why"),
    [
        (top5, 1, "as m(σ, σ) is the largest on S_6"),
        (lambda s, t: -top5(s, t) / 10, -1, "as m(σ, σ) is not the largest on S_6"),
        (lambda s: 5 * (s[-1] == len(s)) if len(s) > 3 else 5, 1, "as m(σ, σ) is the largest on S_4"),
        (needs_four, -1, "as m(σ, σ) is not the largest on S_4"),
        (lambda s, t: 0.1 * len(s) + 1e-17 * s[0], 1, "as rankings of 3 to 6 items do not tell; if not, say so: "),
        (lambda s, t: math.inf, 1, "as rankings of 3 to 6 items do not tell; if not, say so: "),
        (lambda s, t: s[40] - t[40], 1, "as rankings of 3 to 6 items do not tell; if not, say so: "),
    ],
)
def test_which_way_a_metric_runs_where_three_items_do_not_tell(function, direction, why):
    mine = own_metric(function, name="mine")
    assert mine.direction == direction
    assert mine.direction_why.startswith(why)
    assert listwise(mine).direction_why == mine.direction_why
    assert own_metric(function, best=-1).direction_why == "as given"


def test_consistent_with_the_same_k_and_turned_alike():
    def told(names, **options):
        return agreement_document(agreement(names, n=5, **options), list(agreement(names, n=5).metrics))["pairs"]

    pair = told(["GMR", "meanRank"], k=1, oriented=False)["GMR"]["meanRank"]
    assert (pair["ratio"], pair["consistent"]["holds"]) == (1.0, consistency("GMR", "meanRank", n=5, k=1).holds)
    assert pair["consistent"]["on"] == "all rankings of up to 5 items, k = 1, as defined"
    for a, b in (("recall", "FNR"), ("Kendall tau", "NDPM")):
        pair = told([a, b])[a][b]
        assert (pair["ratio"], pair["consistent"]["holds"]) == (1.0, True)
        assert consistency(a, b, oriented=True).holds
        assert consistency(a, b).holds is False


# ---------------------------------------------------------------- infinities and tolerance


def test_infinite_is_not_equal_to_a_number():
    steep = own_metric(lambda s, t: 1.0 if s <= t else math.inf, name="steep")
    found = look(steep, n=3, only=["symmetry", "identity"])
    assert found["symmetry"].holds is False
    _, tau, nu = found["identity"].witness
    sigma = found["identity"].witness[0]
    assert steep.exact(sigma, tau) == steep.exact(sigma, nu)
    assert look(lambda s, t: 1 if s <= t else math.inf, n=3, only="symmetry")["symmetry"].proof is Proof.EXHAUSTIVE


def test_minus_infinite_is_no_lower_bound():
    low = own_metric(lambda s, t: -math.inf if s > t else 0, name="low")
    verdict = look(low, n=3, only="minimal-agreement")["minimal-agreement"]
    assert verdict.holds is False
    assert low.exact(*verdict.witness) == -math.inf
    late = own_metric(lambda s, t: -math.inf if len(s) == 7 else 0, name="late")
    assert look(late, n=7, only="minimal-agreement")["minimal-agreement"].holds is False
    fine = look(own_metric(footrule), n=7, only="minimal-agreement")["minimal-agreement"]
    assert (fine.holds, fine.undecided) == (None, True)


@pytest.mark.parametrize("scale", [1e-15, 1.0, 1e15])
def test_one_tolerance_whatever_the_unit(scale):
    """The same distance in other units has the same verdicts."""
    mine = own_metric(lambda s, t: footrule(s, t) * scale * (1 + 1e-15 * (s > t)), name="mine")
    found = look(mine, n=5, only=["distance", "symmetry", "constant-maximum", "maximal-agreement"])
    assert [found[name].holds for name in found.verdicts] == [True, True, True, False]


def test_a_maximum_that_floats_almost_have():
    third = own_metric(lambda s, t: sum([0.1] * len(s)) / len(s), name="third")
    assert len({third.score(range(1, n + 1), range(1, n + 1)) for n in range(2, 8)}) > 1  # by rounding
    assert look(third, n=5, only="constant-maximum")["constant-maximum"].holds
    assert look(third, n=7, only="constant-maximum")["constant-maximum"].undecided


def test_floats_that_come_late_are_said_to_be():
    late = own_metric(lambda s, t: footrule(s, t) if len(s) < 5 else float(footrule(s, t)), name="late")
    assert look(late, n=4, only="symmetry")["symmetry"].proof is Proof.EXHAUSTIVE
    assert look(late, n=5, only="symmetry")["symmetry"].proof is Proof.NUMERIC
    assert consistency(late, "footrule", n=4).proof is Proof.EXHAUSTIVE
    assert consistency(late, "footrule", n=5).proof is Proof.NUMERIC


def test_a_function_of_ones_own_read_as_a_list():
    mine = listwise(own_metric(lambda s, t: footrule(s, t) / 10, name="mine"))
    found = look(mine, n=4, only=["symmetry", "constant-maximum", "minimal-agreement", "distance"])
    assert all(verdict.holds and verdict.proof is Proof.NUMERIC for verdict in found.verdicts.values())
    assert mine.direction == -1


def test_sums_over_logarithms_as_a_distance():
    mine = own_metric(lambda s, t: inverse_log(3) * footrule(s, t), name="mine")
    assert isinstance(mine.exact((1, 2), (2, 1)), LogSum)
    verdict = look(mine, n=4, only="distance")["distance"]
    assert (verdict.holds, verdict.proof) == (True, Proof.NUMERIC)


# ---------------------------------------------------------------- beyond the rankings that are listed


def test_renaming_of_one_ranking_beyond_five():
    late = own_metric(lambda s: 0 if len(s) < 7 else s[0], name="late")
    verdict = look(late, n=7, only="robustness-2")["robustness-2"]
    assert (verdict.holds, len(verdict.witness[0])) == (False, 7)


def test_every_first_ranking_with_itself():
    late = own_metric(lambda s, t: 1 if len(s) > 5 and s == t and s[0] == 1 else 2, name="late")
    assert look(late, n=6, only="maximal-agreement")["maximal-agreement"].holds is False
    uneven = own_metric(lambda s, t: (5 + (len(s) > 5 and s[0] == 3)) * (s == t), name="uneven")
    assert look(uneven, n=6, only="maximal-agreement")["maximal-agreement"].holds is False
    assert look(uneven, n=6, only="constant-maximum")["constant-maximum"].holds is False


def test_identity_with_other_first_rankings():
    def digits(s, t):
        late = len(s) > 5 and s[0] != 1
        return 0 if late else sum(x * 10**i for i, x in enumerate(t))

    verdict = look(own_metric(digits, name="late"), n=6, only="identity")["identity"]
    assert (verdict.holds, len(verdict.witness[0])) == (False, 6)
    fine = own_metric(lambda s, t: sum(x * 10**i for i, x in enumerate(t)), name="fine")
    said = look(fine, n=6, only="identity")["identity"].why
    assert said.endswith("no tie among 500 random rankings for each n, seed 0, with 4 first rankings")
    assert "sums" not in said


@pytest.mark.parametrize("k", [6, 9, 11])
def test_a_fixed_k_beyond_the_rankings_that_are_listed(k):
    found = look("recall", n=12, k=k, only=["distance", "minimal-agreement", "maximal-agreement", "identity"])
    assert found["distance"].holds is False
    assert (found["minimal-agreement"].holds, found["minimal-agreement"].proof) == (True, Proof.THEOREM)
    assert found["maximal-agreement"].undecided
    assert not any("n = 0" in verdict.why for verdict in found.verdicts.values())


def test_a_maximum_for_a_fixed_k():
    for name in ("MRR", "GMR", "meanRank"):
        why = look(name, n=6, only="constant-maximum")["constant-maximum"].why
        assert why.startswith("to n = 6, for a fixed k = 2; not with k = n // 2: ")
    assert look("recall", n=6, only="constant-maximum")["constant-maximum"].why == "to n = 6, for a fixed k = 2"


# ---------------------------------------------------------------- samples


@pytest.mark.parametrize("one", [own_metric(names_matter, name="mine"), listwise("MSE"), listwise("recall")])
def test_curves_of_metrics_that_know_names(one):
    sample = Sample(4, 9, 3, 1)
    sigma, nu = sample.drawn()
    found = curves(one, sample)
    for row, s, t in zip(found, sigma.tolist(), nu.tolist(), strict=True):
        for k in range(2, 9):
            if one.name == "mine":
                items = [i for i in range(9) if s[i] <= k]
                a, b = ([sorted(side[i] for i in items).index(side[j]) + 1 for j in items] for side in (s, t))
                expected = names_matter(a, b)
            elif one.depends_on_k:
                expected = len(set(s[:k]) & set(t[:k])) / k
            else:  # the first k places of the lists' inverses
                back = [[side.index(p) + 1 for p in range(1, 10)] for side in (s, t)]
                items = sorted(range(9), key=lambda i: back[0][i])[:k]
                expected = sum((back[0][i] - back[1][i]) ** 2 for i in items) / k
            assert row[k - 1] == pytest.approx(expected)


def test_changes_of_one_ranking_read_as_a_list():
    """The swaps that are drawn, made by a loop."""
    sample = Sample(5, 8, 3, 2)
    changes, every = mean_change(listwise("DCG"), sample)
    _, nu = sample.drawn()
    draws = np.random.default_rng([2, 1])
    places = [draws.integers(0, 8, (2, 5)) for _ in range(20)]
    assert not every
    for row, t in enumerate(nu.tolist()):
        total = 0.0
        for i, j in places:
            swapped = list(t)
            swapped[i[row]], swapped[j[row]] = t[j[row]], t[i[row]]
            values = [oracle.dcg([r.index(p) + 1 for p in range(1, 9)]) for r in (t, swapped)]
            total += abs(values[0] - values[1])
        assert changes[row] == pytest.approx(total / 20)


def test_changes_include_equal_places_and_say_so():
    assert "mean change by a swap, i = j included, " in look("MAE", n=2, only="robustness-1")["robustness-1"].why
    assert largest_change("recall", 100, 30) == largest_change(metric("recall"), 100, 30)
    assert largest_change("MAE", 10) == pytest.approx(1.8)


# ---------------------------------------------------------------- names, refusals


def test_names_are_not_shared():
    for call in (
        lambda: agreement([lambda s, t: 0, lambda s, t: footrule(s, t)], n=3),
        lambda: select_metrics("symmetry", among=[own_metric(footrule, name="MSE"), "MSE"], n=3),
    ):
        with pytest.raises(iv.OptionError, match="two metrics are called"):
            call()


def test_a_function_that_draws_is_refused():
    draws = random.Random(1)
    wild = own_metric(lambda s, t: draws.random(), name="wild")
    for call in (
        lambda: look(wild, n=3, only="symmetry"),
        lambda: agreement([wild, "tau"], n=10, rankings=5),
        lambda: consistency(wild, "tau"),
    ):
        with pytest.raises(iv.MeasureError, match="a metric must be deterministic"):
            call()


def test_a_slow_function_tells_how_far_it_is():
    told = []
    with parallel(listener=lambda what, done, total: told.append((what, done, total))):
        look(own_metric(footrule, name="mine"), n=3, only="symmetry")
    assert ("mine", 72, 72) in told


def test_a_property_by_its_name_alone():
    assert list(look("MAE", n=3, only="identity").verdicts) == ["identity"]


@pytest.mark.parametrize(
    ("call", "said"),
    [
        (lambda: look("tau", n=3.5), "n=3.5 must be a whole number from 2 to 20"),
        (lambda: look("tau", pairs=10.5), "pairs=10.5 must be a whole number"),
        (lambda: look("recall", k="2"), "k='2' must be a whole number"),
        (lambda: look("tau", seed=-1), "seed=-1 must be a whole number of at least 0"),
        (lambda: look("recall", n=20, k=15, size=10), "k=15 must be a whole number from 1 to 9 for rankings of 10"),
        (lambda: agreement(["tau", "rho"], n=3.5), "n=3.5 must be a whole number"),
        (lambda: agreement(["tau", "rho"], n=4, rankings=10.5), "rankings=10.5 must be a whole number"),
        (lambda: agreement(["tau", "rho"], seed=-1), "seed=-1 must be a whole number"),
        (lambda: agreement(["recall", "TPR"]), "at least two metrics; those named are all recall"),
        (lambda: consistency("tau", "rho", n=3.5), "n=3.5 must be a whole number from 2 to 8"),
        (lambda: select_metrics("symmetry", domain="foo"), "unknown domain 'foo'; the domains are: "),
        (lambda: own_metric(lambda s, t: 10**400, name="huge").score([1, 2], [2, 1]), "huge gave a number too large"),
    ],
)
def test_refusals_in_one_sentence(call, said):
    with pytest.raises(iv.IntervaleError, match=said):
        call()


def test_large_numbers_are_taken_exactly():
    huge = own_metric(lambda s, t: 10**400 * footrule(s, t), name="huge")
    assert look(huge, n=3, only=["maximal-agreement", "distance"])["distance"].holds
    assert huge.exact((1, 2), (2, 1)) == 2 * 10**400
    assert own_metric(lambda s, t: Fraction(1, 3)).exact((1, 2), (2, 1)) == Fraction(1, 3)
