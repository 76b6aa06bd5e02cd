"""Cover steps of an order: which there are, and what each adds to the value of a measure.

What holds of a measure on all steps decides its scale: every comparison of runs is a chain of steps. For a sum over
ranks, gain × weight, the value of a step does not depend on the rest of the run, so that a few kinds of steps stand for
all, at any length. Otherwise steps are looked at one by one, or a sample of them, which can refute and never proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import chain, pairwise
from math import log
from typing import Any

import numpy as np

from intervale.exact import Exact
from intervale.exact.logsum import exact_sum
from intervale.measures import Fold
from intervale.orders import JudgedRun, Order, RunSpace

__all__ = ["CoverStep", "additive_steps", "all_steps", "sampled_steps", "smallness", "spread_runs", "whole_step"]

SMALL, FROM_EACH = 64, 8
"""How many small runs are looked at before any are drawn, and how many steps from each run."""


@dataclass(frozen=True)
class CoverStep:
    """A step from a run to one directly above it, the ``growth`` of the value, and how large the two values are.

    The runs are the grades given from ``rank`` on, with zeros around them.
    """

    length: int
    rank: int
    lower: tuple[int, ...]
    higher: tuple[int, ...]
    growth: Any
    size: float = 0.0

    @property
    def low(self) -> JudgedRun:
        return self._run(self.lower)

    @property
    def high(self) -> JudgedRun:
        return self._run(self.higher)

    def _run(self, grades: tuple[int, ...]) -> JudgedRun:
        return (*(0,) * (self.rank - 1), *grades, *(0,) * (self.length - self.rank + 1 - len(grades)))


def whole_step(low: JudgedRun, high: JudgedRun, before: Any, after: Any) -> CoverStep:
    """The step from a run to another, with their values."""
    size = max(abs(before), abs(after)) if isinstance(before, float) else 0.0
    return CoverStep(len(low), 1, low, high, after - before, size)


def all_steps(order: Order, space: RunSpace, value: Callable[[JudgedRun], Any]) -> Iterator[CoverStep]:
    """Every step of a space, those between small runs first: few and low grades, then late ranks."""
    values: dict[JudgedRun, Any] = {run: value(run) for run in space}
    for low in sorted(values, key=smallness):
        for high in order.above(low, space.grades):
            yield whole_step(low, high, values[low], values[high])


def sampled_steps(order: Order, space: RunSpace, value: Callable[[JudgedRun], Any], seed: int) -> Iterator[CoverStep]:
    """Steps without end, the same for the same seed; from each run some, drawn where there are more."""
    random = np.random.default_rng(seed)
    for low in spread_runs(space, random):
        covers = list(order.above(low, space.grades))
        if len(covers) > FROM_EACH:
            covers = [covers[place] for place in sorted(random.choice(len(covers), FROM_EACH, replace=False))]
        before = value(low)
        for high in covers:
            yield whole_step(low, high, before, value(high))


def spread_runs(space: RunSpace, random: np.random.Generator) -> Iterator[JudgedRun]:
    """Runs without end: with documents at the last ranks only or the first ones only, full from some rank on, then
    drawn with few relevant documents and with many.
    """
    return chain(_small_runs(space), _full_runs(space), _drawn_runs(space, random))


def _small_runs(space: RunSpace) -> Iterator[JudgedRun]:
    few = min(space.length, max(1, int(log(SMALL, space.grades + 1))))
    zeros = (0,) * (space.length - few)
    for run in sorted(RunSpace(few, space.grades), key=smallness):
        yield space.checked((*zeros, *run))
        if zeros:
            yield space.checked((*run, *zeros))


def _full_runs(space: RunSpace) -> Iterator[JudgedRun]:
    for rank in sorted({1, 2, 3, space.length // 2, space.length - 2}):
        if 1 <= rank < space.length:
            yield space.checked((*(0,) * rank, *(space.grades,) * (space.length - rank)))


def _drawn_runs(space: RunSpace, random: np.random.Generator) -> Iterator[JudgedRun]:
    while True:
        share = random.choice([0.5, min(1.0, 2 / space.length), 0.2, 0.8])
        chosen = random.random(space.length) < share
        yield space.checked(np.where(chosen, random.integers(1, space.grades + 1, space.length), 0).tolist())


def smallness(run: JudgedRun) -> tuple[int, int, JudgedRun]:
    """Runs by how much is in them."""
    return sum(run), sum(1 for grade in run if grade), run


def additive_steps(order: Order, fold: Fold, space: RunSpace) -> Iterator[CoverStep] | None:
    """The kinds of steps of a sum over ranks under one of the built-in orders, each with small runs that show it; None
    where the order is another, or the steps are not of this kind.

    - ``rank-replacement``: a grade k becomes k + 1 at rank i, which adds w_i·(g_{k+1} − g_k).
    - ``rank-swap``: that at the last rank, and neighbours a < b at ranks i, i + 1 change places, which adds
      (w_i − w_{i+1})·(g_b − g_a). A replacement at rank i adds w_i·Δg = w_N·Δg + Σ_{j ≥ i} (w_j − w_{j+1})·Δg, so that
      its sign follows. Where all these are equal and not 0 with three grades, others differ: the order is not graded.
    - ``rank-total``: k, c, …, c from rank i on becomes k + 1, 0, …, 0: w_i·(g_{k+1} − g_k) − Σ_{j>i} w_j·(g_c − g_0).
    - ``set-replacement`` and ``set-total`` likewise for equal weights, m equal grades k becoming k + 1, 0, …, 0.
    """
    assert fold.weights is not None
    weights: list[Exact] = [*fold.weights, *(0,) * (space.length - fold.length)]
    makers: dict[str, Callable[[list[Exact], tuple[Exact, ...], RunSpace], Iterator[CoverStep]]] = {
        "rank-replacement": _replacements,
        "rank-swap": _swaps,
        "rank-total": _carries,
        "set-replacement": _set_replacements,
        "set-total": _set_carries,
    }
    maker = makers.get(order.name)
    if maker is None or (space.kind == "set" and len(set(weights)) > 1):
        return None
    return maker(weights, fold.gains, space)


def _replacements(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    for rank in range(space.length, 0, -1):
        for grade, (low, high) in enumerate(pairwise(gains)):
            yield CoverStep(space.length, rank, (grade,), (grade + 1,), weights[rank - 1] * (high - low))


def _swaps(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    for grade, (low, high) in enumerate(pairwise(gains)):
        yield CoverStep(space.length, space.length, (grade,), (grade + 1,), weights[-1] * (high - low))
    for rank in range(space.length - 1, 0, -1):
        for b in range(1, space.grades + 1):
            for a in range(b):
                growth = (weights[rank - 1] - weights[rank]) * (gains[b] - gains[a])
                yield CoverStep(space.length, rank, (a, b), (b, a), growth)


def _carries(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    top, span = space.grades, gains[-1] - gains[0]
    after: Exact = 0
    for rank in range(space.length, 0, -1):
        behind = space.length - rank
        for grade, (low, high) in enumerate(pairwise(gains)):
            growth = weights[rank - 1] * (high - low)
            growth = growth - after * span if behind else growth
            yield CoverStep(space.length, rank, (grade, *(top,) * behind), (grade + 1, *(0,) * behind), growth)
        after = exact_sum([after, weights[rank - 1]])


def _set_replacements(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    for grade, (low, high) in enumerate(pairwise(gains)):
        yield CoverStep(space.length, 1, (grade,), (grade + 1,), weights[0] * (high - low))


def _set_carries(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    kinds = [(many, grade) for many in range(1, space.length + 1) for grade in range(space.grades)]
    length = space.length
    for many, grade in sorted(kinds, key=lambda kind: (kind[1] * kind[0] + (kind[1] + 1) * (length - kind[0]), kind)):
        before = (grade + 1,) * (length - many)
        growth = weights[0] * (gains[grade + 1] - gains[grade] - (many - 1) * (gains[grade] - gains[0]))
        yield CoverStep(length, 1, (*before, *(grade,) * many), (*before, grade + 1, *(0,) * (many - 1)), growth)
