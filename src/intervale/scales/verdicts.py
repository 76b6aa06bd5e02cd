"""Which scale a measure is on, under each order: the verdicts, and the runs that break what fails.

A measure is on an interval scale where it is an affine function of the number of steps from the worst run; on an
ordinal scale where better runs always have larger values. What an order says is better is a chain of steps, so both
are decided on steps (:mod:`intervale.scales.moves`). Sources: Ferrante, Ferro and Pontarollo 2019, §5-6; Ferrante,
Ferro and Maistro 2015, §5; Ferrante, Ferro and Fuhr 2021, §IV.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import permutations
from typing import Any

import numpy as np

from intervale.errors import MeasureError, OptionError
from intervale.exact import Exact, exact_text
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure, parse_measure
from intervale.measures.own import OwnMeasure
from intervale.orders import ORDERS, JudgedRun, Order, RunSpace, poset, theorem_facts, valuation
from intervale.orders import order as named_order
from intervale.scales.mapping import IntervalScale, interval_scale
from intervale.scales.moves import Move, additive_moves, all_moves, sampled_moves
from intervale.scales.roads import run_length, with_gains

__all__ = ["OrderScale", "ScaleFindings", "Spacing", "scale"]

MOST_RUNS, MOST_IN_LATTICE, TOLERANCE = 20_000, 300, 1e-9
SECONDS = 1.0
"""How long a sample of steps is looked at, under each order."""


@dataclass(frozen=True)
class OrderScale:
    """What holds of a measure under one order, each with a witness where it fails.

    ``isotone``: a better run never has a smaller value. ``strict``: it has a larger one. ``embedding``: larger values
    also mean better runs. ``equal_steps``: every step up adds the same. ``affine``: the value is α times the number of
    steps from the worst run, plus β.
    """

    order: str
    scale: str | None
    """``interval``, ``ordinal``, ``weakly ordinal`` or ``none``; None where the order does not apply."""
    isotone: Verdict
    strict: Verdict
    embedding: Verdict
    equal_steps: Verdict
    affine: Verdict
    alpha: Exact | float | None = None
    beta: Exact | float | None = None
    valuation: Verdict = field(default_factory=lambda: Verdict(None, why="not looked at"))
    metric: str | None = None
    """What d(r, s) = M(r ∨ s) − M(r ∧ s) is on a lattice: ``metric``, ``pseudo-metric`` or ``none``."""


@dataclass(frozen=True)
class Spacing:
    """How the values of a measure lie: how many there are, the smallest and the largest step between neighbours, which
    part of the range the largest one leaves unused, and whether different runs share a value.
    """

    values: int | None
    smallest: Exact | None
    largest: Exact | None
    unused: Fraction | float | None
    ties: bool

    @property
    def equal(self) -> bool | None:
        return None if self.smallest is None else self.smallest == self.largest

    @property
    def intrinsic(self) -> str | None:
        """The class of the measure on the order that it makes itself: ``interval`` or ``ordinal``, and ``metric`` where
        different runs have different values, else ``pseudo-metric`` (Giner 2023).
        """
        if self.equal is None:
            return None
        return f"{'interval' if self.equal else 'ordinal'}/{'pseudo-metric' if self.ties else 'metric'}"


@dataclass(frozen=True)
class ScaleFindings:
    """The scales of a measure on one run space, by order."""

    measure: Measure
    space: RunSpace
    gains: tuple[Exact, ...] | None
    orders: dict[str, OrderScale]
    spacing: Spacing | None

    def __getitem__(self, order: str) -> OrderScale:
        return self.orders[order]


def scale(
    measure: str | Measure | Callable[..., Any],
    *,
    length: int | None = None,
    grades: int = 1,
    order: str | Order | Iterable[str | Order] = "all",
    gains: Mapping[int, Any] | Sequence[Any] | None = None,
    seed: int = 0,
) -> ScaleFindings:
    """Which scale a measure is on, on the runs of a length over grades 0..``grades``, under an order or all of them.

    Sums over ranks are decided at any length, by theorem; other measures on all runs where they are at most 20,000,
    else on a sample of steps (``seed``), which each verdict says. A function without an exact twin is decided in
    floats.

    >>> found = scale("RBP(p=0.5)@4", order="rank-total")
    >>> found["rank-total"].scale, found["rank-total"].alpha
    ('interval', Fraction(1, 16))
    >>> scale("AP@4", order="rank-swap")["rank-swap"].scale
    'ordinal'
    """
    chosen = parse_measure(measure)
    if gains is not None:
        chosen = with_gains(chosen, gains, grades)
    space = RunSpace(run_length(chosen, length), grades)
    values = _Values(chosen, space)
    wanted = [*ORDERS, "induced"] if order == "all" else [order] if isinstance(order, str | Order) else list(order)
    found: dict[str, OrderScale] = {}
    spacing: Spacing | None = None
    for one in wanted:
        if one == "induced":
            spacing = _spacing(chosen, space)
            found["induced"] = _induced(values, spacing)
        else:
            known = named_order(one)
            found[known.name] = _under(known, values, seed)
    fold = values.fold
    return ScaleFindings(chosen, space, None if fold is None else tuple(fold.gains), found, spacing)


class _Values:
    """The values of a measure on a space, exact or in floats."""

    def __init__(self, measure: Measure, space: RunSpace) -> None:
        self.measure, self.space = measure, space
        self.numeric = isinstance(measure, OwnMeasure) and measure.twin is None
        self.fold = measure.fold(space.length, space.grades) if hasattr(measure, "fold") else None
        self.proof = Proof.NUMERIC if self.numeric else Proof.EXHAUSTIVE
        self.of((0,) * space.length)  # a measure without values says so now

    def of(self, run: JudgedRun) -> Any:
        if self.numeric:
            score = float(self.measure.score(np.array([run]))[0])
            if np.isnan(score):
                raise MeasureError(f"{self.measure} is not defined for the run {run}, so it has no scale there")
            return score
        return self.measure.exact(run, grades=self.space.grades) if self.fold is None else self.fold.value(run)

    def text(self, run: JudgedRun) -> str:
        return f"{self.of(run):.6g}" if self.numeric else exact_text(self.of(run))

    def sign(self, step: Any) -> int:
        """Whether a step goes up, stays or goes down."""
        if self.numeric and abs(step) <= TOLERANCE:
            return 0
        return int(step > 0) - int(step < 0)

    def same(self, one: Any, other: Any) -> bool:
        return bool(abs(one - other) <= TOLERANCE if self.numeric else one == other)


def _under(order: Order, values: _Values, seed: int) -> OrderScale:
    """The verdicts under one order."""
    space = order.space(values.space.length, values.space.grades)
    if order.kind == "set" and (swapped := _order_matters(values)) is not None:
        none = Verdict(
            None, swapped, why=f"{values.measure} depends on the order of the documents: {_said(values, swapped)}"
        )
        return OrderScale(order.name, None, none, none, none, none, none, valuation=none)
    tally = _Tally(values)
    if (
        values.fold is not None
        and values.fold.weights is not None
        and (moves := additive_moves(order, values.fold, space)) is not None
    ):
        tally.proof, tally.why = Proof.THEOREM, "a sum over ranks: these steps stand for all"
        tally.add(moves)
    elif space.size <= MOST_RUNS:
        tally.add(all_moves(order, space, values.of))
    else:
        tally.proof = Proof.SAMPLED
        tally.add(sampled_moves(order, space, values.of, SECONDS, seed))
    facts = theorem_facts(order, space) if order.name in ORDERS else poset(order, space.length, space.grades).facts
    isotone, strict, equal = tally.isotone(), tally.strict(), tally.equal_steps()
    if equal.holds and not facts["graded"].holds and tally.step is not None and values.sign(tally.step):
        equal = Verdict(False, facts["graded"].witness, equal.cases, equal.proof, "ways up of different lengths")
    embedding = strict if facts["total"].holds else _not_embedding(values, facts["total"].witness, strict)
    affine = _affine(equal, facts["graded"], values.sign(tally.step) if tally.step is not None else 0)
    name = "interval" if affine.holds else "ordinal" if strict.holds else "weakly ordinal" if isotone.holds else "none"
    worst = order.minimum(space)
    alpha, beta = (tally.step, values.of(worst)) if affine.holds else (None, None)
    valued, metric = _valuation(order, space, values, facts["lattice"])
    return OrderScale(order.name, name, isotone, strict, embedding, equal, affine, alpha, beta, valued, metric)


def _order_matters(values: _Values) -> tuple[JudgedRun, JudgedRun] | None:
    """Two runs with the same documents in another order and another value; None where there are none.

    For sums over ranks the weights decide; else runs with one document of each grade are looked at, and all small ones.
    """
    length, top = values.space.length, values.space.grades
    if values.fold is not None and values.fold.weights is not None:
        weights = [*values.fold.weights, *(0,) * (length - values.fold.length)]
        other = next((rank for rank in range(1, length) if weights[rank] != weights[0]), None)
        if other is None or len(set(values.fold.gains)) == 1:
            return None
    short = min(length, 5)
    for run in RunSpace(short, min(top, 2)):
        first = (*run, *(0,) * (length - short))
        for shuffled in set(permutations(run)):
            second = (*shuffled, *(0,) * (length - short))
            if not values.same(values.of(first), values.of(second)):
                return min(first, second), max(first, second)
    if length > short:  # a difference further down
        for rank in range(short, length):
            first = (1, *(0,) * (length - 1))
            second = (*(0,) * rank, 1, *(0,) * (length - rank - 1))
            if not values.same(values.of(first), values.of(second)):
                return second, first
    return None


def _not_embedding(values: _Values, pair: tuple[JudgedRun, JudgedRun], strict: Verdict) -> Verdict:
    """Under a partial order larger values cannot mean better runs: two runs that cannot be compared have values that
    can.
    """
    r, s = pair
    if values.of(s) < values.of(r):
        r, s = s, r
    why = f"{_said(values, (r, s))}, though neither is better"
    return Verdict(False, (r, s), 1, strict.proof if strict.proof is not Proof.SAMPLED else values.proof, why)


def _affine(equal: Verdict, graded: Verdict, sign: int) -> Verdict:
    if not graded.holds:
        return Verdict(None, graded.witness, why="the order is not graded: runs have no number of steps from the worst")
    if equal.holds and sign <= 0:
        return Verdict(False, None, equal.cases, equal.proof, "the steps are equal, but do not go up")
    return equal


def _valuation(order: Order, space: RunSpace, values: _Values, lattice: Verdict) -> tuple[Verdict, str | None]:
    """Whether the measure is a valuation of the lattice, and what distance it makes, on small spaces."""
    if not lattice.holds:
        return Verdict(None, why="not a lattice"), None
    if space.size > MOST_IN_LATTICE or values.numeric:
        return Verdict(None, why="not looked at: floats" if values.numeric else "not looked at: too many runs"), None
    found = valuation(poset(order, space.length, space.grades), values.of)
    return found.is_valuation, found.metric


class _Tally:
    """Steps, as far as they decide: the first that goes down, the first that does not go up, the first that differs."""

    def __init__(self, values: _Values) -> None:
        self.values, self.proof, self.why = values, values.proof, ""
        self.cases = 0
        self.down: Move | None = None
        self.flat: Move | None = None
        self.first: Move | None = None
        self.other: Move | None = None

    @property
    def step(self) -> Any:
        return None if self.first is None else self.first.step

    def add(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self.cases += 1
            sign = self.values.sign(move.step)
            if sign < 0 and self.down is None:
                self.down = move
            if sign <= 0 and self.flat is None:
                self.flat = move
            if self.first is None:
                self.first = move
            elif self.other is None and not self.values.same(move.step, self.first.step):
                self.other = move
            if self.down is not None and self.other is not None:
                return

    def isotone(self) -> Verdict:
        return self._broken_by(self.down)

    def strict(self) -> Verdict:
        return self._broken_by(self.flat)

    def equal_steps(self) -> Verdict:
        if self.other is None or self.first is None:
            return self._verdict(True, None, self.why)
        one, two = self.first, self.other
        said = f"{_step(self.values, one)}; {_step(self.values, two)}"
        return self._verdict(False, (one.low, one.high, two.low, two.high), said)

    def _broken_by(self, move: Move | None) -> Verdict:
        if move is None:
            return self._verdict(True, None, self.why)
        return self._verdict(False, (move.low, move.high), _said(self.values, (move.low, move.high)))

    def _verdict(self, holds: bool, witness: Any, why: str) -> Verdict:
        proof = self.values.proof if not holds and self.proof is Proof.SAMPLED else self.proof
        return Verdict(holds, witness, self.cases, proof, why)


def _said(values: _Values, pair: tuple[JudgedRun, JudgedRun]) -> str:
    """Two runs and how their values compare."""
    low, high = pair
    sign = values.sign(values.of(high) - values.of(low))
    relation = {1: "<", 0: "=", -1: ">"}[sign]
    return f"M{_run(low)} = {values.text(low)} {relation} M{_run(high)} = {values.text(high)}"


def _step(values: _Values, move: Move) -> str:
    step = f"{move.step:.6g}" if values.numeric else exact_text(move.step)
    return f"from {_run(move.low)} to {_run(move.high)} it grows by {step}"


def _run(run: JudgedRun) -> str:
    if len(run) <= 24:
        return f"({','.join(map(str, run))})"
    shown = [f"{grade} at {rank}" for rank, grade in enumerate(run, start=1) if grade]
    return f"({'; '.join(shown[:6])}{'; …' if len(shown) > 6 else ''}; else 0)" if shown else "(0,…,0)"


def _spacing(measure: Measure, space: RunSpace) -> Spacing | None:
    """From the counting of the interval mapping; None where values cannot be counted."""
    try:
        mapped: IntervalScale = interval_scale(measure, length=space.length, grades=space.grades)
        if mapped.method == "sampled":
            return None
        few = mapped.seconds(1) < 5
    except OptionError:
        return None
    if not few:
        return None
    steps = mapped.step_range
    low, high = mapped.extremes
    size = mapped.size
    if steps is None:
        return Spacing(size, None, None, None, size < space.size)
    span = high - low
    share = (
        Fraction(steps[1]) / Fraction(span)
        if isinstance(steps[1], int | Fraction) and isinstance(span, int | Fraction) and span
        else float(steps[1]) / float(span)
    )
    return Spacing(size, steps[0], steps[1], share, size < space.size)


def _induced(values: _Values, spacing: Spacing | None) -> OrderScale:
    """Under the order that the measure makes itself everything holds but, perhaps, equal steps."""
    own = Verdict(True, proof=Proof.THEOREM, why="the order is made by the measure's own values")
    if spacing is None or spacing.equal is None:
        open_ = Verdict(None, why="the values are too many to look at their steps")
        return OrderScale("induced", "ordinal", own, own, own, open_, open_)
    how = Proof.NUMERIC if values.numeric else Proof.EXHAUSTIVE
    why = "" if spacing.equal else f"steps from {exact_text(spacing.smallest)} to {exact_text(spacing.largest)}"  # type: ignore[arg-type]
    equal = Verdict(spacing.equal, None, spacing.values or 0, how, why)
    worst = values.of((0,) * values.space.length)
    ends = (spacing.smallest, worst) if spacing.equal else (None, None)
    return OrderScale("induced", "interval" if spacing.equal else "ordinal", own, own, own, equal, equal, *ends)
