"""The report: one self-contained HTML page. Needs the extra ``report``."""

from intervale.report.page.gather import TESTS, Gathered, gather
from intervale.report.page.make import report
from intervale.report.page.render import figures, page

__all__ = ["TESTS", "Gathered", "figures", "gather", "page", "report"]
