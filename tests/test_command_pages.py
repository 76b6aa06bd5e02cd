"""The command reference: every command and option is on a page, with examples that were run."""

import re
import runpy
from pathlib import Path

import pytest
from typer.main import get_command

import intervale as iv
from intervale.cli.app import app
from intervale.cli.examples import examples_of
from intervale.data.made_up import made_up_collection

SCRIPT = Path(__file__).resolve().parent.parent / "docs" / "build_commands.py"
MADE = runpy.run_path(str(SCRIPT))
COMMANDS = dict(MADE["commands"]())


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    """All pages, by the names of files."""
    found = MADE["write"](tmp_path_factory.mktemp("commands") / "made" / "commands")
    return {path.name: path.read_text("utf-8") for path in found}


def test_every_command_has_a_page(pages):
    own = get_command(app).commands
    names = {f"{name} {inner}".strip() for name, one in own.items() for inner in ("", *getattr(one, "commands", {}))}
    assert {*COMMANDS} == names
    assert {*pages} == {"index.md", *(f"{name.replace(' ', '-')}.md" for name in names)}
    for name in names:
        assert f"[`{name}`]({name.replace(' ', '-')}.md)" in pages["index.md"]
        assert f"\n{name.replace(' ', '-')}\n" in pages["index.md"].partition("{toctree}")[2]


@pytest.mark.parametrize("name", COMMANDS)
def test_every_option_is_on_its_page(pages, name):
    text = pages[f"{name.replace(' ', '-')}.md"]
    rows = [line for line in text.splitlines() if line.startswith("| `")]
    for one in COMMANDS[name].params:
        for option in (*one.opts, *one.secondary_opts):
            written = (
                option if option.startswith("-") else one.metavar.removesuffix("...").strip("[]").replace("|", "\\|")
            )
            assert [row for row in rows if re.search(rf"`(.*, )?{re.escape(written)}[ ,`]", row)], written
    assert text.startswith(f"# intervale {name}\n")
    assert "\n## Exit codes\n" in text


@pytest.mark.parametrize("name", COMMANDS)
def test_every_example_is_shown_with_what_it_prints(pages, name):
    text = pages[f"{name.replace(' ', '-')}.md"]
    for sentence, line in examples_of(name):
        shown = text.partition(f"{sentence}\n\n```console\n$ intervale {line}\n")[2].partition("```")[0]
        assert shown.strip() or line in MADE["NOT_RUN"] or " -o " in line, line
        assert "intervale-commands-" not in shown, "a folder of this computer"
    assert "/tmp" not in text


def test_pages_show_the_numbers(pages):
    found = iv.evaluate(*made_up_collection(), ["nDCG@10"])
    for system, value in zip(found.systems, found.values[0].mean(axis=1), strict=True):
        assert re.search(rf"\n {system} +{value:.4f}\*?\n", pages["evaluate.md"])


def test_the_same_pages_again(pages, tmp_path):
    """What an example prints depends on nothing but the code."""
    lines = [line for name in ("evaluate", "compare", "scale", "cache", "design") for _, line in examples_of(name)]
    again = MADE["run_all"](lines)
    for name in ("evaluate", "compare", "scale", "cache", "design"):
        assert MADE["page"](name, COMMANDS[name], again) == pages[f"{name}.md"]


@pytest.mark.parametrize("name", MADE["PYTHON"])
def test_the_twin_in_python_exists(name):
    for path in re.findall(r"iv\.([\w.]+)\(", MADE["PYTHON"][name]):
        found = iv
        for part in path.split("."):
            found = getattr(found, part)
        assert callable(found)


def test_examples_that_fail_are_told():
    with pytest.raises(RuntimeError, match="intervale scale nothing"):
        MADE["_run"]("scale nothing")
