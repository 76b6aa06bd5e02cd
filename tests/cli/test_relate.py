"""``intervale relate``."""

import importlib.util
import json
from pathlib import Path

import pytest

DOCS = Path(__file__).resolve().parents[2] / "docs"
MINE = (
    "def first(grades):\n    return grades[..., 0] * 1.0\n\ndef longer(r, s):\n    return r == s or sum(r) < sum(s)\n"
)


def test_the_answer_comes_first(intervale):
    done = intervale("relate", "AP@6", "DCG@6")
    assert done.code == 0
    assert done.out.startswith("AP@6 and DCG@6 order 010010 and 100000 differently.\n")
    assert "They agree on the pairs that rank-swap compares, 81.9% of all pairs." in done.out
    assert "order alike what rank-swap compares   yes     theorem" in done.out
    assert "compared by rank-swap" in done.out


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["P@10", "R@10"], "are one scale up to unit and origin: R@10 = 10·P@10 up to a constant of the topic."),
        (["DCG@5", "DCG(base=2)@5"], "order 01000 and 00011 differently."),
        (["P@4", "SBTO@4"], "are one scale up to unit and origin: SBTO@4 = 4·P@4."),
        (["RBP(p=0.3)@60", "RBP(p=0.5)@60"], "order all runs alike, with other spacing."),
        (["P@4", "Success@4"], "never order two runs oppositely, but only one of them ties 0001 and 0011."),
        (["AP@60", "GMAP@60"], "It is not known whether AP@60 and GMAP@60 order all runs alike: not refuted on"),
        (["AP@60", "ERR@60"], "runs drawn at random they order"),
        (["P@1", "R@1"], "are one scale up to unit and origin: R@1 = P@1 up to a constant of the topic."),
        (["DCG(base=2)@5", "DCG(base=1.75)@5"], "differently."),
        (["AP@11", "DCG@11", "--most", 100], "They agree on the pairs that rank-swap compares, 64.4% of all pairs."),
    ],
)
def test_sentences(intervale, words, sentence):
    done = intervale("relate", *words)
    assert done.code == 0
    assert sentence in " ".join(done.out.split())


def test_a_document(intervale):
    document = json.loads(intervale("relate", "P@4", "RR@4", "--json").out)
    assert (document["a"], document["b"], document["length"], document["grades"]) == ("P@4", "RR@4", 4, 1)
    assert (document["order"], document["relation"]) == ("rank-swap", "different orders")
    assert document["alpha"] is document["beta"] is document["sample"] is None
    assert document["never_opposite"]["witness"] == [[0, 1, 0, 0], [0, 0, 1, 1]]
    assert document["agree"]["holds"] is False
    assert document["pairs"]["pairs"] == 120
    assert document["comparable"]["discordant"] == 0
    scale = json.loads(intervale("relate", "DCG@4", "nDCG@4", "--grades", "0,0.5,2", "--json").out)
    assert (scale["relation"], scale["alpha"], scale["topic_constant"]) == ("same scale", "1", True)


def test_own_functions_and_orders(intervale, tmp_path, monkeypatch):
    (tmp_path / "mine_related.py").write_text(MINE)
    monkeypatch.chdir(tmp_path)
    done = intervale("relate", "mine_related:first", "Success@1", "--length", 3, "--order", "mine_related:longer")
    assert done.code == 0
    assert done.out.startswith("In floats mine_related:first and Success@1 are one scale")
    open_ = intervale("relate", "mine_related:first", "RBP(p=0.5)@3", "--order", "rank-total")
    assert "It is not known whether" in open_.out
    assert "floats tie runs" in open_.out


def test_refuted_in_floats(intervale, tmp_path, monkeypatch):
    (tmp_path / "mine_floats.py").write_text("def last(grades):\n    return grades[..., -1] / 3.0\n")
    monkeypatch.chdir(tmp_path)
    done = intervale("relate", "mine_floats:last", "AP@4")
    assert done.out.startswith("In floats mine_floats:last and AP@4 order 0010 and 0001 differently.\n")
    assert "by mine_floats:last M(" in done.out


def test_files(intervale, tmp_path):
    for name in ("out.csv", "out.md", "out.tex", "out.html", "out.json"):
        assert intervale("relate", "AP@3", "RR@3", "-o", tmp_path / name).code == 0
        assert (tmp_path / name).stat().st_size


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["P@5", "P@10"], "P@5 and P@10 have different cutoffs: give the length of runs (--length 10)"),
        (["P", "R"], "the length of runs is missing"),
        (["nDGC@3", "P@3"], "did you mean nDCG"),
        (["interval(AP@4)", "P@4"], "relate AP@4"),
        (["Bpref", "P@4"], "no exact value"),
        (["P@4", "AP@4", "--order", "best"], "best"),
        (["P@4", "AP@4", "--order", "induced"], "induced"),
        (["P@4", "AP@4", "--most", 0], "--most 0"),
        (["AP@50000", "P@50000"], "too large to analyse"),
        (["P@4"], "needs"),
    ],
)
def test_bad_calls_get_one_sentence(intervale, words, reason):
    done = intervale("relate", *words)
    assert done.code == 2
    assert done.out == ""
    assert reason in done.err
    assert done.err.count("\n") == 1


def test_the_table_in_the_manual_is_what_comes_out():
    """A sample of its cells, made again."""
    spec = importlib.util.spec_from_file_location("make_relate_table", DOCS / "make_relate_table.py")
    maker = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(maker)
    parts = (DOCS / "relate-table.md").read_text(encoding="utf-8").split("\n## ")[1:]
    for part, grades in zip(parts, maker.MEASURES, strict=True):
        assert part.startswith(maker.NAMES[grades])
        head, _, *rows = [line.strip("| ").split(" | ") for line in part.splitlines() if line.startswith("|")]
        names = [name for row in rows for name in row[0].split(", ")]
        assert sorted(names) == sorted(maker.MEASURES[grades])
        for row in rows[::3]:
            for name, text in list(zip(head, row[1:], strict=True))[::4]:
                a, b = row[0].split(", ")[0], name
                assert maker.cell(a, b, grades, 6) == text
                if a != b and "†" in text:
                    assert maker.found(a, b, grades, 6).comparable.discordant == 0  # one ties what the other does not
    assert maker.page(2).count("\n## ") == 2
