"""The line that is nearest to points with whole x and exact y, by the largest vertical distance.

For a slope α the best line leaves half of max (y − αx) − min (y − αx). This is convex in α and bends only at the slopes
of edges of the convex hull: the upper hull has the points that can be the largest, the lower one those that can be the
smallest. So the best α is the slope of an edge, found by halving. All numbers are linear in the y: exact also where
these are sums over logarithms. Which way three points turn is seen from the y in units of 2^−128, and where that does
not tell, from the y themselves.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from operator import itemgetter
from typing import NamedTuple

from intervale.exact.logsum import BITS, LogSum
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
    lowest: dict[int, _Height] = {}
    highest: dict[int, _Height] = {}
    for x, y in points:
        height = _Height(y, *_rounded(y))
        if x not in lowest or height.above(lowest[x]) < 0:
            lowest[x] = height
        if x not in highest or height.above(highest[x]) > 0:
            highest[x] = height
    upper, lower = _hull(highest, 1), _hull(lowest, -1)
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


class _Height(NamedTuple):
    """An exact number, the same in units of 2^−128, and by how many units that can be off."""

    exact: Exact
    units: int
    error: int

    def above(self, other: _Height) -> int:
        """1 where it is the larger of two, -1 where it is the smaller."""
        units = self.units - other.units
        if abs(units) > self.error + other.error:
            return 1 if units > 0 else -1
        return compare(self.exact, other.exact)


def _rounded(y: Exact) -> tuple[int, int]:
    return y.rounded() if isinstance(y, LogSum) else ((y.numerator << BITS) // y.denominator, 1)


def _hull(heights: dict[int, _Height], side: int) -> list[Point]:
    """The upper (1) or the lower (-1) convex hull of points with different x, in their order."""
    found: list[tuple[int, _Height]] = []
    for point in sorted(heights.items(), key=itemgetter(0)):
        while len(found) > 1 and side * _turn(found[-2], found[-1], point) >= 0:
            found.pop()
        found.append(point)
    return [(x, height.exact) for x, height in found]


def _turn(a: tuple[int, _Height], b: tuple[int, _Height], c: tuple[int, _Height]) -> int:
    """1 where the way from a by b to c turns to the left, -1 to the right."""
    first, second = b[0] - a[0], c[0] - b[0]
    units = (c[1].units - b[1].units) * first - (b[1].units - a[1].units) * second
    if abs(units) > (c[1].error + b[1].error) * first + (b[1].error + a[1].error) * second:
        return 1 if units > 0 else -1
    return compare((c[1].exact - b[1].exact) * first, (b[1].exact - a[1].exact) * second)


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
