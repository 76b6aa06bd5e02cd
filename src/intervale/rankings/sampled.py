"""Type I robustness and stability as the group-theoretic paper defines them: on 1,000 pairs of rankings drawn from
S_100.

Both are statements about a sample, so both come with the seed and with what the sample leaves open (95% from the
spread between pairs). Beside the mean change by a swap stands the largest change that any swap of any two rankings can
make, in closed form where the metric is a sum over items.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from math import inf, prod, sqrt
from typing import Any

import numpy as np

from intervale.exact import whole
from intervale.exact.permutations import compose, inverse, random_permutations, transpositions
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.catalogue import Listwise, metric
from intervale.rankings.gains import DISCOUNTED, ideal
from intervale.rankings.metric import Array, Group, RankingMetric
from intervale.rankings.statistic import CellProduct, CellSum, Inversions

__all__ = ["Sample", "largest_change", "mean_change", "robustness", "stability"]

PAIRS, SIZE, SHARE = 1000, 100, 0.1
"""As in the group-theoretic paper, §5.3 and §5.5. It does not say which k: with 10 of 100 the marks of its Table 3 for
robustness I come out for all 19 metrics of the confusion matrix, with the 30 of its Figure 1 for 8 of them."""
SWAPS = 20
"""How many swaps of a pair are drawn, where changes have no closed form."""
STABLE, EDGE, MARGIN = 0.975, 0.005, 1e-12
PIECE = 40


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
    otherwise some are drawn.
    """
    sigma, nu = sample.drawn()
    start = np.broadcast_to(np.arange(1, sample.size + 1), nu.shape)
    k = one.checked_k(sample.k, sample.size) if one.depends_on_k else sample.size
    if not one.right_invariant:
        return _drawn_changes(one, start if one.inputs == 1 else sigma, nu, k, sample), False
    turned = nu if one.inputs == 1 else compose(nu, inverse(sigma))  # items named by their positions in σ
    if one.group is Group.CONFUSION and isinstance(one.statistic, CellSum):
        return _confusion_changes(one, turned, k), True
    if isinstance(one.statistic, CellSum | CellProduct):
        return np.concatenate([_cell_changes(one, part, k) for part in _parts(turned)]), True
    if isinstance(one.statistic, Inversions):
        return np.array([_inversion_changes(one, row, k) for row in turned]), True
    return _drawn_changes(one, start, turned, k, sample), False


def _parts(rows: Array) -> list[Array]:
    return [rows[start : start + PIECE] for start in range(0, len(rows), PIECE)]


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


def _cell_changes(one: RankingMetric, rankings: Array, k: int) -> Array:
    n = rankings.shape[1]
    assert isinstance(one.statistic, CellSum | CellProduct)
    cells = one.statistic.matrix(n, k)
    cells = np.log(cells) if isinstance(one.statistic, CellProduct) else cells
    crossed = cells[np.arange(n)[None, :, None], rankings[:, None, :] - 1]  # item i at the position of item j
    own = np.diagonal(crossed, axis1=1, axis2=2)
    total = own.sum(1)
    swapped = total[:, None, None] + crossed + crossed.transpose(0, 2, 1) - own[:, :, None] - own[:, None, :]
    before = one.finished(total, n, k)
    with np.errstate(invalid="ignore"):
        change = np.abs(one.finished(swapped, n, k) - before[:, None, None])
    return np.asarray(change.mean((1, 2)))


def _inversion_changes(one: RankingMetric, row: Array, k: int) -> float:
    """A swap of x < y at places p < q adds one inversion, and two for each number between them in place and in size."""
    n = len(row)
    below = np.zeros((n + 1, n + 1), dtype=np.int64)
    below[1:] = np.cumsum(row[:, None] <= np.arange(n + 1)[None], axis=0)  # of the first p numbers, those up to v
    p, q = np.triu_indices(n, 1)
    low, high = np.minimum(row[p], row[q]), np.maximum(row[p], row[q])
    between = below[q, high - 1] - below[p + 1, high - 1] - below[q, low] + below[p + 1, low]
    step = np.where(row[p] < row[q], 1, -1) * (1 + 2 * between)
    count = int(np.sum(np.triu(row[:, None] > row[None], 1)))
    change = np.abs(one.finished(count + step, n, k) - one.finished(np.array(count), n, k))
    return float(2 * change.sum() / n**2)


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
    spread = max(float(np.ptp(cells[a] - cells[b])) for a in range(n) for b in range(a))
    unit = abs(float(one.finished(np.array(1.0), n, k) - one.finished(np.array(0.0), n, k)))
    return spread * unit


def curves(one: RankingMetric, sample: Sample) -> Array:
    """m@k for k = 1..n in columns, a row for each pair; not a number where it is undefined.

    m@k has k relevant and retrieved items where the metric knows k; DCG looks at the first k positions, nDCG divides by
    the best DCG there; errors are taken over the items at positions 1..k of σ, as they are (as scikit-learn on the
    first k entries); for correlations and distances these items are ranked among themselves (as scipy does). Items are
    named by their positions in σ where names do not matter; where they may, both rankings are as they were drawn.
    """
    sigma, nu = sample.drawn()
    if isinstance(one, Listwise):
        assert one.of is not None
        one, sigma, nu = one.of, inverse(sigma), inverse(nu)
    n = sample.size
    start = np.broadcast_to(np.arange(1, n + 1), nu.shape)
    if one.inputs == 2 and not one.right_invariant:
        return _named_curves(one, sigma, nu)
    p = nu if one.inputs == 1 else compose(nu, inverse(sigma))
    found = np.full(p.shape, np.nan)
    if one.depends_on_k:
        for k in range(1, n - one.most_k + 1):
            found[:, k - 1] = one.values(start, p, k)
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
        for k in range(2, n + 1):
            among = np.argsort(np.argsort(p[:, :k], axis=1), axis=1) + 1
            found[:, k - 1] = one.values(start[:, :k], among, k)
    return found


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
