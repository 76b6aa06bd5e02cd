"""The line that is nearest to points with whole x and exact y, by the largest vertical distance.

For a slope α the best line leaves half of max (y − αx) − min (y − αx). This is convex in α and bends only at the slopes
of edges of the convex hull: the upper hull has the points that can be the largest, the lower one those that can be the
smallest. So the best α is the slope of an edge, found by halving. All numbers are linear in the y: exact also where
these are sums over logarithms.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise

from intervale.exact.numbers import Exact, compare, exact_sorted

__all__ = ["BestLine", "best_line"]

Point = tuple[int, Exact]


@dataclass(frozen=True)
class BestLine:
    """αx + β, and how far the furthest point is from it."""

    slope: Exact
    intercept: Exact
    error: Exact
    reached: tuple[Point, ...]
    """Points that are so far from the line, the one above it before the one below it."""


def best_line(points: Iterable[Point]) -> BestLine:
    """The line for which the largest distance of y from αx + β is the smallest (Chebyshev's fit).

    >>> best_line([(0, Fraction(0)), (1, Fraction(1)), (2, Fraction(1))])
    BestLine(slope=Fraction(1, 2), intercept=Fraction(1, 4), error=Fraction(1, 4),
    reached=((1, Fraction(1, 1)), (0, Fraction(0, 1))))
    """
    lowest: dict[int, Exact] = {}
    highest: dict[int, Exact] = {}
    for x, y in points:
        if x not in lowest or compare(y, lowest[x]) < 0:
            lowest[x] = y
        if x not in highest or compare(y, highest[x]) > 0:
            highest[x] = y
    upper, lower = _hull(sorted(highest.items()), 1), _hull(sorted(lowest.items()), -1)
    slopes = exact_sorted({_slope(a, b) for hull in (upper, lower) for a, b in pairwise(hull)}) or [Fraction(0)]
    first, last = 0, len(slopes) - 1
    while first < last:
        middle = (first + last) // 2
        here, there = (_width(upper, lower, slopes[n])[0] for n in (middle, middle + 1))
        first, last = (first, middle) if compare(here, there) <= 0 else (middle + 1, last)
    slope = slopes[first]
    width, top, bottom = _width(upper, lower, slope)
    half = Fraction(1, 2)
    above, below = _height(top, slope), _height(bottom, slope)
    return BestLine(slope, (above + below) * half, width * half, (top, bottom))


def _hull(points: Sequence[Point], side: int) -> list[Point]:
    """The upper (1) or the lower (-1) convex hull of points with different x, in their order."""
    found: list[Point] = []
    for point in points:
        while len(found) > 1 and side * _turn(found[-2], found[-1], point) >= 0:
            found.pop()
        found.append(point)
    return found


def _turn(a: Point, b: Point, c: Point) -> int:
    """1 where the way from a by b to c turns to the left, -1 to the right."""
    return compare((c[1] - b[1]) * (b[0] - a[0]), (b[1] - a[1]) * (c[0] - b[0]))


def _slope(a: Point, b: Point) -> Exact:
    return (b[1] - a[1]) * Fraction(1, b[0] - a[0])


def _height(point: Point, slope: Exact) -> Exact:
    return point[1] - slope * point[0]


def _width(upper: Sequence[Point], lower: Sequence[Point], slope: Exact) -> tuple[Exact, Point, Point]:
    """How far apart the highest and the lowest point are, seen along a slope; and the two."""
    top, bottom = _furthest(upper, slope, 1), _furthest(lower, slope, -1)
    return _height(top, slope) - _height(bottom, slope), top, bottom


def _furthest(hull: Sequence[Point], slope: Exact, side: int) -> Point:
    """The point of a hull that is furthest up (1) or down (-1): where its edges pass the slope."""
    first, last = 0, len(hull) - 1
    while first < last:
        middle = (first + last) // 2
        if side * compare(_slope(hull[middle], hull[middle + 1]), slope) > 0:
            first = middle + 1
        else:
            last = middle
    return hull[first]
