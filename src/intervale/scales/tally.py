"""What steps decide: whether one goes down, whether one stays, whether two differ; and the words for it."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import islice
from typing import Any

from intervale.exact import compare
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.orders import JudgedRun
from intervale.scales.cover_steps import CoverStep
from intervale.scales.values import TOLERANCE, RunValues

__all__ = ["Tally", "compared_text", "run_text"]


class Tally:
    """Steps, as far as they decide: the first that goes down, the first that does not go up, the first that differs.

    ``proof`` says how it is known that these steps stand for all; on a sample (:attr:`Proof.SAMPLED`) what was not
    refuted is undecided.
    """

    def __init__(self, values: RunValues, proof: Proof, why: str = "") -> None:
        self.values, self.proof, self.why = values, proof, why
        self.cases = 0
        self.down: CoverStep | None = None
        self.flat: CoverStep | None = None
        self.near: CoverStep | None = None
        """A step that floats cannot distinguish from none."""
        self.first: CoverStep | None = None
        self.other: CoverStep | None = None

    @property
    def growth(self) -> Any:
        """What the value grows by on the first step."""
        return None if self.first is None else self.first.growth

    def sign(self, step: CoverStep | None = None) -> int:
        """Whether a step, or the first, goes up, stays or goes down."""
        step = step or self.first
        if step is None:
            return 0
        if self.values.numeric and abs(step.growth) <= TOLERANCE * step.size:
            return 0
        return compare(step.growth, 0)

    def same(self, one: CoverStep, other: CoverStep) -> bool:
        if self.values.numeric:
            return bool(abs(one.growth - other.growth) <= 4 * TOLERANCE * max(one.size, other.size))
        return bool(one.growth == other.growth)

    def add(self, steps: Iterable[CoverStep], most: int | None = None) -> None:
        """Look at steps, at most ``most``, until all is decided."""
        for step in islice(steps, most):
            self.cases += 1
            sign = self.sign(step)
            if sign < 0 and self.down is None:
                self.down = step
            if sign == 0 and self.values.numeric:
                self.near = self.near or step
            elif sign <= 0:
                self.flat = self.flat or step
            if self.first is None:
                self.first = step
            elif self.other is None and not self.same(step, self.first):
                self.other = step
            if self.down is not None and self.other is not None:
                return

    def isotone(self) -> Verdict:
        return self._broken_by(self.down)

    def strict(self) -> Verdict:
        if self.flat is None and self.near is not None:
            near = _runs_text(self.values, self.near)
            return undecided(f"in floats the step from {near} cannot be distinguished from 0", self.cases)
        return self._broken_by(self.flat)

    def equal_steps(self) -> Verdict:
        if self.other is None or self.first is None:
            return self._held()
        one, two = self.first, self.other
        why = f"{_step_text(self.values, one)}; {_step_text(self.values, two)}"
        return self._refuted((one.low, one.high, two.low, two.high), why)

    def _broken_by(self, step: CoverStep | None) -> Verdict:
        if step is None:
            return self._held()
        return self._refuted((step.low, step.high), compared_text(self.values, (step.low, step.high)))

    def _held(self) -> Verdict:
        if self.proof is Proof.SAMPLED:
            return undecided(f"not refuted on {self.cases:,} steps", self.cases)
        return Verdict(True, None, self.cases, self.proof, self.why)

    def _refuted(self, witness: Any, why: str) -> Verdict:
        """A counterexample proves on its own, whatever the other steps are."""
        sampled = self.proof is Proof.SAMPLED
        proof = self.values.refutation if sampled else self.proof
        return Verdict(False, witness, self.cases, proof, why)


def compared_text(values: RunValues, pair: tuple[JudgedRun, JudgedRun]) -> str:
    """Two runs and how their values compare."""
    low, high = pair
    before, after = values.of(low), values.of(high)
    relation = {1: "<", 0: "=", -1: ">"}[values.compare(after, before)]
    if relation == "=":
        return f"M{run_text(low)} = M{run_text(high)} = {values.text(before)}"
    return f"M{run_text(low)} = {values.text(before)} {relation} M{run_text(high)} = {values.text(after)}"


def _step_text(values: RunValues, step: CoverStep) -> str:
    return f"from {_runs_text(values, step)} it grows by {values.text(step.growth)}"


def _runs_text(values: RunValues, step: CoverStep) -> str:
    return f"{run_text(step.low)} to {run_text(step.high)}"


def run_text(run: JudgedRun) -> str:
    """A run, in short where it is long: the ranks of each grade above 0."""
    if len(run) <= 24:
        return f"({','.join(map(str, run))})"
    parts: list[str] = []
    start = 0
    while start < len(run):
        end = start
        while end + 1 < len(run) and run[end + 1] == run[start]:
            end += 1
        if run[start]:
            parts.append(f"{run[start]} at {start + 1}" + (f" to {end + 1}" if end > start else ""))
        start = end + 1
    return f"({'; '.join(parts[:6])}{'; …' if len(parts) > 6 else ''}; else 0)" if parts else "(0,…,0)"
