"""Running ``intervale`` in this process, and a small collection in the current folder."""

import subprocess
import sys
from typing import NamedTuple

import pytest

from intervale.cli import main

QRELS = "q1 0 d1 1\nq1 0 d2 0\nq1 0 d3 2\nq2 0 d4 1\n"
RUN_A = "q1 Q0 d3 1 0.9 A\nq1 Q0 d2 2 0.8 A\nq1 Q0 d1 3 0.7 A\nq2 Q0 d5 1 0.6 A\nq2 Q0 d4 2 0.5 A\n"
RUN_B = "q1 Q0 d2 1 3 B\nq1 Q0 d1 2 2 B\n"


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def intervale(capsys):
    """``intervale("evaluate", …)``: exit code, standard output and standard error."""

    def run(*words):
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        return Done(end.value.code, *capsys.readouterr())

    return run


@pytest.fixture
def shell():
    """``python -m intervale …`` in a process of its own."""

    def run(*words, **options):
        command = [sys.executable, "-m", "intervale", *map(str, words)]
        settings = {"capture_output": True, "encoding": "utf-8", "timeout": 60, "check": False} | options
        done = subprocess.run(command, **settings)
        return Done(done.returncode, done.stdout, done.stderr)

    return run


@pytest.fixture(autouse=True)
def here(tmp_path, monkeypatch):
    """qrels.txt, a.run and b.run (which lacks q2) in the current folder, a temporary one."""
    for name, text in [("qrels.txt", QRELS), ("a.run", RUN_A), ("b.run", RUN_B)]:
        (tmp_path / name).write_text(text)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [*sys.path])
    return tmp_path
