"""Natural distances and shortest paths, against breadth-first search in Hasse diagrams."""

from itertools import pairwise

import pytest

import intervale as iv
from intervale.orders import ORDERS, OwnOrder, RunSpace, natural_distance, shortest_path
from tests.sizes import LONG, MORE

LARGEST = 1024 if LONG else 256 if MORE else 64
SPACES = [(n, c) for n in range(1, 11) for c in range(1, 4) if (c + 1) ** n <= LARGEST]
OTHERS = ["replacement+units", "replacement+neighbour-swap", "swap", "units", "set:replacement+units"]


def walked(found):
    """The number of edges from each element of a Hasse diagram to all others, by breadth-first search."""
    near = [{*found.poset.above[x], *found.poset.below[x]} for x in range(found.poset.size)]
    for start in range(found.poset.size):
        lengths, front = {start: 0}, [start]
        while front:
            following = []
            for x in front:
                for y in near[x] - lengths.keys():
                    lengths[y] = lengths[x] + 1
                    following.append(y)
            front = following
        yield start, lengths


@pytest.mark.parametrize("name", [*ORDERS, *OTHERS])
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_distances_are_edges_of_the_hasse_diagram(name, length, grades):
    order = iv.order(name)
    space = order.space(length, grades)
    found = iv.poset(order, length, grades)
    for start, lengths in walked(found):
        for end in range(start, found.poset.size):
            assert natural_distance(order, found.runs[start], found.runs[end], space) == lengths.get(end)


@pytest.mark.parametrize("name", [*ORDERS, *OTHERS])
@pytest.mark.parametrize(("length", "grades"), [(1, 2), (3, 1), (3, 2), (2, 3)])
def test_paths_are_made_of_covers_and_as_long_as_the_distance(name, length, grades):
    order = iv.order(name)
    space = order.space(length, grades)
    for r in space:
        for s in space:
            distance = natural_distance(order, r, s, space)
            if distance is None:
                with pytest.raises(iv.OptionError, match="there is no path"):
                    list(shortest_path(order, r, s, space))
                continue
            path = list(shortest_path(order, r, s, space))
            assert len(path) == distance
            if path:
                assert (path[0].before, path[-1].after) == (r, s)
            for before, after in pairwise(path):
                assert before.after == after.before
            for step in path:
                low, high = (step.after, step.before) if step.down else (step.before, step.after)
                assert high in set(order.above(low, grades))


def test_long_runs_that_cannot_be_compared():
    space = RunSpace(1000)
    r, s = (0, 1, 1) * 333 + (0,), (1, 0, 0) * 333 + (0,)
    swap = iv.order("rank-swap")
    low = swap.meet(r, s, 1)
    ranks = [swap.rank(run, space) for run in (r, s, low)]
    assert natural_distance("rank-swap", r, s, space) == ranks[0] + ranks[1] - 2 * ranks[2] > 0
    assert natural_distance("rank-replacement", r, s, space) == 999
    assert len(list(shortest_path("rank-replacement", r[:300], s[:300], RunSpace(300)))) == 300


def test_an_order_that_is_not_graded_is_searched():
    space = RunSpace(40, 2)
    r = (0,) * 38 + (0, 2)
    s = (0,) * 38 + (1, 1)
    assert natural_distance("rank-swap", r, s, space) == natural_distance("rank-swap", r[-2:], s[-2:], RunSpace(2, 2))
    with pytest.raises(iv.OptionError, match="too far apart to search"):
        natural_distance("rank-swap", (0,) * 40, (2,) * 40, space)


def test_ties_are_at_no_distance():
    order = OwnOrder("sum", key=sum)
    space = RunSpace(3)
    assert natural_distance(order, (0, 0, 1), (1, 0, 0), space) == 0
    assert list(shortest_path(order, (0, 0, 1), (1, 0, 0), space)) == []
    assert natural_distance(order, (0, 0, 1), (1, 1, 1), space) == 2
