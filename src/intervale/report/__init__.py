"""Reports: a plain model, then renderers. No statistic is computed here.

The room can be called: ``iv.report(qrels, runs, measures, "report.html")`` makes the page of
:func:`intervale.report.page.report`. What is told of orders, scales and axioms is in modules of their own, and drawn
from rooms that an evaluation does not load.
"""

import sys
from types import ModuleType
from typing import Any

from intervale.report.escape import visible
from intervale.report.evaluation import evaluation_document, evaluation_table
from intervale.report.render import to_csv, to_latex, to_markdown, to_terminal
from intervale.report.table import Cell, Table

__all__ = [
    "Cell",
    "Table",
    "evaluation_document",
    "evaluation_table",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_terminal",
    "visible",
]


class _Room(ModuleType):
    def __call__(self, *arguments: Any, **options: Any) -> str:
        """The report as one HTML page: see :func:`intervale.report.page.report`."""
        from intervale.report.page import report

        return report(*arguments, **options)


sys.modules[__name__].__class__ = _Room
