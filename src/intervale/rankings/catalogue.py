"""All metrics by name: the 33 of Table 1 of the group-theoretic paper in the order of its Table 3, then the classical
distances."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any

from intervale.errors import OptionError, shown
from intervale.exact.permutations import inverse
from intervale.rankings.confusion import CONFUSION
from intervale.rankings.correlation import CORRELATIONS
from intervale.rankings.distances import DISTANCES, rank_biased
from intervale.rankings.error_based import ERRORS
from intervale.rankings.gains import GAINS
from intervale.rankings.metric import Array, RankingMetric, Value
from intervale.rankings.normalised import normalised_metric
from intervale.rankings.own import own_metric
from intervale.rankings.taxonomy import Awareness, Group

__all__ = ["ALIASES", "METRICS", "PAPER", "Listwise", "by_taxonomy", "listwise", "metric", "metrics", "normalised"]

PAPER: dict[str, RankingMetric] = {one.name: one for one in (*CONFUSION, *ERRORS, *CORRELATIONS, *GAINS)}
"""The 33 metrics of the group-theoretic paper."""
METRICS: dict[str, RankingMetric] = PAPER | {one.name: one for one in DISTANCES}
"""All metrics of the catalogue."""
ALIASES = {
    "tpr": "recall", "sensitivity": "recall", "fpr": "fallout", "specificity": "TNR", "ppv": "precision",
    "balanced accuracy": "BA", "fowlkes-mallows": "FM", "jaccard index": "Jaccard", "f1 score": "F1",
    "matthews": "MCC", "prevalence threshold": "PT", "r² score": "R2", "r²": "R2", "r2 score": "R2",
    "tau": "Kendall tau", "kendalltau": "Kendall tau", "rho": "Spearman rho", "spearmanr": "Spearman rho",
    "mean rank": "meanRank", "rbo": "RBO distance", "spearman footrule": "footrule", "max": "Chebyshev",
}  # fmt: skip
"""Other names, in small letters."""
SCALED = re.compile(r"\s*normali[sz]ed\s*\((.*)\)\s*", re.IGNORECASE)
LISTED = re.compile(r"\s*listwise\s*\((.*)\)\s*", re.IGNORECASE)
OVERLAP = re.compile(r"\s*rbo(?:\s+distance)?\s*\(\s*p\s*=(.*)\)\s*", re.IGNORECASE)


def metric(wanted: str | RankingMetric | Callable[..., Any]) -> RankingMetric:
    """A metric by its name, or of a function of your own; ``normalised(…)`` around a name scales it to [0, 1],
    ``listwise(…)`` reads rankings as lists (:func:`listwise`), and ``RBO distance(p=0.98)`` has another p.

    >>> metric("mcc"), metric("tau").formula
    (metric('MCC'), '1 − 4 d / (n(n − 1)), d the pairs in different order')
    >>> metric("normalised(footrule)").score([1, 2, 3], [[1, 2, 3], [2, 1, 3], [3, 2, 1]]).tolist()
    [1.0, 0.5, 0.0]
    >>> metric("Kendal")
    Traceback (most recent call last):
    ...
    intervale.errors.OptionError: unknown ranking metric 'Kendal'; did you mean Kendall or Kendall tau?
    """
    if isinstance(wanted, RankingMetric):
        return wanted
    if callable(wanted):
        return own_metric(wanted)
    if not isinstance(wanted, str):
        raise OptionError(f"unknown ranking metric {shown(wanted)}; give its name, or a function of your own")
    for pattern, made in ((SCALED, normalised), (LISTED, listwise), (OVERLAP, rank_biased)):
        if (inside := pattern.fullmatch(wanted)) is not None:
            return made(inside[1].strip())
    known = {name.casefold(): name for name in METRICS} | ALIASES
    name = known.get(_plain(wanted))
    if name is None:
        near = dict.fromkeys(known[one] for one in get_close_matches(_plain(wanted), known, 3, 0.6))
        said = f"did you mean {' or '.join(near)}?" if near else "intervale rankings list names them all"
        raise OptionError(f"unknown ranking metric {shown(wanted)}; {said}")
    return METRICS[name]


def _plain(name: str) -> str:
    """A name as it is looked up: Kendall's τ is kendall tau."""
    text = " ".join(name.casefold().replace("_", " ").replace("'s ", " ").replace("’s ", " ").split())
    return text.replace("τ", "tau").replace("ρ", "rho").replace("−", "-")


def metrics(wanted: Iterable[str | RankingMetric | Callable[..., Any]] | None = None) -> dict[str, RankingMetric]:
    """Several metrics by name; the 33 of the group-theoretic paper where none is named.

    >>> list(metrics(["tau", "MSE"])), len(metrics())
    (['Kendall tau', 'MSE'], 33)
    """
    found: dict[str, RankingMetric] = {}
    if isinstance(wanted, str | RankingMetric) or callable(wanted):
        wanted = [wanted]
    if wanted is not None and not isinstance(wanted, Iterable):
        raise OptionError(f"metrics={shown(wanted)} must be metrics: their names, or functions of your own")
    for one in PAPER.values() if wanted is None else map(metric, wanted):
        if found.setdefault(one.name, one) is not one:
            raise OptionError(f"two metrics are called {one.name!r}: give one another name, own_metric(f, name=...)")
    return found


def by_taxonomy(wanted: Iterable[RankingMetric]) -> list[RankingMetric]:
    """Metrics as Table 1 of the group-theoretic paper divides them: ranking aware, of equal importance, set based, then
    those it does not have; within these by theoretical group. Where nothing divides them, they stay in their order.

    >>> [one.name for one in by_taxonomy(map(metric, ("Cayley", "recall", "tau", "MAE", "DCG")))]
    ['DCG', 'MAE', 'Kendall tau', 'recall', 'Cayley']
    """
    rows, groups = list(Awareness), list(Group)
    return sorted(
        wanted,
        key=lambda one: (
            len(rows) if one.awareness is None else rows.index(one.awareness),
            groups.index(one.group),
        ),
    )


@dataclass(frozen=True, eq=False, repr=False)
class Listwise(RankingMetric):
    """A metric of the inverse rankings. Made by :func:`listwise`."""

    of: RankingMetric | None = None

    def values(self, a: Array, b: Array, k: int) -> Array:
        assert self.of is not None
        return self.of.values(inverse(a), inverse(b), k)

    def exact_value(self, a: tuple[int, ...], b: tuple[int, ...], k: int) -> Value:
        assert self.of is not None
        return self.of.exact_value(_inverted(a), _inverted(b), k)

    def keys(self, a: Array, b: Array, k: int) -> list[Any]:
        assert self.of is not None
        return self.of.keys(inverse(a), inverse(b), k)

    @property
    def awareness(self) -> Awareness | None:
        assert self.of is not None
        return self.of.awareness

    def fresh(self, n: int, k: int) -> Listwise:
        assert self.of is not None
        return replace(self, of=self.of.fresh(n, k))

    @property
    def right_invariant(self) -> bool:
        return False

    @property
    def exactly(self) -> bool:
        return self.of is not None and self.of.exactly

    @property
    def direction(self) -> int:
        assert self.of is not None
        return self.of.direction

    @property
    def direction_why(self) -> str:
        assert self.of is not None
        return self.of.direction_why


def listwise(wanted: str | RankingMetric | Callable[..., Any]) -> RankingMetric:
    """The metric in the other reading of a permutation, as a list: σ(p) is the item at position p.

    The group-theoretic paper says that σ(i) is the position of item i, and writes the first k as σ(1), …, σ(k), which
    are items only if σ is read as a list. m in that reading is m(σ⁻¹, ν⁻¹) in ours. Renaming items is then a
    composition on the left.

    >>> recall = metric("recall")
    >>> recall.score([2, 1, 3], [2, 3, 1], k=1), listwise(recall).score([2, 1, 3], [2, 3, 1], k=1)
    (0.0, 1.0)
    """
    one = metric(wanted)
    fields = {name: getattr(one, name) for name in RankingMetric.__dataclass_fields__}
    return Listwise(**(fields | {"name": f"{one.name}, listwise", "theorems": {}}), of=one)


def normalised(wanted: str | RankingMetric) -> RankingMetric:
    """The metric scaled by its exact range over all rankings of n items: 1 where they are most alike, 0 where least.

    m'(σ, ν) = (m(σ, ν) − worst) / (best − worst), with best = m(σ, σ) and worst from :func:`value_range`, for n up to
    200 and each k. Where all rankings have one value (MRR with k = n) it is 1; where the range is infinite (LR+, and
    LR- unless n > 2k), or not known (your own functions), it is refused.

    What it gains: 1 means the same for every n, larger is more alike, and so it is *interpretable* in the three
    conditions of the group-theoretic paper, §6. What it loses: m'(σ, σ) = 1, so a distance is no distance any more
    (1 − m' is one, for one n); a value is no count, and says nothing without n; τ = 0, no correlation, becomes 1/2;
    DCG, nDCG, GMR, PT and metrics with a root have no exact value, only an exact order. Ties and order within one n
    stay, so identity, symmetry, renaming, width-swap and sensitivity are as they were. Robustness I and stability
    compare changes with fixed numbers, which scaling may gain or lose.

    >>> scaled = normalised("Kendall tau")
    >>> scaled.exact([1, 2, 3], [2, 1, 3]), metric("Kendall tau").exact([1, 2, 3], [2, 1, 3])
    (Fraction(2, 3), Fraction(1, 3))
    """
    return normalised_metric(metric(wanted))


def _inverted(p: tuple[int, ...]) -> tuple[int, ...]:
    found = [0] * len(p)
    for place, number in enumerate(p, 1):
        found[number - 1] = place
    return tuple(found)
