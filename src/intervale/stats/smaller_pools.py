"""What a smaller pool changes: the ranking of systems and the decisions of a test, with a part of the judgments.

Ferrante, Ferro and Pontarollo 2019, §8, ask how measures on interval scales stand pools that are downsampled; the
uniform samples are those of Buckley and Voorhees 2004, the pools of smaller depth those of Zobel 1998.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, replace
from math import floor
from os import PathLike
from typing import Any

import numpy as np

from intervale.data import Policy
from intervale.data.provenance import Provenance
from intervale.data.tabular import Columns, Tabular, columns_of
from intervale.errors import IntervaleError, OptionError, shown
from intervale.evaluation import Evaluation
from intervale.evaluation.evaluate import MeasureLike, score_judged
from intervale.evaluation.reduced import ReducibleRuns
from intervale.exact import bounded_number, whole
from intervale.exact.executors import ExecutorLike
from intervale.exact.progress import elsewhere, parallel, parallel_map, steps
from intervale.measures import Measure, named_measures
from intervale.stats.coefficients import tau
from intervale.stats.corrections import adjusted
from intervale.stats.outcome import Setting
from intervale.stats.ranks import leading
from intervale.stats.registry import TESTS
from intervale.stats.scale_notes import scale_notes

__all__ = ["DEPTHS", "SHARES", "Kept", "Robustness", "robustness"]

Array = np.ndarray[Any, Any]
SHARES = (0.1, 0.25, 0.5, 0.75)
DEPTHS = (5, 10, 20, 50)
MOST_DRAWS, MOST_KEPT, DEEPEST = 10_000, 100, 10**6
ENDS = (0.025, 0.975)
"""Between these quantiles of the draws lie the intervals."""


@dataclass(frozen=True, eq=False)
class Kept:
    """One measure with a part of the judgments, draw by draw: Kendall's tau-b of the means with those by all judgments,
    not a number where all means are the same; the share of pairs with the same decision; how many are significant.
    """

    measure: str
    keep: float
    tau: Array
    decisions: Array
    significant: Array

    @staticmethod
    def around(draws: Array) -> tuple[float, float, float]:
        """The mean over draws, and between what the middle 95% of them lie."""
        known = draws[~np.isnan(draws)]
        if not len(known):
            return float("nan"), float("nan"), float("nan")
        low, high = (float(x) for x in np.quantile(known, ENDS))
        return float(known.mean()), low, high


@dataclass(frozen=True, eq=False, repr=False)
class Robustness(Tabular):
    """Measures with parts of the judgments: ``kept`` has an entry for each part and measure, ``judgments`` and
    ``without`` how many judgments there are with each part, and topics without a relevant one, as means over draws.
    """

    systems: int
    topics: int
    measures: tuple[str, ...]
    by: str
    keep: tuple[float, ...]
    draws: int
    seed: int
    alpha: float
    kept: tuple[Kept, ...]
    judgments: tuple[float, ...]
    without: tuple[float, ...]
    significant: dict[str, int]
    """By all judgments, the number of significant pairs of each measure."""
    notes: tuple[str, ...]

    def __repr__(self) -> str:
        least = self.keep[0]
        means = [f"{one.measure}: {Kept.around(one.tau)[0]:.3f}" for one in self.kept if one.keep == least]
        part = f"{least:.0%} of the judgments" if self.by == "uniform" else f"a pool of depth {least}"
        return f"Robustness({self.systems} systems; tau with {part}: {', '.join(means[:4])})"

    def columns(self) -> Columns:
        """A row for each measure and part of the judgments: means over draws, each with the middle 95% of draws."""
        rows = []
        for one in self.kept:
            place = self.keep.index(one.keep)
            about_it = one.measure, self.by, one.keep, self.judgments[place], self.without[place]
            around = (*Kept.around(one.tau), *Kept.around(one.decisions))
            rows.append((*about_it, *around, float(one.significant.mean()), self.significant[one.measure]))
        about = ("measure", "by", "keep", "judgments", "topics_without_relevant")
        spread = ("tau", "tau_low", "tau_high", "decisions", "decisions_low", "decisions_high")
        return columns_of(
            (*about, *spread, "significant", "significant_by_all"),
            ([None if x != x else x for x in row] for row in rows),
        )


def robustness(
    qrels: Any,
    runs: Any,
    measures: MeasureLike | Iterable[MeasureLike] | dict[str, MeasureLike],
    *,
    by: str = "uniform",
    keep: float | str | Sequence[float | str] | None = None,
    draws: int = 10,
    seed: int = 0,
    alpha: float = 0.05,
    interval: bool = False,
    strict: bool = False,
    ties: str = "trec",
    duplicates: str = "error",
    topics: Iterable[str | int] | str | PathLike[str] | None = None,
    grades: int | None = None,
    depth: int | None = None,
    encoding: str | None = None,
    workers: int | None = None,
    columns: Any = None,
    relevant_from: float | None = None,
    executor: ExecutorLike | None = None,
) -> Robustness:
    """Rank and compare systems with a part of the judgments: how alike the ranking is to that by all judgments
    (Kendall's tau-b of means), and on which share of pairs Student's t test with Holm's correction decides as before:
    significant in the same direction, or not significant.

    ``by="uniform"`` draws judgments of each topic without replacement: of n judgments, relevant or not, the whole
    number next to ``keep`` · n, at least one, is kept, the same for all systems; ``keep`` are shares. The judgments of
    a draw with a smaller share are among those with a larger one. ``by="depth"`` keeps the documents that one of the
    runs has within its first ``keep`` ranks, and draws nothing. Other documents count as unjudged. The top grade and
    all policies stay as with all judgments; a topic that a run lacks scores 0, and one without a relevant document left
    as in :func:`~intervale.evaluate`.

    Runs are read and judged once. Same seed, same answer: a draw does not depend on how many there are. ``workers`` and
    ``executor`` are those of :func:`~intervale.parallel`.

    >>> qrels = {t: {"a": 1, "b": 1, "c": 0} for t in "123"}
    >>> runs = {
    ...     name: {t: {d: 9.0 - n for n, d in enumerate(order)} for t in "123"}
    ...     for name, order in {"A": "abc", "B": "cab", "C": "xcb"}.items()
    ... }
    >>> robustness(qrels, runs, "AP", keep=[0.7, 1]).kept[-1].tau.tolist()
    [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
    """
    wanted = named_measures(measures)
    if not wanted:
        raise OptionError("robustness needs at least one measure, such as nDCG@10")
    parts = _parts(by, keep)
    draws = whole("draws", draws, 1, MOST_DRAWS) if by == "uniform" else 1
    whole("seed", seed, 0)
    if not 0 < alpha < 1:
        raise OptionError(f"alpha={alpha} must be a number above 0 and below 1")
    policy = Policy(ties, "zero", duplicates, grades, depth, relevant_from)
    with parallel(workers, executor):
        pool = ReducibleRuns.of(qrels, runs, policy, topics=topics, encoding=encoding, workers=workers, columns=columns)
        if len(pool.numbered.systems) < 2:
            raise OptionError("robustness compares systems, and found one: give at least two runs")
        if len(pool.numbered.topics.names) < 2:
            raise OptionError("a test needs at least two topics, found one")
        every = score_judged(
            pool.judged(np.ones(len(pool.grades), dtype=bool)), wanted, Provenance(), interval=interval, strict=strict
        )
        assumes = scale_notes(every, TESTS["t"], strict)
        before = [_ranked(every, name, alpha) for name in every.names]
        found = np.full((len(parts), len(every.names), draws, 3), np.nan)
        counts = np.zeros((len(parts), draws, 2))
        tasks = [(draw, part) for draw in range(draws) for part in range(len(parts))]
        known = dict(zip(every.names, every.measures, strict=True))
        given = _Pools(pool, known, tuple(before), by, parts, seed, alpha)
        what = "smaller pools"
        if elsewhere():
            made = parallel_map(_smaller_by_one, tasks, what, given=given, local=False)
        else:
            made = (_smaller(given, task) for task in steps(tasks, what))
        for (draw, part), (size, of_measures) in zip(tasks, made, strict=True):
            counts[part, draw], found[part, :, draw] = size, of_measures
    kept = [
        Kept(name, parts[part], *(found[part, m, :, k] for k in range(3)))
        for part in range(len(parts))
        for m, name in enumerate(every.names)
    ]
    judgments, without = (tuple(float(x) for x in counts[:, :, k].mean(axis=1)) for k in range(2))
    significant = {name: int(np.count_nonzero(old[1])) for name, old in zip(every.names, before, strict=True)}
    notes = (*assumes, *_notes(every, pool, without))
    sizes = len(every.systems), len(every.topics)
    return Robustness(
        *sizes, every.names, by, parts, draws, seed, alpha, tuple(kept), judgments, without, significant, notes
    )


@dataclass(frozen=True, eq=False)
class _Pools:
    """What all smaller pools are made from, and compared with."""

    pool: ReducibleRuns
    measures: dict[str, Measure]
    before: tuple[tuple[Array, Array], ...]
    by: str
    parts: tuple[float, ...]
    seed: int
    alpha: float

    def __reduce__(self) -> tuple[Any, ...]:
        rest = (getattr(self, field.name) for field in fields(self)[1:])
        return type(self), (replace(self.pool), *rest)  # without what it keeps


Smaller = tuple[tuple[int, int], list[tuple[float, float, int]]]


def _smaller(given: _Pools, task: tuple[int, int]) -> Smaller:
    """With one draw of one part: how many judgments there are, and topics without a relevant one; and of each measure
    tau, the share of the same decisions, and how many pairs are significant.
    """
    draw, part = task
    judged = given.pool.judged(_kept(given.pool, given.by, given.parts[part], given.seed, draw))
    smaller = score_judged(judged, given.measures, Provenance())
    of_measures = []
    for name, (means_before, decided_before) in zip(given.measures, given.before, strict=True):
        means, decided = _ranked(smaller, name, given.alpha)
        same = float((decided == decided_before).mean())
        of_measures.append((tau(means_before, means), same, int(np.count_nonzero(decided))))
    return (len(judged.topics.grades), int((judged.topics.recall_base() == 0).sum())), of_measures


def _smaller_by_one(given: _Pools, task: tuple[int, int]) -> Smaller:
    """The same by one worker, who has no threads."""
    with parallel(1, "threads"):
        return _smaller(given, task)


def _parts(by: str, keep: float | str | Sequence[float | str] | None) -> tuple[float, ...]:
    """The shares, or depths, in ascending order."""
    if by not in ("uniform", "depth"):
        raise OptionError(
            f"by={shown(by)} is unknown; use uniform (a share of the judgments) or depth (a shallower pool)"
        )
    usual = SHARES if by == "uniform" else DEPTHS
    asked = [keep] if isinstance(keep, int | float | str) else list(usual if keep is None else keep)
    if not 1 <= len(asked) <= MOST_KEPT:
        raise OptionError(f"keep= needs 1 to {MOST_KEPT} numbers, found {len(asked)}")
    numbers = []
    for one in asked:
        try:
            number = bounded_number(one)
        except (IntervaleError, TypeError):
            raise OptionError(f"keep={shown(one)} is not a number") from None
        if by == "uniform" and not 0 < number <= 1:
            raise OptionError(f"keep={shown(one)} must be a share above 0 and up to 1, or a depth with by='depth'")
        if by == "depth" and not (number.denominator == 1 and 1 <= number <= DEEPEST):
            raise OptionError(f"keep={shown(one)} must be a depth, a whole number from 1 to {DEEPEST:,}")
        numbers.append(int(number) if by == "depth" else float(number))
    return tuple(sorted(set(numbers)))


def _kept(pool: ReducibleRuns, by: str, part: float, seed: int, draw: int) -> Array:
    """Which judgments are kept."""
    if by == "depth":
        return np.asarray(pool.best_ranks <= part)
    priority = np.random.default_rng([seed, draw]).random(len(pool.grades))
    share = bounded_number(part)
    counts = np.array([max(1, floor(share * int(n) + bounded_number("0.5"))) for n in pool.sizes()])
    return pool.first(priority, counts)


def _ranked(found: Evaluation, name: str, alpha: float) -> tuple[Array, Array]:
    """The means as they are compared, and by pair 1 or −1 where the first or the second is significantly larger."""
    means = leading(np.array([found.mean(system, name) for system in found.systems]))
    outcome = TESTS["t"].run(found.matrix(name), None, Setting(alpha))
    significant = adjusted(outcome.p, "holm") <= alpha
    return means, np.where(significant, np.sign(outcome.statistic), 0.0)


def _notes(every: Evaluation, pool: ReducibleRuns, without: tuple[float, ...]) -> tuple[str, ...]:
    notes = []
    empty = int((every.judged.topics.recall_base() == 0).sum()) if every.judged is not None else 0
    if max(without) > empty:
        notes.append(
            f"up to {max(without):g} of {len(every.topics):,} topics (mean over draws) have no relevant document with "
            f"fewer judgments, {empty} with all: measures that need one score 0 there"
        )
    bounded = [name for name in every.names if every.bounds_of(name) is not None]
    if bounded:
        notes.append(f"{', '.join(bounded)}: scores lie between bounds, and their middles are compared")
    return (*notes, *every.notes)
