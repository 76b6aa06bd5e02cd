"""Whether values are an affine function of ranks: M = αρ + β with α > 0."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from typing import Any

from intervale.exact import short_text
from intervale.exact.verdict import Verdict
from intervale.orders.space import JudgedRun

__all__ = ["affine_in_rank"]


def affine_in_rank(runs: Sequence[JudgedRun], values: Sequence[Any], ranks: Sequence[int]) -> tuple[Verdict, Any, Any]:
    """Whether the values of runs are αρ + β with α > 0, and α and β. The witness is two runs of one rank, or the worst,
    another and the best.

    >>> affine_in_rank([(0,), (1,), (2,)], [1, 3, 5], [0, 1, 2])[1:]
    (Fraction(2, 1), Fraction(1, 1))
    >>> affine_in_rank([(0,), (1,), (2,)], [1, 3, 6], [0, 1, 2])[0].witness
    ((0,), (1,), (2,))
    """
    first: dict[int, int] = {}
    for place, rank in enumerate(ranks):
        known = first.setdefault(rank, place)
        if values[known] != values[place]:
            why = f"one rank, {rank:,}, and values {short_text(values[known])} and {short_text(values[place])}"
            return Verdict(False, (runs[known], runs[place]), len(runs), why=why), None, None
    low, high = min(first), max(first)
    if low == high:
        return Verdict(None, why="one rank only"), None, None
    alpha = Fraction(1, high - low) * (values[first[high]] - values[first[low]])
    for rank in sorted(first):
        if values[first[rank]] - values[first[low]] != alpha * (rank - low):
            shown = tuple(runs[first[one]] for one in (low, rank, high))
            numbers = ", ".join(short_text(values[first[one]]) for one in (low, rank, high))
            why = f"ranks {low:,}, {rank:,} and {high:,} have values {numbers}: not on a line"
            return Verdict(False, shown, len(runs), why=why), None, None
    beta = values[first[low]] - alpha * low
    if not alpha > 0:
        return Verdict(False, None, len(runs), why="the values do not go up"), None, None
    return Verdict(True, cases=len(runs), why=f"α = {short_text(alpha)}, β = {short_text(beta)}"), alpha, beta
