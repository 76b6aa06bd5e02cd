"""On which of your rankings metrics disagree, and the fewest metrics that show every disagreement.

Each ranking is compared with the reference, which is σ in Definition 2 of the group-theoretic paper. Metrics for which
less is better are reversed. Which of two rankings a metric puts closer is decided by exact numbers; floats of a
function of your own are equal where they differ by no more than 1e-12 of the largest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from math import comb
from typing import Any

import numpy as np

from intervale.data.read_rankings import Values
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import InputError, OptionError, shown
from intervale.exact.covers import smallest_cover
from intervale.rankings.agreement import PairCounts, pair_counts
from intervale.rankings.catalogue import METRICS, Listwise, by_taxonomy, metric
from intervale.rankings.evaluate import Against, RankingScores, compared, every_score
from intervale.rankings.levels import key_levels
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised

__all__ = ["Disagreements", "closest", "disagreements", "needs_same_items", "other_items", "refuse_other_items"]


@dataclass(frozen=True)
class Cover:
    """Metrics that show every disagreement, and whether it is proven that no fewer do."""

    names: tuple[str, ...]
    fewest: bool


@dataclass(frozen=True, repr=False, eq=False)
class Disagreements(Tabular):
    """Where metrics disagree on rankings. Made by :func:`disagreements`."""

    scores: RankingScores
    levels: dict[str, Array]
    """By metric, integers that are larger for a ranking that is closer to the reference."""
    left_out: dict[str, str]
    """Metrics that are computed where none is named, and cannot be here, and why."""

    def __repr__(self) -> str:
        return f"Disagreements({len(self.levels)} metrics on {len(self.scores.names)} rankings)"

    @cached_property
    def counts(self) -> dict[tuple[str, str], PairCounts]:
        """By two metrics, the pairs of rankings by what the metrics say of them."""
        pairs = list(combinations(self.levels, 2))
        found = pair_counts([(self.levels[x], self.levels[y]) for x, y in pairs])
        return dict(zip(pairs, found, strict=True))

    @cached_property
    def triples(self) -> dict[tuple[str, str], int]:
        """By two metrics, the sets of three rankings that they order differently: they put at least two of the three
        in opposite order.
        """
        count = len(self.scores.names)
        found = {}
        for pair in self.counts:
            x, y = (self._signs(name) for name in pair)
            same = (x * y >= 0).astype(np.float64) - np.eye(count)  # sums of whole numbers below 2^53: exact
            found[pair] = comb(count, 3) - int(((same @ same) * same).sum()) // 6
        return found

    def pairs(self, first: str, second: str) -> list[tuple[str, str]]:
        """The pairs of rankings of which the first metric puts the first closer, and the second metric the second."""
        names = self.scores.names
        places = np.argwhere((self._signs(first) > 0) & (self._signs(second) < 0))
        return [(names[i], names[j]) for i, j in places.tolist()]

    def _signs(self, name: str) -> Array:
        """For two rankings, 1 where the metric puts the first closer, -1 the second, 0 where it ties them."""
        name = self._known(name)
        return np.asarray(np.sign(self.levels[name][:, None] - self.levels[name][None]))

    def _known(self, name: Any) -> str:
        """A metric by its name here, or another name of it."""
        known = name if isinstance(name, str) and name in self.levels else metric(name).name
        if known not in self.levels:
            raise OptionError(f"{known} is not here; the metrics are: {', '.join(self.levels)}")
        return known

    def __getitem__(self, pair: Any) -> PairCounts:
        """What two metrics, in either order, say of pairs of rankings."""
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise OptionError(f"{shown(pair)} is not two metrics: write found[metric, metric]")
        a, b = (self._known(name) for name in pair)
        if (a, b) in self.counts:
            return self.counts[a, b]
        if a == b:
            raise OptionError(f"{a} is named twice; name two metrics")
        one = self.counts[b, a]
        return replace(one, tied_first=one.tied_second, tied_second=one.tied_first)

    @property
    def most(self) -> tuple[str, str]:
        """The two metrics that agree on the fewest pairs of rankings; of several, those with the most pairs in opposite
        order, then the first.
        """
        return min(self.counts, key=lambda pair: (self.counts[pair].ratio, -self.counts[pair].discordant))

    @cached_property
    def cover(self) -> Cover:
        """The fewest metrics among which two differ, by closer, less close or tied, on every pair of rankings on which
        any two metrics do; none where all agree. There may be several such sets of this size: one is returned, the same
        at each call.
        """
        names = list(self.levels)
        found = smallest_cover(self._needed())
        return Cover(tuple(names[at] for at in found.chosen), found.proven)

    def _needed(self) -> Array:
        """Rows of metrics of which one must be chosen: for each pair of rankings on which metrics differ and each
        group that says the same, those outside it. Two that differ are chosen where no group holds all.
        """
        every = np.stack(list(self.levels.values()))
        i, j = np.triu_indices(every.shape[1], 1)
        signs = np.unique(np.sign(every[:, i] - every[:, j]), axis=1)
        signs = signs[:, (signs != signs[0]).any(0)]
        outside = np.concatenate([(signs != sign).T for sign in (-1, 0, 1)])
        return np.unique(outside[~outside.all(1)].astype(np.int64), axis=0) if signs.size else np.zeros((0, len(every)))

    def columns(self) -> Columns:
        """A row for each pair of metrics: the agreement ratio, the counts behind it, the triples that they order
        differently, and two rankings that they put in opposite order.
        """
        counts = ("concordant", "discordant", "tied_first", "tied_second", "tied_both")
        rows = (
            (
                *(*pair, float(one.ratio), *(getattr(one, name) for name in counts), self.triples[pair]),
                *next(iter(self.pairs(*pair)), ("", "")),
            )
            for pair, one in self.counts.items()
        )
        return columns_of(("a", "b", "ratio", *counts, "triples", "closer_by_a", "closer_by_b"), rows)


def disagreements(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    *,
    k: int | None = None,
    ties: str = "error",
    missing: str = "error",
    values: Values | None = None,
) -> Disagreements:
    """Where metrics disagree on which of two rankings is closer to the reference.

    All arguments are those of :func:`~intervale.rankings.evaluate`, and so are the values that decide. Rankings of
    other items than the reference are refused unless ``missing`` says what they count as; each is then compared with
    the reference on its own items. nDCG is refused where these items differ in number, or in their ties in
    the reference, as no exact number decides there, and so is a ranking for which a metric is undefined. Metrics stand
    as :func:`~intervale.rankings.by_taxonomy` puts them.

    >>> rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"], "z": ["b", "d", "a", "c"]}
    >>> found = disagreements(["a", "b", "c", "d"], rankings, ["tau", "nDCG", "footrule"])
    >>> found.counts["nDCG", "Kendall tau"].ratio, found.pairs("nDCG", "Kendall tau"), len(found.cover.names)
    (Fraction(2, 3), [], 2)
    """
    against = compared(reference, rankings, metrics, ties=ties, missing=missing, values=values)
    if len(against.pairs) < 2:
        raise OptionError("disagreements need at least two rankings beside the reference")
    if metrics is not None:
        refuse_other_items(against, needs_same_items)
    left_out: dict[str, str] = {}
    if metrics is None and (apart := other_items(against)) is not None:
        left_out = {name: apart for name, one in against.metrics.items() if needs_same_items(one)}
        against = against.without(left_out)
    scores = every_score(against, k)
    names = {id(one): name for name, one in scores.metrics.items()}
    found = {}
    for one in by_taxonomy(scores.metrics.values()):
        name = names[id(one)]
        undefined = next((at for at in scores.names if scores.scores[at, name].exact is None), None)
        if undefined is None:
            keys: list[Any] = [scores.scores[at, name].exact for at in scores.names]
            found[name] = key_levels(one, keys) * one.direction
            continue
        why = f"undefined for {undefined}: {scores.scores[undefined, name].why}"
        if metrics is not None:
            raise InputError(f"{name} is {why}; leave out {name} or {undefined}")
        left_out[name] = why
    if len(found) < 2:
        why = "".join(f"; {name}: {text}" for name, text in left_out.items())
        raise OptionError(f"disagreements need at least two metrics{why}")
    return Disagreements(scores, found, left_out)


def closest(scores: RankingScores) -> dict[str, tuple[str, ...]]:
    """By metric, the rankings that are closest to the reference, decided by exact numbers; without the metrics that are
    undefined for a ranking, and nothing where rankings are compared on different items, or there is one.

    >>> from intervale.rankings import evaluate
    >>> rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"]}
    >>> closest(evaluate(["a", "b", "c", "d"], rankings, ["tau", "nDCG"]))
    {'Kendall tau': ('x', 'y'), 'nDCG': ('y',)}
    """
    if len(scores.names) < 2 or scores.uneven:
        return {}
    found = {}
    for name, one in scores.metrics.items():
        keys = [scores.scores[ranking, name].exact for ranking in scores.names]
        if None not in keys:
            levels = key_levels(one, keys) * one.direction
            found[name] = tuple(np.array(scores.names, dtype=object)[levels == levels.max()].tolist())
    return found


def needs_same_items(one: RankingMetric) -> bool:
    """Whether exact numbers decide only among rankings that are compared on the same items of the reference: they are
    not the value, but one that grows with it on these items alone.
    """
    one = one.of if isinstance(one, Listwise) and one.of is not None else one
    return one is METRICS["nDCG"] or (isinstance(one, Normalised) and one.exact_is != "the value")


def other_items(against: Against) -> str | None:
    """Two rankings that are compared with the reference on another number of items, or with other ties in the
    reference; None where there are none.
    """
    (first, one), *others = against.pairs.items()
    for other, pair in others:
        if pair.n != one.n:
            return f"cannot be compared exactly for {first} with {one.n} items and {other} with {pair.n}"
        if not np.array_equal(pair.first, one.first):
            return f"cannot be compared exactly for {first} and {other}, which rank different items"
    return None


def refuse_other_items(against: Against, needed: Callable[[RankingMetric], bool]) -> None:
    """Refuse metrics that need the same items where rankings are compared on different ones."""
    wrong = [name for name, one in against.metrics.items() if needed(one)]
    if wrong and (why := other_items(against)) is not None:
        raise InputError(f"{' and '.join(wrong)} {why}; leave it out, or give rankings of the same items")
