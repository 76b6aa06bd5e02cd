"""``bench/waiting.py``: its rows are commands that run, and its tables go between the markers of the page."""

import doctest
import importlib.util
import os
import subprocess
import sys
from pathlib import Path

import pytest

from intervale.cli import main

ROOT = Path(__file__).resolve().parent.parent
SCRIPT = ROOT / "bench" / "waiting.py"


def loaded():
    place = importlib.util.spec_from_file_location("waiting_bench", SCRIPT)
    module = importlib.util.module_from_spec(place)
    sys.modules[place.name] = module
    place.loader.exec_module(module)
    return module


waiting = loaded()
Taken = waiting.Taken


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    """A folder that looks like that of TREC-8, with a made-up collection."""
    home = tmp_path_factory.mktemp("data")
    waiting.demo(home, 5, home)
    (home / "trec8-adhoc").mkdir()
    (home / "demo-5" / "qrels.txt").rename(home / "trec8-adhoc" / "qrels.trec8.txt")
    (home / "demo-5").rename(home / "trec8-adhoc" / "runs")
    return home


def test_every_row_has_a_name_and_a_command_of_its_own():
    assert len({wait.name for wait in waiting.WAITS}) == len(waiting.WAITS)
    assert len({wait.line("N") for wait in waiting.WAITS}) == len(waiting.WAITS)
    for wait in waiting.WAITS:
        assert waiting.shown(wait, small=False) in wait.sizes
        assert list(wait.sizes) == sorted(set(wait.sizes))
        assert bool(wait.grows) == (len(wait.sizes) > 1)


@pytest.mark.parametrize("wait", waiting.WAITS, ids=lambda wait: wait.name)
def test_every_row_is_a_command_that_runs(wait, tmp_path, data, monkeypatch, capsys):
    """In the small size, in this process, in a folder with nothing but its files."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "cache"))
    for size in wait.small:
        if wait.files is not None:
            wait.files(tmp_path, size, data)
        first, *words = waiting.words_of(wait.line(size), tmp_path)
        with pytest.raises(SystemExit) as end:
            main(words)
        said = capsys.readouterr()
        assert (first, end.value.code) == ("intervale", 0), said.err
        assert said.out or said.err


def test_patterns_are_names_of_files(tmp_path):
    waiting.demo(tmp_path, 3, tmp_path)
    words = waiting.words_of("intervale evaluate demo-3/qrels.txt demo-3/*.run -m 'a b'", tmp_path)
    runs = [f"demo-3/{name}.run" for name in ("aurora", "borealis", "cirrus", "dune")]
    assert words == ["intervale", "evaluate", "demo-3/qrels.txt", *runs, "-m", "a b"]


def test_a_command_is_timed_with_a_cache_of_its_own(tmp_path, monkeypatch):
    monkeypatch.setenv("INTERVALE_CACHE", str(tmp_path / "mine"))
    one = waiting.taken("intervale map AP@5", tmp_path)
    assert one.cpu > 0
    assert not (tmp_path / "mine").exists()


def test_a_command_that_fails_ends_it_with_its_message(tmp_path):
    with pytest.raises(SystemExit, match=r"(?s)intervale map: exit code 2\n.*MEASURE"):
        waiting.taken("intervale map", tmp_path)


def test_commands_of_another_source(tmp_path):
    """The folder comes first on the path: what stands there is what runs."""
    (tmp_path / "intervale").mkdir()
    (tmp_path / "intervale" / "__init__.py").touch()
    (tmp_path / "intervale" / "__main__.py").write_text("raise SystemExit(7)\n", "utf-8")
    with pytest.raises(SystemExit, match="exit code 7"):
        waiting.taken("intervale --help", tmp_path.parent, tmp_path)


# ---------------------------------------------------------------- tables


def some(name):
    return next(wait for wait in waiting.WAITS if wait.name == name)


def test_tables_of_what_was_measured():
    waits = [some("evaluate"), some("leaderboard"), some("scale-AP"), some("design")]
    times = {("evaluate", size): Taken(0.25, 0.3) for size in (25, 50, 100)}
    times |= {("scale-AP", 250): Taken(1.25, 1.3), ("scale-AP", 500): Taken(2.25, 2.0)}
    times |= {("scale-AP", 1000): Taken(5.25, 4.0), ("design", 1): Taken(0.5, 12.4)}
    absent = {"leaderboard": "needs the runs of TREC-8"}
    lines = waiting.tables(waits, times, {"scale-AP": 20.4}, absent, False, "today").split("\n")
    assert lines[0] == "today"
    assert "| the scale of AP@1000 | `intervale scale AP@1000` | 5.2 | 4.0 | 20 |" in lines
    assert (
        "| how many topics are enough | `intervale design --variance 0.05 --difference 0.05,0.1` | 0.50 | 12 |  |"
        in lines
    )
    assert f"Left out: {some('leaderboard').what}, which needs the runs of TREC-8." in lines
    grown = lines[lines.index("| command | N | CPU seconds | growth beyond the start |") + 2 :]
    assert grown[1] == "| `intervale scale AP@N` | cutoff | 250: 1.2, 500: 2.2, 1,000: 5.2 | 500 → 1,000: 2.5 times |"
    assert len(grown) == 2  # what has one size does not grow
    assert "only the start is seen" in grown[0]


def test_the_part_between_the_markers_is_changed_and_nothing_else():
    page = waiting.PAGE.read_text("utf-8")
    new = waiting.placed(page, "| a |\n")
    head, tail = page.split(waiting.BEGIN)[0], page.split(waiting.END)[1]
    assert (new.startswith(head), new.endswith(tail)) == (True, True)
    assert new.removeprefix(head).removesuffix(tail) == f"{waiting.BEGIN}\n| a |\n\n{waiting.END}"
    assert waiting.placed(new, "| b |") == waiting.placed(page, "| b |")


@pytest.mark.parametrize(
    "page",
    ["no marker", waiting.BEGIN, waiting.END + waiting.BEGIN, waiting.BEGIN * 2 + waiting.END],
)
def test_a_page_without_its_markers_is_refused(page):
    with pytest.raises(SystemExit, match="once each"):
        waiting.placed(page, "")


def test_the_page_has_a_row_for_each():
    """All rows as the script has them, or left out with the reason."""
    page = waiting.PAGE.read_text("utf-8")
    for wait in waiting.WAITS:
        row = f"| {wait.what} | `{wait.line(waiting.shown(wait, small=False))}` |"
        assert row in page or f"Left out: {wait.what}, which " in page, wait.name
        if wait.grows:
            assert f"| `{wait.line('N')}` | {wait.grows} |" in page or f"Left out: {wait.what}" in page, wait.name


def test_without_the_data_a_row_is_left_out_with_the_reason(tmp_path):
    """The whole script, on two rows: the page goes where it is told, that of the manual stays."""
    before = waiting.PAGE.read_bytes()
    command = [sys.executable, SCRIPT, "--small", "--only", "help", "leaderboard", "--data", tmp_path / "none"]
    own = os.environ | {"PYTHONUTF8": "1"}
    subprocess.run([*command, "--to", tmp_path / "page.md"], check=True, env=own, capture_output=True)
    page = (tmp_path / "page.md").read_text("utf-8")
    assert "| the list of commands | `intervale --help` |" in page
    assert "may be the best, which needs the runs of TREC-8 (trec8-adhoc), which are not here." in page
    assert waiting.PAGE.read_bytes() == before


def test_examples_of_the_script():
    found = doctest.testmod(waiting)
    assert (found.failed, found.attempted) == (0, 4)
