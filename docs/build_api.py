"""Writes the pages of the Python reference: one for each module that has a public name, by package.

Public is what ``__all__`` lists: that of intervale, of its packages but the command line, and of plug-ins.
"""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
from collections import defaultdict
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from types import ModuleType
from typing import Annotated, get_args, get_origin

from sphinx.ext.autodoc.mock import mock
from sphinx.pycode import ModuleAnalyzer

import intervale

HIDDEN = ("cli", "present", "web")
"""Packages without a public name of their own; what others hand on from them is documented."""


def public_modules() -> list[str]:
    """The modules whose ``__all__`` is public."""
    found = ["intervale", "intervale.plugins"]
    for one in pkgutil.iter_modules(intervale.__path__, "intervale."):
        if one.name.rpartition(".")[2] not in (*HIDDEN, "__main__", "_version", "plugins"):
            found.append(one.name)
    integrations = importlib.import_module("intervale.integrations")
    return found + [one.name for one in pkgutil.iter_modules(integrations.__path__, "intervale.integrations.")]


def tools() -> list[str]:
    """The packages that integrations import and that are not installed here."""
    wanted = set()
    for path in (Path(intervale.__file__).parent / "integrations").glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            names = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            names += [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
            wanted |= {name.partition(".")[0] for name in names} - {""}
    return sorted(name for name in wanted if find_spec(name) is None)


def defined_in(module: ModuleType, name: str) -> str:
    """Where a public name of a module is defined: what it says itself, or where it is imported from."""
    said = getattr(getattr(module, name), "__module__", None)
    if isinstance(said, str) and said.startswith("intervale.") and inspect.isroutine(getattr(module, name)):
        return said
    if isinstance(getattr(module, name), type):
        return str(said)
    for node in ast.walk(ast.parse(Path(str(module.__file__)).read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and any(name == (alias.asname or alias.name) for alias in node.names):
            return defined_in(importlib.import_module(str(node.module)), name)
    return module.__name__


def public_names() -> dict[str, dict[str, list[str]]]:
    """By the module that defines them, public names and the modules to import them from."""
    found: dict[str, dict[str, list[str]]] = defaultdict(lambda: defaultdict(list))
    with mock(tools()):
        for name in public_modules():
            module = importlib.import_module(name)
            for one in getattr(module, "__all__", ()):
                if not inspect.ismodule(getattr(module, one)) and one != "__version__":
                    place = defined_in(module, one)
                    handed_on = name == "intervale.plugins" and place.split(".")[1] in HIDDEN
                    found[name if handed_on else place][one].append(name)
    return found


def directive(module: str, name: str, place: str) -> str:
    """What documents a name: under the name that people import, and a constant where its comment stands."""
    value = getattr(importlib.import_module(place), name)
    if isinstance(value, type):
        kind, options = ("exception" if issubclass(value, BaseException) else "class"), ["members"]
    elif inspect.isroutine(value):
        kind, options = "function", []
    elif ("", name) in ModuleAnalyzer.for_module(module).find_attr_docs():
        kind, options, place = "data", ["no-value"], module
    else:
        return f"```{{eval-rst}}\n.. py:data:: {place}.{name}\n\n   {about(value)}\n```\n"
    lines = [f".. auto{kind}:: {place}.{name}", *(f"   :{option}:" for option in options)]
    return "```{eval-rst}\n" + "\n".join(lines) + "\n```\n"


def about(value: object) -> str:
    """What a constant without a comment of its own is: the keys of a table, what is in a set, the names and help of an
    option.
    """
    if isinstance(value, dict):
        return f"Keys: {', '.join(f'``{key}``' for key in value)}."
    if isinstance(value, frozenset):  # a set is printed in another order each time
        return f"Has {', '.join(f'``{key}``' for key in sorted(value))}."
    if get_origin(value) is Annotated:
        kind, option = get_args(value)
        names = ", ".join(f"``{name}``" for name in (option.default, *option.param_decls))  # Typer's first is default
        return f"The option {names} (``{inspect.formatannotation(kind)}``): {option.help}"
    if " at 0x" in repr(value):
        raise ValueError(f"{value!r} has no comment that says what it is")
    return f"``{value!r}``"


def page(module: str, names: dict[str, list[str]]) -> Iterator[str]:
    """The page of a module."""
    yield f"# {module.removeprefix('intervale.')}\n"
    yield f"```{{eval-rst}}\n.. automodule:: {module}\n   :no-index:\n```\n"
    by_place: dict[str, list[str]] = defaultdict(list)
    for name, places in names.items():
        by_place[places[0]].append(name)
    lines = [f"from {place} import {', '.join(sorted(found))}" for place, found in by_place.items()]
    yield "```python\n" + "\n".join(lines) + "\n```\n"
    for name in sorted(names, key=str.lower):
        yield f"## {name}\n"
        yield directive(module, name, names[name][0])


def write(folder: Path) -> list[Path]:
    """Write all pages, ``<package>/<module>.md`` with an ``index.md`` for each package; their paths."""
    packages: dict[str, list[str]] = defaultdict(list)
    written = []
    for module, names in public_names().items():
        package, _, rest = module.removeprefix("intervale.").partition(".")
        path = folder / package / f"{rest or package}.md"
        packages[package].append(path.stem)
        written.append(put(path, "\n".join(page(module, names))))
    for package, pages in packages.items():
        about = inspect.getdoc(importlib.import_module(f"intervale.{package}")) or ""
        listed = "\n".join(sorted(pages))
        first = " ".join(about.split("\n\n")[0].split())
        text = f"# {package}\n\n{first}\n\n```{{toctree}}\n:maxdepth: 1\n\n{listed}\n```\n"
        written.append(put(folder / package / "index.md", text))
    return written


def put(path: Path, text: str) -> Path:
    """Write a page, where it is not as it was: Sphinx then reads only what changed."""
    path.parent.mkdir(parents=True, exist_ok=True)
    if not path.is_file() or path.read_text("utf-8") != text:
        path.write_text(text, encoding="utf-8")
    return path
