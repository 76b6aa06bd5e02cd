"""Correlations of two lists of numbers, with ties; each knows the scale that it needs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from intervale.errors import OptionError, did_you_mean
from intervale.stats.ranks import midranks

__all__ = [
    "COEFFICIENTS",
    "Coefficient",
    "Concordance",
    "concordance",
    "named_coefficient",
    "pearson",
    "rbo",
    "spearman",
    "tau",
    "tau_ap_a",
    "tau_ap_b",
]

Array = np.ndarray[Any, Any]
PERSISTENCE = 0.9


def tau(x: Array, y: Array) -> float:
    """Kendall's tau-b: concordant less discordant pairs, over the geometric mean of the pairs not tied in each. Not a
    number where one of the lists has a single value.

    >>> tau(np.array([1, 2, 3, 4]), np.array([1, 3, 2, 4]))
    0.6666666666666666
    """
    first, second = (np.sign(a[:, None] - a[None]) for a in (np.asarray(x, float), np.asarray(y, float)))
    untied = float(np.abs(first).sum()), float(np.abs(second).sum())
    return float((first * second).sum() / np.sqrt(untied[0] * untied[1])) if all(untied) else float("nan")


def tau_ap_a(x: Array, y: Array) -> float:
    """AP correlation of an estimate y with the truth x (Yilmaz, Aslam and Robertson 2008), higher numbers first; tied
    ones in y are taken in every order alike (Urbano and Marrero 2017, τ_AP,a).

    τ_AP = 2/(n − 1) · Σ_{i ≥ 2} C_i/(i − 1) − 1, with C_i how many of those before the i-th of y are before it in x

    >>> x = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
    >>> y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
    >>> round(tau_ap_a(x, y), 7), round(tau_ap_a(x, np.round(y * 5) / 5), 7)
    (0.7491182, 0.6074515)
    """
    x, y = np.asarray(x, float), np.asarray(y, float)
    if len(x) < 2:
        return float("nan")
    above, tied, better = y[None] > y[:, None], y[None] == y[:, None], x[None] > x[:, None]
    before, group = above.sum(axis=1), tied.sum(axis=1)
    right, among = (above & better).sum(axis=1), (tied & better).sum(axis=1)
    total = 0.0  # of C_i / (i - 1), over every order of tied items alike
    for item in range(len(x)):
        place = np.arange(group[item])  # how many of those it is tied with come before it
        position = before[item] + place
        expected = right[item] + among[item] * place / max(1, group[item] - 1)
        total += float((expected[position > 0] / position[position > 0]).sum()) / group[item]
    return float(2 * total / (len(x) - 1) - 1)


def tau_ap_b(x: Array, y: Array) -> float:
    """AP correlation of two lists that may both have ties, symmetric (Urbano and Marrero 2017, τ_AP,b): each item is
    compared with those of higher groups only, in both directions.

    >>> x = np.array([0.06, 0.2, 0.27, 0.37, 0.57, 0.63, 0.66, 0.9, 0.91, 0.94])
    >>> y = np.array([0.37, 0.06, 0.2, 0.27, 0.57, 0.66, 0.63, 0.91, 0.9, 0.94])
    >>> round(tau_ap_b(np.round(x * 5) / 5, np.round(y * 5) / 5), 7)
    0.6269841
    """
    return (_by_groups(x, y) + _by_groups(y, x)) / 2


def _by_groups(x: Array, y: Array) -> float:
    above, better = y[None] > y[:, None], x[None] > x[:, None]
    before = above.sum(axis=1)
    lower = before > 0
    if not lower.any():
        return float("nan")
    right = (above & better).sum(axis=1)
    return float(2 * (right[lower] / before[lower]).mean() - 1)


def spearman(x: Array, y: Array) -> float:
    """Spearman's rho: Pearson's correlation of the ranks, tied ones sharing their mean."""
    return pearson(midranks(np.asarray(x, float)[None])[0][0], midranks(np.asarray(y, float)[None])[0][0])


def pearson(x: Array, y: Array) -> float:
    """Pearson's correlation; not a number where one of the lists has a single value."""
    x, y = (np.asarray(a, float) / (float(np.abs(a).max(initial=0.0)) or 1.0) for a in (x, y))
    x, y = x - x.mean(), y - y.mean()
    spread = float(np.sqrt((x * x).sum() * (y * y).sum()))
    return float((x * y).sum() / spread) if spread else float("nan")


def rbo(x: Array, y: Array, p: float = PERSISTENCE) -> float:
    """Rank-biased overlap of two full rankings, higher numbers first (Webber, Moffat and Zobel 2010), extrapolated:
    beyond the end the rankings agree as they do there. A tied item stands at every depth of its group with the share of
    the group that is reached (Corsi and Urbano 2024, variant a).

    >>> (
    ...     rbo(np.array([3.0, 2.0, 1.0]), np.array([3.0, 2.0, 1.0])),
    ...     round(rbo(np.array([2.0, 1.0]), np.array([1.0, 2.0])), 4),
    ... )
    (1.0, 0.9)
    """
    depth = np.arange(1, len(x) + 1)
    overlap = (_reached(np.asarray(x, float)) * _reached(np.asarray(y, float))).sum(axis=0) / depth
    return float((1 - p) / p * (overlap * p**depth).sum() + overlap[-1] * p ** len(x))


def _reached(x: Array) -> Array:
    """Which share of each item is among the first d, for d = 1, 2, …"""
    before = (x[None] > x[:, None]).sum(axis=1)[:, None]
    group = (x[None] == x[:, None]).sum(axis=1)[:, None]
    found: Array = np.clip((np.arange(1, len(x) + 1)[None] - before) / group, 0.0, 1.0)
    return found


@dataclass(frozen=True)
class Concordance:
    """How much m rankings of the same n things agree: Kendall's W, from 0 to 1, with χ² = m(n − 1)W, n − 1 degrees of
    freedom, and p, the probability of a larger χ² if all orders are equally likely. Not a number where nothing is
    ranked.
    """

    w: float
    statistic: float
    p: float
    rankings: int
    things: int


def concordance(rows: Array) -> Concordance:
    """Kendall's coefficient of concordance of rows that each rank the columns, corrected for ties (Kendall and
    Babington Smith 1939; Kendall 1948, Rank Correlation Methods, chapter 6). Needs an ordinal scale in each row.

    W = 12 Σ (R_i − m(n + 1)/2)² / (m²(n³ − n) − m Σ (t³ − t)), with R_i the sum of the ranks of column i, and t the
    sizes of the groups of tied numbers in each row. χ² is Friedman's statistic, and its distribution approximate: close
    from 8 columns on. Rows with a missing number are left out.

    >>> found = concordance(np.array([[1, 2, 3], [1, 3, 2], [1, 2, 3]]))
    >>> round(found.w, 4), round(found.statistic, 4)
    (0.7778, 4.6667)
    """
    from scipy.special import chdtrc

    rows = rows[~np.isnan(rows).any(axis=1)]
    m, n = rows.shape
    ranks, tied = midranks(rows) if m else (rows, rows)
    largest = m * (m * (n**3 - n) - float((tied.astype(float) ** 2 - 1).sum()))
    if n < 2 or largest <= 0:
        return Concordance(float("nan"), float("nan"), float("nan"), m, n)
    w = float(12 * ((ranks.sum(axis=0) - m * (n + 1) / 2) ** 2).sum() / largest)
    statistic = m * (n - 1) * w
    return Concordance(w, statistic, float(chdtrc(n - 1, statistic)), m, n)


@dataclass(frozen=True)
class Coefficient:
    """A correlation: what it is called and which scale it needs."""

    name: str
    title: str
    scale: str
    value: Callable[[Array, Array], float]
    one_with_itself: bool = True
    """Whether it is 1 for a list and itself, also with ties."""


COEFFICIENTS = {
    one.name: one
    for one in (
        Coefficient("tau", "Kendall's tau-b", "ordinal", tau),
        Coefficient("tau-ap-a", "AP correlation, the first as the truth", "ordinal", tau_ap_a, one_with_itself=False),
        Coefficient("tau-ap-b", "AP correlation with ties, symmetric", "ordinal", tau_ap_b),
        Coefficient("spearman", "Spearman's rho", "ordinal", spearman),
        Coefficient("pearson", "Pearson's correlation", "interval", pearson),
        Coefficient("rbo", "rank-biased overlap, p = 0.9", "ordinal", rbo, one_with_itself=False),
    )
}

OTHER_NAMES = {
    **dict.fromkeys(("kendall", "kendalls", "kendalltau", "kendallstau", "ktau"), "tau"),
    **dict.fromkeys(("tauap", "aptau", "apcorrelation"), "tau-ap-a or tau-ap-b"),
    **dict.fromkeys(("spearmanr", "rho", "spearmanrho"), "spearman"),
    **dict.fromkeys(("pearsonr", "r", "corr"), "pearson"),
    **dict.fromkeys(("rankbiasedoverlap",), "rbo"),
}
"""What other tools call the coefficients, in lower case without signs, and the names here."""


def named_coefficient(name: str) -> Coefficient:
    if name not in COEFFICIENTS:
        hint = did_you_mean(name, COEFFICIENTS, OTHER_NAMES)
        raise OptionError(f"correlation {name!r} is unknown; {hint}use one of: {', '.join(COEFFICIENTS)}")
    return COEFFICIENTS[name]
