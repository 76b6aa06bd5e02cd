"""Type I robustness: how much a swap of two items changes a metric (the group-theoretic paper, Definition 5).

It is decided on a sample, so a verdict comes with the seed and with what the sample leaves open (95% from the spread
between pairs). Beside the mean change by a swap stands the largest change that any swap of any two rankings can make,
in closed form where the metric is a sum over items.

How it grows with the pairs drawn and with their size n: a sum over items takes n² steps a pair for its mean change by a
swap, once for all metrics that are made of one sum; inversions take n² comparisons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction
from itertools import pairwise
from math import inf, prod, sqrt
from numbers import Rational
from typing import Any

import numpy as np

from intervale.exact import whole
from intervale.exact.permutations import apart, transpositions
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.catalogue import metric
from intervale.rankings.criteria import PAPER_CRITERIA, Criteria, percent
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised
from intervale.rankings.sampled import MARGIN, Sample, kept, renamed
from intervale.rankings.statistic import CellProduct, CellSum, Inversions
from intervale.rankings.taxonomy import Group

__all__ = ["largest_change", "mean_change", "robustness", "small_changes"]

SWAPS = 20
"""How many swaps of a pair are drawn, where changes have no closed form."""


def mean_change(one: RankingMetric, sample: Sample) -> tuple[Array, bool]:
    """For each pair (σ, ν), the mean of ``|m(σ, ν) − m(σ, ν ∘ (i j))|`` over all i and j, equal ones included as in the
    paper's sum over {1, …, n}², and whether all were looked at.

    Where the statistic is a sum over items, or counts inversions, all n² swaps of a pair are looked at together;
    otherwise some are drawn. Where the value is α + β times its statistic, the mean is ``|β|`` times that of the
    statistic, which is kept for the other metrics that are made of it.
    """
    k = one.checked_k(sample.k, sample.size) if one.depends_on_k else sample.size
    if isinstance(one, Normalised):
        changes, every = mean_change(one.scaled, sample)
        return changes / one.span(sample.size, k), every
    if not one.right_invariant:
        sigma, nu = sample.drawn()
        start = np.broadcast_to(np.arange(1, sample.size + 1), nu.shape)
        return _drawn(one, start if one.inputs == 1 else sigma, nu, k, sample).mean(1), False
    statistic, slope = one.statistic, one.slope(sample.size, k)
    if one.group is Group.CONFUSION and isinstance(statistic, CellSum):
        return _confusion_changes(one, renamed(one.inputs, False, sample), k), True
    if slope is not None and isinstance(statistic, CellSum):
        return slope * _cell_changes(statistic, one.inputs, k, sample), True
    if isinstance(statistic, CellSum | CellProduct):
        return np.array([change.mean() for change in _made(one, renamed(one.inputs, False, sample), k)]), True
    if slope is not None and isinstance(statistic, Inversions):
        return slope * _inversion_changes(one.inputs, sample), True
    turned = renamed(one.inputs, False, sample)
    start = np.broadcast_to(np.arange(1, sample.size + 1), turned.shape)
    return _drawn(one, start, turned, k, sample).mean(1), False


def _confusion_changes(one: RankingMetric, rankings: Array, k: int) -> Array:
    """tp falls by one where an item of both tops changes places with one of none, rises where one item of each does."""
    n = rankings.shape[1]
    tp = one.statistic.floats(np.broadcast_to(np.arange(1, n + 1), rankings.shape), rankings, k)
    value = one.finished(tp, n, k)
    falls, rises = 2 * tp * (n - 2 * k + tp), 2 * (k - tp) ** 2
    with np.errstate(invalid="ignore"):
        down = np.where(falls > 0, falls * np.abs(value - one.finished(np.maximum(tp - 1, 0), n, k)), 0.0)
        up = np.where(rises > 0, rises * np.abs(one.finished(np.minimum(tp + 1, k), n, k) - value), 0.0)
    return np.asarray((down + up) / n**2)


def _swaps(cells: Array, rankings: Array) -> Iterator[tuple[float, Array]]:
    """For each ranking, the sum of the cells of all items, and by how much it changes where items i and j are swapped.

    c(i, ν(j)) − c(i, ν(i)) is what item i adds; the transpose is what item j adds. One ranking at a time, in
    two tables that are used again: they stay near the processor.
    """
    n = rankings.shape[1]
    items = np.arange(n)
    moved, change = np.empty((n, n)), np.empty((n, n))
    for places in rankings.astype(np.intp) - 1:
        np.take(cells, places, axis=1, out=moved, mode="clip")
        own = moved[items, items]
        total = float(own.sum())
        moved -= own[:, None]
        yield total, np.add(moved, moved.T, out=change)


@kept
def _cell_changes(statistic: CellSum, inputs: int, k: int, sample: Sample) -> Array:
    """The mean change of a sum over items."""
    cells = statistic.matrix(sample.size, k).astype(np.float64)
    found = [float(np.abs(change, out=change).sum()) for _, change in _swaps(cells, renamed(inputs, False, sample))]
    return np.array(found) / sample.size**2


def _made(one: RankingMetric, rankings: Array, k: int) -> Iterator[Array]:
    """For each ranking, the changes of what is made of a sum over items, by all swaps."""
    n = rankings.shape[1]
    assert isinstance(one.statistic, CellSum | CellProduct)
    cells = one.statistic.matrix(n, k).astype(np.float64)
    cells = np.log(cells) if isinstance(one.statistic, CellProduct) else cells
    for total, change in _swaps(cells, rankings):
        change += total
        with np.errstate(invalid="ignore"):
            after = one.finished(change, n, k)
            after -= one.finished(np.array(total), n, k)
        yield np.abs(after, out=after)


@kept
def _inversion_changes(inputs: int, sample: Sample) -> Array:
    """The mean change of the number of inversions.

    A swap of x < y at places p < q adds one inversion or takes one away, and two for each number between them in place
    and in size. So over all p < q the absolute changes sum to n(n − 1)/2 plus twice the number of triples of places
    p < r < q whose numbers rise or fall; and of these, r is the middle of (smaller before)·(larger after) + (larger
    before)·(smaller after).
    """
    rows = renamed(inputs, False, sample).astype(np.int64)
    n = rows.shape[1]
    smaller_after = apart(rows)
    smaller_before = rows - 1 - smaller_after
    larger_before = np.arange(n) - smaller_before
    larger_after = n - rows - larger_before
    triples = (smaller_before * larger_after + larger_before * smaller_after).sum(1)
    return np.asarray((n * (n - 1) + 4 * triples) / n**2)


def _inversions_of_swaps(rankings: Array) -> Iterator[Array]:
    """For each ranking, the changes of the number of inversions, by all swaps: one, and two for each number between
    those swapped in place and in size.
    """
    n = rankings.shape[1]
    first, last = np.triu_indices(n, 1)
    for row in rankings.astype(np.intp):
        below = np.zeros((n + 1, n + 1), dtype=np.int64)  # how many of the first r numbers are at most v
        below[1:, 1:] = row[:, None] <= np.arange(1, n + 1)
        np.cumsum(below, axis=0, out=below)
        low, high = np.minimum(row[first], row[last]), np.maximum(row[first], row[last])
        between = below[last, high - 1] - below[first + 1, high - 1] - below[last, low] + below[first + 1, low]
        change = np.zeros((n, n))
        change[first, last] = change[last, first] = 1 + 2 * between
        yield change


def _drawn(one: RankingMetric, a: Array, b: Array, k: int, sample: Sample) -> Array:
    """The changes by a few swaps of each pair that are drawn, in columns."""
    random = np.random.default_rng([sample.seed, 1])
    before = one.values(a, b, k)
    found = np.empty((len(a), SWAPS))
    each = np.arange(len(a))
    for swap in range(SWAPS):
        i, j = random.integers(0, sample.size, (2, len(a)))
        swapped = b.copy()
        swapped[each, i], swapped[each, j] = b[each, j], b[each, i]
        with np.errstate(invalid="ignore"):
            found[:, swap] = np.abs(one.values(a, swapped, k) - before)
    return found


def small_changes(one: RankingMetric, sample: Sample, epsilon: float) -> tuple[Array, bool]:
    """For each pair (σ, ν), the share of all i and j, equal ones included, for which ``|m(σ, ν) − m(σ, ν ∘ (i j))|`` is
    below epsilon, and whether all were looked at or some drawn. What stays infinite has not changed.
    """
    changes, every = _changes(one, sample)
    return np.array([float(np.mean(np.isnan(change) | (change < epsilon - MARGIN))) for change in changes]), every


def _changes(one: RankingMetric, sample: Sample) -> tuple[Iterator[Array], bool]:
    """For each pair, the changes by all swaps, or by some that are drawn, and whether they are all."""
    k = one.checked_k(sample.k, sample.size) if one.depends_on_k else sample.size
    if isinstance(one, Normalised):
        changes, every = _changes(one.scaled, sample)
        span = one.span(sample.size, k)
        return (change / span for change in changes), every
    start = np.broadcast_to(np.arange(1, sample.size + 1), (sample.pairs, sample.size))
    if not one.right_invariant:
        sigma, nu = sample.drawn()
        return iter(_drawn(one, start if one.inputs == 1 else sigma, nu, k, sample)), False
    rankings, slope = renamed(one.inputs, False, sample), one.slope(sample.size, k)
    if isinstance(one.statistic, CellSum | CellProduct):
        return _made(one, rankings, k), True
    if slope is not None and isinstance(one.statistic, Inversions):
        return (slope * change for change in _inversions_of_swaps(rankings)), True
    return iter(_drawn(one, start, rankings, k, sample)), False


def robustness(one: RankingMetric, sample: Sample, criteria: Criteria = PAPER_CRITERIA) -> Verdict:
    """Definition 5 as it is decided there: the mean change by a swap rounds to 0.00, which is a mean below ε = 0.005.

    Where a share is asked for, so many of the swaps must change it by less than ε; with a share of 1, all swaps of all
    rankings, as Definition 5 is written, which a closed form decides, or a sample refutes.
    """
    if criteria.share is not None:
        return _share_of_swaps(one, sample, criteria, criteria.share)
    changes, every = mean_change(one, sample)
    finite = changes[np.isfinite(changes)]
    left_out = len(changes) - len(finite)
    if len(finite) < 2:
        return Verdict(None, why=f"a swap makes it infinite in {left_out} of {sample}")
    mean, spread = float(finite.mean()), 1.96 * float(finite.std(ddof=1)) / sqrt(len(finite))
    cases = len(finite) * (sample.size**2 if every else SWAPS)
    largest, epsilon = _largest(one, sample), float(criteria.epsilon)
    said = f"mean change by a swap, i = j included, {mean:.4g} ± {spread:.2g}, {_where(one, sample, every)}"
    said += f", {left_out} left out that are infinite" if left_out else ""
    said += f"; the largest possible is {float(largest):.4g}" if largest is not None else ""
    said += "" if criteria.epsilon == PAPER_CRITERIA.epsilon else f"; below {epsilon:g} is asked for"
    if abs(mean - epsilon) < spread:
        return undecided(f"{said}; too near {epsilon:g} to be sure", cases)
    return Verdict(mean < epsilon, None if mean < epsilon else mean, cases, Proof.SAMPLED, said)


def _share_of_swaps(one: RankingMetric, sample: Sample, criteria: Criteria, wanted: Fraction) -> Verdict:
    """Whether a swap changes it by less than ε in so many cases."""
    epsilon, largest = float(criteria.epsilon), _largest(one, sample)
    if wanted == 1 and largest is not None:
        said = f"the largest change by a swap of rankings of {sample.size} items is {float(largest):.6g}"
        said += ", and it is attained"
        if isinstance(largest, Fraction):
            below = largest < criteria.epsilon
            return Verdict(below, None if below else largest, 0, Proof.THEOREM, said)
        if abs(largest - epsilon) <= MARGIN * max(1.0, largest):
            return undecided(f"{said}; too near {epsilon:g} to be sure")
        return Verdict(largest < epsilon, None if largest < epsilon else largest, 0, Proof.NUMERIC, said)
    shares, every = small_changes(one, sample, epsilon)
    share, spread = float(shares.mean()), 1.96 * float(shares.std(ddof=1)) / sqrt(len(shares))
    cases = len(shares) * (sample.size**2 if every else SWAPS)
    said = f"{share:.2%} ± {spread:.2%} of the swaps, i = j included, change it by less than {epsilon:g}, "
    said += f"{_where(one, sample, every)}; {percent(wanted)} are asked for"
    if wanted == 1 and share == 1:
        return undecided(f"{said}: not refuted", cases)
    if wanted < 1 and abs(share - float(wanted)) < spread:
        return undecided(f"{said}; too near to be sure", cases)
    return Verdict(share >= wanted, None if share >= wanted else share, cases, Proof.SAMPLED, said)


def _where(one: RankingMetric, sample: Sample, every: bool) -> str:
    """What a figure is about: the sample, k, and how many swaps of each pair were drawn."""
    return f"{sample}{f', k = {sample.k}' if one.depends_on_k else ''}{'' if every else f', {SWAPS} swaps each'}"


def _largest(one: RankingMetric, sample: Sample) -> Fraction | float | None:
    k = one.checked_k(sample.k, sample.size) if one.depends_on_k else sample.size
    return _largest_change(one, sample.size, k)


def largest_change(wanted: str | RankingMetric | Callable[..., Any], n: int, k: int | None = None) -> float | None:
    """The supremum of ``|m(σ, ν) − m(σ, ν ∘ (i j))|`` over all rankings and swaps, attained; None where no closed form
    is known.

    - A sum over items changes by c(a, b') + c(a', b) − c(a, b) − c(a', b'), all positions free: the largest spread of
      the difference of two rows of the cells.
    - tp changes by one, wherever it stands.
    - Inversions change by at most 2n − 3.
    - A distance changes by no more than the distance of ν and ν ∘ (i j), and by that much where σ = ν: the largest
      distance of a swap from the identity.
    - The k relevant items of GMR are last, and the last of them changes place with the first item.

    >>> round(largest_change("recall", 100, 30), 6), largest_change("MAE", 10)
    (0.033333, 1.8)
    """
    one = metric(wanted)
    whole("n", n, 2)
    found = _largest_change(one, n, one.checked_k(k, n) if one.depends_on_k else n)
    return None if found is None else float(found)


def _largest_change(one: RankingMetric, n: int, k: int) -> Fraction | float | None:
    """The same, exact where the value is rational in what is counted in whole numbers."""
    if not one.right_invariant:
        return None
    if isinstance(one, Normalised):
        found = _largest_change(one.scaled, n, k)
        return None if found is None else float(found) / one.span(n, k)
    statistic = one.statistic
    if one.group is Group.CONFUSION:
        exact = _by_top_items(one, n, k)
        if exact is not None:
            return max((abs(b - a) for a, b in pairwise(exact)), default=Fraction(0))
        values = one.finished(np.arange(max(0, 2 * k - n), k + 1), n, k)
        with np.errstate(invalid="ignore"):
            steps = np.abs(np.diff(values))
        return inf if np.isinf(values).any() else float(steps.max(initial=0.0))
    if isinstance(statistic, Inversions):
        if one.after is None:
            return abs(Fraction(one.outer(Fraction(2 * n - 3), n, k)) - Fraction(one.outer(Fraction(0), n, k)))
        return abs(float(one.finished(np.array(2 * n - 3), n, k) - one.finished(np.array(0), n, k)))
    if isinstance(statistic, CellSum) and statistic.whole and one.affine and one.after is None:
        slope = abs(Fraction(one.outer(Fraction(1), n, k)) - Fraction(one.outer(Fraction(0), n, k)))
        return int(_largest_spread(statistic.matrix(n, k))) * slope
    if "distance" in one.theorems:
        swaps, _ = transpositions(n)
        return float(one.values(np.broadcast_to(np.arange(1, n + 1), swaps.shape), swaps, k).max())
    if isinstance(statistic, CellProduct):
        if k == n:
            return 0.0
        last = prod(float(x) ** (1 / k) for x in range(n - k + 1, n))
        return float(last * (n ** (1 / k) - 1))
    if not isinstance(statistic, CellSum):
        return None
    change = one.slope(n, k)
    return None if change is None else change * _largest_spread(statistic.matrix(n, k).astype(np.float64))


def _largest_spread(cells: Array) -> Any:
    """The largest spread of the difference of two rows."""
    return max(np.ptp(cells[a] - cells[:a], axis=1).max() for a in range(1, len(cells)))


def _by_top_items(one: RankingMetric, n: int, k: int) -> list[Fraction] | None:
    """The values by how many items are at the top of both rankings; None where they are not all rational."""
    if one.after is not None:
        return None
    found = [one.outer(Fraction(count), n, k) for count in range(max(0, 2 * k - n), k + 1)]
    return [Fraction(value) for value in found] if all(isinstance(value, Rational) for value in found) else None
