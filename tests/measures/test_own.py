"""Measures of the user's own: a function scores the grades of runs."""

import sys

import numpy as np
import pytest

import intervale as iv
from intervale.measures import load_measure

QRELS = {f"q{i}": {"a": 1, "b": 2, "c": 0} for i in range(1, 6)}
RUNS = {
    "A": {"q1": {"a": 1.0}, "q2": {"c": 2.0, "b": 1.0}, "q3": {"x": 1.0}, "q4": {"a": 2.0, "b": 1.0}},
    "B": {f"q{i}": {"b": 9.0 - i, "c": 4.0, "a": 3.0} for i in range(1, 6)},
}


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
    assert table.by_topic("A", "first_two") == {"q1": 1.0, "q2": 2.0, "q3": 0.0, "q4": 3.0, "q5": 0.0}
    assert first_two(np.array([[1, 2, 3]])).tolist() == [3]  # it is still a function
    assert first_two.score([[1, 0, 2], [2, 2, 0]]).tolist() == [1.0, 4.0]
    assert first_two.aggregate == "mean"


def test_recall_base_and_judged_by_keyword():
    table = iv.evaluate(QRELS, RUNS, [found_share, judged_share])
    assert table.by_topic("A", "found_share") == {"q1": 0.5, "q2": 0.5, "q3": 0.0, "q4": 1.0, "q5": 0.0}
    # three columns, the depth of the longest run
    assert table.by_topic("A", "judged_share") == pytest.approx(
        {"q1": 1 / 3, "q2": 2 / 3, "q3": 0, "q4": 2 / 3, "q5": 0}
    )
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
    with pytest.raises(iv.MeasureError, match="first_two has no exact value on a run space: it has no exact version"):
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

    judged = iv.evaluate(QRELS, RUNS)
    before = judged.score(["AP"]).values
    judged.score([greedy])
    assert (judged.score(["AP"]).values == before).all()


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
        assert list(table.by_topic("B", "my_own_measures:top").values()) == [2.0, 2.0, 2.0, 2.0, 0.0]

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
