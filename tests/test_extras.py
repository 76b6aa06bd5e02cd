"""What is installed without the extra ``report`` evaluates, and says which line to type where a picture is asked for.

``.ci/fresh`` does the same in a fresh environment, and types the line. The papers are no part of what is installed.
"""

import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import intervale as iv
from intervale.cli import main

LIBRARIES = ["altair", "jinja2", "vl_convert"]
QRELS = {"1": {"a": 1}, "2": {"b": 1}}
RUNS = {"A": {"1": {"a": 1.0}, "2": {"b": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"b": 1.0}}}
LINE = "pip install 'intervale[report]'"


PICTURES = [("jinja2", False), ("altair", True), ("vl_convert", True)]
"""What a page needs, and what its figures need."""


@pytest.mark.parametrize(("library", "drawn"), PICTURES)
def test_a_report_is_refused_before_any_work(monkeypatch, tmp_path, library, drawn):
    evaluation = iv.evaluate(QRELS, RUNS, ["RR@3"])
    monkeypatch.setattr("intervale.present.page.make.gather", None)
    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(iv.OptionError, match=library) as error:
        iv.report(evaluation, figures=tmp_path if drawn else None)
    assert str(error.value).endswith(f": {LINE}")


@pytest.mark.parametrize(("library", "drawn"), PICTURES)
def test_the_command_is_refused_before_any_file_is_read(monkeypatch, capsys, library, drawn):
    monkeypatch.setitem(sys.modules, library, None)
    figures = ["--figures", "figures"] if drawn else []
    with pytest.raises(SystemExit) as left:
        main(["report", "nowhere/qrels.txt", "nowhere/a.run", "-m", "RR@3", "-o", "report.html", *figures])
    said = capsys.readouterr().err
    assert left.value.code == 2
    assert said.endswith(f": {LINE}\n")
    assert library in said
    assert "nowhere" not in said


def test_a_page_without_figures_needs_no_library_for_charts(monkeypatch):
    for library in ("altair", "vl_convert"):
        monkeypatch.setitem(sys.modules, library, None)
    assert "2 systems on 2 topics" in iv.report(iv.evaluate(QRELS, RUNS, ["RR@3"]))


def test_pictures_name_the_same_line(tmp_path):
    without = f"import sys; sys.modules.update(dict.fromkeys({LIBRARIES!r}));"
    words = ["order", "rank-swap", "--length", "3", "--hasse", "x.svg"]
    script = f"{without} from intervale.cli import main; main({words!r})"
    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 2
    assert done.stderr.endswith(f": {LINE}\n")
    assert done.stderr.count("\n") == 1


def test_evaluation_needs_none_of_them(monkeypatch):
    for library in LIBRARIES:
        monkeypatch.setitem(sys.modules, library, None)
    table = iv.evaluate(QRELS, RUNS, ["AP", "interval(RR@3)"])
    assert table.mean("A", "AP") == 1.0
    assert iv.compare(iv.evaluate(QRELS, RUNS, ["RR@3"]), tests=["t"])


def test_the_papers_are_no_part_of_the_wheel():
    root = Path(__file__).resolve().parent.parent
    targets = tomllib.loads((root / "pyproject.toml").read_text("utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"] == {"packages": ["src/intervale"]}
    assert {path.name for path in (root / "src").iterdir()} == {"intervale"}
