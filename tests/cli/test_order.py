"""``intervale order``: facts, paths, pictures, and calls that are wrong."""

import json

import pytest


def test_facts_as_a_table(intervale):
    done = intervale("order", "rank-swap", "--length", 2, "--grades", 2)
    assert done.code == 0
    assert "9 runs" in done.out
    assert "02 and 10 have no join" in done.out
    assert "not a lattice" in done.out


def test_facts_as_a_document(intervale):
    done = intervale("order", "rank-swap", "--length", 4, "--json")
    document = json.loads(done.out)
    assert (document["order"], document["length"], document["grades"], document["size"]) == ("rank-swap", 4, 1, 16)
    assert {name: fact["holds"] for name, fact in document["facts"].items()} == {
        "bounded": True,
        "total": False,
        "graded": True,
        "ranked": True,
        "lattice": True,
        "modular": True,
        "distributive": True,
    }
    assert document["facts"]["total"]["witness"] == [[0, 0, 1, 1], [0, 1, 0, 0]]
    assert document["facts"]["total"]["proof"] == "exhaustive"
    assert document["poset"] == {"elements": 16, "covers": 20, "height": 10, "width": 2, "maximal_chains": 12}


def test_a_fact_that_does_not_apply_is_null(intervale):
    document = json.loads(intervale("order", "rank-swap", "--length", 2, "--grades", 2, "--json").out)
    assert document["facts"]["modular"]["holds"] is None


def test_large_spaces_are_answered_by_theorem(intervale):
    document = json.loads(intervale("order", "rank-replacement", "--length", 1000, "--grades", 3, "--json").out)
    assert document["size"] == 4**1000
    assert {fact["proof"] for fact in document["facts"].values()} == {"theorem"}


def test_sizes_of_many_digits_are_exact(intervale):
    assert "about 10^6020 runs" in intervale("order", "rank-swap", "--length", 20000).out
    assert json.loads(intervale("order", "rank-swap", "--length", 20000, "--json").out)["size"] == 2**20000


@pytest.mark.parametrize(("low", "high", "distance"), [("000", "101", 3), ("100", "101", 0), ("001", "110", 2)])
def test_a_path_through_values(intervale, low, high, distance):
    words = ("order", "induced", "-m", "RR", "--length", 3, "--path", low, high, "--json")
    path = json.loads(intervale(*words).out)["path"]
    assert path["distance"] == distance
    if distance:
        assert path["steps"][-1]["after"] == [int(grade) for grade in high]


def test_a_dash_is_standard_output(intervale):
    assert "16 runs" in intervale("order", "rank-swap", "--length", 4, "-o", "-").out


def test_a_path(intervale):
    done = intervale("order", "rank-swap", "--length", 4, "--path", "0100", "1,0,1,1")
    assert "natural distance 4" in done.out
    assert "0100 → 1000: swap ranks 1 and 2" in done.out
    document = json.loads(intervale("order", "rank-swap", "--length", 4, "--path", "0100", "1011", "--json").out)
    assert document["path"]["distance"] == 4


def test_induced_and_own_orders(intervale, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert "4 classes: tied runs are one element" in intervale("order", "induced", "-m", "RR", "--length", 3).out
    (tmp_path / "mine_of_orders.py").write_text("def leq(r, s):\n    return sum(r) < sum(s) or r == s\n")
    document = json.loads(intervale("order", "mine_of_orders:leq", "--length", 2, "--json").out)
    assert document["facts"]["lattice"]["holds"] is True


@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html"])
def test_pictures(intervale, tmp_path, form):
    path = tmp_path / f"hasse.{form}"
    done = intervale("order", "rank-swap", "--length", 3, "--hasse", path, "-m", "RBP", "--path", "000", "111")
    assert done.code == 0
    assert path.stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["rank-swap", "--length", "3", "--grades", "0"], "--grades 0 must be a whole number from 1 to 100,000"),
        (["rank-swap", "--length", "-2"], "--length -2 must be a whole number from 1 to 100,000"),
        (["rank-swap", "--length", "3.5"], "--length 3.5 must be a whole number"),
        (["no-order", "--length", "3"], "unknown order 'no-order'; the orders are: set-total"),
        (["rank-swap", "--length", "3", "--path", "012", "111"], "grade 2 at rank 3 is not one of 0..1"),
        (["rank-swap", "--length", "3", "--path", "01", "111"], "it has 2 grades, expected 3"),
        (["rank-swap", "--length", "3", "--path", "0x1", "111"], "'0x1' is not a run"),
        (["swap", "--length", "3", "--path", "111", "000"], "there is no path"),
        (["rank-swap", "--length", "3", "--run", "111"], "add --construct"),
        (["swap+units+none", "--length", "3"], "unknown move 'none'"),
        (["set:swap", "--length", "3"], "swap is a move of ranked runs"),
        (["all", "--length", "30"], "too many to try all moves on"),
        (["rank-swap", "--length", "9", "--grades", "2", "--completion"], "too large to list"),
        (["rank-swap", "--length", "3", "--grades", "0,0.5,0.2"], "must begin with 0 and increase"),
        (["rank-swap", "--length", "3", "--grades", "0,x"], "'x' is not a number"),
        (["rank-swap", "--length", "3", "--grades", "two"], "must be the top grade, or all grades as in 0,0.5,2"),
        (["rank-swap"], "order needs --length N, as in"),
        (["induced", "--length", "3"], "name it with -m"),
        (["induced", "--length", "3", "-m", "no measure"], "unknown measure"),
        (["no_such_module:leq", "--length", "3"], "no_such_module"),
        (["rank-swap", "--length", "12", "--hasse", "x.svg"], "4,096 runs is too large to read (at most 300)"),
        (["rank-swap", "--length", "3", "--hasse", "x.gif"], "use .svg, .png, .pdf, .html"),
        (["rank-swap", "--length", "3", "-m", "RR"], "-m colours the diagram"),
        (["rank-swap", "--length", "3", "-m", "nDGC", "--hasse", "x.svg"], "nDGC"),
        (["rank-swap", "--length", "3", "--hasse", "x.svg", "-o", "x.svg"], "use two names"),
        (["rank-swap", "--length", "3", "-f", "parquet"], "name a file with -o"),
        (["rank-swap", "--length", "1000000000"], "from 1 to 100,000"),
        (["rank-swap", "--length", "100000", "--grades", "3"], "too large to analyse"),
        (["rank-total", "--length", "30", "--path", "0" * 30, "1" * 30], "at most): 1,073,741,823"),
        (["rank-swp", "--length", "3"], "did you mean rank-swap?"),
        (["rank-swap", "--length", "3", "--hasse", "no/folder/x.svg"], "cannot be written"),
        (["induced", "-m", "AP", "--length", "40"], "too many to check"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, tmp_path, monkeypatch, words, reason):
    monkeypatch.chdir(tmp_path)
    before = sorted(tmp_path.iterdir())
    done = intervale("order", *words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert len(done.err.strip().splitlines()) == 1
    assert sorted(tmp_path.iterdir()) == before
