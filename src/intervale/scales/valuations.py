"""Valuations at any length: whether a measure adds up over meets and joins, and what distance it makes (Giner, §2).

M is a valuation of a lattice where M(r ∨ s) + M(r ∧ s) = M(r) + M(s). Under the orders of the papers, where they are
lattices, these are distributive (:func:`~intervale.orders.theorem_facts`), and the law is decided on **squares**: runs
y ≠ z directly above a run x, and y ∨ z.

Proofs.

- *One square below each run that covers two others is enough.* y and z, covered by a run w, have w = y ∨ z, and cover
  y ∧ z, as the lattice is modular. There is a valuation V with the values of M on the worst run and on the runs that
  cover exactly one (Rota: values on join-irreducibles can be chosen). Going up from the worst run, where V and M agree
  below w, V(w) = V(y) + V(z) − V(y ∧ z) = M(y) + M(z) − M(y ∧ z) = M(w).
- *Distances.* d(r, s) = M(r ∨ s) − M(r ∧ s) is a pseudo-metric iff M is an isotone valuation, a metric iff M is also
  strict. If: Birkhoff. Only if: d ≥ 0 on r ≼ s says isotone, d > 0 strict, and the triangle inequality by way of r ∨ s
  says M(r) + M(s) ≤ M(r ∨ s) + M(r ∧ s), by way of r ∧ s the contrary.
- *Natural distance*, the number of steps on the shortest way in the Hasse diagram. In a distributive lattice a step
  adds or takes away one join-irreducible, so that this is ρ(r ∨ s) − ρ(r ∧ s), and d is k times it iff every step adds
  k: where M is affine. In any lattice: if d is k times it, every step adds k, and d, being a metric, makes M a
  valuation; where every step adds k, M = kρ + β, and where that is a valuation the lattice is modular.
- *Chains*: of two runs one is the join and the other the meet, so that every function is a valuation.
- *Place by place.* Under ``rank-replacement``, under ``set-replacement`` with grades in descending order, and under
  binary ``rank-swap`` with the counts of documents so far C_1, C_2, …, C_N, meets and joins are the smaller and the
  larger numbers, place by place. f(max(a, b)) + f(min(a, b)) = f(a) + f(b), so that a sum of functions of single places
  is a valuation. Such are: constants, and what depends on one rank only; sums over ranks, under the first order, under
  the second where weights are equal, and under the third, as Σ w_i·r[i] = Σ (w_i − w_{i+1})·C_i with w_{N+1} = 0; under
  ``set-replacement`` Success, which depends on the largest grade, and SBTO, Σ_j C(r_j + N − j, N − j + 1); SBTO with
  one level above 0, which counts documents.
- *AP, RR, ERR, Success and SBTO under binary* ``rank-swap``. What they add at rank i depends on r[i] and C_i: a(C_i)
  where r[i] = 1, so that C_{i−1} = C_i − 1, and b(C_i) where r[i] = 0, so that C_{i−1} = C_i. This is F(C_i) +
  G(C_{i−1}) with G(c) = Σ_{1 ≤ n ≤ c} b(n) − a(n) and F = b − G. For AP it is (T(C_i) − T(C_{i−1}))/i, T(c) =
  c(c + 1)/2.
- *The same under* ``rank-replacement``, where they look at two ranks or more, break the law on ranks 1 and 2: raised
  both from g, the grade below the first relevant one, AP adds 1/2 to what they add one by one, RR takes 1/2 away,
  Success 1; ERR takes (x_{g+1} − x_g)²/2 away, g the first grade where that is not 0; SBTO with two levels or more
  takes 1 away, g = 1.

Other measures are looked at on one square below each run, where there are at most 20,000, else on a sample, which can
refute and never proves. Floats refute by more than a tolerance.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain, combinations, islice
from typing import NamedTuple

import numpy as np

from intervale.exact import compare
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.measures.interval import SBTO
from intervale.orders import JudgedRun, Order, RunPoset, RunSpace, valuation
from intervale.scales.cover_steps import covers_of, in_pieces, smallness, spread_runs
from intervale.scales.critical import is_proven, special_grades
from intervale.scales.tally import run_text
from intervale.scales.values import TOLERANCE, RunValues

__all__ = ["MOST_IN_LATTICE", "metric_of", "natural_of", "small_valuation", "valuation_of", "why_valuation"]

MOST_RUNS, MOST_IN_LATTICE = 20_000, 300
"""On how many runs every square is looked at, and how many the lattice of an order of one's own may have."""
FIRST_AND_LAST, DRAWN = 2, 2
"""How many of the first covers of a run squares are made of, and of the last; and how many are drawn."""


class Square(NamedTuple):
    """A run, two directly above it, and their join."""

    low: JudgedRun
    left: JudgedRun
    right: JudgedRun
    high: JudgedRun


def valuation_of(order: Order, space: RunSpace, values: RunValues, total: bool, steps: int, seed: int) -> Verdict:
    """Whether a measure is a valuation under one of the orders of the papers, where that is a lattice; the witness
    against has two runs.
    """
    why = "every function on a chain is one" if total else why_valuation(order, space, values)
    if why:
        return Verdict(True, proof=Proof.THEOREM, why=why)
    whole = space.size <= MOST_RUNS
    squares = _below_each(order, space) if whole else islice(_sampled(order, space, values, seed), steps)
    cases = 0
    for piece in in_pieces(squares):
        values.learn(run for square in piece for run in square)
        for square in piece:
            cases += 1
            if _broken(values, square):
                witness = square.left, square.right
                return Verdict(False, witness, cases, values.refutation, _broken_text(values, square))
    if not whole:
        return undecided(f"not refuted on {cases:,} squares", cases)
    return Verdict(True, None, cases, values.proof, "one square below each run")


def why_valuation(order: Order, space: RunSpace, values: RunValues) -> str:
    """The theorem by which a measure is a valuation under an order of the papers that is a lattice; empty where none is
    known. Under ``set-replacement`` its values do not depend on the order of the documents.
    """
    fold, measure = values.fold, values.measure
    if fold is None:
        return ""
    if fold.weights is not None:
        return "a sum over ranks"
    if len(set(fold.gains)) == 1:
        return "all runs have one value"
    if fold.length == 1:
        return "it depends on one rank only"
    if not is_proven(measure):
        return ""
    if order.name == "rank-swap":
        return "a sum of functions of the counts so far"
    if order.name == "set-replacement":
        return "a sum of functions of the grades in descending order"
    return "it counts documents" if isinstance(measure, SBTO) and _levels(measure, space) == 1 else ""


def _levels(measure: SBTO, space: RunSpace) -> int:
    """How many grades above 0 count as different ones."""
    return min(space.grades, measure.max_rel or space.grades)


def small_valuation(found: RunPoset, values: RunValues) -> Verdict:
    """Whether a measure is a valuation of the lattice of an order of one's own: on all pairs of runs, where these are
    few.
    """
    return Verdict(None, why="not checked: floats") if values.numeric else valuation(found, values.of).is_valuation


def metric_of(valued: Verdict, isotone: Verdict, strict: Verdict) -> str | None:
    """What M(r ∨ s) − M(r ∧ s) is: ``metric``, ``pseudo-metric`` or ``none``; None where that is not known, or there is
    no lattice.
    """
    if valued.holds is None and not valued.undecided:
        return None
    if valued.holds is False or isotone.holds is False:
        return "none"
    if not valued.proven or not isotone.proven:
        return None
    return {True: "metric", False: "pseudo-metric", None: None}[strict.holds]


def natural_of(valued: Verdict, affine: Verdict) -> Verdict:
    """Whether M(r ∨ s) − M(r ∧ s) is the number of steps between r and s, times a positive constant."""
    if valued.holds is None and not valued.undecided:
        return Verdict(None, why=valued.why)
    if affine.holds is None and not affine.undecided:  # a lattice that is not graded
        return Verdict(False, affine.witness, why=affine.why)
    return affine if affine.holds is False or valued.holds is not False else valued


# ---------------------------------------------------------------- squares


def _below_each(order: Order, space: RunSpace) -> Iterator[Square]:
    """One square below each run that covers two others, those below small runs first."""
    for high in sorted(space, key=smallness):
        covered = list(islice(order.below(high, space.grades), 2))
        if len(covered) == 2:
            left, right = covered
            low = order.meet(left, right, space.grades)
            assert low is not None
            yield Square(low, left, right, high)


def _sampled(order: Order, space: RunSpace, values: RunValues, seed: int) -> Iterator[Square]:
    """Squares without end, the same for the same seed: above runs with special grades at the first ranks, at the last
    ones and at the cutoff, then above runs spread over the space. They are made of the first covers of a run, the last
    ones and some that are drawn.
    """
    random = np.random.default_rng(seed)
    for low in chain(_special_runs(space, values), spread_runs(space, random)):
        covers = covers_of(order, low, space.grades)
        places = {*range(len(covers))[:FIRST_AND_LAST], *range(len(covers))[-FIRST_AND_LAST:]}
        if len(covers) > len(places):
            places.update(random.integers(0, len(covers), DRAWN).tolist())
        for left, right in combinations([covers[place] for place in sorted(places)], 2):
            high = order.join(left, right, space.grades)
            assert high is not None
            yield Square(low, left, right, high)


def _special_runs(space: RunSpace, values: RunValues) -> Iterator[JudgedRun]:
    """Two special grades next to each other, with and without the best grade at rank 1, and zeros."""
    fold, length = values.fold, space.length
    grades = special_grades(fold, space.grades)
    depth = length if fold is None else min(fold.length, length)
    for rank in sorted({rank for rank in (1, depth - 1, depth, length - 1) if 1 <= rank < length}):
        for pair in sorted({(a, b) for a in grades for b in grades}, key=smallness):
            zeros = (0,) * (rank - 1), (0,) * (length - rank - 1)
            yield space.checked((*zeros[0], *pair, *zeros[1]))
            if rank > 1:
                yield space.checked((space.grades, *zeros[0][1:], *pair, *zeros[1]))


def _broken(values: RunValues, square: Square) -> bool:
    low, left, right, high = (values.of(run) for run in square)
    if values.numeric:
        slack = 4 * TOLERANCE * max(map(abs, (low, left, right, high)))
        return bool(abs(high + low - left - right) > slack)
    return compare(high + low, left + right) != 0


def _broken_text(values: RunValues, square: Square) -> str:
    low, left, right, high = (values.of(run) for run in square)
    return (
        f"M{run_text(square.left)} + M{run_text(square.right)} = {values.text(left + right)}, "
        f"but M{run_text(square.high)} + M{run_text(square.low)} = {values.text(high + low)}"
    )
