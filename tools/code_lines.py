"""Count lines of code: lines with a token that is no comment and no docstring, by package and by module.

    python tools/code_lines.py [FOLDER...] [--most 400] [--json]

A statement over several lines counts each of them, blank lines inside a text too. A docstring is a text that stands
alone as a statement, wherever it stands. ``--most`` exits with 1 where a module has more lines than that.
"""

from __future__ import annotations

import argparse
import ast
import io
import json
import sys
import tokenize
from pathlib import Path

NO_CODE = {
    tokenize.COMMENT,
    tokenize.NL,
    tokenize.NEWLINE,
    tokenize.INDENT,
    tokenize.DEDENT,
    tokenize.ENCODING,
    tokenize.ENDMARKER,
}


def code_lines(source: str) -> int:
    """How many lines of a module hold code.

    >>> code_lines("'What it is.'\\n\\nx = 1  # one\\n# two\\ny = [\\n    2,\\n]\\n")
    4
    """
    lines: set[int] = set()
    for token in tokenize.generate_tokens(io.StringIO(source).readline):
        if token.type not in NO_CODE:
            lines.update(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str):
            lines.difference_update(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return len(lines)


def by_package(folder: Path) -> dict[str, dict[str, int]]:
    """The lines of each module below a folder, under the package that it is in; modules at the top are under ``.``."""
    found: dict[str, dict[str, int]] = {}
    for path in sorted(folder.rglob("*.py")):
        inside = path.relative_to(folder)
        package = inside.parts[0] if len(inside.parts) > 1 else "."
        found.setdefault(package, {})[inside.as_posix()] = code_lines(path.read_text(encoding="utf-8"))
    return found


def main(arguments: list[str] | None = None) -> int:
    """Print the count; 1 where a module is too long, or a folder holds no module."""
    parser = argparse.ArgumentParser(description="Count lines of code by package and by module.")
    parser.add_argument("folders", nargs="*", type=Path, default=[Path("src/intervale")], metavar="FOLDER")
    parser.add_argument("--most", type=int, help="exit with 1 where a module has more lines")
    parser.add_argument("--json", action="store_true", help="one JSON document")
    chosen = parser.parse_args(arguments)
    found = {str(folder): by_package(folder) for folder in chosen.folders}
    if chosen.json:
        print(json.dumps(found, indent=2))
    else:
        _print(found)
    empty = [folder for folder, packages in found.items() if not packages]
    modules = [(folder, name, lines) for folder, all_of in found.items() for name, lines in _modules(all_of)]
    too_long = [one for one in modules if chosen.most is not None and one[2] > chosen.most]
    for folder in empty:
        print(f"{folder}: no modules", file=sys.stderr)
    for folder, name, lines in too_long:
        print(f"{folder}/{name}: {lines} lines of code, {chosen.most} are the most", file=sys.stderr)
    return 1 if empty or too_long else 0


def _modules(packages: dict[str, dict[str, int]]) -> list[tuple[str, int]]:
    return [(name, lines) for modules in packages.values() for name, lines in modules.items()]


def _print(found: dict[str, dict[str, dict[str, int]]]) -> None:
    for folder, packages in found.items():
        print(f"{sum(lines for _, lines in _modules(packages)):7,}  {folder}")
        for package, modules in packages.items():
            print(f"{sum(modules.values()):7,}    {package}")
            for name, lines in modules.items():
                print(f"{lines:7,}      {name}")


if __name__ == "__main__":
    sys.exit(main())
