"""Statistics over topics: against numpy, scipy and plain definitions, and the scale that each needs."""

import statistics
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

import intervale as iv
from intervale.evaluation.aggregates import named_statistics
from intervale.scales.permitted import PERMITTED, STATISTICS

ALL = "mode,median,quantile:0.3,mean,sd,gmean,hmean,cv"
SCORES = st.lists(st.sampled_from([0.0, 0.1, 0.25, 0.3, 0.1 + 0.2, 0.5, 1.0, 7.0]), min_size=1, max_size=9)


def of(scores, asked, scale="ratio", **more):
    table = scores if isinstance(scores, dict) else {"A": scores}
    return iv.read_scores(table, measure="M", scale=scale, **more).aggregate(asked)


def value(scores, asked, scale="ratio"):
    return of(scores, asked, scale).value("A", "M")


@given(SCORES)
def test_like_numpy_and_scipy(scores):
    x = np.array(scores)
    assert value(scores, "mean") == pytest.approx(statistics.fmean(scores), abs=1e-15)
    assert value(scores, "median") == pytest.approx(statistics.median(scores))
    for share in (0, 0.25, 0.3, 0.9, 1):
        assert value(scores, f"quantile:{share}") == pytest.approx(np.quantile(x, share))
        assert value(scores, f"quantile:{share}", "ordinal") == np.quantile(x, share, method="lower")
    assert value(scores, "gmean") == pytest.approx(0.0 if (x == 0).any() else scipy.stats.gmean(x))
    assert value(scores, "hmean") == pytest.approx(0.0 if (x == 0).any() else scipy.stats.hmean(x))
    if len(scores) > 1:
        assert value(scores, "sd") == pytest.approx(statistics.stdev(scores))
        if x.any():
            assert value(scores, "cv") == pytest.approx(scipy.stats.variation(x, ddof=1))
    modes = statistics.multimode(np.round(x, 9).tolist())
    found = value(scores, "mode", "nominal")
    assert np.isnan(found) if len(modes) > 1 else found == pytest.approx(modes[0])


@given(SCORES, st.sampled_from([lambda x: x**3, np.sqrt, lambda x: np.log1p(x) * 5 - 2]))
def test_an_ordinal_statistic_moves_with_every_increasing_transformation(scores, f):
    """f(statistic of x) = statistic of f(x): what an ordinal scale asks for."""
    moved = [float(f(x)) for x in scores]
    for asked in ("median", "quantile:0.3", "quantile:0.75", "mode"):
        before, after = (value(one, asked, "ordinal") for one in (scores, moved))
        assert after == pytest.approx(float(f(before)), nan_ok=True)


@given(SCORES, st.sampled_from([0.25, 3.0]), st.sampled_from([-2.0, 5.0]))
def test_statistics_of_richer_scales_move_with_theirs(scores, alpha, beta):
    affine, similar = [alpha * x + beta for x in scores], [alpha * x for x in scores]
    assert value(affine, "mean") == pytest.approx(alpha * value(scores, "mean") + beta)
    assert value(affine, "sd") == pytest.approx(alpha * value(scores, "sd"), nan_ok=True, abs=1e-12)
    for asked in ("gmean", "hmean"):
        assert value(similar, asked) == pytest.approx(alpha * value(scores, asked))
    assert value(similar, "cv") == pytest.approx(value(scores, "cv"), nan_ok=True)


@pytest.mark.parametrize("size", [1e-310, 1e-300, 1.0, 1e300])
def test_scores_of_any_size(size):
    found = of({"A": [size, 2 * size, 4 * size, 4 * size]}, ALL, "ratio")
    expected = [4.0, 3.0, 1.9, 2.75, 1.5, 2.0 ** (5 / 4), 2.0, 1.5 / 2.75]
    for (one, x), unit in zip(zip(named_statistics(ALL), expected, strict=True), [size] * 7 + [1.0], strict=True):
        assert found.value("A", "M", one.name) == pytest.approx(x * unit, rel=1e-9), one.name


def test_one_topic_constant_scores_and_a_mean_of_zero():
    found = of({"A": [2.0], "B": [2.0]}, ALL)
    assert np.isnan(found.value("A", "M", "sd"))
    assert "M: sd is undefined for 2 of 2 systems: it needs two topics" in found.notes
    found = of({"A": [3, 3, 3], "B": [1, -1, 0], "C": [0, 2, 2]}, ALL)
    assert [found.value("A", "M", one.name) for one in found.statistics] == pytest.approx([3, 3, 3, 3, 0, 3, 3, 0])
    assert np.isnan(found.value("B", "M", "cv"))
    assert np.isnan(found.value("B", "M", "gmean"))
    assert found.value("C", "M", "gmean") == 0
    notes = " | ".join(found.notes)
    assert "cv is undefined for 1 of 3 systems: it needs two topics and a mean that is not 0" in notes
    assert "gmean is undefined for 1 of 3 systems, with a score below 0" in notes
    assert "hmean is 0 for 1 of 3 systems, with a score of 0" in notes
    assert "no mode for 1 of 3 systems: no score is the most frequent one" in notes


def test_topics_that_a_system_lacks_are_left_out():
    found = of({"A": {"1": 1, "2": 5}, "B": {"1": 1, "2": 5, "3": 9}, "C": {"3": 4}}, "mean,median,sd")
    assert [found.value(system, "M", "mean") for system in "ABC"] == [3, 5, 4]
    assert found.value("B", "M", "sd") == 4
    table = iv.read_scores({"A": {"1": 1.0}, "B": {"1": None, "2": 1.0}}, measure="M")
    assert table.aggregate("mean").value("A", "M") == table.mean("A", "M")


def test_the_mean_is_that_of_the_evaluation():
    runs = {"A": {"1": {"a": 1.0}, "2": {"x": 2.0, "a": 1.0}, "3": {"x": 2.0, "y": 1.5, "a": 1.0}}}
    table = iv.evaluate({t: {"a": 1} for t in "123"}, runs, ["RR", "AP", "GMAP", "NumRet"])
    found = table.aggregate("mean")
    assert found.value("A", "RR") == table.mean("A", "RR")
    assert found.value("A", "GMAP") == table.mean("A", "AP")  # the geometric mean is of the measure, not of this name
    assert found.value("A", "NumRet") == 2


def test_what_scores_need_is_said_or_refused():
    qrels = {t: {"a": 1, "b": 1} for t in "12"}
    table = iv.evaluate(qrels, {"A": {t: {"x": 2.0, "a": 1.0} for t in "12"}}, ["RR@5", "P@5", "AP@5"])
    found = table.aggregate("median,mean,cv")
    permitted = {name: [found.permitted(m, k) for k in range(3)] for m, name in enumerate(found.names)}
    assert permitted == {"RR@5": [True, False, False], "P@5": [True, True, False], "AP@5": [True, False, False]}
    notes = " | ".join(found.notes)
    assert "RR@5: not on an interval scale (its values are not equally spaced" in notes
    assert "mean assumes one" in notes
    assert "RR@5, P@5, AP@5: not on a ratio scale" in notes
    assert "AP@5: topics do not share one scale" in notes
    assert "RR@5, AP@5: median: between two scores the lower one" in notes
    strict = [("P@5", "mean,sd", None), ("P@5", "gmean", "needs a ratio scale: use mode, median, quantile, mean, sd")]
    strict += [("RR@5", "median", None), ("RR@5", "mean", r"use its interval form, interval\(RR@5\), mode, median")]
    strict += [("AP@5", "median", "puts the scores of topics together")]
    for measure, asked, refused in strict:
        part = table.subset(measures=[measure])
        if refused is None:
            assert part.aggregate(asked, strict=True).statistics
        else:
            with pytest.raises(iv.OptionError, match=refused):
                part.aggregate(asked, strict=True)


def test_only_a_scale_that_is_given_is_a_ratio_scale():
    for scale, flags in (("nominal", "1000"), ("ordinal", "1100"), ("interval", "1110"), ("ratio", "1111")):
        found = of({"A": [1, 2, 2]}, "mode,median,mean,gmean", scale)
        assert "".join(str(int(found.permitted(0, k))) for k in range(4)) == flags
    shared = [of({"A": [1, 2, 2]}, "median", "ordinal", topic_scale=one).notes for one in ("own", "shared")]
    assert ["M: topics do not share one scale; statistics over topics assume that they do" in n for n in shared] == [
        True,
        False,
    ]


def test_bounds_hold_whatever_the_scores_are_inside_theirs():
    random = np.random.default_rng(0)
    middle, off = random.random((3, 5)).round(2) + 0.2, random.random((3, 5)).round(2) / 10
    base = iv.read_scores(dict(zip("ABC", middle.tolist(), strict=True)), measure="M", scale="ratio")
    bounded = iv.Evaluation(
        base.systems, base.topics, base.names, base.measures, base.values, errors=off[None], scales=base.scales
    )
    found = bounded.aggregate(ALL)
    assert found.bounded
    for corner in product((-1, 1), repeat=5):
        for _ in range(4):
            inside = middle + off * np.array(corner) * random.random((3, 5)).round(1)
            other = iv.read_scores(dict(zip("ABC", inside.tolist(), strict=True)), measure="M", scale="ratio")
            exact = other.aggregate(ALL).values[..., 1:]
            assert (exact >= found.low[..., 1:] - 1e-12).all()
            assert (exact <= found.high[..., 1:] + 1e-12).all()
    assert np.isnan(found.values[..., 0]).all()  # which scores are the same is not known


def test_one_list_names_the_statistics():
    titles = [title for level in PERMITTED.values() for title in level.statistics]
    assert [one.title for one in STATISTICS.values()] == [
        t for t in titles if t in {s.title for s in STATISTICS.values()}
    ]
    assert all(one.title in PERMITTED[one.scale].statistics for one in STATISTICS.values())


@pytest.mark.parametrize(
    ("asked", "reason"),
    [
        ("average", "'average' is unknown; use one of: mode, median, quantile:Q, mean"),
        ("median:0.5", "is unknown"),
        ("quantile", "needs a share from 0 to 1, as in quantile:0.25"),
        ("quantile:1.5", "needs a share from 0 to 1"),
        ("quantile:x", "needs a share from 0 to 1"),
        ([], "name at least one statistic"),
        ("", "is unknown"),
    ],
)
def test_refused_at_once(asked, reason):
    with pytest.raises(iv.OptionError, match=reason):
        of([1, 2], asked)


def test_names_that_are_not_there():
    found = of([1, 2], "median")
    for names in (("B", "M"), ("A", "N"), ("A", "M", "mean")):
        with pytest.raises(iv.OptionError, match="unknown"):
            found.value(*names)
