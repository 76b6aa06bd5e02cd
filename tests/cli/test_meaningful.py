"""``intervale meaningful`` and ``intervale dominance``, and how ``compare`` ends."""

import json

import pytest


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0
    return ["demo/qrels.txt", "demo/aurora.run", "demo/borealis.run", "demo/cirrus.run"]


def test_the_table_answers_in_words(intervale, demo):
    done = intervale("meaningful", *demo, "mean(aurora) > mean(borealis)", "-m", "RR@10", "--draws", 20)
    assert done.code == 0
    for word in ("statement", "ordinal scale", "true", "meaningful", "known by"):
        assert word in done.out


@pytest.mark.parametrize(
    "said",
    [
        "median(aurora) > median(borealis)",
        "mean(aurora) / mean(borealis) > 1",
        "aurora significantly better than cirrus by t",
        "significant(sign) >= 1",
        "pearson(aurora, borealis) > 0",
    ],
)
def test_the_document(intervale, demo, said):
    done = intervale("meaningful", *demo, said, "-m", "nDCG@10", "--json", "--tries", 50, "--draws", 5)
    assert done.code == 0, done.err
    found = json.loads(done.out)
    assert {"statement", "truth", "meaningful", "scale"} <= set(found)
    assert found["truth"] in (True, False)
    assert set(found["meaningful"]) >= {"holds", "witness", "cases", "proof"}
    assert (found["scale"], found["topic_scale"]) == ("ordinal", "own")
    assert (found["flip"] is not None) == (found["meaningful"]["holds"] is False)


def test_a_correlation_of_two_measures(intervale, demo):
    done = intervale("meaningful", *demo, "tau(AP, RR) > 0", "-m", "AP", "-m", "RR", "--json", "--tries", 50)
    assert json.loads(done.out)["sides"][1] == 0
    done = intervale("meaningful", *demo, "tau(AP, P@10) > 0", "--json", "--tries", 50)
    assert json.loads(done.out)["other"].startswith("P@10, ")
    done = intervale("meaningful", *demo, "tau(AP, P@ten) > 0", "-m", "AP", "-m", "RR")
    assert done.code == 2
    assert "unknown measure 'P@ten'" in done.err


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["mean(aurora) > mean(nobody)", "-m", "RR"], "unknown system 'nobody'"),
        (["mean(aurora) >", "-m", "RR"], "found the end"),
        (["mean(aurora) > mean(cirrus)", "-m", "RR", "--scale", "x"], "one of: nominal"),
        (["mean(aurora) > mean(cirrus)", "-m", "RR", "--topic-scale", "x"], "shared"),
        (["mean(aurora) > mean(cirrus)", "-m", "RR", "--alpha", "2"], "alpha"),
        (["mean(aurora) > mean(cirrus)"], "needs at least one measure"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, demo, words, said):
    done = intervale("meaningful", *demo, *words)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_one_document_for_several_measures(intervale, demo):
    words = ["mode(aurora) > mode(cirrus)", "-m", "nDCG@10", "-m", "P@10", "--draws", 5, "--json"]
    done = intervale("meaningful", *demo, *words)
    found = json.loads(done.out)["sentences"]
    assert (done.code, [one["measure"] for one in found]) == (0, ["nDCG@10", "P@10"])
    assert found[0]["decision"] is None
    assert "the most frequent" in found[0]["refusal"]
    alone = json.loads(intervale("meaningful", *demo, words[0], "-m", "P@10", "--draws", 5, "--json").out)
    assert found[1]["decision"] == {key: value for key, value in alone.items() if key != "notes"}


def test_systems_without_a_measure(intervale, demo, here):
    done = intervale("dominance", *demo)
    assert done.code == 0
    assert "leads on all comparable topics" in done.out
    found = json.loads(intervale("dominance", *demo, "--json").out)
    assert found["pairs"]["pairs"] == 3
    pair = json.loads(intervale("dominance", *demo, "--pair", "aurora", "cirrus", "--json").out)
    number = sum(len(pair[kind]) for kind in ("better", "worse", "same", "incomparable"))
    assert number == found["topics"]
    shown = intervale("dominance", *demo[:3])
    assert "measures that disagree" in shown.out


def test_a_diagram_of_dominance(intervale, here):
    lines = {"good": "q1 Q0 d3 1 3 good\nq1 Q0 d1 2 2 good\nq2 Q0 d4 1 1 good\n", "bad": "q1 Q0 d1 2 2 bad\n"}
    for name, text in lines.items():
        (here / f"{name}.run").write_text(text)
    assert intervale("dominance", "qrels.txt", "good.run", "bad.run", "--hasse", "d.svg").code == 0
    assert "good" in (here / "d.svg").read_text()
    done = intervale("dominance", "qrels.txt", "good.run", "bad.run", "--hasse", "d.txt")
    assert (done.code, "unknown picture format" in done.err) == (2, True)
    done = intervale("dominance", "qrels.txt", "a.run", "a.run", "--hasse", "e.svg")
    assert (done.code, "nothing to draw" in done.err) == (2, True)
    assert "one dominates on all topics" in done.out or "the same" in done.out


def test_compare_ends_with_the_evidence(intervale, demo):
    done = intervale("compare", *demo, "-m", "RR@10", "-m", "P@10", "--interval")
    assert "in words" in done.out
    assert done.out.index("decisions") < done.out.index("in words")
    assert "no rescaling of the scores can reverse it" in done.out
    found = json.loads(intervale("compare", *demo, "-m", "RR@10", "--json").out)
    assert sum(found["evidence"]["RR@10"]["pairs"].values()) == 3
    assert any("is better than" in said for said in found["statements"])


def test_one_measure_that_cannot_be_asked_does_not_stop_the_others(intervale, demo):
    done = intervale("meaningful", *demo, "mode(aurora) > mode(cirrus)", "-m", "nDCG@10", "-m", "P@10", "--draws", 5)
    assert done.code == 0
    assert "nDCG@10: mode(" in done.err
    assert "P@10" in done.out


def test_a_flip_is_whole_in_the_document(intervale, demo):
    said = "median(aurora) > median(cirrus)"
    found = json.loads(intervale("meaningful", *demo, said, "-m", "nDCG@10", "--json", "--draws", 0).out)
    assert len(found["flip"]["topics"]) == 25
    assert all(one["factor"] > 0 for one in found["flip"]["topics"].values())
