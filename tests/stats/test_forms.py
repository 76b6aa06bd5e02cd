"""One measure without an interval form does not cancel the rest, wherever interval forms are asked for."""

import numpy as np
import pytest

import intervale as iv
from intervale.evaluation.interval_forms import with_forms
from intervale.measures import named_measures

GRADES = {f"d{n}": n % 3 for n in range(9)}
QRELS = {f"q{n}": GRADES for n in range(4)}
RUNS = {
    "A": {f"q{n}": {f"d{d}": float((d * (n + 2)) % 9) for d in range(9)} for n in range(4)},
    "B": {f"q{n}": {f"d{d}": float(d) for d in range(n, 9)} for n in range(4)},
}
MEASURES = ["P@5", "AP@60", "Bpref", "AP", "ERR@60", "nDCG@4"]


def test_what_has_no_form_gets_a_note_and_everything_else_is_computed():
    table = iv.evaluate(QRELS, RUNS, MEASURES, interval=True)
    assert table.names == ("P@5", "interval(P@5)", *MEASURES[1:], "interval(nDCG@4)")
    notes = "\n".join(table.notes)
    assert "AP@60, ERR@60: no interval form: too many values on about 10^28 runs of length 60 over grades 0..2" in notes
    assert "Bpref: no interval form: it depends on all judged documents" in notes
    assert "AP: no interval form: it has no cutoff" in notes
    assert "smaller cutoff" not in notes
    plain = iv.evaluate(QRELS, RUNS, MEASURES)
    for name in MEASURES:
        assert table.by_topic("A", name) == plain.by_topic("A", name)


@pytest.mark.parametrize("grades", [1, 2, 3])
def test_whether_there_is_a_form_depends_on_the_top_grade(grades):
    """ERR@20 is counted or estimated with few grades, and refused with more."""
    judged = iv.judge({"q": {"d1": grades}}, {"A": {"q": {"d1": 1.0}}})
    found, notes = with_forms(named_measures(["ERR@20", "P@3"]), judged)
    assert "interval(P@3)" in found
    assert ("interval(ERR@20)" in found) == (not notes) == (grades <= 2)


def test_float_grades_have_no_form_and_their_scores():
    table = iv.evaluate({"q": {"a": 0.5}}, {"A": {"q": {"a": 1.0}}}, ["DCG@3"], interval=True)
    assert table.names == ("DCG@3",)
    assert table.notes[0].startswith("DCG@3: no interval form: it needs integer grades")


@pytest.mark.parametrize("call", [iv.compare, iv.correlate, iv.evidence, iv.Evaluation.score])
def test_every_road_goes_on_without_it(call):
    call(iv.evaluate(QRELS, RUNS, ["P@5", "AP@60", "nDCG@4"], interval=True))


@pytest.mark.parametrize("measures", [["P@5", "AP@60"], ["P@5", "Bpref"], ["P@5", "interval(AP@60)"]])
def test_strict_refuses(measures):
    with pytest.raises(iv.OptionError, match=r"no interval form: .*; remove --strict"):
        iv.evaluate(QRELS, RUNS, measures, interval=True, strict=True)
    with pytest.raises(iv.OptionError, match=r"no interval form: .*; remove --strict"):
        iv.evaluate(QRELS, RUNS).score(measures, interval=True, strict=True)


def test_a_form_that_was_named_and_cannot_be_had_leaves_the_others():
    table = iv.evaluate(QRELS, RUNS, ["P@5", "interval(AP@60)", "interval(AP@20,space='topic')"])
    assert table.names == ("P@5", "interval(AP@20,space='topic')")
    assert table.notes[0].startswith("interval(AP@60): no interval form: too many values")
    with pytest.raises(iv.OptionError, match="too many values"):
        iv.evaluate(QRELS, RUNS, ["interval(AP@60)"])


def test_a_form_that_these_judgments_refuse_does_not_cancel_the_rest():
    table = iv.evaluate(QRELS, RUNS, ["P@5", "interval(nDCG@4,grades=1)"])
    assert table.names == ("P@5",)
    assert any("grade 2" in note for note in table.notes)


def test_the_form_of_a_measure_is_that_of_its_cutoff_and_its_grades():
    other = ["interval(nDCG@4,length=6)", "interval(nDCG@4,space='topic')", "interval(nDCG@4,grades=4)"]
    table = iv.evaluate(QRELS, RUNS, ["nDCG@4", *other])
    assert table.interval_forms == {}
    table = iv.evaluate(QRELS, RUNS, ["nDCG@4", "interval(nDCG@4,grades=2)", *other])
    assert table.interval_forms == {"nDCG@4": "interval(nDCG@4,grades=2)"}


@pytest.mark.parametrize("length", [4, 30])
def test_ranks_of_floats_are_no_proven_interval_scale(length):
    weights = 1 / np.log2(np.arange(2, length + 2))
    own = iv.measure(lambda grades: (grades * weights[: grades.shape[-1]]).sum(-1))
    table = iv.evaluate(QRELS, RUNS, {"own": iv.interval(own, length=length)})
    assert table.scale("own").equal_steps is None
    with pytest.raises(iv.IntervaleError, match="not known"):
        iv.compare(table, tests=["t"], strict=True)


def test_places_among_runs_depend_on_the_top_grade_and_say_so():
    table = iv.evaluate(QRELS, RUNS, ["interval(P@3,tie_rule='mid')"])
    assert any("top grade 2" in note for note in table.notes)
