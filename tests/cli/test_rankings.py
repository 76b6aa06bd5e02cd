"""``intervale rankings``."""

import json

import pytest

MINE = """
def moved(s, t):
    return sum(x != y for x, y in zip(s, t))
"""


def test_without_a_command_it_says_what_there_is(intervale):
    done = intervale("rankings")
    assert (done.code, done.err) == (0, "")
    assert all(word in done.out for word in ("properties", "agreement", "distance", "select"))


def test_properties_as_a_document(intervale):
    done = intervale("rankings", "properties", "DCG", "recall", "--n", 7, "--property", "identity",
                     "--property", "symmetry", "--json")  # fmt: skip
    document = json.loads(done.out)
    assert (done.code, document["n"]) == (0, 7)
    identity = document["metrics"]["DCG"]["identity"]
    assert identity["holds"] is False
    assert [len(ranking) for ranking in identity["witness"]] == [7, 7, 7]
    assert (identity["cases"], identity["proof"]) == (5912, "exhaustive")
    assert document["metrics"]["DCG"]["symmetry"]["holds"] is None
    assert document["metrics"]["recall"]["symmetry"]["holds"] is True
    assert document["metrics"]["recall"]["identity"]["holds"] is False
    assert any("k is n // 2" in note for note in document["notes"])


def test_properties_as_tables(intervale):
    one = intervale("rankings", "properties", "SMAPE", "--n", 5, "--pairs", 20)
    assert one.code == 0
    assert "robustness-2        ✓       theorem" in one.out
    assert "it depends only on the two positions of each item" in one.out
    many = intervale("rankings", "properties", "SMAPE", "NDPM", "--n", 4, "--property", "distance", "-f", "md")
    assert "| SMAPE | ✓ |" in many.out


def test_all_metrics_and_properties(intervale):
    document = json.loads(intervale("rankings", "properties", "--n", 4, "--pairs", 10, "--size", 20, "--json").out)
    assert len(document["metrics"]) == 33
    for verdicts in document["metrics"].values():
        assert len(verdicts) == 11
        for verdict in verdicts.values():
            assert {"holds", "witness", "cases", "proof"} <= set(verdict)
            assert verdict["holds"] is not False or verdict["witness"] is not None


def test_interpretable_values(intervale):
    words = ("rankings", "properties", "MAE", "normalised(MAE)", "--interpretable", "--n", 4)
    document = json.loads(intervale(*words, "--json").out)["metrics"]
    assert document["MAE"]["interpretable"]["holds"] is False
    assert "(2) maximal-agreement no, n = 2" in document["MAE"]["interpretable"]["why"]
    assert document["normalised(MAE)"]["interpretable"]["holds"] is True
    assert len(document["MAE"]) == 6
    assert "interp.: interpretable" in intervale(*words).out


def test_agreement(intervale):
    document = json.loads(intervale("rankings", "agreement", "tau", "rho", "--n", 4, "--json").out)
    pair = document["pairs"]["Kendall tau"]["Spearman rho"]
    assert (document["n"], document["rankings"], document["seed"]) == (4, 24, None)
    assert (pair["exact"], pair["error"], pair["consistent"]["holds"]) == ("64/69", 0.0, False)
    assert "0.9275" in intervale("rankings", "agreement", "tau", "rho", "--n", 4).out
    many = intervale("rankings", "agreement", "--n", 10, "--rankings", 50, "--order", "clustering")
    assert "50 random rankings of 10 items, seed 0, k = 3" in many.out
    assert many.out.count("meanRank") >= 2


def test_a_heat_map(intervale, tmp_path):
    pytest.importorskip("altair")
    path = tmp_path / "heat.svg"
    assert intervale("rankings", "agreement", "--n", 10, "--rankings", 50, "--heatmap", path).code == 0
    drawn = path.read_text()
    assert drawn.startswith("<svg")
    assert "informedness" in drawn
    assert "50 random rankings of 10 items, seed 0, k = 3" in drawn.replace("\N{NO-BREAK SPACE}", " ")
    assert "confusion matrix" in drawn
    done = intervale("rankings", "agreement", "tau", "rho", "--n", 4, "--heatmap", "heat.txt")
    assert (done.code, done.err.count("\n")) == (2, 1)


def test_k_that_no_metric_uses_is_refused(intervale):
    done = intervale("rankings", "distance", "1,2,3", "1,3,2", "-m", "Kendall", "--k", 2)
    assert (done.code, done.out) == (2, "")
    assert "--k 2 is for metrics with k relevant items, such as recall" in done.err


def test_a_meaning_says_what_was_asked_for(intervale):
    words = ("rankings", "properties", "recall", "--k", 5, "--property", "robustness-1", "--size", 20, "--epsilon", 0.3)
    assert "a swap changes it by less than 0.3 on average (Def. 5)" in intervale(*words).out
    assert "every swap changes it by less than 0.3 (Def. 5)" in intervale(*words, "--share", 1).out
    assert "90% of the swaps change it by less than 0.3 (Def. 5)" in intervale(*words, "--share", 0.9).out


def test_sums_over_logarithms_are_said_to_be_rounded(intervale):
    done = intervale("rankings", "evaluate", "a,b,c", "b,a,c", "-m", "DCG", "-m", "tau", "--exact")
    assert "DCG: a sum over logarithms, of which the first digits are shown" in done.out


def test_distances(intervale):
    done = intervale("rankings", "distance", "2,1,3", "3,1,2", "--json")
    document = json.loads(done.out)
    assert document["rankings"] == [[2, 1, 3], [3, 1, 2]]
    assert {name: one["value"] for name, one in document["metrics"].items()} == pytest.approx({
        "Kendall": 1, "footrule": 2, "Spearman": 2**0.5, "Cayley": 1, "Ulam": 1, "Hamming": 2, "Chebyshev": 1,
        "weighted Kendall": 0.5, "RBO distance": 45 / 271,
    })  # fmt: skip
    assert document["metrics"]["RBO distance"]["exact"] == "45/271"
    same = json.loads(intervale("rankings", "distance", "a,b", "a,b", "-m", "LR+", "--k", 1, "--json").out)
    assert same["metrics"]["LR+"] == {"value": None, "exact": "infinite", "exact_is": "the value"}
    shown = intervale("rankings", "distance", "1,2,3,4", "3,4,1,2", "-m", "LR-")
    assert shown.out.count("infinite") == 2
    assert "k = 2" in shown.out
    assert json.loads(intervale("rankings", "distance", "1,2,3,4", "3,4,1,2", "-m", "recall", "--json").out)["k"] == 2


def test_rankings_as_lists_of_items(intervale):
    named = json.loads(
        intervale("rankings", "distance", "a,b,c,d", "d,a,b,c", "-m", "Kendall", "-m", "Ulam", "--json").out
    )
    assert [one["value"] for one in named["metrics"].values()] == [3, 1]
    listed = json.loads(intervale("rankings", "distance", "1 2 3 4", "4 1 2 3", "--lists", "-m", "tau", "--json").out)
    assert listed["rankings"] == [[1, 2, 3, 4], [2, 3, 4, 1]]


def test_choosing(intervale):
    done = intervale("rankings", "select", "--need", "symmetry", "--need", "distance", "--n", 4, "--json")
    document = json.loads(done.out)
    assert done.code == 0
    assert "Cayley" in document["fitting"]
    assert document["metrics"]["MSE"]["lacks"] == ["distance"]
    words = "contexts independent from ground truths"
    free = json.loads(intervale("rankings", "select", "--domain", words, "--among", "tau", "--n", 3, "--json").out)
    assert free["needs"] == ["symmetry"]
    none = intervale("rankings", "select", "--domain", "feature ranking", "--n", 4)
    assert none.code == 1
    assert none.out.startswith("None of the 42 metrics has all 2 properties; nearest, lacking 1: ")
    assert "feature ranking: for example, two methods rank the same features" in none.out


def test_where_none_fits_the_nearest_lead_with_what_they_cost(intervale):
    words = ("rankings", "select", "--domain", "feature ranking", "--among", "tau", "--among", "DCG", "--n", 3)
    done = intervale(*words)
    lines = done.out.splitlines()
    assert done.code == 1
    assert lines[:3] == [
        "None of the 2 metrics has all 2 properties; nearest, lacking 1: Kendall tau, DCG.",
        "Kendall tau lacks identity: n = 3: m(123, 132) = 1/3, m(123, 213) = 1/3",
        "DCG lacks robustness-2: n = 2: m(12) = 2.63093, m(21) = 2.26186",
    ]
    assert "identity: small differences between rankings matter (Table 4)" in done.out
    document = json.loads(intervale(*words, "--json").out)
    assert (document["nearest"], document["domain"]) == (["Kendall tau", "DCG"], "feature ranking")
    assert list(document["reasons"]) == document["needs"]
    alone = intervale("rankings", "select", "--need", "identity", "--among", "tau", "--n", 3)
    assert alone.out.startswith("Kendall tau does not have this property.\nKendall tau lacks identity: n = 3")
    six = [word for name in ("recall", "MSE", "MAE", "NDPM", "Cayley", "Ulam") for word in ("--among", name)]
    many = intervale("rankings", "select", "--need", "identity", "--n", 4, *six)
    assert "nearest, lacking 1: recall, MSE, MAE, NDPM, Cayley and 1 more." in " ".join(many.out.split())


def test_a_metric_of_ones_own(intervale, tmp_path):
    (tmp_path / "mine_of_rankings.py").write_text(MINE)
    words = ("rankings", "properties", "mine_of_rankings:moved", "--n", 4, "--property", "distance", "--json")
    verdict = json.loads(intervale(*words).out)["metrics"]["mine_of_rankings:moved"]["distance"]
    assert verdict["holds"] is True
    done = intervale("rankings", "select", "--need", "distance", "--among", "mine_of_rankings:moved", "--n", 4)
    assert done.out.startswith("mine_of_rankings:moved has this property on rankings of up to 4 items.")
    done = intervale("rankings", "agreement", "mine_of_rankings:moved", "Hamming", "--n", 4)
    assert (done.code, "1.0000" in done.out) == (0, True)
    assert "mine_of_rankings:moved: smaller is taken to mean more alike" in done.out


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("distance", "1,1", "1,2"), "(1, 1) is not a ranking: the position 1 appears twice; each of 1..2 must"),
        (("distance", "1,2,3", "1,2"), "the rankings have 3 and 2 items; they must have the same length"),
        (("distance", "1,2,3", "3,2,1", "-m", "recall", "--k", "3"), "--k 3 must be a whole number from 1 to 2"),
        (("distance", "a,b,a", "a,b,c"), "the item 'a' appears twice"),
        (("distance", "a,b", "a,c"), "the item 'b' is in one ranking only"),
        (("distance", "", "1"), "a ranking is empty"),
        (("distance", "1,2", "2,1", "-m", "cosine"), "unknown ranking metric 'cosine'"),
        (("properties", "tau", "--n", "99"), "from 2 to 20"),
        (("properties", "tau", "--property", "beauty"), "unknown property 'beauty'"),
        (("agreement", "tau"), "at least two metrics"),
        (("agreement", "tau", "rho", "--seed", "-1"), "--seed -1 must be a number of at least 0"),
        (("agreement", "recall", "TPR"), "those named are all recall"),
        (("distance", "1,2,3,²", "1,2,3,4"), "is in one ranking only"),
        (("distance", "1,2,--3", "1,2,3"), "is in one ranking only"),
        (("select",), "name at least one property"),
        (("select", "--domain", "cooking"), "unknown domain 'cooking'"),
        (("properties", "nowhere:f"), "cannot be imported"),
        (("nonsense",), "there is no command"),
    ],
)  # fmt: skip
def test_wrong_calls_get_one_sentence(intervale, words, said):
    done = intervale("rankings", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


WIDE = "item,judge,a,b\nw,1,2,1\nx,2,1,2\ny,3,3,4\nz,4,4,2\n"


def test_evaluating_rankings_of_a_file(intervale, here):
    (here / "wide.csv").write_text(WIDE)
    words = ("rankings", "evaluate", "judge", "wide.csv", "--values", "ranks", "--ties", "average")
    document = json.loads(intervale(*words, "-m", "tau", "-m", "MSE", "--json").out)
    assert (document["reference"], document["items"], document["less_is_closer"]) == (
        "judge",
        {"a": 4, "b": 4},
        ["MSE"],
    )
    assert document["rankings"]["a"]["Kendall tau"]["exact"] == "4/9"
    assert document["rankings"]["b"]["MSE"]["exact"] == "7/8"
    shown = intervale(*words, "-m", "tau", "--exact")
    assert "Kendall tau: τ-b (Kendall 1945; scipy's kendalltau)" in shown.out
    assert "the exact number is its square with its sign" in shown.out
    long = "ranking,item,rank\njudge,w,1\njudge,x,2\na,x,1\na,w,2\n"
    (here / "long.csv").write_text(long)
    done = intervale("rankings", "evaluate", "judge", "long.csv", "-m", "Kendall", "-f", "csv")
    assert done.out.splitlines()[1].startswith("a,Kendall,2,")


@pytest.mark.parametrize(
    ("content", "words", "said"),
    [
        (WIDE, ("--values", "ranks"), "b ties 'x' and 'z'; use --ties average"),
        (WIDE, (), "say what the columns hold"),
        (WIDE, ("--values", "ranks", "--ties", "max"), "--ties max must be one of: error, average, min"),
        (WIDE, ("--values", "ranks", "--missing", "top"), "--missing top must be one of: error, common, bottom"),
        (WIDE, ("--values", "ranks", "--ties", "min", "-m", "Cayley"), "b has ties, and Cayley cannot be computed"),
        (WIDE, ("--values", "ranks", "--ties", "min", "-m", "recall", "--k", "4"), "from 1 to 3"),
        ("item,judge,a\nx,1,1\nx,2,2\n", ("--values", "ranks"), "appears twice"),
        ("item,judge,a\nx,1,1\ny,2,\n", ("--values", "ranks"), "a does not rank 'y', which judge does"),
        ("item,judge,a\nx,1,1\ny,2,nan\n", ("--values", "ranks"), "wrong.csv"),
        ("item,judge,a\nx,1,1\ny,2,best\n", ("--values", "ranks"), "best"),
        ("item,judge,a\nx,1,1\ny,2\n", ("--values", "ranks"), "wrong.csv"),
        ("", ("--values", "ranks"), "wrong.csv"),
    ],
)  # fmt: skip
def test_wrong_rankings_get_one_sentence(intervale, here, content, words, said):
    (here / "wrong.csv").write_text(content)
    done = intervale("rankings", "evaluate", "judge", "wrong.csv", *words)
    assert (done.code, done.out, done.err.count("\n")) == (2, "", 1)
    assert said in done.err


def test_files_that_cannot_be_read(intervale, here):
    (here / "wrong.parquet").write_bytes(b"PAR1 no table")
    for name in ("wrong.parquet", "nowhere.csv", "qrels.txt", "."):
        done = intervale("rankings", "evaluate", "judge", name)
        assert (done.code, done.out, done.err.count("\n")) == (2, "", 1), name
    done = intervale("rankings", "evaluate", "a,b,c", "a,b")
    assert (done.code, "a,b does not rank 'c'" in done.err) == (2, True)
