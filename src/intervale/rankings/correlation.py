"""Correlations of two rankings without ties: Kendall's τ, Spearman's ρ, and NDPM."""

from __future__ import annotations

from typing import Any

from intervale.rankings.error_based import SQUARES
from intervale.rankings.metric import RankingMetric
from intervale.rankings.statistic import Inversions
from intervale.rankings.taxonomy import Group

__all__ = ["CORRELATIONS", "DISCORDANT"]

DISCORDANT = Inversions()
"""The pairs of items in different order: d. There are n(n − 1)/2 pairs."""


def _tau(count: Any, n: Any, k: Any) -> Any:
    return 1 - 4 * count / (n * (n - 1))


def _rho(total: Any, n: Any, k: Any) -> Any:
    return 1 - 6 * total / (n * (n * n - 1))


def _share(count: Any, n: Any, k: Any) -> Any:
    return 2 * count / (n * (n - 1))


CORRELATIONS = (
    RankingMetric(
        "Kendall tau",
        "Kendall's τ",
        Group.CORRELATION,
        "1 − 4 d / (n(n − 1)), d the pairs in different order",
        DISCORDANT,
        _tau,
        affine=True,
        choice="the correlation in [−1, 1], not the number of discordant pairs",
    ),
    RankingMetric(
        "Spearman rho",
        "Spearman's ρ",
        Group.CORRELATION,
        "1 − 6 Σ (σ(i) − ν(i))² / (n(n² − 1))",
        SQUARES,
        _rho,
        affine=True,
        choice="the correlation in [−1, 1], not the sum of squares",
    ),
    RankingMetric(
        "NDPM",
        "normalised distance-based performance measure",
        Group.CORRELATION,
        "2 d / (n(n − 1)) = (1 − τ)/2",
        DISCORDANT,
        _share,
        affine=True,
        best=-1,
        note="(2 C⁻ + C⁰) / (2 C) of Yao 1995, where rankings without ties have no indifferent pair C⁰",
        theorems={"distance": "Kendall's distance over the number of pairs"},
    ),
)
