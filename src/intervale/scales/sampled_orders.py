"""A measure under an order of one's own on runs that are too many to list: pairs of runs, one at least as good as the
other, refute and never prove.

From covers and from moves the pairs are known. From a comparison or a key they are asked for: a run and one of which a
grade was changed, two neighbours were exchanged, or which was drawn.
"""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

import numpy as np

from intervale.exact.verdict import Verdict, undecided
from intervale.orders import GeneratedOrder, JudgedRun, ListedOrder, OwnOrder, RunSpace
from intervale.scales.cover_steps import spread_runs
from intervale.scales.tally import compared_text
from intervale.scales.values import RunValues

__all__ = ["Compared", "compared_pairs", "sampled_verdicts"]

Compared = tuple[JudgedRun, JudgedRun, bool | None]
"""A run, one that is at least as good, and whether it is better; None where that is not known."""
TRIED = 12
"""How many runs each run is compared with."""
WHY = "not known: the runs of this order are too many to list"


def sampled_verdicts(
    order: ListedOrder, space: RunSpace, values: RunValues, steps: int, seed: int
) -> tuple[Verdict, Verdict, Verdict]:
    """Isotone, strict, and the verdict of all else that is asked: refuted by a pair, or undecided."""
    cases = 0
    falls: Compared | None = None
    flat: Compared | None = None
    for pair in islice(compared_pairs(order, space, steps, seed), steps):
        cases += 1
        low, high, better = pair
        growth = values.compare(values.of(high), values.of(low))
        if falls is None and (growth < 0 or (better is False and growth)):
            falls = pair
        if flat is None and better and growth <= 0 and not (values.numeric and growth == 0):
            flat = pair
        if falls is not None and flat is not None:
            break
    return _refuted(values, falls, cases), _refuted(values, flat or falls, cases), undecided(WHY, cases)


def _refuted(values: RunValues, pair: Compared | None, cases: int) -> Verdict:
    if pair is None:
        found = f"not refuted on {cases:,} pairs of runs" if cases else "no two runs of the sample can be compared"
        return undecided(found, cases)
    low, high, better = pair
    tied = ", although they are tied" if better is False else ""
    return Verdict(False, (low, high), cases, values.refutation, compared_text(values, (low, high)) + tied)


def compared_pairs(order: ListedOrder, space: RunSpace, runs: int, seed: int) -> Iterator[Compared]:
    """Pairs that so many runs make with others, the same for the same seed."""
    random = np.random.default_rng(seed)
    for run in islice(spread_runs(space, random), runs):
        if isinstance(order, GeneratedOrder):
            better = True if order.goes_up else None
            yield from ((run, other, better) for other in islice(order.moved(run, space), TRIED) if other != run)
        elif isinstance(order, OwnOrder) and order.by_covers:
            yield from ((run, other, True) for other in islice(order.above(run, space.grades), TRIED))
        else:
            yield from _compared_with(order, run, space, random)


def _compared_with(
    order: ListedOrder, run: JudgedRun, space: RunSpace, random: np.random.Generator
) -> Iterator[Compared]:
    for other in islice(_others(run, space, random), TRIED):
        up, down = bool(order.leq(run, other, space.grades)), bool(order.leq(other, run, space.grades))
        if up:
            yield run, other, not down
        elif down:
            yield other, run, True


def _others(run: JudgedRun, space: RunSpace, random: np.random.Generator) -> Iterator[JudgedRun]:
    """Runs to compare a run with: one grade changed, two neighbours exchanged, or drawn."""
    for _ in range(4 * TRIED):  # some are the run itself
        changed = list(run)
        place = int(random.integers(space.length))
        kind = int(random.integers(3))
        if kind == 0:
            changed[place] = int(random.integers(space.grades + 1))
        elif kind == 1 and space.length > 1:
            first = min(place, space.length - 2)
            changed[first], changed[first + 1] = changed[first + 1], changed[first]
        else:
            changed = random.integers(0, space.grades + 1, space.length).tolist()
        other = space.checked(changed)
        if other != run:
            yield other
