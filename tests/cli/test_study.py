"""``intervale study``."""

import json

import pytest


@pytest.fixture
def demo(intervale):
    assert intervale("demo", "--files", "demo").code == 0


WORDS = ("study", "demo/qrels.txt", "demo", "-m", "P", "RR", "--lengths", "3,5")


def test_the_answer_first(intervale, demo):
    done = intervale(*WORDS)
    assert done.code == 0
    assert done.out.startswith("At length 5, ")
    assert "unq 3" in done.out
    assert "average over" in done.out


def test_the_document_and_the_page(intervale, demo, here):
    pytest.importorskip("altair", reason="needs altair: pip install 'intervale[report]'")
    done = intervale(*WORDS, "--json", "--page", "study.html", "--values", "v.svg", "--spacing", "s.svg")
    document = json.loads(done.out)
    assert document["lengths"] == [3, 5]
    assert {cell["test"] for cell in document["decisions"]} == {one["test"] for one in document["tests"]}
    assert (here / "study.html").read_text("utf-8").startswith("<!DOCTYPE html>")
    assert all((here / name).read_text("utf-8").startswith("<svg") for name in ("v.svg", "s.svg"))


def test_tests_with_commas_or_repeated(intervale, demo):
    one, other, default = (
        json.loads(intervale(*WORDS, *words, "--json").out)["tests"]
        for words in (["--test", "t,sign"], ["--test", "t", "--test", "sign"], [])
    )
    assert [test["test"] for test in one] == ["t", "sign"]
    assert one == other
    assert len(default) == 8


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (["--test", "t,sgn"], "test 'sgn' is unknown; did you mean sign?"),
        (["--test", "t,"], "test '' is unknown; use one of: "),
        (["-m", "P@5"], "P@5 has a cutoff; write P, and 5 among the lengths"),
        (["--alpha", "0"], "--alpha 0.0 must be a number from 1e-09 to below 1"),
        (["--systems", "rows"], "study has no option --systems"),
        (["--standardise", "z"], "study has no option --standardise"),
        (["--reference", "x.csv"], "study has no option --reference"),
    ],
)
def test_one_sentence(intervale, demo, words, message):
    done = intervale(*WORDS, *words)
    assert (done.code, done.out) == (2, "")
    assert message in done.err
    assert len(done.err.splitlines()) == 1


def test_help_has_what_a_study_takes(intervale):
    shown = intervale("study", "--help").out
    assert "--ties" in shown
    assert [word for word in ("--systems", "--standardise", "--reference", "matrix") if word in shown] == []


def test_a_measure_of_ones_own(intervale, demo, here):
    (here / "mine.py").write_text("def top(grades):\n    return grades[..., :2].sum(-1)\n")
    document = json.loads(intervale(*WORDS, "-m", "mine:top", "--test", "t", "--json").out)
    cells = [cell for cell in document["own"] if cell["measure"] == "mine:top"]
    assert [cell["length"] for cell in cells] == [3, 3, 5, 5]
    assert all(cell["tau"] is not None for cell in cells)
    assert "mine:top" in {cell["measure"] for cell in document["decisions"]}


def test_latex_has_a_table_for_each(intervale, demo):
    assert intervale(*WORDS, "-f", "latex").out.count(r"\begin{tabular}") == 4


@pytest.mark.parametrize("lengths", ["", "0", "5,x", "-1", "5,,6"])
def test_lengths_that_are_none(intervale, demo, lengths):
    done = intervale("study", "demo/qrels.txt", "demo", f"--lengths={lengths}")
    assert (done.code, "--lengths" in done.err, "as in 5,10,20" in done.err) == (2, True, True)


def test_a_page_over_what_is_read(intervale, demo):
    done = intervale(*WORDS, "--page", "demo/qrels.txt")
    assert done.code == 2
    assert "qrels.txt" in done.err
