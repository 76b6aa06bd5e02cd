"""Verdicts on the largest and the smallest value (the group-theoretic paper, §6, Definition 11), n searched upward."""

from __future__ import annotations

from dataclasses import replace
from math import inf, isinf
from typing import Any

import numpy as np

from intervale.exact.permutations import all_permutations, random_permutations
from intervale.exact.verdict import Proof, Verdict
from intervale.rankings.levels import key_levels, value_text
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.search import BEYOND, Space, held, most, one_first, proof, rows, spaces
from intervale.rankings.taxonomy import Group

__all__ = ["constant_maximum", "maximal", "minimal"]

MOST_SAME, SAME = 6, 200
"""The largest n for which m(σ, σ) is looked at for all σ of a function of the user's, and how many are drawn beyond."""
FIXED = 2
"""The k of metrics that know one, for all n the same, where none is given."""


def maximal(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 11: m(σ, σ) is one number m_max, and no m(σ, ν) is larger. Of one ranking, m(id) is m(σ, σ)."""
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= most(one)
        a, b = space.pairs() if every else space.drawn()
        if not every:  # each first ranking with itself, too
            firsts = a[:1] if one.inputs == 1 else a
            a, b = np.concatenate([firsts, a]), np.concatenate([firsts, b])
        found = space.from_identity if every and one_first(one) else space.levels(a, b)
        same = np.flatnonzero((a == b).all(1))
        cases, reached = cases + len(a), space.n if every else reached
        start = rows(a[same[0]])[0]
        if _infinite(one.exact_value(start, start, space.k)):
            said = space.said((start, start)) + ", which is not a number"
            return Verdict(False, (start, start), cases, proof(one), said)
        above = np.flatnonzero(found > found[same[0]])
        uneven = same[found[same] != found[same[0]]]
        if len(above) or len(uneven):
            place = above[0] if len(above) else uneven[0]
            sigma, nu = rows(a[place], b[place])
            return Verdict(False, (sigma, nu), cases, proof(one), space.said((start, start), (sigma, nu)))
    return held(one, n, reached, cases, BEYOND)


def _infinite(value: Any) -> bool:
    return isinstance(value, float) and isinf(value)


def minimal(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 11: some real number is below all m(σ, ν). On the finite S_n the smallest value is, and it is told,
    unless it is −∞: the metrics of the catalogue are never, a function of the user's may be.
    """
    lowest, cases, reached = [], 0, 0
    own = one.group is Group.OWN
    for space in spaces(one, n if own else min(n, most(one)), k):
        every = space.n <= most(one)
        a, b = space.pairs() if every else space.drawn()
        cases, reached = cases + len(a), space.n if every else reached
        place = int(np.argmin(space.from_identity if every and one_first(one) else space.levels(a, b)))
        sigma, nu = rows(a[place], b[place])
        if one.exact_value(sigma, nu, space.k) == -inf:
            said = space.said((sigma, nu)) + ", which is not a number"
            return Verdict(False, (sigma, nu), cases, proof(one), said)
        if every:
            lowest.append((space.n, value_text(one, sigma, nu, space.k)))
    said = "no n is small enough to check all rankings"
    if lowest:
        (first, low), (last, high) = lowest[0], lowest[-1]
        said = f"the smallest value is {low} for all n checked"
        if len({value for _, value in lowest}) > 1:
            said = f"the smallest value changes with n: {low} (n = {first}) … {high} (n = {last})"
    if own:
        found = held(one, n, reached, cases, BEYOND)
        return replace(found, why=f"{found.why}; {said}") if lowest else found
    return Verdict(True, None, cases, Proof.THEOREM, f"S_n is finite; {said}")


def constant_maximum(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """§6 (1): m(σ, σ) is the same number for all σ and all n, k being one number for all n too: 2 where none is given,
    and then what becomes of it with k = n // 2 is told.
    """
    if "constant maximum" in one.theorems:
        return Verdict(True, None, 0, Proof.THEOREM, one.theorems["constant maximum"])
    fixed = FIXED if k is None and n > FIXED else k
    found = _constant(one, n, fixed)
    if not one.depends_on_k or fixed is None:
        return found
    said = f"{found.why}, for a fixed k = {fixed}"
    if k is None and found.holds:
        other = _constant(one, n, None)
        said += "" if other.holds else f"; not with k = n // 2: {other.why}"
    return replace(found, why=said if found.holds else found.why)


def _constant(one: RankingMetric, n: int, k: int | None) -> Verdict:
    first: tuple[Space, tuple[int, ...], Any] | None = None
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        firsts, every = _firsts(space)
        keys = one.keys(firsts, firsts, space.k)
        cases, reached = cases + len(keys), space.n if every else reached
        if first is None:
            first = space, rows(firsts[0])[0], keys[0]
        small, begin, value = first
        found = key_levels(one, [value, *keys])
        place = next((p for p, key in enumerate(keys) if _infinite(key) or found[p + 1] != found[0]), None)
        if place is None:
            continue
        start = rows(firsts[place])[0]
        if _infinite(keys[place]):
            return Verdict(False, (start,), cases, proof(one), space.said((start, start)) + ", which is not a number")
        if space.n == small.n:
            said = space.said((begin, begin), (start, start))
        else:
            said = f"{small.said((begin, begin))}; {space.said((start, start))}"
        return Verdict(False, (begin, start), cases, proof(one), said)
    return held(one, n, reached, cases, f"{SAME} random rankings for each n, seed 0", what="n")


def _firsts(space: Space) -> tuple[Array, bool]:
    """The σ of m(σ, σ), and whether they are all, or stand for all."""
    if space.one.right_invariant or space.one.inputs == 1:
        return space.identity[None], True
    if space.n <= MOST_SAME:
        return all_permutations(space.n), True
    drawn = random_permutations(SAME, space.n, np.random.default_rng([0, space.n]))
    return np.concatenate([space.identity[None], drawn]), False
