"""Other readings of definitions of 003, and metrics by their plain formulas: second computations of its claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import combinations
from math import sqrt
from typing import Any

import numpy as np

from intervale.rankings import PAPER, Group, Sample, all_permutations, compose, curves, inverse, levels, metric

__all__ = ["BY_HAND", "fixed_relevant", "moved_sensitive", "scaled_shares", "widths_by_hand"]

Array = np.ndarray[Any, Any]
CONFUSION = [name for name, one in PAPER.items() if one.group is Group.CONFUSION]
ERRORS = ("MSE", "RMSE", "MAE")
STABLE, MARGIN = 0.975, 1e-12
"""The share of steps that makes a metric stable (Definition 9), and what floats leave open."""


def _squares(s: Sequence[int], t: Sequence[int]) -> float:
    return sum((x - y) ** 2 for x, y in zip(s, t, strict=True))


BY_HAND: dict[str, Callable[[Sequence[int], Sequence[int]], float]] = {
    "MSE": lambda s, t: _squares(s, t) / len(s),
    "RMSE": lambda s, t: sqrt(_squares(s, t) / len(s)),
    "MAE": lambda s, t: sum(abs(x - y) for x, y in zip(s, t, strict=True)) / len(s),
    "R2": lambda s, t: 1 - _squares(s, t) / sum((x - sum(s) / len(s)) ** 2 for x in s),
}
"""The formulas of scikit-learn, one pair of rankings at a time."""


def widths_by_hand(names: Sequence[str], n: int) -> bool:
    """Whether all swaps of one width have one value, straight from the formulas."""
    start = tuple(range(1, n + 1))
    for name in names:
        if name not in BY_HAND:
            return False
        values: dict[int, set[float]] = {}
        for i, j in combinations(range(n), 2):
            swap = list(start)
            swap[i], swap[j] = swap[j], swap[i]
            values.setdefault(j - i, set()).add(round(BY_HAND[name](start, swap), 10))
        if any(len(found) > 1 for found in values.values()):
            return False
    return True


def moved_sensitive(name: str, most: int) -> bool:
    """Definition 7 with m(σ, (i j) ∘ σ), how far a swap moves σ: for all i < j < k < l with j − i = l − k there is a σ
    with m(σ, (i j) ∘ σ) ≠ m(σ, (k l) ∘ σ); all σ are looked at, n = 4, 5, … most.
    """
    one = metric(name)
    for n in range(4, most + 1):
        everyone = all_permutations(n)
        k = one.checked_k(None, n)
        for i, j, p, q in combinations(range(1, n + 1), 4):
            if j - i != q - p:
                continue
            moved = np.concatenate([_exchanged(everyone, i, j), _exchanged(everyone, p, q)])
            found = levels(one, np.concatenate([everyone, everyone]), moved, k)
            if (found[: len(everyone)] == found[len(everyone) :]).all():
                return False
    return True


def _exchanged(rankings: Array, i: int, j: int) -> Array:
    return np.where(rankings == i, j, np.where(rankings == j, i, rankings))


def _share(found: Array) -> float:
    """The share of the steps from k − 1 to k that are below 1/k, where both are defined."""
    with np.errstate(invalid="ignore"):
        steps = np.abs(np.diff(found, axis=1))
    defined = ~np.isnan(steps)
    below = (steps < 1 / np.arange(2, found.shape[1] + 1) - MARGIN) & defined
    return float(below.sum() / defined.sum())


def scaled_shares(sample: Sample) -> dict[str, float]:
    """The shares of steps below 1/k for errors, where positions are scaled to 0..1: p is (p − 1)/(n − 1)."""
    unit = {"MSE": (sample.size - 1) ** 2, "RMSE": sample.size - 1, "MAE": sample.size - 1}
    return {name: _share(curves(metric(name), sample) / unit[name]) for name in ERRORS}


def fixed_relevant(relevant: int, sample: Sample) -> dict[str, bool]:
    """Whether metrics of the confusion matrix are stable where the relevant items are fixed, those at the first
    positions of σ, and the first k of ν are retrieved, k = 1, 2, …: the usual precision@k.
    """
    sigma, nu = sample.drawn()
    n = sample.size
    at = inverse(compose(nu, inverse(sigma)))  # the item at each position of ν, named by its position in σ
    tp = np.cumsum(at <= relevant, axis=1).astype(float)
    k = np.arange(1, n + 1)
    fp, fn = k - tp, relevant - tp
    return {name: _share(found) >= STABLE for name, found in _entries(tp, fp, fn, n - k - fn).items()}


def _entries(tp: Array, fp: Array, fn: Array, tn: Array) -> dict[str, Array]:
    """The 19 metrics from the four entries, by their formulas; no number where they are 0/0."""
    with np.errstate(divide="ignore", invalid="ignore"):
        recall, fallout, precision, npv = tp / (tp + fn), fp / (fp + tn), tp / (tp + fp), tn / (tn + fn)
        roots = np.sqrt((tp + fp) * (tp + fn) * (tn + fp) * (tn + fn))
        return {
            "recall": recall,
            "FNR": 1 - recall,
            "fallout": fallout,
            "TNR": 1 - fallout,
            "precision": precision,
            "FDR": 1 - precision,
            "NPV": npv,
            "FOR": 1 - npv,
            "accuracy": (tp + tn) / (tp + fp + fn + tn),
            "BA": (recall + 1 - fallout) / 2,
            "F1": 2 * tp / (2 * tp + fp + fn),
            "FM": np.sqrt(precision * recall),
            "MCC": (tp * tn - fp * fn) / roots,
            "Jaccard": tp / (tp + fp + fn),
            "markedness": precision + npv - 1,
            "LR-": (1 - recall) / (1 - fallout),
            "informedness": recall - fallout,
            "PT": np.sqrt(fallout) / (np.sqrt(recall) + np.sqrt(fallout)),
            "LR+": recall / fallout,
        }
