"""The five orders against brute force on all spaces of up to 256 runs (4,096 in ``make exhaustive``), and the papers'
examples.
"""

from itertools import product

import numpy as np
import pytest

from intervale import IntervaleError
from intervale.exact.posets import Poset
from intervale.orders import FACTS, ORDERS, RunSpace, natural_distance, order, poset, shortest_path, theorem_facts
from tests.sizes import MORE, MOST_RUNS

FEW = 130 if MORE else 40
"""Up to how many runs all pairs are looked at in plain loops."""
SPACES = [
    (name, length, grades)
    for name, chosen in ORDERS.items()
    for grades in (1, 2, 3, 4)
    for length in (*range(1, 45), 100, 1023)  # binary multisets, a chain each, could go on
    if chosen.space(length, grades).size <= (MOST_RUNS if length <= 12 else min(MOST_RUNS, 1024))
]


def leq_by_definition(name, r, s, grades):
    """The orders as their papers write them, in plain loops."""
    if name == "set-total":
        counts = [(r.count(grade), s.count(grade)) for grade in range(grades, -1, -1)]
        return next((a < b for a, b in counts if a != b), True)
    if name == "set-replacement":
        return all(sum(x >= j for x in r) <= sum(x >= j for x in s) for j in range(grades + 1))
    if name == "rank-total":
        return next((a < b for a, b in zip(r, s, strict=True) if a != b), True)
    if name == "rank-replacement":
        return all(a <= b for a, b in zip(r, s, strict=True))
    pairs = product(range(1, len(r) + 1), range(grades + 1))
    return all(sum(x >= j for x in r[:k]) <= sum(x >= j for x in s[:k]) for k, j in pairs)


def all_by_definition(name, runs, grades):
    """The same for all pairs of runs at once, as a matrix."""
    array = np.array(runs)
    if name in ("set-total", "rank-total"):
        keys = runs if name == "rank-total" else [[run.count(g) for g in range(grades, -1, -1)] for run in runs]
        return np.array([[a <= b for b in keys] for a in keys])
    above = np.stack([array >= grade for grade in range(1, grades + 1)], axis=2)
    sides = {"set-replacement": above.sum(axis=1), "rank-replacement": array, "rank-swap": above.cumsum(axis=1)}[name]
    sides = sides.reshape(len(runs), -1)
    return np.array([(one <= sides).all(axis=1) for one in sides])


@pytest.mark.parametrize(("name", "length", "grades"), SPACES)
def test_comparing_covers_ranks_and_facts(name, length, grades):
    chosen, space = order(name), order(name).space(length, grades)
    runs = list(space)
    assert [space.index(run) for run in runs] == list(range(space.size))
    assert [space.run(number) for number in range(space.size)] == runs
    array = space.array()
    assert array.tolist() == [list(run) for run in runs]
    related = np.array(chosen.leq(array[:, None], array[None]))
    assert (related == all_by_definition(name, runs, grades)).all()
    if space.size <= FEW:
        assert related.tolist() == [[leq_by_definition(name, r, s, grades) for s in runs] for r in runs]
    brute = Poset.from_leq(space.size, lambda x, y: bool(related[x, y]))
    found = poset(name, length, grades)
    assert found.poset.above == brute.above
    for number, run in enumerate(runs):
        assert sorted(space.index(cover) for cover in chosen.below(run, grades)) == sorted(brute.below[number])
    facts = theorem_facts(chosen, space)
    assert list(facts) == list(FACTS)
    assert {name: facts[name].holds for name in FACTS} == {name: found.facts[name].holds for name in FACTS}
    if facts["graded"]:
        assert [chosen.rank(run, space) for run in runs] == brute.heights
    if found.lattice is not None and space.size <= FEW:
        for x, r in enumerate(runs):
            for y, s in enumerate(runs):
                assert runs[found.lattice.met(x, y)] == chosen.meet(r, s, grades)
                assert runs[found.lattice.joined(x, y)] == chosen.join(r, s, grades)


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize("grades", [1, 3])
def test_long_runs_compare_as_by_definition(name, grades):
    rng = np.random.default_rng(8)
    r = rng.integers(0, grades + 1, (60, 40), dtype=np.int8)
    s = np.where(
        rng.random((60, 1)) < 0.5, np.maximum(r, rng.integers(0, grades + 1, (60, 40))), rng.permuted(r, axis=1)
    )
    expected = [leq_by_definition(name, a, b, grades) for a, b in zip(r.tolist(), s.tolist(), strict=True)]
    assert order(name).leq(r, s).tolist() == expected
    assert len(set(expected)) > 1 or name.startswith("set")


@pytest.mark.parametrize("name", ORDERS)
def test_high_grades_cost_no_more_than_those_that_occur(name):
    chosen = order(name)
    low, high = (99_999, 7, 0), (100_000, 7, 0)
    assert chosen.leq(low, high)
    assert not chosen.leq(high, low)


@pytest.mark.parametrize("name", ORDERS)
def test_covers_of_a_long_run_are_covers(name):
    rng = np.random.default_rng(3)
    chosen = order(name)
    run = chosen.space(1000, 3).checked(sorted(rng.integers(0, 4, 1000).tolist(), reverse=True))
    covers = list(chosen.above(run, 3))
    assert covers or run == chosen.maximum(chosen.space(1000, 3))
    for cover in covers[:5]:
        assert chosen.leq(run, cover)
        assert cover != run
        assert run in list(chosen.below(cover, 3))


# ---------------------------------------------------------------- Ferrante, Ferro and Pontarollo 2019


def test_example_2_and_3_ranks_of_multisets():
    assert order("set-total").rank((3, 2, 1, 0, 0), RunSpace(5, 3, "set")) == 27
    space = RunSpace(5, 2, "set")
    ranks = [
        order("set-total").rank(run, space)
        for run in [(2, 2, 1, 1, 1), (2, 1, 1, 0, 0), (2, 2, 2, 1, 1), (2, 2, 1, 0, 0)]
    ]
    assert ranks == [14, 8, 17, 12]


def test_example_4_incomparable_multisets():
    r, s = (2, 2, 1, 1, 0), (3, 1, 1, 1, 0)
    assert not order("set-replacement").comparable(r, s)
    assert order("set-total").leq(r, s)


def test_example_5_hasse_diagram_of_multisets():
    found = poset("set-replacement", 3, 3)
    edges = set(found.cover_pairs())
    by_one = {
        (low, high)
        for low in found.runs
        for high in found.runs
        if sum(high) == sum(low) + 1 and all(a <= b for a, b in zip(low, high, strict=True))
    }
    assert edges == by_one
    assert natural_distance(order("set-replacement"), (1, 1, 0), (3, 3, 1), RunSpace(3, 3, "set")) == 5


def test_example_8_the_first_rank_is_462_where_the_paper_prints_461():
    space = RunSpace(5, 3)
    assert order("rank-total").rank((1, 3, 0, 3, 2), space) == 462
    assert order("rank-total").rank((1, 3, 1, 0, 2), space) == 466
    binary = RunSpace(5, 1)
    assert order("rank-total").rank((0, 0, 1, 1, 1), binary) == 7
    assert list(order("rank-total").above((0, 0, 1, 1, 1), 1)) == [(0, 1, 0, 0, 0)]


def test_example_10_incomparable_runs():
    r, s = (1, 1, 3, 0, 2), (1, 2, 0, 0, 3)
    assert not order("rank-swap").comparable(r, s)
    assert order("rank-total").leq(r, s)


def test_example_11_hasse_diagram_of_binary_runs():
    edges = set(poset("rank-swap", 4, 1).cover_pairs())
    expected = set()
    for run in product((0, 1), repeat=4):
        if run[3] == 0:
            expected.add((run, (*run[:3], 1)))
        for i in range(3):
            if run[i] < run[i + 1]:
                expected.add((run, (*run[:i], 1, 0, *run[i + 2 :])))
    assert edges == expected
    steps = list(shortest_path(order("rank-swap"), (0, 1, 0, 0), (1, 0, 1, 1), RunSpace(4, 1)))
    assert len(steps) == 4
    assert order("rank-swap").rank((1, 0, 1, 1), RunSpace(4, 1)) == 7  # Example 12


def test_example_14_two_maximal_chains_of_different_length():
    found = poset("rank-swap", 3, 2)
    low, high = found.number((2, 1, 0)), found.number((2, 2, 1))
    inside = set(found.poset.interval(low, high))
    edges = {(x, y) for x in inside for y in found.poset.above[x] if y in inside}
    named = {(found.runs[x], found.runs[y]) for x, y in edges}
    assert named == {
        ((2, 1, 0), (2, 1, 1)),
        ((2, 1, 1), (2, 1, 2)),
        ((2, 1, 2), (2, 2, 1)),
        ((2, 1, 0), (2, 2, 0)),
        ((2, 2, 0), (2, 2, 1)),
    }
    assert not found.facts["graded"]
    assert natural_distance(order("rank-swap"), (2, 1, 0), (2, 2, 1), RunSpace(3, 2)) == 2


# ---------------------------------------------------------------- Ferrante, Ferro and Maistro 2015, §4


def test_runs_of_2015():
    r = (0, 1, 1, 2, 2)
    assert order("rank-swap").leq(r, (0, 1, 1, 2, 3))
    assert not order("rank-swap").comparable(r, (0, 1, 1, 1, 3))
    assert not order("rank-swap").comparable((0, 1, 0, 1, 0), (1, 0, 0, 0, 1))
    assert order("set-replacement").leq((2, 2, 1, 1, 0), (3, 2, 1, 1, 0))


# ---------------------------------------------------------------- bad calls


@pytest.mark.parametrize(
    "call",
    [
        lambda: RunSpace(0, 1),
        lambda: RunSpace(3, 0),
        lambda: RunSpace(-1, 2),
        lambda: RunSpace(3, 1, "bag"),
        lambda: RunSpace(True, 1),
        lambda: order("rank-wap"),
        lambda: RunSpace(3, 1).index((0, 2, 0)),
        lambda: RunSpace(3, 1).index((0, 1)),
        lambda: RunSpace(3, 1).run(8),
        lambda: poset("rank-swap", 100, 1),
        lambda: order("rank-swap").leq((0, 1), (0, 1, 1)),
        lambda: order("rank-replacement").leq((0, 1), (1,)),
        lambda: order("rank-swap").leq([[0, 1]] * 3, [[0, 1]] * 2),
        lambda: order("rank-swap").leq((0, -1), (0, 1)),
        lambda: order("rank-swap").leq((), ()),
        lambda: order("rank-swap").leq((0.5, 1), (0, 1)),
        lambda: list(order("rank-swap").above((0, 2), 1)),
        lambda: list(order("set-replacement").below((5, 0), 2)),
        lambda: list(shortest_path(order("swap"), (1, 1), (0, 1), RunSpace(2, 1))),
    ],
)
def test_bad_calls_get_one_sentence(call):
    with pytest.raises(IntervaleError) as error:
        call()
    assert "\n" not in str(error.value)


def test_an_array_of_runs_holds_high_grades():
    assert RunSpace(1, 300).array().ravel().tolist() == list(range(301))
    assert RunSpace(2, 200, "set").array().max() == 200
