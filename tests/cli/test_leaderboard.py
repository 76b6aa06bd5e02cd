"""``intervale leaderboard``: what it says, what it writes and draws, and what it refuses."""

import json

import pytest

import intervale as iv
from intervale.data.made_up import made_up_collection


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0
    return ["demo/qrels.txt", *(f"demo/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune"))]


def test_the_answer_comes_first(intervale, demo):
    done = intervale("leaderboard", *demo, "-m", "AP@10")
    assert done.code == 0
    said = " ".join(done.out.split())
    assert said.startswith("3 of 6 comparisons of mean AP@10 (50%) hold under every increasing change of")
    assert "None of the 5 significant differences does." in said
    assert "each pair at 0.05/6 = 0.00833; 4 systems, 25 topics" in said


def test_one_document(intervale, demo):
    found = json.loads(intervale("leaderboard", *demo, "-m", "AP@10", "-m", "P@10", "--json").out)
    board = iv.leaderboard(iv.evaluate(*made_up_collection(), ["AP@10", "P@10"]))
    assert list(found["measures"]) == ["AP@10", "P@10"]
    for name, one in board.measures.items():
        inside = found["measures"][name]
        assert inside["counts"] == one.counts()
        assert inside["shares"] == {"larger": one.kept, "better": one.better_kept}
        for relation in ("larger", "significant", "better"):
            above = getattr(one, relation)
            wanted = {(one.systems[a], one.systems[b]) for a, b in zip(*above.nonzero(), strict=True)}
            assert {tuple(pair) for pair in inside[relation]} == wanted
    assert found["measures"]["AP@10"]["topic_scale"] == "own"
    assert found["measures"]["AP@10"]["places"]["borealis"] == {"mean": 2, "larger": [1, 3], "better": [1, 4]}
    assert found["level"] == 0.05 / 6


def test_options_change_the_answer(intervale, demo):
    def counts(*words):
        found = json.loads(intervale("leaderboard", *demo, "-m", "AP@10", *words, "--json").out)
        return found["measures"]["AP@10"]["counts"]

    own, shared = counts(), counts("--topic-scale", "shared")
    equal = counts("--scale", "interval", "--topic-scale", "shared")
    assert own["larger"] < shared["larger"] <= equal["larger"] == equal["unequal"]
    assert equal["better"] == equal["significant"] > 0
    assert counts("--alpha", "1e-9")["significant"] < own["significant"]


def test_pictures(intervale, demo, here):
    done = intervale("leaderboard", *demo, "-m", "RR@10", "-m", "P@10", "--plot", "p.svg", "--hasse", "h.svg")
    assert done.code == 0, done.err
    for name in ("p.svg", "h.svg"):
        text = (here / name).read_text("utf-8")
        assert "aurora" in text
        assert "RR@10" in text
        assert "P@10" in text
    assert "aurora, borealis" in (here / "h.svg").read_text("utf-8")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--plot", "p.txt"], "unknown picture format"),
        (["--hasse", "p.txt"], "unknown picture format"),
        (["--alpha", "0"], "--alpha 0.0 must be a number above 0 and below 1"),
        (["--scale", "x"], "--scale x is unknown"),
        (["--topic-scale", "x"], "--topic-scale x is unknown"),
        (["--scale", "nominal", "--hasse", "n.svg"], "nothing to draw in n.svg: no system is above another"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, demo, words, said):
    done = intervale("leaderboard", *demo, "-m", "P@10", *words)
    assert done.code == 2
    assert said in done.err
    assert done.err.count("\n") == 1


def test_topics_that_some_systems_lack(intervale, demo, here):
    lines = (here / "demo" / "dune.run").read_text("utf-8").splitlines(keepends=True)
    (here / "demo" / "dune.run").write_text("".join(line for line in lines if not line.startswith("t01 ")), "utf-8")
    done = intervale("leaderboard", *demo, "-m", "P@10", "--missing", "drop")
    assert done.code == 2
    assert "needs every system on every topic, and 1 of 25 topics are missing for some" in done.err
    assert intervale("leaderboard", *demo, "-m", "P@10").code == 0
