"""The history of ratios: a loss is marked, and nothing else."""

import importlib
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture
def history(monkeypatch):
    monkeypatch.syspath_prepend(str(ROOT / "bench"))
    return importlib.import_module("history")


def rows(history, *ratios, case="a", tool="pytrec_eval", cores=2):
    return [history.Row(f"2026-01-{day:02d}", case, tool, r, 0.1, "3.11.7", cores) for day, r in enumerate(ratios, 1)]


def test_what_is_added_is_read(history, tmp_path):
    made_up = rows(history, 3.456, 4.0)
    history.append(tmp_path / "history.csv", made_up[:1])
    history.append(tmp_path / "history.csv", made_up[1:])
    assert history.read(tmp_path / "history.csv") == [made_up[0]._replace(ratio=3.46), made_up[1]]
    assert (tmp_path / "history.csv").read_text().splitlines()[0] == "date,case,tool,ratio,load,python,cores"


@pytest.mark.parametrize(
    ("ratios", "lost"),
    [((5.0, 4.2), True), ((5.0, 4.3), False), ((5.0, 4.2, 4.2), False), ((1.0, 5.0, 4.2), True), ((4.2,), False)],
)
def test_the_last_is_compared_with_the_one_before(history, ratios, lost):
    [change] = history.changes(rows(history, *ratios))
    assert change.lost(0.15) is lost


def test_other_cases_tools_and_cores_are_not_compared(history):
    others = [{"case": "b"}, {"tool": "trec_eval"}, {"cores": 8}]
    mixed = rows(history, 5.0) + [row for other in others for row in rows(history, 1.0, **other)]
    assert [change.before for change in history.changes(mixed)] == [None] * 4


def test_a_loss_is_seen(history, tmp_path):
    history.append(tmp_path / "history.csv", rows(history, 5.0, 4.0) + rows(history, 2.0, 2.0, case="b"))
    command = [sys.executable, ROOT / "bench" / "history.py", tmp_path / "history.csv"]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert [line.split("|")[1].strip() for line in said if "LOSS" in line] == ["a"]
    assert "-20%" in next(line for line in said if "LOSS" in line)
    assert said[-1] == "1 of 2 ratios that were measured before fell by more than 15%."
    said = subprocess.run([*command, "--loss", "0.3"], capture_output=True, text=True, check=True).stdout
    assert "LOSS" not in said


def test_the_history_of_the_repository_is_read(history):
    kept = history.read(history.FILE)
    assert {row.case for row in kept} >= {"real-looking", "a", "b", "c", "d", "parquet", "dicts", "frames"}
    assert all(row.ratio > 0 for row in kept)
