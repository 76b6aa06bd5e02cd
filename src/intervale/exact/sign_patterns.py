"""Signs of sums with free positive weights: what Σ s_g · x_g can be when every s_g > 0 is open.

In one dimension the signs that occur are read off the x_g. In two, the sums fill the inside of a cone, and the signs
that both coordinates take together are found from single generators and from pairs of them. All of it is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

__all__ = ["plane_signs", "sum_signs"]

Number = int | Fraction
Steps = list[Fraction]


def sum_signs(numbers: Sequence[Number]) -> dict[int, Steps]:
    """The signs −1, 0, 1 that Σ s_g · x_g takes over positive s, each with an s that gives it.

    >>> sorted(sum_signs([1, 0, 2])), sorted(sum_signs([1, -2])), sorted(sum_signs([0, 0]))
    ([1], [-1, 0, 1], [0])
    >>> sum_signs([1, -2])[0]
    [Fraction(2, 1), Fraction(1, 1)]
    """
    ones = [Fraction(1)] * len(numbers)
    above, below = sum(x for x in numbers if x > 0), -sum(x for x in numbers if x < 0)
    if not above and not below:
        return {0: ones}
    found = {}
    if above:
        factor = Fraction(below, above) + 1
        found[1] = [factor if x > 0 else Fraction(1) for x in numbers]
    if below:
        factor = Fraction(above, below) + 1
        found[-1] = [factor if x < 0 else Fraction(1) for x in numbers]
    if above and below:
        found[0] = [Fraction(below, above) if x > 0 else Fraction(1) for x in numbers]
    return found


def plane_signs(generators: Sequence[tuple[Number, Number]]) -> dict[tuple[int, int], Steps]:
    """The pairs of signs (of u, of v) that Σ s_g · (u_g, v_g) takes over positive s with v ≠ 0, each with such an s.

    >>> sorted(plane_signs([(1, 1), (-1, 2)]))
    [(-1, 1), (0, 1), (1, 1)]
    >>> sorted(plane_signs([(1, 1), (3, 2)])), sorted(plane_signs([(0, -1)]))
    ([(1, 1)], [(0, -1)])
    """
    found: dict[tuple[int, int], Steps] = {}
    first: dict[tuple[Fraction, Fraction], int] = {}
    for place, (u, v) in enumerate(generators):
        if u or v:
            size = max(abs(Fraction(u)), abs(Fraction(v)))
            first.setdefault((u / size, v / size), place)
    directions = {place: generators[place] for place in first.values()}
    for target in ((1, 1), (1, -1), (-1, 1), (-1, -1)):
        weights = _inside(directions, target)
        if weights is not None:
            found[target] = _all_positive(generators, weights, target)
    flat = not any(u for u, _ in directions.values())
    for sign in (1, -1):
        if flat:
            one = sum_signs([v for _, v in generators]).get(sign)
            if one is not None:
                found[0, sign] = one
        elif (1, sign) in found and (-1, sign) in found:
            right, left = found[1, sign], found[-1, sign]
            up, down = _total(generators, right)[0], -_total(generators, left)[0]
            found[0, sign] = [down * a + up * b for a, b in zip(right, left, strict=True)]
    return found


def _inside(directions: dict[int, tuple[Number, Number]], target: tuple[int, int]) -> dict[int, Fraction] | None:
    """Weights of one or two generators whose sum has these two signs."""
    su, sv = target
    for place, (u, v) in directions.items():
        if su * u > 0 and sv * v > 0:
            return {place: Fraction(1)}
    for i, j in combinations(directions, 2):
        low, high = Fraction(0), Fraction(1)  # the share of i
        for sign, x, y in zip(target, directions[i], directions[j], strict=True):
            slope, start = sign * (x - y), sign * y  # slope · share + start > 0
            if slope > 0:
                low = max(low, Fraction(-start) / slope)
            elif slope < 0:
                high = min(high, Fraction(-start) / slope)
            elif start <= 0:
                low = high
        if low < high:
            share = (low + high) / 2
            return {i: share, j: 1 - share}
    return None


def _all_positive(
    generators: Sequence[tuple[Number, Number]], weights: dict[int, Fraction], target: tuple[int, int]
) -> Steps:
    """The same with a little of every other generator, so little that the signs stay."""
    little = Fraction(1)
    while True:
        steps = [weights.get(place, Fraction(0)) + little for place in range(len(generators))]
        u, v = _total(generators, steps)
        if target[0] * u > 0 and target[1] * v > 0:
            return steps
        little /= 2


def _total(generators: Sequence[tuple[Number, Number]], steps: Steps) -> tuple[Fraction, Fraction]:
    u = sum((s * x for s, (x, _) in zip(steps, generators, strict=True)), Fraction(0))
    v = sum((s * y for s, (_, y) in zip(steps, generators, strict=True)), Fraction(0))
    return u, v
