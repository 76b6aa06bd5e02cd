"""``--help``: commands in groups, options in sections, words of the field, and worked examples that run."""

from __future__ import annotations

import glob
import io
import re
import shlex
from contextlib import redirect_stdout
from functools import cache

import pytest
from typer.main import get_command
from typer.testing import CliRunner

from intervale.cli import main
from intervale.cli.app import app, spread_measures
from intervale.cli.examples import MORE, WIDEST, examples_of
from intervale.cli.groups import GROUPS
from intervale.cli.help import SECTIONS

ROOT = get_command(app)
LEAVES = {
    f"{name} {inner}".strip(): one
    for name, command in ROOT.commands.items()
    for inner, one in {"": command, **getattr(command, "commands", {})}.items()
}
"""Every command, and those inside it."""
RAW = re.compile(
    r"\b(TEXT|INTEGER|FLOAT|PATH|BOOLEAN|CHOICE|str|int|float|bool|list\[|None|Path|lambda|dict)\b|<[a-z]|x[<>]="
)
"""What a type of Python or of the library looks like."""
NO_END = ("explore --no-open --port 8000",)
"""Examples that run until they are stopped; ``tests/web`` starts the page."""
RUN = sorted({line for command in LEAVES for _, line in examples_of(command)} - {*NO_END})


@cache
def help_of(command: str, columns: int = 80) -> str:
    out = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out):
        patch.setenv("COLUMNS", str(columns))
        with pytest.raises(SystemExit) as end:
            main([*command.split(), "--help"])
    assert end.value.code == 0
    return out.getvalue()


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """The files that the examples name."""
    path = tmp_path_factory.mktemp("help")
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(path)
        assert CliRunner().invoke(app, ["demo", "--files", "demo"]).exit_code == 0
    return path


def test_every_command_is_in_one_group() -> None:
    listed = [name for lines in GROUPS.values() for name in lines]
    assert len(GROUPS) == 4
    assert len(listed) == len(set(listed))
    assert set(listed) == {*ROOT.commands, "claims"}


def test_help_shows_groups_lines_and_examples() -> None:
    text = help_of("")
    places = [text.index(f"\n{group}:\n") for group in GROUPS]
    assert places == sorted(places)
    for lines in GROUPS.values():
        for name, (line, example) in lines.items():
            assert name == "claims" or f"  {line}\n" in text, name
            assert name == "claims" or f"$ intervale {example}\n" in text, name
    assert max(map(len, text.splitlines())) <= 84


@pytest.mark.parametrize("columns", [80, 120])
@pytest.mark.parametrize("command", LEAVES)
def test_help_is_in_words_and_fits(command, columns) -> None:
    text = help_of(command, columns)
    usage, *rest = text.splitlines()
    assert usage.startswith(f"Usage: intervale {command} ")
    assert RAW.findall(text) == []
    assert max(map(len, rest)) <= columns
    assert "\u2011" not in text


def test_wide_terminals_are_used() -> None:
    assert max(map(len, help_of("compare", 120).splitlines())) > 100
    assert max(map(len, help_of("compare", 80).splitlines())) <= 80


@pytest.mark.parametrize("command", LEAVES)
def test_every_option_has_its_words(command) -> None:
    text = re.sub(r"\s+", " ", help_of(command, 120))
    for one in LEAVES[command].params:
        assert one.help, one.name
        assert one.help[-1] in ".", one.name
        assert re.sub(r"\s+", " ", one.help).removesuffix(".") in text, one.name
        assert one.param_type_name == "option" or one.metavar
        assert getattr(one, "is_flag", False) or one.metavar, one.name
        assert all(name in text for name in (*one.opts, *one.secondary_opts) if name.startswith("-"))
        if "|" in (one.metavar or "") and isinstance(one.default, str):
            assert one.default in ("", *one.metavar.split("|")), one.name


def test_sections_name_parameters_that_exist() -> None:
    names = {one.name for command in LEAVES.values() for one in command.params} | {"help"}
    assert {name for some in SECTIONS.values() for name in some} <= names


def test_options_that_belong_together_stand_together() -> None:
    text = help_of("compare")
    places = [text.index(f"\n{name}:\n") for name in ("Arguments", "Options", *SECTIONS)]
    assert places == sorted(places)
    assert text.index("\nData:\n") < text.index("--ties") < text.index("\nOutput:\n") < text.index("--format")
    assert "(default: 0.05)" in text
    assert text.rstrip().splitlines()[-1].startswith("  $ intervale compare ")


@pytest.mark.parametrize("command", LEAVES)
def test_every_command_has_examples(command) -> None:
    examples = examples_of(command)
    assert 2 <= len(examples) <= 4
    text = help_of(command)
    for sentence, line in examples:
        assert re.fullmatch(r"[A-Z][^\n]*\.", sentence)
        assert len(line) <= WIDEST, line
        assert line.startswith(command)
        assert f"  {sentence}\n  $ intervale {line}\n" in text
    assert set(MORE) <= set(LEAVES)


def words_of(line: str) -> list[str]:
    """A line as a shell gives it to the command."""
    found: list[str] = []
    for word in shlex.split(line):
        found += sorted(glob.glob(word)) if "*" in word else [word]
    return found


@pytest.mark.parametrize("line", RUN)
def test_examples_run(line, folder, monkeypatch) -> None:
    monkeypatch.chdir(folder)
    found = CliRunner().invoke(app, spread_measures(words_of(line)))
    assert found.exit_code == 0, found.output
    assert found.output or " -o " in line
