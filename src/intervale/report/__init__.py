"""Reports: a plain model, then renderers. No statistic is computed here."""

from intervale.report.evaluation import evaluation_document, evaluation_table
from intervale.report.mapping import MapReport, map_document, map_table
from intervale.report.order import OrderReport, order_document, order_table, run_text
from intervale.report.render import to_csv, to_latex, to_markdown, to_terminal
from intervale.report.table import Cell, Table, visible
from intervale.report.verdicts import scale_document, scale_table

__all__ = [
    "Cell",
    "MapReport",
    "OrderReport",
    "Table",
    "evaluation_document",
    "evaluation_table",
    "map_document",
    "map_table",
    "order_document",
    "order_table",
    "run_text",
    "scale_document",
    "scale_table",
    "to_csv",
    "to_latex",
    "to_markdown",
    "to_terminal",
    "visible",
]
