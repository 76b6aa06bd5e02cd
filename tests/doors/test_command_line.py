"""Hostile run tags through the command line, as somebody meets them."""

import csv
import io
import json
import xml.etree.ElementTree as ElementTree

import pytest

from intervale.cli import main

SCRIPT = "</script><script>alert(1)</script>"


@pytest.fixture
def intervale(tmp_path, monkeypatch, capsys):
    """The command line on a collection of two runs, the first with the tag given."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "q.txt").write_text("q1 0 a 1\nq2 0 a 1\n")

    def run(tag, command, *words):
        good = [{"topic": t, "document": "a", "score": 1.0, "tag": tag} for t in ("q1", "q2")]
        poor = [
            {"topic": t, "document": d, "score": 2.0 - n, "tag": "B"} for t in ("q1", "q2") for n, d in enumerate("xa")
        ]
        (tmp_path / "runs.jsonl").write_text("\n".join(map(json.dumps, good + poor)))
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([command, "q.txt", "runs.jsonl", *words])
        assert left.value.code == 0, capsys.readouterr().err
        return capsys.readouterr().out

    return run


def test_a_tag_is_no_script_in_a_picture(intervale, tmp_path):
    intervale(SCRIPT, "dominance", "--hasse", "x.html")
    assert "<script>alert" not in (tmp_path / "x.html").read_text("utf-8")


@pytest.mark.parametrize("tag", ["a\x01b", "a\x1b[31m", "a\0b", "a\ufffeb"])
@pytest.mark.parametrize("form", ["svg", "png", "pdf", "html"])
def test_a_control_character_does_not_kill_a_picture(intervale, tmp_path, tag, form):
    intervale(tag, "dominance", "--hasse", f"x.{form}")
    assert (tmp_path / f"x.{form}").stat().st_size > 1000
    if form == "svg":
        ElementTree.parse(tmp_path / "x.svg")


@pytest.mark.parametrize("tag", ["=1+1", "+cmd", "-cmd", "@SUM(A1)", "\x1b[31mx", "a\u202eb", "a\rb", "\t=1"])
@pytest.mark.parametrize("command", ["evaluate", "compare", "dominance"])
def test_csv_does_nothing(intervale, tag, command):
    words = [] if command == "dominance" else ["-m", "AP"]
    text = intervale(tag, command, *words, "-f", "csv")
    assert all(c == "\n" or c.isprintable() for c in text)
    for row in csv.reader(io.StringIO(text)):
        for cell in row:
            assert not cell.lstrip().startswith(("=", "+", "-", "@")) or len(cell) == 1 or float(cell) <= 0


def test_the_markup_of_the_library_of_tables_is_text(intervale):
    for tag in ("[/]", "[red]x[/red]"):
        assert tag in intervale(tag, "dominance", "--pair", tag, "B").splitlines()[0]


def test_a_table_with_a_very_long_name_loses_no_number(intervale):
    tag = "x" * 20_000
    shown = intervale(tag, "evaluate", "-m", "AP")
    assert tag in shown
    assert "1.0000" in shown
