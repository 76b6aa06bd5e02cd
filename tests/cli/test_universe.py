"""``intervale universe`` and ``intervale mixing``."""

import json

import pytest

from intervale.data.made_up import made_up_collection, write_trec


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_trec(tmp_path, *made_up_collection())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_answer_comes_first(intervale):
    done = intervale("universe", "P", "AP", "RBP(p=0.5)", "--longest", 3, "--bases", 3)
    assert done.code == 0
    assert done.out.startswith("On S[3, 3] RBP(p=0.5) is equally spaced; P and AP are not.\n")
    said = " ".join(done.out.split())
    assert "without the constant of the topic: AP 5.7%; for AP such as 01 with RB = 1 and 1 with RB = 3." in said
    assert "not at n = 2, RB = 2 N = 1, K = 1 to 2; N = 2, K = 1" in said
    assert "1/2 and 1/3; without its constant: 1/2 and 1" in said


def test_one_measure(intervale):
    assert intervale("universe", "AP").out.startswith("On S[4, 4] AP is not equally spaced.\n")
    even = intervale("universe", "P@5").out
    assert "runs of up to 4 documents on topics with up to 4 relevant documents" in even
    assert "Runs that show it" not in even
    graded = intervale("universe", "nDCG", "--longest", 2, "--bases", 2, "--grades", 2)
    assert "grades 0 to 2" in graded.out
    assert "with 1+1" in graded.out or "with 0+1" in graded.out


def test_a_document(intervale):
    document = json.loads(intervale("universe", "AP", "P", "--longest", 2, "--bases", 3, "--json").out)
    assert (document["longest"], document["bases"], document["grades"]) == (2, 3, 1)
    found = document["measures"]["AP"]
    assert found["divided"] is True
    assert found["flip"]["witness"] == [[[0, 1], [1]], [[1], [3]]]
    assert [(one["longest"], one["bases"]) for one in found["universes"]][:2] == [(1, 1), (1, 2)]
    assert found["universes"][-1]["flips"]["share"] > 0
    assert document["measures"]["P"]["universes"][-1]["flips"] is None
    assert document["pairs"][0]["alone"]["discordant"] == 0
    assert document["statements"][0] == "On S[2, 3] P is equally spaced; AP is not."


def test_a_tie_is_not_a_reversal(intervale):
    document = json.loads(intervale("universe", "AP", "--longest", 2, "--bases", 2, "--json").out)
    found = document["measures"]["AP"]
    assert found["flip"]["holds"] is True
    assert "tied without its constant" in found["flip"]["why"]
    assert found["universes"][-1]["flips"]["exact"] == "0"


def test_files(intervale, tmp_path):
    for name in ("out.csv", "out.md", "out.tex", "out.html", "out.json"):
        assert intervale("universe", "AP", "R", "--longest", 2, "--bases", 2, "-o", tmp_path / name).code == 0
        assert (tmp_path / name).stat().st_size


def test_a_picture(intervale, tmp_path):
    for more in ((), ("--size", "one-column")):
        drawn = tmp_path / "maps.svg"
        done = intervale("universe", "P", "AP", "--longest", 3, "--plot", drawn, *more)
        assert done.code == 0
        assert "AP" in drawn.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["AP", "--longest", 40], "S[40, 4] has more than 30,000 runs on topics"),
        (["AP", "--longest", 0], "--longest 0"),
        (["AP", "--bases", 0], "--bases 0"),
        (["nDGC"], "did you mean nDCG"),
        (["Bpref"], "no exact value on a topic"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    done = intervale("universe", *words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_mixing(intervale, folder):
    done = intervale("mixing", "qrels.txt", "aurora.run", "dune.run", "-m", "AP", "-m", "P@10", "-m", "Bpref")
    assert done.code == 0
    assert done.out.startswith("AP: without the constant of the topic ")
    assert "One scale for all topics: P@10." in done.out
    assert "otherwise: something of the topic works inside the score" in done.out
    document = json.loads(intervale("mixing", "qrels.txt", "aurora.run", "dune.run", "-m", "AP", "--json").out)
    assert document["measures"]["AP"]["divided"] is True
    assert document["measures"]["AP"]["without"]["system_pairs"] == 1
    assert document["statements"][0].startswith("AP: without the constant of the topic ")
    for name in ("out.csv", "out.md", "out.tex", "out.html", "out.json"):
        assert intervale("mixing", "qrels.txt", "aurora.run", "-m", "AP", "-o", folder / name).code == 0
        assert (folder / name).stat().st_size


def test_mixing_of_one_run(intervale, folder):
    said = " ".join(intervale("mixing", "qrels.txt", "aurora.run", "-m", "AP", "-m", "R@10").out.split())
    assert "Pairs of systems reversed" not in said
    assert "1 system, 25 topics with 17 to 37 relevant documents" in said
    assert "25 ranked lists of 50 documents" in said
    alone = " ".join(intervale("mixing", "qrels.txt", "aurora.run", "-m", "AP").out.split())
    assert "of the pairs of scores on different topics are reversed." in alone


def test_mixing_needs_runs(intervale, tmp_path):
    (tmp_path / "scores.csv").write_text("topic,A,B\nt1,1,0.5\nt2,0,1\n")
    done = intervale("mixing", tmp_path / "scores.csv", "-m", "AP")
    assert done.code == 2
    assert "needs judged runs" in done.err
