"""Type I robustness and stability as the group-theoretic paper defines them: on 1,000 pairs of rankings drawn from
S_100.

Both are statements about a sample, so both come with the seed and with what the sample leaves open (95% from the
spread between pairs). Beside the mean change by a swap stands the largest change that any swap of any two rankings can
make, in closed form where the metric is a sum over items.

How it grows with the pairs drawn and with their size n: a sum over items takes n² steps a pair for its mean change by a
swap, once for all metrics that are made of one sum; inversions take n² comparisons, from which both the swaps and the
curve follow; metrics of a k are counted for all k in one pass of n steps.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import lru_cache, wraps
from math import inf, prod, sqrt
from typing import Any, ParamSpec, TypeVar

import numpy as np

from intervale.exact import whole
from intervale.exact.permutations import apart, compose, inverse, random_permutations, transpositions
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.catalogue import Listwise, metric
from intervale.rankings.gains import DISCOUNTED, ideal
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.normalised import Normalised
from intervale.rankings.statistic import CellProduct, CellSum, Inversions, Statistic
from intervale.rankings.taxonomy import Group

__all__ = ["Sample", "largest_change", "mean_change", "robustness", "stability"]

PAIRS, SIZE, SHARE = 1000, 100, 0.1
"""As in the group-theoretic paper, §5.3 and §5.5. It does not say which k: with 10 of 100 the marks of its Table 3 for
robustness I come out for all 19 metrics of the confusion matrix, with the 30 of its Figure 1 for 8 of them."""
SWAPS = 20
"""How many swaps of a pair are drawn, where changes have no closed form."""
STABLE, EDGE, MARGIN = 0.975, 0.005, 1e-12
KEPT = 1 << 20
"""What was made of samples of so many numbers is kept for the next metric."""
P = ParamSpec("P")
T = TypeVar("T")


@dataclass(frozen=True)
class Sample:
    """How many pairs of rankings are drawn, of how many items, with which k and seed."""

    pairs: int = PAIRS
    size: int = SIZE
    k: int = 10
    seed: int = 0

    def drawn(self) -> tuple[Array, Array]:
        random = np.random.default_rng(self.seed)
        return tuple(random_permutations(self.pairs, self.size, random) for _ in range(2))  # type: ignore[return-value]

    def __str__(self) -> str:
        return f"{self.pairs:,} pairs in S_{self.size}, seed {self.seed}"


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
        return _drawn_changes(one, start if one.inputs == 1 else sigma, nu, k, sample), False
    statistic, slope = one.statistic, one.slope(sample.size, k)
    if one.group is Group.CONFUSION and isinstance(statistic, CellSum):
        return _confusion_changes(one, _rankings(one.inputs, False, sample), k), True
    if slope is not None and isinstance(statistic, CellSum):
        return slope * _cell_changes(statistic, one.inputs, k, sample), True
    if isinstance(statistic, CellSum | CellProduct):
        return _made_changes(one, _rankings(one.inputs, False, sample), k), True
    if slope is not None and isinstance(statistic, Inversions):
        return slope * _inversion_changes(one.inputs, sample), True
    turned = _rankings(one.inputs, False, sample)
    start = np.broadcast_to(np.arange(1, sample.size + 1), turned.shape)
    return _drawn_changes(one, start, turned, k, sample), False


def _kept(make: Callable[P, T]) -> Callable[P, T]:
    """Keep what was made of the last samples, unless they are large: the sample is the last argument."""
    last = lru_cache(maxsize=4)(make)

    @wraps(make)
    def kept(*given: P.args, **named: P.kwargs) -> T:
        sample = given[-1]
        assert isinstance(sample, Sample)
        if sample.pairs * sample.size > KEPT:
            return make(*given, **named)
        found = last(*given, **named)  # type: ignore[arg-type]
        if isinstance(found, np.ndarray):
            found.setflags(write=False)
        return found

    return kept


@_kept
def _rankings(inputs: int, listwise: bool, sample: Sample) -> Array:
    """The rankings ν, with the items named by their positions in σ where the metric takes two; of the inverse rankings
    where they are read as lists.
    """
    sigma, nu = (inverse(side) for side in sample.drawn()) if listwise else sample.drawn()
    return nu if inputs == 1 else compose(nu, inverse(sigma))


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


@_kept
def _cell_changes(statistic: CellSum, inputs: int, k: int, sample: Sample) -> Array:
    """The mean change of a sum over items."""
    cells = statistic.matrix(sample.size, k).astype(np.float64)
    found = [float(np.abs(change, out=change).sum()) for _, change in _swaps(cells, _rankings(inputs, False, sample))]
    return np.array(found) / sample.size**2


def _made_changes(one: RankingMetric, rankings: Array, k: int) -> Array:
    """The mean change of what is made of a sum over items."""
    n = rankings.shape[1]
    assert isinstance(one.statistic, CellSum | CellProduct)
    cells = one.statistic.matrix(n, k).astype(np.float64)
    cells = np.log(cells) if isinstance(one.statistic, CellProduct) else cells
    found = []
    for total, change in _swaps(cells, rankings):
        change += total
        after = one.finished(change, n, k)
        after -= one.finished(np.array(total), n, k)
        found.append(float(np.abs(after, out=after).mean()))
    return np.array(found)


@_kept
def _inversion_changes(inputs: int, sample: Sample) -> Array:
    """The mean change of the number of inversions.

    A swap of x < y at places p < q adds one inversion or takes one away, and two for each number between them in place
    and in size. So over all p < q the absolute changes sum to n(n − 1)/2 plus twice the number of triples of places
    p < r < q whose numbers rise or fall; and of these, r is the middle of (smaller before)·(larger after) + (larger
    before)·(smaller after).
    """
    rows = _rankings(inputs, False, sample).astype(np.int64)
    n = rows.shape[1]
    smaller_after = apart(rows)
    smaller_before = rows - 1 - smaller_after
    larger_before = np.arange(n) - smaller_before
    larger_after = n - rows - larger_before
    triples = (smaller_before * larger_after + larger_before * smaller_after).sum(1)
    return np.asarray((n * (n - 1) + 4 * triples) / n**2)


def _drawn_changes(one: RankingMetric, a: Array, b: Array, k: int, sample: Sample) -> Array:
    random = np.random.default_rng([sample.seed, 1])
    before = one.values(a, b, k)
    found = np.zeros(len(a))
    each = np.arange(len(a))
    for _ in range(SWAPS):
        i, j = random.integers(0, sample.size, (2, len(a)))
        swapped = b.copy()
        swapped[each, i], swapped[each, j] = b[each, j], b[each, i]
        with np.errstate(invalid="ignore"):
            found += np.abs(one.values(a, swapped, k) - before)
    return found / SWAPS


def robustness(one: RankingMetric, sample: Sample) -> Verdict:
    """Definition 5 as it is decided there: the mean change by a swap rounds to 0.00."""
    changes, every = mean_change(one, sample)
    finite = changes[np.isfinite(changes)]
    left_out = len(changes) - len(finite)
    if len(finite) < 2:
        return Verdict(None, why=f"a swap makes it infinite in {left_out} of {sample}")
    mean, spread = float(finite.mean()), 1.96 * float(finite.std(ddof=1)) / sqrt(len(finite))
    swaps = sample.size**2 if every else SWAPS
    k = one.checked_k(sample.k, sample.size) if one.depends_on_k else sample.size
    largest = largest_change(one, sample.size, k)
    said = f"mean change by a swap, i = j included, {mean:.4g} ± {spread:.2g}, {sample}"
    said += f", k = {k}" if one.depends_on_k else ""
    said += "" if every else f", {SWAPS} swaps each"
    said += f", {left_out} left out that are infinite" if left_out else ""
    said += f"; the largest possible is {largest:.4g}" if largest is not None else ""
    witness = None if mean < EDGE else mean
    if abs(mean - EDGE) < spread:
        return undecided(f"{said}; too near 0.005 to be sure of the rounding", len(finite) * swaps)
    return Verdict(mean < EDGE, witness, len(finite) * swaps, Proof.SAMPLED, said)


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
    k = one.checked_k(k, n) if one.depends_on_k else n
    if not one.right_invariant:
        return None
    if isinstance(one, Normalised):
        found = largest_change(one.scaled, n, k)
        return None if found is None else found / one.span(n, k)
    statistic = one.statistic
    if one.group is Group.CONFUSION:
        values = one.finished(np.arange(max(0, 2 * k - n), k + 1), n, k)
        with np.errstate(invalid="ignore"):
            steps = np.abs(np.diff(values))
        return inf if np.isinf(values).any() else float(steps.max(initial=0.0))
    if isinstance(statistic, Inversions):
        return abs(float(one.finished(np.array(2 * n - 3), n, k) - one.finished(np.array(0), n, k)))
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
    cells = np.asarray(statistic.matrix(n, k), dtype=np.float64)
    spread = max(float(np.ptp(cells[a] - cells[:a], axis=1).max()) for a in range(1, n))
    slope = one.slope(n, k)
    return None if slope is None else spread * slope


def curves(one: RankingMetric, sample: Sample) -> Array:
    """m@k for k = 1..n in columns, a row for each pair; not a number where it is undefined.

    m@k has k relevant and retrieved items where the metric knows k; DCG looks at the first k positions, nDCG divides by
    the best DCG there; errors are taken over the items at positions 1..k of σ, as they are (as scikit-learn on the
    first k entries); for correlations, distances and normalised metrics these items are ranked among themselves (as
    scipy does). Items are
    named by their positions in σ where names do not matter; where they may, both rankings are as they were drawn.
    """
    n, listwise = sample.size, isinstance(one, Listwise)
    if isinstance(one, Listwise):
        assert one.of is not None
        one = one.of
    if one.inputs == 2 and not one.right_invariant:
        sigma, nu = sample.drawn()
        return _named_curves(one, *((inverse(sigma), inverse(nu)) if listwise else (sigma, nu)))
    p = _rankings(one.inputs, listwise, sample)
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
    else:
        counted = _counted_among(one.statistic, one.inputs, listwise, sample)
        for k in range(2, n + 1):
            found[:, k - 1] = one.finished(counted[:, k - 1], k, k)
    return found


@_kept
def _counted_by_k(statistic: Statistic, inputs: int, listwise: bool, sample: Sample) -> Array | None:
    """The statistic for k = 1..n, in columns; None where each k has to be asked by itself."""
    p = _rankings(inputs, listwise, sample)
    return statistic.by_k(np.broadcast_to(np.arange(1, sample.size + 1), p.shape), p)


@_kept
def _counted_among(statistic: Statistic, inputs: int, listwise: bool, sample: Sample) -> Array:
    """The statistic of the first k items, ranked among themselves, for k = 2..n, in the columns from the second on."""
    p = _rankings(inputs, listwise, sample)
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


def stability(one: RankingMetric, sample: Sample) -> Verdict:
    """Definition 9 as it is decided there: |m@(k − 1) − m@k| < 1/k in at least 97.5% of the cases."""
    found = curves(one, sample)
    with np.errstate(invalid="ignore"):
        steps = np.abs(np.diff(found, axis=1))
    defined = ~np.isnan(steps)
    # fractions of whole numbers below 10⁶ that differ from 1/k differ by more than the margin: a tie is no "below"
    kept = (steps < 1 / np.arange(2, sample.size + 1) - MARGIN) & defined
    cases = int(defined.sum())
    shares = kept.sum(1) / defined.sum(1)
    share = float(kept.sum() / cases)
    spread = 1.96 * float(shares.std(ddof=1)) / sqrt(len(shares))
    said = f"{share:.2%} ± {spread:.2%} of the steps from k − 1 to k below 1/k, {sample}"
    if abs(share - STABLE) < spread:
        return undecided(f"{said}; too near 97.5% to be sure", cases)
    return Verdict(share >= STABLE, None if share >= STABLE else share, cases, Proof.SAMPLED, said)
