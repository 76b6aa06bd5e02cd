"""``intervale topics``."""

import json

import pytest

EXAMPLE = "".join(f"q{base} 0 d{n} {int(n <= base)}\n" for base in (1, 2, 3) for n in range(1, 5))


@pytest.fixture
def example(here):
    (here / "example.txt").write_text(EXAMPLE)
    return "example.txt"


def test_the_answer_comes_first(intervale, example):
    done = intervale("topics", example, "-m", "R@10")
    assert done.code == 0
    said = " ".join(done.out.split())
    assert said.startswith(
        "R@10: the topics do not share a scale: 0, 1/3 (topic q3) and 1/2 (topic q2) are neighbouring values with "
        "unequal steps; at most 2 of 3 topics share one (recall bases 1 and 2)."
    )
    assert "has 7 values, 1/6 apart; no topic reaches 2 of these: 1/6, 5/6." in said
    assert "3 topics, recall bases 1 to 3" in said


@pytest.mark.parametrize(
    ("measure", "sentence"),
    [
        ("P@3", "P@3: all 3 topics share a scale: 4 values, 1/3 apart."),
        ("RR@3", "RR@3: no topic has equally spaced values, and no set of topics shares a scale: 0, 1/3 (topic q1)"),
        ("nDCG@3", "have an irrational ratio, as 2^a = 3^b has no solution but a = b = 0."),
        ("nDCG@1000", "of the values of topic q1, 1 and 0.63093 have an irrational ratio"),
        ("R@1", "at most 2 of 3 topics share one (recall bases 1 and 2)."),
        (
            "AP@1000",
            "1/3000 (topic q3) is the smallest value above 0, and 1/2997 of the same topic is no whole multiple",
        ),
        ("AP@1000", "they are too many to list, and its step is not known."),
        ("F@2", "F@2: no two of 3 topics share a scale: 0, 2/5 (topic q3) and 1/2 (topic q2) are neighbouring"),
    ],
)
def test_sentences(intervale, example, measure, sentence):
    done = intervale("topics", example, "-m", measure)
    assert done.code == 0
    assert sentence in " ".join(done.out.split())


def test_one_topic(intervale, here):
    (here / "one.txt").write_text("q1 0 d1 1\nq2 0 d1 0\n")
    done = intervale("topics", "one.txt", "-m", "R@5")
    assert done.out.startswith("R@5: the one topic has a scale: 2 values, 1 apart.")
    assert "left out: 1 topic without a relevant document (q2)" in done.out


def test_measures_that_are_refused_do_not_cancel_the_others(intervale, here):
    many = "".join(f"q{base} 0 d{n} 1\n" for base in (30, 300) for n in range(base))
    (here / "many.txt").write_text(many)
    halves = "RBP(p=0.5)@1000"
    done = intervale("topics", "many.txt", "-m", halves, "-m", "R@1000")
    assert done.code == 0
    assert f"{halves} has too many values on these topics to list them; use a smaller cutoff" in done.out
    assert done.out.startswith("R@1000: all 2 topics share a scale: 301 values, 1/300 apart.")
    document = json.loads(intervale("topics", "many.txt", "-m", halves, "-m", "R@1000", "--json").out)
    assert list(document["refused"]) == [halves]
    assert list(document["measures"]) == ["R@1000"]
    alone = intervale("topics", "many.txt", "-m", halves)
    assert (alone.code, alone.out) == (2, "")
    assert alone.err.count("\n") == 1


def test_sets(intervale, example):
    done = intervale("topics", example, "-m", "R@10", "--sets")
    assert "sets of topics that share a scale" in " ".join(done.out.split())
    assert "q1, q2" in done.out
    assert "q1, q3" in done.out
    assert "splits 3 topics into 2 sets; fewer may do" in " ".join(done.out.split())
    rows = intervale("topics", example, "-m", "R@10", "--sets", "-f", "csv").out.splitlines()
    assert rows[0] == "measure,set,set_topics,step,values,topic,recall_base"
    assert rows[1:] == ["R@10,1,2,1/2,3,q1,1", "R@10,1,2,1/2,3,q2,2", "R@10,2,2,1/3,4,q1,1", "R@10,2,2,1/3,4,q3,3"]


def test_a_document(intervale, example):
    document = json.loads(intervale("topics", example, "-m", "R@10", "-m", "nDCG@2", "--json").out)
    recall, other = document["measures"].values()
    assert document["grades"] == 1
    assert recall["recall_bases"] == {"q1": 1, "q2": 2, "q3": 3}
    assert recall["listed"] == ["0", "1/3", "1/2", "2/3", "1"]
    assert recall["equally_spaced"]["witness"] == [["0", "q1"], ["1/3", "q3"], ["1/2", "q2"]]
    assert recall["refinement"]["first_unreached"] == ["1/6", "5/6"]
    assert (recall["refinement"]["values"], recall["refinement"]["unreached"]) == (7, 2)
    assert recall["sets"][0] == {"topics": ["q1", "q2"], "step": "1/2", "values": 3}
    assert other["refinement"]["exists"]["holds"] is False
    assert other["refinement"]["values"] is None
    assert document["statements"][0].startswith("R@10: the topics do not share a scale")
    one = json.loads(intervale("topics", example, "-m", "R@10", "--json").out)
    assert one["statements"][1].endswith("no topic reaches 2 of these: 1/6, 5/6.")


def test_recall_bases_that_come_more_than_once(intervale, here):
    bases = {"a": 2, "b": 4, "c": 4, "d": 3}
    (here / "twice.txt").write_text("".join(f"{t} 0 d{n} 1\n" for t, base in bases.items() for n in range(base)))
    assert "at most 3 of 4 topics share one (recall bases 2 and twice 4)." in " ".join(
        intervale("topics", "twice.txt", "-m", "R@10").out.split()
    )


def test_options_about_data(intervale, example, here):
    done = intervale("topics", example, "-m", "R", "--length", "5", "--topics", "q1,q2")
    assert done.out.startswith("R: all 2 topics share a scale: 3 values, 1/2 apart.")
    (here / "graded.csv").write_text("q1,a,2\nq1,b,1\nq2,c,3\n")
    graded = intervale("topics", "graded.csv", "--columns", "topic,document,grade", "-m", "gP@2", "--json")
    assert json.loads(graded.out)["grades"] == 3
    relevant = intervale(
        "topics", "graded.csv", "--columns", "topic,document,grade", "-m", "R@2", "--relevant-from", "2", "--json"
    )
    assert json.loads(relevant.out)["measures"]["R@2"]["recall_bases"] == {"q1": 1, "q2": 1}
    top = intervale("topics", example, "-m", "gP@2", "--grades", "4", "--json")
    assert json.loads(top.out)["grades"] == 4


def test_files(intervale, example, tmp_path):
    for name in ("out.csv", "out.md", "out.tex", "out.html", "out.json", "out.parquet"):
        assert intervale("topics", example, "-m", "R@3", "-m", "AP@3", "--sets", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).stat().st_size


def test_left_out_topics_are_named_by_measure(intervale, here):
    (here / "graded.txt").write_text("q1 0 a 2\nq2 0 a 1\nq3 0 a 0\n")
    done = intervale("topics", "graded.txt", "-m", "P@3", "-m", "P(rel=2)@3")
    assert "P@3: left out: 1 topic without a relevant document (q3)" in done.out
    assert "P(rel=2)@3: left out: 2 topics without a relevant document (q2, q3)" in done.out


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ([], "topics needs at least one measure, such as -m nDCG@10"),
        (["-m", "R"], "the length of runs is missing"),
        (["-m", "nDGC@3"], "did you mean nDCG"),
        (["-m", "Rprec", "--length", 3], "no exact value on a topic"),
        (["-m", "Rprec"], "no exact value on a topic: its cutoff is the recall base"),
        (["-m", "interval(AP@3)"], "the ranks of the values of AP@3"),
        (["-m", "P@3", "--topics", "q9,q8"], "no judgments for topic 'q8'"),
        (["-m", "P@3", "--grades", 0], "--grades 0"),
        (["-m", "P(rel=2)@3"], "no topic has a relevant document"),
        (["-m", "P@3", "-o", "example.txt"], "example.txt"),
        (["-m", "P@3", "a.run"], "no place for"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, example, words, reason):
    done = intervale("topics", example, *words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert done.err.count("\n") == 1
