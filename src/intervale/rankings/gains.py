"""Metrics of one ranking, whose items are named by their true positions: DCG, nDCG, MRR, GMR, mean rank.

Item i stands truly at position i and is put at ν(i). With two rankings σ and ν, σ names the items: m(σ, ν) =
m(ν ∘ σ⁻¹), which is the sum over items with σ(i) in place of i.

The appendix of the group-theoretic paper with the definitions is missing. DCG needs a gain for each item, and gains
must differ, as the paper has DCG
tell (1 2) from the identity (Table 2): here the gain of item i is n + 1 − i, its relevance by rank, as it stands
(``gain="exponential"`` takes 2^(n + 1 − i) − 1), with the discount 1/log2(position + 1). MRR, GMR and mean rank are
means over the positions of the k relevant items, those truly at positions 1..k, as in link prediction (Hoyt et al.
2022).
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.rankings.metric import RankingMetric, unchanged
from intervale.rankings.statistic import CellProduct, CellSum, discount
from intervale.rankings.taxonomy import Group

__all__ = ["DISCOUNTED", "GAINS", "dcg"]

DISCOUNTED = CellSum(lambda a, b, n, k: (n + 1 - a) * discount(b), whole=False, monge=True)


def _first(a: Any, b: Any) -> Any:
    """The item truly at position a is relevant from k = a on."""
    return a


RECIPROCAL = CellSum(lambda a, b, n, k: (a <= k) / b, whole=False, since=_first, monge=True)
POSITIONS = CellSum(lambda a, b, n, k: (a <= k) * b, since=_first, monge=True)
PRODUCT = CellProduct(lambda a, b, n, k: b ** (a <= k), since=_first, monge=True)


def _mean_of_k(total: Any, n: Any, k: Any) -> Any:
    return total / k


@lru_cache(maxsize=4096)
def ideal(n: int, cutoff: int) -> float:
    """The DCG of the true ranking of n items at its first positions."""
    positions = np.arange(1, cutoff + 1)
    return float(((n + 1 - positions) / np.log2(positions + 1.0)).sum())


def _normalised(total: Any, n: Any, k: Any) -> Any:
    return total / ideal(n, n)


def _geometric(log_product: Any, n: Any, k: Any) -> Any:
    return np.exp(log_product / k)


def dcg(gain: str = "linear") -> RankingMetric:
    """DCG with the gains n + 1 − i (``linear``) or 2^(n + 1 − i) − 1 (``exponential``).

    >>> dcg("exponential").exact([2, 1])
    LogSum(base=Fraction(2, 1), rational=Fraction(1, 1), terms=((3, Fraction(3, 1)),))
    """
    if gain == "linear":
        return GAINS[0]
    if gain != "exponential":
        raise OptionError(f"gain={gain!r}: DCG has linear or exponential gains")
    return RankingMetric(
        "DCG(gain=exponential)",
        "discounted cumulative gain, exponential gains",
        Group.GAIN,
        "Σ (2^(n + 1 − i) − 1) / log2(ν(i) + 1)",
        CellSum(lambda a, b, n, k: _powers(n + 1 - a) * discount(b), whole=False, monge=True),
        unchanged,
        affine=True,
        inputs=1,
    )


def _powers(x: Any) -> Any:
    return Fraction(2 ** int(x) - 1) if isinstance(x, Fraction) else np.exp2(x) - 1


GAINS = (
    RankingMetric(
        "DCG",
        "discounted cumulative gain",
        Group.GAIN,
        "Σ (n + 1 − i) / log2(ν(i) + 1)",
        DISCOUNTED,
        unchanged,
        affine=True,
        inputs=1,
        choice="the gain of the item truly at position i is n + 1 − i; the discount is 1/log2(position + 1)",
    ),
    RankingMetric(
        "nDCG",
        "normalised discounted cumulative gain",
        Group.GAIN,
        "DCG(ν) / DCG(id)",
        DISCOUNTED,
        unchanged,
        _normalised,
        "DCG, which is nDCG times the DCG of the true ranking",
        affine=True,
        inputs=1,
        choice="gains and discount as DCG",
        theorems={"constant maximum": "DCG(id) / DCG(id) = 1"},
    ),
    RankingMetric(
        "MRR",
        "mean reciprocal rank",
        Group.GAIN,
        "(1/k) Σ_{i ≤ k} 1/ν(i)",
        RECIPROCAL,
        _mean_of_k,
        affine=True,
        inputs=1,
        depends_on_k=True,
        choice="the mean over the k relevant items, those truly at positions 1..k",
    ),
    RankingMetric(
        "GMR",
        "geometric mean rank",
        Group.GAIN,
        "(Π_{i ≤ k} ν(i))^(1/k)",
        PRODUCT,
        unchanged,
        _geometric,
        "its k-th power",
        inputs=1,
        depends_on_k=True,
        best=-1,
        choice="the mean over the k relevant items, those truly at positions 1..k",
    ),
    RankingMetric(
        "meanRank",
        "mean rank",
        Group.GAIN,
        "(1/k) Σ_{i ≤ k} ν(i)",
        POSITIONS,
        _mean_of_k,
        affine=True,
        inputs=1,
        depends_on_k=True,
        best=-1,
        choice="the mean over the k relevant items, those truly at positions 1..k",
    ),
)
