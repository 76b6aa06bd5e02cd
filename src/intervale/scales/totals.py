"""Sums over ranks that determine what was picked at each rank, counted by :mod:`intervale.exact.totals`."""

from __future__ import annotations

from dataclasses import dataclass

from intervale.exact import totals
from intervale.scales.counting import Counting

__all__ = ["HalfSums", "Nested"]


@dataclass(frozen=True, eq=False)
class Nested(totals.Nested, Counting):
    """Values that stand in the order of what was picked, counted like numbers in a mixed radix."""

    method = "lexicographic"


@dataclass(frozen=True, eq=False)
class HalfSums(totals.HalfSums, Counting):
    """Values counted as pairs of sums, one from each half of what there is to pick from."""

    method = "half sums"
    kept = True
