"""``intervale scale``, ``intervale axioms`` and ``intervale balance``."""

import json
from pathlib import Path

import numpy as np
import pytest

MINE = """
import numpy as np

def late(grades):
    return (grades * np.arange(1, grades.shape[-1] + 1)).sum(-1)

def longer(r, s):
    return r == s or sum(r) < sum(s)
"""


@pytest.fixture
def mine(tmp_path, monkeypatch):
    (tmp_path / "mine_of_scales.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)


def test_scales_as_a_table(intervale):
    done = intervale("scale", "AP@8", "--grades", 1)
    assert done.code == 0
    assert "rank-total: M(0,0,0,0,0,0,1,1) = 11/28 > M(0,0,0,0,0,1,0,0) = 1/6" in done.out
    assert "set-total, set-replacement: AP@8 depends on the order of the documents" in done.out
    assert "not mean" in done.out
    assert "Moffat 2022" in done.out


def test_scales_as_a_document(intervale):
    document = json.loads(
        intervale("scale", "RBP(p=0.5)@3", "--order", "rank-total", "--order", "induced", "--json").out
    )
    assert (document["measure"], document["length"], document["grades"]) == ("RBP(p=0.5)@3", 3, 1)
    assert document["gains"] == ["0", "1"]
    total = document["orders"]["rank-total"]
    assert (total["scale"], total["alpha"], total["beta"]) == ("interval", "1/8", "0")
    assert total["affine"] == {"holds": True, "witness": None, "cases": 3, "proof": "theorem",
                               "why": "a sum over ranks: these steps stand for all"}  # fmt: skip
    assert document["spacing"] == {
        "values": 8,
        "smallest": "1/8",
        "largest": "1/8",
        "unused": 1 / 7,
        "tied": False,
        "equal": True,
        "intrinsic": "interval/metric",
    }


def test_gains_and_grades(intervale):
    words = ("scale", "gP@3", "--grades", 3, "--order", "set-replacement", "--json")
    assert json.loads(intervale(*words).out)["orders"]["set-replacement"]["scale"] == "interval"
    words = (*words, "--gains", "0,1,3,7")
    assert json.loads(intervale(*words).out)["orders"]["set-replacement"]["scale"] == "ordinal"


def test_an_own_measure_and_an_own_order(intervale, mine):
    words = ("scale", "mine_of_scales:late", "--length", 3, "--order", "rank-swap", "--json")
    swap = json.loads(intervale(*words).out)["orders"]["rank-swap"]
    assert (swap["scale"], swap["isotone"]["proof"], swap["isotone"]["witness"]) == (
        "none",
        "numeric",
        [[0, 0, 1], [0, 1, 0]],
    )
    words = ("scale", "P@3", "--order", "mine_of_scales:longer", "--json")
    assert json.loads(intervale(*words).out)["orders"]["mine_of_scales:longer"]["scale"] == "interval"


def test_axioms(intervale, mine):
    done = intervale("axioms", "mine_of_scales:late", "--length", 6)
    assert done.code == 0
    assert "swap: M(0,1) = 2, M(1,0) = 1" in done.out
    assert "not a utility-oriented measurement (Ferrante, Ferro and Maistro 2015, Theorem 5.2): swap" in done.out
    document = json.loads(intervale("axioms", "AP", "--length", 4, "--grades", 2, "--json").out)
    assert document["axioms"]["swap"]["holds"]
    assert document["utility_oriented"]["holds"]
    assert len(document["axioms"]) == 15


def test_balance(intervale, tmp_path):
    assert json.loads(intervale("balance", "RBP(p=0.8)", "--length", 1000, "--json").out) == {
        "measure": "RBP(p=0.8)",
        "length": 1000,
        "grades": 1,
        "index": 8,
    }
    assert json.loads(intervale("balance", "ERR@10", "--grades", 3, "--json").out)["index"] is None
    assert "no balancing index" in intervale("balance", "ERR@10", "--grades", 3).out
    assert len(json.loads(intervale("balance", "AP", "RR", "--length", 9, "--json").out)["balance"]) == 2
    pytest.importorskip("altair")
    assert intervale("balance", "AP", "RR", "--length", 20, "--curve", tmp_path / "b.svg").code == 0
    assert "balancing index" in (tmp_path / "b.svg").read_text()


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["scale", "AP"], "the length of runs is missing"),
        (["scale", "AP@3", "--order", "best"], "best"),
        (["scale", "nDGC@3"], "did you mean nDCG"),
        (["scale", "AP@3", "--grades", 0], "--grades 0"),
        (["scale", "Bpref", "--length", 3], "no exact value"),
        (["scale", "DCG@3", "--grades", 2, "--gains", "0,1"], "one gain for each"),
        (["axioms", "AP"], "the length of runs is missing"),
        (["axioms", "AP", "--length", 3, "--steps", 0], "--steps 0"),
        (["balance", "AP"], "the length of runs is missing"),
        (["balance", "AP", "--length", 5, "--curve", "x.gif"], "use .svg"),
        (["balance"], " needs MEASURE, as in intervale "),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    done = intervale(*words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_the_table_in_the_manual_is_what_comes_out():
    """A sample of its cells, made again."""
    import importlib.util

    folder = Path(__file__).resolve().parents[2] / "docs"
    spec = importlib.util.spec_from_file_location("make_scale_table", folder / "make_scale_table.py")
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    sections = (folder / "scale-table.md").read_text(encoding="utf-8").split("## ")[1:]
    cells = []
    for grades, section in zip(maker.MEASURES, sections, strict=False):
        head, _, *rows = [
            [cell.strip() for cell in line.strip("|").split("|")]
            for line in section.splitlines()
            if line.startswith("|")
        ]
        assert [row[0] for row in rows] == maker.MEASURES[grades]
        cells += [(grades, row[0], order, row[n]) for row in rows for n, order in enumerate(head[1:], start=1)]
    quick = [one for one in cells if one[0] < 3 and one[1] not in ("AP", "ERR", "SBTO", "P", "RR")]
    for place in np.random.default_rng(3).choice(len(quick), 25, replace=False):
        grades, measure, order, written = quick[place]
        assert maker.cell(measure, order, grades) == written, (grades, measure, order)
