"""Variances over topics: within systems, and of the differences of pairs; how large they may be."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from math import exp, inf
from typing import Any

import numpy as np

from intervale.stats.jackknife import standard_error
from intervale.stats.outcome import scaled

__all__ = ["CONFIDENCE", "Variance", "of_differences", "of_scores"]

Array = np.ndarray[Any, Any]
CONFIDENCE = 0.95
"""The confidence of an upper limit."""


@dataclass(frozen=True)
class Variance:
    """A variance with a one-sided upper confidence limit; infinite where topics are too few for one, None where the
    variance was chosen or given.
    """

    value: float
    high: float | None = None

    def times(self, factor: float) -> Variance:
        return Variance(self.value * factor, None if self.high is None else self.high * factor)


def of_scores(scores: Array) -> Variance:
    """The variance of scores within systems, as in one-way analysis of variance: σ² = Σ_i Σ_t (x_it − x̄_i)² / Σ_i
    (n_i − 1) (Sakai 2016, *Topic set size design*, Information Retrieval Journal 19, residual variance).
    """
    values, unit = _centred(scores)
    return _pooled(lambda: iter([values]), unit)


def of_differences(scores: Array) -> tuple[Variance, Variance, tuple[int, int]]:
    """The variance of differences between two systems, pooled over all pairs; the largest of a pair, and which pair
    that is. With a score for each system and topic, the first is twice the residual variance of two-way analysis of
    variance.
    """
    values, unit = _centred(scores)

    def differences() -> Iterator[Array]:
        return (values[i] - values[i + 1 :] for i in range(len(values) - 1))

    each = [_each(rows) for rows in differences()]
    largest = max(range(len(each)), key=lambda i: float(each[i].max()))
    pair = largest, largest + 1 + int(each[largest].argmax())
    return _pooled(differences, unit), Variance(float(each[largest].max()) * unit * unit), pair


def _centred(scores: Array) -> tuple[Array, float]:
    """The scores as floats whose squares are floats, and by what they were divided."""
    known = np.where(np.isnan(scores), 0.0, scores)
    _, unit = scaled(known)
    return scores / unit, unit


def _deviations(rows: Array) -> tuple[Array, Array]:
    """Deviations from the mean of each row, 0 where there is no number or only rounding; and how many numbers."""
    known = ~np.isnan(rows)
    number = known.sum(axis=1)
    filled = np.where(known, rows, 0.0)
    away = np.where(known, filled - (filled.sum(axis=1) / np.maximum(number, 1))[:, None], 0.0)
    return np.where(np.abs(away) <= 8 * np.finfo(float).eps, 0.0, away), number


def _each(rows: Array) -> Array:
    away, number = _deviations(rows)
    return np.where(number > 1, (away**2).sum(axis=1) / np.maximum(number - 1, 1), 0.0)


def _pooled(groups: Callable[[], Iterator[Array]], unit: float) -> Variance:
    """Over all rows: squares of deviations over degrees of freedom.

    The upper limit is exp(log s² + t · e), with e the jackknife's standard error of log s² over topics and t of as many
    degrees of freedom as there are topics less one. It allows for scores that are not normal, and for systems that
    share topics, which make the usual limit by chi-square too low. In simulations it was above the true variance in 90%
    to 97% of samples of 10 to 50 topics (85% for a single pair with 10 topics and heavily tied scores), where 95% was
    asked for.
    """
    squares, freedom, left, less = 0.0, 0.0, 0.0, 0.0
    for rows in groups():
        away, number = _deviations(rows)
        known = ~np.isnan(rows)
        own = (away**2).sum(axis=1)
        more = (number > 1)[:, None]
        shrink = np.where(more, number[:, None] / np.maximum(number[:, None] - 1, 1), 0.0)
        squares += float(own.sum())
        freedom += float(np.maximum(number - 1, 0).sum())
        left = left + np.maximum(own[:, None] - shrink * away**2, 0.0).sum(axis=0)
        less = less + np.maximum(number[:, None] - known - 1, 0).sum(axis=0)
    value = squares / freedom if freedom else 0.0
    whole = value * unit * unit
    with np.errstate(divide="ignore", invalid="ignore"):
        without = np.log(np.asarray(left) / np.asarray(less))
    if value <= 0 or not np.isfinite(without).all():
        return Variance(whole, inf)
    from scipy.special import stdtrit

    return Variance(
        whole, whole * exp(min(700.0, float(stdtrit(len(without) - 1, CONFIDENCE)) * standard_error(without)))
    )
