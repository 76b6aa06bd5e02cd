"""What the command of a plug-in may use: options, tables, and where output goes. "Commands of
your own" in the manual has an example.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from intervale.cli.options import Format, Json, Out, OutFormat
from intervale.cli.output import chosen_format, refuse_clashes, rendered, write
from intervale.cli.progress import long_work

if TYPE_CHECKING:
    from intervale.data.tabular import Rows, columns_of
    from intervale.exact.verdict import plain
    from intervale.present import Cell, Table, to_markdown
    from intervale.present.comparison import comparison_tables
    from intervale.present.correlations import correlation_tables

_LATER = {
    "Cell": "present",
    "Rows": "data.tabular",
    "Table": "present",
    "columns_of": "data.tabular",
    "comparison_tables": "present.comparison",
    "correlation_tables": "present.correlations",
    "plain": "exact.verdict",
    "to_markdown": "present",
}
"""Fetched when they are first used: they load NumPy, which ``--help`` does not need."""

__all__ = [
    "Cell",
    "Format",
    "Json",
    "Out",
    "OutFormat",
    "Rows",
    "Table",
    "chosen_format",
    "columns_of",
    "comparison_tables",
    "correlation_tables",
    "long_work",
    "plain",
    "refuse_clashes",
    "rendered",
    "to_markdown",
    "write",
]


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"module 'intervale.plugins' has no attribute {name!r}")
    return getattr(import_module(f"intervale.{_LATER[name]}"), name)
