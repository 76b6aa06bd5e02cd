"""What Tables 5 and 6 print: decisions of tests, as they stand there, to be compared with what is computed."""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

from intervale_papers.printed import printed_table

__all__ = ["INTERVAL_TESTS", "ORDINAL_TESTS", "PAIRS", "ROWS", "Cell", "cells"]

ORDINAL_TESTS = ("sign", "rank-sum", "kruskal-wallis", "friedman")
INTERVAL_TESTS = ("signed-rank", "t", "anova1", "anova2")
ROWS = ("sign", "rank-sum", "signed-rank", "t", "anova1", "kruskal-wallis", "anova2", "friedman")
"""The tests in the order of the tables."""
PAIRS = {"T08": 8256, "T26": 2775, "T27": 2556}


class Cell(NamedTuple):
    """The pairs that a test finds significant by a measure, those that no longer are on the ranked form, those that
    newly are, and the percentages beside them.
    """

    significant: int
    lost: int
    lost_percent: float
    won: int
    won_percent: float
    change_percent: float


@cache
def cells() -> dict[tuple[str, str, str], Cell]:
    """By measure, test and track."""
    rows = [*printed_table("ferrante-2021/table-5"), *printed_table("ferrante-2021/table-6")]
    return {
        (row["measure"], row["test"], row["track"]): Cell(
            int(row["significant"]),
            int(row["lost"]),
            float(row["lost_percent"]),
            int(row["won"]),
            float(row["won_percent"]),
            float(row["change_percent"]),
        )
        for row in rows
    }
