"""The signed-rank test where each topic has its own scale: its smallest and largest p over all orders of differences.

Who is ahead on a topic is fixed, and each difference may have any size. So only the numbers u and v of topics on which
the first is ahead and behind matter, and how the sizes are ordered, ties included: an **arrangement** is a sequence of
groups of equal sizes, from the smallest, each with so many topics ahead and so many behind. For groups of given sizes
p is smallest in favour of the first where its topics have the largest ranks, and no order comes nearer to W⁺ = W⁻ than
one of the two with all of its topics at one end, unless W⁺ = W⁻ lies between these.

- W⁺ = W⁻ occurs iff m (m + 1) ≤ n (n + 1) / 2, for m = max(u, v) and n = u + v: without ties every sum between the
  least and the largest occurs, and where the half is no whole number, a topic that is tied with the one above it adds
  1/2.
- By the normal distribution, ties make the variance smaller. p is largest without ties. It is smallest where the topics
  behind that are not tied with one ahead are one group at the bottom, those ahead at the top likewise, with one mixed
  group between them: (u + 1)(v + 1) cases.
- By the exact distribution, all 2ⁿ⁻¹ sequences of groups are gone through. The number of ways to reach each sum is one
  integer, 16 bits to a sum.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from math import inf
from typing import Any, NamedTuple

import numpy as np

from intervale.exact.verdict import Proof
from intervale.statements.reach import Reach
from intervale.statements.scores import Scores
from intervale.statements.transformations import Affine, ByTopic
from intervale.stats.pairwise import MOST_EXACT
from intervale.stats.ranks import leading

__all__ = ["Arrangement", "Extremes", "extremes", "normal_z", "own_reach", "tails", "two_sided"]

Array = np.ndarray[Any, Any]
Groups = tuple[tuple[int, int], ...]
DIGIT = 16
"""How many bits the number of ways to reach one sum takes."""
NUDGES = 64
"""How many neighbours of a factor are tried for differences that come out equal."""
SMALLEST = -500
"""The smallest power of two that is taken for a unit."""


class Arrangement(NamedTuple):
    """Groups of equal sizes, from the smallest, each (topics ahead, topics behind); and the p-value there."""

    groups: Groups
    p: float


class Extremes(NamedTuple):
    """The smallest p in favour of either system (None where the test never favours it) and the largest p."""

    first: Arrangement | None
    second: Arrangement | None
    most: Arrangement
    cases: int


@lru_cache(maxsize=1 << 10)
def extremes(up: int, down: int) -> Extremes:
    """Over all arrangements of so many topics ahead and behind.

    >>> found = extremes(5, 1)
    >>> found.first.p, found.second, found.most
    (0.0625, None, Arrangement(groups=((5, 0), (0, 1)), p=0.53125))
    """
    number = up + down
    if number == 0:
        return Extremes(None, None, Arrangement((), 1.0), 1)
    if number <= MOST_EXACT:
        first, far = _exact(up, down)
        second, behind = _exact(down, up)
        cases = 1 << (number - 1)
    else:
        first, far = _normal_least(up, down), _untied(up, down)
        second, behind = _normal_least(down, up), _untied(down, up)
        cases = 2 * (up + 1) * (down + 1)
    most = max(up, down)
    if 2 * most * (most + 1) <= number * (number + 1):
        level = Arrangement(_level(up, down), 1.0)
    else:
        level = far if up > down else _mirrored(behind)
    return Extremes(first, None if second is None else _mirrored(second), level, cases)


def _mirrored(found: Arrangement) -> Arrangement:
    return Arrangement(tuple((v, u) for u, v in found.groups), found.p)


def _level(up: int, down: int) -> Groups:
    """Where W⁺ = W⁻: the topics ahead from the bottom, the uppermost of them moved to the top, and one between."""
    number = up + down
    whole, half = divmod(number * (number + 1) // 2, 2)
    moved, rest = divmod(whole - up * (up + 1) // 2, down)
    ahead = [*range(1, up - moved), up - moved + rest, *range(number - moved + 1, number + 1)]
    if moved == up:
        ahead = list(range(down + 1, number + 1))
    places = [(1, 0) if rank in ahead else (0, 1) for rank in range(1, number + 1)]
    if half:
        at = next(place for place in range(number) if places[place : place + 2] == [(1, 0), (0, 1)])
        places[at : at + 2] = [(1, 1)]
    return tuple(places)


# ------------------------------------------------------------ the exact distribution


def _exact(up: int, down: int) -> tuple[Arrangement | None, Arrangement]:
    """The smallest p in favour of the first, with its topics at the top; and the largest p with them at the bottom."""
    number = up + down
    half = number * (number + 1) // 2
    least: tuple[int, tuple[int, ...]] = (1 << number, ())
    most: tuple[int, tuple[int, ...]] = (-1, ())
    for sizes, ways in _compositions(number, number):
        behind, ahead = _bottom(sizes, down), _bottom(sizes, up)
        if behind < half and (count := _tail(ways, behind)) < least[0]:
            least = (count, sizes)
        if (count := _tail(ways, min(ahead, 2 * half - ahead))) > most[0]:
            most = (count, sizes)
    first = Arrangement(_filled(least[1], down, 1), _p(least[0], number)) if least[1] else None
    return first, Arrangement(_filled(most[1], up, 0), _p(most[0], number))


@lru_cache(maxsize=1 << 10)
def tails(number: int, doubled: int, widest: int) -> tuple[float, float]:
    """The smallest and the largest p where twice the smaller rank sum is this, over all sequences of groups of at most
    ``widest`` topics, whether or not such a sum occurs.
    """
    found = [_tail(ways, doubled) for _, ways in _compositions(number, widest)]
    return _p(min(found), number), _p(max(found), number)


def _compositions(number: int, widest: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """All sequences of group sizes, with the number of ways to reach each sum of doubled ranks."""
    waiting: list[tuple[tuple[int, ...], int, int]] = [((), 0, 1)]
    while waiting:
        sizes, placed, ways = waiting.pop()
        if placed == number:
            yield sizes, ways
        for size in range(1, min(widest, number - placed) + 1):
            rank, grown = 2 * placed + size + 1, ways
            for _ in range(size):
                grown += grown << (DIGIT * rank)
            waiting.append(((*sizes, size), placed + size, grown))


def _tail(ways: int, most: int) -> int:
    """How many ways lead to at most so much: the sum of the digits, which is the remainder by the base less 1."""
    return (ways & ((1 << (DIGIT * (most + 1))) - 1)) % ((1 << DIGIT) - 1)


def _p(count: int, number: int) -> float:
    return min(1.0, 2 * count / 2.0**number)


def _bottom(sizes: Sequence[int], topics: int) -> int:
    """The sum of the doubled ranks of so many topics, from the smallest."""
    total = placed = 0
    for size in sizes:
        taken = min(size, topics)
        total, placed, topics = total + taken * (2 * placed + size + 1), placed + size, topics - taken
        if not topics:
            break
    return total


def _filled(sizes: Sequence[int], topics: int, side: int) -> Groups:
    """Groups with so many topics of one side at the bottom."""
    found = []
    for size in sizes:
        taken = min(size, topics)
        topics -= taken
        found.append((size - taken, taken) if side else (taken, size - taken))
    return tuple(found)


# ------------------------------------------------------------ the normal distribution


def _normal_least(up: int, down: int) -> Arrangement | None:
    """The largest z: topics behind | a mixed group | topics ahead."""
    number = up + down
    behind = np.arange(down + 1.0)
    best, chosen = 0.0, None
    for ahead in range(up + 1):
        above, mixed = up - ahead, ahead + behind
        plus = ahead * (down - behind + (mixed + 1) / 2) + above * (2 * number - above + 1) / 2
        z = normal_z(plus, sum(x**3 - x for x in (down - behind, mixed, float(above))), number)
        at = int(z.argmax())
        if z[at] > best:
            best, chosen = float(z[at]), (ahead, at)
    if chosen is None:
        return None
    groups = ((0, down - chosen[1]), chosen, (up - chosen[0], 0))
    return Arrangement(tuple(one for one in groups if one != (0, 0)), two_sided(best))


def _untied(up: int, down: int) -> Arrangement:
    """All different, the topics ahead at the bottom."""
    z = normal_z(np.array([up * (up + 1) / 2]), 0.0, up + down)
    return Arrangement(((1, 0),) * up + ((0, 1),) * down, two_sided(float(z[0])))


def normal_z(plus: Array, ties: Any, number: int) -> Array:
    """As the test computes it, from W⁺ and Σ t³ − t over groups of t tied topics."""
    found: Array = (plus - number * (number + 1) / 4) / np.sqrt(
        (number * (number + 1) * (2 * number + 1) - ties / 2) / 24
    )
    return found


def two_sided(z: float) -> float:
    from scipy.special import ndtr

    return float(2 * ndtr(-abs(z)))


# ------------------------------------------------------------ as changes of scale


def own_reach(scores: Scores, first: str, second: str) -> Reach:
    """What the signed-rank test can say where each topic has its own scale."""
    a, b = scores.row(first), scores.row(second)
    codes = scores.codes if scores.order is None else scores.order
    known = (scores.codes[[a, b]] >= 0).all(axis=0)
    up, down = (np.flatnonzero(known & (sign * (codes[a] - codes[b]) > 0)).tolist() for sign in (1, -1))
    found = extremes(len(up), len(down))
    to_first, to_second, to_most = (
        () if one is None else (_sized(scores, a, b, up, down, one.groups),) for one in found[:3]
    )
    low, high = (inf if one is None else one.p for one in found[:2])
    why = (
        f"{first} is ahead on {len(up)} topics and {second} on {len(down)}; over all orders of these differences by "
        f"size p goes from {min(low, high, found.most.p):.4g} to {found.most.p:.4g}"
    )
    proof = Proof.EXHAUSTIVE if len(up) + len(down) <= MOST_EXACT else Proof.THEOREM
    return Reach(low, high, found.most.p, why, proof, found.cases, to_first, to_second, to_most)


def _sized(scores: Scores, a: int, b: int, up: list[int], down: list[int], groups: Groups) -> ByTopic:
    """A factor for each topic, so that differences have the sizes 1, 2, 3, … of their groups, in a unit near the
    largest of them.
    """
    ahead, behind = iter(up), iter(down)
    largest = np.abs(scores.values[a, up + down] - scores.values[b, up + down]).max(initial=0.0)
    unit = 2.0 ** max(SMALLEST, min(0, int(np.frexp(largest)[1])))
    changes = []
    for size, (above, below) in enumerate(groups, start=1):
        for column in [next(ahead) for _ in range(above)] + [next(behind) for _ in range(below)]:
            factor = _factor(float(scores.values[a, column]), float(scores.values[b, column]), size * unit)
            changes.append((column, scores.topics[column], Affine(factor)))
    return ByTopic(tuple(sorted(changes, key=lambda change: change[0])))


def _factor(x: float, y: float, size: float) -> float:
    """What makes x and y so far apart, to the digits that tell differences apart."""
    apart = abs(x - y)
    factor = size / apart if apart else 1.0
    for _ in range(NUDGES):
        made = np.array([abs(factor * x - factor * y), size])
        if not np.isfinite(made).all() or len(set(leading(made).tolist())) == 1:
            break
        factor = float(np.nextafter(factor, inf))
    return factor
