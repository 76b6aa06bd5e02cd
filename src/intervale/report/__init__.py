"""Reports: a plain model, then renderers. No statistic is computed here."""

from intervale.report.evaluation import evaluation_document, evaluation_table
from intervale.report.order import OrderReport, order_document, order_table, run_text
from intervale.report.render import to_csv, to_latex, to_markdown, to_terminal
from intervale.report.scale import ScaleReport, map_document, map_table
from intervale.report.table import Cell, Table, visible

__all__ = [
    "Cell",
    "OrderReport",
    "ScaleReport",
    "Table",
    "evaluation_document",
    "evaluation_table",
    "map_document",
    "map_table",
    "order_document",
    "order_table",
    "run_text",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_terminal",
    "visible",
]
