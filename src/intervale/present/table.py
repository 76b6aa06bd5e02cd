"""A plain table: columns, rows, what is best, what is to be noted. Renderers turn it into text."""

from __future__ import annotations

import math
from dataclasses import dataclass

__all__ = ["BEST", "Cell", "Table"]

BEST = "*: the best of its column"
"""What a star means, in a terminal; elsewhere the best is in bold."""


@dataclass(frozen=True, slots=True)
class Cell:
    """One entry: a text or a number, whole or not, perhaps the best of its column, perhaps with a confidence
    interval.
    """

    value: str | float | None
    whole: bool = False
    best: bool = False
    ci: tuple[float, float] | None = None
    tiny: bool = False
    """Whether a number next to 0 is shown in scientific notation."""
    digits: int | None = None
    """How many digits are shown, where it is not as many as elsewhere."""
    percent: bool = False
    marks: str = ""
    """What stands above the line behind it: letters of groups, or signs of baselines."""
    figures: bool = False
    """Whether a text consists of figures, and stands where numbers do."""
    blank: bool = False
    """Whether nothing is shown where there is no number, as in a row that counts others."""

    @property
    def number(self) -> bool:
        return self.figures or not isinstance(self.value, str)

    def text(self, digits: int = 4, *, mark: bool = False) -> str:
        """The entry for people: numbers with so many digits, a star at the best on request, a dash where there is none.

        >>> Cell(0.25).text(), Cell(12.0, whole=True).text(), Cell(None).text(), Cell(0.5, ci=(0.4, 0.6)).text(2)
        ('0.2500', '12', '-', '0.50 [0.40, 0.60]')
        >>> Cell(3e-60).text(), Cell(3e-60, tiny=True).text()
        ('0.0000', '3.00e-60')
        """
        if isinstance(self.value, str):
            return self.value
        digits = digits if self.digits is None else self.digits
        if self.value is None or math.isnan(self.value):
            return "" if self.blank else "-"
        if self.percent:
            return f"{_decimal(100 * self.value, 2)}%"
        shown = f"{self.value:,.0f}" if self.whole else _decimal(self.value, digits)
        if self.tiny and 0 < abs(self.value) < 10.0**-digits:
            shown = f"{self.value:.{digits - 2}e}"
        shown += "*" if self.best and mark else ""
        if self.ci is None or any(math.isnan(x) for x in self.ci):
            return shown
        low, high = self.ci
        return f"{shown} [{_decimal(low, digits)}, {_decimal(high, digits)}]"


def _decimal(value: float, digits: int) -> str:
    """A number with so many digits, in scientific notation where it is very large.

    >>> _decimal(0.25, 4), _decimal(2.0**100, 4), _decimal(-1e-20, 4)
    ('0.2500', '1.2677e+30', '0.0000')
    """
    shown = f"{value:.{digits}e}" if abs(value) >= 1e12 else f"{value:.{digits}f}"
    return shown.removeprefix("-") if not shown.strip("-0.") else shown


@dataclass(frozen=True, slots=True)
class Table:
    """Columns and rows of cells, above them the answer in sentences and a title, below what marks mean and notes.
    With a ``caption`` it is a whole table of a paper in LaTeX.
    """

    columns: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    title: str = ""
    legend: tuple[str, ...] = ()
    footer: tuple[str, ...] = ()
    lead: tuple[str, ...] = ()
    caption: str = ""

    def right(self, column: int) -> bool:
        """Whether a column holds numbers and stands to the right."""
        return all(row[column].number for row in self.rows) and bool(self.rows)

    def marked(self, column: int) -> int:
        """How many places the marks of a column take."""
        return max((len(row[column].marks) for row in self.rows), default=0)
