"""What is installed without the extra ``report`` evaluates, and says which line to type where a picture is asked for.

``.ci/fresh`` does the same in a fresh environment, and types the line.
"""

import subprocess
import sys

import pytest

import intervale as iv

LIBRARIES = ["altair", "jinja2", "vl_convert"]
QRELS = {"1": {"a": 1}, "2": {"b": 1}}
RUNS = {"A": {"1": {"a": 1.0}, "2": {"b": 1.0}}, "B": {"1": {"x": 1.0}, "2": {"b": 1.0}}}
LINE = "pip install 'intervale[report]'"


@pytest.mark.parametrize("library", LIBRARIES)
def test_a_report_is_refused_before_any_work(monkeypatch, library):
    scored = []

    @iv.measure
    def watched(grades):
        scored.append(grades)
        return grades[..., 0]

    monkeypatch.setitem(sys.modules, library, None)
    with pytest.raises(iv.OptionError, match=library) as error:
        iv.report(QRELS, RUNS, [watched])
    assert str(error.value).endswith(f": {LINE}")
    assert not scored


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
    assert iv.compare(QRELS, RUNS, ["RR@3"], tests=["t"])
