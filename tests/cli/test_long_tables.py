"""``-f csv`` and ``-f parquet``: one long table for every command, the same rows in both."""

from __future__ import annotations

import csv
import io

import pyarrow.parquet as parquet
import pytest
from typer.testing import CliRunner

from intervale.cli.app import app
from intervale.data.made_up import made_up_collection, write_trec

DATA = ["qrels.txt", "aurora.run", "borealis.run", "cirrus.run"]
COMMANDS = {
    "evaluate": ["evaluate", *DATA, "-m", "P@5", "-m", "AP"],
    "evaluate --per-topic": ["evaluate", *DATA, "-m", "P@5", "--per-topic"],
    "evaluate --ci": ["evaluate", *DATA, "-m", "P@5", "--ci"],
    "aggregates": ["evaluate", *DATA, "-m", "P@5", "-m", "AP", "--aggregate", "median,mode,cv"],
    "compare": ["compare", *DATA, "-m", "P@5", "-m", "AP@5", "--interval", "--test", "t", "--test", "anova2"],
    "compare --per-topic": ["compare", *DATA, "-m", "P@5", "--per-topic", "--baseline", "aurora"],
    "correlate": ["correlate", *DATA, "-m", "P@5", "-m", "AP@5", "-m", "RR@5", "--interval"],
    "meaningful": ["meaningful", *DATA, "mean(aurora) > mean(cirrus)", "-m", "P@5", "-m", "AP@5"],
    "design": ["design", *DATA, "-m", "P@5", "-m", "AP@5", "--difference", "0.05,0.1"],
    "power": ["power", *DATA, "-m", "P@5", "-m", "AP@5", "--interval", "--no-ci"],
    "robustness": ["robustness", *DATA, "-m", "P@5", "-m", "AP@5", "--interval", "--draws", "2"],
    "stability": ["stability", *DATA, "-m", "P@5", "-m", "AP@5", "--interval", "--splits", "9"],
    "dominance": ["dominance", *DATA],
    "leaderboard": ["leaderboard", *DATA, "-m", "P@5", "-m", "AP@5"],
    "dominance --pair": ["dominance", *DATA, "--pair", "aurora", "cirrus"],
    "scale": ["scale", "AP@3", "--grades", "2"],
    "axioms": ["axioms", "AP@3"],
    "mixing": ["mixing", *DATA, "-m", "P@5", "-m", "AP@5"],
    "universe": ["universe", "AP", "P", "--longest", "2"],
    "relate": ["relate", "AP@3", "DCG@3"],
    "topics": ["topics", "qrels.txt", "-m", "R@10", "-m", "nDCG@3"],
    "topics --sets": ["topics", "qrels.txt", "-m", "R@10", "-m", "P@3", "--sets"],
    "balance": ["balance", "AP", "RR", "--length", "9"],
    "balance --experiment": ["balance", "AP", "RR", "--length", "30", "--experiment", "--trials", "3"],
    "map": ["map", "AP@3"],
    "map --lengths": ["map", "AP", "RBP(p=0.8)", "--lengths", "5,60"],
    "map PROFILE": ["map", "RBP(p=0.8)@60", "1" * 60, "0" * 60],
    "order": ["order", "rank-swap", "--length", "3"],
    "order --path": ["order", "rank-swap", "--length", "3", "--path", "000", "111"],
    "rankings properties": ["rankings", "properties", "DCG", "Kendall tau", "--n", "3", "--property", "identity"],
    "rankings agreement": ["rankings", "agreement", "DCG", "Kendall tau", "MSE", "--n", "3"],
    "rankings distance": ["rankings", "distance", "1,2,3", "3,2,1"],
    "rankings evaluate": ["rankings", "evaluate", "a,b,c", "b,a,c", "c,b,a", "-m", "tau", "-m", "MSE"],
    "rankings disagree": ["rankings", "disagree", "a,b,c", "b,a,c", "c,b,a", "-m", "tau", "-m", "MSE"],
    "rankings cutoffs": ["rankings", "cutoffs", "a,b,c", "b,a,c", "c,b,a", "-m", "tau", "-m", "MSE"],
    "rankings select": ["rankings", "select", "--need", "symmetry", "--among", "NDPM", "--among", "MSE", "--n", "3"],
}


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    path = tmp_path_factory.mktemp("long")
    write_trec(path, *made_up_collection())
    return path


@pytest.mark.parametrize("command", COMMANDS)
def test_one_long_table(command, folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    shown = CliRunner().invoke(app, [*COMMANDS[command], "-f", "csv"])
    assert shown.exit_code == 0, shown.output
    rows = list(csv.reader(io.StringIO(shown.stdout)))
    assert len(rows) > 1
    assert {len(row) for row in rows} == {len(rows[0])}
    assert len(set(rows[0])) == len(rows[0])
    assert all(name == name.lower() and " " not in name for name in rows[0])
    if command.startswith("evaluate"):  # a saved evaluation
        return
    written = CliRunner().invoke(app, [*COMMANDS[command], "-o", "out.parquet"])
    assert written.exit_code == 0, written.output
    table = parquet.read_table("out.parquet")
    assert table.column_names == rows[0]
    assert table.num_rows == len(rows) - 1


def test_the_schema_does_not_depend_on_the_number_of_runs(folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    for command in ("compare", "dominance", "correlate", "power", "leaderboard"):
        words = [word for word in COMMANDS[command] if word != "cirrus.run"]
        few, many = (
            CliRunner().invoke(app, [*w, "-f", "csv"]).stdout.split("\n", 1)[0] for w in (words, COMMANDS[command])
        )
        assert few == many
