"""Whether two measures are one scale: the second is α > 0 times the first plus β on all runs.

Two sums over ranks are iff what each grade adds at each rank is in one proportion: M(r) − M(0) is the sum of these, and
each of them is the difference of two runs. Others are compared run by run; floats on a line through two runs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from fractions import Fraction
from functools import partial
from typing import NamedTuple

import numpy as np

from intervale.errors import UndecidedError
from intervale.exact import Exact, compare
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.orders import JudgedRun, RunSpace
from intervale.scales.measure_pair import MeasurePair, number_text
from intervale.scales.proportional import proportional, quotient, times
from intervale.scales.tally import run_text
from intervale.scales.values import RunValues

__all__ = ["same_scale"]

Affine = tuple[Verdict, Exact | float | None, Exact | float | None]
"""Whether it is one scale; and α and β where it is."""


class _Growth(NamedTuple):
    """What two measures grow by from the worst run to another."""

    first: Exact
    second: Exact
    run: Callable[[], JudgedRun]


def same_scale(both: MeasurePair) -> Affine:
    """Whether the second measure is α times the first plus β; and α and β where it is."""
    if both.one.measure == both.two.measure:
        return Verdict(True, proof=Proof.THEOREM, why="both are one measure"), Fraction(1), Fraction(0)
    if both.numeric:
        return _fitted(both)
    worst = (0,) * both.one.space.length
    start = both.one.of(worst), both.two.of(worst)
    additive = all(values.fold is not None and values.fold.weights is not None for values in (both.one, both.two))
    cases: Iterable[_Growth] = _added(both.one, both.two) if additive else _from_worst(both, start)
    try:
        return _in_proportion(both, cases, start, additive)
    except UndecidedError as error:
        return undecided(str(error)), None, None


def _in_proportion(both: MeasurePair, cases: Iterable[_Growth], start: tuple[Exact, Exact], additive: bool) -> Affine:
    proof = Proof.THEOREM if additive else both.refutation
    unit: _Growth | None = None
    number = 0
    for grown in cases:
        number += 1
        signs = compare(grown.first, 0), compare(grown.second, 0)
        if signs[0] != signs[1]:
            return _unequal(both, [grown], number, proof), None, None
        if not signs[0]:
            continue
        if unit is None:
            unit = grown
        elif not proportional(unit[:2], grown[:2]):
            return _unequal(both, [unit, grown], number, proof), None, None
    if not additive and not both.listed:
        return undecided(f"not refuted on {number:,} runs", number), None, None
    alpha, beta = _affine(unit, start)
    why = "both are sums over ranks, and what each grade adds is in one proportion" if additive else ""
    return Verdict(True, None, number, proof, why), alpha, beta


def _from_worst(both: MeasurePair, start: tuple[Exact, Exact]) -> Iterator[_Growth]:
    for point in both.points:
        yield _Growth(point.first - start[0], point.second - start[1], partial(_same, point.run))


def _same(run: JudgedRun) -> JudgedRun:
    return run


def _added(one: RunValues, two: RunValues) -> Iterator[_Growth]:
    """What each grade adds at each rank, in two sums over ranks, with the run that has it alone; late ranks first."""
    space = one.space
    for rank in range(space.length, 0, -1):
        for grade in range(1, space.grades + 1):
            yield _Growth(_cell(one, rank, grade), _cell(two, rank, grade), partial(_alone, space, rank, grade))


def _alone(space: RunSpace, rank: int, grade: int) -> JudgedRun:
    return (*(0,) * (rank - 1), grade, *(0,) * (space.length - rank))


def _cell(values: RunValues, rank: int, grade: int) -> Exact:
    fold = values.fold
    assert fold is not None
    assert fold.weights is not None
    return fold.weights[rank - 1] * (fold.gains[grade] - fold.gains[0]) if rank <= fold.length else 0


def _affine(unit: _Growth | None, start: tuple[Exact, Exact]) -> tuple[Exact | float, Exact | float]:
    """α and β, exact where they are numbers of a kind that is known; with one value only, α = 1."""
    alpha = Fraction(1) if unit is None else quotient(unit.second, unit.first)
    moved = None if alpha is None else times(alpha, start[0])
    if alpha is not None and moved is not None:
        return alpha, start[1] - moved
    assert unit is not None
    rough = float(unit.second) / float(unit.first)
    return rough, float(start[1]) - rough * float(start[0])


def _unequal(both: MeasurePair, grown: list[_Growth], cases: int, proof: Proof) -> Verdict:
    """What two measures grow by from the worst run to others, not in one proportion."""
    worst, runs = (0,) * both.one.space.length, [one.run() for one in grown]
    a, b = both.names
    parts = (
        f"from {run_text(worst)} to {run_text(run)} {a} grows by {number_text(one.first)} and {b} by "
        f"{number_text(one.second)}"
        for run, one in zip(runs, grown, strict=True)
    )
    return Verdict(False, (worst, *runs), cases, proof, "; ".join(parts))


def _fitted(both: MeasurePair) -> Affine:
    """The same in floats, on the line through the least and the greatest value of the first measure."""
    first, second = (
        np.array([float(x) for x in some]) for some in zip(*(point[:2] for point in both.points), strict=True)
    )
    near = max(both.tolerances)
    low, high = int(first.argmin()), int(first.argmax())
    span, grown = first[high] - first[low], second[high] - second[low]
    spread = second.max() - second.min()
    flat = [bool(width <= near * abs(x).max()) for width, x in ((span, first), (spread, second))]
    alpha = 1.0 if flat[0] else float(grown / span)
    off = np.abs(second - second[low] - (0 if flat[0] else alpha * (first - first[low])))
    slack = 4 * near * (abs(second).max() + abs(alpha) * abs(first).max())
    furthest, cases = int(off.argmax()), len(both.points)
    if flat[0] != flat[1]:
        constant, other = both.names if flat[0] else both.names[::-1]
        why = f"{constant} has one value on these runs, and {other} has more"
        return Verdict(False, None, cases, both.refutation, why), None, None
    if alpha <= 0 or off[furthest] > slack:
        runs = dict.fromkeys(both.points[place].run for place in (low, high, furthest))
        return Verdict(False, tuple(runs), cases, both.refutation, _values_text(both, list(runs))), None, None
    if not both.listed:
        return undecided(f"not refuted on {cases:,} runs", cases), None, None
    beta = float(second[low] - alpha * first[low])
    return Verdict(True, None, cases, both.proof, "all runs were compared in floats"), alpha, beta


def _values_text(both: MeasurePair, runs: list[JudgedRun]) -> str:
    shown = "; ".join(
        f"{number_text(both.one.of(run))} and {number_text(both.two.of(run))} for {run_text(run)}" for run in runs
    )
    return f"{both.names[0]} and {both.names[1]} have the values {shown} (in floats)"
