"""CONTRIBUTING.md names what there is: paths, tests, and the lists that recipes add to."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text("utf-8")
RECIPES = dict(re.findall(r"^### (.+?)\n(.*?)(?=^##|\Z)", TEXT, re.MULTILINE | re.DOTALL))
OTHERS = {"shared/data"}
"""Paths that are no part of the project."""


def paths(text):
    """What code spans and links name as a path: a folder or a file, with a slash or an ending."""
    names = [*re.findall(r"`([^`\s]+)`", text), *re.findall(r"\]\(([^)\s]+)\)", text)]
    found = {name for name in names if re.fullmatch(r"\.?[\w.-]+(/[\w.-]+)*/?", name)}
    return {name for name in found if ("/" in name or re.search(r"\.(md|py|toml|cff)$", name)) and "venv" not in name}


def test_paths_exist():
    named = paths(TEXT) - OTHERS
    assert len(named) > 60
    inside = {"contents.py", "__init__.py"}  # of any paper
    assert sorted(name for name in named - inside if not (ROOT / name).exists()) == []


def test_ten_recipes_of_a_few_lines():
    assert len(RECIPES) == 10
    assert {
        name: len(text.strip().splitlines()) for name, text in RECIPES.items() if len(text.strip().splitlines()) > 8
    } == {}


@pytest.mark.parametrize("recipe", RECIPES)
def test_names_in_a_recipe_are_in_its_files(recipe):
    """Lists, functions and classes, wherever they stand in a code span."""
    text = RECIPES[recipe]
    files = [path for name in paths(text) if (path := ROOT / name).exists()]
    files += [one for path in files if path.is_dir() for one in path.rglob("*.py")]
    source = "\n".join(path.read_text("utf-8") for path in files if path.is_file())
    names = re.findall(r"`(_?[A-Za-z]\w+)`", text)
    assert [name for name in names if not re.search(rf"\b{name}\b", source)] == []
    assert re.search(r"\btests/", text)
    assert re.search(r"\.md`", text)
