"""``intervale rankings cutoffs``, and criteria of one's own for properties."""

import json

import pytest

WIDE = "item,judge,a,b,c\nw,1,2,1,4\nx,2,1,2,1\ny,3,3,4,2\nz,4,4,3,3\n"


@pytest.fixture
def wide(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "wide.csv").write_text(WIDE)
    return ("rankings", "cutoffs", "judge", "wide.csv", "--values", "ranks")


def test_the_answer_comes_first(intervale, wide):
    done = intervale(*wide, "-m", "recall", "-m", "DCG")
    assert (done.code, done.err) == (0, "")
    lines = done.out.splitlines()
    assert lines[0] == "Not stable: recall, DCG."
    assert lines[1].startswith("DCG changes the order of rankings most: m@k and m@(k + 1) put 2 of 9 pairs at 3 ")
    assert "3 rankings against judge, from each k to k + 1" in done.out
    assert "small: a change below 1/k, with k the larger cutoff" in done.out
    assert "Values" not in done.out


def test_cutoffs_that_are_named_show_their_values(intervale, wide):
    done = intervale(*wide, "-m", "recall", "--k", "1,2", "--by", 1, "--epsilon-k", "0.6", "--share", "0.5")
    assert done.out.splitlines()[0] == "Stable: recall."
    assert "recall@1   recall@2   recall@3" in done.out
    document = json.loads(intervale(*wide, "-m", "recall", "--k", "1,2", "--epsilon-k", "0.6", "--json").out)
    assert (document["epsilon_k"], document["share"], document["by"]) == ("0.6", 0.975, 1)
    steps = {(step["ranking"], step["k"]): step for step in document["values"]}
    assert (steps["a", 1]["exact"], steps["a", 1]["next_exact"], steps["a", 1]["change"]) == ("0", "1", 1.0)
    assert (steps["a", 1]["below"], steps["c", 1]["below"]) == (False, True)
    assert document["metrics"]["recall"]["largest_at"] == ["a", 1]
    every = ("-m", "recall", "-m", "tau", "-m", "MRR", "--k", "2", "--by", 1)
    many = intervale(*wide, *every, "-m", "nDCG", "-m", "DCG").out  # too wide for one table
    assert many.count("Values\n") == 5
    assert "DCG@2" in many
    rows = intervale(*wide, "-m", "recall", "--k", "1", "-f", "csv").out.splitlines()
    assert rows[0] == "metric,ranking,k,next_k,value,next,exact,next_exact,change,epsilon,below"
    assert len(rows) == 4


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--k", "0"), "--k 0 must be a whole number from 1 to 3 for nDCG of a, which has 4 items"),
        (("--k", "x"), "--k x: write whole numbers with commas, such as 5,10,20"),
        (("--by", "9"), "a has 4 items, too few to compare nDCG@k with nDCG@(k + 9)"),
        (("--epsilon-k", "k"), "--epsilon-k k must be a positive number, or one over k: 0.05, 1/k, 2/k^2"),
        (("--share", "1.5"), "--share 1.5 must be a number above 0, and 1 at most, such as 0.95"),
    ],
)
def test_what_is_refused(intervale, wide, words, message):
    done = intervale(*wide, *words)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines()[-1] == f"intervale: {message}"


def test_properties_and_selection_take_criteria(intervale):
    words = ("rankings", "properties", "MRR", "--property", "stability", "--n", 3)
    document = json.loads(intervale(*words, "--epsilon-k", "0.2/k", "--share", "0.9", "--json").out)
    assert (document["epsilon_k"], document["share"], document["epsilon"]) == ("0.2/k", "9/10", "1/200")
    assert "below 0.2/k" in document["metrics"]["MRR"]["stability"]["why"]
    done = intervale("rankings", "properties", "MRR", "--epsilon", "1/k")
    assert done.code == 2
    assert done.err == "intervale: --epsilon 1/k is for swaps, which have no k; write a number\n"
    chosen = ("rankings", "select", "--need", "stability", "--among", "MRR", "--n", 3)
    assert intervale(*chosen, "--epsilon-k", "1e-9").code == 1
    assert intervale(*chosen, "--epsilon-k", "9").code == 0
