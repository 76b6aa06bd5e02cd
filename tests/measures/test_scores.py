"""Score tables: aggregates, intervals, export. And measures of the user's own."""

import math
import sys

import numpy as np
import pyarrow
import pyarrow.parquet
import pytest
import scipy.stats

import intervale as iv
from intervale.measures import ScoreTable, load_measure, parse_measure

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
    assert table.topic_names == ("q1", "q2", "q3", "q4", "q5")
    assert table.names == tuple(MEASURES)
    assert [str(measure) for measure in table.measures] == MEASURES
    assert repr(table) == "ScoreTable(2 systems × 5 topics × 6 measures: AP, GMAP, nDCG@2, NumRelRet, Bpref, GMBpref)"
    assert (table.matrix("AP") == table.values[0]).all()


def test_means_sums_and_geometric_means(table):
    ap = list(table.topics("A", "AP").values())
    assert ap == [0.5, 0.25, 0.0, 1.0, 0.0]
    assert table.means("A") == pytest.approx(
        {
            "AP": sum(ap) / 5,
            "GMAP": math.exp(sum(math.log(max(x, 1e-5)) for x in ap) / 5),
            "nDCG@2": np.mean(list(table.topics("A", "nDCG@2").values())),
            "NumRelRet": 4.0,
            "Bpref": np.mean(list(table.topics("A", "Bpref").values())),
            "GMBpref": scipy.stats.gmean([max(x, 1e-5) for x in table.topics("A", "GMBpref").values()]),
        }
    )


def test_a_dropped_topic_does_not_count(dropped):
    assert math.isnan(dropped.topics("A", "AP")["q5"])
    assert dropped.mean("A", "AP") == pytest.approx((0.5 + 0.25 + 0.0 + 1.0) / 4)
    assert dropped.mean("A", "GMAP") == pytest.approx(scipy.stats.gmean([0.5, 0.25, 1e-5, 1.0]))
    assert not np.isnan(dropped.matrix("AP")[1]).any()


def test_what_the_table_lacks_is_said(table):
    for call in (lambda: table.mean("A", "P@5"), lambda: table.matrix("P@5"), lambda: table.topics("A", "P@5")):
        with pytest.raises(iv.OptionError, match="no measure 'P@5'; it has AP, GMAP"):
            call()
    with pytest.raises(iv.OptionError, match="no system 'C'; it has A, B"):
        table.mean("C", "AP")


# ---------------------------------------------------------------- intervals


@pytest.mark.parametrize("confidence", [0.5, 0.9, 0.95, 0.99])
@pytest.mark.parametrize("measure", ["AP", "nDCG@2", "Bpref"])
def test_intervals_are_those_of_student(table, dropped, measure, confidence):
    for scores in (table, dropped):
        values = np.array(list(scores.topics("A", measure).values()))
        values = values[~np.isnan(values)]
        wanted = scipy.stats.t.interval(confidence, len(values) - 1, values.mean(), scipy.stats.sem(values))
        assert scores.interval("A", measure, confidence) == pytest.approx(wanted, rel=1e-12)


def test_the_interval_of_a_geometric_mean_is_that_of_the_logarithms(table):
    logs = np.log(np.maximum(list(table.topics("A", "GMAP").values()), 1e-5))
    low, high = scipy.stats.t.interval(0.95, 4, logs.mean(), scipy.stats.sem(logs))
    assert table.interval("A", "GMAP") == pytest.approx((math.exp(low), math.exp(high)), rel=1e-12)


def test_where_there_is_no_interval(table):
    assert all(map(math.isnan, table.interval("A", "NumRelRet")))
    single = iv.evaluate({"q": {"a": 1}}, {"A": {"q": {"a": 1.0}}}, ["AP"])
    assert all(map(math.isnan, single.interval("A", "AP")))


def test_equal_scores_have_an_interval_of_no_width():
    same = iv.evaluate({"1": {"a": 1}, "2": {"a": 1}}, {"A": {"1": {"a": 1.0}, "2": {"a": 1.0}}}, ["AP"])
    assert same.interval("A", "AP") == (1.0, 1.0)


@pytest.mark.parametrize("confidence", [0, 1, 1.5, -1, 95, math.nan])
def test_a_confidence_outside_0_and_1_is_refused(table, confidence):
    with pytest.raises(iv.OptionError, match="above 0 and below 1"):
        table.interval("A", "AP", confidence)


# ---------------------------------------------------------------- handing it on


def test_arrow_pandas_and_polars_hold_every_score(dropped):
    arrow, pandas, polars = dropped.to_arrow(), dropped.to_pandas(), dropped.to_polars()
    assert arrow.column_names == list(pandas.columns) == polars.columns == ["system", "topic", "measure", "value"]
    assert arrow.num_rows == len(pandas) == polars.height == dropped.values.size
    for row in arrow.to_pylist():
        score = dropped.topics(row["system"], row["measure"])[row["topic"]]
        assert row["value"] == score or (row["value"] is None and math.isnan(score))
    assert arrow["value"].null_count == polars["value"].null_count() == np.isnan(dropped.values).sum()
    wide = pandas[pandas["measure"] == "AP"].pivot(index="system", columns="topic", values="value")
    assert np.array_equal(wide.to_numpy(), dropped.matrix("AP"), equal_nan=True)


def test_parquet_reads_back(dropped, tmp_path):
    dropped.to_parquet(tmp_path / "scores.parquet")
    again = ScoreTable.from_parquet(tmp_path / "scores.parquet")
    assert np.array_equal(again.values, dropped.values, equal_nan=True)
    for part in ("systems", "topic_names", "names", "measures", "policy", "notes"):
        assert getattr(again, part) == getattr(dropped, part)
    assert again.means("A") == pytest.approx(dropped.means("A"), nan_ok=True)


def test_parquet_keeps_the_names_that_the_user_wrote(tmp_path):
    table = iv.evaluate(QRELS, RUNS, ["map", "RBP(p=0.50)"])
    table.to_parquet(tmp_path / "scores.parquet")
    again = ScoreTable.from_parquet(tmp_path / "scores.parquet")
    assert again.names == ("map", "RBP(p=0.50)")
    assert again.measures == (parse_measure("AP"), parse_measure("RBP(p=0.5)"))


def test_what_is_no_table_of_scores_is_refused(tmp_path):
    path = tmp_path / "file.parquet"
    with pytest.raises(iv.InputError, match=r"file\.parquet: "):
        ScoreTable.from_parquet(path)
    path.write_text("no Parquet")
    with pytest.raises(iv.InputError, match="damaged or not Parquet"):
        ScoreTable.from_parquet(path)
    pyarrow.parquet.write_table(pyarrow.table({"x": [1]}), path)
    with pytest.raises(iv.InputError, match="not a table of scores"):
        ScoreTable.from_parquet(path)


# ---------------------------------------------------------------- measures of the user's own


@iv.measure
def first_two(grades):
    return grades[..., :2].sum(-1)


def found_share(grades, *, recall_base):
    return (grades > 0).sum(-1) / np.maximum(recall_base, 1)


def judged_share(grades, judged):
    return judged.mean(-1)


def test_a_function_is_a_measure():
    table = iv.evaluate(QRELS, RUNS, [first_two, "AP"])
    assert table.names == ("first_two", "AP")
    assert table.topics("A", "first_two") == {"q1": 1.0, "q2": 2.0, "q3": 0.0, "q4": 3.0, "q5": 0.0}
    assert first_two(np.array([[1, 2, 3]])).tolist() == [3]  # it is still a function
    assert first_two.score([[1, 0, 2], [2, 2, 0]]).tolist() == [1.0, 4.0]
    assert first_two.aggregate == "mean"


def test_recall_base_and_judged_by_keyword():
    table = iv.evaluate(QRELS, RUNS, [found_share, judged_share])
    assert table.topics("A", "found_share") == {"q1": 0.5, "q2": 0.5, "q3": 0.0, "q4": 1.0, "q5": 0.0}
    # three columns, the depth of the longest run
    assert table.topics("A", "judged_share") == pytest.approx({"q1": 1 / 3, "q2": 2 / 3, "q3": 0, "q4": 2 / 3, "q5": 0})
    assert iv.measure(judged_share).score([[1, 0]]).tolist() == [1.0]


def test_own_measures_agree_with_the_catalogue_on_many_rows():
    """More rows than are handed to a function at once."""

    def precision(grades):
        return (grades[..., :3] > 0).sum(-1) / 3

    qrels = {f"q{i}": {"a": i % 3, "b": 1} for i in range(1500)}
    runs = {system: {f"q{i}": {"b": 1.0, "a": i % 2, "x": 0.5} for i in range(1500)} for system in "ABC"}
    table = iv.evaluate(qrels, runs, [precision, "P@3"])
    assert table.matrix("precision") == pytest.approx(table.matrix("P@3"))


def test_an_exact_twin():
    @iv.measure(exact=lambda profile: sum(profile[:2]))
    def twin(grades):
        return grades[..., :2].sum(-1)

    assert twin.exact((1, 2, 3)) == 3
    with pytest.raises(iv.MeasureError, match="first_two has no exact value on a run space: its function brings no"):
        first_two.exact((1, 2))


def test_two_functions_of_one_name_are_not_mixed_up():
    """One of them must not vanish without a word."""
    try:
        table = iv.evaluate(QRELS, RUNS, [lambda grades: grades[..., 0], lambda grades: grades[..., 1]])
    except iv.MeasureError:
        return
    assert len(table.names) == 2


def test_a_function_with_the_name_of_a_measure_is_not_mixed_up():
    def AP(grades):
        return grades[..., 0]

    try:
        table = iv.evaluate(QRELS, RUNS, ["AP", AP])
    except iv.MeasureError:
        return
    assert len(table.names) == 2


@pytest.mark.parametrize(
    ("function", "message"),
    [
        (lambda grades: grades, r"gave scores of shape \(10, 3\) for grades of shape \(10, 3\); expected \(10,\)"),
        (lambda grades: 0.5, r"gave scores of shape \(\)"),
        (lambda grades: grades.sum(), r"gave scores of shape \(\)"),
        (lambda grades: [[1.0]], r"gave scores of shape \(1, 1\)"),
        (lambda grades: 1 / 0, r"failed on grades of shape \(10, 3\): ZeroDivisionError: division by zero"),
        (lambda grades: "good", r"failed on grades of shape \(10, 3\): ValueError"),
        (lambda grades: None, r"failed|shape"),
    ],
)
def test_a_function_that_gives_no_scores_is_refused(function, message):
    with pytest.raises(iv.MeasureError, match=message):
        iv.evaluate(QRELS, RUNS, [function])


def test_the_error_inside_a_function_is_kept_as_the_cause():
    with pytest.raises(iv.MeasureError) as caught:
        iv.evaluate(QRELS, RUNS, [lambda grades: grades.nothing])
    assert isinstance(caught.value.__cause__, AttributeError)


def test_a_function_that_wants_something_else_is_refused():
    with pytest.raises(iv.MeasureError, match=r"not \['depth'\]"):
        iv.measure(lambda grades, depth: grades.sum(-1))
    assert iv.measure(lambda grades, depth=3: grades[..., :depth].sum(-1)).score([[1, 1, 1, 1]]).tolist() == [3.0]


def test_a_function_cannot_change_the_runs():
    """What is written into the array of grades is not seen by the next measure."""

    def greedy(grades):
        grades[...] = 1
        return grades.sum(-1)

    judged = iv.judge(QRELS, RUNS)
    before = iv.score(judged, ["AP"]).values
    iv.score(judged, [greedy])
    assert (iv.score(judged, ["AP"]).values == before).all()


class TestModuleAndFunction:
    """``module:function``, from the current folder or any that Python looks into."""

    @pytest.fixture(autouse=True)
    def own_module(self, tmp_path, monkeypatch):
        (tmp_path / "my_own_measures.py").write_text(
            "def top(grades):\n    return grades[..., 0]\n\nclass Group:\n    @staticmethod\n"
            "    def inner(grades):\n        return grades.max(-1)\n\nnumber = 3\n"
        )
        (tmp_path / "broken_measures.py").write_text("1 / 0\n")
        monkeypatch.chdir(tmp_path)
        monkeypatch.setattr(sys, "path", [*sys.path])
        yield
        for name in ("my_own_measures", "broken_measures"):
            sys.modules.pop(name, None)

    def test_found(self):
        table = iv.evaluate(QRELS, RUNS, ["my_own_measures:top", "my_own_measures:Group.inner"])
        assert table.names == ("my_own_measures:top", "my_own_measures:Group.inner")
        assert list(table.topics("B", "my_own_measures:top").values()) == [2.0, 2.0, 2.0, 2.0, 0.0]

    @pytest.mark.parametrize(
        ("text", "message"),
        [
            ("my_own_measures:bottom", "has no 'bottom'"),
            ("my_own_measures:number", "is not a function"),
            ("no_such_module:top", "cannot be imported: No module named 'no_such_module'"),
            ("broken_measures:top", "fails when imported: ZeroDivisionError: division by zero"),
        ],
    )
    def test_not_found(self, text, message):
        with pytest.raises(iv.MeasureError, match=message):
            load_measure(text)
