"""Where the elements of a poset stand in its Hasse diagram: layers by height, few crossings.

The classic way to draw layered graphs: an edge that passes a layer gets a bend there, the layers are sorted up and
down by the mean place of their neighbours, and the arrangement with the fewest crossings is kept.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from dataclasses import dataclass
from itertools import pairwise

from intervale.exact.posets import Poset

__all__ = ["Layout", "layout"]

SWEEPS = 24
Point = tuple[float, int]


@dataclass(frozen=True)
class Layout:
    """The place of each element, across and up (its height), and each edge as the points it goes through."""

    places: tuple[Point, ...]
    edges: dict[tuple[int, int], tuple[Point, ...]]
    crossings: int

    @property
    def width(self) -> int:
        """How many places the widest layer has."""
        points = [*self.places, *(point for edge in self.edges.values() for point in edge)]
        return round(2 * max((abs(x) for x, _ in points), default=0)) + 1


def layout(poset: Poset) -> Layout:
    """The layout of a poset.

    >>> found = layout(Poset([[1, 2], [3], [3], []]))
    >>> found.places, found.crossings
    (((0.0, 0), (-0.5, 1), (0.5, 1), (0.0, 2)), 0)
    """
    layers, paths = _with_bends(poset)
    best, fewest = layers, _crossings(layers, paths)
    down = _neighbours(paths)
    up = _neighbours([path[::-1] for path in paths])
    for sweep in range(SWEEPS):
        if not fewest:
            break
        layers = _swept(layers, down if sweep % 2 == 0 else up, upwards=sweep % 2 == 0)
        count = _crossings(layers, paths)
        if count < fewest:
            best, fewest = layers, count
    place = {
        node: (index - (len(layer) - 1) / 2, height)
        for height, layer in enumerate(best)
        for index, node in enumerate(layer)
    }
    edges = {(path[0], path[-1]): tuple(place[node] for node in path) for path in paths}
    return Layout(tuple(place[x] for x in range(poset.size)), edges, fewest)


def _with_bends(poset: Poset) -> tuple[list[list[int]], list[list[int]]]:
    """The layers with a new node wherever an edge passes one, and each edge as the nodes it goes through."""
    layers = [list(level) for level in poset.levels()]
    paths, following = [], poset.size
    for x, covers in enumerate(poset.above):
        for y in covers:
            path = [x]
            for height in range(poset.heights[x] + 1, poset.heights[y]):
                layers[height].append(following)
                path.append(following)
                following += 1
            paths.append([*path, y])
    return layers, paths


def _neighbours(paths: list[list[int]]) -> dict[int, list[int]]:
    """For each node the nodes that come just before it on a path."""
    found: dict[int, list[int]] = {}
    for path in paths:
        for before, after in pairwise(path):
            found.setdefault(after, []).append(before)
    return found


def _swept(layers: list[list[int]], before: dict[int, list[int]], *, upwards: bool) -> list[list[int]]:
    """Each layer sorted by the mean place of its neighbours in the layer before it."""
    place: dict[int, float] = {}
    swept = list(layers)
    for height in range(len(layers)) if upwards else range(len(layers) - 1, -1, -1):
        means = {}
        for index, node in enumerate(layers[height]):
            near = [place[other] for other in before.get(node, ())]
            means[node] = (sum(near) / len(near) if near else float(index), index)
        swept[height] = sorted(layers[height], key=lambda node, means=means: means[node])  # type: ignore[misc]
        centre = (len(layers[height]) - 1) / 2
        place |= {node: index - centre for index, node in enumerate(swept[height])}
    return swept


def _crossings(layers: list[list[int]], paths: list[list[int]]) -> int:
    """How often edges cross."""
    place = {node: index for layer in layers for index, node in enumerate(layer)}
    height = {node: level for level, layer in enumerate(layers) for node in layer}
    between: dict[int, list[tuple[int, int]]] = {}
    for path in paths:
        for before, after in pairwise(path):
            between.setdefault(height[before], []).append((place[before], place[after]))
    total = 0
    for pairs in between.values():
        seen: list[int] = []
        waiting: list[int] = []
        last = -1
        for left, right in sorted(pairs):
            if left != last:  # edges from one node do not cross
                for other in waiting:
                    insort(seen, other)
                waiting, last = [], left
            total += len(seen) - bisect_right(seen, right)
            waiting.append(right)
    return total
