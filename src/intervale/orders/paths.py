"""Natural distance and shortest paths between runs, as named steps.

The natural distance of two runs is the number of edges on a shortest path between them in the Hasse diagram. Where the
order is graded and one run is better it is the difference of ranks. In a modular lattice, as the five orders are where
they are graded, a shortest path leads down to the meet and up again: ρ(r) + ρ(s) − 2ρ(r ∧ s) (Giner, eq. 2). Elsewhere
it is searched.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import islice, pairwise
from typing import TypeVar

import numpy as np

from intervale.errors import OptionError
from intervale.exact.shapes import hasse_distances
from intervale.orders.generated import as_known
from intervale.orders.listed import ListedOrder
from intervale.orders.named import order
from intervale.orders.order import Order
from intervale.orders.poset import RunPoset, poset
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["Step", "natural_distance", "shortest_path", "step_text"]

MOST_LISTED = 4096
"""Up to how many runs the Hasse diagram is made where an order is not graded."""
MOST_GRADES = 1_000_000
"""How many grades the runs may have, all together, that are visited where an order is not graded."""
PIECE, FEW = 16, 500
"""How many runs are compared at a time, and how many visited in any case."""
T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class Step:
    """One step: from a run to one that covers it, or back, where ``down``."""

    before: JudgedRun
    after: JudgedRun
    down: bool = False

    def __str__(self) -> str:
        return step_text(self.before, self.after) + (" (down)" if self.down else "")


def step_text(before: JudgedRun, after: JudgedRun) -> str:
    """What changes between two runs, in words.

    >>> step_text((1, 0, 0, 0), (1, 0, 0, 1)), step_text((0, 0, 1, 0), (0, 1, 0, 0))
    ('replace grade 0 by 1 at rank 4', 'swap ranks 2 and 3')
    """
    places = [place for place, (old, new) in enumerate(zip(before, after, strict=True)) if old != new]
    if len(places) == 1:
        (place,) = places
        return f"replace grade {before[place]} by {after[place]} at rank {place + 1}"
    if len(places) == 2 and (before[places[0]], before[places[1]]) == (after[places[1]], after[places[0]]):
        return f"swap ranks {places[0] + 1} and {places[1] + 1}"
    return f"the next run: {' '.join(map(str, after))}"


def natural_distance(chosen: str | Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> int | None:
    """The length of a shortest path in the Hasse diagram between two runs, comparable or not; None where none leads
    from one to the other.

    >>> natural_distance("rank-swap", (0, 1, 0, 0), (1, 0, 1, 1), RunSpace(4, 1))
    4
    >>> natural_distance("rank-swap", (0, 1, 1), (1, 0, 0), RunSpace(3, 1))  # not comparable; both are above (0, 1, 0)
    2
    """
    chosen, r, s = _asked(chosen, r, s, space)
    if not isinstance(chosen, ListedOrder) and chosen.graded(space):
        low = chosen.meet(r, s, space.grades)
        assert low is not None
        ranks = [chosen.rank(run, space) or 0 for run in (r, s, low)]
        return ranks[0] + ranks[1] - 2 * ranks[2]
    if isinstance(chosen, ListedOrder) or space.size <= MOST_LISTED:
        found = _diagram(chosen, space)
        return _lengths(chosen, space, found.number(r))[found.number(s)]
    path = _searched(chosen, r, s, space)
    return None if path is None else len(path) - 1


@lru_cache(maxsize=4)
def _diagram(chosen: Order, space: RunSpace) -> RunPoset:
    return poset(chosen, space.length, space.over)


@lru_cache(maxsize=64)
def _lengths(chosen: Order, space: RunSpace, start: int) -> list[int | None]:
    """How far all runs are from one."""
    return hasse_distances(_diagram(chosen, space).poset, start)


def shortest_path(chosen: str | Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> Iterator[Step]:
    """The steps of one shortest path from r to s: up where s is better, down where r is, and otherwise down to the
    meet and up again where meets are known.

    >>> for step in shortest_path("rank-swap", (0, 1, 0, 0), (1, 0, 1, 1), RunSpace(4, 1)):
    ...     print(step)
    swap ranks 1 and 2
    replace grade 0 by 1 at rank 4
    swap ranks 3 and 4
    replace grade 0 by 1 at rank 4
    >>> [str(step) for step in shortest_path("rank-swap", (0, 1, 1), (1, 0, 0), RunSpace(3, 1))]
    ['replace grade 1 by 0 at rank 3 (down)', 'swap ranks 1 and 2']
    """
    chosen, r, s = _asked(chosen, r, s, space)
    if not isinstance(chosen, ListedOrder) and chosen.graded(space):
        low = chosen.meet(r, s, space.grades)
        assert low is not None
        yield from (Step(one.after, one.before, down=True) for one in reversed(list(_up(chosen, low, r, space))))
        yield from _up(chosen, low, s, space)
        return
    listed = isinstance(chosen, ListedOrder)
    path = _listed_path(chosen, r, s, space) if listed else _searched(chosen, r, s, space)
    if path is None:
        raise OptionError(f"{chosen.name} does not connect {r} and {s}: there is no path")
    yield from (
        Step(before, after, down=not chosen.leq(before, after, space.grades)) for before, after in pairwise(path)
    )


def _asked(chosen: str | Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> tuple[Order, JudgedRun, JudgedRun]:
    found = as_known(order(chosen), space)
    found.check_space(space)
    return found, space.checked(r), space.checked(s)


def _up(chosen: Order, low: JudgedRun, high: JudgedRun, space: RunSpace) -> Iterator[Step]:
    """The way up in a graded order, where any is a shortest one."""
    while low != high:
        above = _first_below(chosen, chosen.above(low, space.grades), high, space.grades)
        yield Step(low, above)
        low = above


def _first_below(chosen: Order, covers: Iterator[JudgedRun], high: JudgedRun, grades: int) -> JudgedRun:
    """The first of some runs that is at most as good as another, looked for some at a time."""
    target = np.array(high)
    while piece := list(islice(covers, PIECE)):
        below = chosen.leq(np.array(piece), target, grades)
        if below.any():
            return piece[int(np.argmax(below))]
    raise AssertionError("a run that is not the better one has a cover below it")


def _listed_path(chosen: Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> list[JudgedRun] | None:
    """A shortest path by the poset of all runs: through classes of tied runs, each shown by its first run."""
    assert isinstance(chosen, ListedOrder)
    poset, classes = chosen.poset(space), chosen.preorder(space).classes
    path = _between(chosen.number(r, space), chosen.number(s, space), lambda x: (*poset.above[x], *poset.below[x]))
    if path is None:
        return None
    if len(path) == 1:
        return [r]
    return [r, *(space.run(classes[x][0]) for x in path[1:-1]), s]


def _searched(chosen: Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> list[JudgedRun] | None:
    """A shortest path in an order that is not graded, by what sits above and below single runs."""

    def near(run: JudgedRun) -> Iterator[JudgedRun]:
        yield from chosen.above(run, space.grades)
        yield from chosen.below(run, space.grades)

    try:
        return _between(r, s, near, max(FEW, MOST_GRADES // space.length**2))
    except _TooFarError:
        raise OptionError(f"{chosen.name} is not graded here, and the two runs are too far apart to search") from None


class _TooFarError(Exception):
    """More was visited than is allowed."""


def _between(start: T, end: T, near: Callable[[T], Iterable[T]], most: int | None = None) -> list[T] | None:
    """A shortest path between two nodes of a graph, by breadth-first search from both ends."""
    came_from: tuple[dict[T, T | None], dict[T, T | None]] = ({start: None}, {end: None})
    fronts = [[start], [end]]
    middle = start if start == end else None
    while middle is None and all(fronts):
        side = 0 if len(fronts[0]) <= len(fronts[1]) else 1
        known, other = came_from[side], came_from[1 - side]
        following = []
        for node in fronts[side]:
            for found in near(node):
                if found not in known:
                    known[found] = node
                    following.append(found)
        middle = next((node for node in following if node in other), None)
        if most is not None and len(known) + len(other) > most:
            raise _TooFarError
        fronts[side] = following
    if middle is None:
        return None
    return [*reversed(_back(came_from[0], middle)), *_back(came_from[1], middle)[1:]]


def _back(came_from: dict[T, T | None], node: T) -> list[T]:
    path = [node]
    while (before := came_from[path[-1]]) is not None:
        path.append(before)
    return path
