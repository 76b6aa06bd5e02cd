"""Verdicts on properties of the group-theoretic paper, §5 and §6, over all of S_n, n searched upward, so that a witness
is a smallest.

Where a metric is known not to change when items are renamed, the first ranking may be taken to be the identity: all
metrics of the catalogue, as they see only pairs of positions. For a function of the user's all pairs are looked at.

So one table serves all properties of such a metric: the levels of m(id, τ) for the n! rankings τ
(:attr:`Space.from_identity`), where m(τ, id) stands at the place of τ⁻¹. It is kept, and shared by metrics
with one statistic and one rational function of it (DCG and nDCG; MSE and RMSE). Making it takes O(n · n!) steps and a
sort; the properties then only compare places in it: n! of them for each, and for sensitivity n! for each of the O(n³)
pairs of swaps, of which a metric that has it needs few.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
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
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.catalogue import listwise
from intervale.rankings.equal_sums import can_be_summed, equal_sums
from intervale.rankings.levels import levels, value_text
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.statistic import Statistic
from intervale.rankings.taxonomy import Group

__all__ = ["Space", "held", "identity", "most", "one_first", "proof", "renaming", "rows", "sensitivity", "spaces"]
__all__ += ["symmetry", "width_swaps"]

MOST, MOST_PAIRS = 8, 5
"""The largest n whose rankings are all looked at: with the identity, and in all pairs."""
PAIRS = 500
BEYOND = f"{PAIRS} random pairs for each n, seed 0"
FIRSTS = 4
"""With how many first rankings different rankings are sought that have one value, where the identity is not enough."""
DRAWN = (40, 2000)
"""How many rankings are drawn in search of one, first and then."""
RENAMED = "it depends only on the two positions of each item, not on its name"


@dataclass(frozen=True)
class Space:
    """All rankings of n items and a metric with a k: pairs to look at, and their levels."""

    one: RankingMetric
    n: int
    k: int

    @property
    def identity(self) -> Array:
        return np.arange(1, self.n + 1)

    @property
    def everyone(self) -> Array:
        return _everyone(self.n)

    @cached_property
    def from_identity(self) -> Array:
        """The levels of m(id, τ) for all τ."""
        if self.one.right_invariant:
            return _kept_levels(_Order(self.one.statistic, self.one.outer, self.n, self.k, self.one))
        return self.levels(np.broadcast_to(self.identity, self.everyone.shape), self.everyone)

    def levels(self, a: Array, b: Array) -> Array:
        return levels(self.one, a, b, self.k)

    def pairs(self) -> tuple[Array, Array]:
        """All pairs of rankings, or those with the identity where they stand for all."""
        count = len(self.everyone)
        if one_first(self.one):
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


@dataclass(frozen=True)
class _Order:
    """What decides the levels of m(id, τ): two metrics with one statistic and one rational function of it have the
    same, as only an increasing function may follow.
    """

    statistic: Statistic
    outer: Callable[..., Any]
    n: int
    k: int
    one: RankingMetric = field(compare=False)


@lru_cache(maxsize=16)
def _kept_levels(order: _Order) -> Array:
    everyone = _everyone(order.n)
    found = levels(order.one, np.broadcast_to(np.arange(1, order.n + 1), everyone.shape), everyone, order.k)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=MOST)
def _everyone(n: int) -> Array:
    found = all_permutations(n)
    found.setflags(write=False)
    return found


@lru_cache(maxsize=MOST)
def _inverses(n: int) -> Array:
    """The place of the inverse of each ranking in the list of all."""
    return numbered(inverse(_everyone(n)))


@lru_cache(maxsize=64)
def _swapped(n: int, i: int, j: int) -> Array:
    """The place of (i j) ∘ σ in the list of all rankings, for each σ."""
    return numbered(_exchanged(_everyone(n), i, j))


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
    return MOST if one_first(one) else MOST_PAIRS


def proof(one: RankingMetric) -> Proof:
    return Proof.EXHAUSTIVE if one.exactly else Proof.NUMERIC


def held(one: RankingMetric, n: int, reached: int, cases: int, beyond: str = "", what: str = "rankings") -> Verdict:
    """It held on all rankings to ``reached``; beyond, on what was looked at."""
    if not cases:
        return Verdict(None, why=f"there is no case with n up to {n}")
    if reached >= n:
        return Verdict(True, None, cases, proof(one), f"all {what} to n = {n}" if what != "n" else f"to n = {n}")
    if not reached:
        return undecided(f"no n is small enough to check all rankings; not refuted on {beyond}", cases)
    return undecided(f"it holds on all rankings to n = {reached}; beyond, not refuted on {beyond}", cases)


def identity(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 3: m(σ, τ) = m(σ, ν) only where τ = ν. Beyond the n whose rankings are all looked at, pairs of
    rankings that differ in two or three items are made to have equal sums, and random ones are looked at.
    """
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        listed = space.n <= most(one)
        if not listed and (made := equal_sums(one, space.n, space.k)) is not None:
            sigma, (tau, nu) = rows(space.identity)[0], made
            return Verdict(False, (sigma, tau, nu), cases + 1, proof(one), space.said((sigma, tau), (sigma, nu)))
        reached = space.n if listed else reached
        for first, some in _from_each(space, listed):
            cases += len(some)
            known = listed and one_first(one)
            found = _equal(space.from_identity if known else space.levels(np.broadcast_to(first, some.shape), some))
            if found is not None:
                sigma, tau, nu = rows(first, some[found[0]], some[found[1]])
                return Verdict(False, (sigma, tau, nu), cases, proof(one), space.said((sigma, tau), (sigma, nu)))
    beyond = f"no tie among {PAIRS} random rankings for each n, seed 0"
    beyond = f"no equal sums over three items, and {beyond}" if can_be_summed(one) else beyond
    return held(one, n, reached, cases, beyond if one_first(one) else f"{beyond}, with {FIRSTS} first rankings")


def one_first(one: RankingMetric) -> bool:
    """Whether the identity as first ranking stands for all."""
    return one.right_invariant or one.inputs == 1


def _from_each(space: Space, listed: bool) -> Iterator[tuple[Array, Array]]:
    """First rankings, each with the rankings that are looked at with it: all, or random ones."""
    some = space.everyone if listed else np.unique(space.drawn()[1], axis=0)
    if one_first(space.one):
        firsts: Array = space.identity[None]
    else:
        firsts = space.everyone if listed else np.concatenate([space.identity[None], space.drawn()[0][: FIRSTS - 1]])
    for first in firsts:
        yield first, some


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
        return Verdict(None, why="it takes one ranking: there is nothing to exchange")
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= most(one)
        a, b = space.pairs() if every else space.drawn()
        if every and one.right_invariant:  # m(τ, id) is m(id, τ⁻¹)
            there, back = space.from_identity, space.from_identity[_inverses(space.n)]
        else:
            found = space.levels(np.concatenate([a, b]), np.concatenate([b, a]))
            there, back = found[: len(a)], found[len(a) :]
        different = np.flatnonzero(there != back)
        cases, reached = cases + len(a), space.n if every else reached
        if len(different):
            sigma, nu = rows(a[different[0]], b[different[0]])
            return Verdict(False, (sigma, nu), cases, proof(one), space.said((sigma, nu), (nu, sigma)))
    if cases and one.right_invariant and all(one.statistic.symmetric(s.n, s.k) for s in spaces(one, n, k)):
        return Verdict(
            True, None, cases, Proof.THEOREM, f"what it counts is the same in both directions; checked to n = {n}"
        )
    return held(one, n, reached, cases, BEYOND)


def renaming(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """Definition 6, Type II robustness: m(μ, σ) = m(μ ∘ ν, σ ∘ ν); of one ranking, m(σ) = m(σ ∘ ν)."""
    if one.right_invariant and one.inputs == 2:
        said = RENAMED
        if one.group is Group.CONFUSION and n > 2:
            listed = renaming(listwise(one), n, k)
            said += f"; with the first k read as σ(1..k) it changes, {listed.why}" if listed.holds is False else ""
        return Verdict(True, None, 0, Proof.THEOREM, said)
    cases, reached = 0, 0
    for space in spaces(one, n, k):
        every = space.n <= MOST_PAIRS
        reached = space.n if every else reached
        if one.inputs == 1:  # any ranking is any other, renamed
            some = space.everyone if every else np.concatenate([space.identity[None], space.drawn()[1]])
            found = space.levels(np.broadcast_to(space.identity, some.shape), some)
            cases += len(some)
            different = np.flatnonzero(found != found[0])
            if len(different):
                sigma, nu = rows(space.identity, some[different[0]])
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
                told = _told_apart(space, None if every else drawn, (i, j), (p, q))
                if told.any():
                    place = int(np.argmax(told))
                    if not example:
                        near, far = (_exchanged(drawn[place], *swap).tolist() for swap in ((i, j), (p, q)))
                        example = f"{_short(drawn[place])} at "
                        example += space.said((space.identity, near), (space.identity, far))
                    break
            else:
                why = f"n = {space.n}" + (f", k = {space.k}" if one.depends_on_k else "")
                why += f": exchanging positions {i} and {j}, or {p} and {q}, is the same for every ranking"
                if not every:
                    return undecided(f"{why} drawn", cases)
                return Verdict(False, (i, j, p, q), cases, proof(one), why)
    found = held(one, n, n, cases, what="pairs of swaps")
    return replace(found, why=f"{found.why}; such as σ = {example}") if found.holds else found


def _drawn(n: int, seed: int) -> Iterator[Array]:
    random = np.random.default_rng(seed)
    for count in DRAWN:
        yield random_permutations(count, n, random)


def _told_apart(space: Space, drawn: Array | None, near: tuple[int, int], far: tuple[int, int]) -> Array:
    """For which rankings the metric distinguishes the two swaps: of those drawn, or of all."""
    if drawn is None:
        known = space.from_identity
        return np.asarray(known[_swapped(space.n, *near)] != known[_swapped(space.n, *far)])
    start = np.broadcast_to(space.identity, (2 * len(drawn), space.n))
    both = space.levels(start, np.concatenate([_exchanged(drawn, *near), _exchanged(drawn, *far)]))
    return np.asarray(both[: len(drawn)] != both[len(drawn) :])


def _quadruples(n: int) -> Iterator[tuple[int, int, int, int]]:
    for i, j, p, q in combinations(range(1, n + 1), 4):
        if j - i == q - p:
            yield i, j, p, q


def _exchanged(rankings: Array, i: int, j: int) -> Array:
    """(i j) ∘ σ: the items at positions i and j exchanged."""
    return np.where(rankings == i, j, np.where(rankings == j, i, rankings))
