"""The values of a function without exact values: all of them in floats, or those of a sample of the runs."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import ceil, floor, inf, log, sqrt
from typing import Any

import numpy as np

from intervale.errors import OptionError
from intervale.exact import Exact
from intervale.scales.counting import Asked, Bounded, Bounds, Rank
from intervale.scales.listed import Listed

__all__ = ["Numeric", "Sampled"]

Array = np.ndarray[Any, Any]


@dataclass(frozen=True, eq=False)
class Numeric(Listed):
    """Values in floats: neighbours that differ by no more than the tolerance are one. Whole numbers are taken as they
    are.
    """

    method = "numeric"
    relative: float = 0.0

    @staticmethod
    def of_scores(scores: Array, relative: float) -> Numeric:
        whole = bool((scores == np.round(scores)).all() and np.abs(scores).max(initial=0.0) < 2**53)
        relative = 0.0 if whole else relative
        scores = np.sort(scores)
        gaps = np.diff(scores) > _slack(scores[1:], scores, relative)
        starts = np.flatnonzero(np.concatenate([[True], gaps]))
        runs = np.diff(np.concatenate([starts, [len(scores)]]))
        return Numeric([Fraction(float(x)) for x in scores[starts]], runs.tolist(), relative)

    @property
    def assumption(self) -> str:
        if not self.relative:
            return "values are whole numbers in floats"
        return (
            f"values are floats; neighbours that differ by less than about {self.relative:g} of their size count as "
            "equal"
        )

    def has(self, value: Exact) -> bool:
        place = self.at_most([value])[0]
        return place > 0 and abs(float(self.listed[place - 1]) - float(value)) <= 2 * self._slack_of(value)

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        return [bisect_right(self.listed, value + Fraction(self._slack_of(value))) for value in values]

    def _slack_of(self, value: Exact) -> float:
        ends = np.array([float(self.listed[0]), float(self.listed[-1])])
        return float(_slack(np.array([float(value)]), ends, self.relative)[0])


def _slack(values: Array, scores: Array, relative: float) -> Array:
    """By how much floats of this size may be off, where the largest are among ``scores``."""
    found: Array = relative * np.maximum(np.abs(values), 1e-3 * np.abs(scores).max(initial=0.0))
    return found


@dataclass(frozen=True, eq=False)
class Sampled(Bounded):
    """The values of runs drawn at random, from all alike; ``runs`` is how many there are.

    The share of runs at or below a value is known to ±``error`` for all values at once, at the stated confidence
    (Dvoretzky, Kiefer and Wolfowitz; Massart 1990). How many different values there are is not known.
    """

    method = "sampled"
    default_tie_rule = "mid"
    unchecked = "there are too many runs to check"
    known_size = None
    one_value = False
    cost = inf
    sample: Array
    runs: int
    confidence: float = 0.99

    @property
    def error(self) -> float:
        return sqrt(log(2 / (1 - self.confidence)) / (2 * len(self.sample)))

    @property
    def assumption(self) -> str:
        return (
            f"{len(self.sample):,} runs drawn at random stand for all: scores are mid-ranks among runs, within "
            f"{self.error:.4f} at a confidence of {self.confidence:.0%}"
        )

    @property
    def size(self) -> int:
        raise OptionError(f"{self._said}: the number of different values is not known")

    @property
    def extremes(self) -> tuple[Exact, Exact]:
        """Of the sample."""
        return Fraction(float(self.sample[0])), Fraction(float(self.sample[-1]))

    def rank_bounds(self, asked: Asked) -> list[Bounds]:
        slack = Fraction(self.error) * self.runs
        return [
            (max(1, floor(rank - slack)), min(ceil(rank + slack), self.runs)) for rank in asked.ranked(asked.values)
        ]

    def ends(self, asked: Asked) -> tuple[Rank, Rank]:
        return 1, self.runs

    @property
    def _said(self) -> str:
        return f"the values of {len(self.sample):,} runs drawn at random stand for those of all"

    def has(self, value: Exact) -> bool:
        return True

    def at_most(self, values: Sequence[Exact]) -> list[int]:
        raise OptionError(f"{self._said}: ranks among values are not known; use tie_rule='mid', 'min' or 'max'")

    def ways_at_most(self, values: Sequence[Exact]) -> list[int]:
        found = np.searchsorted(self.sample, [float(value) for value in values], side="right")
        return [round(Fraction(int(n) * self.runs, len(self.sample))) for n in found]

    def ways(self, value: Exact) -> int:
        first = np.searchsorted(self.sample, float(value), side="left")
        last = np.searchsorted(self.sample, float(value), side="right")
        return round(Fraction(int(last - first) * self.runs, len(self.sample)))

    def neighbours(self, value: Exact) -> tuple[Exact | None, Exact | None]:
        return None, None
