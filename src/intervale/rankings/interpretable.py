"""Verdicts on what makes a value interpretable (the group-theoretic paper, §6), n searched upward.

§6 asks for three conditions: (1) m(σ, σ) is one number for all σ and all n, (2) no value is larger, (3) there is a
smallest value. It goes on to ask whether the smallest is at the *inverse* of a ranking, which may mean two things: the
reversal, n + 1 − σ(i), or the inverse σ⁻¹ in the symmetric group. The second is never what one wants: a ranking may be
its own inverse, as the identity is, and would be least like itself.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from intervale.exact.permutations import compose, inverse, numbered
from intervale.exact.verdict import Proof, Verdict, undecided
from intervale.rankings.extremes import constant_maximum, maximal, minimal
from intervale.rankings.metric import Array, RankingMetric
from intervale.rankings.ranges import range_of
from intervale.rankings.search import BEYOND, Space, held, most, one_first, proof, rows, spaces
from intervale.rankings.taxonomy import Group

__all__ = ["CONDITIONS", "interpretable", "least_at_inverse", "least_at_reversal"]

CONDITIONS: dict[str, Callable[[RankingMetric, int, int | None], Verdict]] = {
    "constant-maximum": constant_maximum,
    "maximal-agreement": maximal,
    "minimal-agreement": minimal,
}
"""The three conditions of §6, in its order."""
STRENGTH = list(Proof)
Partner = Callable[[Array], tuple[Array, Array]]


def interpretable(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """§6: all three conditions hold; the first that fails is the witness, and each is named.

    >>> from intervale.rankings.catalogue import metric
    >>> interpretable(metric("Spearman rho"), 5, None).holds
    True
    >>> print(interpretable(metric("MAE"), 5, None).why)
    (1) constant-maximum yes; (2) maximal-agreement no, n = 2: m(12, 12) = 0, m(12, 21) = 1; (3) minimal-agreement yes
    """
    found = {name: decide(one, n, k) for name, decide in CONDITIONS.items()}
    words = {True: "yes", False: "no", None: "not known"}
    said = "; ".join(
        f"({number}) {name} {words[verdict.holds]}" + ("" if verdict.holds else f", {verdict.why}")
        for number, (name, verdict) in enumerate(found.items(), 1)
    )
    cases = sum(verdict.cases for verdict in found.values())
    broken = next((verdict for verdict in found.values() if verdict.holds is False), None)
    if broken is not None:
        return Verdict(False, broken.witness, cases, broken.proof, said)
    if any(verdict.holds is None for verdict in found.values()):
        return undecided(said, cases)
    return Verdict(True, None, cases, max((verdict.proof for verdict in found.values()), key=STRENGTH.index), said)


def least_at_reversal(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """§6: m(σ, ν) is the least value on S_n where ν is σ from its end, ν(i) = n + 1 − σ(i).

    >>> from intervale.rankings.catalogue import metric
    >>> least_at_reversal(metric("Kendall tau"), 12, None).holds, least_at_reversal(metric("footrule"), 5, None).why
    (True, 'n = 2: m(12, 21) = 2 is not the least value: m(12, 12) = 0')
    """
    return _least(one, n, k, lambda sigma: (sigma, sigma.shape[-1] + 1 - sigma))


def least_at_inverse(one: RankingMetric, n: int, k: int | None) -> Verdict:
    """§6 read in the symmetric group: m(σ⁻¹, σ) is the least value on S_n, for all σ; of one ranking, m(σ ∘ σ).

    >>> from intervale.rankings.catalogue import metric
    >>> least_at_inverse(metric("Kendall tau"), 5, None).why
    'n = 2: m(12, 12) = 1 is not the least value: m(12, 21) = -1'
    """
    return _least(one, n, k, lambda sigma: (inverse(sigma), sigma))


def _least(one: RankingMetric, n: int, k: int | None, partner: Partner) -> Verdict:
    cases, reached, ranged = 0, 0, 0
    for space in spaces(one, n, k):
        every = space.n <= most(one)
        a, b = partner(space.everyone) if every else partner(space.drawn()[1])
        turned = compose(b, inverse(a))  # m(σ, ν) is m(id, ν ∘ σ⁻¹)
        if one.inputs == 1:
            a, b = np.broadcast_to(space.identity, b.shape), turned
        if not every and one.right_invariant and one.group is not Group.OWN and (turned == turned[0]).all():
            cases, ranged = cases + 1, space.n
            broken = _above_range(space, rows(turned[0])[0])
        else:
            others = space.pairs() if every else space.drawn()
            cases, reached = cases + len(others[0]), space.n if every else reached
            broken = _above(space, (a, b), others, every)
        if broken is not None:
            (sigma, nu), least = broken
            said = f"{space.said((sigma, nu))} is not the least value: {space.said(least).partition(': ')[2]}"
            return Verdict(False, (sigma, nu, *least), cases, proof(one), said)
    if ranged == n:
        said = f"it is the least value of all rankings, which is known exactly to n = {n}"
        return Verdict(True, None, cases, Proof.CERTIFIED, said)
    return held(one, n, reached, cases, BEYOND)


Rankings = tuple[tuple[int, ...], tuple[int, ...]]


def _above(
    space: Space, pairs: tuple[Array, Array], others: tuple[Array, Array], every: bool
) -> tuple[Rankings, Rankings] | None:
    """The first of the pairs whose value is larger than the least of the others, and the pair with the least."""
    if every and one_first(space.one):
        rest = space.from_identity
        found = rest[numbered(compose(pairs[1], inverse(pairs[0])))]
    else:
        both = space.levels(*(np.concatenate(sides) for sides in zip(pairs, others, strict=True)))
        found, rest = both[: len(pairs[0])], both[len(pairs[0]) :]
    larger = np.flatnonzero(found > rest.min())
    if not len(larger):
        return None
    place, least = int(larger[0]), int(np.argmin(rest))
    first, second = rows(pairs[0][place], pairs[1][place]), rows(others[0][least], others[1][least])
    return (first[0], first[1]), (second[0], second[1])


def _above_range(space: Space, ranking: tuple[int, ...]) -> tuple[Rankings, Rankings] | None:
    """The same for one ranking beside the identity, by the exact least value of all."""
    known = range_of(space.one, space.n, space.k)
    start = rows(space.identity)[0]
    if space.one.exact_value(start, ranking, space.k) == known.exact_least:
        return None
    return (start, ranking), (start, known.least_at)
