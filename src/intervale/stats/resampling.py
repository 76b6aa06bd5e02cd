"""Tests that resample the topics: sign flips of the differences, and a bootstrap of their t statistic.

Draws are made from the seed alone, once in each process. A block is so many pairs; what is counted in it, and the sums
behind the bootstrap's intervals, do not depend on how a product of matrices is added up, which differs with the number
of threads that the library for it has.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from math import ceil, sqrt
from typing import Any

import numpy as np

from intervale.exact.progress import elsewhere
from intervale.stats.blocks import Table, by_blocks
from intervale.stats.outcome import Array, Bounds, Outcome, Setting, differences, over
from intervale.stats.pairwise import t_of_pairs

__all__ = ["bootstrap", "randomisation"]

MOST_EXACT = 12
"""Up to how many topics all sign flips are looked at."""
PIECE, LEAST_PAIRS, TOGETHER = 1 << 19, 8, 2
"""About how many resampled differences are looked at in one go, and of how many pairs at least; so many of these blocks
are a task."""
PRODUCT, LEAST_WIDTH = 1 << 18, 8
"""Products of matrices take at most so many multiplications, but for so many columns: then OpenBLAS does not share them
among threads, which would wait for each other where blocks are done side by side."""
ROUNDING = 1e-12
LEAST_BEYOND = 20
"""How many resamples must lie beyond the ends of an interval for it to be given."""
FAR = 1e100
"""Differences whose largest is 1 that are off by more than this are not known at all."""


class Flips(Table):
    """With a row of signs for each way to exchange scores."""

    @property
    def every(self) -> bool:
        """Whether these are all ways."""
        return bool(self.scores.shape[1] <= MOST_EXACT)

    @cached_property
    def signs(self) -> Array:
        topics = self.scores.shape[1]
        if self.every:
            exchanged = (np.arange(1 << topics)[:, None] >> np.arange(topics)) & 1
        else:
            random = np.random.default_rng(self.setting.seed)
            exchanged = random.integers(0, 2, (self.setting.resamples, topics), dtype=np.int8)
        return np.asarray(1.0 - 2.0 * exchanged)


class Draws(Table):
    """With a row for each resample: how often each topic was drawn."""

    @cached_property
    def drawn(self) -> Array:
        topics = self.scores.shape[1]
        random = np.random.default_rng(self.setting.seed)
        found = random.multinomial(topics, np.full(topics, 1 / topics), size=self.setting.resamples)
        return found.astype(np.float64)


def randomisation(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Fisher's randomisation test: how often the mean difference is at least as large when every topic may have its
    two scores exchanged. All exchanges up to 12 topics, else a sample of them, the same for all pairs; p = (1 + hits) /
    (1 + samples). Effect: Cohen's d for pairs.
    """
    table = Flips(scores, bounds, setting)
    ways = 1 << scores.shape[1] if table.every else setting.resamples
    if not elsewhere():
        _ = table.signs  # before threads ask for it
    statistic, effect, low, high, *hits = _blocks(_flipped, table, ways, "exchanging scores")
    p, *ends = (one / ways if table.every else (1 + one) / (1 + ways) for one in hits)
    return Outcome(statistic, p, effect, low, high, *ends)


def _flipped(table: Flips, part: slice) -> Array:
    """Statistic, effect and confidence interval of a block of pairs, and in how many ways the difference is as large;
    with bounds, at least and at most.
    """
    statistic, _, effect, low, high, *_ = t_of_pairs(table, part)
    first, second = table.pairs(part)
    difference, unit = differences(table.scores, first, second)
    rounding = 1e-13 * np.abs(difference).sum(axis=1)
    observed = np.abs(difference.sum(axis=1)) - rounding
    reached = np.abs(_product(difference, table.signs))
    limits = [observed]
    if table.bounds is not None:
        with np.errstate(over="ignore"):  # far off
            slack = 2 * (table.bounds.apart(first, second) / unit[:, None]).sum(axis=1)
        limits += [observed + slack, observed - slack]
    hits = [(reached >= limit[:, None]).sum(axis=1) for limit in limits]
    return np.array([statistic, effect, low, high, *hits])


def bootstrap(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Paired bootstrap: topics are drawn with replacement, and the t statistic of the differences, moved to mean 0, is
    compared with the observed one (Sakai 2006); p = (1 + hits) / (1 + samples). Its interval is the
    symmetric one of the bootstrapped t, mean ± the quantile of |t| times the standard error (Hall 1988), which goes
    with p. Effect: Cohen's d for pairs.

    Coverage at 95%, simulated, where 80% of the differences are 0: 97% with 25 topics (Student's t: 83% to 90%), 89%
    with 10 (Student's t: 71% to 81%), where 11% of tables have no difference at all.

    Differences that are all the same have no spread, and no sample of them has a mean other than 0 after the move: p is
    the least there is. Where nearly all are the same, many samples consist of these alone; their t is infinite, and
    counts as a hit. That is inherent in a studentised bootstrap: pairs whose decision rests on such samples are marked
    (``shaky``).

    Where scores lie between bounds, so do means and spreads of every sample (a spread is a norm, and moves by no more
    than that of the errors), and with them the number of hits.
    """
    table = Draws(scores, bounds, setting)
    if not elsewhere():
        _ = table.drawn  # before threads ask for it
    statistic, effect, low, high, flat, *hits = _blocks(_bootstrapped, table, setting.resamples, "drawing topics")
    p, *ends = ((1 + one) / (1 + setting.resamples) for one in hits)
    without = (1 + hits[0] - flat) / (1 + setting.resamples)
    shaky = (p > setting.alpha) & (without <= setting.alpha)
    nothing = statistic == 0
    p = np.where(nothing, 1.0, p)
    p_low = p_high = None
    if ends:
        p_low, p_high = np.minimum(ends[0], p), np.maximum(np.where(nothing, 1.0, ends[1]), p)
    if setting.ci_alpha * setting.resamples < LEAST_BEYOND:
        low, high = np.full_like(low, np.nan), np.full_like(high, np.nan)
    return Outcome(statistic, p, effect, low, high, p_low, p_high, shaky & ~nothing)


def _bootstrapped(table: Draws, part: slice) -> Array:
    """Statistic, effect and confidence interval of a block of pairs, how many resamples without spread are hits, and
    how many are in all; with bounds, at least and at most.
    """
    statistic, _, effect, *_ = t_of_pairs(table, part)
    first, second = table.pairs(part)
    drawn, topics = table.drawn, table.scores.shape[1]
    difference, unit = differences(table.scores, first, second)
    mean = difference.mean(axis=1)
    same = np.ptp(difference, axis=1) == 0
    centred = np.where(same[:, None], 0.0, difference - mean[:, None])
    spread = np.abs(centred).max(axis=1)  # the unit from here on: what is rounding is told by the spread alone
    spread = np.where(spread > 0, spread, 1.0)
    centred, mean, unit = centred / spread[:, None], mean / spread, unit * spread
    means = np.abs(_summed(centred, drawn) / topics)
    squares = _summed(centred**2, drawn) / topics - means**2
    squares = np.where(squares <= ROUNDING, 0.0, squares)  # where the largest is 1
    deviation = np.sqrt(squares)
    root = sqrt(max(1, topics - 1))
    observed = np.abs(statistic[:, None]) * (1 - ROUNDING)  # what is as large counts
    ratios = over(means, deviation) * root
    reached = ratios >= observed
    hits = [(reached & (deviation == 0)).sum(axis=1), reached.sum(axis=1)]
    if table.bounds is not None:
        both = table.bounds.apart(first, second) / unit[:, None]
        both = np.minimum(both, FAR)
        off = _product(both, drawn) / topics + both.mean(axis=1)[:, None] + ROUNDING
        wider = np.sqrt(_product(both**2, drawn) / topics) + sqrt(ROUNDING)
        norm = np.sqrt((centred**2).sum(axis=1) / topics)
        slack = np.sqrt((both**2).sum(axis=1) / topics) + ROUNDING
        least = over(np.maximum(np.abs(mean) - both.mean(axis=1), 0.0), norm + slack)[:, None] * root
        most = over(np.abs(mean) + both.mean(axis=1), np.maximum(norm - slack, 0.0))[:, None] * root
        exact = (both == 0).all(axis=1)[:, None]
        few = over(np.maximum(means - off, 0.0), deviation + wider) * root >= most
        many = over(means + off, np.maximum(deviation - wider, 0.0)) * root >= least * (1 - ROUNDING)
        hits += [np.where(exact, reached, one).sum(axis=1) for one in (few, many)]
    error = centred.std(axis=1, ddof=1) / sqrt(topics)
    place = _place(len(drawn), 1 - table.setting.ci_alpha)
    ratios.partition(place, axis=1)
    half = ratios[:, place] * error
    return np.array([statistic, effect, (mean - half) * unit, (mean + half) * unit, *hits])


def _place(count: int, share: float) -> int:
    """Where a quantile stands among so many numbers in order: the least with at least this share up to it.

    >>> [_place(10, share) for share in (0.0, 0.1, 0.11, 0.95)]
    [0, 0, 1, 9]
    """
    return max(0, ceil(count * share - 1))


def _summed(values: Array, drawn: Array) -> Array:
    """Pairs × resamples: the sums of values of at most 1 over the topics drawn.

    A value is cut in two, each a multiple of a power of 2 that is so large that sums of as many as there are topics are
    exact, in whichever order they are added up. Only the sum of the two is rounded.
    """
    unit = 2.0 ** (52 - drawn.shape[1].bit_length())
    high = np.rint(values * unit) / unit
    low = np.rint((values - high) * unit**2) / unit**2
    found = _product(high, drawn)
    found += _product(low, drawn)
    return found


def _product(values: Array, drawn: Array) -> Array:
    """``values @ drawn.T``, so many columns at a time."""
    found = np.empty((len(values), len(drawn)))
    width = max(LEAST_WIDTH, PRODUCT // max(1, values.size))
    for start in range(0, len(drawn), width):
        np.matmul(values, drawn[start : start + width].T, out=found[:, start : start + width])
    return found


def _blocks(function: Callable[[Any, slice], Array], table: Table, resamples: int, what: str) -> Array:
    """What a function finds in all pairs."""
    step = max(LEAST_PAIRS, PIECE // resamples)
    return by_blocks(function, table, table.count, step, what, together=TOGETHER)
