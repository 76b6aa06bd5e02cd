"""Claims of §5.5: stability (Definition 9)."""

from __future__ import annotations

from functools import cache

import numpy as np

from intervale.rankings import PAPER, Sample, compose, curves, inverse, metric, properties
from intervale_papers.findings import not_checkable, under, wrong
from intervale_papers.group_theoretic.evaluations import CONFUSION, Array, called
from intervale_papers.group_theoretic.printed import SURPLUS, marks
from intervale_papers.register import Erratum, Finding, Kind, claim

STABLE, MARGIN = 0.975, 1e-12
"""The share of steps that makes a metric stable (§5.5), and what floats leave open."""
FEW = Sample(200)


def below(found: Array) -> float:
    """The share of the steps from k − 1 to k that are below 1/k, where both are defined."""
    with np.errstate(invalid="ignore"):
        steps = np.abs(np.diff(found, axis=1))
    defined = ~np.isnan(steps)
    kept = (steps < 1 / np.arange(2, found.shape[1] + 1) - MARGIN) & defined
    return float(kept.sum() / defined.sum())


# ------------------------------------------------------------ Definition 9


@claim(
    "003/definition-9/limit",
    "Definition 9 and §5.5",
    "the sequence of bounds goes to 0 for k → n, and 1/k is one",
    erratum=Erratum(
        r"\lim_{k \rightarrow n} \epsilon_k = 0",
        "lim ε_k = 0 for k → ∞",
        "the bounds 1/k that are used below; they do go to 0 for k → ∞",
        symbol=True,
    ),
)
def limit_of_the_bounds() -> Finding:
    n = Sample().size
    last = [1 / k for k in range(1, n + 1)][-1]
    return wrong(
        Kind.MISPRINT,
        last > 0,
        f"n = {n}: the last bound is 1/{n} = {last}",
        "k is at most n, so that the limit for k → n is ε_n, which 1/k does not make 0; n stands for ∞, "
        "with one sequence for rankings of all lengths",
    )


# ------------------------------------------------------------ Table 3


@claim(
    "003/table-3/stability-informedness",
    "Table 3, seventh row",
    "informedness is stable and balanced accuracy is not",
    erratum=Erratum(
        "stability, BA: ✗, informedness: ✓",
        "stability, BA: ✓, informedness: ✓, or BA: ✗, informedness: ✗",
        symbol=True,
    ),
)
def informedness_and_balanced_accuracy() -> Finding:
    printed = marks("stability")
    twice, once = (np.abs(np.diff(curves(metric(name), Sample())[:, :99], axis=1)) for name in ("informedness", "BA"))
    return wrong(
        Kind.FALSE,
        printed["informedness"] and not printed["BA"] and np.allclose(twice, 2 * once),
        f"informedness is 2 BA − 1: each of its {twice.size:,} steps on 1,000 pairs of rankings of 100 items is "
        "twice that of BA",
        "TPR + TNR − 1 and (TPR + TNR)/2: wherever a step of informedness is below 1/k, that of BA is, whatever "
        f"items are relevant; {SURPLUS}",
    )


@claim(
    "003/table-3/stability",
    "Table 3, seventh row",
    "which metrics are stable, besides that informedness is and balanced accuracy is not",
)
def which_are_stable() -> Finding:
    printed = marks("stability")
    found = {name: bool(properties(name, n=2, only=["stability"])["stability"]) for name in PAPER}
    alike = [name for name in CONFUSION if found[name] != printed[name]]
    fixed = [sum(stable[name] != printed[name] for name in CONFUSION) for stable in _fixed_relevant()]
    others = [name for name in PAPER if name not in CONFUSION and found[name] != printed[name]]
    if not others and not min(len(alike), *fixed):
        return under(True, "all marks", "in one of the readings that were tried")
    return not_checkable(
        f"confusion matrix: {len(alike)} of {len(CONFUSION)} marks differ with k relevant items, {min(fixed)} to "
        f"{max(fixed)} with 1 to {len(fixed)}; with the first k items of one ranking {called(others)}",
        "needed are the definitions of metrics@k: how many items are relevant, and of which items τ@k and the like are "
        "made; the appendix with definitions and the code are missing, and the text has two marks too many in each "
        "row. 200 or 1,000 pairs of rankings of 100 items",
    )


@cache
def _fixed_relevant() -> tuple[dict[str, bool], ...]:
    """Which metrics of the confusion matrix are stable if 1, 2, … 99 items are relevant."""
    return tuple(fixed_relevant(relevant, FEW) for relevant in range(1, FEW.size))


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
    return {name: below(found) >= STABLE for name, found in _entries(tp, fp, fn, n - k - fn).items()}


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
