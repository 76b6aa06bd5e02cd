"""What a test needs to know, and what it says of all pairs of systems."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

__all__ = ["Bounds", "Omnibus", "Outcome", "Setting", "differences", "over", "pairs_of", "scaled"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Setting:
    """How a test is run: the level of its decisions, how often and from which seed it resamples."""

    alpha: float = 0.05
    resamples: int = 10_000
    seed: int = 0
    baseline: int | None = None
    """The row of the system that a test compares with, where it needs one."""
    interval_alpha: float | None = None
    """The level of the confidence interval of one pair, where it is not that of the decisions."""

    @property
    def ci_alpha(self) -> float:
        return self.alpha if self.interval_alpha is None else self.interval_alpha


@dataclass(frozen=True, eq=False)
class Bounds:
    """How far each score can be off (systems × topics), and where it is known the place of each in the exact order of
    its topic: two scores at one place are the same.
    """

    errors: Array
    order: Array | None = None

    def apart(self, first: Array, second: Array) -> Array:
        """By how much the differences of pairs can be off: not at all where both scores are the same."""
        both: Array = self.errors[first] + self.errors[second]
        return both if self.order is None else np.where(self.order[first] == self.order[second], 0.0, both)

    def sure(self, scores: Array, first: Array, second: Array) -> Array:
        """Where it is not open which of two scores is larger."""
        both = self.errors[first] + self.errors[second]
        found: Array = (both == 0) | (np.abs(scores[first] - scores[second]) > both)
        return found if self.order is None else np.ones_like(found)

    def signs(self, scores: Array, first: Array, second: Array) -> Array:
        """1, 0 or −1: which of two scores is larger, as the order says, or else the middles of the bounds."""
        of = scores if self.order is None else self.order
        return np.asarray(np.sign(of[first] - of[second]))

    def only(self, rows: Any) -> Bounds:
        return Bounds(self.errors[rows], None if self.order is None else self.order[rows])


@dataclass(frozen=True)
class Omnibus:
    """What a test says of all systems together: whether they are all the same."""

    name: str
    """Such as F, or χ²."""
    statistic: float
    freedom: tuple[float, ...]
    """The degrees of freedom; those of F are two."""
    p: float


@dataclass(frozen=True, eq=False)
class Outcome:
    """One entry for each pair of systems (0, 1), (0, 2), …, (1, 2), …; differences are first less second.

    ``low`` and ``high`` are the confidence interval of the difference of means, where the test is about means: of one
    pair at 1 − ``setting.ci_alpha``, in family tests of all pairs together at 1 − alpha. Where scores are known between
    bounds, ``p_low`` and ``p_high`` bound the p-value.
    """

    statistic: Array
    p: Array
    effect: Array
    low: Array | None = None
    high: Array | None = None
    p_low: Array | None = None
    p_high: Array | None = None
    shaky: Array | None = None
    """Pairs whose decision rests on resamples without any spread, where a statistic over its spread says little."""
    omnibus: Omnibus | None = None


def pairs_of(systems: int) -> tuple[Array, Array]:
    """The first and the second of all pairs."""
    first, second = np.triu_indices(systems, 1)
    return first, second


def differences(scores: Array, first: Array, second: Array) -> tuple[Array, Array]:
    """The differences of pairs, each row divided by its largest so that squares are floats, and by what. Differences
    that are rounding of the scores are 0, and those of a row that are the same but for rounding are the same.
    """
    x, y = scores[first], scores[second]
    difference = x - y
    noise = np.where(difference == 0, 0.0, 8 * np.finfo(float).eps * (np.abs(x) + np.abs(y)))
    difference = np.where(np.abs(difference) <= noise, 0.0, difference)
    least, most = (difference - noise).max(axis=1, initial=-np.inf), (difference + noise).min(axis=1, initial=np.inf)
    difference = np.where((least <= most)[:, None], difference[:, :1], difference)
    largest = np.abs(difference).max(axis=1, initial=0.0)
    unit = np.where(largest > 0, largest, 1.0)
    return difference / unit[:, None], unit


def over(differences: Array, spreads: Array) -> Array:
    """Differences over their spreads: 0 where both are 0, infinite where only the spread is."""
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.where(differences == 0, 0.0, differences / spreads)


def scaled(scores: Array) -> tuple[Array, float]:
    """Scores divided by the largest, so that squares are floats; and what they were divided by."""
    largest = float(np.abs(scores).max(initial=0.0)) or 1.0
    return scores / largest, largest
