"""Arrays in scikit-learn's convention: scikit-learn's numbers where no scores are equal, and its other rules named."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from sklearn.metrics import (
    average_precision_score,
    dcg_score,
    label_ranking_average_precision_score,
    ndcg_score,
    top_k_accuracy_score,
)

import intervale as iv


def mean(y_true, y_score, measure):
    return iv.evaluate(*iv.from_arrays(y_true, y_score), measure).mean("run", measure)


@st.composite
def arrays(draw, top=4):
    """Grades, at least one of them above 0 in each row, and scores without ties."""
    shape = draw(st.tuples(st.integers(1, 12), st.integers(2, 12)))
    grades = draw(hnp.arrays(np.int64, shape, elements=st.integers(0, top)))
    grades[:, 0] = np.maximum(grades[:, 0], 1)
    orders = [draw(st.permutations(range(shape[1]))) for _ in range(shape[0])]
    return grades, np.array(orders) / 7 - 1


@settings(max_examples=60, deadline=None)
@given(arrays(), st.integers(1, 14))
def test_ndcg_and_dcg_are_those_of_scikit_learn(pair, k):
    grades, scores = pair
    assert mean(grades, scores, "nDCG") == pytest.approx(ndcg_score(grades, scores), abs=1e-12)
    assert mean(grades, scores, f"nDCG@{k}") == pytest.approx(ndcg_score(grades, scores, k=k), abs=1e-12)
    assert mean(grades, scores, f"DCG@{k}") == pytest.approx(dcg_score(grades, scores, k=k), abs=1e-12)


@settings(max_examples=60, deadline=None)
@given(arrays(top=1))
def test_ap_is_label_ranking_average_precision(pair):
    grades, scores = pair
    assert mean(grades, scores, "AP") == pytest.approx(label_ranking_average_precision_score(grades, scores), abs=1e-12)
    one = average_precision_score(grades[0], scores[0])
    assert mean(grades[0], scores[0], "AP") == pytest.approx(one, abs=1e-12)


@settings(max_examples=40, deadline=None)
@given(arrays(), st.integers(1, 5))
def test_success_is_top_k_accuracy(pair, k):
    _, scores = pair
    rows, labels = scores.shape
    k = min(k, labels - 1)
    classes = np.arange(rows) % labels
    one_hot = np.eye(labels, dtype=int)[classes]
    if labels > 2:
        wanted = top_k_accuracy_score(classes, scores, k=k, labels=np.arange(labels))
        assert mean(one_hot, scores, f"Success@{k}") == pytest.approx(wanted, abs=1e-12)


def test_ties_are_handled_differently_as_the_docstring_says():
    grades, scores = [[1, 0]], [[0.5, 0.5]]
    assert mean(grades, scores, "nDCG") == pytest.approx(1 / np.log2(3))  # the later column first
    assert ndcg_score(grades, scores) == pytest.approx((1 + 1 / np.log2(3)) / 2)
    assert mean([[0, 1]], scores, "AP") == 1.0
    assert label_ranking_average_precision_score([[0, 1]], scores) == 0.5


def test_a_topic_without_a_relevant_document():
    grades, scores = [[0, 0], [0, 1]], [[2.0, 1.0], [1.0, 2.0]]
    assert mean(grades, scores, "AP") == 0.5
    assert label_ranking_average_precision_score(grades, scores) == 1.0


def test_names_stay_in_the_order_of_rows():
    qrels, run = iv.from_arrays(np.eye(12), np.eye(12))
    assert qrels.topic_names == tuple(f"{n:02}" for n in range(12))
    assert run.document[:3].to_pylist() == ["00", "01", "02"]
    qrels, run = iv.from_arrays([[1, 0]], [[2, 1]], topics=["q"], documents=["a", 7], name="mine")
    assert (qrels.topic_names, run.document.to_pylist(), run.name) == (("q",), ["a", "7"], "mine")


def test_what_is_masked_or_not_a_number_is_absent():
    qrels, run = iv.from_arrays([[1, np.nan, 0]], np.ma.array([[3.0, 2.0, 1.0]], mask=[[False, False, True]]))
    assert qrels.document.to_pylist() == ["0", "2"]
    assert run.document.to_pylist() == ["0", "1"]
    assert iv.evaluate(qrels, run, "Judged@2").mean("run", "Judged@2") == 0.5


def test_grades_that_are_not_whole_stay_floats():
    assert iv.from_arrays([0.5, 1], [1, 2])[0].grade.tolist() == [0.5, 1.0]
    assert iv.from_arrays([True, False], [1, 2])[0].grade.tolist() == [1, 0]


@pytest.mark.parametrize(
    ("y_true", "y_score", "message"),
    [
        ([[1, 0]], [[1.0]], r"y_true has the shape \(1, 2\), y_score \(1, 1\)"),
        ([[[1]]], [[[1]]], r"y_true must have the shape \(topics, documents\)"),
        ([], [], "must have the shape"),
        (1, 1, "must have the shape"),
        ([["a"]], [[1]], "y_true must be an array of numbers"),
        ([[1], [1, 2]], [[1]], "y_true must be an array of numbers"),
        ([[1]], None, "y_score must be an array of numbers"),
        ([[np.nan]], [[1]], "no judgments"),
        ([[1]], [[np.nan]], "no retrieved documents"),
        ([[np.inf]], [[1]], "not a finite number"),
    ],
)
def test_other_arrays_are_refused(y_true, y_score, message):
    with pytest.raises(iv.InputError, match=message):
        iv.from_arrays(y_true, y_score)


@pytest.mark.parametrize("topics", [["a"], ["a", "a"], ["a", "b", "c"]])
def test_names_must_fit(topics):
    with pytest.raises(iv.OptionError, match="topics must be 2 different names"):
        iv.from_arrays([[1], [0]], [[1], [2]], topics=topics)
