"""The signed-rank test on one ordinal scale that topics share: what p can be over all increasing transformations.

With steps s_k > 0 the difference on a topic has the size |d_t| = Σ s_k over the steps between its two scores, its
**span**. A span within another is smaller, and equal spans are tied; of any two others each can be the larger. W⁺ is
the number of topics ahead, plus one for each two of them, plus for each topic ahead and each behind 1, 1/2 or 0 as the
first is larger, tied or smaller. So forced pairs bound W⁺. What one transformation for all topics does, one for each
can do as well: the bounds of :mod:`~intervale.statements.signed_ranks` hold here too.

Where few spans leave few comparisons open, all orders of the sizes that occur are gone through: the signs of d_i − d_j
cut the cone of steps into cells, and p is the same within each. A cell is found by linear programming, and its steps
are checked as fractions.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import inf, lcm
from typing import Any, NamedTuple

import numpy as np

from intervale.exact.verdict import Proof
from intervale.statements.reach import Reach
from intervale.statements.scores import Scores
from intervale.statements.signed_ranks import normal_z, own_reach, tails, two_sided
from intervale.statements.student import NEAR, crossings, t_range
from intervale.statements.transformations import Stretched
from intervale.stats.outcome import Setting
from intervale.stats.pairwise import MOST_EXACT, signed_rank

__all__ = ["MOST_PROGRAMS", "shared_reach"]

Array = np.ndarray[Any, Any]
Steps = tuple[Fraction, ...]
Plane = tuple[int, ...]
MOST_PROGRAMS = 300
"""After how many linear programs all orders are no longer gone through."""
MOST_SPANS = 40
"""Of how many different spans all orders are gone through."""
DENOMINATOR, LARGEST_SUM = 10**6, 2**45
"""The largest denominator of the steps of a cell, and the largest sum of them as whole numbers."""
LEVELS = 36
"""How many steps are each made larger than all before them together: more would be lost in rounding."""


def shared_reach(scores: Scores, first: str, second: str, *, programs: int = MOST_PROGRAMS) -> Reach:
    """What the signed-rank test can say on one ordinal scale: exactly where so many linear programs are enough, else
    between bounds.
    """
    spans = crossings(scores, first, second).astype(int)
    spans = spans[spans.any(axis=1)]
    by_topic = own_reach(replace(scores, shared=False), first, second)
    cells = (
        _cells(np.unique(np.abs(spans), axis=0), programs) if len(spans) else [np.ones(spans.shape[1], dtype=object)]
    )
    if cells is None:
        return _bounded(scores, first, second, spans, by_topic)
    found = [(*_tested(spans, cell), _stretched(scores, cell)) for cell in cells]
    ahead, behind = (sorted((one for one in found if sign * one[1] > 0), key=lambda one: one[0]) for sign in (1, -1))
    level = sorted(found, key=lambda one: -one[0])
    to_first, to_second, to_most = (tuple(one[2] for one in some[:3]) for some in (ahead, behind, level))
    why = f"p goes from {level[-1][0]:.4g} to {level[0][0]:.4g} over the {len(cells)} orders of the differences by size"
    return Reach(
        ahead[0][0] if ahead else inf,
        behind[0][0] if behind else inf,
        level[0][0],
        why,
        Proof.NUMERIC,
        len(cells),
        to_first,
        to_second,
        to_most,
    )


def _tested(spans: Array, steps: Array) -> tuple[float, float]:
    """The p-value and the effect with some steps."""
    difference = np.array([float(one) for one in spans @ steps])
    found = signed_rank(np.array([np.maximum(difference, 0.0), np.maximum(-difference, 0.0)]), None, Setting())
    return float(found.p[0]), float(found.effect[0])


def _stretched(scores: Scores, steps: Array) -> Stretched:
    new = np.concatenate([[0.0], np.cumsum([float(one) for one in steps])])
    return Stretched(tuple(scores.chain.tolist()), tuple(new.tolist()))


# ------------------------------------------------------------ all orders


def _cells(spans: Array, programs: int) -> list[Array] | None:
    """Steps for each order of the sizes that occurs, as whole numbers; None where there may be too many."""
    if len(spans) > MOST_SPANS:
        return None
    planes: list[Plane] = []
    for i, j in combinations(range(len(spans)), 2):
        plane = spans[i] - spans[j]
        if (plane > 0).any() and (plane < 0).any():
            planes.append(tuple((plane * plane[plane.nonzero()[0][0]]).tolist()))
    planes = list(dict.fromkeys(planes))
    if len(planes) ** 2 > programs:  # each cuts a cell at least, into three
        return None
    left = programs
    cells = [_Cell((), (Fraction(1),) * spans.shape[1])]
    for plane in planes:
        left -= len(cells)
        if left < 0:
            return None
        grown: list[_Cell] = []
        for cell in cells:
            parts = _cut(cell, plane)
            if parts is None:
                return None
            grown += parts
        cells = grown
    found = [_whole(cell.steps) for cell in cells]
    return None if any(sum(one) > LARGEST_SUM for one in found) else [np.array(one, dtype=object) for one in found]


class _Cell(NamedTuple):
    """Steps with the same signs on some planes; ``sides`` are these, ``steps`` are some of them."""

    sides: tuple[tuple[Plane, int], ...]
    steps: Steps

    def holds(self, steps: Steps) -> bool:
        return min(steps) > 0 and all(_sign(plane, steps) == side for plane, side in self.sides)

    def on(self, plane: Plane, steps: Steps) -> _Cell:
        return _Cell((*self.sides, (plane, _sign(plane, steps))), steps)


def _cut(cell: _Cell, plane: Plane) -> list[_Cell] | None:
    """The cell, or its parts before, on and behind a plane that cuts it. A cell is convex, and open in the space that
    it spans: between two sides lies the plane, and from it one can go a little to either side. None where rounding is
    in the way.
    """
    here = _sign(plane, cell.steps)
    side = -here or 1
    try:
        other = _solved((*cell.sides, (plane, side)), len(cell.steps))
    except ArithmeticError:
        return None
    if other is None:
        return [cell.on(plane, cell.steps)]
    if not cell.holds(other) or _sign(plane, other) != side:
        return None
    if here:
        x, y = _value(plane, cell.steps), _value(plane, other)
        share = x / (x - y)
    else:
        share = Fraction(-1)
        while not cell.holds(_towards(cell.steps, other, share)):
            share /= 2
    return [cell.on(plane, steps) for steps in (cell.steps, _towards(cell.steps, other, share), other)]


def _towards(steps: Steps, other: Steps, share: Fraction) -> Steps:
    return tuple(x + share * (y - x) for x, y in zip(steps, other, strict=True))


def _value(plane: Plane, steps: Steps) -> Fraction:
    return sum((n * x for n, x in zip(plane, steps, strict=True) if n), Fraction(0))


def _sign(plane: Plane, steps: Steps) -> int:
    value = _value(plane, steps)
    return (value > 0) - (value < 0)


def _solved(sides: tuple[tuple[Plane, int], ...], steps: int) -> Steps | None:
    """Small steps with these signs, as fractions; None where there are none."""
    from scipy.optimize import linprog

    apart = [[-side * n for n in plane] for plane, side in sides if side]
    level = [plane for plane, side in sides if not side]
    found = linprog(
        np.ones(steps),
        A_ub=np.array(apart, dtype=float),
        b_ub=-np.ones(len(apart)),
        A_eq=np.array(level, dtype=float) if level else None,
        b_eq=np.zeros(len(level)) if level else None,
        bounds=(1.0, None),
    )
    if found.status == 2:
        return None
    if found.status:
        raise ArithmeticError(found.message)
    return tuple(Fraction(float(x)).limit_denominator(DENOMINATOR) for x in np.asarray(found.x))


def _whole(steps: Steps) -> list[int]:
    common = lcm(*(x.denominator for x in steps))
    return [int(x * common) for x in steps]


# ------------------------------------------------------------ bounds


def _bounded(scores: Scores, first: str, second: str, spans: Array, by_topic: Reach) -> Reach:
    """Bounds of p from those of W⁺, and transformations that make steps large which topics of one side cross."""
    least, most = _rank_sums(spans)
    whole = len(spans) * (len(spans) + 1)
    low, high = _p_bounds(spans, min(least, whole - least)), _p_bounds(spans, min(most, whole - most))
    in_favour = max(high[0], by_topic.first) if 2 * most > whole else inf
    against = max(low[0], by_topic.second) if 2 * least < whole else inf
    furthest = 1.0 if 2 * least <= whole <= 2 * most else high[1] if 2 * most < whole else low[1]
    furthest = min(furthest, by_topic.most)
    why = (
        f"scores that lie between others bound the rank sum of {first} between {least / 2:g} and {most / 2:g} of "
        f"{whole / 2:g}, and p between {min(in_favour, against, furthest):.4g} and {furthest:.4g}"
    )
    ends = t_range(scores, first, second)
    up, down = (*_crossed(scores, spans), *ends.to_high), (*_crossed(scores, -spans), *ends.to_low)
    return Reach(in_favour, against, furthest, why, Proof.NUMERIC, 0, up, down, (*down, *up), NEAR)


def _rank_sums(spans: Array) -> tuple[int, int]:
    """The least and the largest 2 W⁺ that the forced pairs leave."""
    up = spans.sum(axis=1) > 0
    starts, ends = _ends(np.abs(spans))
    less = (starts[up][:, None] >= starts[~up]) & (ends[up][:, None] <= ends[~up])
    more = (starts[up][:, None] <= starts[~up]) & (ends[up][:, None] >= ends[~up])
    always = int(up.sum() * (up.sum() + 1))
    tied = int((less & more).sum())
    return always + 2 * int((more & ~less).sum()) + tied, always + 2 * int((~less).sum()) + tied


def _p_bounds(spans: Array, doubled: int) -> tuple[float, float]:
    """The smallest and the largest p where twice the smaller rank sum is this. Topics that are tied have spans of which
    none lies within another, and so many at most; those with equal spans are tied for certain.
    """
    number = len(spans)
    different, counts = np.unique(np.abs(spans), axis=0, return_counts=True)
    widest = _widest(different, counts)
    if number <= MOST_EXACT:
        return tails(number, doubled, widest)
    ties = np.array([number * (widest**2 - 1.0), float((counts**3 - counts).sum())])
    narrow, wide = normal_z(np.array([doubled / 2]), ties, number).tolist()
    return two_sided(narrow), two_sided(wide)


def _widest(spans: Array, counts: Array) -> int:
    """The most topics of which no span lies within another: both ends of one are above those of the one before."""
    starts, ends = _ends(spans)
    best = np.zeros(len(spans), dtype=int)
    for one in np.argsort(starts, kind="stable").tolist():
        before = best[(starts < starts[one]) & (ends < ends[one])]
        best[one] = counts[one] + before.max(initial=0)
    return int(best.max())


def _ends(spans: Array) -> tuple[Array, Array]:
    """The first step of each span, and the one after its last."""
    return spans.argmax(axis=1), spans.shape[1] - spans[:, ::-1].argmax(axis=1)


def _crossed(scores: Scores, spans: Array) -> tuple[Stretched, ...]:
    """Steps in the order of how many topics ahead cross them rather than behind, each larger than all before it."""
    ahead, behind = (spans > 0).sum(axis=0), (spans < 0).sum(axis=0)
    found = []
    for weight in ((ahead - behind) / np.maximum(ahead + behind, 1), ahead - behind):
        sizes = np.full(len(weight), 2.0**-LEVELS / len(weight))
        top = np.argsort(-weight, kind="stable")[:LEVELS]
        sizes[top] = 2.0 ** -np.arange(len(top))
        found.append(_stretched(scores, sizes))
    return tuple(found)
