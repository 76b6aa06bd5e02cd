"""``intervale --help``: four groups, each command with one line and one example that runs."""

from __future__ import annotations

import shlex

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from intervale.cli.app import app
from intervale.cli.groups import GROUPS
from intervale.data.made_up import made_up_collection

EXAMPLES = [example for lines in GROUPS.values() for _, example in lines.values()]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples name."""
    path = tmp_path_factory.mktemp("help")
    qrels, runs = made_up_collection()
    lines = [f"{topic} 0 {document} {grade}" for topic, some in qrels.items() for document, grade in some.items()]
    (path / "qrels.txt").write_text("\n".join(lines) + "\n")
    for tag, run in zip("AB", runs.values(), strict=False):
        ranked = [
            f"{topic} Q0 {document} 0 {score} {tag}" for topic, some in run.items() for document, score in some.items()
        ]
        (path / f"{tag.lower()}.run").write_text("\n".join(ranked) + "\n")
    return path


def test_every_command_is_in_one_group() -> None:
    own = set(get_command(app).commands)
    listed = [name for lines in GROUPS.values() for name in lines]
    assert len(GROUPS) == 4
    assert len(listed) == len(set(listed))
    assert set(listed) == own | {"claims"}


def test_help_shows_groups_lines_and_examples() -> None:
    text = CliRunner().invoke(app, ["--help"]).output
    places = [text.index(f"\n{group}:\n") for group in GROUPS]
    assert places == sorted(places)
    for lines in GROUPS.values():
        for name, (line, example) in lines.items():
            assert name == "claims" or f"  {line}\n" in text, name
            assert name == "claims" or f"$ intervale {example}\n" in text, name
    assert max(map(len, text.splitlines())) <= 100


@pytest.mark.parametrize("example", [example for example in EXAMPLES if not example.startswith("claims")])
def test_examples_run(example, folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    found = CliRunner().invoke(app, shlex.split(example))
    assert found.exit_code == 0, found.output
    assert found.output or "-o" in example
