"""Files are written whole or not at all, and what is read is not written over."""

import errno
import json
import os
import re
import stat
import subprocess
import sys
import threading
from pathlib import Path

import pytest

import intervale as iv
from intervale.cli import main
from tests.conftest import ROOT

QRELS = "q1 0 a 1\nq2 0 b 1\nq2 0 a 1\n"
RUN = "q1 Q0 a 1 2 A\nq2 Q0 x 1 2 A\n"
HERE = os.environ | {"PYTHONPATH": str(ROOT / "src")}
"""For processes: this code, and no other that is installed."""
OTHER = "q1 Q0 x 1 2 B\nq2 Q0 b 1 2 B\n"


@pytest.fixture
def here(tmp_path, monkeypatch):
    (tmp_path / "runs").mkdir()
    for name, text in (("q.txt", QRELS), ("runs/a.txt", RUN), ("runs/b.txt", OTHER), ("topics.txt", "q1\nq2\n")):
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def write_whole(path, content):
    from intervale.data.writing import write_whole

    write_whole(path, content)


def run(*words):
    with pytest.raises(SystemExit) as left:
        main(words)
    return left.value.code


def interrupted(how, folder):
    done = subprocess.run(
        [sys.executable, "-m", "tests.doors.writers", how, str(folder)],
        cwd=ROOT,
        env=HERE,
        capture_output=True,
        encoding="utf-8",
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_kill_leaves_the_old_file_or_the_new_one(tmp_path):
    found = interrupted("kill", tmp_path)
    assert sum(one["kills"] for one in found.values()) >= 50
    assert {name: one["halves"] for name, one in found.items()} == dict.fromkeys(found, 0)
    for one in found.values():
        assert all(re.fullmatch(r"\.intervale-[0-9a-f]{16}\.part", name) for name in one["left"])


@pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")
def test_a_full_disk_leaves_the_old_file_and_nothing_else(tmp_path):
    found = interrupted("full", tmp_path)
    assert found == {name: {"kills": 0, "halves": 0, "left": []} for name in found}


@pytest.mark.parametrize("step", ["write", "fsync", "replace"])
@pytest.mark.parametrize("error", [OSError(errno.ENOSPC, "No space left on device"), KeyboardInterrupt()])
def test_whatever_goes_wrong_nothing_is_left_behind(tmp_path, monkeypatch, step, error):
    path = tmp_path / "file"
    path.write_text("old")

    def fails(*_):
        raise error

    monkeypatch.setattr(os, step, fails)
    with pytest.raises((iv.OptionError, KeyboardInterrupt)):
        write_whole(path, "new")
    monkeypatch.undo()
    assert path.read_text() == "old"
    assert [*tmp_path.iterdir()] == [path]


def test_a_write_in_pieces_is_whole(tmp_path, monkeypatch):
    write = os.write
    monkeypatch.setattr(os, "write", lambda handle, data: write(handle, data[:3]))
    write_whole(tmp_path / "file", "a long content")
    assert (tmp_path / "file").read_text() == "a long content"


@pytest.mark.parametrize("words", [["evaluate", "-m", "AP"], ["dominance"]])
def test_the_mode_of_a_file_stays(here, words):
    path = here / "out.txt"
    for mode in (0o600, 0o640, 0o666):
        path.write_text("old")
        path.chmod(mode)
        assert run(words[0], "q.txt", "runs/a.txt", "runs/b.txt", *words[1:], "-o", "out.txt") == 0
        assert stat.S_IMODE(path.stat().st_mode) == mode
        assert path.read_text() != "old"


def test_a_new_file_has_the_mode_that_the_system_gives(here):
    (here / "usual").write_text("")
    assert run("evaluate", "q.txt", "runs", "-m", "AP", "-o", "out.txt") == 0
    assert (here / "out.txt").stat().st_mode == (here / "usual").stat().st_mode


@pytest.mark.parametrize("there", [True, False])
def test_a_symbolic_link_stays_one(here, there):
    (here / "real").mkdir()
    target = here / "real" / "out.txt"
    if there:
        target.write_text("old")
    (here / "link.txt").symlink_to("real/out.txt")
    assert run("evaluate", "q.txt", "runs", "-m", "AP", "-o", "link.txt") == 0
    assert (here / "link.txt").is_symlink()
    assert "AP" in target.read_text()
    iv.evaluate("q.txt", "runs", ["AP"]).save("link.txt")
    assert (here / "link.txt").is_symlink()
    assert target.read_bytes()[:4] == b"PAR1"


@pytest.mark.parametrize("output", ["q.txt", "./runs/a.txt", "link.txt", "hard.txt", "topics.txt"])
@pytest.mark.parametrize(
    "words",
    [
        ["evaluate", "q.txt", "runs", "-m", "AP", "-o"],
        ["evaluate", "q.txt", "runs/*.txt", "-m", "AP", "-f", "parquet", "-o"],
        ["compare", "q.txt", "runs/a.txt", "runs/b.txt", "-m", "AP", "-o"],
        ["correlate", "q.txt", "runs", "-m", "AP", "-m", "RR", "-o"],
        ["dominance", "q.txt", "runs", "-o"],
        ["dominance", "q.txt", "runs", "--hasse"],
        ["leaderboard", "q.txt", "runs", "-m", "AP", "--plot"],
        ["meaningful", "q.txt", "runs", "mean(A) > mean(B)", "-m", "AP", "-o"],
        ["report", "q.txt", "runs", "-m", "AP@5", "-o"],
    ],
)
def test_an_input_is_not_written_over(here, capsys, monkeypatch, words, output):
    (here / "link.txt").symlink_to("runs/a.txt")
    os.link(here / "q.txt", here / "hard.txt")
    before = {path: path.read_bytes() for path in here.rglob("*.txt")}
    monkeypatch.setattr("intervale.data.read.read_content", None)  # refused before any work
    assert run(*words, output, "--topics", "topics.txt") == 2
    assert f"{Path(output)} is an input and would be overwritten" in capsys.readouterr().err
    assert {path: path.read_bytes() for path in here.rglob("*.txt")} == before


def test_the_library_does_not_write_over_its_input_either(here):
    for output in ("q.txt", "runs/a.txt"):
        with pytest.raises(iv.OptionError, match="would be overwritten"):
            iv.report(iv.evaluate("q.txt", ["runs/a.txt", "runs/b.txt"], ["AP@5"], interval=True), output)
    iv.evaluate("q.txt", "runs", ["AP@5"]).save("scores.parquet")
    with pytest.raises(iv.OptionError, match="would be overwritten"):
        iv.report(iv.read_scores("scores.parquet"), output="scores.parquet")
    assert (here / "q.txt").read_text() == QRELS


@pytest.mark.parametrize(
    "words",
    [
        ["dominance", "q.txt", "runs", "--hasse", "x.svg", "-o", "./x.svg"],
        ["leaderboard", "q.txt", "runs", "-m", "AP", "--hasse", "x.svg", "--plot", "./x.svg"],
        ["order", "rank-swap", "--length", "2", "--hasse", "x.svg", "-o", "./x.svg"],
        ["map", "AP@3", "--spacing", "x.svg", "--curve", "./x.svg"],
        ["rankings", "agreement", "--n", "3", "--k", "1", "--heatmap", "x.svg", "-o", "./x.svg"],
    ],
)
def test_one_file_is_not_written_twice(here, capsys, words):
    assert run(*words) == 2
    assert "x.svg would be written twice" in capsys.readouterr().err
    assert not (here / "x.svg").exists()


@pytest.mark.skipif(not os.path.exists("/dev/stdout"), reason="needs /dev")
def test_pipes_devices_and_standard_output_are_written_to(here):
    command = [sys.executable, "-m", "intervale", "evaluate", "q.txt", "runs", "-m", "AP", "-o"]
    whole = subprocess.run([*command, "-"], capture_output=True, check=True, env=HERE).stdout
    assert b"AP" in whole
    for name in ("/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"):
        assert subprocess.run([*command, name], capture_output=True, check=True, env=HERE).stdout == whole
    assert subprocess.run([*command, "/dev/null"], capture_output=True, check=True, env=HERE).stdout == b""
    with open("log", "ab") as log:
        log.write(b"before\n")
        log.flush()
        subprocess.run([*command, "/proc/self/fd/1"], stdout=log, check=True, env=HERE)
    assert (here / "log").read_bytes() == b"before\n" + whole
    os.mkfifo("pipe")
    got = []
    reader = threading.Thread(target=lambda: got.append((here / "pipe").read_bytes()))
    reader.start()
    subprocess.run([*command, "pipe"], check=True, env=HERE)
    reader.join()
    assert got == [whole]
    assert stat.S_ISFIFO((here / "pipe").stat().st_mode)
    assert not [name for name in os.listdir() if name.endswith(".part")]


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="needs /dev/full")
@pytest.mark.parametrize("words", [["-o", "/dev/full"], ["-o", "/dev/stdout"]])
def test_a_device_that_is_full_is_one_sentence(here, words):
    command = [sys.executable, "-m", "intervale", "evaluate", "q.txt", "runs", "-m", "AP", *words]
    with open("/dev/full", "wb") as full:
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, check=False, env=HERE)
    assert done.returncode == 2
    assert re.fullmatch(rb"intervale: .* cannot be written: No space left on device\n", done.stderr)


def test_folders_in_the_way_are_one_sentence(here, capsys):
    (here / "out").mkdir()
    assert run("evaluate", "q.txt", "runs", "-m", "AP", "-o", "out") == 2
    assert capsys.readouterr().err == "intervale: out cannot be written: it is a folder\n"
    (here / "figures" / "evidence.svg").mkdir(parents=True)
    assert run("report", "q.txt", "runs", "-m", "P@2", "--no-interval", "-o", "r.html", "--figures", "figures") == 2
    assert capsys.readouterr().err == "intervale: figures/evidence.svg cannot be written: it is a folder\n"
    assert run("report", "q.txt", "runs", "-m", "P@2", "--no-interval", "-o", "r.html", "--figures", "q.txt") == 2
    assert capsys.readouterr().err.count("\n") == 1
    for path in ("out", "q.txt/x", "a\0b", "x" * 300):
        with pytest.raises(iv.OptionError, match="cannot be written"):
            write_whole(path, b"")


def test_a_circle_of_links_is_one_sentence(here):
    from intervale.data.writing import same_file

    (here / "one").symlink_to("two")
    (here / "two").symlink_to("one")
    with pytest.raises(iv.OptionError, match="cannot be written"):
        write_whole("one", b"")
    assert not same_file("one", "q.txt")


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may write everything")
def test_a_file_that_may_not_be_written_stays(here):
    (here / "out").write_text("old")
    (here / "out").chmod(0o400)
    with pytest.raises(iv.OptionError, match="permission denied"):
        write_whole("out", "new")
    assert (here / "out").read_text() == "old"
