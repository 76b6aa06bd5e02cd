"""The metrics of the paper on all rankings of n items: verdicts, and levels that are equal where values are."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import numpy as np

from intervale.rankings import PAPER, Group, RankingMetric, all_permutations, levels, metric, properties
from intervale_papers.wording import listed

__all__ = [
    "CONFUSION",
    "ONE_INPUT",
    "TWO_INPUTS",
    "Array",
    "called",
    "digits",
    "from_identity",
    "from_ranking",
    "members",
    "pair_levels",
    "verdict",
]

Array = np.ndarray[Any, Any]
CONFUSION = [name for name, one in PAPER.items() if one.group is Group.CONFUSION]
ONE_INPUT = [name for name, one in PAPER.items() if one.inputs == 1]
TWO_INPUTS = [name for name, one in PAPER.items() if one.inputs == 2]
SYMBOLS = {"Kendall tau": "τ", "Spearman rho": "ρ", "R2": "R²"}


def verdict(name: str | RankingMetric, wanted: str, n: int = 7) -> Any:
    """Whether a metric has a property on rankings of up to n items."""
    return properties(name, n=n, only=[wanted])[wanted]


def called(names: Iterable[str]) -> str:
    """Metrics as a reader writes them.

    >>> called(["R2", "Kendall tau", "MAE"])
    'R², τ and MAE'
    """
    return listed(SYMBOLS.get(name, name) for name in names)


def digits(ranking: Sequence[int]) -> str:
    """A ranking of up to 9 items: the position of each.

    >>> digits((2, 1, 3))
    '213'
    """
    return "".join(map(str, ranking))


def members(n: int) -> list[tuple[int, ...]]:
    """All rankings of n items."""
    return [tuple(row) for row in all_permutations(n).tolist()]


def from_ranking(name: str, sigma: Sequence[int], k: int | None = None) -> Array:
    """The levels of m(σ, τ) for all τ; half of the items are relevant where no k is given."""
    one, n = metric(name), len(sigma)
    everyone = all_permutations(n)
    return levels(one, np.broadcast_to(np.array(sigma), everyone.shape), everyone, one.checked_k(k, n))


@cache
def from_identity(n: int) -> dict[str, Array]:
    """The levels of m(id, τ) for all τ, by metric."""
    return {name: from_ranking(name, range(1, n + 1)) for name in PAPER}


def pair_levels(wanted: str | RankingMetric, n: int) -> Array:
    """The levels of m(σ, τ) for all σ in rows and τ in columns."""
    one = metric(wanted)
    everyone = all_permutations(n)
    count = len(everyone)
    first, second = np.repeat(everyone, count, axis=0), np.tile(everyone, (count, 1))
    return levels(one, first, second, one.checked_k(None, n)).reshape(count, count)
