"""The values of a measure on single runs, and how they compare: exactly, or in floats with a stated tolerance."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import compare, short_text
from intervale.exact.verdict import Proof
from intervale.measures import Fold, Measure
from intervale.orders import JudgedRun, RunSpace

__all__ = ["TOLERANCE", "RunValues", "check_budget"]

MOST_STEPS = 10_000_000
"""How many steps may be asked for."""

MOST_KNOWN = 200_000
"""How many values are remembered."""

AT_ONCE = 1 << 22
"""How many grades a function of the user's own is given at a time."""

TOLERANCE = 1e-12
"""Floats that differ by no more than this share of the larger one count as equal."""


class RunValues:
    """The values of a measure on runs over grades 0..c: exact where it has exact values, else floats."""

    def __init__(self, measure: Measure, space: RunSpace) -> None:
        self.measure, self.space = measure, space
        self.numeric = measure.numeric
        self.fold = measure.fold(space.length, space.grades) if measure.has_fold else None
        self._folds: dict[int, Fold] = {}
        self._known: dict[JudgedRun, Any] = {}
        self.proof = Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE
        """How all runs of a space, one by one, prove."""
        self.refutation = Proof.NUMERIC if self.numeric else Proof.CERTIFIED
        """How a single counterexample proves."""
        measure.check_exact(space.length, space.grades)
        self.of((0,) * space.length)  # a measure without values says so now

    def of(self, run: JudgedRun) -> Any:
        """The value of a run of any length."""
        if run not in self._known:
            if len(self._known) > MOST_KNOWN:
                self._known.clear()
            self._known[run] = self._computed(run)
        return self._known[run]

    def learn(self, runs: Iterable[JudgedRun]) -> None:
        """Score some runs at once, where the measure is a function of arrays; they are asked for next."""
        missing = [run for run in dict.fromkeys(runs) if run not in self._known] if self.numeric else []
        if len(self._known) + len(missing) > MOST_KNOWN:
            self._known.clear()
        rows = max(1, AT_ONCE // self.space.length)
        for start in range(0, len(missing), rows):
            some = missing[start : start + rows]
            self._known.update(zip(some, self._scores(some), strict=True))

    def fold_at(self, length: int) -> Fold:
        """The fold of a measure that has one, on runs of this length over the same grades."""
        if length not in self._folds:
            self._folds[length] = self.measure.fold(length, self.space.grades)
        return self._folds[length]

    def _computed(self, run: JudgedRun) -> Any:
        if self.numeric:
            return self._scores([run])[0]
        if self.fold is not None:
            fold = self.fold if len(run) == self.space.length else self.fold_at(len(run))
            return fold.value(run)
        return self.measure.exact(run, grades=self.space.grades)

    def _scores(self, runs: list[JudgedRun]) -> list[float]:
        """The scores of runs of one length."""
        scores = np.asarray(self.measure.score(np.array(runs, dtype=np.int64), grades=self.space.grades), np.float64)
        for run, finite in zip(runs, np.isfinite(scores).tolist(), strict=True):
            if not finite:
                raise MeasureError(
                    f"{self.measure} has no finite value for the run {run}; it needs a value for every run here"
                )
        found: list[float] = scores.tolist()
        return found

    def compare(self, one: Any, other: Any) -> int:
        """-1, 0 or 1 as a value is below, equal to or above another."""
        if self.numeric and abs(one - other) <= TOLERANCE * max(abs(one), abs(other)):
            return 0
        return compare(one, other)

    def text(self, value: Any) -> str:
        return f"{value:.6g}" if isinstance(value, float) else short_text(value)


def check_budget(steps: object, seed: object) -> None:
    """Refuse a number of steps, or a seed, that is none."""
    if type(steps) is not int or not 1 <= steps <= MOST_STEPS:
        raise OptionError(f"steps={steps!r} must be a whole number from 1 to {MOST_STEPS:,}")
    if type(seed) is not int or seed < 0:
        raise OptionError(f"seed={seed!r} must be a whole number of at least 0")
