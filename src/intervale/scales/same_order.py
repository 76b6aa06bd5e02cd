"""Whether two measures order all runs alike, never oppositely, or alike where an order compares runs.

- Two measures that are strict under a total order have the order of their values from it, and so the same.
- Two measures that are strict under a partial order agree on the pairs that it compares.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from itertools import chain, islice

from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.orders import ListedOrder, Order
from intervale.scales.cover_steps import sampled_steps
from intervale.scales.measure_pair import MeasurePair, Pair
from intervale.scales.run_pairs import RunPairs, comparable_pairs, opposite
from intervale.scales.values import RunValues
from intervale.scales.verdicts import STEPS, OrderScale, scale

__all__ = ["MOST_COMPARED", "agree", "never_opposite", "same_order"]

MOST_COMPARED = 4096
"""Up to how many runs all pairs are compared under an order."""
TOTAL = ("rank-total", "set-total")
NEAR = "floats tie runs that the other measure does not: an exact version would decide it"
FLOATS = "all pairs of runs were compared in floats"


def same_order(both: MeasurePair, one_scale: Verdict) -> Verdict:
    if one_scale.holds and one_scale.proven:
        return replace(one_scale, why="the measures differ by unit and origin only")
    pair = both.smallest(both.certain)
    if pair is not None:
        return Verdict(False, pair, both.pairs, both.refutation, both.why(pair))
    if both.open_ties():
        return undecided(NEAR, both.pairs)
    return _under_total(both, "strict") or _held(both)


def never_opposite(both: MeasurePair, one_order: Verdict) -> Verdict:
    if one_order.holds:
        return one_order
    pair = both.smallest([opposite])
    if pair is not None:
        return Verdict(False, pair, both.pairs, both.refutation, both.why(pair))
    return _under_total(both, "isotone") or _held(both)


def _held(both: MeasurePair) -> Verdict:
    """What was not refuted: proven where all runs were looked at."""
    if both.listed:
        return Verdict(True, None, both.pairs, both.proof, FLOATS if both.numeric else "")
    return undecided(f"not refuted on {both.pairs:,} pairs of runs", both.pairs)


def _under_total(both: MeasurePair, question: str) -> Verdict | None:
    """That both measures follow one total order, where a theorem says so; None where none does."""
    for name in TOTAL if not both.numeric else ():
        found = [getattr(_under(values, name, 0), question) for values in (both.one, both.two)]
        if all(one.holds and one.proof is Proof.THEOREM for one in found):
            why = f"both are {question} under {name}, a total order"
            return Verdict(True, None, sum(one.cases for one in found), Proof.THEOREM, why)
    return None


def _under(values: RunValues, order: str | Order, seed: int) -> OrderScale:
    space = values.space
    (found,) = scale(values.measure, length=space.length, grades=space.grades, order=order, seed=seed).orders.values()
    return found


# ---------------------------------------------------------------- where an order compares runs


def agree(both: MeasurePair, order: Order, one_order: Verdict, seed: int) -> tuple[Verdict, RunPairs | None]:
    """Whether the measures order alike what an order compares; and how they order these pairs, where runs are few."""
    under = [_under(values, order, seed) for values in (both.one, both.two)]
    for found in under:
        if not found.applies:
            return Verdict(None, found.isotone.witness, why=found.isotone.why), None
    counts, pair = None, None
    if both.listed and both.one.space.size <= min(MOST_COMPARED, order.most_runs):
        counts, pair = _compared(both, order)
    if pair is not None and counts is not None:
        low, high = pair if order.leq(*_in_order(order, pair)) else pair[::-1]
        return Verdict(False, (low, high), counts.pairs, both.proof, both.why((low, high))), counts
    if one_order.holds and one_order.proven:
        return replace(one_order, why=f"both order all runs alike, and so those that {order.name} compares"), counts
    strict = [found.strict for found in under]
    if all(found.holds and found.proven for found in strict):
        weakest = max((found.proof for found in strict), key=list(Proof).index)
        cases = sum(found.cases for found in strict)
        return Verdict(True, None, cases, weakest, f"both are strict under {order.name}"), counts
    if counts is not None:
        near = both.numeric and bool(counts.tied_first + counts.tied_second)
        return (undecided(NEAR, counts.pairs) if near else Verdict(True, None, counts.pairs, both.proof)), counts
    return _sampled(both, order, under, seed), None


def _in_order(order: Order, pair: Pair) -> Pair:
    """Two runs as the order has them."""
    if order.kind == "rank":
        return pair
    low, high = (tuple(sorted(run, reverse=True)) for run in pair)
    return low, high


def _compared(both: MeasurePair, order: Order) -> tuple[RunPairs, Pair | None]:
    one, two = both.one, both.two
    firsts = {point.first: level for point, (level, _) in zip(both.points, both.levels, strict=True)}
    seconds = {point.second: level for point, (_, level) in zip(both.points, both.levels, strict=True)}
    return comparable_pairs(order, one.space, lambda run: (firsts[one.of(run)], seconds[two.of(run)]), both.refutes)


def _sampled(both: MeasurePair, order: Order, under: list[OrderScale], seed: int) -> Verdict:
    """Where runs are many: what breaks the scale of one of the measures under the order, then a sample of steps."""
    verdicts = (getattr(found, question) for found in under for question in ("isotone", "strict"))
    cases: Iterable[Pair] = [verdict.witness for verdict in verdicts if verdict.holds is False]
    if not isinstance(order, ListedOrder):
        space = order.space(both.one.space.length, both.one.space.grades)
        steps = islice(sampled_steps(order, space, both.one, seed), STEPS)
        cases = chain(cases, ((step.low, step.high) for step in steps))
    number = 0
    for pair in cases:
        number += 1
        if both.refutes(both.sign(pair, 0), both.sign(pair, 1)):
            return Verdict(False, pair, number, both.refutation, both.why(pair))
    return undecided(f"not refuted on {number:,} steps", number)
