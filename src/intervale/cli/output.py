"""Where output goes, and in which format."""

from __future__ import annotations

import json
import os
import sys
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from intervale.cli.options import Format
from intervale.errors import OptionError

if TYPE_CHECKING:
    from intervale.data.tabular import Tabular
    from intervale.present import Table

__all__ = ["SUFFIXES", "chosen_format", "refuse_clashes", "rendered", "say", "write"]

SUFFIXES = {
    ".md": Format.md,
    ".tex": Format.latex,
    ".html": Format.html,
    ".csv": Format.csv,
    ".parquet": Format.parquet,
    ".json": Format.json,
}
"""The formats that the names of files ask for."""
TEXT = ("", ".txt", ".log", ".out")
"""Endings of a table as on the terminal."""


def chosen_format(form: Format | None, as_json: bool, path: Path | None) -> Format:
    """The format asked for; without one, the one that the name of the file says."""
    if as_json and form not in (None, Format.json):
        raise OptionError(f"--json and -f {form} ask for two formats; use one of them")
    if form is None and path is not None and not as_json:
        return _by_ending(path)
    return Format.json if as_json else form or Format.table


def _by_ending(path: Path) -> Format:
    """The format that the name of a file asks for; a table where it has no ending, or the one of text."""
    ending = path.suffix.lower()
    if ending in SUFFIXES or ending in TEXT or (path.exists() and not path.is_file()):
        return SUFFIXES.get(ending, Format.table)
    known = ", ".join([*SUFFIXES, ".txt"])
    raise OptionError(f"-o {path}: no format has the ending {ending}; use one of {known}, or name the format with -f")


def rendered(
    table: Callable[[], Table | list[Table]],
    document: Callable[[], dict[str, Any]],
    rows: Tabular | Callable[[], Tabular],
    form: Format,
    path: Path | None = None,
    *,
    all_notes: bool = True,
) -> str | bytes:
    """A result in the form asked for: tables for people, several one below the other; one JSON document; or one long
    table. Only what the form needs is made.
    """
    from intervale.present.render import MOST_NOTES, to_html, to_latex, to_markdown, to_terminal

    if form is Format.json:
        return json.dumps(document(), indent=2, ensure_ascii=True, allow_nan=False) + "\n"
    if form in (Format.csv, Format.parquet):
        from intervale.present.results import csv_of, parquet_of

        made = rows() if callable(rows) else rows
        return csv_of(made) if form is Format.csv else parquet_of(made)
    if form is Format.table:
        terminal = path is None and sys.stdout.isatty()
        width = os.get_terminal_size().columns if terminal else None
        colour = terminal and "NO_COLOR" not in os.environ
        draw = partial(to_terminal, width=width, colour=colour, most_notes=None if all_notes else MOST_NOTES)
    else:
        draw = partial({Format.md: to_markdown, Format.latex: to_latex, Format.html: to_html}[form])
    drawn = table()
    return "\n".join(draw(one) for one in (drawn if isinstance(drawn, list) else [drawn]))


def refuse_clashes(*written: Path | None, read: Sequence[object] = ()) -> None:
    """Refuse, before any work, to write over a file that is read, or to write one file twice."""
    from intervale.data.writing import refuse_clashes

    refuse_clashes([path for path in written if path is not None], read)


def write(content: str | bytes, path: Path | None) -> None:
    """To standard output, or to a file that holds its old content or the whole new one."""
    from intervale.data.writing import write_whole

    if path is not None and str(path) != "-":
        write_whole(path, content)
    elif isinstance(content, bytes):
        raise OptionError("Parquet cannot be printed: name a file with -o")
    else:
        _to_standard_output(content)


def say(message: str) -> None:
    """A line on standard error, in which names cannot talk to the terminal."""
    from intervale.present import visible

    print(f"intervale: {visible(message)}", file=sys.stderr, flush=True)


def _to_standard_output(content: str) -> None:
    encoding = sys.stdout.encoding or "utf-8"
    sys.stdout.write(content.encode(encoding, "backslashreplace").decode(encoding))
    sys.stdout.flush()
