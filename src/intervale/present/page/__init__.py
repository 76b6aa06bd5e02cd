"""The report: one self-contained HTML page. Needs the extra ``report``."""

from intervale.present.page.gather import TESTS, Gathered, gather
from intervale.present.page.make import report
from intervale.present.page.render import figures, page

__all__ = ["TESTS", "Gathered", "figures", "gather", "page", "report"]
