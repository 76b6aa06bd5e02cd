"""The four axioms of a distance (the group-theoretic paper, Definition 10), over all of S_n by exact numbers.

A metric of one ranking makes a distance of two in two ways (§5.6): m(σ) − m(ν), which is negative in one direction,
and |m(σ) − m(ν)|, which satisfies the axioms iff different rankings have different values.
"""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import lru_cache
from math import lcm
from typing import Any

import numpy as np

from intervale.exact.permutations import all_permutations, compose, inverse, numbered, random_permutations
from intervale.exact.verdict import Proof, Verdict
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.own import as_float, slack
from intervale.rankings.search import Space, held, identity, proof, rows, spaces
from intervale.rankings.taxonomy import Group

__all__ = ["distance"]

MOST, MOST_PAIRS = 6, 5
AXIOMS = (
    "m(σ, σ) = 0",
    "m(σ, ν) = 0 only where σ = ν",
    "m(σ, ν) is a number ≥ 0",
    "symmetry",
    "the triangle inequality",
)
TRIPLES = 300


def distance(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Whether the metric is a distance; of one ranking, whether |m(σ) − m(ν)| is.

    >>> from intervale.rankings.catalogue import metric
    >>> print(distance(metric("MSE"), 5, None).why)
    the triangle inequality fails, n = 3: m(123, 231) = 2 > m(123, 132) = 2/3 + m(132, 231) = 2/3
    >>> distance(metric("footrule"), 5, None).holds
    True
    """
    if one.inputs == 1:
        told = identity(one, n, k)
        why = f"|m(σ) − m(ν)|: {told.why}; m(σ) − m(ν) is negative in one direction"
        return Verdict(told.holds, told.witness[1:] if told.witness else None, told.cases, told.proof, why)
    cases, reached, rounded = 0, 0, False
    invariant = one.right_invariant
    largest = MOST if invariant else MOST_PAIRS
    for space in spaces(one, min(n, largest), k):
        table, root, by_floats = _table(space)
        rounded |= by_floats and one.group is Group.OWN
        cases, reached = cases + len(space.everyone) ** (2 if invariant else 3), space.n
        broken = _broken(table, root, invariant)
        if broken is not None:
            return _verdict(space, *broken, cases, Proof.NUMERIC if rounded else proof(one))
    if "distance" in one.theorems and cases:
        return Verdict(True, None, cases, Proof.THEOREM, f"{one.theorems['distance']}; checked to n = {reached}")
    for space in spaces(one, n, k, largest + 1):
        cases += TRIPLES
        found = _sampled(space)
        if found is not None:
            axiom, witness, said = found
            return Verdict(False, witness, cases, proof(one), f"{AXIOMS[axiom]} fails, {said}")
    told = held(one, n, reached, cases, f"{TRIPLES} random triples for each n, seed 0")
    return replace(told, proof=Proof.NUMERIC) if rounded and told.proof is Proof.EXHAUSTIVE else told


def _sampled(space: Space) -> tuple[int, tuple[tuple[int, ...], ...], str] | None:
    """Random triples of rankings: the first axiom that one of them breaks, these rankings, and their values."""
    random = np.random.default_rng([0, space.n])
    drawn = [random_permutations(TRIPLES, space.n, random) for _ in range(3)]
    xy, yx, xz, zy, xx = (
        space.one.values(drawn[a], drawn[b], space.k) for a, b in ((0, 1), (1, 0), (0, 2), (2, 1), (0, 0))
    )
    near = slack(np.concatenate([xy, yx, xz, zy, xx]))
    differ = (drawn[0] != drawn[1]).any(1)
    with np.errstate(invalid="ignore"):
        wrong = (
            np.abs(xx) > near,
            (np.abs(xy) <= near) & differ,
            (xy < -near) | np.isinf(xy),
            (np.abs(xy - yx) > near) | (np.isinf(yx) & (xy != yx)),
            xy > xz + zy + near,
        )
    for axiom, which in enumerate(wrong):
        if which.any():
            x, y, z = rows(*(side[int(np.argmax(which))] for side in drawn))
            pairs = (((x, x),), ((x, y),), ((x, y),), ((x, y), (y, x)), ((x, y), (x, z), (z, y)))[axiom]
            found = {0: (x,), 4: (x, y, z)}.get(axiom, (x, y))
            return axiom, found, space.said(*pairs)
    return None


def _table(space: Space) -> tuple[Array, bool, bool]:
    """m(σ, ν) for all σ (rows; the first ones, if that is all it takes) and ν, as integers over one denominator where
    they are rational; whether they are squares of the values, and whether they are floats.
    """
    one, count = space.one, len(space.everyone)
    a, b = space.pairs()
    root = one.exact_is == "its square"
    keys = one.keys(a, b, space.k) if one.exact_is in ("the value", "its square") else []
    if keys and all(isinstance(key, int | Fraction) for key in keys):
        numbers = _integers(keys)
    elif one.group is Group.OWN:
        numbers = np.array([as_float(one, key) for key in keys])
    else:
        numbers = one.values(a, b, space.k)
        root = False
    by_floats = numbers.dtype == np.float64
    table = numbers[_quotients(space.n)] if len(a) == count else numbers.reshape(count, count)
    return table, root, by_floats


@lru_cache(maxsize=8)
def _quotients(n: int) -> Array:
    """For all σ and ν, the number of ν ∘ σ⁻¹: m(σ, ν) = m(id, ν ∘ σ⁻¹)."""
    everyone = all_permutations(n)
    back = inverse(everyone)
    return np.stack([numbered(compose(everyone, np.broadcast_to(row, everyone.shape))) for row in back])


def _integers(keys: list[Any]) -> Array:
    fractions = [Fraction(key) for key in keys]
    below = lcm(*(x.denominator for x in set(fractions)))
    scaled = [x.numerator * (below // x.denominator) for x in fractions]
    return np.array(scaled, dtype=np.int64 if max(map(abs, scaled)) < 1 << 30 else object)


def _broken(table: Array, root: bool, invariant: bool) -> tuple[int, tuple[int, ...]] | None:
    """The first axiom that fails, and the rankings that break it."""
    floats = table.dtype == np.float64
    near = slack(table) if floats else 0
    diagonal = np.abs(np.diagonal(table)) > near
    if diagonal.any():
        place = int(np.argmax(diagonal))
        return 0, (place, place)
    zero = np.abs(table) <= near
    np.fill_diagonal(zero, False)
    no_number = np.isinf(table) if floats else np.zeros(table.shape, dtype=bool)
    with np.errstate(invalid="ignore"):
        uneven = np.abs(table - table.T) > near
    for number, wrong in ((1, zero), (2, (table < -near) | no_number), (3, uneven)):
        if wrong.any():
            return number, tuple(int(x) for x in np.argwhere(wrong)[0])
    for first in range(1 if invariant else len(table)):
        direct, step = table[first], table[first][:, None]  # through the ranking of the row
        if root:
            more = direct[None] - step - table
            wrong = (more > 0) & (more * more > 4 * step * table)
        else:
            wrong = direct[None] > step + table + near
        if wrong.any():
            through, last = (int(x) for x in np.argwhere(wrong)[0])
            return 4, (first, last, through)
    return None


def _verdict(space: Space, axiom: int, places: tuple[int, ...], cases: int, how: Proof) -> Verdict:
    found = rows(*space.everyone[list(places)])
    if axiom == 4:
        x, y, z = found
        direct, first, second = (space.said(pair).partition(": ")[2] for pair in ((x, y), (x, z), (z, y)))
        where = space.said((x, y)).partition(": ")[0]
        said = f"{where}: {direct} > {first} + {second}"
    else:
        pairs = [tuple(found)] if axiom != 3 else [tuple(found), tuple(reversed(found))]
        said = space.said(*pairs)  # type: ignore[arg-type]
    return Verdict(False, found, cases, how, f"{AXIOMS[axiom]} fails, {said}")
