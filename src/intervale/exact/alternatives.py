"""Systems of linear inequalities in numbers above 0 and free numbers: a solution, or why there is none.

Each inequality is Σ a_g · s_g + Σ b_h · z_h ∘ 0 with every s_g > 0, z_h any number, and ∘ one of >, >= and =. Motzkin's
transposition theorem: either there is a solution, or there are multipliers y, not negative for > and >=, with
Σ_i y_i a_i ≤ 0 in every g and Σ_i y_i b_i = 0 in every h, where some y_i of a > is above 0 or some Σ_i y_i a_ig below
0. Added up with these multipliers, the inequalities say that a number below 0 is above it.

As solutions may be multiplied, s_g ≥ 1 and ≥ 1 in place of > 0 lose none, and the simplex method on fractions, with the
rule of Bland, finds which of the two it is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

__all__ = ["Inequality", "Multipliers", "Solution", "solved"]

ZERO, ONE = Fraction(0), Fraction(1)


@dataclass(frozen=True)
class Inequality:
    """Σ a_g · s_g + Σ b_h · z_h ∘ 0."""

    positive: Sequence[Fraction]
    """The a_g, of the numbers above 0."""
    free: Sequence[Fraction]
    """The b_h, of the free numbers."""
    relation: str
    """``>``, ``>=`` or ``=``."""


@dataclass(frozen=True)
class Solution:
    """Numbers above 0 and free numbers that satisfy every inequality."""

    positive: list[Fraction]
    free: list[Fraction]


@dataclass(frozen=True)
class Multipliers:
    """One number for each inequality: what shows that they have no solution."""

    of: list[Fraction]


def solved(system: Sequence[Inequality]) -> Solution | Multipliers:
    """A solution, or the multipliers that show there is none.

    >>> half = Fraction(1, 2)
    >>> solved([Inequality([ONE, -ONE], [], ">"), Inequality([-ONE, 3 * half], [], ">")])
    Solution(positive=[Fraction(5, 1), Fraction(4, 1)], free=[])
    >>> solved([Inequality([ONE, -ONE], [], ">"), Inequality([-ONE, half], [], ">=")])
    Multipliers(of=[Fraction(1, 1), Fraction(1, 1)])
    """
    columns = _columns(system)
    rows = [
        [Fraction(one.positive[g]) for g in columns]
        + [sign * Fraction(b) for b in one.free for sign in (1, -1)]
        + [(-ONE if n == place else ZERO) if one.relation != "=" else ZERO for n in range(len(system))]
        for place, one in enumerate(system)
    ]
    wanted = [(ONE if one.relation == ">" else ZERO) - sum(one.positive, ZERO) for one in system]
    found, multipliers = _feasible(rows, wanted)
    if found is None:
        return Multipliers(multipliers)
    positive = [ONE] * len(system[0].positive)
    for value, g in zip(found, columns, strict=False):
        positive[g] += value
    free = found[len(columns) : len(columns) + 2 * len(system[0].free)]
    return Solution(positive, [up - down for up, down in zip(free[::2], free[1::2], strict=True)])


def _columns(system: Sequence[Inequality]) -> list[int]:
    """Numbers above 0 that point each in a direction of its own: one of those that point in the same is enough."""
    found: dict[tuple[Fraction, ...], int] = {}
    for g in range(len(system[0].positive)):
        column = [one.positive[g] for one in system]
        size = max(abs(x) for x in column)
        if size:
            found.setdefault(tuple(x / size for x in column), g)
    return list(found.values())


def _feasible(rows: list[list[Fraction]], wanted: list[Fraction]) -> tuple[list[Fraction] | None, list[Fraction]]:
    """x ≥ 0 with rows · x = wanted, or None and multipliers y with y · rows ≤ 0 and y · wanted > 0.

    One artificial number a row; their sum is made as small as it can be.
    """
    number, size = len(rows), len(rows[0])
    turned = [-ONE if value < 0 else ONE for value in wanted]
    table = [
        [sign * x for x in row] + [ONE if n == place else ZERO for n in range(number)] + [sign * value]
        for place, (row, value, sign) in enumerate(zip(rows, wanted, turned, strict=True))
    ]
    basis = [size + place for place in range(number)]
    cost = [-sum((row[n] for row in table), ZERO) for n in range(size)] + [ZERO] * number
    cost.append(-sum((row[-1] for row in table), ZERO))
    while (enters := next((n for n in range(size + number) if cost[n] < 0), None)) is not None:
        leaving = [(row[-1] / row[enters], basis[place], place) for place, row in enumerate(table) if row[enters] > 0]
        place = min(leaving)[2]
        pivot = table[place][enters]
        table[place] = [x / pivot if x else x for x in table[place]]
        basis[place] = enters
        for other in (*(row for n, row in enumerate(table) if n != place), cost):
            factor = other[enters]
            if factor:
                other[:] = [x - factor * y if y else x for x, y in zip(other, table[place], strict=True)]
    if cost[-1] < 0:
        return None, [sign * (ONE - cost[size + n]) for n, sign in enumerate(turned)]
    values = [ZERO] * (size + number)
    for place, column in enumerate(basis):
        values[column] = table[place][-1]
    return values[:size], []
