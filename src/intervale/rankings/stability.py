"""Stability: how much a metric changes from one cutoff to the next (the group-theoretic paper, Definition 9).

It is decided on a sample, so a verdict comes with the seed and with what the sample leaves open (95% from the spread
between pairs). Metrics of a k are counted for all k in one pass of n steps; inversions take n² comparisons a pair, from
which the whole curve follows.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import sqrt

import numpy as np

from intervale.exact.permutations import apart, inverse
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.catalogue import Listwise
from intervale.rankings.criteria import PAPER_CRITERIA, Criteria, percent
from intervale.rankings.distances import RankBiased
from intervale.rankings.gains import DISCOUNTED, ideal
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised
from intervale.rankings.sampled import MARGIN, Sample, kept, renamed
from intervale.rankings.statistic import CellSum, Inversions, Statistic
from intervale.rankings.taxonomy import Group

__all__ = ["curves", "stability"]


def curves(one: RankingMetric, sample: Sample) -> Array:
    """m@k for k = 1..n in columns, a row for each pair; not a number where it is undefined.

    m@k has k relevant and retrieved items where the metric knows k; DCG looks at the first k positions, nDCG divides by
    the best DCG there; errors are taken over the items at positions 1..k of σ, as they are (as scikit-learn on the
    first k entries); RBO distance goes to depth k; for correlations, other distances and normalised metrics the items
    at positions 1..k of σ are ranked among themselves (as scipy does). Items are named by their positions in σ where
    names do not matter; where they may, both rankings are as they were drawn.
    """
    n, listwise = sample.size, isinstance(one, Listwise)
    if isinstance(one, Listwise):
        assert one.of is not None
        one = one.of
    if one.inputs == 2 and not one.right_invariant:
        sigma, nu = sample.drawn()
        return _named_curves(one, *((inverse(sigma), inverse(nu)) if listwise else (sigma, nu)))
    p = renamed(one.inputs, listwise, sample)
    start = np.broadcast_to(np.arange(1, n + 1), p.shape)
    found = np.full(p.shape, np.nan)
    if one.depends_on_k:
        most = n - one.most_k
        counted = _counted_by_k(one.statistic, one.inputs, listwise, sample)
        if counted is not None:
            found[:, :most] = one.finished(counted[:, :most], n, np.arange(1, most + 1))
        else:
            for k in range(1, most + 1):
                found[:, k - 1] = one.values(start, p, k)
    elif one.group is Group.OWN or isinstance(one, Normalised):
        for k, among in _among(p):
            found[:, k - 1] = one.values(start[:, :k], among, k)
    elif one.statistic is DISCOUNTED:
        by_position = inverse(p)
        found = np.cumsum((n + 1 - by_position) / np.log2(np.arange(2, n + 2)), axis=1)
        if one.after is not None:
            found = found / np.array([ideal(n, k) for k in range(1, n + 1)])
    elif one.group is Group.ERROR:
        assert isinstance(one.statistic, CellSum)
        sums = np.cumsum(one.statistic.cells(start, p, n), axis=1)
        with np.errstate(divide="ignore", invalid="ignore"):
            found = one.finished(sums, np.arange(1, n + 1), n)
    elif isinstance(one, RankBiased):
        found = one.to_each_depth(np.maximum(start, p))
    else:
        counted = _counted_among(one.statistic, one.inputs, listwise, sample)
        for k in range(2, n + 1):
            found[:, k - 1] = one.finished(counted[:, k - 1], k, k)
    return found


@kept
def _counted_by_k(statistic: Statistic, inputs: int, listwise: bool, sample: Sample) -> Array | None:
    """The statistic for k = 1..n, in columns; None where each k has to be asked by itself."""
    p = renamed(inputs, listwise, sample)
    return statistic.by_k(np.broadcast_to(np.arange(1, sample.size + 1), p.shape), p)


@kept
def _counted_among(statistic: Statistic, inputs: int, listwise: bool, sample: Sample) -> Array:
    """The statistic of the first k items, ranked among themselves, for k = 2..n, in the columns from the second on."""
    p = renamed(inputs, listwise, sample)
    if isinstance(statistic, Inversions):  # of each item with those before it
        return np.asarray(np.cumsum(np.arange(p.shape[1]) - (p - 1 - apart(p)), axis=1))
    start = np.broadcast_to(np.arange(1, p.shape[1] + 1), p.shape)
    found = np.zeros(p.shape)
    for k, among in _among(p):
        found[:, k - 1] = statistic.floats(start[:, :k], among, k)
    return found


def _among(p: Array) -> Iterator[tuple[int, Array]]:
    """For k = 2..n, the first k numbers of each row ranked among themselves: one more number moves up those that are
    larger.
    """
    ranks = np.ones(p.shape, dtype=np.int32)
    for k in range(2, p.shape[1] + 1):
        larger = p[:, : k - 1] > p[:, k - 1, None]
        ranks[:, : k - 1] += larger
        ranks[:, k - 1] = k - np.count_nonzero(larger, axis=1)
        yield k, ranks[:, :k]


def _named_curves(one: RankingMetric, sigma: Array, nu: Array) -> Array:
    """m@k of a function of two rankings that may know the names of items: the items at positions 1..k of σ in the order
    of their names, ranked among themselves in both; or the rankings as they are, where it knows k.
    """
    n = sigma.shape[1]
    found = np.full(sigma.shape, np.nan)
    for k in range(1 if one.depends_on_k else 2, n - one.most_k + 1):
        if one.depends_on_k:
            found[:, k - 1] = one.values(sigma, nu, k)
            continue
        top = np.nonzero(sigma <= k)[1].reshape(-1, k)
        a, b = (np.argsort(np.argsort(np.take_along_axis(side, top, 1), axis=1), axis=1) + 1 for side in (sigma, nu))
        found[:, k - 1] = one.values(a, b, k)
    return found


def stability(one: RankingMetric, sample: Sample, criteria: Criteria = PAPER_CRITERIA) -> Verdict:
    """Definition 9 as it is decided there: |m@(k − 1) − m@k| < ε_k = 1/k in at least 97.5% of the cases."""
    found = curves(one, sample)
    with np.errstate(invalid="ignore"):
        steps = np.abs(np.diff(found, axis=1))
    defined = ~np.isnan(steps)
    small = np.array([float(criteria.epsilon_k.at(k)) for k in range(2, sample.size + 1)])
    below = (steps < small - MARGIN) & defined  # what is as large as ε_k is not below it
    cases, wanted = int(defined.sum()), criteria.share_of_steps
    shares = below.sum(1) / defined.sum(1)
    share = float(below.sum() / cases)
    spread = 1.96 * float(shares.std(ddof=1)) / sqrt(len(shares))
    said = f"{share:.2%} ± {spread:.2%} of the steps from k − 1 to k below {criteria.epsilon_k}, {sample}"
    said += "" if criteria.share is None else f"; {percent(wanted)} are asked for"
    if wanted == 1 and share == 1:
        return undecided(f"{said}: not refuted", cases)
    if wanted < 1 and abs(share - float(wanted)) < spread:
        return undecided(f"{said}; too near {percent(wanted)} to be sure", cases)
    return Verdict(share >= wanted, None if share >= wanted else share, cases, Proof.SAMPLED, said)
