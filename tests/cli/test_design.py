"""``intervale design``."""

import json

import pytest


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0
    return ["demo/qrels.txt", "demo/aurora.run", "demo/borealis.run", "demo/cirrus.run", "demo/dune.run"]


def sentences(text):
    """What is printed, however its lines are broken."""
    return " ".join(text.split())


def test_the_answer_comes_first(intervale, demo):
    done = intervale("design", *demo, "-m", "P@10", "--difference", "0.05,0.1")
    assert done.code == 0
    first = sentences(done.out).partition(" measure variance of")[0]
    assert "topics let a paired t test find a difference of 0.05 in P@10 with probability 0.8 (α = 0.05)" in first
    assert "if differences vary as between these 4 systems (variance 0.02918)" in first
    assert "95% upper limit" in first
    assert done.out.count("all pairs, pooled") == 2


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--difference", "0.05"], "128 topics let a paired t test find a difference of 0.05 with probability 0.8"),
        (["--difference", "0.05", "--topic-count", "50"], "With 50 topics a paired t test finds a difference of 0.05"),
        (["--topic-count", "50"], "With 50 topics a paired t test finds a difference of 0.08084 with probability 0.8"),
        (
            ["--difference", "0.05", "--method", "anova2", "--system-count", "5"],
            "a two-way ANOVA of 5 systems find a difference of 0.05 between the best and the worst",
        ),
        (
            ["--width", "0.1", "--method", "ci"],
            "64 topics give the 95% confidence interval of the difference of two systems an expected width of at most",
        ),
        (["--topic-count", "50", "--method", "ci"], "an expected width of 0.1131, if differences have variance 0.04."),
    ],
)
def test_without_data(intervale, words, said):
    done = intervale("design", "--difference-variance", "0.04", *words)
    assert done.code == 0, done.err
    assert said in sentences(done.out).partition(" variance of")[0]


def test_the_document(intervale, demo):
    done = intervale("design", *demo, "-m", "nDCG@10", "--difference", "0.05", "--interval", "--json")
    found = json.loads(done.out)
    assert (found["method"], found["asked"], found["alpha"]) == ("t", "topics", 0.05)
    assert found["pilot"] == {"systems": 4, "topics": 25}
    assert len(found["requirements"]) == 6
    assert [one["measure"] for one in found["requirements"] if one["used"]] == ["nDCG@10", "interval(nDCG@10)"]
    assert {"variance_of", "variance", "variance_high", "topics", "cautious"} <= set(found["requirements"][0])
    assert len(found["statements"]) == 2
    assert "nDCG@10: not on an interval scale" in found["notes"][0]


@pytest.mark.parametrize("form", ["table", "md", "latex"])
def test_sentences_in_every_form(intervale, demo, form):
    done = intervale("design", *demo, "-m", "P@10", "--difference", "0.05", "--pair", "aurora", "dune", "-f", form)
    assert done.out.startswith("% ") == (form == "latex")
    assert "as between aurora and dune" in sentences(done.out.replace("\n% ", " "))


def test_few_topics(intervale):
    done = intervale("design", "qrels.txt", "a.run", "b.run", "-m", "P@2", "--difference", "0.05")
    assert "2 topics are too few to say how large the variance may be" in sentences(done.out)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--difference", "0.05", "-m", "AP", "--variance", "1"], "-m needs data"),
        (["--difference", "0.05", "--interval", "--variance", "1"], "--interval needs data"),
        (["--difference", "0.05", "--variance", "1", "--ties", "rank"], "--ties needs data"),
        (["--difference", "a few", "--variance", "1"], "--difference 'a few' must be a number"),
        (["qrels.txt", "a.run", "b.run", "-m", "RR@5", "--difference", "0.1", "--strict"], "needs an interval scale"),
        (["qrels.txt", "-o", "qrels.txt", "--difference", "0.1"], "qrels.txt"),
    ],
)
def test_refused(intervale, words, said):
    done = intervale("design", *words)
    assert done.code == 2
    assert said in done.err
    assert done.out == ""
