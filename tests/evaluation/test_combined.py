"""Joined, subset and rescored evaluations: what does not fit, what notes say, and that nothing is shared."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

import intervale as iv
from intervale import OptionError

QRELS = {"1": {"a": 1, "b": 0}, "2": {"a": 2, "c": 1}}
RUNS = {
    "A": {"1": {"a": 2.0, "b": 1.0}, "2": {"c": 2.0, "a": 1.0}},
    "B": {"1": {"b": 2.0, "a": 1.0}, "2": {"a": 1.0}},
}


def of(name, qrels=QRELS, measures=("P@1",), **options):
    return iv.evaluate(qrels, {name: RUNS[name]}, list(measures), **options)


def test_other_judgments_of_as_many_documents_are_refused():
    other = QRELS | {"1": {"a": 0, "b": 1}}
    with pytest.raises(OptionError, match="different judgments"):
        of("A").join(of("B", other))
    with pytest.raises(OptionError, match="different judgments"):
        of("A").join(of("B", QRELS | {"1": {"a": 1, "b": 0, "z": -1}}))
    turned = {topic: dict(reversed(documents.items())) for topic, documents in reversed(QRELS.items())}
    assert of("A").join(of("B", turned)).systems == ("A", "B")


def test_digests_are_saved(tmp_path):
    of("A").save(tmp_path / "a.parquet")
    loaded = iv.read_scores(tmp_path / "a.parquet")
    assert loaded == of("A")
    with pytest.raises(OptionError, match="different judgments"):
        loaded.join(of("B", QRELS | {"1": {"a": 0, "b": 1}}))


def test_joined_is_evaluated_together():
    measures = ["AP", "AP@2", "interval(AP@2)", "nDCG@2"]
    together = iv.evaluate(QRELS, RUNS, measures, interval=True)
    assert of("A", measures=measures, interval=True).join(of("B", measures=measures, interval=True)) == together


def test_notes_follow_the_measures():
    whole = iv.evaluate(QRELS, RUNS, ["AP", "P@1"], interval=True)
    assert any(note.startswith("AP: no interval form") for note in whole.notes)
    for part in (whole.subset(measures=["P@1"]), whole.score(["P@1"])):
        assert part.notes == iv.evaluate(QRELS, RUNS, ["P@1"]).notes
    assert whole.score(["nDCG@2"]).notes == iv.evaluate(QRELS, RUNS, ["nDCG@2"]).notes


def test_a_form_that_is_not_there_does_not_cancel_the_rest():
    asked = ["interval(AP@3000)", "RR"]
    assert iv.evaluate(QRELS, RUNS).score(asked) == iv.evaluate(QRELS, RUNS, asked)
    floats = iv.evaluate({"1": {"a": 0.5}, "2": {"a": 1.5}}, RUNS, ["P@1"])
    assert floats.score(["interval(P@2)", "P@1"]).names == ("P@1",)


@pytest.mark.parametrize("measure", ["nDCG@5", "points"])
def test_a_given_scale_is_saved_compared_and_joined(measure, tmp_path):
    def made(name, **given):
        return iv.read_scores({name: [0.1, 0.2]}, measure=measure, **given)

    one = made("A", scale="interval")
    one.save(tmp_path / "one.parquet")
    loaded = iv.read_scores(tmp_path / "one.parquet")
    assert loaded == one
    assert loaded.scale(measure).level == "interval"
    assert loaded.join(made("B", scale="interval")).scale(measure).level == "interval"
    assert one != made("A") != made("A", scale="ordinal")
    for other in (made("B"), made("B", scale="ordinal"), made("B", scale="interval", topic_scale="own")):
        other.scale(measure)
        with pytest.raises(OptionError, match="was given a scale in one evaluation"):
            loaded.join(other)


def test_a_scale_does_not_depend_on_what_was_computed_before():
    first, second = (iv.read_scores({"A": [0.2, 0.4]}, measure="P(rel=2)@5") for _ in range(2))
    second.scale_by_order("P(rel=2)@5")
    assert first.scale("P(rel=2)@5") == second.scale("P(rel=2)@5")


def test_no_evaluation_changes_another():
    whole = iv.evaluate(QRELS, RUNS, ["P@1", "AP"])
    for part in (whole, whole.noted(()), whole.subset(systems=["A"]), replace(whole, names=("a", "b"))):
        with pytest.raises(ValueError, match="read-only"):
            part.values[0, 0, 0] = 9.0
    part = whole.subset(systems=["A"])
    part.scale("P@1")
    assert "P@1" not in whole.scales


def test_what_is_no_evaluation_is_refused():
    with pytest.raises(OptionError, match="join needs an evaluation, not int"):
        of("A").join(3)


class TestReadScores:
    def test_a_first_column_called_system(self, tmp_path):
        path = tmp_path / "m.csv"
        path.write_text("System,401,402\nA,0.5,0.25\nB,1,0\n")
        found = iv.read_scores(path)
        assert (found.systems, found.topics) == (("A", "B"), ("401", "402"))
        assert found == iv.read_scores(path, systems="rows")
        with pytest.raises(OptionError, match="names systems; use systems='rows'"):
            iv.read_scores(path, systems="columns")
        path.write_text("topic,A,B\n401,0.5,1\n")
        with pytest.raises(OptionError, match="names topics; leave out systems='rows'"):
            iv.read_scores(path, systems="rows")

    def test_headings_in_any_case(self, tmp_path):
        path = tmp_path / "m.csv"
        path.write_text("System,Topic,Value\nA,1,0.5\nA,2,0.25\n")
        assert iv.read_scores(path).by_topic("A", "score") == {"1": 0.5, "2": 0.25}

    def test_without_names_of_topics(self, tmp_path):
        path = tmp_path / "m.csv"
        path.write_text("A,B\n0.1,0.2\n0.3,0.5\n")
        with pytest.raises(iv.InputError, match="first column 'A' holds scores, not the names of topics"):
            iv.read_scores(path)

    @pytest.mark.parametrize("index", ["topic", "id", None])
    def test_the_index_of_pandas(self, index):
        pandas = pytest.importorskip("pandas")
        frame = pandas.DataFrame({"A": [0.5, 0.25], "B": [1.0, 0.0]}, index=pandas.Index(["401", "402"], name=index))
        found = iv.read_scores(frame)
        assert (found.systems, found.topics) == (("A", "B"), ("401", "402"))
        assert found == iv.read_scores(frame.T, systems="rows")

    def test_the_row_of_means_is_no_topic(self, tmp_path):
        path = tmp_path / "wide.csv"
        path.write_text("topic,A,B\n1,0.5,1\nall,0.5,1\n")
        assert iv.read_scores(path).topics == ("1",)
        path.write_text("system,topic,measure,value\nA,1,P@1,0.5\nA,all,P@1,0.5\n")
        found = iv.read_scores(path)
        assert found.topics == ("1",)
        assert "the scores of topic 'all' are taken as means and left out" in found.notes
        path.write_text("topic,A\nall,0.5\n")
        with pytest.raises(iv.InputError, match="its only topic is 'all'"):
            iv.read_scores(path)

    @pytest.mark.parametrize("scores", [{1: {"t": 0.5}, "1": {"t": 0.7}}, {"A": {1: 0.5, "1": 0.7}}])
    def test_a_name_that_comes_twice(self, scores):
        with pytest.raises(iv.InputError, match="appears twice"):
            iv.read_scores(scores)

    def test_one_sentence(self):
        scores = {"A": [0.5]}
        for options, words in (
            ({"measure": iv.parse_measure("P@5")}, "must be the name of a measure"),
            ({"topic_scale": "own"}, "give scale= as well"),
            ({"scale": "interval", "topic_scale": "huh"}, "topic_scale='huh' is unknown"),
            ({"systems": "rows"}, "is for wide tables"),
        ):
            with pytest.raises(OptionError, match=words):
                iv.read_scores(scores, **options)
        with pytest.raises(iv.InputError, match="expected a score"):
            iv.read_scores({"A": [10**400]})

    def test_an_encoding_is_for_text(self, tmp_path):
        path = tmp_path / "saved.parquet"
        of("A").save(path)
        assert iv.read_scores(path, encoding="latin-1") == of("A")

    def test_how_data_were_handled_is_not_known(self):
        shown = iv.read_scores({"A": [0.5]}).to_markdown()
        assert "is not known" in shown
        assert "trec_eval" not in shown
        assert np.isfinite(iv.read_scores({"A": [0.5]}).values).all()
