"""The construction step by step, and what can be had where it ends early."""

from fractions import Fraction
from itertools import product
from operator import mul

import pytest

import intervale as iv
from intervale.orders import (
    ORDERS,
    OwnOrder,
    RunSpace,
    completed_rank,
    least_and_greatest,
    substitutes,
)
from tests.sizes import MOST_RUNS

GRADED = [(n, c) for n in range(1, 6) for c in range(2, 6) if (c + 1) ** n <= min(MOST_RUNS, 300)]


def test_every_step_and_the_runs_asked_for():
    made = iv.construct("rank-swap", RunSpace(3), runs=[(0, 1, 1), (1, 0, 0)])
    assert list(made.steps) == [
        *("order", "poset", "graded", "rank function"),
        *("weak order", "sign", "weak monotonicity", "solvability", "representation", "uniqueness"),
    ]
    assert all(made.steps.values())
    first, second = made.runs
    assert (first.rank, second.rank) == (3, 3)
    assert first.irreducibles == ((0, 0, 1), (0, 1, 0), (0, 1, 1))
    (pair,) = made.pairs
    assert (pair.relation, pair.meet, pair.join, pair.distance) == ("incomparable", (0, 1, 0), (1, 0, 1), 2)


def test_a_measure_held_against_it():
    space = RunSpace(4)
    linear = iv.construct("rank-swap", space, lambda run: Fraction(completed_rank(run), 2) + 1)
    assert linear.failed is None
    assert (linear.alpha, linear.beta) == (Fraction(1, 2), 1)
    precision = iv.construct("rank-swap", space, iv.parse_measure("P"))
    assert precision.failed == "M = αρ + β"
    r, s = precision.steps["M = αρ + β"].witness[:2]
    assert r != s
    binary = iv.construct("rank-total", space, iv.parse_measure("RBP(p=0.5)"))
    assert (binary.failed, binary.alpha) == (None, Fraction(1, 16))


@pytest.mark.parametrize("name", ORDERS)
@pytest.mark.parametrize(("length", "grades"), [(3, 1), (3, 2), (1, 3)])
def test_theorems_say_what_listing_says(name, length, grades):
    from intervale.orders.construct import _by_theorem

    order = iv.order(name)
    space = order.space(length, grades)
    listed = iv.construct(order, space)
    known = _by_theorem(order, space)
    assert list(known) == list(listed.steps)
    assert {step: bool(verdict) for step, verdict in known.items()} == {
        step: bool(verdict) for step, verdict in listed.steps.items()
    }


def test_long_runs():
    made = iv.construct("rank-swap", RunSpace(1000), runs=[(0, 1) * 500, (1, 0) * 500])
    assert made.failed is None
    assert made.measure is None
    assert made.pairs[0].relation == "<"
    assert made.pairs[0].distance == 500
    assert iv.construct("rank-swap", RunSpace(1000, 2)).failed == "graded"
    asked = iv.construct("rank-swap", RunSpace(1000), sum).steps["M = αρ + β"]
    assert (asked.holds, "scale decides it" in asked.why) == (None, True)
    far = iv.construct("rank-swap", RunSpace(60, 2), runs=[(0, 1, 2) * 20, (1, 2, 0) * 20]).pairs[0]
    assert (far.distance, "too far apart" in far.why) == (None, True)
    assert iv.construct("swap+replacement", RunSpace(1000)).failed is None


def test_runs_of_an_order_that_is_not_graded():
    made = iv.construct("rank-swap", RunSpace(2, 2), runs=[(0, 2), (1, 0)])
    assert made.failed == "graded"
    assert made.runs[0].rank is None
    assert made.pairs[0].join is None
    assert made.pairs[0].meet == (0, 1)


def completed_runs(space):
    """The elements of the completion of rank-swap, by the theorem: tuples of binary runs, none better than the last."""
    swap, binary = iv.order("rank-swap"), list(RunSpace(space.length))
    chains = [()]
    for _ in range(space.grades):
        chains = [(*chain, run) for chain in chains for run in binary if not chain or swap.leq(run, chain[-1])]
    return chains


@pytest.mark.parametrize(("length", "grades"), GRADED)
def test_the_completion_of_rank_swap_is_the_lattice_of_tuples_of_binary_runs(length, grades):
    """The theorem of :mod:`intervale.orders.substitutes`, by the cuts of the poset."""
    space, swap = RunSpace(length, grades), iv.order("rank-swap")
    found = substitutes("rank-swap", space)
    tuples = completed_runs(space)
    assert found.completed.size == len(tuples)
    assert found.facts["completion distributive"]
    assert found.facts["completion graded"]
    assert all(found.rank(run) == completed_rank(run) for run in space)
    if len(tuples) <= 60:
        below = {one: sum(all(map(swap.leq, other, one)) for other in tuples) for one in tuples}
        assert sorted(below.values()) == sorted(mask.bit_count() for mask in found.completed.down)


def test_measures_on_the_completion():
    space = RunSpace(3, 2)
    linear = substitutes("rank-swap", space, completed_rank)
    assert linear.measure["strict"]
    assert linear.measure["interval on the completion"]
    assert not linear.measure["equal steps in the diagram"]  # some swaps are longer than others
    for name in ("DCG", "gRBP(p=0.5)", "ERR"):
        other = substitutes("rank-swap", space, iv.parse_measure(name)).measure
        assert other["strict"]
        assert not other["interval on the completion"]
    assert not substitutes("rank-swap", space, iv.parse_measure("gP")).measure["strict"]


def test_intervals_and_distances_where_there_is_no_rank():
    found = substitutes("rank-swap", RunSpace(2, 2))
    assert found.facts["every interval graded"].holds is False
    assert found.facts["every interval graded"].why == "24 of 32 are (75.0%)"
    binary = substitutes("rank-swap", RunSpace(4))
    assert binary.new == 0
    assert all(binary.facts.values())


@pytest.mark.parametrize("name", [*ORDERS, "replacement+neighbour-swap"])
@pytest.mark.parametrize(("length", "grades"), [(1, 1), (3, 1), (3, 2), (2, 3)])
def test_the_least_and_the_greatest_run_with_so_many_relevant_documents(name, length, grades):
    order = iv.order(name)
    space = order.space(length, grades)
    for relevant in range(length + 1):
        runs = [run for run in space if sum(grade > 0 for grade in run) == relevant]
        least = [run for run in runs if all(order.leq(run, other) for other in runs)]
        greatest = [run for run in runs if all(order.leq(other, run) for other in runs)]
        expected = least[0] if least else None, greatest[0] if greatest else None
        assert least_and_greatest(order, space, relevant) == expected


def test_least_and_greatest_of_ones_own():
    order = OwnOrder("first", leq=lambda r, s: r[0] <= s[0])
    assert least_and_greatest(order, RunSpace(2), 1) == ((0, 1), (1, 0))
    with pytest.raises(iv.OptionError, match="relevant=3 must be a whole number from 0 to 2"):
        least_and_greatest("rank-swap", RunSpace(2), 3)


@pytest.mark.parametrize(("weights", "positive"), [((4, 2, 1), True), ((1, 1, 1), False), ((3, 2, 0), False)])
def test_sums_over_ranks_are_valuations_of_the_completion(weights, positive):
    space, swap, gaps = RunSpace(3, 2), iv.order("rank-swap"), (1, 3)  # gains 0, 1, 4
    tuples = completed_runs(space)

    def value(marks):
        return sum(gap * sum(map(mul, weights, run)) for gap, run in zip(gaps, marks, strict=True))

    for one, other in product(tuples, repeat=2):
        low = tuple(swap.meet(r, s, 1) for r, s in zip(one, other, strict=True))
        high = tuple(swap.join(r, s, 1) for r, s in zip(one, other, strict=True))
        assert low in tuples
        assert high in tuples
        assert value(low) + value(high) == value(one) + value(other)
    below = [(a, b) for a, b in product(tuples, repeat=2) if a != b and all(map(swap.leq, a, b))]
    assert all(value(a) < value(b) for a, b in below) is positive
    for run in space:
        marks = tuple(tuple(int(grade >= j) for grade in run) for j in (1, 2))
        assert value(marks) == sum(w * (0, 1, 4)[grade] for w, grade in zip(weights, run, strict=True))
