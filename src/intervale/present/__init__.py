"""Reports: a plain model, then renderers. No statistic is computed here.

``iv.report`` is :func:`intervale.present.page.report`. What is told of orders, scales and axioms is in modules of their
own, and drawn from rooms that an evaluation does not load.
"""

from intervale.present.escape import visible
from intervale.present.evaluation import evaluation_document, evaluation_table
from intervale.present.render import to_csv, to_latex, to_markdown, to_terminal
from intervale.present.table import Cell, Table

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
