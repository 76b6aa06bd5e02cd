"""Many rankings of items by name against a reference, by any metrics: one table.

How ties count, and items that only one of two rankings has, is decided once for a call: both are refused by default.
The metrics that take ties do so by a rule of their own (:mod:`~intervale.rankings.ties`).
"""

from __future__ import annotations

import os.path
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any, NoReturn

import numpy as np

from intervale.data.named_rankings import TYPED, NamedRankings, competition
from intervale.data.read_rankings import Values, read_rankings
from intervale.data.shapes import is_ranked
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, OptionError, shown
from intervale.rankings.catalogue import metric
from intervale.rankings.catalogue import metrics as chosen_metrics
from intervale.rankings.digits import digits, in_full
from intervale.rankings.metric import Array, RankingMetric, Value
from intervale.rankings.own import as_float
from intervale.rankings.taxonomy import Group
from intervale.rankings.ties import Tied, UndefinedError, rule_of

__all__ = [
    "MISSING",
    "TIES",
    "Against",
    "RankingScore",
    "RankingScores",
    "compared",
    "evaluate",
    "every_score",
    "referred",
    "scored",
]

TIES = {
    "error": "rankings with ties are refused",
    "average": "tied items are at their average position",
    "min": "tied items are at the first position of their tier",
}
"""What tied items count as."""
MISSING = {
    "error": "rankings of other items than the reference are refused",
    "common": "only the items that both rankings have are compared",
    "bottom": "items that a ranking leaves out are below all others, tied",
}
"""What becomes of an item that only one of two rankings has."""
USUAL = ("Kendall tau", "Spearman rho", "footrule", "nDCG", "RBO distance")
"""What is computed where no metric is named."""


@dataclass(frozen=True)
class RankingScore:
    """The value of a metric for one ranking; None where it is undefined, which ``why`` explains."""

    value: float | None
    exact: Value | None
    exact_is: str = "the value"
    why: str = ""

    @property
    def text(self) -> str:
        """The exact value in digits; of a sum over logarithms and of a long number the first ones."""
        return "" if self.exact is None else digits(self.exact)

    @property
    def text_is(self) -> str:
        """What the digits are."""
        return self.exact_is if in_full(self.exact) else f"{self.exact_is}; first digits"


@dataclass(frozen=True, repr=False)
class RankingScores(Tabular):
    """The values of metrics for rankings against a reference. Made by :func:`evaluate`."""

    reference: str
    rankings: NamedRankings
    """The rankings, the reference among them where it is one of them."""
    metrics: dict[str, RankingMetric]
    items: dict[str, int]
    """By ranking, how many items were compared."""
    k: int | None
    ties: str
    missing: str
    scores: dict[tuple[str, str], RankingScore]
    """By ranking and metric."""
    ruled: bool
    """Whether some ranking has ties or leaves items out, so that the rules for ties were used."""
    uneven: bool
    """Whether some ranking and the reference have different items."""

    def __repr__(self) -> str:
        rankings = f"{len(self.items)} ranking{'s' * (len(self.items) != 1)}"
        metrics = f"{len(self.metrics)} metric{'s' * (len(self.metrics) != 1)}"
        return f"RankingScores({rankings} against {self.reference!r}, {metrics})"

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(self.items)

    def __getitem__(self, at: Any) -> RankingScore:
        """The score of a ranking by a metric, ``at = (ranking, metric)``."""
        if not isinstance(at, tuple) or len(at) != 2:
            raise OptionError(f"{shown(at)} is not a ranking and a metric: write scores[ranking, metric]")
        name, wanted = at
        known = wanted if isinstance(wanted, str) and wanted in self.metrics else metric(wanted).name
        if not isinstance(name, str) or name not in self.items:
            raise OptionError(f"no ranking is called {shown(name)}; the rankings are: {', '.join(self.names)}")
        if known not in self.metrics:
            raise OptionError(f"{known} was not computed; the metrics are: {', '.join(self.metrics)}")
        return self.scores[name, known]

    def columns(self) -> Columns:
        """A row for each ranking and metric: the value, its exact face and what that is, and why there is none."""
        rows = (
            (name, metric, self.items[name], self.k, one.value, one.text, one.text_is, one.why)
            for (name, metric), one in self.scores.items()
        )
        return columns_of(("ranking", "metric", "items", "k", "value", "exact", "exact_is", "why"), rows)


def evaluate(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    *,
    k: int | None = None,
    ties: str = "error",
    missing: str = "error",
    values: Values | None = None,
) -> RankingScores:
    """Many rankings against a reference, by any metrics of the catalogue or your own.

    ``rankings`` is whatever :func:`~intervale.data.read_rankings.read_rankings` takes. ``reference`` is the name of one
    of them, or another ranking: a list of items, best first, numbers by item, a file, or rankings of which there is
    one. ``ties`` and ``missing`` say what is done where rankings have ties or other items than the reference: by
    default that is an error. A metric that has no rule for ties is refused where there are any.

    >>> found = evaluate(["a", "b", "c", "d"], {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"]}, ["tau", "nDCG"])
    >>> found["x", "tau"].exact, round(found["x", "nDCG"].value, 4), round(found["y", "nDCG"].value, 4)
    (Fraction(2, 3), 0.9496, 0.9905)
    >>> evaluate(["a", "b", "c"], {"top": ["c"]}, ["Kendall"], ties="average", missing="bottom")["top", "Kendall"].exact
    Fraction(5, 2)
    """
    return every_score(compared(reference, rankings, metrics, ties=ties, missing=missing, values=values), k)


@dataclass(frozen=True)
class Against:
    """A reference, rankings beside it, and the metrics that compare them. Made by :func:`compared`."""

    reference: str
    rankings: NamedRankings
    metrics: dict[str, RankingMetric]
    pairs: dict[str, Tied]
    """By ranking, the positions of the items compared."""
    ties: str
    missing: str

    uneven: bool
    """Whether some ranking and the reference have different items."""

    @cached_property
    def ruled(self) -> bool:
        """Whether some ranking has ties or leaves items out, so that rules for ties are used."""
        return any(pair.tied or pair.partial for pair in self.pairs.values())

    def without(self, names: Iterable[str]) -> Against:
        """The same without some metrics."""
        return replace(self, metrics={name: one for name, one in self.metrics.items() if name not in set(names)})


def refuse_k(k: int | None, metrics: Iterable[RankingMetric]) -> None:
    """Refuse k where no metric uses it."""
    names = [one.name for one in metrics]
    if k is not None and not any(one.depends_on_k for one in metrics):
        raise OptionError(
            f"k={k} is for metrics with k relevant items, such as recall; rankings cutoffs has {', '.join(names)} at k"
        )


def every_score(against: Against, k: int | None) -> RankingScores:
    """The values of all metrics for all rankings. One k for all: where none is given, it is half of their items."""
    sizes = sorted({pair.n for pair in against.pairs.values()})
    needing = [name for name, one in against.metrics.items() if one.depends_on_k]
    refuse_k(k, against.metrics.values())
    if k is None and needing and len(sizes) > 1:
        raise OptionError(
            f"{', '.join(needing)}: give one k, such as k={max(1, sizes[0] // 2)}, as rankings are compared on "
            f"{sizes[0]} to {sizes[-1]} items, and half of them would be another k for each"
        )
    scores = {
        (other, called): scored(one, pair, k, ruled=against.ruled)
        for other, pair in against.pairs.items()
        for called, one in against.metrics.items()
    }
    items = {other: pair.n for other, pair in against.pairs.items()}
    used = {one.checked_k(k, n) for one in against.metrics.values() if one.depends_on_k for n in items.values()}
    return RankingScores(
        against.reference,
        against.rankings,
        against.metrics,
        items,
        used.pop() if len(used) == 1 else None,
        against.ties,
        against.missing,
        scores,
        against.ruled,
        against.uneven,
    )


def compared(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None,
    *,
    ties: str,
    missing: str,
    values: Values | None,
) -> Against:
    """What the arguments of :func:`evaluate` name; ties, and items that one ranking lacks, are refused as they say."""
    for option, value, known in (("ties", ties, TIES), ("missing", missing, MISSING)):
        if value not in tuple(known):
            raise OptionError(f"{option}={shown(value)} must be one of: {', '.join(known)}")
    name, first, every = referred(reference, rankings, values)
    chosen = chosen_metrics(USUAL if metrics is None else metrics)
    if not chosen:
        raise OptionError("no metric is named; leave metrics out for the usual ones")
    pairs = {
        other: _paired((name, first), (other, every.only([other])), missing, ties)
        for other in every.names
        if other != name
    }
    if not pairs:
        raise InputError(f"there is no ranking beside the reference {shown(name)}", source=every.source)
    which = next((name if _tied(pair.first) else other for other, pair in pairs.items() if pair.tied), None)
    if which is not None:
        _refuse_ties(chosen.values(), which)
    ranked = set(_places(first))
    uneven = any(set(_places(every.only([other]))) != ranked for other in pairs)
    return Against(name, every, chosen, pairs, ties, missing, uneven)


def referred(reference: Any, rankings: Any, values: Values | None = None) -> tuple[str, NamedRankings, NamedRankings]:
    """The name of the reference, the reference, and all rankings that were given."""
    every = read_rankings(rankings, values=values)
    if isinstance(reference, str) and reference in every.names:
        return reference, every.only([reference]), every
    unnamed = is_ranked(reference) or (isinstance(reference, Mapping) and not _named(reference))
    if unnamed:
        values = None if isinstance(reference, Mapping) and values == "items" else values
        reference = {"reference": reference}
    found = every if isinstance(reference, str) and not _is_file(reference) else read_rankings(reference, values=values)
    if found is every:
        every[str(reference)]  # refused, with the names there are
    if len(found) != 1:
        names = ", ".join(found.names[:10])
        raise InputError(f"holds {len(found)} rankings; name the reference among them: {names}", source=found.source)
    name = found.names[0]
    if (unnamed or found.source == TYPED) and name in every.names:
        name = "the reference"
    if name in every.names:
        raise InputError(f"the ranking {shown(name)} is in {every.source} too; rename one", source=found.source)
    return name, replace(found, names=(name,)), every


def _named(reference: Mapping[Any, Any]) -> bool:
    """Whether a dictionary holds rankings by name; else it holds numbers by item."""
    return any(isinstance(content, Mapping) or is_ranked(content) for content in reference.values())


def _is_file(text: str) -> bool:
    return "://" in text or os.path.exists(text)


def _paired(one: tuple[str, NamedRankings], two: tuple[str, NamedRankings], missing: str, ties: str) -> Tied:
    """The positions of the items in the reference and in a ranking, in the order of the reference, by the rule for
    items that one of them has not.
    """
    (name, a), (other, b) = ((called, _places(found)) for called, found in (one, two))
    odd = [item for item in (*a, *b) if (item in a) != (item in b)]
    if odd and missing == "error":
        lacks, has = (other, name) if odd[0] in a else (name, other)
        more = f" and {len(odd) - 1} more" if len(odd) > 1 else ""
        raise InputError(
            f"{lacks} does not rank {shown(odd[0])}{more}, which {has} does; use missing='common' (compare what both "
            "rank) or missing='bottom' with ties='average' or ties='min' (below all others, tied)"
        )
    items = [item for item in a if item in b] if missing == "common" else list(dict.fromkeys((*a, *b)))
    if len(items) < 2:
        count = f"{len(items)} item{'s' * (len(items) != 1)}"
        raise InputError(f"{name} and {other} have {count} in common; at least 2 are needed to compare")
    listed = sum(item in a for item in items), sum(item in b for item in items)
    sides = []
    for called, side, number in ((name, a, listed[0]), (other, b, listed[1])):
        row = competition(np.array([side.get(item, 0) for item in items], dtype=np.int64))
        row = np.where(row == 0, number + 1, row)
        if ties == "error" and _tied(row):
            _refuse_tie(called, row, items, number)
        sides.append(row)
    order = np.lexsort((sides[1], sides[0]))
    return Tied(sides[0][order], sides[1][order], listed, ties)


def _places(found: NamedRankings) -> dict[str, int]:
    """The positions of the items that one ranking ranks."""
    return {item: int(at) for item, at in zip(found.items, found.positions[0], strict=True) if at}


def _tied(row: Array) -> bool:
    return len(np.unique(row)) < len(row)


def _refuse_tie(called: str, row: Array, items: list[str], listed: int) -> NoReturn:
    """Refuse the first tie of a ranking, by the names of two items."""
    starts, sizes = np.unique(row, return_counts=True)
    place = int(starts[np.flatnonzero(sizes > 1)[0]])
    x, y = (shown(items[at]) for at in np.flatnonzero(row == place)[:2])
    ways = "use ties='average' (average positions) or ties='min' (the first position)"
    if place > listed:
        raise InputError(f"{called} leaves out {x} and {y}, which are tied at the bottom; {ways}")
    raise InputError(f"{called} ties {x} and {y}; {ways}")


def _refuse_ties(chosen: Iterable[RankingMetric], which: str) -> None:
    """Refuse metrics that have no rule for ties, by name."""
    without = [one for one in chosen if rule_of(one) is None]
    if without:
        own = all(one.group is Group.OWN for one in without)
        why = "functions of your own take rankings without ties" if own else "no rule for ties is known"
        names = ", ".join(one.name for one in without)
        raise OptionError(f"{which} has ties, and {names} cannot be computed: {why}; leave it out, or break the ties")


def scored(one: RankingMetric, pair: Tied, k: int | None, *, ruled: bool) -> RankingScore:
    """The value of a metric for one ranking, by its rule for ties where such rules are used."""
    size = one.checked_k(k if one.depends_on_k else None, pair.n)
    rule = rule_of(one) if ruled else None
    if rule is None:
        fresh = one.fresh(pair.n, size)
        exact = fresh.exact_value(tuple(pair.first.tolist()), tuple(pair.second.tolist()), size)
        if one.exact_is == "the value" and isinstance(exact, int | Fraction):
            value = as_float(one, exact)  # rounded once
        else:
            value = float(fresh.values(pair.first[None], pair.second[None], size)[0])
        return RankingScore(value if isfinite(value) else None, exact, one.exact_is)
    exact_is = rule.exact_is or one.exact_is
    try:
        exact, value = rule.value(one, replace(pair, k=size))
    except UndefinedError as error:
        return RankingScore(None, None, exact_is, str(error))
    return RankingScore(value if isfinite(value) else None, exact, exact_is)
