"""Axioms that are proven of a measure at every length up to that of the space, without looking at runs.

**Sums over ranks**, from their weights and gains. Let M(r) = Σ w_i · g(r_i) over the ranks i of a run, with the same
weights at every length up to N (0 beyond a cutoff) and gains g_0, …, g_c of the grades. Write Δ_k = g_{k+1} − g_k, and
d_i = w_i − w_{i+1} for what a rank is worth more than the next. A document that gets a higher grade at rank i adds w_i
times a sum of some Δ_k. The grades a < b at ranks i < j that change places add (w_i − w_j) · (g_b − g_a), the sum of
all d_m · Δ_k with i ≤ m < j and a ≤ k < b. So:

- replacement holds if all w_i · Δ_k ≥ 0, and convergence if w_i · Δ_k > 0 for i < N: it replaces above rank N only;
- swap holds if all d_i · Δ_k ≥ 0, top-weightedness and priority if all are above 0;
- monotonicity holds if w_i · g_k ≥ 0 for i ≥ 2: a document at the end adds one of these, and changes nothing else;
- deepness compares a < b put right at ranks i, i + 1 with the same at ranks j, j + 1, where j ≥ i + 2: it asks that
  (d_i − d_j) · (g_b − g_a) > 0. It holds if all Δ_k > 0, d_i > d_{i+2} and d_i > d_{i+3}, as steps of two and three
  lead from i to every j;
- projection replaces a tail: a grade above k at rank i and nothing after it, against k and anything after it. With w_i,
  Δ_k ≥ 0 the latter is most with c everywhere, at length N, and the former least with k + 1. So it holds if w_i · Δ_k ≥
  (g_c − g_0) · Σ_{j>i} w_j.

**AP, GMAP, RR, ERR and Success** satisfy monotonicity where their gains lie between 0 and 1: what a rank adds depends
on the ranks before it only, and is at least 0, as it is gain · seen / rank for AP and GMAP, and for the others the gain
times 1 − gain of all ranks before it, over the rank or not.

Where a condition fails, nothing follows: the axiom is then checked on runs, and the smallest counterexample is shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise

from intervale.exact import Exact, compare
from intervale.exact.verdict import Proof, Verdict
from intervale.measures import Measure
from intervale.measures.measure import Additive
from intervale.measures.precision import Success
from intervale.measures.ranked import AP, ERR, GMAP, RR
from intervale.scales.values import RunValues

__all__ = ["proven_axioms"]

Numbers = list[Exact]
Condition = Callable[[Numbers, Numbers], Iterator[bool]]
"""Weights and gains → what has to be true, one by one; nothing where there is no case."""


GROWING: tuple[type[Measure], ...] = (AP, GMAP, RR, ERR, Success)
"""What these add at a rank is never below 0, and no later rank changes it."""


def proven_axioms(values: RunValues) -> dict[str, Verdict]:
    """The axioms that hold of a measure by what stands above, at every length to that of the space."""
    measure, length, grades = values.measure, values.space.length, values.space.grades
    fold = values.fold
    whole = measure.on_space(length, grades)
    if fold is None or any(measure.on_space(shorter, grades) != whole for shorter in range(1, length)):
        return {}
    if type(measure) in GROWING and length > 1 and all(0 <= gain <= 1 for gain in fold.gains):
        why = "what a document adds is never below 0, and does not change what was added before"
        return {"monotonicity": Verdict(True, None, len(fold.gains), Proof.THEOREM, why)}
    if fold.weights is None or type(measure).fold is not Additive.fold:
        return {}
    return _by_weights([*fold.weights, *(0,) * (length - fold.length)], list(fold.gains))


def _by_weights(weights: Numbers, gains: Numbers) -> dict[str, Verdict]:
    found: dict[str, Verdict] = {}
    for name, condition in CONDITIONS.items():
        cases = 0
        for cases, holds in enumerate(condition(weights, gains), start=1):  # noqa: B007
            if not holds:
                break
        else:
            if cases:
                why = f"a sum over ranks: its weights and gains prove it at every length to {len(weights)}"
                found[name] = Verdict(True, None, cases, Proof.THEOREM, why)
    return found


def _rising(numbers: Numbers) -> Numbers:
    """What neighbours grow by."""
    return [high - low for low, high in pairwise(numbers)]


def _falling(numbers: Numbers) -> Numbers:
    return [high - low for high, low in pairwise(numbers)]


def _at_least_0(some: Numbers, others: Numbers) -> Iterator[bool]:
    """That all products of one and another are at least 0."""
    signs = {compare(one, 0) for one in others}
    yield from (compare(one, 0) * sign >= 0 for one in some for sign in signs)


def _above_0(some: Numbers, others: Numbers) -> Iterator[bool]:
    signs = {compare(one, 0) for one in others}
    yield from (compare(one, 0) * sign > 0 for one in some for sign in signs)


def _deepness(weights: Numbers, gains: Numbers) -> Iterator[bool]:
    worth = _falling(weights)
    if len(worth) > 2:
        yield from (step > 0 for step in _rising(gains))
        yield from (bool(worth[i] > worth[i + by]) for by in (2, 3) for i in range(len(worth) - by))


def _projection(weights: Numbers, gains: Numbers) -> Iterator[bool]:
    steps, span = _rising(gains), gains[-1] - gains[0]
    yield from (number >= 0 for number in (*weights, *steps))
    least = min(steps)
    after: Exact = 0
    for weight in reversed(weights):
        yield bool(weight * least >= span * after)
        after = after + weight


CONDITIONS: dict[str, Condition] = {
    "replacement": lambda weights, gains: _at_least_0(weights, _rising(gains)),
    "swap": lambda weights, gains: _at_least_0(_falling(weights), _rising(gains)),
    "projection": _projection,
    "monotonicity": lambda weights, gains: _at_least_0(weights[1:], gains),
    "convergence": lambda weights, gains: _above_0(weights[:-1], _rising(gains)),
    "top-weightedness": lambda weights, gains: _above_0(_falling(weights), _rising(gains)),
    "priority": lambda weights, gains: _above_0(_falling(weights), _rising(gains)),
    "deepness": _deepness,
}
"""By axiom."""
