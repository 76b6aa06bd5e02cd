"""The report: one self-contained HTML page. Needs the extra ``report``."""

from intervale.present.page.gather import TESTS, Gathered, gather
from intervale.present.page.make import report
from intervale.present.page.pictures import figures
from intervale.present.page.render import page

__all__ = ["TESTS", "Gathered", "figures", "gather", "page", "report"]
