"""Cover steps of an order: which there are, and what each adds to the value of a measure.

What holds of a measure on all steps decides its scale: every comparison of runs is a chain of steps. For a sum over
ranks, gain × weight, the value of a step does not depend on the rest of the run, so that a few kinds of steps stand for
all, at any length. Otherwise steps are looked at one by one, or a sample of them, which can refute and never proves.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice, pairwise
from math import log
from typing import Any, TypeVar

import numpy as np

from intervale.exact import Exact
from intervale.measures import Fold
from intervale.orders import JudgedRun, Order, RunPoset, RunSpace
from intervale.scales.values import RunValues

__all__ = [
    "CoverStep",
    "additive_steps",
    "all_steps",
    "covers_of",
    "in_pieces",
    "poset_steps",
    "sampled_steps",
    "smallness",
    "spread_runs",
    "whole_step",
]

T = TypeVar("T")
SMALL, FROM_EACH = 64, 8
"""How many small runs are looked at before any are drawn, and how many steps from each run."""
FIRST_PIECE, LARGEST_PIECE = 8, 128
"""How many steps are scored together: few at first, as these may decide."""


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


def all_steps(order: Order, space: RunSpace, values: RunValues) -> Iterator[CoverStep]:
    """Every step of a space, those between small runs first: few and low grades, then late ranks."""
    values.learn(space)
    known: dict[JudgedRun, Any] = {run: values.of(run) for run in space}
    for low in sorted(known, key=smallness):
        for high in order.above(low, space.grades):
            yield whole_step(low, high, known[low], known[high])


def poset_steps(found: RunPoset, values: RunValues) -> Iterator[CoverStep]:
    """The same for an order that was listed; of runs that it ties, the first stands for all."""
    values.learn(found.runs)
    for low, high in sorted(found.cover_pairs(), key=lambda pair: smallness(pair[0])):
        yield whole_step(low, high, values.of(low), values.of(high))


def sampled_steps(order: Order, space: RunSpace, values: RunValues, seed: int) -> Iterator[CoverStep]:
    """Steps without end, the same for the same seed; from each run some, drawn where there are more."""
    for piece in in_pieces(_sampled_pairs(order, space, seed)):
        values.learn(run for pair in piece for run in pair)
        for low, high in piece:
            yield whole_step(low, high, values.of(low), values.of(high))


def _sampled_pairs(order: Order, space: RunSpace, seed: int) -> Iterator[tuple[JudgedRun, JudgedRun]]:
    random = np.random.default_rng(seed)
    for low in spread_runs(space, random):
        covers = covers_of(order, low, space.grades)
        places: Iterable[int] = range(len(covers))
        if len(covers) > FROM_EACH:
            places = sorted(random.choice(len(covers), FROM_EACH, replace=False).tolist())
        yield from ((low, covers[place]) for place in places)


def in_pieces(cases: Iterable[T]) -> Iterator[list[T]]:
    """Cases some at a time, a few first and then more."""
    waiting, size = iter(cases), FIRST_PIECE
    while piece := list(islice(waiting, size)):
        yield piece
        size = min(2 * size, LARGEST_PIECE)


def covers_of(order: Order, run: JudgedRun, grades: int) -> Sequence[JudgedRun]:
    """What covers a run. Under ``rank-replacement``, where that is about as many runs as there are ranks, each is made
    when it is asked for.
    """
    if order.name == "rank-replacement":
        return _Raised(run, [place for place, grade in enumerate(run) if grade < grades])
    return list(order.above(run, grades))


@dataclass(frozen=True)
class _Raised(Sequence[JudgedRun]):
    """A run with one grade raised, at each of some places."""

    run: JudgedRun
    places: list[int]

    def __len__(self) -> int:
        return len(self.places)

    def __getitem__(self, number: Any) -> Any:
        place = self.places[number]
        return (*self.run[:place], self.run[place] + 1, *self.run[place + 1 :])


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
    - ``rank-swap``: that at the last rank, and neighbours k < k + 1 at ranks i, i + 1 change places, which adds
      (w_i − w_{i+1})·(g_{k+1} − g_k). Those of grades further apart are sums of these. A replacement at rank i adds
      w_i·Δg = w_N·Δg + Σ_{j ≥ i} (w_j − w_{j+1})·Δg, so that its sign follows. Where all these are equal and not 0 with
      three grades, others differ, such as the swap of 0 and 2 that is given: the order is not graded.
    - ``rank-total``: k, c, …, c from rank i on becomes k + 1, 0, …, 0: w_i·(g_{k+1} − g_k) − Σ_{j>i} w_j·(g_c − g_0).
    - ``set-replacement`` and ``set-total`` likewise for equal weights, m equal grades k becoming k + 1, 0, …, 0.

    Only sums and products are taken: weights may be polynomials in a parameter, or gains linear forms.
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
        less = weights[rank - 1] - weights[rank]
        for b in range(1, space.grades + 1):
            far = [b - 2] if b == 2 and rank == space.length - 1 else []
            for a in [*far, b - 1]:
                yield CoverStep(space.length, rank, (a, b), (b, a), less * (gains[b] - gains[a]))


def _carries(weights: list[Exact], gains: tuple[Exact, ...], space: RunSpace) -> Iterator[CoverStep]:
    top, span = space.grades, gains[-1] - gains[0]
    after: Exact = 0
    for rank in range(space.length, 0, -1):
        behind = space.length - rank
        for grade, (low, high) in enumerate(pairwise(gains)):
            growth = weights[rank - 1] * (high - low)
            growth = growth - after * span if behind else growth
            yield CoverStep(space.length, rank, (grade, *(top,) * behind), (grade + 1, *(0,) * behind), growth)
        after = after + weights[rank - 1]


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
