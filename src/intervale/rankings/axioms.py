"""The four axioms of a distance (003, Definition 10), over all of S_n by exact numbers.

A metric of one ranking makes a distance of two in two ways (003 §5.6): m(σ) − m(ν), which is negative one way round,
and |m(σ) − m(ν)|, which satisfies the axioms iff different rankings have different values.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np

from intervale.exact.permutations import all_permutations, compose, inverse, numbered
from intervale.exact.verdict import Proof, Verdict
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.search import Space, held, identity, proof, rows, spaces

__all__ = ["distance"]

MOST, MOST_PAIRS = 6, 5
AXIOMS = (
    "m(σ, σ) = 0",
    "m(σ, ν) = 0 only where σ = ν",
    "m(σ, ν) is a number ≥ 0",
    "symmetry",
    "the triangle inequality",
)
TOLERANCE = 1e-12


def distance(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Whether the metric is a distance; of one ranking, whether |m(σ) − m(ν)| is.

    >>> from intervale.rankings.catalogue import metric
    >>> print(distance(metric("MSE"), 5, None).why)
    the triangle inequality fails, n = 3: m(123, 231) = 2 > m(123, 132) = 2/3 + m(132, 231) = 2/3
    >>> distance(metric("footrule"), 5, None).holds
    True
    """
    if one.inputs == 1:
        found = identity(one, n, k)
        why = f"|m(σ) − m(ν)|: {found.why}; m(σ) − m(ν) is negative one way round"
        if found.holds is False:
            _, tau, nu = found.witness
            return Verdict(False, (tau, nu), found.cases, found.proof, why)
        return Verdict(found.holds, None, found.cases, found.proof, why)
    cases, reached = 0, 0
    invariant = one.right_invariant
    for space in spaces(one, min(n, MOST if invariant else MOST_PAIRS), k):
        table, root = _table(space)
        cases, reached = cases + len(space.everyone) ** (2 if invariant else 3), space.n
        broken = _broken(table, root, invariant, one.exactly)
        if broken is not None:
            return _verdict(space, *broken, cases)
    if "distance" in one.theorems and cases:
        return Verdict(True, None, cases, Proof.THEOREM, f"{one.theorems['distance']}; looked at to n = {reached}")
    return held(one, n, reached, cases)


def _table(space: Space) -> tuple[Array, bool]:
    """m(σ, ν) for all σ (rows; the first ones, if that is all it takes) and ν, as integers over one denominator where
    they are rational; and whether they are squares of the values.
    """
    one, count = space.one, len(space.everyone)
    a, b = space.pairs()
    root = one.exact_is == "its square"
    if one.exact_is in ("the value", "its square") and one.exactly:
        numbers: Array = _integers(one.keys(a, b, space.k))
    else:
        numbers = one.values(a, b, space.k)
    if len(a) == count:
        return numbers[_quotients(space.n)], root
    return numbers.reshape(count, count), root


@lru_cache(maxsize=8)
def _quotients(n: int) -> Array:
    """For all σ and ν, the number of ν ∘ σ⁻¹: m(σ, ν) = m(id, ν ∘ σ⁻¹)."""
    everyone = all_permutations(n)
    back = inverse(everyone)
    return np.stack([numbered(compose(everyone, np.broadcast_to(row, everyone.shape))) for row in back])


def _integers(keys: list[Any]) -> Array:
    if any(isinstance(key, float) for key in keys):
        return np.array([float(key) for key in keys])
    fractions = [Fraction(key) for key in keys]
    below = lcm(*(x.denominator for x in set(fractions)))
    scaled = [x.numerator * (below // x.denominator) for x in fractions]
    return np.array(scaled, dtype=np.int64 if max(map(abs, scaled)) < 1 << 30 else object)


def _broken(table: Array, root: bool, invariant: bool, exact: bool) -> tuple[int, tuple[int, ...]] | None:
    """The first axiom that fails, and the rankings that break it."""
    tight = exact and table.dtype != np.float64
    slack = 0 if tight else TOLERANCE
    diagonal = np.abs(np.diagonal(table)) > slack
    if diagonal.any():
        place = int(np.argmax(diagonal))
        return 0, (place, place)
    zero = np.abs(table) <= slack
    np.fill_diagonal(zero, False)
    no_number = (table == np.inf) if table.dtype == np.float64 else np.zeros(table.shape, dtype=bool)
    with np.errstate(invalid="ignore"):
        uneven = np.abs(table - table.T) > slack
    for number, wrong in ((1, zero), (2, (table < -slack) | no_number), (3, uneven)):
        if wrong.any():
            return number, tuple(int(x) for x in np.argwhere(wrong)[0])
    for first in range(1 if invariant else len(table)):
        direct, step = table[first], table[first][:, None]  # through the ranking of the row
        if root:
            more = direct[None] - step - table
            wrong = (more > 0) & (more * more > 4 * step * table)
        else:
            wrong = direct[None] > step + table + slack
        if wrong.any():
            through, last = (int(x) for x in np.argwhere(wrong)[0])
            return 4, (first, last, through)
    return None


def _verdict(space: Space, axiom: int, places: tuple[int, ...], cases: int) -> Verdict:
    found = rows(*space.everyone[list(places)])
    if axiom == 4:
        x, y, z = found
        direct, first, second = (space.said(pair).partition(": ")[2] for pair in ((x, y), (x, z), (z, y)))
        where = space.said((x, y)).partition(": ")[0]
        said = f"{where}: {direct} > {first} + {second}"
    else:
        pairs = [tuple(found)] if axiom != 3 else [tuple(found), tuple(reversed(found))]
        said = space.said(*pairs)  # type: ignore[arg-type]
    return Verdict(False, found, cases, proof(space.one), f"{AXIOMS[axiom]} fails, {said}")
