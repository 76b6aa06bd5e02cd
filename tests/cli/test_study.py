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
