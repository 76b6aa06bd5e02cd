"""What a cutoff changes on your rankings: how far m@k is from m@(k + i), and which rankings the two order differently
(the group-theoretic paper, §5.5 and §7).

A change counts as small below ε_k, with k the larger cutoff, as in Definition 9. Exact numbers decide where the exact
number is the value; else floats do, and a change that is too near ε_k to be sure is open.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, fields
from fractions import Fraction
from functools import cached_property
from math import isfinite
from typing import Any

from intervale.data.read_rankings import Values
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError, shown
from intervale.exact import whole
from intervale.exact.progress import steps
from intervale.rankings.agreement import PairCounts, pair_counts
from intervale.rankings.at_k import at_k, least_k, most_k
from intervale.rankings.catalogue import metric
from intervale.rankings.criteria import Criteria, criteria_of
from intervale.rankings.disagree import needs_same_items, other_items, refuse_other_items
from intervale.rankings.evaluate import Against, RankingScore, compared
from intervale.rankings.levels import key_levels
from intervale.rankings.metric import RankingMetric
from intervale.rankings.ties import Tied

__all__ = ["CutoffStep", "Cutoffs", "MetricSteps", "cutoffs"]

USUAL = ("nDCG", "recall", "MRR", "Kendall tau", "RBO distance")
"""What is computed where no metric is named."""
MOST_ITEMS = 200
"""Up to so many items all cutoffs are compared, unless some are named."""
NEAR = 1e-9
"""Floats are that near to the number they stand for, relative to the largest of them and 1: a few thousand operations
are far nearer."""


@dataclass(frozen=True)
class CutoffStep:
    """m@k and m@(k + i) of one ranking."""

    ranking: str
    k: int
    first: RankingScore
    second: RankingScore
    epsilon: Fraction

    @property
    def change(self) -> float | None:
        """By how much they differ; None where one of them is undefined, or both are infinite."""
        if self.why:
            return None
        one, two = (float(score.exact) if score.value is None else score.value for score in self._scores)  # type: ignore[arg-type]
        return abs(two - one)

    @property
    def why(self) -> str:
        """Why there is no change to speak of; empty where there is one."""
        first, second = self._scores
        if first.exact is None or second.exact is None:
            return first.why or second.why
        return "both values are infinite" if first.value is None and second.value is None else ""

    @property
    def _scores(self) -> tuple[RankingScore, RankingScore]:
        return self.first, self.second

    @cached_property
    def below(self) -> bool | None:
        """Whether the change is below ε_k; None where it is undefined, or too near to be sure."""
        if self.change is None:
            return None
        x, y = self.first.exact, self.second.exact
        if not any(isinstance(score.exact, float) or score.exact_is != "the value" for score in self._scores):
            return bool(abs(y - x) < self.epsilon)  # type: ignore[operator]
        if not isfinite(self.change):
            return False
        slack = NEAR * max(1.0, *(abs(score.value or 0.0) for score in self._scores))
        apart = self.change - float(self.epsilon)
        return None if abs(apart) <= slack else apart < 0


@dataclass(frozen=True)
class MetricSteps:
    """All steps of one metric."""

    metric: RankingMetric
    steps: tuple[CutoffStep, ...]
    share: Fraction
    orders: PairCounts
    """Pairs of rankings, at all cutoffs together, by what m@k and m@(k + i) say of which is closer to the reference."""

    @property
    def defined(self) -> tuple[CutoffStep, ...]:
        return tuple(step for step in self.steps if step.change is not None)

    @property
    def below(self) -> int:
        return sum(step.below is True for step in self.defined)

    @property
    def open(self) -> int:
        """How many changes are too near ε_k to be sure."""
        return sum(step.below is None for step in self.defined)

    @property
    def stable(self) -> bool | None:
        """Whether the share of small changes is as large as is asked for; None where open or undefined steps decide."""
        wanted, unknown = self.share * len(self.steps), self.open + len(self.steps) - len(self.defined)
        if self.defined and self.below >= wanted:
            return True
        return False if self.below + unknown < wanted else None

    @property
    def largest(self) -> CutoffStep | None:
        """The largest change, the first of several."""
        return max(self.defined, key=lambda step: step.change or 0.0, default=None)

    @property
    def mean(self) -> float | None:
        """The mean change."""
        changes = [step.change or 0.0 for step in self.defined]
        return sum(changes) / len(changes) if changes else None


@dataclass(frozen=True, repr=False, eq=False)
class Cutoffs(Tabular):
    """What cutoffs change, metric by metric. Made by :func:`cutoffs`."""

    against: Against
    by: int
    k: tuple[int, ...] | None
    """The cutoffs that were named; None where all are compared."""
    criteria: Criteria
    metrics: dict[str, MetricSteps]
    left_out: dict[str, str]
    """Metrics that are computed where none is named, and cannot be here, and why."""

    def __repr__(self) -> str:
        stable = [name for name, one in self.metrics.items() if one.stable]
        return f"Cutoffs({len(stable)} of {len(self.metrics)} metrics stable on {len(self.against.pairs)} rankings)"

    def __getitem__(self, name: Any) -> MetricSteps:
        """The steps of a metric."""
        known = name if isinstance(name, str) and name in self.metrics else metric(name).name
        if known not in self.metrics:
            raise OptionError(f"{known} is not here: {', '.join(self.metrics)}")
        return self.metrics[known]

    def columns(self) -> Columns:
        """A row for each metric, ranking and cutoff: both values, the change, and whether it is below ε_k."""
        rows = (
            (
                *(name, step.ranking, step.k, step.k + self.by, step.first.value, step.second.value),
                *(step.first.text, step.second.text, step.change, float(step.epsilon), step.below),
            )
            for name, one in self.metrics.items()
            for step in one.steps
        )
        names = (
            "metric",
            "ranking",
            "k",
            "next_k",
            "value",
            "next",
            "exact",
            "next_exact",
            "change",
            "epsilon",
            "below",
        )
        return columns_of(names, rows)


def cutoffs(
    reference: Any,
    rankings: Any,
    metrics: Iterable[str | RankingMetric | Callable[..., Any]] | None = None,
    *,
    k: int | Iterable[int] | None = None,
    by: int = 1,
    epsilon_k: float | str | Fraction | None = None,
    share: float | str | Fraction | None = None,
    ties: str = "error",
    missing: str = "error",
    values: Values | None = None,
) -> Cutoffs:
    """How much metrics change from cutoff k to k + ``by``, on rankings against a reference.

    ``reference``, ``rankings``, ``ties``, ``missing`` and ``values`` are those of
    :func:`~intervale.rankings.evaluate`; what m@k is, :mod:`~intervale.rankings.at_k` says. ``k`` names the cutoffs;
    without it all are compared, for up to 200 items. A metric is *stable* here if at least ``share`` (0.975) of the
    changes are below ``epsilon_k`` ("1/k", with k the larger cutoff), as the group-theoretic paper asks of random
    rankings.

    >>> rankings = {"x": ["b", "a", "c", "d"], "y": ["a", "b", "d", "c"]}
    >>> found = cutoffs(["a", "b", "c", "d"], rankings, ["recall", "footrule"])
    >>> found["recall"].stable, found["recall"].largest.k, found["recall"].largest.change
    (False, 1, 1.0)
    >>> cutoffs(["a", "b", "c", "d"], rankings, ["nDCG"], k=2, by=2, epsilon_k=0.1)["nDCG"].below
    2
    """
    whole("by", by, 1)
    criteria = criteria_of(epsilon_k=epsilon_k, share=share)
    named = None if k is None else _named(k)
    wanted = USUAL if metrics is None else metrics
    against = compared(reference, rankings, wanted, ties=ties, missing=missing, values=values)
    left_out: dict[str, str] = {}
    if metrics is None and (apart := other_items(against)) is not None:
        left_out = {name: apart for name, one in against.metrics.items() if needs_same_items(one)}
        against = against.without(left_out)
    refuse_other_items(against, needs_same_items)
    spans: dict[tuple[str, str], Iterable[int]] = {}
    refused: OptionError | None = None
    for name, one in against.metrics.items():
        try:
            here = {(name, at): _span(one, at, pair, named, by) for at, pair in against.pairs.items()}
        except OptionError as error:
            if metrics is not None:
                raise
            refused = refused or error  # nobody named it, and others may fit
            left_out[name] = str(error)
        else:
            spans |= here
    if refused is not None and not spans:
        raise refused
    against = against.without(left_out)
    asked = [(*at, k) for at, span in spans.items() for k in sorted({*span, *(k + by for k in span)})]
    scores = {
        (name, ranking, at): at_k(against.metrics[name], against.pairs[ranking], at, ruled=against.ruled)
        for name, ranking, at in steps(asked, "comparing cutoffs")
    }
    found: dict[str, list[CutoffStep]] = {name: [] for name in against.metrics}
    for (name, ranking), span in spans.items():
        for at in span:
            both = scores[name, ranking, at], scores[name, ranking, at + by]
            found[name].append(CutoffStep(ranking, at, *both, criteria.epsilon_k.at(at + by)))
    every = {
        name: MetricSteps(one, tuple(found[name]), criteria.share_of_steps, _orders(one, found[name]))
        for name, one in against.metrics.items()
    }
    return Cutoffs(against, by, named, criteria, every, left_out)


def _named(k: Any) -> tuple[int, ...]:
    """The cutoffs that are named, each once."""
    try:
        listed: list[Any] = [k] if isinstance(k, str | Mapping) else list(k)
    except TypeError:
        listed = [k]
    for one in listed:
        if isinstance(one, Iterable) and not isinstance(one, str):
            raise OptionError(f"k={shown(one)} must be a whole number, or several: k=10 or k=[5, 10]")
    if not listed:
        raise OptionError("k names no cutoff; leave it out for all of them")
    return tuple(dict.fromkeys(listed))


def _span(one: RankingMetric, ranking: str, pair: Tied, named: tuple[int, ...] | None, by: int) -> Iterable[int]:
    """The cutoffs k for which m@k and m@(k + by) are defined: those that are named, or all; where lists leave items
    out, to the end of the shorter one, and one step at least.
    """
    n = pair.n
    least, most = least_k(one), most_k(one, n) - by
    where = f" for {one.name} of {ranking}, which has {n} items"
    if most < least:
        raise OptionError(f"{ranking} has {n} items, too few to compare {one.name}@k with {one.name}@(k + {by})")
    if named is not None:
        return [whole("k", k, least, most, f"{where}{f', with by={by}' if by > 1 else ''}") for k in named]
    if n > MOST_ITEMS:
        raise OptionError(f"{ranking} has {n:,} items, too many to compare all cutoffs (at most {MOST_ITEMS}); name k")
    return range(least, max(least, min(most, min(pair.listed) - by)) + 1)


def _orders(one: RankingMetric, every: Iterable[CutoffStep]) -> PairCounts:
    """Pairs of rankings by what m@k and m@(k + i) say of them, all cutoffs together."""
    by_cutoff: dict[int, list[CutoffStep]] = {}
    for step in every:
        if step.change is not None:
            by_cutoff.setdefault(step.k, []).append(step)
    lists = [
        (key_levels(one, [step.first.exact for step in row]), key_levels(one, [step.second.exact for step in row]))
        for row in by_cutoff.values()
        if len(row) > 1
    ]
    counts = [pair_counts([both])[0] for both in lists]
    return PairCounts(*(sum(getattr(count, field.name) for count in counts) for field in fields(PairCounts)))
