"""``intervale rankings disagree``."""

import json

import pytest

WIDE = "item,judge,a,b,c\nw,1,2,1,4\nx,2,1,2,1\ny,3,3,4,2\nz,4,4,3,3\n"
TIES = "item,judge,a,b,c\nw,1,2,1,4\nx,2,1,2,1\ny,3,3,4,2\nz,4,4,2,2\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_answer_comes_first(intervale, here):
    (here / "wide.csv").write_text(WIDE)
    words = ("rankings", "disagree", "judge", "wide.csv", "--values", "ranks", "-m", "tau", "-m", "nDCG", "-m", "MRR")
    done = intervale(*words, "--k", 1)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("nDCG and Kendall tau disagree most, tied with 1 other pair of metrics: on 1 of 3 pairs")
    assert "2 of the 3 metrics show every disagreement, and no fewer do: " in done.out
    assert "3 rankings against judge, 4 items, k = 1" in done.out
    document = json.loads(intervale(*words, "--k", 1, "--json").out)
    assert (document["most"], document["order"]) == (["nDCG", "Kendall tau"], ["nDCG", "MRR", "Kendall tau"])
    assert document["pairs"]["nDCG"]["Kendall tau"]["exact"] == "2/3"  # tau ties a and b
    assert len(document["cover"]) == 2
    assert "Kendall tau" in document["cover"]


def test_rankings_in_opposite_order_are_named(intervale):
    words = (
        "rankings",
        "disagree",
        "a,b,c,d,e",
        "b,c,a,d,e",
        "a,b,e,c,d",
        "c,b,a,d,e",
        "-m",
        "Kendall",
        "-m",
        "Cayley",
    )
    document = json.loads(intervale(*words, "--json").out)
    counts = document["pairs"]["Kendall"]["Cayley"]  # Kendall 2, 2, 3; Cayley 2, 2, 1
    assert counts["opposite"] == [["b,c,a,d,e", "c,b,a,d,e"], ["a,b,e,c,d", "c,b,a,d,e"]]
    assert (counts["discordant"], counts["tied_both"], counts["triples"], counts["exact"]) == (2, 1, 1, "1/3")
    rows = intervale(*words, "-f", "csv").out.splitlines()
    assert rows[0].endswith("triples,closer_by_a,closer_by_b")
    assert '"b,c,a,d,e","c,b,a,d,e"' in rows[1]


def test_ties_and_top_k(intervale, here):
    (here / "ties.csv").write_text(TIES)
    words = ("rankings", "disagree", "judge", "ties.csv", "--values", "ranks", "-m", "tau", "-m", "footrule")
    done = intervale(*words, "--ties", "average")
    assert (done.code, done.err) == (0, "")
    assert "Kendall tau: τ-b (Kendall 1945; scipy's kendalltau)" in done.out
    words = (
        "rankings",
        "disagree",
        "a,b,c",
        "b,d",
        "c,a,e,f",
        "-m",
        "Kendall",
        "-m",
        "footrule",
        "--missing",
        "bottom",
    )
    done = intervale(*words, "--ties", "min")
    assert (done.code, done.err) == (0, "")
    assert "each ranking is compared on its own items, 4 to 5 of them" in done.out


def test_metrics_that_agree_and_many_metrics(intervale, here):
    done = intervale("rankings", "disagree", "a,b,c", "b,a,c", "c,b,a", "-m", "tau", "-m", "NDPM")
    assert done.out.startswith("The 2 metrics agree on the one pair of rankings.\n")
    many = [word for name in ("tau", "rho", "MSE", "MAE", "nDCG", "DCG", "Cayley") for word in ("-m", name)]
    done = intervale("rankings", "disagree", "a,b,c", "b,a,c", "c,b,a", *many)
    assert "-f csv and --json have the counts of all pairs, and examples" in done.out


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        (TIES, (), "b ties 'x' and 'z'; use --ties average"),
        (TIES, ("--ties", "min", "-m", "Cayley", "-m", "tau"), "b has ties, and Cayley cannot be computed"),
        (WIDE, ("-m", "tau"), "at least two metrics"),
        (WIDE, ("-m", "tau", "-m", "recall", "--k", "4"), "from 1 to 3"),
        ("item,judge,a\nx,1,1\ny,2,2\n", (), "two rankings beside the reference"),
        ("item,judge,a,b\nx,1,1,1\nx,2,2,2\n", (), "appears twice"),
        ("item,judge,a,b\nx,1,1,2\ny,2,,1\n", (), "a does not rank 'y', which judge does; use --missing common"),
        ("item,judge,a,b\nx,1,1,1\ny,2,2\n", (), "wrong.csv"),
    ],
)
def test_wrong_input_gets_one_sentence(intervale, here, content, words, said):
    (here / "wrong.csv").write_text(content)
    done = intervale("rankings", "disagree", "judge", "wrong.csv", "--values", "ranks", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_metrics_that_need_one_number_of_items(intervale):
    words = ("rankings", "disagree", "a,b,c", "b,a", "c,a,b", "--missing", "common")
    done = intervale(*words, "-m", "nDCG", "-m", "tau")
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    why = "cannot be compared exactly for b,a with 2 items and c,a,b with 3"
    assert f"nDCG {why}" in done.err
    done = intervale(*words)  # among the metrics that nobody named it is left out
    assert (done.code, done.err) == (0, "")
    assert f"nDCG is left out: {why}" in done.out
    assert json.loads(intervale(*words, "--json").out)["left_out"] == {"nDCG": why}
