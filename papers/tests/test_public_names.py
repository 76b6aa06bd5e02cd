"""The papers are checked with what anybody can import: public packages of intervale, and names in their ``__all__``."""

import ast
import tomllib
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path

import pytest

import intervale

FOLDER = Path(__file__).resolve().parents[1]
SOURCES = sorted([*FOLDER.glob("src/**/*.py"), *FOLDER.glob("docs/*.py")])
PACKAGES = ("data", "errors", "exact", "measures", "orders", "plugins", "rankings", "scales", "statements", "stats")
PUBLIC = {"intervale", *(f"intervale.{name}" for name in PACKAGES)}


def taken(source: str) -> Iterator[tuple[str, str]]:
    """Each module of intervale that a source imports from, with the name that it takes."""
    tree = ast.parse(source)
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            assert node.level == 0, "absolute imports only"
            if (node.module or "").split(".")[0] == "intervale":
                yield from ((node.module, alias.name) for alias in node.names)
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name.split(".")[0] == "intervale":
                    assert (alias.name, alias.asname) == ("intervale", "iv")
        elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == "iv":
            yield "intervale", node.attr


def private(source: str) -> list[tuple[str, str]]:
    return [
        (module, name)
        for module, name in taken(source)
        if module not in PUBLIC or name not in import_module(module).__all__
    ]


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(FOLDER).as_posix())
def test_only_public_names(path):
    assert private(path.read_text("utf-8")) == []


@pytest.mark.parametrize(
    "source",
    [
        "from intervale.scales.universe import universe_scale",
        "from intervale.scales import mapping",
        "from intervale.present import Table",
        "import intervale as iv\niv.scales.mapping",
    ],
)
def test_what_is_not_public_is_found(source):
    assert len(private(source)) == 1


def test_most_of_the_sources_use_intervale():
    assert sum(bool([*taken(path.read_text("utf-8"))]) for path in SOURCES) > 30
    assert set(intervale.__all__) >= {"evaluate", "scale", "poset"}


def test_the_distribution():
    project = tomllib.loads((FOLDER / "pyproject.toml").read_text("utf-8"))
    assert project["project"]["name"] == "intervale-papers"
    assert project["project"]["entry-points"] == {"intervale.commands": {"claims": "intervale_papers.command:claims"}}
    assert project["tool"]["hatch"]["build"]["targets"]["wheel"] == {"packages": ["src/intervale_papers"]}
