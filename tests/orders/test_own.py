"""Orders of the user's own, orders induced by values, and the construction of an interval measure."""

from itertools import pairwise

import pytest

import intervale as iv
from intervale.orders import InducedOrder, OwnOrder, shortest_path, theorem_facts


def swap_by_comparing():
    """rank-swap, as a user would write it."""

    def leq(r, s):
        return all(
            sum(g >= j for g in r[:k]) <= sum(g >= j for g in s[:k]) for k in range(1, len(r) + 1) for j in (1, 2)
        )

    return OwnOrder("my swap", leq=leq)


@pytest.mark.parametrize(("length", "grades"), [(1, 1), (3, 1), (4, 1), (2, 2), (3, 2)])
def test_an_own_order_has_the_facts_of_the_built_in_one(length, grades):
    own, built_in = iv.poset(swap_by_comparing(), length, grades), iv.poset("rank-swap", length, grades)
    assert own.poset.above == built_in.poset.above
    assert {name: v.holds for name, v in own.facts.items()} == {name: v.holds for name, v in built_in.facts.items()}
    assert swap_by_comparing().leq(own.runs[0], own.runs[-1]) is True


def test_an_order_from_covers():
    def raised(run):
        return [(*run[:i], g + 1, *run[i + 1 :]) for i, g in enumerate(run) if g < 2]

    own = OwnOrder("mine", covers=raised)
    assert iv.poset(own, 2, 2).poset.above == iv.poset("rank-replacement", 2, 2).poset.above
    assert own.leq((0, 1), (2, 1))
    assert not own.leq((0, 2), (2, 1))
    assert own.rank((2, 1), iv.RunSpace(2, 2)) == 3


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"leq": lambda r, s: r != s}, r"not reflexive at 0: \(0, 0\)"),
        ({"leq": lambda r, s: r == s or (sum(s) - sum(r) == 1)}, "not transitive"),
        (
            {"covers": lambda r: [(1, 1)] if r == (0, 0) else [(0, 0)] if r == (1, 1) else []},
            "cover relation has a cycle",
        ),
        (
            {"covers": lambda r: [s for s in [(0, 1), (1, 0), (1, 1)] if sum(s) > sum(r)]},
            r"a cover has a run between: \(0, 0\), \(0, 1\), \(1, 1\)",
        ),
        ({"leq": lambda r, s: r[5] <= s[5]}, "failed on .* IndexError"),
        ({"covers": lambda r: 1 / 0}, r"failed on \(0, 0\): ZeroDivisionError"),
        ({"covers": lambda r: int("x")}, "failed on .* ValueError"),
        ({"covers": lambda r: None}, "failed on .* TypeError"),
    ],
)
def test_what_is_no_order_is_refused_with_the_runs_that_break_it(given, reason):
    with pytest.raises(iv.OptionError, match=reason):
        iv.poset(OwnOrder("bad", **given), 2)


def test_leq_covers_or_key_one_of_the_three():
    for given in ({}, {"leq": lambda r, s: True, "key": sum}):
        with pytest.raises(iv.OptionError, match="exactly one of leq, covers and key"):
            OwnOrder("nothing", **given)


def test_an_own_order_on_a_large_space_is_refused():
    with pytest.raises(iv.OptionError, match="8,192 runs"):
        iv.poset(OwnOrder("mine", leq=lambda r, s: r == s), 13)


def test_the_poset_of_an_induced_order_is_the_chain_of_its_values():
    rr = iv.parse_measure("RR")
    found = iv.poset(InducedOrder(lambda run: rr.exact(run, grades=1)), 3)
    assert [len(members) for members in found.classes] == [1, 1, 2, 4]
    assert all(found.facts.values())
    assert found.rank((1, 1, 0)) == found.rank((1, 0, 1)) == 3
    assert found.order.leq((1, 1, 0), (1, 0, 1))
    assert found.order.leq((1, 0, 1), (1, 1, 0))
    assert not found.order.leq((1, 0, 0), (0, 1, 1))


def test_covers_for_one_top_grade():
    def raised(run):
        return [(*run[:i], g + 1, *run[i + 1 :]) for i, g in enumerate(run) if g < 2]

    own = OwnOrder("mine", covers=raised, grades=2)
    assert own.leq((0, 0), (1, 1))
    assert len(list(shortest_path(own, (0, 0), (1, 1), iv.RunSpace(2, 2)))) == 2


def test_best_and_worst_runs_of_other_orders():
    turned = InducedOrder(lambda run: -sum(run))
    assert (turned.minimum(iv.RunSpace(2)), turned.maximum(iv.RunSpace(2))) == ((1, 1), (0, 0))
    with pytest.raises(iv.OptionError, match="no single worst run"):
        OwnOrder("apart", leq=lambda r, s: r == s).minimum(iv.RunSpace(1))
    with pytest.raises(iv.OptionError, match="no theorem is known about apart"):
        theorem_facts(OwnOrder("apart", leq=lambda r, s: r == s), iv.RunSpace(1))


def test_values_that_fail_or_have_no_order():
    with pytest.raises(iv.OptionError, match=r"the value of \(0, 0\) failed: ZeroDivisionError"):
        iv.poset(InducedOrder(lambda run: 1 / 0), 2)
    with pytest.raises(iv.OptionError, match="cannot be sorted"):
        iv.poset(InducedOrder(lambda run: complex(*run)), 2)
    with pytest.raises(iv.OptionError, match="too many to check"):
        list(shortest_path(InducedOrder(sum), (0,) * 40, (1,) * 40, iv.RunSpace(40)))


def test_construct_refuses_what_it_cannot_look_at():
    with pytest.raises(iv.OptionError, match="too many to check"):
        iv.construct(OwnOrder("mine", leq=lambda r, s: r == s), iv.RunSpace(30))
    with pytest.raises(iv.OptionError, match=r"give it RunSpace\(3, 1, 'set'\)"):
        iv.construct("set-total", iv.RunSpace(3))


def test_construct_stops_at_the_step_that_fails():
    no_order = iv.construct(OwnOrder("bad", leq=lambda r, s: r == s or sum(s) - sum(r) == 1), iv.RunSpace(2))
    assert no_order.failed == "order"
    assert "not transitive" in no_order.steps["order"].why
    assert no_order.steps["order"].witness == ((0, 0), (0, 1), (1, 1))
    assert no_order.measure is None
    uneven = iv.construct(iv.order("rank-swap"), iv.RunSpace(3, 2))
    assert uneven.failed == "graded"
    short, long = uneven.steps["graded"].witness
    assert len(short) != len(long)
    for chain in (short, long):
        for low, high in pairwise(chain):
            assert high in set(iv.order("rank-swap").above(low, 2))


@pytest.mark.parametrize(
    ("name", "measure", "length", "grades"),
    [
        ("set-total", "SBTO", 4, 2),
        ("set-replacement", "SBPO", 4, 2),
        ("rank-total", "RBTO", 3, 2),
        ("rank-swap", "RBPO", 5, 1),
    ],
)
def test_construct_gives_the_measures_of_the_catalogue(name, measure, length, grades):
    order = iv.order(name)
    made = iv.construct(order, order.space(length, grades))
    assert made.failed is None
    assert {"order", "poset", "graded", "rank function", "solvability", "uniqueness"} < made.steps.keys()
    exact = iv.parse_measure(measure).exact
    assert made.measure == {run: exact(run, grades=grades) for run in order.space(length, grades)}


def test_construct_on_an_induced_order_ranks_the_values():
    rr = iv.parse_measure("RR")
    made = iv.construct(InducedOrder(lambda run: rr.exact(run, grades=1)), iv.RunSpace(3))
    assert made.failed is None
    assert made.measure[(1, 1, 1)] == made.measure[(1, 0, 0)] == 3
