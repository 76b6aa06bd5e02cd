"""Running ``intervale`` in this process."""

from typing import NamedTuple

import pytest

from intervale.cli import main


class Done(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture
def intervale(capsys, tmp_path, monkeypatch):
    """``intervale("claims", …)`` in an empty folder: exit code, standard output and standard error."""
    monkeypatch.chdir(tmp_path)

    def run(*words):
        capsys.readouterr()
        with pytest.raises(SystemExit) as end:
            main([str(word) for word in words])
        return Done(end.value.code, *capsys.readouterr())

    return run
