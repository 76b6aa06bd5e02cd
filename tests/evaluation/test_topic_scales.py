"""Judgments of topics as people have them, counted by grade."""

import numpy as np
import pandas
import pytest

import intervale as iv
from intervale.errors import IntervaleError, OptionError
from intervale.evaluation.topic_scales import judged_counts

QRELS = {"q1": {"a": 2, "b": 0, "c": 1}, "q2": {"a": 1, "b": 1}, "q3": {"a": 0, "b": -1}}
COUNTS = {"q1": (1, 1, 1), "q2": (0, 2, 0), "q3": (1, 0, 0)}


def rows():
    return [(topic, document, grade) for topic, some in QRELS.items() for document, grade in some.items()]


def test_what_judgments_may_be(tmp_path):
    path = tmp_path / "qrels.txt"
    path.write_text("".join(f"{topic} 0 {document} {grade}\n" for topic, document, grade in rows()))
    frame = pandas.DataFrame(rows(), columns=["topic", "document", "grade"])
    runs = {"A": {"q1": {"a": 1.0}, "q2": {"b": 1.0}}}
    for source in (QRELS, str(path), path, frame, iv.read_qrels(QRELS), iv.evaluate(QRELS, runs)):
        assert judged_counts(source) == COUNTS
        assert iv.topic_scales("P@2", source).left_out == ("q3",)


def test_options_of_judgments(tmp_path):
    assert judged_counts(QRELS, grades=3)["q1"] == (1, 1, 1, 0)
    assert judged_counts(QRELS, topics=["q2", "q1"]) == {"q2": (0, 2, 0), "q1": (1, 1, 1)}
    assert judged_counts(QRELS, relevant_from=2) == {"q1": (2, 1), "q2": (2, 0), "q3": (1, 0)}
    (tmp_path / "topics").write_text("q2\n")
    assert judged_counts(QRELS, topics=tmp_path / "topics") == {"q2": (0, 2, 0)}
    ids = {"A": {"q1": {"a": 1.0}}}
    assert judged_counts(iv.evaluate(QRELS, ids), topics=["q2"]) == {"q2": (0, 2, 0)}


def test_recall_bases():
    assert judged_counts({"q1": 1, 2: np.int64(3)}) == {"q1": (0, 1), "2": (0, 3)}
    found = iv.topic_scales("R@10", {"q1": 1, "q2": 2, "q3": 0})
    assert (found.bases, found.left_out) == ({"q1": 1, "q2": 2}, ("q3",))
    assert iv.topic_scales("R@10", {"q1": 1, "q2": 2}, topics=["q2"]).topics == ("q2",)


@pytest.mark.parametrize(
    ("judgments", "options", "reason"),
    [
        ({"q1": 1}, {"grades": 2}, "recall bases count relevant documents"),
        ({"q1": -1}, {}, "recall bases must be whole numbers of at least 0"),
        ({"q1": 1}, {"topics": ["q9"]}, "no judgments for topic 'q9'"),
        ({"q1": {"a": 0.5}}, {}, "grades must be whole numbers here"),
        ({}, {}, "no judgments"),
    ],
)
def test_refusals(judgments, options, reason):
    with pytest.raises(IntervaleError, match=reason):
        iv.topic_scales("R@10", judgments, **options)


def test_scores_alone_have_no_judgments():
    scores = iv.read_scores({"A": [0.1, 0.2], "B": [0.3, 0.4]}, measure="AP")
    with pytest.raises(OptionError, match="give the judgments"):
        iv.topic_scales("AP@3", scores)


def test_it_shows_itself():
    found = iv.topic_scales("R", {"q1": 1, "q2": 2, "q3": 3}, length=3)
    page = found._repr_html_()
    assert page.index("do not share a scale") < page.index("<table>")
    assert found.sentences()[1].endswith("no topic reaches 2 of these: 1/6, 5/6.")
    assert "R & no & 3 & 5" in " ".join(found.to_latex().split())
