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
from typing import Any

from intervale.errors import OptionError
from intervale.exact import Exact, exact_sorted
from intervale.exact.totals import Nested
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure, load_measure
from intervale.orders import ORDERS, JudgedRun, Order, RunSpace, poset, theorem_facts, valuation
from intervale.orders import order as named_order
from intervale.scales.mapping import IntervalScale, interval_scale
from intervale.scales.moves import Move, additive_moves, all_moves, sampled_moves, smallness
from intervale.scales.roads import run_length, with_gains
from intervale.scales.values import TOLERANCE, RunValues

__all__ = ["OrderScale", "ScaleFindings", "Spacing", "scale"]

MOST_RUNS, MOST_IN_LATTICE, MOST_STEPS = 20_000, 300, 100_000
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
    unequal: str = ""
    """Why steps cannot all be equal, where that is proven without looking at them."""

    @property
    def equal(self) -> bool | None:
        if self.smallest is None:
            return False if self.unequal else None
        return self.smallest == self.largest

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
        if order not in self.orders:
            raise OptionError(f"{order!r} was not asked for; there are: {', '.join(self.orders)}")
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
    chosen = load_measure(measure)
    if gains is not None:
        chosen = with_gains(chosen, gains, grades)
    space = RunSpace(run_length(chosen, length), grades)
    values = RunValues(chosen, space)
    wanted = _wanted(order)
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


def _wanted(order: str | Order | Iterable[str | Order]) -> list[str | Order]:
    if isinstance(order, str) and order == "all":
        return [*ORDERS, "induced"]
    if isinstance(order, str | Order):
        return [order]
    try:
        wanted = list(order)
    except TypeError:
        wanted = []
    if not wanted:
        raise OptionError(f"order={order!r} names no order; one of: all, induced, {', '.join(ORDERS)}, or your own")
    return wanted


def _under(order: Order, values: RunValues, seed: int) -> OrderScale:
    """The verdicts under one order."""
    space = order.space(values.space.length, values.space.grades)
    swapped, seen_in_sample = _order_matters(values, seed) if order.kind == "set" else (None, False)
    if swapped is not None:
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
    if seen_in_sample:
        tally.proof = Proof.SAMPLED  # that the order of documents does not matter was seen in a sample only
    facts = theorem_facts(order, space) if order.name in ORDERS else poset(order, space.length, space.grades).facts
    isotone, strict, equal = tally.isotone(), tally.strict(), tally.equal_steps()
    if equal.holds and not facts["graded"].holds and tally.step is not None and tally.sign():
        equal = Verdict(False, facts["graded"].witness, equal.cases, equal.proof, "ways up of different lengths")
    embedding = strict if facts["total"].holds else _not_embedding(values, facts["total"].witness, strict)
    affine = _affine(equal, facts["graded"], tally.sign())
    name = "interval" if affine.holds else "ordinal" if strict.holds else "weakly ordinal" if isotone.holds else "none"
    worst = order.minimum(space)
    alpha, beta = (tally.step, values.of(worst)) if affine.holds else (None, None)
    valued, metric = _valuation(order, space, values, facts["lattice"])
    return OrderScale(order.name, name, isotone, strict, embedding, equal, affine, alpha, beta, valued, metric)


def _order_matters(values: RunValues, seed: int) -> tuple[tuple[JudgedRun, JudgedRun] | None, bool]:
    """Two runs with two neighbours exchanged and different values, as small as can be, or None; and whether that was
    looked for in a sample only.
    """
    fold, sampled = values.fold, values.space.size > MOST_RUNS
    if fold is not None and fold.weights is not None:
        weights = [*fold.weights, *(0,) * (values.space.length - fold.length)]
        return _unequal_neighbours(weights, fold.gains), False
    if sampled:
        moves = sampled_moves(named_order("rank-swap"), values.space, values.of, SECONDS, seed)
        pairs = ((move.low, move.high) for move in moves if sorted(move.low) == sorted(move.high))
    else:
        pairs = (
            (run, (*run[:i], run[i + 1], run[i], *run[i + 2 :]))
            for run in sorted(values.space, key=smallness)
            for i in range(len(run) - 2, -1, -1)
            if run[i] < run[i + 1]
        )
    return next((pair for pair in pairs if values.compare(values.of(pair[0]), values.of(pair[1]))), None), sampled


def _unequal_neighbours(weights: list[Exact], gains: tuple[Exact, ...]) -> tuple[JudgedRun, JudgedRun] | None:
    """For a sum over ranks: neighbours with different weights, and two grades with different gains."""
    length = len(weights)
    rank = next((i for i in range(length - 2, -1, -1) if weights[i] != weights[i + 1]), None)
    grade = next((g for g in range(1, len(gains)) if gains[g] != gains[0]), None)
    if rank is None or grade is None:
        return None
    before, after = (0,) * rank, (0,) * (length - rank - 2)
    return (*before, 0, grade, *after), (*before, grade, 0, *after)


def _not_embedding(values: RunValues, pair: tuple[JudgedRun, JudgedRun], strict: Verdict) -> Verdict:
    """Under a partial order larger values cannot mean better runs: two runs that cannot be compared have values that
    can.
    """
    r, s = pair
    if values.compare(values.of(s), values.of(r)) < 0:
        r, s = s, r
    why = f"{_said(values, (r, s))}, though neither is better"
    return Verdict(False, (r, s), 1, strict.proof if strict.proof is not Proof.SAMPLED else values.proof, why)


def _affine(equal: Verdict, graded: Verdict, sign: int) -> Verdict:
    if not graded.holds:
        return Verdict(None, graded.witness, why="the order is not graded: runs have no number of steps from the worst")
    if equal.holds and sign <= 0:
        return Verdict(False, None, equal.cases, equal.proof, "the steps are equal, but do not go up")
    return equal


def _valuation(order: Order, space: RunSpace, values: RunValues, lattice: Verdict) -> tuple[Verdict, str | None]:
    """Whether the measure is a valuation of the lattice, and what distance it makes, on small spaces."""
    if not lattice.holds:
        return Verdict(None, why="not a lattice"), None
    if space.size > MOST_IN_LATTICE or values.numeric:
        return Verdict(None, why="not looked at: floats" if values.numeric else "not looked at: too many runs"), None
    found = valuation(poset(order, space.length, space.grades), values.of)
    return found.is_valuation, found.metric


class _Tally:
    """Steps, as far as they decide: the first that goes down, the first that does not go up, the first that differs."""

    def __init__(self, values: RunValues) -> None:
        self.values, self.proof, self.why = values, values.proof, ""
        self.cases = 0
        self.down: Move | None = None
        self.flat: Move | None = None
        self.first: Move | None = None
        self.other: Move | None = None

    @property
    def step(self) -> Any:
        return None if self.first is None else self.first.step

    def sign(self, move: Move | None = None) -> int:
        """Whether a step, or the first, goes up, stays or goes down."""
        move = move or self.first
        if move is None:
            return 0
        if self.values.numeric and abs(move.step) <= TOLERANCE * move.size:
            return 0
        return int(move.step > 0) - int(move.step < 0)

    def same(self, one: Move, other: Move) -> bool:
        if self.values.numeric:
            return bool(abs(one.step - other.step) <= 4 * TOLERANCE * max(one.size, other.size))
        return bool(one.step == other.step)

    def add(self, moves: Iterable[Move]) -> None:
        for move in moves:
            self.cases += 1
            sign = self.sign(move)
            if sign < 0 and self.down is None:
                self.down = move
            if sign <= 0 and self.flat is None:
                self.flat = move
            if self.first is None:
                self.first = move
            elif self.other is None and not self.same(move, self.first):
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


def _said(values: RunValues, pair: tuple[JudgedRun, JudgedRun]) -> str:
    """Two runs and how their values compare."""
    low, high = pair
    before, after = values.of(low), values.of(high)
    relation = {1: "<", 0: "=", -1: ">"}[values.compare(after, before)]
    if relation == "=":
        return f"M{_run(low)} = M{_run(high)} = {values.text(before)}"
    return f"M{_run(low)} = {values.text(before)} {relation} M{_run(high)} = {values.text(after)}"


def _step(values: RunValues, move: Move) -> str:
    step = values.text(move.step)
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
    except OptionError:
        return None
    if mapped.method == "sampled":
        return None
    if not mapped.exact or mapped.seconds(1) > 5 or mapped.size > MOST_STEPS or mapped.counting.values is None:
        known = mapped.method == "grid" or (mapped.exact and mapped.seconds(1) <= 5)
        size = mapped.size if known else None
        if isinstance(mapped.counting, Nested) and mapped.counting.equally_spaced:
            low, high = mapped.extremes
            step = (high - low) * Fraction(1, mapped.size - 1)
            return Spacing(size, step, step, Fraction(1, mapped.size - 1), mapped.size < space.size)
        return Spacing(size, None, None, None, size is None or size < space.size, mapped.unequal)
    size, (low, high) = mapped.size, mapped.extremes
    if size == 1:
        return Spacing(size, None, None, None, size < space.size)
    steps = exact_sorted(mapped.steps)
    smallest, largest = steps[0], steps[-1]
    if mapped.method == "numeric" and float(largest - smallest) <= 4 * TOLERANCE * max(
        abs(float(low)), abs(float(high))
    ):
        smallest = largest
    span = high - low
    rational = isinstance(largest, int | Fraction) and isinstance(span, int | Fraction)
    share = Fraction(largest) / Fraction(span) if rational else float(largest) / float(span)  # type: ignore[arg-type]
    return Spacing(size, smallest, largest, share, size < space.size)


def _induced(values: RunValues, spacing: Spacing | None) -> OrderScale:
    """Under the order that the measure makes itself everything holds but, perhaps, equal steps."""
    own = Verdict(True, proof=Proof.THEOREM, why="the order is made by the measure's own values")
    if spacing is not None and spacing.unequal:
        unequal = Verdict(False, proof=Proof.CERTIFIED, why=spacing.unequal)
        return OrderScale("induced", "ordinal", own, own, own, unequal, unequal)
    if spacing is None or spacing.equal is None:
        one = spacing is not None and spacing.values == 1
        why = "all runs have one value" if one else "the values are too many to look at their steps"
        open_ = Verdict(None, why=why)
        return OrderScale("induced", "ordinal", own, own, own, open_, open_)
    assert spacing.smallest is not None
    assert spacing.largest is not None
    low, high = (values.text(float(x) if values.numeric else x) for x in (spacing.smallest, spacing.largest))
    why = "" if spacing.equal else f"steps from {low} to {high}"
    equal = Verdict(spacing.equal, None, spacing.values or 0, values.proof, why)
    worst = interval_scale(values.measure, length=values.space.length, grades=values.space.grades).extremes[0]
    ends = (spacing.smallest, worst) if spacing.equal else (None, None)
    return OrderScale("induced", "interval" if spacing.equal else "ordinal", own, own, own, equal, equal, *ends)
