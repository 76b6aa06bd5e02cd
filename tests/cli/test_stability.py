"""``intervale stability``."""

import json

import pytest

from intervale.data.made_up import made_up_collection, write_trec


@pytest.fixture
def folder(tmp_path, monkeypatch):
    write_trec(tmp_path, *made_up_collection())
    monkeypatch.chdir(tmp_path)
    return tmp_path


def test_the_answer_and_the_table(intervale, folder):
    done = intervale(
        "stability", "qrels.txt", "aurora.run", "borealis.run", "dune.run", "-m", "AP@5", "-m", "RR", "--interval"
    )
    assert done.code == 0
    said = " ".join(done.out.split())
    assert "Kendall's tau of the rankings on two random halves of 12 topics each: AP@5 " in said
    assert "say nothing about new topics" in said
    assert "interval(AP@5)" in said


def test_the_document(intervale, folder):
    words = (
        "stability",
        "qrels.txt",
        "aurora.run",
        "borealis.run",
        "dune.run",
        "-m",
        "AP@5",
        "--splits",
        "7",
        "--seed",
        "3",
    )
    first, second = (json.loads(intervale(*words, "--json").out) for _ in range(2))
    assert first == second
    assert (first["splits"], first["seed"], first["half"], first["topic_count"]) == (7, 3, 12, 25)
    assert set(first["measures"]["AP@5"]["tau"]) == {"mean", "sd", "low", "high", "se"}


@pytest.mark.parametrize("name", ["s.md", "s.tex", "s.csv", "s.html", "s.json", "s.parquet", "s.txt"])
def test_every_format(intervale, folder, name):
    data = ("qrels.txt", "aurora.run", "dune.run")
    assert intervale("stability", *data, "-m", "P@5", "--splits", "3", "-o", folder / name).code == 0
    assert (folder / name).stat().st_size


def test_a_picture(intervale, folder):
    done = intervale("stability", "qrels.txt", "aurora.run", "dune.run", "-m", "P@5", "--plot", folder / "tau.svg")
    assert done.code == 0
    assert "<svg" in (folder / "tau.svg").read_text("utf-8")


def test_a_score_matrix_will_do(intervale, tmp_path):
    (tmp_path / "scores.csv").write_text("topic,A,B\nt1,1,0.5\nt2,0.5,0.25\nt3,0.2,0.5\n", encoding="utf-8")
    assert "RR@5" in intervale("stability", tmp_path / "scores.csv", "-m", "RR@5").out


def test_bad_calls(intervale, folder):
    assert intervale("stability", "qrels.txt", "aurora.run", "-m", "P@5").code == 2
    assert intervale("stability", "qrels.txt", "aurora.run", "dune.run", "-m", "P@5", "--splits", "0").code == 2
