"""How stable the ranking of systems by a measure is when topics are halved, and how many topics carry it.

Topics are split at random into two halves of one size, and systems are ranked by their means on each. A *swap* is a
pair of systems that the halves order differently, as in Voorhees and Buckley 2002, *The effect of topic set size on
retrieval experiment error*, SIGIR; their bins of differences are not used here. A measure may rank stably and still
rest on few topics, or the other way round, so that both stand side by side.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from math import comb, sqrt
from typing import Any

import numpy as np

from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import OptionError
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluate import MeasureLike
from intervale.evaluation.evaluation import evaluation_of
from intervale.exact import whole
from intervale.exact.progress import parallel_map
from intervale.measures import Measure
from intervale.measures.spread import effective_number, one_carries
from intervale.stats.coefficients import tau
from intervale.stats.ranks import leading

__all__ = ["SPLITS", "MeasureStability", "Stability", "stability"]

Array = np.ndarray[Any, Any]
SPLITS, MOST_SPLITS = 200, 100_000
MOST_WORK = 2 * 10**10
"""How many pairs of systems may be compared, over all splits and measures."""
ENDS = (0.025, 0.975)
"""Between these quantiles lies the middle 95% of splits."""
NOT_NEW = "spreads are over random halves of these topics, and say nothing about new topics"
MOST_IN_REPR = 4


@dataclass(frozen=True, eq=False)
class MeasureStability:
    """One measure, split by split: Kendall's tau-b of the two rankings of systems (not a number where a half ties all),
    the share of pairs that the halves order differently, and the share that one of them ties; and how many topics
    carry its means and differences.
    """

    name: str
    tau: Array
    swaps: Array
    tied: Array
    behind: float | None
    """The effective number of topics behind a mean, (Σ x)² / Σ x², the median over systems; None where scores are below
    0, or all are 0."""
    behind_difference: float | None
    """The effective number of topics behind a difference, (Σ |d|)² / Σ d², the median over pairs of systems that differ
    on a topic; None where there are none."""
    carried: int | None
    """Of how many systems one topic makes more than half of the mean; None where scores are below 0."""
    opened: int
    """How many pairs of systems have means over all topics whose order is open within the bounds of their scores."""

    @property
    def mean_tau(self) -> float | None:
        """The mean over splits; None where no split has a ranking on both halves."""
        return around(self.tau)[0]

    @property
    def swap_rate(self) -> float | None:
        """The mean share of pairs of systems that the two halves order differently."""
        return around(self.swaps)[0]


@dataclass(frozen=True, eq=False, repr=False)
class Stability(Tabular):
    """How stable rankings of systems are under halving of topics, measure by measure on the same splits."""

    systems: int
    topics: int
    half: int
    """How many topics each half has."""
    splits: int
    seed: int
    measures: tuple[MeasureStability, ...]
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        means = [f"{one.name} {_short(one.mean_tau)}" for one in self.measures[:MOST_IN_REPR]]
        more = ", …" if len(self.measures) > MOST_IN_REPR else ""
        return f"Stability({self.systems} systems, halves of {self.half} topics; tau {', '.join(means)}{more})"

    def __getitem__(self, name: str) -> MeasureStability:
        for one in self.measures:
            if one.name == name:
                return one
        raise OptionError(f"unknown measure {name!r}; the measures are: {', '.join(one.name for one in self.measures)}")

    def paired(self, a: str, b: str) -> tuple[float, float] | None:
        """By how much the tau of the first measure is larger than that of the second on the same split: the mean over
        splits, and the share of splits on which it is larger. None where no split ranks by both.
        """
        apart = self[a].tau - self[b].tau
        apart = apart[~np.isnan(apart)]
        return (float(apart.mean()), float((apart > 0).mean())) if len(apart) else None

    def columns(self) -> Columns:
        """A row for each measure."""
        spread = ("tau", "tau_sd", "tau_low", "tau_high", "tau_se")
        names = ("measure", *spread, "swap_rate", "swap_rate_sd", "tied", "splits_ranked")
        more = ("topics_behind_mean", "topics_behind_difference", "systems_carried", "carried_share", "open_pairs")
        return columns_of((*names, *more), (self._row(one) for one in self.measures))

    def _row(self, one: MeasureStability) -> tuple[Any, ...]:
        swaps = around(one.swaps)
        share = None if one.carried is None else one.carried / self.systems
        carried = (one.behind, one.behind_difference, one.carried, share, one.opened)
        ranked = int((~np.isnan(one.tau)).sum())
        return (one.name, *around(one.tau), swaps[0], swaps[1], around(one.tied)[0], ranked, *carried)


Spread = tuple[float | None, float | None, float | None, float | None, float | None]


def around(draws: Array) -> Spread:
    """The mean over splits, their standard deviation, between what the middle 95% lie, and the standard error of the
    mean, which says how far it is from that over all splits; None where no split has a value, or one alone no spread.

    >>> around(np.array([0.5, 0.7, np.nan]))[0], around(np.array([np.nan]))
    (0.6, (None, None, None, None, None))
    """
    known = draws[~np.isnan(draws)]
    if not len(known):
        return None, None, None, None, None
    low, high = (float(x) for x in np.quantile(known, ENDS))
    sd = float(known.std(ddof=1)) if len(known) > 1 else None
    return float(known.mean()), sd, low, high, None if sd is None else sd / sqrt(len(known))


def stability(
    evaluation: Evaluation,
    measures: MeasureLike | Iterable[MeasureLike] | None = None,
    *,
    splits: int = SPLITS,
    seed: int = 0,
) -> Stability:
    """How stable the ranking of systems by each measure is when topics are split at random into two halves.

    For each of ``splits`` splits and each measure: Kendall's tau-b of the means on the two halves, and the share of
    pairs of systems that the halves order differently. Halves have one size; of an odd number of topics one, drawn with
    the split, is left out. Means that agree in 12 digits are tied. A pair that is tied on a half is no swap, and is
    counted apart. All measures see the same splits; a split does not depend on how many there are. Beside it stands how
    many topics carry a mean and a difference of two means, and of how many systems one topic makes more than half of
    the mean: these are over all topics.

    Rankings by halves rest on half of the topics: all topics together rank more stably than that. What splits differ by
    is the spread over random halves of one set of topics; it is no confidence interval for new topics. Where scores are
    known between bounds, their middles are ranked, and a note counts pairs that are open. ``measures`` selects or
    computes measures; without it, those of the evaluation.

    >>> from intervale.evaluation import read_scores
    >>> found = stability(read_scores({"A": [4, 5, 6, 5], "B": [1, 2, 9, 1], "C": [1, 1, 2, 1]}, measure="x"))
    >>> found["x"].swap_rate, round(found["x"].behind_difference, 2)  # of 4 topics
    (0.0, 3.93)
    """
    evaluation = evaluation_of(evaluation, "stability")
    found = evaluation if measures is None else evaluation.score(measures)
    found.needed_scores("stability")
    _check(found, splits, seed)
    halves = _halves(len(found.topics), splits, seed)
    given = [
        (name, measure, found.matrix(name), found.mean_order(name).open_pairs if found.bounds_of(name) else 0)
        for name, measure in zip(found.names, found.measures, strict=True)
    ]
    done = tuple(parallel_map(_stable, given, "halves of topics", given=halves))
    size = len(found.systems), len(found.topics)
    return Stability(*size, size[1] // 2, splits, seed, done, (*_notes(found, done, splits), *found.notes))


def _check(evaluation: Evaluation, splits: int, seed: int) -> None:
    systems, topics = len(evaluation.systems), len(evaluation.topics)
    whole("splits", splits, 1, MOST_SPLITS)
    whole("seed", seed, 0)
    if systems < 2:
        raise OptionError("stability ranks systems, and found one: give at least two")
    if topics < 2:
        raise OptionError(f"two halves need at least two topics, found {topics}")
    work = systems**2 * splits * len(evaluation.names)
    if work > MOST_WORK:
        fewer = max(1, MOST_WORK // (systems**2 * len(evaluation.names)))
        raise OptionError(
            f"{work:,} comparisons of systems are too many: use splits={fewer:,}, or fewer systems or measures"
        )


def _halves(topics: int, splits: int, seed: int) -> Array:
    """For each split the topics of the first half, then those of the second."""
    drawn = (np.random.default_rng([seed, split]).permutation(topics) for split in range(splits))
    return np.array([order[: topics // 2 * 2].reshape(2, -1) for order in drawn])


def _stable(halves: Array, task: tuple[str, Measure, Array, int]) -> MeasureStability:
    """One measure on all splits."""
    name, measure, scores, opened = task
    taus, swaps, tied = np.array([_split(measure, scores, both) for both in halves]).T
    filled, below = np.nan_to_num(scores), bool((scores < 0).any())
    behind = effective_number(filled)
    known = behind[~np.isnan(behind)]
    return MeasureStability(
        name,
        taus,
        swaps,
        tied,
        None if below or not len(known) else float(np.median(known)),
        _behind_difference(scores),
        None if below else int(one_carries(scores).sum()),
        opened,
    )


def _split(measure: Measure, scores: Array, halves: Array) -> tuple[float, float, float]:
    """Tau-b of the two rankings, the share of pairs that are swapped, and the share that one half ties."""
    means = [leading(_means(measure, scores[:, half])) for half in halves]
    known = ~(np.isnan(means[0]) | np.isnan(means[1]))
    x, y = (one[known] for one in means)
    pairs = len(x) * (len(x) - 1)
    if not pairs:
        return float("nan"), float("nan"), float("nan")
    product = np.sign(x[:, None] - x[None]) * np.sign(y[:, None] - y[None])
    tied = int((product == 0).sum()) - len(x)
    return tau(x, y), int((product < 0).sum()) / pairs, tied / pairs


def _means(measure: Measure, scores: Array) -> Array:
    """What each system has on these topics, put together as the measure asks."""
    if measure.aggregate != "mean":
        return np.array([measure.combine(row) for row in scores])
    answered = (~np.isnan(scores)).sum(axis=1)
    total = np.nan_to_num(scores).sum(axis=1)
    found: Array = np.divide(total, answered, out=np.full(len(scores), np.nan), where=answered > 0)
    return found


def _behind_difference(scores: Array) -> float | None:
    """The median over pairs of systems of the effective number of topics behind their difference, on topics that both
    have.
    """
    found = [effective_number(np.nan_to_num(np.abs(scores[a] - scores[a + 1 :]))) for a in range(len(scores) - 1)]
    known = np.concatenate(found)
    known = known[~np.isnan(known)]
    return float(np.median(known)) if len(known) else None


def _notes(evaluation: Evaluation, done: tuple[MeasureStability, ...], splits: int) -> list[str]:
    topics = len(evaluation.topics)
    notes = [NOT_NEW]
    if topics % 2:
        notes.append(f"of {topics:,} topics one, drawn with each split, is left out, so that halves have one size")
    different = (topics if topics % 2 else 1) * comb(topics // 2 * 2, topics // 2) // 2
    if splits > different:
        notes.append(f"there are {different:,} different splits of {topics:,} topics: some are drawn more than once")
    notes += [
        f"{one.name}: the order of {one.opened:,} pairs of means is open within bounds; middles were used"
        for one in done
        if one.opened
    ]
    without = [one.name for one in done if np.isnan(one.tau).any()]
    if without:
        notes.append(f"{', '.join(without)}: splits on which a half ties all systems have no tau, and are left out")
    return notes


def _short(value: float | None) -> str:
    return "-" if value is None else f"{value:.3f}"
