"""Preorders: orders that tie runs, and orders without a worst or a best run."""

import pickle
from itertools import product

import numpy as np
import pytest

import intervale as iv
from intervale.orders import InducedOrder, NotAnOrderError, OwnOrder, RunSpace


def test_a_comparison_that_ties_runs_has_the_poset_of_its_classes():
    first = OwnOrder("first grade", leq=lambda r, s: r[0] <= s[0])
    found = iv.poset(first, 2, 2)
    assert [{run[0] for run in members} for members in found.classes] == [{0}, {1}, {2}]
    assert found.rank((1, 2)) == found.rank((1, 0)) == 1
    assert all(found.facts.values())
    assert first.minimum(RunSpace(2, 2))[0] == 0
    made = iv.construct(first, RunSpace(2, 2))
    assert made.failed is None
    assert made.classes == 3
    assert "weak order" in made.steps["order"].why


def test_a_partial_preorder():
    def leq(r, s):  # by the first two ranks together and the last: (0, 1, x) and (1, 0, x) are tied
        return sum(r[:2]) <= sum(s[:2]) and r[2] <= s[2]

    found = iv.poset(OwnOrder("mine", leq=leq), 3, 1)
    assert len(found.classes) == 6
    assert not found.facts["total"]
    assert found.facts["distributive"]
    relation = {(r, s) for r, s in product(found.space, repeat=2) if leq(r, s)}
    assert relation == {
        (r, s) for r, s in product(found.space, repeat=2) if found.poset.leq(found.number(r), found.number(s))
    }
    assert "preorder" in iv.construct(OwnOrder("mine", leq=leq), RunSpace(3, 1)).steps["order"].why


@pytest.mark.parametrize("seed", range(8))
def test_keys_and_comparisons_make_the_same_order(seed):
    numbers = np.random.default_rng(seed).integers(0, 5, 27).tolist()
    space = RunSpace(3, 2)

    def key(run):
        return numbers[space.index(run)]

    by_key, by_leq = (
        iv.poset(order, 3, 2)
        for order in (OwnOrder("key", key=key), OwnOrder("leq", leq=lambda r, s: key(r) <= key(s)))
    )
    assert set(by_key.classes) == set(by_leq.classes)
    assert [{key(run) for run in members} for members in by_key.classes] == [{k} for k in sorted({*numbers})]
    assert {(r, s) for r, s in by_key.cover_pairs()} == {(r, s) for r, s in by_leq.cover_pairs()}
    assert by_key.order.leq(space.run(3), space.run(7)) == (numbers[3] <= numbers[7])


def test_induced_by_a_measure():
    order = iv.order("induced", measure="RR", grades=1)
    assert [len(members) for members in iv.poset(order, 3).classes] == [1, 1, 2, 4]
    halves = iv.order("induced", measure="DCG", grades=(0, 0.5, 2))
    assert halves.leq((2, 0), (0, 2)) is False
    with pytest.raises(iv.OptionError, match="needs a measure"):
        iv.order("induced")
    with pytest.raises(iv.OptionError, match="only the induced order"):
        iv.order("rank-swap", measure="AP")


def test_a_relation_that_is_no_preorder_is_an_error_with_its_runs():
    with pytest.raises(NotAnOrderError, match="not reflexive") as caught:
        iv.poset(OwnOrder("bad", leq=lambda r, s: r < s), 2)
    assert caught.value.runs == ((0, 0),)


def test_an_exception_in_a_function_of_the_user_is_an_error_and_no_verdict():
    with pytest.raises(iv.OptionError, match=r"mine failed on \(0, 0\), \(0, 0\): ValueError: no"):
        iv.construct(OwnOrder("mine", leq=failing), RunSpace(2))
    with pytest.raises(iv.OptionError, match=r"mine failed on \(0, 1\)"):
        iv.construct(OwnOrder("mine", covers=lambda run: failing() if run == (0, 1) else []), RunSpace(2))


def failing(*_):
    raise ValueError("no")


def test_gradedness_in_both_definitions():
    """a < b < c beside d: a rank function exists, and chains have different lengths."""
    beside = OwnOrder("beside", leq=lambda r, s: r == s or (r[0] <= s[0] and 3 not in (r[0], s[0])))
    facts = iv.poset(beside, 1, 3).facts
    assert facts["ranked"].holds
    assert facts["graded"].holds is False
    assert {len(chain) for chain in facts["graded"].witness} == {1, 3}
    bounded = iv.poset("rank-swap", 3, 2).facts
    assert bounded["ranked"].holds is bounded["graded"].holds is False


def test_deep_own_orders_compare_single_runs():
    by_key = OwnOrder("sum", key=sum)
    assert by_key.leq((0, 1) * 50, (1, 1) * 50)
    with pytest.raises(iv.OptionError, match="too many"):
        list(by_key.above((0,) * 100, 1))

    def raised(run):
        return [(*run[:i], 1, *run[i + 1 :]) for i, grade in enumerate(run) if not grade]

    by_covers = OwnOrder("raised", covers=raised)
    assert len(list(by_covers.above((0,) * 100, 1))) == 100
    assert by_covers.leq((1,) * 97 + (0,) * 3, (1,) * 100)
    assert not by_covers.leq((1,) * 99 + (0,), (0,) + (1,) * 99)
    assert iv.poset(by_covers, 13).poset.size == 8192
    with pytest.raises(iv.OptionError, match="too many runs above"):
        by_covers.leq((0,) * 100, (1,) * 99 + (0,))


def test_keys_without_a_total_order_are_refused():
    for key in (frozenset, lambda run: float("nan"), lambda run: complex(*run), lambda run: [run]):
        with pytest.raises(iv.OptionError, match="cannot be sorted"):
            iv.poset(OwnOrder("bad", key=key), 2)
    with pytest.raises(iv.OptionError, match="cannot be sorted"):
        OwnOrder("bad", key=lambda run: complex(*run)).leq((0, 1), (1, 0))


def test_runs_of_a_set_are_sorted_before_they_are_compared():
    by_key = OwnOrder("key", key=lambda run: run, kind="set")
    assert by_key.leq((1, 0), (0, 1))
    assert InducedOrder(sum, kind="set").leq((1, 0), (0, 1))


def test_an_order_may_depend_on_the_top_grade():
    order = iv.order("projection+units")
    assert not order.leq((1, 1), (1, 0))
    assert order.leq((1, 1), (1, 0), grades=2)  # by way of (2, 0), which ties with (1, 1)
    (pair,) = iv.construct(order, RunSpace(2, 2), runs=[(1, 1), (1, 0)]).pairs
    assert (pair.relation, pair.distance) == ("~", 0)


def test_parts_that_no_step_connects_have_a_zero_of_their_own():
    apart = OwnOrder("apart", leq=lambda r, s: r[0] == s[0] and r[1] <= s[1])
    made = iv.construct(apart, RunSpace(2), lambda run: run[1] + 5 * run[0])
    assert made.failed == "uniqueness"
    assert made.steps["M = αρ + β"].holds
    assert (made.alpha, made.beta) == (1, None)
    uneven = iv.construct(apart, RunSpace(2), lambda run: run[1] * (1 + run[0]))
    assert uneven.steps["M = αρ + β"].holds is False


def test_one_class_has_no_steps():
    flat = OwnOrder("flat", key=lambda run: 0)
    made = iv.construct(flat, RunSpace(2), lambda run: 0)
    assert made.failed is None
    assert made.steps["M = αρ + β"].holds is None
    found = iv.scale("P@2", order=OwnOrder("apart", leq=lambda r, s: r == s))["apart"]
    assert (found.equal_steps.holds, found.affine.holds) == (None, None)


def test_values_are_exact_and_their_failures_errors():
    with pytest.raises(iv.OptionError, match=r"the value failed on \(0, 0\): ZeroDivisionError"):
        iv.construct("rank-swap", RunSpace(2), lambda run: 1 / 0)
    with pytest.raises(iv.OptionError, match="give an exact number"):
        iv.valuation(iv.poset("rank-swap", 2), lambda run: 0.5)
    assert iv.construct("rank-swap", RunSpace(2), lambda run: np.int64(sum(run))).steps["M = αρ + β"].holds is False


def test_orders_are_sent_to_other_processes():
    order = iv.order("replacement+units")
    assert order.preorder(RunSpace(2)).size == 4
    copy = pickle.loads(pickle.dumps(order))
    assert copy.classes(RunSpace(2)) == order.classes(RunSpace(2))


def test_sets_of_grades():
    assert RunSpace(2, (0, 1, 2)) == RunSpace(2, 2)
    assert RunSpace(2, np.array([0, 1, 3])).values == (0, 1, 3)
    assert iv.poset("rank-swap", 2, (grade for grade in (0, 1, 3))).space.values == (0, 1, 3)
    with pytest.raises(iv.OptionError, match="is not a run of this space"):
        RunSpace(2, (0, 0.5)).levels(([], 0))
    with pytest.raises(iv.OptionError, match="need grades in equal steps"):
        iv.poset("replacement+units", 2, (0, 0.5, 2))
    assert len(iv.poset("replacement+units", 2, (0, 0.5, 1)).classes) == 5
    made = iv.construct("rank-replacement", RunSpace(1, (0, 0.5, 2)), iv.parse_measure("DCG@1"))
    assert made.failed == "M = αρ + β"
