"""Reports: a plain model, then renderers. No statistic is computed here.

What is told of orders, scales and axioms is in modules of their own, and drawn from rooms that an evaluation does not
load.
"""

from intervale.report.evaluation import evaluation_document, evaluation_table
from intervale.report.render import to_csv, to_latex, to_markdown, to_terminal
from intervale.report.table import Cell, Table, visible

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
