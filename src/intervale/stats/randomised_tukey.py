"""Randomised Tukey HSD: all pairs of systems at once, from exchanging the scores of all systems within each topic.

Resamples are drawn in groups of 500, each from its own seed, which follows from the seed and the number of the group.
So any group can be drawn anywhere, and a resample is the same however many there are and whoever draws it.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import permutations
from math import factorial, inf

import numpy as np

from intervale.stats.blocks import Table, by_blocks
from intervale.stats.families import of_means
from intervale.stats.outcome import Array, Bounds, Outcome, Setting, pairs_of, scaled

__all__ = ["randomised_tukey"]

MOST_EXACT = 1 << 12
"""Up to how many exchanges all are looked at."""
GROUP = 500
"""How many resamples have one seed: another number is another sample."""
PIECE, TASK = 1 << 19, 1 << 21
"""About how many scores are exchanged in one go, and in one task."""


def randomised_tukey(scores: Array, bounds: Bounds | None, setting: Setting) -> Outcome:
    """Tukey's comparison without normal errors (Carterette 2012; Sakai 2018): on each topic the scores are
    exchanged among all systems, and the p-value of a pair is how often the range of the means is at least as large as
    their difference. Where systems are all the same it holds the error of all decisions together at alpha, whatever the
    distribution. All exchanges where there are at most 4,096, the first topic being left as it is, else a sample; p =
    (1 + hits) / (1 + samples). Effect and statistic are those of the two-way analysis of variance.

    Its interval is the difference ± the range that is exceeded with probability alpha, as in Tukey's: it excludes 0
    where p ≤ alpha. Differences between the systems widen it, as the exchanged scores have them too.

    Where scores lie between bounds, so do the difference and each range, by twice the sum over topics of the largest
    error.
    """
    values, unit = scaled(scores)
    systems, topics = values.shape
    first, second = pairs_of(systems)
    freedom = (systems - 1) * (topics - 1)
    found = of_means(scores, None, (first, second), freedom, np.zeros_like, 0.0, by_topic=True)
    every, sums = _every(values), values.sum(axis=1)
    ranges = np.sort(_sampled(values, setting) if every is None else every)
    rounding = 1e-13 * np.abs(values).max(axis=0).sum()
    observed = np.abs(sums[first] - sums[second]) - rounding

    def p_of(limit: Array) -> Array:
        hits = len(ranges) - np.searchsorted(ranges, limit, side="left")
        return np.asarray(hits / len(ranges) if every is not None else (1 + hits) / (1 + len(ranges)))

    low = high = None
    if bounds is not None:
        with np.errstate(over="ignore"):
            errors = bounds.errors / unit
            slack = bounds.apart(first, second).sum(axis=1) / unit + 2 * errors.max(axis=0).sum()
        low, high = p_of(observed + slack), p_of(observed - slack)
    few = int(np.floor(setting.alpha * (len(ranges) + (every is None)) + 1e-9)) - (every is None)
    half = (ranges[len(ranges) - 1 - few] + rounding if few >= 0 else inf) / topics * unit
    difference = (sums[first] - sums[second]) / topics * unit
    return replace(found, p=p_of(observed), low=difference - half, high=difference + half, p_low=low, p_high=high)


def _every(values: Array) -> Array | None:
    """The ranges of sums over all exchanges, or None where these are too many. Which system is which does not change a
    range, so that the first topic is left as it is.
    """
    systems, topics = values.shape
    if systems > 7 or factorial(systems) ** (topics - 1) > MOST_EXACT:
        return None
    orders = np.array(list(permutations(range(systems))))
    sums = values[None, :, 0]
    for topic in range(1, topics):
        sums = (sums[:, None] + values[orders, topic]).reshape(-1, systems)
    return np.asarray(np.ptp(sums, axis=1))


def _sampled(values: Array, setting: Setting) -> Array:
    """The ranges of sums over a sample of exchanges."""
    groups, step = -(-setting.resamples // GROUP), max(1, TASK // (GROUP * values.size))
    # permuting rows asks for Python's lock at each row: threads wait for each other
    return by_blocks(_ranges, Table(values, None, setting), groups, step, "exchanging scores", threads=False)


def _ranges(table: Table, part: slice) -> Array:
    """The ranges of some groups of resamples."""
    by_topic = np.ascontiguousarray(table.scores.T)
    size = max(1, PIECE // by_topic.size)
    found = []
    for group in range(part.start, part.stop):
        random = np.random.default_rng(np.random.SeedSequence(table.setting.seed, spawn_key=(group,)))
        many = min(GROUP, table.setting.resamples - group * GROUP)
        for start in range(0, many, size):
            copies = np.broadcast_to(by_topic, (min(size, many - start), *by_topic.shape))
            found.append(np.ptp(random.permuted(copies, axis=2).sum(axis=1), axis=1))
    return np.concatenate(found)
