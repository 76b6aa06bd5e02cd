"""Shapes of finite posets: rank functions, distances in the Hasse diagram, and how much can be compared.

In the *Hasse diagram* every element is joined with those that cover it. A path in the diagram goes up or down at each
edge; its *net steps* are the edges up less the edges down. Where a rank function ρ exists, every path from x to y has
ρ(y) − ρ(x) net steps.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from intervale.exact.posets import Poset

__all__ = ["comparable_share", "hasse_distances", "rank_function", "uneven_paths"]


def rank_function(poset: Poset) -> list[int] | None:
    """The rank of each element: ρ(y) = ρ(x) + 1 where y covers x, and 0 is the least in every connected part (Giner,
    §2). None where there is no such function; :func:`uneven_paths` says why.

    Where all maximal chains have one length, ρ(x) is the length of a longest chain below x.

    >>> rank_function(Poset([[1], [2], [], [2]]))  # 0 < 1 < 2 and 3 < 2
    [0, 1, 2, 1]
    >>> rank_function(Poset([[1, 3], [2], [3], []])) is None
    True
    """
    steps, _ = _explored(poset)
    fits = all(steps[y] == steps[x] + 1 for x, covers in enumerate(poset.above) for y in covers)
    return steps if fits else None


def uneven_paths(poset: Poset) -> tuple[list[int], list[int]] | None:
    """Two paths in the Hasse diagram from one element to another with different net steps, which no rank function
    allows; None where there is a rank function.

    >>> uneven_paths(Poset([[1, 2], [4], [3], [4], []]))  # the pentagon
    ([0, 1, 4], [0, 2, 3, 4])
    """
    steps, before = _explored(poset)
    for x, covers in enumerate(poset.above):
        for y in covers:
            if steps[y] != steps[x] + 1:
                return _parted([*_path_to(x, before), y], _path_to(y, before))
    return None


def _explored(poset: Poset) -> tuple[list[int], list[int | None]]:
    """For each element its net steps from where its connected part was entered, less the least of the part; and the
    element before it on a shortest path from there.
    """
    steps = [0] * poset.size
    before: list[int | None] = [None] * poset.size
    seen = [False] * poset.size
    for start in range(poset.size):
        if seen[start]:
            continue
        seen[start] = True
        part = [start]
        for x in part:  # grows while it is walked
            for neighbours, step in ((poset.above[x], 1), (poset.below[x], -1)):
                for y in neighbours:
                    if not seen[y]:
                        seen[y], before[y], steps[y] = True, x, steps[x] + step
                        part.append(y)
        least = min(steps[x] for x in part)
        for x in part:
            steps[x] -= least
    return steps, before


def _path_to(x: int, before: Sequence[int | None]) -> list[int]:
    path = [x]
    while (previous := before[path[-1]]) is not None:
        path.append(previous)
    return path[::-1]


def _parted(one: list[int], other: list[int]) -> tuple[list[int], list[int]]:
    """Two paths that start together, from the last element that they share at the start."""
    same = next((i for i, (x, y) in enumerate(zip(one, other, strict=False)) if x != y), min(len(one), len(other)))
    return other[same - 1 :], one[same - 1 :]


def hasse_distances(poset: Poset, start: int) -> list[int | None]:
    """The fewest edges of the Hasse diagram from one element to each; None where no path leads there.

    >>> hasse_distances(Poset([[1, 2], [3], [3], [], []]), 1)
    [1, 0, 2, 1, None]
    """
    distances: list[int | None] = [None] * poset.size
    distances[start] = 0
    front, length = [start], 0
    while front:
        length += 1
        following = []
        for x in front:
            for y in (*poset.above[x], *poset.below[x]):
                if distances[y] is None:
                    distances[y] = length
                    following.append(y)
        front = following
    return distances


def comparable_share(poset: Poset) -> Fraction:
    """The share of comparable pairs among all pairs of different elements; 1 where there are no pairs.

    >>> comparable_share(Poset([[1, 2], [3], [3], []]))
    Fraction(5, 6)
    """
    pairs = poset.size * (poset.size - 1) // 2
    return Fraction(sum(above.bit_count() - 1 for above in poset.up), pairs) if pairs else Fraction(1)
