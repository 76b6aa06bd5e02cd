"""Table 2 of 003 computed: which metrics tell two rankings of 10 items apart, 5 of them relevant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from intervale.rankings import PAPER, Group, RankingMetric, levels, value_text
from intervale_papers.group_theoretic.printed import TABLE_2, TABLE_2_COLUMNS

__all__ = ["Compared", "compared"]

RELEVANT = 5


@dataclass(frozen=True)
class Compared:
    """A metric on two rankings, each compared with the identity: the values, whether they differ, and whether 003
    says so.
    """

    metric: str
    sigma: tuple[int, ...]
    tau: tuple[int, ...]
    values: tuple[str, str]
    told_apart: bool
    in_paper: bool


def compared(metrics: Iterable[RankingMetric]) -> list[Compared]:
    """Table 2 for these metrics, as far as they are in it.

    >>> from intervale.rankings import metric
    >>> [(one.told_apart, one.in_paper) for one in compared([metric("MAPE")])]
    [(True, True), (True, True), (False, False)]
    """
    found = []
    for one in metrics:
        column = "CMB" if one.group is Group.CONFUSION else one.name
        if PAPER.get(one.name) is not one or column not in TABLE_2_COLUMNS:
            continue
        for example in TABLE_2:
            start = tuple(range(1, len(example.sigma) + 1))
            pair = (example.sigma, example.tau)
            k = RELEVANT if one.depends_on_k else len(start)
            first, second = levels(one, np.array([start, start]), np.array(pair), k).tolist()
            values = tuple(value_text(one, start, ranking, k) for ranking in pair)
            told = first != second
            found.append(Compared(one.name, *pair, values, told, example.told_apart(column)))  # type: ignore[arg-type]
    return found
