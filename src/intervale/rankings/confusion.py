"""Metrics of the confusion matrix: k items are relevant, k are retrieved.

Relevant are the items at positions 1..k of σ, retrieved those at positions 1..k of ν. (The group-theoretic paper writes
σ(1..k), which with σ(i) the position of item i is another set; :func:`~intervale.rankings.catalogue.listwise` gives
that reading.) With tp the number of items that are both, the matrix is

    tp,  fp = fn = k − tp,  tn = n − 2k + tp,

so every metric here is a function of tp: precision, recall, F1 and Fowlkes-Mallows are one number, tp/k. They are
written from the four entries, as they are defined. A ratio with 0 below is infinite, never quietly 0: LR+ of two
rankings with the same top k. k goes up to n − 1, so that some items are not relevant.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from intervale.rankings.metric import RankingMetric, ratio
from intervale.rankings.statistic import CellSum
from intervale.rankings.taxonomy import Group

__all__ = ["CONFUSION", "IN_BOTH"]

IN_BOTH = CellSum(lambda a, b, n, k: (a <= k) * (b <= k) * 1, since=np.maximum, monge=True)
"""tp: the items at positions 1..k of both rankings."""

Entry = Callable[[Any, Any, Any, Any], Any]


def _of(entry: Entry) -> Callable[[Any, Any, Any], Any]:
    """A function of the four entries tp, fp, fn, tn as one of tp, n and k."""
    return lambda tp, n, k: entry(tp, k - tp, k - tp, n - 2 * k + tp)


def _prevalence(tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    tpr, fpr = ratio(tp, tp + fn), ratio(fp, fp + tn)
    return ratio(fpr, tpr + fpr)


def _threshold(share: Any, n: Any, k: Any) -> Any:
    """√FPR / (√TPR + √FPR) of FPR / (TPR + FPR)."""
    return np.sqrt(share) / (np.sqrt(share) + np.sqrt(1 - share))


def _matthews(tp: Any, fp: Any, fn: Any, tn: Any) -> Any:
    # √((tp + fp)(tp + fn)(tn + fp)(tn + fn)) with fp = fn
    return ratio(tp * tn - fp * fn, (tp + fp) * (tn + fn))


def _metric(name: str, title: str, formula: str, entry: Entry, best: int = 1, **more: Any) -> RankingMetric:
    return RankingMetric(
        name, title, Group.CONFUSION, formula, IN_BOTH, _of(entry), best=best, depends_on_k=True, most_k=1, **more
    )


EQUAL = "equal to tp/k, as precision is: as many items are retrieved as are relevant"

CONFUSION = (
    _metric("recall", "recall, true positive rate", "tp / (tp + fn)", lambda tp, fp, fn, tn: ratio(tp, tp + fn)),
    _metric("FNR", "false negative rate", "fn / (tp + fn)", lambda tp, fp, fn, tn: ratio(fn, tp + fn), -1),
    _metric("fallout", "fallout, false positive rate", "fp / (fp + tn)", lambda tp, fp, fn, tn: ratio(fp, fp + tn), -1),
    _metric("TNR", "true negative rate, specificity", "tn / (fp + tn)", lambda tp, fp, fn, tn: ratio(tn, fp + tn)),
    _metric("precision", "precision", "tp / (tp + fp)", lambda tp, fp, fn, tn: ratio(tp, tp + fp)),
    _metric("FDR", "false discovery rate", "fp / (tp + fp)", lambda tp, fp, fn, tn: ratio(fp, tp + fp), -1),
    _metric("NPV", "negative predictive value", "tn / (tn + fn)", lambda tp, fp, fn, tn: ratio(tn, tn + fn)),
    _metric("FOR", "false omission rate", "fn / (tn + fn)", lambda tp, fp, fn, tn: ratio(fn, tn + fn), -1),
    _metric("accuracy", "accuracy", "(tp + tn) / n", lambda tp, fp, fn, tn: ratio(tp + tn, tp + fp + fn + tn)),
    _metric(
        "BA",
        "balanced accuracy",
        "(TPR + TNR) / 2",
        lambda tp, fp, fn, tn: (ratio(tp, tp + fn) + ratio(tn, fp + tn)) / 2,
    ),
    _metric(
        "F1", "F1 score", "2 tp / (2 tp + fp + fn)", lambda tp, fp, fn, tn: ratio(2 * tp, 2 * tp + fp + fn), note=EQUAL
    ),
    _metric(
        "FM",
        "Fowlkes-Mallows index",
        "√(precision · recall)",
        lambda tp, fp, fn, tn: ratio(tp, tp + fp),  # the two under the root are equal
        note=EQUAL,
    ),
    _metric(
        "MCC",
        "Matthews correlation coefficient",
        "(tp tn − fp fn) / √((tp + fp)(tp + fn)(tn + fp)(tn + fn))",
        _matthews,
        note="equal to informedness and to markedness where fp = fn",
    ),
    _metric("Jaccard", "Jaccard index", "tp / (tp + fp + fn)", lambda tp, fp, fn, tn: ratio(tp, tp + fp + fn)),
    _metric(
        "markedness",
        "markedness",
        "precision + NPV − 1",
        lambda tp, fp, fn, tn: ratio(tp, tp + fp) + ratio(tn, tn + fn) - 1,
    ),
    _metric(
        "LR-",
        "negative likelihood ratio",
        "FNR / TNR",
        lambda tp, fp, fn, tn: ratio(fn * (fp + tn), (tp + fn) * tn),
        -1,
        choice="infinite where TNR is 0",
    ),
    _metric(
        "informedness",
        "informedness, Youden's J",
        "TPR + TNR − 1",
        lambda tp, fp, fn, tn: ratio(tp, tp + fn) + ratio(tn, fp + tn) - 1,
    ),
    _metric(
        "PT",
        "prevalence threshold",
        "√FPR / (√TPR + √FPR)",
        _prevalence,
        -1,
        after=_threshold,
        exact_is="FPR / (TPR + FPR), which grows with it",
        choice="(√(TPR·FPR) − FPR)/(TPR − FPR) with the common factor taken out, so that it is 1/2 where TPR = FPR",
    ),
    _metric(
        "LR+",
        "positive likelihood ratio",
        "TPR / FPR",
        lambda tp, fp, fn, tn: ratio(tp * (fp + tn), (tp + fn) * fp),
        choice="infinite where the top k are the same",
    ),
)
