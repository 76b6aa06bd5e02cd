"""Results for people: plain tables, then renderers. No statistic is computed here.

What is shown of orders, scales and axioms is in modules of their own, and drawn from packages that an evaluation does
not load; the HTML report is :mod:`intervale.present.page`.
"""

from intervale.present.escape import visible
from intervale.present.evaluation import evaluation_document, evaluation_table
from intervale.present.render import to_latex, to_markdown, to_terminal
from intervale.present.table import Cell, Table

__all__ = [
    "Cell",
    "Table",
    "evaluation_document",
    "evaluation_table",
    "to_latex",
    "to_markdown",
    "to_terminal",
    "visible",
]
