"""Natural distance and shortest paths between comparable runs, as named steps."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from intervale.errors import OptionError
from intervale.orders.order import Order
from intervale.orders.own import InducedOrder
from intervale.orders.space import JudgedRun, RunSpace

__all__ = ["Step", "natural_distance", "shortest_path", "step_text"]

MOST_VISITED = 200_000


@dataclass(frozen=True, slots=True)
class Step:
    """One step up: from a run to one that covers it."""

    before: JudgedRun
    after: JudgedRun

    def __str__(self) -> str:
        return step_text(self.before, self.after)


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


def natural_distance(chosen: Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> int | None:
    """The length of a shortest path in the Hasse diagram between two comparable runs; None where they are not
    comparable.

    In a graded order it is the difference of ranks.

    >>> from intervale.orders.order import RankSwap
    >>> natural_distance(RankSwap(), (0, 1, 0, 0), (1, 0, 1, 1), RunSpace(4, 1))
    4
    """
    chosen.check_space(space)
    r, s = space.checked(r), space.checked(s)
    low, high = (r, s) if chosen.leq(r, s) else (s, r)
    if not chosen.leq(low, high):
        return None
    ranks = chosen.rank(low, space), chosen.rank(high, space)
    if ranks[0] is not None and ranks[1] is not None:
        return ranks[1] - ranks[0]
    return len(_searched(chosen, low, high, space)) - 1


def shortest_path(chosen: Order, r: JudgedRun, s: JudgedRun, space: RunSpace) -> Iterator[Step]:
    """The steps of one shortest path from r up to s, one after the other. In a graded order any way up is a
    shortest one.

    >>> from intervale.orders.order import RankSwap
    >>> for step in shortest_path(RankSwap(), (0, 1, 0, 0), (1, 0, 1, 1), RunSpace(4, 1)):
    ...     print(step)
    swap ranks 1 and 2
    replace grade 0 by 1 at rank 4
    swap ranks 3 and 4
    replace grade 0 by 1 at rank 4
    """
    chosen.check_space(space)
    r, s = space.checked(r), space.checked(s)
    if not chosen.leq(r, s):
        raise OptionError(f"{r} is not below {s} in {chosen.name}: there is no path up")
    if isinstance(chosen, InducedOrder):
        between = chosen.classes(space)[chosen.rank(r, space) + 1 : chosen.rank(s, space)]
        runs = [r, *(members[0] for members in between), s] if chosen.rank(r, space) < chosen.rank(s, space) else []
        yield from (Step(before, after) for before, after in pairwise(runs))
        return
    if not chosen.graded(space):
        runs = _searched(chosen, r, s, space)
        yield from (Step(before, after) for before, after in pairwise(runs))
        return
    while r != s:
        above = next(cover for cover in chosen.above(r, space.grades) if chosen.leq(cover, s))
        yield Step(r, above)
        r = above


def _searched(chosen: Order, low: JudgedRun, high: JudgedRun, space: RunSpace) -> list[JudgedRun]:
    """The runs of a shortest path in an order that is not graded, by breadth-first search."""
    came_from: dict[JudgedRun, JudgedRun | None] = {low: None}
    front = [low]
    while high not in came_from:
        following = []
        for run in front:
            for cover in chosen.above(run, space.grades):
                if cover not in came_from and chosen.leq(cover, high):
                    came_from[cover] = run
                    following.append(cover)
        if len(came_from) > MOST_VISITED:
            raise OptionError(f"{chosen.name} is not graded here, and {low} and {high} are too far apart to search")
        front = following
    path = [high]
    while (before := came_from[path[-1]]) is not None:
        path.append(before)
    return path[::-1]
