"""The catalogue of ranking metrics as data: formula, theoretical group, what each knows of positions, range, exact
type, and what it is at k."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.exact import LogSum, whole
from intervale.rankings.at_k import meaning_at_k
from intervale.rankings.catalogue import METRICS, by_taxonomy, metric, metrics
from intervale.rankings.evaluate import refuse_k
from intervale.rankings.gains import DISCOUNTED
from intervale.rankings.levels import value_text
from intervale.rankings.metric import RankingMetric, unchanged
from intervale.rankings.ranges import MOST_ITEMS, ValueRange, exact_range
from intervale.rankings.taxonomy import Awareness

__all__ = ["MetricEntry", "MetricList", "metric_list", "value_range"]

COLUMNS = (
    "metric", "title", "formula", "group", "kind", "flat", "n", "k", "least", "greatest", "exact_least",
    "exact_greatest", "exact", "exact_is", "more_alike", "rankings", "at_k", "choice",
)  # fmt: skip


@dataclass(frozen=True)
class MetricEntry:
    """A metric of the catalogue with its range over all rankings of n items."""

    metric: RankingMetric
    k: int | None
    range: ValueRange

    @property
    def kind(self) -> Awareness | None:
        return self.metric.awareness

    @property
    def exact(self) -> str:
        """The type of the exact number: whole number, fraction, or sum over logarithms."""
        if isinstance(self.range.exact_greatest, LogSum) or self.metric.statistic is DISCOUNTED:
            return "sum over logarithms"
        return "whole number" if self.metric.statistic.whole and self.metric.outer is unchanged else "fraction"

    @property
    def ends(self) -> tuple[str, str]:
        """The least and the greatest value for people: fractions, or decimals."""
        start = range(1, len(self.range.least_at) + 1)
        k = len(start) if self.k is None else self.k
        return tuple(  # type: ignore[return-value]
            "infinite" if text == "inf" else text
            for text in (
                value_text(self.metric, start, ranking, k) for ranking in (self.range.least_at, self.range.greatest_at)
            )
        )


@dataclass(frozen=True, repr=False)
class MetricList(Tabular):
    """Metrics as Table 1 of the group-theoretic paper divides them, with their ranges over rankings of n items."""

    n: int
    entries: tuple[MetricEntry, ...]

    def __repr__(self) -> str:
        return f"MetricList({len(self.entries)} metrics, rankings of {self.n} items)"

    def columns(self) -> Columns:
        """A row for each metric."""
        return columns_of(COLUMNS, (self._row(entry) for entry in self.entries))

    def _row(self, entry: MetricEntry) -> tuple[Any, ...]:
        one = entry.metric
        kind = entry.kind
        return (
            one.name,
            one.title,
            one.formula,
            str(one.group),
            None if kind is None else str(kind),
            None if kind is None else kind.flat,
            self.n,
            entry.k,
            entry.range.least,
            entry.range.greatest,
            *entry.ends,
            entry.exact,
            one.exact_is,
            "larger" if one.direction > 0 else "smaller",
            one.inputs,
            meaning_at_k(one),
            one.choice,
        )


def metric_list(
    wanted: Iterable[str | RankingMetric | Callable[..., Any]] | None = None, *, n: int = 10, k: int | None = None
) -> MetricList:
    """The metrics of the catalogue, or those named, with what they are and their ranges over all rankings of n items;
    k is n // 2 for metrics with k relevant items, unless it is given.

    >>> found = metric_list(["recall", "DCG", "tau"], n=4)
    >>> [(entry.metric.name, str(entry.kind), entry.ends) for entry in found.entries]  # doctest: +NORMALIZE_WHITESPACE
    [('DCG', 'ranking aware', ('5.48457', '7.32347')), ('Kendall tau', 'equal importance', ('-1', '1')),
     ('recall', 'set based', ('0', '1'))]
    """
    whole("n", n, 2, MOST_ITEMS)
    chosen = (METRICS if wanted is None else metrics(wanted)).values()
    refuse_k(k, chosen)
    return MetricList(n, tuple(_entry(one, n, k) for one in by_taxonomy(chosen)))


def _entry(one: RankingMetric, n: int, k: int | None) -> MetricEntry:
    used = one.checked_k(k, n) if one.depends_on_k else None
    return MetricEntry(one, used, exact_range(one, n, used))


def value_range(wanted: str | RankingMetric, n: int, k: int | None = None) -> ValueRange:
    """The least and the greatest m(σ, ν) over all rankings of n items, exactly, and rankings ν that have them with the
    identity as σ; k is n // 2 where none is given. For metrics of the catalogue and n up to 200.

    >>> found = value_range("MAPE", 4)
    >>> found.exact_least, found.exact_greatest, found.greatest_at
    (Fraction(0, 1), Fraction(7, 6), (4, 3, 1, 2))
    """
    return exact_range(metric(wanted), n, k)
