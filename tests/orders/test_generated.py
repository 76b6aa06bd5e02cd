"""Orders that moves generate, against the closure by hand and against the orders of the papers."""

from itertools import combinations, product

import pytest

import intervale as iv
from intervale.orders import MOVES, ORDERS, GeneratedOrder, RunSpace, axiom_orders
from intervale.orders.generated import known_as
from tests.sizes import MOST_RUNS

SPACES = [(n, c) for n in range(1, 6) for c in range(1, 4) if (c + 1) ** n <= MOST_RUNS]


def closure(space, moves):
    """The pairs (r, s) such that moves lead from r to s, by the definitions of the moves in words."""
    reached = {run: {run} | set(moved(run, space, moves)) for run in space}
    for middle, r in product(space, space):
        if middle in reached[r]:
            reached[r] |= reached[middle]
    return {(r, s) for r in space for s in reached[r]}


def moved(run, space, moves):
    places = range(len(run))
    for s in space:
        differ = [i for i in places if run[i] != s[i]]
        if "replacement" in moves and len(differ) == 1 and s[differ[0]] > run[differ[0]]:
            yield s
        near = len(differ) == 2 and differ[1] == differ[0] + 1
        allowed = "swap" in moves or ("neighbour-swap" in moves and near)
        if len(differ) == 2 and sorted(run) == sorted(s) and s > run and allowed:
            yield s
        if "projection" in moves and differ and s[differ[0]] > run[differ[0]] and not any(s[differ[0] + 1 :]):
            yield s
        if "units" in moves and sum(run) == sum(s):
            yield s


@pytest.mark.parametrize("moves", [c for many in range(1, 6) for c in combinations(MOVES, many)], ids="+".join)
@pytest.mark.parametrize(("length", "grades"), [(1, 2), (2, 2), (3, 1), (3, 2)])
def test_a_generated_order_is_what_moves_lead_to(moves, length, grades):
    space, made = RunSpace(length, grades), GeneratedOrder(moves)
    expected = closure(space, moves)
    preorder = made.preorder(space)
    found = {(r, s) for r in space for s in space if preorder.leq(space.index(r), space.index(s))}
    assert found == expected
    assert {(r, s) for r in space for s in space if made.leq(r, s, grades)} == expected


@pytest.mark.parametrize("kind", ["rank", "set"])
@pytest.mark.parametrize(("length", "grades"), SPACES)
def test_what_is_known_by_theorem_is_what_moves_generate(kind, length, grades):
    space = RunSpace(length, grades, kind)
    made = axiom_orders(length, grades, kind)
    assert sum(one.all_combinations for one in made.orders) == (31 if kind == "rank" else 7)
    for name in (name for name, one in ORDERS.items() if one.kind == kind):
        assert made.named(name) is not None, name
    names = [name for name, move in MOVES.items() if kind in move.kinds]
    for many in range(1, len(names) + 1):
        for moves in combinations(names, many):
            known = known_as(moves, kind, space)
            if known is not None:
                found = iv.poset(GeneratedOrder(moves, kind), length, grades)
                assert found.classes is None
                assert found.poset.above == iv.poset(known, length, grades).poset.above


def test_neighbours_are_not_enough_with_three_grades():
    near, far = iv.order("replacement+neighbour-swap"), iv.order("replacement+swap")
    assert far.leq((0, 2, 1), (1, 2, 0))
    assert not near.leq((0, 2, 1), (1, 2, 0))
    assert iv.poset(near, 5, 1).poset.above == iv.poset("rank-swap", 5, 1).poset.above
    assert iv.poset(near, 2, 3).poset.above == iv.poset("rank-swap", 2, 3).poset.above


def test_units_tie_runs_with_equal_sums():
    found = iv.poset("replacement+units", 3, 2)
    assert [{sum(run) for run in members} for members in found.classes] == [{k} for k in range(7)]
    assert all(found.facts.values())
    sets = iv.poset("set:replacement+units", 3, 2)
    assert len(sets.classes) == 7


def test_at_any_length_where_it_is_an_order_of_the_papers():
    made, swap = iv.order("swap+replacement"), iv.order("rank-swap")
    r, s = (0, 1) * 500, (1, 0) * 500
    assert made.leq(r, s)
    assert not made.leq(s, r)
    assert list(made.above(r, 2))[:5] == list(swap.above(r, 2))[:5]
    assert list(made.below(s, 2))[:5] == list(swap.below(s, 2))[:5]
    with pytest.raises(iv.OptionError, match="too many"):
        iv.order("replacement+neighbour-swap").leq((0, 2) * 500, (2, 0) * 500)


def test_moves_of_ones_own():
    def first_only(run):
        return [(1, *run[1:])] if run[0] == 0 else []

    made = iv.poset(GeneratedOrder([first_only]), 2, 1)
    assert list(made.cover_pairs()) == [((0, 0), (1, 0)), ((0, 1), (1, 1))]
    assert made.facts["ranked"]
    assert made.facts["graded"]
    assert not made.facts["bounded"]
    with pytest.raises(iv.OptionError, match=r"boom failed on \(0, 0\): ZeroDivisionError"):
        iv.poset(GeneratedOrder([boom]), 2)
    with pytest.raises(iv.OptionError, match=r"leads from .* to no run of this space"):
        iv.poset(GeneratedOrder([lambda run: [(7, 7)]]), 2)
    with pytest.raises(iv.OptionError, match="at least one move"):
        GeneratedOrder([])
    with pytest.raises(iv.OptionError, match="kind='bag' is unknown"):
        GeneratedOrder(["replacement"], "bag")


def boom(run):
    return 1 / 0


def test_a_move_that_has_the_name_of_another_is_not_taken_for_it():
    def replacement(run):
        return [run[::-1]]

    order = GeneratedOrder([replacement])
    assert order.same(RunSpace(3)) is None
    assert iv.scale("RBP(p=0.5)@3", order=order)["replacement"].scale == "none"


def test_the_table_of_axioms_and_orders():
    made = axiom_orders(3, 2)
    by_label = {one.label: one for one in made.orders}
    assert made.named("rank-swap") is by_label["replacement+swap"]
    assert by_label["projection"].names == ("rank-total",)
    assert ("replacement", "neighbour-swap") in by_label["replacement+neighbour-swap"].combinations
    assert by_label["replacement"].comparable == comparable("rank-replacement", 3, 2)
    assert by_label["replacement+units"].comparable == 1
    tied = {frozenset((r, s)) for r, s in closure(RunSpace(3, 2), ["units"]) if r != s}
    assert by_label["units"].comparable == pytest.approx(len(tied) / 351)
    columns = made.columns()
    assert len(next(iter(columns.values()))) == len(made.orders) == 9


def comparable(name, length, grades):
    space, order = RunSpace(length, grades), iv.order(name)
    pairs = list(combinations(space, 2))
    return pytest.approx(sum(order.comparable(r, s) for r, s in pairs) / len(pairs))
