"""Data never import: ``module:function`` is loaded where the user names it as a measure, and nowhere else."""

import json
import sys

import pyarrow.parquet
import pytest

import intervale as iv
from intervale.cli import main
from intervale.evaluation import NamedScores
from intervale.evaluation.interval_forms import form_possible
from intervale.measures import load_measure, parse_measure

QRELS = {"q1": {"a": 1, "b": 2}, "q2": {"a": 1}, "q3": {"b": 1, "a": 1}}
RUNS = {
    "A": {"q1": {"a": 2.0, "b": 1.0}, "q2": {"x": 2.0, "a": 1.0}, "q3": {"a": 1.0}},
    "B": {"q1": {"b": 2.0, "a": 1.0}, "q2": {"a": 1.0}, "q3": {"x": 1.0}},
}


@pytest.fixture
def trap(tmp_path, monkeypatch):
    """A folder with a module that leaves a mark when it is imported; the mark."""
    mark = tmp_path / "loaded"
    (tmp_path / "trap.py").write_text(
        f"open({str(mark)!r}, 'w').close()\n\ndef score(grades):\n    return grades[..., 0]\n"
    )
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    yield mark
    sys.modules.pop("trap", None)


def rewritten(path, **about):
    """The same Parquet file with other words in its metadata."""
    table = pyarrow.parquet.read_table(path)
    said = json.loads(table.schema.metadata[b"intervale"]) | about
    pyarrow.parquet.write_table(table.replace_schema_metadata({"intervale": json.dumps(said)}), path)


def files(tmp_path):
    (tmp_path / "q.txt").write_text("q1 0 a 1\nq2 0 a 1\nq2 0 b 1\n")
    (tmp_path / "r.txt").write_text("q1 Q0 a 1 2 A\nq2 Q0 x 1 2 A\n")
    (tmp_path / "s.txt").write_text("q1 Q0 x 1 2 B\nq2 Q0 b 1 2 B\n")


def run(*words):
    with pytest.raises(SystemExit) as left:
        main(words)
    return left.value.code


@pytest.mark.parametrize("text", ["trap:score", "interval(trap:score)", "AP trap:score"])
def test_a_saved_table_that_names_code_is_refused_and_loads_nothing(trap, tmp_path, text):
    path = tmp_path / "scores.parquet"
    iv.evaluate(QRELS, RUNS, ["AP"]).save(path)
    rewritten(path, measures=[{"name": "AP", "measure": text, "column": "AP"}])
    with pytest.raises(iv.InputError, match=r"scores\.parquet: "):
        iv.read_scores(path)
    assert run("report", str(path), "-o", str(tmp_path / "report.html")) == 2
    assert not trap.exists()


def test_scores_of_own_measures_come_back_as_saved_without_their_code(trap, tmp_path):
    path = tmp_path / "scores.parquet"
    table = iv.evaluate(QRELS, RUNS, ["trap:score", "AP"])
    table.save(path)
    trap.unlink()
    sys.modules.pop("trap")
    again = iv.read_scores(path)
    assert not trap.exists()
    assert (again.values == table.values).all()
    assert again.names == table.names
    saved = again.measures[0]
    assert isinstance(saved, NamedScores)
    assert (str(saved), saved.aggregate, again.measures[1]) == ("score", "mean", parse_measure("AP"))
    scale = again.scale(again.names[0])
    asked = table.scale(table.names[0])
    assert (scale.level, scale.equal_steps, scale.shared) == (asked.level, asked.equal_steps, asked.shared)
    assert (scale.given, scale.why) == (True, f"as saved: {asked.why}")
    assert not form_possible(saved, table.judged)
    with pytest.raises(iv.MeasureError, match="only its scores are known"):
        iv.evaluate(QRELS, RUNS, [saved])
    with pytest.raises(iv.IntervaleError):
        iv.scale(saved, grades=2, length=3)
    again.save(path)
    twice = iv.read_scores(path)
    assert twice.measures == again.measures
    assert twice.scale(twice.names[0]) == scale
    assert not trap.exists()


def test_an_own_measure_with_the_name_of_another_is_not_taken_for_it(tmp_path):
    def AP(grades):
        return grades[..., 0]

    iv.evaluate(QRELS, RUNS, [AP]).save(tmp_path / "own.parquet")
    assert isinstance(iv.read_scores(tmp_path / "own.parquet").measures[0], NamedScores)


def test_a_report_is_made_of_saved_scores_of_an_own_measure(trap, tmp_path):
    path = tmp_path / "scores.parquet"
    iv.evaluate(QRELS, RUNS, ["trap:score", "AP@3"]).save(path)
    assert "trap:score" in iv.report(iv.read_scores(path))


@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "q.txt", "r.txt", "s.txt", "-m", "AP", "--sort", "trap:score"],
        ["evaluate", "q.txt", "-m", "AP", "trap:score"],  # a RUN word
        ["evaluate", "q.txt", "trap:score", "-m", "AP"],
        ["evaluate", "q.txt", "r.txt", "-m", "AP", "--topics", "trap:score"],
        ["meaningful", "q.txt", "r.txt", "s.txt", "tau(trap:score, AP) > 0.5", "-m", "AP", "-m", "P@1"],
        ["compare", "q.txt", "r.txt", "s.txt", "-m", "AP", "--baseline", "trap:score"],
        ["compare", "q.txt", "r.txt", "s.txt", "-m", "AP", "--test", "trap:score"],
    ],
)
def test_code_is_not_loaded_where_no_measure_is_asked_for(trap, tmp_path, words):
    files(tmp_path)
    assert run(*words) == 2
    assert not trap.exists()


def test_code_is_loaded_where_the_user_asks_for_a_measure(trap, tmp_path, capsys):
    files(tmp_path)
    assert run("evaluate", "q.txt", "r.txt", "s.txt", "-m", "trap:score", "--sort", "trap:score") == 0
    assert trap.exists()
    assert "trap:score" in capsys.readouterr().out


def test_texts_are_parsed_without_code_and_loaded_with_it(trap):
    with pytest.raises(iv.MeasureError, match="which is not loaded here"):
        parse_measure("trap:score")
    assert not trap.exists()
    assert str(load_measure("trap:score")) == "score"


def test_the_current_folder_is_searched_last_and_only_while_a_module_is_loaded(trap, tmp_path, monkeypatch):
    monkeypatch.setattr(sys, "path", [entry for entry in sys.path if entry not in ("", str(tmp_path))])
    (tmp_path / "statistics.py").write_text("raise SystemExit('the wrong one')\n")
    sys.modules.pop("statistics", None)
    before = [*sys.path]
    assert load_measure("statistics:mean") is not None
    load_measure("trap:score")
    assert sys.path == before
