"""Verdicts on properties of 003 §5 and §6 over all of S_n, n searched upward, so that a witness is a smallest.

Where a metric is known not to change when items are renamed, the first ranking may be taken to be the identity: all
metrics of the catalogue, as they see only pairs of positions. For a function of the user's all pairs are looked at.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import combinations
from typing import Any

import numpy as np

from intervale.exact.permutations import (
    all_permutations,
    compose,
    inverse,
    numbered,
    random_permutations,
    transpositions,
)
from intervale.exact.verdict import Proof, Verdict
from intervale.rankings.catalogue import listwise
from intervale.rankings.levels import levels, value_text
from intervale.rankings.metric import Array, Group, RankingMetric
from intervale.rankings.structure import equal_sums

__all__ = ["Space", "constant_maximum", "identity", "maximal", "minimal", "renaming", "sensitivity", "spaces"]
__all__ += ["symmetry", "width_swaps"]

MOST, MOST_PAIRS = 8, 5
"""The largest n whose rankings are all looked at: with the identity, and in all pairs."""
MOST_STRUCTURE = 20
PAIRS = 500
BEYOND = f"beyond, {PAIRS} random pairs for each n, seed 0"
DRAWN = (40, 2000)
"""How many rankings are drawn in search of one, first and then."""
RENAMED = "it sees only the two positions of each item, whatever its name"


@dataclass(frozen=True)
class Space:
    """All rankings of n items and a metric with a k: pairs to look at, and their levels."""

    one: RankingMetric
    n: int
    k: int

    @property
    def identity(self) -> Array:
        return np.arange(1, self.n + 1)

    @cached_property
    def everyone(self) -> Array:
        return all_permutations(self.n)

    @cached_property
    def from_identity(self) -> Array:
        """The levels of m(id, τ) for all τ."""
        return self.levels(np.broadcast_to(self.identity, self.everyone.shape), self.everyone)

    def levels(self, a: Array, b: Array) -> Array:
        return levels(self.one, a, b, self.k)

    def pairs(self) -> tuple[Array, Array]:
        """All pairs of rankings, or those with the identity where they stand for all."""
        count = len(self.everyone)
        if self.one.right_invariant or self.one.inputs == 1:
            return np.broadcast_to(self.identity, self.everyone.shape), self.everyone
        return np.repeat(self.everyone, count, axis=0), np.tile(self.everyone, (count, 1))

    def drawn(self) -> tuple[Array, Array]:
        """Random pairs of rankings; the first is the identity where that stands for all."""
        random = np.random.default_rng([0, self.n])
        a, b = (random_permutations(PAIRS, self.n, random) for _ in range(2))
        return (np.broadcast_to(self.identity, b.shape), b) if self.one.inputs == 1 else (a, b)

    def said(self, *pairs: tuple[Any, Any]) -> str:
        """Values for people: m((1, 2), (2, 1)) = 1."""
        where = f"n = {self.n}" + (f", k = {self.k}" if self.one.depends_on_k else "")
        return f"{where}: " + ", ".join(f"{self.call(a, b)} = {value_text(self.one, a, b, self.k)}" for a, b in pairs)

    def call(self, a: Any, b: Any) -> str:
        given = (b,) if self.one.inputs == 1 else (a, b)
        return f"m({', '.join(_short(x) for x in given)})"


def _short(ranking: Any) -> str:
    numbers = [int(x) for x in ranking]
    return "".join(map(str, numbers)) if len(numbers) < 10 else "(" + " ".join(map(str, numbers)) + ")"


def rows(*rankings: Any) -> tuple[tuple[int, ...], ...]:
    return tuple(tuple(int(x) for x in ranking) for ranking in rankings)


def spaces(one: RankingMetric, n: int, k: int | None, first: int = 2) -> Iterator[Space]:
    """S_2, S_3, … S_n, where the metric is defined: with the k given, or with n // 2."""
    for size in range(first, n + 1):
        most = size - one.most_k
        if most < 1 or (one.depends_on_k and k is not None and k > most):
            continue
        yield Space(one, size, one.checked_k(k, size))


def most(one: RankingMetric) -> int:
    """The largest n whose rankings are all looked at."""
    return MOST if one.right_invariant or one.inputs == 1 else MOST_PAIRS


def proof(one: RankingMetric) -> Proof:
    return Proof.EXHAUSTIVE if one.exactly else Proof.NUMERIC


def held(one: RankingMetric, n: int, reached: int, cases: int, beyond: str = "", what: str = "rankings") -> Verdict:
    """It held on all rankings to ``reached``; beyond, on what was looked at."""
    if not cases:
        return Verdict(None, why=f"there is no case with n up to {n}")
    if reached >= n:
        return Verdict(True, None, cases, proof(one), f"all {what} to n = {n}" if what != "n" else f"to n = {n}")
    return Verdict(
        True, None, cases, Proof.SAMPLED, f"all rankings to n = {reached}" + (f"; {beyond}" if beyond else "")
    )


def identity(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 3: m(σ, τ) = m(σ, ν) only where τ = ν. Beyond the n whose rankings are all looked at, pairs of
    rankings that differ in two or three items are made to have equal sums.
    """
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        if space.n <= most(one):
            a, b = space.pairs()
            cases, reached = cases + len(a), space.n
            for start in range(0, len(a), len(space.everyone)):
                stop = start + len(space.everyone)
                found = _equal(space.levels(a[start:stop], b[start:stop]))
                if found is not None:
                    sigma, tau, nu = rows(a[start], b[start + found[0]], b[start + found[1]])
                    said = space.said((sigma, tau), (sigma, nu))
                    return Verdict(False, (sigma, tau, nu), cases, proof(one), said)
        elif space.n <= MOST_STRUCTURE and (made := equal_sums(one, space.n, space.k)) is not None:
            sigma, (tau, nu) = rows(space.identity)[0], made
            return Verdict(False, (sigma, tau, nu), cases + 1, proof(one), space.said((sigma, tau), (sigma, nu)))
        else:
            some = np.unique(space.drawn()[1], axis=0)
            cases += len(some)
            found = _equal(space.levels(np.broadcast_to(space.identity, some.shape), some))
            if found is not None:
                sigma, tau, nu = rows(space.identity, some[found[0]], some[found[1]])
                return Verdict(False, (sigma, tau, nu), cases, proof(one), space.said((sigma, tau), (sigma, nu)))
    beyond = f"beyond, no equal sums over three items, and no tie among {PAIRS} random rankings for each n, seed 0"
    return held(one, n, reached, cases, beyond)


def _equal(found: Array) -> tuple[int, int] | None:
    """The first two places with the same number."""
    order = np.argsort(found, kind="stable")
    same = np.flatnonzero(found[order][1:] == found[order][:-1])
    if not len(same):
        return None
    best = same[np.argmin(order[same + 1])]
    return int(order[best]), int(order[best + 1])


def symmetry(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 4: m(σ, ν) = m(ν, σ)."""
    if one.inputs == 1:
        return Verdict(None, why="it has one ranking, and nothing to exchange")
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= most(one)
        a, b = space.pairs() if every else space.drawn()
        found = space.levels(np.concatenate([a, b]), np.concatenate([b, a]))
        different = np.flatnonzero(found[: len(a)] != found[len(a) :])
        cases, reached = cases + len(a), space.n if every else reached
        if len(different):
            sigma, nu = rows(a[different[0]], b[different[0]])
            return Verdict(False, (sigma, nu), cases, proof(one), space.said((sigma, nu), (nu, sigma)))
    if cases and one.right_invariant and all(one.statistic.symmetric(s.n, s.k) for s in spaces(one, n, k)):
        return Verdict(True, None, cases, Proof.THEOREM, f"what it counts is the same both ways; looked at to n = {n}")
    return held(one, n, reached, cases, BEYOND)


def renaming(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 6, Type II robustness: m(μ, σ) = m(μ ∘ ν, σ ∘ ν); of one ranking, m(σ) = m(σ ∘ ν)."""
    if one.right_invariant and one.inputs == 2:
        said = RENAMED
        if one.group is Group.CONFUSION and n > 2:
            said += f"; with the first k read as σ(1..k) it changes, {renaming(listwise(one), n, k).why}"
        return Verdict(True, None, 0, Proof.THEOREM, said)
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= MOST_PAIRS
        reached = space.n if every else reached
        if one.inputs == 1:  # any ranking is any other, renamed
            if not every:
                break
            everyone = space.everyone
            cases += len(everyone)
            different = np.flatnonzero(space.from_identity != space.from_identity[0])
            if len(different):
                sigma, nu = rows(space.identity, everyone[different[0]])
                return Verdict(False, (sigma, nu), cases, proof(one), space.said((sigma, sigma), (sigma, nu)))
            continue
        # m(μ, σ) must be m(id, σ ∘ μ⁻¹), which is all that renaming can do
        a, b = space.pairs() if every else space.drawn()
        turned = compose(b, inverse(a))
        found = space.levels(np.concatenate([a, np.broadcast_to(space.identity, b.shape)]), np.concatenate([b, turned]))
        different = np.flatnonzero(found[: len(a)] != found[len(a) :])
        cases += len(a)
        if len(different):
            mu, sigma, same = rows(a[different[0]], b[different[0]], turned[different[0]])
            start = rows(space.identity)[0]
            renamed = rows(inverse(np.array(mu)))[0]
            return Verdict(False, (mu, sigma, renamed), cases, proof(one), space.said((mu, sigma), (start, same)))
    return held(one, n, reached, cases, BEYOND)


def width_swaps(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 8: swaps (i j) and (k l) of one width |i − j| = |k − l| have the same value."""
    cases = 0
    for space in spaces(one, n, k, 3):
        swaps, pairs = transpositions(space.n)
        found = space.levels(np.broadcast_to(space.identity, swaps.shape), swaps)
        cases += len(swaps)
        first: dict[int, int] = {}
        for place, (i, j) in enumerate(pairs):
            other = first.setdefault(j - i, place)
            if found[other] != found[place]:
                start, x, y = rows(space.identity, swaps[other], swaps[place])
                return Verdict(False, (x, y), cases, proof(one), space.said((start, x), (start, y)))
    return held(one, n, n, cases, what="swaps")


def sensitivity(one: RankingMetric, n: int, k: int | None, seed: int = 0) -> Verdict:
    """Definition 7, for all i < j < k < l with j − i = l − k: there is a σ with m((i j) ∘ σ) ≠ m((k l) ∘ σ).

    The swap is made of positions: (i j) ∘ σ exchanges the items at positions i and j. A σ that is found proves its
    case, so that for larger n a sample of rankings is enough, unless none is found.
    """
    cases, example = 0, ""
    for space in spaces(one, n, k, 4):
        every = space.n <= min(7, most(one))
        for i, j, p, q in _quadruples(space.n):
            for drawn in [space.everyone] if every else _drawn(space.n, seed):
                cases += len(drawn)
                near, far = _exchanged(drawn, i, j), _exchanged(drawn, p, q)
                told = _told_apart(space, every, near, far)
                if told.any():
                    place, start = int(np.argmax(told)), space.identity
                    example = example or f"{_short(drawn[place])} at " + space.said(
                        (start, near[place].tolist()), (start, far[place].tolist())
                    )
                    break
            else:
                why = f"n = {space.n}" + (f", k = {space.k}" if one.depends_on_k else "")
                why += f": exchanging positions {i} and {j}, or {p} and {q}, is the same for every ranking"
                why += "" if every else " drawn"
                return Verdict(False, (i, j, p, q), cases, proof(one) if every else Proof.SAMPLED, why)
    found = held(one, n, n, cases, what="pairs of swaps")
    return replace(found, why=f"{found.why}; such as σ = {example}") if found.holds else found


def _drawn(n: int, seed: int) -> Iterator[Array]:
    random = np.random.default_rng(seed)
    for count in DRAWN:
        yield random_permutations(count, n, random)


def _told_apart(space: Space, every: bool, near: Array, far: Array) -> Array:
    """Which rankings the metric tells from their neighbours."""
    if every:
        known = space.from_identity
        return np.asarray(known[numbered(near)] != known[numbered(far)])
    start = np.broadcast_to(space.identity, (2 * len(near), space.n))
    both = space.levels(start, np.concatenate([near, far]))
    return np.asarray(both[: len(near)] != both[len(near) :])


def _quadruples(n: int) -> Iterator[tuple[int, int, int, int]]:
    for i, j, p, q in combinations(range(1, n + 1), 4):
        if j - i == q - p:
            yield i, j, p, q


def _exchanged(rankings: Array, i: int, j: int) -> Array:
    """(i j) ∘ σ: the items at positions i and j exchanged."""
    return np.where(rankings == i, j, np.where(rankings == j, i, rankings))


def maximal(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 11: m(σ, σ) is one number m_max, and no m(σ, ν) is larger. Of one ranking, m(id) is m(σ, σ)."""
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= most(one)
        a, b = space.pairs() if every else space.drawn()
        if not every:  # each first ranking with itself, too
            a, b = np.concatenate([a[:1], a]), np.concatenate([a[:1], b])
        found = space.levels(a, b)
        same = np.flatnonzero((a == b).all(1))
        cases, reached = cases + len(a), space.n if every else reached
        start = rows(a[same[0]])[0]
        if np.isinf(one.values(a[same[:1]], b[same[:1]], space.k)[0]):
            return Verdict(
                False, (start, start), cases, proof(one), space.said((start, start)) + ", which is no number"
            )
        above = np.flatnonzero(found > found[same[0]])
        uneven = same[found[same] != found[same[0]]]
        if len(above) or len(uneven):
            place = above[0] if len(above) else uneven[0]
            sigma, nu = rows(a[place], b[place])
            return Verdict(False, (sigma, nu), cases, proof(one), space.said((start, start), (sigma, nu)))
    return held(one, n, reached, cases, BEYOND)


def minimal(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 11: some real number is below all m(σ, ν). On the finite S_n the smallest value is; it is told."""
    lowest, cases = [], 0
    for space in spaces(one, min(n, most(one)), k):
        a, b = space.pairs()
        cases += len(a)
        place = int(np.argmin(space.levels(a, b)))
        lowest.append((space.n, value_text(one, a[place].tolist(), b[place].tolist(), space.k)))
    if not lowest:
        return Verdict(None, why=f"there is no case with n up to {n}")
    distinct = dict.fromkeys(value for _, value in lowest)
    said = f"the smallest value is {lowest[0][1]} for all n looked at"
    if len(distinct) > 1:
        (first, low), (last, high) = lowest[0], lowest[-1]
        said = f"the smallest value changes with n: {low} (n = {first}) … {high} (n = {last})"
    return Verdict(True, None, cases, Proof.THEOREM, f"S_n is finite; {said}")


def constant_maximum(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """§6 (1): m(σ, σ) is the same number for all n, k being one number for all n too: 2 where none is given."""
    if "constant maximum" in one.theorems:
        return Verdict(True, None, 0, Proof.THEOREM, one.theorems["constant maximum"])
    first: tuple[int, Any] | None = None
    cases = 0
    k = 2 if k is None and n > 2 else k
    for space in spaces(one, n, k):
        start = rows(space.identity)[0]
        value = one.exact_value(start, start, space.k)
        cases += 1
        if value == float("inf"):
            return Verdict(False, (start,), cases, proof(one), space.said((start, start)) + ", which is no number")
        if first is not None and value != first[1]:
            small = Space(one, first[0], one.checked_k(k, first[0]))
            begin = rows(small.identity)[0]
            said = f"{small.said((begin, begin))}; {space.said((start, start))}"
            return Verdict(False, (begin, start), cases, proof(one), said)
        first = first or (space.n, value)
    return held(one, n, n, cases, what="n")
