"""How measures use their range: by all runs, and by the sentences of Ferrante, Ferro and Fuhr 2021, §IV-B."""

from fractions import Fraction
from itertools import pairwise, product
from math import comb
from statistics import pstdev

import numpy as np
import pytest

import intervale as iv
from intervale.errors import IntervaleError
from intervale.exact import LogSum, exact_sorted, independent
from intervale.exact.logsum import exact_sum
from intervale.measures import CATALOGUE
from intervale.scales import calibration as module_function
from intervale.scales import run_moments, run_shares, value_range
from intervale.scales.calibration import calibration
from intervale.scales.choices import Choices
from intervale.scales.grade_sets import space_of
from intervale.scales.run_shares import Counted, Enclosed
from intervale.scales.value_range import ValueRange

ON_SPACES = sorted(name for name, kind in CATALOGUE.items() if kind.on_run_space)
OTHERS = ["RBP(p=0.3)", "RBP(p=0.5)", "AP(rel=2)", "DCG(base=2)", "gP(gains={1:1,2:5})", "ERR(stop={1:0.3,2:0.7})"]
SPACES = [(1, 1), (2, 1), (4, 1), (6, 1), (1, 2), (3, 2), (5, 2)]
HALF = Fraction(1, 2)


def brute(measure, length, grades, nominal):
    """Everything from the values of all runs."""
    values = exact_sorted(measure.exact(run, grades=grades) for run in product(range(grades + 1), repeat=length))
    different = [value for n, value in enumerate(values) if not n or value != values[n - 1]]
    low, high = values[0], values[-1]
    steps = exact_sorted(b - a for a, b in pairwise(different))

    def shares(low, high):
        limits = [low + (high - low) * Fraction(quarter, 4) for quarter in (1, 2, 3)]
        below = [0, *(sum(value < limit for value in values) for limit in limits), len(values)]
        return tuple(Fraction(b - a, len(values)) for a, b in pairwise(below))

    def middle(some):
        return (some[(len(some) - 1) // 2] + some[len(some) // 2]) * HALF

    return {
        "attained": (low, high),
        "values": len(different),
        "largest_gap": steps[-1] if steps else None,
        "gap": next((pair for pair in pairwise(different) if pair[1] - pair[0] == steps[-1]), None) if steps else None,
        "mean": exact_sum(values) * Fraction(1, len(values)),
        "median": middle(values),
        "value_mean": exact_sum(different) * Fraction(1, len(different)),
        "value_median": middle(different),
        "quarters": shares(low, high),
        "nominal_quarters": shares(*(nominal or (low, high))),
        "sd": pstdev([float(value) for value in values]),
    }


def same(found, expected):
    for name, value in expected.items():
        if name == "sd":
            assert found.sd == pytest.approx(value, abs=1e-9)
        else:
            assert getattr(found, name) == value, name


@pytest.mark.parametrize("text", [*ON_SPACES, *OTHERS])
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_numbers_are_those_of_all_runs(text, length, grades):
    measure = iv.parse_measure(text)
    if (text == "RBPO" and grades > 1) or ("2:" in text and grades == 1 and "stop" not in text):
        pytest.skip("not defined with these grades")
    found = calibration(measure, length=length, grades=grades)
    unit = found.nominal == (0, 1)
    same(found, brute(measure, length, grades, (Fraction(0), Fraction(1)) if unit else None))
    assert unit or found.nominal == found.attained
    assert found.exact
    assert found.unused_top == found.nominal[1] - found.attained[1]


def test_over_a_set_of_grades_and_other_gains():
    found = calibration("gP@3", grades=(0, 0.5, 2))
    values = exact_sorted(
        Fraction(sum(run), 2) / 3 for run in product((Fraction(0), Fraction(1, 2), Fraction(2)), repeat=3)
    )
    assert found.mean == sum(values) / 27 == Fraction(5, 12)
    assert found.median == values[13]
    assert found.quarters == tuple(
        Fraction(sum(low <= value < high or value == high == 1 for value in values), 27)
        for low, high in pairwise(Fraction(quarter, 4) for quarter in range(5))
    )
    assert calibration("gP@3", grades=2, gains=[0, 1, 4]).mean == found.mean


@pytest.mark.parametrize("text", ["AP", "RR", "ERR", "RBP", "DCG", "gRBP(p=0.3)", "SBTO", "gP(gains={1:1,2:5})"])
@pytest.mark.parametrize(("length", "grades"), [(3, 1), (6, 1), (3, 2), (5, 2)])
def test_what_is_not_listed_is_the_same(text, length, grades, monkeypatch):
    """Values that are only counted give the same median and shares, exactly or between bounds that are close."""
    measure = iv.parse_measure(text)
    expected = calibration(measure, length=length, grades=grades)
    monkeypatch.setattr(value_range, "MOST_VALUES", 0)
    monkeypatch.setattr(value_range, "MOST_LOGARITHMIC", 0)
    found = calibration(measure, length=length, grades=grades)
    assert (found.mean, found.quarters, found.nominal_quarters) == (
        expected.mean,
        expected.quarters,
        expected.nominal_quarters,
    )
    low, high = found.median_bounds
    assert low <= expected.median <= high
    if not isinstance(expected.attained[1], LogSum):
        assert found.median == expected.median
    assert float(high - low) < 1e-12 * max(1.0, float(found.attained[1]))


@pytest.mark.parametrize("text", ["AP", "RR", "ERR", "RBP", "DCG", "gRBP(p=0.3)", "SBTO", "Success"])
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (4, 1), (10, 1), (4, 2), (6, 2)])
def test_bounds_enclose_the_shares_of_runs(text, length, grades):
    measure, space = iv.parse_measure(text), iv.RunSpace(length, grades)
    fold = measure.fold(length, grades)
    exact, deep = ValueRange.of(measure, space), ValueRange(measure, space, fold, None, False)
    assert deep.ends == exact.ends
    counted, enclosed = exact.shares[0], deep.shares[0]
    assert isinstance(counted, Counted)
    assert isinstance(enclosed, Enclosed)
    low, high = exact.ends
    numbers = [low + (high - low) * Fraction(n, 12) for n in range(-1, 14)]
    for (one, same_one), (least, most) in zip(counted.below(numbers), enclosed.below(numbers), strict=True):
        assert one == same_one
        assert least <= one <= most
    (median, _), (least, most) = counted.median(), enclosed.median()
    assert least <= median <= most


def test_bounds_hold_where_floats_are_small():
    """The shares in the tails of a long run are those of the binomial distribution."""
    from math import comb

    measure, length = iv.parse_measure("P@400"), 400
    enclosed = Enclosed.of(Choices.of(measure.fold(length, 1)))
    for share in (0, 40, 100, 150, 200, 350, 400):
        ((low, high),) = enclosed.below([Fraction(share, length)])
        exact = Fraction(sum(comb(length, n) for n in range(share)), 2**length)
        assert low <= exact <= high
        assert high - low <= Fraction(comb(length, share), 2**length) + Fraction(1, 10**9)


# ---------------------------------------------------------------- at any length


def mean(text, grades=1, gains=None):
    return ValueRange.of(*space_of(iv.parse_measure(text), None, grades, gains)).moments.mean


def test_means_of_sums_over_ranks_at_length_1000():
    assert mean("P@1000") == HALF
    assert mean("RBP(p=0.8)@1000") == HALF * (1 - Fraction(4, 5) ** 1000)
    weights = sum(Fraction(1, (rank + 1) ** 2) for rank in range(1, 1001))
    assert mean("INSQ(T=1)@1000", grades=3) == HALF * weights
    assert mean("gP@1000", grades=2, gains=[0, 1, 5]) == Fraction(2, 5)
    assert float(mean("DCG@1000")) == pytest.approx(sum(0.5 / np.log2(rank + 1) for rank in range(1, 1001)), rel=1e-12)


def test_means_by_closed_forms_at_length_1000():
    assert mean("AP@1000") == sum(Fraction(rank + 1, 4 * rank) for rank in range(1, 1001))
    assert mean("RR@1000") == sum(Fraction(1, rank * 2**rank) for rank in range(1, 1001))
    assert mean("Success@1000") == 1 - Fraction(1, 2**1000)
    stays = Fraction(3, 4)  # the mean chance to go on, with chances 0 and 1/2 to stop
    assert mean("ERR@1000") == sum(stays ** (rank - 1) / (4 * rank) for rank in range(1, 1001))
    assert calibration("AP@1000").attained == (0, 1000)


@pytest.mark.parametrize("text", ["AP", "RR", "ERR", "Success", "ERR(stop={1:0.3,2:0.7})"])
def test_affine_steps_and_states_give_the_same(text):
    measure = iv.parse_measure(text)
    for length, grades in ((1, 1), (7, 1), (12, 1), (4, 2), (6, 2)):
        choices = Choices.of(measure.fold(length, grades))
        affine, by_states = run_moments._affine(choices), run_moments._by_states(choices)
        assert affine.mean == by_states.mean
        assert affine.sd == pytest.approx(by_states.sd, abs=1e-12)


def test_beyond_listing():
    found = calibration("AP@20")
    assert found.values == 644_203
    assert sum(found.quarters) == 1
    assert all(share.denominator <= 2**20 for share in found.quarters)
    found = calibration("DCG@20")
    assert found.exact
    assert found.mean == found.median == found.middle == found.value_mean
    found = calibration("RBP(p=0.5)@1000")
    assert found.quarters == (Fraction(1, 4),) * 4
    assert found.unused_top == found.largest_gap == Fraction(1, 2**1000)
    found = calibration("AP@100")
    assert not found.exact
    assert found.quarters is found.median is None
    low, high = found.median_bounds
    assert 25 < low < high < 27
    assert any("proven bounds" in note for note in found.notes)
    found = calibration("AP@1000")
    assert found.attained_shares is found.median_bounds is None
    assert any("not known" in note for note in found.notes)


def test_a_median_is_found_among_values_that_are_only_counted(monkeypatch):
    """AP@12 by halving whole numbers, against all runs."""
    expected = calibration("AP@12")
    monkeypatch.setattr(value_range, "MOST_VALUES", 0)
    assert calibration("AP@12").median == expected.median
    monkeypatch.setattr(run_shares, "MOST_HALVINGS", 3)
    found = calibration("AP@12")
    assert found.median is None
    assert found.median_bounds[0] < expected.median <= found.median_bounds[1]
    assert any("median over all runs lies between bounds" in note for note in found.notes)


# ---------------------------------------------------------------- what the paper says


def test_rbp_leaves_the_top_of_its_range():
    for length in (1, 4, 10, 50):
        found = calibration("RBP(p=0.3)", length=length)
        assert found.unused_top == Fraction(3, 10) ** length
        assert found.nominal == (0, 1)
    found = calibration("RBP(p=0.3)@10")
    p = Fraction(3, 10)
    assert found.gap == (p - p**10, 1 - p)
    assert found.quarters == (Fraction(3, 8), Fraction(1, 8), Fraction(1, 8), Fraction(3, 8))


def test_rr_uses_the_upper_half_for_one_value():
    found = calibration("RR@10")
    assert found.gap == (HALF, 1)
    assert found.largest_gap == HALF
    assert found.quarters[3] == HALF


@pytest.mark.parametrize(
    "text", ["P@6", "R@6", "RBP(p=0.5)@6", "SBTO@6", "Success@6", "interval(AP@6)", "interval(RR@6)"]
)
def test_equally_spaced_values_have_their_mean_in_the_middle(text):
    """The paper draws values, not runs: there mean and median are the middle of the range."""
    found = calibration(text)
    assert found.value_mean == found.value_median == found.middle


def test_the_mean_over_runs_is_another_one():
    found = calibration("P@10", grades=2)
    assert (found.value_mean, found.mean) == (HALF, Fraction(2, 3))
    found = calibration("Success@10")
    assert (found.value_mean, found.mean) == (HALF, 1 - Fraction(1, 2**10))


def test_a_mean_in_the_middle_does_not_make_equal_steps():
    """The paper says that this is possible with equally spaced values only; symmetric ones have it, too."""
    for text in ("RBP(p=0.3)@6", "DCG@6"):
        found = calibration(text)
        assert found.value_mean == found.value_median == found.mean == found.median == found.middle
        assert iv.scale(text, order="induced")["induced"].scale == "ordinal"
    values = [0, 1, 2, 4, 13]  # the random variable of §IV-B
    assert sum(values) / 5 == 4
    assert sorted(values)[2] == 2


# ---------------------------------------------------------------- functions, forms, refusals


def test_functions_in_floats_and_exactly():
    def halving(grades):
        return (grades / 2.0 ** np.arange(1, grades.shape[-1] + 1)).sum(-1)

    found = calibration(iv.measure(halving), length=4)
    expected = calibration("RBP(p=0.5)@4")
    assert found.attained == (0.0, 0.9375)
    assert isinstance(found.mean, float)
    assert found.mean == float(expected.mean)
    assert found.quarters == expected.quarters
    assert any("floats" in note for note in found.notes)
    shifted = iv.measure(lambda grades: grades.sum(-1) + 1, exact=lambda run: Fraction(1 + sum(run)))
    found = calibration(shifted, length=3)
    assert (found.attained, found.mean) == ((1, 4), Fraction(5, 2))


def test_one_value_on_all_runs():
    found = calibration("P(rel=3)@4", grades=2)
    assert found.attained == (0, 0)
    assert found.largest_gap is found.gap is None
    assert found.quarters == (0, 0, 0, 1)
    assert found.nominal_quarters == (1, 0, 0, 0)
    assert found.sentences() == ["P(rel=3)@4 has the value 0 on all runs."]


@pytest.mark.parametrize(
    ("text", "options", "reason"),
    [
        ("AP", {}, "the length of runs is missing"),
        ("Bpref", {"length": 3}, "has no interval form"),
        ("interval(AP@20)", {}, "too many for"),
        ("AP@3", {"gains": [0, 1]}, "takes no gains"),
        (iv.measure(lambda grades: grades.sum(-1)), {"length": 30}, "only a sample is scored"),
        (iv.measure(lambda grades: 0.0, exact=lambda run: 0), {"length": 30}, "too many to check"),
    ],
)
def test_refusals(text, options, reason):
    with pytest.raises(IntervaleError, match=reason):
        calibration(text, **options)


def test_in_rows_and_in_sentences():
    found = module_function("RBP(p=0.3)@4")
    columns = found.columns()
    rows = dict(zip(columns["number"], columns["exact"], strict=True))
    assert rows["attained greatest"] == "9919/10000"
    assert rows["nominal quarter 4"] == "3/8"
    assert len(rows) == 21
    assert found.sentences()[0] == ("RBP(p=0.3)@4 reaches 0 to 0.9919 of its range 0 to 1: 0.0081 is out of reach.")
    assert repr(found) == ("Calibration(RBP(p=0.3)@4, length 4, grades 0..1: 0 to 0.9919, middle 0.4960, mean 0.4960)")
    bounded = calibration("AP@100").columns()
    at = bounded["number"].index("attained quarter 1")
    assert bounded["value"][at] is None
    assert 0.42 < bounded["low"][at] < bounded["high"][at] < 0.44


@pytest.mark.parametrize("name", ["RR@6", "AP@5", "P@4", "P@5", "RBP(p=0.3)@4", "ERR@5", "DCG@4"])
@pytest.mark.parametrize("grades", [1, 2])
def test_whether_the_median_is_a_value(name, grades):
    found = iv.calibration(name, grades=grades)
    values = iv.interval_scale(name, grades=grades).values
    assert found.median_is_value is (found.median in values)


def test_many_ranks_with_one_weight_are_binomial(monkeypatch):
    """Runs with fewer than a quarter, a half and three quarters of the documents, of all 2^5000."""
    found = calibration("P@5000")
    below = [sum(comb(5000, k) for k in range(end)) for end in (1250, 2500, 3750, 5001)]
    assert found.quarters == tuple(Fraction(high - low, 2**5000) for low, high in pairwise([0, *below]))
    monkeypatch.setattr(independent, "MOST_BITS", 1000)
    bounds = calibration("P@200")
    assert bounds.mean == bounds.median == HALF
    assert not bounds.exact
