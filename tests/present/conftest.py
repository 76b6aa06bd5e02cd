"""The command line in a folder of its own, as in tests/cli."""

import sys

import pytest

from intervale.cli import main


class Done:
    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err


@pytest.fixture
def intervale(capsys, tmp_path, monkeypatch):
    """``intervale("report", …)`` in a temporary folder: exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "argv", ["intervale"])

    def run(*words):
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        return Done(end.value.code, *capsys.readouterr())

    return run
