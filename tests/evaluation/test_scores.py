"""Scores of an evaluation: aggregates, confidence intervals, handing them on."""

import math

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
import scipy.stats

import intervale as iv
from intervale.measures import parse_measure

QRELS = {f"q{i}": {"a": 1, "b": 2, "c": 0} for i in range(1, 6)}
RUNS = {
    "A": {"q1": {"a": 1.0}, "q2": {"c": 2.0, "b": 1.0}, "q3": {"x": 1.0}, "q4": {"a": 2.0, "b": 1.0}},
    "B": {f"q{i}": {"b": 9.0 - i, "c": 4.0, "a": 3.0} for i in range(1, 6)},
}
MEASURES = ["AP", "GMAP", "nDCG@2", "NumRelRet", "Bpref", "GMBpref"]


@pytest.fixture(scope="module")
def table():
    return iv.evaluate(QRELS, RUNS, MEASURES)


@pytest.fixture(scope="module")
def dropped():
    return iv.evaluate(QRELS, RUNS, MEASURES, missing="drop")


# ---------------------------------------------------------------- aggregates


def test_shape_and_parts(table):
    assert table.values.shape == (6, 2, 5)
    assert table.systems == ("A", "B")
    assert table.topics == ("q1", "q2", "q3", "q4", "q5")
    assert table.names == tuple(MEASURES)
    assert [str(measure) for measure in table.measures] == MEASURES
    assert repr(table) == "Evaluation(2 systems × 5 topics × 6 measures: AP, GMAP, nDCG@2, NumRelRet, Bpref, …)"
    assert (table.matrix("AP") == table.values[0]).all()


def test_means_sums_and_geometric_means(table):
    ap = list(table.by_topic("A", "AP").values())
    assert ap == [0.5, 0.25, 0.0, 1.0, 0.0]
    assert table.means("A") == pytest.approx(
        {
            "AP": sum(ap) / 5,
            "GMAP": math.exp(sum(math.log(max(x, 1e-5)) for x in ap) / 5),
            "nDCG@2": np.mean(list(table.by_topic("A", "nDCG@2").values())),
            "NumRelRet": 4.0,
            "Bpref": np.mean(list(table.by_topic("A", "Bpref").values())),
            "GMBpref": scipy.stats.gmean([max(x, 1e-5) for x in table.by_topic("A", "GMBpref").values()]),
        }
    )


def test_a_dropped_topic_does_not_count(dropped):
    assert math.isnan(dropped.by_topic("A", "AP")["q5"])
    assert dropped.mean("A", "AP") == pytest.approx((0.5 + 0.25 + 0.0 + 1.0) / 4)
    assert dropped.mean("A", "GMAP") == pytest.approx(scipy.stats.gmean([0.5, 0.25, 1e-5, 1.0]))
    assert not np.isnan(dropped.matrix("AP")[1]).any()


def test_what_it_lacks_is_said(table):
    for call in (lambda: table.mean("A", "P@5"), lambda: table.matrix("P@5"), lambda: table.by_topic("A", "P@5")):
        with pytest.raises(iv.OptionError, match="unknown measure 'P@5'; the measures are: AP, GMAP"):
            call()
    with pytest.raises(iv.OptionError, match="unknown system 'C'; the systems are: A, B"):
        table.mean("C", "AP")


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("measure", ["AP", "nDCG@2", "Bpref"])
def test_intervals_are_those_of_student(table, dropped, measure, confidence):
    for scores in (table, dropped):
        values = np.array(list(scores.by_topic("A", measure).values()))
        values = values[~np.isnan(values)]
        wanted = scipy.stats.t.interval(confidence, len(values) - 1, values.mean(), scipy.stats.sem(values))
        assert scores.ci("A", measure, confidence) == pytest.approx(np.clip(wanted, 0, 1), rel=1e-12)


def test_the_interval_of_a_geometric_mean_is_that_of_the_logarithms(table):
    logs = np.log(np.maximum(list(table.by_topic("A", "GMAP").values()), 1e-5))
    low, high = scipy.stats.t.interval(0.95, 4, logs.mean(), scipy.stats.sem(logs))
    assert table.ci("A", "GMAP") == pytest.approx((math.exp(low), min(1, math.exp(high))), rel=1e-12)


def test_the_interval_of_scores_without_a_limit_has_none():
    found = iv.read_scores({"A": [-3.0, 4.0], "B": [1.0, 2.0]}, measure="points")
    low, high = found.ci("A", "points")
    assert low < -40
    assert high > 40
    gains = iv.evaluate({"1": {"a": 1}, "2": {"a": 1}}, {"A": {"1": {"a": 1.0}, "2": {"x": 1.0}}}, ["DCG@2", "nDCG@2"])
    assert gains.ci("A", "DCG@2") == pytest.approx((0.5 - 6.3531, 0.5 + 6.3531), abs=1e-3)
    assert gains.ci("A", "nDCG@2") == (0, 1)


def test_where_there_is_no_interval(table):
    assert all(map(math.isnan, table.ci("A", "NumRelRet")))
    single = iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["AP"])
    assert all(map(math.isnan, single.ci("A", "AP")))


def test_equal_scores_have_an_interval_of_no_width():
    same = iv.evaluate({"1": {"a": 1}, "2": {"a": 1}}, {"A": {"1": {"a": 1.0}, "2": {"a": 1.0}}}, ["AP"])
    assert same.ci("A", "AP") == (1.0, 1.0)


@pytest.mark.parametrize("confidence", [0, 1, 1.5, -1, 95, math.nan])
def test_a_confidence_outside_0_and_1_is_refused(table, confidence):
    with pytest.raises(iv.OptionError, match="above 0 and below 1"):
        table.ci("A", "AP", confidence)


# ---------------------------------------------------------------- handing it on


def test_arrow_pandas_and_polars_hold_every_score(dropped):
    arrow, pandas, polars = dropped.to_arrow(), dropped.to_pandas(), dropped.to_polars()
    assert arrow.column_names == list(pandas.columns) == polars.columns == ["system", "topic", "measure", "value"]
    assert arrow.num_rows == len(pandas) == polars.height == dropped.values.size
    for row in arrow.to_pylist():
        score = dropped.by_topic(row["system"], row["measure"])[row["topic"]]
        assert row["value"] == score or (row["value"] is None and math.isnan(score))
    assert arrow["value"].null_count == polars["value"].null_count() == np.isnan(dropped.values).sum()
    wide = pandas[pandas["measure"] == "AP"].pivot(index="system", columns="topic", values="value")
    assert np.array_equal(wide.to_numpy(), dropped.matrix("AP"), equal_nan=True)


def test_parquet_reads_back(dropped, tmp_path):
    dropped.save(tmp_path / "scores.parquet")
    again = iv.read_scores(tmp_path / "scores.parquet")
    assert np.array_equal(again.values, dropped.values, equal_nan=True)
    for part in ("systems", "topics", "names", "measures", "policy", "notes"):
        assert getattr(again, part) == getattr(dropped, part)
    assert again.means("A") == pytest.approx(dropped.means("A"), nan_ok=True)


def test_parquet_keeps_the_names_that_the_user_wrote(tmp_path):
    table = iv.evaluate(QRELS, RUNS, ["map", "RBP(p=0.50)"])
    table.save(tmp_path / "scores.parquet")
    again = iv.read_scores(tmp_path / "scores.parquet")
    assert again.names == ("map", "RBP(p=0.50)")
    assert again.measures == (parse_measure("AP"), parse_measure("RBP(p=0.5)"))


def test_what_holds_no_scores_is_refused(tmp_path):
    path = tmp_path / "file.parquet"
    with pytest.raises(iv.InputError, match=r"file\.parquet: "):
        iv.read_scores(path)
    path.write_text("no Parquet")
    with pytest.raises(iv.InputError, match="damaged or not Parquet"):
        iv.read_scores(path)
    pyarrow.parquet.write_table(pyarrow.table({"x": [1]}), path)
    with pytest.raises(iv.InputError, match="holds no scores"):
        iv.read_scores(path)
