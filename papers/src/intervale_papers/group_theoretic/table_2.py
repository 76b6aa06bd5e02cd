"""Table 2 of the paper computed: which metrics distinguish two rankings of 10 items, 5 of them relevant."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from intervale.rankings import PAPER, Group, RankingMetric, levels, value_text
from intervale_papers.group_theoretic.printed import CONFUSION, examples

__all__ = ["Compared", "compared"]


@dataclass(frozen=True)
class Compared:
    """A metric on two rankings, each compared with the identity: the values, whether they differ, and whether the paper
    says so.
    """

    metric: str
    sigma: tuple[int, ...]
    tau: tuple[int, ...]
    values: tuple[str, str]
    distinguished: bool
    in_paper: bool


def compared(metrics: Iterable[RankingMetric]) -> list[Compared]:
    """Table 2 for these metrics, as far as they are in it.

    >>> from intervale.rankings import metric
    >>> [(one.distinguished, one.in_paper) for one in compared([metric("MAPE")])]
    [(True, True), (True, True), (False, False)]
    """
    found = []
    for one in metrics:
        column = CONFUSION if one.group is Group.CONFUSION else one.name
        if PAPER.get(one.name) is not one or column not in examples()[0].distinguished:
            continue
        for example in examples():
            start = tuple(range(1, len(example.sigma) + 1))
            pair = (example.sigma, example.tau)
            k = example.relevant if one.depends_on_k else len(start)
            first, second = levels(one, np.array([start, start]), np.array(pair), k).tolist()
            values = (value_text(one, start, pair[0], k), value_text(one, start, pair[1], k))
            found.append(Compared(one.name, *pair, values, first != second, example.distinguished[column]))
    return found
