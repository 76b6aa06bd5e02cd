"""``intervale rankings consensus``."""

import json

import pytest


@pytest.fixture
def judges(tmp_path):
    path = tmp_path / "judges.csv"
    path.write_text("x,y,z\na,a,a\nb,c,d\nc,d,b\nd,b,c\n")
    return path


def test_the_median(intervale, judges):
    done = intervale("rankings", "consensus", judges, "--values", "items")
    assert (done.code, done.err) == (0, "")
    assert "Total Kendall distance 4, proven to be the least; one of 3 such rankings." in done.out
    words = ("rankings", "consensus", judges, "--values", "items", "--weight", "y=10", "--json")
    document = json.loads(intervale(*words).out)
    assert (document["order"], document["unique"]) == (["a", "c", "d", "b"], True)
    assert document["groups"] == [["a"], ["c"], ["d"], ["b"]]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--distance", "Cayley"), "no median under Cayley"),
        (("--weight", "y"), "write NAME=W"),
        (("--weight", "w=1"), "no ranking is called"),
        (("--method", "best"), "must be one of"),
        (("--weight", "y=1", "--weight", "y=2"), "--weight y=2: y has a weight already"),
        (("--weight", "y=abc"), "--weight y=abc: 'abc' is not a number"),
    ],
)
def test_refusals(intervale, judges, words, said):
    done = intervale("rankings", "consensus", judges, "--values", "items", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_the_input_is_not_overwritten(intervale, judges):
    before = judges.read_text()
    done = intervale("rankings", "consensus", judges, "--values", "items", "-o", judges)
    assert (done.code, judges.read_text()) == (2, before)
    assert "is an input and would be overwritten" in done.err


def test_items_twice_or_missing(intervale, tmp_path):
    path = tmp_path / "odd.csv"
    wrong = (("x,y\na,a\na,b\n", "appears twice"), ("x,y\na,a\nb,\n", "does not rank 'b'; use --missing bottom"))
    for text, said in wrong:
        path.write_text(text)
        done = intervale("rankings", "consensus", path, "--values", "items")
        assert (done.code, done.err.count("\n")) == (2, 1)
        assert said in done.err
