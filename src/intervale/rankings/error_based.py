"""Metrics of how far predicted positions are from true ones: MSE, RMSE, MAE, MAPE, SMAPE, R².

With σ the true ranking and ν the predicted one, errors are σ(i) − ν(i). Definitions as in scikit-learn
(``mean_squared_error``, ``mean_absolute_percentage_error``, ``r2_score``), where it has them.
"""

from __future__ import annotations

from typing import Any

from intervale.rankings.metric import RankingMetric, root
from intervale.rankings.statistic import CellSum
from intervale.rankings.taxonomy import Group

__all__ = ["ABSOLUTE", "ERRORS", "SQUARES"]

ABSOLUTE = CellSum(lambda a, b, n, k: abs(a - b), monge=True)
"""Σ |σ(i) − ν(i)|, Spearman's footrule."""
SQUARES = CellSum(lambda a, b, n, k: (a - b) * (a - b), monge=True)
"""Σ (σ(i) − ν(i))²."""
RELATIVE = CellSum(lambda a, b, n, k: abs(a - b) / a, whole=False)
BOTH_RELATIVE = CellSum(lambda a, b, n, k: 2 * abs(a - b) / (a + b), whole=False)


def _mean(total: Any, n: Any, k: Any) -> Any:
    return total / n


def _determination(total: Any, n: Any, k: Any) -> Any:
    return 1 - 12 * total / (n * (n * n - 1))


ERRORS = (
    RankingMetric(
        "MSE", "mean squared error", Group.ERROR, "(1/n) Σ (σ(i) − ν(i))²", SQUARES, _mean, best=-1, affine=True
    ),
    RankingMetric(
        "RMSE",
        "root mean squared error",
        Group.ERROR,
        "√MSE",
        SQUARES,
        _mean,
        root,
        "its square",
        best=-1,
        theorems={"distance": "1/√n times the Euclidean distance of the two vectors of positions"},
    ),
    RankingMetric(
        "MAE",
        "mean absolute error",
        Group.ERROR,
        "(1/n) Σ |σ(i) − ν(i)|",
        ABSOLUTE,
        _mean,
        affine=True,
        best=-1,
        theorems={"distance": "1/n times the city-block distance of the two vectors of positions"},
    ),
    RankingMetric(
        "MAPE",
        "mean absolute percentage error",
        Group.ERROR,
        "(1/n) Σ |σ(i) − ν(i)| / σ(i)",
        RELATIVE,
        _mean,
        affine=True,
        best=-1,
        choice="relative to the first ranking, as a fraction and not in per cent, as in scikit-learn",
    ),
    RankingMetric(
        "SMAPE",
        "symmetric mean absolute percentage error",
        Group.ERROR,
        "(1/n) Σ 2 |σ(i) − ν(i)| / (σ(i) + ν(i))",
        BOTH_RELATIVE,
        _mean,
        affine=True,
        best=-1,
        choice="relative to the mean of the two positions, as a share from 0 to 2; others halve it or write per cent",
        theorems={"distance": "2/n times the Canberra distance: |x − y| / (x + y) is a distance on positive numbers"},
    ),
    RankingMetric(
        "R2",
        "R² score, coefficient of determination",
        Group.ERROR,
        "1 − Σ (σ(i) − ν(i))² / Σ (σ(i) − (n + 1)/2)²",
        SQUARES,
        _determination,
        affine=True,
        note="on permutations the lower sum is n(n² − 1)/12, so R² = 2ρ − 1 with Spearman's ρ",
    ),
)
