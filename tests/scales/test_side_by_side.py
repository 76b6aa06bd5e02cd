"""Interval scales side by side: each is what it is alone, and what listing all runs says."""

from collections import Counter
from fractions import Fraction
from itertools import pairwise, product

import pytest

import intervale as iv
from intervale.scales.side_by_side import POINTS

MEASURES = [
    "P",
    "R",
    "AP",
    "RR",
    "ERR",
    "RBP(p=0.3)",
    "RBP(p=0.5)",
    "RBP(p=0.8)",
    "DCG(base=2)",
    "nDCG",
    "SBTO",
    "RBTO",
]


def listed(name, length, grades):
    """All values with the number of runs that have each, in ascending order: by scoring every run."""
    measure = iv.parse_measure(name)
    counts = Counter(measure.exact(run, grades=grades) for run in product(range(grades + 1), repeat=length))
    return sorted(counts.items(), key=lambda pair: float(pair[0]))


@pytest.mark.parametrize("name", MEASURES)
@pytest.mark.parametrize(("length", "grades"), [(4, 1), (5, 1), (9, 1), (3, 2)])
def test_shares_are_those_of_listing_all_runs(name, length, grades):
    one = iv.interval_scales(name, lengths=[length], grades=grades).maps[0]
    values = listed(name, length, grades)
    runs, low, high = (grades + 1) ** length, float(values[0][0]), float(values[-1][0])
    assert (one.size, one.space.size) == (len(values), runs)
    steps = [float(b - a) for (a, _), (b, _) in pairwise(values)]
    assert [float(step) for step in one.steps] == pytest.approx([min(steps), max(steps)])
    assert one.largest_share == pytest.approx(max(steps) / (high - low))
    assert one.equal == (max(steps) - min(steps) < 1e-9)
    weight = [
        1.0 if float(v) < (low + high) / 2 - 1e-9 else 0.5 if float(v) < (low + high) / 2 + 1e-9 else 0
        for v, _ in values
    ]
    share = sum(weight) / len(values)
    of_runs = sum(w * n for w, (_, n) in zip(weight, values, strict=True)) / runs
    assert one.below_middle == pytest.approx((share, of_runs))
    for point in one.points:
        below = [n for v, n in values if (float(v) - low) / (high - low) <= point.value + 1e-9]
        assert point.runs == pytest.approx(sum(below) / runs)
        assert point.rank == pytest.approx((len(below) - 1) / (len(values) - 1))
    assert one.points[0].value == 0.0
    assert one.points[-1][:] == (1.0, 1.0, 1.0)
    assert len(one.points) == min(len(values), POINTS)


@pytest.mark.parametrize("name", ["RBP(p=0.5)", "RBP(p=0.3)", "RBP(p=0.8)", "AP"])
def test_what_is_not_counted_is_what_counting_says(name):
    """Equal steps, and runs with values of their own, spare the counting."""
    scale = iv.interval_scale(name, length=12)
    one = iv.interval_scales(name, lengths=[12]).maps[0]
    low, high = scale.extremes
    shares = [Fraction(n, 16) for n in range(17)]
    values = [low + (high - low) * share for share in shares]
    assert one._at_most(shares) == (scale.counting.at_most(values), scale.counting.ways_at_most(values))


def test_each_is_the_scale_alone():
    found = iv.interval_scales(["AP", "RR"], lengths=[4, 6, 4])
    assert [(one.name, one.space.length) for one in found] == [("AP", 4), ("AP", 6), ("RR", 4), ("RR", 6)]
    assert (found.measures, found.lengths, len(found)) == (["AP", "RR"], [4, 6], 4)
    for one in found:
        alone = iv.interval_scale(one.name, length=one.space.length)
        assert (one.size, one.steps) == (alone.size, alone.step_range)
    assert [one.space.length for one in iv.interval_scales(["AP@3", "RR@5"])] == [3, 5]
    assert iv.interval_scales("P@3").maps[0].name == "P@3"


def test_what_cannot_be_had_says_why_and_the_rest_stands():
    found = iv.interval_scales(["AP", "P", "Bpref"], lengths=[5, 60])
    refused = {(one.name, one.space.length): one.refusal for one in found if one.scale is None}
    assert set(refused) == {("AP", 60), ("Bpref", 5), ("Bpref", 60)}
    assert "too many values" in refused["AP", 60]
    assert "no interval form" in refused["Bpref", 5]
    ap = found.maps[1]
    assert (ap.size, ap.steps, ap.equal, ap.below_middle, ap.largest_share) == (None, None, None, (None, None), None)
    with pytest.raises(iv.OptionError, match="too many values"):
        ap.points  # noqa: B018
    rows = found.to_arrow().to_pylist()
    assert rows[1]["values"] is None
    assert rows[1]["refusal"] == refused["AP", 60]
    assert rows[2]["refusal"] is None


def test_deep_scales():
    grid, estimated = iv.interval_scales(["RBP(p=0.8)"], lengths=[60]).maps[0], iv.interval_scales(["ERR@26"]).maps[0]
    assert (grid.scale.method, grid.size, grid.steps, grid.below_middle) == ("grid", 2**60, None, (None, None))
    with pytest.raises(iv.OptionError, match="too many values to draw"):
        grid.points  # noqa: B018
    assert estimated.scale.method in ("halves", "residues")
    assert estimated.equal is not True
    long = iv.interval_scales(["RBP(p=0.5)", "RBTO"], lengths=[2000])
    for one in long:  # numbers of 600 digits
        assert (one.equal, one.below_middle) == (True, (0.5, 0.5))
        assert one.points[100].value == pytest.approx(one.points[100].rank)


def test_one_value_and_floats():
    one = iv.interval_scales("gP(gains={1:0})", lengths=[3]).maps[0]
    assert (one.size, one.steps, one.equal, one.below_middle) == (1, None, None, (None, None))
    with pytest.raises(iv.OptionError, match="all runs have one value"):
        one.points  # noqa: B018

    @iv.measure
    def own(grades):
        return (grades > 0).sum(-1) * 1.0

    listed, drawn = iv.interval_scales(own, lengths=[5, 30])
    assert (listed.scale.method, listed.size, listed.steps, listed.below_middle) == ("numeric", 6, None, (0.5, 0.5))
    assert (drawn.scale.method, drawn.size) == ("sampled", None)
    assert all(point.rank is None and point.runs is not None for point in drawn.points)
    assert drawn.below_middle[0] is None
    assert drawn.below_middle[1] == pytest.approx(0.5, abs=0.1)


def test_gains_and_grades():
    found = iv.interval_scales(["gP", "P"], lengths=[3], grades=2, gains=[0, 1, 3])
    assert found.maps[0].size == iv.interval_scale("gP", length=3, grades=2, gains=[0, 1, 3]).size
    assert "takes no gains" in found.maps[1].refusal


@pytest.mark.parametrize(
    ("words", "given", "reason"),
    [
        (["AP"], {}, "the length of runs is missing"),
        (["interval(AP@5)"], {"lengths": [5]}, "already an interval form"),
        ([], {"lengths": [5]}, "name from 1 to 1,000"),
        (["AP"], {"lengths": []}, "name from 1 to 1,000"),
        (["AP"], {"lengths": [0]}, "length"),
        (["no"], {"lengths": [5]}, "unknown measure"),
    ],
)
def test_bad_calls(words, given, reason):
    with pytest.raises(iv.IntervaleError, match=reason):
        iv.interval_scales(words, **given)
