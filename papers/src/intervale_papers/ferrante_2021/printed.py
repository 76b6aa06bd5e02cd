"""What Tables 2, 3 and 4 print: correlations, as they stand there, to be compared with what is computed."""

from __future__ import annotations

from functools import cache

from intervale_papers.printed import printed_table

__all__ = ["FREE", "LENGTHS", "RECALL_BASED", "TRACKS", "Own", "among", "own", "own_mid"]

FREE = ("P", "RBP(p=0.5)", "RR", "RBP(p=0.3)", "RBP(p=0.8)", "DCG(base=2)", "DCG(base=10)")
RECALL_BASED = ("R", "AP", "nDCG(base=2)", "nDCG(base=10)")
"""Measures that do not depend on the recall base, and those that do, in the order of the columns."""
TRACKS, LENGTHS = ("T08", "T26", "T27"), (5, 10, 20, 30)
Own = dict[tuple[str, int], dict[str, float]]


@cache
def own() -> Own:
    """Table 2: by track and length, the correlation of each measure with its ranked form."""
    return _own("ferrante-2021/table-2")


@cache
def own_mid() -> Own:
    """Table 3: the same with mid-ranks."""
    return _own("ferrante-2021/table-3")


@cache
def among() -> dict[tuple[str, str, str], tuple[float, float, float]]:
    """Table 4: by two measures and a track, their correlation, that of their ranked forms, and the change (%)."""
    return {
        (row["first"], row["second"], row["track"]): (
            float(row["measures"]),
            float(row["ranked"]),
            float(row["change"]),
        )
        for row in printed_table("ferrante-2021/table-4")
    }


def _own(table: str) -> Own:
    return {
        (row["track"], int(row["length"])): {measure: float(row[measure]) for measure in (*FREE, *RECALL_BASED)}
        for row in printed_table(table)
    }
