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


def test_regions_as_a_table(intervale):
    done = intervale("scale", "RBP", "--over", "p", "--length", 4)
    assert done.code == 0
    assert done.out.startswith("RBP is on an interval scale where p = 1/2 under rank-total.\n")
    assert "ordinal needs p^4 − 2p + 1 > 0; elsewhere the step from 0111 to 1000 does not go up" in done.out
    assert "set-total, set-replacement: RBP depends on the order of the documents" in done.out
    done = intervale("scale", "DCG", "--over", "base", "--length", 5, "--order", "rank-swap")
    assert "where 1 < b < 2 under rank-swap" in done.out
    done = intervale("scale", "F@4", "--over", "beta", "--order", "set-replacement")
    assert "F@4 is on an interval scale for every β under set-replacement." in done.out
    assert "β does not matter" in done.out


def test_regions_as_a_document(intervale):
    words = ("scale", "RBP", "--over", "p", "--length", 3, "--order", "rank-total")
    document = json.loads(intervale(*words, "--json").out)
    assert (document["measure"], document["over"], document["length"]) == ("RBP", "p", 3)
    found = document["orders"]["rank-total"]
    assert [one["holds"] for one in found["scales"]] == ["ordinal", "interval", "ordinal", "weakly ordinal", "none"]
    strict = found["regions"]["strict"][0]
    assert strict["low"] == {"value": "0", "exact": True}
    assert strict["high"]["value"] == "0.61803398874989484820"
    assert strict["high"]["root_of"] == "p^3 − 2p + 1"
    assert (strict["low_included"], strict["high_included"], strict["holds"]) == (False, False, True)
    assert found["conditions"]["strict"] == [{"condition": "p^3 − 2p + 1 > 0", "steps": [[[0, 1, 1], [1, 0, 0]]]}]
    rows = intervale(*words, "-f", "csv").out.splitlines()
    assert rows[0].startswith("measure,length,grades,order,over,question,holds,low,high")
    assert rows[1] == "RBP,3,1,rank-total,p,scale,ordinal,0,1/2,false,false,0 < p < 1/2"


def test_gains_and_the_nearest_ones(intervale):
    words = ("scale", "gRBP(p=0.25)", "--over", "gains", "--length", 3, "--grades", 3, "--order", "rank-total")
    assert "where g1 > 0, g2 = 2·g1, g3 = 3·g1 under rank-total" in intervale(*words).out
    done = intervale(*words, "--gains", "0,1,3,7")
    assert "With the gains 0, 1, 3, 7 it is on no scale under rank-total." in done.out
    assert "The gains 0, 2, 4, 6 make it interval under rank-total: the nearest" in done.out.replace("\n  ", " ")
    given = json.loads(intervale(*words, "--gains", "0,1,3,7", "--json").out)["orders"]["rank-total"]["given"]
    assert (given["scale"], given["strict"]) == ("none", False)
    assert given["nearest"]["interval"] == {"gains": ["0", "2", "4", "6"], "squares": "3", "nearest": True}


def test_gains_that_are_printed_are_exact(intervale):
    words = ("scale", "gP", "--over", "gains", "--length", 3, "--order", "set-replacement")
    text = " ".join(intervale(*words, "--grades", 3, "--gains", "0,10,30,81").out.split())
    assert "The gains 0, 313/14, 313/7, 939/14 make it interval under set-replacement: the nearest" in text
    again = intervale(*words, "--grades", 3, "--gains", "0,313/14,313/7,939/14")
    assert "With the gains 0, 313/14, 313/7, 939/14 it is interval under set-replacement." in again.out
    text = " ".join(intervale(*words, "--grades", 2, "--gains", "0,0.123456789,0.4").out.split())
    assert "The gains of about 0, 0.184691, 0.369383 (exactly with --json) make it interval" in text
    text = " ".join(intervale(*words, "--grades", 2, "--gains", "0,0,0").out.split())
    assert "No gains" not in text
    assert "The gains 0, 0.001, 0.002 make it interval under set-replacement: a thousandth of the way inside" in text


def test_sentences_about_gains_name_their_orders(intervale):
    words = ("scale", "gP", "--over", "gains", "--length", 3, "--grades", 2, "--gains", "0,1,3")
    lead = " ".join(intervale(*words).out.split("\n\n")[0].split())
    assert lead.count(". ") <= 6
    assert "No gains make it interval under set-total, rank-total and rank-swap." in lead
    assert "The gains 0, 1.4, 2.8 make it interval under set-replacement and rank-replacement" in lead


def test_ends_are_set_apart(intervale):
    done = intervale("scale", "RBP@20", "--over", "p", "--order", "rank-total")
    assert "0 < p < 0.500000477 under rank-total" in done.out
    rows = intervale("scale", "RBP@100", "--over", "p", "--order", "rank-total", "-f", "csv").out
    assert "0.50000000000000000000," not in rows
    assert "1/2,0.500000000000000000000000000000394" in rows


def test_what_is_never_so_and_what_does_not_apply(intervale):
    done = intervale("scale", "RBP", "--over", "p", "--length", 4, "--order", "set-total")
    assert done.out.startswith("set-total does not apply: RBP depends on the order of the documents.\n")
    done = intervale("scale", "RBP@3", "--over", "p", "--length", 5, "--order", "rank-total")
    assert "0 > 0" not in done.out
    assert "never ordinal, as the step from 00000 to 00001 cannot go up" in done.out
    done = intervale("scale", "DCG", "--over", "base", "--length", 3, "--grades", 2, "--order", "set-total")
    assert "w1" not in done.out
    assert "b is the base" in done.out
    done = intervale("scale", "AP", "--over", "p", "--length", 3)
    assert "--over p is for RBP and gRBP, not for AP" in done.err


def test_strips(intervale, tmp_path):
    pytest.importorskip("altair")
    for name, words in {"p": ["RBP", "--over", "p"], "b": ["DCG", "--over", "base"]}.items():
        done = intervale("scale", *words, "--length", 4, "--plot", tmp_path / f"{name}.svg")
        assert done.code == 0
        drawn = (tmp_path / f"{name}.svg").read_text()
        assert all(text in drawn for text in ("rank-total", "rank-swap", "ordinal"))
    assert all(text in drawn for text in ("by base b", ">base b<", "arrows: the same for all larger b"))
    done = intervale("scale", "F@4", "--over", "beta", "--plot", tmp_path / "f.svg")
    assert done.code == 2
    assert "a picture is drawn for p and base" in done.err
    assert "for every β" in done.out


def test_how_far_from_interval(intervale):
    done = intervale("scale", "RR@4", "--deviation")
    assert done.code == 0
    lead = " ".join(done.out.split("\n\n")[0].split())
    assert lead.startswith("RR@4 deviates from an interval scale, as a share of its range, by up to ")
    assert "% under rank-swap and up to 12.5% in the order of its own values." in lead
    assert "set-total: RR@4 depends on the order of the documents" in done.out
    document = json.loads(intervale("scale", "RR@4", "--deviation", "--order", "induced", "--json").out)
    assert document["orders"]["induced"]["scale"] == "ordinal"
    own = document["deviation"]["induced"]
    assert (own["largest"], own["share"], own["unequal_share"], own["tau"]) == ("1/8", "1/8", "3/4", 1.0)
    rows = intervale("scale", "RR@4", "--deviation", "--order", "induced", "-f", "csv").out.splitlines()
    assert len(rows) == 2
    assert rows[1].startswith("RR@4,4,1,induced,")
    done = intervale("scale", "RBP(p=0.5)@4", "--deviation", "--order", "rank-total")
    assert "is on an interval scale under rank-total: nothing deviates" in done.out
    flat = intervale("scale", "AP(rel=2)@3", "--deviation", "--order", "rank-total").out
    assert flat.startswith("AP(rel=2)@3 has one value on these runs: there is no scale that it could deviate from.\n")
    near = intervale("scale", "RBP(p=0.5001)@4", "--deviation", "--order", "rank-total").out
    assert "as a share of its range, by less than 0.1% under rank-total." in " ".join(near.split())
    assert "0.0000687425" in near


def test_orders_are_taken_once_and_none_is_overlooked(intervale):
    document = json.loads(intervale("scale", "P@3", "--order", "rank-total", "--order", "rank-total", "--json").out)
    assert list(document["orders"]) == ["rank-total"]
    twice = intervale("scale", "RBP", "--over", "p", "--length", 3, "--order", "rank-total", "--order", "rank-total")
    assert twice.out.count("\n rank-total ") == 1
    wrong = intervale("scale", "P@3", "--order", "all", "--order", "foo")
    assert (wrong.code, wrong.out) == (2, "")
    assert "unknown order 'foo'" in wrong.err


def test_how_it_uses_its_range(intervale):
    done = intervale("scale", "RBP(p=0.3)@4", "--calibration", "--order", "induced")
    assert done.code == 0
    assert "RBP(p=0.3)@4 reaches 0 to 0.9919 of its range 0 to 1: 0.0081 is out of reach." in done.out
    assert "The largest gap, 41.1% of what it reaches, is between 0.2919 and 0.7." in done.out
    assert "Runs by quarter of the range" in done.out
    document = json.loads(intervale("scale", "RR@4", "--calibration", "--json").out)
    own = document["calibration"]
    assert (own["mean"], own["median"], own["gap"], own["value_mean"]) == ("131/192", "3/4", ["1/2", "1"], "5/12")
    assert [one["share"] for one in own["quarters"]["attained"]] == ["1/16", "3/16", "1/4", "1/2"]
    assert document["orders"]["induced"]["scale"] == "ordinal"
    rows = intervale("scale", "RR@4", "--calibration", "-f", "csv").out.splitlines()
    assert rows[0] == "measure,length,grades,number,value,low,high,exact"
    assert "RR@4,4,1,median,0.75,0.75,0.75,3/4" in rows
    for form in ("md", "latex", "html"):
        assert "0.682292" in intervale("scale", "RR@4", "--calibration", "-f", form).out
    both = json.loads(intervale("scale", "RR@4", "--calibration", "--deviation", "--json").out)
    assert {"deviation", "calibration"} <= set(both)
    done = intervale("scale", "AP@100", "--calibration", "--order", "induced")
    assert "shares of runs lie between proven bounds" in done.out


def test_natural_zeros(intervale):
    done = intervale("scale", "P@3")
    where = "set-total, set-replacement, rank-replacement, induced"
    assert f"natural zero ({where}): the run without a relevant document has the value 0" in done.out
    assert "natural zero" not in intervale("scale", "AP@3").out
    orders = json.loads(intervale("scale", "P@3", "--json").out)["orders"]
    assert orders["set-total"]["natural_zero"]["holds"]
    assert orders["rank-swap"]["natural_zero"] == {
        "holds": None,
        "witness": None,
        "cases": 0,
        "proof": None,
        "why": "not on an interval scale",
    }
    done = intervale("scale", "gP@2", "--grades", 2, "--gains", "1,2,3", "--order", "set-replacement")
    assert "no natural zero (set-replacement): M(0,0) = 1/3, although nothing is relevant" in done.out


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
        (["scale", "AP@3", "--over", "p"], "--over p is for RBP and gRBP, not for AP@3"),
        (["scale", "RBP", "--over", "p"], "the length of runs is missing"),
        (["scale", "RBP@3", "--over", "q"], "use one of: p, beta, base, gains"),
        (["scale", "RBP@3", "--over", "p", "--order", "induced"], "not for induced"),
        (["scale", "RBP@3", "--over", "p", "--deviation"], "two questions"),
        (["scale", "RBP@3", "--over", "p", "--calibration"], "two questions"),
        (["scale", "RBP@3", "--deviation", "--calibration", "-f", "csv"], "two tables of rows"),
        (["scale", "RBP@3", "--plot", "x.svg"], "--over p"),
        (["scale", "RBP@3", "--over", "p", "--plot", "x.gif"], "use .svg"),
        (["scale", "RBP@3", "--over", "p", "--size", "one-column"], "name the file"),
        (["scale", "gP@3", "--over", "gains", "--grades", 2, "--gains", "0,1"], "one gain for each"),
        (["scale", "AP@30", "--deviation", "--order", "rank-total"], "too many for a deviation"),
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
